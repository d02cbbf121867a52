//! Statements on random instances.

pub mod existence;
mod laws;
mod minimax;

pub use laws::{approximate, equilibrium, measured, outcome};

/// What an instance says about its statement.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is counted by itself")]
pub struct Judged {
    /// Why the statement says nothing here.
    pub idle: Option<String>,
    /// Whether the functions that the theta-player sees are convex.
    pub convex: bool,
    /// Whether what the players see is drawn.
    pub noisy: bool,
    /// Whether an answer that is known in another way was compared.
    pub known: bool,
    /// Whether one hypothesis is missed, and the conclusion with it.
    pub missed: bool,
    /// One sentence for everything that is not as it must be.
    pub wrong: Vec<String>,
}
