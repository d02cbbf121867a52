//! Laws of the answers, judged by the theorems as they are stated (quotients, exact rationals), not by the products that
//! the search evaluates.

use crate::common::{Outcome, catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::rational::exact;
use referee::theorems::plan::{Answer, Form, Inputs, Shape, Target, Targets, plan};
use referee::theorems::{Statement, rates};

/// Whether the conclusion holds if the regrets are `theta` and `lambda`; `None` without a mixture.
fn reached(target: Target, shape: Shape, inputs: &Inputs, theta: &RBig, lambda: &RBig) -> bool {
    let sum = theta + lambda;
    let (margin, range) = (exact(inputs.margin.unwrap_or(1.0)), exact(inputs.objective_range.unwrap_or(0.0)));
    let radius = || exact(inputs.radius().expect("given, or it follows"));
    let weight = (&margin - &sum) / (&margin + &range);
    let has_weight = weight > RBig::ZERO;
    match (target, shape) {
        (Target::Regret(tau), Shape::Proxy) => theta <= &exact(tau) && lambda <= &exact(tau),
        (Target::Regret(tau), _) | (Target::Suboptimality(tau), Shape::Lagrangian) => sum <= exact(tau),
        (Target::Weight, _) => has_weight,
        (Target::Infeasibility(tau), Shape::Lagrangian) => {
            let room = radius() - (&sum + &range) / &margin;
            room > RBig::ZERO && sum / room <= exact(tau)
        }
        (Target::InfeasibilitySlater(tau), _) => {
            let room = radius() - &range / &margin;
            room > RBig::ZERO && sum / room <= exact(tau)
        }
        (Target::Infeasibility(tau), _) => has_weight && lambda / weight <= exact(tau),
        (Target::Suboptimality(tau), _) => has_weight && sum / weight <= exact(tau),
    }
}

/// The regrets of a form, as their upper or their lower ends.
fn regrets(form: &Form, rounds: u64, up: bool) -> (RBig, RBig) {
    let end = |regret: Option<referee::numerics::Enclosure>| {
        regret.map_or(RBig::ZERO, |regret| exact(if up { regret.hi() } else { regret.lo() }))
    };
    (end(form.theta_regret(rounds)), end(form.lambda_regret(rounds)))
}

/// What an answer promises: enough rounds, and no fewer than `not_below`.
fn answer_is_right(target: Target, shape: Shape, inputs: &Inputs, form: &Form, rounds: u64, not_below: u64) -> Outcome {
    let (theta, lambda) = regrets(form, rounds, true);
    let name = (form.name, target);
    prop_assert!(reached(target, shape, inputs, &theta, &lambda), "{name:?}: {rounds} rounds are not enough");
    prop_assert!(not_below <= rounds);
    if not_below > 1 {
        let (theta, lambda) = regrets(form, not_below - 1, false);
        prop_assert!(!reached(target, shape, inputs, &theta, &lambda), "{name:?}: {not_below} are more than enough");
    }
    // Only a rounding lies between the two.
    prop_assert!(rounds - not_below <= 2 + (rounds >> 40), "{name:?}: {not_below} to {rounds}");
    Ok(())
}

fn any_inputs() -> impl Strategy<Value = (Inputs, Targets)> {
    let size = || (-6.0..6.0).prop_map(f64::exp2);
    let small = || (-8.0..0.0).prop_map(f64::exp2);
    let radius = prop_oneof![Just(None), size().prop_map(Some)];
    let rho = prop_oneof![2 => Just(None), 1 => (-16.0..-4.0).prop_map(|e: f64| Some(e.exp2()))];
    (0..40_u64, (size(), size(), size(), size()), radius, rho, small(), (small(), small(), small())).prop_map(
        |(
            constraints,
            (payoff, point, slope, range),
            radius,
            oracle_error,
            margin,
            (delta, infeasible, suboptimal),
        )| {
            let inputs = Inputs {
                constraints: Some(constraints),
                payoff_bound: Some(payoff),
                domain_radius: Some(point),
                subgradient_bound: Some(slope),
                confidence: Some(delta * 0.999),
                margin: Some(margin),
                objective_range: Some(range),
                radius,
                oracle_error,
                ..Inputs::default()
            };
            let targets =
                Targets { regret: Some(infeasible), infeasibility: Some(infeasible), suboptimality: Some(suboptimal) };
            (inputs, targets)
        },
    )
}

/// Targets that the statement has.
fn fitting(statement: &str, targets: &Targets) -> Targets {
    match statement {
        "lemma-1" | "lemma-4" | "lemma-10" | "lemma-11" => *targets,
        _ => Targets { regret: targets.regret, ..Targets::default() },
    }
}

/// Checks every answer of every form, after a planner that shifts the numbers.
fn check_all(statement: &str, inputs: &Inputs, targets: &Targets, shift: fn(u64, u64) -> (u64, u64)) -> Outcome {
    let plan = plan(statement, inputs, &fitting(statement, targets)).expect("all constants are there");
    for row in &plan.rows {
        for (target, answer) in &row.answers {
            match answer {
                Answer::Rounds { rounds, not_below } => {
                    let (rounds, not_below) = shift(*rounds, *not_below);
                    answer_is_right(*target, plan.shape, inputs, &row.form, rounds, not_below)?;
                }
                // The rates fall towards their limit: what fails for the longest run fails for every run.
                Answer::Never(_) | Answer::TooMany => {
                    let (theta, lambda) = regrets(&row.form, 1 << 62, false);
                    prop_assert!(!reached(*target, plan.shape, inputs, &theta, &lambda), "{target:?} is reached");
                }
                Answer::Silent => prop_assert!(!row.form.uniform && plan.shape == Shape::Lagrangian),
            }
        }
    }
    Ok(())
}

#[test]
fn implication_every_answer_is_enough_and_no_more_than_that() {
    for statement in rates().map(Statement::name) {
        holds(64, &any_inputs(), |(inputs, targets)| check_all(statement, &inputs, &targets, |t, least| (t, least)));
    }
}

#[test]
fn necessity_a_planner_that_is_off_by_one_is_caught() {
    for statement in rates().map(Statement::name) {
        let law = |shift: fn(u64, u64) -> (u64, u64)| {
            catches(64, &any_inputs(), |(inputs, targets)| check_all(statement, &inputs, &targets, shift));
        };
        law(|t, least| ((t - 1).max(1), least.min((t - 1).max(1))));
        law(|t, least| (t + 1, least + 1));
    }
}

/// A planner that forgets the objective's range, or the split of the probability, promises too much.
#[test]
fn necessity_a_planner_with_another_constant_is_caught() {
    for (statement, spoil) in [
        (
            "lemma-11",
            (|inputs: &Inputs| Inputs { objective_range: Some(0.0), ..inputs.clone() }) as fn(&Inputs) -> Inputs,
        ),
        ("lemma-4", |inputs| Inputs {
            confidence: inputs.confidence.map(|delta| (2.0 * delta).min(0.999)),
            ..inputs.clone()
        }),
        ("lemma-1", |inputs| Inputs { margin: inputs.margin.map(|margin| 1.01 * margin), ..inputs.clone() }),
    ] {
        catches(64, &any_inputs(), |(inputs, targets)| {
            let inputs = Inputs { radius: Some(inputs.radius.unwrap_or(500.0)), ..inputs };
            let (right, wrong) = (
                plan(statement, &inputs, &targets).expect("there"),
                plan(statement, &spoil(&inputs), &targets).expect("there"),
            );
            for (honest, row) in right.rows.iter().zip(&wrong.rows) {
                for (target, answer) in &row.answers {
                    if let Answer::Rounds { rounds, not_below } = answer {
                        answer_is_right(*target, right.shape, &inputs, &honest.form, *rounds, *not_below)?;
                    }
                }
            }
            Ok(())
        });
    }
}

/// The forms are there because each is at most the one before it, with the same constants.
#[test]
fn implication_each_form_promises_no_less_than_the_paper() {
    for statement in rates().map(Statement::name) {
        holds(64, &any_inputs(), |(inputs, _)| {
            // Uniform statements are below the printed ones for these probabilities only; the lemmas always.
            let inputs = Inputs { confidence: inputs.confidence.map(|delta| delta.min(0.75)), ..inputs };
            let plan = plan(statement, &inputs, &Targets::default()).expect("all constants are there");
            for rounds in [1, 7, 1000, 1 << 40] {
                let paper = &plan.rows[0].form;
                for row in &plan.rows[1..] {
                    let cheaper = |a: Option<referee::numerics::Enclosure>, b: Option<referee::numerics::Enclosure>| {
                        a.zip(b).is_none_or(|(a, b)| a.lo() <= b.hi())
                    };
                    prop_assert!(
                        cheaper(row.form.theta_regret(rounds), paper.theta_regret(rounds)),
                        "{}",
                        row.form.name
                    );
                    let hedge = row.form.lambda_player == Some("exponentiated-gradient");
                    prop_assert!(
                        hedge || cheaper(row.form.lambda_regret(rounds), paper.lambda_regret(rounds)),
                        "{statement}, {} after {rounds}",
                        row.form.name
                    );
                }
            }
            Ok(())
        });
    }
}

/// Implied bounds are the conclusions at the upper ends, rounded to the safe side.
#[test]
fn implication_what_is_implied_is_safe() {
    for statement in ["lemma-1", "lemma-4", "lemma-10", "lemma-11"] {
        holds(64, &(any_inputs(), 1..1_u64 << 40), |((inputs, _), rounds): ((Inputs, Targets), u64)| {
            let plan = plan(statement, &inputs, &Targets::default()).expect("all constants are there");
            for row in &plan.rows {
                let (theta, lambda) = regrets(&row.form, rounds, true);
                for implied in plan.implied(&row.form, rounds) {
                    let Some(bound) = implied.bound.filter(|bound| *bound > 0.0 && bound.is_finite()) else { continue };
                    let target = match implied.name {
                        "objective_weight" => Target::Weight,
                        "infeasibility" => Target::Infeasibility(bound),
                        "infeasibility_slater" => Target::InfeasibilitySlater(bound),
                        _ => Target::Suboptimality(bound),
                    };
                    prop_assert!(
                        reached(target, plan.shape, &inputs, &theta, &lambda),
                        "{target:?} of {}",
                        row.form.name
                    );
                }
            }
            Ok(())
        });
    }
}
