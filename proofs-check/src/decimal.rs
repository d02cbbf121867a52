//! Numbers as decimals, for people: messages, and the sides of accepted claims. Nothing is decided by them.

use crate::exact::Rational;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;

/// Where a number goes that lies between two decimals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Round {
    Down,
    Up,
    Nearest,
}

/// The significant digits of a readable number.
const DIGITS: u32 = 9;

/// Numbers up to this size are shown exactly; longer ones would not be read.
const SHORT_BITS: u64 = 200;

/// Fractions up to this size are brought to lowest terms for a message; for longer ones that takes long.
const REDUCIBLE_BITS: u64 = 20_000;

/// The number with this many significant digits, without the zeros at the end.
fn with_digits(x: &Rational, digits: u32, round: Round) -> String {
    let (numerator, denominator) = (BigInt::from(x.numerator().magnitude().clone()), x.denominator());
    let negative = x.sign() == Ordering::Less;
    if numerator.sign() == Sign::NoSign {
        return "0".to_owned();
    }
    let ten = BigInt::from(10);
    let most = ten.pow(digits);
    // The exponent of the last digit is this or a little more: log10(2) is about 0.30103.
    let bits = i128::from(numerator.bits()).saturating_sub(i128::from(denominator.bits()));
    let mut unit = bits.saturating_mul(30_103).div_euclid(100_000).saturating_sub(i128::from(digits));
    let (mut quotient, rest, divisor) = loop {
        let power = ten.pow(u32::try_from(unit.unsigned_abs()).unwrap_or(u32::MAX));
        let (top, divisor) =
            if unit < 0 { (&numerator * power, denominator.clone()) } else { (numerator.clone(), denominator * power) };
        let quotient = &top / &divisor;
        if quotient < most {
            let rest = top - &quotient * &divisor;
            break (quotient, rest, divisor);
        }
        unit = unit.saturating_add(1);
    };
    let away = match round {
        Round::Nearest => &rest + &rest >= divisor,
        Round::Up => !negative && rest.sign() != Sign::NoSign,
        Round::Down => negative && rest.sign() != Sign::NoSign,
    };
    if away {
        quotient += 1;
    }
    let text = quotient.to_string();
    let first = unit.saturating_add(i128::try_from(text.len()).unwrap_or_default()).saturating_sub(1);
    format!("{}{}", if negative { "-" } else { "" }, laid_out(text.trim_end_matches('0'), first))
}

/// The digits with the point in its place; the first one has the weight `10^exponent`.
fn laid_out(digits: &str, exponent: i128) -> String {
    let zeros = |count: usize| "0".repeat(count);
    match usize::try_from(exponent) {
        Ok(size) if size < 15 => match digits.split_at_checked(size.saturating_add(1)) {
            Some((whole, "")) => whole.to_owned(),
            Some((whole, fraction)) => format!("{whole}.{fraction}"),
            None => format!("{digits}{}", zeros(size.saturating_add(1).saturating_sub(digits.len()))),
        },
        Err(_) if exponent >= -5 => {
            let size = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
            format!("0.{}{digits}", zeros(size.saturating_sub(1)))
        }
        _ => {
            let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
            let point = if rest.is_empty() { "" } else { "." };
            format!("{first}{point}{rest}e{exponent}")
        }
    }
}

/// The number as a short decimal.
pub(crate) fn short(x: &Rational, round: Round) -> String {
    with_digits(x, DIGITS, round)
}

/// A number for a message: exact where that is short, and as a decimal where that is not the same.
pub(crate) fn number(x: &Rational) -> String {
    let size = |x: &Rational| x.numerator().bits().max(x.denominator().bits());
    if x.sign() == Ordering::Equal {
        return "0".to_owned();
    }
    let x = if size(x) <= REDUCIBLE_BITS { &x.reduced() } else { x };
    if size(x) > SHORT_BITS {
        return format!("about {}", with_digits(x, 17, Round::Nearest));
    }
    if *x.denominator() == BigInt::from(1) {
        return x.to_string();
    }
    let about = if short(x, Round::Down) == short(x, Round::Up) { "" } else { "about " };
    format!("{x} ({about}{})", short(x, Round::Nearest))
}

/// The largest double that is not above the number, or the smallest that is not below it.
pub(crate) fn double(x: &Rational, up: bool) -> f64 {
    // With 25 digits the nearest double is right up to one step.
    let nearest: f64 = with_digits(x, 25, Round::Nearest).parse().unwrap_or_default();
    match Rational::from_double(nearest).map(|found| found.cmp(x)) {
        Some(Ordering::Less) if up => neighbour(nearest, true),
        Some(Ordering::Greater) if !up => neighbour(nearest, false),
        // Beyond the largest double the side that is not infinite is the largest.
        None if up != (nearest > 0.0) => neighbour(nearest, up),
        _ => nearest,
    }
}

fn neighbour(x: f64, up: bool) -> f64 {
    let bits = x.to_bits();
    if x == 0.0 {
        return f64::from_bits(if up { 1 } else { 1 | 1 << 63 });
    }
    let away_from_zero = up == (x > 0.0);
    f64::from_bits(if away_from_zero { bits.saturating_add(1) } else { bits.saturating_sub(1) })
}

/// A double for people: the shortest digits that are read as itself.
pub(crate) fn plain(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The doubles of a point or a row.
pub(crate) fn tuple(numbers: &[f64]) -> String {
    format!("({})", numbers.iter().map(|x| plain(*x)).collect::<Vec<_>>().join(", "))
}

/// A double of a file, as a file spells it.
pub(crate) fn as_in_the_file(x: &Rational) -> String {
    format!("{:?}", double(x, false))
}

#[cfg(test)]
#[path = "../tests/inside/decimal.rs"]
mod tests;
