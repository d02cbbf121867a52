//! What is measured (section 4 of the specification): the quantities of each game, and their names.

use crate::certificate::{Certificate, Given};
use crate::decimal::{Round, as_in_the_file, short};
use crate::exact::Rational;
use crate::interval::Interval;
use crate::norms::{Norm, sum_of_squares};
use crate::report::{Reason, Refusal};
use crate::slack::tie;
use crate::totals::{LagrangianTotals, ProxyTotals};
use std::collections::BTreeMap;

/// Up to this many constraints all regrets must be there.
pub(crate) const REGRETS_REQUIRED: usize = 512;

/// What may be absent with more.
pub(crate) const MAY_BE_ABSENT: [&str; 2] = ["swap_regret", "external_regret"];

/// The quantities of the Lagrangian game, by the letters of the specification.
pub(crate) struct Lagrangian {
    pub(crate) e0: Interval,
    pub(crate) v: Interval,
    pub(crate) u: Interval,
    pub(crate) n: Interval,
    payoff: Interval,
    /// `E0 + sum_i mu_i E_i`.
    pub(crate) played: Interval,
    /// 1 for the objective, and `mu`.
    pub(crate) weights: Vec<Rational>,
    pub(crate) facts: Facts,
    pub(crate) radius: Option<Interval>,
    norm: Norm,
    pub(crate) norms: Norms,
    equal_weights: bool,
}

/// What `u` and `n` are known to be.
pub(crate) enum Norms {
    /// Rational numbers.
    Rational,
    /// The roots of these.
    Squares(Box<Squares>),
    /// Numbers in narrow intervals.
    Enclosed,
}

/// `u` and `n`, squared.
pub(crate) struct Squares {
    pub(crate) u: Interval,
    pub(crate) n: Interval,
}

/// The quantities of the proxy game.
pub(crate) struct Proxy {
    /// `A`, where it is positive.
    pub(crate) weight: Option<Interval>,
    pub(crate) any_weight: Interval,
    /// `mean lambda_0 g0`.
    weighted_objective: Interval,
    /// `mean lambda_0 p_i`, i = 1..m.
    weighted_proxies: Vec<Interval>,
    pub(crate) to_constraints: Interval,
    pub(crate) payoff: Interval,
    pub(crate) payoff_of_proxies: Interval,
    pub(crate) kappa: Interval,
    pub(crate) swap: Option<Interval>,
    best_column: Interval,
    /// `W`.
    pub(crate) mass: Interval,
    pub(crate) mean_lambda: Vec<Rational>,
    pub(crate) facts: Facts,
}

/// What was given, as points and intervals; each is there if it was given.
pub(crate) struct Facts {
    pub(crate) lower: Option<Interval>,
    pub(crate) gamma: Option<Interval>,
    pub(crate) range: Option<Interval>,
    /// `G`.
    pub(crate) margin_objective: Option<Interval>,
    /// `D`, where the evidence is ranges.
    pub(crate) distance: Option<Interval>,
}

impl Facts {
    fn new(given: &Given, distance: Option<Interval>) -> Self {
        let point = |x: &Option<Rational>| x.clone().map(Interval::point);
        Self {
            lower: point(&given.lower),
            gamma: point(&given.margin),
            range: point(&given.range),
            margin_objective: given.margin_objective.and_then(Interval::from_doubles),
            distance,
        }
    }

    pub(crate) fn lower(&self) -> Option<&Interval> {
        self.lower.as_ref()
    }

    /// The margin, if it is positive.
    pub(crate) fn positive_gamma(&self) -> Option<&Interval> {
        self.gamma.as_ref().filter(|gamma| gamma.is_positive())
    }
}

impl Lagrangian {
    pub(crate) fn new(totals: &LagrangianTotals, certificate: &Certificate, distance: Option<Interval>) -> Self {
        let (given, values) = (&certificate.given, totals.values());
        let violations: Vec<Interval> = values.iter().skip(1).map(Interval::positive_part).collect();
        let weights: Vec<Rational> = std::iter::once(Rational::one()).chain(totals.lambda()).collect();
        let paid = |sum, (mu, value): (&Rational, &Interval)| &sum + &(&Interval::point(mu.clone()) * value);
        let played = weights.iter().zip(&values).fold(Interval::zero(), paid);
        let lambda = certificate.equalities.apart(&weights).into_iter().skip(1);
        let lambda: Vec<Interval> = lambda.map(Interval::point).collect();
        let norms = match &given.norm {
            Norm::Power(_) if lambda.len() < 2 => Norms::Rational,
            Norm::Power(p) if *p == Rational::from_integer(2) => {
                Norms::Squares(Box::new(Squares { u: sum_of_squares(&violations), n: sum_of_squares(&lambda) }))
            }
            Norm::Power(_) => Norms::Enclosed,
            Norm::One | Norm::Max => Norms::Rational,
        };
        Self {
            played,
            norms,
            e0: values.into_iter().next().unwrap_or_else(Interval::zero),
            v: Norm::Max.of(&violations),
            u: given.norm.dual().of(&violations),
            n: given.norm.of(&lambda),
            payoff: totals.payoff(),
            weights,
            facts: Facts::new(given, distance),
            radius: given.radius.clone().map(Interval::point),
            norm: given.norm.clone(),
            equal_weights: given.theta_weights == given.lambda_weights,
        }
    }

