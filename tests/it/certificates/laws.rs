//! If the hypotheses hold, the conclusions are true of what is known independently: the exact optimum over mixtures,
//! the exact violation, the exact multipliers. Nothing is compared with a tolerance.

use super::exact::{Round, best_mixture, largest, mean, q, swap_regret};
use super::games::{Played, played};
use crate::common::Outcome;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, GivenMargin, GivenRange, LowerBound, Verdict};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::numerics::rational::contains;
use referee::theorems::{Statement, Theorem1, Theorem2};

/// Everything true that a finite game can be given.
pub(crate) fn all_given(game: &Played, kind: Game) -> Given {
    Given {
        radius: (kind == Game::Lagrangian).then_some(game.radius),
        lower_bound: Some(LowerBound::declared(game.lower(kind))),
        margin: game.slater(kind).map(|(point, value)| GivenMargin {
            value,
            point: None,
            objective: Some(Enclosure::point(game.points[point].objective)),
        }),
        objective_range: Some(GivenRange { value: game.range(), enclosed: false }),
        ..Given::default()
    }
}

/// What is measured must contain the exact value.
pub(crate) fn encloses(certificate: &Certificate, name: &str, value: &RBig) -> Outcome {
    let enclosure = certificate.measured(name);
    prop_assert!(enclosure.is_some(), "{name} is missing");
    prop_assert!(contains(enclosure.unwrap(), value), "{name} is {value}, not in {}", enclosure.unwrap());
    Ok(())
}

/// `value` is at most the right side of a claim that has one, and the claim says so.
pub(crate) fn at_most(certificate: &Certificate, name: &str, value: &RBig) -> Outcome {
    if let Some(claim) = certificate.claim(name) {
        prop_assert!(*value <= q(claim.rhs.hi()), "{name}: {value} is above {}", claim.rhs);
        prop_assert_eq!(claim.verdict, Verdict::Holds, "{}", name);
    }
    Ok(())
}

/// A hypothesis holds exactly if it is true, and is violated otherwise.
fn decided(certificate: &Certificate, name: &str, truth: bool) -> Outcome {
    if let Some(claim) = certificate.claim(name) {
        let verdict = if truth { Verdict::Holds } else { Verdict::Violated };
        prop_assert_eq!(claim.verdict, verdict, "{}", name);
    }
    Ok(())
}

/// A true lower bound is at most what the mixture reached, and the claim says so with the number.
fn possible(certificate: &Certificate, reached: &RBig) -> Outcome {
    let claim = certificate.claim("lower_bound_possible").expect("a lower bound was given");
    prop_assert!(contains(claim.rhs, reached), "{reached} is not in {}", claim.rhs);
    prop_assert_eq!(claim.verdict, Verdict::Holds);
    Ok(())
}

pub(crate) fn lagrangian_law(game: &Played, certificate: &Certificate) -> Outcome {
    let m = game.constraints();
    let weights = vec![RBig::ONE; game.rounds.len()];
    let of = |value: &dyn Fn(usize) -> f64| mean(game.rounds.iter().map(|(point, _)| q(value(*point))), &weights);
    let objective = of(&|j| game.points[j].objective);
    let means: Vec<RBig> = (0..m).map(|i| of(&|j| game.points[j].constraints[i])).collect();
    let violation = largest(means.iter().cloned().chain([RBig::ZERO]));
    let norm = game.mean_multipliers(Game::Lagrangian)[1..].iter().fold(RBig::ZERO, |sum, x| sum + x);
    encloses(certificate, "objective", &objective)?;
    encloses(certificate, "infeasibility", &violation)?;
    encloses(certificate, "multiplier_norm", &norm)?;
    // The gap of the theorem, from its definition: the best multipliers are a vertex of the ball.
    let lower = q(game.lower(Game::Lagrangian));
    let best = largest(means.iter().map(|mean| &objective + q(game.radius) * mean).chain([objective.clone()]));
    encloses(certificate, "epsilon", &(&best - &lower))?;
    let columns: Vec<Vec<f64>> = (0..m).map(|i| game.column(i)).collect();
    if let Some(optimum) = best_mixture(&game.objectives(), &columns) {
        let gap = &objective - &optimum;
        at_most(certificate, "suboptimality", &gap)?;
        let measured = certificate.measured("suboptimality").expect("a lower bound was given");
        prop_assert!(gap <= q(measured.hi()), "the direct bound {measured} is below the gap {gap}");
    }
    for name in ["infeasibility", "infeasibility_slater"] {
        at_most(certificate, name, &violation)?;
    }
    let multipliers = game.mean_multipliers(Game::Lagrangian);
    possible(certificate, &multipliers[1..].iter().zip(&means).fold(objective, |sum, (x, mean)| sum + x * mean))?;
    at_most(certificate, "infeasibility_slater_data", &(q(game.radius) * &violation))?;
    decided(certificate, "norm_below_radius", norm < q(game.radius))?;
    decided(certificate, "margin_positive", true)?;
    if let Some((_, margin)) = game.slater(Game::Lagrangian) {
        decided(certificate, "slater_below_radius", q(game.range()) / q(margin) < q(game.radius))?;
    }
    for name in ["multiplier_norm", "multiplier_norm_data"] {
        at_most(certificate, name, &norm)?;
    }
    prop_assert!(certificate.violated().is_none());
    Ok(())
}

