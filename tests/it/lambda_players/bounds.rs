//! The formulas, against numbers computed by hand; and the exponential of the players against rigorous enclosures.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::numerics::{Enclosure, elementary};
use referee::players::bounds::{
    adahedge_bound, coin_betting_bound, gradient_bound, gradient_step_best, gradient_step_paper, hedge_bound,
    hedge_step, matrix_bound, matrix_step_best, matrix_step_paper, optimistic_gradient_bound, optimistic_gradient_step,
    optimistic_hedge_bound, optimistic_hedge_step, predictive_regret_matching_bound, regret_matching_bound,
    regret_matching_norm,
};
use referee::players::formulas;
use referee::players::softmax::{EXP_ERROR, exp};
use referee::players::swap_bounds::{
    additive_matrix_bound, additive_matrix_step, internal_matching_bound, stoltz_lugosi_bound, stoltz_lugosi_step,
};

/// `value` is at least `formula` and exceeds it by no more than one part in 10^9 (rounding terms are far smaller).
fn is_just_above(value: f64, formula: f64) {
    assert!(value >= formula * (1.0 - 1e-15) && value <= formula * (1.0 + 1e-9), "{value} is not {formula}");
}

#[test]
fn steps_and_bounds_have_the_constants_of_the_theorems() {
    let (n, rounds, bound, radius) = (5, 1000, 3.0, 2.0);
    let root = bound * (5.0 * 5_f64.ln() / 1000.0).sqrt();
    is_just_above(matrix_bound(n, rounds, 2.0 * bound, matrix_step_paper(n, rounds, bound), 0.0), 1.5 * root);
    is_just_above(matrix_bound(n, rounds, 2.0 * bound, matrix_step_best(n, rounds, bound), 0.0), 2_f64.sqrt() * root);
    let formula = |form: fn(u64, f64, u64) -> Enclosure| form(5, bound, 1000).hi();
    is_just_above(formula(formulas::matrix_paper), 2.0 * root);
    is_just_above(formula(formulas::matrix_tight), 1.5 * root);
    is_just_above(formula(formulas::matrix_best), 2_f64.sqrt() * root);
    let hedge = 6.0 * (5_f64.ln() / 2000.0).sqrt();
    is_just_above(hedge_bound(n, 1, rounds, 6.0, hedge_step(n, rounds, 6.0)), hedge);
    let gradient = radius * bound / 1000_f64.sqrt();
    let constant = 3.0 / 8_f64.sqrt();
    let (paper, best) = (gradient_step_paper(radius, bound, rounds), gradient_step_best(radius, bound, rounds));
    is_just_above(gradient_bound(radius, bound, rounds, paper, 1.0, 0.0), constant * gradient);
    is_just_above(gradient_bound(radius, bound, rounds, best, 1.0, 0.0), gradient);
    is_just_above(formulas::gradient_tight(radius, bound, 1000).hi(), constant * gradient);
    is_just_above(formulas::gradient_best(radius, bound, 1000).hi(), gradient);
    let step = optimistic_gradient_step(radius, bound, rounds);
    let optimistic = radius * bound * 3997_f64.sqrt() / 1000.0;
    is_just_above(optimistic_gradient_bound(radius, bound, rounds, step, 1.0, (0.0, 0.0)), optimistic);
    is_just_above(optimistic_gradient_bound(radius, bound, rounds, step, 1.0, (0.0, 1.0)), optimistic + bound);
    is_just_above(adahedge_bound(n, 1, rounds, 6.0), 6.0 * (1.0 + (1.0 + 1000.0 * 5_f64.ln()).sqrt()) / 1000.0);
    is_just_above(regret_matching_bound(n, 1, rounds, 6.0, regret_matching_norm(n, 6.0)), 12.0 / 1000_f64.sqrt());
    for (copies, factor) in [(1, 1.0), (5, 5_f64.sqrt())] {
        let optimistic = 6.0 * factor * (3997.0 * 5_f64.ln() / 2.0).sqrt() / 1000.0;
        let step = optimistic_hedge_step(n, copies, rounds, 6.0);
        is_just_above(optimistic_hedge_bound(n, copies, rounds, 6.0, step), optimistic);
        let predictive = factor * 12.0 * 3997_f64.sqrt() / 1000.0;
        let norm = regret_matching_norm(n, 6.0);
        is_just_above(predictive_regret_matching_bound(n, copies, rounds, 6.0, norm), predictive);
    }
    // Of no use beyond one round, so that a single one is Hedge.
    is_just_above(optimistic_hedge_bound(2, 1, 1, 1.0, 2.0), hedge_bound(2, 1, 1, 1.0, 2.0));
    let shifted = 6.0 * (1.25 * (2.0 * 5_f64.ln() + 5_f64.ln()) / 1000.0).sqrt();
    is_just_above(coin_betting_bound(n, rounds, 6.0, 250.0), shifted);
}

