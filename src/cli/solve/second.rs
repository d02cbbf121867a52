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
mod tests {
    use super::{Gap, gap_text};
    use crate::certificate::{Certificate, Compared, Given, LowerBound};
    use crate::game::{Evidence, Game};
    use crate::numerics::Enclosure;
    use dashu_ratio::RBig;

    fn certificate(game: Game, lower_bound: LowerBound, verified: bool, weight: Enclosure) -> Certificate {
        let values = if verified { Compared::Verified } else { Compared::Not };
        let given = Given { lower_bound: Some(lower_bound), values, ..Given::default() };
        let measured = vec![("objective_weight", weight)];
        Certificate { statement: "theorem-1", game, rounds: 1, constraints: 1, given, measured, claims: Vec::new() }
    }

    fn text(game: Game, bound: LowerBound, verified: bool, weight: Enclosure, objective: i32) -> String {
        let certificate = certificate(game, bound, verified, weight);
        Gap::new(&certificate, &RBig::from(objective)).map_or(String::new(), |gap| gap_text(&gap))
    }

    #[test]
    fn the_lower_bound_is_divided_by_the_weight_in_the_proxy_game_only() {
        let weight = Enclosure::new(0.25, 0.5);
        let bound = |value: f64| LowerBound { value, evidence: Evidence::Enumeration };
        let of = |game, value| text(game, bound(value), true, weight, 3);
        let mean = "The mean objective of the shrunk mixture, at most 3,";
        let lagrangian = "exceeds that of every feasible mixture, if there is one, by at most 2 (proved).\n";
        assert_eq!(of(Game::Lagrangian, 1.0), format!("{mean} {lagrangian}"));
        // Divided by all of the weights there may be, a positive bound is at least 2 and a negative one at least -4.
        let proxies = "that of every mixture that satisfies the proxies, if there is one, by";
        for (bound, compared) in [
            (1.0, format!("exceeds {proxies} at most 1")),
            (-1.0, format!("exceeds {proxies} at most 7")),
            (2.0, format!("is below {proxies} at least 1")),
        ] {
            assert_eq!(of(Game::ProxyLagrangian, bound), format!("{mean} {compared} (proved).\n"));
        }
        assert_eq!(text(Game::ProxyLagrangian, bound(1.0), true, Enclosure::new(0.0, 0.5), 3), "");
    }

    #[test]
    fn it_is_proved_only_with_evidence_and_verified_values() {
        let proved = || LowerBound { value: 0.0, evidence: Evidence::Enumeration };
        let grade = |bound, verified| text(Game::Lagrangian, bound, verified, Enclosure::ONE, 1);
        assert!(grade(proved(), true).ends_with("(proved).\n"));
        assert!(grade(proved(), false).contains("declared: the bound is proved, but not"));
        assert!(grade(LowerBound::declared(0.0), true).contains("declared: it rests on a lower bound"));
    }
}
