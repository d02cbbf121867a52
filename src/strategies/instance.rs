//! What a statement is tried on.

use super::{DrawnGame, DrawnProblem, DrawnProgram, DrawnSearch};
use crate::arena::Algorithm;

/// One instance of a statement.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A game that is played by whoever sits there, and certified.
    Run(DrawnRun),
    /// A linear program over candidates.
    Program(DrawnProgram),
    /// The same, with the best mixture spread over copies of its candidates: it is not a vertex.
    Spread(DrawnProgram),
    /// A game on candidates that is solved.
    Game(DrawnGame),
    /// The same with the multipliers 0 and the radius alone: they are not convex.
    Ends(DrawnGame),
    /// A problem of which an equilibrium is searched for.
    Search(DrawnSearch),
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
