//! The printed decimal, as a real number, is on the side that its sentence needs: compared in exact rationals.

use super::*;
use crate::numerics::rational::enclose;
use proptest::prelude::*;

/// The number that a text is, digit by digit.
fn read(text: &str) -> RBig {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: IBig = format!("{whole}{fraction}").parse().expect("digits");
    let exponent: i32 = exponent.parse().expect("an exponent");
    RBig::from(digits) * power_of_ten(exponent - i32::try_from(fraction.len()).expect("few"))
}

/// One unit of the digit with this number in a number of the size of `x`.
fn unit(x: &RBig, digit: i32) -> RBig {
    let size = x.clone().abs();
    let first = (-400..400).rev().find(|first| size >= power_of_ten(*first)).expect("not 0");
    power_of_ten(first + 1 - digit)
}

/// What `at_most` promises: a decimal that is not below `x`, less than one unit of the ninth digit above, short.
fn is_upper(text: &str, x: f64) -> bool {
    let (printed, x) = (read(text), exact(x));
    let digits = text.split('e').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect::<String>();
    let short = digits.trim_start_matches('0').trim_end_matches('0').len() <= DIGITS;
    short && printed >= x && if x.is_zero() { printed.is_zero() } else { &printed - &x < unit(&x, 9) }
}

/// Finite doubles: any bits, subnormal ones, huge ones, neighbours of short decimals, and dyadic numbers.
fn double() -> impl Strategy<Value = f64> {
    let beside = |x: f64, steps: i8| match steps {
        0 => x,
        up if up > 0 => x.next_up(),
        _ => x.next_down(),
    };
    let magnitude = prop_oneof![
        3 => (0_u64..0x7ff0_0000_0000_0000).prop_map(f64::from_bits),
        1 => (0_u64..1 << 52).prop_map(f64::from_bits),
        1 => (0_u64..8).prop_map(|below| f64::from_bits(f64::MAX.to_bits() - below)),
        4 => (0_u64..10_000_000_000, -40_i32..40, -1_i8..2).prop_map(move |(digits, power, steps)| {
            beside(format!("{digits}e{power}").parse().expect("a double"), steps)
        }),
        2 => (1_u64..100_000, 0_i32..40).prop_map(|(whole, power)| whole as f64 / f64::from(2_u32).powi(power)),
        1 => Just(0.0),
    ];
    (magnitude, any::<bool>()).prop_map(|(x, negative)| if negative { -x } else { x })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bounds_are_bounds_as_decimals(x in double()) {
        prop_assert!(is_upper(&at_most(x), x), "{x:e} is printed as {}", at_most(x));
        prop_assert_eq!(read(&at_least(x)), -read(&at_most(-x)), "{:e}", x);
        let around = Enclosure::new(x.next_down().max(f64::MIN), x.next_up().min(f64::MAX));
        let ends = between(around);
        let (low, high) = ends.trim_matches(['[', ']']).split_once(", ").unwrap_or((&ends, &ends));
        prop_assert!(read(low) <= exact(around.lo()) && exact(around.hi()) <= read(high));
        prop_assert!(roughly(around).starts_with("about ") || exact(x) == read(&roughly(around)));
    }

    #[test]
    fn a_short_decimal_prints_itself(digits in -999_999_999_i64..1_000_000_000, power in -320_i32..300) {
        let x = RBig::from(digits) * power_of_ten(power);
        prop_assert_eq!((read(&at_most(&x)), read(&at_least(&x))), (x.clone(), x.clone()));
        let nearest = enclose(&x);
        if let (true, Some(x)) = (nearest.lo() == nearest.hi(), Some(nearest.lo())) {
            prop_assert_eq!(at_most(x), at_least(x));
            prop_assert_eq!(at_most(x), roughly(nearest));
        }
    }

    #[test]
    fn what_differs_differs_as_printed(x in double(), y in double(), near in any::<bool>(), is_bound in any::<bool>()) {
        let y = if near { x.next_up() } else { y };
        prop_assume!(x != y && x.is_finite() && y.is_finite());
        let (smaller, larger) = (x.min(y), x.max(y));
        let (low, high) = apart(smaller, larger, is_bound);
        let (low, high) = (read(&low), read(&high));
        prop_assert!(low < high, "{smaller:e} and {larger:e} are printed as {low} and {high}");
        prop_assert!(low >= exact(smaller));
        prop_assert!(high == exact(larger) || is_bound == (high > exact(larger)));
    }

    #[test]
    fn a_number_beside_one_that_was_given_is_on_its_side(x in double(), y in double(), near in any::<bool>()) {
        let given = if near { x.next_up() } else { y };
        for (x, given) in [(x, given), (given, x)] {
            prop_assume!(x.is_finite() && given.is_finite());
            let (decimal, limit) = (read(&beside(x, given)), read(&plain(given)));
            prop_assert_eq!(decimal.cmp(&limit), exact(x).cmp(&exact(given)), "{:e} beside {:e}", x, given);
            let is_rounded_inward = if x < given { decimal >= exact(x) } else { decimal <= exact(x) };
            prop_assert!(x == given || is_rounded_inward, "{x:e} beside {given:e}");
        }
    }

    #[test]
    fn few_digits_are_rounded_to_their_side(x in double(), top in any::<i64>(), bottom in 1_u64..1 << 40, places in 0_u8..9) {
        let coarse = read(&at_most_coarsely(x));
        prop_assert!(coarse >= exact(x) && (x == 0.0 || &coarse - exact(x) < unit(&exact(x), 2)), "{x:e}");
        let q = RBig::from_parts(top.into(), bottom.into());
        let (low, high) = (read(&at_least_to(&q, places)), read(&at_most_to(&q, places)));
        let step = power_of_ten(-i32::from(places));
        prop_assert!(low <= q && q <= high && &q - &low < step && &high - &q < step, "{q} is in [{low}, {high}]");
    }
}

