//! The extension of the Python package `referee`: values at the edge, everything else in the library.
//!
//! Nothing here decides anything. A class wraps a value of the library, an error becomes one exception with the same
//! sentence, and long work runs [away] from the interpreter's lock.

mod away;
mod certificate;
mod edge;
mod recorder;
mod run;
mod solution;

/// What `referee/*.py` builds on.
#[pyo3::pymodule]
mod _referee {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::certificate::Certificate;
    #[pymodule_export]
    use crate::edge::RefereeError;
    #[pymodule_export]
    use crate::recorder::Recorder;
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::solution::Solution;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
