//! A lambda-player against a sequence of payoffs, handed out in blocks and never held.

use super::cell::Cell;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::players::LambdaPlayer;
use crate::testing::adversaries::{Adversary, Kind};
use crate::testing::record::Contest;
use crate::trace::{Layout, Round, Rounds, Trace};

/// The largest payoff of a sequence, `B`.
pub(super) const BOUND: f64 = 1.0;

/// The radius of the multipliers of the Lagrangian game on a sequence: the scale of its regret, and nothing else.
pub(super) const RADIUS: f64 = 1.0;

/// Rounds in a block, and fewer where a round is long.
const BLOCK: usize = 512;

/// About how many numbers a block may hold in each of its columns.
const MOST_NUMBERS: usize = 1 << 20;

/// What takes blocks of rounds.
pub(super) type Visit<'a> = dyn FnMut(&Trace) -> Result<()> + 'a;

/// Rounds that are played while they are asked for, once.
pub(super) struct Live<F> {
    layout: Layout,
    play: Option<F>,
}

impl<F: FnOnce(&mut Visit<'_>) -> Result<()>> Live<F> {
    pub(super) fn new(layout: Layout, play: F) -> Self {
        Self { layout, play: Some(play) }
    }
}

impl<F: FnOnce(&mut Visit<'_>) -> Result<()>> Rounds for Live<F> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn pass(&mut self, visit: &mut Visit<'_>) -> Result<()> {
        let play = self.play.take().ok_or_else(|| Error::new("these rounds were played once and are gone"))?;
        play(visit)
    }
}

/// Collects rounds and hands them on in blocks.
pub(super) struct Blocks {
    block: Trace,
    size: usize,
}

impl Blocks {
    pub(super) fn new(layout: Layout) -> Self {
        let size = (MOST_NUMBERS / (layout.num_constraints() + 1)).clamp(1, BLOCK);
        Self { block: Trace::with_capacity(layout, size), size }
    }

    pub(super) fn push(&mut self, round: &Round, visit: &mut Visit<'_>) -> Result<()> {
        self.block.push(round)?;
        if self.block.rounds() == self.size { self.finish(visit) } else { Ok(()) }
    }

    /// Hands on what is left.
    pub(super) fn finish(&mut self, visit: &mut Visit<'_>) -> Result<()> {
        if self.block.rounds() > 0 {
            visit(&self.block)?;
            self.block.clear();
        }
        Ok(())
    }
}

/// What a cell on a sequence is as a contest, which knows what to tell the player.
pub(super) fn contest(cell: &Cell, kind: Kind, constraints: usize, game: Game) -> Contest {
    Contest { game, kind, constraints, horizon: cell.rounds, bound: BOUND, radius: RADIUS, seed: cell.seed }
}

/// The columns of a contest: payoffs are doubles, so nothing is enclosed, and there is no objective to speak of.
pub(super) fn layout(contest: &Contest) -> Layout {
    Layout::new(contest.game, contest.constraints)
}

/// Plays the contest. The adversaries are made for the simplex: in the Lagrangian game they see the multipliers in units
/// of the radius, with the slack in front.
pub(super) fn play(player: &mut dyn LambdaPlayer, contest: &Contest, visit: &mut Visit<'_>) -> Result<()> {
    let mut adversary = Adversary::new(contest.kind, contest.constraints, contest.horizon, contest.bound, contest.seed);
    let mut blocks = Blocks::new(layout(contest));
    let mut round = Round::new(&layout(contest));
    let (mut seen, mut payoff) = (vec![0.0; contest.constraints + 1], vec![0.0; contest.constraints + 1]);
    let first = contest.game.first_multiplier();
    for t in 0..contest.horizon {
        player.play(&mut round.lambda);
        seen[first..].copy_from_slice(&round.lambda);
        if contest.game == Game::Lagrangian {
            seen[1..].iter_mut().for_each(|x| *x /= contest.radius);
            seen[0] = 1.0 - seen[1..].iter().sum::<f64>();
        }
        adversary.payoff(&seen, &mut payoff);
        player.observe(&payoff[first..]);
        for (value, &u) in round.constraints.iter_mut().zip(&payoff[1..]) {
            *value = Enclosure::point(u);
        }
        blocks.push(&round, visit).map_err(|error| error.context(format!("round {t} of {}", player.name())))?;
    }
    blocks.finish(visit)
}
