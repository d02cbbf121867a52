//! The paper's experiments on published data sets, each row certified.
//!
//! [`open`] reads the published files, whose digests are checked; [`run`] is the protocol on the split of one seed;
//! [`paper`] is what the paper reports.

mod adult;
mod communities;
mod compas;
mod files;
mod german;
pub mod mnist;
pub mod paper;
mod protocol;
mod study;

pub use files::Published;
pub use protocol::{Classifier, Protocol, ROWS, RowOutcome, SplitOutcome, row_name, run};
pub use study::{Split, Study};

use crate::error::Result;
use std::path::Path;

/// The experiments that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// UCI Adult: the paper's Table 2.
    Adult,
    /// COMPAS.
    Compas,
    /// German Credit.
    German,
    /// Communities and Crime.
    Communities,
}

/// Reads an experiment from the folder of the published files.
///
/// # Errors
/// If a file is missing (with where it is published), or is another one.
pub fn open(experiment: Experiment, folder: &Path) -> Result<Study> {
    match experiment {
        Experiment::Adult => adult::load(folder),
        Experiment::Compas => compas::load(folder),
        Experiment::German => german::load(folder),
        Experiment::Communities => communities::load(folder),
    }
}