/// For payoffs of size at most B = 3, the constants that the literature states, or better ones where the module proves
/// them.
#[test]
fn the_swap_players_have_the_constants_of_their_theorems() {
    let (rounds, range) = (1000, 6.0);
    let root = |n: f64| (n / 1000.0).sqrt();
    is_just_above(internal_matching_bound(5, rounds, range, 0.0), 6.0 * root(20.0)); // 2 B sqrt(n (n - 1) / T)
    let step = stoltz_lugosi_step(5, rounds, range);
    is_just_above(step, root(2.0 * 20_f64.ln()) / 3.0); // sqrt(2 ln(n (n - 1)) / T) / B
    let theirs = 5.0 * 3.0 * root(2.0 * 20_f64.ln()); // n B sqrt(2 ln(n (n - 1)) / T)
    is_just_above(stoltz_lugosi_bound(5, rounds, range, step, 0.0), 0.5 * theirs * (1.0 + 4_f64.ln() / 20_f64.ln()));
    let step = additive_matrix_step(6, rounds, range);
    is_just_above(step, root(5.0 / 6.0) / 3.0); // sqrt((n - 1) / (n T)) / B
    is_just_above(additive_matrix_bound(6, rounds, range, step, 0.0, 0.0), 3.0 * root(30.0)); // B sqrt(n (n - 1) / T)
    // Five payoffs deviate less: 2 * 3 / 5 in place of 5 / 4.
    let step = additive_matrix_step(5, rounds, range);
    is_just_above(additive_matrix_bound(5, rounds, range, step, 0.0, 0.0), 6.0 * root(4.0 * 1.2));
}

/// Two and three actions, where the number of actions with regret that is worst is not the largest one: by hand.
#[test]
fn the_worst_number_of_regretted_actions_is_found() {
    let (ln2, ln6) = (2_f64.ln(), 6_f64.ln());
    // c = (eta / 8) r^2 = 1/2, over one round: 1 (ln 2 + c) is above 2 (ln 1 + c).
    is_just_above(stoltz_lugosi_bound(2, 1, 2.0, 1.0, 0.0), ln2 + 0.5);
    // c = 2: 2 (ln 1 + c) is above 1 (ln 2 / 4 + c).
    is_just_above(stoltz_lugosi_bound(2, 1, 2.0, 4.0, 0.0), 4.0);
    // eta = 1/16, c = 1/32: 2 (16 ln 3 + c) is above 3 (16 ln 2 + c) and (16 ln 6 + c).
    assert!(16.0 * ln6 < 48.0 * ln2);
    is_just_above(stoltz_lugosi_bound(3, 1, 2.0, 0.0625, 0.0), 2.0 * (16.0 * 3_f64.ln() + 0.03125));
}

#[test]
fn steps_and_bounds_stay_finite_at_the_ends_of_the_range() {
    for bound in [0.0, 5e-324, 1e-308, 1e-290, 1e200, 1e290] {
        for rounds in [1, 1_000_000_000] {
            for n in [1, 2, 1000] {
                let step = matrix_step_paper(n, rounds, bound);
                assert!(step > 0.0 && step.is_finite());
                assert!(matrix_bound(n, rounds, bound, step, 1e-15).is_finite());
                assert!(adahedge_bound(n, 1, rounds, bound).is_finite());
                assert!(predictive_regret_matching_bound(n, 1, rounds, bound, bound).is_finite());
                assert!(coin_betting_bound(n, rounds, bound, 0.3).is_finite());
                let step = optimistic_hedge_step(n, 1, rounds, bound);
                assert!(step > 0.0 && optimistic_hedge_bound(n, 1, rounds, bound, step).is_finite());
                assert!(internal_matching_bound(n, rounds, bound, 1e-15).is_finite());
                let step = stoltz_lugosi_step(n, rounds, bound);
                assert!(step > 0.0 && stoltz_lugosi_bound(n, rounds, bound, step, 1e-15).is_finite());
                let step = additive_matrix_step(n, rounds, bound);
                assert!(step > 0.0 && additive_matrix_bound(n, rounds, bound, step, 1e-15, 1e-15).is_finite());
                for radius in [0.0, 1e-100, 1e100] {
                    let step = gradient_step_best(radius, bound, rounds);
                    assert!(step > 0.0 && step.is_finite());
                    assert!(!gradient_bound(radius, bound, rounds, step, radius, 0.0).is_nan());
                }
            }
        }
    }
}

/// What the module proves of its exponential, sampled; a coarser twin is caught.
#[test]
fn the_exponential_is_as_good_as_proved() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut worst = |f: fn(f64) -> f64, range: std::ops::Range<f64>, samples: usize| {
        let mut worst = 0.0_f64;
        for _ in 0..samples {
            let x: f64 = random.random_range(range.clone());
            let (computed, enclosure) = (f(x), elementary::exp(x));
            let error = (computed - enclosure.lo()).abs().max((computed - enclosure.hi()).abs());
            worst = worst.max(error / enclosure.lo());
        }
        worst
    };
    assert!(worst(exp, -1.0..0.0, 500_000) <= EXP_ERROR);
    assert!(worst(exp, -40.0..0.0, 400_000) <= EXP_ERROR);
    assert!(worst(exp, -708.0..0.0, 100_000) <= EXP_ERROR);
    assert_eq!((exp(0.0), exp(-0.0), exp(f64::NEG_INFINITY), exp(-708.1)), (1.0, 1.0, 0.0, 0.0));
    assert!(exp(-708.0) >= f64::MIN_POSITIVE);
    let coarse = |x: f64| exp(x) * (1.0 + 2.0 * EXP_ERROR);
    assert!(worst(coarse, -40.0..0.0, 1000) > EXP_ERROR);
}
