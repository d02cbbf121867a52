//! The p-norm mirror, `Psi = ||x||_p^2 / (2 (p - 1))` with `1 < p <= 2`, on a box or on `{x >= 0, sum x <= R}`.
//!
//! It is 1-strongly convex in the p-norm (Ball, Carlen and Lieb 1994), 0 at 0, and the dual norm is the q-norm with
//! `1/p + 1/q = 1`. Its gradient is `x_i |x_i|^{p-2} ||x||_p^{2-p} / (p - 1)`, and the inverse of that
//! `(p - 1) y_i |y_i|^{q-2} ||y||_q^{2-q}`.
//!
//! **Projection.** On `{x >= 0, sum x <= R}` the optimum has the gradient `max(0, y - mu)` with the least `mu >= 0` for
//! which the sum is at most `R`. On a box it is `clip((p - 1) y_i (|y_i| (p - 1) / N)^{q-2})` with `N` its own p-norm:
//! the left side of `||x(N)||_p = N` does not increase with `N`. Both are one equation in one unknown, solved in
//! doubles; the [gap](super) tells how well.

use super::Mirror;
use crate::domain::{AnyDomain, Domain};
use crate::error::{Error, Result};
use crate::game::MirrorKind;
use crate::numerics::directed::{div_up, mul_up};
use crate::numerics::elementary::{exp, ln};
use crate::numerics::{Enclosure, Norm};

/// The p-norm mirror on a set.
#[derive(Clone, Debug)]
pub struct PNorm {
    p: f64,
    set: AnyDomain,
    reach: f64,
}

/// The exponent for `n` coordinates: `1 + 1 / ln n`, for which `B_Psi` grows with `ln n` and a q-norm is at most `e` times
/// the largest entry, rounded to sixteenths so that it can be read and written; 1.9375 for three or fewer.
pub fn usual_exponent(n: usize) -> f64 {
    let ideal = 1.0 / ln(n.max(3) as f64).midpoint();
    1.0 + ((16.0 * ideal).round() / 16.0).clamp(1.0 / 16.0, 1.0)
}

/// `x^a` for `x >= 0` and `a >= 0`, near enough to compute with.
fn near_power(x: f64, a: f64) -> f64 {
    if x > 0.0 { exp(a * ln(x).midpoint()).midpoint() } else { 0.0 }
}

/// The same, enclosed.
fn power(x: Enclosure, a: Enclosure) -> Enclosure {
    let at = |x: f64| if x > 0.0 { (a * ln(x)).exp() } else { Enclosure::ZERO };
    at(x.lo()).hull(at(x.hi()))
}

impl PNorm {
    /// The mirror with this exponent.
    ///
    /// # Errors
    /// If the exponent is not above 1 and at most 2, or the set is neither a box nor `{x >= 0, sum x <= R}`.
    pub fn new(p: f64, set: impl Into<AnyDomain>) -> Result<Self> {
        let set = set.into();
        if !(p > 1.0 && p <= 2.0) {
            return Err(Error::new(format!("the exponent of a mirror is {p}, but it must be above 1 and at most 2")));
        }
        if !matches!(set, AnyDomain::Cuboid(_) | AnyDomain::L1Orthant(_)) {
            return Err(Error::new(format!("the p-norm mirror is for boxes, and the domain is a {set}: play another")));
        }
        let radius = Self::radius(p, &set);
        let reach = div_up(mul_up(0.5, mul_up(radius, radius)), p - 1.0);
        Ok(Self { p, set, reach })
    }

    /// The largest p-norm in such a set, rounded up.
    pub fn radius(p: f64, set: &AnyDomain) -> f64 {
        match set {
            AnyDomain::L1Orthant(orthant) => orthant.radius(),
            _ => norm(p).norm(&set.bounding_box().iter().map(|side| side.magnitude()).collect::<Vec<_>>()).hi(),
        }
    }

    /// The best bound on q-norms of `n` numbers, of size at most `largest` and Euclidean norm at most `euclidean`:
    /// `q >= 2`, so the q-norm is at most the Euclidean, and at most `n^{1/q} largest`.
    pub fn dual_bound(p: f64, n: usize, largest: f64, euclidean: f64) -> f64 {
        // With room for the powers: the norm of such numbers, enclosed, is still below it.
        let of_ones = norm(p).dual().norm(&vec![1.0; n]);
        let room = if of_ones.is_point() { 1.0 } else { 1.0 + (n as f64 + 64.0) * (4.0 * f64::EPSILON) };
        mul_up(of_ones.hi() * room, largest).min(mul_up(euclidean, room))
    }

    /// On `{x >= 0, sum x <= R}`: the point whose gradient is `max(0, y - mu)`; returns its sum.
    fn at_threshold(&self, y: &[f64], mu: f64, x: &mut [f64]) -> f64 {
        let top = y.iter().fold(0.0, |top: f64, y| top.max(y - mu));
        let q = self.p / (self.p - 1.0);
        let mut powers = 0.0;
        for (x, y) in x.iter_mut().zip(y) {
            let ratio = if y - mu > 0.0 { (y - mu) / top } else { 0.0 };
            *x = near_power(ratio, q - 1.0);
            powers += ratio * *x;
        }
        let factor = if top > 0.0 { (self.p - 1.0) * top / near_power(powers, (q - 2.0) / q) } else { 0.0 };
        for x in x.iter_mut() {
            *x *= factor;
        }
        x.iter().sum()
    }

