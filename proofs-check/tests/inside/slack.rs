//! Tests of `src/slack.rs`, as a module of it.

use super::*;

fn interval(lo: &str, hi: &str) -> Interval {
    Interval { lo: Rational::parse(lo).unwrap(), hi: Rational::parse(hi).unwrap() }
}

#[test]
fn the_verdict_is_that_of_the_ends() {
    for (lo, hi, at_most, below) in [
        ("0", "1", Verdict::Holds, Verdict::Undecided),
        ("1", "2", Verdict::Holds, Verdict::Holds),
        ("0", "0", Verdict::Holds, Verdict::Violated),
        ("-1", "0", Verdict::Undecided, Verdict::Violated),
        ("-1", "1", Verdict::Undecided, Verdict::Undecided),
        ("-2", "-1", Verdict::Violated, Verdict::Violated),
    ] {
        let slack = interval(lo, hi);
        let found = (by_ends(&slack, Relation::AtMost), by_ends(&slack, Relation::Below));
        assert_eq!(found, (at_most, below), "[{lo}, {hi}]");
    }
}

/// A violated claim cannot be called undecided because somebody recorded wide sides, nor a decided one.
#[test]
fn only_a_tie_may_be_left_open() {
    let unit = Rational::dyadic(1.into(), -90);
    let sides = [&interval("3", "4"), &interval("-7", "1")];
    let at = |n: i32| &unit * &Rational::from_integer(n);
    for (lo, hi, said, found) in [
        (6, 6, Verdict::Undecided, Verdict::Undecided),
        (8, 8, Verdict::Undecided, Verdict::Holds),
        (7, 7, Verdict::Holds, Verdict::Holds),
        (-7, -7, Verdict::Undecided, Verdict::Undecided),
        (-8, -8, Verdict::Undecided, Verdict::Violated),
        (-7, -7, Verdict::Holds, Verdict::Violated),
        (-1, 1, Verdict::Holds, Verdict::Undecided),
        (-1, 1, Verdict::Violated, Verdict::Undecided),
        (-100, 100, Verdict::Undecided, Verdict::Undecided),
    ] {
        let slack = Slack::Near(Interval { lo: at(lo), hi: at(hi) });
        let answer = slack.verdict(Relation::AtMost, sides, said).0;
        assert_eq!(answer, found, "[{lo}, {hi}] {said:?}");
    }
}

/// An interval on both sides of 0 is decided by neither end, whatever it is computed from.
#[test]
fn what_lies_on_both_sides_is_undecided() {
    let (zero, wide) = (interval("0", "0"), interval("-1", "1"));
    let (two, between) = (interval("2", "2"), interval("1", "4"));
    for (slack, signs) in [
        (Slack::exact(wide.clone()), [Ordering::Less, Ordering::Greater]),
        // The roots of 1, 2 and 4 against each other.
        (Slack::by_squares(&wide, &zero, &zero, zero.clone()), [Ordering::Less, Ordering::Greater]),
        (Slack::by_squares(&zero, &between, &two, zero.clone()), [Ordering::Less, Ordering::Greater]),
        (Slack::by_squares(&zero, &two, &between, zero.clone()), [Ordering::Less, Ordering::Greater]),
        (Slack::by_squares(&zero, &between, &between, zero.clone()), [Ordering::Less, Ordering::Greater]),
        (Slack::by_squares(&zero, &two, &two, zero.clone()), [Ordering::Equal, Ordering::Equal]),
        (Slack::by_squares(&interval("-2", "-1"), &between, &zero, zero.clone()), [Ordering::Less, Ordering::Greater]),
        (Slack::by_squares(&interval("1", "2"), &zero, &between, zero.clone()), [Ordering::Less, Ordering::Greater]),
    ] {
        let Slack::Known(found, shown) = slack else { panic!("it is known") };
        assert_eq!(found, signs);
        for relation in [Relation::AtMost, Relation::Below] {
            let wanted = verdict(signs, relation);
            let answer = Slack::Known(found, shown.clone()).verdict(relation, [&zero, &zero], Verdict::Holds).0;
            assert_eq!(answer, wanted);
        }
    }
}
