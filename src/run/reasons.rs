//! Why an algorithm and a radius were chosen: values that whoever prints them puts into words.

use crate::problem::{Constants, Problem};
use std::fmt;

/// Why an algorithm is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlgorithmReason {
    /// Somebody asked for it.
    Asked,
    /// It fits the problem.
    Fits {
        /// Whether the problem has proxies.
        proxies: bool,
        /// Why no subgradients are followed, if none are.
        obstacle: Option<Obstacle>,
    },
}

/// Why subgradients cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A function is not convex, for this reason.
    NotConvex(String),
    /// The subgradients have no bound.
    Unbounded,
}

impl fmt::Display for AlgorithmReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Fits { proxies, obstacle } = self else { return write!(f, "as asked") };
        write!(f, "{}, and ", if *proxies { "it has proxies" } else { "it has no proxies" })?;
        match obstacle {
            None => write!(f, "the theta-player's functions are convex"),
            Some(Obstacle::NotConvex(why)) => write!(f, "not all functions are convex: {why}"),
            Some(Obstacle::Unbounded) => write!(f, "the subgradients of the functions are not bounded"),
        }
    }
}

/// A radius of the multipliers, with its reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radius {
    /// The largest sum of the multipliers.
    pub value: f64,
    /// Why.
    pub why: RadiusReason,
}

/// Why a radius was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RadiusReason {
    /// Somebody asked for it.
    Asked,
    /// Twice the objective's range over the margin: twice what Theorem 1 needs.
    TwiceRangeOverMargin {
        /// The range of the objective.
        range: f64,
        /// The margin.
        margin: f64,
    },
    /// The objective is constant, so that any positive radius will do.
    ConstantObjective,
    /// There is nothing to weigh.
    NoConstraints,
    /// A guess: the range over the margin is beyond doubles.
    BeyondDoubles,
    /// A guess: no strictly feasible point is known.
    NoMargin,
}

impl Radius {
    /// The radius that fits a problem with these bounds: the only rule there is.
    pub fn fitting(problem: &dyn Problem, bounds: &Constants) -> Self {
        const GUESS: f64 = 10.0;
        let range = bounds.objective_range;
        let (value, why) = match &bounds.margin {
            Some(_) if range == 0.0 => (1.0, RadiusReason::ConstantObjective),
            Some(margin) => {
                let value = 2.0 * range / margin.value;
                if value.is_finite() && value > 0.0 {
                    (value, RadiusReason::TwiceRangeOverMargin { range, margin: margin.value })
                } else {
                    (GUESS, RadiusReason::BeyondDoubles)
                }
            }
            None if problem.num_constraints() == 0 => (0.0, RadiusReason::NoConstraints),
            None => (GUESS, RadiusReason::NoMargin),
        };
        Self { value, why }
    }
}
