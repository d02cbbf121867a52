//! Lower bounds of a weighted sum on one box, in the forms that evidence names.
//!
//! Let `X` be the box, `S` the slopes over it, `c` its centre; all arithmetic is outward, so a lower end is a bound.
//!
//! - *Natural*: the values on `X` lie in the enclosure of the expressions.
//! - *Mean value*: for `x` in `X` some slopes `s` in `S` have `f(x) = f(c) + <s, x - c>`, which lies in
//!   `f(c) + sum_j S_j (X_j - c_j)`. The width of `S` shrinks with the box, so this form is off by the square of the
//!   size where the natural form is off by the size.
//! - *Monotone*: let `x'` be `x` moved, in coordinates where `S` has one sign, to the end that the sign points away
//!   from. Then `f(x) - f(x') = sum_j s_j (x_j - x'_j)` has no negative term, so `f(x) >= f(x')`, and `x'` lies on the
//!   face: the bound there is a bound on all of `X`. The box is bounded through its face, it is not thrown away.
//!
//! - *Second order*, where the functions bend: [`second_order`](super::second_order), on the same face.
//!
//! Slopes do not exist where a step may jump or a root touches 0; then the natural form is all there is. Where even
//! the values are not surely defined there is no bound, that is, it is minus infinity.
//!
//! A box that sticks out of the domain is bounded on all of it, if the functions are defined there: a bound on a
//! larger set.

use super::Objective;
use super::cover::{Position, position};
use super::second_order::SecondOrder;
use super::weighted::{Evaluated, Failure, Weighted};
use crate::domain::Domain as _;
use crate::error::{Error, Result};
use crate::game::{Form, Leaf};
use crate::numerics::Enclosure;
use crate::problem::Workspace;

/// A bound on a box and how it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) value: f64,
    pub(super) form: Form,
    /// The coordinate whose halving promises most; the widest if slopes say nothing.
    pub(super) split: usize,
}

/// Bounds boxes; keeps what it needs between two calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounder {
    slopes: Vec<Enclosure>,
    term: Vec<Enclosure>,
    /// The face of a box, or a copy of it.
    face: Vec<Enclosure>,
    centre: Vec<Enclosure>,
    /// The value at the centre of the box or face that was bounded last, if it was computed.
    at_centre: Option<Enclosure>,
    /// Why a function was not surely defined on a box, the last time that happened.
    pub(super) undefined: Option<Failure>,
}

impl Bounder {
    /// Prepares for boxes in `dim` variables.
    pub(super) fn reset(&mut self, dim: usize) {
        self.slopes.resize(dim, Enclosure::ZERO);
        self.term.resize(dim, Enclosure::ZERO);
        self.undefined = None;
    }

    /// The point of the last box at which the function was evaluated, and its value there.
    pub(super) fn centre(&self) -> Option<(&[Enclosure], Enclosure)> {
        self.at_centre.map(|value| (self.centre.as_slice(), value))
    }

    /// The face to which the last box shrinks; all of the box where nothing is monotone.
    pub(super) fn face(&self) -> &[Enclosure] {
        &self.face
    }

    /// The best bound that the forms give on a box. `inside` says that all of it belongs to the domain: then
    /// halving a coordinate in which the function is monotone gains nothing.
    pub(super) fn bound(&mut self, f: &Weighted<'_>, sides: &[Enclosure], inside: bool, work: &mut Workspace) -> Bound {
        self.at_centre = None;
        let natural = match f.slopes(sides, &mut self.slopes, &mut self.term, work) {
            Ok(natural) => natural.lo(),
            Err(failure) => return self.without_slopes(f, sides, failure, work),
        };
        let steepest = self.steepest(sides, |_| true);
        if self.shrink_to_face(sides) {
            let (value, has_slopes) = match self.on_face(f, work) {
                Ok(found) => found,
                Err(failure) => return self.without_slopes(f, sides, failure, work),
            };
            // Only the face matters now, but the box sticks out where it is not inside the domain.
            let split =
                if inside && has_slopes { self.steepest(sides, |j| !self.face[j].is_point()) } else { steepest };
            return Bound { value, form: Form::Monotone, split };
        }
        let (value, form) = match self.mean_value(f, work) {
            Ok(value) if value > natural => (value, Form::MeanValue),
            _ => (natural, Form::Natural),
        };
        Bound { value, form, split: steepest }
    }

