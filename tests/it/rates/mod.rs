//! Rates: what was promised before play is kept by the players that it was promised for, and by no broken twin.
//! The statements' own tests are in `theorems`.

#![cfg(feature = "cli")]

mod accepted;
pub(crate) mod arena;
pub(crate) mod laws;
mod shapes;
mod steps;
