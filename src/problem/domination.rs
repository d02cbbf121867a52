//! Is a proxy at least its constraint everywhere in the domain? Decided by enclosures, never by trust.
//!
//! The domain is cut into boxes. A box where the enclosure of `proxy - constraint` has a non-negative lower end is
//! done; a point where the difference is certainly negative refutes the proxy; a box that is too small to be worth
//! cutting stays undecided. So the answer has three values, and `Proved` and `Refuted` are theorems.
//!
//! A step function makes the difference jump, and no box that straddles the jump is ever decided. Such a box is
//! therefore cut where the argument of the step is zero (found by a secant, exact for most arguments that occur):
//! the two halves then lie on either side of the jump.
//!
//! Proxy and constraint often end alike (`.. / n - kappa`). That is taken off both first, lest its rounding separate
//! values that are equal.

use super::sampling::probes;
use crate::domain::{AnyDomain, Domain};
use crate::expr::{Expr, Workspace};
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;

/// Whether a proxy dominates its constraint on the domain.
#[derive(Clone, Debug, PartialEq)]
pub enum Domination {
    /// It does, wherever both have a value: by enclosures that cover the domain, or because they are the same formula.
    Proved,
    /// It does not: here the proxy is certainly below the constraint.
    Refuted(Vec<f64>),
    /// Neither was shown.
    Undecided,
}

/// Boxes looked at before giving up.
const EFFORT: usize = 20_000;
/// Points compared in exact rationals, which may be long numbers, before the rest is left undecided.
const EXACT_EFFORT: usize = 64;
/// A box thinner than this fraction of the domain in every coordinate is not cut again.
const THINNEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// Decides whether `proxy >= constraint` on the domain.
pub(super) fn decide(proxy: &Expr, constraint: &Expr, domain: &AnyDomain) -> Domination {
    if proxy == constraint {
        return Domination::Proved;
    }
    let (proxy, constraint) = proxy.without_common_ending(constraint);
    let points = probes(domain);
    let finite = matches!(domain, AnyDomain::FiniteSet(_));
    let exact_left = if finite { 2 * points.len() } else { EXACT_EFFORT };
    let mut search = Search { proxy: &proxy, constraint: &constraint, domain, work: Workspace::new(), exact_left };
    if let Some(point) = points.iter().find(|point| search.certainly_below(point)) {
        return Domination::Refuted(point.clone());
    }
    if finite {
        let proved = points.iter().all(|point| search.certainly_dominates(point));
        return if proved { Domination::Proved } else { Domination::Undecided };
    }
    search.over_boxes()
}

struct Search<'a> {
    proxy: &'a Expr,
    constraint: &'a Expr,
    domain: &'a AnyDomain,
    work: Workspace<Enclosure>,
    exact_left: usize,
}

impl Search<'_> {
    fn over_boxes(&mut self) -> Domination {
        let whole = self.domain.bounding_box();
        let thinnest: Vec<f64> = whole.iter().map(|range| range.width() * THINNEST).collect();
        let mut outcome = Domination::Proved;
        let mut boxes = vec![whole];
        for _ in 0..EFFORT {
            let Some(cell) = boxes.pop() else { return outcome };
            if self.dominates_over(&cell) || !may_meet(self.domain, &cell) {
                continue;
            }
            let middle: Vec<f64> = cell.iter().map(|range| range.midpoint()).collect();
            if self.domain.contains(&middle) && self.certainly_below(&middle) {
                return Domination::Refuted(middle);
            }
            match self.cut(&cell, &thinnest) {
                Some(halves) => boxes.extend(halves),
                None => outcome = Domination::Undecided,
            }
        }
        Domination::Undecided
    }

    /// Enclosures of proxy and constraint over a box, if both are defined throughout it.
    fn both(&mut self, over: &[Enclosure]) -> Option<(Enclosure, Enclosure)> {
        let proxy = self.proxy.enclose(over, &mut self.work).ok()?;
        let constraint = self.constraint.enclose(over, &mut self.work).ok()?;
        Some((proxy, constraint))
    }

    fn dominates_over(&mut self, cell: &[Enclosure]) -> bool {
        self.both(cell).is_some_and(|(proxy, constraint)| proxy.lo() >= constraint.hi())
    }

    /// The sign of `proxy - constraint` at a point: by enclosures, else exactly where both are rational and
    /// the effort lasts.
    fn compare(&mut self, point: &[f64]) -> Option<std::cmp::Ordering> {
        let at: Vec<Enclosure> = point.iter().map(|&x| Enclosure::point(x)).collect();
        let (proxy, constraint) = self.both(&at)?;
        if proxy.hi() < constraint.lo() {
            return Some(std::cmp::Ordering::Less);
        }
        if proxy.lo() > constraint.hi() {
            return Some(std::cmp::Ordering::Greater);
        }
        self.exact_left = self.exact_left.checked_sub(1)?;
        let at: Vec<_> = point.iter().map(|&x| exact(x)).collect();
        let value = |expr: &Expr| expr.eval_exact(&at, &mut Workspace::new()).ok();
        Some(value(self.proxy)?.cmp(&value(self.constraint)?))
    }

    fn certainly_below(&mut self, point: &[f64]) -> bool {
        self.compare(point).is_some_and(std::cmp::Ordering::is_lt)
    }

    fn certainly_dominates(&mut self, point: &[f64]) -> bool {
        self.compare(point).is_some_and(std::cmp::Ordering::is_ge)
    }

    /// Two halves of a box, cut across its widest side (as a share of the domain); none if it is too thin.
    fn cut(&self, cell: &[Enclosure], thinnest: &[f64]) -> Option<[Vec<Enclosure>; 2]> {
        let share = |j: usize| if thinnest[j] > 0.0 { cell[j].width() / thinnest[j] } else { 0.0 };
        let widest = (0..cell.len()).max_by(|&a, &b| share(a).total_cmp(&share(b)))?;
        if share(widest) <= 1.0 {
            return None;
        }
        let range = cell[widest];
        let at = self.zero_of_a_jump(cell, widest).unwrap_or_else(|| range.midpoint());
        let half = |lo: f64, hi: f64| {
            let mut half = cell.to_vec();
            half[widest] = Enclosure::new(lo, hi);
            half
        };
        Some([half(range.lo(), at), half(at, range.hi())])
    }

    /// Where, along one coordinate, the argument of a step changes sign inside the box: by one secant, in doubles.
    fn zero_of_a_jump(&self, cell: &[Enclosure], along: usize) -> Option<f64> {
        let range = cell[along];
        let mut point: Vec<f64> = cell.iter().map(|side| side.midpoint()).collect();
        let mut arguments_at = |x: f64| {
            point[along] = x;
            let mut work = Workspace::new();
            let mut arguments = self.proxy.step_arguments(&point, &mut work).ok()?;
            arguments.extend(self.constraint.step_arguments(&point, &mut work).ok()?);
            Some(arguments)
        };
        let (below, above) = (arguments_at(range.lo())?, arguments_at(range.hi())?);
        below.into_iter().zip(above).find_map(|(below, above)| {
            let root = range.lo() - below * ((range.hi() - range.lo()) / (above - below));
            (range.lo() < root && root < range.hi()).then_some(root)
        })
    }
}

/// Whether a box may contain a point of the domain; `false` is certain.
fn may_meet(domain: &AnyDomain, cell: &[Enclosure]) -> bool {
    let AnyDomain::Ball(ball) = domain else { return true };
    let square = cell.iter().fold(Enclosure::ZERO, |sum, side| sum + side.square());
    square.lo() <= Enclosure::point(ball.radius()).square().hi()
}
