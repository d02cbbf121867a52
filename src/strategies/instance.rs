//! What a statement is tried on.

use super::{DrawnContest, DrawnGame, DrawnProgram, DrawnRounds, DrawnRun, DrawnSearch};

/// One instance of a statement.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A game that is played by the statement's own algorithm, or by whoever sits there, and certified.
    Run(DrawnRun),
    /// Rounds that nobody played.
    Rounds(DrawnRounds),
    /// The statement's lambda-player against an adversary that sees its past.
    Contest(DrawnContest),
    /// A linear program over candidates.
    Program(DrawnProgram),
    /// A game on candidates that is solved.
    Game(DrawnGame),
    /// A problem of which an equilibrium is searched for.
    Search(DrawnSearch),
}
