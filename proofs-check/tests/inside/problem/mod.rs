//! Tests of the parts; what only needs the public interface is in the folder `tests` of the crate.
#![expect(clippy::arithmetic_side_effects, reason = "small counters of tests")]

mod accepted;
mod curves;
mod functions;
mod golden;
mod kinks;
mod near;
mod numbers;
mod random;
mod values;

use super::interval::Interval;
use super::number::Dyadic;
use super::tape::{Program, Tape};
use super::{expression, expressions};
use crate::exact::Rational;
use num_bigint::BigInt;

/// A stated generator of whole numbers (splitmix64), so that every run draws the same.
pub(super) struct Draws(pub(super) u64);

impl Draws {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A multiple of 1/8 between -4 and 4.
    pub(super) fn eighth(&mut self) -> Dyadic {
        Dyadic::from_integer(i64::try_from(self.below(65)).unwrap() - 32).scaled(-3)
    }
}

pub(super) const NAMES: [&str; 2] = ["x", "y"];

pub(super) fn compile(text: &str) -> Result<Program, String> {
    let names: Vec<String> = NAMES.iter().map(ToString::to_string).collect();
    let mut tape = Tape::default();
    let root = expression::read(text, &names, &mut tape)?;
    Ok(tape.program(&[root]))
}

/// Encloses an expression in `x` and `y`.
pub(super) fn evaluate(text: &str, point: &[Interval]) -> Result<Interval, String> {
    let program = compile(text)?;
    expressions::value_over(&program, point).map_err(ToOwned::to_owned)
}

pub(super) fn rational_power_of_ten(exponent: i32) -> Rational {
    let size = BigInt::from(10).pow(exponent.unsigned_abs());
    if exponent >= 0 { Rational::from_integer(size) } else { Rational::new(BigInt::from(1), size).unwrap() }
}

pub(super) fn exact(x: Dyadic) -> Rational {
    x.to_rational().unwrap()
}

pub(super) fn holds(interval: Interval, value: &Rational) -> bool {
    let below = !interval.lo.is_finite() || exact(interval.lo) <= *value;
    let above = !interval.hi.is_finite() || *value <= exact(interval.hi);
    below && above
}
