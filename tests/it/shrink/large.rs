//! Programs too large to enumerate: the laws of the answer prove it optimal all the same.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::shrink::{Candidates, Epsilon, Outcome, shrink, shrink_with_effort};
use referee::verification::random::outcome as check;

/// `count` candidates with numbers from `draw`.
fn drawn(count: usize, m: usize, mut draw: impl FnMut(&mut ChaCha8Rng, usize) -> f64) -> Candidates {
    let mut random = ChaCha8Rng::seed_from_u64(count as u64);
    let mut candidates = Candidates::new(m);
    for _ in 0..count {
        let row: Vec<f64> = (0..=m).map(|k| draw(&mut random, k)).collect();
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}

fn solved(candidates: &Candidates) -> Outcome {
    let outcome = shrink(candidates, &Epsilon::Minimal).expect("candidates");
    assert_eq!(check(candidates, &outcome), Ok(()));
    outcome
}

#[test]
fn random_programs() {
    for (count, m) in [(3, 8), (600, 5), (3000, 12)] {
        solved(&drawn(count, m, |random, _| random.random_range(-1.0..1.0)));
    }
}

#[test]
fn programs_that_no_mixture_satisfies() {
    for (count, m) in [(600, 5), (2000, 12)] {
        let outcome =
            solved(&drawn(count, m, |random, k| random.random_range(-1.0..1.0) + if k > 0 { 0.9 } else { 0.0 }));
        let Outcome::Optimal(solution) = outcome else { panic!("a least epsilon is feasible") };
        assert!(solution.epsilon_duals.is_some() && solution.support.len() <= m);
    }
}

#[test]
fn programs_full_of_ties() {
    // Few values, many equal columns, and constraints that say the same.
    for (count, m) in [(600, 5), (2000, 9)] {
        solved(&drawn(count, m, |random, _| f64::from(random.random_range(-2_i32..3)) / 4.0));
    }
}

#[test]
fn programs_whose_columns_differ_in_their_last_bits() {
    let mut base = [0.0; 7];
    let mut number = 0;
    let candidates = drawn(1500, 6, |random, k| {
        if number % 70 < 7 {
            base[k] = random.random_range(-1.0..1.0);
        }
        number += 1;
        base[k] * (1.0 + f64::EPSILON * f64::from(random.random_range(-3_i32..4)))
    });
    solved(&candidates);
}

#[test]
fn functions_of_very_different_sizes() {
    solved(&drawn(700, 4, |random, k| random.random_range(-1.0..1.0) * [1e-200, 1e12, 1e-9, 1.0, 1e250][k]));
}

#[test]
fn an_enormous_epsilon_is_no_bound() {
    let candidates = drawn(700, 4, |random, _| random.random_range(-1.0..1.0));
    for epsilon in [3.0, 1e40, f64::MAX] {
        let given = Epsilon::Given(dashu_ratio::RBig::try_from(epsilon).expect("finite"));
        let outcome = shrink(&candidates, &given).expect("candidates");
        assert_eq!(check(&candidates, &outcome), Ok(()));
        let Outcome::Optimal(solution) = outcome else { panic!("everything is feasible") };
        assert_eq!(solution.support.len(), 1, "the cheapest candidate alone");
    }
}

#[test]
fn many_constraints() {
    for level in [-0.5, 0.05] {
        // Independent rates, then few values with ties, then equal columns.
        solved(&drawn(1200, 30, |random, k| random.random_range(0.0..1.0) + if k > 0 { level } else { 0.0 }));
        solved(&drawn(900, 26, |random, k| {
            f64::from(random.random_range(0_i32..4)) / 4.0 + if k > 0 { level } else { 0.0 }
        }));
        solved(&drawn(300, 40, |_, k| if k > 0 { level } else { 1.0 }));
    }
}

#[test]
fn threads_change_nothing() {
    // Enough candidates for several blocks of panels.
    for level in [-0.5, 0.05] {
        let candidates =
            drawn(220_000, 10, |random, k| random.random_range(0.0..1.0) + if k > 0 { level } else { 0.0 });
        let with = |threads: usize| {
            let threads = threads.try_into().expect("positive");
            shrink_with_effort(&candidates, &Epsilon::Minimal, threads).expect("candidates").0
        };
        let alone = with(1);
        assert_eq!((with(2), with(3)), (alone.clone(), alone));
    }
}

#[test]
fn the_same_candidates_give_the_same_answer() {
    let candidates = drawn(900, 6, |random, _| f64::from(random.random_range(-2_i32..3)));
    assert_eq!(solved(&candidates), solved(&candidates));
}
