//! Tests of `src/domain/sums.rs` that need its private parts.

use super::*;

/// Long sums whose float value is off by many roundings stay inside, and one lost rounding would be noticed.
#[test]
fn enclosures_of_long_sums_hold_the_exact_sum() {
    for n in [1, 2, 7, 8, 9, 127, 128, 129, 1000, 4099] {
        let terms: Vec<f64> = (0..n).map(|i| 1.0 / (1.0 + f64::from(i) * 0.7)).collect();
        let exact = ExactSum::of(&terms).enclose();
        assert!(enclose_sum(&terms).contains_enclosure(exact), "{n} terms");
        let squares = ExactSum::dot(&terms, &terms).enclose();
        assert!(enclose_squares(&terms).contains_enclosure(squares), "{n} squares");
        assert!(enclose_sum(&terms).width() <= exact.hi() * 100.0 * f64::EPSILON, "{n} terms: too wide");
    }
}

#[test]
fn comparisons_decide_differences_below_the_last_bit() {
    let tiny = f64::from_bits(1);
    assert_eq!(compare_sum(&[1.0, tiny], 1.0), Ordering::Greater);
    assert_eq!(compare_sum(&[0.5, 0.5], 1.0), Ordering::Equal);
    assert_eq!(compare_sum(&[1.0_f64.next_down(), tiny], 1.0), Ordering::Less);
    assert_eq!(compare_squares(&[0.6, 0.8], 1.0), Ordering::Greater); // the doubles nearest to 0.6 and 0.8
    assert_eq!(compare_squares(&[3.0, -4.0], 5.0), Ordering::Equal);
    assert_eq!(compare_squares(&[3e-200, 4e-200], 1e-190), Ordering::Less); // the squares underflow
    assert_eq!(compare_sum(&[f64::MAX, f64::MAX], f64::MAX), Ordering::Greater); // the sum overflows
}
