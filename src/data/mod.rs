//! Problems over data: models under constraints on rates, fractions of rows that a model predicts `+`.
//!
//! 1. A data file is read as a [`Table`] and with a [`Recipe`](crate::game::Recipe) (an [`automatic`] one, or the
//!    user's) becomes a [`Dataset`]: rows of features that are 0 or 1, and labels. Rows that no label and no constraint
//!    tells apart form a cell ([`Cells`]), so every rate is a sum of whole numbers, one per cell.
//! 2. Constraints are written in a small language ([`parse`]); a [`RateProblem`] puts it all together. A model is one number a
//!    feature; it predicts `+` where the sum over a row's features is above 0, and that sign is decided exactly
//!    ([`positives`]).
//! 3. [`train`] plays the games on minibatches with several step sizes at once and keeps snapshots; [`evaluate`] counts
//!    exactly what each does on all rows, of training, validation or test data.
//! 4. [`choose_step_size`] picks one on validation data, and [`shrink`](crate::shrink) mixes a few snapshots.
//! 5. [`lower_bound()`] proves how far the theta-player's loss is from its least, and [`infeasible_proxies()`] whether
//!    any model at all satisfies the hinges; a [`FitDocument`] says what the chosen classifiers do, in exact counts, for
//!    `proofs-check`.

mod cells;
mod coefficients;
mod dataset;
mod evaluate;
mod exact_values;
mod fit_document;
mod from_table;
pub mod grid;
mod infeasible_proxies;
mod language;
mod lower_bound;
mod mixtures;
mod parts;
mod rate_problem;
mod recipe;
mod segments;
mod signs;
mod strict_csv;
mod surrogate;
mod table;
mod texts;
mod training;

pub use cells::{CellConstraint, CellTerm, Cells, MarkedTerm};
pub use dataset::Dataset;
pub use evaluate::{Tally, count, evaluate, logistic_loss};
pub use fit_document::{CertifiedRun, Classified, FitDocument, certify_run, snapshot_trace};
pub use infeasible_proxies::{InfeasibleProxies, infeasible_proxies};
pub use language::{Meaning, ParsedConstraint, RateKind, parse};
pub use lower_bound::{BoundOptions, Bounded, bound_by_ranges, evaluate_bound, lower_bound, mean_weights};
#[cfg(feature = "cli")]
pub(crate) use mixtures::push_rounded_up;
pub use mixtures::{Derandomized, Performance, average, choose_step_size, shrunk, shrunk_by_hinges, single};
pub use rate_problem::{RateOptions, RateProblem};
pub use recipe::{Automatic, RecipeOptions, automatic};
pub use signs::{Signs, positives, predictions};
pub use surrogate::{hinge, hinge_over, hinge_slope, logistic, logistic_slope};
pub use table::{Table, is_missing, number, sha256};
pub use training::{Settings, Snapshot, Start, TrainedRun, TrainingLoss, train, train_telling};
