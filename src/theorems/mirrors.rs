//! What a mirror changes in the claims of Theorems 6 and 7: the reach `B_Psi`, and the norms.
//!
//! Theorem 6 in the Lagrangian game has `P = 2 B sqrt(B_Psi / T)` and `Z(S) = B_Psi / (eta T) + (eta / 2) S`, with payoffs
//! in the dual norm of the lambda-player's mirror. Theorem 7's theta-player with a p-norm mirror has
//! `sqrt(2 B_Psi) = D / sqrt(p - 1)` where the Euclidean one has `D`, and its rates are linear in that.

use super::rates::RateStatement;
use crate::arena::{Match, Setup};
use crate::certificate::GivenRate;
use crate::game::MirrorKind;
use crate::numerics::{Enclosure, ExactInterval, Number as _, irrational};
use crate::players::{PNorm, formulas, theta_player_misfit};

/// The mirror of Theorem 6's lambda-player.
pub(super) fn of_lambda(statement: RateStatement, rate: &GivenRate) -> Option<MirrorKind> {
    rate.mirror.filter(|_| statement == RateStatement::Theorem6)
}

/// The rate of the lambda-player as printed, on multipliers of sum at most `radius`.
pub(super) fn paper(mirror: Option<MirrorKind>, radius: f64, actions: u64, bound: f64, rounds: u64) -> Enclosure {
    let Some(mirror) = mirror else { return formulas::gradient_paper(radius, bound, rounds) };
    formulas::mirror::reach_paper(&formulas::mirror::reach(mirror, radius, actions), bound, rounds)
}

/// Its rate at any step.
pub(super) fn of_step(
    mirror: Option<MirrorKind>,
    (radius, actions): (f64, u64),
    squares: ExactInterval,
    rounds: u64,
    eta: f64,
) -> Enclosure {
    let Some(mirror) = mirror else { return formulas::gradient_step(radius, squares, rounds, eta) };
    let reach = formulas::mirror::reach(mirror, radius, actions);
    let rate = formulas::mirror::reach_step(&reach, squares, rounds, eta);
    // A logarithm is enclosed by everybody in his own way.
    if mirror == MirrorKind::Entropic { super::rates::roomy(rate) } else { rate }
}

/// `1 / sqrt(p - 1)`: what a mirror of the theta-player multiplies the radius of the domain by.
pub(super) fn stretch(rate: &GivenRate) -> ExactInterval {
    let curvature = rate.mirror.map_or(1.0, MirrorKind::curvature);
    let root = irrational::root(&ExactInterval::double(curvature));
    ExactInterval::double(1.0).over(root).expect("p is above 1")
}

/// The same for a rate, which is linear in the radius.
pub(super) fn stretched(rate: &GivenRate, of_radius: Enclosure) -> Enclosure {
    if rate.mirror.is_none_or(|mirror| mirror.curvature() == 1.0) {
        return of_radius;
    }
    of_radius * stretch(rate).enclosure()
}

/// What the players of a run say of their mirror, and the constants that are in its norms.
pub(super) fn told(statement: RateStatement, players: &Match<'_>, setup: &Setup<'_>, rate: &mut GivenRate) {
    rate.mirror = match statement {
        RateStatement::Theorem6 => players.lambda_player.mirror(),
        RateStatement::Theorem7 => players.theta_player.mirror(),
        _ => None,
    };
    let (constraints, bounds) = (setup.problem.num_constraints(), setup.constants);
    match (statement, rate.mirror) {
        (RateStatement::Theorem6, Some(MirrorKind::Entropic)) => rate.payoff_bound = bounds.bound_constraints,
        (RateStatement::Theorem6, Some(MirrorKind::PNorm(p))) => {
            rate.payoff_bound = PNorm::dual_bound(p, constraints, bounds.bound_constraints, bounds.bound_payoff_2);
        }
        (RateStatement::Theorem7, Some(MirrorKind::PNorm(p))) => {
            rate.domain_radius = Some(PNorm::radius(p, setup.problem.domain()));
        }
        _ => {}
    }
}

/// The statement about a run whose players have a mirror that is not the Euclidean one: Theorem 7 where only probabilities
/// are promised, else Theorem 6; `None` if no player has one, or the theta-player's noise leaves nothing to say.
pub fn of_mirrors(players: &Match<'_>) -> Option<RateStatement> {
    match (players.theta_player.mirror(), players.lambda_player.mirror()) {
        (Some(_), _) if players.stochastic => Some(RateStatement::Theorem7),
        (_, Some(_)) if !players.stochastic => Some(RateStatement::Theorem6),
        _ => None,
    }
}

/// The lambda-player of Theorem 6 in a run, the entropic mirror where the number of constraints is even and that of a p-norm
/// where it is odd, so that many runs see both; and the theta-player of Theorem 7, on domains that have a mirror.
pub(super) fn seat<'a>(statement: RateStatement, setup: Setup<'a>) -> Setup<'a> {
    const STOCHASTIC: &str = "stochastic-mirror-p-norm";
    let problem = setup.problem;
    let entropic = problem.num_constraints() % 2 == 0;
    match statement {
        RateStatement::Theorem6 if entropic => Setup { lambda_player: Some("mirror-entropic"), ..setup },
        RateStatement::Theorem6 => Setup { lambda_player: Some("mirror-p-norm"), ..setup },
        RateStatement::Theorem7 if theta_player_misfit(STOCHASTIC, problem.domain()).is_none() => {
            Setup { theta_player: Some(STOCHASTIC), ..setup }
        }
        _ => setup,
    }
}
