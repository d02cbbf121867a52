//! The form of `given.rate`: which numbers a statement promises with.

use super::mirror::Mirrors;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Fields, Flaw, Form, Node};

/// The statements of the Lagrangian game.
pub(crate) const LAGRANGIAN: [&str; 6] =
    ["lemma-1", "lemma-10", "corollary-1", "corollary-3", "theorem-6", "theorem-7"];

/// The statements of the proxy game.
pub(crate) const PROXY: [&str; 6] = ["lemma-4", "lemma-8", "lemma-9", "lemma-11", "corollary-2", "corollary-4"];

/// Those about a player with its own step in every round, or none that a file could name.
const WITHOUT_STEP: [&str; 2] = ["corollary-3", "theorem-7"];
const WITH_ORACLE: [&str; 2] = ["lemma-1", "lemma-11"];
pub(crate) const WITH_SUBGRADIENTS: [&str; 4] = ["lemma-4", "lemma-10", "corollary-3", "theorem-7"];
const WITH_CONFIDENCE: [&str; 6] = ["lemma-4", "lemma-9", "lemma-10", "corollary-3", "corollary-4", "theorem-7"];

/// The numbers of a rate. Each is the double that it is, as an interval of one number.
#[derive(Clone)]
pub(crate) struct Rate {
    /// `B`.
    pub(crate) payoff_bound: Interval,
    /// `eta`, positive.
    pub(crate) step: Option<Interval>,
    /// `c`, where it is not 0.
    pub(crate) rounding: Option<Interval>,
    /// `rho`.
    pub(crate) oracle_error: Option<Interval>,
    /// `D`.
    pub(crate) domain_radius: Option<Interval>,
    /// `F`.
    pub(crate) subgradient_bound: Option<Interval>,
    pub(crate) largest_subgradient: Option<Interval>,
    /// `xi`, positive.
    pub(crate) theta_step: Option<Interval>,
    /// `delta`, positive and at most 1.
    pub(crate) confidence: Option<Rational>,
    pub(crate) mirrors: Mirrors,
}

/// Whether a field must, may or must not be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum There {
    Must,
    May,
    Never,
}

/// Which numbers a field may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    NotNegative,
    Positive,
    Probability,
}

impl Range {
    fn contains(self, x: &Rational) -> bool {
        let zero = Rational::zero();
        match self {
            Self::NotNegative => *x >= zero,
            Self::Positive => *x > zero,
            Self::Probability => *x > zero && *x <= Rational::one(),
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Self::NotNegative => "must not be negative",
            Self::Positive => "must be positive",
            Self::Probability => "must be above 0 and at most 1",
        }
    }
}

/// Whether a statement promises a rate.
pub(crate) fn is_statement(statement: &str) -> bool {
    LAGRANGIAN.contains(&statement) || PROXY.contains(&statement)
}

impl Rate {
    /// Whether the steps are there that a statement with a confidence is about.
    pub(crate) fn states_steps(&self, statement: &str) -> bool {
        (WITHOUT_STEP.contains(&statement) || self.step.is_some())
            && (!WITH_SUBGRADIENTS.contains(&statement) || self.theta_step.is_some())
    }

    /// Reads `given.rate` of a certificate of this statement.
    pub(crate) fn read(node: Node, statement: &str) -> Form<Self> {
        let mut fields = node.object(&format!("`given.rate` of {statement}"))?;
        let exactly = |statements: &[&str]| if statements.contains(&statement) { There::Must } else { There::Never };
        let may = |allowed: bool| if allowed { There::May } else { There::Never };
        let has_subgradients = WITH_SUBGRADIENTS.contains(&statement);
        let mut read = |field, there, range| number(&mut fields, field, there, range);
        let rate = Self {
            payoff_bound: read("payoff_bound", There::Must, Range::NotNegative)?.unwrap_or_else(Interval::zero),
            step: read("step", may(!WITHOUT_STEP.contains(&statement)), Range::Positive)?,
            rounding: read("rounding", There::May, Range::NotNegative)?.filter(Interval::is_positive),
            oracle_error: read("oracle_error", exactly(&WITH_ORACLE), Range::NotNegative)?,
            domain_radius: read("domain_radius", exactly(&WITH_SUBGRADIENTS), Range::NotNegative)?,
            subgradient_bound: read("subgradient_bound", exactly(&WITH_SUBGRADIENTS), Range::NotNegative)?,
            largest_subgradient: read("largest_subgradient", may(has_subgradients), Range::NotNegative)?,
            theta_step: read("theta_step", may(has_subgradients), Range::Positive)?,
            confidence: read("confidence", exactly(&WITH_CONFIDENCE), Range::Probability)?.map(|delta| delta.lo),
            mirrors: Mirrors::read(&mut fields, statement)?,
        };
        fields.finish()?;
        Ok(rate)
    }
}

/// Takes a number; one that must not be there is left where it is, for `finish` to find.
fn number(fields: &mut Fields, field: &str, there: There, range: Range) -> Form<Option<Interval>> {
    let node = match there {
        There::Must => Some(fields.need(field)?),
        There::May => fields.take(field),
        There::Never => None,
    };
    let Some(node) = node else { return Ok(None) };
    let x = Rational::from_double(node.number(&format!("given.rate.{field}"))?).filter(|x| range.contains(x));
    x.map(Interval::point)
        .map(Some)
        .ok_or_else(|| Flaw::at(node.line, format!("`given.rate.{field}` {}", range.in_words())))
}
