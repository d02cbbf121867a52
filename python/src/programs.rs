//! The two programs, as a shell calls them.

use crate::away::away;
use crate::variant::{Class, Declared, registry};
use pyo3::prelude::*;
use std::ffi::OsString;

/// The program `referee` with players of one's own, for the arguments after its name: its exit status.
#[pyfunction]
pub fn run_referee(py: Python<'_>, arguments: Vec<OsString>, players: Vec<Declared>) -> PyResult<u8> {
    let classes: Vec<_> = players.into_iter().map(Class::new).collect::<PyResult<_>>()?;
    away(py, "referee", move |watch| {
        let registry = registry(&classes, watch)?;
        Ok(referee::cli::status_of(std::iter::once("referee".into()).chain(arguments), &registry))
    })
}

/// The program `proofs-check`, likewise.
#[pyfunction]
pub fn run_proofs_check(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    away(py, "proofs-check", move |_| Ok(proofs_check::command::status_of(&arguments)))
}
