//! Mirror descent (Theorem 6), for any mirror and in doubles.
//!
//! Let `Psi` be 1-strongly convex in a norm on a convex set, and `x_1` its minimiser there. After a payoff `g_t` the next
//! point maximises `<grad Psi(x_t) + eta g_t, x> - Psi(x)` over the set: the Bregman projection of the point whose
//! gradient is `grad Psi(x_t) + eta g_t`. ([Losses](ThetaMirror) are negative payoffs.)
//!
//! **Theorem.** Let `x_2, .., x_{T+1}` be *any* points of the set, and `delta_t` at least
//!
//! ```text
//! max over u in the set of <grad Psi(x_t) + eta g_t - grad Psi(x_{t+1}), u - x_{t+1}>,
//! ```
//!
//! which is 0 for the exact maximiser and never negative. With `B_Psi >= Psi(u) - Psi(x_1)` for all `u`,
//!
//! ```text
//! (1/T) sum_t <g_t, u - x_t> <= (B_Psi + sum_t delta_t) / (eta T) + (eta / 2) mean ||g_t||_*^2.
//! ```
//!
//! *Proof.* With `D(u, x) = Psi(u) - Psi(x) - <grad Psi(x), u - x>`, the identity of three points is
//! `<grad Psi(x_{t+1}) - grad Psi(x_t), u - x_{t+1}> = D(u, x_t) - D(u, x_{t+1}) - D(x_{t+1}, x_t)`. So
//! `eta <g_t, u - x_{t+1}> <= delta_t + D(u, x_t) - D(u, x_{t+1}) - D(x_{t+1}, x_t)`. By Young's inequality and strong
//! convexity `eta <g_t, x_{t+1} - x_t> <= (eta^2 / 2) ||g_t||_*^2 + D(x_{t+1}, x_t)`. Add both and sum:
//! what is left of `D` is `D(u, x_1) <= Psi(u) - Psi(x_1)`, by the optimality of `x_1`. QED.
//!
//! So it does not matter how a projection was computed. The gap `delta_t` is a linear maximisation over the set, and is
//! enclosed in `O(m)` a round: it is the whole price of rounding. Points are members of the set exactly.
//!
//! **Mirrors.** [`PNorm`] has `Psi = ||x||_p^2 / (2 (p - 1))` for `1 < p <= 2`; at `p = 2` it is the Euclidean mirror,
//! whose exact steps are those of [`ProjectedGradient`](super::ProjectedGradient) and
//! [`Subgradient`](super::Subgradient). These stay: they know their rounding as a distance, in a few additions.
//! [`Entropic`] has the entropy, and is [`Hedge`](super::Hedge).

mod entropic;
mod p_norm;
mod theta;

pub use entropic::Entropic;
pub use p_norm::{PNorm, usual_exponent};
pub use theta::ThetaMirror;

use super::tally::Tally;
use super::{LambdaPlayer, RegretKind};
use crate::domain::Domain;
use crate::game::MirrorKind;
use crate::numerics::directed::{add_up, div_up, mul_up, sub_up};
use crate::numerics::{Enclosure, enclose_dot};

/// A regulariser on a set.
pub trait Mirror: Send {
    /// The set.
    fn set(&self) -> &dyn Domain;

    /// Its name.
    fn kind(&self) -> MirrorKind;

    /// `B_Psi`: at least what `Psi` is above its least value anywhere in the set.
    fn reach(&self) -> f64;

    /// The dual norm of a payoff, rounded up.
    fn dual_norm(&self, payoff: &[f64]) -> f64;

    /// Encloses the gradient of `Psi` at a point of the set.
    fn gradient(&self, x: &[f64], out: &mut [Enclosure]);

    /// Writes the minimiser of `Psi` in the set, exactly.
    fn start(&self, x: &mut [f64]);

    /// Writes a point of the set, exactly, near the one that maximises `<y, x> - Psi(x)` over it: the inverse of the
    /// gradient, projected.
    fn nearest(&self, y: &[f64], x: &mut [f64]);
}

/// Mirror descent with a fixed step; as a lambda-player it ascends along payoffs.
///
/// ```
/// use referee::domain::L1Orthant;
/// use referee::players::{LambdaPlayer, MirrorDescent, PNorm};
/// let set = L1Orthant::new(2, 1.0)?;
/// let mut player = MirrorDescent::new("mine", PNorm::new(1.5, set)?, 0.5, 100, 1.0);
/// let mut lambda = [0.0; 2];
/// for _ in 0..100 {
///     player.play(&mut lambda);
///     player.observe(&[1.0, -1.0]);
/// }
/// assert_eq!(lambda, [1.0, 0.0]);
/// // B_Psi / (eta T) = 1 / (0.5 * 100), and eta / 2 times the squared 3-norm 2^(2/3) of the payoffs.
/// assert!((player.runtime_bound().unwrap() - 0.02 - 0.25 * 4_f64.cbrt()).abs() < 1e-12);
/// # Ok::<(), referee::error::Error>(())
/// ```
pub struct MirrorDescent<M> {
    name: &'static str,
    mirror: M,
    step: f64,
    horizon: usize,
    /// A bound on the dual norms, for the promise.
    bound: f64,
    x: Vec<f64>,
    /// The gradient at `x`.
    gradient: Vec<Enclosure>,
    target: Vec<Enclosure>,
    near: Vec<f64>,
    squares: Tally,
    gaps: Tally,
    largest_gap: f64,
}

