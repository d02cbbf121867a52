//! Rates over data: problems whose constraints are fractions of rows that a model predicts `+`.
//!
//! A data file is read with a [`Recipe`](crate::trace::Recipe) into a [`Dataset`]: rows of features that are 0 or 1, and
//! labels. A model is one number a feature; it predicts `+` where the sum over a row's features is above 0. Rows that no
//! label and no constraint tells apart form a cell ([`Cells`]), so every rate is a sum of whole numbers, one a cell.

mod cells;
mod dataset;

pub use cells::{CellConstraint, CellTerm, Cells, MarkedTerm};
pub use dataset::Dataset;
