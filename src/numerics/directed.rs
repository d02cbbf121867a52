//! Directed rounding of `+ - * / sqrt` without touching the rounding mode of the processor.
//!
//! Each `*_down` returns a double that is at most the exact result, each `*_up` one that is at least it, and in the
//! ordinary range (below) they are the closest such doubles. IEEE 754 rounds to nearest, so the exact result lies within half an ulp of the computed one; which side
//! it lies on is the sign of the rounding error, and that error is itself a double that can be computed exactly with
//! more IEEE operations (Knuth's two-sum, Dekker's product). So an exact result stays a point, and an inexact one
//! moves by one ulp, to one side only.
//!
//! Dekker's product needs room above and below (no overflow in the splitting, no underflow in the tail). Outside
//! that range the functions fall back to the neighbouring double on the asked side: still a rigorous bound, possibly
//! one ulp wide of the best. No fused multiply-add is used, because without a target flag it is a call into the
//! platform's mathematics library, which this crate does not trust.
//!
//! NaN arguments are outside the contract; infinite ones follow the limits of the real operation.

/// Rounding error of `a + b`: the exact `(a + b) - sum` when `sum` is finite (Knuth).
#[inline]
pub(crate) fn two_sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let b_part = sum - a;
    let a_part = sum - b_part;
    (a - a_part) + (b - b_part)
}

/// Veltkamp's splitting of a 53-bit significand into two of at most 26 bits.
#[inline]
fn split(a: f64) -> (f64, f64) {
    const FACTOR: f64 = 134_217_729.0; // 2^27 + 1
    let c = FACTOR * a;
    let high = c - (c - a);
    (high, a - high)
}

/// Rounding error of `a * b`: the exact `a b - product`, given that nothing over- or underflows (Dekker).
#[inline]
fn two_product_error(a: f64, b: f64, product: f64) -> f64 {
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
}

/// Splitting an operand up to this size cannot overflow (2^27 + 1 times 2^996 is below 2^1024).
const SPLIT_MAX: f64 = f64::from_bits((1023 + 995) << 52);
/// A product of at least this size has an error term that is a normal double (2^-900 times 2^-106 is above 2^-1022).
const PRODUCT_MIN: f64 = f64::from_bits((1023 - 900) << 52);
/// A product of at most this size leaves the partial products finite.
const PRODUCT_MAX: f64 = f64::from_bits((1023 + 1000) << 52);

/// Whether the error of `product = a * b` is computed exactly by [`two_product_error`].
#[inline]
fn dekker_applies(a: f64, b: f64, product: f64) -> bool {
    let size = product.abs();
    a.abs() <= SPLIT_MAX && b.abs() <= SPLIT_MAX && (PRODUCT_MIN..=PRODUCT_MAX).contains(&size)
}

/// Where the exact result lies, seen from the rounded one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Exact,
    Above,
    Unknown,
}

impl Side {
    #[inline]
    fn of(error: f64) -> Self {
        if error < 0.0 {
            Self::Below
        } else if error > 0.0 {
            Self::Above
        } else if error == 0.0 {
            Self::Exact
        } else {
            Self::Unknown
        }
    }
}

#[inline]
fn down(rounded: f64, side: Side) -> f64 {
    if matches!(side, Side::Below | Side::Unknown) { rounded.next_down() } else { rounded }
}

#[inline]
fn up(rounded: f64, side: Side) -> f64 {
    if matches!(side, Side::Above | Side::Unknown) { rounded.next_up() } else { rounded }
}

#[inline]
fn add_side(a: f64, b: f64) -> (f64, Side) {
    let sum = a + b;
    if sum.is_finite() {
        return (sum, Side::of(two_sum_error(a, b, sum)));
    }
    if a.is_infinite() || b.is_infinite() {
        return (sum, Side::Exact);
    }
    // Finite operands overflowed: the exact sum is finite, strictly inside the computed infinity.
    (sum, if sum > 0.0 { Side::Below } else { Side::Above })
}

/// The side of a nonzero product or quotient that was rounded to zero: its sign is known.
#[inline]
fn underflow_side(a: f64, b: f64) -> Side {
    if (a > 0.0) == (b > 0.0) { Side::Above } else { Side::Below }
}