    /// The bound on a box in the form that its evidence names.
    fn in_form(&mut self, f: &Weighted<'_>, sides: &[Enclosure], form: Form, work: &mut Workspace) -> Evaluated<f64> {
        match form {
            Form::Natural | Form::Outside => Ok(f.value(sides, work)?.lo()),
            Form::MeanValue => {
                f.slopes(sides, &mut self.slopes, &mut self.term, work)?;
                self.copy(sides);
                self.mean_value(f, work)
            }
            Form::Monotone | Form::SecondOrder => {
                f.slopes(sides, &mut self.slopes, &mut self.term, work)?;
                self.shrink_to_face(sides);
                Ok(self.on_face(f, work)?.0)
            }
        }
    }

    fn without_slopes(
        &mut self,
        f: &Weighted<'_>,
        sides: &[Enclosure],
        failure: Failure,
        work: &mut Workspace,
    ) -> Bound {
        let value = if failure.lacks_slopes_only() { f.value(sides, work) } else { Err(failure) };
        let value = match value {
            Ok(value) => value.lo(),
            Err(failure) => {
                self.undefined = Some(failure);
                f64::NEG_INFINITY
            }
        };
        self.copy(sides);
        self.evaluate_centre(f, work).ok();
        Bound { value, form: Form::Natural, split: widest(sides) }
    }

    fn copy(&mut self, sides: &[Enclosure]) {
        self.face.clear();
        self.face.extend_from_slice(sides);
    }

    /// Writes the face into `self.face`, and says whether it is smaller than the box.
    fn shrink_to_face(&mut self, sides: &[Enclosure]) -> bool {
        self.copy(sides);
        let mut shrunk = false;
        for (side, slope) in self.face.iter_mut().zip(&self.slopes) {
            let end = if slope.lo() >= 0.0 {
                side.lo()
            } else if slope.hi() <= 0.0 {
                side.hi()
            } else {
                continue;
            };
            shrunk |= !side.is_point();
            *side = Enclosure::point(end);
        }
        shrunk
    }

    /// The better of the natural and the mean value form on the face, and whether the face has slopes. A face that is
    /// a point has its value only.
    fn on_face(&mut self, f: &Weighted<'_>, work: &mut Workspace) -> Evaluated<(f64, bool)> {
        if self.face.iter().all(|side| side.is_point()) {
            self.evaluate_centre(f, work)?;
            let value = self.at_centre.expect("it was just evaluated");
            return Ok((value.lo(), false));
        }
        match f.slopes(&self.face, &mut self.slopes, &mut self.term, work) {
            Ok(natural) => Ok((self.mean_value(f, work).map_or(natural.lo(), |mean| mean.max(natural.lo())), true)),
            Err(failure) if failure.lacks_slopes_only() => Ok((f.value(&self.face, work)?.lo(), false)),
            Err(failure) => Err(failure),
        }
    }

    fn evaluate_centre(&mut self, f: &Weighted<'_>, work: &mut Workspace) -> Evaluated<()> {
        self.centre.clear();
        self.centre.extend(self.face.iter().map(|side| Enclosure::point(side.midpoint())));
        self.at_centre = Some(f.value(&self.centre, work)?);
        Ok(())
    }

    /// The mean value form on `self.face`, over which `self.slopes` are.
    fn mean_value(&mut self, f: &Weighted<'_>, work: &mut Workspace) -> Evaluated<f64> {
        self.evaluate_centre(f, work)?;
        let value = self.at_centre.expect("it was just evaluated");
        let displacements = self.face.iter().zip(&self.centre).map(|(&side, &centre)| side - centre);
        let terms = displacements.zip(&self.slopes).map(|(displacement, &slope)| slope * displacement);
        Ok(terms.fold(value, |sum, term| sum + term).lo())
    }

