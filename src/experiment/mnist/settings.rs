//! What is trained on what, and for how long.

use super::corruptions::Family;
use super::idx::{CLASSES, PIXELS};
use super::network::Shape;

/// The settings of the robust experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The four sets.
    pub family: Family,
    /// The hidden units.
    pub hidden: usize,
    /// How many images are trained on, drawn from the 60,000.
    pub training: usize,
    /// How many others of the 60,000 the step size is chosen on.
    pub validation: usize,
    /// How many images are tested on: the first of the 10,000.
    pub test: usize,
    /// The number of steps.
    pub steps: usize,
    /// The images of a step, over all four sets together.
    pub batch: usize,
    /// Every how many steps a snapshot is taken.
    pub every: usize,
    /// The initial step sizes to choose from, in increasing order.
    pub rates: Vec<f64>,
}

impl Settings {
    /// A small version that takes about two minutes on two processors.
    pub fn small(family: Family) -> Self {
        Self {
            family,
            hidden: 128,
            training: 5000,
            validation: 1000,
            test: 10_000,
            steps: 3000,
            batch: 100,
            every: 60,
            rates: powers(-6..=-3),
        }
    }

    /// The paper's: 1024 units, 50,000 steps of 100 images, a snapshot every 500; with the split into 55,000 and 5,000
    /// images that Chen et al. use, and a grid that the paper does not give.
    pub fn full(family: Family) -> Self {
        Self {
            family,
            hidden: 1024,
            training: 55_000,
            validation: 5000,
            test: 10_000,
            steps: 50_000,
            batch: 100,
            every: 500,
            rates: powers(-9..=-3),
        }
    }

    /// The network.
    pub fn shape(&self) -> Shape {
        Shape { inputs: PIXELS, hidden: self.hidden, classes: CLASSES }
    }

    /// How many snapshots a run has.
    pub fn snapshots(&self) -> usize {
        self.steps / self.every
    }
}

fn powers(exponents: std::ops::RangeInclusive<i32>) -> Vec<f64> {
    exponents.map(|exponent| 2.0_f64.powi(exponent)).collect()
}
