//! A run in memory: saved, certified, shrunk, drawn.

use crate::away::away;
use crate::certificate::{Certificate, checked, must_end, temporary, write};
use crate::edge::{Problem, bytes, doubles, game, game_name, raise};
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use referee::cli::spoken::RunPage;
use referee::error::{Error, Result};
use referee::game::Function;
use referee::numerics::Norm;
use referee::oracle::Options;
use referee::registry::Registry;
use referee::regret::{Average, SinglesOfRounds};
use referee::report::run_charts::panels;
use referee::run::{Asked, Said};
use referee::theorems;
use referee::trace::import::{Input, import};
use referee::trace::{Checkpoints, Equalities, Foreign, Labels, Recording, Round, Row, Trace, Values};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// Rounds that somebody played, with the names of their functions.
pub struct Logged {
    pub trace: Trace,
    pub labels: Labels,
    pub equalities: Equalities,
    pub checkpoints: Checkpoints,
    /// Whether the values are of minibatches.
    pub estimates: bool,
}

/// A trace that was written: where, its digest, and how to tell that nobody has changed it since.
#[derive(Clone)]
pub struct Saved {
    pub path: PathBuf,
    pub sha256: String,
    state: (u64, Option<SystemTime>),
}

impl Saved {
    pub fn new(path: &Path, sha256: String) -> Self {
        Self { path: path.to_owned(), sha256, state: state(path) }
    }

    /// Whether it is in the folder of a file, and as it was written.
    pub fn is_beside(&self, file: &Path) -> bool {
        let folder = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            folder.canonicalize().ok()
        };
        self.state == state(&self.path) && folder(&self.path).is_some_and(|own| folder(file) == Some(own))
    }
}

fn state(path: &Path) -> (u64, Option<SystemTime>) {
    path.metadata().map_or((0, None), |data| (data.len(), data.modified().ok()))
}

/// A run, and where it was saved last.
#[pyclass(frozen, module = "referee._referee")]
pub struct Run {
    pub logged: Arc<Logged>,
    pub saved: Arc<Mutex<Option<Saved>>>,
}

impl Run {
    pub fn of(logged: Logged) -> Self {
        Self { logged: Arc::new(logged), saved: Arc::default() }
    }
}

/// What Python says of a run that is to be certified.
#[derive(FromPyObject)]
struct Stated {
    radius: Option<f64>,
    norm: Option<f64>,
    margin: Option<f64>,
    objective_range: Option<f64>,
    lower_bound: Option<f64>,
    ranges: Vec<(String, f64, Option<f64>)>,
    average: String,
    lambda_average: Option<String>,
}

impl Stated {
    fn asked(self) -> Result<Asked> {
        let ranges = self.ranges.into_iter().map(|(name, lo, hi)| Said { name, lo, hi });
        Ok(Asked {
            radius: self.radius,
            norm: self.norm.map(Norm::new).transpose()?,
            margin: self.margin,
            objective_range: self.objective_range,
            lower_bound: self.lower_bound,
            ranges: ranges.collect(),
            average: Average::parse(&self.average)?,
            lambda_average: self.lambda_average.as_deref().map(Average::parse).transpose()?,
        })
    }
}

/// Arrays of doubles, row by row, as little-endian bytes.
#[derive(FromPyObject)]
struct Arrays<'py> {
    objective: Bound<'py, PyBytes>,
    constraints: Bound<'py, PyBytes>,
    multipliers: Bound<'py, PyBytes>,
    /// How many multipliers a round has.
    width: usize,
    proxies: Option<Bound<'py, PyBytes>>,
    theta: Option<Bound<'py, PyBytes>>,
}

#[pymethods]
impl Run {
    /// The rounds of arrays.
    #[staticmethod]
    fn from_arrays(
        py: Python<'_>,
        names: Vec<String>,
        equalities: Vec<usize>,
        game_name: &str,
        arrays: Arrays<'_>,
        checkpoints: BTreeMap<usize, String>,
        estimates: bool,
    ) -> PyResult<Self> {
        let game = game(game_name)?;
        let of = |bytes: &Bound<'_, PyBytes>| doubles(bytes.as_bytes());
        let (objective, constraints, lambda) =
            (of(&arrays.objective), of(&arrays.constraints), of(&arrays.multipliers));
        let (proxies, theta) = (arrays.proxies.as_ref().map(of), arrays.theta.as_ref().map(of));
        let (m, width) = (names.len(), arrays.width);
        away(py, "reading", move |watch| {
            let rounds = objective.len();
            let thetas = theta.as_ref().map_or(0, |theta| theta.len() / rounds.max(1));
            let mut recording = Recording::new(game, &names, &equalities, proxies.is_some(), thetas)?;
            for (t, &objective) in objective.iter().enumerate() {
                let row = |values: &'_ [f64], width: usize| t * width..((t + 1) * width).min(values.len());
                recording.push(&Row {
                    objective,
                    constraints: &constraints[row(&constraints, m)],
                    proxies: proxies.as_deref().map_or(&[], |proxies| &proxies[row(proxies, m)]),
                    lambda: &lambda[row(&lambda, width)],
                    theta: theta.as_deref().map_or(&[], |theta| &theta[row(theta, thetas)]),
                })?;
                if t % 4096 == 0 {
                    watch.tell(t as u64, rounds as u64);
                }
            }
            let checkpoints = named(&checkpoints, rounds)?;
            let (labels, equalities) = (recording.labels(), recording.equalities());
            Ok(Self::of(Logged { trace: recording.into_trace(), labels, equalities, checkpoints, estimates }))
        })
    }

