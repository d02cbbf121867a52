//! Family 17: nothing is feasible, and a certificate must say so by claiming nothing.
//!
//! Minimise `-x` over `[-1, 1]` subject to `x + 2 <= 0`.
//!
//! There is no optimum of any kind: the constraint is at least 1, so its mean is too. The **least violation** is 1, at
//! -1: the constraint increases.
//!
//! **Constants.** `|x + 2| <= 3`. Subgradients are convex combinations of -1 and 1. There is no margin. The range is 2.

use super::build::{Answers, Draft, Line, cube, point};
use super::{Family, Optimum};
use crate::numerics::Enclosure;

pub(super) const INFEASIBLE: Family = Family {
    name: "infeasible",
    summary: "-x over [-1, 1] with x + 2 <= 0: no feasible point",
    parameters: &[],
    build: |_, name| {
        Draft {
            variables: vec!["x".into()],
            domain: cube(1)?,
            objective: "-x".into(),
            constraints: vec![Line::new("impossible", "x + 2")],
            answers: Answers {
                optimum: None,
                mixed_optimum: None,
                proxy_optimum: None,
                least_violation: Some(Optimum::at(Enclosure::ONE, vec![point(-1.0)])),
            },
            bound_constraints: point(3.0),
            bound_payoff_2: point(3.0),
            bound_subgradient: Enclosure::ONE,
            objective_range: point(2.0),
            margin_point: None,
            convex: true,
        }
        .finish(name)
    },
    random: None,
};
