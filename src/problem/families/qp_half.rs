//! Family 2: the distance to a point, in a half-space.
//!
//! Minimise `1/2 |x - c|^2` over `[-1, 1]^d` subject to `<a, x> - b <= 0`, with `a` not 0, `b > -|a|_1`, `c` in the cube,
//! and the projection of `c` onto the half-space in the cube too (else the family refuses the parameters).
//!
//! **Optimum** `(<a, c> - b)_+^2 / (2 |a|^2)` at that projection `c - t a`, `t = (<a, c> - b)_+ / |a|^2`, with multiplier
//! `t`. *Proof.* `1/2 |x - c|^2 + t (<a, x> - b)` is least at `x = c - t a`, where it is `t (<a, c> - b) - 1/2 t^2 |a|^2
//! = 1/2 t^2 |a|^2`; weak duality. Mixed and proxy optimum are the same.
//!
//! **Constants.** `|<a, x> - b| <= |a|_1 + |b|`. Subgradients are convex combinations of `x - c`, of norm at most
//! `|(1 + |c_i|)_i|`, and `a`. The margin is `|a|_1 + b` at `-sign(a)`. The range is that of `qp-box`.

use super::build::{
    Answers, Draft, Line, coordinates, cube, half_squared_distance, minus, norm, number, over, point, points, reach,
    sum,
};
use super::qp_box::{D, dimension};
use super::random::{between, list};
use super::spec::{Arguments, cycled};
use super::{Family, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;
use rand_chacha::ChaCha8Rng;

pub(super) const A: Parameter =
    Parameter { name: "a", default: "0.6/0.8", meaning: "the normal of the half-space, not 0" };
pub(super) const B: Parameter = Parameter { name: "b", default: "0.25", meaning: "its offset, above -|a|_1" };
pub(super) const C: Parameter = Parameter { name: "c", default: "0.75/0.5", meaning: "the point, in the cube" };

pub(super) const QP_HALF: Family = Family {
    name: "qp-half",
    summary: "1/2 |x - c|^2 over [-1, 1]^d with <a, x> <= b",
    parameters: &[A, B, C, D],
    build: |arguments, name| draft(arguments)?.finish(name),
    random: Some(random),
};

pub(super) fn random(g: &mut ChaCha8Rng, d: usize) -> String {
    format!("a={},b={:?},c={}", list(g, d, -1.0, 1.0), between(g, -1.0, 1.0), list(g, d, -1.0, 1.0))
}

pub(super) fn draft(arguments: &Arguments<'_>) -> Result<Draft> {
    let a = arguments.list("a", "from -1000 to 1000", |a| a.abs() <= 1000.0)?;
    let b = arguments.number("b", "from -1000 to 1000", |b| b.abs() <= 1000.0)?;
    let c = arguments.list("c", "from -1 to 1", |c| c.abs() <= 1.0)?;
    let dim = dimension(arguments, &[&a, &c])?;
    let (a, c) = (cycled(&a, dim), cycled(&c, dim));
    let variables = coordinates(dim);

    let length_1 = sum(a.iter().map(|&a| point(a.abs())));
    let length_2 = norm(points(&a));
    let length_2_squared = sum(points(&a).into_iter().map(Enclosure::square));
    arguments.need(length_2_squared.lo() > 0.0, "a normal `a` that is not 0")?;
    arguments.need((length_1 + point(b)).lo() > 0.0, "b above -|a|_1, so that a point is strictly feasible")?;
    let inner = sum(a.iter().zip(&c).map(|(&a, &c)| point(a) * point(c)));
    let excess = (inner - point(b)).positive_part();
    let multiplier = over(excess, length_2_squared);
    let nearest: Vec<_> = a.iter().zip(&c).map(|(&a, &c)| point(c) - multiplier * point(a)).collect();
    let inside = nearest.iter().all(|x| x.magnitude() <= 1.0);
    arguments.need(inside, "a half-space onto which `c` projects inside the cube")?;

    let value = point(0.5) * over(excess.square(), length_2_squared);
    let bound = length_1 + point(b.abs());
    let terms: Vec<_> = variables.iter().zip(&a).map(|(x, &a)| format!("{} * {x}", number(a))).collect();
    Ok(Draft {
        objective: half_squared_distance(&variables, &c),
        variables,
        domain: cube(dim)?,
        constraints: vec![Line::new("half_space", format!("{}{}", terms.join(" + "), minus(b)))],
        answers: Answers::all(Optimum::at(value, nearest).proved_by(vec![multiplier])),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: norm(reach(&c)).max(length_2),
        objective_range: point(0.5) * sum(reach(&c).map(Enclosure::square)),
        margin_point: Some(a.iter().map(|&a| if a > 0.0 { -1.0 } else { 1.0 }).collect()),
        convex: true,
    })
}
