//! The second phase of `referee solve`: shrink what was played, look at single models, and refine if asked to.

mod gap;
mod print;

use super::folder::{BOUND, CANDIDATES, REFINED, REFINED_POINTS, REFINED_VALUES, SOLUTION, TRACE};
use super::plan::Plan;
use super::{Arguments, MOST_BYTES};
use crate::certificate::Certificate;
use crate::cli::shrink::print::by_upper_ends;
use crate::domain::Domain as _;
use crate::error::Result;
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::oracle;
use crate::problem::{Problem, Workspace};
use crate::shrink::{Candidates, Epsilon, Outcome, Record, Solution, average_parameters, best_model, shrink};
use crate::theorems::beyond::column_generation::{self, Refinement, refine};
use crate::trace::{Means, Round, TraceReader};
use gap::Gap;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The gap that is asked of a refined mixture if none is named.
const GAP: f64 = 1e-6;

/// A line of the comparison: what it is, its objective and its constraints.
struct Row {
    name: String,
    values: Vec<Enclosure>,
}

/// What the second phase found.
pub(super) struct Second {
    rows: Vec<Row>,
    /// The weights and points of the shrunk mixture.
    atoms: Vec<(Enclosure, Vec<f64>)>,
    /// By how much it can cost more than others, if the certificate says so.
    gap: Option<Gap>,
    /// Whether only some rounds are candidates.
    subsampled: bool,
    document: Value,
    /// Whether a mixture of the candidates is feasible, and what that rests on.
    is_feasible: bool,
    rests_on: &'static str,
    refinement: Option<(Refinement, f64)>,
    /// The file with the lower bound of the refinement or its proof of infeasibility, if the problem can be written down.
    bound: Option<PathBuf>,
    pub(super) written: Vec<PathBuf>,
    /// Older files that were removed.
    pub(super) removed: Vec<PathBuf>,
}

/// Shrinks the rounds that were written; `None` if they are too many for memory.
pub(super) fn run(
    plan: &Plan<'_>,
    arguments: &Arguments,
    means: &Means,
    certificate: &Certificate,
) -> Result<Option<Second>> {
    let problem = plan.problem;
    let name = if arguments.every.is_some() { CANDIDATES } else { TRACE };
    let path = arguments.output.join(name);
    let every = arguments.every.unwrap_or(1);
    let rounds = arguments.rounds.div_ceil(every) as u64;
    if rounds.saturating_mul(8 * (problem.num_constraints() as u64 + 1)) > MOST_BYTES {
        return Ok(None);
    }
    let candidates = Candidates::read(&path, 1)?;
    let outcome = shrink(&candidates, &Epsilon::Minimal)?;
    let Outcome::Optimal(solution) = &outcome else { unreachable!("some mixture keeps the least epsilon") };
    let record = Record::new(&candidates, outcome.clone()).expect("they come from a file");
    let mut written = vec![arguments.output.join(SOLUTION)];
    record.write(&written[0])?;

    let mut second = Second {
        rows: vec![
            Row { name: "all rounds, as played".to_owned(), values: played(means) },
            Row { name: shrunk_name(solution), values: means_of(solution) },
        ],
        atoms: Vec::new(),
        gap: Gap::new(certificate, &solution.objective),
        subsampled: every > 1,
        document: record.to_json(),
        is_feasible: solution.epsilon.is_zero(),
        rests_on: by_upper_ends(candidates.rounded_up()),
        refinement: None,
        bound: None,
        written: Vec::new(),
        removed: Vec::new(),
    };
    let best = best_model(&candidates).expect("there are candidates");
    let mut wanted: Vec<usize> = solution.support.iter().map(|atom| atom.candidate).collect();
    wanted.push(best);
    let points = points(&path, &wanted)?;
    second.single(
        problem,
        &format!("round {} alone, the least worst rank", best * every),
        &points[wanted.len() - 1],
    )?;
    let at = |t: usize| points[wanted.iter().position(|&own| own == t).expect("it was wanted")].as_slice();
    second.single(problem, "one point, the weighted average", &average_parameters(&solution.support, at))?;
    for (atom, point) in solution.support.iter().zip(&points) {
        second.atoms.push((enclose(&atom.weight), point.clone()));
    }
    if arguments.refine {
        let start = points[..solution.support.len()].to_vec();
        second.refine(problem, arguments, start, &mut written)?;
    }
    second.written = written;
    Ok(Some(second))
}

