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
