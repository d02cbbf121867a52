//! Which functions are surely convex or concave over a box.
//!
//! Every sub-expression has a range and a shape. `h(u)` is convex if `h` is convex on the range of `u` and `u` is
//! affine, or `h` is moreover non-decreasing and `u` convex, or non-increasing and `u` concave; alike for concave.

use super::elementary;
use super::interval::Interval;
use super::number::Dyadic;
use super::tape::{Call, Node, Program, at};

/// What is known of a sub-expression; both for an affine one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) convex: bool,
    pub(crate) concave: bool,
    constant: bool,
}

/// What is known of a function `h` of one argument over a range.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent facts about a function")]
struct Curve {
    convex: bool,
    concave: bool,
    rises: bool,
    falls: bool,
}

/// Whether a range that touches a kink of `max`, `min` or `hinge` from one side counts as lying on that side. It does,
/// but slopes that pick one side at a kink (any [`super::slopes::Kinks`] but `BOTH`) may pick the other one there, so
/// they need `Apart`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    Touching,
    Apart,
}

impl Shape {
    const CONSTANT: Self = Self { convex: true, concave: true, constant: true };
    const AFFINE: Self = Self { convex: true, concave: true, constant: false };

    fn plus(self, other: Self) -> Self {
        Self {
            convex: self.convex && other.convex,
            concave: self.concave && other.concave,
            constant: self.constant && other.constant,
        }
    }

    fn negated(self) -> Self {
        Self { convex: self.concave, concave: self.convex, ..self }
    }

    /// The shape times a constant of this range.
    fn times(self, constant: Interval) -> Self {
        let affine = self.convex && self.concave;
        if constant.is_zero() {
            Self::CONSTANT
        } else if affine || constant.lo >= Dyadic::ZERO {
            self
        } else if constant.hi <= Dyadic::ZERO {
            self.negated()
        } else {
            Self { convex: false, concave: false, constant: false }
        }
    }

    fn through(self, h: Curve) -> Self {
        if self.constant {
            return Self::CONSTANT;
        }
        let affine = self.convex && self.concave;
        let along =
            |curved: bool, same: bool, opposite: bool| curved && (affine || (h.rises && same) || (h.falls && opposite));
        Self {
            convex: along(h.convex, self.convex, self.concave),
            concave: along(h.concave, self.concave, self.convex),
            constant: false,
        }
    }
}

/// The shape of every operation of a program over the box where its values are `ranges`.
pub(crate) fn shapes(program: &Program, ranges: &[Interval], sides: Sides) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::with_capacity(program.nodes.len());
    for (place, &node) in program.nodes.iter().enumerate() {
        let minus_one = Interval::ONE.negated();
        let unknown = Shape { convex: false, concave: false, constant: false };
        let of = |place: usize| shapes.get(place).copied().unwrap_or(unknown);
        let range = |place: usize| at(ranges, place);
        let shape = match node {
            _ if !program.depends.get(place).copied().unwrap_or(true) => Shape::CONSTANT,
            Node::Constant(_) | Node::Power(_, 0) => Shape::CONSTANT,
            Node::Variable(_) if range(place).is_point() => Shape::CONSTANT,
            Node::Variable(_) => Shape::AFFINE,
            Node::Sum(a, b) => of(a).plus(of(b)),
            Node::Difference(a, b) => of(a).plus(of(b).negated()),
            Node::Negation(a) => of(a).negated(),
            Node::Product(a, b) if of(a).constant => of(b).times(range(a)),
            Node::Product(a, b) if of(b).constant => of(a).times(range(b)),
            Node::Quotient(a, b) if of(b).constant => of(a).times(range(b)),
            Node::Quotient(a, b) if of(a).constant => of(b).through(power(-1, range(b))).times(range(a)),
            Node::Product(..) | Node::Quotient(..) => unknown,
            Node::Power(a, n) => of(a).through(power(n, range(a))),
            Node::Maximum(a, b) => match larger(range(a), range(b), sides) {
                Some(first) => of(if first { a } else { b }),
                None => Shape { concave: false, ..of(a).plus(of(b)) },
            },
            Node::Minimum(a, b) => match larger(range(a).negated(), range(b).negated(), sides) {
                Some(first) => of(if first { a } else { b }),
                None => Shape { convex: false, ..of(a).plus(of(b)) },
            },
            Node::Call(Call::Step, a) if range(a).lo > Dyadic::ZERO || range(a).hi <= Dyadic::ZERO => Shape::CONSTANT,
            Node::Call(Call::Hinge, a) if larger(minus_one, range(a), sides) == Some(true) => Shape::CONSTANT,
            Node::Call(call, a) => of(a).through(curve(call, range(a), sides)),
        };
        shapes.push(shape);
    }
    shapes
}

/// Whether the first is surely the larger (`true`), or the second.
fn larger(u: Interval, v: Interval, sides: Sides) -> Option<bool> {
    let above = |a: Interval, b: Interval| a.lo > b.hi || (sides == Sides::Touching && a.lo >= b.hi);
    if above(u, v) {
        Some(true)
    } else if above(v, u) {
        Some(false)
    } else {
        None
    }
}

fn power(n: i32, u: Interval) -> Curve {
    let (left, right) = (u.hi <= Dyadic::ZERO, u.lo >= Dyadic::ZERO);
    let even = n & 1 == 0;
    match n {
        0.. if even => Curve { convex: true, rises: right, falls: left, ..Curve::default() },
        0.. => Curve { convex: right, concave: left, rises: true, falls: false },
        // The range does not contain 0: the power would have no value.
        _ if even => Curve { convex: true, rises: left, falls: right, ..Curve::default() },
        _ => Curve { convex: right, concave: left, rises: false, falls: true },
    }
}

fn curve(call: Call, u: Interval, sides: Sides) -> Curve {
    let (left, right) = (u.hi <= Dyadic::ZERO, u.lo >= Dyadic::ZERO);
    let none = Curve::default();
    match call {
        Call::Abs => {
            Curve { convex: true, concave: u.lo > Dyadic::ZERO || u.hi < Dyadic::ZERO, rises: right, falls: left }
        }
        Call::Exp => Curve { convex: true, rises: true, ..none },
        Call::Ln | Call::Sqrt => Curve { concave: true, rises: true, ..none },
        Call::Sin => waving(elementary::sin(u), elementary::cos(u)),
        Call::Cos => waving(elementary::cos(u), elementary::sin(u).negated()),
        Call::Step => Curve { rises: true, ..none },
        Call::Hinge => {
            let above = larger(u, Interval::ONE.negated(), sides) == Some(true);
            Curve { convex: true, concave: above, rises: true, falls: false }
        }
        Call::Sigmoid | Call::Phi => Curve { convex: left, concave: right, rises: true, falls: false },
    }
}

/// A function whose second derivative is minus itself.
fn waving(value: Interval, derivative: Interval) -> Curve {
    Curve {
        convex: value.hi <= Dyadic::ZERO,
        concave: value.lo >= Dyadic::ZERO,
        rises: derivative.lo >= Dyadic::ZERO,
        falls: derivative.hi <= Dyadic::ZERO,
    }
}
