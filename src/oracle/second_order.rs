//! Second-order bounds: near a minimum a box that is bounded by how its function bends need not be halved any more.
//!
//! Let `g` be the gradient of `f`, `H` the slopes of `g` over the box `X`, `c` a point of `X`. For `x` in `X` and
//! `y = x - c`, the change of `f` is the integral of `<g(c + t y), y>` over `t` from 0 to 1, and
//! `g_i(c + t y) = g_i(c) + sum_j s_ij t y_j` with some `s` in `H`. A product `y_i y_j` is at most half the sum of the
//! squares, so
//!
//! ```text
//! f(x) >= f(c) + sum_j (g_j(c) y_j + min(0, a_j) y_j^2 / 2),    a_j = lo H_jj - sum_{i != j} (|H_ij| + |H_ji|) / 2.
//! ```
//!
//! Where all `a_j` are at least 0 the function is convex on the box, and with `c` its minimum there the bound is exact.
//! The derivatives are expressions, so their slopes are those of any expression.

use super::Weighted;
use super::descent::promise;
use crate::domain::Domain as _;
use crate::expr::Expr;
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::{ExpressionProblem, Problem as _, Workspace};

/// Steps towards the minimum on a box.
const STEPS: usize = 25;
/// More variables than this have more slopes of slopes than boxes can pay for.
const MOST_VARIABLES: usize = 16;

/// Bounds boxes by the second derivatives; keeps what it needs between two calls.
#[derive(Clone, Debug, Default)]
pub(super) struct SecondOrder {
    /// Of each function by each variable, where they exist.
    derivatives: Vec<Option<Vec<Expr>>>,
    /// `H`, row by row.
    bends: Vec<Enclosure>,
    term: Vec<Enclosure>,
    /// Twice `a_j`, rounded down.
    curvature: Vec<f64>,
    gradient: Vec<f64>,
    secant: Vec<f64>,
    point: Vec<f64>,
    next: Vec<f64>,
    at: Vec<Enclosure>,
    /// What each coordinate takes from the value at the point.
    losses: Vec<f64>,
}

impl SecondOrder {
    pub(super) fn new(problem: &ExpressionProblem, side: Side) -> Self {
        let small = problem.domain().dim() <= MOST_VARIABLES;
        let derivatives = |k: usize| small.then(|| problem.function(k, side).derivatives()).flatten();
        Self { derivatives: (0..=problem.num_constraints()).map(derivatives).collect(), ..Self::default() }
    }

    /// The point of the last bound.
    pub(super) fn point(&self) -> &[f64] {
        &self.point
    }

    /// A bound on a box, if all functions that count bend: from a point that a search from `start` finds, which stops
    /// when its tangent takes no more than `enough` or reaches `goal`.
    pub(super) fn bound(
        &mut self,
        f: &Weighted<'_>,
        over: &[Enclosure],
        start: &[f64],
        (enough, goal): (f64, f64),
        work: &mut Workspace,
    ) -> Option<f64> {
        self.bend(f, over, work)?;
        self.search(f, over, start, (enough, goal), work)?;
        self.at_point(f, over, work)
    }

    /// The bound on a box from a given point of it.
    pub(super) fn bound_at(
        &mut self,
        f: &Weighted<'_>,
        over: &[Enclosure],
        at: &[f64],
        work: &mut Workspace,
    ) -> Option<f64> {
        if at.len() != over.len() || !at.iter().all(|x| x.is_finite()) {
            return None;
        }
        self.bend(f, over, work)?;
        self.point.clear();
        self.point.extend(over.iter().zip(at).map(|(side, x)| x.clamp(side.lo(), side.hi())));
        self.at_point(f, over, work)
    }

    /// Among the coordinates that may be halved, the one that costs the last bound most.
    pub(super) fn split(&self, may_be_halved: impl Fn(usize) -> bool) -> Option<usize> {
        let eligible = (0..self.losses.len()).filter(|&j| self.losses[j] > 0.0 && may_be_halved(j));
        eligible.max_by(|&a, &b| self.losses[a].total_cmp(&self.losses[b]).then(b.cmp(&a)))
    }

