//! Intervals for the true rate behind a rate on a sample (Clopper and Pearson 1934).
//!
//! For rows drawn independently, the interval misses the rate of the population with a probability of at most `1 - level`.
//! Quantiles of the beta distribution come from `statrs` in doubles: the ends are not enclosures, and no certificate
//! rests on them.

use statrs::distribution::{Beta, ContinuousCDF as _};

/// The interval for `count` of `size`.
///
/// ```
/// let (low, high) = referee::fit::clopper_pearson(0, 10, 0.95);
/// assert!(low == 0.0 && (high - 0.30850).abs() < 1e-5); // 1 - (1/40)^(1/10)
/// ```
///
/// # Panics
/// If the count is above the size or the level is not between 0 and 1.
pub fn clopper_pearson(count: u64, size: u64, level: f64) -> (f64, f64) {
    assert!(count <= size && level > 0.0 && level < 1.0, "a count of a sample, and a level between 0 and 1");
    let tail = 0.5 * (1.0 - level);
    let (k, n) = (count as f64, size as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).expect("positive numbers").inverse_cdf(p);
    let low = if count == 0 { 0.0 } else { quantile(k, n - k + 1.0, tail) };
    let high = if count == size { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - tail) };
    (low, high)
}

/// The interval for the mean rate of a mixture, given the weight and the count of each of its models: each model's
/// interval at a level that leaves all of them together no more than `1 - level`.
///
/// # Panics
/// As [`clopper_pearson`].
pub fn mixture_interval(parts: &[(f64, u64)], size: u64, level: f64) -> (f64, f64) {
    let each = 1.0 - (1.0 - level) / parts.len().max(1) as f64;
    parts.iter().fold((0.0, 0.0), |(low, high), &(weight, count)| {
        let (l, h) = clopper_pearson(count, size, each);
        (low + weight * l, high + weight * h)
    })
}