    /// The run in a file: a trace, or a table or an archive of somebody's.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python call")]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        columns: Vec<(String, String)>,
        ignore: Vec<String>,
        equality: Vec<String>,
        game_name: Option<&str>,
        checkpoints: Option<PathBuf>,
        estimates: bool,
    ) -> PyResult<Self> {
        let asked = game_name.map(game).transpose()?;
        away(py, "reading", move |watch| {
            let foreign = Foreign { columns, ignore, equalities: equality };
            let input = Input::new(&path);
            let checkpoints = checkpoints.as_deref().map_or(Ok(Checkpoints::default()), Checkpoints::read)?;
            let (mut trace, mut labels, equalities) = if foreign.is_empty() && !input.is_foreign()? {
                let trace = Trace::read(&path)?;
                let labels = Labels::of_trace(trace.layout());
                (trace, labels, Equalities::default())
            } else {
                let folder = temporary()?;
                let copy = folder.path().join("trace.csv");
                let imported = import(&input, &foreign, false, &copy, &mut |done, total| watch.tell(done, total))?;
                (Trace::read(&copy)?, imported.labels, imported.equalities)
            };
            if let Some(game) = asked.filter(|game| *game != trace.layout().game()) {
                let before = trace.layout().num_multipliers() - trace.layout().num_constraints();
                if before == 1 && (0..trace.rounds()).any(|t| trace.lambda(t)[0] != 1.0) {
                    let message =
                        "`lambda_0` is not always 1, and the Lagrangian game has no room for it: leave out `game`";
                    return Err(Error::new(message).in_file(&path));
                }
                let mut other = Trace::new(trace.layout().in_game(game));
                let mut into = Round::new(other.layout());
                trace.each_in_game(&mut into, |round| other.push(round))?;
                trace = other;
                labels = labels.within(trace.layout());
            }
            checkpoints.check(trace.rounds())?;
            Ok(Self::of(Logged { trace, labels, equalities, checkpoints, estimates }))
        })
    }

    #[getter]
    fn rounds(&self) -> usize {
        self.logged.trace.rounds()
    }

    #[getter]
    fn game(&self) -> &'static str {
        game_name(self.logged.trace.layout().game())
    }

    #[getter]
    fn estimates(&self) -> bool {
        self.logged.estimates
    }

    /// The constraints as the user has them: an equality once.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        self.logged.whole_constraints().map(|i| self.logged.own_name(Function::Constraint(i + 1))).collect()
    }

    /// Which of these are equalities.
    #[getter]
    fn equality(&self) -> Vec<String> {
        let first = |(i, _): &(usize, usize)| self.logged.own_name(Function::Constraint(i + 1));
        self.logged.equalities.pairs().iter().map(first).collect()
    }

    #[getter]
    fn checkpoints(&self) -> Vec<(usize, String)> {
        let of = |round| Some((round, self.logged.checkpoints.of_round(round)?.to_owned()));
        self.logged.checkpoints.rounds().into_iter().filter_map(of).collect()
    }

    /// The columns of the trace, each as bytes of doubles; of enclosures the upper ends.
    fn columns<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>)> {
        let trace = &self.logged.trace;
        let layout = trace.layout();
        let mut columns = Vec::new();
        let mut add = |name: String, values: &mut dyn Iterator<Item = f64>| {
            columns.push((name, PyBytes::new(py, &bytes(values))));
        };
        let column =
            |values: &Values, i: usize| (0..trace.rounds()).map(move |t| values.get(t, i).hi()).collect::<Vec<_>>();
        for function in self.logged.labels.functions().map(|(function, _)| function) {
            let (values, i) = match function {
                Function::Objective => (trace.objective(), 0),
                Function::Constraint(i) => (trace.constraints(), i - 1),
                Function::Proxy(i) => (trace.proxy_constraints(), i - 1),
            };
            add(self.logged.own_name(function), &mut column(values, i).into_iter());
        }
        for i in 0..layout.num_multipliers() {
            add(layout.multiplier_name(i), &mut (0..trace.rounds()).map(|t| trace.lambda(t)[i]));
        }
        for i in 0..layout.num_thetas() {
            add(format!("theta_{}", i + 1), &mut (0..trace.rounds()).map(|t| trace.theta(t)[i]));
        }
        columns
    }

    /// Writes the trace, and the checkpoints beside it if there are any; tells what was written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<Vec<PathBuf>> {
        must_end(&path, "csv")?;
        let (logged, saved) = (Arc::clone(&self.logged), Arc::clone(&self.saved));
        away(py, "writing", move |_| {
            let sha256 = logged.trace.write(&path)?;
            *saved.lock().expect("nobody panics here") = Some(Saved::new(&path, sha256));
            let mut written = vec![path.clone()];
            if !logged.checkpoints.rounds().is_empty() {
                let beside = path.with_extension("checkpoints.csv");
                logged.checkpoints.write(&beside)?;
                written.push(beside);
            }
            Ok(written)
        })
    }

    /// Certifies, with what is said of the run and perhaps its problem.
    fn certify(&self, py: Python<'_>, said: Stated, problem: Option<Problem>) -> PyResult<Certificate> {
        let asked = said.asked().map_err(|error| raise(&error))?;
        asked.check(problem.is_some()).map_err(|error| raise(&error))?;
        let (logged, saved) = (Arc::clone(&self.logged), Arc::clone(&self.saved));
        away(py, "certifying", move |_| {
            let subject = problem.map(|problem| problem.open(Registry::ours())).transpose()?;
            let mut given = asked.given(subject.as_ref(), logged.trace.layout().game())?;
            given.ranges = asked.ranges(&logged.labels, &logged.equalities)?;
            given.equalities = logged.equalities.clone();
            let problem = subject.as_ref().map(|subject| &*subject.problem);
            let certification = theorems::certify(&mut &logged.trace, problem, given, Options::default())?;
            Ok(Certificate::of(logged, saved, certification))
        })
    }

    /// The run as a picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let logged = Arc::clone(&self.logged);
        away(py, "drawing", move |_| {
            Ok(panels("", &logged.trace, &logged.labels, &logged.equalities, &[], Average::Uniform).svg())
        })
    }

    /// Writes a page about a certificate of this run, which is checked first.
    fn report(
        &self,
        py: Python<'_>,
        path: PathBuf,
        certificate: PyRef<'_, Certificate>,
        sentences: Vec<String>,
    ) -> PyResult<()> {
        must_end(&path, "html")?;
        let (logged, certification) = (Arc::clone(&self.logged), Arc::clone(&certificate.certification));
        let solution = self.shrink(py, None, false)?;
        let choice: Vec<String> = certificate.ship().or(solution.ship()).into_iter().collect();
        away(py, "writing", move |_| {
            let folder = temporary()?;
            let document = folder.path().join("certificate.json");
            let reference = write(&logged, &certification, None, &document)?.0;
            let mixture = solution.members();
            let page = RunPage {
                title: "A run, certified",
                certification: &certification,
                trace: &logged.trace,
                labels: &logged.labels,
                equalities: &logged.equalities,
                sentences: &sentences,
                choice: &choice,
                mixture: &mixture,
                checked: checked(&document),
                trace_sha256: &reference.sha256,
            };
            page.page().write(&path)
        })
    }

    /// The best mixture of a few rounds: of the checkpoints if there are any and not all rounds are wanted.
    fn shrink(&self, py: Python<'_>, epsilon: Option<String>, all_rounds: bool) -> PyResult<Solution> {
        let epsilon = epsilon.as_deref().map(crate::solution::fraction).transpose()?;
        let (logged, saved) = (Arc::clone(&self.logged), Arc::clone(&self.saved));
        away(py, "shrinking", move |_| Solution::find(logged, saved, epsilon, all_rounds))
    }
}

impl Logged {
    /// What the user calls a function.
    pub fn own_name(&self, function: Function) -> String {
        self.labels.own(function).map_or_else(|| function.to_string(), str::to_owned)
    }

    /// The constraints of the trace that are not the second half of an equality, counted from 0.
    pub fn whole_constraints(&self) -> impl Iterator<Item = usize> + '_ {
        let second = |i: usize| self.equalities.pairs().iter().any(|(_, second)| *second == i);
        (0..self.trace.layout().num_constraints()).filter(move |i| !second(*i))
    }

    /// What single rounds do.
    pub fn singles(&self) -> referee::regret::Singles {
        let rounds = self.checkpoints.rounds();
        let mut seen = SinglesOfRounds::new(&rounds);
        seen.look(&self.trace);
        seen.finish().expect("a run has rounds")
    }
}

fn named(files: &BTreeMap<usize, String>, rounds: usize) -> Result<Checkpoints> {
    let mut checkpoints = Checkpoints::default();
    files.iter().try_for_each(|(round, file)| checkpoints.insert(*round, file))?;
    checkpoints.check(rounds)?;
    Ok(checkpoints)
}
