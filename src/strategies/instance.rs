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
    /// The same, with the best mixture spread over copies of its candidates: it is not a vertex.
    Spread(DrawnProgram),
    /// A game on candidates that is solved.
    Game(DrawnGame),
    /// The same with the multipliers 0 and the radius alone: they are not convex.
    Ends(DrawnGame),
    /// A problem of which an equilibrium is searched for.
    Search(DrawnSearch),
}
