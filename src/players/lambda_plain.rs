//! Negative controls: learners of external regret alone, in the proxy game.
//!
//! Theorem 2 needs swap regret, or at least the deviations of [`Deviation`](super::Deviation). External regret is not
//! enough: there are payoffs on which Hedge, or regret matching, has vanishing external regret and deviation regret of
//! constant average size (the adversaries `trap` and `rmtrap` of the test kit). These players exist so that checks can be
//! seen to fail.

use super::external::ExternalPlayer;
use super::{LambdaPlayer, RegretKind};

/// A learner that plays the proxy game with no more than external regret.
pub struct Plain<E> {
    name: &'static str,
    base: E,
}

impl<E: ExternalPlayer> Plain<E> {
    /// The learner itself, as a lambda-player.
    pub fn new(name: &'static str, base: E) -> Self {
        Self { name, base }
    }
}

impl<E: ExternalPlayer> LambdaPlayer for Plain<E> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn regret(&self) -> RegretKind {
        RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.base.play(lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.base.observe(payoff);
    }

    fn bound(&self) -> Option<f64> {
        self.base.bound()
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.base.runtime_bound()
    }
}
