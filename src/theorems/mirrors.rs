//! What a mirror changes in the claims of Theorems 6 and 7: the reach `B_Psi`, and the norms.
//!
//! Theorem 6 in the Lagrangian game has `P = 2 B sqrt(B_Psi / T)` and `Z(S) = B_Psi / (eta T) + (eta / 2) S`, with payoffs
//! in the dual norm of the lambda-player's mirror. Theorem 7's theta-player with a p-norm mirror has
//! `sqrt(2 B_Psi) = D / sqrt(p - 1)` where the Euclidean one has `D`, and its rates are linear in that.

use super::statement::{Regret, Statement};
use crate::arena::{Match, Setup};
use crate::certificate::GivenRate;
use crate::game::MirrorKind;
use crate::numerics::{Enclosure, ExactInterval, Number as _, irrational};
use crate::players::{PNorm, formulas};

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
    if mirror == MirrorKind::Entropic { super::rate::roomy(rate) } else { rate }
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

/// The mirror that a statement speaks of, as the players of a run have it; `None` for the Euclidean one.
pub(super) fn of(statement: &dyn Statement, players: &Match<'_>) -> Option<MirrorKind> {
    match statement.mirror()? {
        Regret::Lambda => players.lambda_player.mirror(),
        Regret::Theta | Regret::Both => players.theta_player.mirror(),
    }
}

/// What the players of a run say of their mirror, and the constants that are in its norms.
pub(super) fn told(statement: &dyn Statement, players: &Match<'_>, setup: &Setup<'_>, rate: &mut GivenRate) {
    rate.mirror = of(statement, players);
    let (constraints, bounds) = (setup.problem.num_constraints(), setup.constants);
    match (statement.mirror(), rate.mirror) {
        (Some(Regret::Lambda), Some(MirrorKind::Entropic)) => rate.payoff_bound = bounds.bound_constraints,
        (Some(Regret::Lambda), Some(MirrorKind::PNorm(p))) => {
            rate.payoff_bound = PNorm::dual_bound(p, constraints, bounds.bound_constraints, bounds.bound_payoff_2);
        }
        (Some(Regret::Theta), Some(MirrorKind::PNorm(p))) => {
            rate.domain_radius = Some(PNorm::radius(p, setup.problem.domain()));
        }
        _ => {}
    }
}
