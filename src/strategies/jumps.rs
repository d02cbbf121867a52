//! A jump whose answers are known and differ: over points, over mixtures and over points that satisfy the proxy.
//!
//! On a box whose first side is `[lo, hi]`, with `lo < tau < hi`, `0 < kappa < 1`, `a > 0` and `0 < s <= hi - tau`,
//! minimise `c + a x1 + q(x)` with a convex `q` of the other variables that is not negative and 0 at `p`, subject to
//! `step(tau - x1) <= kappa`, with the proxy `max(0, 1 - (x1 - tau) / s) - kappa`. Other constraints are moved down
//! until they hold at every point named below.
//!
//! **Optimum** `c + a tau`, at `x1 = tau`: a point is feasible exactly if `x1 >= tau`, because `kappa < 1`.
//!
//! **Mixed optimum** `c + a (tau - kappa (tau - lo))`, by `lo` with probability `kappa` and `tau` else. *Proof.* With
//! `y = a (tau - lo)` the Lagrangian is at least `c + a tau - y kappa` where `x1 >= tau`, and at least
//! `c + a lo + y - y kappa`, the same, elsewhere; weak duality.
//!
//! **Proxy optimum** `c + a (tau + s (1 - kappa))`, where the proxy is 0; it decreases before. The multiplier is
//! `a s`, because `x1 + s max(0, 1 - (x1 - tau) / s) >= tau + s`.

use super::domain::cuboid;
use super::draft::{Draft, Row, value_over};
use super::formula::{Class, Formula, number_in, positive};
use crate::domain::Domain as _;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::problem::Facts;
use crate::problem::families::{Answers, Atom, Optimum, number};
use proptest::prelude::*;

/// A problem with a jump as its first constraint; the theta-player of the proxy game sees a convex one.
pub(super) fn jumps(game: Game, dim: usize, rows: Vec<Row>) -> BoxedStrategy<(Draft, Answers)> {
    let eighths = |least: i32| (least..8).prop_map(|k| f64::from(k) / 8.0);
    (cuboid(dim), eighths(1), eighths(1), eighths(4), positive(), number_in(-2, 2))
        .prop_map(move |(domain, share, kappa, width, a, c)| {
            let bounds = domain.bounding_box();
            let (lo, hi) = (bounds[0].lo(), bounds[0].hi());
            let tau = lo + share * (hi - lo) / 2.0;
            let s = width * (hi - tau);
            let point = |first: Enclosure| {
                let others = bounds[1..].iter().map(|range| Enclosure::point(range.midpoint()));
                std::iter::once(first).chain(others).collect::<Vec<_>>()
            };
            let squares = bounds.iter().enumerate().skip(1);
            let q = squares
                .fold(String::new(), |q, (j, range)| format!("{q} + (x{} - {})^2", j + 1, number(range.midpoint())));
            let size = 4.0 + 16.0 * dim as f64;
            let objective = Formula::of(format!("{} + {} * x1{q}", number(c), number(a)), Class::Convex, true, size);
            let step = Formula::of(format!("step({} - x1) - {kappa:?}", number(tau)), Class::Neither, false, 1.0);
            let hinge = format!("max(0, 1 - (x1 - {}) / {s:?}) - {kappa:?}", number(tau));
            let hinge = Formula::of(hinge, Class::Convex, false, 4.0 / s);

            let [lo, tau, kappa, s, a, c] = [lo, tau, kappa, s, a, c].map(Enclosure::point);
            let rest = Enclosure::ONE - kappa;
            let relaxed = tau + s * rest;
            let optimum = Optimum::at(c + a * tau, point(tau));
            let mixed = Optimum {
                value: c + a * (tau - kappa * (tau - lo)),
                mixture: vec![Atom { weight: kappa, point: point(lo) }, Atom { weight: rest, point: point(tau) }],
                multipliers: Some(padded(a * (tau - lo), rows.len())),
            };
            let proxy_optimum = Optimum::at(c + a * relaxed, point(relaxed)).proved_by(padded(a * s, rows.len()));
            let settle = |row: Row| {
                let level = [lo, tau, relaxed].map(|first| value_over(row.seen(), &point(first)).hi());
                row.minus(level.into_iter().fold(f64::NEG_INFINITY, f64::max))
            };
            let mut rows: Vec<Row> = rows.iter().cloned().map(settle).collect();
            let answers = match game {
                Game::Lagrangian => {
                    rows[0] = step.into();
                    Answers::mixed(optimum, mixed)
                }
                Game::ProxyLagrangian => {
                    rows[0] = Row::below(hinge, step);
                    Answers { proxy_optimum: Some(proxy_optimum), ..Answers::mixed(optimum, mixed) }
                }
            };
            (Draft { domain, objective, rows, facts: Facts::UNKNOWN }, answers)
        })
        .boxed()
}

/// The multiplier of the first constraint, and 0 for the others.
fn padded(first: Enclosure, m: usize) -> Vec<Enclosure> {
    let mut multipliers = vec![Enclosure::ZERO; m];
    multipliers[0] = first;
    multipliers
}
