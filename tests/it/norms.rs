//! Norms against exact rationals, and Hoelder's inequality between enclosures.

use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::numerics::rational::{contains, exact, power_of_two};
use referee::numerics::{Enclosure, ExactSum, Norm};

fn rational_power(x: &RBig, exponent: usize) -> RBig {
    (0..exponent).fold(RBig::ONE, |power, _| power * x)
}

/// Whether `norm` encloses `sum^(1/p)` for `p = numerator / denominator`, in powers, so that only rationals are
/// compared.
fn law_power_sum(norm: Enclosure, sum: &RBig, numerator: usize, denominator: usize) -> bool {
    let sum = rational_power(sum, denominator);
    let below = norm.lo() <= 0.0 || rational_power(&exact(norm.lo()), numerator) <= sum;
    let above = norm.hi() == f64::INFINITY || rational_power(&exact(norm.hi()), numerator) >= sum;
    below && above
}

/// `<x, y>` is at most the product of the upper ends.
fn law_hoelder(x: &[f64], y: &[f64], norm_of_x: Enclosure, dual_of_y: Enclosure) -> bool {
    let (p, q) = (norm_of_x.hi(), dual_of_y.hi());
    p.is_infinite() || q.is_infinite() || ExactSum::dot(x, y).to_rational() <= exact(p) * exact(q)
}

fn power_sum(x: &[f64], p: usize) -> RBig {
    x.iter().fold(RBig::ZERO, |sum, &entry| sum + rational_power(&exact(entry.abs()), p))
}

fn entries() -> impl Strategy<Value = Vec<f64>> {
    let scales = vec![1.0, 1e300, 1e-300, power_of_two(-1060)];
    let entry = prop_oneof![4 => -1.0..1.0, 1 => Just(0.0), 1 => (-200..7_i32).prop_map(|k| 10_f64.powi(k))];
    (prop::sample::select(scales), prop::collection::vec(entry, 0..12))
        .prop_map(|(scale, x)| x.into_iter().map(|entry| entry * scale).collect())
}

