//! What a certificate was given besides the trace, and how well each of it is known.

use super::rate::GivenRate;
use crate::error::{Error, Result};
use crate::game::{Evidence, Grade, ProblemRecord, Range};
use crate::numerics::{Enclosure, Norm};
use crate::regret::Averages;
use crate::trace::Equalities;

/// A lower bound of the theta-player's loss at the exact mean multipliers.
#[derive(Clone, Debug, PartialEq)]
pub struct LowerBound {
    /// No larger than the infimum over the domain.
    pub value: f64,
    /// Why.
    pub evidence: Evidence,
}

impl LowerBound {
    /// A bound that rests on somebody's word.
    pub fn declared(value: f64) -> Self {
        Self { value, evidence: Evidence::Declared }
    }
}

/// A strictly feasible point: there every constraint (every proxy, in the proxy game) is at most `-value`.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenMargin {
    /// How far below 0.
    pub value: f64,
    /// The point, if the problem proves the margin there.
    pub point: Option<Vec<f64>>,
    /// The objective at the point, if it is known: it sharpens what the margin implies.
    pub objective: Option<Enclosure>,
}

/// A number that is at least `sup g_0 - inf g_0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenRange {
    /// The number.
    pub value: f64,
    /// Whether an enclosure of the objective over the domain proves it.
    pub enclosed: bool,
}

/// What was given; nothing is needed, and each part makes more claims possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The radius `R` of the multipliers in the Lagrangian game.
    pub radius: Option<f64>,
    /// The norm of the multipliers; the 1-norm if absent.
    pub norm: Option<Norm>,
    /// A strictly feasible point.
    pub margin: Option<GivenMargin>,
    /// The range of the objective.
    pub objective_range: Option<GivenRange>,
    /// How rounds are averaged; in the proxy game points and multipliers alike.
    pub averages: Averages,
    /// A lower bound of the theta-player's loss.
    pub lower_bound: Option<LowerBound>,
    /// What functions are said to lie in: where no lower bound is given, one follows from these.
    pub ranges: Vec<Range>,
    /// Which constraints are the two halves of an equality.
    pub equalities: Equalities,
    /// The constants of a rate, for the statements that promise one.
    pub rate: Option<GivenRate>,
    /// The problem that the evidence speaks of.
    pub problem: Option<ProblemRecord>,
    /// Whether the recorded values are the problem's.
    pub values: Compared,
    /// Whether no trace is kept: then nobody can check a claim again, and the best grade is computed.
    pub no_trace: bool,
}

/// What comparing the recorded values with the problem's functions at the recorded points found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// They were not compared: claims are about the recorded values, whatever these are.
    #[default]
    Not,
    /// Every recorded value encloses the problem's.
    Verified,
    /// Some recorded value does not, or has no point of the domain to belong to: no claim is known to be about the problem.
    Different,
}

/// Which given facts a claim rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestsOn {
    /// On the lower bound.
    pub lower_bound: bool,
    /// On the margin, or the objective at its point.
    pub margin: bool,
    /// On the objective's range.
    pub range: bool,
    /// On something that is never known better than this: declared, if it is about what no trace records; sampled, if it
    /// is about random draws, and holds with the confidence that was given.
    pub at_best: Option<Grade>,
}

impl Given {
    /// The norm of the multipliers.
    pub fn norm(&self) -> Norm {
        self.norm.unwrap_or(Norm::One)
    }

    /// The value of the lower bound.
    pub fn lower(&self) -> Option<f64> {
        self.lower_bound.as_ref().map(|bound| bound.value)
    }

    /// The ranges that a lower bound rests on, or is to rest on.
    pub fn stated_ranges(&self) -> &[Range] {
        match self.lower_bound.as_ref().map(|bound| &bound.evidence) {
            Some(Evidence::Ranges(ranges)) => ranges,
            _ => &self.ranges,
        }
    }

    /// Whether every recorded value encloses the problem's function at the recorded point.
    pub fn values_verified(&self) -> bool {
        self.values == Compared::Verified
    }

    /// The grade of a claim that rests on these facts: each is proved only together with the values, because only then
    /// is the trace known to be one of the problem that the evidence speaks of. Where the values are known to be others,
    /// nothing is.
    pub fn grade(&self, rests_on: RestsOn) -> Grade {
        // Ranges are somebody's word too, unless the values are those of a problem over data, where they are facts.
        let lower_bound = self.lower_bound.as_ref().is_some_and(|bound| bound.evidence != Evidence::Declared);
        let margin = self.margin.as_ref().is_some_and(|margin| margin.point.is_some());
        let range = self.objective_range.is_some_and(|range| range.enclosed);
        let facts = [(rests_on.lower_bound, lower_bound), (rests_on.margin, margin), (rests_on.range, range)];
        let known = facts.into_iter().all(|(needed, proved)| !needed || (proved && self.values_verified()));
        let best = if self.no_trace { Grade::Computed } else { Grade::Proved };
        let grade = if known && self.values != Compared::Different { best } else { Grade::Declared };
        rests_on.at_best.map_or(grade, |best| grade.min(best))
    }

    /// Refuses numbers that cannot be what they are given as.
    ///
    /// # Errors
    /// If a number is not finite, the radius or the range is negative, or a constant of a rate makes no sense.
    pub fn check(&self) -> Result<()> {
        let numbers = [
            ("radius", self.radius, true),
            ("margin", self.margin.as_ref().map(|margin| margin.value), false),
            ("objective range", self.objective_range.map(|range| range.value), true),
            ("lower bound", self.lower(), false),
        ];
        for (name, value, not_negative) in numbers {
            match value {
                Some(x) if !x.is_finite() => {
                    return Err(Error::new(format!("the {name} is {x}, but it must be a finite number")));
                }
                Some(x) if not_negative && x < 0.0 => {
                    return Err(Error::new(format!("the {name} is {x}, but it must not be negative")));
                }
                _ => {}
            }
        }
        if self.margin.is_some() && !self.equalities.is_empty() {
            return Err(Error::new(
                "an equality leaves no point with a margin, because its halves cannot both be below 0: leave out the margin",
            ));
        }
        let by_ranges = |bound: &LowerBound| matches!(bound.evidence, Evidence::Ranges(_));
        if self.lower_bound.as_ref().is_some_and(by_ranges)
            && self.problem.as_ref().is_some_and(|problem| !matches!(problem, ProblemRecord::Rates(_)))
        {
            return Err(Error::new("a bound from ranges is for runs without a problem, or with one over data"));
        }
        let ranges = self.stated_ranges();
        for Range { of, lo, hi } in ranges {
            let ends = [Some(*lo), *hi];
            if ends.into_iter().flatten().any(|end| !end.is_finite()) || hi.is_some_and(|hi| hi < *lo) {
                return Err(Error::new(format!("the range of `{of}` must have finite ends, the lower one first")));
            }
            if ranges.iter().filter(|range| range.of == *of).count() > 1 {
                return Err(Error::new(format!("the range of `{of}` is given twice: keep one of the two")));
            }
        }
        self.rate.as_ref().map_or(Ok(()), GivenRate::check)
    }
}
