//! Random instances, drawn so that the awkward ones come up often.

use rand::{Rng, RngExt as _};

/// A finite double of any kind: zeros of both signs, subnormals, powers of two, huge, small whole and random bits.
pub fn finite(generator: &mut impl Rng) -> f64 {
    match generator.random_range(0..8_u8) {
        0 => [0.0, -0.0, 1.0, -1.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, f64::EPSILON, 5e-324]
            [generator.random_range(0..9_usize)],
        1 => f64::from(generator.random_range(-100..=100_i32)),
        2 => signed_power_of_two(generator, -1074..1024),
        3 => f64::from_bits(generator.random_range(0..1_u64 << 52)), // subnormal
        4 => moderate(generator),
        _ => loop {
            let x = f64::from_bits(generator.random());
            if x.is_finite() {
                break x;
            }
        },
    }
}

/// A double of everyday size, at most 8 in magnitude, often with few bits so that ties and exact results occur.
pub fn moderate(generator: &mut impl Rng) -> f64 {
    if generator.random() {
        f64::from(generator.random_range(-64..=64_i32)) / 8.0
    } else {
        generator.random_range(-8.0..8.0)
    }
}

/// As many as asked.
pub fn many<R: Rng>(generator: &mut R, count: usize, one: impl Fn(&mut R) -> f64) -> Vec<f64> {
    (0..count).map(|_| one(generator)).collect()
}

fn signed_power_of_two(generator: &mut impl Rng, exponents: std::ops::Range<i32>) -> f64 {
    let power = crate::numerics::rational::power_of_two(generator.random_range(exponents));
    if generator.random() { power } else { -power }
}
