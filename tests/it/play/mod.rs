//! The round loop and the four algorithms, on every built-in problem.

mod means;

use crate::common::lambda_player_names;
use referee::arena::{Algorithm, Match, Setup};
use referee::domain::Domain;
use referee::error::Result;
use referee::game::{Game, Rules, Side};
use referee::numerics::Enclosure;
use referee::problem::families::{self, Instance};
use referee::problem::{Problem, Workspace, not_convex};
use referee::registry::Registry;
use referee::trace::Trace;

fn setup(instance: &Instance, rounds: usize) -> Setup<'_> {
    Setup::new(&*instance.problem, &instance.known.constants, rounds, 2.0)
}

/// Every algorithm that applies to every built-in problem.
fn every_match(rounds: usize, mut look: impl FnMut(&str, &Instance, Algorithm, Match<'_>)) {
    let mut looked = 0;
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("defaults are valid");
        for algorithm in Algorithm::ALL {
            match algorithm.set_up(setup(&instance, rounds)) {
                Ok(players) => {
                    looked += 1;
                    look(&format!("{} on {}", algorithm.name(), family.name), &instance, algorithm, players);
                }
                // Nothing but a table, or a step in the Lagrangian game, stands in the way of a subgradient player.
                Err(error) => assert!(error.to_string().contains("subgradients"), "{}: {error}", family.name),
            }
        }
    }
    assert!(looked >= 60, "only {looked} of 88 matches were played");
}

/// What a trace must satisfy, whoever played.
fn check_trace(what: &str, instance: &Instance, algorithm: Algorithm, players: &Match<'_>, trace: &Trace) {
    let problem = &*instance.problem;
    let multipliers = Rules::new(players.game, 2.0).multipliers(problem.num_constraints());
    let mut work = Workspace::default();
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    for t in 0..trace.rounds() {
        assert!(problem.domain().contains(trace.theta(t)), "{what}: round {t} leaves the domain");
        match &multipliers {
            Ok(set) => assert!(set.contains(trace.lambda(t)), "{what}: round {t} leaves the multipliers"),
            Err(_) => assert!(trace.lambda(t).is_empty(), "{what}: multipliers of no constraints"),
        }
        let at: Vec<Enclosure> = trace.theta(t).iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&at, Side::Constraints, &mut values, &mut work).expect("defined on the domain");
        assert_eq!(trace.objective().get(t, 0), values[0], "{what}: round {t}");
        for i in 0..problem.num_constraints() {
            assert_eq!(trace.constraints().get(t, i), values[i + 1], "{what}: round {t}, constraint {i}");
        }
        if algorithm.game() == Game::ProxyLagrangian {
            problem.enclose(&at, Side::Proxies, &mut values, &mut work).expect("defined on the domain");
            for i in 0..problem.num_constraints() {
                assert_eq!(trace.proxy_constraints().get(t, i), values[i + 1], "{what}: round {t}, proxy {i}");
            }
        }
    }
}

#[test]
fn one_two_and_three_rounds_of_everything_are_members_with_true_values() {
    for rounds in 1..=3 {
        every_match(rounds, |what, instance, algorithm, mut players| {
            let trace = players.trace(rounds, 7).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(trace.rounds(), rounds);
            check_trace(what, instance, algorithm, &players, &trace);
        });
    }
}

#[test]
fn longer_runs_stay_members_with_true_values() {
    every_match(64, |what, instance, algorithm, mut players| {
        let trace = players.trace(64, 7).unwrap_or_else(|error| panic!("{what}: {error}"));
        check_trace(what, instance, algorithm, &players, &trace);
    });
}

#[test]
fn every_lambda_player_plays_every_problem() {
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("defaults are valid");
        for algorithm in [Algorithm::OracleLagrangian, Algorithm::OracleProxyLagrangian] {
            for name in lambda_player_names(algorithm.game()) {
                let what = format!("{name} on {}", family.name);
                let mut players = algorithm
                    .set_up(Setup { lambda_player: Some(name), ..setup(&instance, 8) })
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                let trace = players.trace(8, 1).unwrap_or_else(|error| panic!("{what}: {error}"));
                check_trace(&what, &instance, algorithm, &players, &trace);
            }
        }
    }
}

