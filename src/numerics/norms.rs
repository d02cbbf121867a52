//! The p-norms for `1 <= p <= inf`, and their duals, with enclosures.
//!
//! `||x||_p = (sum |x_i|^p)^(1/p)`, and the largest `|x_i|` for `p = inf`. Vectors come as doubles or as enclosures;
//! the result contains the norm of every vector inside. With `n` entries that are points, `n <= 2^24`:
//!
//! - `inf`: exact, a point;
//! - `1`: `n - 1` directed sums, each wrong by a factor within `1 +- 2^-52` on either side: `hi <= lo (1 + n 2^-51)`;
//! - `2`: a directed square, `n - 1` directed sums and a directed root, after scaling by a power of two where squares
//!   could overflow or underflow: `hi <= lo (1 + (n + 3) 2^-52)` for norms that are normal doubles, and a point
//!   where every step is exact (`3, 4 -> 5`);
//! - other `p`: entries are divided by the largest, raised to `p` as `exp(p ln t)`, summed, and the root is taken as
//!   `exp(ln(S) / p)`. Now `0 <= t <= 1` and `1 <= S <= n`, so nothing overflows, and the relative errors of the
//!   powers, which are proportional to `p`, are divided by `p` again. The width follows that of [`Enclosure::exp`] and
//!   [`Enclosure::ln`].
//!
//! The last two are cut to `[||x||_inf, ||x||_1]`, where every p-norm lies.
//!
//! **Duals.** `q = p / (p - 1)` is rarely a double, so a [`DualNorm`] keeps an enclosure of it. `||x||_q` does not
//! increase with `q` (scale so that `||x||_q = 1`; then every `|x_i| <= 1`, so `sum |x_i|^r <= sum |x_i|^q = 1` for
//! `r >= q`): the norm with the upper end of `q` bounds it below and the norm with the lower end above. Hoelder's
//! inequality `<x, y> <= ||x||_p ||y||_q` then holds between upper ends with no tolerance.

use super::Enclosure;
use crate::error::{Error, Result};
use std::fmt;

/// A p-norm with `1 <= p <= inf`.
///
/// ```
/// use referee::numerics::{Enclosure, Norm};
/// assert_eq!(Norm::Two.norm(&[3.0, -4.0]), Enclosure::point(5.0));
/// assert_eq!(Norm::parse("inf").unwrap(), Norm::Infinity);
/// assert!(Norm::parse("1.5").unwrap().norm(&[1.0, 1.0]).contains(1.5874010519681994)); // 2^(2/3)
/// assert!(Norm::parse("0.5").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Norm {
    /// The sum of absolute values.
    One,
    /// The Euclidean norm.
    Two,
    /// The largest absolute value.
    Infinity,
    /// Any other exponent.
    P(Exponent),
}

/// An exponent that is above 1, finite, and not 2. Made by [`Norm::new`] only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponent(f64);

impl Exponent {
    /// The exponent as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Norm {
    /// The norm with exponent `p`, which may be infinite.
    ///
    /// # Errors
    /// If `p` is below 1 or NaN.
    pub fn new(p: f64) -> Result<Self> {
        if p == 1.0 {
            Ok(Self::One)
        } else if p == 2.0 {
            Ok(Self::Two)
        } else if p == f64::INFINITY {
            Ok(Self::Infinity)
        } else if p > 1.0 {
            Ok(Self::P(Exponent(p)))
        } else {
            Err(Error::new(format!("the exponent of a norm must be at least 1, but it is {p}")))
        }
    }

    /// Reads `1`, `2`, `1.5`, `inf`: any decimal number of at least 1, or the word `inf`.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self> {
        // Only the word `inf` means infinity: a number too large for a double would silently become another norm.
        let number = text.parse::<f64>().ok().filter(|p| text == "inf" || p.is_finite());
        let wrong = || Error::new(format!("`{text}` is not a norm: write a number of at least 1, or `inf`"));
        Self::new(number.ok_or_else(wrong)?).map_err(|_| wrong())
    }

    /// The exponent `p`.
    pub fn exponent(self) -> f64 {
        match self {
            Self::One => 1.0,
            Self::Two => 2.0,
            Self::Infinity => f64::INFINITY,
            Self::P(p) => p.0,
        }
    }

    /// Whether the norm of that many rationals is always a rational; others are roots as a rule.
    pub fn is_rational(self, entries: usize) -> bool {
        entries <= 1 || matches!(self, Self::One | Self::Infinity)
    }

    /// The norm of a vector of finite doubles.
    ///
    /// # Panics
    /// If an entry is not finite.
    pub fn norm(self, x: &[f64]) -> Enclosure {
        self.of(x.iter().map(|&entry| Enclosure::point(entry)))
    }

    /// The norms of all vectors whose entries lie in the enclosures.
    pub fn norm_of_enclosures(self, x: &[Enclosure]) -> Enclosure {
        self.of(x.iter().copied())
    }

    fn of(self, x: impl Iterator<Item = Enclosure> + Clone) -> Enclosure {
        let magnitudes = x.map(Enclosure::abs);
        match self {
            Self::One => one(magnitudes),
            Self::Two => two(magnitudes),
            Self::Infinity => infinity(magnitudes),
            Self::P(p) => general(magnitudes, p.0),
        }
    }

    /// The dual norm, with exponent `p / (p - 1)`.
    pub fn dual(self) -> DualNorm {
        DualNorm(match self {
            Self::One => Dual::Known(Self::Infinity),
            Self::Two => Dual::Known(Self::Two),
            Self::Infinity => Dual::Known(Self::One),
            Self::P(p) => {
                let p = Enclosure::point(p.0);
                let q = p.divide(p - Enclosure::ONE).expect("p is a double above 1, so p - 1 is at least 2^-52");
                // The quotient of large numbers may be one ulp wide of the best, hence below 1, where q never is.
                Dual::Between(Enclosure::new(q.lo().max(1.0), q.hi()))
            }
        })
    }
}

