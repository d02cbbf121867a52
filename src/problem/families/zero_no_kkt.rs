//! Family 16: a convex problem without multipliers.
//!
//! Minimise `-x` over `[-1, 1]` subject to `x^2 <= 0`.
//!
//! **Optimum** 0, at 0, the only feasible point; a mixture with `E[x^2] <= 0` is at 0 surely, so the mixed optimum is the
//! same, and the proxy optimum is, as there are no proxies. There are no multipliers: with multiplier `y >= 1/2` the least
//! value of the Lagrangian `-x + y x^2` is `-1 / (4 y)`, at `1 / (2 y)`. It tends to 0 and does not reach it.
//!
//! **Constants.** `x^2 <= 1`. Subgradients are convex combinations of -1 and `2 x`. There is no margin. The range is 2.

use super::build::{Answers, Draft, Line, cube, point};
use super::{Family, Optimum};
use crate::numerics::Enclosure;

pub(super) const ZERO_NO_KKT: Family = Family {
    name: "zero-no-kkt",
    summary: "-x over [-1, 1] with x^2 <= 0: no multiplier exists",
    parameters: &[],
    build: |_, name| {
        Draft {
            variables: vec!["x".into()],
            domain: cube(1)?,
            objective: "-x".into(),
            constraints: vec![Line::new("square", "x^2")],
            answers: Answers::all(Optimum::at(Enclosure::ZERO, vec![Enclosure::ZERO])),
            bound_constraints: Enclosure::ONE,
            bound_payoff_2: Enclosure::ONE,
            bound_subgradient: point(2.0),
            objective_range: point(2.0),
            margin_point: None,
            convex: true,
        }
        .finish(name)
    },
    random: None,
};
