//! The laws of the games: players keep their bounds, oracles their word, and every round is a member of its sets.
//!
//! As with the [foundations](super::foundations), a law draws one random instance, takes what it judges as an argument
//! so that a broken one can be put in its place, and decides in exact rationals or by enclosures.

use super::adversaries::{Adversary, Kind};
use super::foundations::Law;
use super::{Outcome, families, require};
use crate::domain::Domain;
use crate::numerics::rational::exact;
use crate::numerics::{Enclosure, ExactSum};
use crate::oracle::{self, Objective, Oracle};
use crate::play::{Algorithm, Setup};
use crate::players::{LambdaPlayer, LambdaSettings, RegretKind, lambda_player, lambda_player_names};
use crate::problem::families::{FAMILIES, Instance};
use crate::problem::{Side, Workspace};
use crate::trace::{GameKind, Trace};
use dashu_ratio::RBig;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Every law of the games, in the order of the table that `referee verify` prints.
pub const LAWS: &[Law] = &[
    Law {
        name: "lambda-players",
        says: "exact regret is at most both bounds, against 8 adversaries",
        check: |generator| lambda_players(generator, |player| player),
    },
    Law {
        name: "oracles",
        says: "no point of the domain is below the lower bound",
        check: |generator| oracles(generator, |oracle| oracle),
    },
    Law {
        name: "algorithms",
        says: "members in every round, values as the problem has them",
        check: |generator| algorithms(generator, Trace::clone),
    },
];

/// What a lambda-player did and was paid, round by round.
pub struct Record {
    /// The multipliers.
    pub lambda: Vec<Vec<f64>>,
    /// The payoff of each coordinate.
    pub payoff: Vec<Vec<f64>>,
}

impl Record {
    /// Plays so many rounds of a game against an adversary.
    pub fn of(player: &mut dyn LambdaPlayer, game: GameKind, mut adversary: Adversary, rounds: usize) -> Self {
        let m = adversary.constraints();
        let first = game.first_multiplier();
        let (mut lambda, mut payoff) = (vec![0.0; game.num_multipliers(m)], vec![0.0; m + 1]);
        let mut record = Self { lambda: Vec::new(), payoff: Vec::new() };
        for _ in 0..rounds {
            player.play(&mut lambda);
            let seen: Vec<f64> = std::iter::repeat_n(0.0, first).chain(lambda.iter().copied()).collect();
            adversary.payoff(&seen, &mut payoff);
            player.observe(&payoff[first..]);
            record.lambda.push(lambda.clone());
            record.payoff.push(payoff[first..].to_vec());
        }
        record
    }

    fn sum(&self, term: impl Fn(&[f64], &[f64], &mut ExactSum)) -> RBig {
        let mut sum = ExactSum::new();
        for (lambda, payoff) in self.lambda.iter().zip(&self.payoff) {
            term(lambda, payoff, &mut sum);
        }
        sum.to_rational()
    }

    /// `sum_t lambda_i u_j`.
    fn moved(&self, i: usize, j: usize) -> RBig {
        self.sum(|lambda, payoff, sum| sum.add_product(lambda[i], payoff[j]))
    }

    /// The total regret, exactly. In the Lagrangian game the multipliers live in the l1 ball of the radius.
    pub fn regret(&self, kind: RegretKind, game: GameKind, radius: f64) -> RBig {
        let n = self.payoff.first().map_or(0, Vec::len);
        let earned = (0..n).fold(RBig::ZERO, |sum, i| sum + self.moved(i, i));
        let best_fixed = (0..n).map(|j| self.sum(|_, payoff, sum| sum.add(payoff[j]))).max();
        match (kind, game) {
            (RegretKind::External, GameKind::Lagrangian) => {
                best_fixed.unwrap_or(RBig::ZERO).max(RBig::ZERO) * exact(radius) - earned
            }
            (RegretKind::External, GameKind::ProxyLagrangian) => best_fixed.unwrap_or(RBig::ZERO) - earned,
            (RegretKind::Swap, _) => {
                let best = (0..n).filter_map(|i| (0..n).map(|j| self.moved(i, j)).max());
                best.fold(RBig::ZERO, |sum, best| sum + best) - earned
            }
            (RegretKind::Deviation, _) => (1..n).map(|j| self.moved(0, j)).fold(RBig::ZERO - earned, Ord::max),
        }
    }
}

