//! The same functions a second time, with big integers: slow, simple, and by other formulas where there is a choice.
//!
//! A [`Bracket`] is an interval of integers in units of `2^-places`, wide enough to be certain and, with hundreds of
//! guard bits, so narrow that a wrong enclosure cannot hide in it.

use dashu_int::{IBig, UBig, ops::SquareRoot};

/// A real number in `[lo, hi] * 2^-places`.
#[derive(Clone, Debug)]
pub(crate) struct Bracket {
    pub(crate) lo: IBig,
    pub(crate) hi: IBig,
    pub(crate) places: usize,
}

/// Places for functions whose values are not tiny; every double is a multiple of `2^-1074`.
pub(crate) const PLACES: usize = 1400;
/// Every series below has fewer than 2^13 terms, and each of its terms errs by fewer than 2^13 units of rounding.
const SERIES_ERROR: u64 = 1 << 26;

/// `|x| = m 2^e` for a finite double.
pub(crate) fn parts(x: f64) -> (u64, isize) {
    let bits = x.to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) & 0x7ff);
    if biased == 0 { (fraction, -1074) } else { (fraction + (1 << 52), isize::try_from(biased).unwrap() - 1075) }
}

fn shifted(m: UBig, by: isize) -> UBig {
    if by >= 0 { m << by.unsigned_abs() } else { m >> by.unsigned_abs() }
}

/// A finite double in units of `2^-places`, exactly.
pub(crate) fn units(x: f64, places: usize) -> IBig {
    let (m, e) = parts(x);
    let by = isize::try_from(places).unwrap() + e;
    assert!(by >= 0);
    let size = IBig::from(shifted(UBig::from(m), by));
    if x < 0.0 { -size } else { size }
}

impl Bracket {
    fn near(value: IBig, places: usize) -> Self {
        Self { lo: &value - SERIES_ERROR, hi: value + SERIES_ERROR, places }
    }

    /// Whether the interval `[lo, hi]` contains the whole bracket.
    pub(crate) fn is_inside(&self, lo: f64, hi: f64) -> bool {
        let above = lo == f64::NEG_INFINITY || units(lo, self.places) <= self.lo;
        let below = hi == f64::INFINITY || units(hi, self.places) >= self.hi;
        above && below
    }

    /// Whether `2^scale` times the number is at least `value` and less than `value + 1`.
    pub(crate) fn has_floor(&self, scale: usize, value: &IBig) -> bool {
        let drop = self.places - scale;
        self.lo >= value << drop && self.hi < (value + 1) << drop
    }

    pub(crate) fn negated(&self) -> Self {
        Self { lo: -&self.hi, hi: -&self.lo, places: self.places }
    }

    /// `2^places / self` in the same units, for a positive number.
    fn inverse(&self) -> Self {
        let one = IBig::ONE << (2 * self.places);
        Self { lo: &one / &self.hi, hi: &one / &self.lo + 1, places: self.places }
    }

    /// The product of two positive numbers.
    fn times(&self, other: &Self) -> Self {
        let places = self.places;
        Self { lo: (&self.lo * &other.lo) >> places, hi: ((&self.hi * &other.hi) >> places) + 1, places }
    }
}

/// `1/n - 1/(3 n^3) + 1/(5 n^5) - ...`, the arc tangent, or the area tangent when no sign alternates.
fn series_of_reciprocal(n: u32, alternating: bool, places: usize) -> IBig {
    let mut power = (IBig::ONE << places) / n;
    let mut sum = IBig::ZERO;
    let mut j = 0_u32;
    while power > IBig::ZERO {
        let term = &power / (2 * j + 1);
        sum = if alternating && j % 2 == 1 { sum - term } else { sum + term };
        power /= n * n;
        j += 1;
    }
    sum
}

/// Machin's formula.
pub(crate) fn pi(places: usize) -> Bracket {
    let quarter = 4 * series_of_reciprocal(5, true, places) - series_of_reciprocal(239, true, places);
    Bracket::near(4 * quarter, places)
}

/// `ln 2 = 2 artanh(1/3)`.
pub(crate) fn ln_2(places: usize) -> Bracket {
    Bracket::near(2 * series_of_reciprocal(3, false, places), places)
}

/// `1 / sqrt(2 pi)`.
pub(crate) fn inverse_root_two_pi(places: usize) -> Bracket {
    let two_pi = pi(2 * places);
    let root = |x: &IBig| IBig::from(UBig::try_from(2 * x).unwrap().sqrt());
    // The square root of a number in units of 2^-2p is in units of 2^-p.
    Bracket { lo: root(&two_pi.lo), hi: root(&two_pi.hi) + 1, places }.inverse()
}

/// `e^a` for `|a| = m 2^e < 1024`: the series at `a / 1024`, squared ten times, with no use of `ln 2`.
fn exp_of(m: u128, e: isize, negative: bool, places: usize) -> Bracket {
    let m = UBig::from(m);
    let one = UBig::ONE << places;
    let (mut term, mut sum) = (one.clone(), UBig::ZERO);
    let mut n = 0_u32;
    while term > UBig::ZERO {
        sum += &term;
        n += 1;
        term = shifted(&term * &m, e - 10) / n;
    }
    let mut power = Bracket { lo: IBig::from(sum.clone()), hi: IBig::from(sum) + SERIES_ERROR, places };
    for _ in 0..10 {
        power = power.times(&power);
    }
    if negative { power.inverse() } else { power }
}

