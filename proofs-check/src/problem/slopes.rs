//! Slopes, backwards over the list of operations.
//!
//! The slopes `S` of `f` over a box hold, for all points `a`, `b` of it, some `s` with `f(b) - f(a) = <s, b - a>`.
//! Each operation has local slopes with this property (the mean value theorem where it is smooth), and they multiply
//! along the list because differences do: `h(u(b)) - h(u(a)) = t (u(b) - u(a))`.

use super::elementary;
use super::interval::Interval;
use super::number::Dyadic;
use super::tape::{Call, Node, Program, at};

/// Which slopes a maximum has where its operands just touch. All are valid over a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    /// `[0, 1]` for each. At a point this holds the slopes of both sides.
    Both,
    /// 1 for the first operand if it is nowhere the smaller, else 1 for the second if that is nowhere the smaller.
    First,
    /// The same with the second operand asked first.
    Second,
}

/// What is done at kinks: of `max` and `min`, and of `hinge(u) = max(0, 1 + u)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinks {
    pub(crate) maximum: Tie,
    pub(crate) hinge: Tie,
}

impl Kinks {
    /// The slopes of both sides at a point.
    pub(crate) const BOTH: Self = Self { maximum: Tie::Both, hinge: Tie::Both };
    /// The narrowest slopes over a box.
    pub(crate) const NARROW: Self = Self { maximum: Tie::First, hinge: Tie::First };

    /// Every way to choose, the first of which is [`Kinks::BOTH`].
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let ties = [Tie::Both, Tie::First, Tie::Second];
        ties.into_iter().flat_map(move |maximum| ties.map(|hinge| Self { maximum, hinge }))
    }
}

/// The slopes of `sum_k seeds_k root_k`, one interval per variable, from the values over the box. A slope through which
/// there is none (a step that jumps) is all numbers.
pub(crate) fn slopes(
    program: &Program,
    values: &[Interval],
    seeds: &[Interval],
    kinks: Kinks,
    adjoints: &mut Vec<Interval>,
    into: &mut [Interval],
) {
    into.fill(Interval::ZERO);
    adjoints.clear();
    adjoints.resize(program.nodes.len(), Interval::ZERO);
    for (&root, &seed) in program.roots.iter().zip(seeds) {
        add(adjoints, root, seed);
    }
    for (place, &node) in program.nodes.iter().enumerate().rev() {
        let adjoint = at(adjoints, place);
        let depends = |place: usize| program.depends.get(place).copied().unwrap_or(true);
        if adjoint.is_zero() || !depends(place) {
            continue;
        }
        let mut pass = |operand: usize, local: Interval| {
            if depends(operand) {
                add(adjoints, operand, adjoint.times(local));
            }
        };
        let (of, here) = (|place| at(values, place), at(values, place));
        match node {
            Node::Constant(_) | Node::Power(_, 0) => {}
            Node::Variable(i) => add(into, i, adjoint),
            Node::Sum(a, b) => {
                pass(a, Interval::ONE);
                pass(b, Interval::ONE);
            }
            Node::Difference(a, b) => {
                pass(a, Interval::ONE);
                pass(b, Interval::ONE.negated());
            }
            Node::Product(a, b) => {
                pass(a, of(b));
                pass(b, of(a));
            }
            Node::Quotient(a, b) => {
                pass(a, Interval::ONE.over(of(b)).unwrap_or(Interval::WHOLE));
                pass(b, here.over(of(b)).unwrap_or(Interval::WHOLE).negated());
            }
            Node::Negation(a) => pass(a, Interval::ONE.negated()),
            Node::Power(a, n) => {
                let power = of(a).power(n.saturating_sub(1)).unwrap_or(Interval::WHOLE);
                pass(a, Interval::from_integer(i64::from(n)).times(power));
            }
            Node::Maximum(a, b) => {
                let (first, second) = chosen(of(a), of(b), kinks.maximum);
                pass(a, first);
                pass(b, second);
            }
            Node::Minimum(a, b) => {
                let (first, second) = chosen(of(a).negated(), of(b).negated(), kinks.maximum);
                pass(a, first);
                pass(b, second);
            }
            Node::Call(call, a) => pass(a, derivative(call, of(a), here, kinks.hinge)),
        }
    }
}

/// Adds to the slope at a place.
fn add(slopes: &mut [Interval], place: usize, more: Interval) {
    if let Some(slope) = slopes.get_mut(place) {
        *slope = slope.plus(more);
    }
}

/// The slopes of `max(u, v)` in its operands.
fn chosen(u: Interval, v: Interval, tie: Tie) -> (Interval, Interval) {
    if tie == Tie::Second {
        let (second, first) = chosen(v, u, Tie::First);
        return (first, second);
    }
    let above = |a: Interval, b: Interval| a.lo > b.hi || (tie == Tie::First && a.lo >= b.hi);
    if above(u, v) {
        (Interval::ONE, Interval::ZERO)
    } else if above(v, u) {
        (Interval::ZERO, Interval::ONE)
    } else {
        (Interval::UNIT, Interval::UNIT)
    }
}

/// The local slopes of a function over `u`, where its values are `value`.
fn derivative(call: Call, u: Interval, value: Interval, hinge: Tie) -> Interval {
    let one = Interval::ONE;
    match call {
        Call::Abs if u.lo > Dyadic::ZERO => one,
        Call::Abs if u.hi < Dyadic::ZERO => one.negated(),
        Call::Abs => one.hull(one.negated()),
        Call::Exp => value,
        Call::Ln => one.over(u).unwrap_or(Interval::WHOLE),
        Call::Sqrt => {
            // Falls with u; without bound at 0.
            let below = if value.hi > Dyadic::ZERO { value.hi } else { Dyadic::INFINITY };
            let below = one.over(Interval::point(below).scaled(1)).unwrap_or(Interval::ZERO);
            let above = one.over(Interval::point(value.lo).scaled(1));
            Interval { lo: below.lo, hi: above.map_or(Dyadic::INFINITY, |slope| slope.hi) }
        }
        Call::Sin => elementary::cos(u),
        Call::Cos => elementary::sin(u).negated(),
        Call::Step if u.lo <= Dyadic::ZERO && u.hi > Dyadic::ZERO => Interval::WHOLE,
        Call::Step => Interval::ZERO,
        Call::Hinge => chosen(one.negated(), u, hinge).1,
        Call::Sigmoid => elementary::sigmoid_derivative(u),
        Call::Phi => elementary::normal_density(u),
    }
}
