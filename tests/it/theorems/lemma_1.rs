//! Lemma 1: an oracle against projected gradients.

use super::common::rates::{encloses_root, oracle_says_what_it_did, sides};
use super::common::{ratio as q, trace};
use crate::rates::arena::{certify, verdict};
use crate::rates::laws::on_families;
use referee::arena::Setup;
use referee::certificate::{Given, GivenRate, LowerBound, Role, Verdict};
use referee::game::{Grade, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::contains;
use referee::oracle::{Objective, Options, choose};
use referee::problem::{ExpressionProblem, constants};
use referee::run::play_statement_as;
use referee::theorems::{Lemma1, Statement as _};
use referee::trace::Trace;
use referee::verification::Finding;

#[test]
fn implication_lemma_1_on_families() {
    assert!(on_families(&Lemma1, true, 4096) >= 60);
}

#[test]
fn necessity_of_an_oracle_that_says_what_it_did() {
    oracle_says_what_it_did(&Lemma1, "qp-box");
}

/// Worst answers in place of best ones: the run itself shows more regret than the error that was claimed.
#[test]
fn necessity_of_an_oracle() {
    // `a` is (0, 1) and `b` is (1, -1): against 0 the worst is b, against 2 it is a.
    let text = "objective,constraint_1,lambda_1\n1,-1,0\n0,1,2\n1,-1,0\n0,1,2\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let lower_bound = Some(LowerBound::declared(0.0)); // L(b, 1) = 0
    let with = |oracle_error| Given {
        lower_bound: lower_bound.clone(),
        radius: Some(2.0),
        rate: Some(GivenRate { oracle_error: Some(oracle_error), ..GivenRate::new(1.0) }),
        ..Given::default()
    };
    // Loss 1 and 2 against 1/2 of the mixture at the mean multiplier 1: at least 1, at most 3/2.
    for (rho, expected) in [(0.0, Verdict::Violated), (1.25, Verdict::Undecided), (1.5, Verdict::Holds)] {
        let certificate = certify(&Lemma1, &trace, with(rho));
        assert_eq!(verdict(&certificate, "theta_regret_oracle"), expected, "{rho}");
    }
}

/// Two points, `(0, 1)` and `(1, -1)`, played `a a b a b` against the multipliers `0, 1/2, 1, 1/2, 1`.
#[test]
fn worked_lemma_1_two_points() {
    let run = trace("objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n");
    let rate = GivenRate { step: Some(0.5), oracle_error: Some(0.25), rounding: 0.125, ..GivenRate::new(1.0) };
    let given = Given {
        radius: Some(2.0),
        rate: Some(rate),
        lower_bound: Some(LowerBound::declared(0.375)),
        ..Given::default()
    };
    let certificate = certify(&Lemma1, &run, given);
    let (regret, paper) = sides(&certificate, "lambda_regret_paper");
    assert!(contains(regret, &q(3, 5)));
    // 2 sqrt(2/5) + 1/8: the root alone is that of 8/5.
    assert!(encloses_root(paper - Enclosure::point(0.125), &q(8, 5)));
    assert!(contains(sides(&certificate, "lambda_regret_step").1, &(q(21, 20) + q(1, 8))));
    assert!(contains(sides(&certificate, "step_keeps_bound").0, &q(21, 20)));
    // The mixture's loss at the mean multiplier 3/5 is 2/5 + 3/25; the mean loss was 1/5.
    assert!(contains(certificate.measured("theta_regret_seen").expect("measured"), &q(-8, 25)));
    assert!(contains(certificate.measured("epsilon_seen").expect("measured"), &q(7, 25)));
    let (regret, error) = sides(&certificate, "theta_regret_oracle");
    assert!(contains(Enclosure::point(regret.lo()).hull(Enclosure::point(regret.lo().next_up())), &q(-8, 25)));
    assert!(contains(Enclosure::new(regret.hi().next_down(), regret.hi()), &q(-7, 40)));
    assert_eq!(error, Enclosure::point(0.25));
    let (epsilon, bound) = sides(&certificate, "epsilon_step");
    assert!(contains(Enclosure::new(epsilon.hi().next_down(), epsilon.hi()), &q(17, 40)));
    assert!(contains(bound, &(q(21, 20) + q(3, 8))));
    assert!(encloses_root(sides(&certificate, "epsilon_paper").1 - Enclosure::point(0.375), &q(8, 5)));
    // An eighth is no rounding: claims with it rest on somebody's word, and are not the printed rate.
    assert!(encloses_root(sides(&certificate, "rounding_small").1 * Enclosure::point(1_048_576.0), &q(8, 5)));
    for claim in &certificate.claims {
        let expected = if claim.name == "rounding_small" { Verdict::Violated } else { Verdict::Holds };
        assert_eq!(claim.verdict, expected, "{}", claim.name);
        let is_word = claim.role == Role::Conclusion || claim.name == "lower_bound_possible";
        assert_eq!(claim.grade == Grade::Declared, is_word, "{}", claim.name);
    }
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Lemma1, Least { convex: 40, not_convex: 80, noisy: 0, known: 30 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Lemma1, &hypotheses);
}

/// The oracle bounds this product at a corner more tightly than the recorded enclosure knows it, so the bound lies inside
/// that enclosure: whether the run reaches it was left open. Found by the first search over random instances.
#[test]
fn worked_a_lower_bound_inside_the_enclosure_of_what_was_reached() {
    let text = "minimize = \"0.31864078046856836 * (x * y) + 0.5 * (0 + -0.375 * x)\"\n\
                variables = { x = [0.125, 1.5103525936964588], y = [0.4491371943164961, 0.8241371943164961] }";
    let problem = ExpressionProblem::from_toml(text, "corner").expect("a problem");
    let bounds = constants(&problem, Side::Constraints).expect("bounded");
    let effort = Options { gap: 1e-2, boxes: 1000, cuts: 40 };
    let seats = Lemma1.algorithm().expect("somebody plays");
    let setup = Setup { effort, ..seats.setup(&problem, &bounds, 64, 7.5).expect("a setup") };
    let (trace, certificate) = play_statement_as(&Lemma1, setup, None, 1).expect("a run");
    let reached = trace.objective().get(0, 0);
    let mut oracle = choose(&problem, Side::Constraints, effort).expect("one applies").oracle;
    let objective = Objective { problem: &problem, side: Side::Constraints, weights: &[Enclosure::ONE] };
    let tight = oracle.certify(&objective, &mut [1.0, 0.5]).expect("a minimum").0.lower_bound;
    assert!(reached.lo() < tight && tight <= reached.hi(), "{tight} in {reached}");
    assert!(certificate.given.lower().expect("a bound") <= reached.lo());
    assert_eq!(Finding::of_own_run(&certificate).wrong, Vec::<String>::new());
}
