//! What goes beyond the paper's rates: measured regrets below the bounds, twins that are caught, and frequencies.

mod anytime;
mod end_to_end;
mod multipliers;
