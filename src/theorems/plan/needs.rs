//! Which constants a statement takes, and which of them are missing: all at once, in one sentence.

use super::form::Shape;
use super::inputs::{Inputs, Targets};
use crate::error::{Error, Result, list};
use crate::theorems::Statement;

/// Whether a statement takes a constant, by the name of its flag in `referee plan`.
fn takes(statement: &dyn Statement, flag: &str) -> bool {
    statement.promise().is_some_and(|promise| promise.takes(flag))
}

impl Inputs {
    /// The constants that are there, by name, in the order of `referee plan --help`.
    pub fn named(&self) -> Vec<(&'static str, f64)> {
        let all = [
            ("constraints", self.constraints.map(|count| count as f64)),
            ("payoff-bound", self.payoff_bound),
            ("payoff-norm", self.payoff_norm),
            ("payoff-range", self.payoff_range),
            ("radius", self.radius),
            ("domain-radius", self.domain_radius),
            ("subgradient-bound", self.subgradient_bound),
            ("regulariser", self.regulariser),
            ("oracle-error", self.oracle_error),
            ("confidence", self.confidence),
            ("margin", self.margin),
            ("objective-range", self.objective_range),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// These constants without those that a statement does not use. One that only stands in for another is not used
    /// beside it: a Euclidean bound on payoffs for one on each of them, the domain's radius for the regulariser.
    #[must_use]
    pub fn used_by(&self, statement: &dyn Statement) -> Self {
        let takes = |flag: &str| match flag {
            "payoff-norm" if !takes(statement, "radius") && self.payoff_bound.is_some() => false,
            "domain-radius" if takes(statement, "regulariser") && self.regulariser.is_some() => false,
            _ => takes(statement, flag),
        };
        Self {
            constraints: self.constraints.filter(|_| takes("constraints")),
            payoff_bound: self.payoff_bound.filter(|_| takes("payoff-bound")),
            payoff_norm: self.payoff_norm.filter(|_| takes("payoff-norm")),
            payoff_range: self.payoff_range.filter(|_| takes("payoff-range")),
            radius: self.radius.filter(|_| takes("radius")),
            domain_radius: self.domain_radius.filter(|_| takes("domain-radius")),
            subgradient_bound: self.subgradient_bound.filter(|_| takes("subgradient-bound")),
            regulariser: self.regulariser.filter(|_| takes("regulariser")),
            oracle_error: self.oracle_error.filter(|_| takes("oracle-error")),
            confidence: self.confidence.filter(|_| takes("confidence")),
            margin: self.margin.filter(|_| takes("margin")),
            objective_range: self.objective_range.filter(|_| takes("objective-range")),
        }
    }

    /// Refuses a constant that a statement does not use, as whoever gave it expects it to matter.
    ///
    /// # Errors
    /// If there is one; the sentence names it.
    pub fn refuse_unused(&self, statement: &dyn Statement) -> Result<()> {
        let used = self.used_by(statement).named();
        let Some((flag, _)) = self.named().into_iter().find(|given| !used.contains(given)) else { return Ok(()) };
        let beside = match flag {
            _ if !takes(statement, flag) => "",
            "payoff-norm" => " beside `payoff-bound`",
            _ => " beside `regulariser`",
        };
        let name = statement.name();
        Err(Error::new(format!("`{flag}` has no meaning in {name}{beside}: leave it out")))
    }
}

/// Refuses a plan if constants are missing, naming all of them.
pub(super) fn check(statement: &dyn Statement, shape: Shape, inputs: &Inputs, targets: &Targets) -> Result<()> {
    let missing = missing(statement, shape, inputs, targets);
    let pronoun = match missing.len() {
        0 => return Ok(()),
        1 => "it",
        _ => "them",
    };
    Err(Error::new(format!("{} needs {}: give {pronoun}", statement.about().number, list(&missing, "and"))))
}

fn missing(statement: &dyn Statement, shape: Shape, inputs: &Inputs, targets: &Targets) -> Vec<String> {
    let takes = |flag: &str| takes(statement, flag);
    let mut missing: Vec<String> = Vec::new();
    let mut need = |needed: bool, what: &str, flags: &str| {
        if needed {
            missing.push(format!("{what} ({flags})"));
        }
    };
    need(takes("constraints") && inputs.constraints.is_none(), "the number of constraints", "`constraints`");
    let payoffs = inputs.payoff_bound.or(inputs.payoff_norm);
    need(takes("payoff-bound") && payoffs.is_none(), "a bound on the size of the payoffs", "`payoff-bound`");
    let by_margin = targets.infeasibility.is_some() || (shape == Shape::Proxy && targets.suboptimality.is_some());
    let by_margin = by_margin && shape != Shape::Regret && !inputs.is_free();
    // A margin and a range that are asked for anyway give the radius too; a margin of 0 never does.
    let follows = if by_margin {
        inputs.margin != Some(0.0)
    } else {
        inputs.is_free() || (inputs.margin.is_some_and(|margin| margin > 0.0) && inputs.objective_range.is_some())
    };
    if takes("radius") && inputs.radius.is_none() && !follows {
        let flags = match (inputs.margin, inputs.objective_range) {
            (Some(0.0), _) => {
                "`radius`: no point is strictly feasible to choose it by, and infeasibility is out of reach with any"
            }
            (None, Some(_)) => "`radius`, or `margin` to choose it by",
            (Some(_), None) => "`radius`, or `objective-range` to choose it by",
            _ => "`radius`, or `margin` and `objective-range` to choose it by",
        };
        need(true, "the radius of the multipliers", flags);
    }
    let no_radius = inputs.domain_radius.is_none();
    if takes("regulariser") {
        let absent = inputs.regulariser.is_none() && no_radius;
        need(absent, "the largest value of the regulariser", "`regulariser`, or `domain-radius`");
    } else {
        need(takes("domain-radius") && no_radius, "the largest norm of a point", "`domain-radius`");
    }
    let slope = takes("subgradient-bound") && inputs.subgradient_bound.is_none();
    need(slope, "a bound on the subgradients", "`subgradient-bound`");
    let delta = takes("confidence") && inputs.confidence.is_none();
    need(delta, "the probability with which it may fail", "`confidence`");
    need(by_margin && inputs.margin.is_none(), "the margin of a strictly feasible point", "`margin`");
    need(by_margin && inputs.objective_range.is_none(), "the range of the objective", "`objective-range`");
    missing
}
