//! Rounds that are played when they are asked for, and kept nowhere.

use super::Match;
use crate::error::Result;
use crate::trace::{Layout, Rounds, Trace};

/// Numbers in a block of rounds that is handed on; a few rounds at least.
const BLOCK_NUMBERS: usize = 1 << 20;
const MOST_ROUNDS: usize = 4096;

/// A match as a source of rounds: each pass seats the players anew and plays from the same seed, so that every pass
/// sees the same rounds, bit for bit, and memory does not grow with them.
///
/// The values of these rounds are enclosures by the problem itself, if it encloses, at points that the theta-player
/// must keep in the domain: nothing is read back, so nothing has to be compared.
pub struct Live<'a, F> {
    set_up: F,
    layout: Layout,
    rounds: usize,
    seed: u64,
    /// Who plays the first pass; later ones are seated anew.
    seated: Option<Match<'a>>,
    /// The players of the last pass.
    played: Option<Match<'a>>,
    progress: Option<&'a dyn Fn(usize)>,
}

impl<'a, F: FnMut() -> Result<Match<'a>>> Live<'a, F> {
    /// So many rounds of the match that `set_up` seats.
    ///
    /// # Errors
    /// If the players cannot be seated.
    pub fn new(mut set_up: F, rounds: usize, seed: u64) -> Result<Self> {
        let seated = set_up()?;
        Ok(Self { layout: seated.layout(), set_up, rounds, seed, seated: Some(seated), played: None, progress: None })
    }

    /// Tells `progress`, if there is one, the number of each round of every pass.
    #[must_use]
    pub fn with_progress(mut self, progress: Option<&'a dyn Fn(usize)>) -> Self {
        self.progress = progress;
        self
    }

    /// The players after the last pass, with the bounds that their rounds prove.
    pub fn into_players(self) -> Option<Match<'a>> {
        self.played
    }
}

impl<'a, F: FnMut() -> Result<Match<'a>>> Rounds for Live<'a, F> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> Result<()>) -> Result<()> {
        let mut players = self.seated.take().map_or_else(&mut self.set_up, Ok)?;
        let in_block = (BLOCK_NUMBERS / self.layout.column_names().len().max(1)).clamp(1, MOST_ROUNDS);
        let mut block = Trace::with_capacity(self.layout.clone(), in_block.min(self.rounds));
        players.play(self.rounds, self.seed, |t, round| {
            if let Some(progress) = self.progress {
                progress(t);
            }
            block.push(round)?;
            if block.rounds() == in_block {
                visit(&block)?;
                block.clear();
            }
            Ok(())
        })?;
        if block.rounds() > 0 {
            visit(&block)?;
        }
        self.played = Some(players);
        Ok(())
    }
}
