//! Recognising convexity by the rules of composition.
//!
//! [`Expr::curvature`] proves that a function is constant, affine, convex or concave on a box, or says which
//! sub-expression stopped the proof. It knows, for every sub-expression `u`, an enclosure `U` of its range on the box
//! and its own curvature.
//!
//! **Composition.** Let `h` be convex on the interval `U`. Then `h(u)` is convex if `u` is affine, or `h` is
//! non-decreasing on `U` and `u` convex, or `h` is non-increasing on `U` and `u` concave. *Proof.* For points `a`, `b`
//! of the box and a weight `t`, write `m` for the mean point. If `u` is convex, `u(m) <= t u(a) + (1-t) u(b)`; both
//! sides lie in `U`, which is an interval, so `h(u(m)) <= h(t u(a) + (1-t) u(b)) <= t h(u(a)) + (1-t) h(u(b))`. The
//! other cases are alike: for concave `u` both the first inequality and the monotonicity turn round, for affine `u`
//! the first is an equation. Concave `h`: apply this to `-h`. A function that is convex and concave is affine, and
//! one that is non-decreasing and non-increasing is constant.
//!
//! What is known of `h` on `U`, from the signs of its first and second derivative there:
//!
//! | `h(u)` | on | is |
//! |---|---|---|
//! | `-u`, `c u`, `u / c` | everywhere | affine; monotone by the sign of `c` |
//! | `u^n`, even `n >= 2` | everywhere | convex; non-decreasing on `u >= 0`, non-increasing on `u <= 0` |
//! | `u^n`, odd `n >= 3` | `u >= 0` (`u <= 0`) | convex (concave), non-decreasing |
//! | `u^-n`, even `n` | `u > 0` (`u < 0`) | convex, non-increasing (non-decreasing) |
//! | `u^-n`, odd `n` | `u > 0` (`u < 0`) | convex (concave), non-increasing |
//! | `abs` | everywhere | convex; affine strictly on one side of 0 |
//! | `exp` | everywhere | convex, non-decreasing |
//! | `ln`, `sqrt` | where defined | concave, non-decreasing |
//! | `hinge` | everywhere | convex, non-decreasing; affine on `u > -1`, constant on `u <= -1` |
//! | `sigmoid`, `Phi` | `u <= 0` (`u >= 0`) | convex (concave), non-decreasing |
//! | `sin` | `sin u <= 0` (`>= 0`) | convex (concave); non-decreasing where `cos u >= 0` |
//! | `cos` | `cos u <= 0` (`>= 0`) | convex (concave); non-decreasing where `sin u <= 0` |
//! | `step` | one side of the jump | constant |
//!
//! `Phi'' = -u phi(u)` and `sigmoid'' = s (1 - s)(1 - 2 s)`, which gives their row.
//!
//! A sum of convex functions is convex; `max` of convex functions is convex, being a supremum, and equals
//! one operand where the ranges say so; dually for concave functions and `min`. `u * u` is `u^2`, and a product or
//! quotient with a constant is the rows above: `c / u` is `c` times `u^-1`. A variable whose bounds are a point, or
//! any sub-expression whose enclosure is a point, is a constant on the box. Signs are those of enclosures, so what is
//! not decided by an enclosure is not claimed; a constant of unknown sign still leaves affine functions affine.
//! Nothing is claimed for an expression that is not surely defined on the whole box.
//!
//! Whatever is claimed on a box holds on every convex set inside it.

use super::Expr;
use super::shape::{Outer, Shape};
use super::tape::Op;
use crate::numerics::Enclosure;
use std::fmt;

/// What is proved about the shape of a function on a box, or where the proof stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curvature<O = Obstacle> {
    /// It has one value.
    Constant,
    /// It is affine.
    Affine,
    /// It is convex.
    Convex,
    /// It is concave.
    Concave,
    /// Nothing is proved; it may still be convex.
    Unknown(O),
}

