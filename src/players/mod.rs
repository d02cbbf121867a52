//! The players: how `theta` and `lambda` are chosen, round by round.
//!
//! A player sees its own past only. Each names the kind of regret it keeps small ([`RegretKind`]), the a-priori bound
//! that a theorem gives it, and, where one exists, the bound that its own run proves: the same theorem with the data
//! of the run in place of worst cases, computed as it plays. Bounds are averages per round and are rounded up.

pub mod adahedge;
pub mod bounds;
pub mod coin_betting;
pub mod external;
pub mod formulas;
pub mod hedge;
pub mod internal_regrets;
pub mod lambda_additive_matrix;
pub mod lambda_blum_mansour;
pub mod lambda_deviation;
pub mod lambda_gradient;
pub mod lambda_internal_matching;
pub mod lambda_matrix;
pub mod lambda_nu_pi;
pub mod lambda_optimistic_gradient;
pub mod lambda_plain;
pub mod lambda_registry;
pub mod lambda_slack;
pub mod lambda_stoltz_lugosi;
pub mod lambda_tree_swap;
pub mod mirror;
pub mod optimistic_hedge;
pub mod predictive_regret_matching;
pub mod regret_matching;
pub mod softmax;
pub mod swap_bounds;
mod tally;
pub mod theta_adagrad;
pub mod theta_amsgrad;
pub mod theta_bounds;
pub mod theta_dual_averaging;
pub mod theta_extragradient;
pub mod theta_ftrl;
pub mod theta_lazy;
pub mod theta_linear;
pub mod theta_optimistic;
pub mod theta_oracle;
pub mod theta_registry;
pub mod theta_subgradient;

pub use adahedge::AdaHedge;
pub use coin_betting::CoinBetting;
pub use external::{ExternalPlayer, Restart};
pub use hedge::Hedge;
pub use lambda_additive_matrix::AdditiveMatrix;
pub use lambda_blum_mansour::BlumMansour;
pub use lambda_deviation::Deviation;
pub use lambda_gradient::ProjectedGradient;
pub use lambda_internal_matching::InternalRegretMatching;
pub use lambda_matrix::MatrixMultiplicative;
#[cfg(feature = "data")]
pub(crate) use lambda_matrix::MatrixRule;
pub use lambda_nu_pi::{Gains, NuPi};
pub use lambda_optimistic_gradient::OptimisticGradient;
pub use lambda_plain::Plain;
pub use lambda_registry::{LambdaEntry, LambdaSettings};
pub use lambda_slack::Slack;
pub use lambda_stoltz_lugosi::StoltzLugosi;
pub use lambda_tree_swap::TreeSwap;
pub use mirror::{Entropic, Mirror, MirrorDescent, PNorm, ThetaMirror};
pub use optimistic_hedge::OptimisticHedge;
pub use predictive_regret_matching::PredictiveRegretMatching;
pub use regret_matching::RegretMatchingPlus;
pub use theta_adagrad::AdaGrad;
#[cfg(feature = "data")]
pub(crate) use theta_adagrad::adagrad_move;
pub use theta_amsgrad::AmsGrad;
pub use theta_dual_averaging::DualAveraging;
pub use theta_extragradient::Extragradient;
pub use theta_ftrl::FollowTheLeader;
pub use theta_linear::{GradientSetting, LinearLosses};
pub use theta_optimistic::Optimistic;
pub use theta_oracle::OraclePlayer;
pub use theta_registry::{ThetaEntry, ThetaSettings};
pub use theta_subgradient::{Step, Subgradient};

use crate::error::Result;
use crate::game::{MirrorKind, Side};
use crate::numerics::Enclosure;
use crate::problem::{Problem, Workspace};

/// Which deviations a player's regret compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegretKind {
    /// Every fixed action: the regret of Theorem 1, and of the theta-player in Theorem 2.
    External,
    /// Every left-stochastic matrix applied to the player's own choices: the regret of Theorem 2.
    Swap,
    /// The `m + 1` deviations that Theorem 2 really uses: "everything to the objective" and, for each constraint,
    /// "what went to the objective goes to it". A bound on swap regret bounds it; a bound on it does not bound swap
    /// regret.
    Deviation,
}

impl RegretKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::External => "external",
            Self::Swap => "swap",
            Self::Deviation => "deviation",
        }
    }
}

/// The lambda-player: chooses multipliers, then sees the payoff of each coordinate.
pub trait LambdaPlayer: Send {
    /// A short name, for tables and for the command line.
    fn name(&self) -> &'static str;

    /// The regret that its bounds speak of.
    fn regret(&self) -> RegretKind;

    /// Writes this round's multipliers: an exact member of the game's set.
    fn play(&mut self, lambda: &mut [f64]);

