//! Tests of `src/rates/mirror.rs`, as a module of it.

use super::*;

fn q(text: &str) -> Rational {
    Rational::parse(text).unwrap()
}

fn points(sizes: &[&str]) -> Vec<Interval> {
    sizes.iter().map(|x| Interval::point(q(x))).collect()
}

/// The exponent 3/2 has the dual 3, and 4/3 has 4: powers and roots of rational numbers.
#[test]
fn a_norm_with_a_whole_exponent_is_exact_where_it_is_rational() {
    assert_eq!(Mirror::dual_norm(&q("3/2"), &points(&["3", "4", "5"])), Interval::point(q("6")));
    assert_eq!(Mirror::dual_norm(&q("4/3"), &points(&["1/2", "0"])), Interval::point(q("1/2")));
    let sizes = [Interval { lo: q("0"), hi: q("3") }, Interval { lo: q("2"), hi: q("4") }];
    let fourth = [Interval { lo: q("0"), hi: q("5") }, sizes[0].clone(), sizes[1].clone()];
    assert_eq!(Mirror::dual_norm(&q("3/2"), &fourth), Interval { lo: q("2"), hi: q("6") });
}

#[test]
fn whole_exponents_up_to_16_are_small() {
    for n in 2..=16_u32 {
        assert_eq!(whole(&Rational::from_integer(n)), Some(n));
    }
    for other in ["1", "17", "5/2", "33/2"] {
        assert_eq!(whole(&q(other)), None, "{other}");
    }
}

/// 9/5 has the dual 9/4, whose numerator has one bit more than its denominator.
#[test]
fn another_norm_has_192_bits_behind_the_point() {
    let found = Mirror::dual_norm(&q("9/5"), &points(&["1", "2"]));
    assert!(found.lo < found.hi);
    for end in [found.lo, found.hi] {
        assert_eq!(end.denominator().bits(), 194);
    }
}
