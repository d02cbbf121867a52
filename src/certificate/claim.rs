//! Claims: named inequalities with a verdict and a grade.

use super::given::{Given, RestsOn};
use crate::game::Grade;
use crate::numerics::{Enclosure, Number as _};
use std::fmt;

/// What a claim is in its theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What the theorem asks for.
    Hypothesis,
    /// What it promises.
    Conclusion,
}

/// How the left side is to compare with the right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `lhs <= rhs`.
    AtMost,
    /// `lhs < rhs`.
    Below,
}

/// Whether a claim is true of the recorded data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Surely true.
    Holds,
    /// True for some values inside the recorded enclosures and false for others.
    Undecided,
    /// Surely false.
    Violated,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Hypothesis => "hypothesis",
            Self::Conclusion => "conclusion",
        })
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AtMost => "<=",
            Self::Below => "<",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::Undecided => "undecided",
            Self::Violated => "violated",
        })
    }
}

/// A named inequality about a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its name, which is also the name of the checker's rule.
    pub name: &'static str,
    /// Hypothesis or conclusion.
    pub role: Role,
    /// `<=` or `<`.
    pub relation: Relation,
    /// Encloses the exact left side.
    pub lhs: Enclosure,
    /// Encloses the exact right side.
    pub rhs: Enclosure,
    /// The lowest grade of what the claim rests on.
    pub grade: Grade,
    /// What the data say.
    pub verdict: Verdict,
    /// Whether it holds for all data, by algebra: then its verdict says nothing about these.
    pub identity: bool,
    /// Whether it holds for all data that the hypotheses allow, by algebra: then it says nothing where these hold.
    pub implied: bool,
    /// Whether the statement does without it: the hypothesis of a bound of ours, which is left out where it fails.
    pub optional: bool,
}

impl Claim {
    /// A claim `lhs <= rhs` that is read off the recorded sides: rates are irrational, and nothing in them cancels.
    ///
    /// What is sampled is never violated: one run does not refute a probability.
    pub fn recorded(
        name: &'static str,
        role: Role,
        (lhs, rhs): (Enclosure, Enclosure),
        rests_on: RestsOn,
        given: &Given,
    ) -> Self {
        // A difference of doubles, however rounded, has the sign of the exact one.
        let grade = given.grade(rests_on);
        let verdict = match (rhs - lhs).sign(false) {
            Some(true) => Verdict::Holds,
            Some(false) if grade != Grade::Sampled => Verdict::Violated,
            _ => Verdict::Undecided,
        };
        let (relation, identity, implied, optional) = (Relation::AtMost, false, false, false);
        Self { name, role, relation, lhs, rhs, grade, verdict, identity, implied, optional }
    }
}
