//! What shrinking returns: exact rationals, with everything a stranger needs to check them.

use super::{Candidates, Source};
use dashu_ratio::RBig;

/// One candidate of a mixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Its number, counted from 0.
    pub candidate: usize,
    /// Its probability, above 0.
    pub weight: RBig,
}

/// The answer to a shrinking: a mixture, or the proof that there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The best mixture.
    Optimal(Solution),
    /// No mixture keeps every constraint at the asked epsilon.
    Infeasible(Farkas),
}

/// The exact optimal vertex of the linear program on the given doubles.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The bound on every constraint: not negative.
    pub epsilon: RBig,
    /// Whether it is the least one that is not negative and that a mixture can keep.
    pub epsilon_is_minimal: bool,
    /// The mixture, by increasing candidate: at most m + 1 of them, and at most m at a positive minimal epsilon.
    pub support: Vec<Atom>,
    /// The mean objective.
    pub objective: RBig,
    /// The mean of each constraint.
    pub constraints: Vec<RBig>,
    /// The constraints, counted from 0, whose mean is exactly epsilon.
    pub active: Vec<usize>,
    /// Multipliers `y >= 0` that prove optimality: `objective = mass - epsilon sum y`.
    pub duals: Vec<RBig>,
    /// `min_t (g_0(t) + sum_i y_i g_i(t))`.
    pub mass: RBig,
    /// Weights `y >= 0` of the constraints that sum to 1 with `min_t sum_i y_i g_i(t) = epsilon`: no mixture keeps
    /// less. There exactly if epsilon is minimal and positive.
    pub epsilon_duals: Option<Vec<RBig>>,
}

/// Why no mixture keeps every constraint at epsilon.
#[derive(Clone, Debug, PartialEq)]
pub struct Farkas {
    /// The epsilon that was asked for.
    pub epsilon: RBig,
    /// Weights `y >= 0` of the constraints that sum to 1 with `min_t sum_i y_i g_i(t) > epsilon`.
    pub weights: Vec<RBig>,
    /// The least epsilon that a mixture keeps: this very minimum.
    pub least: RBig,
}

impl Solution {
    /// The largest mean of a constraint, or 0.
    pub fn infeasibility(&self) -> RBig {
        self.constraints.iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()))
    }

    /// The mixture as pairs.
    pub fn mixture(&self) -> impl Iterator<Item = (usize, &RBig)> {
        self.support.iter().map(|atom| (atom.candidate, &atom.weight))
    }
}

/// A solution and what it is about, as it is written to a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The file of the candidates.
    pub source: Source,
    /// How many candidates there are.
    pub count: usize,
    /// How many constraints they have.
    pub constraints: usize,
    /// The answer.
    pub outcome: Outcome,
}

impl Record {
    /// The record of an answer about candidates; `None` if they came from no file.
    pub fn new(candidates: &Candidates, outcome: Outcome) -> Option<Self> {
        let source = candidates.source()?.clone();
        Some(Self { source, count: candidates.len(), constraints: candidates.num_constraints(), outcome })
    }
}
