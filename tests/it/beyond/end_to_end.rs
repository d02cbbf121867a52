//! The end-to-end statements by frequency: N runs, K that surely miss, rejected if the binomial law forbids K.

use crate::stochastic::problems::rate_of;
use referee::arena::{Algorithm, Setup};
use referee::domain::Domain as _;
use referee::error::Result;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::players::formulas::{self, end_to_end};
use referee::players::theta_bounds::best_step;
use referee::problem::Constants;
use referee::problem::{ExpressionProblem, Noise, Noisy, Problem, Workspace, constants};
use referee::registry::Registry;
use referee::regret::{self, Averages};
use referee::verification::frequency::Frequency;

const DELTA: f64 = 0.05;
const RUNS: u32 = 40;

/// The values of all functions at a point.
fn values_at(problem: &dyn Problem, side: Side, point: &[Enclosure]) -> Vec<Enclosure> {
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    problem.enclose(point, side, &mut values, &mut Workspace::default()).expect("defined there");
    values
}

fn dot(weights: &[Enclosure], values: &[Enclosure]) -> Enclosure {
    weights.iter().zip(values).fold(Enclosure::ZERO, |sum, (&w, &v)| sum + w * v)
}

/// How the players are spoiled, and by how much the promise is.
#[derive(Clone, Copy)]
struct Spoiled {
    promise: f64,
    /// Steps so small that nobody learns.
    asleep: bool,
}

const SOUND: Spoiled = Spoiled { promise: 1.0, asleep: false };

/// The proxy game over a sample of eight, seen two at a time.
struct ProxyGame {
    problem: Noisy,
    bounds: Constants,
    comparators: Vec<Vec<Enclosure>>,
    optimum: Enclosure,
}

impl ProxyGame {
    fn new() -> Self {
        // Most of the sample is above 0, where play starts, so that a player has something to learn.
        let z = [-0.5, -0.25, 0.125, 0.125, 0.25, 0.25, 0.375, 0.5];
        let family = Registry::ours()
            .open("step-sample:z=-0.5/-0.25/0.125/0.125/0.25/0.25/0.375/0.5,kappa=0.25,s=0.5")
            .expect("the same sample");
        let best = family.known.proxy_optimum.expect("known in closed form");
        let margin = family.known.constants.margin.clone().and_then(|margin| margin.point).expect("known");
        Self {
            problem: rate_of(&z, 0.25, 0.5, 2).expect("eight members"),
            comparators: vec![best.mixture[0].point.clone(), margin.iter().map(|&x| Enclosure::point(x)).collect()],
            optimum: best.value,
            bounds: family.known.constants,
        }
    }

    /// Whether a run surely misses what E2 promises with Hedge over the deviations.
    fn misses(&self, rounds: usize, seed: u64, spoiled: Spoiled) -> Result<bool> {
        let (n, range) = (self.problem.num_constraints() as u64 + 1, 2.0 * self.bounds.bound_constraints);
        let (radius, slope) = (self.bounds.radius, self.bounds.bound_subgradient.expect("known"));
        let setup = Setup {
            theta_player: Some("stochastic-subgradient"),
            theta_step: Some(if spoiled.asleep { 1e-12 } else { best_step(radius, slope, rounds) }),
            lambda_player: Some("deviation-hedge"),
            lambda_step: spoiled.asleep.then_some(1e-12),
            ..Setup::new(&self.problem, &self.bounds, rounds, 0.0)
        };
        let trace = Algorithm::StochasticProxyLagrangian.set_up(setup)?.trace(rounds, seed)?;
        let averages = regret::proxy(&mut &trace, Averages::default(), &mut |_| Ok(()))?;
        let count = rounds as u64;
        let ball = Enclosure::point(2.0);
        let theta =
            end_to_end::stochastic_gradient_fixed_best(radius, slope, count, formulas::log(4, DELTA), ball).hi();
        let lambda = end_to_end::deviations_of_hedge(n, range, count, formulas::log(2 * n, DELTA)).hi();
        let (theta, lambda) = (theta * spoiled.promise, lambda * spoiled.promise);
        let loss = averages.theta_regret(0.0);
        let by_theta = self.comparators.iter().any(|point| {
            let values = values_at(&self.problem, Side::Proxies, point);
            (loss - dot(&averages.multipliers, &values)).lo() > theta
        });
        let by_lambda = averages.deviation_to_constraints().max(averages.deviation_to_objective()).lo() > lambda;
        let weight = averages.objective_weight();
        let room = Enclosure::point(theta + lambda).divide(weight).expect("it has weight from the first round");
        let by_optimality = averages.objective().expect("it has weight").lo() > (self.optimum + room).hi();
        let by_feasibility = averages.infeasibility().expect("it has weight").lo()
            > Enclosure::point(lambda).divide(weight).expect("it has weight").hi();
        Ok(by_theta || by_lambda || by_optimality || by_feasibility)
    }
}

#[test]
fn implication_the_proxy_game_misses_no_more_often_than_delta() {
    let game = ProxyGame::new();
    for rounds in [64, 512, 4096] {
        let missed = Frequency::count(RUNS, 0, |seed| game.misses(rounds, seed, SOUND)).expect("played");
        missed.at_most(DELTA).expect("a true statement");
    }
}

