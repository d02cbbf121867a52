//! From constants to what a rate asks: step sizes, epsilons after `T` rounds, and the least `T` for a target.
//!
//! Every rate of the paper has several [forms](Form), in its own file: as printed, what its proof gives at the same
//! step, at the best step, repaired where the proof has a gap, and [ours](super::beyond). The formulas are those of
//! [`formulas`](crate::players::formulas): enclosures of exact ones, so a bound is rounded up.
//!
//! The least `T` is decided by evaluating the bound, rounded up, at `T` and at `T - 1`: at the answer the target is
//! surely met. Where the bound rounded *down* still misses the target at `T - 1`, no smaller number will do; otherwise
//! the boundary lies within a rounding, and the number below which this is sure is [reported](Answer::Rounds) as well.
//!
//! All of this is about exact play at exact steps. What players in doubles add is of the order of 10^-16 per round and
//! is in [the players' own bounds](crate::players::bounds).
//!
//! ```
//! use referee::theorems::plan::{Answer, Inputs, Target, Targets, plan};
//! let inputs = Inputs {
//!     constraints: Some(4),
//!     payoff_bound: Some(1.0),
//!     margin: Some(0.1),
//!     objective_range: Some(1.0),
//!     ..Inputs::default()
//! };
//! let targets = Targets { infeasibility: Some(0.05), ..Targets::default() };
//! let plan = plan("lemma-11", &inputs, &targets)?;
//! let rounds = |form: usize| plan.rows[form].answer(Target::Weight).and_then(Answer::rounds);
//! assert_eq!(rounds(0), Some(3219)); // the paper's player, to have any weight on the objective at all
//! assert_eq!(rounds(3), Some(322)); // Hedge over the deviations
//! # Ok::<(), referee::error::Error>(())
//! ```

mod form;
mod implied;
mod inputs;
mod needs;
mod search;
pub(crate) mod steps;
mod target;

pub use form::{Form, Shape};
pub(crate) use form::{MARGIN, PAYOFFS, of_a_ball, says};
pub use implied::Implied;
pub use inputs::{Inputs, Targets};
pub use search::MOST_ROUNDS;
pub use target::Target;

use super::{Kind, STATEMENTS, Statement, no_statement, statement};
use crate::error::{Error, Result};
use target::{Question, Verdict};

/// How many rounds a form needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// From so many rounds on the target is surely met.
    Rounds {
        /// The number.
        rounds: u64,
        /// Fewer than this are surely not enough. The same number, unless the boundary lies within a rounding.
        not_below: u64,
    },
    /// No number of rounds is enough; the words say why, and which inequality fails in the limit.
    Never(String),
    /// No number up to [`MOST_ROUNDS`] is seen to be enough.
    TooMany,
    /// This form says nothing about this target.
    Silent,
}

impl Answer {
    /// The number of rounds, if there is one.
    pub fn rounds(&self) -> Option<u64> {
        match self {
            Self::Rounds { rounds, .. } => Some(*rounds),
            _ => None,
        }
    }
}

/// A form and what it needs.
pub struct Row {
    /// The form.
    pub form: Form,
    /// The targets, each with its answer.
    pub answers: Vec<(Target, Answer)>,
}

impl Row {
    /// The answer for a target.
    pub fn answer(&self, target: Target) -> Option<&Answer> {
        self.answers.iter().find(|(asked, _)| *asked == target).map(|(_, answer)| answer)
    }

    /// The number of rounds after which every target that the form speaks of is met; `None` if one of them is out of
    /// reach, or there is none.
    pub fn rounds(&self) -> Option<u64> {
        let spoken = self.answers.iter().map(|(_, answer)| answer).filter(|answer| **answer != Answer::Silent);
        spoken.map(Answer::rounds).collect::<Option<Vec<u64>>>()?.into_iter().max()
    }
}

/// A statement, planned.
pub struct Plan {
    /// Which one.
    pub statement: &'static dyn Statement,
    /// What it promises.
    pub shape: Shape,
    /// What it was planned from.
    pub inputs: Inputs,
    /// Its forms, the paper's first.
    pub rows: Vec<Row>,
}