/// The bytes of the trace file of a fresh match.
fn file(instance: &Instance, algorithm: Algorithm, theta_player: Option<&str>, seed: u64) -> Vec<u8> {
    let mut players = algorithm.set_up(Setup { theta_player, ..setup(instance, 200) }).expect("the players fit");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trace.csv");
    players.trace(200, seed).expect("the game is played").write(&path).expect("the folder is ours");
    std::fs::read(path).expect("the file was just written")
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let text = "minimize = \"(x - 1)^2 + y^2\"\n[variables]\nx = [-1, 1]\ny = [-1, 1]\n[[constraint]]\n\
                expression = \"x + y - 0.5\"\n[facts]\nnoise = 0.25\n";
    let problem = referee::problem::ExpressionProblem::from_toml(text, "noisy").expect("a problem");
    let constants = referee::problem::constants(&problem, Side::Constraints).expect("bounded");
    let known = Registry::ours().open("no-constraints").expect("a family").known;
    let noisy = Instance { problem: Box::new(problem), known: families::Known { constants, ..known }, convex: true };
    let shipped = ["noisy", "noisy:shape=heavy", "minibatch", "minibatch-rate"].map(|spec| Registry::ours().open(spec));
    let shipped = shipped.into_iter().map(|instance| instance.expect("a family"));
    for noisy in std::iter::once(noisy).chain(shipped) {
        for algorithm in [Algorithm::StochasticLagrangian, Algorithm::StochasticProxyLagrangian] {
            if not_convex(&*noisy.problem, algorithm.side()).is_some() {
                continue; // a rate has no slopes in the Lagrangian game
            }
            let (play, what) = (|seed| file(&noisy, algorithm, None, seed), (noisy.problem.name(), algorithm.name()));
            assert_eq!(play(3), play(3), "{what:?}");
            assert_ne!(play(3), play(4), "{what:?}: the noise does not depend on the seed");
        }
    }
    let triangle = Registry::ours().open("triangle").expect("a family");
    for algorithm in [Algorithm::OracleLagrangian, Algorithm::OracleProxyLagrangian] {
        assert_eq!(file(&triangle, algorithm, None, 3), file(&triangle, algorithm, None, 3), "{}", algorithm.name());
    }
}

/// With a constant step an optimist's regret falls like 1/T beside a theta-player that moves slowly; an oracle, whose
/// answers jump, takes that away, and the bound of the run says so.
#[test]
fn constant_optimism_needs_a_partner_that_moves_slowly() {
    let total = |family: &str, algorithm: Algorithm, theta_player, rounds| {
        let instance = Registry::ours().open(family).expect("a family");
        let mut players = algorithm
            .set_up(Setup {
                theta_player,
                lambda_player: Some("deviation-optimistic-hedge"),
                lambda_step: Some(0.5),
                ..setup(&instance, rounds)
            })
            .expect("the players fit");
        players.trace(rounds, 1).expect("the game is played");
        players.lambda_player.runtime_bound().expect("it has played") * rounds as f64
    };
    let slow = |rounds| total("qp-box", Algorithm::StochasticProxyLagrangian, Some("optimistic"), rounds);
    let oracle = |rounds| total("triangle", Algorithm::OracleProxyLagrangian, None, rounds);
    assert!(slow(4096) < 1.1 * slow(256), "{} and {}", slow(4096), slow(256));
    assert!(oracle(4096) > 8.0 * oracle(256), "{} and {}", oracle(4096), oracle(256));
}

#[test]
fn an_oracle_mixes_its_way_past_the_best_point_of_the_triangle() {
    let instance = Registry::ours().open("triangle").expect("a family");
    let mut players = Algorithm::OracleLagrangian.set_up(setup(&instance, 4096)).expect("the players fit");
    let means = players.trace(4096, 0).expect("the game is played").means().expect("rounds have weight");
    let best_point = instance.known.optimum.as_ref().expect("known").value;
    let mixed = instance.known.mixed_optimum.as_ref().expect("known").value;
    // Lemma 1: within the regrets of the best mixture, whatever the constraints do.
    let epsilon =
        players.theta_player.runtime_bound().expect("an oracle") + players.lambda_player.bound().expect("known");
    assert!(means.objective.hi() < best_point.lo(), "{means:?} does not beat the best point");
    assert!(means.objective.lo() <= mixed.hi() + epsilon, "{means:?} is above {mixed} by more than {epsilon}");
}

