//! The second phase of `referee solve` in words: the comparison, the mixtures, and how good they are.

use crate::cli::numbers::{at_least, at_most, roughly};
use crate::cli::prose::{compared, counted};
use crate::cli::reports::pair;
use crate::cli::shrink::print::by_upper_ends;
use crate::cli::table::table;
use crate::game::Grade;
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::run::{Compared, Gap, Second, Written};
use crate::theorems::beyond::column_generation::Refinement;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Points of a mixture that are printed.
const MOST_POINTS: usize = 12;

fn worst(row: &Compared) -> Option<Enclosure> {
    row.values[1..].iter().copied().reduce(Enclosure::max)
}

/// A mean, rounded up, unless it was summed up to more than doubles hold.
fn mean(value: Enclosure) -> String {
    if value.is_finite() { at_most(value.hi()) } else { "beyond doubles".to_owned() }
}

/// The points of a mixture, or how many there are.
fn mixture<'a>(name: &str, atoms: impl ExactSizeIterator<Item = (Enclosure, &'a [f64])>) -> String {
    match atoms.len() {
        0..=MOST_POINTS => {
            let atoms = atoms.map(|(weight, point)| format!("{point:?} with weight {}", roughly(weight)));
            format!("The {name} mixture: {}.\n", atoms.collect::<Vec<_>>().join(", "))
        }
        count => format!("The {name} mixture has {count} points, too many to print here: the files have them.\n"),
    }
}

/// The grade of the lower bound or the infeasibility of a refinement, and why.
fn bound_grade(written: &Written) -> (Grade, String) {
    match &written.bound {
        Some(path) => (Grade::Proved, format!("proved: `referee check {}`", path.display())),
        None => (Grade::Computed, "computed: no checker could read this problem".to_owned()),
    }
}

/// The comparison with feasible mixtures, unless there are none.
fn gap(second: &Second) -> Option<&Gap> {
    second.gap.as_ref().filter(|_| !second.is_infeasible())
}

/// By how much the shrunk mixture can cost more than others.
fn gap_text(gap: &Gap) -> String {
    let grade = match gap.grade {
        Grade::Proved => "proved",
        _ if gap.declared => "declared: it rests on a lower bound that was given",
        _ => "declared: the bound is proved, but not that the recorded values are the problem's",
    };
    let (objective, compared) = (at_most(gap.objective), compared(gap.game, gap.at_most));
    format!("The mean objective of the shrunk mixture, at most {objective}, {compared} ({grade}).\n")
}

pub(super) fn text(second: &Second, written: &Written) -> String {
    let mut table = table(["second phase", "objective, at most", "largest constraint, at most"], [1, 2]);
    for row in &second.compared {
        let worst = worst(row).map_or("none".to_owned(), mean);
        table.add_row([row.name.clone(), mean(row.values[0]), worst]);
    }
    let mut text = format!("{table}\n");
    let atoms = second.solution.support.iter().zip(&second.points);
    text += &mixture("shrunk", atoms.map(|(atom, point)| (enclose(&atom.weight), point.as_slice())));
    let rests_on = by_upper_ends(second.rounded_up);
    let _ = if second.solution.epsilon.is_zero() {
        writeln!(
            text,
            "Among mixtures of the candidates with every constraint at most 0 on average, none is better: proved \
             exactly{rests_on}."
        )
    } else {
        writeln!(
            text,
            "No mixture of the candidates is feasible{rests_on}. No mixture of them violates less, and none that violates \
             as little has a smaller objective: proved exactly."
        )
    };
    if let Some(gap) = gap(second) {
        text += &gap_text(gap);
    }
    if second.subsampled {
        text += "The solution counts the rows of candidates.csv, not the rounds.\n";
    }
    match &second.refinement {
        None => {}
        Some((Refinement::Optimal(refined), gap)) => {
            let support = &refined.solution.support;
            let atoms = support.iter().map(|atom| (enclose(&atom.weight), refined.thetas[atom.candidate].as_slice()));
            text += &mixture("refined", atoms);
            let reached = if refined.gap <= *gap { "at most" } else { "more than asked:" };
            let _ = writeln!(
                text,
                "No feasible mixture over the whole domain is below {} ({}). The refined one is within {} of the best \
                 ({reached} {gap:e}; computed), after {} to the oracle.",
                at_least(refined.lower_bound),
                bound_grade(written).1,
                at_most(refined.gap),
                counted(refined.rounds, "question"),
            );
        }
        Some((Refinement::Infeasible(proof), _)) => {
            let _ = writeln!(
                text,
                "No mixture over the whole domain is feasible: a weighted sum of the constraints is at least {} \
                 everywhere ({}).",
                at_least(proof.lower_bound),
                bound_grade(written).1
            );
        }
        Some((Refinement::Undecided { least }, _)) => {
            let _ = writeln!(
                text,
                "No feasible mixture was found: by the upper ends of their values, no mixture of the points found has \
                 a largest constraint below {} on average.",
                at_least(least)
            );
        }
    }
    text
}

/// Adds what was found to the report for machines.
pub(super) fn add_to(second: &Second, written: &Written, report: &mut Value) {
    if let Some(solution) = &written.solution {
        report["solution"] = solution.to_json();
    }
    if !written.removed.is_empty() {
        report["removed"] = json!(written.removed);
    }
    let row = |row: &Compared| {
        let mut line = json!({ "name": row.name, "objective": pair(row.values[0]) });
        line["constraints"] = row.values[1..].iter().copied().map(pair).collect();
        line
    };
    report["compared"] = second.compared.iter().map(row).collect();
    if let Some(gap) = gap(second) {
        report["shrunk_gap"] = json!({ "at_most": gap.at_most, "grade": gap.grade.to_string() });
    }
    let grade = bound_grade(written).0.to_string();
    match &second.refinement {
        None => {}
        Some((Refinement::Optimal(refined), _)) => {
            report["refined"] = json!({
                "status": "optimal", "objective": refined.solution.objective.to_string(),
                "lower_bound": refined.lower_bound, "grade": grade, "gap": refined.gap,
                "gap_grade": Grade::Computed.to_string(), "questions": refined.rounds,
                "support": refined.solution.support.iter().map(|atom| json!({
                    "theta": refined.thetas[atom.candidate], "weight": atom.weight.to_string(),
                })).collect::<Vec<_>>(),
            });
        }
        Some((Refinement::Infeasible(proof), _)) => {
            report["refined"] = json!({ "status": "infeasible", "lower_bound": proof.lower_bound, "grade": grade });
        }
        Some((Refinement::Undecided { least }, _)) => {
            report["refined"] = json!({ "status": "undecided", "least": least.to_string() });
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/solve/second.rs"]
mod tests;
