//! Numbers for people: few digits, rounded to the side that keeps the statement true.
//!
//! A printed decimal is a number of its own, and seldom a double. All rounding here is in exact rationals, so what is
//! printed after "at most" is at least the number, as a decimal and not only as the double that it would be read as.

pub(super) use crate::numerics::plain;

use crate::numerics::Enclosure;
use crate::numerics::rational::exact;
use dashu_int::ops::{Abs as _, BitTest as _};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The significant digits of a number for people.
const DIGITS: usize = 9;

/// With this many digits the decimals of two doubles that differ, differ: their distance is at least 2^-53 of them.
const ENOUGH: usize = 19;

/// Where a number goes that lies between two decimals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Down,
    Up,
}

/// `significand * 10^unit`.
struct Decimal {
    significand: IBig,
    unit: i32,
}

/// A number that can be told exactly, unless it is infinite.
pub(super) trait Number {
    fn told(self) -> Option<RBig>;
}

impl Number for f64 {
    fn told(self) -> Option<RBig> {
        self.is_finite().then(|| exact(self))
    }
}

impl Number for &RBig {
    fn told(self) -> Option<RBig> {
        Some(self.clone())
    }
}

fn power_of_ten(exponent: i32) -> RBig {
    let power = UBig::from(10_u8).pow(exponent.unsigned_abs() as usize);
    if exponent < 0 { RBig::from_parts(IBig::ONE, power) } else { RBig::from(power) }
}

impl Decimal {
    fn new(x: &RBig, digits: usize, round: Round) -> Self {
        let digits = i32::try_from(digits).unwrap_or(i32::MAX);
        let bits = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        // A power of ten below the number, as log10(2) is about 0.30103; then the largest such power.
        let size = bits(x.numerator().bit_len()) - bits(x.denominator().bit_len());
        let mut first = i32::try_from((size - 1) * 30_103 / 100_000 - 2).unwrap_or(0);
        let magnitude = x.clone().abs();
        while magnitude >= power_of_ten(first + 1) {
            first += 1;
        }
        Self::at(x, first + 1 - digits, round)
    }

    /// A multiple of `10^unit`.
    fn at(x: &RBig, unit: i32, round: Round) -> Self {
        let scaled = x / power_of_ten(unit);
        Self { significand: if round == Round::Up { scaled.ceil() } else { scaled.floor() }, unit }
    }

