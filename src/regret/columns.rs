//! Weighted sums of columns that may be enclosed: one product for the lower ends and, where they differ, one for the
//! upper ends.

use super::arithmetic::Arithmetic;
use crate::numerics::Number;
use crate::trace::Values;

/// `Left^T X` for `rows` non-negative columns on the left and the columns of a [`Values`] on the right.
pub(super) struct Columns<A: Arithmetic> {
    lo: Option<A::Product>,
    hi: Option<A::Product>,
}

impl<A: Arithmetic> Columns<A> {
    /// Nothing yet; `cols` may be 0.
    pub(super) fn new(rows: usize, cols: usize, enclosed: bool) -> Self {
        let product = || (cols > 0).then(|| A::product(rows, cols));
        Self { lo: product(), hi: if enclosed { product() } else { None } }
    }

    /// Adds the rounds `from..to` of the values, whose weights are `left`.
    pub(super) fn push(&mut self, left: &[f64], values: &Values, from: usize, to: usize) {
        let range = from * values.width()..to * values.width();
        if let Some(lo) = &mut self.lo {
            A::push(lo, left, &values.lo()[range.clone()]);
        }
        if let Some(hi) = &mut self.hi {
            A::push(hi, left, &values.hi()[range]);
        }
    }

    /// The sums, row by row. Weights are not negative, so lower ends sum to lower ends.
    pub(super) fn sums(&mut self) -> Vec<A::Number> {
        let lo = self.lo.as_mut().map_or(Vec::new(), A::entries);
        match &mut self.hi {
            None => lo,
            Some(hi) => lo.into_iter().zip(A::entries(hi)).map(|(lo, hi)| lo.join(hi)).collect(),
        }
    }
}

/// `sum k <x, y>` with multipliers `x` and values `y` that may be enclosed.
pub(super) struct Pairing<A: Arithmetic> {
    lo: A::Dot,
    hi: Option<A::Dot>,
}

impl<A: Arithmetic> Pairing<A> {
    pub(super) fn new(enclosed: bool) -> Self {
        Self { lo: A::dot(), hi: enclosed.then(A::dot) }
    }

    pub(super) fn add(&mut self, k: u64, multipliers: &[f64], lo: &[f64], hi: &[f64]) {
        A::add(&mut self.lo, k, multipliers, lo);
        if let Some(sum) = &mut self.hi {
            A::add(sum, k, multipliers, hi);
        }
    }

    pub(super) fn sum(&self) -> A::Number {
        let lo = A::value(&self.lo);
        match &self.hi {
            None => lo,
            Some(hi) => lo.join(A::value(hi)),
        }
    }
}