impl Plan {
    /// What a form implies after `rounds` rounds, as far as the constants for that are there.
    ///
    /// # Panics
    /// If `rounds` is 0.
    pub fn implied(&self, form: &Form, rounds: u64) -> Vec<Implied> {
        implied::implied(form, self.shape, &self.inputs, rounds)
    }
}

/// The statement of that name, if it is a rate.
///
/// # Errors
/// If there is none, or it is not a rate.
pub fn rate(name: &str) -> Result<&'static dyn Statement> {
    let Some(found) = statement(name) else {
        return Err(no_statement(name));
    };
    let about = found.about();
    let (number, why) = match about.kind {
        Kind::Rate => return Ok(found),
        Kind::Existence => (about.number, "says that something exists"),
        Kind::LinearProgram => (about.number, "is about a linear program"),
        Kind::APosteriori => (about.number, "speaks of a run that has been played (`referee certify` does)"),
    };
    let rates = STATEMENTS.iter().filter(|statement| statement.promise().is_some());
    let rates = rates.map(|statement| statement.name()).collect::<Vec<_>>().join(", ");
    Err(Error::new(format!("{number} promises no rate to plan with: it {why}; the rates are {rates}")))
}

/// Plans a statement: all its forms, each with the least number of rounds for every target.
///
/// # Errors
/// If the statement is not a rate, constants that it needs are missing, one makes no sense, or it says nothing about a
/// target. The sentence names all of those that are missing, in backquotes. Constants that the statement
/// does not use are ignored.
pub fn plan(name: &str, inputs: &Inputs, targets: &Targets) -> Result<Plan> {
    let statement = rate(name)?;
    inputs.check()?;
    targets.check()?;
    let shape = statement.promise().expect("every rate promises something").shape;
    let asked = asked(statement, shape, inputs, targets)?;
    needs::check(statement, shape, inputs, targets)?;
    let forms = statement.forms(inputs)?;
    let ask = |target: Target| Ok((target, Question::new(target, shape, inputs)?));
    let questions = asked.into_iter().map(ask).collect::<Result<Vec<_>>>()?;
    let answer =
        |form: &Form| questions.iter().map(|(target, question)| (*target, answer(*target, question, form))).collect();
    let rows = forms.into_iter().map(|form| Row { answers: answer(&form), form }).collect();
    Ok(Plan { statement, shape, inputs: inputs.clone(), rows })
}

/// The targets that a statement of this shape can be asked for.
fn asked(statement: &dyn Statement, shape: Shape, inputs: &Inputs, targets: &Targets) -> Result<Vec<Target>> {
    let mut asked: Vec<Target> = targets.regret.map(Target::Regret).into_iter().collect();
    if shape == Shape::Regret {
        for (flag, target) in [("infeasibility", targets.infeasibility), ("suboptimality", targets.suboptimality)] {
            if target.is_some() {
                let message = format!("{} is about one player's regret, so `{flag}`", statement.about().number);
                return Err(Error::new(format!("{message} is no target of it: give `regret`")));
            }
        }
    }
    if shape == Shape::Proxy && inputs.margin.is_some() {
        asked.push(Target::Weight);
    }
    asked.extend(targets.infeasibility.map(Target::Infeasibility));
    if shape == Shape::Lagrangian {
        asked.extend(targets.infeasibility.map(Target::InfeasibilitySlater));
    }
    asked.extend(targets.suboptimality.map(Target::Suboptimality));
    Ok(asked)
}

fn answer(target: Target, question: &Question, form: &Form) -> Answer {
    // The paper's own proof of feasibility compares with what was played; comparators named before play do not cover it.
    if matches!(target, Target::Infeasibility(_)) && question.compares_after_play() && !form.uniform {
        return Answer::Silent;
    }
    if question.at(form, 1).verdict() != Verdict::Holds
        && let Some(obstacle) = question.obstacle(form)
    {
        return Answer::Never(obstacle);
    }
    match search::least(|rounds| question.at(form, rounds)) {
        Some(found) => Answer::Rounds { rounds: found.rounds, not_below: found.not_below },
        None => Answer::TooMany,
    }
}
