//! Tests of `src/report.rs`, as a module of it.

use super::*;

#[test]
fn text_of_a_file_is_shown_short_and_printable() {
    assert_eq!(shown(&"a\n".repeat(30)).len(), 63);
}

/// What is said of a side holds it, also where its ends are not one number.
#[test]
fn sides_are_shown_from_end_to_end() {
    let q = |text: &str| crate::exact::Rational::parse(text).unwrap();
    let (lhs, rhs) = (Interval { lo: q("1"), hi: q("2") }, Interval { lo: q("-1/3"), hi: q("1/3") });
    assert_eq!((side(&lhs).as_str(), side(&rhs).as_str()), ("[1, 2]", "[-0.333333334, 0.333333334]"));
    assert_eq!(side(&Interval::one()), "1");
    let sides = Some(Sides { lhs, relation: "<=", rhs });
    let claim = CheckedClaim { name: "x", verdict: Verdict::Holds, grade: Grade::Proved, counts: true, sides };
    let third = 0.333_333_333_333_333_37;
    assert_eq!(claim.sides(), Some([(1.0, 2.0), (-third, third)]));
}
