//! Slopes worked by hand, and twins of the fit that must be caught.

use referee::league::slope::{Fit, Method, Point, fit};
use referee::numerics::Enclosure;

/// Regrets `2^y` at `T = 2^x`.
fn powers(points: &[(i32, f64)]) -> Vec<Point> {
    let point = |&(x, y): &(i32, f64)| Point { rounds: 1 << x, regrets: vec![Enclosure::point(y.exp2())] };
    points.iter().map(point).collect()
}

/// Fits describe data; their digits are worth this much.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn worked_line_with_students_interval() {
    // Means 9.5 and -1; Sxy = -3, Sxx = 5, so the slope is -0.6. Residuals 0.1, -0.3, 0.3, -0.1: their squares sum to
    // 0.2, the standard error is sqrt(0.2 / 2 / 5) = sqrt(0.02), and t(2 degrees, 97.5%) = 4.302652729.., which is used
    // in single precision.
    let slope = fit(&powers(&[(8, 0.0), (9, -1.0), (10, -1.0), (11, -2.0)])).slope.expect("four points");
    let half = f64::from(4.302_653_f32) * 0.02_f64.sqrt();
    assert!(near(slope.value, -0.6), "{slope:?}");
    assert!(near(slope.low, -0.6 - half) && near(slope.high, -0.6 + half), "{slope:?}");
    assert_eq!(slope.method, Method::Student);
}

#[test]
fn short_runs_are_not_on_the_line() {
    let slope = |points: &[(i32, f64)]| fit(&powers(points)).slope.expect("three points").value;
    let long = [(8, -4.0), (9, -4.5), (10, -5.0)];
    let with_short = [(6, 7.0), (7, -9.0), (8, -4.0), (9, -4.5), (10, -5.0)];
    assert!(near(slope(&long), -0.5));
    assert_eq!(slope(&long).to_bits(), slope(&with_short).to_bits());
}

#[test]
fn two_points_have_no_slope() {
    let Fit { slope, points, zeros } = fit(&powers(&[(6, 0.0), (7, 0.0), (8, -1.0), (9, -2.0)]));
    assert_eq!((slope, points, zeros), (None, 2, 0));
}

/// A curve of slope -1/2 that reaches zero: its last enclosures contain 0, with upper ends of rounding size.
fn reaches_zero() -> Vec<Point> {
    let mut points = powers(&[(8, -4.0), (9, -4.5), (10, -5.0)]);
    for rounds in [1 << 11, 1 << 12] {
        points.push(Point { rounds, regrets: vec![Enclosure::new(-1e-17, 1e-17)] });
    }
    points
}

/// What a fit must say about it.
fn keeps_zeros_out(fit: &Fit) -> bool {
    fit.zeros == 2 && fit.points == 3 && fit.slope.is_some_and(|slope| near(slope.value, -0.5))
}

#[test]
fn zeros_are_counted_and_never_fitted() {
    assert!(keeps_zeros_out(&fit(&reaches_zero())));
}

#[test]
fn a_fit_through_zeros_is_caught() {
    // The twin takes upper ends at their word: 1e-17 is a positive number like any other.
    let points: Vec<Point> = reaches_zero()
        .into_iter()
        .map(|point| Point { rounds: point.rounds, regrets: vec![Enclosure::point(point.mean())] })
        .collect();
    let broken = fit(&points);
    assert!(!keeps_zeros_out(&broken));
    assert!(broken.slope.expect("five points").value < -5.0, "and it would have looked like a wonder: {broken:?}");
}

#[test]
fn a_curve_of_zeros_has_no_slope_and_says_so() {
    let zero = |power: u32| Point { rounds: 1 << power, regrets: vec![Enclosure::ZERO] };
    let Fit { slope, points, zeros } = fit(&[zero(8), zero(9), zero(10), zero(11)]);
    assert_eq!((slope, points, zeros), (None, 0, 4));
}

/// Ten seeds, each with a curve of slope -1/2 and its own height.
fn ten_seeds() -> Vec<Point> {
    let regret =
        |power: i32, seed: i32| Enclosure::point(f64::from(1 + seed * seed) * (-f64::from(power) / 2.0).exp2());
    (8..13)
        .map(|power| Point { rounds: 1 << power, regrets: (0..10).map(|seed| regret(power, seed)).collect() })
        .collect()
}

#[test]
fn seeds_are_resampled_as_whole_curves() {
    // Every resample is a curve of slope -1/2 too, so the interval is a point. Resampling each T for itself, or taking
    // Student's t over all values, would be wide: the heights differ by a factor 82.
    let slope = fit(&ten_seeds()).slope.expect("five points");
    assert!(near(slope.value, -0.5) && near(slope.low, -0.5) && near(slope.high, -0.5), "{slope:?}");
}

#[test]
fn seeds_that_do_not_differ_prove_nothing() {
    let mut points = powers(&[(8, 0.0), (9, -1.0), (10, -1.0), (11, -2.0)]);
    let alone = fit(&points).slope;
    for point in &mut points {
        point.regrets = vec![point.regrets[0]; 10];
    }
    let slope = fit(&points).slope.expect("four points");
    assert_eq!(slope.method, Method::Student);
    assert!(near(slope.high, alone.expect("four points").high) && slope.high > slope.value);
}

/// Seeds that differ by a hair at a curve that is no line: resampling alone would call its slope exact.
#[test]
fn few_coins_do_not_make_an_exact_slope() {
    let mut points = powers(&[(8, 0.0), (9, -1.0), (10, -1.0), (11, -2.0)]);
    let alone = fit(&points).slope.expect("four points");
    for point in &mut points {
        let regret = point.regrets[0].hi();
        point.regrets = (0..10).map(|seed| Enclosure::point(regret * (1.0 + f64::from(seed) * 1e-9))).collect();
    }
    let slope = fit(&points).slope.expect("four points");
    assert!(slope.high - slope.low > 0.99 * (alone.high - alone.low), "{slope:?}");
}

#[test]
fn the_bootstrap_contains_its_slope_and_repeats_itself() {
    let mut points = ten_seeds();
    for (t, point) in points.iter_mut().enumerate() {
        point.regrets.rotate_left(t); // now a seed is high at one T and low at another
    }
    let slope = fit(&points).slope.expect("five points");
    assert_eq!(slope.method, Method::Bootstrap);
    assert!(slope.low < slope.value && slope.value < slope.high && slope.high - slope.low > 0.05, "{slope:?}");
    assert_eq!(fit(&points).slope, Some(slope));
}

#[test]
fn the_printed_mean_is_at_least_the_mean() {
    let third = Enclosure::point(1.0).divide(Enclosure::point(3.0)).expect("3 is not 0");
    let point = Point { rounds: 256, regrets: vec![third; 3] };
    assert!(point.mean() * 3.0 >= 1.0 && point.mean() >= third.hi());
}
