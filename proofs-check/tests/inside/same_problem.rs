//! Tests of `src/same_problem.rs`, as a module of it.

use super::*;

/// Of two long texts a piece is shown that begins a little before the first letter that differs.
#[test]
fn long_texts_are_cut_to_where_they_begin_to_differ() {
    let text =
        |before: usize, letter: &str, after: usize| format!("{}{letter}{}", "x".repeat(before), "y".repeat(after));
    let (a, b) = around_difference(&text(100, "a", 100), &text(100, "b", 3));
    assert_eq!((a, b), (format!("...{}...", text(30, "a", 89)), format!("...{}", text(30, "b", 3))));
    let (a, b) = around_difference(&text(10, "a", 200), &text(10, "b", 0));
    assert_eq!((a, b), (format!("{}...", text(10, "a", 109)), text(10, "b", 0)), "from the start");
    let (a, b) = around_difference(&text(60, "a", 59), &text(60, "b", 59));
    assert_eq!((a, b), (text(60, "a", 59), text(60, "b", 59)), "short texts are whole");
    let (a, b) = around_difference(&text(60, "a", 60), &text(60, "b", 59));
    assert_eq!((a, b), (format!("...{}", text(30, "a", 60)), format!("...{}", text(30, "b", 59))));
}

#[test]
fn domains_of_every_kind_are_compared() {
    let field =
        |found: &Domain, wanted: &Domain| compare_domains(found, wanted).err().map(|difference| difference.field);
    let ball = |radius: f64| Domain::Ball { radius };
    assert_eq!(field(&ball(1.5), &ball(1.5)), None);
    assert_eq!(field(&ball(1.5), &ball(2.0)).as_deref(), Some("domain, radius"));
    let points = |last: &[f64]| Domain::Points(vec![vec![0.0, 1.0], last.to_vec()]);
    assert_eq!(field(&points(&[1.0, 0.0]), &points(&[1.0, -0.0])), None, "-0 is the number 0");
    for other in [&[1.0, 0.5][..], &[1.0], &[1.0, 0.0, 0.0]] {
        assert_eq!(field(&points(&[1.0, 0.0]), &points(other)).as_deref(), Some("domain, point 1 (from 0)"));
    }
    let fewer = Domain::Points(vec![vec![0.0, 1.0]]);
    assert_eq!(field(&points(&[1.0, 0.0]), &fewer).as_deref(), Some("domain, number of points"));
    assert_eq!(field(&ball(1.0), &fewer).as_deref(), Some("domain"));
}
