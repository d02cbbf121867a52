//! Lemma 11: an oracle against the matrix player.

use super::common::rates::{oracle_says_what_it_did, sides};
use super::common::{ratio as q, trace};
use crate::rates::arena::{certify, verdict};
use crate::rates::laws::on_families;
use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
use referee::numerics::Enclosure;
use referee::numerics::rational::contains;
use referee::theorems::Lemma11;
use referee::trace::Trace;

#[test]
fn implication_lemma_11_on_families() {
    assert!(on_families(&Lemma11, true, 4096) >= 60);
}

#[test]
fn necessity_of_an_oracle_that_says_what_it_did() {
    for family in ["step-hinge:s=0.25", "qp-box"] {
        oracle_says_what_it_did(&Lemma11, family);
    }
}

/// Worst answers in place of best ones: the run itself shows more regret than the error that was claimed.
#[test]
fn necessity_of_an_oracle() {
    let text = "objective,constraint_1,lambda_0,lambda_1\n1,-1,1,0\n0,1,0.5,0.5\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let given = Given {
        lower_bound: Some(LowerBound::declared(0.0)), // L(b, 1) = 0
        rate: Some(GivenRate { oracle_error: Some(0.0), ..GivenRate::new(1.0) }),
        ..Given::default()
    };
    let certificate = certify(&Lemma11, &trace, given);
    assert_eq!(verdict(&certificate, "theta_regret_oracle"), Verdict::Violated, "{certificate:?}");
}

/// Three points and two constraints, with multipliers that sum to 12: off the simplex by 11.
#[test]
fn worked_lemma_11_three_points() {
    let run = trace(
        "objective,constraint_1,constraint_2,proxy_1,proxy_2,lambda_0,lambda_1,lambda_2\n\
         0,1,-1,1.5,-0.5,4,4,4\n1,-1,0.5,-0.5,1,6,3,3\n2,-1,-1,-0.5,-0.5,6,6,0\n0,1,-1,1.5,-0.5,3,6,3\n",
    );
    let rate = GivenRate { step: Some(0.5), oracle_error: Some(2.0), ..GivenRate::new(1.0) };
    let lower_bound = Some(LowerBound::declared(39.0 / 8.0));
    let certificate = certify(&Lemma11, &run, Given { rate: Some(rate), lower_bound, ..Given::default() });
    assert_eq!(certificate.measured("off_simplex"), Some(Enclosure::point(11.0)));
    assert_eq!(certificate.measured("largest_payoff"), Some(Enclosure::point(1.0)));
    // Ranges 2, 3/2, 1, 2 and squares 48, 54, 72, 54: (192 + 121.5 + 72 + 216) / 4.
    assert_eq!(certificate.measured("mean_square_spread"), Some(Enclosure::point(150.375)));
    // 7 against 9/2 + 9/8 - (5/2)(1/8)(4/19).
    assert!(contains(certificate.measured("theta_regret_seen").expect("measured"), &q(219, 152)));
    assert_eq!(verdict(&certificate, "multipliers_in_set"), Verdict::Violated);
    assert_eq!(verdict(&certificate, "theta_regret_oracle"), Verdict::Undecided); // between 1.44 and 2.125
    // n ln n / (eta T) + (eta / 8) S with n = 3: (3/2) ln 3 + S / 16.
    let ln_3 = Enclosure::point(3.0).ln().expect("positive");
    let of = |squares: f64| Enclosure::point(1.5) * ln_3 + Enclosure::point(squares / 16.0);
    let (swap, data) = sides(&certificate, "swap_regret_data");
    assert_eq!(swap, Enclosure::point(19.0 / 8.0));
    assert!(data.contains_enclosure(of(150.375)) && data.width() < 1e-13);
    let step = sides(&certificate, "swap_regret_step").1;
    assert!(step.contains_enclosure(of(4.0)) && step.width() < 1e-14);
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Lemma11, Least { convex: 40, not_convex: 80, noisy: 0, known: 30 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Lemma11, &hypotheses);
}
