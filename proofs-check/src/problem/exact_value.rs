//! Exact values of rational expressions at a point, where 128 bits are not enough to decide.
//!
//! A value is a fraction times a power of two; it exists for every operation but `exp, ln, sqrt, sin, cos, sigmoid,
//! Phi` (which have exact values at 0 or 1 that the enclosures find already), as long as it is not long.

use super::number::Dyadic;
use super::tape::{Call, Node, Program};
use crate::exact::Rational;
use num_bigint::{BigInt, Sign};

/// Values with more bits than this are given up.
const MAX_BITS: u64 = 1 << 14;

/// `numerator / denominator * 2^exponent`, with a positive denominator.
#[derive(Clone, Debug)]
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
    exponent: i64,
}

impl Fraction {
    fn checked(self) -> Option<Self> {
        let short = self.numerator.bits() <= MAX_BITS && self.denominator.bits() <= MAX_BITS;
        (short && self.exponent.unsigned_abs() <= MAX_BITS.saturating_mul(4)).then_some(self)
    }

    fn from_dyadic(x: Dyadic) -> Option<Self> {
        let (magnitude, exponent) = x.parts();
        // Trailing zeros go into the exponent, so that whole numbers stay short.
        let zeros = if magnitude == 0 { 0 } else { magnitude.trailing_zeros() };
        let size = BigInt::from(magnitude.checked_shr(zeros)?);
        let numerator = if x < Dyadic::ZERO { -size } else { size };
        Self { numerator, denominator: BigInt::from(1), exponent: exponent.checked_add(i64::from(zeros))? }.checked()
    }

    fn negated(&self) -> Self {
        Self { numerator: -&self.numerator, ..self.clone() }
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let lifted = |x: &Self| Some(&x.numerator << x.exponent.checked_sub(exponent)?.unsigned_abs());
        let (a, b) = (lifted(self)?, lifted(other)?);
        let sum = if self.denominator == other.denominator {
            Self { numerator: a + b, denominator: self.denominator.clone(), exponent }
        } else {
            let numerator = a * &other.denominator + b * &self.denominator;
            Self { numerator, denominator: &self.denominator * &other.denominator, exponent }
        };
        sum.checked()
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let (numerator, denominator) = (&self.numerator * &other.numerator, &self.denominator * &other.denominator);
        Self { numerator, denominator, exponent: self.exponent.checked_add(other.exponent)? }.checked()
    }

    fn inverse(&self) -> Option<Self> {
        let (numerator, denominator) = match self.numerator.sign() {
            Sign::NoSign => return None,
            Sign::Plus => (self.denominator.clone(), self.numerator.clone()),
            Sign::Minus => (-&self.denominator, -&self.numerator),
        };
        Some(Self { numerator, denominator, exponent: self.exponent.checked_neg()? })
    }

    fn power(&self, n: i32) -> Option<Self> {
        let mut result = Self::from_dyadic(Dyadic::ONE)?;
        let size = n.unsigned_abs();
        for bit in (0..u32::BITS.saturating_sub(size.leading_zeros())).rev() {
            result = result.times(&result)?;
            if size.checked_shr(bit)? & 1 == 1 {
                result = result.times(self)?;
            }
        }
        if n < 0 { result.inverse() } else { Some(result) }
    }

    fn is_above(&self, other: &Self) -> Option<bool> {
        Some(self.plus(&other.negated())?.numerator.sign() == Sign::Plus)
    }

    fn to_rational(&self) -> Option<Rational> {
        let size = self.exponent.unsigned_abs();
        if self.exponent >= 0 {
            Rational::new(&self.numerator << size, self.denominator.clone())
        } else {
            Rational::new(self.numerator.clone(), &self.denominator << size)
        }
    }
}

/// The exact values of the functions at a point; `None` if one is not rational, too long or undefined.
pub(crate) fn at_point(program: &Program, point: &[Dyadic]) -> Option<Vec<Rational>> {
    let mut values: Vec<Fraction> = Vec::with_capacity(program.nodes.len());
    let one = Fraction::from_dyadic(Dyadic::ONE)?;
    let zero = Fraction::from_dyadic(Dyadic::ZERO)?;
    for &node in &program.nodes {
        let of = |place: usize| values.get(place);
        let value = match node {
            Node::Constant(x) => Fraction::from_dyadic(x)?,
            Node::Variable(i) => Fraction::from_dyadic(*point.get(i)?)?,
            Node::Sum(a, b) => of(a)?.plus(of(b)?)?,
            Node::Difference(a, b) => of(a)?.plus(&of(b)?.negated())?,
            Node::Product(a, b) => of(a)?.times(of(b)?)?,
            Node::Quotient(a, b) => of(a)?.times(&of(b)?.inverse()?)?,
            Node::Negation(a) => of(a)?.negated(),
            Node::Power(a, n) => of(a)?.power(n)?,
            Node::Maximum(a, b) => if of(a)?.is_above(of(b)?)? { of(a)? } else { of(b)? }.clone(),
            Node::Minimum(a, b) => if of(a)?.is_above(of(b)?)? { of(b)? } else { of(a)? }.clone(),
            Node::Call(call, a) => {
                let u = of(a)?;
                let above = u.numerator.sign() == Sign::Plus;
                match call {
                    Call::Abs if above => u.clone(),
                    Call::Abs => u.negated(),
                    Call::Step if above => one.clone(),
                    Call::Step => zero.clone(),
                    Call::Hinge => {
                        let sum = u.plus(&one)?;
                        if sum.numerator.sign() == Sign::Plus { sum } else { zero.clone() }
                    }
                    _ => return None,
                }
            }
        };
        values.push(value);
    }
    program.roots.iter().map(|&root| values.get(root)?.to_rational()).collect()
}
