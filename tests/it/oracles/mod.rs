//! The oracles: their bounds against thousands of points, their evidence against a checker, and broken twins.

mod applicability;
mod checker;
mod evidence;
mod instances;
mod soundness;
mod twins;
mod worked;