#[test]
fn necessity_the_proxy_game_asleep_or_with_another_promise_is_rejected() {
    let game = ProxyGame::new();
    for spoiled in [Spoiled { asleep: true, ..SOUND }, Spoiled { promise: 0.01, ..SOUND }] {
        let missed = Frequency::count(RUNS, 0, |seed| game.misses(4096, seed, spoiled)).expect("played");
        assert!(missed.rejects(DELTA), "{missed:?}");
    }
}

/// The Lagrangian game: a parabola that moves, below a line that moves.
struct LagrangianGame {
    problem: Noisy,
    bounds: Constants,
}

impl LagrangianGame {
    /// Minimise the mean of `(x - a_k)^2` subject to the mean of `b_k x - c_k` at most 0 on `[-1, 1]`: `(x - 3/4)^2` and a
    /// constant, `x <= 1/4`.
    fn new() -> Self {
        let problem = |members: &[(f64, f64, f64)]| {
            let count = members.len();
            let join =
                |term: &dyn Fn(&(f64, f64, f64)) -> String| members.iter().map(term).collect::<Vec<_>>().join(" + ");
            let objective = join(&|(a, _, _)| format!("(x - {a})^2"));
            let line = join(&|(_, b, c)| format!("({b} * x - {c})"));
            let text = format!(
                "minimize = \"({objective}) / {count}\"\nvariables = {{ x = [-1, 1] }}\n[[constraint]]\nname = \"line\"\n\
                 expression = \"({line}) / {count}\"\n"
            );
            ExpressionProblem::from_toml(&text, "moving").expect("a problem")
        };
        let data = [(0.5, 0.5, 0.0), (1.0, 1.5, 0.5), (0.75, 0.5, 0.5), (0.75, 1.5, 0.0)];
        let members: Vec<_> = data.iter().map(|member| problem(&[*member])).collect();
        let whole = problem(&data);
        let mut bounds = constants(&whole, Side::Constraints).expect("bounded");
        for member in &members {
            let own = constants(member, Side::Constraints).expect("bounded");
            bounds.bound_constraints = bounds.bound_constraints.max(own.bound_constraints);
            bounds.bound_payoff_2 = bounds.bound_payoff_2.max(own.bound_payoff_2);
            let slopes = bounds.bound_subgradient.zip(own.bound_subgradient);
            bounds.bound_subgradient = slopes.map(|(a, b)| a.max(b));
        }
        Self { problem: Noisy::new(whole, Noise::Members { members, batch: 1 }).expect("four members"), bounds }
    }

    /// Whether a run surely misses what E1 promises at the paper's steps.
    fn misses(&self, rounds: usize, seed: u64, spoiled: Spoiled) -> Result<bool> {
        let margin = self.bounds.margin.as_ref().expect("found").value;
        let range = self.bounds.objective_range;
        let radius = 2.0 * range / margin;
        let algorithm = Algorithm::StochasticLagrangian;
        let setup = || Setup {
            theta_player: Some("stochastic-subgradient"),
            theta_step: spoiled.asleep.then_some(1e-12),
            lambda_step: spoiled.asleep.then_some(1e-12),
            ..Setup::new(&self.problem, &self.bounds, rounds, radius)
        };
        let slope = algorithm.subgradient_bound(&setup(), "stochastic-subgradient")?;
        let trace = algorithm.set_up(setup())?.trace(rounds, seed)?;
        let averages = regret::lagrangian(&mut &trace, Averages::default(), &mut |_| Ok(()))?;
        let (count, reach) = (rounds as u64, self.problem.domain().radius());
        let (two, root) = (Enclosure::point(2.0), Enclosure::point(2.0).sqrt().expect("positive"));
        let theta = formulas::stochastic_gradient_fixed(reach, slope, count, formulas::log(2, DELTA), two);
        let lambda = formulas::stochastic_gradient_fixed(
            radius,
            self.bounds.bound_payoff_2,
            count,
            formulas::log(4, DELTA),
            root,
        );
        let epsilon = (theta + lambda) * Enclosure::point(spoiled.promise);
        // The optimum is at x = 1/4, where the constraint is 0.
        let optimum = values_at(&self.problem, Side::Constraints, &[Enclosure::point(0.25)])[0];
        let objective = averages.objective;
        let room =
            Enclosure::point(radius) - Enclosure::point(range).divide(Enclosure::point(margin)).expect("positive");
        let violation = averages.constraints[0].positive_part();
        let by_optimality = objective.lo() > (optimum + epsilon).hi();
        let by_penalty = (objective + Enclosure::point(radius) * violation).lo() > (optimum + epsilon).hi();
        let by_feasibility = violation.lo() > epsilon.divide(room).expect("positive").hi();
        Ok(by_optimality || by_penalty || by_feasibility)
    }
}

#[test]
fn implication_the_lagrangian_game_misses_no_more_often_than_delta() {
    let game = LagrangianGame::new();
    for rounds in [64, 512, 4096] {
        let missed = Frequency::count(RUNS, 0, |seed| game.misses(rounds, seed, SOUND)).expect("played");
        missed.at_most(DELTA).expect("a true statement");
    }
}

#[test]
fn necessity_the_lagrangian_game_with_another_promise_is_rejected() {
    let game = LagrangianGame::new();
    let spoiled = Spoiled { promise: 1e-3, ..SOUND };
    let missed = Frequency::count(RUNS, 0, |seed| game.misses(4096, seed, spoiled)).expect("played");
    assert!(missed.rejects(DELTA), "{missed:?}");
}
