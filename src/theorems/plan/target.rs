//! What can be asked of a form: the inequality that decides it, and what the form implies after `T` rounds.
//!
//! With `a` and `b` the regrets of the theta- and the lambda-player, `gamma` the margin, `B` the objective's range and
//! `tau` the target:
//!
//! - *Proxy game* (Theorem 2 and Lemma 7: weight at least `(gamma - a - b) / (gamma + B)`, violation at most `b` over
//!   it, suboptimality at most `a + b` over it). Weight above 0: `a + b < gamma`. Violation:
//!   `b (gamma + B + tau) + a tau <= tau gamma`. Suboptimality: `(a + b) (gamma + B + tau) <= tau gamma`.
//! - *Lagrangian game*, `epsilon = a + b`, radius `R`. Suboptimality: `epsilon <= tau`. Violation by Theorem 1,
//!   `epsilon / (R - (epsilon + B) / gamma) <= tau`: `epsilon (gamma + tau) <= tau (gamma R - B)`. Violation by
//!   [the mixture with the margin point](crate::theorems::beyond::slater_feasibility): `epsilon gamma <= tau (gamma R - B)`.
//!
//! All of them get easier as the regrets fall, so they hold from some number of rounds on, unless they fail in the
//! limit.

use super::form::{Form, Shape};
use super::inputs::Inputs;
use super::search::MOST_ROUNDS;
use crate::error::Result;
use crate::numerics::{Enclosure, plain};

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Every regret that the statement speaks of is at most this.
    Regret(f64),
    /// The objective has some weight in the mixture: without it there is no mixture.
    Weight,
    /// Mean violation at most this, by the theorem's own proof.
    Infeasibility(f64),
    /// Mean violation at most this, by the mixture with the margin point (Lagrangian game).
    InfeasibilitySlater(f64),
    /// Suboptimality at most this.
    Suboptimality(f64),
}

impl Target {
    /// Its name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regret(_) => "regret",
            Self::Weight => "objective_weight",
            Self::Infeasibility(_) => "infeasibility",
            Self::InfeasibilitySlater(_) => "infeasibility_slater",
            Self::Suboptimality(_) => "suboptimality",
        }
    }
}

/// What the enclosures say about an inequality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Holds,
    Open,
    Fails,
}

/// `lhs <= rhs`, or `lhs < rhs`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inequality {
    pub(super) lhs: Enclosure,
    pub(super) rhs: Enclosure,
    strict: bool,
}

impl Inequality {
    pub(super) fn at_most(lhs: Enclosure, rhs: Enclosure) -> Self {
        Self { lhs, rhs, strict: false }
    }

    pub(super) fn below(lhs: Enclosure, rhs: Enclosure) -> Self {
        Self { lhs, rhs, strict: true }
    }

    pub(super) fn verdict(&self) -> Verdict {
        let (lhs, rhs) = (self.lhs, self.rhs);
        let holds = if self.strict { lhs.hi() < rhs.lo() } else { lhs.hi() <= rhs.lo() };
        let fails = if self.strict { lhs.lo() >= rhs.hi() } else { lhs.lo() > rhs.hi() };
        match (holds, fails) {
            (true, _) => Verdict::Holds,
            (_, true) => Verdict::Fails,
            _ => Verdict::Open,
        }
    }
}

fn exact(x: f64) -> Enclosure {
    Enclosure::point(x)
}

/// The facts that a target rests on, found before any search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    target: Target,
    shape: Shape,
    /// There are no constraints: none is violated, and all weight is on the objective.
    free: bool,
    margin: Enclosure,
    range: Enclosure,
    radius: Enclosure,
}

impl Question {
    /// The question, or what is missing.
    pub(super) fn new(target: Target, shape: Shape, inputs: &Inputs) -> Result<Self> {
        let lagrangian = shape == Shape::Lagrangian;
        let free = inputs.is_free();
        let by_margin = match target {
            Target::Regret(_) => false,
            Target::Suboptimality(_) => !lagrangian && !free,
            _ => !free,
        };
        let by_range = by_margin && target != Target::Weight;
        let by_radius = lagrangian && by_range;
        Ok(Self {
            target,
            shape,
            free,
            margin: exact(if by_margin { inputs.margin()? } else { 0.0 }),
            range: exact(if by_range { inputs.objective_range()? } else { 0.0 }),
            radius: exact(if by_radius { inputs.radius()? } else { 0.0 }),
        })
    }

    /// Whether the proof of this conclusion compares with what was played.
    pub(super) fn compares_after_play(&self) -> bool {
        self.shape == Shape::Lagrangian && !self.free
    }

