//! Family 8: the best worst case, with a slack variable for the maximum.
//!
//! Minimise `xi` over `x` in `[-1, 1]`, `xi` in `[0, 2]`, subject to `|x - a_i| - xi <= 0`, with all `a_i` in `[-1, 1]`.
//!
//! **Optimum** `(max a - min a) / 2`, at the middle `x = (max a + min a) / 2`. The multipliers are 1/2 for the largest and
//! 1/2 for the smallest `a_i` (1 if they are the same constraint): then the Lagrangian is `1/2 |x - max a| + 1/2 |x - min a|`,
//! which is at least the value by the triangle inequality; weak duality. Mixed and proxy optimum are the same.
//!
//! **Constants.** `|x - a_i| - xi` lies in `[-2, 1 + |a_i|]`, so 2 bounds it. A subgradient with weight `w` on the objective
//! is `(u, w - (1 - w))` with `|u| <= 1 - w`, of squared norm at most `(1 - w)^2 + (2 w - 1)^2`, which is convex in `w` and
//! therefore at most 2, its value at `w = 0`. The margin is 2 minus the optimum at `xi = 2` and the middle. The range is 2.

use super::build::{Answers, Draft, Line, minus, norm, point};
use super::random::list;
use super::spec::{Arguments, cycled};
use super::{Family, Instance, MOST, Optimum, Parameter};
use crate::domain::Cuboid;
use crate::error::Result;
use crate::numerics::Enclosure;
use rand::RngExt as _;

pub(super) const ROBUST: Family = Family {
    name: "robust",
    summary: "the largest |x - a_i| over [-1, 1], as xi with |x - a_i| <= xi",
    parameters: &[
        Parameter { name: "a", default: "-0.5/0.25/0.75/0", meaning: "the targets, from -1 to 1" },
        Parameter {
            name: "m",
            default: "0",
            meaning: "the number of constraints, `a` is repeated to it; 0 for each once",
        },
    ],
    build,
    random: Some(|g, d| format!("a={},m={}", list(g, d, -1.0, 1.0), g.random_range(4..9_u8))),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let a = arguments.list("a", "from -1 to 1", |a| a.abs() <= 1.0)?;
    let m = arguments.count("m", 0, MOST)?;
    arguments.need(m == 0 || m >= a.len(), "at least as many constraints as `a` has entries")?;
    let a = if m == 0 { a } else { cycled(&a, m) };

    let index =
        |better: fn(f64, f64) -> bool| (1..a.len()).fold(0, |best, i| if better(a[i], a[best]) { i } else { best });
    let (lowest, highest) = (index(|x, y| x < y), index(|x, y| x > y));
    let (half, low, high) = (point(0.5), point(a[lowest]), point(a[highest]));
    let value = half * (high - low);
    let middle = half * (high + low);
    let mut multipliers = vec![Enclosure::ZERO; a.len()];
    multipliers[lowest] = half;
    multipliers[highest] = multipliers[highest] + half;
    let lines =
        a.iter().enumerate().map(|(i, &a)| Line::new(format!("target_{}", i + 1), format!("abs(x{}) - xi", minus(a))));
    Draft {
        variables: vec!["x".into(), "xi".into()],
        domain: Cuboid::new(vec![-1.0, 0.0], vec![1.0, 2.0])?.into(),
        objective: "xi".into(),
        constraints: lines.collect(),
        answers: Answers::all(Optimum::at(value, vec![middle, value]).proved_by(multipliers)),
        bound_constraints: point(2.0),
        bound_payoff_2: norm(a.iter().map(|_| point(2.0))),
        bound_subgradient: norm([Enclosure::ONE, Enclosure::ONE]),
        objective_range: point(2.0),
        margin_point: Some(vec![middle.midpoint(), 2.0]),
        convex: true,
    }
    .finish(name)
}
