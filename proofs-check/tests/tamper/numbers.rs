//! Random numbers, and doubles on both sides of a rational.

use num_bigint::BigInt;
use proofs_check::exact::Rational;

/// Marsaglia's xorshift: a stated generator with a stated seed.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % n
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// An eighth, a full double, or one with an unusual exponent.
    pub fn double(&mut self) -> f64 {
        let eighth = (f64::from(u32::try_from(self.below(65)).unwrap()) - 32.0) / 8.0;
        let mantissa = f64::from_bits(self.next() >> 12 | 0x3ff0_0000_0000_0000) - 1.5;
        match self.below(12) {
            0..=7 => eighth,
            8..=10 => mantissa * 4.0,
            _ => mantissa * 2_f64.powi(i32::try_from(self.below(160)).unwrap() - 120),
        }
    }
}

pub fn exact(x: f64) -> Rational {
    Rational::from_double(x).unwrap()
}

/// The largest double that is at most `x` (some double near it, for the tiniest).
pub fn down(x: &Rational) -> f64 {
    let mut guess = near(x);
    while exact(guess) > *x {
        guess = next_up(guess, false);
    }
    while exact(next_up(guess, true)) <= *x {
        guess = next_up(guess, true);
    }
    guess
}

/// The least double that is at least `x`.
pub fn up(x: &Rational) -> f64 {
    // Plus 0, so that 0 has no sign.
    -down(&-x) + 0.0
}

/// The neighbour above, or below.
pub fn next_up(x: f64, above: bool) -> f64 {
    if x == 0.0 {
        let tiny = f64::from_bits(1);
        return if above { tiny } else { -tiny };
    }
    let bits = x.to_bits();
    f64::from_bits(if (x > 0.0) == above { bits + 1 } else { bits - 1 })
}

/// A double near `x`.
pub fn near(x: &Rational) -> f64 {
    let shift = 60 + i64::try_from(x.denominator().bits()).unwrap() - i64::try_from(x.numerator().bits()).unwrap();
    let (n, d) = (x.numerator(), x.denominator());
    let quotient: BigInt = if shift >= 0 { (n << shift) / d } else { n / (d << -shift) };
    let mantissa = i64::try_from(quotient).unwrap();
    #[expect(clippy::cast_precision_loss, reason = "only a first guess")]
    let mut guess = mantissa as f64;
    // In two steps, so that no power of 2 is beyond the doubles.
    for part in [shift / 2, shift - shift / 2] {
        guess *= 2_f64.powi(i32::try_from(-part).unwrap());
    }
    guess
}
