//! Tangent planes of convex functions: the pool of points at which they were taken, and the bound of a mixture.
//!
//! # One tangent plane
//!
//! Let every function `F_k` be convex on the domain's bounding box `B`, by the rules of composition. At a point `x` of
//! the domain the gradient enclosure of `F_k` contains some `g_k` with `F_k(y) >= F_k(x) + <g_k, y - x>` for all `y` in
//! `B` ([property 3](crate::expr::gradient)). For weights `w_k >= 0` in their enclosures, `s = sum w_k g_k` lies in the
//! box `S = sum W_k G_k`, and `f_w(y) >= f_w(x) + <s, y - x>`. Which `s` it is, is not known, so the plane takes the
//! middle `m` of `S` and pays for the difference: with `r_j >= |s_j - m_j|` for all of `S` and `R_j` the largest
//! `|y_j - x_j|` on `B`,
//!
//! `f_w(y) >= f_w(x) - sum_j r_j R_j - <m, x> + <m, y> >= a + <m, y>`,
//!
//! where `a` is the constant part with `f_w(x)` at its lower end, rounded down. So `(a, m)` is an affine minorant with
//! double coefficients. At a smooth point `r` is rounding only; exactly at a kink it is as wide as the kink.
//!
//! # A mixture
//!
//! Weights `mu >= 0` of exact sum 1 give `f_w(y) >= sum mu_i a_i + <M, y>` with `M = sum mu_i m_i`, and the least value
//! of the right side over the domain is a lower bound. On a box that is the sum of the lower ends of `M_j B_j`. On other
//! domains, with `M` within `e` of a double vector `c`, it is at least
//! `sum mu_i a_i - support(-c) - sum_j e_j max |B_j|`.
//!
//! # The pool
//!
//! Values and gradient enclosures of the single functions do not depend on the weights. The pool keeps them, so that
//! new weights cost no evaluation: the minorants of old points are small sums of what is stored.

use super::hypothesis::functions;
use super::weighted::{Evaluated, Failure, Weighted, enclose_point};
use crate::domain::{AnyDomain, Domain as _};
use crate::numerics::Enclosure;
use crate::numerics::directed::{add_down, add_up, mul_down, mul_up, sub_down, sub_up};
use crate::problem::Workspace;

/// Points, with the values and gradient enclosures of every function there, and the minorants for one set of weights.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    bounds: Vec<Enclosure>,
    functions: usize,
    points: Vec<f64>,
    values: Vec<Enclosure>,
    slopes: Vec<Enclosure>,
    /// The call in which a point was last of use.
    stamps: Vec<u64>,
    minorants: Vec<Minorant>,
    gradients: Vec<f64>,
    point: Vec<Enclosure>,
}

/// The affine minorant `intercept + <gradient, y>` taken at a point; the gradient is stored beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minorant {
    /// The function at the point.
    pub(super) value: Enclosure,
    /// Minus infinity if there is no gradient at the point.
    pub(super) intercept: f64,
    /// What the width of the gradient costs.
    pub(super) slack: f64,
}

