//! The regret-rate league: fits, limits, what it shows, and the command.

#![cfg(feature = "cli")]

mod baseline;
mod command;
mod facts;
pub(crate) mod library;
mod limits;
mod resume;
mod slopes;
