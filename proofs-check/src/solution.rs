//! Solutions (section 9 of the specification): the best mixture of candidates, exactly.

use crate::against_trace;
use crate::certificate::{Data, choice};
use crate::csv::{BY_UPPER_ENDS, is_wide};
use crate::decimal::number;
use crate::equalities::Equalities;
use crate::exact::Rational;
use crate::json::{Fields, Flaw, Form, Node};
use crate::mixed::{Least, Weights};
use crate::rank::independent;
use crate::report::{Accepted, Reason, Refusal};
use crate::table::Table;
use std::cmp::Ordering;
use std::io::Read;

const CLAIMS: [&str; 4] = ["feasible", "optimal", "vertex", "support"];

/// A solution that has the right form.
pub(crate) struct Solution {
    pub(crate) candidates: Data,
    epsilon: Rational,
    /// The least epsilon is shown to be the least by these weights, where it is positive and called minimal.
    epsilon_duals: Option<Vec<Rational>>,
    pub(crate) equalities: Equalities,
    outcome: Outcome,
}

enum Outcome {
    Optimal(Box<Mixture>),
    /// With the weights of the constraints that show it.
    Infeasible(Vec<Rational>),
}

struct Mixture {
    support: Vec<(usize, Rational)>,
    objective: Rational,
    constraints: Vec<Rational>,
    active: Vec<usize>,
    duals: Vec<Rational>,
    mass: Rational,
    claims: Vec<String>,
}

impl Solution {
    /// Reads the fields of the file, of which `format` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let candidates = Data::read(fields.need("candidates")?.object("candidates")?, "count")?;
        let m = candidates.constraints;
        let optimal = choice(&fields.need("status")?, "status", &[("optimal", true), ("infeasible", false)])?;
        let epsilon = fields.need("epsilon")?.rational("epsilon")?;
        let minimal = fields.need("epsilon_is_minimal")?;
        let is_minimal = minimal.bool("epsilon_is_minimal")?;
        if is_minimal && !optimal {
            return Err(Flaw::at(minimal.line, "`epsilon_is_minimal` must be false where the status is infeasible"));
        }
        let positive = epsilon.sign() == Ordering::Greater;
        let epsilon_duals = if is_minimal && positive { Some(vector(&mut fields, "epsilon_duals", m)?) } else { None };
        let equalities = Equalities::read(&mut fields, m)?;
        let outcome = if optimal {
            Outcome::Optimal(Box::new(Mixture::read(&mut fields, m)?))
        } else {
            Outcome::Infeasible(vector(&mut fields, "farkas", m)?)
        };
        fields.finish()?;
        Ok(Self { candidates, epsilon, epsilon_duals, equalities, outcome })
    }

    /// Checks the solution, called `name`, against the candidates of its `file`.
    pub(crate) fn check<R: Read>(&self, name: &str, mut table: Table<R>, file: &str) -> Result<Accepted, Refusal> {
        let data = &self.candidates;
        against_trace::check_constraints(data.constraints, file, table.row.values.len())?;
        let support = if let Outcome::Optimal(mixture) = &self.outcome { mixture.support.as_slice() } else { &[] };
        let mut wanted = support.iter().map(|(candidate, _)| *candidate).peekable();
        let mut points: Vec<Vec<f64>> = Vec::new();
        let least = |with_objective: bool, multipliers: &[Rational], field: &str| {
            Least::new(with_objective, multipliers).ok_or_else(|| too_long(name, field))
        };
        let mut duals = match &self.outcome {
            Outcome::Optimal(mixture) => least(true, &mixture.duals, "duals")?,
            Outcome::Infeasible(farkas) => least(false, farkas, "farkas")?,
        };
        let epsilon_duals = self.epsilon_duals.as_ref().map(|duals| least(false, duals, "epsilon_duals"));
        let mut epsilon_duals = epsilon_duals.transpose()?;
        let (mut by_upper_ends, mut equal) = (false, Ok(()));
        while table.next().map_err(|flaw| flaw.in_file(file))? {
            // Of an enclosed column the upper end is used.
            by_upper_ends |= table.row.values.iter().any(is_wide);
            let row: Vec<f64> = table.row.values.iter().map(|ends| ends.1).collect();
            let candidate = table.rounds.saturating_sub(1);
            equal = equal.and_then(|()| self.equalities.check_candidate(candidate, &row));
            duals.see(&row);
            if let Some(duals) = &mut epsilon_duals {
                duals.see(&row);
            }
            if wanted.peek() == Some(&candidate) {
                wanted.next();
                points.push(row);
            }
        }
        against_trace::check_digest(data, file, "--candidates", table.rounds, &table.digest())?;
        equal?;
        if self.epsilon < Rational::zero() {
            return Err(Refusal::rejected("epsilon", Reason::Epsilon, "epsilon must not be negative"));
        }
        if let (Some(weights), Some(mixed)) = (&self.epsilon_duals, &epsilon_duals) {
            let least = check_multipliers("epsilon_duals", Reason::Epsilon, weights, true, mixed)?;
            if least != self.epsilon {
                let (least, epsilon) = (number(&least), number(&self.epsilon));
                let detail = format!("the multipliers show that epsilon is at least {least}, not {epsilon}");
                return Err(Refusal::rejected("epsilon_duals", Reason::Epsilon, detail));
            }
        }
        let claims: &[&'static str] = match &self.outcome {
            Outcome::Optimal(mixture) => {
                mixture.check(name, self, &points, &duals)?;
                &CLAIMS
            }
            Outcome::Infeasible(farkas) => {
                let least = check_multipliers("farkas", Reason::Farkas, farkas, true, &duals)?;
                if least <= self.epsilon {
                    let (least, epsilon) = (number(&least), number(&self.epsilon));
                    let detail = format!("the multipliers show only {least}, which is not above epsilon {epsilon}");
                    return Err(Refusal::rejected("farkas", Reason::Farkas, detail));
                }
                &["infeasible"]
            }
        };
        let note = by_upper_ends.then(|| BY_UPPER_ENDS.to_owned());
        Ok(Accepted::proved("lemma-3", claims.iter().map(|&name| (name, None)), note))
    }
}

