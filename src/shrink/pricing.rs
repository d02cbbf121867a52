//! Weighted sums of functions over all candidates: one pass over memory, with a bound on the rounding.

use super::candidates::{PANEL, Panel};

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
        pulp::Arch::new().dispatch(Combine { price: self, values: panel.values, out });
    }

    /// No price of the panel is farther than this from the real number it stands for.
    ///
    /// With `n` terms there are `n` products and `n` sums: the rounding is below `(n + 1) u S` up to second order, where
    /// `u = 2^-53` and `S` is the sum of the absolute terms, and the weights add `2 u S`. The factor `2 (n + 4) u` leaves
    /// room for the rounding of this bound itself. A product that underflows loses less than 2^-1074.
    pub(super) fn radius(&self, panel: &Panel<'_>) -> f64 {
        if self.terms.iter().any(|(_, weight)| !weight.is_normal()) || !(self.mass == 0.0 || self.mass.is_normal()) {
            return f64::INFINITY; // such a weight need not be near what it stands for
        }
        let n = self.terms.len() as f64;
        let size = self.terms.iter().fold(self.mass.abs(), |sum, &(k, weight)| sum + weight.abs() * panel.largest[k]);
        (n + 4.0) * f64::EPSILON * size + (n + 4.0) * f64::MIN_POSITIVE
    }
}

/// A struct, because only so is the loop surely compiled for wide vectors.
struct Combine<'a> {
    price: &'a Price,
    values: &'a [f64],
    out: &'a mut [f64; PANEL],
}

impl pulp::WithSimd for Combine<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { price, values, out } = self;
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