/// The law has teeth: the nearest decimal of nine digits breaks it, and so does the shortest that is read back.
#[test]
fn the_nearest_decimal_is_no_bound() {
    let x = 1.0_f64 / 3.0;
    assert!(!is_upper(&format!("{x:.8e}"), x) && is_upper("3.33333334e-1", x) && !is_upper("0.333333335", x));
    assert!(!is_upper(&plain(0.1), 0.1) && !is_upper("0.100000000000000006", 0.1));
}

#[test]
fn worked_numbers() {
    for (x, low, high) in [
        (0.0, "0", "0"),
        (-0.0, "0", "0"),
        (0.1, "0.1", "0.100000001"), // the double is above 1/10
        (0.3, "0.299999999", "0.3"),
        (-0.1, "-0.100000001", "-0.1"),
        (0.001, "0.001", "0.00100000001"),
        (0.375, "0.375", "0.375"),
        (1e22, "1e22", "1e22"),
        (123_456_789.0, "123456789", "123456789"),
        (9_999_999_999.5, "9999999990", "1e10"),
        (1.0 / 3.0, "0.333333333", "0.333333334"),
        (5e-324, "4.94065645e-324", "4.94065646e-324"),
        (f64::MAX, "1.79769313e308", "1.79769314e308"),
    ] {
        assert_eq!((at_least(x).as_str(), at_most(x).as_str()), (low, high));
    }
    assert_eq!((at_most(f64::INFINITY).as_str(), at_least(f64::NEG_INFINITY).as_str()), ("inf", "-inf"));
    assert_eq!(apart(0.1, 0.1_f64.next_up(), false), ("0.100000000000000006".into(), "0.100000000000000019".into()));
    assert_eq!([0.0114, 0.00996, -0.0119, 0.0].map(at_most_coarsely), ["1.2e-2", "1.0e-2", "-1.1e-2", "0"]);
    assert_eq!([0.25, -0.25, 0.0, -1e-9].map(|x| at_most_to(x, 1)), ["0.3", "-0.2", "0.0", "0.0"]);
    assert_eq!(roughly(Enclosure::point(0.5)), "0.5");
    assert_eq!(roughly(Enclosure::point(0.1)), "about 0.1");
    assert_eq!(about(Enclosure::new(0.25, 0.5)), "[0.25, 0.5]");
}
