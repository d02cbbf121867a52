//! What the checker answers: accepted, with one line per claim, or refused, with one sentence.

use crate::about::About;
use crate::decimal::{Round, double, short};
use crate::interval::Interval;
use crate::json::Flaw;
use std::fmt;

/// A file that was accepted: everything it says follows by the rules of `SPEC.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub(crate) statement: &'static str,
    pub(crate) claims: Vec<CheckedClaim>,
    pub(crate) values: Option<Values>,
    pub(crate) note: Option<String>,
    pub(crate) about: Option<About>,
}

/// How the values of a trace compare with those of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// They were verified to be those of the problem, in every round.
    Verified,
    /// The file has a problem, and says that they are not its values.
    Different,
    /// The file has a problem, with which they were not compared.
    NotCompared,
    /// The file has no problem: they are as they were recorded.
    Recorded,
}

/// What can be asked of an accepted file beyond that it says nothing that does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Require {
    /// Every claim holds.
    Holds,
    /// Moreover every claim is proved, and about the problem where there is one.
    Proved,
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
    /// Whether it counts where it is violated: not if it only says whether another claim is there.
    pub(crate) counts: bool,
    pub(crate) sides: Option<Sides>,
}

/// What an inequality says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) lhs: Interval,
    pub(crate) relation: &'static str,
    pub(crate) rhs: Interval,
}

impl CheckedClaim {
    /// Both sides as the checker derived them, rounded outward to doubles; `None` for a claim of a solution, which is
    /// no inequality between two numbers.
    #[must_use]
    pub fn sides(&self) -> Option<[(f64, f64); 2]> {
        let ends = |side: &Interval| (double(&side.lo, false), double(&side.hi, true));
        self.sides.as_ref().map(|sides| [ends(&sides.lhs), ends(&sides.rhs)])
    }

    /// `<` or `<=`; `None` for a claim of a solution.
    #[must_use]
    pub fn relation(&self) -> Option<&'static str> {
        self.sides.as_ref().map(|sides| sides.relation)
    }
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
    /// On nothing that one run can show: it holds with some probability over the draws.
    Sampled,
    /// On something that the file's author stated.
    Declared,
    /// On the trace and on evidence that was checked.
    Proved,
}

impl Accepted {
    /// How the recorded values compare with those of a problem; unless they were verified, the claims speak about the
    /// values as they were recorded. `None` for a solution, which always does, and for an equilibrium or a fit, which say
    /// what they are about.
    #[must_use]
    pub fn values(&self) -> Option<Values> {
        self.values
    }

    /// The names of the claims that are violated, except one that only says whether another claim is there.
    #[must_use]
    pub fn violated(&self) -> Vec<&'static str> {
        self.which(|claim| claim.counts && claim.verdict == Verdict::Violated)
    }

    /// The exit status of the program: 3 if a claim is violated, else 0.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        if self.violated().is_empty() { 0 } else { 3 }
    }

    /// The last line about the file of this name.
    #[must_use]
    pub fn last_line(&self, name: &str) -> String {
        match self.violated() {
            violated if violated.is_empty() => format!("{name}: accepted"),
            violated => format!("{name}: accepted, but violated: {}", violated.join(", ")),
        }
    }

    /// What is asked for and not there, in words; `None` if nothing is missing.
    #[must_use]
    pub fn lacks(&self, required: Require) -> Option<String> {
        let undecided = self.which(|claim| claim.counts && claim.verdict == Verdict::Undecided);
        let proved = required == Require::Proved;
        let unproved = self.which(|claim| proved && claim.grade != Grade::Proved);
        let claims = [("violated", self.violated()), ("undecided", undecided), ("not proved", unproved)];
        let claims = claims.into_iter().filter(|(_, names)| !names.is_empty());
        let mut lacks: Vec<String> = claims.map(|(how, names)| format!("{how}: {}", names.join(", "))).collect();
        if proved && matches!(self.values, Some(Values::Different | Values::NotCompared)) {
            lacks.push("the values are not verified".to_owned());
        }
        (!lacks.is_empty()).then(|| lacks.join("; "))
    }

    fn which(&self, is_one: impl Fn(&CheckedClaim) -> bool) -> Vec<&'static str> {
        self.claims.iter().filter(|claim| is_one(claim)).map(|claim| claim.name).collect()
    }

    /// What was accepted in words, where the claims alone do not say it: an equilibrium, claims that hold with some
    /// probability, and the classifiers of a fit, one line each.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What the file is about: its problem, its equalities, and its lower bound with the kind of evidence. `None` if it
    /// has none of them.
    #[must_use]
    pub fn about(&self) -> Option<&About> {
        self.about.as_ref()
    }

    /// A file whose claims hold and are proved; those that are inequalities have sides.
    pub(crate) fn proved(
        statement: &'static str,
        claims: impl IntoIterator<Item = (&'static str, Option<Sides>)>,
        note: Option<String>,
    ) -> Self {
        let (verdict, grade, counts) = (Verdict::Holds, Grade::Proved, true);
        let claim = |(name, sides)| CheckedClaim { name, verdict, grade, counts, sides };
        Self { statement, claims: claims.into_iter().map(claim).collect(), values: None, note, about: None }
    }

    /// The statement of the paper that the file is about: `theorem-2`, say, or `lemma-3` for a solution; `fit` for a fit,
    /// `bound` for a bound.
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
        if let Some(about) = &self.about {
            write!(f, "{about}")?;
        }
        if self.claims.is_empty() {
            return writeln!(f, "no claims");
        }
        let names = self.claims.iter().map(|claim| claim.name.len()).max().unwrap_or(0);
        for CheckedClaim { name, verdict, grade, sides, .. } in &self.claims {
            writeln!(f, "{name:names$}  {:9}  {:8}  {}", verdict.name(), grade.name(), self.statement)?;
            if let Some(Sides { lhs, relation, rhs }) = sides {
                writeln!(f, "    {} {relation} {}", side(lhs), side(rhs))?; // a line of its own: 80 columns are enough
            }
        }
        if let Some(note) = &self.note {
            writeln!(f, "{note}")?;
        }
        match self.values {
            Some(Values::Verified) => writeln!(f, "values: those of the problem, verified in every round"),
            Some(Values::Different) => {
                writeln!(f, "values: not known to be those of the problem, by the file's own account")
            }
            Some(Values::NotCompared | Values::Recorded) => {
                writeln!(f, "values: as recorded, not compared with a problem")
            }
            None => Ok(()),
        }
    }
}

