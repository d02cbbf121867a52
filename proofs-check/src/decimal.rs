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
    let (least, most) = (ten.pow(digits.saturating_sub(1)), ten.pow(digits));
    // The exponent of the last digit is near this, because log10(2) is about 0.30103.
    let bits = i128::from(numerator.bits()).saturating_sub(i128::from(denominator.bits()));
    let mut unit = bits.saturating_mul(30_103).div_euclid(100_000).saturating_sub(i128::from(digits));
    let (mut quotient, rest, divisor) = loop {
        let power = ten.pow(u32::try_from(unit.unsigned_abs()).unwrap_or(u32::MAX));
        let (top, divisor) =
            if unit < 0 { (&numerator * power, denominator.clone()) } else { (numerator.clone(), denominator * power) };
        let quotient = &top / &divisor;
        if quotient >= most {
            unit = unit.saturating_add(1);
        } else if quotient < least {
            unit = unit.saturating_sub(1);
        } else {
            let rest = top - &quotient * &divisor;
            break (quotient, rest, divisor);
        }
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

/// A double of a file, as a file spells it.
pub(crate) fn as_in_the_file(x: &Rational) -> String {
    format!("{:?}", double(x, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        Rational::parse(text).unwrap()
    }

    #[test]
    fn decimals_are_rounded_to_the_side_that_is_asked_for() {
        for (x, down, up) in [
            ("0", "0", "0"),
            ("-12", "-12", "-12"),
            ("19/8", "2.375", "2.375"),
            ("1/3", "0.333333333", "0.333333334"),
            ("-1/3", "-0.333333334", "-0.333333333"),
            ("9999999999", "9999999990", "10000000000"),
            ("1/300000000", "3.33333333e-9", "3.33333334e-9"),
            ("1/80000", "0.0000125", "0.0000125"),
            ("120000", "120000", "120000"),
            ("1000000000000000", "1e15", "1e15"),
        ] {
            assert_eq!((short(&q(x), Round::Down).as_str(), short(&q(x), Round::Up).as_str()), (down, up), "{x}");
        }
    }

    /// The number that a decimal is, digit by digit.
    fn read(text: &str) -> Rational {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent: i64 = exponent.parse().unwrap();
        let power = exponent.saturating_sub(i64::try_from(fraction.len()).unwrap());
        let digits: BigInt = format!("{whole}{fraction}").parse().unwrap();
        let scale = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).unwrap());
        let (top, bottom) = if power < 0 { (digits, scale) } else { (digits * scale, BigInt::from(1)) };
        Rational::new(top, bottom).unwrap()
    }

    #[test]
    fn decimals_are_on_their_side_of_any_number() {
        let mut state = 18_u64;
        for round in 0..2000_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Doubles of any size, also subnormal ones, and fractions.
            let bits = if round % 3 == 0 { state >> 12 } else { state };
            let x = match Rational::from_double(f64::from_bits(bits)) {
                Some(x) if round % 2 == 0 => x,
                _ => {
                    let top = BigInt::from(state >> (round % 60)) - BigInt::from(1_u64 << 40);
                    Rational::new(top, BigInt::from((state >> (round % 40)) | 1)).unwrap()
                }
            };
            let (down, up) = (read(&short(&x, Round::Down)), read(&short(&x, Round::Up)));
            assert!(down <= x && x <= up, "{x} is printed between {down} and {up}");
            // One unit of the ninth digit is at most 10^-8 of the number.
            let size = if x.sign() == Ordering::Less { -&x } else { x.clone() };
            assert!(&up - &down <= &size * &q("1/100000000"), "{x} is printed between {down} and {up}");
            let nearest = read(&short(&x, Round::Nearest));
            assert!(nearest == down || nearest == up, "{x}");
        }
    }

    #[test]
    fn numbers_of_messages_are_exact_where_that_is_short() {
        assert_eq!(number(&q("-5/12")), "-5/12 (about -0.416666667)");
        assert_eq!(number(&q("19/8")), "19/8 (2.375)");
        assert_eq!(number(&q("7")), "7");
        assert_eq!(number(&Rational::dyadic(BigInt::from(0), -2000)), "0");
        assert_eq!(number(&Rational::dyadic(BigInt::from(-3), -1074)), "about -1.4821969375237396e-323");
        assert_eq!(number(&Rational::dyadic(BigInt::from(1), 1024)), "about 1.7976931348623159e308");
        assert_eq!(as_in_the_file(&Rational::from_double(0.1).unwrap()), "0.1");
    }

    #[test]
    fn doubles_are_the_nearest_on_their_side() {
        let third = q("1/3");
        let (lo, hi) = (double(&third, false), double(&third, true));
        assert_eq!(lo.to_bits().wrapping_add(1), hi.to_bits());
        assert!(Rational::from_double(lo).unwrap() < third && third < Rational::from_double(hi).unwrap());
        for x in [0.1, -0.1, 5e-324, -5e-324, f64::MAX, f64::MIN, 0.0, 1e22] {
            let exact = Rational::from_double(x).unwrap();
            assert_eq!((double(&exact, false), double(&exact, true)), (x, x));
        }
        let tiny = Rational::dyadic(BigInt::from(-1), -2000);
        assert_eq!((double(&tiny, false), double(&tiny, true)), (-5e-324, 0.0));
        let huge = Rational::dyadic(BigInt::from(1), 2000);
        assert_eq!((double(&huge, false), double(&huge, true)), (f64::MAX, f64::INFINITY));
        assert_eq!((double(&-&huge, false), double(&-&huge, true)), (f64::NEG_INFINITY, f64::MIN));
    }
}
