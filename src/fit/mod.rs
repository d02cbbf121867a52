//! Fitting models under constraints on rates: training, exact evaluation, choice, proofs, and what is written.
//!
//! 1. [`train`] plays the games on minibatches with several step sizes at once and keeps snapshots;
//! 2. [`evaluate`] counts exactly what each snapshot does on all rows, of training, validation or test data;
//! 3. [`choose`] picks a step size on validation data, and [`shrink`](crate::shrink) mixes a few snapshots;
//! 4. [`lower_bound`] proves how far the theta-player's loss is from its least, and [`infeasible_proxies`] whether any
//!    model at all satisfies the hinges;
//! 5. [`FitDocument`] writes what the chosen classifiers do, in exact counts, for `proofs-check`.

mod bound;
mod choose;
mod coefficients;
mod document;
mod evaluate;
pub mod grid;
mod lambda;
mod lanes;
mod minibatches;
mod settings;
mod smooth;
#[cfg(test)]
mod tests;
mod train;
mod vacuity;

pub use bound::{BoundOptions, Bounded, evaluate_bound, lower_bound, mean_weights};
pub use choose::{Performance, average, choose, shrunk, shrunk_by_hinges, single};
pub use document::{CertifiedRun, Classified, FitDocument, certify_run, snapshot_trace};
pub use evaluate::{Tally, evaluate, logistic_loss};
pub use settings::{Game, Loss, Run, Settings, Snapshot, Start};
pub use train::train;
pub use vacuity::{InfeasibleProxies, infeasible_proxies};
