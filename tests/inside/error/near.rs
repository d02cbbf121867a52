//! Tests of `src/error/near.rs` that need its private parts.

use super::{edits, hint};

#[test]
fn worked_edits() {
    let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
    let cases =
        [("solve", "solve", 0), ("slove", "solve", 1), ("los", "loss", 1), ("", "abc", 3), ("kitten", "sitting", 3)];
    for (a, b, expected) in cases {
        assert_eq!((count(a, b), count(b, a)), (expected, expected), "{a} {b}");
    }
}

#[test]
fn only_what_is_near_is_meant_and_two_at_most() {
    let known = ["triangle", "polygon", "qp-box", "qp-half", "sex", "F", "M", "theorem-1", "theorem-2", "theorem-3"];
    for (name, expected) in [
        ("polygn", " (did you mean `polygon`?)"),
        ("QP_Box", " (did you mean `qp-box`?)"),
        ("theorem2", " (did you mean `theorem-2`?)"),
        ("sexx", " (did you mean `sex`?)"),
        ("X", ""),         // any letter is one edit away from another
        ("theorem-9", ""), // all are as near
        ("pentagon", ""),
    ] {
        assert_eq!(hint(name, known), expected, "{name}");
    }
    assert_eq!(hint("cat", ["cart", "car", "dog"]), " (did you mean `cart` or `car`?)");
}
