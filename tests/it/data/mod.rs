//! Rates over data: files, recipes, the language of constraints, exact counts, and the problems made of them.

mod counts;
mod enumerated;
mod instances;
mod language;
mod problem;
#[cfg(feature = "cli")]
mod random;
mod recipe;
#[cfg(feature = "cli")]
mod strategies;
mod surrogate;
mod table;
mod worked;
