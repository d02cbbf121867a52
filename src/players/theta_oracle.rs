//! The best response: an oracle answers every round (Algorithms 1 and 4). It needs no convexity.
//!
//! **Theorem** (Definition 3 as Lemmas 1 and 11 use it). If the point of round `t` is within `rho_t` of the least loss
//! of that round, `f_t(theta_t) <= inf f_t + rho_t`, then for every `u`
//! `mean_t f_t(theta_t) <= mean_t inf f_t + mean_t rho_t <= mean_t f_t(u) + mean_t rho_t`: the average external
//! regret is at most the mean of the `rho_t`. No step, no horizon and no gradient enters.
//!
//! Our oracles prove the `rho_t` they achieved ([`Minimum::rho`](crate::oracle::Minimum::rho)), so the run proves its
//! own bound; it holds for the losses themselves, with the weights of the round taken as the doubles they are. What
//! an oracle will achieve is not known before it has played, hence there is no a-priori bound.

use super::{Loss, ThetaPlayer, enclosed_weights};
use crate::domain::{AnyDomain, Domain};
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::numerics::directed::{add_up, div_up};
use crate::oracle::{Objective, Oracle};
use crate::problem::{Problem, Workspace};

/// The theta-player that asks an oracle.
pub struct OraclePlayer {
    oracle: Box<dyn Oracle>,
    domain: AnyDomain,
    theta: Vec<f64>,
    weights: Vec<Enclosure>,
    rounds: usize,
    /// The `rho` of the last answer.
    rho: f64,
    /// The sum of the `rho_t`, rounded up.
    total: f64,
}

impl OraclePlayer {
    /// A player at the start.
    pub fn new(oracle: Box<dyn Oracle>, problem: &dyn Problem) -> Self {
        let domain = problem.domain().clone();
        let mut theta = vec![0.0; domain.dim()];
        domain.start(&mut theta);
        let weights = vec![Enclosure::ZERO; problem.num_constraints() + 1];
        Self { oracle, domain, theta, weights, rounds: 0, rho: 0.0, total: 0.0 }
    }

    fn ask(&mut self, loss: &Loss<'_>) -> Result<()> {
        enclosed_weights(loss.weights, &mut self.weights);
        let objective = Objective { problem: loss.problem, side: loss.side, weights: &self.weights };
        // The answer to the last question is the first guess for this one.
        let minimum = self.oracle.minimize(&objective, &mut self.theta)?;
        if minimum.lower_bound.is_nan() {
            return Err(self.refuse("a lower bound that is not a number"));
        }
        if !self.domain.contains(&self.theta) {
            return Err(self.refuse("a point outside the domain"));
        }
        self.rho = minimum.rho();
        Ok(())
    }

    fn refuse(&self, fault: &str) -> Error {
        Error::new(format!("the oracle `{}` returned {fault}", self.oracle.name()))
    }
}

impl ThetaPlayer for OraclePlayer {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.rounds += 1;
        // The same question has the same answer: multipliers often rest where a constraint is slack.
        let asked = self.rounds > 1 && self.weights.iter().zip(loss.weights).all(|(old, new)| old.lo() == *new);
        if !asked {
            self.ask(loss)?;
        }
        self.total = add_up(self.total, self.rho);
        theta.copy_from_slice(&self.theta);
        Ok(())
    }

    fn observe(&mut self, _: &Loss<'_>, _: &[f64], _: &mut Workspace) -> Result<()> {
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn runtime_bound(&self) -> Option<f64> {
        let average = div_up(self.total, self.rounds as f64);
        (self.rounds > 0 && average.is_finite()).then_some(average)
    }
}
