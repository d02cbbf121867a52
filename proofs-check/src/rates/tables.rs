//! The tables of section 10: what is measured beside section 4, and the claims, one row each.

use super::Rated;
use super::given::{LAGRANGIAN, PROXY, WITH_SUBGRADIENTS};
use crate::certificate::Role::{Conclusion, Hypothesis};
use crate::claims::{
    LOWER, LOWER_ROUNDING, NOTHING, ROUNDING, Row, Sides, WORD, possible, rate, uncancelled, within_ranges,
};
use crate::exact::Rational;
use crate::interval::Interval;
use crate::irrational::sqrt;
use crate::measured::{Entry, Lagrangian, Proxy};

type InLagrangian = Rated<Lagrangian>;
type InProxy = Rated<Proxy>;

/// What is measured beside section 4 in the Lagrangian game.
pub(crate) const LAGRANGIAN_ENTRIES: [Entry<InLagrangian>; 5] = [
    ("largest_payoff", |q| Some(q.largest_payoff())),
    ("mean_square_payoff", |q| Some(q.seen.mean_square.clone())),
    ("largest_multipliers", |q| Some(q.seen.multipliers.clone())),
    ("theta_regret_seen", |q| Some(q.theta_regret_seen())),
    ("epsilon_seen", InLagrangian::epsilon_seen),
];

/// What is measured beside section 4 in the proxy game.
pub(crate) const PROXY_ENTRIES: [Entry<InProxy>; 4] = [
    ("largest_payoff", |q| Some(q.seen.largest_payoff.clone())),
    ("mean_square_spread", |q| Some(q.seen.mean_square.clone())),
    ("off_simplex", |q| Some(q.seen.multipliers.clone())),
    ("theta_regret_seen", InProxy::theta_regret_seen),
];

/// Whether a quantity of either table has this name.
pub(crate) fn is_name(name: &str) -> bool {
    LAGRANGIAN_ENTRIES.iter().any(|entry| entry.0 == name) || PROXY_ENTRIES.iter().any(|entry| entry.0 == name)
}

impl InLagrangian {
    fn largest_payoff(&self) -> Interval {
        sqrt(&self.seen.largest_payoff)
    }

    fn theta_regret_seen(&self) -> Interval {
        &self.game.loss() - &self.game.played
    }

    fn epsilon_seen(&self) -> Option<Interval> {
        let best_response = self.game.radius()? * &self.game.v;
        Some(&(&self.game.e0 + &best_response) - &self.game.played)
    }

    fn theta_regret(&self) -> Option<Interval> {
        between(&self.theta_regret_seen(), &self.game.theta_regret()?)
    }

    fn epsilon(&self) -> Option<Interval> {
        between(&self.epsilon_seen()?, &self.game.epsilon()?)
    }
}

impl InProxy {
    fn theta_regret_seen(&self) -> Option<Interval> {
        Some(&self.game.loss() - &self.game.played()?)
    }

    fn theta_regret(&self) -> Option<Interval> {
        between(&self.theta_regret_seen()?, &self.game.theta_regret()?)
    }
}

impl<Q> Rated<Q> {
    /// That what was measured is at most what was promised, up to rounding.
    fn keeps(&self, measured: Option<Interval>, promised: Option<Interval>) -> Option<Sides> {
        Some(uncancelled(measured?, self.and_rounding(&promised?)))
    }
}

/// `[x .. y]`. There is nothing in between where the trace refutes the lower bound.
fn between(x: &Interval, y: &Interval) -> Option<Interval> {
    (x.lo <= y.hi).then(|| Interval { lo: x.lo.clone(), hi: y.hi.clone() })
}

/// The double nearest to a decimal fraction.
fn double(x: f64) -> Option<Interval> {
    Interval::from_doubles((x, x))
}

/// `delta <= most`.
fn confidence_small<Q>(q: &Rated<Q>, most: f64) -> Option<Sides> {
    Some(uncancelled(Interval::point(q.rate.confidence.clone()?), double(most)?))
}

/// `largest_subgradient <= F`.
fn subgradients_bounded<Q>(q: &Rated<Q>) -> Option<Sides> {
    Some(uncancelled(q.rate.largest_subgradient.clone()?, q.rate.subgradient_bound.clone()?))
}

/// `2^exponent x`.
fn scaled(x: &Interval, exponent: i32) -> Interval {
    &Interval::point(Rational::dyadic(1.into(), exponent)) * x
}

/// That a step is the printed one, up to what evaluating its formula in doubles does.
fn is_printed(step: Option<&Interval>, printed: Option<Interval>) -> Option<Sides> {
    let (step, printed) = step.zip(printed)?;
    Some(uncancelled((step - &printed).abs(), scaled(&printed, -48)))
}

