//! Where formulas put what they measure and claim, in either arithmetic, and how the two evaluations become one.
//!
//! The verdict of a claim is the sign of its *slack*: right side minus left side, with what cancels cancelled, so that
//! a value that is enclosed and stands on both sides is not counted twice. In enclosures the sign is nearly always
//! clear. Where it is not, or where it is not clear whether a divisor is positive, everything is evaluated once more in
//! exact rationals, which need a second pass over the trace. So verdicts are functions of the data, not of how they
//! were computed, and a checker can demand them exactly.

use super::claim::{Claim, Relation, Role, Verdict};
use super::given::{Given, RestsOn};
use crate::error::{Error, Result};
use crate::numerics::{Enclosure, ExactInterval, Number};

/// 2^-33, half of the width, relative to the size or to 1, that the checker lets an enclosure have beyond the exact one.
const WIDE: f64 = 1.0 / 8_589_934_592.0;

/// What the verdict of an inequality is read off.
#[derive(Clone, Debug)]
pub enum Slack<N> {
    /// Algebra: it holds for all data.
    Identity,
    /// Has the sign of right side minus left side.
    Is(N),
}

/// An inequality in either arithmetic.
#[derive(Clone, Debug)]
pub struct Inequality<N> {
    /// Its name.
    pub name: &'static str,
    /// Hypothesis or conclusion.
    pub role: Role,
    /// `<=` or `<`.
    pub relation: Relation,
    /// The left side.
    pub lhs: N,
    /// The right side.
    pub rhs: N,
    /// What decides.
    pub slack: Slack<N>,
    /// What it rests on besides the trace.
    pub rests_on: RestsOn,
    /// Whether a norm occurs in it that only enclosures can give: then the recorded sides decide.
    pub irrational: bool,
}

impl<N: Number> Inequality<N> {
    /// A hypothesis `lhs < rhs` or `lhs <= rhs` that rests on nothing but the trace and plain numbers.
    pub fn hypothesis(name: &'static str, lhs: N, relation: Relation, rhs: N, slack: N) -> Self {
        let (role, slack, rests_on) = (Role::Hypothesis, Slack::Is(slack), RestsOn::default());
        Self { name, role, relation, lhs, rhs, slack, rests_on, irrational: false }
    }

    /// A conclusion `lhs <= rhs`.
    pub fn conclusion(name: &'static str, lhs: N, rhs: N, slack: Slack<N>, rests_on: RestsOn) -> Self {
        let (role, relation) = (Role::Conclusion, Relation::AtMost);
        Self { name, role, relation, lhs, rhs, slack, rests_on, irrational: false }
    }

    /// The same, with a norm that may be irrational.
    #[must_use]
    pub fn with_norm(mut self, irrational: bool) -> Self {
        self.irrational = irrational;
        self
    }

    /// The same, resting on more.
    #[must_use]
    pub fn resting_on(mut self, rests_on: RestsOn) -> Self {
        self.rests_on = rests_on;
        self
    }

    fn verdict(&self) -> Verdict {
        let strictly = self.relation == Relation::Below;
        let sign = match &self.slack {
            Slack::Identity => Some(true),
            // A difference of doubles, however rounded, has the sign of the exact one.
            Slack::Is(_) if self.irrational => (self.rhs.enclosure() - self.lhs.enclosure()).sign(strictly),
            Slack::Is(slack) => slack.sign(strictly),
        };
        match sign {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Violated,
            None => Verdict::Undecided,
        }
    }

    fn claim(&self, given: &Given) -> Claim {
        Claim {
            name: self.name,
            role: self.role,
            relation: self.relation,
            lhs: self.lhs.enclosure(),
            rhs: self.rhs.enclosure(),
            grade: given.grade(self.rests_on),
            verdict: self.verdict(),
        }
    }
}

/// Quantities and inequalities in the order in which they are reported.
#[derive(Clone, Debug)]
pub struct Ledger<N> {
    measured: Vec<(&'static str, N)>,
    inequalities: Vec<Inequality<N>>,
    doubtful: bool,
}

impl<N: Number> Default for Ledger<N> {
    fn default() -> Self {
        Self { measured: Vec::new(), inequalities: Vec::new(), doubtful: false }
    }
}

impl<N: Number> Ledger<N> {
    /// Notes a quantity, if it is defined.
    pub fn measure(&mut self, name: &'static str, value: Option<N>) {
        self.measured.extend(value.map(|value| (name, value)));
    }

