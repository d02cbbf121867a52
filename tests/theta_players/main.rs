//! The theta-players: laws, broken twins, the oracle player, robustness.

mod adversaries;
mod arena;
mod broken;
mod laws;
