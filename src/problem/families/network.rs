//! Family 22: a small neural network, whose best weights nobody knows in closed form.
//!
//! A network of one hidden layer answers an input `x` in `[-1, 1]` with `p(x) = 1/h sum_j sigmoid(s_j)`, where `s_1 = w_1 x +
//! b` and `s_j = w_j x` for the other units: `h + 1` weights are free, in `[-R, R]`. Minimise half the mean squared loss
//! `F = 1/(2n) sum_i (p(x_i) - y_i)^2` over rows with targets in `[0, 1]`, so that the mean answer in a group, the last rows,
//! is at most `rate`: a smooth constraint that is not convex either.
//!
//! **Optimum**: unknown. A lower bound is what branch and bound proves: `docs/solving.md` says how many weights and rows it
//! takes.
//!
//! **Constants.** `0 < p < 1`, so `0 <= F <= 1/2`, and the constraint is between `-rate` and `1 - rate`. As `0 < sigmoid' <=
//! 1/4`, the gradient of `p` at `x` is at most `sqrt(h x^2 + 1) / (4 h)` long, that of `F` is at most the mean of these, as
//! `|p - y| <= 1`, and that of the constraint at most the mean over the group. The margin is at `w_1 = 0`, `b = -R`, with the
//! other units turned against the group.

use super::build::{Answers, Draft, Line, minus, number, over, point, sum};
use super::random::{between, list};
use super::spec::Arguments;
use super::step_sample::mean;
use super::{Family, Instance, Parameter};
use crate::domain::Cuboid;
use crate::error::Result;
use crate::numerics::Enclosure;
use rand::RngExt as _;

pub(super) const NETWORK: Family = Family {
    name: "network",
    summary: "the loss of a network with one hidden layer, and the mean answer in a group as a constraint",
    parameters: &[
        Parameter { name: "x", default: "-1/-0.5/0.25/1", meaning: "the inputs, from -1 to 1, at most 512" },
        Parameter { name: "y", default: "0/0/1/1", meaning: "their targets, from 0 to 1" },
        Parameter { name: "group", default: "2", meaning: "how many rows, from the last, are the group" },
        Parameter { name: "rate", default: "0.4", meaning: "its mean answer at most, above 0 and below 1" },
        Parameter { name: "reach", default: "4", meaning: "R, the largest weight, from 0.125 to 64" },
        Parameter { name: "units", default: "1", meaning: "hidden units, from 1 to 4" },
    ],
    build,
    random: Some(|g, _| {
        let rows = g.random_range(2..5_usize);
        let (x, y, group) = (list(g, rows, -1.0, 1.0), list(g, rows, 0.0, 1.0), g.random_range(1..=rows));
        format!("x={x},y={y},group={group},rate={:?},reach={:?}", between(g, 0.25, 0.75), between(g, 2.0, 4.0))
    }),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let units = arguments.count("units", 1, 4)?;
    let x = arguments.list("x", "from -1 to 1", |x| x.abs() <= 1.0)?;
    let y = arguments.list("y", "from 0 to 1", |y| (0.0..=1.0).contains(&y))?;
    arguments.need(x.len() == y.len() && x.len() <= 512, "as many targets as inputs, at most 512")?;
    let group = &x[x.len() - arguments.count("group", 1, x.len())?..];
    let rate = arguments.number("rate", "above 0 and below 1", |rate| rate > 0.0 && rate < 1.0)?;
    let reach = arguments.number("reach", "from 0.125 to 64", |reach| (0.125..=64.0).contains(&reach))?;

    let answer = |x: f64| {
        let others = (2..=units).map(|j| format!("sigmoid(w{j} * {})", number(x)));
        let all: Vec<_> = std::iter::once(format!("sigmoid(w1 * {} + b)", number(x))).chain(others).collect();
        if units == 1 { all.concat() } else { format!("({}) / {units}", all.join(" + ")) }
    };
    let losses: Vec<_> = x.iter().zip(&y).map(|(&x, &y)| format!("({}{})^2", answer(x), minus(y))).collect();

    let count = point(units as f64);
    // The mean length of `(x, .., x, 1)`.
    let length = |x: &[f64]| {
        let one = |&x: &f64| (count * point(x).square() + Enclosure::ONE).sqrt().expect("at least 1");
        over(sum(x.iter().map(one)), point(x.len() as f64))
    };
    let quarter = over(point(0.25), count);
    let bound = point(rate).max(Enclosure::ONE - point(rate));
    let against = if group.iter().sum::<f64>() > 0.0 { -reach } else { reach };
    let point_inside = (1..=units).map(|j| if j == 1 { 0.0 } else { against }).chain([-reach]).collect();
    let instance = Draft {
        variables: (1..=units).map(|j| format!("w{j}")).chain(["b".to_owned()]).collect(),
        domain: Cuboid::cube(units + 1, -reach, reach)?.into(),
        objective: format!("({}) / {}", losses.join(" + "), 2 * x.len()),
        constraints: vec![Line::new("answers", format!("{}{}", mean(group, answer), minus(rate)))],
        answers: Answers::default(),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: quarter * length(&x).max(length(group)),
        objective_range: point(0.5),
        margin_point: Some(point_inside),
        convex: false,
    }
    .finish(name)?;
    let possible = instance.known.constants.margin.is_some();
    arguments.need(possible, "a rate that is kept where `b` is least, so that a point is strictly feasible")?;
    Ok(instance)
}
