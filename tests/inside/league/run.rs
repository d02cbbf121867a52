//! Tests of `src/league/run.rs` that need its private parts.

use super::*;
use crate::players::RegretKind;

/// Promises more than it keeps.
struct Liar(f64);

impl LambdaPlayer for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn regret(&self) -> RegretKind {
        RegretKind::Swap
    }

    fn play(&mut self, _: &mut [f64]) {}

    fn observe(&mut self, _: &[f64]) {}

    fn bound(&self) -> Option<f64> {
        Some(self.0)
    }
}

#[test]
fn only_what_is_certain_is_called_wrong() {
    let judged = |bound: f64| {
        let mut measured = Measured { swap: Some(Enclosure::new(0.25, 0.5)), ..Measured::default() };
        bounds(&mut measured, &Liar(bound));
        measured.wrong
    };
    assert_eq!(judged(0.125), ["the swap regret is at least 0.25, above the a-priori bound 0.125"]);
    assert_eq!(judged(0.25), Vec::<String>::new());
    assert_eq!(judged(0.375), Vec::<String>::new());
}
