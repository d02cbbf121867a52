//! The league and the verification, with players of one's own among ours.

use crate::away::away;
use crate::variant::{Class, Declared, near_python, registry};
use pyo3::prelude::*;
use referee::cells::{self, PLAN};
use referee::error::Error;
use referee::league::standings::{Row, curves, rows};
use referee::league::{Cell, Choice, Entry, Selection, charts, folder, play_by, run, table};
use referee::parallel::cores;
use referee::verification::{Depth, Extent, Scope, Whole};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// What a league is asked for.
#[derive(FromPyObject)]
pub struct Asked {
    players: Option<Vec<String>>,
    sequences: Option<Vec<String>>,
    problems: Option<Vec<String>>,
    rounds: Option<String>,
    constraints: Vec<usize>,
    seeds: u64,
    seed: u64,
    threads: Option<NonZeroUsize>,
    output: Option<PathBuf>,
    /// Whether a league in that folder may be taken up.
    resume: bool,
}

/// A row of the standings: where, who, the regret that the bounds speak of, and the numbers.
type Standing = (String, &'static str, &'static str, Vec<(&'static str, Option<f64>)>);

/// What a league showed: the tables as CSV, the standings, the pictures and what is wrong.
#[pyclass(frozen, get_all, module = "referee._referee")]
pub struct Rates {
    runs: String,
    slopes: String,
    times: String,
    standings: Vec<Standing>,
    charts: Vec<(&'static str, String)>,
    wrong: Vec<String>,
}

fn classes(players: Vec<Declared>) -> PyResult<Vec<Arc<Class>>> {
    players.into_iter().map(Class::new).collect()
}

/// Names the file of this module, which has the code that runs, and the interpreter, as it calls itself.
#[pyfunction]
pub fn identify(file: PathBuf, interpreter: PathBuf) {
    cells::identify(file, interpreter);
}

/// Plays a league.
#[pyfunction]
pub fn rates(py: Python<'_>, asked: Asked, players: Vec<Declared>) -> PyResult<Rates> {
    let classes = classes(players)?;
    away(py, "playing the league", move |watch| {
        let registry = registry(&classes, watch)?;
        let Asked { players, sequences, problems, rounds, constraints, seeds, seed, threads, output, resume } = asked;
        let choice = Choice { players, sequences, problems, rounds, constraints, seeds, seed };
        let selection = Selection::new(&choice, &registry, |field| format!("`{field}`"))?;
        let cells = selection.cells();
        if let Some(folder) = output.as_deref().filter(|folder| !resume && folder.join(PLAN).exists()) {
            return Err(Error::new(
                "this folder holds a league already, and the code of a player may have changed since: name another \
                 folder, or say resume=True",
            )
            .in_file(folder));
        }
        let kept = output.as_deref().map(|output| folder::open(output, &selection, &cells)).transpose();
        let kept = kept.map_err(|error| error.context("`output`"))?;
        let mut tell = |done: usize, total: usize| watch.tell(done as u64, total as u64);
        let near = |cell: &Cell| near_python(|| run(cell, &registry));
        let entries = play_by(&cells, near, cores(threads), kept.as_ref(), &mut tell)?;
        output.as_deref().map_or(Ok(Vec::new()), |output| folder::write(output, &entries))?;
        let sentences = |entry: &Entry| {
            let cell = entry.cell.to_string();
            entry.measured.wrong.iter().map(move |why| format!("{cell}: {why}")).collect::<Vec<_>>()
        };
        Ok(Rates {
            runs: table::runs(&entries),
            slopes: table::slopes(&curves(&entries)),
            times: table::times(&entries),
            standings: standings(&selection, &entries),
            charts: charts::pictures(&entries).iter().map(|picture| (picture.name, picture.svg())).collect(),
            wrong: entries.iter().flat_map(sentences).collect(),
        })
    })
}

/// One row per player on the sequences of each number of constraints, then in the games.
fn standings(selection: &Selection, entries: &[Entry]) -> Vec<Standing> {
    let of = |place: String, wanted: &dyn Fn(&Entry) -> bool| {
        let own: Vec<&Entry> = entries.iter().filter(|entry| wanted(entry)).collect();
        rows(&own).into_iter().map(move |row| standing(place.clone(), &row)).collect::<Vec<_>>()
    };
    let on_sequences = selection.constraints.iter().flat_map(|&m| {
        let wanted = move |entry: &Entry| entry.cell.arena.is_sequence() && entry.measured.constraints == m;
        of(format!("sequences, m = {m}"), &wanted)
    });
    on_sequences.chain(of("games".to_owned(), &|entry| !entry.cell.arena.is_sequence())).collect()
}

fn standing(place: String, row: &Row) -> Standing {
    let slope = row.slope.as_ref().map(|(slope, _)| *slope);
    let numbers = vec![
        ("slope", slope.map(|slope| slope.value)),
        ("slope_low", slope.map(|slope| slope.low)),
        ("slope_high", slope.map(|slope| slope.high)),
        ("regret", row.regret.as_ref().map(|(regret, _)| *regret)),
        ("to_bound", row.to_bound),
        ("to_runtime_bound", row.to_runtime_bound),
        ("to_limit", row.to_limit),
        ("epsilon", row.epsilon),
        ("gain", row.gain),
        ("nanoseconds_a_step", Some(row.step)),
    ];
    (place, row.player, row.kind.name(), numbers)
}

/// What a verification is asked for.
#[derive(FromPyObject)]
pub struct Thorough {
    problem: Option<String>,
    family: Option<String>,
    statement: Option<String>,
    seed: u64,
    deep: bool,
    threads: Option<NonZeroUsize>,
}

/// A statement: its name and title, seven counts, the tightest and the median ratio, and the lowest grade.
type Statement = (String, String, [usize; 8], Option<(f64, f64)>, Option<String>);

/// A player: its name, the regret, instances, the largest measured over promised and over proved, and whether it is a
/// control that failed so often.
type Judged = (&'static str, String, usize, Option<f64>, Option<f64>, Option<usize>);

/// What a verification found.
#[pyclass(frozen, get_all, module = "referee._referee")]
pub struct Verified {
    statements: Vec<Statement>,
    players: Vec<Judged>,
    undecided: Vec<String>,
    wrong: Vec<String>,
}

/// Plays every algorithm and player, and checks every statement that speaks of it.
#[pyfunction]
pub fn verify(py: Python<'_>, asked: Thorough, players: Vec<Declared>) -> PyResult<Verified> {
    let classes = classes(players)?;
    away(py, "verifying", move |watch| {
        let registry = registry(&classes, watch)?;
        let extent = asked.extent()?;
        extent.check(&registry, |field| format!("`{field}`"))?;
        let mut tell = |done: usize, total: usize| watch.tell(done as u64, total as u64);
        let whole = Whole::new(&extent, &registry, cores(asked.threads), &mut tell)?;
        Ok(Verified::of(&whole))
    })
}

impl Thorough {
    fn extent(&self) -> referee::error::Result<Extent<'_>> {
        let scope = match (&self.problem, &self.family) {
            (Some(_), Some(_)) => return Err(Error::new("`problem` and `family` exclude each other: leave one out")),
            (Some(problem), None) => Scope::Problem(problem),
            (None, Some(family)) => Scope::Family(family),
            (None, None) => Scope::All,
        };
        let depth = if self.deep { Depth::Deep } else { Depth::Quick };
        Ok(Extent { depth, seed: self.seed, scope, statement: self.statement.as_deref(), instances: None })
    }
}

impl Verified {
    fn of(whole: &Whole) -> Self {
        let statements = whole.statements.iter().map(|row| {
            let counts = row.counts;
            let counts = [
                row.instances,
                row.applied,
                counts.held,
                counts.identities,
                counts.undecided,
                counts.violated,
                counts.compared,
                counts.refuted,
            ];
            let title = row.statement.about().title.to_owned();
            (row.statement.name().to_owned(), title, counts, row.ratios, row.grade.map(|grade| grade.to_string()))
        });
        let players = whole.players.iter().map(|row| {
            let [promised, proved] = row.worst;
            (row.name, row.class.to_owned(), row.instances, promised, proved, row.control_failed)
        });
        let undecided = whole.statements.iter().flat_map(|row| {
            row.undecided.iter().map(|what| format!("{}: {what}", row.statement.name())).collect::<Vec<_>>()
        });
        Self {
            statements: statements.collect(),
            players: players.collect(),
            undecided: undecided.collect(),
            wrong: whole.wrong().collect(),
        }
    }
}
