//! Surrogates dominate the indicator on both sides; proved by enclosures over intervals that cover the line.

use referee::data::Surrogate;
use referee::numerics::Enclosure;

const ALL: [Surrogate; 2] = [Surrogate::Hinge, Surrogate::Logistic];

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
fn surrogates_dominate() {
    for surrogate in ALL {
        law_dominates(&|s| surrogate.enclose(s)).unwrap_or_else(|error| panic!("{surrogate:?}: {error}"));
    }
}

#[test]
fn surrogates_that_do_not_dominate_are_caught() {
    // The sigmoid, the hinge without its 1, the natural logarithm instead of that of base 2.
    law_dominates(&|s| s.sigmoid()).expect_err("1/2 at 0");
    law_dominates(&|s| s.positive_part()).expect_err("0 at 0");
    law_dominates(&|s| (Enclosure::ONE + s.exp()).ln().expect("above 1")).expect_err("0.69 at 0");
}

#[test]
fn values_and_slopes_are_those_of_the_function() {
    for surrogate in ALL {
        for k in -400..400 {
            let s = f64::from(k) / 16.0 + 0.01;
            let near = surrogate.enclose(Enclosure::new(s, s));
            let value = surrogate.value(s);
            assert!((value - near.midpoint()).abs() <= 1e-12 * (1.0 + value), "{surrogate:?} at {s}");
            // The mean slope over a short interval is a slope inside it, and slopes are monotone there or close to it.
            let h = 1e-4;
            let mean = (surrogate.value(s + h) - surrogate.value(s - h)) / (2.0 * h);
            assert!((mean - surrogate.slope(s)).abs() < 1e-6, "{surrogate:?} at {s}");
        }
    }
}

#[test]
fn values_have_full_relative_accuracy_also_far_out() {
    for k in -3000..=3000 {
        let s = f64::from(k) * 0.137;
        let (value, exact) = (Surrogate::Logistic.value(s), Surrogate::Logistic.enclose(Enclosure::point(s)));
        let room = 16.0 * f64::EPSILON * exact.hi();
        assert!(exact.lo() - room <= value && value <= exact.hi() + room, "at {s}: {value}");
    }
    // Where an exponential over- or underflows.
    assert_eq!([-1e300, 0.0].map(|s| Surrogate::Logistic.value(s)), [0.0, 1.0]);
}
