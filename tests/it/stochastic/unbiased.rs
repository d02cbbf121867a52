//! Unbiasedness without a tolerance: the mean over every minibatch is the whole, as rationals.

use super::problems::rate_of;
use dashu_ratio::RBig;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::game::Side;
use referee::numerics::rational::{exact, power_of_two};
use referee::problem::{ExpressionProblem, Noisy, Problem, Workspace};

/// Eight members; with these numbers every value and slope is a dyadic number of few bits, so doubles are exact.
const SAMPLE: [f64; 8] = [-0.875, -0.625, -0.5, -0.25, -0.125, 0.0, 0.25, 0.5];

/// Whether the mean of the estimates, all equally likely, is the truth.
fn unbiased(estimates: &[Vec<f64>], truth: &[f64]) -> bool {
    let count = RBig::from(estimates.len());
    (0..truth.len()).all(|i| {
        let sum = estimates.iter().fold(RBig::ZERO, |sum, estimate| sum + exact(estimate[i]));
        sum / &count == exact(truth[i])
    })
}

fn slopes(problem: &Noisy, theta: f64, weights: &[f64]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mut work = Workspace::default();
    let mut one = |batch: u64| {
        let mut slope = vec![f64::NAN];
        let given = problem.stochastic_subgradient(batch, &[theta], Side::Proxies, weights, &mut slope, &mut work);
        given.expect("defined everywhere");
        slope
    };
    let drawn = (0..problem.batches().expect("it has members")).map(&mut one).collect();
    let mut whole = vec![f64::NAN];
    problem.subgradient(&[theta], Side::Proxies, weights, &mut whole, &mut work).expect("defined everywhere");
    (drawn, whole)
}

fn values(problem: &Noisy, theta: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mut work = Workspace::default();
    let mut one = |batch: u64| {
        let mut values = vec![f64::NAN; 2];
        problem.stochastic_values(batch, &[theta], &mut values, &mut work).expect("defined everywhere");
        values
    };
    let drawn = (0..problem.batches().expect("it has members")).map(&mut one).collect();
    let mut whole = vec![f64::NAN; 2];
    problem.values(&[theta], Side::Constraints, &mut whole, &mut work).expect("defined everywhere");
    (drawn, whole)
}

/// At every multiple of 1/16, kinks and jumps among them, and for several multipliers.
#[test]
fn minibatches_are_unbiased() {
    for batch in [1, 2, 4] {
        let problem = rate_of(&SAMPLE, 0.25, 0.5, batch).unwrap();
        let mut different = 0;
        for theta in (-16..=16).map(|k| f64::from(k) / 16.0) {
            let (drawn, whole) = values(&problem, theta);
            assert!(unbiased(&drawn, &whole), "values at {theta}");
            for weights in [[1.0, 0.0], [0.5, 0.5], [0.25, 0.75], [1.0, 3.0]] {
                let (drawn, whole) = slopes(&problem, theta, &weights);
                assert!(unbiased(&drawn, &whole), "slopes at {theta}");
                different += usize::from(drawn.iter().any(|slope| *slope != whole));
            }
        }
        assert!(different > 20, "the draws must differ from the whole somewhere");
    }
}

/// A sample that is not a batch number is one: its low bits count, and every batch has as many samples as any other.
#[test]
fn every_sample_is_a_batch() {
    let problem = rate_of(&SAMPLE, 0.25, 0.5, 2).unwrap();
    assert_eq!(problem.batches().expect("it has members"), 64);
    let mut work = Workspace::default();
    let mut at = |sample: u64| {
        let mut values = [0.0; 2];
        problem.stochastic_values(sample, &[-0.25], &mut values, &mut work).unwrap();
        values
    };
    for sample in [0, 1, 63, 64, u64::MAX - 1] {
        assert_eq!(at(sample), at(sample % 64));
    }
    for (members, batch) in [(6, 1), (8, 0), (8, 11)] {
        assert!(rate_of(&SAMPLE[..members], 0.25, 0.5, batch).is_err(), "not equally likely");
    }
}

