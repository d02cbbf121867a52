//! The regret-rate league: who learns fastest, measured and certified, beside the bound and the known limit.
//!
//! A [`Cell`] is one run: a lambda-player against a hard sequence of payoffs, or in self-play on a problem whose answer
//! is known. What it [measures](Measured) are enclosures: the regrets come from the accumulators of [`crate::regret`],
//! fed block by block while the players play, so no run is ever held in memory. A [`Choice`] by name becomes a
//! [`Selection`], whose cells [`play`] runs. Then
//!
//! - [`slope`] turns the regrets of a curve into a slope of `log regret` against `log T` with its interval;
//! - [`limit`] is what no player can beat;
//! - [`standings`] makes the tables, [`table`] the CSV files, [`charts`] the pictures;
//! - [`baseline`] compares the regrets with those of an earlier version;
//! - the [`folder`] of results keeps each finished cell as [`crate::cells`] does, so that a run may be interrupted.
//!
//! Every player has one run for every `T`, also those that need not know `T` ([`is_anytime`]): several sequences
//! depend on it. A measured regret that is certainly above a bound of its player is a defect of the player or of the
//! bound, and [`Measured::wrong`] says so: the league is a falsifier too.

pub mod baseline;
mod cell;
pub mod charts;
pub mod folder;
pub mod limit;
mod measured;
mod play;
pub(crate) mod rounds;
mod run;
mod selection;
mod sequence;
pub mod slope;
pub mod standings;
pub mod table;
mod timing;

pub use cell::{Arena, Cell};
pub use measured::{Entry, Measured, Times};
pub use play::{Playing, play, play_by};
pub use run::run;
pub use selection::{Choice, GAME_ROUNDS, PLAYERS, PROBLEMS, ROUNDS, Selection};
pub use timing::is_anytime;

use crate::players::RegretKind;

/// The three kinds of regret, in the order of the tables.
pub const KINDS: [RegretKind; 3] = [RegretKind::External, RegretKind::Swap, RegretKind::Deviation];
