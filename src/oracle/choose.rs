//! Which oracle fits a problem, and why.

use super::{BranchAndBound, CuttingPlane, Enumeration, Options, Oracle, Vertices};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::Result;
use crate::game::Side;
use crate::problem::Problem;

/// Up to this many variables the vertices of a box are few enough for functions that are affine.
const FEW: usize = 6;

/// An oracle, with the sentence that says why it was chosen.
pub struct Choice {
    /// The oracle.
    pub oracle: Box<dyn Oracle>,
    /// Which it is, and why.
    pub reason: String,
}

/// The best oracle whose hypotheses are proved for a problem: enumeration, vertices, cutting planes, and branch and
/// bound where nothing better applies.
///
/// ```
/// use referee::oracle::{Options, choose};
/// use referee::game::Side;
/// use referee::problem::ExpressionProblem;
/// let text = "minimize = \"x^2 + abs(y)\"\nvariables = { x = [-1, 1], y = [0, 2] }";
/// let problem = ExpressionProblem::from_toml(text, "bowl")?;
/// let choice = choose(&problem, Side::Constraints, Options::default())?;
/// assert_eq!(choice.reason, "cutting planes: every function is convex by composition rules");
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If the domain is not finite and the problem is not made of expressions, or a function is undefined where it is
/// tabulated.
pub fn choose(problem: &dyn Problem, side: Side, options: Options) -> Result<Choice> {
    let domain = problem.domain();
    if let AnyDomain::FiniteSet(set) = domain {
        let oracle = Box::new(Enumeration::new(problem, side)?);
        return Ok(Choice {
            oracle,
            reason: format!("enumeration: the domain is finite ({} points)", set.points().len()),
        });
    }
    let convex = CuttingPlane::new(problem, side, options);
    let vertices = if convex.is_ok() && domain.dim() > FEW { None } else { Vertices::new(problem, side).ok() };
    if let Some(oracle) = vertices {
        let reason = format!("vertices: every function is concave by composition rules, on a {domain}");
        return Ok(Choice { oracle: Box::new(oracle), reason });
    }
    match convex {
        Ok(oracle) => {
            let reason = "cutting planes: every function is convex by composition rules".to_owned();
            Ok(Choice { oracle: Box::new(oracle), reason })
        }
        Err(obstacle) => {
            let oracle = Box::new(BranchAndBound::new(problem, side, options)?);
            Ok(Choice { oracle, reason: format!("branch and bound: {obstacle}") })
        }
    }
}

/// Whether only branch and bound fits the functions of some side, in more than one variable: then an answer takes
/// milliseconds, and those who ask many questions ask fewer.
pub fn is_slow(problem: &dyn Problem) -> bool {
    let finite = matches!(problem.domain(), AnyDomain::FiniteSet(_));
    let branches =
        |side| CuttingPlane::new(problem, side, Options::default()).is_err() && Vertices::new(problem, side).is_err();
    !finite && problem.domain().dim() > 1 && [Side::Constraints, Side::Proxies].into_iter().any(branches)
}