/// A side as a short decimal, or as two around it.
fn side(side: &Interval) -> String {
    let (lo, hi) = (short(&side.lo, Round::Down), short(&side.hi, Round::Up));
    if lo == hi { lo } else { format!("[{lo}, {hi}]") }
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
    pub(crate) const ALL: [Self; 3] = [Self::Proved, Self::Declared, Self::Sampled];

    /// The word for it in a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Declared => "declared",
            Self::Sampled => "sampled",
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
    /// A file cannot be read at all, or is not of the kind that was asked for. The exit status is 2.
    Unread {
        /// Which file, why, and what to do.
        sentence: String,
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
    /// The trace, the candidates or the data have another digest.
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
    /// A recorded enclosure is wider than it may be.
    TooWide,
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
    /// The halves of an equality are not exact and opposite.
    Equalities,
    /// The margin point does not have the margin.
    Margin,
    /// The objective's range is larger than stated.
    Range,
    /// The evidence does not give the lower bound.
    LowerBound,
    /// The weights of a solution, an equilibrium or a classifier are not those of a mixture, or too many, or a point is outside the
    /// domain.
    Support,
    /// A mean of a solution or an equilibrium is not that of its weights.
    Mean,
    /// The active constraints are not those that are listed.
    Active,
    /// A constraint of a solution is above epsilon, or a classifier is called feasible that is not, or the reverse.
    Infeasible,
    /// The duals do not show that a solution is best.
    NotOptimal,
    /// A solution is not a vertex.
    NotVertex,
    /// Epsilon is negative, or its duals do not show that it is the least.
    Epsilon,
    /// The `farkas` vector does not show that there is no solution.
    Farkas,
    /// The multipliers of an equilibrium or a bound are negative or do not have the sum that they must have.
    Multipliers,
    /// A player of an equilibrium gains another amount, or more, by deviating.
    Gap,
    /// A player gains by deviating from what is called an exact equilibrium.
    NotEquilibrium,
    /// A column that a recipe names is not in the data, or no row satisfies the test of a term.
    Recipe,
    /// The error or a constraint of a classifier is not that of the data.
    Counts,
    /// The weights do not show that no score function satisfies all hinges.
    Proxies,
    /// The file is about another problem than was asked for.
    Problem,
}

impl Refusal {
    /// The exit status of the program: 1 for a rejected file, 2 for one that is malformed or was not read.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Rejected { .. } => 1,
            Self::Malformed { .. } | Self::Unread { .. } => 2,
        }
    }

    /// The rule that a rejected file breaks; `None` for one that is malformed or was not read.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Self::Rejected { reason, .. } => Some(*reason),
            Self::Malformed { .. } | Self::Unread { .. } => None,
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
            Self::Unread { sentence } => f.write_str(sentence),
            Self::Rejected { field, detail, .. } => write!(f, "rejected: {field}: {detail}"),
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

#[cfg(test)]
#[path = "../tests/inside/report.rs"]
mod tests;
