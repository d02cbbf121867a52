//! Constraints below proxies, and functions that are surely not convex.

use super::draft::Row;
use super::formula::{Class, Formula, number_in, positive};
use super::shapes::{affine, convex, formula};
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Game;
use crate::problem::families::number;
use proptest::prelude::*;

/// A jump `c step(u)` with a proxy above it, because `hinge(u)`, `exp(u)`, `hinge(u)^2` and `2 sigmoid(4 u)` are at
/// least 0, and at least 1 where `u > 0`. All but the last are convex.
pub fn jump(dim: usize) -> BoxedStrategy<Row> {
    (0..4_u8, affine(dim), positive())
        .prop_map(|(kind, u, height)| {
            let u = u.tamed(2.0);
            let (proxy, class, smooth, bound) = match kind {
                0 => (format!("hinge({})", u.text), Class::Convex, false, 3.0),
                1 => (format!("exp({})", u.text), Class::Convex, true, 8.0),
                2 => (format!("hinge({})^2", u.text), Class::Convex, false, 9.0),
                _ => (format!("2 * sigmoid(4 * ({}))", u.text), Class::Neither, true, 2.0),
            };
            let step = Formula::of(format!("step({})", u.text), Class::Neither, false, 1.0);
            let step = Formula { recognised: false, ..step };
            Row::below(Formula::of(proxy, class, smooth, bound).times(height), step.times(height))
        })
        .boxed()
}

/// A function that is not convex below one of the class: the smaller one of it and another, or it less something that
/// is not negative.
fn below(class: Class, dim: usize) -> BoxedStrategy<Row> {
    let above = if class == Class::Convex { convex(dim) } else { formula(class, dim) };
    (0..3_u8, above, affine(dim))
        .prop_map(|(kind, f, u)| {
            let (text, bound) = match kind {
                0 => (format!("min({}, {})", f.text, u.text), f.bound.max(u.bound)),
                1 => (format!("{} - abs({})", f.text, u.text), f.bound + u.bound),
                _ => (format!("{} - 1 + step({})", f.text, u.text), f.bound + 1.0),
            };
            let function = Formula { recognised: false, ..Formula::of(text, Class::Neither, false, bound) };
            Row::below(f, function)
        })
        .boxed()
}

/// A constraint of which the theta-player of the game sees a function of the class.
pub(super) fn row(class: Class, game: Game, dim: usize) -> BoxedStrategy<Row> {
    let recognised = if class == Class::Convex { convex(dim) } else { formula(class, dim) };
    let plain = prop_oneof![4 => recognised, 1 => affine(dim)].prop_map(Row::from);
    match (game, class) {
        (Game::Lagrangian, Class::Neither) => {
            prop_oneof![4 => plain, 1 => jump(dim).prop_map(|row| row.function.into())].boxed()
        }
        (Game::Lagrangian, _) => plain.boxed(),
        (Game::ProxyLagrangian, Class::Convex) => {
            // The jump's last proxy is not convex: a hinge is above that jump too.
            let hinged = jump(dim).prop_map(|mut row| {
                if let Some((proxy, _)) = &mut row.proxy
                    && proxy.class != Class::Convex
                {
                    let text = row.function.text.replace("step", "hinge");
                    *proxy = Formula::of(text, Class::Convex, false, 6.0);
                }
                row
            });
            prop_oneof![2 => plain, 3 => hinged, 1 => below(class, dim)].boxed()
        }
        (Game::ProxyLagrangian, Class::Neither) => {
            prop_oneof![2 => plain, 2 => jump(dim), 1 => below(class, dim)].boxed()
        }
        (Game::ProxyLagrangian, _) => prop_oneof![2 => plain, 1 => below(class, dim)].boxed(),
    }
}

/// A function that is certainly not convex on a box or ball, because it is not along one coordinate.
///
/// Along `x_j`, with its range of width `w` and middle `c`, one of: a concave parabola; a wave of at least a whole
/// period; a sigmoid or cube with its inflection at `c`; a distance from `c` that is cut off at `w / 4`; a bell so
/// narrow that it has its inflections inside. Or the product of two coordinates. An affine function on top changes
/// nothing.
pub(super) fn dent(domain: &AnyDomain) -> BoxedStrategy<Formula> {
    let dim = domain.dim();
    let bounds = domain.bounding_box();
    let concave = affine(dim).prop_map(|u| u.times(0.5));
    (0..7_u8, 0..dim, positive(), number_in(-1, 1), concave)
        .prop_map(move |(kind, j, scale, centre, affine)| {
            let (range, next) = (bounds[j], (j + 1) % dim);
            let (width, middle) = (range.width(), number(range.midpoint()));
            // Powers of two of at least 8 / w and 8 / w^2.
            let rate = (8.0 / width).log2().ceil().exp2();
            let x = format!("(x{} - {middle})", j + 1);
            let text = match kind {
                0 => format!("-((x{} - {})^2)", j + 1, number(centre)),
                1 => format!("sin({rate:?} * {x})"),
                2 => format!("sigmoid({rate:?} * {x})"),
                3 if dim > 1 => format!("x{} * x{}", j + 1, next + 1),
                3 | 4 => format!("{x}^3"),
                5 => format!("min(abs({x}), {:?})", width / 4.0),
                _ => format!("exp(-({rate:?} * {x})^2)"),
            };
            let dent = Formula::of(text, Class::Neither, kind != 5, 9.0);
            Formula { recognised: false, ..dent }.times(scale).plus(&affine)
        })
        .boxed()
}

/// A concave function, strictly so along one coordinate: not convex, and least at a vertex.
pub(super) fn dome(dim: usize) -> BoxedStrategy<Formula> {
    (formula(Class::Concave, dim), 0..dim, positive(), number_in(-1, 1))
        .prop_map(|(f, j, scale, centre)| {
            let text = format!("-((x{} - {})^2)", j + 1, number(centre));
            Formula::of(text, Class::Concave, true, 9.0).times(scale).plus(&f)
        })
        .boxed()
}
