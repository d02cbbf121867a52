//! The second phase of `referee solve`: shrink what was played, look at single models, and refine if asked to.

use super::plan::Plan;
use super::{Arguments, CANDIDATES, MOST_BYTES, TRACE};
use crate::cli::numbers::{at_least, at_most, short};
use crate::domain::Domain as _;
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::oracle;
use crate::problem::{Problem, Side, Workspace};
use crate::shrink::{Candidates, Epsilon, Outcome, Record, Solution, average_parameters, best_model, shrink};
use crate::theorems::beyond::column_generation::{self, Refinement, refine};
use crate::trace::{Means, Round, TraceReader};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Points of a mixture that are printed.
const MOST_POINTS: usize = 12;

/// A line of the comparison: what it is, its objective and its constraints.
struct Row {
    name: String,
    values: Vec<Enclosure>,
}

impl Row {
    fn worst(&self) -> Option<Enclosure> {
        self.values[1..].iter().copied().reduce(Enclosure::max)
    }
}

/// What the second phase found.
pub(super) struct Second {
    rows: Vec<Row>,
    /// The weights and points of the shrunk mixture.
    atoms: Vec<(String, Vec<f64>)>,
    document: Value,
    minimal: Enclosure,
    refinement: Option<(Refinement, f64)>,
    pub(super) written: Vec<PathBuf>,
}