fn theta_step<Q>(q: &Rated<Q>) -> Option<Sides> {
    is_printed(q.rate.theta_step.as_ref(), q.printed_theta_step())
}

/// `c <= 2^-20 Q`.
fn rounding_small<Q>(q: &Rated<Q>, rate: Option<Interval>) -> Option<Sides> {
    Some(uncancelled(q.rate.rounding.clone()?, scaled(&rate?, -20)))
}

const ONE_C1_T6: &[&str] = &["lemma-1", "corollary-1", "theorem-6"];
const TEN_C3_T7: &[&str] = &["lemma-10", "corollary-3", "theorem-7"];
const C3_T7: &[&str] = &["corollary-3", "theorem-7"];
const EIGHT_11_C2: &[&str] = &["lemma-8", "lemma-11", "corollary-2"];
const NINE_C4: &[&str] = &["lemma-9", "corollary-4"];
const NINE_C4_4: &[&str] = &["lemma-9", "corollary-4", "lemma-4"];

/// The claims of the Lagrangian game.
pub(crate) const LAGRANGIAN_CLAIMS: [Row<InLagrangian>; 23] = [
    rate("lower_bound_possible", Hypothesis, &LAGRANGIAN, LOWER, |q: &InLagrangian| {
        Some(possible(q.game.facts.lower()?, &q.game.played))
    })
    .newer(),
    rate("ranges_possible", Hypothesis, &LAGRANGIAN, NOTHING, |q: &InLagrangian| within_ranges(&q.game.facts)),
    rate("payoffs_bounded", Hypothesis, &LAGRANGIAN, NOTHING, |q: &InLagrangian| {
        Some(uncancelled(q.largest_payoff(), q.rate.payoff_bound.clone()))
    }),
    rate("multipliers_in_set", Hypothesis, &LAGRANGIAN, NOTHING, |q: &InLagrangian| {
        Some(uncancelled(q.seen.multipliers.clone(), q.game.radius()?.clone()))
    }),
    rate("subgradients_bounded", Hypothesis, &WITH_SUBGRADIENTS, WORD, subgradients_bounded),
    rate("step_keeps_bound", Hypothesis, ONE_C1_T6, NOTHING, |q: &InLagrangian| {
        Some(uncancelled(q.with_step_and_bound()?, q.promised()?))
    }),
    rate("step_keeps_bound", Hypothesis, &["lemma-10"], NOTHING, |q: &InLagrangian| {
        Some(uncancelled(q.with_step_and_bound()?, q.and_rounding(&(&double(0.75)? * &q.promised()?))))
    }),
    rate("step", Hypothesis, &["lemma-10"], WORD, |q: &InLagrangian| {
        is_printed(q.rate.step.as_ref(), q.printed_step())
    })
    .newer(),
    rate("theta_step", Hypothesis, TEN_C3_T7, WORD, theta_step),
    rate("rounding_small", Hypothesis, ONE_C1_T6, NOTHING, |q: &InLagrangian| rounding_small(q, q.promised())).newer(),
    rate("rounding_small", Hypothesis, C3_T7, NOTHING, |q: &InLagrangian| rounding_small(q, q.theta_paper())).newer(),
    rate("rounding_small", Hypothesis, &["lemma-10"], NOTHING, |q: &InLagrangian| rounding_small(q, q.epsilon_paper()))
        .newer(),
    rate("confidence_small", Hypothesis, C3_T7, NOTHING, |q| confidence_small(q, 0.7783)),
    rate("lambda_regret_paper", Conclusion, ONE_C1_T6, ROUNDING, |q| q.keeps(q.game.lambda_regret(), q.promised())),
    rate("lambda_regret_step", Conclusion, ONE_C1_T6, ROUNDING, |q| {
        q.keeps(q.game.lambda_regret(), q.with_step_and_bound())
    }),
    rate("lambda_regret_data", Conclusion, ONE_C1_T6, ROUNDING, |q| {
        q.keeps(q.game.lambda_regret(), q.with_step(&q.seen.mean_square))
    }),
    rate("theta_regret_oracle", Conclusion, &["lemma-1"], LOWER, |q: &InLagrangian| {
        Some(uncancelled(q.theta_regret()?, q.rate.oracle_error.clone()?))
    }),
    rate("epsilon_paper", Conclusion, &["lemma-1"], LOWER_ROUNDING, |q: &InLagrangian| {
        Some(uncancelled(q.epsilon()?, q.and_rounding(&(q.rate.oracle_error.as_ref()? + &q.promised()?))))
    }),
    rate("epsilon_step", Conclusion, &["lemma-1"], LOWER_ROUNDING, |q: &InLagrangian| {
        Some(uncancelled(q.epsilon()?, q.and_rounding(&(q.rate.oracle_error.as_ref()? + &q.with_step_and_bound()?))))
    }),
    rate("theta_regret_paper", Conclusion, C3_T7, LOWER_ROUNDING, |q| q.keeps(q.theta_regret(), q.theta_paper())),
    rate("theta_regret_repaired", Conclusion, C3_T7, LOWER_ROUNDING, |q| {
        q.keeps(q.theta_regret(), q.stochastic_repaired(&q.nf()?, &q.l1()?))
    }),
    rate("epsilon_paper", Conclusion, &["lemma-10"], LOWER_ROUNDING, |q| q.keeps(q.epsilon(), q.epsilon_paper())),
    rate("epsilon_repaired", Conclusion, &["lemma-10"], LOWER_ROUNDING, |q| {
        let both = &q.nf()? + &q.rb()?;
        q.keeps(q.epsilon(), q.stochastic_repaired(&both, &q.l2()?))
    }),
];

