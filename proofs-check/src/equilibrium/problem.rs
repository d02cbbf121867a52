//! An equilibrium on a problem: enclosed values at the support, and evidence that no point is much better.

use super::{Players, check_weights, support};
use crate::certificate::interval;
use crate::decimal::{Round, as_in_the_file, short};
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Fields, Flaw, Form, Node};
use crate::measured::enclosed;
use crate::mixed::Weights;
use crate::problem::{Evidence, Problem, Side};
use crate::report::{Accepted, Reason, Refusal};
use crate::solution::too_long;
use std::collections::BTreeSet;

pub(crate) struct OnProblem {
    players: Players,
    pub(crate) problem: Problem,
    pub(crate) lower: Rational,
    /// `None` if the bound is declared.
    pub(crate) evidence: Option<Evidence>,
    support: Vec<(Vec<f64>, Rational)>,
    objective: Interval,
    constraints: Vec<Interval>,
    theta_gap: Rational,
    lambda_gap: Rational,
}

impl OnProblem {
    pub(super) fn read(mut fields: Fields, players: Players, problem: Problem) -> Form<Self> {
        let (m, variables) = (problem.num_constraints(), problem.num_variables());
        let (lower, evidence) = crate::attached::lower_bound(fields.need("lower_bound")?, "lower_bound")?;
        let support = fields.need("support")?.each("support", |node| point(node, variables))?;
        let objective = interval(fields.need("objective")?, "objective")?;
        let node = fields.need("constraints")?;
        let line = node.line;
        let constraints = node.each("constraints", |node| interval(node, "constraints"))?;
        if constraints.len() != m {
            let found = constraints.len();
            return Err(Flaw::at(line, format!("`constraints` must have one entry per constraint: {m}, not {found}")));
        }
        let theta_gap = gap(&mut fields, "theta_gap")?;
        let lambda_gap = gap(&mut fields, "lambda_gap")?;
        fields.finish()?;
        Ok(Self { players, problem, lower, evidence, support, objective, constraints, theta_gap, lambda_gap })
    }

    /// Checks the equilibrium, called `name`.
    pub(crate) fn check(&self, name: &str) -> Result<Accepted, Refusal> {
        let (players, problem) = (&self.players, &self.problem);
        players.check_multipliers(name)?;
        let weights = check_weights(name, problem.num_constraints(), &self.support)?;
        self.check_points()?;
        // Sums over the support, not yet divided by the denominator of the weights: so they stay dyadic.
        let (values, seen) = (self.sums(&weights, Side::Constraints)?, self.sums(&weights, players.game.side())?);
        let means: Vec<Interval> = values.iter().map(|sum| weights.divided(sum)).collect();
        for (i, (mean, recorded)) in
            means.iter().zip(std::iter::once(&self.objective).chain(&self.constraints)).enumerate()
        {
            let field = if i == 0 { "objective".to_owned() } else { format!("constraints, entry {i}") };
            enclosed(&field, mean, recorded)?;
        }
        self.check_lower_bound()?;
        let long = || too_long(name, "multipliers");
        let theta_weights = Weights::new(&players.theta_weights()).ok_or_else(long)?;
        let lambda_weights = Weights::new(&players.lambda_weights()).ok_or_else(long)?;
        let mixed = |by: &Weights, sums: &[Interval]| weights.divided(&by.divided(&by.scaled_sum(sums)));
        let theta_gap = &mixed(&theta_weights, &seen) - &Interval::point(self.lower.clone());
        let best = means.iter().skip(1).fold(Interval::zero(), |best, mean| best.max(mean));
        let best = &Interval::point(players.radius.clone()) * &best;
        let lambda_gap = &best - &mixed(&lambda_weights, &values);
        for (field, found, recorded) in
            [("theta_gap", &theta_gap, &self.theta_gap), ("lambda_gap", &lambda_gap, &self.lambda_gap)]
        {
            if found.hi > *recorded {
                let (most, recorded) = (short(&found.hi, Round::Up), as_in_the_file(recorded));
                let detail = format!("the player is shown to gain at most {most} by deviating, not {recorded}");
                return Err(Refusal::rejected(field, Reason::Gap, detail));
            }
        }
        let gaps = [(theta_gap, &self.theta_gap), (lambda_gap, &self.lambda_gap)];
        Ok(players.accepted("over the domain of its problem", self.support.len(), gaps, as_in_the_file))
    }

    /// Checks that the points are different and in the domain.
    fn check_points(&self) -> Result<(), Refusal> {
        let mut found = BTreeSet::new();
        for (theta, _) in &self.support {
            if !self.problem.contains(theta) {
                return Err(support(format!("the point {theta:?} is outside the domain")));
            }
            // Both zeros are the number 0.
            let bits = |x: &f64| if *x == 0.0 { 0 } else { x.to_bits() };
            if !found.insert(theta.iter().map(bits).collect::<Vec<u64>>()) {
                return Err(support(format!("the point {theta:?} is there twice")));
            }
        }
        Ok(())
    }

    /// The sums of functions over the support, times the denominator of the weights.
    fn sums(&self, weights: &Weights, side: Side) -> Result<Vec<Interval>, Refusal> {
        let sum = |function| {
            let values = self.support.iter().map(|(theta, _)| self.problem.value(function, theta));
            Ok(weights.scaled_sum(&values.collect::<Result<Vec<_>, _>>()?))
        };
        let sums = side.functions(self.problem.num_constraints()).map(sum).collect::<Result<_, String>>();
        sums.map_err(|detail| Refusal::rejected("support", Reason::Values, detail))
    }

    fn check_lower_bound(&self) -> Result<(), Refusal> {
        let rejected = |detail: String| Refusal::rejected("lower_bound", Reason::LowerBound, detail);
        let Some(evidence) = &self.evidence else {
            return Err(rejected("a declared bound shows nothing: an equilibrium needs evidence for it".to_owned()));
        };
        let (side, weights) = (self.players.game.side(), self.players.theta_weights());
        self.problem.verify_lower_bound(side, &weights, &self.lower, evidence).map_err(rejected)
    }
}

/// A point of the support and its weight.
fn point(node: Node, variables: usize) -> Form<(Vec<f64>, Rational)> {
    let line = node.line;
    let mut item = node.object("support")?;
    let (theta, weight) = (item.need("theta")?.numbers("theta")?, item.need("weight")?.rational("weight")?);
    item.finish()?;
    if theta.len() != variables {
        let found = theta.len();
        return Err(Flaw::at(line, format!("`theta` must have one number per variable: {variables}, not {found}")));
    }
    Ok((theta, weight))
}

fn gap(fields: &mut Fields, field: &str) -> Form<Rational> {
    let node = fields.need(field)?;
    Rational::from_double(node.number(field)?).ok_or_else(|| Flaw::at(node.line, format!("`{field}` must be finite")))
}
