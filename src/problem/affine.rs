//! Many linear constraints at once: one matrix in place of one formula each.
//!
//! A formula costs tens of nanoseconds an evaluation, whatever it says. With thousands of constraints that are linear
//! forms with coefficients that doubles hold exactly, the values are a matrix-vector product: the matrix is stored by
//! variables, so that every loop runs along the constraints.
//!
//! **Enclosures.** With `d` variables let `v` be the computed `constant + sum_j a_j x_j`, added from left to right, and `t` the
//! computed `|constant| + sum_j |a_j x_j|`. Each of the at most `2 d` roundings on the way to `v` errs by at most `u = 2^-53`
//! of a partial sum or product, all of which are at most `(1 + u)^(2 d)` times the exact `t`, and products may underflow
//! by `2^-1075` each; so `|v - exact| <= 2 (d + 1) u t + 2^-1000` for `d <= 2^20`, with room for the rounding of `t`. The ends
//! are computed with `e = (2 d + 8) u t + 2^-1000`: the `6 u t` more than pay for the rounding of `v - e` and `v + e`.

use super::ExpressionProblem;
use crate::numerics::Enclosure;

/// With fewer constraints the formulas are as good, and their enclosures narrower.
const FEWEST: usize = 64;

/// The constraints `constant_i + sum_j a_ij x_j`, all of them.
#[derive(Clone, Debug)]
pub(super) struct AffineBlock {
    /// `a_ij` for `i = 1..m`, one column per variable.
    columns: Vec<Vec<f64>>,
    constants: Vec<f64>,
}

impl AffineBlock {
    /// The block of a problem with many constraints, if all of them are linear forms and their own proxies.
    pub(super) fn of(problem: &ExpressionProblem) -> Option<Self> {
        let constraints = problem.constraints();
        if constraints.len() < FEWEST {
            return None;
        }
        let mut block = Self { columns: vec![Vec::new(); problem.variables().len()], constants: Vec::new() };
        for constraint in constraints {
            let form = constraint.expression.linear_form().filter(|_| constraint.proxy.is_none())?;
            for (column, coefficient) in block.columns.iter_mut().zip(form.coefficients) {
                column.push(coefficient);
            }
            block.constants.push(form.constant);
        }
        Some(block)
    }

    /// The values; whether all are finite.
    pub(super) fn values(&self, theta: &[f64], out: &mut [f64]) -> bool {
        out.copy_from_slice(&self.constants);
        for (column, &x) in self.columns.iter().zip(theta) {
            for (value, &coefficient) in out.iter_mut().zip(column) {
                *value += coefficient * x;
            }
        }
        out.iter().fold(true, |finite, value| finite & value.is_finite())
    }

    /// Adds the slopes of `<weights, constraints>`.
    pub(super) fn add_slopes(&self, weights: &[f64], out: &mut [f64]) {
        for (column, slope) in self.columns.iter().zip(out) {
            *slope += dot(weights, column);
        }
    }

    /// Enclosures of the values at a point; whether all are finite.
    pub(super) fn enclose(&self, theta: &[f64], out: &mut [Enclosure], work: &mut Vec<f64>) -> bool {
        let m = self.constants.len();
        work.clear();
        work.resize(2 * m, 0.0);
        let (values, sizes) = work.split_at_mut(m);
        values.copy_from_slice(&self.constants);
        for (size, constant) in sizes.iter_mut().zip(&self.constants) {
            *size = constant.abs();
        }
        for (column, &x) in self.columns.iter().zip(theta) {
            for ((value, size), &coefficient) in values.iter_mut().zip(sizes.iter_mut()).zip(column) {
                let product = coefficient * x;
                *value += product;
                *size += product.abs();
            }
        }
        let factor = (self.columns.len() as f64 + 4.0) * f64::EPSILON;
        let tiny = f64::MIN_POSITIVE * f64::from(1_u32 << 22); // 2^-1000
        let mut finite = true;
        for ((out, &value), &size) in out.iter_mut().zip(&*values).zip(&*sizes) {
            let error = factor * size + tiny;
            let (lo, hi) = (value - error, value + error);
            finite &= lo.is_finite() && hi.is_finite();
            *out = if lo <= hi { Enclosure::new(lo, hi) } else { Enclosure::EVERYTHING };
        }
        finite
    }
}

/// The sum of products in eight interleaved parts, which the processor adds at once.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const PARTS: usize = 8;
    let mut sums = [0.0; PARTS];
    let (a_parts, a_rest) = a.as_chunks::<PARTS>();
    let (b_parts, b_rest) = b.as_chunks::<PARTS>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for part in 0..PARTS {
            sums[part] += a[part] * b[part];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

impl ExpressionProblem {
    /// The constraints as one matrix, where that is faster.
    pub(super) fn block(&self) -> Option<&AffineBlock> {
        self.block.get_or_init(|| AffineBlock::of(self)).as_ref()
    }
}
