//! Theorem 3: Theorem 1 with multipliers measured in a p-norm.
//!
//! Ties at norms that are not rational: `properties::games`.

use super::common::{trace, verdict};
use crate::certificates::exact::{largest, q};
use crate::certificates::games::played;
use crate::certificates::laws::all_given;
use crate::common::holds;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::certificate::{Given, LowerBound, Verdict};
use referee::game::Game;
use referee::numerics::Norm;
use referee::theorems::{Statement, Theorem3};

/// Theorem 3 for several norms: its conclusions are true of the exact means, compared by powers.
#[test]
fn implication_theorem_3_for_other_norms() {
    holds(300, &played(), |game| {
        for text in ["2", "1.5", "3", "inf", "1"] {
            let norm = Norm::parse(text).expect("a norm");
            let given = Given { norm: Some(norm), ..all_given(&game, Game::Lagrangian) };
            let trace = game.trace(Game::Lagrangian);
            let certificate = Theorem3.certify_trace(&mut &trace, given).expect("a certificate");
            prop_assert!(certificate.violated().is_none(), "{text}: {:?}", certificate.violated());
            let mean = certificate.measured("multiplier_norm").expect("always there");
            let one: RBig = game.mean_multipliers(Game::Lagrangian)[1..].iter().fold(RBig::ZERO, |s, x| s + x);
            let infinity = largest(game.mean_multipliers(Game::Lagrangian)[1..].iter().cloned().chain([RBig::ZERO]));
            // Every p-norm lies between the largest entry and the sum.
            prop_assert!(q(mean.hi()) >= infinity && q(mean.lo()) <= one, "{text}: {mean}");
            if text == "2" {
                let squares =
                    game.mean_multipliers(Game::Lagrangian)[1..].iter().fold(RBig::ZERO, |sum, x| sum + x * x);
                prop_assert!(q(mean.lo()) * q(mean.lo()) <= squares && squares <= q(mean.hi()) * q(mean.hi()));
            }
        }
        Ok(())
    });
}

/// `||lambda_bar||_p < R`, in the norm of the ball: one point that violates the first of two constraints by 1, with
/// multipliers `(2, 2)` and the lower bound 0 (the infimum is 2). At `R = 2` in the largest entry, and at `R = 4` in the
/// sum, nothing is left to divide by; at `R = 3` the largest entry is below it and the sum is not, whose formula would
/// promise a negative violation.
#[test]
fn necessity_of_multipliers_shorter_than_the_radius_in_the_norm() {
    let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,0,2,2\n";
    let certify = |norm: &str, radius| {
        let given = Given {
            radius: Some(radius),
            norm: Some(Norm::parse(norm).expect("a norm")),
            lower_bound: Some(LowerBound::declared(0.0)),
            ..Given::default()
        };
        Theorem3.certify_trace(&mut &trace(text), given).expect("it certifies")
    };
    for (norm, radius) in [("inf", 2.0), ("1", 4.0), ("1", 3.0), ("2", 2.5)] {
        let certificate = certify(norm, radius);
        assert_eq!(verdict(&certificate, "norm_below_radius"), Some(Verdict::Violated), "{norm}, {radius}");
        assert_eq!(verdict(&certificate, "infeasibility"), None, "{norm}, {radius}");
        let value = |name: &str| certificate.measured(name).expect("it is defined").midpoint();
        let promised = value("epsilon") / (radius - value("multiplier_norm"));
        assert!(promised < 1.0 || promised.is_infinite(), "{norm}, {radius}: {promised}");
    }
    let certificate = certify("inf", 3.0);
    assert_eq!(verdict(&certificate, "norm_below_radius"), Some(Verdict::Holds));
    assert_eq!(verdict(&certificate, "infeasibility"), Some(Verdict::Holds));
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Theorem3, Least { convex: 40, not_convex: 40, noisy: 10, known: 100 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["lower_bound_possible", "margin_positive", "norm_below_radius"];
    super::common::random::notices_each_missing_hypothesis(&Theorem3, &hypotheses);
}
