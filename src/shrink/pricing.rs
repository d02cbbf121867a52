//! Weighted sums of functions over all candidates: one pass over memory, with a bound on the rounding.

use super::candidates::{PANEL, Panel};
use crate::numerics::lanes::wide;

/// `sum_k weight_k g_k(t) - mass`, to be evaluated at every candidate.
///
/// The weights stand for real numbers from which each differs by at most 2^-52 of its size; so does the mass.
#[derive(Clone, Debug)]
pub(super) struct Price {
    /// Function and weight, where the weight is not 0.
    terms: Vec<(usize, f64)>,
    mass: f64,
}

impl Price {
    pub(super) fn new(weights: impl IntoIterator<Item = (usize, f64)>, mass: f64) -> Self {
        Self { terms: weights.into_iter().filter(|(_, weight)| *weight != 0.0).collect(), mass }
    }

    /// Evaluates over a panel. The order of operations is fixed, so the result is the same on every machine.
    pub(super) fn over(&self, panel: &Panel<'_>, out: &mut [f64; PANEL]) {
        combine(self, panel.values, out);
    }

    /// No price of the panel is farther than this from the real number it stands for.
    ///
    /// With `n` terms there are `n` products and `n` sums: the rounding is below `(n + 1) u S` up to second order,
    /// where `u = 2^-53` and `S` is the sum of the absolute terms, and the weights add `2 u S`. The factor
    /// `2 (n + 4) u` leaves room for the rounding of this bound itself. A product that underflows loses less than
    /// 2^-1074.
    pub(super) fn radius(&self, panel: &Panel<'_>) -> f64 {
        if self.terms.iter().any(|(_, weight)| !weight.is_normal()) || !(self.mass == 0.0 || self.mass.is_normal()) {
            return f64::INFINITY; // such a weight need not be near what it stands for
        }
        let n = self.terms.len() as f64;
        let size = self.terms.iter().fold(self.mass.abs(), |sum, &(k, weight)| sum + weight.abs() * panel.largest[k]);
        (n + 4.0) * f64::EPSILON * size + (n + 4.0) * f64::MIN_POSITIVE
    }
}

/// A pass that has been made: the smallest price of every panel.
///
/// It serves another pass with nearly the same weights: where the smallest price is farther from 0 than both the
/// rounding and the difference of the weights can make up for, no candidate of the panel has to be looked at again.
pub(super) struct Screen {
    pub(super) price: Price,
    pub(super) minima: Vec<f64>,
    /// The power of two by which its prices are scaled.
    pub(super) scale: f64,
}

/// How far the prices of another pass, times a power of two, can be from those of a [`Screen`].
pub(super) struct Shift {
    /// For each unit of a function.
    weights: Vec<f64>,
    mass: f64,
}

impl Screen {
    /// Compares with other weights, scaled alike; `None` if one of these is not near what it stands for.
    pub(super) fn shift(&self, other: &Price, functions: usize) -> Option<Shift> {
        let scale = self.scale;
        let mut pairs = vec![(0.0, 0.0); functions];
        for &(k, weight) in &self.price.terms {
            pairs[k].0 = weight;
        }
        for &(k, weight) in &other.terms {
            pairs[k].1 = scale * weight;
        }
        // What a double stands for is within 2^-52 of its size; twice that also covers the rounding here.
        let far = |(own, other): (f64, f64)| (own - other).abs() + 2.0 * f64::EPSILON * (own.abs() + other.abs());
        let masses = (self.price.mass, scale * other.mass);
        let sound = |&(_, other): &(f64, f64)| other == 0.0 || other.is_normal();
        let all_sound = pairs.iter().chain([&masses]).all(sound);
        all_sound.then(|| Shift { weights: pairs.into_iter().map(far).collect(), mass: far(masses) })
    }

    /// Whether every price of the other pass is surely positive on a panel.
    pub(super) fn is_positive(&self, shift: &Shift, panel: &Panel<'_>, number: usize) -> bool {
        let moved = shift.weights.iter().zip(panel.largest).fold(shift.mass, |sum, (far, largest)| sum + far * largest);
        // A sum of few positive terms in doubles is short by far less than this factor.
        self.minima[number] > 1.0001 * (moved + self.price.radius(panel))
    }
}

wide! {
    fn combine<'a>(price: &'a Price, values: &'a [f64], out: &'a mut [f64; PANEL]) {
        let row = |k: usize| -> &[f64; PANEL] { values[k * PANEL..][..PANEL].try_into().expect("a panel is full") };
        out.fill(-price.mass);
        let groups = price.terms.chunks_exact(4);
        for &(k, weight) in groups.remainder() {
            for (sum, x) in out.iter_mut().zip(row(k)) {
                *sum += weight * x;
            }
        }
        for group in groups {
            let [(a, u), (b, v), (c, w), (d, z)] = *group else { unreachable!("a group has four terms") };
            let (a, b, c, d) = (row(a), row(b), row(c), row(d));
            for i in 0..PANEL {
                out[i] = out[i] + u * a[i] + v * b[i] + w * c[i] + z * d[i];
            }
        }
    }
}
