//! Square roots and logarithms of rationals, as narrow intervals of rationals: for differences in which doubles cancel.
//!
//! Each is wide enough to contain anybody else's enclosure that is narrower than 2^-125 of its size; roots that are
//! rational are points.

use super::ExactInterval;
use super::fixed::Fixed;
use dashu_int::ops::SquareRootRem as _;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// How much room there is on either side: 2^-124 of the size.
const ROOM: usize = 124;

/// The square root of an interval of numbers that are not negative.
///
/// # Panics
/// If there is a negative number in it.
pub fn root(x: &ExactInterval) -> ExactInterval {
    let (lo, hi) = (root_of(x.lo()), root_of(x.hi()));
    ExactInterval::new(lo.0, hi.1)
}

/// `sqrt(n / d) = sqrt(4^k n d) / (2^k d)`, and the root of a whole number is known to one unit, or exactly.
fn root_of(x: &RBig) -> (RBig, RBig) {
    const BITS: usize = 192;
    let numerator = UBig::try_from(x.numerator().clone()).expect("it is not negative");
    let (whole, rest) = ((numerator * x.denominator()) << (2 * BITS)).sqrt_rem();
    let over = |units: UBig| RBig::from_parts(units.into(), x.denominator() << BITS);
    if rest == UBig::ZERO {
        return (over(whole.clone()), over(whole));
    }
    let room = (&whole >> ROOM) + UBig::ONE;
    (over(&whole - &room), over(whole + room))
}

/// The natural logarithm of a whole number from 1 on; 0 is taken for 1.
pub fn ln_whole(n: u64) -> ExactInterval {
    if n <= 1 {
        return ExactInterval::point(RBig::ZERO);
    }
    let fixed = Fixed { bits: 256 };
    let ball = fixed.ln(&RBig::from(n));
    let around = &ball.radius + (&ball.middle >> ROOM) + IBig::ONE;
    ExactInterval::new(fixed.rational(&ball.middle - &around), fixed.rational(ball.middle + around))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::rational::exact;

    fn is_narrow(x: &ExactInterval) -> bool {
        x.hi() - x.lo() < x.lo() * RBig::from_parts(1.into(), UBig::ONE << 122)
    }

    #[test]
    fn roots_are_exact_where_they_are_rational_and_narrow_elsewhere() {
        for (square, found) in [("0", "0"), ("1", "1"), ("9/16", "3/4"), ("25/1000002000001", "5/1000001")] {
            let [square, found] = [square, found].map(|text| text.parse::<RBig>().unwrap());
            assert_eq!(root(&ExactInterval::point(square)), ExactInterval::point(found));
        }
        for x in [2.0, 0.1, 1.5e-323, 3e300, f64::MAX].map(exact) {
            let found = root(&ExactInterval::point(x.clone()));
            assert!(found.lo() * found.lo() < x && x < found.hi() * found.hi() && is_narrow(&found), "{x}");
        }
        let both = root(&ExactInterval::new(4.into(), 9.into()));
        assert_eq!(both, ExactInterval::new(2.into(), 3.into()));
    }

    #[test]
    fn logarithms_add_up_and_have_their_digits() {
        // ln 2 = 0.693147180559945309417232121458176568075500134360255...
        let digits = |units: &str| format!("{units}/1{}", "0".repeat(36)).parse::<RBig>().unwrap();
        let two = ln_whole(2);
        assert!(digits("693147180559945309417232121458176568") < *two.lo() && is_narrow(&two));
        assert!(*two.hi() < digits("693147180559945309417232121458176569"));
        let (seven, product) = (ln_whole(7), ln_whole(14));
        assert!(*product.lo() < two.hi() + seven.hi() && two.lo() + seven.lo() < *product.hi() && is_narrow(&product));
        assert_eq!(ln_whole(1), ExactInterval::point(RBig::ZERO));
    }
}
