//! What a verdict is read off (section 5 of the specification): the slack of a claim, also where it holds norms.
//!
//! With the norm 2 an end of it is `x + sqrt(p) - sqrt(m)` with rational numbers, whose sign squares decide. With any other
//! irrational norm the ends are enclosed, and only a tie within 2^-90 may be left open; between the sides of a rate, which
//! are recorded in doubles, one within 2^-40. What was recorded decides nothing, so that nobody can widen it into an open
//! verdict.

use crate::certificate::Relation;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::irrational::sign_with_roots;
use crate::measured::{Lagrangian, Norms};
use crate::report::Verdict;
use std::cmp::Ordering;

/// What a verdict is read off.
pub(crate) enum Slack {
    /// Nothing: the inequality is algebra.
    Identity,
    /// The signs of both ends of an interval in which everything that cancels is cancelled; the interval is for people.
    Known([Ordering; 2], Interval),
    /// An enclosure of such an interval.
    Near(Interval),
    /// The difference of the sides, in which nothing cancels.
    Sides,
}

impl Slack {
    /// An interval with rational ends.
    pub(crate) fn exact(slack: Interval) -> Self {
        Self::Known([slack.lo.sign(), slack.hi.sign()], slack)
    }

    /// `x + y u - z n`, for points `y` and `z` that are not negative.
    pub(crate) fn with_norms(q: &Lagrangian, x: &Interval, y: &Interval, z: &Interval) -> Self {
        let slack = &(x + &(y * &q.u)) - &(z * &q.n);
        match &q.norms {
            Norms::Rational => Self::exact(slack),
            Norms::Squares(of) => Self::by_squares(x, &(&(y * y) * &of.u), &(&(z * z) * &of.n), slack),
            Norms::Enclosed => Self::Near(slack),
        }
    }

    /// `x + n u`.
    pub(crate) fn with_product(q: &Lagrangian, x: &Interval) -> Self {
        let slack = x + &(&q.n * &q.u);
        match &q.norms {
            Norms::Rational => Self::exact(slack),
            Norms::Squares(of) => Self::by_squares(x, &(&of.n * &of.u), &Interval::zero(), slack),
            Norms::Enclosed => Self::Near(slack),
        }
    }

    fn by_squares(x: &Interval, plus: &Interval, minus: &Interval, shown: Interval) -> Self {
        let lo = sign_with_roots(&x.lo, &plus.lo, &minus.hi);
        Self::Known([lo, sign_with_roots(&x.hi, &plus.hi, &minus.lo)], shown)
    }

    /// The verdict, and the slack that it was read off: of a claim with these sides, and this verdict as recorded.
    pub(crate) fn verdict(
        self,
        relation: Relation,
        sides: [&Interval; 2],
        said: Verdict,
    ) -> (Verdict, Option<Interval>) {
        let (slack, room) = match self {
            Self::Identity => return (Verdict::Holds, None),
            Self::Known(signs, slack) => return (verdict(signs, relation), Some(slack)),
            Self::Near(slack) => (slack, tie(sides)),
            // The smallest doubles are 2^-1074 apart.
            Self::Sides => (sides[1] - sides[0], &part(sides, -40) + &Rational::dyadic(1.into(), -1070)),
        };
        let is_tie = slack.lo <= room && slack.hi >= -&room;
        let found = if is_tie && said == Verdict::Undecided { said } else { by_ends(&slack, relation) };
        (found, Some(slack))
    }
}

/// `2^-90 s`, with `s` the larger of the sizes of these.
pub(crate) fn tie(sizes: [&Interval; 2]) -> Rational {
    part(sizes, -90)
}

fn part(sizes: [&Interval; 2], exponent: i32) -> Rational {
    let largest = sizes.into_iter().fold(Rational::zero(), |most, x| most.max(x.abs().hi));
    &largest * &Rational::dyadic(1.into(), exponent)
}

fn by_ends(slack: &Interval, relation: Relation) -> Verdict {
    verdict([slack.lo.sign(), slack.hi.sign()], relation)
}

/// The verdict of the signs of both ends of a slack.
fn verdict([a, b]: [Ordering; 2], relation: Relation) -> Verdict {
    match relation {
        Relation::AtMost if a != Ordering::Less => Verdict::Holds,
        Relation::AtMost if b == Ordering::Less => Verdict::Violated,
        Relation::Below if a == Ordering::Greater => Verdict::Holds,
        Relation::Below if b != Ordering::Greater => Verdict::Violated,
        _ => Verdict::Undecided,
    }
}

#[cfg(test)]
#[path = "../tests/inside/slack.rs"]
mod tests;
