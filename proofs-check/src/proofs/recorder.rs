//! What a proof says, and what came of saying it on an instance.

use super::enclosure::Enclosure;
use super::number::{Q, count};
use super::random::Random;
use std::collections::BTreeMap;

/// What must come of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// It holds on every instance.
    Holds,
    /// It is false: it must fail on at least one instance. These are the wrong lines of the paper.
    Fails,
}

/// One line of a proof: an equation or an inequality.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The name under which a failure is reported, such as `thm4.optimality.2`.
    pub name: &'static str,
    /// The line in plain ASCII mathematics.
    pub says: &'static str,
    /// Whether the line is true.
    pub expect: Expect,
}

/// A line that is true.
#[must_use]
pub const fn holds(name: &'static str, says: &'static str) -> Step {
    Step { name, says, expect: Expect::Holds }
}

/// A line that is false, and must be seen to be.
#[must_use]
pub const fn fails(name: &'static str, says: &'static str) -> Step {
    Step { name, says, expect: Expect::Fails }
}

/// A proof: its lines, and how to say them on instances.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    /// A short name for the command line, such as `thm4`.
    pub name: &'static str,
    /// What is proved.
    pub statement: &'static str,
    /// The lines in order.
    pub steps: &'static [Step],
    /// Says every line on the fixed instances: golden vectors and counterexamples. `None` if a number that the proof
    /// needs does not exist (a quotient by 0), which counts as a failure of the proof.
    pub fixed: fn(&mut Recorder) -> Option<()>,
    /// Says every line on one random instance.
    pub random: fn(&mut Recorder, &mut Random) -> Option<()>,
    /// One random instance is drawn for so many asked for: above 1 for the slow proofs.
    pub cost: usize,
}

/// For proofs without fixed instances.
#[must_use]
pub fn no_fixed_instances(_: &mut Recorder) -> Option<()> {
    Some(())
}

/// The first instance on which a line failed, with both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Which instance: a name, or the number of a random one.
    pub instance: String,
    /// The line with numbers in it.
    pub numbers: String,
}

/// What came of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often the line was said.
    pub said: usize,
    /// How often it held.
    pub held: usize,
    /// How often both sides were equal: a line that is never tight may be weaker than it looks.
    pub tight: usize,
    /// The first failure.
    pub failure: Option<Counterexample>,
}

/// Counts, step by step, on how many instances the lines of a proof hold.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    instance: String,
    tallies: BTreeMap<&'static str, Tally>,
    instances: usize,
    undefined: Option<String>,
    /// Says the opposite of every line; the tests use it to see that every line can be reported.
    contrary: bool,
}

impl Recorder {
    /// A recorder that has heard nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A recorder that hears the opposite of every line.
    #[cfg(test)]
    pub(super) fn contrary() -> Self {
        Self { contrary: true, ..Self::default() }
    }

    /// Names the instance of the lines that follow.
    pub fn instance(&mut self, name: impl Into<String>) {
        self.instance = name.into();
        self.instances = self.instances.saturating_add(1);
    }

    /// Notes that a number which the proof needs does not exist on the current instance.
    pub fn undefined(&mut self) {
        self.undefined.get_or_insert_with(|| self.instance.clone());
    }

    /// The first instance on which a needed number does not exist.
    #[must_use]
    pub fn first_undefined(&self) -> Option<&str> {
        self.undefined.as_deref()
    }

    /// How many instances were named.
    #[must_use]
    pub fn instances(&self) -> usize {
        self.instances
    }

    /// What came of a step; empty if the step was never said.
    #[must_use]
    pub fn tally(&self, name: &str) -> Tally {
        self.tallies.get(name).cloned().unwrap_or_default()
    }

    /// The names of the steps that were said.
    pub fn said(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.tallies.keys().copied()
    }

    /// Whether the step was said and held every time.
    #[must_use]
    pub fn held(&self, name: &str) -> bool {
        let tally = self.tally(name);
        tally.said > 0 && tally.held == tally.said
    }

    fn record(&mut self, name: &'static str, true_here: bool, tight: bool, numbers: impl FnOnce() -> String) {
        let true_here = true_here != self.contrary;
        let tally = self.tallies.entry(name).or_default();
        tally.said = tally.said.saturating_add(1);
        if tight {
            tally.tight = tally.tight.saturating_add(1);
        }
        if true_here {
            tally.held = tally.held.saturating_add(1);
        } else if tally.failure.is_none() {
            tally.failure = Some(Counterexample { instance: self.instance.clone(), numbers: numbers() });
        }
    }

    /// `left = right`.
    pub fn eq(&mut self, name: &'static str, left: &Q, right: &Q) {
        let equal = left == right;
        self.record(name, equal, equal, || format!("{left} = {right}"));
    }

    /// `left <= right`.
    pub fn le(&mut self, name: &'static str, left: &Q, right: &Q) {
        self.record(name, left <= right, left == right, || format!("{left} <= {right}"));
    }

    /// `left >= right`.
    pub fn ge(&mut self, name: &'static str, left: &Q, right: &Q) {
        self.record(name, left >= right, left == right, || format!("{left} >= {right}"));
    }

    /// `left < right`.
    pub fn lt(&mut self, name: &'static str, left: &Q, right: &Q) {
        self.record(name, left < right, false, || format!("{left} < {right}"));
    }

    /// Two vectors are equal, entry by entry.
    pub fn same(&mut self, name: &'static str, left: &[Q], right: &[Q]) {
        self.eq(name, &count(left.len()), &count(right.len()));
        for (x, y) in left.iter().zip(right) {
            self.eq(name, x, y);
        }
    }

    /// A count of things is at most another one.
    pub fn at_most(&mut self, name: &'static str, left: usize, right: usize) {
        self.le(name, &count(left), &count(right));
    }

    /// `left <= right` for sure: the enclosures are apart, or both are one number.
    pub fn surely_le(&mut self, name: &'static str, left: impl Into<Enclosure>, right: impl Into<Enclosure>) {
        let (left, right) = (left.into(), right.into());
        let sure = left.high <= right.low;
        self.record(name, sure, left.high == right.low, || format!("[.., {}] <= [{}, ..]", left.high, right.low));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::number::whole;

    #[test]
    fn the_first_failure_is_kept_with_both_numbers() {
        let mut recorder = Recorder::new();
        for n in 1..5 {
            recorder.instance(format!("number {n}"));
            recorder.le("a", &whole(n), &whole(2));
        }
        let tally = recorder.tally("a");
        assert_eq!((tally.said, tally.held, tally.tight), (4, 2, 1));
        let failure = tally.failure.unwrap();
        assert_eq!((failure.instance.as_str(), failure.numbers.as_str()), ("number 3", "3 <= 2"));
        assert!(!recorder.held("a") && !recorder.held("never said"));
    }

    #[test]
    fn overlapping_enclosures_prove_nothing() {
        let wide = Enclosure { low: whole(0), high: whole(2) };
        let mut recorder = Recorder::new();
        recorder.surely_le("overlap", wide, whole(1));
        recorder.surely_le("apart", whole(1), whole(1));
        assert!(!recorder.held("overlap") && recorder.held("apart"));
    }
}
