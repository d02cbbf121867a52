//! Family 18: no constraints at all, so that every formula is tried with `m = 0`.
//!
//! Minimise `1/2 |x - c|^2` over `[-1, 1]^d` with `c` in the cube.
//!
//! **Optimum** 0 at `c`, with no multipliers to speak of; mixed and proxy optimum are the same, as the objective is not
//! negative.
//!
//! **Constants.** There is no constraint to bound; subgradients are `w (x - c)` with `w <= 1`, of norm at most
//! `|(1 + |c_i|)_i|`; every number is a margin, so none is stated; the range is that of `qp-box`.

use super::build::{Answers, Draft, coordinates, cube, half_squared_distance, norm, point, points, reach, sum};
use super::qp_box::{D, dimension};
use super::random::list;
use super::spec::{Arguments, cycled};
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;

pub(super) const NO_CONSTRAINTS: Family = Family {
    name: "no-constraints",
    summary: "1/2 |x - c|^2 over [-1, 1]^d",
    parameters: &[Parameter { name: "c", default: "0.5/-0.25", meaning: "the point, in the cube" }, D],
    build,
    random: Some(|g, d| format!("c={}", list(g, d, -1.0, 1.0))),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let c = arguments.list("c", "from -1 to 1", |c| c.abs() <= 1.0)?;
    let c = cycled(&c, dimension(arguments, &[&c])?);
    let variables = coordinates(c.len());
    Draft {
        objective: half_squared_distance(&variables, &c),
        variables,
        domain: cube(c.len())?,
        constraints: Vec::new(),
        answers: Answers::all(Optimum::at(Enclosure::ZERO, points(&c)).proved_by(Vec::new())),
        bound_constraints: Enclosure::ZERO,
        bound_payoff_2: Enclosure::ZERO,
        bound_subgradient: norm(reach(&c)),
        objective_range: point(0.5) * sum(reach(&c).map(Enclosure::square)),
        margin_point: None,
        convex: true,
    }
    .finish(name)
}
