//! Answers that are a little wrong, and the law that must notice each.

use crate::families::laws::{
    self, law_attained, law_bounds, law_least_violation, law_margin, law_nothing_feasible_is_below, law_order,
    law_subgradients, law_weak_duality, optima,
};
use crate::families::members::generator;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::problem::Constants;
use referee::problem::families::{Instance, Optimum};
use referee::registry::Registry;
use referee::testing::Outcome;

/// The value moved by a hundredth of itself, or by a hundredth where it is 0.
fn shifted(optimum: &Optimum, sign: f64) -> Optimum {
    let value = optimum.value;
    let step = sign * if value.contains(0.0) { 0.01 } else { 0.01 * value.magnitude() };
    Optimum { value: value + Enclosure::point(step), ..optimum.clone() }
}

fn sample(instance: &Instance, generator: &mut rand_chacha::ChaCha8Rng) -> Vec<Vec<f64>> {
    laws::sample(&*instance.problem, Some(&instance.known), generator)
}

fn caught(outcome: &Outcome, what: &str) {
    assert!(outcome.is_err(), "the law did not notice {what}");
}

#[test]
fn an_optimum_off_by_one_per_cent_is_noticed() {
    let mut generator = generator();
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("it exists");
        let sample = sample(&instance, &mut generator);
        for (optimum, side) in optima(&instance.known) {
            for sign in [-1.0, 1.0] {
                caught(&law_attained(&*instance.problem, &shifted(optimum, sign), side), family.name);
            }
            if optimum.multipliers.is_some() {
                caught(&law_weak_duality(&*instance.problem, &shifted(optimum, 1.0), side, &sample), family.name);
            }
            if optimum.mixture.len() == 1 {
                caught(
                    &law_nothing_feasible_is_below(&*instance.problem, &shifted(optimum, 1.0), side, &sample),
                    family.name,
                );
            }
        }
        if let Some(least) = &instance.known.least_violation {
            for sign in [-1.0, 1.0] {
                let mut instance = Registry::ours().open(family.name).expect("it exists");
                instance.known.least_violation = Some(shifted(least, sign));
                caught(
                    &law_least_violation(
                        &*instance.problem,
                        instance.known.least_violation.as_ref().expect("just set"),
                        &sample,
                    ),
                    family.name,
                );
            }
        }
    }
}

#[test]
fn a_mixture_with_other_weights_or_points_is_noticed() {
    for (family, atom) in [("triangle", 0), ("step-hinge", 0), ("step-sample", 1), ("extremal", 1)] {
        let instance = Registry::ours().open(family).expect("it exists");
        let optimum = instance.known.mixed_optimum.as_ref().expect("feasible");
        let mut heavier = optimum.clone();
        heavier.mixture[atom].weight = heavier.mixture[atom].weight + Enclosure::point(0.01);
        caught(&law_attained(&*instance.problem, &heavier, Side::Constraints), family);
        // The weights still sum to 1, but too much is on the violating point.
        let other = (atom + 1) % optimum.mixture.len();
        heavier.mixture[other].weight = heavier.mixture[other].weight - Enclosure::point(0.01);
        caught(&law_attained(&*instance.problem, &heavier, Side::Constraints), family);
        let mut outside = optimum.clone();
        outside.mixture[atom].point[0] = Enclosure::point(100.0);
        caught(&law_attained(&*instance.problem, &outside, Side::Constraints), family);
    }
}

#[test]
fn multipliers_that_are_zero_or_negative_are_noticed() {
    let mut generator = generator();
    for family in ["qp-box", "qp-half", "knapsack", "triangle", "step-hinge", "step-sample", "robust", "extremal"] {
        let instance = Registry::ours().open(family).expect("it exists");
        let sample = sample(&instance, &mut generator);
        let optimum = instance.known.mixed_optimum.as_ref().expect("feasible");
        let count = instance.problem.num_constraints();
        let none = Optimum { multipliers: Some(vec![Enclosure::ZERO; count]), ..optimum.clone() };
        caught(&law_weak_duality(&*instance.problem, &none, Side::Constraints, &sample), family);
        let negative = Optimum { multipliers: Some(vec![Enclosure::point(-1.0); count]), ..optimum.clone() };
        caught(&law_weak_duality(&*instance.problem, &negative, Side::Constraints, &sample), family);
        let few = Optimum { multipliers: Some(vec![Enclosure::ZERO; count + 1]), ..optimum.clone() };
        caught(&law_weak_duality(&*instance.problem, &few, Side::Constraints, &sample), family);
    }
}

