//! The oracle of everything else: best-first branch and bound on boxes.
//!
//! The domain's bounding box is halved again and again, always the box with the smallest lower bound and always in the
//! coordinate in which the function can change most. Every box has a lower bound in one of the forms of
//! [`leaf`](super::leaf), and together the boxes cover the domain, so the smallest of their bounds is a lower bound of
//! the infimum at any time. The search ends when that bound is within the target of the best point found, or when the
//! effort is spent: then `rho` is larger, and says so.
//!
//! Nothing is thrown away without a bound. A box whose bound is not below the best value's is put aside, with its bound;
//! a box with no point of the domain is put aside as [`Form::Outside`]. Halving at a double keeps the cover exact: both
//! halves contain the cut.

use super::cover::{Position, position};
use super::descent::{Descent, accept_guess};
use super::leaf::{Bound, Bounder, is_divisible};
use super::second_order::SecondOrder;
use super::weighted::{Failure, Weighted, enclose_point, expressions};
use super::{Minimum, Objective, Options, Oracle};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::{Error, Result};
use crate::game::{Evidence, Form, Leaf, Side};
use crate::numerics::Enclosure;
use crate::problem::{Problem, Workspace};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Steps of a local search from a new best point.
const POLISH: usize = 40;

/// Interval branch and bound, for any expressions in few variables: up to 6 quickly where they are smooth, else up to 4.
#[derive(Clone, Debug, Default)]
pub struct BranchAndBound {
    options: Options,
    open: BinaryHeap<Open>,
    /// The sides of all boxes, one row for each; rows of closed boxes are used again.
    rows: Vec<Enclosure>,
    free: Vec<usize>,
    closed: Vec<Leaf>,
    bounder: Bounder,
    descent: Descent,
    second_order: SecondOrder,
    /// The points of the second-order form, a row for each row of `rows`.
    points: Vec<f64>,
    work: Workspace,
    root: Vec<Enclosure>,
    child: Vec<Enclosure>,
    point: Vec<Enclosure>,
    candidate: Vec<f64>,
}

/// A box that may still be halved. The heap's top is the smallest bound, and among equals the oldest box.
#[derive(Clone, Copy, Debug)]
struct Open {
    bound: f64,
    age: usize,
    row: usize,
    form: Form,
    split: usize,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.age.cmp(&self.age))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// The best point so far, and what was put aside.
struct Progress<'t> {
    theta: &'t mut [f64],
    value: Option<Enclosure>,
    /// The smallest bound of a box that was put aside.
    aside: f64,
    boxes: usize,
    keep: bool,
    closed: Vec<Leaf>,
}

impl Progress<'_> {
    /// Files a leaf that is not halved any more.
    fn put_aside(&mut self, bound: f64, leaf: impl FnOnce() -> Leaf) {
        self.aside = self.aside.min(bound);
        if self.keep {
            self.closed.push(leaf());
        }
    }

    fn least(&self) -> f64 {
        self.value.map_or(f64::INFINITY, Enclosure::hi)
    }

    /// Whether a bound is as good as the best value: the width of the value, which the weights may cause, is nothing
    /// that smaller boxes could remedy.
    fn settles(&self, bound: f64) -> bool {
        self.value.is_some_and(|value| bound >= value.lo())
    }

    fn is_enough(&self, bound: f64, options: &Options) -> bool {
        self.value.is_some_and(|value| value.lo() - bound <= options.target(value.hi()))
    }
}

impl BranchAndBound {
    /// The oracle for a problem.
    ///
    /// # Errors
    /// If the problem is not made of expressions or its domain is finite.
    pub fn new(problem: &dyn Problem, side: Side, options: Options) -> Result<Self> {
        if matches!(problem.domain(), AnyDomain::FiniteSet(_)) {
            let name = problem.name();
            return Err(Error::new(format!("the domain of problem `{name}` is finite: enumerate it instead")));
        }
        let expressions = expressions(&Objective { problem, side, weights: &[] })?;
        Ok(Self { options, second_order: SecondOrder::new(expressions, side), ..Self::default() })
    }

    fn search(&mut self, objective: &Objective<'_>, theta: &mut [f64], keep: bool) -> Result<Minimum> {
        let f = Weighted::of(objective)?;
        let domain = f.domain;
        self.reset(domain);
        accept_guess(domain, theta);
        let mut progress = Progress { theta, value: None, aside: f64::INFINITY, boxes: 0, keep, closed: Vec::new() };
        self.candidate.copy_from_slice(progress.theta);
        self.consider(&f, &mut progress);
        self.child.copy_from_slice(&self.root);
        self.bound_child(&f, &mut progress);
        let lower_bound = loop {
            let Some(top) = self.open.peek().copied() else { break progress.aside };
            if progress.is_enough(top.bound, &self.options) || progress.boxes >= self.options.boxes {
                break top.bound.min(progress.aside);
            }
            self.open.pop();
            self.halve(&f, top, &mut progress);
        };
        self.closed = progress.closed;
        match (progress.value, self.bounder.undefined) {
            (Some(_), Some(failure)) if lower_bound == f64::NEG_INFINITY => Err(self.unbounded(&f, &failure)),
            (Some(value), _) => Ok(Minimum { value, lower_bound }),
            (None, Some(failure)) => Err(f.explain(&failure)),
            (None, None) => Err(Error::new("no point of the domain was found at which the functions have values")),
        }
    }

    fn unbounded(&self, f: &Weighted<'_>, failure: &Failure) -> Error {
        let boxes = self.options.boxes;
        f.explain(failure).context(format!("after {boxes} boxes a function is still not surely defined everywhere"))
    }

