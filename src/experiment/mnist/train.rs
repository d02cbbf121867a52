//! The two trainings: the Lagrangian game of the robust problem, and the baseline on the union of the sets.
//!
//! **The problem.** Minimise `xi` over the network's parameters `theta` and the slack `xi`, subject to
//! `loss_i(theta) - xi <= 0` for the four sets: `min over theta of max_i loss_i(theta)`. The Lagrangian is
//! `xi + sum_i lambda_i (loss_i(theta) - xi)`.
//!
//! **The players.** Both use `AdaGrad` with one step size and 0.1 in the accumulators, from `lambda = 0` and `xi = 0`.
//! The lambda-player ascends and is projected on `lambda >= 0`; there is no radius. The Lagrangian is linear in `xi`,
//! with slope `1 - sum_i lambda_i`, so a player who is free to choose it runs away; `xi` is updated as a further
//! parameter and projected on `[0, 2.5]`. That interval loses nothing: no loss is negative, and the network of zeros
//! has the loss `ln 10 < 2.5` on every set, so the least worst loss lies in it. The network's own parameters are not
//! bounded, so the domain is not compact.
//!
//! **A step** takes the same number of images from each set, `batch / 4`, uniformly and with repetition; the baseline
//! takes `batch` images from the union. Both see equally many images. The paper does not say whether its 100 images
//! are of each set or of all together.

use super::corruptions::SETS;
use super::idx::CLASSES;
use super::network::{Network, Shape, predicted, softmax_cross_entropy};
use super::parts::{Copies, Parts};
use super::settings::Settings;
use crate::error::{Error, Result};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The largest slack: above `ln 10`, the loss of a network that prefers no digit.
pub const LARGEST_SLACK: f64 = 2.5;
/// What stands in the accumulators at the start.
const ACCUMULATOR: f64 = 0.1;
/// Room for so many images at least.
const BLOCK: usize = 250;

/// Which training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Training {
    /// The mean loss over the union of the sets.
    Baseline,
    /// The robust problem, as a game.
    Lagrangian,
}

/// Wrong predictions on each set: whole numbers.
pub type Mistakes = [u32; SETS];

/// What is known of the network at some step.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The slack; 0 for the baseline, which has none.
    pub xi: f64,
    /// The multipliers; 0 for the baseline.
    pub lambda: [f64; SETS],
    /// The mean loss on each training set, in doubles.
    pub losses: [f64; SETS],
    /// The mistakes on the training sets.
    pub training: Mistakes,
    /// On the validation sets.
    pub validation: Mistakes,
    /// On the test sets.
    pub test: Mistakes,
}

/// A training with one step size.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Which.
    pub training: Training,
    /// The step size.
    pub rate: f64,
    /// The snapshots.
    pub snapshots: Vec<Snapshot>,
}

/// Steps along gradients, each coordinate divided by the root of its squares so far.
#[derive(Clone, Debug)]
pub struct AdaGrad {
    rate: f64,
    squares: Vec<f64>,
}

impl AdaGrad {
    /// For points with so many coordinates.
    pub fn new(rate: f64, coordinates: usize) -> Self {
        Self { rate, squares: vec![ACCUMULATOR; coordinates] }
    }

    /// Goes down.
    ///
    /// ```
    /// use referee::experiment::mnist::AdaGrad;
    /// let mut point = [1.0];
    /// AdaGrad::new(0.5, 1).step(&mut point, &[2.0]);
    /// assert_eq!(point, [1.0 - 0.5 * 2.0 / 4.1_f64.sqrt()]);
    /// ```
    pub fn step(&mut self, point: &mut [f64], gradient: &[f64]) {
        for ((x, g), square) in point.iter_mut().zip(gradient).zip(&mut self.squares) {
            *square += g * g;
            *x -= self.rate * g / square.sqrt();
        }
    }
}

/// The initial parameters: weights uniform on `+-sqrt(6 / (inputs + outputs))` of their layer, biases 0.
pub fn initial(shape: Shape, seed: u64) -> Vec<f64> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(1);
    let mut layer = |inputs: usize, outputs: usize| -> Vec<f64> {
        let most = (6.0 / (inputs + outputs) as f64).sqrt();
        let weights = (0..inputs * outputs).map(|_| (2.0 * generator.random::<f64>() - 1.0) * most);
        weights.chain(std::iter::repeat_n(0.0, outputs)).collect()
    };
    let mut theta = layer(shape.inputs, shape.hidden);
    theta.extend(layer(shape.hidden, shape.classes));
    theta
}

/// The lambda-player and the slack.
#[derive(Clone, Debug)]
pub struct Multipliers {
    /// The multipliers, none negative.
    pub lambda: [f64; SETS],
    /// The slack, between 0 and [`LARGEST_SLACK`].
    pub xi: f64,
    lambda_steps: AdaGrad,
    xi_steps: AdaGrad,
}

