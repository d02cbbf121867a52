//! The Lanczos-3 reduction from 28 to 21 pixels, in the fixed-point arithmetic of the Pillow library.
//!
//! The corrupted sets are defined by what that library computed, so its rounding belongs to the definition: weights
//! normalised in doubles and rounded to 22 binary places, half away from zero; sums of whole numbers; the result
//! rounded half up and cut to 0..=255.

use super::idx::SIDE;
use crate::numerics::elementary::sin;
use std::f64::consts::PI;

/// The pixels of a side that was shrunk by 25 %.
const SHORT: usize = 21;
/// Empty lines before the shrunk ones; the rest comes after.
const BEFORE: usize = 4;
const BITS: u32 = 22;

/// One line of 21 pixels out of 28: for each, where its weights start and what they are.
pub(super) struct Reduction {
    first: [usize; SHORT],
    weights: Vec<Vec<i32>>,
}

impl Reduction {
    pub(super) fn new() -> Self {
        let scale = SIDE as f64 / SHORT as f64;
        let mut first = [0; SHORT];
        let weights = (0..SHORT).map(|o| {
            let centre = (o as f64 + 0.5) * scale;
            // The support is 3 * scale = 4; a cast cuts towards zero and negative numbers to 0.
            let start = whole(centre - 4.0 + 0.5);
            let end = whole(centre + 4.0 + 0.5).min(SIDE);
            first[o] = start;
            let raw: Vec<f64> = (start..end).map(|k| lanczos((k as f64 + 0.5 - centre) / scale)).collect();
            let sum: f64 = raw.iter().sum();
            raw.iter().map(|weight| fixed(weight / sum)).collect()
        });
        let weights = weights.collect();
        Self { first, weights }
    }

    /// Shrinks a line that is read and written with a stride, between empty pixels.
    fn line(&self, from: &[u8], to: &mut [u8], start: usize, stride: usize) {
        for (o, (first, weights)) in self.first.iter().zip(&self.weights).enumerate() {
            let terms = weights
                .iter()
                .enumerate()
                .map(|(k, weight)| i64::from(*weight) * i64::from(from[start + (first + k) * stride]));
            let sum = (terms.sum::<i64>() + (1 << (BITS - 1))) >> BITS;
            to[start + (BEFORE + o) * stride] = u8::try_from(sum.clamp(0, 255)).expect("it was cut");
        }
    }

    /// Shrinks the columns, so that there are fewer rows.
    pub(super) fn vertical(&self, from: &[u8], to: &mut [u8]) {
        to.fill(0);
        (0..SIDE).for_each(|column| self.line(from, to, column, SIDE));
    }

    /// Shrinks the rows, so that there are fewer columns.
    pub(super) fn horizontal(&self, from: &[u8], to: &mut [u8]) {
        to.fill(0);
        (0..SIDE).for_each(|row| self.line(from, to, row * SIDE, 1));
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cutting is what the definition does")]
fn whole(x: f64) -> usize {
    x as usize
}

#[allow(clippy::cast_possible_truncation, reason = "a normalised weight times 2^22 is far below 2^31")]
fn fixed(weight: f64) -> i32 {
    (weight * f64::from(1u32 << BITS)).round() as i32
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { sin(PI * x).midpoint() / (PI * x) }
}

fn lanczos(x: f64) -> f64 {
    if (-3.0..3.0).contains(&x) { sinc(x) * sinc(x / 3.0) } else { 0.0 }
}
