//! Finished cells in a folder: one way to run many small pieces of work, to be interrupted, and to go on.
//!
//! ```text
//! DIR/sweep.json            the plan: what is run, by which program; sealed
//! DIR/cells/ab/cdef../      a finished cell, a folder that appears whole
//!                           its cell.json: settings, program, result, times; sealed
//! DIR/failed/abcdef...json  a cell that failed twice: its settings, and why
//! ```
//!
//! A cell is named by a digest of its settings (a problem file by its bytes) and of the program that ran it. So a cell of
//! other settings or of another build is never taken for one that is asked for: it has another name, and stays where it
//! is. Whoever runs cells takes up what is there, and runs what is missing; a cell whose file is torn or changed is
//! missing too. Any number of processes may work in one folder, on one machine or many that share it: a cell that
//! somebody else works on is left to them, and done again if they died.
//!
//! [`Work`] is what a cell is and how it is run. [`take_up`] finds what is there; the rest is run on threads, the longest
//! first, and a cell that fails is tried once more.

mod inputs;
mod plan;
mod run;
mod seal;
mod store;

pub use inputs::Inputs;
pub use plan::{PLAN, read_plan};
pub(crate) use plan::{begin, write_plan};
pub use run::{Kept, Work, take_up};
pub(crate) use run::{Outcome, found, run};
pub use seal::{identify, interpreter};
pub use store::{Finished, Found, Program, Store};
