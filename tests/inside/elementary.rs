//! The kernels against big integers in their own unit, about a thousandth of an ulp, where a truncation that was not
//! counted shows. Twins that count less must be caught.

#[expect(dead_code, reason = "shared with the tests of the public functions, which use all of it")]
#[path = "../it/elementary/reference.rs"]
mod reference;

use super::fixed::{Scaled, decode};
use super::{exp, ln, normal, trig};
use dashu_int::IBig;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reference::Bracket;
use std::ops::Range;

/// Whether the true value lies in `[mantissa, mantissa + error]`.
fn law(kernel: Scaled, truth: &Bracket) -> bool {
    let shift = truth.places.cast_signed() + isize::try_from(kernel.exponent).expect("an exponent is small");
    let unit = IBig::ONE << usize::try_from(shift).expect("the reference is finer than the kernel");
    truth.lo >= &unit * kernel.mantissa && truth.hi <= unit * (IBig::from(kernel.mantissa) + kernel.error)
}

/// Checks a kernel at random arguments, and that the law refuses it if it counted a third of its error or started half
/// of it higher.
fn check(samples: usize, arguments: Range<f64>, kernel: impl Fn(f64) -> Scaled, truth: impl Fn(f64) -> Bracket) {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut narrow_caught, mut high_caught) = (false, false);
    for _ in 0..samples {
        let x = rng.random_range(arguments.clone());
        let (kernel, truth) = (kernel(x), truth(x));
        assert!(law(kernel, &truth), "at {x}: {kernel:?}");
        narrow_caught |= !law(Scaled { error: kernel.error / 3, ..kernel }, &truth);
        let raise = kernel.error / 2;
        high_caught |=
            !law(Scaled { mantissa: kernel.mantissa + raise, error: kernel.error - raise, ..kernel }, &truth);
    }
    assert!(narrow_caught && high_caught, "a twin was not caught: {narrow_caught}, {high_caught}");
}

#[test]
fn exp_kernel_counts_its_truncations() {
    check(2000, -740.0..709.0, |x| exp::exp_scaled(exp::fixed_argument(x)), reference::exp);
}

#[test]
fn ln_kernel_counts_its_truncations() {
    let kernel = |x: f64| ln::ln_near_one(decode(x).0, 1 << 52).expect("x is not 1");
    check(2000, 1.000_001..1.414, kernel, reference::ln);
    let kernel = |x: f64| ln::ln_near_one(decode(x).0, 1 << 53).expect("x is not 1");
    check(2000, 0.708..0.999, kernel, |x| reference::ln(x).negated());
}

/// The sine or cosine of the reduced argument.
fn trigonometric(samples: usize, arguments: Range<f64>) {
    let reduce = |x: f64| trig::reduce(x).expect("x is at most 2^30");
    let size = |x: f64| reduce(x).size.expect("x is not 0");
    let truth = |x: f64, turns: i64| {
        let turns = (turns - reduce(x).quarters).rem_euclid(4);
        reference::sin_turned(x, u8::try_from(turns).expect("below 4"))
    };
    let sine = |x: f64| if reduce(x).negative { truth(x, 0).negated() } else { truth(x, 0) };
    check(samples, arguments.clone(), |x| trig::sin_small(size(x)), sine);
    check(samples, arguments, |x| trig::cos_small(size(x)), |x| truth(x, 1));
}

#[test]
fn trigonometric_kernels_count_their_truncations() {
    trigonometric(1000, 1e-3..0.785);
    trigonometric(500, -10.0..10.0);
    trigonometric(500, 1e3..1e9);
}

#[test]
fn normal_kernels_count_their_truncations() {
    check(300, 0.0..38.0, normal::density, reference::normal_pdf);
    check(1000, 0.0..8.0, normal::mills_expanded, reference::mills);
    check(200, 8.0..9.0, normal::mills_continued, reference::mills);
    check(100, 9.0..38.0, normal::mills_continued, reference::mills);
}