impl<M: Mirror> MirrorDescent<M> {
    /// At the start, for payoffs of dual norm at most `bound`.
    ///
    /// # Panics
    /// If the step is not positive and finite.
    pub fn new(name: &'static str, mirror: M, step: f64, horizon: usize, bound: f64) -> Self {
        assert!(step > 0.0 && step.is_finite(), "a step is a positive number");
        let dim = mirror.set().dim();
        let mut x = vec![0.0; dim];
        mirror.start(&mut x);
        let mut gradient = vec![Enclosure::ZERO; dim];
        mirror.gradient(&x, &mut gradient);
        let (target, near) = (gradient.clone(), vec![0.0; dim]);
        let (squares, gaps) = (Tally::default(), Tally::default());
        Self { name, mirror, step, horizon, bound, x, gradient, target, near, squares, gaps, largest_gap: 0.0 }
    }

    /// Moves along `sign` times the slopes, which must be finite.
    fn advance(&mut self, sign: f64, slopes: &[f64]) {
        let norm = self.mirror.dual_norm(slopes);
        self.squares.add(0.5 * (self.step * norm) * norm);
        if norm == 0.0 {
            self.gaps.add(0.0);
            return;
        }
        let step = Enclosure::point(sign * self.step);
        for (((target, gradient), &slope), near) in
            self.target.iter_mut().zip(&self.gradient).zip(slopes).zip(&mut self.near)
        {
            *target = *gradient + step * Enclosure::point(slope);
            *near = target.midpoint();
        }
        if self.near.iter().all(|y| y.is_finite()) {
            self.mirror.nearest(&self.near, &mut self.x);
        }
        self.mirror.gradient(&self.x, &mut self.gradient);
        for (target, gradient) in self.target.iter_mut().zip(&self.gradient) {
            *target = *target - *gradient;
        }
        let gap = gap(self.mirror.set(), &self.target, &self.x, &mut self.near);
        self.largest_gap = self.largest_gap.max(gap);
        self.gaps.add(gap);
    }

    /// What a theorem promises, with the largest gap so far, and a little before there is one.
    fn promise(&self) -> f64 {
        let reach = self.mirror.reach();
        let start = div_up(div_up(reach, self.step), self.horizon as f64);
        let slopes = super::bounds::safe(0.5 * (self.step * self.bound) * self.bound);
        let gap = self.largest_gap.max(mul_up(16.0 * f64::EPSILON, reach));
        add_up(add_up(start, slopes), div_up(gap, self.step))
    }

    /// The theorem with the norms and gaps of the run, on average.
    fn proved(&self) -> Option<f64> {
        let gaps = add_up(self.mirror.reach(), self.gaps.upper());
        self.squares.average(div_up(gaps, self.step))
    }

    /// What the gaps cost on average.
    fn price(&self) -> Option<f64> {
        let terms = self.gaps.terms() as f64;
        let price = div_up(div_up(self.gaps.upper(), self.step), terms);
        (terms > 0.0 && price.is_finite()).then_some(price)
    }
}

/// At least the maximum of `<c, u - x>` over the points `u` of the set; `middle` is overwritten.
fn gap(set: &dyn Domain, c: &[Enclosure], x: &[f64], middle: &mut [f64]) -> f64 {
    if c.iter().any(|c| !c.is_finite()) {
        return f64::INFINITY;
    }
    let mut off = 0.0;
    for (i, (middle, c)) in middle.iter_mut().zip(c).enumerate() {
        *middle = c.midpoint();
        let half = sub_up(c.hi(), *middle).max(sub_up(*middle, c.lo()));
        off = add_up(off, mul_up(half, set.bounds(i).width()));
    }
    let here = enclose_dot(middle, x).lo();
    add_up(sub_up(set.support(middle).hi(), here), off).max(0.0)
}

impl<M: Mirror> MirrorDescent<M> {
    /// Whether the set is one point, which leaves nothing to choose and nothing to regret.
    fn is_idle(&self) -> bool {
        self.mirror.set().radius() == 0.0
    }
}

impl<M: Mirror> LambdaPlayer for MirrorDescent<M> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        lambda.copy_from_slice(&self.x);
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.advance(1.0, payoff);
    }

    fn bound(&self) -> Option<f64> {
        Some(if self.is_idle() { 0.0 } else { self.promise() })
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.is_idle() { (self.gaps.terms() > 0).then_some(0.0) } else { self.proved() }
    }

    fn step(&self) -> Option<f64> {
        (!self.is_idle()).then_some(self.step)
    }

    fn mirror(&self) -> Option<MirrorKind> {
        Some(self.mirror.kind())
    }

    fn rounding(&self) -> Option<f64> {
        if self.is_idle() { (self.gaps.terms() > 0).then_some(0.0) } else { self.price() }
    }
}
