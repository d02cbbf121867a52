//! Family 6: a step, and the hinge that stands in for it.
//!
//! Minimise `x` over `[-1, 1]` subject to `step(tau - x) - kappa <= 0`, that is `1[x < tau] <= kappa`, with the proxy
//! `max(0, 1 - (x - tau) / s) - kappa`, where `-1 <= tau < 1`, `0 < kappa < 1`, `s > 0` and `tau + s (1 - kappa) < 1`.
//!
//! **Optimum** `tau`: a point is feasible if and only if it is not below `tau`, because `kappa < 1`.
//!
//! **Mixed optimum** `-kappa + (1 - kappa) tau`, by -1 with probability `kappa` and `tau` else. *Proof.* With `y = 1 + tau`
//! the Lagrangian `x + y (step(tau - x) - kappa)` is at least `tau - y kappa` for `x >= tau`, and at least `-1 + y - y kappa`,
//! which is the same number, for `x < tau`; weak duality.
//!
//! **Proxy optimum** `tau + s (1 - kappa)`, where the hinge equals `kappa`; it decreases before. The multiplier is `s`:
//! `x + s max(0, 1 - (x - tau) / s) >= tau + s`.
//!
//! **Constants.** The constraint is `-kappa` or `1 - kappa`. Subgradients are convex combinations of 1 and of a number in
//! `[-1/s, 0]`. The margin, of the proxy, is `kappa - (1 - (1 - tau) / s)_+` at 1. The range is 2.

use super::build::{Answers, Draft, Line, cube, minus, number, over, point};
use super::known::Atom;
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;

pub(super) const STEP_HINGE: Family = Family {
    name: "step-hinge",
    summary: "x over [-1, 1] with 1[x < tau] <= kappa, and a hinge as proxy",
    parameters: &[
        Parameter { name: "tau", default: "0", meaning: "where the step is, from -1 and below 1" },
        Parameter { name: "kappa", default: "0.5", meaning: "the rate allowed, above 0 and below 1" },
        Parameter { name: "s", default: "1", meaning: "the width of the hinge, from 0.001 to 1000" },
    ],
    build,
    random: Some(|g, _| {
        format!("tau={:?},kappa={:?},s={:?}", between(g, -1.0, 1.0), between(g, 0.0, 1.0), between(g, 0.0, 2.0))
    }),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let tau = arguments.number("tau", "from -1 and below 1", |tau| (-1.0..1.0).contains(&tau))?;
    let kappa = arguments.number("kappa", "above 0 and below 1", |kappa| kappa > 0.0 && kappa < 1.0)?;
    let s = arguments.number("s", "from 0.001 to 1000", |s| (0.001..=1000.0).contains(&s))?;
    let (step, rest) = (point(tau), Enclosure::ONE - point(kappa));
    let relaxed = step + point(s) * rest;
    arguments.need(relaxed.hi() < 1.0, "tau + s (1 - kappa) below 1, so that a point is strictly feasible")?;

    let mixed = Optimum {
        value: rest * step - point(kappa),
        mixture: vec![
            Atom { weight: point(kappa), point: vec![point(-1.0)] },
            Atom { weight: rest, point: vec![step] },
        ],
        multipliers: Some(vec![Enclosure::ONE + step]),
    };
    let bound = point(kappa).max(rest);
    let expression = format!("step({} - x){}", number(tau), minus(kappa));
    let proxy = format!("max(0, 1 - (x{}) / {}){}", minus(tau), number(s), minus(kappa));
    Draft {
        variables: vec!["x".into()],
        domain: cube(1)?,
        objective: "x".into(),
        constraints: vec![Line { name: "rate".into(), expression, proxy: Some(proxy) }],
        answers: Answers {
            optimum: Some(Optimum::at(step, vec![step])),
            mixed_optimum: Some(mixed),
            proxy_optimum: Some(Optimum::at(relaxed, vec![relaxed]).proved_by(vec![point(s)])),
            least_violation: None,
        },
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: Enclosure::ONE.max(over(Enclosure::ONE, point(s))),
        objective_range: point(2.0),
        margin_point: Some(vec![1.0]),
        convex: true,
    }
    .finish(name)
}