#[inline]
fn mul_side(a: f64, b: f64) -> (f64, Side) {
    let product = a * b;
    if dekker_applies(a, b, product) {
        return (product, Side::of(two_product_error(a, b, product)));
    }
    if a == 0.0 || b == 0.0 {
        // Also 0 times infinity: an endpoint that is infinite stands for arbitrarily large finite numbers.
        return (0.0, Side::Exact);
    }
    if a.is_infinite() || b.is_infinite() {
        return (product, Side::Exact);
    }
    if product.is_infinite() {
        return (product, if product > 0.0 { Side::Below } else { Side::Above });
    }
    if product == 0.0 {
        return (0.0, underflow_side(a, b));
    }
    (product, Side::Unknown)
}

#[inline]
fn div_side(a: f64, b: f64) -> (f64, Side) {
    let quotient = a / b;
    if a == 0.0 {
        return (0.0, Side::Exact);
    }
    if b.is_infinite() || a.is_infinite() {
        // Finite over infinite tends to 0; infinite over anything nonzero is infinite. Both are limits.
        return (if b.is_infinite() { 0.0 } else { quotient }, Side::Exact);
    }
    let back = quotient * b;
    let ordinary = (PRODUCT_MIN..=PRODUCT_MAX).contains(&quotient.abs());
    if ordinary && dekker_applies(quotient, b, back) {
        // a - quotient * b is a double (it is a remainder), and `a - back` is exact by Sterbenz's lemma.
        let remainder = (a - back) - two_product_error(quotient, b, back);
        return (quotient, Side::of(if b > 0.0 { remainder } else { -remainder }));
    }
    if quotient.is_infinite() {
        return (quotient, if quotient > 0.0 { Side::Below } else { Side::Above });
    }
    if quotient == 0.0 {
        return (0.0, underflow_side(a, b));
    }
    (quotient, Side::Unknown)
}

#[inline]
fn sqrt_side(a: f64) -> (f64, Side) {
    let root = a.sqrt();
    if a == 0.0 || a.is_infinite() {
        return (root, Side::Exact);
    }
    let back = root * root;
    if dekker_applies(root, root, back) {
        return (root, Side::of((a - back) - two_product_error(root, root, back)));
    }
    (root, Side::Unknown)
}

macro_rules! directed {
    ($down:ident, $up:ident, $both:ident, $side:ident, $op:literal) => {
        #[doc = concat!("The exact `", $op, "` rounded down.")]
        #[inline]
        pub fn $down(a: f64, b: f64) -> f64 {
            let (rounded, side) = $side(a, b);
            down(rounded, side)
        }

        #[doc = concat!("The exact `", $op, "` rounded up.")]
        #[inline]
        pub fn $up(a: f64, b: f64) -> f64 {
            let (rounded, side) = $side(a, b);
            up(rounded, side)
        }

        #[doc = concat!("The exact `", $op, "` rounded down and rounded up.")]
        #[inline]
        pub fn $both(a: f64, b: f64) -> (f64, f64) {
            let (rounded, side) = $side(a, b);
            (down(rounded, side), up(rounded, side))
        }
    };
}

directed!(add_down, add_up, add_both, add_side, "a + b");
directed!(mul_down, mul_up, mul_both, mul_side, "a b");
directed!(div_down, div_up, div_both, div_side, "a / b");

/// The exact `a - b` rounded down.
#[inline]
pub fn sub_down(a: f64, b: f64) -> f64 {
    add_down(a, -b)
}

/// The exact `a - b` rounded up.
#[inline]
pub fn sub_up(a: f64, b: f64) -> f64 {
    add_up(a, -b)
}

/// The square root rounded down, for `a >= 0`.
#[inline]
pub fn sqrt_down(a: f64) -> f64 {
    let (root, side) = sqrt_side(a);
    down(root, side)
}

/// The square root rounded up, for `a >= 0`.
#[inline]
pub fn sqrt_up(a: f64) -> f64 {
    let (root, side) = sqrt_side(a);
    up(root, side)
}