    /// Among the coordinates that may be halved, the one in which the function can change most by its slopes.
    fn steepest(&self, sides: &[Enclosure], eligible: impl Fn(usize) -> bool) -> usize {
        let mut best = (0.0, None);
        for (j, (side, slope)) in sides.iter().zip(&self.slopes).enumerate() {
            let change = slope.magnitude() * (side.hi() - side.lo());
            if eligible(j) && is_divisible(*side) && change > best.0 && change.is_finite() {
                best = (change, Some(j));
            }
        }
        best.1.unwrap_or_else(|| widest(sides))
    }
}

/// Whether there is a double strictly inside.
pub(super) fn is_divisible(side: Enclosure) -> bool {
    let middle = side.midpoint();
    side.lo() < middle && middle < side.hi()
}

fn widest(sides: &[Enclosure]) -> usize {
    let mut best = 0;
    for (j, side) in sides.iter().enumerate() {
        if side.hi() - side.lo() > sides[best].hi() - sides[best].lo() {
            best = j;
        }
    }
    best
}

/// Recomputes the bound that a leaf of [`Evidence::Boxes`](crate::game::Evidence::Boxes) stands for, in the form it
/// names: a lower bound of the objective on the part of the domain inside the box, infinite for a box outside.
///
/// ```
/// use referee::numerics::Enclosure;
/// use referee::oracle::{Objective, leaf_bound};
/// use referee::game::Side;
/// use referee::problem::ExpressionProblem;
/// use referee::game::{Form, Leaf};
/// let problem = ExpressionProblem::from_toml("minimize = \"x^2 - x\"\nvariables = { x = [0, 1] }", "parabola")?;
/// let objective = Objective { problem: &problem, side: Side::Constraints, weights: &[Enclosure::ONE] };
/// let bound = |form, lo, hi| leaf_bound(&objective, &Leaf { sides: vec![(lo, hi)], form, at: vec![] });
/// assert_eq!(bound(Form::Natural, 0.0, 1.0)?, -1.0); // 0 - 1
/// assert_eq!(bound(Form::MeanValue, 0.0, 1.0)?, -0.75); // -0.25 + [-1, 1] [-0.5, 0.5]
/// assert_eq!(bound(Form::Monotone, 0.5, 1.0)?, -0.25); // the value at 0.5
/// let at = vec![0.5];
/// assert_eq!(leaf_bound(&objective, &Leaf { sides: vec![(0.0, 1.0)], form: Form::SecondOrder, at })?, -0.25);
/// assert!(bound(Form::Outside, 0.5, 1.0).is_err());
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If the sides are not those of a box in the problem's variables, a function is not surely defined on the box, there
/// are no slopes where the form needs them, or a box that is called outside may meet the domain.
pub fn leaf_bound(objective: &Objective<'_>, leaf: &Leaf) -> Result<f64> {
    let f = Weighted::of(objective)?;
    let domain = objective.problem.domain();
    let sides: Option<Vec<_>> = leaf.sides.iter().map(|&(lo, hi)| Enclosure::try_new(lo, hi)).collect();
    let sides = sides
        .filter(|sides| sides.len() == domain.dim() && sides.iter().all(|side| side.is_finite()))
        .ok_or_else(|| Error::new(format!("{:?} is not a box in {} variables", leaf.sides, domain.dim())))?;
    if leaf.form == Form::Outside {
        return match position(domain, &sides) {
            Position::Outside => Ok(f64::INFINITY),
            _ => Err(Error::new(format!("the box {sides:?} is called outside, but it may meet the {domain}"))),
        };
    }
    let mut bounder = Bounder::default();
    bounder.reset(sides.len());
    let mut work = Workspace::default();
    let bound = bounder.in_form(&f, &sides, leaf.form, &mut work).map_err(|failure| f.explain(&failure))?;
    if leaf.form != Form::SecondOrder {
        return Ok(bound);
    }
    let mut second_order = SecondOrder::new(f.problem, f.side);
    let bound = second_order.bound_at(&f, bounder.face(), &leaf.at, &mut work);
    let missing = || format!("no point is given for the box {sides:?}, or no second derivatives are known on it");
    bound.ok_or_else(|| Error::new(missing()))
}
