//! The round loop, which reads as the paper's pseudocode, and Algorithms 1-4 as compositions of players.
//!
//! A [`Match`] is a problem, a game over it and two players. Each round the lambda-player moves, the theta-player
//! moves (an oracle sees the multipliers, everybody else does not), both see what the pair was worth, and the round is
//! recorded with the values of every function there: enclosed where the problem can enclose, so that a certificate
//! speaks of the real functions and not of their rounded values.
//!
//! Beside it stands the loop of a [`Contest`], a lambda-player against an [adversary](crate::adversary), and that of a
//! theta-player's [`duel`]. Each loop hands its rounds to whoever asked, and keeps none.
//!
//! Nothing is allocated in a round. The randomness of round `t` is one number, drawn from a `ChaCha8` generator whose
//! seed is the caller's, so the same seed gives the same trace, bit for bit.

mod algorithms;
mod contest;
mod live;
mod record;
mod seats;

pub use algorithms::{Algorithm, Setup};
pub use contest::{Contest, NOT_YET, Scripted, duel};
pub use live::{Blocks, Live, Visit};
pub use record::Record;
pub use seats::{LambdaSeat, Seats, ThetaSeat};

use crate::domain::Domain;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::numerics::Enclosure;
use crate::players::{LambdaPlayer, Loss, Sight, ThetaPlayer};
use crate::problem::{Problem, Workspace};
use crate::trace::{Layout, Round, Trace};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Two players about to play a game on a problem.
pub struct Match<'a> {
    /// What they play about.
    pub problem: &'a dyn Problem,
    /// How they are paid.
    pub game: Game,
    /// Chooses points.
    pub theta_player: Box<dyn ThetaPlayer + 'a>,
    /// Chooses multipliers.
    pub lambda_player: Box<dyn LambdaPlayer>,
    /// What the theta-player sees; where that is stochastic, the lambda-player sees stochastic values too.
    pub sight: Sight,
}

impl Match<'_> {
    /// The columns of a trace of this match: every value as an enclosure if the problem encloses, and the points.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::new(self.game, self.problem.num_constraints());
        if self.game.side() == Side::Proxies && self.problem.has_proxies() {
            layout = layout.with_proxies();
        }
        if self.problem.gives_enclosures() {
            layout = layout.enclose_all();
        }
        layout.with_theta(self.problem.domain().dim())
    }

    /// Plays, and keeps every round in memory.
    ///
    /// # Errors
    /// As [`Match::play`].
    pub fn trace(&mut self, rounds: usize, seed: u64) -> Result<Trace> {
        let mut trace = Trace::with_capacity(self.layout(), rounds);
        self.play(rounds, seed, |_, round| trace.push(round))?;
        Ok(trace)
    }

    /// Plays, and keeps every `every`-th round from the first: the paper's candidates (Section 5). The true values are
    /// computed in those rounds only, which is what makes this cheap where they cost a pass over data.
    ///
    /// # Errors
    /// As [`Match::play`].
    ///
    /// # Panics
    /// If `every` is 0.
    pub fn candidates(&mut self, rounds: usize, seed: u64, every: usize) -> Result<Trace> {
        let mut candidates = Trace::with_capacity(self.layout(), rounds.div_ceil(every));
        self.play_and_look(rounds, seed, every, |_, round| candidates.push(round))?;
        Ok(candidates)
    }

    /// Plays, and hands every round, with its number counted from 0, to `record`.
    ///
    /// # Errors
    /// If a player or the problem fails, which names the round, or `record` does.
    pub fn play(&mut self, rounds: usize, seed: u64, record: impl FnMut(usize, &Round) -> Result<()>) -> Result<()> {
        self.play_and_look(rounds, seed, 1, record)
    }

    fn play_and_look(
        &mut self,
        rounds: usize,
        seed: u64,
        every: usize,
        mut record: impl FnMut(usize, &Round) -> Result<()>,
    ) -> Result<()> {
        let mut table = Table::new(self);
        for (t, sample) in (0..rounds).zip(samples(seed)) {
            let in_round = |error: Error| error.context(format!("round {t}"));
            self.play_round(&mut table, sample).map_err(in_round)?;
            if t % every == 0 {
                table.look(self.problem, self.sight != Sight::Stochastic).map_err(in_round)?;
                record(t, &table.round)?;
            }
        }
        Ok(())
    }

    /// One round: lines 3 to 7 of the paper's pseudocode.
    fn play_round(&mut self, table: &mut Table, sample: u64) -> Result<()> {
        let Table { round, weights, values, payoff, work, .. } = table;
        self.lambda_player.play(&mut round.lambda);
        if let Some(multiplier) = round.lambda.iter().find(|multiplier| !multiplier.is_finite()) {
            let name = self.lambda_player.name();
            return Err(Error::new(format!("the lambda-player `{name}` plays the multiplier {multiplier}")));
        }
        self.game.theta_weights(&round.lambda, weights);
        let loss = Loss { problem: self.problem, side: self.game.side(), weights, sample };
        self.theta_player.play(&loss, &mut round.theta)?;
        self.theta_player.observe(&loss, &round.theta, work)?;
        if self.sight == Sight::Stochastic {
            self.problem.stochastic_values(sample, &round.theta, values, work)?;
        } else {
            self.problem.values(&round.theta, Side::Constraints, values, work)?;
        }
        self.game.payoff(values, payoff);
        self.lambda_player.observe(payoff);
        Ok(())
    }
}

