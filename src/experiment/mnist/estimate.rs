//! How long a setting will take, from a few steps on this machine.

use super::corruptions::{CorruptedSet, SETS};
use super::idx::{Images, PIXELS};
use super::network::Network;
use super::settings::Settings;
use super::train::{AdaGrad, initial};
use std::sync::Arc;
use std::time::Instant;

/// Steps that are timed, after one that is not.
const STEPS: u32 = 3;

/// About how many seconds one seed takes on so many processors: a few steps are played on a grey image.
///
/// It is a guess: nothing rests on it.
pub fn estimate(settings: &Settings, threads: usize) -> f64 {
    let shape = settings.shape();
    let columns = settings.batch.max(1);
    let mut theta = initial(shape, 0);
    let mut gradient = vec![0.0; theta.len()];
    let mut steps = AdaGrad::new(settings.rates.first().copied().unwrap_or(0.0), theta.len());
    let mut network = Network::new(shape, columns);
    let grey = Arc::new(Images::new(vec![100; PIXELS], vec![0]).expect("one image and its label"));
    let set = CorruptedSet::new(&grey, settings.family.corruptions()[SETS - 1], 0);
    let (mut forth, mut all) = (0.0, 0.0);
    for step in 0..=STEPS {
        let start = Instant::now();
        (0..columns).for_each(|column| set.write(0, network.input_mut(column)));
        network.forward(&theta, columns);
        let middle = start.elapsed().as_secs_f64();
        for column in 0..columns {
            network.weigh(column, column % shape.classes, 1.0 / columns as f64);
        }
        network.backward(&theta, columns, &mut gradient);
        steps.step(&mut theta, &gradient);
        if step > 0 {
            forth += middle / f64::from(STEPS);
            all += start.elapsed().as_secs_f64() / f64::from(STEPS);
        }
    }
    let images = settings.training + settings.validation + settings.test;
    let evaluation = (SETS * images) as f64 / columns as f64 * forth;
    let run = settings.steps as f64 * all + settings.snapshots() as f64 * evaluation;
    let runs = 2 * settings.rates.len();
    run * runs.div_ceil(threads.clamp(1, runs.max(1))) as f64
}
