//! Equilibria on few points: recomputed from their definition, and broken solvers that are noticed. The statements'
//! own tests are in `theorems`.

mod broken;
mod checked;
pub(crate) mod continuous;
mod gaps;
pub(crate) mod instances;
pub(crate) mod large;
pub(crate) mod properties;
pub(crate) mod worked;
