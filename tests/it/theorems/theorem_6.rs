//! Theorem 6: mirror descent on linear payoffs has regret `O(1 / sqrt T)`.
//!
//! The projected gradients are Corollary 1, with more hypotheses dropped. The lambda-players alone: `lambda_players::mirrors`.

use super::common::rates::{ROUNDS, given, lagrangian, sides, wrong_steps};
use super::common::trace;
use crate::rates::arena::{certify, verdict};
use crate::rates::laws::{against_adversaries, on_families};
use referee::certificate::Verdict;
use referee::numerics::Enclosure;
use referee::players::bounds::gradient_step_paper;
use referee::theorems::{Corollary1, Statement, Theorem6};
use std::fmt::Write as _;

#[test]
fn implication_theorem_6_on_families() {
    assert!(on_families(&Theorem6, false, 64) >= 60);
}

#[test]
fn implication_entropic_mirror_descent_against_adversaries() {
    against_adversaries(2);
}

#[test]
fn implication_p_norm_mirror_descent_against_adversaries() {
    against_adversaries(3);
}

/// Whoever says that it was the paper's step is refuted by the run.
#[test]
fn necessity_of_the_step_that_is_said() {
    let paper = gradient_step_paper(2.0, 1.0, ROUNDS);
    for (trace, _) in wrong_steps() {
        let certificate = certify(&Theorem6, &trace, given(2.0, 1.0, paper));
        assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Holds);
        assert_eq!(verdict(&certificate, "lambda_regret_step"), Verdict::Violated);
    }
}

/// Outside the set multipliers earn more than the best ones inside, which hides regret: a hypothesis, and exact.
#[test]
fn necessity_of_membership() {
    let above = 2.0_f64.next_up();
    for (last, expected) in [(2.0, Verdict::Holds), (above, Verdict::Violated)] {
        let run = trace(&format!("objective,constraint_1,lambda_1\n0,1,0\n0,1,{last:?}\n"));
        let certificate = certify(&Theorem6, &run, given(2.0, 1.0, 0.5));
        assert_eq!(verdict(&certificate, "multipliers_in_set"), expected);
    }
}

/// A constant payoff `B` and the step `R / (B T)`: the multiplier arrives at `R` after the last round, so that nothing
/// is lost in the proof. The regret is `R B (1/2 + 1/(2 T))`, and so is the bound of the step.
#[test]
fn worked_mirror_descent_attains_its_bound() {
    let (radius, bound) = (4.0, 0.5);
    for rounds in [1_u32, 2, 8, 64] {
        let mut text = "objective,constraint_1,lambda_1\n".to_owned();
        for t in 0..rounds {
            let _ = writeln!(text, "0,{bound},{:?}", radius * f64::from(t) / f64::from(rounds));
        }
        let step = radius / bound / f64::from(rounds);
        let given = lagrangian(radius, bound, step);
        for statement in [&Theorem6 as &dyn Statement, &Corollary1] {
            let certificate = certify(statement, &trace(&text), given.clone());
            let regret = Enclosure::point(1.0 + 1.0 / f64::from(rounds));
            for name in ["lambda_regret_step", "lambda_regret_data"] {
                assert_eq!(sides(&certificate, name), (regret, regret), "{rounds}");
                assert_eq!(verdict(&certificate, name), Verdict::Holds);
            }
        }
        // Any smaller bound would be wrong: a thousandth less is refuted.
        let smaller = lagrangian(radius, 0.999 * bound, step);
        let certificate = certify(&Theorem6, &trace(&text), smaller);
        assert_eq!(verdict(&certificate, "payoffs_bounded"), Verdict::Violated);
        assert_eq!(verdict(&certificate, "lambda_regret_step"), Verdict::Violated);
    }
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Theorem6, Least::default());
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step_keeps_bound"];
    super::common::random::notices_each_missing_hypothesis(&Theorem6, &hypotheses);
}
