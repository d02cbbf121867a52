//! Mirror descent as a lambda-player of the Lagrangian game.

use super::super::{LambdaPlayer, RegretKind};
use super::{Mirror, MirrorDescent};
use crate::game::MirrorKind;

impl<M: Mirror> MirrorDescent<M> {
    /// Whether the set is one point, which leaves nothing to choose and nothing to regret.
    fn is_idle(&self) -> bool {
        self.mirror.set().radius() == 0.0
    }
}

impl<M: Mirror> LambdaPlayer for MirrorDescent<M> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        lambda.copy_from_slice(&self.x);
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.advance(1.0, payoff);
    }

    fn bound(&self) -> Option<f64> {
        Some(if self.is_idle() { 0.0 } else { self.promise() })
    }

    fn runtime_bound(&self) -> Option<f64> {
        if self.is_idle() { (self.gaps.terms() > 0).then_some(0.0) } else { self.proved() }
    }

    fn step(&self) -> Option<f64> {
        (!self.is_idle()).then_some(self.step)
    }

    fn mirror(&self) -> Option<MirrorKind> {
        Some(self.mirror.kind())
    }

    fn rounding(&self) -> Option<f64> {
        if self.is_idle() { (self.gaps.terms() > 0).then_some(0.0) } else { self.price() }
    }
}
