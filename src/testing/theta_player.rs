//! Laws of a theta-player: exact members, and bounds that no sequence of convex losses breaks.
//!
//! There are three arenas. In the duels an adversary answers every point with a slope, on five shapes of domain: what
//! a gradient player is for. On a bowl the losses are curved and their least value is known. On a table of candidates
//! the losses are arbitrary, and the player may look at them before it plays: what an oracle is for. A player need not
//! fit into all of them, but into one.

use super::conformance::{Finding, Law, Ruling, laws};
use super::require;
use super::theta_arena::{encloses, keeps, monitors, plays_inside, within};
use super::theta_bowl::{law_curved_losses_keep_the_bounds, law_draws_are_followed};
use crate::adversary::{Slopes, THETA, ThetaAdversary, ThetaAdversaryEntry};
use crate::arena::{NOT_YET, Scripted, duel};
use crate::domain::{AnyDomain, Ball, Cuboid, Domain as _, L1Orthant, Simplex};
use crate::error::Result;
use crate::game::Side;
use crate::numerics::rational::exact;
use crate::oracle::{Options, choose};
use crate::players::{Loss, ThetaPlayer, ThetaSettings};
use crate::problem::{Problem, TableProblem, Workspace};
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;

laws! { Player:
    law_it_plays_somewhere "it fits into one of the arenas",
    law_plays_are_members "every point is an exact member of the domain",
    law_replays "the same losses give the same points, bit for bit",
    law_regret_is_at_most_the_bound "the exact regret of linear losses is at most the declared bound",
    law_regret_is_at_most_the_run_time_bound "the exact regret of linear losses is at most the bounds of the run",
    law_given_steps_keep_their_bounds "with a step that is given, the exact regret is at most the bounds of that step",
    law_measured_regret_is_enclosed "the linearised regret that it reports encloses the exact one",
    law_subgradients_are_monitored "no subgradient is longer than the longest that it reports",
    law_curved_losses_keep_the_bounds "the exact regret of convex losses is at most all bounds",
    law_oracle_regret_is_within_rho "on a finite problem the exact regret is at most the mean error that it states",
    law_draws_are_followed "where slopes are noisy, two seeds give other points if it is declared stochastic, else the same",
}