#[test]
fn doubled_multipliers_are_noticed_where_they_are_unique() {
    let mut generator = generator();
    let families = ["qp-box", "qp-half", "knapsack", "triangle", "step-hinge", "step-sample", "neyman-pearson"];
    for family in families.into_iter().chain(["extremal", "polygon", "qp-box-scaled", "zero-pair"]) {
        let instance = Registry::ours().open(family).expect("it exists");
        let sample = sample(&instance, &mut generator);
        for (optimum, side) in optima(&instance.known) {
            let Some(multipliers) = &optimum.multipliers else { continue };
            let doubled = multipliers.iter().map(|&y| y + y).collect();
            let doubled = Optimum { multipliers: Some(doubled), ..optimum.clone() };
            caught(&law_weak_duality(&*instance.problem, &doubled, side, &sample), family);
        }
    }
}

/// The instance with other constants.
fn with(family: &str, change: impl Fn(&mut Constants)) -> Instance {
    let mut instance = Registry::ours().open(family).expect("it exists");
    change(&mut instance.known.constants);
    instance
}

/// One of the constants.
type Field = fn(&mut Constants) -> &mut f64;

#[test]
fn halved_bounds_are_noticed() {
    let mut generator = generator();
    let bounds: [(&str, Field); 4] = [
        ("bound_constraints", |constants| &mut constants.bound_constraints),
        ("bound_payoff_2", |constants| &mut constants.bound_payoff_2),
        ("objective_range", |constants| &mut constants.objective_range),
        ("radius", |constants| &mut constants.radius),
    ];
    for family in Registry::ours().families() {
        let sample = sample(&Registry::ours().open(family.name).expect("it exists"), &mut generator);
        for (bound, field) in bounds {
            let mut honest = Registry::ours().open(family.name).expect("it exists").known.constants;
            if *field(&mut honest) == 0.0 {
                continue; // half of nothing
            }
            let broken = with(family.name, |constants| *field(constants) *= 0.5);
            caught(
                &law_bounds(&*broken.problem, &broken.known.constants, &sample),
                &format!("half of {bound} of {}", family.name),
            );
        }
        let broken = with(family.name, |constants| {
            constants.bound_subgradient = constants.bound_subgradient.map(|bound| 0.5 * bound);
        });
        if broken.known.constants.bound_subgradient.is_some() {
            let outcome = law_subgradients(&*broken.problem, &broken.known.constants, &sample, &mut generator);
            caught(&outcome, &format!("half of the subgradients' bound of {}", family.name));
        }
    }
}

#[test]
fn a_margin_that_is_doubled_or_elsewhere_is_noticed() {
    let mut seen = 0;
    for family in Registry::ours().families() {
        let broken = with(family.name, |constants| {
            if let Some(margin) = &mut constants.margin {
                margin.value *= 2.0;
            }
        });
        if let Some(margin) = &broken.known.constants.margin {
            seen += 1;
            caught(&law_margin(&*broken.problem, margin), family.name);
        }
    }
    assert_eq!(seen, 18, "all but zero-pair, zero-no-kkt, infeasible and no-constraints have a margin");
    let elsewhere = with("qp-box", |constants| {
        let margin = constants.margin.as_mut().expect("it has one");
        margin.point = Some(vec![-2.0; 3]);
    });
    caught(
        &law_margin(&*elsewhere.problem, elsewhere.known.constants.margin.as_ref().expect("just set")),
        "a margin outside the domain",
    );
}

#[test]
fn optima_in_the_wrong_order_are_noticed() {
    let mut instance = Registry::ours().open("step-hinge").expect("it exists");
    std::mem::swap(&mut instance.known.optimum, &mut instance.known.mixed_optimum);
    caught(&law_order(&instance.known), "a mixed optimum above the pure one");
    let mut instance = Registry::ours().open("step-hinge").expect("it exists");
    std::mem::swap(&mut instance.known.optimum, &mut instance.known.proxy_optimum);
    caught(&law_order(&instance.known), "a proxy optimum below the pure one");
    let mut instance = Registry::ours().open("infeasible").expect("it exists");
    instance.known.feasible = true;
    caught(&law_order(&instance.known), "feasible without an optimum");
}
