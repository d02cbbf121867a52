//! The problem for which an oracle checked its hypotheses, remembered so that it is not used for another one.
//!
//! Convexity is proved once, when the oracle is made; a bound for other functions would rest on nothing. So the
//! oracle keeps the expressions and compares them at every call, which costs less than one evaluation of them.

use super::weighted::{check_weights, expressions, function_name};
use super::{Objective, Weighted};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::{Error, Result};
use crate::expr::{Curvature, Expr};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::{ExpressionProblem, Problem};

/// A problem and a side whose functions all have the curvature that an oracle needs.
#[derive(Clone, Debug)]
pub(super) struct Proved {
    pub(super) problem: ExpressionProblem,
    pub(super) domain: AnyDomain,
    pub(super) side: Side,
}

/// The functions of a problem, on one side.
pub(super) fn functions(problem: &ExpressionProblem, side: Side) -> impl Iterator<Item = &Expr> {
    (0..=problem.num_constraints()).map(move |k| problem.function(k, side))
}

impl Proved {
    /// Checks that `accepts` holds for the curvature of every function on the domain's bounding box.
    ///
    /// # Errors
    /// If the problem has no expressions, or a function is not proved to be `wanted`: with the obstacle.
    pub(super) fn new(
        problem: &dyn Problem,
        side: Side,
        wanted: &str,
        accepts: impl Fn(&Curvature) -> bool,
    ) -> Result<Self> {
        let found = expressions(&Objective { problem, side, weights: &[] })?;
        let bounds: Vec<Enclosure> = problem.domain().bounding_box();
        for (k, function) in functions(found, side).enumerate() {
            let curvature = function.curvature(&bounds);
            if !accepts(&curvature) {
                let name = function_name(found, k);
                return Err(Error::new(format!(
                    "{name} of problem `{}` is not proved {wanted} on its domain, but {curvature}",
                    problem.name()
                )));
            }
        }
        Ok(Self { problem: found.clone(), domain: problem.domain().clone(), side })
    }

    /// The function to minimise, if it belongs to the problem for which the hypotheses were checked.
    pub(super) fn weighted<'a>(&'a self, objective: &Objective<'a>) -> Result<Weighted<'a>> {
        check_weights(objective)?;
        let same = objective.side == self.side
            && *objective.problem.domain() == self.domain
            && objective.problem.expressions().is_some_and(|problem| {
                problem.num_constraints() == self.problem.num_constraints()
                    && functions(problem, self.side).eq(functions(&self.problem, self.side))
            });
        if !same {
            return Err(Error::new(format!(
                "this oracle was made for problem `{}` on its side `{:?}` and cannot be used for another",
                self.problem.name(),
                self.side
            )));
        }
        Ok(Weighted { problem: &self.problem, domain: &self.domain, side: self.side, weights: objective.weights })
    }
}
