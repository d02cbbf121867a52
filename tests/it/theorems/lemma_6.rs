//! Lemma 6: with a margin the multipliers of the Lagrangian game are short.

use super::common::{range, trace, verdict};
use crate::certificates::games::played;
use crate::certificates::laws::all_given;
use crate::common::holds;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, GivenMargin, GivenRange, LowerBound, Verdict};
use referee::game::Game;
use referee::theorems::{Lemma6, Statement, Theorem1};

/// Its claims are those of Theorem 1 about the multipliers, whose law on these games has the exact numbers.
#[test]
fn implication_lemma_6_on_finite_games() {
    holds(200, &played(), |game| {
        let (trace, given) = (game.trace(Game::Lagrangian), all_given(&game, Game::Lagrangian));
        let certificate = Lemma6.certify_trace(&mut &trace, given.clone()).expect("the trace is one");
        let theorem = Theorem1.certify_trace(&mut &trace, given).expect("the trace is one");
        for name in ["multiplier_norm", "multiplier_norm_data"] {
            prop_assert_eq!(certificate.claim(name), theorem.claim(name));
            prop_assert!(verdict(&certificate, name).is_none_or(|verdict| verdict == Verdict::Holds));
        }
        Ok(())
    });
}

/// `gamma > 0`: with no strictly feasible point multipliers may be as long as they like at epsilon 0.
#[test]
fn necessity_of_a_positive_margin() {
    let given = |value| Given {
        radius: Some(5.0),
        lower_bound: Some(LowerBound::declared(0.0)),
        margin: Some(GivenMargin { value, point: None, objective: None }),
        objective_range: Some(GivenRange { value: 0.0, enclosed: false }),
        ..Given::default()
    };
    let text = "objective,constraint_1,lambda_1\n0,0,5\n";
    let certificate = Theorem1.certify_trace(&mut &trace(text), given(0.0)).expect("it certifies");
    assert_eq!(verdict(&certificate, "margin_positive"), Some(Verdict::Violated));
    assert_eq!(verdict(&certificate, "multiplier_norm"), None);
    // Any positive number in place of the missing margin gives a false bound: 5 <= 0.
    let certificate = Theorem1.certify_trace(&mut &trace(text), given(1e-300)).expect("it certifies");
    assert_eq!(verdict(&certificate, "multiplier_norm"), Some(Verdict::Violated));
}

/// One round of a game, certified with the margin of the printed Lemma 6 (a norm) and with the smallest margin.
fn lemma_6(text: &str, radius: f64, lower: f64, range_of: f64, gamma: f64) -> Certificate {
    let given = Given {
        radius: Some(radius),
        lower_bound: Some(LowerBound::declared(lower)),
        margin: Some(GivenMargin { value: gamma, point: None, objective: None }),
        objective_range: Some(range(range_of)),
        ..Given::default()
    };
    Lemma6.certify_trace(&mut &trace(text), given).expect("it certifies")
}

/// The printed lemma is false for every p and m >= 2: with its margin of 1 (every q-norm of the margins is at least 1)
/// the claim is violated although every hypothesis is true.
#[test]
fn worked_lemma_6_as_printed_is_false() {
    let header = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n";
    let cases = [
        (format!("{header}0,0,-1,1,0\n"), 1.0, 0.0, 0.0, 0.0), // claims 1 <= 0; the smallest margin is 0
        (format!("{header}0,-0.25,-1,1,0\n"), 1.0, -0.25, 0.0, 0.25), // claims 1 <= 1/4
        (format!("{header}0,0,-1,5,0\n"), 5.0, 0.0, 1.0, 0.0), // claims 5 <= 1
    ];
    for (text, radius, lower, range_of, smallest) in cases {
        let printed = lemma_6(&text, radius, lower, range_of, 1.0);
        assert_eq!(printed.claim("multiplier_norm").map(|claim| claim.verdict), Some(Verdict::Violated), "{text}");
        let repaired = lemma_6(&text, radius, lower, range_of, smallest);
        let positive = repaired.claim("margin_positive").expect("a margin was given").verdict;
        match repaired.claim("multiplier_norm") {
            Some(claim) => assert_eq!((claim.verdict, positive), (Verdict::Holds, Verdict::Holds), "{text}"),
            None => assert_eq!(positive, Verdict::Violated, "{text}"),
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Lemma6, Least { convex: 40, not_convex: 40, noisy: 10, known: 0 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["lower_bound_possible", "margin_positive"];
    super::common::random::notices_each_missing_hypothesis(&Lemma6, &hypotheses);
}
