//! The oracle of convex functions: tangent planes.
//!
//! First a [local search](super::descent) in doubles. For a smooth function one tangent plane at its end usually
//! proves the answer, since its slope is nearly 0 or points out of the domain. If not (kinks, poor conditioning), the
//! method of Kelley: minimise the largest of the tangent planes, take a new tangent plane there, until the model's
//! minimum meets the best value. Every other query is halfway to the best point, which keeps the queries from
//! jumping between far corners. A domain that is not a box is replaced by its bounding box, and every model minimiser
//! outside adds the half-space that separates it.
//!
//! The search is in doubles and is not trusted: the bound is that of a mixture of tangent planes, computed outward in
//! [`cuts`](super::cuts), and the mixture is the evidence. Points are kept from call to call.

use super::cuts::Pool;
use super::descent::{Descent, accept_guess};
use super::hypothesis::Proved;
use super::master::{HalfSpace, Model, Origin, is_usable, mix};
use super::{Minimum, Objective, Options, Oracle, Weighted};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::{Error, Result};
use crate::expr::Curvature;
use crate::game::{Cut, Evidence, Side};
use crate::numerics::Enclosure;
use crate::problem::{Problem, Workspace};

/// Steps of the local search where it led to the answer last time, and where it did not.
const STEPS: (usize, usize) = (400, 10);
/// Programs in a row without progress, after which the rest is left to `rho`.
const PATIENCE: usize = 20;
/// How far from a kink a plane is taken on either side of it, relative to the sides of the bounding box: 2^-30.
const ASIDE: f64 = 1.0 / 1_073_741_824.0;

/// Tangent planes for convex functions on any convex domain.
#[derive(Clone, Debug)]
pub struct CuttingPlane {
    proved: Proved,
    state: State,
}

/// What is kept from call to call: points, half-spaces, and buffers.
#[derive(Clone, Debug)]
struct State {
    options: Options,
    pool: Pool,
    half_spaces: Vec<HalfSpace>,
    call: u64,
    /// Whether one plane proved the answer of the last call.
    was_smooth: bool,
    descent: Descent,
    work: Workspace,
    query: Vec<f64>,
}

/// What one call has reached.
struct Best {
    /// The best point, by its place in the pool, and its value.
    index: usize,
    value: Enclosure,
    /// The best bound, and the mixture that proves it.
    bound: f64,
    mixture: Vec<(usize, f64)>,
}

impl CuttingPlane {
    /// The oracle for a problem.
    ///
    /// # Errors
    /// If the domain is finite, or a function is not proved convex (the sentence names the sub-expression that stopped
    /// the proof).
    pub fn new(problem: &dyn Problem, side: Side, options: Options) -> Result<Self> {
        if matches!(problem.domain(), AnyDomain::FiniteSet(_)) {
            let name = problem.name();
            return Err(Error::new(format!("tangent planes need a convex domain, and that of `{name}` is finite")));
        }
        let proved = Proved::new(problem, side, "convex", Curvature::is_convex)?;
        let bounds = problem.domain().bounding_box();
        let state = State {
            options,
            query: vec![0.0; bounds.len()],
            pool: Pool::new(bounds, problem.num_constraints() + 1),
            half_spaces: Vec::new(),
            call: 0,
            was_smooth: true,
            descent: Descent::default(),
            work: Workspace::default(),
        };
        Ok(Self { proved, state })
    }