pub(crate) fn proxy_law(game: &Played, certificate: &Certificate) -> Outcome {
    let m = game.constraints();
    let count = RBig::from(game.rounds.len() as u64);
    let gains = |j: usize| -> Vec<RBig> {
        std::iter::once(RBig::ZERO).chain(game.points[j].constraints.iter().map(|&g| q(g))).collect()
    };
    let rounds: Vec<Round> =
        game.rounds.iter().map(|(point, lambda)| (lambda.iter().map(|&x| q(x)).collect(), gains(*point))).collect();
    let sum =
        |term: &dyn Fn(&Round) -> RBig| rounds.iter().map(term).fold(RBig::ZERO, |sum, x| sum + x) / count.clone();
    let weight = sum(&|(lambda, _)| lambda[0].clone());
    encloses(certificate, "objective_weight", &weight)?;
    encloses(certificate, "swap_regret", &swap_regret(&rounds))?;
    let earned = |(lambda, gains): &Round| lambda.iter().zip(gains).fold(RBig::ZERO, |sum, (x, y)| sum + x * y);
    let mass = |(lambda, _): &Round| lambda.iter().fold(RBig::ZERO, |sum, x| sum + x);
    let fixed = (0..=m).map(|j| sum(&|round| mass(round) * &round.1[j] - earned(round)));
    encloses(certificate, "external_regret", &largest(fixed))?;
    let kappa = game.rounds.iter().fold(RBig::ZERO, |sum, (point, lambda)| {
        (0..m).fold(sum, |sum, i| {
            sum + q(lambda[i + 1]) * (q(game.points[*point].constraints[i]) - q(game.proxies_of(*point)[i]))
        })
    }) / count.clone();
    encloses(certificate, "domination_gap", &kappa)?;
    let dominated = certificate.claim("domination").expect("it is always there").verdict == Verdict::Holds;
    prop_assert_eq!(dominated, kappa <= RBig::ZERO);
    for name in ["objective_weight", "objective_weight_deviation", "objective_weight_data"] {
        if let Some(claim) = certificate.claim(name) {
            prop_assert!(q(claim.lhs.lo()) <= weight, "{name}: the weight {weight} is below {}", claim.lhs);
            prop_assert_eq!(claim.verdict, Verdict::Holds, "{}", name);
        }
    }
    decided(certificate, "objective_weight_positive", weight > RBig::ZERO)?;
    decided(certificate, "margin_positive", true)?;
    if weight == RBig::ZERO {
        prop_assert!(certificate.measured("objective").is_none() && certificate.claim("infeasibility").is_none());
        return Ok(());
    }
    let weights: Vec<RBig> = game.rounds.iter().map(|(_, lambda)| q(lambda[0])).collect();
    let of = |value: &dyn Fn(usize) -> f64| mean(game.rounds.iter().map(|(point, _)| q(value(*point))), &weights);
    let objective = of(&|j| game.points[j].objective);
    let violation = largest((0..m).map(|i| of(&|j| game.points[j].constraints[i])).chain([RBig::ZERO]));
    encloses(certificate, "objective", &objective)?;
    encloses(certificate, "infeasibility", &violation)?;
    for name in ["infeasibility", "infeasibility_deviation"] {
        at_most(certificate, name, &violation)?;
    }
    let multipliers = game.mean_multipliers(Game::ProxyLagrangian);
    let proxies = (0..m).map(|i| of(&|j| game.proxies_of(j)[i]));
    let reached =
        multipliers[1..].iter().zip(proxies).fold(&multipliers[0] * &objective, |sum, (x, mean)| sum + x * mean);
    possible(certificate, &reached)?;
    let columns: Vec<Vec<f64>> = (0..m).map(|i| game.proxy_column(i)).collect();
    if let Some(optimum) = best_mixture(&game.objectives(), &columns) {
        let gap = &objective - &optimum;
        for name in ["suboptimality", "suboptimality_deviation"] {
            at_most(certificate, name, &gap)?;
        }
        let measured = certificate.measured("suboptimality").expect("a lower bound was given");
        prop_assert!(gap <= q(measured.hi()), "the direct bound {measured} is below the gap {gap}");
    }
    prop_assert!(certificate.violated().is_none());
    Ok(())
}

/// Half of the games at least must reach each bound, or the law above would be idle.
#[test]
fn the_games_reach_every_claim() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..300 {
        let game = played().new_tree(&mut runner).expect("a game").current();
        let (l, p) = (Game::Lagrangian, Game::ProxyLagrangian);
        let first = Theorem1.certify_trace(&mut &game.trace(l), all_given(&game, l)).expect("a certificate");
        let second = Theorem2.certify_trace(&mut &game.trace(p), all_given(&game, p)).expect("a certificate");
        for claim in first.claims.iter().chain(&second.claims) {
            *seen.entry((claim.name, claim.verdict == Verdict::Holds)).or_insert(0) += 1;
        }
    }
    for name in [
        "infeasibility",
        "infeasibility_slater",
        "infeasibility_slater_data",
        "multiplier_norm",
        "multiplier_norm_data",
        "infeasibility_deviation",
        "suboptimality",
        "suboptimality_deviation",
        "objective_weight",
        "objective_weight_deviation",
        "objective_weight_data",
    ] {
        assert!(seen.get(&(name, true)).is_some_and(|&count| count > 30), "{name}: {seen:?}");
    }
    assert!(seen.contains_key(&("domination", false)), "no game without domination: {seen:?}");
    assert!(seen.contains_key(&("norm_below_radius", false)), "no game with long multipliers: {seen:?}");
}
