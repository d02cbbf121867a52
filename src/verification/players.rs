//! What runs and adversaries say about the players: the regret that was measured against the regret that was promised.

use super::case::Depth;
use crate::adversary::{AdversaryEntry, RM_TRAP, TRAP};
use crate::arena::{Contest, Match, Record};
use crate::certificate::Certificate;
use crate::error::Result;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;
use crate::players::{LambdaEntry, RegretKind, Sight, formulas};
use crate::registry::Registry;
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// One player in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerFinding {
    /// The player.
    pub name: &'static str,
    /// What its bounds speak of; `theta` for theta-players.
    pub class: &'static str,
    /// Measured over promised, before play; `None` if nothing is promised.
    pub ratio: Option<f64>,
    /// Measured over proved by the run itself.
    pub runtime_ratio: Option<f64>,
    /// Whether it is a control that failed where it must.
    pub control_failed: Option<bool>,
    /// A bound that the player certainly broke, in a sentence.
    pub wrong: Vec<String>,
}

/// Both players of a match that was played and certified.
pub(super) fn of_match(players: &Match<'_>, certificate: &Certificate) -> Vec<PlayerFinding> {
    let mut found = Vec::new();
    let theta = &players.theta_player;
    if let Some(seen) = theta_regret(certificate) {
        found.push(judged(theta.name(), "theta", (seen, seen), theta.bound(), theta.runtime_bound()));
    }
    let lambda = &players.lambda_player;
    // Bounds speak of the payoffs that a player is told; a stochastic game tells it others than the certificate sees.
    if let (Some(measured), false) = (lambda_regret(certificate, lambda.regret()), players.sight == Sight::Stochastic) {
        let (bound, runtime) = (lambda.bound(), lambda.runtime_bound());
        let ends = (measured.lo(), measured.hi());
        found.push(judged(lambda.name(), lambda.regret().name(), ends, bound, runtime));
    }
    found
}

/// A part of the theta-player's regret that there surely was: the infimum is at most what the mixture reached.
fn theta_regret(certificate: &Certificate) -> Option<f64> {
    let regret = certificate.measured("theta_regret")?;
    let reached = certificate.claim("lower_bound_possible")?;
    // The loss minus the lower bound, minus what the mixture reached above that bound.
    Some((regret - (reached.rhs - reached.lhs)).lo())
}

fn lambda_regret(certificate: &Certificate, kind: RegretKind) -> Option<Enclosure> {
    let measured = |name| certificate.measured(name);
    match (certificate.game, kind) {
        (Game::Lagrangian, _) => measured("lambda_regret"),
        (Game::ProxyLagrangian, RegretKind::External) => measured("external_regret"),
        (Game::ProxyLagrangian, RegretKind::Swap) => measured("swap_regret"),
        (Game::ProxyLagrangian, RegretKind::Deviation) => {
            Some(measured("deviation_to_constraints")?.max(measured("deviation_to_objective")?))
        }
    }
}

fn judged(
    name: &'static str,
    class: &'static str,
    (least, most): (f64, f64),
    bound: Option<f64>,
    runtime: Option<f64>,
) -> PlayerFinding {
    let ratio = |bound: Option<f64>| bound.filter(|bound| *bound > 0.0).map(|bound| most / bound);
    let broken = |(which, bound): (&str, Option<f64>)| {
        let bound = bound.filter(|bound| least > *bound)?;
        Some(format!("{name}: the regret is at least {least}, above its {which} bound {bound}"))
    };
    PlayerFinding {
        name,
        class,
        ratio: ratio(bound),
        runtime_ratio: ratio(runtime),
        control_failed: None,
        wrong: [("a-priori", bound), ("run-time", runtime)].into_iter().filter_map(broken).collect(),
    }
}

/// A lambda-player and the contest that it plays in.
#[derive(Clone)]
pub struct Duel {
    player: LambdaEntry,
    contest: Contest,
}

impl fmt::Debug for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.player.name, self.contest)
    }
}

/// Products with it are rounded, as those with a user's radius are.
const RADIUS: f64 = 7.5;

/// The rounds in which a control is trapped.
const TRAPPED: usize = 1 << 14;

/// All duels of a depth.
pub fn duels(depth: Depth, seed: u64, registry: &Registry) -> Vec<Duel> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(u64::MAX);
    let (sizes, horizons): (&[usize], &[usize]) = match depth {
        Depth::Quick => (&[1, 3], &[1, 100, 1000]),
        Depth::Deep => (&[0, 1, 2, 3, 8], &[1, 2, 10, 100, 1000, 4000]),
    };
    let mut duels = Vec::new();
    for game in [Game::Lagrangian, Game::ProxyLagrangian] {
        for player in registry.lambda_players(game) {
            let mut add = |adversary: AdversaryEntry, constraints: usize, horizon: usize| {
                let seed = generator.random();
                let contest = Contest { game, adversary, constraints, horizon, bound: 1.0, radius: RADIUS, seed };
                duels.push(Duel { player: player.clone(), contest });
            };
            for &adversary in registry.adversaries() {
                for &constraints in sizes {
                    for &horizon in horizons {
                        add(adversary, constraints, horizon);
                    }
                }
            }
            if player.control {
                // What it must fail on, long enough for the promise that it breaks to be small.
                add(TRAP, 2, TRAPPED);
                add(RM_TRAP, 2, TRAPPED);
            }
        }
    }
    duels
}

/// Plays a duel and judges its regret in exact rationals.
///
/// # Errors
/// If the player cannot be made.
pub fn fight(duel: &Duel) -> Result<PlayerFinding> {
    let contest = &duel.contest;
    let mut player = duel.player.make(&contest.settings())?;
    let record = Record::of(&mut *player, contest);
    let average = |kind| record.regret(kind, contest.game, contest.radius) / RBig::from(contest.horizon);
    let regret = average(player.regret()).to_f64().value();
    let bounds = [("a-priori", player.bound()), ("run-time", player.runtime_bound())];
    let mut finding =
        judged(player.name(), player.regret().name(), (regret, regret), player.bound(), player.runtime_bound());
    // The exact judge has the last word, and says what it saw.
    let broken = |(which, bound): (&str, Option<f64>)| record.keeps(&*player, contest, which, bound?).err();
    finding.wrong = bounds.into_iter().filter_map(broken).chain(record.is_inside(contest).err()).collect();
    if duel.player.control {
        let actions = contest.constraints as u64 + 1;
        let promised = formulas::deviation_hedge(actions, 2.0 * contest.bound, contest.horizon as u64);
        finding.control_failed = Some(average(RegretKind::Deviation) > exact(promised.hi()));
    }
    Ok(finding)
}