#[test]
fn proxies_cost_nothing_where_relaxing_both_players_costs_a_half() {
    let instance = Registry::ours().open("step-hinge").expect("a family");
    let play = |algorithm: Algorithm, problem: &dyn Problem| {
        let mut players = algorithm.set_up(Setup { problem, ..setup(&instance, 4096) }).expect("the players fit");
        players.trace(4096, 0).expect("the game is played").means().expect("rounds have weight")
    };
    let proxy = play(Algorithm::StochasticProxyLagrangian, &*instance.problem);
    assert!(proxy.infeasibility().hi() <= 0.0, "the true constraint is violated: {proxy:?}");
    let text = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"max(0, 1 - x) - 0.5\"\n";
    let relaxed = referee::problem::ExpressionProblem::from_toml(text, "relaxed").expect("a problem");
    let both = play(Algorithm::StochasticLagrangian, &relaxed);
    assert!(proxy.objective.hi() < 0.1 && both.objective.lo() > 0.4, "{proxy:?} against {both:?}");
}

#[test]
fn a_failing_record_stops_the_game() {
    let instance = Registry::ours().open("bilinear").expect("a family");
    let mut players = Algorithm::StochasticLagrangian.set_up(setup(&instance, 10)).expect("the players fit");
    let mut seen = 0;
    let stop = |_: usize, _: &referee::trace::Round| -> Result<()> {
        seen += 1;
        Err(referee::error::Error::new("disk full"))
    };
    assert_eq!(players.play(10, 0, stop).expect_err("stopped").to_string(), "disk full");
    assert_eq!(seen, 1);
}

#[test]
fn an_undefined_value_names_the_round() {
    let text = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nname = \"pole\"\nexpression = \"1 / (x + 0.75)\"\n";
    let problem = referee::problem::ExpressionProblem::from_toml(text, "pole").expect("no probe hits the pole");
    let instance = Registry::ours().open("bilinear").expect("a family");
    let mut players = Algorithm::StochasticLagrangian
        .set_up(Setup { problem: &problem, theta_step: Some(0.75), lambda_step: Some(1e-9), ..setup(&instance, 10) })
        .expect("the players fit");
    // The first step, from 0 along -1, ends on the pole.
    let error = players.play(10, 0, |_, _| Ok(())).expect_err("a pole").to_string();
    assert_eq!(error, "round 1: constraint `pole` of problem `pole`, at x = -0.75: column 3: division by zero");
}

/// A kink at the edge of the domain, where a function is affine inside but its slope in doubles is no subgradient.
#[test]
fn a_reversed_kink_at_the_edge_is_not_taken_for_convex() {
    for (objective, lo, hi) in [("-abs(x)", 0, 1), ("-hinge(x - 1)", 0, 1), ("-max(1, x)", 1, 2), ("min(1, x)", 0, 1)] {
        let text = format!("minimize = \"{objective}\"\n[variables]\nx = [{lo}, {hi}]\n");
        let problem = referee::problem::ExpressionProblem::from_toml(&text, "edge").expect("a problem");
        assert!(not_convex(&problem, Side::Constraints).is_some(), "{objective}");
    }
    // The same kinks the right way up are convex, and so is a kink that is out of reach.
    for (objective, lo, hi) in [("abs(x)", 0, 1), ("hinge(x - 1)", 0, 1), ("max(1, x)", 1, 2), ("-abs(x)", 1, 2)] {
        let text = format!("minimize = \"{objective}\"\n[variables]\nx = [{lo}, {hi}]\n");
        let problem = referee::problem::ExpressionProblem::from_toml(&text, "edge").expect("a problem");
        assert_eq!(not_convex(&problem, Side::Constraints), None, "{objective}");
    }
}
