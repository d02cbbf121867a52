//! Tests of `src/cli/import.rs` that need its private parts.

use super::columns;

#[test]
fn pairs_are_told_apart_by_their_signs() {
    let pair = |role: &str, column: &str| (role.to_owned(), column.to_owned());
    let read = columns("objective=loss,constraint_1=gap, signed,lambda_1=a=b").unwrap();
    assert_eq!(read.0, [pair("objective", "loss"), pair("constraint_1", "gap, signed"), pair("lambda_1", "a=b")]);
    assert!(columns("loss").is_err());
}
