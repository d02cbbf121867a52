//! The composition theorem in code; [`curvature`](super::curvature) states and proves it.

use super::Function;
use super::curvature::Curvature;
use super::eval::may_jump;
use crate::numerics::Enclosure;

/// The curvature of a node; an unknown one names the node where the proof stopped.
pub(super) type Shape = Curvature<usize>;

impl Shape {
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Convex => Self::Concave,
            Self::Concave => Self::Convex,
            other => other,
        }
    }

    /// The shape of a function that is proved to be convex, concave, both or neither.
    fn proved(convex: bool, concave: bool) -> Option<Self> {
        match (convex, concave) {
            (true, true) => Some(Self::Affine),
            (true, false) => Some(Self::Convex),
            (false, true) => Some(Self::Concave),
            (false, false) => None,
        }
    }

    /// The shape of a sum.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        if (self, other) == (Self::Constant, Self::Constant) {
            return Some(Self::Constant);
        }
        Self::proved(self.is_convex() && other.is_convex(), self.is_concave() && other.is_concave())
    }

    /// The shape of a maximum.
    pub(super) fn supremum(self, other: Self) -> Option<Self> {
        if (self, other) == (Self::Constant, Self::Constant) {
            return Some(Self::Constant);
        }
        Self::proved(self.is_convex() && other.is_convex(), false)
    }
}

/// What is known of an outer function on the range of its argument.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts, each proved or not")]
pub(super) struct Outer {
    convex: bool,
    concave: bool,
    rising: bool,
    falling: bool,
}

impl Outer {
    pub(super) const SIGN: Self = Self { convex: true, concave: true, rising: false, falling: true };
    const IDENTITY: Self = Self { convex: true, concave: true, rising: true, falling: false };
    const CONSTANT: Self = Self { convex: true, concave: true, rising: true, falling: true };

    /// The composition theorem.
    pub(super) fn compose(self, inner: Shape) -> Option<Shape> {
        if inner == Shape::Constant || (self.rising && self.falling) {
            return Some(Shape::Constant);
        }
        let (convex, concave) = match inner {
            Shape::Constant | Shape::Affine => (self.convex, self.concave),
            Shape::Convex => (self.convex && self.rising, self.concave && self.falling),
            Shape::Concave => (self.convex && self.falling, self.concave && self.rising),
            Shape::Unknown(_) => (false, false),
        };
        Shape::proved(convex, concave)
    }

    /// `u -> c u` and `u -> u / c` for the constant in an enclosure.
    pub(super) fn scale(constant: Enclosure) -> Self {
        Self { convex: true, concave: true, rising: constant.lo() >= 0.0, falling: constant.hi() <= 0.0 }
    }

    /// `u -> u^exponent` on a range (which misses 0 if the exponent is negative).
    pub(super) fn power(exponent: i32, range: Enclosure) -> Self {
        let right = range.lo() >= 0.0;
        let left = range.hi() <= 0.0;
        match (exponent, exponent % 2 == 0) {
            (0, _) => Self::CONSTANT,
            (1, _) => Self::IDENTITY,
            (2.., true) => Self { convex: true, concave: false, rising: right, falling: left },
            (2.., false) => Self { convex: right, concave: left, rising: true, falling: false },
            (_, true) => Self { convex: true, concave: false, rising: left, falling: right },
            (_, false) => Self { convex: right, concave: left, rising: false, falling: true },
        }
    }

    pub(super) fn function(function: Function, range: Enclosure) -> Self {
        let rising = |convex: bool, concave: bool| Self { convex, concave, rising: true, falling: false };
        let right = range.lo() >= 0.0;
        let left = range.hi() <= 0.0;
        match function {
            // Affine only where the kink is out of reach: at the kink itself the slope taken in doubles is 0, which is a
            // subgradient of the convex function but not of its reverse.
            Function::Abs => {
                let one_side = range.lo() > 0.0 || range.hi() < 0.0;
                Self { convex: true, concave: one_side, rising: right, falling: left }
            }
            Function::Exp => rising(true, false),
            Function::Ln | Function::Sqrt => rising(false, true),
            Function::Hinge if range.hi() <= -1.0 => Self::CONSTANT,
            Function::Hinge => rising(true, range.lo() > -1.0),
            Function::Step if !may_jump(range) => Self::CONSTANT,
            Function::Step => rising(false, false),
            Function::Sigmoid | Function::Phi => rising(left, right),
            Function::Sin => Self::wave(range.sin(), range.cos()),
            Function::Cos => Self::wave(range.cos(), -range.sin()),
        }
    }

    /// A function with `h'' = -h`, from enclosures of `h` and `h'`.
    fn wave(value: Enclosure, derivative: Enclosure) -> Self {
        Self {
            convex: value.hi() <= 0.0,
            concave: value.lo() >= 0.0,
            rising: derivative.lo() >= 0.0,
            falling: derivative.hi() <= 0.0,
        }
    }

    pub(super) fn describe(self) -> String {
        let curvature = match (self.convex, self.concave) {
            (true, true) => "affine",
            (true, false) => "convex",
            (false, true) => "concave",
            (false, false) => return "neither convex nor concave".to_owned(),
        };
        let monotone = match (self.rising, self.falling) {
            (true, _) => "non-decreasing",
            (false, true) => "non-increasing",
            (false, false) => "not monotone",
        };
        format!("{curvature} and {monotone}")
    }
}