    /// Takes the payoff of the multipliers just played: the gradient of `L_lambda`, exact or stochastic.
    fn observe(&mut self, payoff: &[f64]);

    /// The average regret after the horizon that a theorem promises; `None` if no theorem covers this player.
    fn bound(&self) -> Option<f64>;

    /// The average regret, of the kind it names, that the rounds so far prove; `None` if there is no such bound or
    /// nothing has been played.
    fn runtime_bound(&self) -> Option<f64> {
        None
    }

    /// The fixed step it plays with, if it has one; `None` where there is nothing to choose.
    fn step(&self) -> Option<f64> {
        None
    }

    /// The mirror of its descent, if it is one that Theorem 6 covers and not the Euclidean one.
    fn mirror(&self) -> Option<MirrorKind> {
        None
    }

    /// What rounding may have added to the average regret of the rounds so far, beside the bound that exact arithmetic
    /// has at its step; rounded up. `None` if the player keeps no such account, or nothing has been played.
    fn rounding(&self) -> Option<f64> {
        None
    }
}

/// The theta-player's loss of one round: `<weights, (g_0, h)>`.
#[derive(Clone, Copy)]
pub struct Loss<'a> {
    /// Whose functions.
    pub problem: &'a dyn Problem,
    /// The constraints or their proxies.
    pub side: Side,
    /// The weights that the multipliers give to `(g_0, h_1, .., h_m)`.
    pub weights: &'a [f64],
    /// This round's randomness, shared by both players.
    pub sample: u64,
}

/// What a theta-player sees of a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Subgradients at its own points.
    Slopes,
    /// Stochastic ones; then the lambda-player sees stochastic values too.
    Stochastic,
    /// The whole loss, before it chooses: it asks an oracle.
    Loss,
}

/// The theta-player: chooses a point of the domain.
pub trait ThetaPlayer: Send {
    /// A short name, for tables and for the command line.
    fn name(&self) -> &'static str;

    /// Writes this round's point, an exact member of the domain. Only an oracle may look at the loss of the round.
    ///
    /// # Errors
    /// If an oracle fails, or a function is undefined.
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()>;

    /// Learns from the loss at the point just played.
    ///
    /// # Errors
    /// If a function is undefined or a subgradient leaves the finite range.
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()>;

    /// The average external regret after the horizon that a theorem promises; `None` if no theorem covers this
    /// player on this problem (a gradient player on a function that is not convex, say).
    ///
    /// A gradient player adds what rounding has cost so far: before the first round this is the theorem's number,
    /// after the last it holds for the points that were really played.
    fn bound(&self) -> Option<f64>;

    /// An upper bound on the average external regret of the rounds so far that the run itself proves, if the player
    /// has one.
    ///
    /// That of an oracle rests on enclosures alone. That of a gradient player is [`ThetaPlayer::linear_bound`], for
    /// losses that it was told are convex; it takes the subgradients, which are doubles, at their word.
    fn runtime_bound(&self) -> Option<f64> {
        self.linear_bound().filter(|_| self.linear_losses().is_some_and(LinearLosses::covers_the_losses))
    }

    /// What a gradient player was told so far; `None` for a player of another kind.
    fn linear_losses(&self) -> Option<&LinearLosses> {
        None
    }

    /// An upper bound on the average regret of the linear losses `<s_t, .>`, where `s_t` are the doubles that a
    /// gradient player was told (stochastic ones, if it asked for those), from the steps that it made.
    fn linear_bound(&self) -> Option<f64> {
        None
    }

    /// The average regret of the same linear losses as it is: `(1/T) (sum <s_t, theta_t> + sup_u <-sum s_t, u>)`.
    /// It is never above [`ThetaPlayer::linear_bound`].
    fn linearised_regret(&self) -> Option<Enclosure> {
        self.linear_losses()?.regret()
    }

    /// The fixed step it plays with, if it has one.
    fn step(&self) -> Option<f64> {
        None
    }

    /// The mirror of its descent, if it is one that Theorem 7 covers and not the Euclidean one.
    fn mirror(&self) -> Option<MirrorKind> {
        None
    }

    /// What rounding may have added to the average regret of the linear losses so far, beside the bound that exact
    /// arithmetic has at its step; rounded up. `None` if the player keeps no such account, or nothing has been played.
    fn rounding(&self) -> Option<f64> {
        None
    }

    /// The largest Euclidean norm of a subgradient so far, rounded up: a-priori bounds assume that it is at most the
    /// bound on subgradients that the player was given.
    fn largest_subgradient(&self) -> Option<f64> {
        self.linear_losses().map(LinearLosses::largest)
    }
}

/// Point enclosures of weights in doubles.
pub fn enclosed_weights(weights: &[f64], out: &mut [Enclosure]) {
    for (enclosure, &weight) in out.iter_mut().zip(weights) {
        *enclosure = Enclosure::point(weight);
    }
}
