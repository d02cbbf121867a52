//! The conformance kit on everything that ships, and on broken twins: each is caught, by the law that is named.

#![cfg(feature = "testing")]

mod domains;
mod fixed_points;
mod multiplier_players;
mod oracles;
mod problems;
mod shipped_multiplier_players;
mod shipped_problems;
mod shipped_theta_players;
mod teeth;
mod theta_players;