impl Mixture {
    fn read(fields: &mut Fields, m: usize) -> Form<Self> {
        let support = weighted(fields.need("support")?, "support", "candidate")?;
        let active = fields.need("active")?.each("active", |node| node.whole("active"))?;
        let mut duals = fields.need("duals")?.object("duals")?;
        let mixture = Self {
            support,
            objective: fields.need("objective")?.rational("objective")?,
            constraints: vector(fields, "constraints", m)?,
            active,
            duals: vector(&mut duals, "constraints", m)?,
            mass: duals.need("mass")?.rational("duals.mass")?,
            claims: fields.need("claims")?.texts("claims")?,
        };
        duals.finish()?;
        Ok(mixture)
    }

    fn check(&self, name: &str, solution: &Solution, points: &[Vec<f64>], duals: &Least) -> Result<(), Refusal> {
        let (epsilon, minimal) = (&solution.epsilon, solution.epsilon_duals.is_some());
        if self.claims != CLAIMS {
            let detail = format!("a solution claims {}, in this order", CLAIMS.join(", "));
            return Err(Refusal::rejected("claims", Reason::MissingClaim, detail));
        }
        // The count comes first: it bounds the work of everything below. A pair that is active as a whole is one equation.
        let active = self.active.len().saturating_sub(solution.equalities.whole_among(&self.active));
        let most = if minimal { active } else { active.saturating_add(1) };
        let support = |detail: String| Refusal::rejected("support", Reason::Support, detail);
        if self.support.len() > most {
            let limit = if minimal { " at a positive minimal epsilon" } else { " + 1" };
            let once = if active < self.active.len() { ", an equality counted once," } else { "" };
            let found = self.support.len();
            return Err(support(format!(
                "it has {found} candidates, above {most}: the active constraints{once}{limit}"
            )));
        }
        // All were met in the order of the file only if they increase.
        if points.len() != self.support.len() {
            return Err(support("the candidates must increase and be candidates of the file".to_owned()));
        }
        if let Some((candidate, weight)) = self.support.iter().find(|(_, weight)| *weight <= Rational::zero()) {
            return Err(support(format!("the weight {} of candidate {candidate} is not positive", number(weight))));
        }
        let weights =
            Weights::new(self.support.iter().map(|(_, weight)| weight)).ok_or_else(|| too_long(name, "support"))?;
        weights.check_sum("the weights").map_err(support)?;
        check_means(&weights, points, &self.objective, &self.constraints)?;
        let active: Vec<usize> = (1..).zip(&self.constraints).filter(|(_, x)| *x == epsilon).map(|(i, _)| i).collect();
        if active != self.active {
            let detail = format!("the constraints equal to epsilon are {active:?}, not {:?}", self.active);
            return Err(Refusal::rejected("active", Reason::Active, detail));
        }
        if let Some((i, x)) = (1..).zip(&self.constraints).find(|(_, x)| *x > epsilon) {
            let detail = format!("constraint {i} is {}, above epsilon {}", number(x), number(epsilon));
            return Err(Refusal::rejected("claim feasible", Reason::Infeasible, detail));
        }
        let least = check_multipliers("claim optimal", Reason::NotOptimal, &self.duals, false, duals)?;
        let bound = &self.mass - &(epsilon * &duals.sum());
        for (what, found, recorded) in
            [("`mass`", &least, &self.mass), ("the bound of the duals", &bound, &self.objective)]
        {
            if found != recorded {
                let detail = format!("{what} is {}, but {} is recorded", number(found), number(recorded));
                return Err(Refusal::rejected("claim optimal", Reason::NotOptimal, detail));
            }
        }
        if !independent(points, &self.active) {
            let detail = "the vectors (1, active constraints) of the support are linearly dependent";
            return Err(Refusal::rejected("claim vertex", Reason::NotVertex, detail));
        }
        Ok(())
    }
}

