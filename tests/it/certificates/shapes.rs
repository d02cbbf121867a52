//! Traces of every shape: enclosed values, other norms, weighed rounds, multipliers off their set, many constraints.

use super::exact::q;
use super::games::played;
use super::laws::{all_given, encloses};
use crate::common::holds;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, LowerBound, Verdict};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::regret::{Average, Averages};
use referee::theorems::{Statement, Theorem1, Theorem2};
use referee::trace::{Layout, Round, Trace};

/// The same rounds with every value enclosed, as far as `width` on either side.
fn widened(trace: &Trace, width: f64) -> Trace {
    let layout = trace.layout().clone().enclose_all();
    let mut wide = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    for t in 0..trace.rounds() {
        trace.copy_round(t, &mut round);
        let values = std::iter::once(&mut round.objective).chain(&mut round.constraints).chain(&mut round.proxies);
        for (k, value) in values.enumerate() {
            // Different widths, so that no two ends move together.
            let width = width * (1.0 + k as f64);
            *value = Enclosure::new(value.lo() - width, value.hi() + width);
        }
        wide.push(&round).expect("the round fits");
    }
    wide
}

/// A certificate of the enclosed trace says nothing that the exact one denies, and its numbers contain the exact ones.
fn agrees(wide: &Certificate, exact: &Certificate) -> Result<(), TestCaseError> {
    for (name, value) in &exact.measured {
        let enclosed = wide.measured(name);
        prop_assert!(
            enclosed.is_some_and(|wide| wide.contains_enclosure(*value)),
            "{}: {:?} {}",
            name,
            enclosed,
            value
        );
    }
    for claim in &exact.claims {
        let Some(other) = wide.claim(claim.name) else {
            // Only a divisor that depends on the values may be lost.
            prop_assert_eq!(claim.name, "objective_weight_data");
            continue;
        };
        prop_assert!(
            other.lhs.contains_enclosure(claim.lhs) && other.rhs.contains_enclosure(claim.rhs),
            "{}",
            claim.name
        );
        let opposite = matches!(
            (claim.verdict, other.verdict),
            (Verdict::Holds, Verdict::Violated) | (Verdict::Violated, Verdict::Holds)
        );
        prop_assert!(!opposite, "{} is {} and {}", claim.name, claim.verdict, other.verdict);
    }
    Ok(())
}

#[test]
fn enclosed_values_widen_what_is_measured_and_never_turn_a_verdict() {
    holds(300, &(played(), 0_usize..3), |(game, width)| {
        let width = [0.0, 2f64.powi(-40), 0.125][width];
        for kind in [Game::Lagrangian, Game::ProxyLagrangian] {
            let certify = |trace: &Trace| match kind {
                Game::Lagrangian => Theorem1.certify_trace(&mut &*trace, all_given(&game, kind)),
                Game::ProxyLagrangian => Theorem2.certify_trace(&mut &*trace, all_given(&game, kind)),
            };
            let trace = game.trace(kind);
            let exact = certify(&trace).expect("a certificate");
            let wide = certify(&widened(&trace, width)).expect("a certificate");
            agrees(&wide, &exact)?;
            if width == 0.0 {
                prop_assert_eq!(&wide.claims, &exact.claims);
            }
        }
        Ok(())
    });
}

/// Feasibility of the proxy game is an identity, so it is decided however wide the values are.
#[test]
fn identities_hold_on_wide_traces() {
    let text =
        "objective.lo,objective.hi,constraint_1.lo,constraint_1.hi,lambda_0,lambda_1\n0,1,-1,2,0.5,0.5\n0,3,0,1,1,0\n";
    let trace = Trace::from_reader(text.as_bytes(), "wide.csv").expect("the trace is right");
    let given = Given { lower_bound: Some(LowerBound::declared(-1.0)), ..Given::default() };
    let certificate = Theorem2.certify_trace(&mut &trace, given).expect("a certificate");
    for name in ["infeasibility", "infeasibility_deviation", "suboptimality", "suboptimality_deviation"] {
        assert_eq!(certificate.claim(name).map(|claim| claim.verdict), Some(Verdict::Holds), "{name}");
    }
    assert_eq!(certificate.measured("infeasibility"), Some(Enclosure::new(0.0, 4.0 / 3.0 + 2f64.powi(-52))));
}

