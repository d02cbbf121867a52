//! The network of the robust experiment against exact arithmetic.
//!
//! On dyadic numbers of few digits the doubles compute without rounding, so logits and gradients must *equal* what
//! rationals give. The judge of the gradient knows nothing of backpropagation: a weighted sum of logits is affine in
//! each parameter as long as no unit changes its side, so a finite difference in rationals is the derivative itself.

use crate::common::{Outcome, catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::experiment::mnist::{Network, Shape, predicted, softmax_cross_entropy};
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;

/// A network, a batch, and the weight of every logit.
#[derive(Clone, Debug)]
struct Instance {
    shape: Shape,
    theta: Vec<f64>,
    inputs: Vec<Vec<f64>>,
    deltas: Vec<Vec<f64>>,
}

/// Multiples of 1/8 up to 2.
fn dyadics(count: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-16i32..=16).prop_map(|k| f64::from(k) / 8.0), count)
}

fn instances() -> impl Strategy<Value = Instance> {
    (1usize..5, 1usize..5, 2usize..4, 1usize..5).prop_flat_map(|(inputs, hidden, classes, columns)| {
        let shape = Shape { inputs, hidden, classes };
        let parts = (
            dyadics(shape.parameters()),
            prop::collection::vec(dyadics(inputs), columns),
            prop::collection::vec(dyadics(classes), columns),
        );
        parts.prop_map(move |(theta, inputs, deltas)| Instance { shape, theta, inputs, deltas })
    })
}

/// What the units are before they are cut, and the logits: entry by entry, in rationals.
fn slow_forward(shape: Shape, theta: &[RBig], input: &[RBig]) -> (Vec<RBig>, Vec<RBig>) {
    let Shape { inputs, hidden, classes } = shape;
    let (w1, rest) = theta.split_at(inputs * hidden);
    let (b1, rest) = rest.split_at(hidden);
    let (w2, b2) = rest.split_at(hidden * classes);
    let before: Vec<RBig> =
        (0..hidden).map(|u| (0..inputs).fold(b1[u].clone(), |sum, j| sum + &w1[j * hidden + u] * &input[j])).collect();
    let unit = |u: usize| if before[u] > RBig::ZERO { before[u].clone() } else { RBig::ZERO };
    let logits = (0..classes).map(|k| (0..hidden).fold(b2[k].clone(), |sum, u| sum + &w2[u * classes + k] * unit(u)));
    (before.clone(), logits.collect())
}

fn rationals(numbers: &[f64]) -> Vec<RBig> {
    numbers.iter().map(|&x| exact(x)).collect()
}

/// The weighted sum of all logits.
fn slow_sum(instance: &Instance, theta: &[RBig]) -> RBig {
    instance.inputs.iter().zip(&instance.deltas).fold(RBig::ZERO, |sum, (input, deltas)| {
        let (_, logits) = slow_forward(instance.shape, theta, &rationals(input));
        logits.iter().zip(deltas).fold(sum, |sum, (z, &delta)| sum + z * exact(delta))
    })
}

/// The exact gradient by exact differences; `None` where a unit is exactly 0, so that there is no derivative.
fn slow_gradient(instance: &Instance) -> Option<Vec<RBig>> {
    let theta = rationals(&instance.theta);
    let smooth = instance.inputs.iter().all(|input| {
        let (before, _) = slow_forward(instance.shape, &theta, &rationals(input));
        before.iter().all(|unit| *unit != RBig::ZERO)
    });
    // Units are multiples of 1/64 and inputs at most 2, so no unit changes its side on so short a way.
    let way = exact(2.0_f64.powi(-10));
    let here = slow_sum(instance, &theta);
    smooth.then(|| {
        (0..theta.len())
            .map(|place| {
                let mut moved = theta.clone();
                moved[place] = &moved[place] + &way;
                (slow_sum(instance, &moved) - &here) / &way
            })
            .collect()
    })
}

fn load(instance: &Instance, network: &mut Network) {
    for (column, input) in instance.inputs.iter().enumerate() {
        network.input_mut(column).copy_from_slice(input);
    }
}

fn fast_gradient(instance: &Instance) -> Vec<f64> {
    let columns = instance.inputs.len();
    // More room than images, and a gradient that is not empty: what was there before must not matter.
    let mut network = Network::new(instance.shape, columns + 2);
    load(instance, &mut network);
    network.forward(&instance.theta, columns);
    for (column, deltas) in instance.deltas.iter().enumerate() {
        network.set_deltas(column, deltas);
    }
    let mut gradient = vec![f64::NAN; instance.theta.len()];
    network.backward(&instance.theta, columns, &mut gradient);
    gradient
}

/// A gradient that forgets that a unit at 0 passes nothing on.
fn gradient_without_mask(instance: &Instance) -> Vec<f64> {
    let Shape { inputs, hidden, classes } = instance.shape;
    let mut gradient = fast_gradient(instance);
    let w2 = &instance.theta[(inputs + 1) * hidden..];
    for u in 0..hidden {
        let slope = |deltas: &[f64]| (0..classes).map(|k| w2[u * classes + k] * deltas[k]).sum::<f64>();
        let over = |weight: &dyn Fn(&[f64]) -> f64| {
            instance.inputs.iter().zip(&instance.deltas).map(|(x, d)| weight(x) * slope(d)).sum::<f64>()
        };
        (0..inputs).for_each(|j| gradient[j * hidden + u] = over(&|x| x[j]));
        gradient[inputs * hidden + u] = over(&|_| 1.0);
    }
    gradient
}

