//! Family 3: the fractional knapsack, a linear program.
//!
//! Minimise `<c, x>` over `[0, 1]^d` subject to `k - sum_j x_j <= 0`, with `c >= 0` and `0 < k < d`.
//!
//! **Optimum.** Sort `c` upwards and let `n = floor(k)`: take the `n` cheapest wholly and the fraction `k - n` of the
//! next, whose price is `y = c_(n+1)`. The multiplier is `y`. *Proof.* `<c, x> + y (k - sum x) = y k + sum (c_j - y) x_j`
//! is at least `y k - sum (y - c_j)_+`, and that is `y k - sum_{j <= n} (y - c_(j)) = sum_{j <= n} c_(j) + (k - n) y`, the
//! value at that point; weak duality. Mixed and proxy optimum are the same.
//!
//! **Constants.** `k - sum x` lies in `[k - d, k]`. Subgradients are convex combinations of `c` and `(-1, .., -1)`. The
//! margin is `d - k` at `(1, .., 1)`, the range of the objective is `sum c`.

use super::build::{Answers, Draft, Line, coordinates, norm, number, point, points, sum};
use super::qp_box::{D, dimension};
use super::random::{between, list};
use super::spec::{Arguments, cycled};
use super::{Family, Instance, Optimum, Parameter};
use crate::domain::Cuboid;
use crate::error::Result;

pub(super) const KNAPSACK: Family = Family {
    name: "knapsack",
    summary: "<c, x> over [0, 1]^d with x_1 + .. + x_d >= k",
    parameters: &[
        Parameter { name: "c", default: "0.1/0.4/0.2/0.8/0.5", meaning: "the prices, not negative" },
        Parameter { name: "k", default: "2.5", meaning: "how much to take, above 0 and below d" },
        D,
    ],
    build,
    random: Some(|g, d| format!("c={},k={:?}", list(g, d, 0.0, 2.0), between(g, 0.0, d as f64))),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let c = arguments.list("c", "from 0 to 1000", |c| (0.0..=1000.0).contains(&c))?;
    let dim = dimension(arguments, &[&c])?;
    let c = cycled(&c, dim);
    let k = arguments.number("k", &format!("above 0 and below {dim}"), |k| k > 0.0 && k < dim as f64)?;
    let variables = coordinates(dim);

    let mut order: Vec<usize> = (0..dim).collect();
    order.sort_by(|&i, &j| c[i].total_cmp(&c[j]));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 < k < dim")]
    let whole = k.floor() as usize;
    let mut best = vec![0.0; dim];
    for &j in &order[..whole] {
        best[j] = 1.0;
    }
    best[order[whole]] = k.fract(); // exact, as the fraction of a double is
    let value = sum(best.iter().zip(&c).map(|(&x, &c)| point(x) * point(c)));
    let bound = point(k).max(point(dim as f64) - point(k));
    let terms: Vec<_> = variables.iter().zip(&c).map(|(x, &c)| format!("{} * {x}", number(c))).collect();
    Draft {
        objective: terms.join(" + "),
        constraints: vec![Line::new("amount", format!("{} - ({})", number(k), variables.join(" + ")))],
        variables,
        domain: Cuboid::cube(dim, 0.0, 1.0)?.into(),
        answers: Answers::all(Optimum::at(value, points(&best)).proved_by(vec![point(c[order[whole]])])),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: norm(points(&c)).max(norm(points(&vec![1.0; dim]))),
        objective_range: sum(points(&c)),
        margin_point: Some(vec![1.0; dim]),
        convex: true,
    }
    .finish(name)
}