    /// Encloses `H` and bounds every `a_j`.
    fn bend(&mut self, f: &Weighted<'_>, over: &[Enclosure], work: &mut Workspace) -> Option<()> {
        let dim = over.len();
        let Self { derivatives, bends, term, curvature, .. } = self;
        if f.terms().any(|(k, _, _)| derivatives[k].is_none()) {
            return None;
        }
        bends.clear();
        bends.resize(dim * dim, Enclosure::ZERO);
        term.resize(dim, Enclosure::ZERO);
        for (i, row) in bends.chunks_exact_mut(dim).enumerate() {
            for (k, weight, _) in f.terms() {
                derivatives[k].as_ref()?[i].enclose_gradient(over, term, &mut work.enclosures).ok()?;
                row.iter_mut().zip(&*term).for_each(|(sum, &slope)| *sum = *sum + weight * slope);
            }
        }
        curvature.clear();
        curvature.extend((0..dim).map(|j| {
            let others = (0..dim).filter(|&i| i != j);
            let own = bends[j * dim + j] + bends[j * dim + j];
            others.fold(own, |sum, i| sum - bends[i * dim + j].abs() - bends[j * dim + i].abs()).lo()
        }));
        curvature.iter().all(|a| a.is_finite()).then_some(())
    }

    /// Moves the coordinates in which the function is convex towards the minimum on the box, by secants; the others
    /// stay in the middle, where their squares are smallest.
    fn search(
        &mut self,
        f: &Weighted<'_>,
        over: &[Enclosure],
        start: &[f64],
        (enough, goal): (f64, f64),
        work: &mut Workspace,
    ) -> Option<()> {
        let dim = over.len();
        let Self { bends, curvature, gradient, secant, point, next, .. } = self;
        let sides = || over.iter().zip(start).zip(&*curvature);
        next.clear();
        next.extend(
            sides().map(|((side, &x), &a)| if a >= 0.0 { x.clamp(side.lo(), side.hi()) } else { side.midpoint() }),
        );
        point.clone_from(next);
        gradient.resize(dim, 0.0);
        secant.clear();
        secant.extend((0..dim).map(|j| bends[j * dim + j].midpoint()));
        let mut best = f64::NEG_INFINITY;
        let mut old: [f64; 2 * MOST_VARIABLES] = [0.0; 2 * MOST_VARIABLES];
        for step in 0..STEPS {
            let value = f.gradient_f64(next, gradient, work)?;
            let fall = promise(next, gradient, over);
            if value - fall > best {
                best = value - fall;
                point.clone_from(next);
            }
            if fall <= enough || best > goal {
                break;
            }
            for j in (0..dim).filter(|&j| curvature[j] >= 0.0) {
                let (x, slope) = (old[2 * j], old[2 * j + 1]);
                if step > 0 && next[j] != x {
                    secant[j] = (gradient[j] - slope) / (next[j] - x);
                }
                let bend = bends[j * dim + j];
                secant[j] = secant[j].clamp(bend.lo().max(f64::MIN_POSITIVE), bend.hi().max(f64::MIN_POSITIVE));
                (old[2 * j], old[2 * j + 1]) = (next[j], gradient[j]);
                next[j] = (next[j] - gradient[j] / secant[j]).clamp(over[j].lo(), over[j].hi());
            }
        }
        Some(())
    }

    fn at_point(&mut self, f: &Weighted<'_>, over: &[Enclosure], work: &mut Workspace) -> Option<f64> {
        super::weighted::enclose_point(&self.point, &mut self.at);
        let mut sum = f.value(&self.at, work).ok()?;
        self.losses.clear();
        for (j, side) in over.iter().enumerate() {
            let mut slope = Enclosure::ZERO;
            for (k, weight, _) in f.terms() {
                slope =
                    slope + weight * self.derivatives[k].as_ref()?[j].enclose(&self.at, &mut work.enclosures).ok()?;
            }
            let y = *side - self.at[j];
            let bend = Enclosure::point(self.curvature[j].min(0.0)) * Enclosure::point(0.25);
            let change = slope * y + bend * y.square();
            self.losses.push(-change.lo());
            sum = sum + change;
        }
        Some(sum.lo())
    }
}
