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
use crate::numerics::rational::power_of_two;
use crate::numerics::{Enclosure, ExactInterval, Length, Number};

/// Half of the width, relative to the size or to 1, that the checker lets an enclosure have beyond the exact one.
const WIDE: i32 = -33;

/// Half of what a radius may be above a norm that is only enclosed, relative to the radius, with the quotient by the
/// difference left out, by the checker's specification.
const CLOSE: i32 = -91;

/// What the verdict of an inequality is read off.
#[derive(Clone, Debug)]
pub enum Slack<N> {
    /// Algebra: it holds for all data.
    Identity,
    /// Has the sign of right side minus left side.
    Is(N),
    /// The first number plus the first length minus the second has that sign.
    Lengths(N, Length<N>, Length<N>),
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
    /// Whether the hypotheses alone imply it. Where they fail it may be violated, so this is not an identity.
    pub implied: bool,
    /// Whether the statement does without it.
    pub optional: bool,
}

impl<N: Number> Inequality<N> {
    /// A hypothesis `lhs < rhs` or `lhs <= rhs` that rests on nothing but the trace and plain numbers.
    pub fn hypothesis(name: &'static str, lhs: N, relation: Relation, rhs: N, slack: Slack<N>) -> Self {
        let (role, rests_on) = (Role::Hypothesis, RestsOn::default());
        Self { name, role, relation, lhs, rhs, slack, rests_on, implied: false, optional: false }
    }

    /// A conclusion `lhs <= rhs`.
    pub fn conclusion(name: &'static str, lhs: N, rhs: N, slack: Slack<N>, rests_on: RestsOn) -> Self {
        let (role, relation) = (Role::Conclusion, Relation::AtMost);
        Self { name, role, relation, lhs, rhs, slack, rests_on, implied: false, optional: false }
    }

    /// The same, resting on more.
    #[must_use]
    pub fn resting_on(mut self, rests_on: RestsOn) -> Self {
        self.rests_on = rests_on;
        self
    }

    /// The same, as a consequence of the hypotheses.
    #[must_use]
    pub fn implied(mut self) -> Self {
        self.implied = true;
        self
    }

    /// The same, as one that the statement does without.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    fn verdict(&self) -> Verdict {
        let strictly = self.relation == Relation::Below;
        let sign = match &self.slack {
            Slack::Identity => Some(true),
            Slack::Is(slack) => slack.sign(strictly),
            Slack::Lengths(rest, plus, minus) => plus.sign_of_difference(minus, rest, strictly),
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
            identity: matches!(self.slack, Slack::Identity),
            implied: self.implied,
            optional: self.optional,
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

    /// The quotient by what a radius is above a norm, if that is positive; where all there is is an enclosure of the norm,
    /// only if it is clearly so.
    pub fn quotient_by_room(&mut self, numerator: N, radius: &N, norm: &Length<N>) -> Option<N> {
        let room = norm.room(radius)?;
        let least = N::double(power_of_two(CLOSE)) * radius.clone();
        if norm.is_enclosed() && (room.clone() - least).sign(true) != Some(true) {
            self.doubtful |= room.sign(true) != Some(false);
            return None;
        }
        self.quotient(numerator, room)
    }

    /// Whether another arithmetic could say more.
    fn is_open(&self) -> bool {
        let undecided = |claim: &Inequality<N>| claim.verdict() == Verdict::Undecided;
        self.doubtful || self.inequalities.iter().any(undecided) || self.numbers().any(|x| !x.is_finite())
    }

    /// Whether an enclosure is so wide that exact rationals would say more: a certificate must be tight.
    fn is_wide(&self) -> bool {
        self.numbers().any(|x| x.width() > power_of_two(WIDE) * x.magnitude().max(1.0))
    }

    /// What a certificate says of it.
    fn entries(&self, given: &Given) -> (Measured, Vec<Claim>) {
        let measured = self.measured.iter().map(|(name, value)| (*name, value.enclosure())).collect();
        (measured, self.inequalities.iter().map(|claim| claim.claim(given)).collect())
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
    let (measured, claims) =
        if cheap || fast.is_open() || fast.is_wide() { exact()?.entries(given) } else { fast.entries(given) };
    let sides = claims.iter().flat_map(|claim| [(claim.name, claim.lhs), (claim.name, claim.rhs)]);
    if let Some((name, _)) = measured.iter().copied().chain(sides).find(|(_, value)| !value.is_finite()) {
        return Err(Error::new(format!(
            "`{name}` is beyond the largest double: rescale the values or the multipliers"
        )));
    }
    // Whatever the data are, an identity holds: sides that surely contradict it are those of a wrong formula.
    if let Some(Claim { name, lhs, rhs, .. }) =
        claims.iter().find(|claim| claim.identity && claim.lhs.lo() > claim.rhs.hi())
    {
        return Err(Error::new(format!(
            "an error of this program: `{name}` holds for all data, and its sides are {lhs} and {rhs}"
        )));
    }
    Ok((measured, claims))
}