fn norms() -> impl Strategy<Value = Norm> {
    let p = prop_oneof![Just(1.0), Just(2.0), Just(f64::INFINITY), Just(1.5), Just(3.0), Just(1e3), 1.0..10.0];
    p.prop_map(|p| Norm::new(p).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn norms_enclose_the_exact_ones(x in entries()) {
        let n = x.len() as f64;
        let one = Norm::One.norm(&x);
        prop_assert!(contains(one, &power_sum(&x, 1)));
        prop_assert!(exact(one.hi()) <= exact(one.lo()) * (RBig::ONE + exact(n * power_of_two(-51))));
        let largest = x.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
        prop_assert_eq!(Norm::Infinity.norm(&x), Enclosure::point(largest));
        let two = Norm::Two.norm(&x);
        prop_assert!(law_power_sum(two, &power_sum(&x, 2), 2, 1));
        // Relative, plus two steps of the subnormal grid where the norm itself lies on it.
        let slack = exact(two.lo()) * exact((n + 3.0) * power_of_two(-52)) + exact(power_of_two(-1073));
        prop_assert!(exact(two.hi()) - exact(two.lo()) <= slack);
        for (p, norm) in [(3, "3"), (4, "4")] {
            prop_assert!(law_power_sum(Norm::parse(norm).unwrap().norm(&x), &power_sum(&x, p), p, 1));
        }
    }

    #[test]
    fn the_norm_of_exponent_one_and_a_half_encloses(roots in prop::collection::vec(0..1_u32 << 20, 1..10)) {
        // |x|^1.5 = root^3 for x = root^2, which a double holds.
        let x: Vec<f64> = roots.iter().map(|&root| f64::from(root) * f64::from(root)).collect();
        let sum = roots.iter().fold(RBig::ZERO, |sum, &root| sum + rational_power(&RBig::from(root), 3));
        prop_assert!(law_power_sum(Norm::parse("1.5").unwrap().norm(&x), &sum, 3, 2));
    }

    #[test]
    fn hoelder_holds_between_upper_ends(x in entries(), y in entries(), norm in norms()) {
        let n = x.len().min(y.len());
        let (x, y) = (&x[..n], &y[..n]);
        prop_assert!(law_hoelder(x, y, norm.norm(x), norm.dual().norm(y)));
    }

    #[test]
    fn the_norm_of_enclosures_encloses_that_of_points_inside(x in entries(), norm in norms(), radius in 0.0..0.5) {
        let wide: Vec<Enclosure> = x.iter().map(|&x| Enclosure::new(x - radius, x + radius)).collect();
        let points: Vec<Enclosure> = x.iter().map(|&x| Enclosure::point(x)).collect();
        prop_assert_eq!(norm.norm(&x), norm.norm_of_enclosures(&points));
        // Both contain the exact norm of x, so they meet.
        prop_assert!(norm.norm(&x).intersection(norm.norm_of_enclosures(&wide)).is_some());
        prop_assert!(norm.dual().norm(&x).intersection(norm.dual().norm_of_enclosures(&wide)).is_some());
        if norm == Norm::Two {
            prop_assert!(law_power_sum(norm.norm_of_enclosures(&wide), &power_sum(&x, 2), 2, 1));
        }
    }
}

#[test]
fn equality_in_hoelder_leaves_no_room() {
    // y is aligned with x, so <x, y> = ||x||_p ||y||_q: a norm below the truth by one ulp would be caught.
    let x = [3.0, 4.0];
    assert_eq!(Norm::Two.norm(&x) * Norm::Two.dual().norm(&x), Enclosure::point(25.0));
    assert_eq!(Norm::One.norm(&x) * Norm::One.dual().norm(&[1.0, 1.0]), Enclosure::point(7.0));
    assert_eq!(Norm::Infinity.norm(&[1.0, -1.0]) * Norm::Infinity.dual().norm(&x), Enclosure::point(7.0));
    // p = 3, q = 3/2 and y_i = x_i^2: both sides are the sum of x_i^3.
    let cubic = Norm::new(3.0).unwrap();
    assert!((cubic.norm(&x) * cubic.dual().norm(&[9.0, 16.0])).contains(91.0));
}

#[test]
fn broken_norms_are_caught() {
    // Squares that underflow, as in a norm without scaling.
    let x = [3e-200_f64, 4e-200];
    let naive = (x[0] * x[0] + x[1] * x[1]).sqrt();
    assert!(!law_power_sum(Enclosure::point(naive), &power_sum(&x, 2), 2, 1));
    assert!(law_power_sum(Norm::Two.norm(&x), &power_sum(&x, 2), 2, 1));
    // The double nearest to an irrational norm, passed off as the norm.
    assert!(!law_power_sum(Enclosure::point(2.0_f64.sqrt()), &RBig::from(2), 2, 1));
    // An exponent that is not the dual one: <x, x> = 25, but ||x||_2 ||x||_inf = 20.
    let x = [3.0, 4.0];
    assert!(!law_hoelder(&x, &x, Norm::Two.norm(&x), Norm::One.dual().norm(&x)));
    assert!(law_hoelder(&x, &x, Norm::Two.norm(&x), Norm::Two.dual().norm(&x)));
}

#[test]
fn extreme_vectors_stay_finite_where_their_norm_is() {
    let huge = [f64::MAX, 0.0];
    let tiny = [power_of_two(-1074), power_of_two(-1074)];
    assert_eq!(Norm::Two.norm(&huge), Enclosure::point(f64::MAX));
    assert!(law_power_sum(Norm::Two.norm(&tiny), &power_sum(&tiny, 2), 2, 1));
    assert_eq!(Norm::Two.norm(&[f64::MAX, f64::MAX]).hi(), f64::INFINITY);
    assert_eq!(Norm::Two.norm(&[]), Enclosure::ZERO);
    let general = Norm::new(7.5).unwrap();
    assert_eq!(general.norm(&[0.0, 0.0]), Enclosure::ZERO);
    assert!(general.norm(&huge).contains(f64::MAX));
    assert!(general.norm(&tiny).lo() >= power_of_two(-1074));
    let unbounded = [Enclosure::new(1.0, f64::INFINITY), Enclosure::ONE];
    for norm in [Norm::One, Norm::Two, Norm::Infinity, general] {
        let enclosure = norm.norm_of_enclosures(&unbounded);
        assert!(enclosure.lo() >= 1.0 && enclosure.hi() == f64::INFINITY);
    }
}

#[test]
fn norms_are_read_and_refused_with_one_sentence() {
    for (text, norm) in [("1", Norm::One), ("2", Norm::Two), ("2.0", Norm::Two), ("inf", Norm::Infinity)] {
        assert_eq!(Norm::parse(text).unwrap(), norm);
    }
    assert_eq!(Norm::parse("1.5").unwrap().exponent(), 1.5);
    assert_eq!(Norm::parse("1.5").unwrap().to_string(), "1.5");
    for text in ["", "0.5", "-1", "NaN", "1e999", "two", "infinity", "-inf"] {
        let message = Norm::parse(text).unwrap_err().to_string();
        assert_eq!(message, format!("`{text}` is not a norm: write a number of at least 1, or `inf`"));
    }
    assert!(Norm::new(f64::NAN).is_err());
    assert_eq!(Norm::parse("3").unwrap().dual().exponent(), Some(Enclosure::point(1.5)));
    assert_eq!(Norm::One.dual().exponent(), None);
    let near_one = Norm::new(1.0_f64.next_up()).unwrap().dual().exponent().unwrap();
    assert!(near_one.contains(power_of_two(52) + 1.0));
    assert!(Norm::new(f64::MAX).unwrap().dual().exponent().unwrap().lo() >= 1.0);
}

#[test]
fn a_tie_at_the_smallest_normal_double_is_not_taken_for_exact() {
    // k1^2 + k2^2 is just below 2^104, so the norm is just below 2^-1022; scaling back rounds the tie up to it.
    let unit = f64::from_bits(1);
    for k2 in [94_906_265.0, 94_906_264.0, 94_906_260.0, 1.0] {
        let x = [((1_u64 << 52) - 1) as f64 * unit, k2 * unit];
        let norm = Norm::Two.norm(&x);
        let square = power_sum(&x, 2);
        assert!(rational_power(&exact(norm.lo()), 2) <= square, "{norm} is above the norm of {x:?}");
        assert!(rational_power(&exact(norm.hi()), 2) >= square, "{norm} is below the norm of {x:?}");
    }
}