impl Pool {
    pub(super) fn new(bounds: Vec<Enclosure>, functions: usize) -> Self {
        Self {
            bounds,
            functions,
            points: Vec::new(),
            values: Vec::new(),
            slopes: Vec::new(),
            stamps: Vec::new(),
            minorants: Vec::new(),
            gradients: Vec::new(),
            point: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.stamps.len()
    }

    pub(super) fn bounds(&self) -> &[Enclosure] {
        &self.bounds
    }

    pub(super) fn point(&self, i: usize) -> &[f64] {
        &self.points[i * self.bounds.len()..(i + 1) * self.bounds.len()]
    }

    pub(super) fn gradient(&self, i: usize) -> &[f64] {
        &self.gradients[i * self.bounds.len()..(i + 1) * self.bounds.len()]
    }

    pub(super) fn minorant(&self, i: usize) -> Minorant {
        self.minorants[i]
    }

    pub(super) fn minorants(&self) -> &[Minorant] {
        &self.minorants
    }

    /// Notes that a point was of use in this call.
    pub(super) fn touch(&mut self, i: usize, call: u64) {
        self.stamps[i] = call;
    }

    /// Forgets the points that were of use longest ago, down to `most` points.
    pub(super) fn trim(&mut self, most: usize) {
        if self.len() <= most {
            return;
        }
        let mut stamps = self.stamps.clone();
        stamps.sort_unstable();
        let oldest_kept = stamps[stamps.len() - most];
        let dim = self.bounds.len();
        let mut kept = 0;
        for i in 0..self.len() {
            // Of several with the oldest stamp kept, those at the end survive: they are the newer points.
            let excess = self.len() - i > most - kept;
            if kept == most || (excess && self.stamps[i] <= oldest_kept) {
                continue;
            }
            self.points.copy_within(i * dim..(i + 1) * dim, kept * dim);
            self.values.copy_within(i * self.functions..(i + 1) * self.functions, kept * self.functions);
            let row = self.functions * dim;
            self.slopes.copy_within(i * row..(i + 1) * row, kept * row);
            self.stamps[kept] = self.stamps[i];
            kept += 1;
        }
        self.points.truncate(kept * dim);
        self.values.truncate(kept * self.functions);
        self.slopes.truncate(kept * self.functions * dim);
        self.stamps.truncate(kept);
    }

    /// Computes all minorants for new weights.
    pub(super) fn weigh(&mut self, weights: &[Enclosure]) {
        self.minorants.clear();
        self.gradients.clear();
        for i in 0..self.len() {
            self.add_minorant(i, weights);
        }
    }

    /// Adds a point of the domain, with its minorant.
    ///
    /// A gradient that does not exist (the root of 0) leaves a value without a plane; a value that does not exist is
    /// an error.
    pub(super) fn push(
        &mut self,
        f: &Weighted<'_>,
        theta: &[f64],
        call: u64,
        work: &mut Workspace,
    ) -> Evaluated<Minorant> {
        let (dim, rows) = (self.bounds.len(), self.len() * self.functions);
        enclose_point(theta, &mut self.point);
        self.values.truncate(rows);
        self.slopes.resize((rows + self.functions) * dim, Enclosure::ZERO);
        for (k, function) in functions(f.problem, f.side).enumerate() {
            let row = (rows + k) * dim;
            let slopes = &mut self.slopes[row..row + dim];
            let value = function.enclose_gradient(&self.point, slopes, &mut work.enclosures).or_else(|_| {
                slopes.fill(Enclosure::EVERYTHING);
                function.enclose(&self.point, &mut work.enclosures)
            });
            self.values.push(value.map_err(|error| Failure { function: k, error })?);
        }
        self.points.extend_from_slice(theta);
        self.stamps.push(call);
        self.add_minorant(self.len() - 1, f.weights);
        Ok(self.minorants[self.len() - 1])
    }

    fn add_minorant(&mut self, i: usize, weights: &[Enclosure]) {
        let dim = self.bounds.len();
        let values = &self.values[i * self.functions..(i + 1) * self.functions];
        let terms = weights.iter().zip(values);
        let value = terms.fold(Enclosure::ZERO, |sum, (&weight, &value)| sum + weight * value);
        let rows = &self.slopes[i * self.functions * dim..(i + 1) * self.functions * dim];
        let mut constant = value.lo();
        let mut slack = 0.0;
        for j in 0..dim {
            let column = weights.iter().zip(rows[j..].iter().step_by(dim));
            let slope = column.fold(Enclosure::ZERO, |sum, (&weight, &slope)| sum + weight * slope);
            let middle = slope.midpoint();
            let x = self.points[i * dim + j];
            let radius = sub_up(slope.hi(), middle).max(sub_up(middle, slope.lo()));
            let reach = sub_up(self.bounds[j].hi(), x).max(sub_up(x, self.bounds[j].lo()));
            slack = add_up(slack, mul_up(radius, reach));
            constant = sub_down(constant, mul_up(middle, x));
            self.gradients.push(middle);
        }
        let usable = slack.is_finite() && constant.is_finite();
        let intercept = if usable { sub_down(constant, slack) } else { f64::NEG_INFINITY };
        self.minorants.push(Minorant { value, intercept, slack });
    }

    /// The lower bound that a mixture of minorants proves. The weights must not be negative and must sum to exactly 1.
    pub(super) fn bound(&self, mixture: &[(usize, f64)], domain: &AnyDomain) -> f64 {
        let mut total = 0.0;
        for &(i, weight) in mixture {
            total = add_down(total, mul_down(weight, self.minorants[i].intercept));
        }
        let slope = |j: usize| {
            mixture.iter().fold(Enclosure::ZERO, |sum, &(i, weight)| {
                sum + Enclosure::point(weight) * Enclosure::point(self.gradient(i)[j])
            })
        };
        if let AnyDomain::Cuboid(_) = domain {
            return self.bounds.iter().enumerate().fold(total, |sum, (j, &side)| add_down(sum, (slope(j) * side).lo()));
        }
        let mut direction = Vec::with_capacity(self.bounds.len());
        for (j, side) in self.bounds.iter().enumerate() {
            let slope = slope(j);
            if !slope.is_finite() {
                return f64::NEG_INFINITY;
            }
            let middle = slope.midpoint();
            let radius = sub_up(slope.hi(), middle).max(sub_up(middle, slope.lo()));
            total = sub_down(total, mul_up(radius, side.magnitude()));
            direction.push(-middle);
        }
        sub_down(total, domain.support(&direction).hi())
    }
}
