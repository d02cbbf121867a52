//! Evidence is checked again by somebody else, and tampered evidence is refused.

use crate::oracles::checker::{covers, objective, proves};
use crate::oracles::instances::{Instance, Kind};
use referee::domain::Domain as _;
use referee::game::Evidence;
use referee::oracle::{Minimum, Options};
use referee::problem::Problem as _;

fn certified(kind: Kind, seed: u64) -> Vec<(Instance, Minimum, Evidence, &'static str)> {
    let instance = Instance::new(kind, seed);
    let options = Options { boxes: 400, ..Options::default() };
    let mut found = Vec::new();
    for mut oracle in instance.oracles(options) {
        let mut theta = vec![0.0; instance.problem.domain().dim()];
        let question = objective(&instance.problem, &instance.weights);
        let (minimum, evidence) = oracle.certify(&question, &mut theta).unwrap();
        assert_eq!(value(&mut *oracle, &instance).lower_bound.is_finite(), minimum.lower_bound.is_finite());
        found.push((Instance::new(kind, seed), minimum, evidence, oracle.name()));
    }
    found
}

fn value(oracle: &mut dyn referee::oracle::Oracle, instance: &Instance) -> Minimum {
    let mut theta = vec![0.0; instance.problem.domain().dim()];
    oracle.minimize(&objective(&instance.problem, &instance.weights), &mut theta).unwrap()
}

#[test]
fn evidence_proves_the_bound_and_not_more() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..25 {
        for kind in [Kind::Convex, Kind::Concave, Kind::Wild] {
            for (instance, minimum, evidence, name) in certified(kind, 700 + seed) {
                let question = objective(&instance.problem, &instance.weights);
                let proved = proves(&question, &evidence, minimum.lower_bound);
                assert_eq!(proved, Ok(()), "{name}, seed {seed} of {kind:?}");
                // Nothing proves a bound above the value that was found.
                let too_much = minimum.value.hi() + 1e-6;
                assert!(proves(&question, &evidence, too_much).is_err(), "{name}, seed {seed} of {kind:?}");
                kinds.insert(name);
            }
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn a_dropped_leaf_is_noticed() {
    let mut dropped = 0;
    for seed in 0..20 {
        let (instance, minimum, evidence, _) = certified(Kind::Wild, 800 + seed).pop().unwrap();
        let Evidence::Boxes(leaves) = evidence else { panic!("the last oracle is branch and bound") };
        let question = objective(&instance.problem, &instance.weights);
        let stride = leaves.len().div_ceil(8);
        for index in (0..leaves.len()).step_by(stride) {
            let mut rest = leaves.clone();
            rest.remove(index);
            let verdict = proves(&question, &Evidence::Boxes(rest), minimum.lower_bound);
            assert_eq!(verdict, Err("the boxes do not cover the domain".to_owned()));
            dropped += 1;
        }
    }
    assert!(dropped > 60, "{dropped}");
}

#[test]
fn tampered_planes_are_noticed() {
    let mut tampered = 0;
    for seed in 0..40 {
        for (instance, minimum, evidence, _) in certified(Kind::Convex, 900 + seed) {
            let Evidence::Cuts(cuts) = evidence else { continue };
            let question = objective(&instance.problem, &instance.weights);
            let mut heavier = cuts.clone();
            heavier[0].weight += f64::EPSILON;
            assert!(proves(&question, &Evidence::Cuts(heavier), minimum.lower_bound).is_err());
            let mut outside = cuts;
            outside[0].theta[0] = 5.0;
            assert!(proves(&question, &Evidence::Cuts(outside), minimum.lower_bound).is_err());
            tampered += 1;
        }
    }
    assert!(tampered >= 40, "{tampered}");
}

#[test]
fn the_judge_of_covers_can_say_no() {
    let square = [(0.0, 1.0), (0.0, 1.0)];
    let left: &[(f64, f64)] = &[(0.0, 0.5), (0.0, 1.0)];
    let right: &[(f64, f64)] = &[(0.5, 1.0), (0.0, 1.0)];
    let low: &[(f64, f64)] = &[(0.5, 1.0), (0.0, 0.999)];
    assert!(covers(&square, &[left, right]) && covers(&square, &[right, left, low]));
    assert!(!covers(&square, &[left, low]) && !covers(&square, &[left]) && !covers(&square, &[]));
}