fn gradient_is_exact(gradient: impl Fn(&Instance) -> Vec<f64>) -> impl Fn(Instance) -> Outcome {
    move |instance| {
        let wanted = slow_gradient(&instance);
        prop_assume!(wanted.is_some());
        prop_assert_eq!(rationals(&gradient(&instance)), wanted.expect("it was assumed"));
        Ok(())
    }
}

#[test]
fn the_gradient_is_exact_on_dyadic_numbers() {
    holds(200, &instances(), gradient_is_exact(fast_gradient));
}

#[test]
fn a_gradient_that_forgets_the_mask_is_caught() {
    catches(200, &instances(), gradient_is_exact(gradient_without_mask));
}

#[test]
fn a_gradient_that_forgets_a_bias_is_caught() {
    catches(
        200,
        &instances(),
        gradient_is_exact(|instance| {
            let mut gradient = fast_gradient(instance);
            *gradient.last_mut().expect("there is a bias") = 0.0;
            gradient
        }),
    );
}

#[test]
fn logits_are_exact_on_dyadic_numbers() {
    holds(200, &instances(), |instance| {
        let mut network = Network::new(instance.shape, instance.inputs.len());
        load(&instance, &mut network);
        network.forward(&instance.theta, instance.inputs.len());
        for (column, input) in instance.inputs.iter().enumerate() {
            let (_, logits) = slow_forward(instance.shape, &rationals(&instance.theta), &rationals(input));
            prop_assert_eq!(rationals(network.logits(column)), logits);
        }
        Ok(())
    });
}

#[test]
fn a_unit_at_zero_passes_nothing_on() {
    // One unit, W1 = 1, b1 = -1, input 1: the unit is exactly 0.
    let shape = Shape { inputs: 1, hidden: 1, classes: 2 };
    let instance = Instance {
        shape,
        theta: vec![1.0, -1.0, 3.0, 5.0, 0.0, 0.0],
        inputs: vec![vec![1.0]],
        deltas: vec![vec![1.0, 2.0]],
    };
    assert_eq!(fast_gradient(&instance), [0.0, 0.0, 0.0, 0.0, 1.0, 2.0]);
}

#[test]
fn a_network_that_is_not_a_number_does_not_pass_for_zero() {
    let shape = Shape { inputs: 1, hidden: 1, classes: 2 };
    let mut network = Network::new(shape, 1);
    network.input_mut(0)[0] = 1.0;
    network.forward(&[f64::NAN, 0.0, 1.0, 1.0, 0.0, 0.0], 1);
    assert!(network.weigh(0, 0, 1.0).is_nan());
}

type Softmax = fn(&[f64], usize, f64, &mut [f64]) -> f64;

/// The documented accuracy, against enclosures of the real numbers.
fn softmax_is_accurate(softmax: Softmax) -> impl Fn((Vec<i32>, usize, i32)) -> Outcome {
    move |(sixteenths, label, quarters)| {
        let logits: Vec<f64> = sixteenths.iter().map(|&k| f64::from(k) / 16.0).collect();
        let (label, weight) = (label % logits.len(), f64::from(quarters) / 4.0);
        let mut deltas = vec![f64::NAN; logits.len()];
        let loss = softmax(&logits, label, weight, &mut deltas);
        // Differences of sixteenths are doubles, so each number below is enclosed.
        let powers: Vec<Enclosure> = logits.iter().map(|z| Enclosure::point(z - logits[label]).exp()).collect();
        let sum = powers.iter().fold(Enclosure::ZERO, |sum, &power| sum + power);
        let most = 2.0_f64.powi(-45);
        let distance = (Enclosure::point(loss) - sum.ln().expect("a positive sum")).abs();
        prop_assert!(distance.lo() <= most, "the loss {loss} is off by {distance}");
        for (k, (&delta, &power)) in deltas.iter().zip(&powers).enumerate() {
            let one = Enclosure::point(f64::from(u8::from(k == label)));
            let real = Enclosure::point(weight) * (power.divide(sum).expect("a positive sum") - one);
            let distance = (Enclosure::point(delta) - real).abs();
            prop_assert!(distance.lo() <= most * weight.abs(), "delta {k} = {delta} is off by {distance}");
        }
        Ok(())
    }
}

fn logits() -> impl Strategy<Value = (Vec<i32>, usize, i32)> {
    (prop::collection::vec(-400i32..=400, 2..=10), 0usize..10, 1i32..=40)
}

#[test]
fn the_loss_and_its_derivatives_are_accurate() {
    holds(200, &logits(), softmax_is_accurate(softmax_cross_entropy));
}

#[test]
fn a_softmax_that_forgets_something_is_caught() {
    let label_forgotten: Softmax = |logits, label, weight, deltas| {
        let loss = softmax_cross_entropy(logits, label, weight, deltas);
        deltas[label] += weight;
        loss
    };
    let single_precision: Softmax = |logits, label, weight, deltas| {
        let loss = softmax_cross_entropy(logits, label, weight, deltas);
        #[allow(clippy::cast_possible_truncation, reason = "that is the fault")]
        for delta in deltas {
            *delta = f64::from(*delta as f32);
        }
        loss
    };
    let loss_without_label: Softmax =
        |logits, label, weight, deltas| softmax_cross_entropy(logits, label, weight, deltas) + logits[label];
    for broken in [label_forgotten, single_precision, loss_without_label] {
        catches(200, &logits(), softmax_is_accurate(broken));
    }
}

#[test]
fn huge_logits_do_not_overflow() {
    let mut deltas = [0.0; 2];
    let loss = softmax_cross_entropy(&[1e6, -1e6], 1, 1.0, &mut deltas);
    assert_eq!((loss, deltas), (2e6, [1.0, -1.0]));
    assert_eq!(predicted(&[1e6, -1e6]), 0);
}
