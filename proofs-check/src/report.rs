//! What the checker answers: accepted, with one line a claim, or refused, with one sentence.

use crate::exact::Rational;
use crate::json::Flaw;
use num_bigint::{BigInt, Sign};
use std::fmt;

/// A file that was accepted: everything it says follows by the rules of `SPEC.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub(crate) statement: &'static str,
    pub(crate) claims: Vec<CheckedClaim>,
}

/// A claim of an accepted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedClaim {
    /// The name of the claim.
    pub name: &'static str,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What it rests on.
    pub grade: Grade,
}

/// Whether a claim holds for every choice of the data inside their intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For every choice.
    Holds,
    /// For none.
    Violated,
    /// The intervals are too wide to say.
    Undecided,
}

/// What a claim rests on; the larger is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// On something that the file's author stated.
    Declared,
    /// On the trace and on evidence that was checked.
    Proved,
}

impl Accepted {
    /// The statement of the paper that the file is about: `theorem-2`, say, or `lemma-3` for a solution.
    #[must_use]
    pub fn statement(&self) -> &'static str {
        self.statement
    }

    /// The claims, in the order of the tables of `SPEC.md`.
    #[must_use]
    pub fn claims(&self) -> &[CheckedClaim] {
        &self.claims
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.claims.iter().map(|claim| claim.name.len()).max().unwrap_or(0);
        for CheckedClaim { name, verdict, grade } in &self.claims {
            writeln!(f, "{name:width$}  {:9}  {:8}  {}", verdict.name(), grade.name(), self.statement)?;
        }
        Ok(())
    }
}

impl Verdict {
    pub(crate) const ALL: [Self; 3] = [Self::Holds, Self::Violated, Self::Undecided];

    /// The word for it in a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Undecided => "undecided",
        }
    }
}

impl Grade {
    pub(crate) const ALL: [Self; 2] = [Self::Proved, Self::Declared];

    /// The word for it in a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Declared => "declared",
        }
    }
}

/// Why a file was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The form is wrong: the file cannot be read as what it says it is. The exit status is 2.
    Malformed {
        /// The file with the flaw: the certificate, or its trace.
        file: String,
        /// The line of the flaw, where it has one.
        line: Option<usize>,
        /// What is wrong, in one sentence.
        reason: String,
    },
    /// The file can be read, but something in it does not follow. The exit status is 1.
    Rejected {
        /// The field or the claim that does not follow.
        field: String,
        /// Which rule it breaks.
        reason: Reason,
        /// The rule in words, with the numbers on both sides.
        detail: String,
    },
}

/// The rules of truth, one name each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The trace or the candidates have another digest.
    Digest,
    /// They have another number of lines.
    Rounds,
    /// They have another number of constraints.
    Constraints,
    /// The trace is of the other game.
    Game,
    /// An entry of `measured` is missing.
    MissingEntry,
    /// An entry of `measured` needs something that is not there.
    UnexpectedEntry,
    /// A recorded enclosure does not hold the exact interval.
    NotEnclosed,
    /// A claim is missing.
    MissingClaim,
    /// A claim is not in the table, or needs something that is not there.
    UnexpectedClaim,
    /// A hypothesis is called a conclusion, or the reverse.
    WrongRole,
    /// `<` for `<=`, or the reverse.
    WrongRelation,
    /// The verdict is not that of the slack.
    WrongVerdict,
    /// The grade is not that of what the claim rests on.
    WrongGrade,
    /// A recorded value does not hold the function's value, or a point is outside the domain.
    Values,
    /// The margin point does not have the margin.
    Margin,
    /// The objective's range is larger than stated.
    Range,
    /// The evidence does not give the lower bound.
    LowerBound,
    /// The weights of a solution are not those of a mixture, or too many.
    Support,
    /// A mean of a solution is not that of its weights.
    Mean,
    /// The active constraints are not those that are listed.
    Active,
    /// A constraint of a solution is above epsilon.
    Infeasible,
    /// The duals do not show that a solution is best.
    NotOptimal,
    /// A solution is not a vertex.
    NotVertex,
    /// Epsilon is negative, or its duals do not show that it is the least.
    Epsilon,
    /// The `farkas` vector does not show that there is no solution.
    Farkas,
}

impl Refusal {
    /// The exit status of the program: 1 for a rejected file, 2 for a malformed one.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Rejected { .. } => 1,
            Self::Malformed { .. } => 2,
        }
    }

    /// The rule that a rejected file breaks; `None` for a malformed one.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Self::Rejected { reason, .. } => Some(*reason),
            Self::Malformed { .. } => None,
        }
    }

    pub(crate) fn rejected(field: impl Into<String>, reason: Reason, detail: impl Into<String>) -> Self {
        Self::Rejected { field: field.into(), reason, detail: detail.into() }
    }
}

impl Flaw {
    pub(crate) fn in_file(self, file: &str) -> Refusal {
        Refusal::Malformed { file: file.to_owned(), line: self.line, reason: self.reason }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { file, line: Some(line), reason } => write!(f, "malformed: {file}, line {line}: {reason}"),
            Self::Malformed { file, line: None, reason } => write!(f, "malformed: {file}: {reason}"),
            Self::Rejected { field, reason, detail } => write!(f, "rejected: {field}: {detail} ({reason:?})"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Text of a file, fit for a message: printable and not long.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A number for a message: exact where that is short, else its first digits in scientific notation.
pub(crate) fn number(x: &Rational) -> String {
    let (numerator, denominator) = (x.numerator(), x.denominator());
    if numerator.bits().max(denominator.bits()) <= 200 {
        return x.to_string();
    }
    let ten = BigInt::from(10);
    // 10^e is near the number: log10(2) is about 0.30103.
    let bits = i128::from(numerator.bits()).saturating_sub(i128::from(denominator.bits()));
    let e = bits.saturating_mul(30_103).div_euclid(100_000).saturating_sub(20);
    let power = ten.pow(u32::try_from(e.unsigned_abs()).unwrap_or(u32::MAX));
    let digits = if e >= 0 { numerator / (denominator * power) } else { numerator * power / denominator };
    let sign = if digits.sign() == Sign::Minus { "-" } else { "" };
    let digits = digits.magnitude().to_string();
    let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
    let exponent = e.saturating_add(i128::try_from(rest.len()).unwrap_or_default());
    format!("about {sign}{first}.{}e{exponent}", rest.get(..15).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shown_short() {
        assert_eq!(number(&Rational::parse("-5/12").unwrap()), "-5/12");
        let tiny = Rational::dyadic(BigInt::from(-3), -1074);
        assert_eq!(number(&tiny), "about -1.482196937523739e-323");
        let huge = Rational::dyadic(BigInt::from(1), 1024);
        assert_eq!(number(&huge), "about 1.797693134862315e308");
        assert_eq!(shown(&"a\n".repeat(30)).len(), 63);
    }
}
