//! The problem that a certificate may carry: a stand-in that knows no expressions and no tables, so that every file
//! which rests on a problem is refused.

use crate::exact::Rational;

/// Where theta lives.
pub enum Domain {
    /// All points between the corners.
    Box {
        /// The least corner.
        lower: Vec<f64>,
        /// The greatest corner.
        upper: Vec<f64>,
    },
    /// The Euclidean ball around 0.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// These points only.
    Points(Vec<Vec<f64>>),
}

/// One of the functions of a problem; constraints are counted from 0.
#[derive(Clone, Copy)]
pub enum Function {
    /// The objective.
    Objective,
    /// A constraint.
    Constraint(usize),
    /// The proxy of a constraint.
    Proxy(usize),
}

/// Which functions the theta-player sees beside the objective.
#[derive(Clone, Copy)]
pub enum Side {
    /// The constraints.
    Constraints,
    /// The proxies.
    Proxies,
}

/// How a leaf is bounded.
pub enum Form {
    /// By evaluation.
    Natural,
    /// Around the midpoint.
    MeanValue,
    /// On a face.
    Monotone,
    /// Not at all.
    Outside,
}

/// A box of a cover.
pub struct Leaf {
    /// Its sides.
    pub sides: Vec<(f64, f64)>,
    /// How it is bounded.
    pub form: Form,
}

/// A tangent plane.
pub struct Cut {
    /// Where it touches.
    pub theta: Vec<f64>,
    /// Its weight in the mixture.
    pub weight: f64,
}

/// Why a lower bound is one.
pub enum Evidence {
    /// At every point.
    Enumeration,
    /// At every vertex.
    Vertices,
    /// On every leaf.
    Boxes(Vec<Leaf>),
    /// By tangent planes.
    Cuts(Vec<Cut>),
}

/// A problem.
pub struct Problem {}

const ABSENT: &str = "this build cannot check problems";

#[expect(missing_docs, clippy::missing_errors_doc, reason = "replaced by the real module")]
#[allow(clippy::unused_self, clippy::needless_pass_by_value, clippy::must_use_candidate, reason = "as above")]
impl Problem {
    pub fn from_expressions(_: &[String], _: Domain, _: &str, _: &[(String, Option<String>)]) -> Result<Self, String> {
        Err(ABSENT.to_owned())
    }
    pub fn from_table(_: Vec<Vec<f64>>, _: Option<Vec<Vec<f64>>>) -> Result<Self, String> {
        Err(ABSENT.to_owned())
    }
    pub fn num_constraints(&self) -> usize {
        0
    }
    pub fn num_variables(&self) -> usize {
        0
    }
    pub fn has_proxy(&self, _: usize) -> bool {
        false
    }
    pub fn contains(&self, _: &[f64]) -> bool {
        false
    }
    pub fn value_lies_in(&self, _: Function, _: &[f64], _: f64, _: f64) -> Result<bool, String> {
        Err(ABSENT.to_owned())
    }
    pub fn at_most(&self, _: Function, _: &[f64], _: &Rational) -> Result<bool, String> {
        Err(ABSENT.to_owned())
    }
    pub fn objective_range_at_most(&self, _: &Rational) -> Result<bool, String> {
        Err(ABSENT.to_owned())
    }
    pub fn verify_lower_bound(&self, _: Side, _: &[Rational], _: &Rational, _: &Evidence) -> Result<(), String> {
        Err(ABSENT.to_owned())
    }
}
