//! What a plan is made from, and which number is missing.

use crate::error::{Error, Result};
use crate::numerics::directed::{div_up, mul_up, sqrt_up};
use crate::numerics::plain;

/// The constants of a rate. Absent ones are asked for by name when a statement needs them; some follow from others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The number of constraints `m`.
    pub constraints: Option<u64>,
    /// `B_Delta` in the largest-coordinate norm: every payoff of a constraint is of at most this size.
    pub payoff_bound: Option<f64>,
    /// `B_Delta` in the Euclidean norm; `sqrt(m)` times the bound of one coordinate if absent.
    pub payoff_norm: Option<f64>,
    /// The length of an interval that contains 0 and every payoff; twice the bound if absent.
    pub payoff_range: Option<f64>,
    /// The radius `R` of the multipliers in the Lagrangian game; twice the objective's range over the margin if absent,
    /// and 0 without constraints.
    pub radius: Option<f64>,
    /// `B_Theta`: the largest Euclidean norm of a point.
    pub domain_radius: Option<f64>,
    /// `B_Delta_theta`: a bound on the (stochastic) subgradients of the theta-player's loss, in the dual norm.
    pub subgradient_bound: Option<f64>,
    /// `B_Psi`: the largest value of the regulariser; half the squared domain radius if absent.
    pub regulariser: Option<f64>,
    /// `rho`: how far from the best the oracle's answers are; 0 if absent.
    pub oracle_error: Option<f64>,
    /// `delta`: the probability, above 0 and at most 1, with which a stochastic statement may fail.
    pub confidence: Option<f64>,
    /// `gamma`: some point keeps every constraint (proxy, in the proxy game) at most at minus this. 0 if no point is
    /// strictly feasible: then nothing that rests on a margin is ever reached.
    pub margin: Option<f64>,
    /// `B_g0`: at least the range of the objective.
    pub objective_range: Option<f64>,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Targets {
    /// The average regrets that the statement speaks of are at most this.
    pub regret: Option<f64>,
    /// The largest mean violation is at most this.
    pub infeasibility: Option<f64>,
    /// The mean objective is above that of every feasible point, if there is one, by at most this.
    pub suboptimality: Option<f64>,
}

/// What a number must be to make sense.
#[derive(Clone, Copy)]
enum Must {
    NotBeNegative,
    BePositive,
    BeAProbability,
}

fn check(flag: &str, value: Option<f64>, must: Must) -> Result<()> {
    let Some(value) = value else { return Ok(()) };
    let (sound, words) = match must {
        Must::NotBeNegative => (value >= 0.0, "be finite and not negative"),
        Must::BePositive => (value > 0.0, "be finite and positive"),
        Must::BeAProbability => (value > 0.0 && value <= 1.0, "be above 0 and at most 1"),
    };
    if sound && value.is_finite() {
        return Ok(());
    }
    Err(Error::new(format!("`{flag}` is {}, but it must {words}", plain(value))))
}

impl Targets {
    pub(super) fn check(&self) -> Result<()> {
        check("regret", self.regret, Must::BePositive)?;
        check("infeasibility", self.infeasibility, Must::BePositive)?;
        check("suboptimality", self.suboptimality, Must::BePositive)
    }
}

/// The number, or a sentence that asks for it.
fn needed<T>(value: Option<T>, what: &str, flag: &str) -> Result<T> {
    value.ok_or_else(|| Error::new(format!("this plan needs {what}: give `{flag}`")))
}

/// Refuses what left the range of doubles on the way.
fn finite(value: f64, what: &str) -> Result<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Error::new(format!("{what} is beyond doubles: rescale the problem")))
    }
}

