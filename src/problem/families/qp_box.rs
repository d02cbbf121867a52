//! Families 1, 12 and 14: the distance to a point, with upper bounds on the coordinates.
//!
//! Minimise `1/2 |x - c|^2` over `[-1, 1]^d` subject to `x_i - b_i <= 0`, with `c` in the cube and `b_i > -1`.
//!
//! **Optimum** `1/2 sum_i (c_i - b_i)_+^2` at `x_i = min(c_i, b_i)`, with multipliers `y_i = (c_i - b_i)_+`. *Proof.*
//! `1/2 (x_i - c_i)^2 + y_i (x_i - b_i)` is least at `x_i = c_i - y_i = min(c_i, b_i)`, where it is `1/2 y_i^2` (either
//! `y_i = 0`, or `x_i = b_i`); sum over `i` and apply weak duality. The point is feasible and in the cube. Mixed
//! optimum and proxy optimum are the same, because weak duality covers mixtures and there are no proxies.
//!
//! **Constants.** `|x_i - b_i| <= 1 + |b_i|`. The subgradients are convex combinations of `x - c`, of norm at most
//! `|(1 + |c_i|)_i|`, and of unit vectors. The margin is `1 + min b` at `(-1, .., -1)`. The objective lies between 0 (at
//! `c`) and `1/2 sum (1 + |c_i|)^2` (at the corner opposite to `c`).
//!
//! - `qp-box-tied` states each constraint `copies` times. The multiplier may then be split among the copies in any way;
//!   here the first copy has all of it.
//! - `qp-box-scaled` multiplies the objective by `s0` and the constraints by `s1`. The optimum is multiplied by `s0`, the
//!   multipliers by `s0 / s1`, bounds of constraints and the margin by `s1`, the range by `s0`. Subgradients are convex
//!   combinations of vectors of norm at most `s0 |(1 + |c_i|)_i|` and `s1`.

use super::build::{
    Answers, Draft, Line, coordinates, cube, half_squared_distance, largest, minus, norm, number, over, point, reach,
    sum,
};
use super::random::list;
use super::spec::{Arguments, cycled};
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

const C: Parameter = Parameter { name: "c", default: "0.75/0.5/-0.25", meaning: "the point, in the cube" };
const B: Parameter = Parameter { name: "b", default: "0.25/-0.5/0.5", meaning: "the upper bounds, above -1" };
/// The dimension; lists are repeated to that length.
pub(super) const D: Parameter =
    Parameter { name: "d", default: "0", meaning: "the dimension, lists are repeated to it; 0 for the longest list" };
/// Large enough for any experiment here, small enough for the parser's limit on the size of a formula.
pub(super) const MOST_VARIABLES: usize = 5000;

pub(super) const QP_BOX: Family = Family {
    name: "qp-box",
    summary: "1/2 |x - c|^2 over [-1, 1]^d with x_i <= b_i",
    parameters: &[C, B, D],
    build: |arguments, name| build(arguments, name, 1, 1.0, 1.0),
    random: Some(parameters),
};

pub(super) const QP_BOX_TIED: Family = Family {
    name: "qp-box-tied",
    summary: "qp-box with each constraint stated several times",
    parameters: &[C, B, D, Parameter { name: "copies", default: "3", meaning: "how often each constraint is stated" }],
    build: |arguments, name| build(arguments, name, arguments.count("copies", 1, 100)?, 1.0, 1.0),
    random: Some(|g, d| format!("{},copies={}", parameters(g, d), g.random_range(1..5_u8))),
};

pub(super) const QP_BOX_SCALED: Family = Family {
    name: "qp-box-scaled",
    summary: "qp-box with the objective times s0 and the constraints times s1",
    parameters: &[
        C,
        B,
        D,
        Parameter { name: "s0", default: "1000", meaning: "the factor of the objective, from 1e-60 to 1e60" },
        Parameter { name: "s1", default: "0.001", meaning: "the factor of the constraints, from 1e-60 to 1e60" },
    ],
    build: |arguments, name| {
        let scale = |key| arguments.number(key, "from 1e-60 to 1e60", |s| (1e-60..=1e60).contains(&s));
        build(arguments, name, 1, scale("s0")?, scale("s1")?)
    },
    random: Some(|g, d| {
        let (parameters, e0, e1) = (parameters(g, d), g.random_range(-60..=60_i32), g.random_range(-60..=60_i32));
        format!("{parameters},s0=1e{e0},s1=1e{e1}")
    }),
};

fn parameters(generator: &mut ChaCha8Rng, d: usize) -> String {
    format!("c={},b={}", list(generator, d, -1.0, 1.0), list(generator, d, -1.0, 1.5))
}

/// The dimension: `d`, or the length of the longest list.
pub(super) fn dimension(arguments: &Arguments<'_>, lists: &[&[f64]]) -> Result<usize> {
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or(1);
    let given = arguments.count("d", 0, MOST_VARIABLES)?;
    let dim = if given == 0 { longest } else { given };
    arguments.need((longest..=MOST_VARIABLES).contains(&dim), "at least as many variables as a list has entries")?;
    Ok(dim)
}

fn build(arguments: &Arguments<'_>, name: &str, copies: usize, s0: f64, s1: f64) -> Result<Instance> {
    let c = arguments.list("c", "from -1 to 1", |c| c.abs() <= 1.0)?;
    let b = arguments.list("b", "above -1 and at most 1000", |b| b > -1.0 && b <= 1000.0)?;
    let dim = dimension(arguments, &[&c, &b])?;
    let (c, b) = (cycled(&c, dim), cycled(&b, dim));
    let variables = coordinates(dim);
    let scaled = |s: f64, text: String| if s == 1.0 { text } else { format!("{} * ({text})", number(s)) };

    let mut constraints = Vec::with_capacity(dim * copies);
    let mut multipliers = Vec::with_capacity(dim * copies);
    let excess: Vec<_> = c.iter().zip(&b).map(|(&c, &b)| (point(c) - point(b)).positive_part()).collect();
    for (i, x) in variables.iter().enumerate() {
        for copy in 1..=copies {
            let label = if copies == 1 { format!("upper_{x}") } else { format!("upper_{x}_{copy}") };
            constraints.push(Line::new(label, scaled(s1, format!("{x}{}", minus(b[i])))));
            let multiplier = over(point(s0) * excess[i], point(s1));
            multipliers.push(if copy == 1 { multiplier } else { Enclosure::ZERO });
        }
    }
    let half = point(0.5) * point(s0);
    let value = half * sum(excess.iter().map(|excess| excess.square()));
    let best = c.iter().zip(&b).map(|(&c, &b)| point(c.min(b))).collect();
    let bounds: Vec<_> = b.iter().map(|&b| point(s1) * (Enclosure::ONE + point(b.abs()))).collect();
    Draft {
        objective: scaled(s0, half_squared_distance(&variables, &c)),
        variables,
        domain: cube(dim)?,
        constraints,
        answers: Answers::all(Optimum::at(value, best).proved_by(multipliers)),
        bound_constraints: largest(bounds.iter().copied()),
        bound_payoff_2: norm(bounds.iter().flat_map(|&bound| std::iter::repeat_n(bound, copies))),
        bound_subgradient: (point(s0) * norm(reach(&c))).max(point(s1)),
        objective_range: half * sum(reach(&c).map(Enclosure::square)),
        margin_point: Some(vec![-1.0; dim]),
        convex: true,
    }
    .finish(name)
}
