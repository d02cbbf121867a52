//! Family 15: an equation as two inequalities, so that no point is strictly feasible (margin 0).
//!
//! Minimise `1/2 (x - 1)^2` over `[-1, 1]` subject to `x <= 0` and `-x <= 0`.
//!
//! **Optimum** 1/2, at 0, the only feasible point. The multipliers are all `(y_1, y_2)` with `y_1 - y_2 = 1`, here `(1, 0)`:
//! `1/2 (x - 1)^2 + x = 1/2 x^2 + 1/2`. So the mixed optimum is the same by weak duality, and the proxy optimum is, as
//! there are no proxies.
//!
//! **Constants.** `|x| <= 1`, and the norm of `(x, -x)` is at most `sqrt(2)`. Subgradients are convex combinations of
//! `x - 1`, in `[-2, 0]`, and of 1 and -1. There is no margin. The range is 2.

use super::build::{Answers, Draft, Line, cube, norm, point};
use super::{Family, Optimum};
use crate::numerics::Enclosure;

pub(super) const ZERO_PAIR: Family = Family {
    name: "zero-pair",
    summary: "1/2 (x - 1)^2 over [-1, 1] with x <= 0 and -x <= 0: no margin",
    parameters: &[],
    build: |_, name| {
        let optimum = Optimum::at(point(0.5), vec![Enclosure::ZERO]);
        Draft {
            variables: vec!["x".into()],
            domain: cube(1)?,
            objective: "0.5 * (x - 1)^2".into(),
            constraints: vec![Line::new("upper", "x"), Line::new("lower", "-x")],
            answers: Answers::all(optimum.proved_by(vec![Enclosure::ONE, Enclosure::ZERO])),
            bound_constraints: Enclosure::ONE,
            bound_payoff_2: norm([Enclosure::ONE, Enclosure::ONE]),
            bound_subgradient: point(2.0),
            objective_range: point(2.0),
            margin_point: None,
            convex: true,
        }
        .finish(name)
    },
    random: None,
};