fn played(means: &Means) -> Vec<Enclosure> {
    std::iter::once(means.objective).chain(means.constraints.iter().copied()).collect()
}

fn means_of(solution: &Solution) -> Vec<Enclosure> {
    std::iter::once(&solution.objective).chain(&solution.constraints).map(enclose).collect()
}

fn shrunk_name(solution: &Solution) -> String {
    match solution.support.len() {
        1 => "shrunk to 1 candidate".to_owned(),
        count => format!("shrunk to {count} candidates"),
    }
}

/// The points of some rounds, in the order asked for.
fn points(path: &Path, wanted: &[usize]) -> Result<Vec<Vec<f64>>> {
    let mut reader = TraceReader::open(path)?;
    let mut round = Round::new(reader.layout());
    let mut points = vec![Vec::new(); wanted.len()];
    let last = wanted.iter().copied().max().unwrap_or(0);
    for t in 0..=last {
        reader.read_round(&mut round)?;
        for (point, _) in points.iter_mut().zip(wanted).filter(|(_, own)| **own == t) {
            point.clone_from(&round.theta);
        }
    }
    Ok(points)
}

impl Second {
    /// Evaluates a point on the problem, unless it is outside the domain (an average of points of a finite set).
    fn single(&mut self, problem: &dyn Problem, name: &str, theta: &[f64]) -> Result<()> {
        if !problem.domain().contains(theta) {
            return Ok(());
        }
        let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
        let mut work = Workspace::default();
        if problem.gives_enclosures() {
            let at: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
            problem.enclose(&at, Side::Constraints, &mut values, &mut work)?;
        } else {
            let mut doubles = vec![0.0; values.len()];
            problem.values(theta, Side::Constraints, &mut doubles, &mut work)?;
            values = doubles.into_iter().map(Enclosure::point).collect();
        }
        self.rows.push(Row { name: name.to_owned(), values });
        Ok(())
    }

    /// Column generation from the shrunk mixture.
    fn refine(
        &mut self,
        problem: &dyn Problem,
        arguments: &Arguments,
        start: Vec<Vec<f64>>,
        written: &mut Vec<PathBuf>,
    ) -> Result<()> {
        let gap = arguments.gap.unwrap_or(GAP);
        // The oracle has to be better than the gap that is asked of the whole.
        let effort =
            oracle::Options { gap: (gap / 4.0).min(oracle::Options::default().gap), ..oracle::Options::default() };
        let mut oracle = oracle::choose(problem, Side::Constraints, effort)?.oracle;
        let options = column_generation::Options { gap, ..column_generation::Options::default() };
        let refinement = refine(problem, Side::Constraints, &mut *oracle, start, options)?;
        if let Refinement::Optimal(refined) = &refinement {
            let [values, points, solution] =
                [REFINED_VALUES, REFINED_POINTS, REFINED].map(|name| arguments.output.join(name));
            let source = refined.candidates.write(&values)?;
            refined.write_points(&points)?;
            let about = refined.candidates.clone().with_source(source);
            let record = Record::new(&about, Outcome::Optimal(refined.solution.clone())).expect("just named");
            record.write(&solution)?;
            written.extend([values, points, solution]);
            let count = refined.solution.support.len();
            let name = format!("refined, on {count} point{}", if count == 1 { "" } else { "s" });
            self.rows.push(Row { name, values: means_of(&refined.solution) });
        }
        if let Some(bound) = refinement.bound(problem, Side::Constraints) {
            let path = arguments.output.join(BOUND);
            bound.write(&path)?;
            written.push(path.clone());
            self.bound = Some(path);
        }
        self.refinement = Some((refinement, gap));
        Ok(())
    }
}
