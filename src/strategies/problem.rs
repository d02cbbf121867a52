//! A problem that was drawn.

use crate::error::Result;
use crate::game::Side;
use crate::problem::families::{Answers, Known};
use crate::problem::{Constraint, Problem, constants, record};
use std::fmt;
use std::sync::Arc;

/// A problem that was drawn, with the answers that are known because of how it was made.
#[derive(Clone)]
pub struct DrawnProblem {
    /// The problem.
    pub problem: Arc<dyn Problem>,
    /// The least values that are known.
    pub answers: Answers,
}

impl DrawnProblem {
    /// A problem of which no answer is known.
    pub fn new(problem: impl Problem + 'static) -> Self {
        Self { problem: Arc::new(problem), answers: Answers::default() }
    }

    /// Bounds over the domain for the functions of a side, and the answers.
    ///
    /// # Errors
    /// If a function has no finite bound on the domain.
    pub fn known(&self, side: Side) -> Result<Known> {
        Ok(self.answers.clone().with(constants(&*self.problem, side)?))
    }
}

/// Prints the problem as a certificate would carry it: all that is needed to write it down again.
impl fmt::Debug for DrawnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &*self.problem;
        if let Some(record) = record(problem) {
            write!(f, "{record:?}")?;
        } else {
            write!(f, "{} over a {}", problem.name(), problem.domain())?;
            if let Some(expressions) = problem.expressions() {
                write!(f, ": minimize {}", expressions.objective())?;
                for Constraint { expression, proxy, .. } in expressions.constraints() {
                    write!(f, ", {expression} <= 0")?;
                    proxy.iter().try_for_each(|proxy| write!(f, " by proxy {proxy}"))?;
                }
            }
        }
        if !problem.is_noiseless() {
            write!(f, ", with draws")?;
        }
        Ok(())
    }
}