    fn reset(&mut self, domain: &AnyDomain) {
        let dim = domain.dim();
        self.open.clear();
        self.rows.clear();
        self.points.clear();
        self.free.clear();
        self.bounder.reset(dim);
        self.root.clear();
        self.root.extend((0..dim).map(|j| domain.bounds(j)));
        self.child.resize(dim, Enclosure::ZERO);
        self.candidate.resize(dim, 0.0);
    }

    /// Splits a box in two, and bounds both.
    fn halve(&mut self, f: &Weighted<'_>, top: Open, progress: &mut Progress<'_>) {
        let dim = self.root.len();
        let start = top.row * dim;
        let row = &self.rows[start..start + dim];
        let divisible = |j: &usize| is_divisible(row[*j]);
        let Some(split) = Some(top.split).filter(divisible).or_else(|| (0..dim).find(divisible)) else {
            // No double is left between its sides.
            self.child.copy_from_slice(&self.rows[start..start + dim]);
            progress.put_aside(top.bound, || leaf(&self.child, top.form, &self.points[start..start + dim]));
            self.free.push(top.row);
            return;
        };
        let side = row[split];
        let middle = side.midpoint();
        for half in [Enclosure::new(side.lo(), middle), Enclosure::new(middle, side.hi())] {
            self.child.copy_from_slice(&self.rows[start..start + dim]);
            self.child[split] = half;
            self.bound_child(f, progress);
        }
        self.free.push(top.row);
    }

    /// Bounds `self.child`, tries the point at which that evaluated the function, and files the box.
    fn bound_child(&mut self, f: &Weighted<'_>, progress: &mut Progress<'_>) {
        let domain = f.domain;
        let position = position(domain, &self.child);
        progress.boxes += 1;
        if position == Position::Outside {
            progress.put_aside(f64::INFINITY, || leaf(&self.child, Form::Outside, &[]));
            return;
        }
        let mut bound = self.bounder.bound(f, &self.child, position == Position::Inside, &mut self.work);
        if let Some((centre, value)) = self.bounder.centre()
            && value.lo() < progress.least()
        {
            for (x, side) in self.candidate.iter_mut().zip(centre) {
                *x = side.lo();
            }
            domain.project(&mut self.candidate);
            self.consider(f, progress);
        }
        if !progress.settles(bound.value) {
            self.bend(f, position == Position::Inside, &mut bound, progress);
        }
        if progress.settles(bound.value) {
            progress.put_aside(bound.value, || leaf(&self.child, bound.form, self.second_order.point()));
            return;
        }
        let dim = self.root.len();
        let row = self.free.pop().unwrap_or_else(|| {
            self.rows.resize(self.rows.len() + dim, Enclosure::ZERO);
            self.points.resize(self.rows.len(), 0.0);
            self.rows.len() / dim - 1
        });
        self.rows[row * dim..(row + 1) * dim].copy_from_slice(&self.child);
        if bound.form == Form::SecondOrder {
            self.points[row * dim..(row + 1) * dim].copy_from_slice(self.second_order.point());
        }
        let age = progress.boxes;
        self.open.push(Open { bound: bound.value, age, row, form: bound.form, split: bound.split });
    }

    /// Improves the bound of `self.child` by the second-order form, if that is better, and tries its point.
    fn bend(&mut self, f: &Weighted<'_>, inside: bool, bound: &mut Bound, progress: &mut Progress<'_>) {
        let goal = (0.1 * self.options.target(progress.least()), progress.least());
        let Self { bounder, second_order, work, .. } = self;
        let found = second_order.bound(f, bounder.face(), progress.theta, goal, work);
        let Some(value) = found.filter(|value| *value > bound.value) else { return };
        let halved = |j: usize| is_divisible(self.child[j]) && !(inside && bounder.face()[j].is_point());
        let split = second_order.split(halved).unwrap_or(bound.split);
        *bound = Bound { value, form: Form::SecondOrder, split };
        if value < progress.least() {
            self.candidate.copy_from_slice(self.second_order.point());
            f.domain.project(&mut self.candidate);
            self.consider(f, progress);
        }
    }

    /// Takes the candidate, a point of the domain, if it is better than the best, and improves it by a local search.
    fn consider(&mut self, f: &Weighted<'_>, progress: &mut Progress<'_>) {
        for polished in [false, true] {
            enclose_point(&self.candidate, &mut self.point);
            let Ok(value) = f.value(&self.point, &mut self.work) else { return };
            if value.hi() >= progress.least() {
                return;
            }
            let gain = progress.least() - value.hi();
            progress.value = Some(value);
            progress.theta.copy_from_slice(&self.candidate);
            // A smaller gain would be found again by every box near the minimum.
            let effort = (POLISH, 1e-3 * self.options.target(value.hi()));
            if polished || gain <= effort.1 {
                return;
            }
            self.descent.run(f, &self.root, &mut self.candidate, effort, &mut self.work);
        }
    }
}

fn leaf(sides: &[Enclosure], form: Form, at: &[f64]) -> Leaf {
    let at = if form == Form::SecondOrder { at.to_vec() } else { Vec::new() };
    Leaf { sides: sides.iter().map(|side| (side.lo(), side.hi())).collect(), form, at }
}

impl Oracle for BranchAndBound {
    fn name(&self) -> &'static str {
        "branch and bound"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        self.search(objective, theta, false)
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        let minimum = self.search(objective, theta, true)?;
        let mut leaves = std::mem::take(&mut self.closed);
        let dim = self.root.len();
        leaves.extend(self.open.iter().map(|open| {
            let row = open.row * dim..(open.row + 1) * dim;
            leaf(&self.rows[row.clone()], open.form, &self.points[row])
        }));
        Ok((minimum, Evidence::Boxes(leaves)))
    }
}
