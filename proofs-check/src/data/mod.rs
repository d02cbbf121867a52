//! Data (section 12 of the specification): rates over the rows of a file, exactly.
//!
//! | what | module |
//! |---|---|
//! | the data file | `file` |
//! | atoms, tests, labels and features | `recipe` |
//! | rows that nothing tells apart | `cells` |
//! | exact comparisons of scores, and the counts that rest on them | `scores` |
//! | constraints and their hinges | `constraint` |
//! | the problem over data of a certificate | `problem` |
//! | the evidence of its lower bound | `margins` |
//! | the fit | `fit` |
//! | what a file is about, in words and compared | `subject` |

mod cells;
mod constraint;
mod file;
mod fit;
#[cfg(fuzzing)]
#[path = "../../tests/inside/data/fuzzing.rs"]
pub(crate) mod fuzzing;
mod margins;
mod problem;
mod recipe;
mod scores;
mod subject;

pub(crate) use constraint::Forms;
pub(crate) use fit::Fit;
pub use margins::Margins;
pub(crate) use problem::DataProblem;
pub(crate) use subject::OverData;