/// Shrinks the rounds that were written; `None` if they are too many for memory.
pub(super) fn run(plan: &Plan<'_>, arguments: &Arguments, means: &Means) -> Result<Option<Second>> {
    let problem = plan.problem;
    let name = if arguments.every.is_some() { CANDIDATES } else { TRACE };
    let path = arguments.output.join(name);
    let rounds = arguments.rounds.div_ceil(arguments.every.unwrap_or(1)) as u64;
    if rounds.saturating_mul(8 * (problem.num_constraints() as u64 + 1)) > MOST_BYTES {
        return Ok(None);
    }
    let candidates = Candidates::read(&path, 1)?;
    let outcome = shrink(&candidates, &Epsilon::Minimal)?;
    let Outcome::Optimal(solution) = &outcome else { unreachable!("some mixture keeps the least epsilon") };
    let record = Record::new(&candidates, outcome.clone()).expect("they come from a file");
    let mut written = vec![arguments.output.join("solution.json")];
    record.write(&written[0])?;

    let mut second = Second {
        rows: vec![
            Row { name: "all rounds, as played".to_owned(), values: played(means) },
            Row { name: shrunk_name(solution), values: means_of(solution) },
        ],
        atoms: Vec::new(),
        document: record.to_json(),
        minimal: enclose(&solution.epsilon),
        refinement: None,
        written: Vec::new(),
    };
    let best = best_model(&candidates).expect("there are candidates");
    let mut wanted: Vec<usize> = solution.support.iter().map(|atom| atom.candidate).collect();
    wanted.push(best);
    let points = points(&path, &wanted)?;
    second.single(problem, &format!("round {best} alone, the least worst rank"), &points[wanted.len() - 1])?;
    let at = |t: usize| points[wanted.iter().position(|&own| own == t).expect("it was wanted")].as_slice();
    second.single(problem, "one point, the weighted average", &average_parameters(&solution.support, at))?;
    for (atom, point) in solution.support.iter().zip(&points) {
        second.atoms.push((short(enclose(&atom.weight)), point.clone()));
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
        let gap = arguments.gap;
        // The oracle has to be better than the gap that is asked of the whole.
        let effort =
            oracle::Options { gap: (gap / 4.0).min(oracle::Options::default().gap), ..oracle::Options::default() };
        let mut oracle = oracle::choose(problem, Side::Constraints, effort)?.oracle;
        let options = column_generation::Options { gap, ..column_generation::Options::default() };
        let refinement = refine(problem, Side::Constraints, &mut *oracle, start, options)?;
        if let Refinement::Optimal(refined) = &refinement {
            let candidates = arguments.output.join("refined.csv");
            let source = refined.candidates.write(&candidates)?;
            let about = refined.candidates.clone().with_source(source);
            let record = Record::new(&about, Outcome::Optimal(refined.solution.clone())).expect("just named");
            written.extend([candidates, arguments.output.join("refined.json")]);
            record.write(&written[written.len() - 1])?;
            let count = refined.solution.support.len();
            let name = format!("refined, on {count} point{}", if count == 1 { "" } else { "s" });
            self.rows.push(Row { name, values: means_of(&refined.solution) });
        }
        self.refinement = Some((refinement, gap));
        Ok(())
    }

    pub(super) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN).set_header(["second phase", "objective", "largest constraint"]);
        for row in &self.rows {
            let worst = row.worst().map_or("none".to_owned(), short);
            table.add_row([row.name.clone(), short(row.values[0]), worst]);
        }
        for column in [1, 2] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut text = format!("\n{table}\n");
        if self.atoms.len() <= MOST_POINTS {
            let atoms = self.atoms.iter().map(|(weight, point)| format!("{point:?} with weight {weight}"));
            let _ = writeln!(text, "The shrunk mixture: {}.", atoms.collect::<Vec<_>>().join(", "));
        }
        let _ = writeln!(
            text,
            "Among mixtures of the candidates with every constraint at most {} on average, the least that any can keep, \
             none is better: proved exactly.",
            short(self.minimal)
        );
        match &self.refinement {
            None => {}
            Some((Refinement::Optimal(refined), gap)) => {
                let reached = if refined.gap <= *gap { "at most" } else { "more than asked:" };
                let _ = writeln!(
                    text,
                    "No feasible mixture over the whole domain is below {}: the refined one is within {} of the best \
                     ({reached} {gap:e}), after {} question{} to the oracle.",
                    at_least(refined.lower_bound),
                    at_most(refined.gap),
                    refined.rounds,
                    if refined.rounds == 1 { "" } else { "s" },
                );
            }
            Some((Refinement::Infeasible(proof), _)) => {
                let _ = writeln!(
                    text,
                    "No mixture over the whole domain is feasible: a weighted sum of the constraints is at least {} \
                     everywhere.",
                    at_least(proof.lower_bound)
                );
            }
            Some((Refinement::Undecided { least }, _)) => {
                let _ = writeln!(
                    text,
                    "No feasible mixture was found: the points found can keep {} at best.",
                    short(enclose(least))
                );
            }
        }
        text
    }

    /// Adds what was found to the report for machines.
    pub(super) fn add_to(&self, report: &mut Value) {
        let pair = |value: Enclosure| json!([value.lo(), value.hi()]);
        report["solution"] = self.document.clone();
        let row = |row: &Row| {
            let mut line = json!({ "name": row.name, "objective": pair(row.values[0]) });
            line["constraints"] = row.values[1..].iter().copied().map(pair).collect();
            line
        };
        report["compared"] = self.rows.iter().map(row).collect();
        match &self.refinement {
            None => {}
            Some((Refinement::Optimal(refined), _)) => {
                report["refined"] = json!({
                    "status": "optimal", "objective": refined.solution.objective.to_string(),
                    "lower_bound": refined.lower_bound, "gap": refined.gap, "questions": refined.rounds,
                    "support": refined.solution.support.iter().map(|atom| json!({
                        "theta": refined.thetas[atom.candidate], "weight": atom.weight.to_string(),
                    })).collect::<Vec<_>>(),
                });
            }
            Some((Refinement::Infeasible(proof), _)) => {
                report["refined"] = json!({ "status": "infeasible", "lower_bound": proof.lower_bound });
            }
            Some((Refinement::Undecided { least }, _)) => {
                report["refined"] = json!({ "status": "undecided", "least": least.to_string() });
            }
        }
    }
}
