//! Family 11: as many constraints as one likes, in the plane.
//!
//! Minimise `1/2 |(x, y) - (k, 0)|^2` over `[-1, 1]^2` subject to `<a_i, (x, y)> - rho <= 0` for `i = 1, .., m`, where `a_i` is
//! `(cos t, sin t)` at `t = 2 pi (i - 1) / m`, rounded to doubles in `[-1, 1]` (the first is `(1, 0)` exactly), `0 < rho < 1`
//! and `0 <= k <= 1`.
//!
//! **Optimum** `1/2 (k - rho)_+^2` at `(min(k, rho), 0)`, with multipliers `((k - rho)_+, 0, .., 0)`. *Proof.* That point is
//! feasible, as the first coordinates of the `a_i` are at most 1. The Lagrangian is
//! `1/2 (x - k)^2 + 1/2 y^2 + (k - rho)_+ (x - rho)`, least at that point, where it is the value; weak duality. Mixed and
//! proxy optimum are the same.
//!
//! **Constants.** `|<a_i, theta> - rho| <= |a_i|_1 + rho`. Subgradients are convex combinations of `theta - (k, 0)`, of norm
//! at most `|(1 + k, 1)|`, and of the `a_i`. The margin is `rho` at 0. The objective lies between 0 and
//! `1/2 ((1 + k)^2 + 1)`.

use super::build::{
    Answers, Draft, Line, cube, half_squared_distance, largest, minus, norm, number, point, reach, sum,
};
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, MOST, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;
use rand::RngExt as _;

pub(super) const POLYGON: Family = Family {
    name: "polygon",
    summary: "1/2 |(x, y) - (k, 0)|^2 on a polygon of m sides at distance rho",
    parameters: &[
        Parameter { name: "m", default: "8", meaning: "the number of sides, from 1 to 1000000" },
        Parameter { name: "rho", default: "0.5", meaning: "the distance of the sides, above 0 and below 1" },
        Parameter { name: "k", default: "0.9", meaning: "first coordinate of the target, from 0 to 1" },
    ],
    build,
    random: Some(|g, _| {
        let m = g.random_range(1..40_u8);
        format!("m={m},rho={:?},k={:?}", between(g, 0.0, 1.0), between(g, 0.0, 1.0))
    }),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let m = arguments.count("m", 1, MOST)?;
    let rho = arguments.number("rho", "above 0 and below 1", |rho| rho > 0.0 && rho < 1.0)?;
    let k = arguments.number("k", "from 0 to 1", |k| (0.0..=1.0).contains(&k))?;
    let normals: Vec<[f64; 2]> = (0..m).map(|i| direction(i, m)).collect();
    let excess = (point(k) - point(rho)).positive_part();
    let mut multipliers = vec![Enclosure::ZERO; m];
    multipliers[0] = excess;
    let bounds = || normals.iter().map(|a| point(a[0].abs()) + point(a[1].abs()) + point(rho));
    let line = |(i, a): (usize, &[f64; 2])| {
        Line::new(format!("side_{}", i + 1), format!("{} * x + {} * y{}", number(a[0]), number(a[1]), minus(rho)))
    };
    let variables = vec!["x".to_owned(), "y".to_owned()];
    let best = vec![point(k.min(rho)), Enclosure::ZERO];
    let slopes = largest(normals.iter().map(|&a| norm(a.map(point))));
    Draft {
        objective: half_squared_distance(&variables, &[k, 0.0]),
        variables,
        domain: cube(2)?,
        constraints: normals.iter().enumerate().map(line).collect(),
        answers: Answers::all(Optimum::at(point(0.5) * excess.square(), best).proved_by(multipliers)),
        bound_constraints: largest(bounds()),
        bound_payoff_2: norm(bounds()),
        bound_subgradient: norm(reach(&[k, 0.0])).max(slopes),
        objective_range: point(0.5) * sum(reach(&[k, 0.0]).map(Enclosure::square)),
        margin_point: Some(vec![0.0, 0.0]),
        convex: true,
    }
    .finish(name)
}

/// `(cos t, sin t)` at `t = 2 pi i / m`, near enough; the same doubles on every machine.
fn direction(i: usize, m: usize) -> [f64; 2] {
    let angle = point(std::f64::consts::TAU * (i as f64 / m as f64));
    [angle.cos(), angle.sin()].map(|x| x.midpoint().clamp(-1.0, 1.0))
}
