//! The path itself: that it ends where ties make a careless rule run in circles.

use super::floating::guess;
use super::lemke_howson::{Matrix, follow};
use super::measure::is_best_reply;
use super::{Effort, FiniteGame, measure, proxy_lagrangian};
use crate::game::Rules;
use dashu_int::IBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

fn matrix(rows: &[Vec<i32>]) -> Matrix {
    rows.iter().map(|row| row.iter().map(|&x| IBig::from(x)).collect()).collect()
}

/// Whether the weights at the end of a path are an equilibrium, from the definition.
fn is_equilibrium(costs: &Matrix, gains: &Matrix, rows: &[IBig], columns: &[IBig]) -> bool {
    let dot = |a: &[IBig], b: &[IBig]| a.iter().zip(b).map(|(x, y)| x * y).sum::<IBig>();
    let paid: Vec<IBig> =
        (0..columns.len()).map(|j| rows.iter().zip(costs).map(|(x, row)| x * &row[j]).sum()).collect();
    let got: Vec<IBig> = gains.iter().map(|row| dot(row, columns)).collect();
    let (least, most) = (paid.iter().min().unwrap(), got.iter().max().unwrap());
    let positive = |weights: &[IBig]| weights.iter().all(|w| *w >= IBig::ZERO) && weights.iter().any(|w| !w.is_zero());
    positive(rows)
        && positive(columns)
        && columns.iter().zip(&paid).all(|(y, paid)| y.is_zero() || paid == least)
        && rows.iter().zip(&got).all(|(x, got)| x.is_zero() || got == most)
}

fn random(generator: &mut ChaCha8Rng, height: usize, width: usize, most: i32) -> Vec<Vec<i32>> {
    (0..height).map(|_| (0..width).map(|_| generator.random_range(0..=most)).collect()).collect()
}

#[test]
fn every_path_ends_at_an_equilibrium_whatever_the_ties() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for case in 0..3000 {
        let (height, width) = (generator.random_range(1..5), generator.random_range(1..6));
        let most = [1, 2, 9][case % 3];
        let (costs, gains) = (
            matrix(&random(&mut generator, height, width, most)),
            matrix(&random(&mut generator, height, width, most)),
        );
        for missing in 0..height + width {
            let path = follow(&costs, &gains, missing, true, Some(10_000)).expect("it ends");
            assert!(is_equilibrium(&costs, &gains, &path.rows, &path.columns), "{costs:?} {gains:?} {missing}");
            let used = path.columns.iter().filter(|weight| !weight.is_zero()).count();
            assert!(used <= height, "a vertex is sparse");
        }
    }
}

/// Ties that go to the first row make the path of this game run in circles: found among random games of zeros and ones.
#[test]
fn without_the_lexicographic_rule_a_path_may_run_in_circles() {
    let costs = matrix(&[vec![0, 0, 0, 0], vec![1, 0, 0, 0], vec![0, 1, 0, 1], vec![1, 1, 1, 0]]);
    let gains = matrix(&[vec![1, 1, 1, 0], vec![0, 1, 0, 1], vec![1, 1, 0, 1], vec![1, 1, 0, 1]]);
    for missing in [3, 7] {
        // There are fewer than 10,000 pairs of bases: each has 4 of 8 variables.
        assert!(follow(&costs, &gains, missing, false, Some(10_000)).is_none(), "a careless rule ends nowhere");
        let path = follow(&costs, &gains, missing, true, Some(10_000)).expect("the rule ends");
        assert!(is_equilibrium(&costs, &gains, &path.rows, &path.columns));
    }
}

/// The test of an equilibrium is one: it notices weights that are none.
#[test]
fn what_is_no_equilibrium_is_noticed() {
    let (costs, gains) = (matrix(&[vec![0, 1], vec![1, 0]]), matrix(&[vec![1, 0], vec![0, 1]]));
    let weights = |a: i32, b: i32| [IBig::from(a), IBig::from(b)];
    // Both want to meet: they do at a pure pair, and with equal chances.
    assert!(is_equilibrium(&costs, &gains, &weights(1, 0), &weights(1, 0)));
    assert!(is_equilibrium(&costs, &gains, &weights(1, 1), &weights(2, 2)));
    for (rows, columns) in [((1, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((2, -1), (1, 0))] {
        assert!(!is_equilibrium(&costs, &gains, &weights(rows.0, rows.1), &weights(columns.0, columns.1)));
    }
}

/// A game of values `1 + k 2^-scale` for small `k`.
fn near_ties(generator: &mut ChaCha8Rng, scale: i32) -> FiniteGame {
    let m = generator.random_range(1..4);
    let mut game = FiniteGame::with_proxies(m);
    let unit = 2_f64.powi(-scale);
    for _ in 0..generator.random_range(2..24) {
        let mut values = || -> Vec<f64> {
            let sign = if generator.random() { 1.0 } else { -1.0 };
            (0..m).map(|_| sign * (1.0 + f64::from(generator.random_range(0..8)) * unit)).collect()
        };
        let (constraints, proxies) = (values(), values());
        game.push_with_proxies(1.0 + f64::from(generator.random_range(0..8)) * unit, &constraints, &proxies).unwrap();
    }
    game
}

/// What doubles propose is an equilibrium or is not used: values that they cannot tell apart mislead them, and small
/// whole numbers do not.
#[test]
fn what_doubles_guess_is_proved_or_done_again() {
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    let (mut proved, mut refuted) = ([0; 2], [0; 2]);
    for case in 0..600 {
        let game = near_ties(&mut generator, if case % 2 == 0 { 2 } else { 50 });
        let mut working: Vec<usize> = (0..game.len()).collect();
        let guessed = guess(&game, 0, &mut working, &mut Effort::default());
        let is_right = guessed.is_some_and(|(support, multipliers)| {
            let replies = is_best_reply(&game, &support, &multipliers);
            let measured = measure(&game, Rules::ProxyLagrangian, support, multipliers).unwrap();
            assert_eq!(replies, measured.lambda_gap.is_zero());
            measured.is_exact()
        });
        if is_right {
            proved[case % 2] += 1;
        } else {
            refuted[case % 2] += 1;
        }
        assert!(proxy_lagrangian(&game).unwrap().is_exact());
    }
    assert_eq!(refuted[0], 0, "ties of small numbers are no obstacle");
    assert!(refuted[1] > 10 && proved[1] > 10, "some guesses are wrong: {proved:?} {refuted:?}");
}