    pub(crate) fn radius(&self) -> Option<&Interval> {
        self.radius.as_ref()
    }

    /// `R - n`, and whether it is so near to 0 that nobody has to say whether it is positive.
    pub(crate) fn room(&self) -> Option<(Interval, bool)> {
        let radius = self.radius()?;
        let room = radius - &self.n;
        match &self.norms {
            Norms::Rational => Some((room, false)),
            // Nothing cancels in (R^2 - n^2) / (R + n), so that it is positive exactly if `R - n` is.
            Norms::Squares(of) => {
                let difference = &(radius * radius) - &of.n;
                Some((difference.over(&(radius + &self.n)).unwrap_or(room), false))
            }
            Norms::Enclosed => {
                let is_near = room.lo <= tie([radius, radius]);
                Some((room, is_near))
            }
        }
    }

    /// The mean loss of the theta-player.
    pub(crate) fn loss(&self) -> Interval {
        &self.e0 + &self.payoff
    }

    pub(crate) fn theta_regret(&self) -> Option<Interval> {
        self.facts.lower().filter(|_| self.equal_weights).map(|lower| &self.loss() - lower)
    }

    pub(crate) fn lambda_regret(&self) -> Option<Interval> {
        self.radius().filter(|_| self.equal_weights).map(|radius| &(radius * &self.u) - &self.payoff)
    }

    pub(crate) fn epsilon(&self) -> Option<Interval> {
        Some(&(&self.e0 + &(self.radius()? * &self.u)) - self.facts.lower()?)
    }
}

impl Proxy {
    pub(crate) fn new(totals: &ProxyTotals, given: &Given, distance: Option<Interval>) -> Self {
        let mean_lambda = totals.lambda();
        let weight = Interval::point(mean_lambda.first().cloned().unwrap_or_else(Rational::zero));
        let weighted = totals.objective_weighted();
        Self {
            weight: Some(weight.clone()).filter(Interval::is_positive),
            any_weight: weight,
            to_constraints: weighted.iter().skip(1).fold(Interval::zero(), |best, sum| best.max(sum)),
            weighted_proxies: totals.proxies_weighted(),
            weighted_objective: weighted.into_iter().next().unwrap_or_else(Interval::zero),
            payoff: totals.payoff(),
            payoff_of_proxies: totals.proxy_payoff(),
            kappa: totals.domination_gap(),
            swap: totals.swap_regret(),
            best_column: totals.best_column(),
            mass: Interval::point(mean_lambda.iter().fold(Rational::zero(), |sum, x| &sum + x)),
            mean_lambda,
            facts: Facts::new(given, distance),
        }
    }

    pub(crate) fn e0(&self) -> Option<Interval> {
        self.weighted_objective.over(self.weight.as_ref()?)
    }

    /// `H`: the loss of what was played at the mean multipliers.
    pub(crate) fn played(&self) -> Option<Interval> {
        let mu = self.mean_lambda.iter().skip(1).cloned().map(Interval::point);
        let paid = mu.zip(&self.weighted_proxies).fold(Interval::zero(), |sum, (mu, value)| &sum + &(&mu * value));
        Some(&self.weighted_objective + &paid.over(self.weight.as_ref()?)?)
    }

    pub(crate) fn v(&self) -> Option<Interval> {
        // The quotient of the maximum is the maximum of the quotients: the divisor is a positive point.
        self.to_constraints.over(self.weight.as_ref()?)
    }

    pub(crate) fn to_objective(&self) -> Interval {
        -&self.payoff
    }

    /// `Q`: the mean loss of the theta-player.
    pub(crate) fn loss(&self) -> Interval {
        &self.weighted_objective + &self.payoff_of_proxies
    }

    pub(crate) fn theta_regret(&self) -> Option<Interval> {
        Some(&self.loss() - self.facts.lower()?)
    }

    pub(crate) fn suboptimality(&self) -> Option<Interval> {
        Some(&self.e0()? - &self.facts.lower()?.over(self.weight.as_ref()?)?)
    }
}