/// Reads a list of items, candidates say, with their weights.
pub(crate) fn weighted(node: Node, list: &str, item: &str) -> Form<Vec<(usize, Rational)>> {
    node.each(list, |node| {
        let mut fields = node.object(list)?;
        let weighted = (fields.need(item)?.whole(item)?, fields.need("weight")?.rational("weight")?);
        fields.finish()?;
        Ok(weighted)
    })
}

/// Checks that the objective and the constraints are the means of these points.
pub(crate) fn check_means(
    weights: &Weights,
    points: &[Vec<f64>],
    objective: &Rational,
    constraints: &[Rational],
) -> Result<(), Refusal> {
    for (i, recorded) in std::iter::once(objective).chain(constraints).enumerate() {
        let mean = weights.dot(points.iter().map(|point| point.get(i).copied().unwrap_or_default()));
        if mean != *recorded {
            let field = if i == 0 { "objective".to_owned() } else { format!("constraints, entry {i}") };
            let detail = format!("the mean is {}, but {} is recorded", number(&mean), number(recorded));
            return Err(Refusal::rejected(field, Reason::Mean, detail));
        }
    }
    Ok(())
}

pub(crate) fn vector(fields: &mut Fields, field: &str, length: usize) -> Form<Vec<Rational>> {
    let node = fields.need(field)?;
    let line = node.line;
    let vector = node.rationals(field)?;
    if vector.len() == length {
        return Ok(vector);
    }
    Err(Flaw::at(line, format!("`{field}` must have one number per constraint: {length}, not {}", vector.len())))
}

/// Fractions whose common denominator cannot be worked with; those of a solution have about 64 bits a constraint.
pub(crate) fn too_long(name: &str, field: &str) -> Refusal {
    Flaw { line: None, reason: format!("the fractions of `{field}` have no common denominator of less than 2^20 bits") }
        .in_file(name)
}

/// Checks that multipliers are not negative (and sum to 1), and returns the least mixed value of a candidate.
fn check_multipliers(
    field: &str,
    reason: Reason,
    y: &[Rational],
    sum_is_1: bool,
    mixed: &Least,
) -> Result<Rational, Refusal> {
    let rejected = |detail: String| Refusal::rejected(field, reason, detail);
    if let Some(negative) = y.iter().find(|y| **y < Rational::zero()) {
        return Err(rejected(format!("the multiplier {} is negative", number(negative))));
    }
    let sum = mixed.sum();
    if sum_is_1 && sum != Rational::one() {
        return Err(rejected(format!("the multipliers sum to {}, not to 1", number(&sum))));
    }
    mixed.value().ok_or_else(|| rejected("there is no candidate".to_owned()))
}
