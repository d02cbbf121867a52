//! Random problems made of expressions, played by each of the four algorithms and certified by every statement.

use super::draw::{Drawn, convex_problem, other_problem};
use super::saved::save;
use super::{Outcome, catches, holds};
use proptest::prelude::*;
use referee::certificate::{Certificate, LowerBound};
use referee::game::{Game, Grade, Side};
use referee::numerics::Enclosure;
use referee::problem::{ExpressionProblem, Problem, Workspace, constants, not_convex};
use referee::run::{Plan, RunConstants, Subject, certify_all, play_statement};
use referee::testing::certified_run::{files, proofs_check};
use referee::theorems::{Statement, rates};
use referee::trace::Trace;
use referee::verification::{Finding, unfit};

const RADIUS: f64 = 3.0;

/// Plays and certifies; `None` if the algorithm does not apply to the problem.
fn certified(drawn: &Drawn) -> Option<(ExpressionProblem, Trace, Vec<Certificate>)> {
    let problem = drawn.problem();
    let (trace, certificates) = {
        let subject = Subject::of(&problem);
        let radius = (drawn.algorithm.game() == Game::Lagrangian).then_some(RADIUS);
        let plan = Plan::new(&subject, drawn.algorithm).rounds(drawn.rounds).radius(radius);
        let mut seated = plan.seat().ok()?;
        let trace = seated.players.trace(drawn.rounds, drawn.seed).expect("a run");
        let certificates = certify_all(&seated.choices, &mut &trace).expect("certificates");
        (trace, certificates)
    };
    Some((problem, trace, certificates))
}

/// Objectives of the points of a grid at which every function of the side is surely at most 0.
fn feasible(problem: &ExpressionProblem, side: Side) -> Vec<Enclosure> {
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    let mut objectives = Vec::new();
    for i in 0..=16 {
        for j in 0..=20 {
            let point = [Enclosure::point(f64::from(i) / 8.0 - 1.0), Enclosure::point(f64::from(j) / 8.0 - 1.0)];
            problem.enclose(&point, side, &mut values, &mut work).expect("the functions are defined");
            if values[1..].iter().all(|g| g.hi() <= 0.0) {
                objectives.push(values[0]);
            }
        }
    }
    objectives
}

/// No conclusion is violated where the hypotheses hold, and no feasible point refutes a bound on suboptimality.
fn law(problem: &ExpressionProblem, certificates: &[Certificate]) -> Outcome {
    for certificate in certificates {
        let finding = Finding::of(certificate);
        prop_assert!(finding.wrong.is_empty(), "{}: {:?}", certificate.statement, finding.wrong);
        prop_assert!(certificate.given.values_verified(), "the values of a run are those of its problem");
        if let Some(claim) = certificate.claim("suboptimality") {
            prop_assert_eq!(claim.grade, Grade::Proved);
        }
        let side = certificate.game.side();
        let Some(objective) = certificate.measured("objective") else { continue };
        let claims = ["suboptimality", "suboptimality_deviation"].map(|name| certificate.claim(name));
        let bounds = claims.into_iter().flatten().map(|claim| claim.rhs).chain(certificate.measured("suboptimality"));
        let bounds: Vec<Enclosure> = bounds.collect();
        if bounds.is_empty() {
            continue;
        }
        for point in feasible(problem, side) {
            for bound in &bounds {
                let gap = objective - point;
                prop_assert!(gap.lo() <= bound.hi(), "{objective} is more than {bound} above the feasible {point}");
            }
        }
    }
    Ok(())
}

fn on(drawn: &Drawn) -> Outcome {
    let Some((problem, trace, certificates)) = certified(drawn) else { return Ok(()) };
    for certificate in &certificates {
        let files = files(&trace, |_| Ok(certificate.clone())).expect("files");
        let answer = proofs_check(&files);
        prop_assert!(answer.is_ok(), "{}: {:?}", certificate.statement, answer);
    }
    law(&problem, &certificates)
}

fn keep(name: &'static str) -> impl Fn(&Drawn) -> String {
    move |drawn| match certified(drawn) {
        Some((_, trace, certificates)) => save(name, drawn, &trace, &certificates),
        None => "it cannot be played any more".to_owned(),
    }
}

#[test]
fn implication_of_every_statement_on_random_convex_problems() {
    holds(&convex_problem(), |drawn| on(&drawn), keep("convex"));
}

#[test]
fn implication_of_every_statement_on_random_problems_that_are_not_convex() {
    holds(&other_problem(), |drawn| on(&drawn), keep("not-convex"));
}

/// What was drawn convex is recognised as convex, so that the convex statements are really tried.
#[test]
fn convex_problems_are_recognised() {
    holds(
        &convex_problem(),
        |drawn| {
            prop_assert!(drawn.convex && not_convex(&drawn.problem(), Side::Proxies).is_none());
            Ok(())
        },
        |_| String::new(),
    );
}

/// A lower bound that is too good by an eighth is noticed on some problem.
#[test]
fn a_raised_lower_bound_is_caught() {
    catches(&convex_problem(), |drawn| {
        let Some((problem, _, mut certificates)) = certified(&drawn) else { return Ok(()) };
        for certificate in &mut certificates {
            if let Some(LowerBound { value, .. }) = &mut certificate.given.lower_bound {
                *value += 0.125;
            }
            for (_, value) in certificate.measured.iter_mut().filter(|(name, _)| *name == "suboptimality") {
                *value = *value - Enclosure::point(0.125);
            }
        }
        law(&problem, &certificates)
    });
}

/// The statement that a problem is tried with, so that all twelve have their turn.
fn rate_of(drawn: &Drawn) -> &'static dyn Statement {
    rates().nth(usize::try_from(drawn.seed % 12).expect("below 12")).expect("there are twelve")
}

/// The algorithm of the statement keeps its promise: its hypotheses hold in its own run, and no conclusion is violated.
fn keeps_its_rate(drawn: &Drawn) -> Outcome {
    let (problem, statement) = (drawn.problem(), rate_of(drawn));
    let side = statement.game().expect("it is about a game").side();
    let bounds = constants(&problem, side).expect("the functions are bounded");
    if unfit(statement, &problem, &bounds).is_some() {
        return Ok(());
    }
    let constants = RunConstants { rounds: drawn.rounds, radius: RADIUS, bounds };
    let (_, certificate) = play_statement(statement, &problem, &constants, 0.05, drawn.seed).expect("a run");
    let finding = Finding::of_own_run(&certificate);
    prop_assert!(finding.failed.is_empty(), "{}: {:?}", statement.name(), finding.failed);
    prop_assert!(finding.wrong.is_empty(), "{}: {:?}", statement.name(), finding.wrong);
    Ok(())
}

#[test]
fn implication_of_every_rate_on_random_convex_problems() {
    holds(&convex_problem(), |drawn| keeps_its_rate(&drawn), keep("rates-convex"));
}

#[test]
fn implication_of_every_rate_on_random_problems_that_are_not_convex() {
    holds(&other_problem(), |drawn| keeps_its_rate(&drawn), keep("rates-not-convex"));
}