    /// Notes a claim.
    pub fn claim(&mut self, inequality: Inequality<N>) {
        self.inequalities.push(inequality);
    }

    /// Notes a claim whose right side is defined.
    pub fn claims_if(&mut self, bound: Option<N>, claim: impl FnOnce(N) -> Inequality<N>) {
        self.inequalities.extend(bound.map(claim));
    }

    /// The quotient, if the divisor is positive; remembers if that is not clear in this arithmetic.
    pub fn quotient(&mut self, numerator: N, divisor: N) -> Option<N> {
        self.doubtful |= divisor.sign(true).is_none();
        numerator.over(divisor)
    }

    /// Whether another arithmetic could say more.
    fn is_open(&self) -> bool {
        let undecided = |claim: &Inequality<N>| !claim.irrational && claim.verdict() == Verdict::Undecided;
        self.doubtful || self.inequalities.iter().any(undecided) || self.numbers().any(|x| !x.is_finite())
    }

    /// Whether an enclosure is so wide that exact rationals would say more: a certificate must be tight.
    fn is_wide(&self) -> bool {
        self.numbers().any(|x| x.width() > WIDE * x.magnitude().max(1.0))
    }

    fn numbers(&self) -> impl Iterator<Item = Enclosure> + '_ {
        let measured = self.measured.iter().map(|(_, value)| value.enclosure());
        measured.chain(self.inequalities.iter().flat_map(|claim| [claim.lhs.enclosure(), claim.rhs.enclosure()]))
    }
}

/// Quantities by name.
pub(super) type Measured = Vec<(&'static str, Enclosure)>;

/// The quantities and claims of a certificate: from enclosures, and from exact rationals if those leave anything open
/// or the exact evaluation is `cheap`.
///
/// # Errors
/// If the exact evaluation fails, or a number is beyond the largest double.
pub(super) fn settle(
    fast: &Ledger<Enclosure>,
    cheap: bool,
    exact: impl FnOnce() -> Result<Ledger<ExactInterval>>,
    given: &Given,
) -> Result<(Measured, Vec<Claim>)> {
    let mut measured: Measured = fast.measured.clone();
    let mut claims: Vec<Claim> = fast.inequalities.iter().map(|claim| claim.claim(given)).collect();
    let rational = given.norm().is_rational();
    if cheap || fast.is_open() || (rational && fast.is_wide()) {
        let exact = exact()?;
        // What is irrational stays as it is; all else is as defined, and as true, as the rationals say.
        let irrational = |name: &str| fast.inequalities.iter().any(|claim| claim.name == name && claim.irrational);
        let known: Vec<_> = exact.measured.iter().map(|(name, value)| (*name, value.enclosure())).collect();
        measured.retain(|(name, _)| !rational || known.iter().any(|(other, _)| other == name));
        merge(&mut measured, known, |entry| entry.0);
        let known: Vec<Claim> = exact.inequalities.iter().map(|claim| claim.claim(given)).collect();
        claims.retain(|claim| irrational(claim.name) || known.iter().any(|other| other.name == claim.name));
        merge(&mut claims, known, |claim| claim.name);
    }
    let sides = claims.iter().flat_map(|claim| [(claim.name, claim.lhs), (claim.name, claim.rhs)]);
    if let Some((name, _)) = measured.iter().copied().chain(sides).find(|(_, value)| !value.is_finite()) {
        return Err(Error::new(format!(
            "`{name}` is beyond the largest double: rescale the values or the multipliers"
        )));
    }
    Ok((measured, claims))
}

/// Replaces what has the same name, and adds the rest at the end.
fn merge<T>(into: &mut Vec<T>, from: Vec<T>, name: impl Fn(&T) -> &'static str) {
    for item in from {
        match into.iter_mut().find(|other| name(other) == name(&item)) {
            Some(slot) => *slot = item,
            None => into.push(item),
        }
    }
}
