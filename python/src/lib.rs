//! The extension of the Python package `referee`: values at the edge, everything else in the library.
//!
//! Nothing here decides anything. A class wraps a value of the library, an error becomes one exception with the same
//! sentence, and long work runs [away] from the interpreter's lock.

mod away;
mod certificate;
mod edge;
mod gate;
mod kit;
mod league;
mod players;
mod programs;
mod recorder;
mod run;
mod solution;
mod solve;
mod sweep;
mod variant;

/// What `referee/*.py` builds on.
#[pyo3::pymodule]
mod _referee {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::certificate::Certificate;
    #[pymodule_export]
    use crate::edge::RefereeError;
    #[pymodule_export]
    use crate::kit::{ask_laws, laws};
    #[pymodule_export]
    use crate::league::{Rates, Verified, identify, rates, verify};
    #[pymodule_export]
    use crate::players::{Player, lambda_players, to_ball, to_simplex};
    #[pymodule_export]
    use crate::programs::{run_proofs_check, run_referee};
    #[pymodule_export]
    use crate::recorder::Recorder;
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::solve::{Solved, solve};
    #[pymodule_export]
    use crate::sweep::{merge_sweep, plan_sweep, work_on_sweep};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let close = pyo3::wrap_pyfunction!(crate::gate::close, module)?;
        module.py().import("atexit")?.call_method1("register", (close,))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
