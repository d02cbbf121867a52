//! A game on finitely many candidates: their values, and their proxies if they have any.

use crate::error::{Error, Result};
use crate::files::Digesting;
use crate::game::Game;
use crate::shrink::{Candidates, Source};
use crate::trace::{CandidateReader, Trace, Values, WhichGame};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The candidates of the theta-player.
///
/// ```
/// use referee::equilibrium::FiniteGame;
/// let mut game = FiniteGame::new(1);
/// game.push(0.0, &[1.0])?;
/// game.push(1.0, &[-1.0])?;
/// assert_eq!((game.len(), game.num_constraints(), game.has_proxies()), (2, 1, false));
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FiniteGame {
    candidates: Candidates,
    /// The objective and the proxies, where these are not the constraints themselves.
    proxies: Option<Candidates>,
    /// The game whose multipliers stand in the file that the candidates come from.
    multipliers: Option<Game>,
    /// Whether values, and whether proxies, are the upper ends of enclosures.
    rounded_up: (bool, bool),
}

impl FiniteGame {
    /// No candidates yet, and no proxies.
    pub fn new(num_constraints: usize) -> Self {
        Self {
            candidates: Candidates::new(num_constraints),
            proxies: None,
            multipliers: None,
            rounded_up: (false, false),
        }
    }

    /// No candidates yet; each will have proxies. Without constraints there are none.
    pub fn with_proxies(num_constraints: usize) -> Self {
        let proxies = (num_constraints > 0).then(|| Candidates::new(num_constraints));
        Self { candidates: Candidates::new(num_constraints), proxies, multipliers: None, rounded_up: (false, false) }
    }

    /// Adds a candidate of a game without proxies.
    ///
    /// # Errors
    /// If a value is not finite, a count is another, or the game has proxies.
    pub fn push(&mut self, objective: f64, constraints: &[f64]) -> Result<()> {
        if self.proxies.is_some() {
            return Err(Error::new("the candidates of this game have proxies: give them too"));
        }
        self.candidates.push(objective, constraints)
    }

    /// Adds a candidate of a game with proxies.
    ///
    /// # Errors
    /// If a value is not finite, a count is another, or the game has no proxies.
    pub fn push_with_proxies(&mut self, objective: f64, constraints: &[f64], proxies: &[f64]) -> Result<()> {
        match &mut self.proxies {
            Some(own) => own.push(objective, proxies)?,
            None if proxies.is_empty() => {}
            None => return Err(Error::new("the candidates of this game have no proxies: leave them out")),
        }
        self.candidates.push(objective, constraints)
    }

    /// Reads a CSV file: a trace, or `objective, constraint_1..m` with or without `proxy_1..m`. Of an enclosed column
    /// the upper end is used.
    ///
    /// # Errors
    /// If the file cannot be read or is not of this form.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| Error::io("open", path, error))?;
        let mut digesting = Digesting::new(file);
        let mut reader = CandidateReader::from_reader(BufReader::with_capacity(1 << 16, &mut digesting), path)?;
        let m = reader.num_constraints();
        let mut game = if reader.has_proxies() { Self::with_proxies(m) } else { Self::new(m) };
        game.multipliers = reader.multipliers();
        let (mut row, mut proxies) = (Vec::new(), Vec::new());
        while reader.read_row_with_proxies(&mut row, &mut proxies)? {
            game.push_with_proxies(row[0], &row[1..], &proxies).map_err(|error| error.in_file(path))?;
        }
        game.rounded_up = (reader.rounded_up(), reader.proxies_rounded_up());
        drop(reader);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(game.with_source(Source { file: name, sha256: digesting.hex() }))
    }

    /// The rounds of a trace, with the upper ends of what is enclosed.
    ///
    /// # Errors
    /// If the counts of a round are not those of its trace.
    pub fn from_trace(trace: &Trace) -> Result<Self> {
        let (layout, m) = (trace.layout(), trace.layout().num_constraints());
        let mut game = if layout.has_proxies() { Self::with_proxies(m) } else { Self::new(m) };
        game.multipliers = Some(layout.game()).filter(|_| layout.num_multipliers() > 0);
        let (constraints, proxies) = (trace.constraints(), trace.proxy_constraints());
        for t in 0..trace.rounds() {
            let own = if game.has_proxies() { proxies.row_hi(t) } else { &[] };
            game.push_with_proxies(trace.objective().row_hi(t)[0], constraints.row_hi(t), own)?;
        }
        let wide = |values: &Values| values.lo() != values.hi();
        game.rounded_up = (wide(trace.objective()) || wide(constraints), game.has_proxies() && wide(proxies));
        Ok(game)
    }

    /// Names the file that holds these candidates.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.candidates = self.candidates.with_source(source);
        self
    }

    /// The number of candidates.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The number of constraints, m.
    pub fn num_constraints(&self) -> usize {
        self.candidates.num_constraints()
    }

    /// Whether the proxies are other functions than the constraints.
    pub fn has_proxies(&self) -> bool {
        self.proxies.is_some()
    }

    /// The game that the candidates are about, by the columns that they were read from.
    pub fn which_game(&self, asked: Option<Game>) -> WhichGame {
        WhichGame::of_columns(self.multipliers, self.has_proxies(), asked)
    }

    /// Whether the file encloses values that the players of this game see, and the upper ends were taken.
    pub fn rounded_up(&self, game: Game) -> bool {
        self.rounded_up.0 || (game == Game::ProxyLagrangian && self.rounded_up.1)
    }

    /// The objective and the constraints.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// The objective and the functions that the theta-player of the proxy game sees.
    pub fn proxies(&self) -> &Candidates {
        self.proxies.as_ref().unwrap_or(&self.candidates)
    }
}