/// A rate inside a group, estimated as a ratio of counts: biased, because a batch without the group must be given some
/// rate. Weighted by the share of the group in the whole, as an estimate must be, it is unbiased.
#[test]
fn necessity_of_whole_counts_in_rates() {
    // (in the group, positive): the rate of positives in the group is 1/4.
    let rows =
        [(1, 1), (1, 0), (1, 0), (1, 0), (0, 1), (0, 0), (0, 1), (0, 0)].map(|(a, b)| (f64::from(a), f64::from(b)));
    let pairs: Vec<_> = rows.iter().flat_map(|a| rows.iter().map(move |b| [*a, *b])).collect();
    let group = |rows: &[(f64, f64)]| rows.iter().map(|(inside, _)| inside).sum::<f64>();
    let hits = |rows: &[(f64, f64)]| rows.iter().map(|(inside, positive)| inside * positive).sum::<f64>();
    let rate = [hits(&rows) / group(&rows)];
    assert_eq!(rate, [0.25]);
    let share = group(&rows) / 8.0;
    let weighted: Vec<_> = pairs.iter().map(|pair| vec![hits(pair) / (2.0 * share)]).collect();
    assert!(unbiased(&weighted, &rate));
    for stand_in in [0.0, 0.5, 1.0] {
        let ratio = |pair: &[(f64, f64)]| if group(pair) == 0.0 { stand_in } else { hits(pair) / group(pair) };
        let ratios: Vec<_> = pairs.iter().map(|pair| vec![ratio(pair)]).collect();
        assert!(!unbiased(&ratios, &rate), "a ratio of counts with {stand_in} for an empty group");
    }
}

/// A draw without its last member, and a draw that prefers one: both must be noticed.
#[test]
fn necessity_of_equally_likely_members() {
    let problem = rate_of(&SAMPLE, 0.25, 0.5, 1).unwrap();
    let (drawn, whole) = slopes(&problem, 0.0, &[0.5, 0.5]);
    assert!(unbiased(&drawn, &whole));
    assert!(!unbiased(&drawn[..7], &whole));
    let twice: Vec<_> = drawn.iter().chain(&drawn[7..]).cloned().collect();
    assert!(!unbiased(&twice, &whole));
}

/// The noise that the default adds, from the 53 bits it draws.
fn noise_of(bits: u64) -> f64 {
    2.0 * (bits as f64 * power_of_two(-53)) - 1.0 + f64::EPSILON / 2.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The default noise is symmetric, exactly: the draw `k` and the draw `2^53 - 1 - k`, equally likely, are opposite.
    #[test]
    fn the_noise_of_facts_is_symmetric(bits in 0_u64..1 << 53) {
        let (one, other) = (noise_of(bits), noise_of((1 << 53) - 1 - bits));
        prop_assert_eq!(one, -other);
        prop_assert_eq!(exact(one), (RBig::from(2 * bits + 1) - RBig::from(1_u64 << 53)) / RBig::from(1_u64 << 53));
    }

    /// And it is the noise that a problem adds: where the slope is 0 nothing else is there.
    #[test]
    fn that_noise_is_what_a_problem_adds(sample in any::<u64>()) {
        let text = "minimize = \"x^2 + y^2\"\nvariables = { x = [-1, 1], y = [-1, 1] }\n[facts]\nnoise = 0.25";
        let problem = ExpressionProblem::from_toml(text, "bowl").unwrap();
        let (mut slope, mut work) = ([f64::NAN; 2], Workspace::default());
        problem.stochastic_subgradient(sample, &[0.0; 2], Side::Constraints, &[1.0], &mut slope, &mut work).unwrap();
        let mut generator = ChaCha8Rng::seed_from_u64(sample);
        for slope in slope {
            let bits = generator.next_u64() >> 11; // what a uniform double is made of
            prop_assert_eq!(slope, 0.25 * noise_of(bits));
            prop_assert!(slope.abs() < 0.25);
        }
    }
}
