//! The oracle of a finite domain: it looks at every point.
//!
//! The smallest lower end over all points is a lower bound of the minimum, and the point with the smallest upper end
//! is returned. So `rho` is only what rounding and the widths of the weights leave open. The problem need not be made
//! of expressions: whatever encloses its values at points will do.

use super::weighted::{check_weights, enclose_point};
use super::{Minimum, Objective, Oracle};
use crate::domain::{AnyDomain, Domain as _, FiniteSet};
use crate::error::{Error, Result};
use crate::game::{Evidence, Side};
use crate::numerics::Enclosure;
use crate::problem::{Problem, Workspace};

/// Evaluates every point of a finite domain.
///
/// ```
/// use referee::numerics::Enclosure;
/// use referee::oracle::{Enumeration, Objective, Oracle as _};
/// use referee::game::Side;
/// use referee::problem::ExpressionProblem;
/// let text = "minimize = \"(x - 2)^2\"\nvariables = [\"x\"]\ndomain = { points = [[0], [1.5], [3]] }";
/// let problem = ExpressionProblem::from_toml(text, "three points")?;
/// let mut theta = [0.0];
/// let objective = Objective { problem: &problem, side: Side::Constraints, weights: &[Enclosure::ONE] };
/// let minimum = Enumeration::new(&problem, Side::Constraints)?.minimize(&objective, &mut theta)?;
/// assert_eq!((theta, minimum.lower_bound, minimum.rho()), ([1.5], 0.25, 0.0));
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Enumeration {
    work: Workspace,
    point: Vec<Enclosure>,
    values: Vec<Enclosure>,
}

fn finite_domain(problem: &dyn Problem) -> Result<&FiniteSet> {
    match problem.domain() {
        AnyDomain::FiniteSet(set) => Ok(set),
        other => Err(Error::new(format!(
            "enumeration needs a finite domain, and that of problem `{}` is a {other}",
            problem.name()
        ))),
    }
}

impl Enumeration {
    /// The oracle for a problem.
    ///
    /// # Errors
    /// If its domain is not finite, or a function cannot be enclosed at one of the points.
    pub fn new(problem: &dyn Problem, side: Side) -> Result<Self> {
        let mut oracle = Self::default();
        let weights = vec![Enclosure::ONE; problem.num_constraints() + 1];
        let mut theta = vec![0.0; problem.domain().dim()];
        oracle.minimize(&Objective { problem, side, weights: &weights }, &mut theta)?;
        Ok(oracle)
    }
}

impl Oracle for Enumeration {
    fn name(&self) -> &'static str {
        "enumeration"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        check_weights(objective)?;
        let set = finite_domain(objective.problem)?;
        self.values.resize(objective.weights.len(), Enclosure::ZERO);
        let mut best: Option<(Enclosure, &[f64])> = None;
        let mut lower_bound = f64::INFINITY;
        for candidate in set.points() {
            enclose_point(candidate, &mut self.point);
            objective.problem.enclose(&self.point, objective.side, &mut self.values, &mut self.work)?;
            let terms = objective.weights.iter().zip(&self.values);
            let value = terms.fold(Enclosure::ZERO, |sum, (&weight, &value)| sum + weight * value);
            lower_bound = lower_bound.min(value.lo());
            if best.is_none_or(|(least, _)| value.hi() < least.hi()) {
                best = Some((value, candidate));
            }
        }
        let (value, point) = best.expect("a finite set has a point");
        theta.copy_from_slice(point);
        Ok(Minimum { value, lower_bound })
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Enumeration))
    }
}
