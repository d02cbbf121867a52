//! Tests of `src/cli/solve/rate.rs` that need its private parts.

use super::quoted;

#[test]
fn words_survive_a_shell() {
    assert_eq!(quoted("out/trace.csv"), "out/trace.csv");
    assert_eq!(quoted("polygon:m=16,seed=2"), "polygon:m=16,seed=2");
    assert_eq!(quoted("my run/it's.csv"), r"'my run/it'\''s.csv'");
    assert_eq!(quoted("$(x)"), "'$(x)'");
}