/// Law "lambda-players".
///
/// # Errors
/// The instance that breaks it.
pub fn lambda_players(generator: &mut ChaCha8Rng, wrap: fn(Box<dyn LambdaPlayer>) -> Box<dyn LambdaPlayer>) -> Outcome {
    let game = if generator.random() { GameKind::Lagrangian } else { GameKind::ProxyLagrangian };
    let names = lambda_player_names(game);
    let name = names[generator.random_range(0..names.len())];
    let kind = Kind::ALL[generator.random_range(0..Kind::ALL.len())];
    let (m, horizon) = (generator.random_range(0..4_usize), generator.random_range(1..120_usize));
    let bound = generator.random_range(0.1..4.0);
    let settings = LambdaSettings {
        constraints: m,
        horizon,
        bound,
        bound2: (bound * (m as f64).sqrt()).next_up().next_up(),
        range: 2.0 * bound,
        radius: 3.0,
        step: None,
    };
    let mut player = wrap(lambda_player(name, game, &settings).map_err(|error| error.to_string())?);
    let adversary = Adversary::new(kind, m, horizon, bound, generator.random());
    let record = Record::of(&mut *player, game, adversary, horizon);
    let average = record.regret(player.regret(), game, settings.radius) / RBig::from(horizon);
    for (which, bound) in [("a-priori", player.bound()), ("run-time", player.runtime_bound())] {
        let Some(bound) = bound else { continue };
        require(average <= exact(bound), || {
            let regret = average.to_f64().value();
            format!(
                "{name} against {kind:?}, m = {m}, T = {horizon}: regret {regret} is above its {which} bound {bound}"
            )
        })?;
    }
    Ok(())
}

/// Law "oracles", on a random member of a random family with random weights.
///
/// # Errors
/// The instance that breaks it.
pub fn oracles(generator: &mut ChaCha8Rng, wrap: fn(Box<dyn Oracle>) -> Box<dyn Oracle>) -> Outcome {
    let (spec, instance) = any_instance(generator)?;
    let problem = &*instance.problem;
    let side = if generator.random() { Side::Constraints } else { Side::Proxies };
    let options = oracle::Options { gap: 1e-3, boxes: 2000, cuts: 50 };
    let mut oracle = wrap(oracle::choose(problem, side, options).map_err(|error| format!("{spec}: {error}"))?.oracle);
    let weights: Vec<Enclosure> =
        (0..=problem.num_constraints()).map(|_| Enclosure::point(generator.random_range(0..=8_u8).into())).collect();
    let mut theta = vec![0.0; problem.domain().dim()];
    problem.domain().start(&mut theta);
    let objective = Objective { problem, side, weights: &weights };
    let minimum = oracle.minimize(&objective, &mut theta).map_err(|error| format!("{spec}: {error}"))?;
    require(problem.domain().contains(&theta), || format!("{spec}: the oracle left the domain at {theta:?}"))?;
    let bounds = problem.domain().bounding_box();
    let mut work = Workspace::default();
    let mut values = vec![Enclosure::ZERO; weights.len()];
    for _ in 0..20 {
        let mut point: Vec<f64> =
            bounds.iter().map(|side| side.lo() + generator.random::<f64>() * (side.hi() - side.lo())).collect();
        problem.domain().project(&mut point);
        let at: Vec<Enclosure> = point.iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&at, side, &mut values, &mut work).map_err(|error| format!("{spec}: {error}"))?;
        let value = values.iter().zip(&weights).fold(Enclosure::ZERO, |sum, (&value, &weight)| sum + weight * value);
        require(minimum.lower_bound <= value.hi(), || {
            format!("{spec}: the value {value} at {point:?} is below the lower bound {}", minimum.lower_bound)
        })?;
    }
    Ok(())
}

/// Law "algorithms"; `tamper` is where a test damages the trace.
///
/// # Errors
/// The instance that breaks it.
pub fn algorithms(generator: &mut ChaCha8Rng, tamper: fn(&Trace) -> Trace) -> Outcome {
    let (spec, instance) = any_instance(generator)?;
    let problem = &*instance.problem;
    let algorithm = Algorithm::ALL[generator.random_range(0..4_usize)];
    let rounds = generator.random_range(1..20);
    let setup = Setup::new(problem, &instance.known.constants, rounds, 2.0);
    let Ok(mut players) = algorithm.set_up(setup) else { return Ok(()) }; // a table has no subgradients
    let what = format!("{} on {spec}", algorithm.name());
    let trace = players.trace(rounds, generator.random()).map_err(|error| format!("{what}: {error}"))?;
    let trace = tamper(&trace);
    let multipliers = players.game.multipliers(problem.num_constraints()).ok();
    let mut work = Workspace::default();
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    for t in 0..trace.rounds() {
        require(problem.domain().contains(trace.theta(t)), || format!("{what}: round {t} leaves the domain"))?;
        let member = multipliers.as_ref().is_none_or(|set| set.contains(trace.lambda(t)));
        require(member, || format!("{what}: round {t} leaves the multipliers"))?;
        let at: Vec<Enclosure> = trace.theta(t).iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&at, Side::Constraints, &mut values, &mut work).map_err(|error| format!("{what}: {error}"))?;
        let recorded = (0..problem.num_constraints()).map(|i| trace.constraints().get(t, i));
        let same = std::iter::once(trace.objective().get(t, 0)).chain(recorded).eq(values.iter().copied());
        require(same, || format!("{what}: round {t} is recorded with other values than the problem has"))?;
    }
    Ok(())
}

fn any_instance(generator: &mut ChaCha8Rng) -> Result<(String, Instance), String> {
    let family = FAMILIES[generator.random_range(0..FAMILIES.len())].name;
    families::draw(family, generator).map_err(|error| format!("{family}: {error}"))
}
