//! Family 4: nothing to minimise, one bound to respect; the players circle around it.
//!
//! Minimise `0` over `[-1, 1]` subject to `x - a <= 0`, with `a > -1`.
//!
//! **Optimum** 0, at -1 and at every feasible point, with multiplier 0; mixed and proxy optimum are the same.
//!
//! **Constants.** `|x - a| <= 1 + |a|`; subgradients lie between 0 and 1; the margin is `1 + a` at -1; the range is 0.

use super::build::{Answers, Draft, Line, cube, minus, point};
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;

pub(super) const BILINEAR: Family = Family {
    name: "bilinear",
    summary: "0 over [-1, 1] with x <= a: the players rotate",
    parameters: &[Parameter { name: "a", default: "0.5", meaning: "the bound, above -1 and at most 1000" }],
    build,
    random: Some(|g, _| format!("a={:?}", between(g, -1.0, 1.5))),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let a = arguments.number("a", "above -1 and at most 1000", |a| a > -1.0 && a <= 1000.0)?;
    let bound = Enclosure::ONE + point(a.abs());
    Draft {
        variables: vec!["x".into()],
        domain: cube(1)?,
        objective: "0".into(),
        constraints: vec![Line::new("upper", format!("x{}", minus(a)))],
        answers: Answers::all(Optimum::at(Enclosure::ZERO, vec![point(-1.0)]).proved_by(vec![Enclosure::ZERO])),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: Enclosure::ONE,
        objective_range: Enclosure::ZERO,
        margin_point: Some(vec![-1.0]),
        convex: true,
    }
    .finish(name)
}
