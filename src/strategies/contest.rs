//! Lambda-players against adversaries that see their past, as games: the theta-player is the adversary.
//!
//! The problem has the payoffs as its variables: `g_i(theta) = theta_i` on the box `[-B, B]^m`, with objective 0. So the
//! adversary's answer to the multipliers just played is a point, its values are what the lambda-player is paid, and the
//! whole machinery of runs, certificates and checks applies. With noise the lambda-player sees the payoffs through it.

use super::Instance;
use super::sizes::{confidence, many_rounds, radius};
use crate::adversary::{Adversary, AdversaryEntry, Size};
use crate::arena::Match;
use crate::domain::Cuboid;
use crate::error::{Error, Result};
use crate::expr::Expr;
use crate::game::Game;
use crate::players::{LambdaPlayer, Loss, Sight, ThetaPlayer};
use crate::problem::{Constraint, ExpressionProblem, Facts, Noise, Noisy, Problem, Shape, Workspace};
use crate::registry::Registry;
use proptest::prelude::*;

/// Who is met, at what size.
#[derive(Clone, Debug)]
pub struct DrawnContest {
    /// The adversary.
    pub adversary: AdversaryEntry,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// The largest payoff.
    pub bound: f64,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// Through which noise payoffs are seen, and its width.
    pub noise: Option<(Shape, f64)>,
    /// The probability of failure, where the statement has one.
    pub confidence: f64,
    /// Of all coins.
    pub seed: u64,
}

/// Contests without noise.
pub fn contests() -> BoxedStrategy<Instance> {
    contest(Just(None).boxed())
}

/// Contests in which payoffs are seen through noise.
pub fn noisy_contests() -> BoxedStrategy<Instance> {
    let noise = (prop::sample::select(Shape::ALL.to_vec()), prop::sample::select(vec![0.125, 0.5, 1.0, 2.0]));
    contest(noise.prop_map(Some).boxed())
}

fn contest(noise: BoxedStrategy<Option<(Shape, f64)>>) -> BoxedStrategy<Instance> {
    let adversary = prop::sample::select(Registry::ours().adversaries().to_vec());
    let bound = prop_oneof![4 => Just(1.0), 2 => 0.1..10.0];
    let constraints = prop_oneof![8 => 1..=4_usize, 1 => 5..=8_usize];
    (adversary, constraints, many_rounds(), bound, radius(), noise, confidence(), any::<u64>())
        .prop_map(|(adversary, constraints, rounds, bound, radius, noise, confidence, seed)| {
            let noise = noise.map(|(shape, width)| (shape, width * bound));
            Instance::Contest(DrawnContest { adversary, constraints, rounds, bound, radius, noise, confidence, seed })
        })
        .boxed()
}

impl DrawnContest {
    /// The problem whose points are the payoffs.
    ///
    /// # Errors
    /// If a size makes no sense.
    pub fn problem(&self) -> Result<Box<dyn Problem>> {
        let variables: Vec<String> = (1..=self.constraints.max(1)).map(|i| format!("u{i}")).collect();
        let domain = Cuboid::cube(variables.len(), -self.bound, self.bound)?;
        let constraint = |i: usize| Ok(Constraint::new(&variables[i], Expr::parse(&variables[i], &variables)?));
        let constraints = (0..self.constraints).map(constraint).collect::<Result<_>>()?;
        let objective = Expr::parse("0", &variables)?;
        let name = format!("payoffs of {}", self.adversary.name);
        let problem = ExpressionProblem::new(name, variables, domain, objective, constraints, Facts::UNKNOWN)?;
        Ok(match self.noise {
            None => Box::new(problem),
            Some((shape, values)) => Box::new(Noisy::new(problem, Noise::Added { shape, slopes: 0.0, values })?),
        })
    }

    /// The lambda-player and its adversary, seated.
    pub fn seat<'a>(&self, problem: &'a dyn Problem, game: Game, lambda_player: Box<dyn LambdaPlayer>) -> Match<'a> {
        let Self { adversary, constraints, rounds, bound, radius, seed, noise, .. } = *self;
        let adversary = (adversary.make)(Size { constraints, horizon: rounds, bound, seed: !seed });
        let theta_player = Box::new(Foe { adversary, game, radius, payoff: vec![0.0; constraints + 1] });
        let sight = if noise.is_some() { Sight::Stochastic } else { Sight::Loss };
        Match { problem, game, theta_player, lambda_player, sight }
    }
}

/// An adversary in the theta-player's seat.
struct Foe {
    adversary: Box<dyn Adversary>,
    game: Game,
    radius: f64,
    payoff: Vec<f64>,
}

impl ThetaPlayer for Foe {
    fn name(&self) -> &'static str {
        "adversary"
    }

    /// Answers the multipliers of the round, which are the weights of its loss. Adversaries are made for the simplex: in
    /// the Lagrangian game they see multipliers in units of the radius, with the slack in front.
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        let mut seen = loss.weights.to_vec();
        if self.game == Game::Lagrangian {
            let unit = if self.radius > 0.0 { self.radius } else { 1.0 };
            seen[1..].iter_mut().for_each(|x| *x /= unit);
            seen[0] = 1.0 - seen[1..].iter().sum::<f64>();
        }
        self.adversary.payoff(&seen, &mut self.payoff);
        theta.fill(0.0);
        theta.iter_mut().zip(&self.payoff[1..]).for_each(|(x, u)| *x = *u);
        if theta.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(Error::new("an adversary paid no number")) }
    }

    fn observe(&mut self, _: &Loss<'_>, _: &[f64], _: &mut Workspace) -> Result<()> {
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        None
    }
}
