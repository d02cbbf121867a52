//! Every bound against thousands of points, and the oracles against each other.

use crate::oracles::checker::answers_soundly;
use crate::oracles::instances::{Instance, Kind};
use referee::oracle::{Minimum, Options};

const POINTS: usize = 1000;

/// Effort that leaves the hard instances with a larger `rho`, so that a test does not take long.
fn options() -> Options {
    Options { boxes: 3000, ..Options::default() }
}

fn run(kind: Kind, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut answers, mut tight) = (0, 0);
    for seed in seeds {
        let mut instance = Instance::new(kind, seed);
        let mut all: Vec<(&str, Minimum)> = Vec::new();
        for mut oracle in instance.oracles(options()) {
            let minimum = answers_soundly(&mut instance, &mut *oracle, POINTS)
                .unwrap_or_else(|reason| panic!("{} on seed {seed} of {kind:?}: {reason}", oracle.name()));
            for (name, other) in &all {
                // Both intervals hold the infimum for all weights; the enclosures of the weights widen both alike.
                let meet = minimum.lower_bound <= other.value.hi() && other.lower_bound <= minimum.value.hi();
                assert!(meet, "seed {seed}: {} says {minimum:?} and {name} says {other:?}", oracle.name());
            }
            answers += 1;
            let width = minimum.value.width();
            tight += usize::from(minimum.rho() <= 2.0 * width + options().target(minimum.value.hi()));
            all.push((oracle.name(), minimum));
        }
    }
    (answers, tight)
}

#[test]
fn bounds_hold_for_convex_functions() {
    let (answers, tight) = run(Kind::Convex, 0..60);
    assert!(answers >= 120 && tight * 10 >= answers * 8, "{tight} of {answers} are tight");
}

#[test]
fn bounds_hold_for_concave_functions() {
    let (answers, tight) = run(Kind::Concave, 100..160);
    assert!(answers >= 120 && tight * 10 >= answers * 8, "{tight} of {answers} are tight");
}

#[test]
fn bounds_hold_for_wild_functions() {
    let (answers, tight) = run(Kind::Wild, 200..300);
    assert!(answers >= 100 && tight * 10 >= answers * 6, "{tight} of {answers} are tight");
}

/// One oracle over many rounds: the pool of planes serves weights it has not seen.
#[test]
fn bounds_hold_from_round_to_round() {
    for seed in 0..12 {
        let kind = [Kind::Convex, Kind::Concave, Kind::Wild][(seed % 3) as usize];
        let mut instance = Instance::new(kind, 400 + seed);
        for mut oracle in instance.oracles(Options { boxes: 500, ..Options::default() }) {
            for round in 0..25 {
                let fresh = Instance::new(kind, 1000 * seed + round).weights;
                instance.weights = fresh;
                answers_soundly(&mut instance, &mut *oracle, 100)
                    .unwrap_or_else(|reason| panic!("{}, seed {seed}, round {round}: {reason}", oracle.name()));
            }
        }
    }
}

/// Little effort gives a larger `rho`, never a wrong bound.
#[test]
fn a_limit_of_effort_is_paid_by_rho() {
    let mut larger = 0;
    for seed in 0..40 {
        let kind = if seed % 2 == 0 { Kind::Convex } else { Kind::Wild };
        let mut instance = Instance::new(kind, 600 + seed);
        let lazy = Options { boxes: 5, cuts: 1, ..Options::default() };
        let pairs = instance.oracles(lazy).into_iter().zip(instance.oracles(options()));
        for (mut lazy, mut thorough) in pairs.collect::<Vec<_>>() {
            let little = answers_soundly(&mut instance, &mut *lazy, POINTS).unwrap();
            let much = answers_soundly(&mut instance, &mut *thorough, 10).unwrap();
            larger += usize::from(little.rho() > 2.0 * much.rho() + 1e-6);
        }
    }
    assert!(larger >= 20, "only {larger} answers were worse for less effort");
}
