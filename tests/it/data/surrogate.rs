//! The hinge dominates the indicator on both sides, proved by enclosures over intervals that cover the line; and both
//! losses are what they are called.

use referee::data::{hinge, hinge_over, hinge_slope, logistic, logistic_slope};
use referee::numerics::Enclosure;

/// Law: `u >= 0` everywhere and `u >= 1` from 0 on, which is all that domination takes, by enclosures over `[a, b]`.
fn law_dominates(enclose: &dyn Fn(Enclosure) -> Enclosure) -> Result<(), String> {
    let steps: Vec<f64> = (-40..=40).map(|k| f64::from(k) / 4.0).collect();
    let ends = steps.windows(2).map(|pair| (pair[0], pair[1]));
    let tails = [(f64::NEG_INFINITY, -10.0), (10.0, f64::INFINITY)];
    for (lo, hi) in ends.chain(tails) {
        let value = enclose(Enclosure::new(lo, hi));
        let least = if lo >= 0.0 { 1.0 } else { 0.0 };
        if value.lo() < least {
            return Err(format!("over [{lo}, {hi}] it is {value}, which is not all at least {least}"));
        }
    }
    Ok(())
}

#[test]
fn hinges_dominate() {
    law_dominates(&hinge_over).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn surrogates_that_do_not_dominate_are_caught() {
    // The sigmoid, the hinge without its 1, the natural logarithm instead of that of base 2.
    law_dominates(&|s| s.sigmoid()).expect_err("1/2 at 0");
    law_dominates(&|s| s.positive_part()).expect_err("0 at 0");
    law_dominates(&|s| (Enclosure::ONE + s.exp()).ln().expect("above 1")).expect_err("0.69 at 0");
}

/// `log2(1 + e^s)`, as `max(s, 0) + ln(1 + e^-|s|)` over `ln 2`.
fn logistic_over(s: Enclosure) -> Enclosure {
    let log = (Enclosure::ONE + (-s.abs()).exp()).ln().expect("above 1");
    let two = Enclosure::point(2.0).ln().expect("2 is positive");
    (s.positive_part() + log).divide(two).expect("ln 2 is positive")
}

#[test]
fn values_and_slopes_are_those_of_the_function() {
    /// A function, its slope, and the function over intervals.
    type Known = (fn(f64) -> f64, fn(f64) -> f64, fn(Enclosure) -> Enclosure);
    let all: [Known; 2] = [(hinge, hinge_slope, hinge_over), (logistic, logistic_slope, logistic_over)];
    for (function, slope, over) in all {
        for k in -400..400 {
            let s = f64::from(k) / 16.0 + 0.01;
            let (value, near) = (function(s), over(Enclosure::point(s)));
            assert!((value - near.midpoint()).abs() <= 1e-12 * (1.0 + value), "at {s}");
            // The mean slope over a short interval is a slope inside it, and slopes are monotone there or close to it.
            let h = 1e-4;
            let mean = (function(s + h) - function(s - h)) / (2.0 * h);
            assert!((mean - slope(s)).abs() < 1e-6, "at {s}");
        }
    }
}

#[test]
fn values_have_full_relative_accuracy_also_far_out() {
    for k in -3000..=3000 {
        let s = f64::from(k) * 0.137;
        let (value, exact) = (logistic(s), logistic_over(Enclosure::point(s)));
        let room = 16.0 * f64::EPSILON * exact.hi();
        assert!(exact.lo() - room <= value && value <= exact.hi() + room, "at {s}: {value}");
    }
    // Where an exponential over- or underflows.
    assert_eq!([-1e300, 0.0].map(logistic), [0.0, 1.0]);
}