/// A name, and how the quantity is computed; `None` if it needs something that is not there.
pub(crate) type Entry<Q> = (&'static str, fn(&Q) -> Option<Interval>);

/// The table of the Lagrangian game.
pub(crate) const LAGRANGIAN: [Entry<Lagrangian>; 8] = [
    ("objective", |q| Some(q.e0.clone())),
    ("infeasibility", |q| Some(q.v.clone())),
    ("infeasibility_norm", |q| (q.norm != Norm::One).then(|| q.u.clone())),
    ("multiplier_norm", |q| Some(q.n.clone())),
    ("theta_regret", Lagrangian::theta_regret),
    ("lambda_regret", Lagrangian::lambda_regret),
    ("epsilon", Lagrangian::epsilon),
    ("suboptimality", |q| q.facts.lower().map(|lower| &q.e0 - lower)),
];

/// The table of the proxy game.
pub(crate) const PROXY: [Entry<Proxy>; 10] = [
    ("objective_weight", |q| Some(q.any_weight.clone())),
    ("objective", Proxy::e0),
    ("infeasibility", Proxy::v),
    ("swap_regret", |q| q.swap.clone()),
    ("external_regret", |q| Some(&q.best_column - &q.payoff)),
    ("deviation_to_constraints", |q| Some(q.to_constraints.clone())),
    ("deviation_to_objective", |q| Some(q.to_objective())),
    ("domination_gap", |q| Some(q.kappa.clone())),
    ("theta_regret", Proxy::theta_regret),
    ("suboptimality", Proxy::suboptimality),
];

/// Whether a quantity of either game has this name.
pub(crate) fn is_name(name: &str) -> bool {
    LAGRANGIAN.iter().any(|entry| entry.0 == name)
        || PROXY.iter().any(|entry| entry.0 == name)
        || crate::rates::is_name(name)
}

/// A name, and the quantity if what it needs is there.
pub(crate) type Quantity = (&'static str, Option<Interval>);

/// The quantities of a table.
pub(crate) fn quantities<Q>(table: &[Entry<Q>], q: &Q) -> Vec<Quantity> {
    table.iter().map(|(name, quantity)| (*name, quantity(q))).collect()
}

/// Checks that the entries are these, but for those that may be absent, and that each encloses its quantity and little
/// more.
pub(crate) fn check(
    table: &[Quantity],
    may_be_absent: &[&str],
    recorded: &BTreeMap<String, Interval>,
) -> Result<(), Refusal> {
    for (name, quantity) in table {
        let field = format!("measured.{name}");
        match (quantity, recorded.get(*name)) {
            (None, None) => {}
            (Some(_), None) if may_be_absent.contains(name) => {}
            (Some(_), None) => return Err(missing(&field)),
            (None, Some(_)) => return Err(unexpected(&field)),
            (Some(exact), Some(recorded)) => enclosed(&field, exact, recorded)?,
        }
    }
    match recorded.keys().find(|name| table.iter().all(|entry| entry.0 != name.as_str())) {
        Some(name) => Err(unexpected(&format!("measured.{name}"))),
        None => Ok(()),
    }
}

pub(crate) fn missing(field: &str) -> Refusal {
    Refusal::rejected(field, Reason::MissingEntry, "what it needs is there, so the entry must be there too")
}

fn unexpected(field: &str) -> Refusal {
    Refusal::rejected(field, Reason::UnexpectedEntry, "what it needs is not there, so the entry must be absent")
}

/// Checks that a recorded enclosure holds the exact interval `[a, b]` and little more: each end is within
/// `2^-32 max(1, |a|, |b|)` of its own. A wider one would say less than is known.
pub(crate) fn enclosed(field: &str, exact: &Interval, recorded: &Interval) -> Result<(), Refusal> {
    // The lower end is not above the upper one.
    let scale = Rational::one().max(-&exact.lo).max(exact.hi.clone());
    let room = &scale * &Rational::dyadic(1.into(), -32);
    let excess = (&exact.lo - &recorded.lo).max(&recorded.hi - &exact.hi);
    let (reason, how, gap) = if recorded.lo > exact.lo {
        (Reason::NotEnclosed, "starts above", &recorded.lo - &exact.lo)
    } else if recorded.hi < exact.hi {
        (Reason::NotEnclosed, "ends below", &exact.hi - &recorded.hi)
    } else if excess > room {
        (Reason::TooWide, "is wider than", excess)
    } else {
        return Ok(());
    };
    // The decimal of a double may be that of the exact value, so the distance is said too.
    let (lo, hi, gap) = (as_in_the_file(&recorded.lo), as_in_the_file(&recorded.hi), short(&gap, Round::Nearest));
    let detail = format!("the recorded enclosure [{lo}, {hi}] {how} the exact value {exact} by about {gap}");
    Err(Refusal::rejected(field, reason, detail))
}

#[cfg(test)]
#[path = "../tests/inside/measured.rs"]
mod tests;