    /// The inequality at regrets `a` and `b`, with the words that name it.
    fn inequality(&self, a: Enclosure, b: Enclosure) -> (Inequality, &'static str) {
        let Self { margin, range, radius, .. } = *self;
        let sum = a + b;
        let room = margin * radius - range;
        match (self.target, self.shape) {
            (Target::Infeasibility(tau) | Target::InfeasibilitySlater(tau), _) if self.free => {
                (Inequality::at_most(Enclosure::ZERO, exact(tau)), "0 <= target")
            }
            (Target::Suboptimality(tau), Shape::Proxy) if self.free => {
                (Inequality::at_most(sum, exact(tau)), "theta-regret + lambda-regret <= target")
            }
            (Target::Regret(tau), Shape::Proxy) => {
                (Inequality::at_most(a.max(b), exact(tau)), "the larger of both regrets <= target")
            }
            (Target::Regret(tau), _) => (Inequality::at_most(sum, exact(tau)), "regret <= target"),
            (Target::Weight, _) => (Inequality::below(sum, margin), "theta-regret + lambda-regret < margin"),
            (Target::Suboptimality(tau), Shape::Lagrangian) => {
                (Inequality::at_most(sum, exact(tau)), "epsilon <= target")
            }
            (Target::Suboptimality(tau), _) => (
                Inequality::at_most(sum * (margin + range + exact(tau)), exact(tau) * margin),
                "(theta-regret + lambda-regret) (margin + objective range + target) <= target margin",
            ),
            (Target::Infeasibility(tau), Shape::Lagrangian) => (
                Inequality::at_most(sum * (margin + exact(tau)), exact(tau) * room),
                "epsilon (margin + target) <= target (margin radius - objective range)",
            ),
            (Target::Infeasibility(tau), _) => (
                Inequality::at_most(b * (margin + range + exact(tau)) + a * exact(tau), exact(tau) * margin),
                "lambda-regret (margin + objective range + target) + theta-regret target <= target margin",
            ),
            (Target::InfeasibilitySlater(tau), _) => (
                Inequality::at_most(sum * margin, exact(tau) * room),
                "epsilon margin <= target (margin radius - objective range)",
            ),
        }
    }

    /// What the conclusion needs besides: a positive divisor.
    fn condition(&self, a: Enclosure, b: Enclosure) -> Option<(Inequality, &'static str)> {
        let Self { margin, range, radius, .. } = *self;
        match (self.target, self.shape) {
            _ if self.free => None,
            (Target::Regret(_) | Target::Weight, _) | (Target::Suboptimality(_), Shape::Lagrangian) => None,
            (Target::Infeasibility(_), Shape::Lagrangian) => {
                let words = "epsilon + objective range < margin radius";
                Some((Inequality::below(a + b + range, margin * radius), words))
            }
            (Target::InfeasibilitySlater(_), _) => {
                Some((Inequality::below(range, margin * radius), "objective range < margin radius"))
            }
            _ => Some((Inequality::below(a + b, margin), "theta-regret + lambda-regret < margin")),
        }
    }

    /// The inequality that decides: the condition where that does not surely hold, else the target itself.
    fn deciding(&self, a: Enclosure, b: Enclosure) -> (Inequality, &'static str) {
        let condition = self.condition(a, b).filter(|(inequality, _)| inequality.verdict() != Verdict::Holds);
        condition.unwrap_or_else(|| self.inequality(a, b))
    }

    /// The deciding inequality for a form after `rounds` rounds.
    pub(super) fn at(&self, form: &Form, rounds: u64) -> Inequality {
        let regret = |rate: Option<Enclosure>| rate.unwrap_or(Enclosure::ZERO);
        self.deciding(regret(form.theta_regret(rounds)), regret(form.lambda_regret(rounds))).0
    }

    /// Why no number of rounds will do, if that is so: the cause, and the inequality that fails in the limit.
    pub(super) fn obstacle(&self, form: &Form) -> Option<String> {
        let (inequality, words) = self.deciding(exact(form.limit), Enclosure::ZERO);
        let (lhs, rhs) = (inequality.lhs.lo(), inequality.rhs.hi());
        // The regrets stay above their limit, so equality there is not reached either, unless the larger of two is what
        // counts or a rate is 0: the last number of rounds that is considered tells.
        let unreached = lhs >= rhs && self.at(form, MOST_ROUNDS).verdict() == Verdict::Fails;
        unreached.then(|| {
            let cause = self.cause(form.limit);
            format!("{cause}: `{words}` fails in the limit, {} against {}", plain(lhs), plain(rhs))
        })
    }

    /// What must change for the target to come into reach. The regrets without the oracle's error tend to 0, so if
    /// the condition holds there, it is the error that does not fit.
    fn cause(&self, error: f64) -> String {
        let condition = self.condition(Enclosure::ZERO, Enclosure::ZERO);
        let holds = condition.is_none_or(|(inequality, _)| inequality.verdict() == Verdict::Holds);
        let by_margin = self.target == Target::Weight || condition.is_some();
        if by_margin && self.margin.hi() <= 0.0 {
            "no point is strictly feasible, and the conclusion rests on the margin of one".to_owned()
        } else if !holds {
            let radius = plain(self.radius.hi());
            format!("the radius of the multipliers is too small ({radius}) for this margin and range of the objective")
        } else {
            format!("the oracle's error is too large ({})", plain(error))
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/theorems/plan/target.rs"]
mod tests;
