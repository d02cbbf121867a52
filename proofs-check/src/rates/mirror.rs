//! The mirrors of Theorems 6 and 7: which norm measures payoffs, and how far the mirror reaches.

use crate::certificate::choice;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::irrational::{ln, root};
use crate::json::{Fields, Flaw, Form, Node};
use crate::norms::Norm;

/// The statement whose lambda-player has a mirror, and the one whose theta-player has.
const OF_LAMBDA: &str = "theorem-6";
const OF_THETA: &str = "theorem-7";

/// A function that is 1-strongly convex in its norm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mirror {
    Euclidean,
    /// On the multipliers and their slack, whose payoff is 0.
    Entropic,
    /// The exponent, above 1 and below 2.
    Power(Rational),
}

/// The mirrors of both players.
#[derive(Clone)]
pub(crate) struct Mirrors {
    pub(crate) theta: Mirror,
    pub(crate) lambda: Mirror,
}

impl Mirrors {
    /// Takes `mirror` of `given.rate`, which has a place in these statements only; where it is absent, both are Euclidean.
    pub(super) fn read(fields: &mut Fields, statement: &str) -> Form<Self> {
        let mut both = Self { theta: Mirror::Euclidean, lambda: Mirror::Euclidean };
        let node = if [OF_LAMBDA, OF_THETA].contains(&statement) { fields.take("mirror") } else { None };
        if let Some(node) = node {
            let line = node.line;
            let mirror = Mirror::read(node)?;
            if statement == OF_LAMBDA {
                both.lambda = mirror;
            } else if mirror == Mirror::Entropic {
                return Err(Flaw::at(line, format!("`given.rate.mirror` of {OF_THETA} cannot be `entropic`")));
            } else {
                both.theta = mirror;
            }
        }
        Ok(both)
    }
}

impl Mirror {
    fn read(node: Node) -> Form<Self> {
        let kinds = ["euclidean", "entropic", "p-norm"].map(|name| (name, name));
        let mut fields = node.object("given.rate.mirror")?;
        let mirror = match choice(&fields.need("kind")?, "given.rate.mirror.kind", &kinds)? {
            "euclidean" => Self::Euclidean,
            "entropic" => Self::Entropic,
            _ => {
                let (node, two) = (fields.need("p")?, Rational::from_integer(2));
                let p = Rational::from_double(node.number("given.rate.mirror.p")?);
                match p.filter(|p| *p > Rational::one() && *p <= two) {
                    // The same function.
                    Some(p) if p == two => Self::Euclidean,
                    Some(p) => Self::Power(p),
                    None => return Err(Flaw::at(node.line, "`given.rate.mirror.p` must be above 1 and at most 2")),
                }
            }
        };
        fields.finish()?;
        Ok(mirror)
    }

    /// `2 M` of a set that reaches to 1, with so many actions.
    pub(super) fn reach(&self, actions: &Rational) -> Interval {
        let one = Rational::one();
        match self {
            Self::Euclidean => Interval::one(),
            Self::Entropic => &Interval::point(Rational::from_integer(2)) * &ln(actions),
            // Above 1, so the quotient is defined.
            Self::Power(p) => Interval::point(one.checked_div(&(p - &one)).unwrap_or(one)),
        }
    }

    /// The norm dual to that of an exponent, of a payoff with these sizes.
    pub(super) fn dual_norm(p: &Rational, sizes: &[Interval]) -> Interval {
        let norm = Norm::Power(p.clone()).dual();
        let q = if let Norm::Power(q) = &norm { whole(q) } else { None };
        // Squares of norms are added up, so nothing cancels, and few bits leave a width far below 2^-100.
        let Some(q) = q else { return norm.with_bits(sizes, 192) };
        // A trace has many payoffs, and powers with a whole exponent are exact: far less work than logarithms.
        let power = |x: &Rational| Rational::new(x.numerator().pow(q), x.denominator().pow(q));
        let powers = |x: &Interval| Some(Interval { lo: power(&x.lo)?, hi: power(&x.hi)? });
        let sum = sizes.iter().filter_map(powers).fold(Interval::zero(), |sum, x| &sum + &x);
        root(&sum, q)
    }
}

/// A small exponent that is a whole number.
fn whole(q: &Rational) -> Option<u32> {
    (2..=16).find(|&n: &u32| Rational::from_integer(n) == *q)
}

#[cfg(test)]
#[path = "../../tests/inside/rates/mirror.rs"]
mod tests;
