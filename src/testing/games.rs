//! The laws of the games: players keep their bounds, oracles their word, and every round is a member of its sets.
//!
//! As with the [foundations](super::foundations), a law draws one random instance, takes what it judges as an argument
//! so that a broken one can be put in its place, and decides in exact rationals or by enclosures.

use super::foundations::Law;
use super::{Outcome, require};
use crate::arena::{Algorithm, Contest, Record, Setup};
use crate::domain::Domain;
use crate::game::{Game, Rules, Side};
use crate::numerics::Enclosure;
use crate::oracle::{self, Objective, Oracle};
use crate::players::LambdaPlayer;
use crate::problem::Workspace;
use crate::problem::families::Instance;
use crate::registry::Registry;
use crate::trace::Trace;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Every law of the games, in the order of the table that `referee verify` prints.
pub const LAWS: &[Law] = &[
    Law {
        name: "lambda-players",
        says: "exact regret is at most both bounds, against 9 adversaries",
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

/// Law "lambda-players".
pub fn lambda_players(generator: &mut ChaCha8Rng, wrap: fn(Box<dyn LambdaPlayer>) -> Box<dyn LambdaPlayer>) -> Outcome {
    let game = if generator.random() { Game::Lagrangian } else { Game::ProxyLagrangian };
    let players: Vec<_> = Registry::ours().lambda_players(game).collect();
    let entry = players[generator.random_range(0..players.len())];
    let adversaries = Registry::ours().adversaries();
    let adversary = adversaries[generator.random_range(0..adversaries.len())];
    let (m, horizon) = (generator.random_range(0..4_usize), generator.random_range(1..120_usize));
    let bound = generator.random_range(0.1..4.0);
    let contest = Contest { game, adversary, constraints: m, horizon, bound, radius: 3.0, seed: generator.random() };
    let mut player = wrap(entry.make(&contest.settings()).map_err(|error| error.to_string())?);
    let record = Record::of(&mut *player, &contest);
    for (which, bound) in [("a-priori", player.bound()), ("run-time", player.runtime_bound())] {
        if let Some(bound) = bound {
            record
                .keeps(&*player, &contest, which, bound)
                .map_err(|violation| format!("{}: {violation}", entry.name))?;
        }
    }
    Ok(())
}

/// Law "oracles", on a random member of a random family with random weights.
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
    let multipliers = Rules::new(players.game, 2.0).multipliers(problem.num_constraints()).ok();
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
    let families = Registry::ours().families();
    let family = &families[generator.random_range(0..families.len())];
    family.draw(generator).map_err(|error| format!("{}: {error}", family.name))
}
