//! The claims of a rate, as they are noted down.

use super::RateStatement;
use crate::certificate::{Certificate, Claim, GivenRate, RestsOn, Role};
use crate::game::Grade;
use crate::numerics::rational::power_of_two;
use crate::numerics::{Enclosure, ExactInterval, Number as _};

/// A measured certificate that claims are added to.
pub(super) struct Table<'a> {
    pub(super) statement: RateStatement,
    pub(super) rate: GivenRate,
    certificate: &'a mut Certificate,
    /// Regrets that were seen and are surely above what the lower bound allows.
    reversed: Vec<&'static str>,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        statement: RateStatement,
        rate: GivenRate,
        certificate: &'a mut Certificate,
        reversed: Vec<&'static str>,
    ) -> Self {
        Self { statement, rate, certificate, reversed }
    }

    pub(super) fn measured(&self, name: &str) -> Option<Enclosure> {
        self.certificate.measured(name)
    }

    pub(super) fn rounds(&self) -> u64 {
        self.certificate.rounds
    }

    /// `n = m + 1`.
    pub(super) fn actions(&self) -> u64 {
        self.certificate.constraints as u64 + 1
    }

    pub(super) fn radius(&self) -> f64 {
        self.certificate.given.radius.unwrap_or(0.0)
    }

    /// From the lower end of a regret that there was to the upper end of the one that there was at most. There is
    /// nothing in between where the trace refutes the lower bound.
    pub(super) fn between(&self, seen: &'static str, at_most: &str) -> Option<Enclosure> {
        if self.reversed.contains(&seen) {
            return None;
        }
        Enclosure::try_new(self.measured(seen)?.lo(), self.measured(at_most)?.hi())
    }

    pub(super) fn hypothesis(&mut self, name: &'static str, lhs: Option<Enclosure>, rhs: Enclosure) {
        self.note(name, Role::Hypothesis, lhs.zip(Some(rhs)), RestsOn::default());
    }

    /// A hypothesis about what no trace records.
    pub(super) fn hypothesis_on_word(&mut self, name: &'static str, lhs: Option<Enclosure>, rhs: Enclosure) {
        self.note(
            name,
            Role::Hypothesis,
            lhs.zip(Some(rhs)),
            RestsOn { at_best: Some(Grade::Declared), ..RestsOn::default() },
        );
    }

    /// The hypothesis that a step is the printed one, but for what computing it in doubles does. It is about what was
    /// played, which no trace records. Where a constant is 0 no step is printed.
    pub(super) fn printed_step(&mut self, name: &'static str, step: Option<f64>, paper: Option<ExactInterval>) {
        if let Some((step, paper)) = step.zip(paper) {
            // In rationals: doubles would cancel.
            let off = ExactInterval::double(step) - paper.clone();
            let size = off.clone().larger(-off).positive();
            let allowed = ExactInterval::double(power_of_two(-48)) * paper;
            self.hypothesis_on_word(name, Some(size.enclosure()), allowed.enclosure());
        }
    }

    /// The hypothesis that what is added for rounding is small beside the smallest rate that the statement prints.
    pub(super) fn rounding_small(&mut self, printed: Enclosure) {
        let rounding = Some(self.rate.rounding).filter(|rounding| *rounding > 0.0).map(Enclosure::point);
        self.hypothesis("rounding_small", rounding, Enclosure::point(power_of_two(-20)) * printed);
    }

    /// A conclusion about what the trace alone tells, if nothing is added for rounding: `rate` is without it.
    pub(super) fn conclusion(&mut self, name: &'static str, lhs: Option<Enclosure>, rate: Option<Enclosure>) {
        let rate = rate.map(|rate| self.rounded(rate));
        self.conclude(name, lhs, rate, false, self.rate.rounding > 0.0);
    }

    /// A conclusion that rests on the lower bound.
    pub(super) fn conclusion_on_bound(&mut self, name: &'static str, lhs: Option<Enclosure>, rate: Option<Enclosure>) {
        let rate = rate.map(|rate| self.rounded(rate));
        self.conclude(name, lhs, rate, true, self.rate.rounding > 0.0);
    }

    /// The conclusion about an oracle, which is not rounded.
    pub(super) fn theta_regret_oracle(&mut self) {
        let regret = self.between("theta_regret_seen", "theta_regret");
        let error = self.rate.oracle_error.map(Enclosure::point);
        self.conclude("theta_regret_oracle", regret, error, true, false);
    }

    fn conclude(
        &mut self,
        name: &'static str,
        lhs: Option<Enclosure>,
        rhs: Option<Enclosure>,
        lower_bound: bool,
        on_word: bool,
    ) {
        let sampled = self.statement.takes_confidence().then_some(Grade::Sampled);
        let at_best = sampled.or(on_word.then_some(Grade::Declared));
        self.note(name, Role::Conclusion, lhs.zip(rhs), RestsOn { lower_bound, at_best, ..RestsOn::default() });
    }

    fn note(&mut self, name: &'static str, role: Role, sides: Option<(Enclosure, Enclosure)>, rests_on: RestsOn) {
        if let Some(sides) = sides {
            let claim = Claim::recorded(name, role, sides, rests_on, &self.certificate.given);
            self.certificate.claims.push(claim);
        }
    }

    /// What the step's rate is held against: the printed one or, where the proof is one at the printed step, what that
    /// step gives (3/4 of it) and the rounding.
    pub(super) fn kept_by_step(&self, paper: Enclosure) -> Enclosure {
        if self.statement.takes_confidence() {
            self.rounded(roomy(Enclosure::point(0.75) * paper))
        } else {
            roomy(paper)
        }
    }

    /// `rate + c`.
    fn rounded(&self, rate: Enclosure) -> Enclosure {
        if self.rate.rounding == 0.0 { rate } else { rate + Enclosure::point(self.rate.rounding) }
    }
}

/// One double more on each side: a root or a logarithm is enclosed by everybody in his own way, and a recorded side has
/// to contain the checker's.
pub(in crate::theorems) fn roomy(x: Enclosure) -> Enclosure {
    // A rate is not negative.
    if x == Enclosure::ZERO { x } else { Enclosure::new(x.lo().next_down().max(0.0), x.hi().next_up()) }
}
