//! Small networks: a loss over four rows as a function of the few weights that vary.
//!
//! One or two hidden layers of one to three sigmoid units see a number per row. The variables take the places of some
//! weights; the other weights are constants. The loss of a row is the square of the error, or the hinge of the
//! margin, and the objective is the mean of the four: a minibatch sees some of them.

use super::formula::{Class, Formula, mean, number_in};
use crate::problem::families::number;
use proptest::collection::vec;
use proptest::prelude::*;

/// Weights of the largest network: 3 slopes and 3 intercepts, 9 between the layers, 3 on top.
const WEIGHTS: usize = 18;
const ROWS: usize = 4;

/// The loss of a network in the variables `x1..xdim`.
pub(super) fn network(dim: usize) -> BoxedStrategy<Formula> {
    let weights = vec(number_in(-2, 2), WEIGHTS);
    let rows = vec((number_in(-1, 1), any::<bool>()), ROWS);
    (1..=3_usize, any::<bool>(), weights, 0..WEIGHTS, rows, any::<bool>())
        .prop_map(move |(units, deep, weights, first, rows, hinge)| {
            // Variable j stands for weight first + 5 j, round and round: in different layers, as 5 and 18 are coprime.
            let weight = |k: usize| match (0..dim).find(|j| (first + 5 * j) % WEIGHTS == k) {
                Some(j) => format!("x{}", j + 1),
                None => number(weights[k]),
            };
            let output = |input: f64| {
                let first = |i: usize| format!("sigmoid({} * {} + {})", weight(i), number(input), weight(3 + i));
                let second = |i: usize| {
                    let sum: Vec<_> = (0..units).map(|k| format!("{} * {}", weight(6 + 3 * i + k), first(k))).collect();
                    format!("sigmoid({})", sum.join(" + "))
                };
                let top = |i: usize| format!("{} * {}", weight(15 + i), if deep { second(i) } else { first(i) });
                (0..units).map(top).collect::<Vec<_>>().join(" + ")
            };
            let loss = |&(input, label): &(f64, bool)| match (hinge, label) {
                (true, true) => format!("hinge(-({}))", output(input)),
                (true, false) => format!("hinge({})", output(input)),
                (false, label) => format!("({} - {})^2", output(input), u8::from(label)),
            };
            let bound = if hinge { 7.0 } else { 49.0 };
            let losses = mean(rows.iter().map(loss).collect(), Class::Neither, !hinge, bound);
            Formula { recognised: false, ..losses }.tamed(4.0)
        })
        .boxed()
}
