//! Equilibria on few points: recomputed from their definition, and confronted with enumeration.

mod broken;
#[cfg(feature = "cli")]
mod checked;
mod continuous;
mod enumeration;
mod instances;
mod large;
mod laws;
mod necessity;
mod properties;
mod worked;