    fn search(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Best> {
        let f = self.proved.weighted(objective)?;
        let state = &mut self.state;
        let mut best = state.start(&f, theta)?;
        if !state.is_done(&best) {
            state.run(&f, &mut best)?;
        }
        theta.copy_from_slice(state.pool.point(best.index));
        for &(i, _) in &best.mixture {
            state.pool.touch(i, state.call);
        }
        state.pool.touch(best.index, state.call);
        Ok(best)
    }
}

impl Best {
    fn minimum(&self) -> Minimum {
        Minimum { value: self.value, lower_bound: self.bound }
    }
}

impl State {
    /// The best point that is known or guessed, improved by the local search, and the bound of one plane there.
    fn start(&mut self, f: &Weighted<'_>, guess: &mut [f64]) -> Result<Best> {
        self.call += 1;
        self.pool.trim(16 + 8 * guess.len());
        self.pool.weigh(f.weights);
        let minorants = self.pool.minorants().iter().enumerate();
        let known = minorants.min_by(|(_, a), (_, b)| a.value.hi().total_cmp(&b.value.hi())).map(|(i, _)| i);
        if let Some(i) = known {
            self.query.copy_from_slice(self.pool.point(i));
        } else {
            accept_guess(f.domain, guess);
            self.query.copy_from_slice(guess);
        }
        let effort = (if self.was_smooth { STEPS.0 } else { STEPS.1 }, 0.25 * self.options.gap);
        self.descent.run(f, self.pool.bounds(), &mut self.query, effort, &mut self.work);
        let first = self.pool.push(f, &self.query, self.call, &mut self.work);
        let value = first.map_err(|failure| f.explain(&failure))?.value;
        let index = self.pool.len() - 1;
        let mut best = Best { index, value, bound: f64::NEG_INFINITY, mixture: Vec::new() };
        self.try_mixture(f, vec![(index, 1.0)], &mut best);
        if let Some(i) = known {
            self.offer(i, &mut best);
        }
        if !self.has_plane() {
            self.take_plane_inward(f, 0.5, &mut best)?;
        }
        self.was_smooth = self.is_done(&best);
        Ok(best)
    }

    /// Kelley's method, until the target, the limit or a standstill.
    fn run(&mut self, f: &Weighted<'_>, best: &mut Best) -> Result<()> {
        let origin = Origin { theta: self.pool.point(best.index).to_vec(), value: best.value.lo() };
        let mut model = Model::new(&self.pool, &self.half_spaces, &origin, best.bound);
        let (mut level, mut idle) = (f64::NEG_INFINITY, 0);
        for count in 0..self.options.cuts {
            let Some(minimum) = model.minimum(&origin, &mut self.query) else { break };
            let target = self.options.target(best.value.hi());
            if best.value.lo() - minimum <= 0.5 * target {
                self.mix(f, &origin, minimum, best);
                if self.is_done(best) {
                    return Ok(());
                }
            }
            idle = if minimum > level + 1e-3 * target { 0 } else { idle + 1 };
            level = level.max(minimum);
            if idle > PATIENCE {
                break;
            }
            self.cut_off(f, &mut model, &origin);
            if count % 2 == 1 {
                for (x, best) in self.query.iter_mut().zip(self.pool.point(best.index)) {
                    *x = 0.5 * *x + 0.5 * best;
                }
                f.domain.project(&mut self.query);
            }
            if self.take_plane(f, best)? {
                idle = 0;
            }
            model.add_cut(&self.pool, self.pool.len() - 1, &origin);
            if self.pool.minorant(self.pool.len() - 1).slack > 0.25 * target {
                self.step_aside(f, &mut model, &origin, best)?;
            }
        }
        if let Some(minimum) = model.minimum(&origin, &mut self.query) {
            self.mix(f, &origin, minimum, best);
        }
        Ok(())
    }

    /// Projects the query onto the domain, and keeps the half-space that separates it if it was outside.
    fn cut_off(&mut self, f: &Weighted<'_>, model: &mut Model, origin: &Origin) {
        let outside = self.query.clone();
        f.domain.project(&mut self.query);
        let mut normal: Vec<f64> = outside.iter().zip(&self.query).map(|(y, x)| y - x).collect();
        let length = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
        // A step of this size is the solver's rounding, not a corner of the bounding box.
        if length <= 1e-9 * f.domain.diameter() {
            return;
        }
        for n in &mut normal {
            *n /= length;
        }
        let height = f.domain.support(&normal).hi();
        let half_space = HalfSpace { normal, height };
        model.add_half_space(&half_space, origin);
        if self.half_spaces.len() >= 16 * self.query.len() {
            self.half_spaces.remove(0);
        }
        self.half_spaces.push(half_space);
    }

