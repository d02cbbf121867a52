//! What is known of a member of a family, in closed form.

use crate::numerics::Enclosure;
use crate::problem::Constants;

/// One point of a mixture, with its probability. Optimal points are seldom doubles, so both are enclosed.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The probability.
    pub weight: Enclosure,
    /// A box that contains the point.
    pub point: Vec<Enclosure>,
}

/// A least value, with what attains it and what proves that nothing is below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The least value.
    pub value: Enclosure,
    /// A mixture that is feasible on average and attains it; a single point of weight 1 for a pure optimum.
    pub mixture: Vec<Atom>,
    /// Multipliers `y >= 0` with `inf over theta of g_0 + sum_i y_i h_i` equal to the value, if there are any.
    pub multipliers: Option<Vec<Enclosure>>,
}

impl Optimum {
    /// A value that one point attains.
    pub fn at(value: Enclosure, point: Vec<Enclosure>) -> Self {
        Self { value, mixture: vec![Atom { weight: Enclosure::ONE, point }], multipliers: None }
    }

    /// The same with multipliers that prove it.
    #[must_use]
    pub fn proved_by(mut self, multipliers: Vec<Enclosure>) -> Self {
        self.multipliers = Some(multipliers);
        self
    }
}

/// The answers to a problem: rigorous enclosures of what the family's documentation derives.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Whether some point is known to satisfy all constraints.
    pub feasible: bool,
    /// The least objective over single feasible points.
    pub optimum: Option<Optimum>,
    /// The least mean objective over distributions that are feasible on average.
    pub mixed_optimum: Option<Optimum>,
    /// The least objective over single points at which all proxies are at most 0. Where a problem has no proxies, the
    /// constraints are their own.
    pub proxy_optimum: Option<Optimum>,
    /// Where nothing is feasible: the least possible value of the largest constraint, with a point that attains it.
    pub least_violation: Option<Optimum>,
    /// Bounds.
    pub constants: Constants,
}
