//! A local search in doubles: projected gradient steps with the step length of Barzilai and Borwein.
//!
//! Nothing here is trusted. The search proposes points of the domain; what a point is worth is enclosed elsewhere. The
//! step length is the curvature seen between the last two points, and a step is shortened until the value falls
//! enough below the worst of the last few values (Birgin, Martinez and Raydan's rule), so that on smooth functions a
//! dozen steps usually reach the precision of doubles.

use super::Weighted;
use crate::domain::{AnyDomain, Domain as _};
use crate::numerics::Enclosure;
use crate::problem::Workspace;

/// How many past values a new one is compared with.
const MEMORY: usize = 4;
const SHORTEST: f64 = 1e-12;

/// Buffers of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Descent {
    gradient: Vec<f64>,
    step: Vec<f64>,
    trial: Vec<f64>,
    trial_gradient: Vec<f64>,
    current: Vec<f64>,
}

impl Descent {
    /// Improves `theta`, a point of the domain, by at most `limit` steps, and returns its value in doubles (`None` if
    /// there is none at the start). It stops once the tangent there promises no improvement by `enough` on `bounds`.
    pub(super) fn run(
        &mut self,
        f: &Weighted<'_>,
        bounds: &[Enclosure],
        theta: &mut [f64],
        (limit, enough): (usize, f64),
        work: &mut Workspace,
    ) -> Option<f64> {
        let domain = f.domain;
        let Self { gradient, step, trial, trial_gradient, current } = self;
        for buffer in [&mut *gradient, step, trial, trial_gradient] {
            buffer.resize(theta.len(), 0.0);
        }
        current.clear();
        current.extend_from_slice(theta);
        let mut value = f.gradient_f64(current, gradient, work)?;
        let mut best = value;
        let mut recent = [value; MEMORY];
        let diameter = bounds.iter().fold(0.0_f64, |widest, side| widest.max(side.hi() - side.lo()));
        let steepest = gradient.iter().fold(0.0_f64, |steepest, slope| steepest.max(slope.abs()));
        let mut length = diameter / steepest.max(f64::MIN_POSITIVE);
        for count in 0..limit {
            if promise(current, gradient, bounds) <= enough {
                break;
            }
            let Some(slope) = propose(domain, current, gradient, length, step) else { break };
            let worst = recent.iter().copied().fold(value, f64::max);
            let mut shrink = 1.0;
            let accepted = loop {
                for (next, (x, d)) in trial.iter_mut().zip(current.iter().zip(&*step)) {
                    *next = x + shrink * d;
                }
                domain.project(trial);
                let value = f.gradient_f64(trial, trial_gradient, work);
                if let Some(value) = value.filter(|value| *value <= worst + 1e-4 * shrink * slope) {
                    break Some(value);
                }
                shrink *= 0.25;
                if shrink < SHORTEST {
                    break None;
                }
            };
            let Some(accepted) = accepted else { break };
            let (mut moved, mut bent) = (0.0, 0.0);
            for j in 0..theta.len() {
                let s = trial[j] - current[j];
                moved += s * s;
                bent += s * (trial_gradient[j] - gradient[j]);
            }
            length = if bent > 0.0 { moved / bent } else { 4.0 * length };
            length = length.clamp(1e-30, 1e30);
            value = accepted;
            recent[count % MEMORY] = value;
            std::mem::swap(current, trial);
            std::mem::swap(gradient, trial_gradient);
            if value < best {
                best = value;
                theta.copy_from_slice(current);
            }
            if moved == 0.0 {
                break;
            }
        }
        Some(best)
    }
}

/// How far the tangent falls below the value on the box.
pub(super) fn promise(theta: &[f64], gradient: &[f64], bounds: &[Enclosure]) -> f64 {
    let falls = theta.iter().zip(gradient).zip(bounds);
    falls.map(|((x, slope), side)| (slope * (x - side.lo())).max(slope * (x - side.hi()))).sum()
}

/// Writes the projected step, and returns its slope if it leads down.
fn propose(domain: &AnyDomain, theta: &[f64], gradient: &[f64], length: f64, step: &mut [f64]) -> Option<f64> {
    for ((target, x), slope) in step.iter_mut().zip(theta).zip(gradient) {
        *target = x - (length * slope).clamp(-1e150, 1e150);
    }
    domain.project(step);
    let mut slope = 0.0;
    for ((d, x), g) in step.iter_mut().zip(theta).zip(gradient) {
        *d -= x;
        slope += g * *d;
    }
    (slope < 0.0).then_some(slope)
}

/// Makes a caller's first guess a point of the domain, whatever it held.
pub(super) fn accept_guess(domain: &AnyDomain, theta: &mut [f64]) {
    if theta.iter().all(|x| x.is_finite()) {
        domain.project(theta);
    } else {
        domain.start(theta);
    }
}