pub(crate) fn exp(x: f64) -> Bracket {
    let (m, e) = parts(x);
    exp_of(u128::from(m), e, x < 0.0, 2800)
}

/// `1 / (1 + e^-x)`.
pub(crate) fn sigmoid(x: f64) -> Bracket {
    let one = IBig::ONE << 2800;
    let power = exp(-x);
    Bracket { lo: power.lo + &one, hi: power.hi + &one, places: 2800 }.inverse()
}

/// `2 artanh((f - 1) / (f + 1)) + e ln 2` for `x = 2^e f`, `1 <= f < 2`.
pub(crate) fn ln(x: f64) -> Bracket {
    let (m, e) = parts(x);
    let bits = m.ilog2();
    let one = 1_u64 << bits;
    let (numerator, denominator) = (IBig::from(m - one), IBig::from(m + one));
    let mut power = (&numerator << PLACES) / &denominator;
    let mut sum = IBig::ZERO;
    let mut j = 0_u32;
    while power > IBig::ZERO {
        sum += &power / (2 * j + 1);
        power = power * &numerator * &numerator / &denominator / &denominator;
        j += 1;
    }
    let exponent = IBig::from(e + isize::try_from(bits).unwrap());
    let ln_2 = ln_2(PLACES + 20);
    let shift = (&exponent * (ln_2.lo + ln_2.hi)) >> 21; // the middle of the bracket, back to PLACES
    Bracket::near(2 * sum + shift, PLACES)
}

/// `floor(x / (pi/2))`, and the rest in units of `2^-places`, within one unit.
pub(crate) fn quadrant(x: f64, places: usize) -> (IBig, IBig) {
    let half_pi = pi(places + 100).lo >> 1;
    let x = units(x, places + 100);
    let mut quarters = &x / &half_pi; // towards zero
    if &quarters * &half_pi > x {
        quarters -= 1;
    }
    let rest = (x - &quarters * half_pi) >> 100;
    (quarters, rest)
}

/// The sine of `x + turns pi/2`, by its series on `[0, pi/2]`.
pub(crate) fn sin_turned(x: f64, turns: u8) -> Bracket {
    // Near 0 the sine differs from x by x^3/6 only, which must be visible.
    let places = if x.abs() < 1e-60 { 3400 } else { PLACES };
    let (quarters, rest) = quadrant(x, places);
    let turns = u8::try_from((quarters + turns) & IBig::from(3)).unwrap();
    let square = (&rest * &rest) >> places;
    // sin = r - r^3/3! + ..., cos = 1 - r^2/2! + ...
    let (mut term, mut n) = if turns.is_multiple_of(2) { (rest, 1_u32) } else { (IBig::ONE << places, 0) };
    let mut sum = IBig::ZERO;
    let mut minus = turns >= 2;
    while term > IBig::ZERO {
        sum = if minus { sum - &term } else { sum + &term };
        minus = !minus;
        term = ((term * &square) >> places) / ((n + 1) * (n + 2));
        n += 2;
    }
    Bracket::near(sum, places)
}

fn normal_places(x: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 39^2")]
    let square = (x * x) as usize;
    PLACES + 2 * square
}

/// `e^(-x^2/2) / sqrt(2 pi)`.
pub(crate) fn normal_pdf(x: f64) -> Bracket {
    let (m, e) = parts(x);
    let places = normal_places(x);
    exp_of(u128::from(m) * u128::from(m), 2 * e - 1, true, places).times(&inverse_root_two_pi(places))
}

/// `1/2 + phi(x) (x + x^3/3 + x^5/(3 5) + x^7/(3 5 7) + ...)`, on the whole line: the places cover the cancellation.
pub(crate) fn normal_cdf(x: f64) -> Bracket {
    let (m, e) = parts(x);
    let places = normal_places(x);
    let square = UBig::from(m) * m;
    let mut term = UBig::try_from(units(x.abs(), places)).unwrap();
    let mut sum = UBig::ZERO;
    let mut n = 1_u32;
    while term > UBig::ZERO {
        sum += &term;
        n += 2;
        term = shifted(term * &square, 2 * e) / n;
    }
    // A unit lost grows with the terms, by no more than e^(x^2/2) < 2^(3/4 x^2 + 1).
    let growth = (places - PLACES) * 3 / 8 + 2;
    let sum =
        Bracket { lo: IBig::from(sum.clone()), hi: IBig::from(sum) + (IBig::from(SERIES_ERROR) << growth), places };
    let part = normal_pdf(x).times(&sum);
    let part = if x < 0.0 { part.negated() } else { part };
    let half = IBig::ONE << (places - 1);
    Bracket { lo: part.lo + &half, hi: part.hi + &half, places }
}

/// `(1 - Phi(x)) / phi(x)`.
pub(crate) fn mills(x: f64) -> Bracket {
    normal_cdf(-x).times(&normal_pdf(x).inverse())
}