    /// What `plain` prints. It is nearer to `x` than half way to the next double, so no other double is between them.
    fn shortest(x: f64) -> Option<Self> {
        let text = format!("{x:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let places = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let unit = exponent.parse::<i32>().ok()? - i32::try_from(places).ok()?;
        Some(Self { significand: mantissa.replace('.', "").parse().ok()?, unit })
    }

    fn value(&self) -> RBig {
        RBig::from(self.significand.clone()) * power_of_ten(self.unit)
    }

    /// The sign, the digits, and the exponent of the first of them.
    fn parts(&self) -> (&'static str, String, i32) {
        let digits = self.significand.clone().abs().to_string();
        let first = self.unit + i32::try_from(digits.len()).unwrap_or(i32::MAX) - 1;
        (if self.significand < IBig::ZERO { "-" } else { "" }, digits, first)
    }

    /// As a decimal where that is short, else with an exponent; without zeros at the end.
    fn text(&self) -> String {
        let (sign, all, first) = self.parts();
        let digits = all.trim_end_matches('0');
        let zeros = |count: usize| "0".repeat(count);
        let body = match (digits.len(), first) {
            (0, _) => "0".to_owned(),
            (count, 0..10) => match digits.split_at_checked(first.unsigned_abs() as usize + 1) {
                Some((whole, "")) => whole.to_owned(),
                Some((whole, fraction)) => format!("{whole}.{fraction}"),
                None => digits.to_owned() + &zeros(first.unsigned_abs() as usize + 1 - count),
            },
            (_, -4..0) => format!("0.{}{digits}", zeros(first.unsigned_abs() as usize - 1)),
            (1, _) => format!("{digits}e{first}"),
            _ => format!("{}.{}e{first}", &digits[..1], &digits[1..]),
        };
        format!("{sign}{body}")
    }

    /// With all decimals, also zeros at the end; its unit is not above 1.
    fn fixed(&self) -> String {
        let (sign, digits, _) = self.parts();
        let places = self.unit.unsigned_abs() as usize;
        let all = format!("{digits:0>width$}", width = places + 1);
        match all.split_at(all.len() - places) {
            (whole, "") => format!("{sign}{whole}"),
            (whole, fraction) => format!("{sign}{whole}.{fraction}"),
        }
    }
}

fn rounded(x: impl Number, digits: usize, round: Round) -> String {
    let infinity = if round == Round::Up { f64::INFINITY } else { f64::NEG_INFINITY };
    x.told().map_or_else(|| plain(infinity), |x| Decimal::new(&x, digits, round).text())
}

/// Nine significant digits, rounded up: what is printed as an upper bound is one.
pub(super) fn at_most(bound: impl Number) -> String {
    rounded(bound, DIGITS, Round::Up)
}

/// Nine significant digits, rounded down: what is printed as a lower bound is one.
pub(super) fn at_least(bound: impl Number) -> String {
    rounded(bound, DIGITS, Round::Down)
}

/// Two significant digits and an exponent, rounded up.
pub(super) fn at_most_coarsely(bound: f64) -> String {
    match bound.told() {
        Some(x) if !x.is_zero() => {
            let decimal = Decimal::new(&x, 2, Round::Up);
            let (sign, digits, first) = decimal.parts();
            format!("{sign}{}.{}e{first}", &digits[..1], &digits[1..2])
        }
        _ => plain(bound),
    }
}

/// So many digits after the point, rounded up.
pub(super) fn at_most_to(bound: impl Number, places: u8) -> String {
    bound.told().map_or_else(|| plain(f64::INFINITY), |x| Decimal::at(&x, -i32::from(places), Round::Up).fixed())
}

/// So many digits after the point, rounded down.
pub(super) fn at_least_to(bound: impl Number, places: u8) -> String {
    bound.told().map_or_else(|| plain(f64::NEG_INFINITY), |x| Decimal::at(&x, -i32::from(places), Round::Down).fixed())
}

/// A smaller number and a larger one, as decimals of which that is also true, with more digits where nine are too few.
/// The smaller is rounded up; the larger too if it is an upper bound, else down, so that even the decimals prove it.
pub(super) fn apart(smaller: f64, larger: f64, larger_is_bound: bool) -> (String, String) {
    let round = if larger_is_bound { Round::Up } else { Round::Down };
    let (Some(less), Some(more)) = (smaller.told(), larger.told()) else {
        return (rounded(smaller, DIGITS, Round::Up), rounded(larger, DIGITS, round));
    };
    let mut digits = DIGITS;
    loop {
        let (low, high) = (Decimal::new(&less, digits, Round::Up), Decimal::new(&more, digits, round));
        if low.value() < high.value() || digits >= ENOUGH {
            return (low.text(), high.text());
        }
        digits += 1;
    }
}

/// A number beside one that was given and is printed as such: a decimal on the same side of that as the number is,
/// rounded towards it, with more digits where nine are too few. A number that is the same is printed the same.
pub(super) fn beside(x: f64, given: f64) -> String {
    let round = if x < given { Round::Up } else { Round::Down };
    let (Some(exactly), Some(limit)) = (x.told(), Decimal::shortest(given)) else { return rounded(x, DIGITS, round) };
    if x == given {
        return plain(given);
    }
    let limit = limit.value();
    let mut digits = DIGITS;
    loop {
        let decimal = Decimal::new(&exactly, digits, round);
        let value = decimal.value();
        if (if x < given { value < limit } else { value > limit }) || digits >= ENOUGH {
            return decimal.text();
        }
        digits += 1;
    }
}

/// Both ends of an enclosure, rounded outward; one number where that is all there is.
pub(super) fn between(value: Enclosure) -> String {
    let (low, high) = (at_least(value.lo()), at_most(value.hi()));
    if low == high { low } else { format!("[{low}, {high}]") }
}

/// The nearest number of nine digits, for where "about" stands before it; both ends where the enclosure is wider.
pub(super) fn about(value: Enclosure) -> String {
    let nearest = |x: f64| {
        let rounded = format!("{x:.8e}").parse().ok().filter(|rounded: &f64| rounded.is_finite());
        plain(rounded.unwrap_or(x))
    };
    let (low, high, middle) = (nearest(value.lo()), nearest(value.hi()), nearest(value.midpoint()));
    if middle == low || middle == high { middle } else { between(value) }
}

/// The number itself where nine digits are enough for it, else `about` and the nearest.
pub(super) fn roughly(value: Enclosure) -> String {
    match between(value) {
        interval if interval.starts_with('[') => format!("about {}", about(value)),
        number => number,
    }
}

/// All digits that a program needs to read a double back: for flags, and for what was given.
pub(super) fn digits(x: f64) -> String {
    format!("{x:?}")
}

#[cfg(test)]
#[path = "../../tests/inside/cli_numbers.rs"]
mod tests;
