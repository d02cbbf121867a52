//! Our theta-players, each with its name and what it needs.

use super::theta_linear::GradientSetting;
use super::{
    AdaGrad, AmsGrad, DualAveraging, Extragradient, FollowTheLeader, Optimistic, OraclePlayer, PNorm, Sight, Step,
    Subgradient, ThetaMirror, ThetaPlayer,
};
use crate::domain::AnyDomain;
use crate::error::{Error, Result};
use crate::oracle::Oracle;
use crate::problem::Problem;
use std::sync::Arc;

/// What a theta-player may need; each takes its own share.
pub struct ThetaSettings<'a> {
    /// The problem that will be played.
    pub problem: &'a dyn Problem,
    /// The number of rounds to come.
    pub horizon: usize,
    /// A bound on the Euclidean norm of every subgradient of the theta-player's loss.
    pub bound_subgradient: f64,
    /// Whether that loss is convex in every round.
    pub convex: bool,
    /// A step in place of the player's own.
    pub step: Option<f64>,
    /// What a player asks that asks an oracle.
    pub oracle: Option<Box<dyn Oracle>>,
}

type Make = Arc<dyn Fn(ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> + Send + Sync>;

/// A theta-player in a registry.
#[derive(Clone)]
pub struct ThetaEntry {
    /// Its name, for tables and for the command line.
    pub name: &'static str,
    /// What it looks at.
    pub sight: Sight,
    /// What it is, in one line.
    pub about: &'static str,
    /// A priori, what its average regret per round is at most in exact arithmetic, for people: `1.5 R B2 / sqrt(2 T)`; empty
    /// if it says nothing of that. The symbols are those of the list of players.
    pub bound: &'static str,
    /// What a round costs, for people: `O(m)`; empty if it says nothing of that.
    pub cost: &'static str,
    misfit: fn(&AnyDomain) -> Option<String>,
    make: Make,
}

impl ThetaEntry {
    /// A player.
    pub fn new(
        name: &'static str,
        sight: Sight,
        about: &'static str,
        make: impl Fn(ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> + Send + Sync + 'static,
    ) -> Self {
        Self { name, sight, about, bound: "", cost: "", misfit: |_| None, make: Arc::new(make) }
    }

    /// The same, with what it promises and what a round costs.
    #[must_use]
    pub fn promising(self, bound: &'static str, cost: &'static str) -> Self {
        Self { bound, cost, ..self }
    }

    /// The same for a player that not every domain is for: `misfit` says why it does not play on one.
    #[must_use]
    pub fn with_misfit(self, misfit: fn(&AnyDomain) -> Option<String>) -> Self {
        Self { misfit, ..self }
    }

    /// Why the player does not play on a domain, if it does not.
    pub fn misfit(&self, domain: &AnyDomain) -> Option<String> {
        (self.misfit)(domain)
    }

    /// The player at the start.
    ///
    /// # Errors
    /// If the oracle is missing, or a constant makes no sense.
    pub fn make(&self, settings: ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> {
        (self.make)(settings)
    }
}

/// A gradient player of ours, from a step in place of its own.
type Gradient = fn(Option<f64>, &GradientSetting<'_>) -> Result<Box<dyn ThetaPlayer>>;

fn gradient(name: &'static str, sight: Sight, about: &'static str, make: Gradient) -> ThetaEntry {
    ThetaEntry::new(name, sight, about, move |settings| {
        let ThetaSettings { problem, horizon, bound_subgradient, convex, step, .. } = settings;
        let (domain, stochastic) = (problem.domain(), sight == Sight::Stochastic);
        make(step, &GradientSetting { domain, horizon, gradient_bound: bound_subgradient, convex, stochastic })
    })
}

fn subgradient(own: Step, step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Box<dyn ThetaPlayer>> {
    Ok(Box::new(Subgradient::new(step.map_or(own, Step::Given), setting)?))
}

fn mirror(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Box<dyn ThetaPlayer>> {
    Ok(Box::new(ThetaMirror::usual(step, setting)?))
}

fn no_mirror(domain: &AnyDomain) -> Option<String> {
    PNorm::new(2.0, domain.clone()).err().map(|error| error.to_string())
}

/// Ours, in the order of the tables.
pub(crate) fn theta_players() -> Vec<ThetaEntry> {
    let exact = |name, about, make| gradient(name, Sight::Slopes, about, make);
    vec![
        exact("subgradient", "projected subgradients with the paper's step", |step, setting| {
            subgradient(Step::Paper, step, setting)
        })
        .promising("1.5 D G / sqrt(2 T)", "O(d)"),
        exact("subgradient-best", "the same with the step that makes its bound least", |step, setting| {
            subgradient(Step::Best, step, setting)
        })
        .promising("D G / sqrt(T)", "O(d)"),
        gradient(
            "stochastic-subgradient",
            Sight::Stochastic,
            "projected stochastic subgradients (Algorithms 2 and 3)",
            |step, setting| subgradient(Step::Paper, step, setting),
        )
        .promising("only with a probability", "O(d)"),
        exact("adagrad", "a step for each coordinate, from its past", |step, setting| {
            Ok(Box::new(AdaGrad::new(step, setting)?))
        })
        .promising("w G sqrt(2 d / T) on boxes", "O(d)"),
        exact("amsgrad", "Adam with steps that never grow", |step, setting| Ok(Box::new(AmsGrad::new(step, setting)?)))
            .promising("w G (sqrt(380 d sqrt(d) / T) + 9 sqrt(d) / T) on boxes", "O(d)"),
        exact("optimistic", "subgradients, expecting the last one again", |step, setting| {
            Ok(Box::new(Optimistic::new(step, setting)?))
        })
        .promising("2 D G / sqrt(T)", "O(d)"),
        exact("extragradient", "two subgradients per round, the second at a point ahead", |step, setting| {
            Ok(Box::new(Extragradient::new(step, setting)?))
        })
        .promising("2 D G / sqrt(T)", "O(d), two slopes"),
        exact("dual-averaging", "the projected sum of all subgradients, with falling steps", |step, setting| {
            Ok(Box::new(DualAveraging::new(step, setting)?))
        })
        .promising("D G sqrt(2 / T)", "O(d)"),
        exact("ftrl", "follow the regularised leader", |step, setting| {
            Ok(Box::new(FollowTheLeader::new(step, setting)?))
        })
        .promising("D G / sqrt(T)", "O(d)"),
        exact("mirror-p-norm", "mirror descent with the square of a p-norm as its mirror, on boxes", mirror)
            .promising("1.5 Dp Gq / sqrt(2 (p - 1) T)", "O(d)")
            .with_misfit(no_mirror),
        gradient(
            "stochastic-mirror-p-norm",
            Sight::Stochastic,
            "the same with stochastic subgradients (Theorem 7)",
            mirror,
        )
        .promising("only with a probability", "O(d)")
        .with_misfit(no_mirror),
        ThetaEntry::new("oracle", Sight::Loss, "the best answer to the multipliers (Algorithms 1 and 4)", |settings| {
            let ThetaSettings { problem, oracle, .. } = settings;
            let oracle = oracle.ok_or_else(|| Error::new("the theta-player `oracle` needs an oracle: name one"))?;
            Ok(Box::new(OraclePlayer::new(oracle, problem)))
        })
        .promising("the mean error of its answers", "a call of the oracle"),
    ]
}
