//! Bounds (section 13 of the specification): a number that no mixture over the domain of a problem is below.

use crate::attached;
use crate::decimal::{as_in_the_file, number};
use crate::exact::Rational;
use crate::json::{Fields, Flaw, Form};
use crate::mixed::Weights;
use crate::problem::{Evidence, Problem, Side};
use crate::report::{Accepted, Reason, Refusal};
use crate::solution::{too_long, vector};

/// A bound that has the right form.
pub(crate) struct Bound {
    pub(crate) problem: Problem,
    /// Whether the objective has the weight 1; else it has the weight 0.
    has_objective: bool,
    multipliers: Vec<Rational>,
    pub(crate) lower: Rational,
    /// `None` if the bound is declared.
    pub(crate) evidence: Option<Evidence>,
}

impl Bound {
    /// Reads the fields of the file, of which `format` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let problem = attached::problem(fields.need("problem")?)?;
        let node = fields.need("objective_weight")?;
        let has_objective = match node.whole("objective_weight")? {
            0 => false,
            1 => true,
            _ => return Err(Flaw::at(node.line, "`objective_weight` must be 0 or 1")),
        };
        let multipliers = vector(&mut fields, "multipliers", problem.num_constraints())?;
        let (lower, evidence) = attached::lower_bound(fields.need("lower_bound")?, "lower_bound")?;
        fields.finish()?;
        Ok(Self { problem, has_objective, multipliers, lower, evidence })
    }

    /// Checks the bound, called `name`.
    pub(crate) fn check(&self, name: &str) -> Result<Accepted, Refusal> {
        let rejected = |detail: String| Refusal::rejected("multipliers", Reason::Multipliers, detail);
        if let Some(negative) = self.multipliers.iter().find(|y| **y < Rational::zero()) {
            return Err(rejected(format!("the multiplier {} is negative", number(negative))));
        }
        let sum = Weights::new(&self.multipliers).ok_or_else(|| too_long(name, "multipliers"))?.sum();
        if !self.has_objective && sum != Rational::one() {
            return Err(rejected(format!("they sum to {}, not to 1, and the objective has no weight", number(&sum))));
        }
        let rejected = |detail: String| Refusal::rejected("lower_bound", Reason::LowerBound, detail);
        let Some(evidence) = &self.evidence else {
            return Err(rejected("a declared bound shows nothing: it needs evidence".to_owned()));
        };
        if !self.has_objective && self.lower <= Rational::zero() {
            let value = as_in_the_file(&self.lower);
            return Err(rejected(format!("{value} is not above 0, so it does not show that no mixture is feasible")));
        }
        let objective = if self.has_objective { Rational::one() } else { Rational::zero() };
        let weights: Vec<Rational> = std::iter::once(objective).chain(self.multipliers.iter().cloned()).collect();
        self.problem.verify_lower_bound(Side::Constraints, &weights, &self.lower, evidence).map_err(rejected)?;
        let value = as_in_the_file(&self.lower);
        let (claim, note) = if self.has_objective {
            let note = "every mixture over the domain whose constraints are at most 0 on average, if there is one, has \
                        a mean objective of at least";
            ("lower_bound", format!("{note} {value}"))
        } else {
            let note = "no mixture over the domain has all constraints at most 0 on average: by these multipliers some \
                        constraint is at least";
            ("infeasible", format!("{note} {value}"))
        };
        Ok(Accepted::proved("bound", [(claim, None)], Some(note)))
    }
}