impl Multipliers {
    /// All 0.
    pub fn new(rate: f64) -> Self {
        let (lambda_steps, xi_steps) = (AdaGrad::new(rate, SETS), AdaGrad::new(rate, 1));
        Self { lambda: [0.0; SETS], xi: 0.0, lambda_steps, xi_steps }
    }

    /// Both step at once, given the losses: neither sees the other's new choice.
    pub fn step(&mut self, losses: [f64; SETS]) {
        let slope = 1.0 - self.lambda.iter().sum::<f64>();
        let xi = self.xi;
        self.lambda_steps.step(&mut self.lambda, &losses.map(|loss| xi - loss));
        for lambda in &mut self.lambda {
            *lambda = lambda.max(0.0);
        }
        self.xi_steps.step(std::slice::from_mut(&mut self.xi), &[slope]);
        self.xi = self.xi.clamp(0.0, LARGEST_SLACK);
    }
}

/// Trains with one step size; `tick` is called at every snapshot.
///
/// # Errors
/// If a loss is no longer finite.
pub fn train(
    training: Training,
    rate: f64,
    parts: &Parts,
    settings: &Settings,
    seed: u64,
    tick: &(dyn Fn() + Sync),
) -> Result<Run> {
    let shape = settings.shape();
    let mut theta = initial(shape, seed);
    let mut gradient = vec![0.0; theta.len()];
    let mut steps = AdaGrad::new(rate, theta.len());
    let mut network = Network::new(shape, settings.batch.max(BLOCK));
    let mut multipliers = Multipliers::new(rate);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(2);
    let mut labels = vec![0; settings.batch];
    let mut snapshots = Vec::with_capacity(settings.snapshots());
    for step in 1..=settings.steps {
        for (column, label) in labels.iter_mut().enumerate() {
            let set = match training {
                Training::Baseline => generator.random_range(0..SETS),
                Training::Lagrangian => column * SETS / settings.batch,
            };
            let set = &parts.training[set];
            let place = generator.random_range(0..set.len());
            set.write(place, network.input_mut(column));
            *label = usize::from(set.label(place));
        }
        network.forward(&theta, settings.batch);
        match training {
            Training::Baseline => {
                let weight = 1.0 / settings.batch as f64;
                for (column, &label) in labels.iter().enumerate() {
                    network.weigh(column, label, weight);
                }
            }
            Training::Lagrangian => {
                let share = (settings.batch / SETS) as f64;
                let mut losses = [0.0; SETS];
                for (column, &label) in labels.iter().enumerate() {
                    let set = column * SETS / settings.batch;
                    losses[set] += network.weigh(column, label, multipliers.lambda[set] / share) / share;
                }
                multipliers.step(losses);
            }
        }
        network.backward(&theta, settings.batch, &mut gradient);
        steps.step(&mut theta, &gradient);
        if step % settings.every == 0 {
            let snapshot = snapshot(&mut network, &theta, parts, &multipliers);
            if !snapshot.losses.iter().all(|loss| loss.is_finite()) {
                let message =
                    format!("with the step size {rate} the loss is not finite after {step} steps: leave it out");
                return Err(Error::new(message));
            }
            snapshots.push(snapshot);
            tick();
        }
    }
    Ok(Run { training, rate, snapshots })
}

fn snapshot(network: &mut Network, theta: &[f64], parts: &Parts, multipliers: &Multipliers) -> Snapshot {
    let (training, losses) = evaluate(network, theta, &parts.training);
    Snapshot {
        xi: multipliers.xi,
        lambda: multipliers.lambda,
        losses,
        training,
        validation: evaluate(network, theta, &parts.validation).0,
        test: evaluate(network, theta, &parts.test).0,
    }
}

/// Mistakes and mean losses on each set.
pub fn evaluate(network: &mut Network, theta: &[f64], copies: &Copies) -> (Mistakes, [f64; SETS]) {
    let (mut mistakes, mut losses) = ([0; SETS], [0.0; SETS]);
    let mut unused = [0.0; CLASSES];
    let block = network.most();
    for (set, (mistakes, loss)) in copies.iter().zip(mistakes.iter_mut().zip(&mut losses)) {
        for start in (0..set.len()).step_by(block) {
            let columns = block.min(set.len() - start);
            for column in 0..columns {
                set.write(start + column, network.input_mut(column));
            }
            network.forward(theta, columns);
            for column in 0..columns {
                let (label, logits) = (usize::from(set.label(start + column)), network.logits(column));
                *mistakes += u32::from(predicted(logits) != label);
                *loss += softmax_cross_entropy(logits, label, 0.0, &mut unused);
            }
        }
        *loss /= set.len() as f64;
    }
    (mistakes, losses)
}
