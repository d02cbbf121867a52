//! The regret-rate league: fits, limits, what it shows, and the command.

#![cfg(feature = "cli")]

mod command;
mod facts;
mod limits;
mod resume;
mod slopes;