/// How a theta-player is made.
pub type Maker = dyn Fn(ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>>;

/// A theta-player to be judged.
pub struct Player {
    pub(super) make: Box<Maker>,
    adversaries: Vec<ThetaAdversaryEntry>,
    pub(super) stochastic: bool,
}

/// The norm that no slope exceeds.
const GRADIENT: f64 = 1.0;
const LENGTHS: [usize; 3] = [1, 17, 150];
/// From steps that hardly move to steps across the whole domain.
const GIVEN_STEPS: [f64; 4] = [0.01, 0.2, 1.0, 8.0];

impl Player {
    /// A player, made anew for each arena. An error means that it does not fit there.
    pub fn new(make: impl Fn(ThetaSettings<'_>) -> Result<Box<dyn ThetaPlayer>> + 'static) -> Self {
        Self { make: Box::new(make), adversaries: THETA.to_vec(), stochastic: false }
    }

    /// One more adversary, beside ours.
    #[must_use]
    pub fn against(mut self, adversary: ThetaAdversaryEntry) -> Self {
        self.adversaries.push(adversary);
        self
    }

    /// Declares that it follows the draws of a problem, not its exact slopes.
    #[must_use]
    pub fn stochastic(mut self) -> Self {
        self.stochastic = true;
        self
    }

    /// One duel; the error says whether the player does not fit, or how it failed.
    fn duel(
        &self,
        step: Option<f64>,
        domain: &AnyDomain,
        rounds: usize,
        foe: &mut ThetaAdversary,
    ) -> std::result::Result<Duel, Unfit> {
        let problem = Scripted::new(domain);
        let settings = ThetaSettings {
            problem: &problem,
            horizon: rounds,
            bound_subgradient: GRADIENT,
            convex: true,
            step,
            oracle: None,
        };
        let mut player = (self.make)(settings).map_err(|error| Unfit::Elsewhere(error.to_string()))?;
        match duel(&mut *player, domain, rounds, foe) {
            Ok(run) => Ok(Duel { player, run }),
            Err(error) if error.to_string().contains(NOT_YET) => Err(Unfit::Elsewhere(error.to_string())),
            Err(error) => Err(Unfit::Failed(error.to_string())),
        }
    }

    /// Asks a law of every duel; it returns whether there was something to ask.
    fn duels(&self, nothing: &str, law: impl Fn(&Duel, &AnyDomain) -> std::result::Result<bool, String>) -> Ruling {
        self.duels_at(None, nothing, law)
    }

    /// The same with a step in place of the player's own.
    fn duels_at(
        &self,
        step: Option<f64>,
        nothing: &str,
        law: impl Fn(&Duel, &AnyDomain) -> std::result::Result<bool, String>,
    ) -> Ruling {
        let (mut silent, mut cases, mut elsewhere) = (0, 0, None);
        for domain in domains().map_err(|error| error.to_string())? {
            for rounds in LENGTHS {
                for (seed, foe) in (0..).zip(&self.adversaries) {
                    let place = || format!("on a {domain} against {}, {rounds} rounds", foe.name);
                    match self.duel(step, &domain, rounds, &mut (foe.make)(GRADIENT, seed)) {
                        Ok(duel) => {
                            let ruled = law(&duel, &domain).map_err(|violation| format!("{violation}, {}", place()))?;
                            silent += usize::from(!ruled);
                            cases += 1;
                        }
                        Err(Unfit::Failed(error)) => return Err(format!("{error}, {}", place())),
                        Err(Unfit::Elsewhere(reason)) => elsewhere = Some(reason), // it may fit another domain
                    }
                }
            }
        }
        if let Some(reason) = elsewhere.filter(|_| cases == 0) {
            return Ok(Finding::Skipped(reason));
        }
        Ok(Finding::of(silent, cases, "duels", nothing))
    }
}

/// A duel that was fought to the end.
struct Duel {
    player: Box<dyn ThetaPlayer>,
    run: Slopes,
}

enum Unfit {
    Elsewhere(String),
    Failed(String),
}

fn domains() -> Result<Vec<AnyDomain>> {
    Ok(vec![
        Cuboid::cube(1, -1.0, 1.0)?.into(),
        Cuboid::new(vec![-1.0, 0.25, -3.0], vec![2.0, 0.75, -0.1])?.into(),
        Ball::new(3, 1.5)?.into(),
        Simplex::new(4)?.into(),
        L1Orthant::new(3, 2.5)?.into(),
    ])
}

fn law_it_plays_somewhere(player: &Player) -> Ruling {
    let duels = player.duels("", |_, _| Ok(true))?;
    let table = on_tables(player, |_, _, _, _| Ok(true))?;
    match (duels, table) {
        (Finding::Skipped(duels), Finding::Skipped(table)) => Err(format!("it does not duel ({duels}), nor ({table})")),
        _ => Ok(Finding::Holds),
    }
}

fn law_plays_are_members(player: &Player) -> Ruling {
    let duels = player.duels("", |duel, domain| plays_inside(&duel.run, domain).map(|()| true))?;
    let tables = on_tables(player, |table, points, _, _| {
        let outside = points.iter().find(|point| !table.domain().contains(point));
        outside.map_or(Ok(true), |point| Err(format!("{point:?} is not a candidate")))
    })?;
    Ok(if tables == Finding::Holds { tables } else { duels })
}

fn law_replays(player: &Player) -> Ruling {
    let (first, second) = (trail(player)?, trail(player)?);
    let differs = first.iter().zip(&second).find(|(one, two)| one != two);
    require(differs.is_none() && first.len() == second.len(), || {
        format!("the same losses give the points {:?} and then {:?}", differs.map(|d| d.0), differs.map(|d| d.1))
    })?;
    Ok(if first.is_empty() { Finding::Skipped("it plays nowhere".into()) } else { Finding::Holds })
}

/// The bits of every point of every arena.
fn trail(player: &Player) -> std::result::Result<Vec<Vec<u64>>, String> {
    let all = RefCell::new(Vec::new());
    let note = |points: &[Vec<f64>]| {
        all.borrow_mut().extend(points.iter().map(|point| point.iter().map(|x| x.to_bits()).collect()));
        Ok(true)
    };
    player.duels("", |duel, _| note(&duel.run.points))?;
    on_tables(player, |_, points, _, _| note(points))?;
    Ok(all.into_inner())
}

fn law_regret_is_at_most_the_bound(player: &Player) -> Ruling {
    player.duels("no theorem covers it: it declares no bound", |duel, domain| {
        let Some(bound) = duel.player.bound() else { return Ok(false) };
        if !within(&duel.run, GRADIENT) {
            return Ok(false); // the hypothesis fails; the adversaries keep it
        }
        keeps(&duel.run, domain, "a-priori", bound).map(|()| true)
    })
}

fn law_regret_is_at_most_the_run_time_bound(player: &Player) -> Ruling {
    player.duels("it has no bound of the run", |duel, domain| {
        let bounds = [duel.player.linear_bound(), duel.player.runtime_bound()];
        for bound in bounds.into_iter().flatten() {
            keeps(&duel.run, domain, "run-time", bound)?;
        }
        Ok(bounds.iter().any(Option::is_some))
    })
}

fn law_given_steps_keep_their_bounds(player: &Player) -> Ruling {
    for step in GIVEN_STEPS {
        let ruling = player.duels_at(Some(step), "it has no bound for a step that is given", |duel, domain| {
            let at = |violation: String| format!("{violation} with the step {step}");
            plays_inside(&duel.run, domain).map_err(at)?;
            let promised = duel.player.bound().filter(|_| within(&duel.run, GRADIENT));
            let proved = [duel.player.linear_bound(), duel.player.runtime_bound()];
            if let Some(bound) = promised {
                keeps(&duel.run, domain, "a-priori", bound).map_err(at)?;
            }
            for bound in proved.into_iter().flatten() {
                keeps(&duel.run, domain, "run-time", bound).map_err(at)?;
            }
            Ok(promised.or(proved[0]).or(proved[1]).is_some())
        })?;
        if ruling != Finding::Holds {
            return Ok(ruling);
        }
    }
    Ok(Finding::Holds)
}

fn law_measured_regret_is_enclosed(player: &Player) -> Ruling {
    player.duels("it does not report its regret", |duel, domain| match duel.player.linearised_regret() {
        Some(regret) => encloses(&duel.run, domain, regret).map(|()| true),
        None => Ok(false),
    })
}

fn law_subgradients_are_monitored(player: &Player) -> Ruling {
    player.duels("it does not report the longest subgradient", |duel, _| match duel.player.largest_subgradient() {
        Some(largest) => monitors(&duel.run, largest).map(|()| true),
        None => Ok(false),
    })
}

/// The total regret is at most every bound that there is, times the rounds.
pub(super) fn at_most_all_bounds(player: &dyn ThetaPlayer, total: &RBig, rounds: usize) -> Ruling {
    let bounds = [("a-priori", player.bound()), ("run-time", player.runtime_bound())];
    for (which, bound) in bounds {
        let Some(bound) = bound else { continue };
        require(bound.is_finite() && bound >= 0.0, || format!("the {which} bound is {bound}"))?;
        require(*total <= exact(bound) * RBig::from(rounds), || {
            let average = (total / RBig::from(rounds)).to_f64().value();
            format!("the average regret is {average}, above the {which} bound {bound}")
        })?;
    }
    let some = bounds.iter().any(|(_, bound)| bound.is_some());
    Ok(if some { Finding::Holds } else { Finding::Skipped("no theorem covers it: it has no bound here".into()) })
}

fn law_oracle_regret_is_within_rho(player: &Player) -> Ruling {
    on_tables(player, |table, points, weights, player| {
        let value = |row: &[f64], weights: &[f64]| {
            weights.iter().zip(row).fold(RBig::ZERO, |sum, (&w, &v)| sum + exact(w) * exact(v))
        };
        let rows: Vec<&[f64]> = table.rows(Side::Constraints).collect();
        let mut played = RBig::ZERO;
        let mut fixed = vec![RBig::ZERO; rows.len()];
        for (point, weights) in points.iter().zip(weights) {
            let candidate = (0..rows.len()).find(|&k| k as f64 == point[0]).ok_or("a point is not a candidate")?;
            played += value(rows[candidate], weights);
            fixed.iter_mut().zip(&rows).for_each(|(sum, row)| *sum += value(row, weights));
        }
        let regret = played - fixed.into_iter().min().unwrap_or_default();
        Ok(at_most_all_bounds(player, &regret, points.len())? == Finding::Holds)
    })
}

/// What a law on tables sees: the table, the points played, the weights of the rounds, and the player.
type OnTable<'a> =
    dyn Fn(&TableProblem, &[Vec<f64>], &[Vec<f64>], &dyn ThetaPlayer) -> std::result::Result<bool, String> + 'a;

/// Plays random losses on random tables.
fn on_tables(
    player: &Player,
    law: impl Fn(&TableProblem, &[Vec<f64>], &[Vec<f64>], &dyn ThetaPlayer) -> std::result::Result<bool, String>,
) -> Ruling {
    let law: &OnTable<'_> = &law;
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    let mut asked = 0;
    for _ in 0..20 {
        match on_table(player, &mut generator, law) {
            Ok(ruled) => asked += usize::from(ruled),
            Err(Unfit::Elsewhere(reason)) => return Ok(Finding::Skipped(reason)),
            Err(Unfit::Failed(violation)) => return Err(violation),
        }
    }
    Ok(if asked > 0 { Finding::Holds } else { Finding::Skipped("it has no bound there".into()) })
}

fn on_table(player: &Player, generator: &mut ChaCha8Rng, law: &OnTable<'_>) -> std::result::Result<bool, Unfit> {
    let elsewhere = |error: crate::error::Error| Unfit::Elsewhere(error.to_string());
    let mut numbers = |count: usize, lo: f64| (0..count).map(|_| generator.random_range(lo..2.0)).collect::<Vec<f64>>();
    let rows: Vec<Vec<f64>> = (0..6).map(|_| numbers(3, -2.0)).collect();
    let weights: Vec<Vec<f64>> = (0..16).map(|_| numbers(3, 0.0)).collect();
    let table = TableProblem::new("table", &rows, None).map_err(elsewhere)?;
    let oracle = choose(&table, Side::Constraints, Options::default()).map_err(elsewhere)?.oracle;
    let settings = ThetaSettings {
        problem: &table,
        horizon: weights.len(),
        bound_subgradient: 0.0,
        convex: false,
        step: None,
        oracle: Some(oracle),
    };
    let mut player = (player.make)(settings).map_err(elsewhere)?;
    let (mut points, mut work) = (Vec::new(), Workspace::default());
    for (sample, weights) in (0..).zip(&weights) {
        let loss = Loss { problem: &table, side: Side::Constraints, weights, sample };
        let mut theta = vec![f64::NAN];
        let played = player.play(&loss, &mut theta).and_then(|()| player.observe(&loss, &theta, &mut work));
        played.map_err(|error| match error.to_string() {
            reason if reason.contains("no subgradients") => Unfit::Elsewhere(reason),
            failure => Unfit::Failed(failure),
        })?;
        points.push(theta);
    }
    law(&table, &points, &weights, &*player).map_err(Unfit::Failed)
}
