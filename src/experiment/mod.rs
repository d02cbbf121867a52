//! The paper's experiments on published data sets.

mod adult;
mod files;
mod study;

pub use files::Published;
pub use study::{Rows, Study};

use crate::error::Result;
use std::path::Path;

/// x
pub fn adult(folder: &Path) -> Result<Study> {
    adult::load(folder)
}
