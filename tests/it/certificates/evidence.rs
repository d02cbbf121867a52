//! What counts as shown: margins, and the grade of what rests on them.

use crate::common::holds;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::certificate::{Compared, Given, GivenMargin, GivenRange, LowerBound, RestsOn};
use referee::domain::Simplex;
use referee::expr::Expr;
use referee::game::{Evidence, Game, Grade, Side};
use referee::problem::{Constraint, ExpressionProblem, Facts, constants, record};
use referee::theorems::evidence::{margin, objective_range};
use referee::theorems::{Statement as _, Theorem1, facts};
use referee::trace::Trace;
use std::cell::Cell;
use std::fmt::Write as _;

/// Whole eighths, so that doubles are exact.
fn eighths(range: std::ops::Range<i32>) -> impl Strategy<Value = f64> {
    range.prop_map(|k| f64::from(k) / 8.0)
}

#[test]
fn a_margin_is_shown_exactly_where_it_is_kept() {
    let rows = vec((eighths(-8..9), eighths(-8..9), eighths(-24..1)), 1..4);
    let seen = Cell::new([0, 0]);
    holds(256, &(rows, [eighths(-8..9), eighths(-8..9)], eighths(1..9)), |(rows, [x, y], value)| {
        let mut text = "minimize = \"x\"\nvariables = { x = [-1, 1], y = [-1, 1] }\n".to_owned();
        for (a, b, c) in &rows {
            let _ = writeln!(text, "[[constraint]]\nexpression = \"{a} * x + {b} * y + {c}\"");
        }
        let problem = ExpressionProblem::from_toml(&text, "planes").expect("a problem");
        let kept = rows.iter().all(|(a, b, c)| a * x + b * y + c <= -value);
        let shown = margin(&problem, Side::Constraints, value, Some(&[x, y])).point.is_some();
        prop_assert_eq!(shown, kept);
        let [not, is] = seen.get();
        seen.set(if kept { [not, is + 1] } else { [not + 1, is] });
        Ok(())
    });
    assert!(seen.get().iter().all(|count| *count > 30), "{seen:?} of 256 margins are not there and are");
}

/// Proved is what rests on nothing, or on facts that are shown and on values that were compared with the problem.
#[test]
fn what_was_not_compared_or_not_shown_is_declared() {
    let bit = |bits: u32, k: u32| bits >> k & 1 == 1;
    for (needed, shown) in (0..64_u32).map(|bits| (bits >> 3, bits & 7)) {
        let rests_on =
            RestsOn { lower_bound: bit(needed, 0), margin: bit(needed, 1), range: bit(needed, 2), at_best: None };
        let evidence = if bit(shown, 0) { Evidence::Enumeration } else { Evidence::Declared };
        for values in [Compared::Not, Compared::Verified, Compared::Different] {
            let given = Given {
                lower_bound: Some(LowerBound { value: 0.0, evidence: evidence.clone() }),
                margin: Some(GivenMargin { value: 1.0, point: bit(shown, 1).then(Vec::new), objective: None }),
                objective_range: Some(GivenRange { value: 1.0, enclosed: bit(shown, 2) }),
                values,
                ..Given::default()
            };
            let proved = match values {
                Compared::Not => needed == 0,
                Compared::Verified => needed & !shown == 0,
                Compared::Different => false,
            };
            let expected = if proved { Grade::Proved } else { Grade::Declared };
            assert_eq!(given.grade(rests_on), expected, "{rests_on:?} of {given:?}");
        }
    }
}

/// The radius by a margin rests on the margin and on the range of the objective, and so does what follows from it.
#[test]
fn what_rests_on_a_margin_and_a_range_is_proved_where_both_are_shown() {
    let text = "minimize = \"x\"\nvariables = { x = [0, 1] }\n[[constraint]]\nexpression = \"1 - 2 * x\"\n";
    let problem = ExpressionProblem::from_toml(text, "line").expect("a problem");
    let rows = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
    let trace = Trace::from_reader(rows.as_bytes(), "run.csv").expect("a trace");
    for (point, enclosed) in [(false, false), (false, true), (true, false), (true, true)] {
        let given = Given {
            radius: Some(2.0),
            problem: record(&problem),
            values: Compared::Verified,
            lower_bound: Some(LowerBound { value: 0.375, evidence: Evidence::Enumeration }),
            margin: Some(GivenMargin { value: 1.0, point: point.then(|| vec![1.0]), objective: None }),
            objective_range: Some(GivenRange { value: 1.0, enclosed }),
            ..Given::default()
        };
        let certificate = Theorem1.certify_trace(&mut &trace, given).expect("a certificate");
        let expected = if point && enclosed { Grade::Proved } else { Grade::Declared };
        for name in ["slater_below_radius", "infeasibility_slater"] {
            let grade = certificate.claim(name).map(|claim| claim.grade);
            assert_eq!(grade, Some(expected), "{name}, {point}, {enclosed}");
        }
    }
}

/// Nobody else can look at a problem without a record, so what it shows is somebody's word.
#[test]
fn a_problem_without_a_record_shows_nothing() {
    let variables = ["x", "y"].map(str::to_owned);
    let function = |text: &str| Expr::parse(text, &variables).expect("an expression");
    let constraint = Constraint::new("below", function("x - 2"));
    let domain = Simplex::new(2).expect("a domain");
    let problem =
        ExpressionProblem::new("p", variables.to_vec(), domain, function("1"), vec![constraint], Facts::UNKNOWN)
            .expect("a problem");
    assert!(record(&problem).is_none());
    let bounds = constants(&problem, Side::Constraints).expect("finite bounds");
    let stated = bounds.margin.as_ref().expect("every point has one");
    let alone = margin(&problem, Side::Constraints, stated.value, stated.point.as_deref());
    assert!(alone.point.is_some() && objective_range(&problem, bounds.objective_range).enclosed);
    let found = facts(&problem, &bounds, Game::Lagrangian);
    assert_eq!(found.margin, Some(GivenMargin { point: None, ..alone }));
    assert_eq!(found.objective_range, Some(GivenRange { value: bounds.objective_range, enclosed: false }));
}