/// Rounds may be weighed in any way: against a trace in which each round is repeated as often as it weighs.
#[test]
fn weights_are_repetitions() {
    holds(200, &(played(), 0_usize..3), |(game, which)| {
        let (averages, kind) = (game.average(which), Game::Lagrangian);
        let repeated = game.repeated(averages.theta);
        let given = all_given(&repeated, kind);
        let expected = Theorem1.certify_trace(&mut &repeated.trace(kind), given.clone()).expect("a certificate");
        let weighed =
            Theorem1.certify_trace(&mut &game.trace(kind), Given { averages, ..given }).expect("a certificate");
        prop_assert_eq!(weighed.measured, expected.measured);
        prop_assert_eq!(weighed.claims, expected.claims);
        Ok(())
    });
}

#[test]
fn different_weights_have_no_regrets_of_their_own() {
    let text = "objective,constraint_1,lambda_1\n0,1,0\n1,-1,1\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("the trace is right");
    let averages = Averages { theta: Average::Uniform, lambda: Average::Tail(1) };
    let given = Given {
        averages,
        radius: Some(2.0),
        lower_bound: Some(LowerBound::declared(0.0)), // min(0 + 1, 1 - 1) at the multiplier 1
        ..Given::default()
    };
    let certificate = Theorem1.certify_trace(&mut &trace, given).expect("a certificate");
    assert_eq!(certificate.measured("epsilon"), Some(Enclosure::point(0.5)));
    assert!(certificate.measured("theta_regret").is_none() && certificate.measured("lambda_regret").is_none());
    let all = Given { averages: Averages { theta: Average::Tail(2), ..averages }, ..Given::default() };
    let error = Theorem1.certify_trace(&mut &trace, all).unwrap_err();
    assert_eq!(error.to_string(), "the average leaves out all 2 rounds: leave out fewer");
}

/// More constraints than are swapped: the m + 1 deviations stand in, from O(m) numbers a round.
#[test]
fn many_constraints_are_certified_by_deviations() {
    let m = referee::regret::MOST_SWAPPED + 1;
    let layout = Layout::new(Game::ProxyLagrangian, m);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    for t in 0..5 {
        for i in 0..m {
            round.constraints[i] = Enclosure::point(((t * 7 + i * 3) % 11) as f64 / 8.0 - 0.75);
            round.lambda[i + 1] = ((t + i) % 3) as f64 / 1024.0;
        }
        round.lambda[0] = 0.25 + t as f64 / 16.0;
        round.objective = Enclosure::point(t as f64);
        trace.push(&round).expect("the round fits");
    }
    let given = Given { lower_bound: Some(LowerBound::declared(-1.0)), ..Given::default() };
    let certificate = Theorem2.certify_trace(&mut &trace, given).expect("a certificate");
    for name in ["swap_regret", "external_regret"] {
        assert!(certificate.measured(name).is_none(), "{name}");
    }
    for name in ["infeasibility", "suboptimality"] {
        assert!(certificate.claim(name).is_none(), "{name}");
        let deviation = certificate.claim(&format!("{name}_deviation")).expect("it stands in");
        assert_eq!(deviation.verdict, Verdict::Holds);
    }
    let earned = (0..trace.rounds()).fold(RBig::ZERO, |sum, t| {
        (0..m).fold(sum, |sum, i| sum + q(trace.lambda(t)[i + 1]) * q(trace.constraints().get(t, i).lo()))
    });
    encloses(&certificate, "deviation_to_objective", &(-earned / RBig::from(5))).expect("it encloses");
}

#[test]
fn what_makes_no_sense_is_refused_in_one_sentence() {
    let proxy = "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n";
    let proxy = Trace::from_reader(proxy.as_bytes(), "run.csv").expect("the trace is right");
    let refused = |given: Given| Theorem2.certify_trace(&mut &proxy, given).unwrap_err().to_string();
    let radius = Given { radius: Some(1.0), ..Given::default() };
    assert_eq!(refused(radius), "a radius has no meaning in the proxy game (the trace has `lambda_0`): leave it out");
    let lower = Given { lower_bound: Some(LowerBound::declared(f64::NAN)), ..Given::default() };
    assert_eq!(refused(lower), "the lower bound is NaN, but it must be a finite number");
    let other = Theorem1.certify_trace(&mut &proxy, Given::default()).unwrap_err().to_string();
    assert!(other.starts_with("theorem-1 is about the lagrangian game, and the trace is of the proxy-lagrangian game"));
    let huge = "objective,constraint_1,lambda_0,lambda_1\n1e308,1e308,1e300,1e300\n1e308,1e308,1e300,1e300\n";
    let huge = Trace::from_reader(huge.as_bytes(), "run.csv").expect("the trace is right");
    let error = Theorem2.certify_trace(&mut &huge, Given::default()).unwrap_err().to_string();
    assert!(error.ends_with("is beyond the largest double: rescale the values or the multipliers"), "{error}");
}
