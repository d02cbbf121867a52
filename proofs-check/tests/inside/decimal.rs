//! Tests of `src/decimal.rs`, as a module of it.

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
        ("1/100000", "0.00001", "0.00001"),
        ("1/1000000", "1e-6", "1e-6"),
        ("120000", "120000", "120000"),
        ("100000000000000", "100000000000000", "100000000000000"),
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
    assert_eq!(number(&Rational::dyadic(BigInt::from(0), -30_000)), "0");
    assert_eq!(short(&q("200000001/2"), Round::Nearest), "100000001", "a tie goes away from 0");
    let of_bits = |bits: i32| number(&Rational::dyadic(BigInt::from(1), 1 - bits));
    assert!(of_bits(200).starts_with("1/") && of_bits(201).starts_with("about "), "up to 200 bits are shown");
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
    assert_eq!((double(&-&tiny, false), double(&-&tiny, true)), (0.0, 5e-324));
    let huge = Rational::dyadic(BigInt::from(1), 2000);
    assert_eq!((double(&huge, false), double(&huge, true)), (f64::MAX, f64::INFINITY));
    assert_eq!((double(&-&huge, false), double(&-&huge, true)), (f64::NEG_INFINITY, f64::MIN));
}

#[test]
fn numbers_of_any_size_have_all_their_digits() {
    // One more than 10^10: its first digits are those of 10^9 with a digit more, and of 10^8 without.
    assert_eq!(short(&q("10000000001"), Round::Up), "10000000100");
    let ten = |power: u32| BigInt::from(10).pow(power);
    let digits = BigInt::from(123_456_789);
    assert_eq!(short(&Rational::from_integer(&digits * ten(99_991)), Round::Down), "1.23456789e99999");
    assert_eq!(short(&Rational::new(digits, ten(200_000)).unwrap(), Round::Up), "1.23456789e-199992");
}

#[test]
fn fractions_of_up_to_20000_bits_are_brought_to_lowest_terms() {
    let half = |bits: u32| Rational::new(BigInt::from(1) << (bits - 2), BigInt::from(1) << (bits - 1)).unwrap();
    assert_eq!((number(&half(20_000)).as_str(), number(&half(20_001)).as_str()), ("1/2 (0.5)", "about 0.5"));
}