impl<O> Curvature<O> {
    /// Whether convexity is proved.
    pub const fn is_convex(&self) -> bool {
        matches!(self, Self::Constant | Self::Affine | Self::Convex)
    }

    /// Whether concavity is proved.
    pub const fn is_concave(&self) -> bool {
        matches!(self, Self::Constant | Self::Affine | Self::Concave)
    }

    /// The word for it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Affine => "affine",
            Self::Convex => "convex",
            Self::Concave => "concave",
            Self::Unknown(_) => "unknown",
        }
    }
}

impl fmt::Display for Curvature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::Unknown(obstacle) = self { write!(f, ": {obstacle}") } else { Ok(()) }
    }
}

/// The first sub-expression at which no rule applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The sub-expression, cut where it is long.
    pub expression: String,
    /// Its column in the text: that of its operator or function.
    pub column: usize,
    /// Why no rule applies.
    pub reason: String,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (column {}): {}", self.expression, self.column, self.reason)
    }
}

impl Expr {
    /// What the rules of composition prove about the function on a box (see the [module](self) for the rules and
    /// their proofs).
    ///
    /// ```
    /// use referee::expr::{Curvature, Expr};
    /// use referee::numerics::Enclosure;
    /// let bounds = [Enclosure::new(1.0, 2.0), Enclosure::new(-1.0, 1.0)];
    /// let curvature = |text| Expr::parse(text, &["x", "y"]).unwrap().curvature(&bounds);
    /// assert_eq!(curvature("2 * 3 * x - y / 2"), Curvature::Affine);
    /// assert_eq!(curvature("1 / x + (x - y) * (x - y)"), Curvature::Convex);
    /// assert_eq!(curvature("min(x, y) - y^2"), Curvature::Concave);
    /// assert_eq!(curvature("x + x * y").to_string(), "unknown: `x * y` (column 7): a product of two non-constant factors");
    /// ```
    ///
    /// # Panics
    /// If `bounds` has not one enclosure for each variable.
    pub fn curvature(&self, bounds: &[Enclosure]) -> Curvature {
        let mut ranges = Vec::new();
        if let Err(error) = self.fill(bounds, &mut ranges) {
            // The values stop just before the node that failed.
            return self.unknown(ranges.len(), format!("not surely defined on the whole box: {}", error.cause));
        }
        let mut shapes = Vec::with_capacity(self.nodes.len());
        for index in 0..self.nodes.len() {
            let shape = self.shape(index, bounds, &ranges, &shapes);
            shapes.push(shape);
        }
        match shapes.last().expect("the tape is never empty") {
            Shape::Constant => Curvature::Constant,
            Shape::Affine => Curvature::Affine,
            Shape::Convex => Curvature::Convex,
            Shape::Concave => Curvature::Concave,
            &Shape::Unknown(culprit) => self.unknown(culprit, self.explain(culprit, &ranges, &shapes)),
        }
    }

    fn unknown(&self, culprit: usize, reason: String) -> Curvature {
        let expression = self.excerpt(u32::try_from(culprit).expect("the number of nodes is limited"));
        Curvature::Unknown(Obstacle { expression, column: self.nodes[culprit].column as usize, reason })
    }

