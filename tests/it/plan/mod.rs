//! Planning: the numbers of the worked example, laws of the answers, planners that are wrong, and the command.

mod asked;
mod cli;
mod laws;
mod needs;
mod worked;
