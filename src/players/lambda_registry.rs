//! The lambda-players by name.

use super::bounds::{
    self, deviation_norm, gradient_step_best, gradient_step_paper, hedge_copies_step, hedge_step, matrix_step_best,
    matrix_step_paper, optimistic_gradient_step, optimistic_hedge_step,
};
use super::mirror::usual_exponent;
use super::swap_bounds::{additive_matrix_step, stoltz_lugosi_step};
use super::{
    AdaHedge, AdditiveMatrix, BlumMansour, CoinBetting, Deviation, Entropic, Gains, Hedge, InternalRegretMatching,
    LambdaPlayer, MatrixMultiplicative, Mirror as _, MirrorDescent, NuPi, OptimisticGradient, OptimisticHedge, PNorm,
    Plain, PredictiveRegretMatching, ProjectedGradient, RegretMatchingPlus, Slack, StoltzLugosi, TreeSwap,
};
use crate::domain::L1Orthant;
use crate::error::{Error, Result};
use crate::game::Game;

/// The lambda-players of the Lagrangian game; no theorem covers the last.
pub const LAGRANGIAN_PLAYERS: [&str; 9] = [
    "gradient",
    "gradient-best",
    "mirror-entropic",
    "mirror-p-norm",
    "exponentiated-gradient",
    "slack-adahedge",
    "slack-rm-plus",
    "optimistic-gradient",
    "nu-pi",
];

/// The lambda-players of the proxy game; the last two are controls that Theorem 2 does not cover.
pub const PROXY_PLAYERS: [&str; 18] = [
    "matrix",
    "matrix-best",
    "deviation-hedge",
    "deviation-adahedge",
    "deviation-rm-plus",
    "deviation-optimistic-hedge",
    "deviation-predictive-rm-plus",
    "deviation-coin-betting",
    "blum-mansour-hedge",
    "blum-mansour-adahedge",
    "blum-mansour-rm-plus",
    "blum-mansour-optimistic-hedge",
    "tree-swap",
    "internal-regret-matching",
    "stoltz-lugosi",
    "additive-matrix",
    "hedge-control",
    "rm-plus-control",
];

/// The names of the lambda-players of a game.
pub const fn lambda_player_names(game: Game) -> &'static [&'static str] {
    match game {
        Game::Lagrangian => &LAGRANGIAN_PLAYERS,
        Game::ProxyLagrangian => &PROXY_PLAYERS,
    }
}

/// What a lambda-player is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LambdaSettings {
    /// The number of constraints, `m`.
    pub constraints: usize,
    /// The number of rounds to be played, `T`.
    pub horizon: usize,
    /// At least every `|g_i|`.
    pub bound: f64,
    /// At least the Euclidean norm of `(g_1, .., g_m)`.
    pub bound2: f64,
    /// The length of an interval that contains 0 and every `g_i`; `2 bound` if nothing better is known.
    pub range: f64,
    /// The radius `R` of the Lagrangian game; the proxy game has none.
    pub radius: f64,
    /// A step in place of the player's own. The bounds are then those of this step.
    pub step: Option<f64>,
}

impl LambdaSettings {
    fn check(&self) -> Result<()> {
        if self.horizon == 0 {
            return Err(Error::new("a lambda-player needs at least one round"));
        }
        for (what, value) in [("bound", self.bound), ("Euclidean bound", self.bound2), ("range", self.range)] {
            if !(0.0..=f64::MAX).contains(&value) {
                return Err(Error::new(format!(
                    "the {what} of the payoffs is {value}, but it must be finite and not negative"
                )));
            }
        }
        if let Some(step) = self.step
            && !(f64::MIN_POSITIVE..=1.0 / f64::MIN_POSITIVE).contains(&step)
        {
            return Err(Error::new(format!("the step is {step}, but it must be a positive number")));
        }
        Ok(())
    }
}

/// The lambda-player of this name for this game.
///
/// # Errors
/// If there is no such player (the message lists those that there are), a setting is out of range, or a step is given
/// to a player that has none: those of `AdaHedge`, regret matching and coin betting.
///
/// ```
/// use referee::players::{LambdaSettings, lambda_player};
/// use referee::game::Game;
/// let settings =
///     LambdaSettings { constraints: 2, horizon: 100, bound: 1.0, bound2: 1.5, range: 2.0, radius: 10.0, step: None };
/// let paper = lambda_player("matrix", Game::ProxyLagrangian, &settings)?;
/// let ours = lambda_player("deviation-hedge", Game::ProxyLagrangian, &settings)?;
/// assert!(ours.bound() < paper.bound());
/// assert!(lambda_player("gradient", Game::ProxyLagrangian, &settings).is_err()); // it is of the other game
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn lambda_player(name: &str, game: Game, settings: &LambdaSettings) -> Result<Box<dyn LambdaPlayer>> {
    settings.check()?;
    let names = lambda_player_names(game);
    let Some(&name) = names.iter().find(|&&known| known == name) else {
        return Err(Error::new(format!(
            "there is no lambda-player `{name}` for the {game} game; there are {}",
            names.join(", ")
        )));
    };
    let adaptive = ["adahedge", "rm-plus", "coin-betting", "matching"];
    if settings.step.is_some() && adaptive.iter().any(|learner| name.contains(learner)) {
        return Err(Error::new(format!("the lambda-player `{name}` adapts itself, so it takes no step")));
    }
    match game {
        Game::Lagrangian => lagrangian(name, settings),
        Game::ProxyLagrangian => Ok(proxy(name, settings)),
    }
}