    /// The shape of one node, from the shapes and ranges of its operands.
    fn shape(&self, index: usize, bounds: &[Enclosure], ranges: &[Enclosure], shapes: &[Shape]) -> Shape {
        if ranges[index].is_point() {
            return Shape::Constant;
        }
        let range = |operand: u32| ranges[operand as usize];
        let shape = |operand: u32| shapes[operand as usize];
        let proved = match self.nodes[index].op {
            Op::Number(_) => Some(Shape::Constant),
            Op::Variable(variable) => {
                Some(if bounds[variable as usize].is_point() { Shape::Constant } else { Shape::Affine })
            }
            Op::Negate(a) => Outer::SIGN.compose(shape(a)),
            Op::Add(a, b) => shape(a).plus(shape(b)),
            Op::Subtract(a, b) => Outer::SIGN.compose(shape(b)).and_then(|negated| shape(a).plus(negated)),
            Op::Multiply(a, b) if a == b => Outer::power(2, range(a)).compose(shape(a)),
            Op::Multiply(a, b) if shape(a) == Shape::Constant => Outer::scale(range(a)).compose(shape(b)),
            Op::Multiply(a, b) if shape(b) == Shape::Constant => Outer::scale(range(b)).compose(shape(a)),
            Op::Divide(a, b) if shape(b) == Shape::Constant => Outer::scale(range(b)).compose(shape(a)),
            Op::Divide(a, b) if shape(a) == Shape::Constant => {
                let inverse = Outer::power(-1, range(b)).compose(shape(b));
                inverse.and_then(|inverse| Outer::scale(range(a)).compose(inverse))
            }
            Op::Multiply(..) | Op::Divide(..) => None,
            Op::Power(a, exponent) => Outer::power(exponent, range(a)).compose(shape(a)),
            Op::Max(a, b) if range(a).lo() > range(b).hi() => Some(shape(a)),
            Op::Max(a, b) if range(b).lo() > range(a).hi() => Some(shape(b)),
            Op::Max(a, b) => shape(a).supremum(shape(b)),
            Op::Min(a, b) if range(a).hi() < range(b).lo() => Some(shape(a)),
            Op::Min(a, b) if range(b).hi() < range(a).lo() => Some(shape(b)),
            Op::Min(a, b) => shape(a).negated().supremum(shape(b).negated()).map(Shape::negated),
            Op::Call(function, a) => Outer::function(function, range(a)).compose(shape(a)),
        };
        // A failure below is reported where it began; otherwise it begins here.
        proved.unwrap_or_else(|| {
            let below = self.nodes[index].op.operands().into_iter().flatten().map(shape);
            below.into_iter().find(|shape| matches!(shape, Shape::Unknown(_))).unwrap_or(Shape::Unknown(index))
        })
    }

    /// Why no rule applies to a node all of whose operands have a known shape.
    fn explain(&self, index: usize, ranges: &[Enclosure], shapes: &[Shape]) -> String {
        let shape = |operand: u32| shapes[operand as usize].name();
        let composed = |outer: Outer, name: &str, a: u32| {
            let outer = outer.describe();
            format!("{name} is {outer} on {}, and its argument is {}", ranges[a as usize], shape(a))
        };
        match self.nodes[index].op {
            Op::Add(a, b) => format!("a sum of terms that are {} and {}", shape(a), shape(b)),
            Op::Subtract(a, b) => format!("a difference of terms that are {} and {}", shape(a), shape(b)),
            Op::Max(a, b) => format!("a maximum of terms that are {} and {}", shape(a), shape(b)),
            Op::Min(a, b) => format!("a minimum of terms that are {} and {}", shape(a), shape(b)),
            Op::Multiply(a, b) if a == b => composed(Outer::power(2, ranges[a as usize]), "a square", a),
            Op::Multiply(a, b) if shapes[a as usize] != Shape::Constant && shapes[b as usize] != Shape::Constant => {
                "a product of two non-constant factors".to_owned()
            }
            Op::Divide(a, b) if shapes[a as usize] != Shape::Constant && shapes[b as usize] != Shape::Constant => {
                "a quotient of two non-constant terms".to_owned()
            }
            Op::Divide(_, b) if Outer::power(-1, ranges[b as usize]).compose(shapes[b as usize]).is_none() => {
                composed(Outer::power(-1, ranges[b as usize]), "a constant divided by it", b)
            }
            Op::Power(a, exponent) => {
                composed(Outer::power(exponent, ranges[a as usize]), &format!("a power {exponent}"), a)
            }
            Op::Call(function, a) => composed(Outer::function(function, ranges[a as usize]), function.name(), a),
            _ => "a constant factor whose sign is not known".to_owned(),
        }
    }
}
