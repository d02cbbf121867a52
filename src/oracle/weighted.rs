//! One weighted sum of expressions: its enclosures, its slopes, and its value and derivative in doubles.
//!
//! For weights `w` in enclosures `W` and functions `F_k`, the function is `f_w = sum_k w_k F_k`. Enclosures are
//! computed as `sum_k W_k F_k(X)`, in the order of `k`, so they hold for every `w` inside. The same goes for slopes:
//! if `g_k` is a slope vector of `F_k` for a pair of points (see [`enclose_gradient`](crate::expr::gradient)), then
//! `sum_k w_k g_k` is one of `f_w` for the same pair, and a sum of subgradients with weights that are not negative is a
//! subgradient of the sum. A function whose weight is exactly 0 is not evaluated at all.

use super::Objective;
use crate::domain::AnyDomain;
use crate::error::{Error, Result};
use crate::expr::{Cause, EvalError, Expr};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::{ExpressionProblem, Problem as _, Workspace};

/// `sum_k w_k F_k` with the functions of a problem and weights known up to enclosures.
#[derive(Clone, Copy)]
pub(super) struct Weighted<'a> {
    pub(super) problem: &'a ExpressionProblem,
    /// Where it is minimised: a problem from code may keep its expressions in an inner problem with another domain.
    pub(super) domain: &'a AnyDomain,
    pub(super) side: Side,
    pub(super) weights: &'a [Enclosure],
}

/// A value, or the function that has none.
pub(super) type Evaluated<T> = std::result::Result<T, Failure>;

/// A function that could not be evaluated, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub(super) function: usize,
    pub(super) error: EvalError,
}

impl Failure {
    /// Whether the function has a value here, so that only its slopes are missing.
    pub(super) fn lacks_slopes_only(&self) -> bool {
        matches!(self.error.cause, Cause::NotContinuous | Cause::UnboundedDerivative)
    }
}

/// The expressions of a problem, or the sentence that says why an oracle needs them.
pub(super) fn expressions<'a>(objective: &Objective<'a>) -> Result<&'a ExpressionProblem> {
    objective.problem.expressions().ok_or_else(|| {
        Error::new(format!(
            "the problem `{}` is not made of expressions and its domain is not finite, so no oracle can bound it",
            objective.problem.name()
        ))
    })
}

/// The contract of weights: one for each function, and none that may be negative.
pub(super) fn check_weights(objective: &Objective<'_>) -> Result<()> {
    let functions = objective.problem.num_constraints() + 1;
    if objective.weights.len() != functions {
        let message = format!("{} weights were given for {functions} functions", objective.weights.len());
        return Err(Error::new(message));
    }
    match objective.weights.iter().position(|weight| weight.lo() < 0.0 || !weight.is_finite()) {
        None => Ok(()),
        Some(k) => {
            let weight = objective.weights[k];
            Err(Error::new(format!("weight {k} is {weight}, but weights must be finite and not negative")))
        }
    }
}

/// What entry `k` of `(g_0, h)` is called.
pub(super) fn function_name(problem: &ExpressionProblem, k: usize) -> String {
    match k.checked_sub(1) {
        None => "the objective".to_owned(),
        Some(i) => format!("constraint `{}`", problem.constraints()[i].name),
    }
}

impl<'a> Weighted<'a> {
    /// The function that an oracle is asked to minimise.
    pub(super) fn of(objective: &Objective<'a>) -> Result<Self> {
        check_weights(objective)?;
        let Objective { problem, side, weights } = *objective;
        Ok(Self { problem: expressions(objective)?, domain: problem.domain(), side, weights })
    }

    /// The functions that count.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, Enclosure, &'a Expr)> {
        let (problem, side) = (self.problem, self.side);
        let terms = self.weights.iter().enumerate().filter(|(_, weight)| **weight != Enclosure::ZERO);
        terms.map(move |(k, &weight)| (k, weight, problem.function(k, side)))
    }

    /// The sentence for a failure.
    pub(super) fn explain(&self, failure: &Failure) -> Error {
        let name = function_name(self.problem, failure.function);
        Error::new(format!("{name} of problem `{}`: {}", self.problem.name(), failure.error))
    }

    /// An enclosure of the values on a box.
    pub(super) fn value(&self, over: &[Enclosure], work: &mut Workspace) -> Evaluated<Enclosure> {
        let mut sum = Enclosure::ZERO;
        for (function, weight, expr) in self.terms() {
            let value = expr.enclose(over, &mut work.enclosures).map_err(|error| Failure { function, error })?;
            sum = sum + weight * value;
        }
        Ok(sum)
    }

    /// The enclosure of the values on a box, and of the slopes; `term` is room for one gradient.
    pub(super) fn slopes(
        &self,
        over: &[Enclosure],
        slopes: &mut [Enclosure],
        term: &mut [Enclosure],
        work: &mut Workspace,
    ) -> Evaluated<Enclosure> {
        let mut sum = Enclosure::ZERO;
        slopes.fill(Enclosure::ZERO);
        for (function, weight, expr) in self.terms() {
            let value =
                expr.enclose_gradient(over, term, &mut work.enclosures).map_err(|error| Failure { function, error })?;
            sum = sum + weight * value;
            for (slope, &part) in slopes.iter_mut().zip(&*term) {
                *slope = *slope + weight * part;
            }
        }
        Ok(sum)
    }

    /// The value and a derivative in doubles, at the middles of the weights: for searching, never for a bound.
    pub(super) fn gradient_f64(&self, theta: &[f64], gradient: &mut [f64], work: &mut Workspace) -> Option<f64> {
        let mut sum = 0.0;
        gradient.fill(0.0);
        work.gradient.resize(theta.len(), 0.0);
        for (_, weight, expr) in self.terms() {
            let weight = weight.midpoint();
            sum += weight * expr.gradient_f64(theta, &mut work.gradient, &mut work.numbers).ok()?;
            for (total, slope) in gradient.iter_mut().zip(&work.gradient) {
                *total += weight * slope;
            }
        }
        (sum.is_finite() && gradient.iter().all(|slope| slope.is_finite())).then_some(sum)
    }
}

/// Point enclosures of the coordinates.
pub(super) fn enclose_point(theta: &[f64], out: &mut Vec<Enclosure>) {
    out.clear();
    out.extend(theta.iter().map(|&x| Enclosure::point(x)));
}