fn lagrangian(name: &'static str, settings: &LambdaSettings) -> Result<Box<dyn LambdaPlayer>> {
    let LambdaSettings { constraints, horizon, bound2, radius, .. } = *settings;
    let range = settings.range.min(2.0 * settings.bound);
    if !(0.0..=f64::MAX).contains(&radius) {
        return Err(Error::new(format!("the radius is {radius}, but it must be finite and not negative")));
    }
    let step = |own: f64| settings.step.unwrap_or(own);
    let n = constraints + 1;
    let best = gradient_step_best(radius, bound2, horizon);
    let projected = |step: f64| ProjectedGradient::new(name, constraints, horizon, radius, bound2, step);
    Ok(match name {
        "gradient" => Box::new(projected(step(gradient_step_paper(radius, bound2, horizon)))?),
        "gradient-best" => Box::new(projected(step(best))?),
        "exponentiated-gradient" => {
            let hedge = Hedge::new(n, horizon, range, step(hedge_step(n, horizon, range)));
            Box::new(Slack::new(name, hedge, range, radius))
        }
        "mirror-entropic" => Box::new(Entropic::new(name, constraints, horizon, range, radius, settings.step)),
        "mirror-p-norm" if constraints == 0 => Box::new(Entropic::new(name, 0, horizon, range, radius, None)),
        "mirror-p-norm" => {
            let p = usual_exponent(n);
            let mirror = PNorm::new(p, L1Orthant::new(constraints, radius)?)?;
            let bound = PNorm::dual_bound(p, constraints, settings.bound, bound2);
            let printed = bounds::step(mirror.reach().max(f64::MIN_POSITIVE) / horizon as f64, bound);
            Box::new(MirrorDescent::new(name, mirror, step(printed), horizon, bound))
        }
        "slack-adahedge" => Box::new(Slack::new(name, AdaHedge::new(n, horizon, range), range, radius)),
        "slack-rm-plus" => Box::new(Slack::new(name, RegretMatchingPlus::new(n, horizon, range), range, radius)),
        "optimistic-gradient" => {
            let step = step(optimistic_gradient_step(radius, bound2, horizon));
            Box::new(OptimisticGradient::new(name, constraints, horizon, radius, bound2, step)?)
        }
        _ => Box::new(NuPi::new(name, constraints, radius, step(best), Gains::default())?),
    })
}

fn proxy(name: &'static str, settings: &LambdaSettings) -> Box<dyn LambdaPlayer> {
    let LambdaSettings { constraints, horizon, bound, .. } = *settings;
    let n = constraints + 1;
    let range = settings.range.min(2.0 * bound);
    let step = |own: f64| settings.step.unwrap_or(own);
    let hedge = |step: f64| Hedge::new(n, horizon, range, step);
    let optimistic = |step: f64| OptimisticHedge::new(n, horizon, range, step);
    let adahedge = || AdaHedge::new(n, horizon, range);
    let matching = || RegretMatchingPlus::new(n, horizon, range);
    match name {
        "matrix" => {
            let step = step(matrix_step_paper(n, horizon, bound));
            Box::new(MatrixMultiplicative::new(name, n, horizon, range, step))
        }
        "matrix-best" => {
            let step = step(matrix_step_best(n, horizon, bound));
            Box::new(MatrixMultiplicative::new(name, n, horizon, range, step))
        }
        "deviation-hedge" => Box::new(Deviation::new(name, hedge(step(hedge_step(n, horizon, range))), range)),
        "deviation-adahedge" => Box::new(Deviation::new(name, adahedge(), range)),
        "deviation-rm-plus" => {
            let norm = deviation_norm(constraints, bound);
            Box::new(Deviation::new(name, matching().with_norm(norm), range))
        }
        "deviation-optimistic-hedge" => {
            let step = step(optimistic_hedge_step(n, 1, horizon, range));
            Box::new(Deviation::new(name, optimistic(step), range))
        }
        "deviation-predictive-rm-plus" => {
            let norm = deviation_norm(constraints, bound);
            let matching = PredictiveRegretMatching::new(n, horizon, range).with_norm(norm);
            Box::new(Deviation::new(name, matching, range))
        }
        "deviation-coin-betting" => Box::new(Deviation::new(name, CoinBetting::new(n, horizon, range), range)),
        "blum-mansour-hedge" => {
            let step = step(hedge_copies_step(n, n, horizon, range));
            Box::new(BlumMansour::new(name, n, range, || hedge(step)))
        }
        "blum-mansour-adahedge" => Box::new(BlumMansour::new(name, n, range, adahedge)),
        "blum-mansour-rm-plus" => Box::new(BlumMansour::new(name, n, range, matching)),
        "blum-mansour-optimistic-hedge" => {
            let step = step(optimistic_hedge_step(n, n, horizon, range));
            Box::new(BlumMansour::new(name, n, range, || optimistic(step)))
        }
        "tree-swap" => {
            let hedge = |rounds| Hedge::new(n, rounds, range, step(hedge_step(n, rounds, range)));
            Box::new(TreeSwap::best(name, horizon, range, hedge))
        }
        "internal-regret-matching" => Box::new(InternalRegretMatching::new(name, n, horizon, range)),
        "stoltz-lugosi" => {
            let step = step(stoltz_lugosi_step(n, horizon, range));
            Box::new(StoltzLugosi::new(name, n, horizon, range, step))
        }
        "additive-matrix" => {
            let step = step(additive_matrix_step(n, horizon, range));
            Box::new(AdditiveMatrix::new(name, n, horizon, range, step).expect("n is at least 1"))
        }
        "hedge-control" => Box::new(Plain::new(name, hedge(step(hedge_step(n, horizon, range))))),
        _ => Box::new(Plain::new(name, matching())),
    }
}