impl Inputs {
    pub(super) fn check(&self) -> Result<()> {
        for (flag, value, must) in [
            ("payoff-bound", self.payoff_bound, Must::NotBeNegative),
            ("payoff-norm", self.payoff_norm, Must::NotBeNegative),
            ("payoff-range", self.payoff_range, Must::NotBeNegative),
            ("radius", self.radius, Must::NotBeNegative),
            ("domain-radius", self.domain_radius, Must::NotBeNegative),
            ("subgradient-bound", self.subgradient_bound, Must::NotBeNegative),
            ("regulariser", self.regulariser, Must::NotBeNegative),
            ("oracle-error", self.oracle_error, Must::NotBeNegative),
            ("confidence", self.confidence, Must::BeAProbability),
            ("margin", self.margin, Must::NotBeNegative),
            ("objective-range", self.objective_range, Must::NotBeNegative),
        ] {
            check(flag, value, must)?;
        }
        match self.constraints {
            Some(count) if count > 1 << 32 => {
                Err(Error::new(format!("`constraints` is {count}, but more than 2^32 are refused")))
            }
            _ => Ok(()),
        }
    }

    /// Whether there are no constraints and no margin was named: then nothing rests on one. No constraint can be
    /// violated, and all weight is on the objective.
    pub(crate) fn is_free(&self) -> bool {
        self.constraints == Some(0) && self.margin.is_none()
    }

    pub(crate) fn actions(&self) -> Result<u64> {
        Ok(needed(self.constraints, "the number of constraints", "constraints")? + 1)
    }

    /// The bound of one coordinate; a bound on the Euclidean norm is one.
    pub(crate) fn payoff_bound(&self) -> Result<f64> {
        needed(self.payoff_bound.or(self.payoff_norm), "a bound on the size of the payoffs", "payoff-bound")
    }

    pub(crate) fn payoff_norm(&self) -> Result<f64> {
        if let Some(norm) = self.payoff_norm {
            return Ok(norm);
        }
        let constraints = (self.actions()? - 1) as f64;
        finite(mul_up(self.payoff_bound()?, sqrt_up(constraints)), "the Euclidean bound on payoffs")
    }

    pub(crate) fn payoff_range(&self) -> Result<f64> {
        match (self.payoff_range, self.payoff_bound()) {
            (Some(range), Ok(bound)) => Ok(range.min(2.0 * bound)),
            (Some(range), Err(_)) => Ok(range),
            (None, bound) => finite(2.0 * bound?, "the range of the payoffs"),
        }
    }

    /// The radius of the multipliers: as given, or twice the objective's range over the margin, which makes the
    /// violation at most `epsilon gamma / B`.
    ///
    /// # Errors
    /// If it neither is given nor follows.
    pub fn radius(&self) -> Result<f64> {
        if let Some(radius) = self.radius {
            return Ok(radius);
        }
        if self.is_free() {
            return Ok(0.0);
        }
        let (Some(range), Some(margin)) = (self.objective_range, self.margin.filter(|margin| *margin > 0.0)) else {
            let what = "the radius of the multipliers, or a margin and a range of the objective to choose it by";
            return needed(None, what, "radius");
        };
        let chosen = if range == 0.0 { 1.0 } else { div_up(2.0 * range, margin) };
        finite(chosen, "the objective's range over the margin")
    }

    pub(crate) fn domain_radius(&self) -> Result<f64> {
        needed(self.domain_radius, "the largest norm of a point", "domain-radius")
    }

    pub(crate) fn subgradient_bound(&self) -> Result<f64> {
        needed(self.subgradient_bound, "a bound on the subgradients", "subgradient-bound")
    }

    pub(crate) fn regulariser(&self) -> Result<f64> {
        if self.regulariser.is_none() && self.domain_radius.is_some() {
            let radius = self.domain_radius()?;
            return finite(mul_up(0.5, mul_up(radius, radius)), "half the squared domain radius");
        }
        needed(self.regulariser, "the largest value of the regulariser", "regulariser` or `domain-radius")
    }

    pub(crate) fn oracle_error(&self) -> f64 {
        self.oracle_error.unwrap_or(0.0)
    }

    pub(crate) fn confidence(&self) -> Result<f64> {
        needed(self.confidence, "the probability with which it may fail", "confidence")
    }

    pub(crate) fn margin(&self) -> Result<f64> {
        needed(self.margin, "the margin of a strictly feasible point", "margin")
    }

    pub(crate) fn objective_range(&self) -> Result<f64> {
        needed(self.objective_range, "the range of the objective", "objective-range")
    }
}