    /// Takes the plane at the query; whether the value there is the best so far.
    fn take_plane(&mut self, f: &Weighted<'_>, best: &mut Best) -> Result<bool> {
        let pushed = self.pool.push(f, &self.query, self.call, &mut self.work);
        pushed.map_err(|failure| f.explain(&failure))?;
        let better = self.offer(self.pool.len() - 1, best);
        let inward = !self.has_plane() && self.take_plane_inward(f, ASIDE, best)?;
        Ok(better || inward)
    }

    /// Whether the last point taken has a tangent plane; where the slope is unbounded (a root at 0), it has none.
    fn has_plane(&self) -> bool {
        self.pool.minorant(self.pool.len() - 1).intercept.is_finite()
    }

    /// Takes the plane at a point that share of the way from the query to the middle of the domain: convex functions
    /// have unbounded slopes on the boundary only.
    fn take_plane_inward(&mut self, f: &Weighted<'_>, share: f64, best: &mut Best) -> Result<bool> {
        for (x, side) in self.query.iter_mut().zip(self.pool.bounds()) {
            *x += share * (side.midpoint() - *x);
        }
        f.domain.project(&mut self.query);
        let pushed = self.pool.push(f, &self.query, self.call, &mut self.work);
        pushed.map_err(|failure| f.explain(&failure))?;
        Ok(self.offer(self.pool.len() - 1, best))
    }

    /// At a kink the gradient is wide and its plane worthless: takes planes on two sides of it instead, in a direction
    /// that changes from call to call.
    fn step_aside(&mut self, f: &Weighted<'_>, model: &mut Model, origin: &Origin, best: &mut Best) -> Result<()> {
        let kink = self.query.clone();
        let seed = self.pool.len();
        for sign in [ASIDE, -ASIDE] {
            for (j, (x, side)) in self.query.iter_mut().zip(self.pool.bounds()).enumerate() {
                // Multiples of the golden ratio, modulo 1, are scattered well.
                let scattered = ((seed + 7 * j) as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
                *x = kink[j] + sign * scattered * (side.hi() - side.lo());
            }
            f.domain.project(&mut self.query);
            self.take_plane(f, best)?;
            model.add_cut(&self.pool, self.pool.len() - 1, origin);
        }
        Ok(())
    }

    /// Mixes the minorants that are nearly as high as the model's minimum at the query.
    fn mix(&self, f: &Weighted<'_>, origin: &Origin, minimum: f64, best: &mut Best) {
        let reach = self.options.target(best.value.hi());
        let height = |i: &usize| {
            let slopes = self.pool.gradient(*i).iter().zip(&self.query);
            slopes.fold(self.pool.minorant(*i).intercept, |sum, (slope, x)| sum + slope * x)
        };
        let active: Vec<usize> = (0..self.pool.len())
            .filter(|i| is_usable(&self.pool, *i, origin) && height(i) >= minimum - reach)
            .collect();
        if let Some(mixture) = mix(&self.pool, &active, &self.half_spaces, origin) {
            self.try_mixture(f, mixture, best);
        }
    }

    fn try_mixture(&self, f: &Weighted<'_>, mixture: Vec<(usize, f64)>, best: &mut Best) {
        let bound = self.pool.bound(&mixture, f.domain);
        if bound > best.bound || best.mixture.is_empty() {
            *best = Best { bound, mixture, ..*best };
        }
    }

    fn offer(&self, i: usize, best: &mut Best) -> bool {
        let value = self.pool.minorant(i).value;
        let better = value.hi() < best.value.hi();
        if better {
            best.index = i;
            best.value = value;
        }
        better
    }

    /// Whether the bound meets the value, up to the value's own width.
    fn is_done(&self, best: &Best) -> bool {
        best.value.lo() - best.bound <= self.options.target(best.value.hi())
    }
}

impl Oracle for CuttingPlane {
    fn name(&self) -> &'static str {
        "cutting planes"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        Ok(self.search(objective, theta)?.minimum())
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        let best = self.search(objective, theta)?;
        let cut = |&(i, weight): &(usize, f64)| Cut { theta: self.state.pool.point(i).to_vec(), weight };
        Ok((best.minimum(), Evidence::Cuts(best.mixture.iter().map(cut).collect())))
    }
}
