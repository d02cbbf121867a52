//! Slopes of `log regret` against `log T`, with 95% intervals.
//!
//! At each `T` the regret is the mean over seeds of the upper ends of the certified averages. A least-squares line goes
//! through the points with `T >= 2^8`. A regret that is not certainly positive (its lower end, or the mean of the lower
//! ends, is at most 0) is a *zero*: it is counted, and never fitted, because it has no logarithm worth the name. With
//! fewer than three points there is no slope.
//!
//! **Interval.** Student's t of the residuals around the line, as if these were independent and normal, which on one
//! deterministic run is an assumption and not a fact. From ten seeds on that certainly differ somewhere: the hull of that and of
//! the percentile bootstrap, with [`RESAMPLES`] resamples of the seeds (whole curves, so that what a seed does at different `T` stays
//! together) by `ChaCha8` with seed 0; alone it would claim to know the slope of a curve that few coins decide. These are
//! descriptions of the data at hand, not claims of a theorem.

use crate::numerics::Enclosure;
use crate::numerics::directed::{add_up, div_up};
use crate::numerics::elementary::ln;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// The fewest rounds of a point on the line.
pub const FIRST_ROUNDS: usize = 1 << 8;

/// The fewest points of a line.
pub const FEWEST_POINTS: usize = 3;

/// The fewest seeds of a bootstrap.
pub const FEWEST_SEEDS: usize = 10;

/// How often the seeds are drawn again.
pub const RESAMPLES: usize = 2000;

/// The regrets at one `T`.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// `T`.
    pub rounds: usize,
    /// The average regret of each seed, in the same order at every `T`.
    pub regrets: Vec<Enclosure>,
}

impl Point {
    /// The mean of the upper ends, rounded up: the number in the tables.
    ///
    /// # Panics
    /// If there are no regrets.
    pub fn mean(&self) -> f64 {
        assert!(!self.regrets.is_empty(), "a point has a regret");
        div_up(self.regrets.iter().fold(0.0, |sum, x| add_up(sum, x.hi())), self.regrets.len() as f64)
    }

    /// Whether the mean is not certainly positive.
    pub fn is_zero(&self) -> bool {
        self.regrets.iter().fold(Enclosure::ZERO, |sum, x| sum + *x).lo() <= 0.0
    }

    /// The point on logarithmic axes for these seeds, unless it is a zero.
    fn logarithms(&self, seeds: impl Iterator<Item = usize> + Clone) -> Option<(f64, f64)> {
        let chosen = seeds.map(|seed| self.regrets[seed]);
        let count = chosen.clone().count() as f64;
        let (low, high) = chosen.fold((0.0, 0.0), |(low, high), x| (low + x.lo(), high + x.hi()));
        (low > 0.0).then(|| (ln(self.rounds as f64).midpoint(), ln(high / count).midpoint()))
    }
}

/// How an interval was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Resampled seeds.
    Bootstrap,
    /// Residuals around the line.
    Student,
}

impl Method {
    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bootstrap => "bootstrap",
            Self::Student => "student",
        }
    }
}

/// A slope and its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The slope.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Which interval.
    pub method: Method,
}

/// What a curve says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The slope, if at least [`FEWEST_POINTS`] points are on the line.
    pub slope: Option<Slope>,
    /// The points on the line.
    pub points: usize,
    /// The zeros among the points with enough rounds.
    pub zeros: usize,
}

/// Fits a line.
///
/// ```
/// use referee::league::slope::{Point, fit};
/// use referee::numerics::Enclosure;
/// let point = |power: i32| {
///     let regret = Enclosure::point(2_f64.powi(-power / 2)); // T^(-1/2)
///     Point { rounds: 1 << power, regrets: vec![regret] }
/// };
/// let fitted = fit(&[point(8), point(10), point(12)]);
/// assert!((fitted.slope.unwrap().value + 0.5).abs() < 1e-12);
/// ```
///
/// # Panics
/// If the points do not have the same number of seeds, at least one.
pub fn fit(points: &[Point]) -> Fit {
    let seeds = points.first().map_or(0, |point| point.regrets.len());
    assert!(points.iter().all(|point| point.regrets.len() == seeds && seeds > 0), "every point has the same seeds");
    let long: Vec<&Point> = points.iter().filter(|point| point.rounds >= FIRST_ROUNDS).collect();
    let zeros = long.iter().filter(|point| point.is_zero()).count();
    let fitted: Vec<&Point> = long.into_iter().filter(|point| !point.is_zero()).collect();
    let slope = (fitted.len() >= FEWEST_POINTS).then(|| slope(&fitted, seeds)).flatten();
    Fit { slope, points: fitted.len(), zeros }
}

fn slope(points: &[&Point], seeds: usize) -> Option<Slope> {
    let at = |chosen: &[usize]| -> Vec<(f64, f64)> {
        points.iter().filter_map(|point| point.logarithms(chosen.iter().copied())).collect()
    };
    let all: Vec<usize> = (0..seeds).collect();
    let line = Line::through(&at(&all))?;
    // Where no coin was tossed, or the worst sequence has none, there is nothing to resample: seeds then differ by no more
    // than their enclosures are wide.
    let apart = |a: Enclosure, b: Enclosure| a.hi() < b.lo() || b.hi() < a.lo();
    let differ = points.iter().any(|point| point.regrets.iter().any(|regret| apart(*regret, point.regrets[0])));
    let half = line.half_width()?;
    let student = Slope { value: line.slope, low: line.slope - half, high: line.slope + half, method: Method::Student };
    if seeds < FEWEST_SEEDS || !differ {
        return Some(student);
    }
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    let mut slopes = Vec::with_capacity(RESAMPLES);
    let mut chosen = all;
    for _ in 0..RESAMPLES {
        chosen.fill_with(|| generator.random_range(0..seeds));
        slopes.extend(Line::through(&at(&chosen)).map(|line| line.slope));
    }
    slopes.sort_by(f64::total_cmp);
    // 2.5% on either side, in whole resamples and outward.
    let cut = slopes.len() / 40;
    let (low, high) = (*slopes.get(cut)?, *slopes.get(slopes.len().checked_sub(cut + 1)?)?);
    if student.low <= low && high <= student.high {
        return Some(student);
    }
    let (low, high) = (low.min(student.low), high.max(student.high));
    Some(Slope { value: line.slope, low, high, method: Method::Bootstrap })
}

/// A least-squares line.
struct Line {
    slope: f64,
    /// The sum of squared residuals.
    residuals: f64,
    /// The sum of squared distances from the mean on the horizontal axis.
    spread: f64,
    points: usize,
}

impl Line {
    fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < FEWEST_POINTS {
            return None;
        }
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let slope = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread;
        let residuals = points.iter().map(|(x, y)| (y - mean_y - slope * (x - mean_x)).powi(2)).sum();
        slope.is_finite().then_some(Self { slope, residuals, spread, points: points.len() })
    }

    /// Half of Student's 95% interval.
    #[expect(clippy::cast_possible_truncation, reason = "it is meant to")]
    fn half_width(&self) -> Option<f64> {
        let freedom = self.points as f64 - 2.0;
        // In single precision: the last bits of the double depend on the platform's logarithm, and the interval is written.
        let quantile = StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975) as f32;
        Some(f64::from(quantile) * (self.residuals / freedom / self.spread).sqrt())
    }
}
