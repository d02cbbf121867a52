//! Tests of `src/expr/ending.rs` that need its private parts.

use super::*;
use crate::expr::Workspace;

fn ends(a: &str, b: &str) -> (f64, f64) {
    let parse = |text| Expr::parse(text, &["x"]).expect("well formed");
    let (a, b) = parse(a).without_common_ending(&parse(b));
    let at = |expr: Expr| expr.eval_f64(&[2.0], &mut Workspace::new()).expect("defined");
    (at(a), at(b))
}

#[test]
fn equal_endings_are_taken_off_and_others_stay() {
    assert_eq!(ends("(x^2 + x) / 3 - 0.1", "x / 3 - 0.1"), (6.0, 2.0));
    assert_eq!(ends("(x + 5) * 4 + 1", "(x + 7) * 4 + 1"), (7.0, 9.0));
    assert_eq!(ends("x^2 - 1", "x - 2"), (3.0, 0.0));
    assert_eq!(ends("x^2 - 1", "x + 1"), (3.0, 3.0));
    assert_eq!(ends("x^2 * 2", "x / 2"), (8.0, 1.0));
    // A factor of 0 or a negative one does not keep the order.
    assert_eq!(ends("x^2 * 0", "x * 0"), (0.0, 0.0));
    assert_eq!(ends("x^2 * -3", "x * -3"), (-12.0, -6.0));
    assert_eq!(ends("1 - x^2", "1 - x"), (-3.0, -1.0));
}
