//! What shrinking returns: exact rationals, with everything a stranger needs to check them.

use super::{Candidates, Source};
use crate::trace::Equalities;
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
    /// How many candidates the active constraints allow, an equality counted once: the support has at most so many.
    pub fn most_support(&self, equalities: &Equalities) -> usize {
        self.active.len() - equalities.within(&self.active) + usize::from(self.epsilon_duals.is_none())
    }

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
    /// Which constraints are the two halves of an equality.
    pub equalities: Equalities,
    /// The answer.
    pub outcome: Outcome,
}

impl Record {
    /// The record of an answer about so many candidates with so many constraints in a file, none of them an equality.
    pub fn of_file(source: Source, count: usize, constraints: usize, outcome: Outcome) -> Self {
        Self { source, count, constraints, equalities: Equalities::default(), outcome }
    }

    /// The record of an answer about candidates; `None` if they came from no file.
    pub fn new(candidates: &Candidates, outcome: Outcome) -> Option<Self> {
        let (source, equalities) = (candidates.source()?.clone(), candidates.equalities().clone());
        Some(Self { source, count: candidates.len(), constraints: candidates.num_constraints(), equalities, outcome })
    }
}