    /// On a box: the point that belongs to the p-norm `n`; returns its p-norm.
    fn at_norm(&self, y: &[f64], n: f64, x: &mut [f64]) -> f64 {
        let q = self.p / (self.p - 1.0);
        for (i, (x, y)) in x.iter_mut().zip(y).enumerate() {
            let (size, side) = ((self.p - 1.0) * y.abs(), self.set.bounds(i));
            let whole = if size > 0.0 { size * near_power(size / n, q - 2.0) } else { 0.0 };
            *x = whole.copysign(*y).clamp(side.lo(), side.hi());
        }
        norm(self.p).norm(x).midpoint()
    }
}

fn norm(p: f64) -> Norm {
    Norm::new(p).expect("an exponent above 1")
}

/// Where a function that does not increase crosses 0 between `low` and `high`, by false position with halving.
fn crossing(mut low: f64, mut high: f64, (mut above, mut below): (f64, f64), mut f: impl FnMut(f64) -> f64) -> f64 {
    let mut last = 0.0_f64;
    for _ in 0..100 {
        let middle = (low * -below + high * above) / (above - below);
        let middle = if middle > low && middle < high { middle } else { 0.5 * (low + high) };
        if middle <= low || middle >= high {
            break;
        }
        let value = f(middle);
        if value > 0.0 {
            (low, above) = (middle, value);
            below *= if last > 0.0 { 0.5 } else { 1.0 };
        } else if value < 0.0 {
            (high, below) = (middle, value);
            above *= if last < 0.0 { 0.5 } else { 1.0 };
        } else {
            return middle;
        }
        last = value;
    }
    high
}

impl Mirror for PNorm {
    fn set(&self) -> &dyn Domain {
        &self.set
    }

    fn kind(&self) -> MirrorKind {
        MirrorKind::PNorm(self.p)
    }

    fn reach(&self) -> f64 {
        self.reach
    }

    fn dual_norm(&self, payoff: &[f64]) -> f64 {
        norm(self.p).dual().norm(payoff).hi()
    }

    fn gradient(&self, x: &[f64], out: &mut [Enclosure]) {
        let top = x.iter().fold(0.0_f64, |top, x| top.max(x.abs()));
        if self.p == 2.0 || top == 0.0 {
            super::super::enclosed_weights(x, out);
            return;
        }
        let (p, one, top) = (Enclosure::point(self.p), Enclosure::ONE, Enclosure::point(top));
        let over = |x: Enclosure, divisor: Enclosure| x.divide(divisor).expect("the divisor is positive");
        let mut powers = Enclosure::ZERO;
        for (out, &x) in out.iter_mut().zip(x) {
            let ratio = over(Enclosure::point(x.abs()), top);
            *out = power(ratio, p - one);
            powers = powers + *out * ratio;
        }
        let factor = over(top * power(powers, over(Enclosure::point(2.0) - p, p)), p - one);
        for (out, &x) in out.iter_mut().zip(x) {
            *out = if x < 0.0 { -(*out * factor) } else { *out * factor };
        }
    }

    fn start(&self, x: &mut [f64]) {
        self.set.start(x); // the coordinates nearest to 0
    }

    fn nearest(&self, y: &[f64], x: &mut [f64]) {
        if let AnyDomain::L1Orthant(set) = &self.set {
            let (top, radius) = (y.iter().copied().fold(0.0, f64::max), set.radius());
            let sum = self.at_threshold(y, 0.0, x);
            if sum > radius {
                let mu = crossing(0.0, top, (sum - radius, -radius), |mu| self.at_threshold(y, mu, x) - radius);
                self.at_threshold(y, mu, x);
            }
        } else {
            let size = norm(self.p).dual().norm(y).midpoint() * (self.p - 1.0);
            let free = if size > 0.0 { self.at_norm(y, size, x) } else { 0.0 };
            if size == 0.0 {
                self.set.start(x);
            } else if free != size {
                // Clipped: the norm is between that of the start and that of the far corner.
                let high = size.max(Self::radius(self.p, &self.set));
                let low = high * f64::EPSILON * f64::EPSILON;
                let ends = (self.at_norm(y, low, x) - low, self.at_norm(y, high, x) - high);
                if ends.0 > 0.0 && ends.1 < 0.0 {
                    let n = crossing(low, high, ends, |n| self.at_norm(y, n, x) - n);
                    self.at_norm(y, n, x);
                }
            }
        }
        for (i, x) in x.iter_mut().enumerate() {
            let side = self.set.bounds(i);
            *x = if x.is_nan() { side.lo() } else { x.clamp(side.lo(), side.hi()) };
        }
        self.set.project(x);
    }
}
