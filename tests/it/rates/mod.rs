//! Rates: what was promised before play is kept by the players that it was promised for, and by no broken twin.

#![cfg(feature = "cli")]

mod accepted;
mod arena;
mod implication;
mod necessity;
mod shapes;
mod steps;
mod worked;