/// The claims of the proxy game.
pub(crate) const PROXY_CLAIMS: [Row<InProxy>; 21] = [
    rate("lower_bound_possible", Hypothesis, &PROXY, LOWER, |q: &InProxy| {
        Some(possible(q.game.facts.lower()?, &q.game.played()?))
    })
    .newer(),
    rate("ranges_possible", Hypothesis, &PROXY, NOTHING, |q: &InProxy| within_ranges(&q.game.facts)),
    rate("payoffs_bounded", Hypothesis, &PROXY, NOTHING, |q: &InProxy| {
        Some(uncancelled(q.seen.largest_payoff.clone(), q.rate.payoff_bound.clone()))
    }),
    rate("multipliers_in_set", Hypothesis, &PROXY, NOTHING, |q: &InProxy| {
        Some(uncancelled(q.seen.multipliers.clone(), Interval::zero()))
    }),
    rate("subgradients_bounded", Hypothesis, &["lemma-4"], WORD, subgradients_bounded),
    rate("step_keeps_bound", Hypothesis, EIGHT_11_C2, NOTHING, |q: &InProxy| {
        Some(uncancelled(q.with_step_and_bound()?, q.promised()?))
    }),
    rate("step_keeps_bound", Hypothesis, NINE_C4_4, NOTHING, |q: &InProxy| {
        Some(uncancelled(q.with_step_and_bound()?, q.and_rounding(&(&double(0.75)? * &q.promised()?))))
    }),
    rate("step", Hypothesis, NINE_C4_4, WORD, |q: &InProxy| is_printed(q.rate.step.as_ref(), q.printed_step())).newer(),
    rate("theta_step", Hypothesis, &["lemma-4"], WORD, theta_step),
    rate("rounding_small", Hypothesis, EIGHT_11_C2, NOTHING, |q: &InProxy| rounding_small(q, q.promised())).newer(),
    rate("rounding_small", Hypothesis, NINE_C4, NOTHING, |q: &InProxy| rounding_small(q, q.swap_paper())).newer(),
    rate("rounding_small", Hypothesis, &["lemma-4"], NOTHING, |q: &InProxy| {
        rounding_small(q, Some(q.swap_paper()?.min(&q.theta_paper()?)))
    })
    .newer(),
    rate("confidence_small", Hypothesis, NINE_C4, NOTHING, |q| confidence_small(q, 0.9138)),
    rate("swap_regret_paper", Conclusion, EIGHT_11_C2, ROUNDING, |q| q.keeps(q.game.swap.clone(), q.promised())),
    rate("swap_regret_step", Conclusion, EIGHT_11_C2, ROUNDING, |q| {
        q.keeps(q.game.swap.clone(), q.with_step_and_bound())
    }),
    rate("swap_regret_data", Conclusion, EIGHT_11_C2, ROUNDING, |q| {
        q.keeps(q.game.swap.clone(), q.with_step(&q.seen.mean_square))
    }),
    rate("theta_regret_oracle", Conclusion, &["lemma-11"], LOWER, |q: &InProxy| {
        Some(uncancelled(q.theta_regret()?, q.rate.oracle_error.clone()?))
    }),
    rate("swap_regret_paper", Conclusion, NINE_C4_4, ROUNDING, |q| q.keeps(q.game.swap.clone(), q.swap_paper())),
    rate("swap_regret_repaired", Conclusion, NINE_C4_4, ROUNDING, |q| q.keeps(q.game.swap.clone(), q.swap_repaired())),
    rate("theta_regret_paper", Conclusion, &["lemma-4"], LOWER_ROUNDING, |q| {
        q.keeps(q.theta_regret(), q.theta_paper())
    }),
    rate("theta_regret_repaired", Conclusion, &["lemma-4"], LOWER_ROUNDING, |q| {
        q.keeps(q.theta_regret(), q.stochastic_repaired(&q.nf()?, &q.l2()?))
    }),
];

#[cfg(test)]
#[path = "../../tests/inside/rates/tables.rs"]
mod tests;
