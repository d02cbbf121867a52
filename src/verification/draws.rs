//! Whether a run saw noise.

use crate::arena::samples;
use crate::domain::Domain as _;
use crate::error::Result;
use crate::game::Side;
use crate::problem::{Problem, Workspace};
use crate::trace::Trace;

/// Whether, in some round of a run with this seed, a draw was not the exact answer: of the slope that the theta-player
/// follows, or of a value that the lambda-player is paid.
pub(super) fn differ(problem: &dyn Problem, trace: &Trace, seed: u64) -> Result<bool> {
    if problem.is_noiseless() {
        return Ok(false);
    }
    let (game, functions, dim) = (trace.layout().game(), problem.num_constraints() + 1, problem.domain().dim());
    let (mut weights, mut work) = (vec![0.0; functions], Workspace::default());
    let [mut value, mut drawn_value] = [vec![0.0; functions], vec![0.0; functions]];
    let [mut slope, mut drawn_slope] = [vec![0.0; dim], vec![0.0; dim]];
    for (t, sample) in (0..trace.rounds()).zip(samples(seed)) {
        let theta = trace.theta(t);
        problem.values(theta, Side::Constraints, &mut value, &mut work)?;
        problem.stochastic_values(sample, theta, &mut drawn_value, &mut work)?;
        game.theta_weights(trace.lambda(t), &mut weights);
        problem.subgradient(theta, game.side(), &weights, &mut slope, &mut work)?;
        problem.stochastic_subgradient(sample, theta, game.side(), &weights, &mut drawn_slope, &mut work)?;
        if value[1..] != drawn_value[1..] || slope != drawn_slope {
            return Ok(true);
        }
    }
    Ok(false)
}
