//! Random members of a family.

use super::{Family, Instance};
use crate::error::Result;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// The parameters of a random member as text, for a random dimension from 1 to 4 where there is one to choose. They may
/// be refused: some families have conditions on several of them together.
pub type Random = fn(&mut ChaCha8Rng, usize) -> String;

/// Draws before giving up; at least one draw in ten is a member, so this many failures have no other cause than a bug.
const ATTEMPTS: usize = 1000;

impl Family {
    /// A random member, with the text that names it; of a family without random parameters the one that there is.
    ///
    /// Half of the numbers have few bits, so that ties and exact results occur.
    ///
    /// # Errors
    /// If the family refuses all draws, and its defaults.
    pub fn draw(&self, generator: &mut ChaCha8Rng) -> Result<(String, Instance)> {
        for _ in 0..ATTEMPTS {
            let d = generator.random_range(1..5_usize);
            let Some(random) = self.random else { break };
            let spec = format!("{}:{}", self.name, random(generator, d));
            if let Ok(instance) = self.open(&spec) {
                return Ok((spec, instance));
            }
        }
        self.open(self.name).map(|instance| (self.name.to_owned(), instance))
    }
}

/// A number of the range: a multiple of 1/8, or any double.
pub fn between(generator: &mut ChaCha8Rng, lo: f64, hi: f64) -> f64 {
    let x = generator.random_range(lo..=hi);
    if generator.random() { ((8.0 * x).round() / 8.0).clamp(lo, hi) } else { x }
}

/// So many numbers of the range, separated by `/`.
pub fn list(generator: &mut ChaCha8Rng, count: usize, lo: f64, hi: f64) -> String {
    let numbers: Vec<_> = (0..count).map(|_| format!("{:?}", between(generator, lo, hi))).collect();
    numbers.join("/")
}
