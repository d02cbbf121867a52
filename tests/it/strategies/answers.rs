//! The answers of problems that have some, against the laws of known answers, and answers that are a little wrong.

use super::{Asked, caught, draws, holds};
use proptest::strategy::{BoxedStrategy, Strategy as _};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::numerics::Enclosure;
use referee::problem::families::{Known, Optimum};
use referee::testing::Outcome;
use referee::testing::laws_family::{
    law_attained, law_least_violation, law_nothing_feasible_is_below, law_order, law_weak_duality, optima, sample,
};
use referee::testing::strategies::{DrawnProblem, problems};

const CASES: usize = 60;

fn answered() -> impl Iterator<Item = BoxedStrategy<DrawnProblem>> {
    Asked::all().filter(|asked| asked.answered).map(|asked| problems(asked.ask()).boxed())
}

/// All laws of known answers, after the answers were changed.
fn law(drawn: &DrawnProblem, change: impl Fn(&mut Known)) -> Outcome {
    let problem = &*drawn.problem;
    let mut known = drawn.known(referee::game::Side::Constraints).map_err(|error| error.to_string())?;
    let sample = sample(problem, Some(&known), &mut ChaCha8Rng::seed_from_u64(0));
    change(&mut known);
    law_order(&known)?;
    for (optimum, side) in optima(&known) {
        law_attained(problem, optimum, side)?;
        law_weak_duality(problem, optimum, side, &sample)?;
        if optimum.mixture.len() == 1 && known.optimum.as_ref() == Some(optimum) {
            law_nothing_feasible_is_below(problem, optimum, side, &sample)?;
        }
    }
    known.least_violation.as_ref().map_or(Ok(()), |least| law_least_violation(problem, least, &sample))
}

pub(super) fn unchanged(drawn: &DrawnProblem) -> Outcome {
    law(drawn, |_| {})
}

#[test]
fn every_answer_survives_the_laws() {
    for strategy in answered() {
        holds(&strategy, CASES, unchanged);
    }
}

fn each(known: &mut Known, change: impl Fn(&mut Optimum)) {
    let optima = [&mut known.optimum, &mut known.mixed_optimum, &mut known.proxy_optimum, &mut known.least_violation];
    optima.into_iter().flatten().for_each(change);
}

#[test]
fn a_shifted_answer_is_caught_every_time() {
    for (strategy, by) in answered().zip([1.0, -1.0].into_iter().cycle()) {
        let shift = |drawn: &DrawnProblem| {
            law(drawn, |known| each(known, |optimum| optimum.value = optimum.value + Enclosure::point(by / 1024.0)))
        };
        assert_eq!(caught(&strategy, CASES, shift), CASES);
    }
}

/// A multiplier that is negative is caught every time; one that is too large by an eighth, where the constraint has a
/// slope.
#[test]
fn other_multipliers_are_caught() {
    for strategy in answered() {
        let multiplied = draws(&strategy, CASES).filter(|drawn| {
            let optimum = drawn.answers.mixed_optimum.as_ref().and_then(|optimum| optimum.multipliers.as_ref());
            optimum.is_some_and(|multipliers| !multipliers.is_empty())
        });
        let multiplied = multiplied.count();
        let moved = |by: f64| {
            caught(&strategy, CASES, |drawn: &DrawnProblem| {
                law(drawn, |known| {
                    each(known, |optimum| {
                        if let Some(y) = optimum.multipliers.as_mut().and_then(|y| y.first_mut()) {
                            *y = *y + Enclosure::point(by);
                        }
                    });
                })
            })
        };
        assert!(multiplied > CASES / 3, "only {multiplied} have multipliers");
        assert_eq!(moved(-100.0), multiplied);
        let noticed = moved(0.125);
        assert!(noticed > multiplied / 3, "{noticed} of {multiplied} multipliers that are too large were noticed");
    }
}

/// Answers of every kind are drawn: mixing helps or not, proxies cost or not, nothing is feasible, multipliers are
/// positive.
#[test]
fn answers_are_wide() {
    let (mut mixing_helps, mut proxies_cost, mut infeasible, mut priced, mut at_no_cost) = (0, 0, 0, 0, 0);
    for strategy in answered() {
        for drawn in draws(&strategy, CASES) {
            let answers = &drawn.answers;
            let above = |one: &Option<Optimum>, other: &Option<Optimum>| {
                one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| one.value.lo() > other.value.hi())
            };
            mixing_helps += usize::from(above(&answers.optimum, &answers.mixed_optimum));
            proxies_cost += usize::from(above(&answers.proxy_optimum, &answers.optimum));
            infeasible += usize::from(answers.least_violation.is_some());
            let Some(multipliers) = answers.mixed_optimum.as_ref().and_then(|mixed| mixed.multipliers.as_ref()) else {
                continue;
            };
            *if multipliers.iter().any(|y| y.lo() > 0.0) { &mut priced } else { &mut at_no_cost } += 1;
        }
    }
    let counts = [mixing_helps, proxies_cost, infeasible, priced, at_no_cost];
    assert!(counts.iter().all(|&count| count > CASES / 4), "{counts:?}");
}
