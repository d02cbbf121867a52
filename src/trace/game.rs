//! Which game a file is about: one rule for everybody who reads one, and a round as a round of the other game.

use super::{Layout, Round, Trace};
use crate::error::Result;
use crate::game::Game;
use std::fmt;

/// The game that a file or a problem is about, and why.
///
/// What is asked for wins. Else `lambda_0` means the proxy game; multipliers without it the Lagrangian game, whatever
/// proxies there are; and where there are no multipliers at all it is the proxy game if there are proxies.
///
/// ```
/// use referee::game::Game;
/// use referee::trace::WhichGame;
/// let game = WhichGame::of_columns(Some(Game::Lagrangian), true, None);
/// assert_eq!(game.kind(), Game::Lagrangian);
/// let line = "Game: Lagrangian, because the trace has multipliers but no lambda_0; its proxies are left out.";
/// assert_eq!(game.to_string(), line);
/// assert_eq!(WhichGame::of_columns(None, true, None).kind(), Game::ProxyLagrangian);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhichGame {
    kind: Game,
    because: &'static str,
    leaves_out_proxies: bool,
}

impl WhichGame {
    /// The game of a file with the multipliers of a game, or with none, and perhaps with proxies.
    pub fn of_columns(multipliers: Option<Game>, has_proxies: bool, asked: Option<Game>) -> Self {
        let (kind, because) = match (multipliers, has_proxies) {
            (Some(Game::ProxyLagrangian), _) => (Game::ProxyLagrangian, "because the trace has lambda_0"),
            (Some(Game::Lagrangian), _) => (Game::Lagrangian, "because the trace has multipliers but no lambda_0"),
            (None, true) => (Game::ProxyLagrangian, "because the file has proxies and no multipliers"),
            (None, false) => (Game::Lagrangian, "because the file has neither multipliers nor proxies"),
        };
        Self::new(kind, because, has_proxies, asked)
    }

    /// The game of a problem.
    pub fn of_problem(has_proxies: bool, asked: Option<Game>) -> Self {
        let (kind, because) = if has_proxies {
            (Game::ProxyLagrangian, "because the problem has proxies")
        } else {
            (Game::Lagrangian, "because the problem has no proxies")
        };
        Self::new(kind, because, has_proxies, asked)
    }

    fn new(kind: Game, because: &'static str, has_proxies: bool, asked: Option<Game>) -> Self {
        let (kind, because) = asked.map_or((kind, because), |asked| (asked, "as asked"));
        Self { kind, because, leaves_out_proxies: has_proxies && kind == Game::Lagrangian }
    }

    /// The game.
    pub fn kind(self) -> Game {
        self.kind
    }

    /// Why, and what is left out.
    pub fn reason(self) -> String {
        let left_out = if self.leaves_out_proxies { "; its proxies are left out" } else { "" };
        format!("{}{left_out}", self.because)
    }

    /// Whether there are proxies that play no part in this game.
    pub fn leaves_out_proxies(self) -> bool {
        self.leaves_out_proxies
    }
}

/// One sentence.
impl fmt::Display for WhichGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = match self.kind {
            Game::Lagrangian => "Lagrangian",
            Game::ProxyLagrangian => "proxy-Lagrangian",
        };
        write!(f, "Game: {game}, {}.", self.reason())
    }
}

impl Layout {
    /// The game that a trace with these columns is about.
    pub fn which_game(&self, asked: Option<Game>) -> WhichGame {
        let multipliers = (self.num_multipliers() > 0).then_some(self.game());
        WhichGame::of_columns(multipliers, self.has_proxies(), asked)
    }

    /// The columns of the same rounds in a game: with or without `lambda_0`, and in the Lagrangian game without proxies.
    #[must_use]
    pub fn in_game(&self, game: Game) -> Self {
        let values = if game == Game::Lagrangian { 1 + self.num_constraints() } else { self.num_values() };
        let mut layout = Self::new(game, self.num_constraints()).with_theta(self.num_thetas());
        if values > 1 + self.num_constraints() {
            layout = layout.with_proxies();
        }
        (0..values).filter(|&value| self.is_enclosed(value)).fold(layout, Self::enclose)
    }
}

impl Trace {
    /// Copies each round into one of a [`Layout::in_game`], and visits it there. Where `lambda_0` is not recorded it is 1.
    ///
    /// # Errors
    /// Those of the visits.
    ///
    /// # Panics
    /// If `into` has other constraints or another number of coordinates.
    pub fn each_in_game(&self, into: &mut Round, mut visit: impl FnMut(&mut Round) -> Result<()>) -> Result<()> {
        let mut from = Round::new(self.layout());
        (0..self.rounds()).try_for_each(|t| {
            self.copy_round(t, &mut from);
            from.copy_in_game(into);
            visit(into)
        })
    }
}

impl Round {
    /// Copies this round into one of the other game. Where `lambda_0` is not recorded it is 1: who descends on
    /// `g_0 + sum_i lambda_i proxy_i` gives the objective this weight. Nothing is divided by the sum, because that
    /// would weigh the rounds in another way.
    fn copy_in_game(&self, into: &mut Self) {
        into.objective = self.objective;
        into.constraints.copy_from_slice(&self.constraints);
        into.proxies.iter_mut().zip(&self.proxies).for_each(|(into, from)| *into = *from);
        into.theta.copy_from_slice(&self.theta);
        let m = self.constraints.len();
        let (from, to) = (self.lambda.len() - m, into.lambda.len() - m);
        into.lambda[to..].copy_from_slice(&self.lambda[from..]);
        into.lambda[..to].fill(if from == 1 { self.lambda[0] } else { 1.0 });
    }
}
