//! Rounds that are played when they are asked for, and kept nowhere.

use super::Match;
use crate::error::Result;
use crate::trace::{Layout, Round, Rounds, Trace};

/// What takes blocks of rounds.
pub type Visit<'a> = dyn FnMut(&Trace) -> Result<()> + 'a;

/// Collects rounds and hands them on in blocks, so that memory does not grow with them.
pub struct Blocks {
    block: Trace,
    size: usize,
}

impl Blocks {
    /// About how many numbers a block may hold.
    const NUMBERS: usize = 1 << 20;

    /// Blocks of at most so many rounds, and of fewer where a round has many numbers.
    pub fn new(layout: Layout, most: usize) -> Self {
        let size = (Self::NUMBERS / layout.column_names().len().max(1)).clamp(1, most.max(1));
        Self { block: Trace::with_capacity(layout, size), size }
    }

    /// Takes a round, and hands on the block that it fills.
    ///
    /// # Errors
    /// If the round does not fit the layout, or `visit` fails.
    pub fn push(&mut self, round: &Round, visit: &mut Visit<'_>) -> Result<()> {
        self.block.push(round)?;
        if self.block.rounds() == self.size { self.finish(visit) } else { Ok(()) }
    }

    /// Hands on what is left.
    ///
    /// # Errors
    /// If `visit` fails.
    pub fn finish(&mut self, visit: &mut Visit<'_>) -> Result<()> {
        if self.block.rounds() > 0 {
            visit(&self.block)?;
            self.block.clear();
        }
        Ok(())
    }
}

/// Rounds in a block.
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

    fn pass(&mut self, visit: &mut Visit<'_>) -> Result<()> {
        let mut players = self.seated.take().map_or_else(&mut self.set_up, Ok)?;
        let mut blocks = Blocks::new(self.layout.clone(), MOST_ROUNDS.min(self.rounds));
        players.play(self.rounds, self.seed, |t, round| {
            if let Some(progress) = self.progress {
                progress(t);
            }
            blocks.push(round, visit)
        })?;
        blocks.finish(visit)?;
        self.played = Some(players);
        Ok(())
    }
}
