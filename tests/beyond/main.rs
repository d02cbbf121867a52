//! What goes beyond the paper's rates: measured regrets below the bounds, twins that are caught, and frequencies.

#[path = "../common/mod.rs"]
mod common;

#[path = "../theta_players/adversaries.rs"]
mod adversaries;
#[path = "../theta_players/arena.rs"]
#[allow(dead_code, reason = "only a part of it is needed here")]
mod arena;
#[path = "../lambda_players/measure.rs"]
#[allow(dead_code, reason = "only a part of it is needed here")]
mod measure;

mod anytime;
mod end_to_end;
mod multipliers;
