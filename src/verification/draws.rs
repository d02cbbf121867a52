//! Whether a run can see noise where a statement looks.

use crate::game::Side;
use crate::problem::{ExpressionProblem, Noise, Problem};
use crate::theorems::Statement;

/// Whether draws of a problem can differ from the exact answers that a statement with a probability is about: the slopes
/// that the theta-player follows, the values that the lambda-player is paid. This is decided before play: runs that were
/// chosen by how they came out would fail more often than they may.
pub(super) fn reach(statement: &dyn Statement, problem: &dyn Problem) -> bool {
    let (theta, lambda) = (statement.takes_subgradients(), statement.takes_step() && problem.num_constraints() > 0);
    statement.takes_confidence()
        && match problem.noise() {
            Some(Noise::Added { slopes, values, .. }) => (theta && *slopes > 0.0) || (lambda && *values > 0.0),
            Some(Noise::Members { members, .. }) => {
                (theta || lambda) && members.iter().any(|one| differ(one, &members[0]))
            }
            None if problem.facts().noise > 0.0 => theta,
            None => !problem.is_noiseless(),
        }
}

/// Whether some function of two members is another one.
fn differ(one: &ExpressionProblem, other: &ExpressionProblem) -> bool {
    let functions = 0..=one.num_constraints();
    let sides = [Side::Constraints, Side::Proxies];
    functions.into_iter().any(|k| sides.iter().any(|side| one.function(k, *side) != other.function(k, *side)))
}