impl fmt::Display for Norm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.exponent())
    }
}

/// The dual of a [`Norm`], whose exponent is known exactly or enclosed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualNorm(Dual);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Dual {
    Known(Norm),
    Between(Enclosure),
}

impl DualNorm {
    /// An enclosure of the exponent `q`, or `None` for the infinite one.
    pub fn exponent(self) -> Option<Enclosure> {
        match self.0 {
            Dual::Known(norm) => norm.exponent().is_finite().then(|| Enclosure::point(norm.exponent())),
            Dual::Between(q) => Some(q),
        }
    }

    /// The dual norm of a vector of finite doubles.
    ///
    /// # Panics
    /// If an entry is not finite.
    pub fn norm(self, x: &[f64]) -> Enclosure {
        self.of(x.iter().map(|&entry| Enclosure::point(entry)))
    }

    /// The dual norms of all vectors whose entries lie in the enclosures.
    pub fn norm_of_enclosures(self, x: &[Enclosure]) -> Enclosure {
        self.of(x.iter().copied())
    }

    fn of(self, x: impl Iterator<Item = Enclosure> + Clone) -> Enclosure {
        match self.0 {
            Dual::Known(norm) => norm.of(x),
            Dual::Between(q) => {
                // Where the lower end is 1 itself, `new` gives the 1-norm: still an upper bound.
                let with = |q| Norm::new(q).expect("both ends are at least 1").of(x.clone());
                let (below, above) = (with(q.hi()), with(q.lo()));
                Enclosure::new(below.lo(), above.hi())
            }
        }
    }
}

fn one(magnitudes: impl Iterator<Item = Enclosure>) -> Enclosure {
    magnitudes.fold(Enclosure::ZERO, |sum, x| sum + x)
}

fn infinity(magnitudes: impl Iterator<Item = Enclosure>) -> Enclosure {
    magnitudes.fold(Enclosure::ZERO, Enclosure::max)
}

/// From the lower end of the largest entry to the upper end of the sum: every p-norm lies there.
fn between(magnitudes: impl Iterator<Item = Enclosure> + Clone) -> Enclosure {
    Enclosure::new(infinity(magnitudes.clone()).lo(), one(magnitudes).hi())
}

/// 2^600 and 2^-600, the scales that keep squares in range.
const GROW: f64 = f64::from_bits((1023 + 600) << 52);
const SHRINK: f64 = f64::from_bits((1023 - 600) << 52);

fn two(magnitudes: impl Iterator<Item = Enclosure> + Clone) -> Enclosure {
    const LARGE: f64 = f64::from_bits((1023 + 400) << 52);
    const SMALL: f64 = f64::from_bits((1023 - 400) << 52);
    let bounds = between(magnitudes.clone());
    let largest = infinity(magnitudes.clone()).hi();
    let (scale, back) = match largest {
        0.0 => return Enclosure::ZERO,
        _ if largest > LARGE => (SHRINK, GROW),
        _ if largest < SMALL => (GROW, SHRINK),
        _ => (1.0, 1.0),
    };
    let squares = magnitudes.map(|x| scaled(x, scale).square());
    let root = one(squares).sqrt().expect("a sum of squares is not negative");
    scaled(root, back).intersection(bounds).expect("both enclose the same norm")
}

/// `x` times a power of two, for `x >= 0`: exact unless bits fall off below the smallest double.
///
/// Whether they did is seen on the way back, not from the size of the product: a tie may round up to a normal double.
fn scaled(x: Enclosure, scale: f64) -> Enclosure {
    let rounded = |x: f64| x * scale < f64::INFINITY && (x * scale) / scale != x;
    let lo = if rounded(x.lo()) { (x.lo() * scale).next_down().max(0.0) } else { (x.lo() * scale).min(f64::MAX) };
    let hi = if rounded(x.hi()) { (x.hi() * scale).next_up() } else { x.hi() * scale };
    Enclosure::new(lo, hi)
}

fn general(magnitudes: impl Iterator<Item = Enclosure> + Clone, p: f64) -> Enclosure {
    let bounds = between(magnitudes.clone());
    // Any positive scale is right; the largest entry makes every power at most 1.
    let scale = infinity(magnitudes.clone()).hi();
    if scale == 0.0 || scale.is_infinite() {
        return bounds;
    }
    let scale = Enclosure::point(scale);
    let exponent = Enclosure::point(p);
    let powers = magnitudes.map(|x| power(x.divide(scale).expect("the scale is positive"), exponent));
    let inverse = Enclosure::ONE.divide(exponent).expect("p is above 1");
    let norm = power(one(powers), inverse) * scale;
    norm.intersection(bounds).expect("both enclose the same norm")
}

/// `x^exponent` for `x >= 0` and a positive exponent, increasing in `x`.
fn power(x: Enclosure, exponent: Enclosure) -> Enclosure {
    let at = |x: f64| {
        if x == 0.0 || x == 1.0 {
            return Enclosure::point(x);
        }
        let logarithm = Enclosure::point(x).ln().expect("x is positive");
        let power = exponent * logarithm;
        if power.is_finite() { power.exp() } else { Enclosure::new(0.0, f64::INFINITY) }
    };
    let lo = at(x.lo()).lo();
    let hi = if x.hi() == f64::INFINITY { f64::INFINITY } else { at(x.hi()).hi() };
    Enclosure::new(lo.clamp(0.0, f64::MAX), hi)
}
