//! Tests of `src/report/look.rs` that need its private parts.

use super::*;
use std::collections::HashSet;

#[test]
fn forty_series_differ_in_grey() {
    let key = |n: usize| (Look::Line(n).shape(), n % PATTERNS.len());
    assert_eq!((0..40).map(key).collect::<HashSet<_>>().len(), 40);
}

#[test]
fn a_bound_has_the_colour_of_its_line_and_another_pattern() {
    for n in 0..40 {
        assert_eq!(Look::Line(n).colour(), Look::Bound(n).colour());
        assert_ne!(Look::Line(n).pen().dash, Look::Bound(n).pen().dash);
    }
}
