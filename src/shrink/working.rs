//! The working set of the method in doubles: few columns of many, scaled.

use super::Candidates;
use super::lanes::{multiply, padded};
use crate::numerics::rational::power_of_two;

/// Columns of the working set, scaled: each has its candidate, its cost and its `m + 1` entries, the mass first, padded.
#[derive(Default)]
pub(super) struct WorkingSet {
    pub(super) candidates: Vec<usize>,
    pub(super) costs: Vec<f64>,
    /// Where the price of a face is about 0, if there is one.
    pub(super) on_face: Vec<bool>,
    entries: Vec<f64>,
}

/// The powers of two that bring the rows (mass first, always 1) and the cost to sizes near 1.
pub(super) struct Scales {
    pub(super) rows: Vec<f64>,
    pub(super) cost: f64,
}

impl Scales {
    pub(super) fn new(candidates: &Candidates) -> Self {
        let scale = |k: usize| {
            let largest = candidates.largest(k);
            // The exponent field of the double, which is below its bias for subnormal numbers.
            let field =
                i32::try_from(largest.to_bits() >> 52).expect("a number that is not negative has 11 bits there");
            power_of_two(if largest > 0.0 { -(field - 1023).clamp(-1000, 1000) } else { 0 })
        };
        let rows = std::iter::once(1.0).chain((1..=candidates.num_constraints()).map(scale)).collect();
        Self { rows, cost: scale(0) }
    }

    /// The right side of a constraint. Scaled values are below 2 in size, so a larger bound is no bound; and very
    /// large numbers make solvers go round in circles.
    pub(super) fn right(&self, epsilon: f64, row: usize) -> f64 {
        (epsilon * self.rows[row]).min(4.0)
    }
}

impl WorkingSet {
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Adds candidates.
    pub(super) fn fill(&mut self, candidates: &Candidates, scales: &Scales, numbers: impl Iterator<Item = usize>) {
        for t in numbers {
            self.candidates.push(t);
            self.costs.push(candidates.value(t, 0) * scales.cost);
            self.on_face.push(true);
            self.entries.push(1.0);
            let scaled = scales.rows.iter().enumerate().skip(1).map(|(k, scale)| candidates.value(t, k) * scale);
            self.entries.extend(scaled);
            self.entries.resize(self.len() * padded(scales.rows.len()), 0.0);
        }
    }

    /// Column by column.
    pub(super) fn entries(&self) -> &[f64] {
        &self.entries
    }

    pub(super) fn column(&self, j: usize) -> &[f64] {
        let width = self.entries.len() / self.len();
        &self.entries[j * width..][..width]
    }

    /// Says which columns lie on a face with these multipliers.
    pub(super) fn mark(&mut self, face: &[f64], tolerance: f64) {
        let mut prices = vec![0.0; self.len()];
        multiply(&self.entries, face.len(), face, &mut prices);
        self.on_face = prices.into_iter().map(|price| price.abs() <= tolerance).collect();
    }
}