/// The randomness of the rounds of a match with this seed, one number each.
pub fn samples(seed: u64) -> impl Iterator<Item = u64> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || generator.next_u64())
}

/// What lies on the table in a round: the moves, what they were worth, and room to compute.
struct Table {
    round: Round,
    /// Of `(g_0, h_1, .., h_m)` in the theta-player's loss.
    weights: Vec<f64>,
    /// `(g_0, g_1, .., g_m)` as the lambda-player sees them.
    values: Vec<f64>,
    payoff: Vec<f64>,
    at: Vec<Enclosure>,
    enclosed: Vec<Enclosure>,
    work: Workspace,
}

impl Table {
    fn new(game: &Match<'_>) -> Self {
        let functions = game.problem.num_constraints() + 1;
        let round = Round::new(&game.layout());
        Self {
            payoff: vec![0.0; round.lambda.len()],
            at: vec![Enclosure::ZERO; round.theta.len()],
            round,
            weights: vec![0.0; functions],
            values: vec![0.0; functions],
            enclosed: vec![Enclosure::ZERO; functions],
            work: Workspace::default(),
        }
    }

    /// Writes the true values at the point into the round; `seen` says that the lambda-player saw them as they are.
    fn look(&mut self, problem: &dyn Problem, seen: bool) -> Result<()> {
        let encloses = problem.gives_enclosures();
        for (at, &x) in self.at.iter_mut().zip(&self.round.theta) {
            *at = Enclosure::point(x);
        }
        for side in [Side::Constraints, Side::Proxies] {
            if side == Side::Proxies && self.round.proxies.is_empty() {
                break;
            }
            if encloses {
                problem.enclose(&self.at, side, &mut self.enclosed, &mut self.work)?;
            } else {
                if !(seen && side == Side::Constraints) {
                    problem.values(&self.round.theta, side, &mut self.values, &mut self.work)?;
                }
                for (enclosed, &value) in self.enclosed.iter_mut().zip(&self.values) {
                    *enclosed = Enclosure::point(value);
                }
            }
            if let Some(unbounded) = self.enclosed.iter().find(|value| !value.is_finite()) {
                return Err(Error::new(format!("a value left the finite range of doubles: {unbounded}")));
            }
            let recorded = if side == Side::Proxies { &mut self.round.proxies } else { &mut self.round.constraints };
            recorded.copy_from_slice(&self.enclosed[1..]);
        }
        self.round.objective = self.enclosed[0];
        Ok(())
    }
}
