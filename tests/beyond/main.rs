//! What goes beyond the paper's rates: measured regrets below the bounds, twins that are caught, and frequencies.

#[path = "../common/mod.rs"]
mod common;

mod anytime;
mod end_to_end;
mod multipliers;
