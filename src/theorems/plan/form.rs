//! One form of a statement: who plays, at which steps, and what is promised after `T` rounds.

use super::steps::Rule;
use crate::numerics::Enclosure;

/// What a form says, where several say the same.
pub(crate) mod says {
    pub(crate) const PAPER: &str = "as printed";
    pub(crate) const PAPER_GAP: &str = "as printed; true, though its proof has a gap";
    pub(crate) const PAPER_FIXED: &str = "as printed: comparators named before play";
    pub(crate) const TIGHT: &str = "what the same proof gives at the same step";
    pub(crate) const BEST: &str = "the same proof at the step that makes it smallest";
    pub(crate) const REPAIRED: &str = "every comparator at once, also one chosen after the draws";
    pub(crate) const FIXED: &str = "comparators named before play, with a sharper constant";
    pub(crate) const END_TO_END: &str = "only the comparators that the conclusions need, named before play";
    pub(crate) const ANYTIME: &str = "dual averaging: no horizon, for every T at once; the step is that of round T";
    pub(crate) const DEVIATIONS: &str =
        "Hedge over the m + 1 deviations that Theorem 2 uses; swap regret is not bounded";
}

/// Constants that statements about the lambda-player take, by the name of their flag.
pub(crate) const PAYOFFS: &[&str] = &["constraints", "payoff-bound", "payoff-norm", "payoff-range"];

/// Those that a conclusion about the problem rests on besides.
pub(crate) const MARGIN: &[&str] = &["margin", "objective-range"];

/// Diameter over radius of a ball.
pub(crate) fn of_a_ball() -> Enclosure {
    Enclosure::point(2.0)
}

/// What a statement promises, and so what can be asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The regret of one player.
    Regret,
    /// `epsilon` of Theorem 1: the sum of both players' regrets.
    Lagrangian,
    /// `epsilon_theta` and `epsilon_lambda` of Theorem 2.
    Proxy,
}

/// A rate: the average regret after so many rounds, as an enclosure of the exact formula.
pub(super) type Rate = Box<dyn Fn(u64) -> Enclosure + Send + Sync>;

/// A step size after so many rounds; `None` where any will do.
pub(super) type StepRule = Box<dyn Fn(u64) -> Option<f64> + Send + Sync>;

/// One form of a statement.
pub struct Form {
    /// Its name in tables.
    pub name: &'static str,
    /// What it promises, and against whom.
    pub says: &'static str,
    /// The theta-player of `referee solve` that it is about, if it is about one.
    pub theta_player: Option<&'static str>,
    /// The lambda-player, likewise.
    pub lambda_player: Option<&'static str>,
    /// Whether the comparators may be chosen after play, as the paper's proof of feasibility in Theorem 1 does.
    pub uniform: bool,
    pub(super) theta: Option<Rate>,
    pub(super) lambda: Option<Rate>,
    pub(super) theta_step: Option<StepRule>,
    pub(super) lambda_step: Option<StepRule>,
    /// What the regrets tend to: the oracle's error.
    pub(super) limit: f64,
}

impl Form {
    pub(crate) fn new(name: &'static str, says: &'static str) -> Self {
        Self {
            name,
            says,
            theta_player: None,
            lambda_player: None,
            uniform: true,
            theta: None,
            lambda: None,
            theta_step: None,
            lambda_step: None,
            limit: 0.0,
        }
    }

    pub(crate) fn fixed(mut self) -> Self {
        self.uniform = false;
        self
    }

    /// A theta-player with this rate.
    pub(crate) fn theta(
        mut self,
        player: impl Into<Option<&'static str>>,
        rate: impl Fn(u64) -> Enclosure + Send + Sync + 'static,
        step: impl Rule,
    ) -> Self {
        self.theta_player = player.into();
        self.theta = Some(Box::new(rate));
        self.theta_step = Some(Box::new(step));
        self
    }

    /// An oracle with this error.
    pub(crate) fn oracle(mut self, rho: f64) -> Self {
        self.theta_player = Some("oracle");
        self.theta = Some(Box::new(move |_| Enclosure::point(rho)));
        self.limit = rho;
        self
    }

    /// A lambda-player with this rate.
    pub(crate) fn lambda(
        mut self,
        player: impl Into<Option<&'static str>>,
        rate: impl Fn(u64) -> Enclosure + Send + Sync + 'static,
        step: impl Rule,
    ) -> Self {
        self.lambda_player = player.into();
        self.lambda = Some(Box::new(rate));
        self.lambda_step = Some(Box::new(step));
        self
    }

    /// The theta-player's average regret after `rounds` rounds; `None` if the form is about the other player only.
    ///
    /// # Panics
    /// If `rounds` is 0, as for the other two.
    pub fn theta_regret(&self, rounds: u64) -> Option<Enclosure> {
        self.theta.as_ref().map(|rate| rate(rounds))
    }

    /// The lambda-player's, likewise.
    pub fn lambda_regret(&self, rounds: u64) -> Option<Enclosure> {
        self.lambda.as_ref().map(|rate| rate(rounds))
    }

    /// The sum of both: `epsilon` in the Lagrangian game.
    pub fn epsilon(&self, rounds: u64) -> Enclosure {
        let both = [self.theta_regret(rounds), self.lambda_regret(rounds)];
        both.into_iter().flatten().reduce(|sum, regret| sum + regret).unwrap_or(Enclosure::ZERO)
    }

    /// The steps for `rounds` rounds, by the name of their symbol: doubles near the formulas. `None` where any step
    /// will do, as the player has one choice only or nothing to lose.
    pub fn steps(&self, rounds: u64) -> Vec<(&'static str, Option<f64>)> {
        let steps = [("eta_theta", &self.theta_step), ("eta_lambda", &self.lambda_step)];
        steps.into_iter().filter_map(|(name, rule)| Some((name, rule.as_ref()?(rounds)))).collect()
    }
}
