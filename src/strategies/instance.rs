//! What a statement is tried on.

use super::DrawnProblem;
use crate::arena::Algorithm;

/// One instance of a statement.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A game that is played by whoever sits there, and certified.
    Run(DrawnRun),
}

/// A game that is to be played.
#[derive(Clone, Debug)]
pub struct DrawnRun {
    /// What is played about.
    pub problem: DrawnProblem,
    /// The game, and who plays it where nobody else is named; a statement that promises a rate brings its own.
    pub algorithm: Option<Algorithm>,
    /// A theta-player in place of the algorithm's.
    pub theta_player: Option<&'static str>,
    /// A lambda-player in place of the algorithm's.
    pub lambda_player: Option<&'static str>,
    /// The number of rounds.
    pub rounds: usize,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// Of everything random.
    pub seed: u64,
}
