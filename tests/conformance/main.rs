//! The conformance kit on everything that ships, and on broken twins: each is caught, by the law that is named.

#![cfg(feature = "testing")]

mod multiplier_players;
mod shipped_multiplier_players;
mod teeth;
