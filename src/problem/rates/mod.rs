//! Rates over data: problems whose constraints are fractions of rows that a model predicts `+`.
//!
//! A data file is read as a [`Table`] and with a [`Recipe`](crate::game::Recipe) (an [`automatic`] one, or the user's)
//! becomes a [`Dataset`]: rows of features that are 0 or 1, and labels. A model is one number a feature; it predicts
//! `+` where the sum over a row's features is above 0, and that sign is decided exactly ([`positives`]). Rows that no
//! label and no constraint tells apart form a cell ([`Cells`]), so every rate is a sum of whole numbers, one a cell.
//! Constraints are written in a small language ([`Statement`]); a [`RateProblem`] puts it all together.

mod build;
mod cells;
mod counts;
mod cursor;
mod dataset;
mod exact;
mod forms;
mod language;
mod line;
mod mixed;
mod problem;
mod rate;
mod recipe;
mod statement;
mod surrogate;
mod table;
mod weights;

pub use cells::{CellConstraint, CellTerm, Cells, MarkedTerm};
pub use counts::{Signs, positives, predictions};
pub use dataset::Dataset;
pub use language::parse;
pub use mixed::Derandomized;
pub use problem::{RateOptions, RateProblem};
pub use rate::RateKind;
pub use recipe::{Automatic, RecipeOptions, automatic};
pub use statement::{Meaning, Statement};
pub use surrogate::Surrogate;
pub use table::{Table, digest, is_missing, number};
