//! A lambda-player against a sequence of payoffs, handed out in blocks and never held.

use super::cell::Cell;
use crate::adversary::AdversaryEntry;
use crate::arena::{Blocks, Contest, Visit};
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::players::LambdaPlayer;
use crate::trace::{Layout, Round, Rounds};

/// The largest payoff of a sequence, `B`.
pub(super) const BOUND: f64 = 1.0;

/// The radius of the multipliers of the Lagrangian game on a sequence: the scale of its regret, and nothing else.
pub(super) const RADIUS: f64 = 1.0;

/// Rounds in a block.
pub(super) const BLOCK: usize = 512;

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

/// What a cell on a sequence is as a contest, which knows what to tell the player.
pub(super) fn contest(cell: &Cell, adversary: AdversaryEntry, constraints: usize) -> Contest {
    let Cell { game, rounds: horizon, seed, .. } = *cell;
    Contest { game, adversary, constraints, horizon, bound: BOUND, radius: RADIUS, seed }
}

/// The columns of a contest: payoffs are doubles, so nothing is enclosed, and there is no objective to speak of.
pub(super) fn layout(contest: &Contest) -> Layout {
    Layout::new(contest.game, contest.constraints)
}

/// Plays the contest, and hands its rounds on in blocks.
pub(super) fn play(player: &mut dyn LambdaPlayer, contest: &Contest, visit: &mut Visit<'_>) -> Result<()> {
    let name = player.name();
    let mut blocks = Blocks::new(layout(contest), BLOCK);
    let mut round = Round::new(&layout(contest));
    let objective = 1 - contest.game.first_multiplier();
    contest.play(player, |t, lambda, payoff| {
        let in_round = |error: Error| error.context(format!("round {t} of {name}"));
        let payoff = payoff.ok_or_else(|| in_round(Error::new("a multiplier is not a finite number")))?;
        round.lambda.copy_from_slice(lambda);
        for (value, &u) in round.constraints.iter_mut().zip(&payoff[objective..]) {
            *value = Enclosure::point(u);
        }
        blocks.push(&round, visit).map_err(in_round)
    })?;
    blocks.finish(visit)
}
