//! What is counted: of each statement everything, in the totals each thing once.
//!
//! Several statements may rest on one run and repeat each other's claims: the claims of Lemma 6 are among those of
//! Theorem 1. So a total is not the sum of the rows.

use super::judge::Judgement;
use crate::numerics::Enclosure;
use std::collections::{BTreeMap, BTreeSet};

/// What became of a conclusion, or of a comparison with what is known independently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// A conclusion that could have failed, and holds.
    Held,
    /// A conclusion that is neither surely true nor surely false.
    Undecided,
    /// A conclusion that is surely false.
    Violated,
    /// A conclusion that holds for any data, or for any data that the hypotheses allow: it says nothing about these.
    Identity,
    /// A comparison that is not certainly false.
    Agreed,
    /// A comparison that is certainly false.
    Refuted,
}

/// A conclusion or a comparison that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Its name.
    pub name: &'static str,
    /// What stands on its two sides.
    pub sides: [Enclosure; 2],
    /// What became of it.
    pub outcome: Outcome,
}

/// How many there are of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Conclusions that hold, without identities.
    pub held: usize,
    /// Conclusions that cannot fail.
    pub identities: usize,
    /// Conclusions that are undecided.
    pub undecided: usize,
    /// Conclusions that are violated.
    pub violated: usize,
    /// Comparisons with an optimum that is known independently.
    pub compared: usize,
    /// Those of them that the optimum refutes.
    pub refuted: usize,
}

impl FromIterator<Outcome> for Counts {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut counts = Self::default();
        for outcome in outcomes {
            match outcome {
                Outcome::Held => counts.held += 1,
                Outcome::Undecided => counts.undecided += 1,
                Outcome::Violated => counts.violated += 1,
                Outcome::Identity => counts.identities += 1,
                Outcome::Agreed => counts.compared += 1,
                Outcome::Refuted => {
                    counts.compared += 1;
                    counts.refuted += 1;
                }
            }
        }
        counts
    }
}

/// Everything that was counted, each thing once.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    outcomes: Vec<Outcome>,
    /// The conclusions of each statement, as places in that list.
    conclusions: BTreeMap<&'static str, BTreeSet<usize>>,
}

impl Distinct {
    pub(super) fn of(judgements: &[Judgement]) -> Self {
        let mut distinct = Self::default();
        let mut seen: BTreeMap<_, Vec<([Enclosure; 2], usize)>> = BTreeMap::new();
        for (number, judgement) in judgements.iter().enumerate() {
            // What has no trace is a run of its own.
            let run = judgement.trace.as_deref().ok_or(number);
            for finding in &judgement.findings {
                for Counted { name, sides, outcome } in &finding.counted {
                    let alike = seen.entry((run, *name, *outcome)).or_default();
                    // Enclosures of the same number have it in common, however they were computed.
                    let same = |other: &[Enclosure; 2]| (0..2).all(|k| other[k].intersection(sides[k]).is_some());
                    let place = alike.iter().find(|(other, _)| same(other)).map(|(_, place)| *place);
                    let place = place.unwrap_or_else(|| {
                        alike.push((*sides, distinct.outcomes.len()));
                        distinct.outcomes.push(*outcome);
                        distinct.outcomes.len() - 1
                    });
                    if !matches!(outcome, Outcome::Agreed | Outcome::Refuted) {
                        distinct.conclusions.entry(finding.statement).or_default().insert(place);
                    }
                }
            }
        }
        distinct
    }

    pub(super) fn conclusions(&self, statement: &str) -> BTreeSet<usize> {
        self.conclusions.get(statement).cloned().unwrap_or_default()
    }
}

/// What all runs say: each conclusion and each comparison of a run once, however many statements share it.
pub fn totals(judgements: &[Judgement]) -> Counts {
    Distinct::of(judgements).outcomes.into_iter().collect()
}
