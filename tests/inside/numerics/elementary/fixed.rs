//! Tests of `src/numerics/elementary/fixed.rs` that need its private parts.

use super::*;
use crate::numerics::rational;
use dashu_int::IBig;
use dashu_ratio::RBig;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn exact(m: i128, exponent: i32) -> RBig {
    let power = IBig::ONE << exponent.unsigned_abs() as usize;
    if exponent >= 0 { RBig::from(IBig::from(m) * power) } else { RBig::from(IBig::from(m)) / RBig::from(power) }
}

fn ends(x: Scaled) -> (RBig, RBig) {
    let (m, error) = (i128::from(x.mantissa), i128::from(x.error));
    (exact(m, x.exponent), exact(m + error, x.exponent))
}

fn random(rng: &mut ChaCha8Rng) -> Scaled {
    let error = rng.random::<u64>() >> rng.random_range(30..64);
    Scaled { mantissa: rng.random::<u64>() | 1 << 63, error, exponent: rng.random_range(-90..20) }
}

#[test]
fn rounding_is_the_tightest_over_the_whole_range_of_doubles() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..20_000 {
        let exponent = rng.random_range(-1280..1000);
        let mut number = || {
            let bits = rng.random_range(1..127);
            // Long runs of ones and zeros, so that ties and carries into the next power of two occur.
            let m = (rng.random::<i128>() >> bits) & (-1 << rng.random_range(0..127));
            m.clamp(-(i128::MAX >> 1), i128::MAX >> 1)
        };
        let (a, b) = (number(), number());
        let (low, high) = (a.min(b), a.max(b));
        let best = rational::enclose(&exact(low, exponent)).hull(rational::enclose(&exact(high, exponent)));
        assert_eq!(enclose(low, high, exponent), best, "[{low}, {high}] 2^{exponent}");
    }
}

#[test]
fn operations_contain_the_results_of_the_ends() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..5_000 {
        let (a, b) = (random(&mut rng), random(&mut rng));
        let ((a_low, a_high), (b_low, b_high)) = (ends(a), ends(b));
        let (low, high) = ends(a.times(b));
        assert!(low <= &a_low * &b_low && &a_high * &b_high <= high);
        let (low, high) = ends(a.over(b));
        assert!(low <= &a_low / &b_high && &a_high / &b_low <= high);
        let (low, high) = a.fixed(20);
        let scale = exact(1, -20);
        assert!(RBig::from(low) * &scale <= a_low && a_high <= RBig::from(high) * scale);
        let (value, spread) = (rng.random::<u128>() >> rng.random_range(0..120), rng.random::<u128>() >> 125);
        if value > 32 * spread {
            let (low, high) = ends(Scaled::normalise(value >> 1, spread, 7));
            let value = RBig::from(value >> 1) * exact(1, 7);
            assert!(low <= value && value + RBig::from(spread) * exact(1, 7) <= high);
        }
    }
}
