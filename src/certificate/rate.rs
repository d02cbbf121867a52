//! The constants of a rate: what a statement that promises a regret before play was told.

use crate::error::{Error, Result};
use crate::game::MirrorKind;

/// The constants of a rate. Which of them a statement takes, and must have, is the statement's business.
///
/// ```
/// use referee::certificate::GivenRate;
/// let rate = GivenRate { step: Some(0.0), ..GivenRate::new(1.0) };
/// assert_eq!(rate.check().unwrap_err().to_string(), "the step is 0, but it must be positive");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GivenRate {
    /// `B`: the payoffs are at most this, in the Euclidean norm (Lagrangian game) or each of them (proxy game).
    pub payoff_bound: f64,
    /// `eta`: the step of the lambda-player.
    pub step: Option<f64>,
    /// `c`: what the rounding of the players added to the regrets, by their own account. No trace shows it, so claims
    /// with it are declared; above 2^-20 of the rate it is no longer the rate.
    pub rounding: f64,
    /// `rho`: the mean error of the theta-player's oracle, with that of the lower bound at the mean multipliers.
    pub oracle_error: Option<f64>,
    /// `D`: the largest Euclidean norm in the domain.
    pub domain_radius: Option<f64>,
    /// `F`: a bound on the Euclidean norm of every stochastic subgradient.
    pub subgradient_bound: Option<f64>,
    /// The largest norm of a subgradient in the run, if it was recorded.
    pub largest_subgradient: Option<f64>,
    /// `xi`: the step of the theta-player, where it follows subgradients.
    pub theta_step: Option<f64>,
    /// `delta`: the probability with which the statement may fail.
    pub confidence: Option<f64>,
    /// `Psi`: the mirror of Theorem 6's lambda-player or Theorem 7's theta-player; the Euclidean one if absent. Bounds and
    /// norms of what it sees are then in its dual norm.
    pub mirror: Option<MirrorKind>,
}

impl GivenRate {
    /// A bound on the payoffs, and nothing else.
    pub fn new(payoff_bound: f64) -> Self {
        Self { payoff_bound, ..Self::default() }
    }

    /// The constants by their names in files, in the order of the fields.
    pub fn fields(&self) -> [(&'static str, Option<f64>); 9] {
        [
            ("payoff_bound", Some(self.payoff_bound)),
            ("step", self.step),
            ("rounding", (self.rounding != 0.0).then_some(self.rounding)),
            ("oracle_error", self.oracle_error),
            ("domain_radius", self.domain_radius),
            ("subgradient_bound", self.subgradient_bound),
            ("largest_subgradient", self.largest_subgradient),
            ("theta_step", self.theta_step),
            ("confidence", self.confidence),
        ]
    }

    /// Refuses numbers that cannot be what they are given as.
    ///
    /// # Errors
    /// If a number is not finite or negative, a step is 0, or the confidence is not in `(0, 1]`.
    pub fn check(&self) -> Result<()> {
        for (name, value) in self.fields() {
            let Some(x) = value else { continue };
            let must = match name {
                _ if !x.is_finite() => "be a finite number",
                "step" | "theta_step" if x <= 0.0 => "be positive",
                "confidence" if x <= 0.0 || x > 1.0 => "be above 0 and at most 1",
                _ if x < 0.0 => "not be negative",
                _ => continue,
            };
            return Err(Error::new(format!("the {} is {x}, but it must {must}", name.replace('_', " "))));
        }
        Ok(())
    }
}
