//! Numbers worked out by hand.

use crate::rates::arena::{certify, verdict};
use dashu_ratio::RBig;
use referee::certificate::{Certificate, Given, GivenRate, LowerBound, Role, Verdict};
use referee::game::Grade;
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, exact};
use referee::theorems::{Corollary1, Corollary2, Lemma1, Lemma8, Lemma11, Statement, Theorem6};
use referee::trace::Trace;
use std::fmt::Write as _;

fn trace(text: &str) -> Trace {
    Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace")
}

fn lagrangian(radius: f64, bound: f64, step: f64) -> Given {
    let rate = GivenRate { step: Some(step), ..GivenRate::new(bound) };
    Given { radius: Some(radius), rate: Some(rate), ..Given::default() }
}

fn sides(certificate: &Certificate, name: &str) -> (Enclosure, Enclosure) {
    let claim = certificate.claim(name).unwrap_or_else(|| panic!("no claim `{name}`"));
    (claim.lhs, claim.rhs)
}

fn q(numerator: i32, denominator: u32) -> RBig {
    RBig::from(numerator) / RBig::from(denominator)
}

/// Whether the enclosure, of positive numbers, contains the root and is a few doubles wide.
fn encloses_root(enclosure: Enclosure, of: &RBig) -> bool {
    let square = |x: f64| exact(x) * exact(x);
    square(enclosure.lo()) < *of && *of < square(enclosure.hi()) && enclosure.width() < 1e-14 * enclosure.hi()
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

/// Orthogonal payoffs at the best step lose exactly `R B sqrt T`: one payoff `B`, and the pair `(1, 1), (1, -1)`.
#[test]
fn worked_orthogonal_gradients_attain_the_best_step() {
    let one = trace("objective,constraint_1,lambda_1\n0,0.75,0\n");
    let certificate = certify(&Corollary1, &one, lagrangian(2.0, 0.75, 2.0 / 0.75));
    let (regret, bound) = sides(&certificate, "lambda_regret_step");
    assert_eq!(regret, Enclosure::point(1.5));
    assert!(bound.contains(1.5) && bound.width() < 1e-15);
    let two = trace("objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,1,0,0\n0,1,-1,1.5,1.5\n");
    let certificate = certify(&Corollary1, &two, lagrangian(3.0, 1.5, 1.5));
    assert_eq!(sides(&certificate, "lambda_regret_data"), (Enclosure::point(3.0), Enclosure::point(3.0)));
    // 3 sqrt 2 sqrt 2 over two rounds; the printed bound has sqrt(2 / 2) = 1 in it.
    assert!(sides(&certificate, "lambda_regret_paper").1.contains(4.5));
    assert!(encloses_root(certificate.measured("largest_payoff").expect("measured"), &q(2, 1)));
    assert_eq!(certificate.measured("mean_square_payoff"), Some(Enclosure::point(2.0)));
    assert_eq!(certificate.measured("largest_multipliers"), Some(Enclosure::point(3.0)));
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

/// Equal weights on two actions: `(n ln n)/(eta T) = (2 ln 2)/(2 eta)`, and `P = 2 sqrt(2 ln 2 / 2)`.
#[test]
fn worked_matrix_player_two_rounds() {
    let run = trace("objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n0,-1,0.5,0.5\n");
    let rate = GivenRate { step: Some(2.0), ..GivenRate::new(1.0) };
    let ln_2 = Enclosure::point(2.0).ln().expect("positive");
    for statement in [&Lemma8 as &dyn Statement, &Corollary2] {
        let certificate = certify(statement, &run, Given { rate: Some(rate), ..Given::default() });
        let half = Enclosure::point(0.5);
        assert!(sides(&certificate, "swap_regret_step").1.contains_enclosure(half * ln_2 + Enclosure::ONE));
        assert!(sides(&certificate, "swap_regret_data").1.contains_enclosure(half * ln_2 + Enclosure::point(0.125)));
        let paper = sides(&certificate, "swap_regret_paper").1;
        assert!(paper.square().contains_enclosure(Enclosure::point(4.0) * ln_2) && paper.width() < 1e-15);
        // 0.347 + 1 <= 1.665
        assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Holds);
        assert_eq!(sides(&certificate, "swap_regret_paper").0, Enclosure::ZERO);
    }
}
