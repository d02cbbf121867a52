//! Sweeps: a grid of runs, on this machine or on many that share a folder.
//!
//! A specification in TOML names cells of two kinds: of `solve`, a run of [`crate::run`] each, and of `rates`, the cells
//! of a [league](crate::league). A [`Plan`] is what it says; [`Sweep`] is a plan in a folder, whose cells any number of
//! processes may [work](Sweep::work) on, each on a range of them. [`Sweep::merge`] writes the tables, whose bytes depend
//! on the plan and the program alone: not on who ran a cell, in which order, or how often somebody was interrupted.
//!
//! ```
//! use referee::registry::Registry;
//! use referee::sweep::{Plan, Sweep};
//! let spec = "[solve]\nproblems = [\"triangle\"]\nrounds = [16, 32]\nseeds = 2";
//! let plan = Plan::of_text(spec, "".as_ref(), Registry::ours())?;
//! let folder = tempfile::tempdir().unwrap();
//! let sweep = Sweep::begin(folder.path(), plan, Registry::ours())?;
//! sweep.work(0..sweep.plan().len(), 1.try_into().unwrap(), &mut |_, _| ())?;
//! assert_eq!(sweep.merge(false)?.status.finished, 4);
//! let table = std::fs::read_to_string(folder.path().join("sweep.csv")).unwrap();
//! assert_eq!(table.lines().count(), 5);
//! # Ok::<(), referee::error::Error>(())
//! ```

mod cell;
mod checked;
mod merge;
mod plan;
mod rows;
mod solve;
mod spec;
mod work;

pub use cell::{COLUMNS, Cell};
pub use merge::{Merged, Status};
pub use plan::Plan;
pub use spec::Slurm;
pub use work::{Failure, Sweep, Worked};
