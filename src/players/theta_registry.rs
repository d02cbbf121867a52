//! The theta-players by name, as the command line and the tables know them.

use super::theta_linear::GradientSetting;
use super::{
    AdaGrad, AmsGrad, DualAveraging, Extragradient, FollowTheLeader, Optimistic, OraclePlayer, PNorm, Step,
    Subgradient, ThetaMirror, ThetaPlayer,
};
use crate::domain::AnyDomain;
use crate::error::{Error, Result};
use crate::oracle::Oracle;
use crate::problem::Problem;

/// The names that [`theta_player`] knows.
pub const THETA_PLAYERS: [&str; 12] = [
    "subgradient",
    "subgradient-best",
    "stochastic-subgradient",
    "adagrad",
    "amsgrad",
    "optimistic",
    "extragradient",
    "dual-averaging",
    "ftrl",
    "mirror-p-norm",
    "stochastic-mirror-p-norm",
    "oracle",
];

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
    /// What the player `oracle` asks.
    pub oracle: Option<Box<dyn Oracle>>,
}

/// Why the player of that name does not play on a domain, if it does not.
pub fn theta_player_misfit(name: &str, domain: &AnyDomain) -> Option<String> {
    let mirror = name.ends_with("mirror-p-norm");
    mirror.then(|| PNorm::new(2.0, domain.clone()).err().map(|error| error.to_string())).flatten()
}

/// The player of that name, at the start.
///
/// # Errors
/// If the name is unknown (the message lists the names), the oracle is missing, or a constant makes no sense.
///
/// ```
/// use referee::players::{ThetaSettings, theta_player};
/// use referee::problem::ExpressionProblem;
/// let problem = ExpressionProblem::from_toml("minimize = \"x^2\"\n[variables]\nx = [-1, 1]", "parabola")?;
/// let settings = || ThetaSettings {
///     problem: &problem, horizon: 100, bound_subgradient: 2.0, convex: true, step: None, oracle: None,
/// };
/// assert_eq!(theta_player("adagrad", settings())?.name(), "adagrad");
/// let error = theta_player("adam", settings()).err().unwrap();
/// assert!(error.to_string().starts_with("there is no theta-player `adam`; the names are subgradient, "));
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn theta_player(name: &str, settings: ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> {
    let ThetaSettings { problem, horizon, bound_subgradient, convex, step, oracle } = settings;
    let stochastic = name.starts_with("stochastic");
    let setting =
        GradientSetting { domain: problem.domain(), horizon, gradient_bound: bound_subgradient, convex, stochastic };
    Ok(match name {
        "subgradient" | "stochastic-subgradient" => {
            Box::new(Subgradient::new(step.map_or(Step::Paper, Step::Given), &setting)?)
        }
        "subgradient-best" => Box::new(Subgradient::new(step.map_or(Step::Best, Step::Given), &setting)?),
        "adagrad" => Box::new(AdaGrad::new(step, &setting)?),
        "amsgrad" => Box::new(AmsGrad::new(step, &setting)?),
        "optimistic" => Box::new(Optimistic::new(step, &setting)?),
        "extragradient" => Box::new(Extragradient::new(step, &setting)?),
        "ftrl" => Box::new(FollowTheLeader::new(step, &setting)?),
        "dual-averaging" => Box::new(DualAveraging::new(step, &setting)?),
        "mirror-p-norm" | "stochastic-mirror-p-norm" => Box::new(ThetaMirror::usual(step, &setting)?),
        "oracle" => {
            let oracle = oracle.ok_or_else(|| Error::new("the theta-player `oracle` needs an oracle: name one"))?;
            Box::new(OraclePlayer::new(oracle, problem))
        }
        _ => {
            let names = THETA_PLAYERS.join(", ");
            return Err(Error::new(format!("there is no theta-player `{name}`; the names are {names}")));
        }
    })
}
