//! Family 5: the paper's Figure 1, a concave objective over a triangle, for which no pure equilibrium exists.
//!
//! Minimise `-1/2 |(x, y) - p|^2` over `[-1, 1]^2` subject to `-y - 1/2 <= 0`, `A x + H y - K <= 0` and `-A x + H y - K <= 0`,
//! where `A`, `H`, `K` are the doubles 1.1, 0.5, 0.3, and `|p_x| <= 1`, `0 <= p_y <= 1`. The feasible points are the triangle
//! with corners `(-w, -1/2)`, `(w, -1/2)` and `(0, K / H)`, `w = (K + H / 2) / A` (which is 0.5 up to rounding).
//!
//! **Optimum** `-1/2 ((|p_x| + w)^2 + (p_y + 1/2)^2)`, at the lower corner `v` on the side away from `p`: a concave
//! function is least at a corner. Of the lower ones, `v` is farther from `p`; and it is farther than `(0, K / H)`,
//! because `w^2 + 2 |p_x| w + 1/4 + p_y` (0.5 or more) is above `(K / H)^2 - 2 p_y K / H` (0.36 or less).
//!
//! **Mixed optimum** `-1/2 (2 + |p|^2) + <p, v>` with the same `v`. *Proof.* Take the multipliers `|p_x| / A` for the slanted
//! side through `v`, `p_y + H |p_x| / A` for the lower side and 0 for the other. At `theta = (x, y)` the weighted sum of
//! the constraints is `-<p, theta> + <p, v>`: its gradient is `-p`, and both constraints vanish at `v`. So the Lagrangian is
//! `-1/2 |theta|^2 - 1/2 |p|^2 + <p, v>`, and `|theta|^2 <= 2` on the square; weak duality. It is attained by the four corners
//! of the square, `(r, s)` with probability `(1 + r v_x)(1 + s v_y) / 4`: the mean is `v`, which is feasible, and
//! `|theta|^2 = 2` surely.
//!
//! The proxy optimum is the optimum, as there are no proxies.
//!
//! **Constants.** The constraints are affine, so `|g_i|` and the norm of `g` are largest at corners of the square.
//! Subgradients are convex combinations of `p - theta`, of norm at most `|(1 + |p_x|, 1 + |p_y|)|`, and of the normals. The
//! margin is the common value of `y + 1/2` and `K - H y` at `(0, (K - 1/2) / (1 + H))`, about 11/30. The objective lies
//! between 0 and `-1/2 ((1 + |p_x|)^2 + (1 + |p_y|)^2)`.

use super::build::{Answers, Draft, Line, cube, half_squared_distance, largest, norm, number, over, point, reach, sum};
use super::known::Atom;
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;

pub(super) const TRIANGLE: Family = Family {
    name: "triangle",
    summary: "the paper's Figure 1: -1/2 |(x, y) - p|^2 on a triangle, concave",
    parameters: &[
        Parameter { name: "px", default: "0.2", meaning: "first coordinate of p, from -1 to 1" },
        Parameter { name: "py", default: "0.1", meaning: "second coordinate of p, from 0 to 1" },
    ],
    build,
    random: Some(|g, _| format!("px={:?},py={:?}", between(g, -1.0, 1.0), between(g, 0.0, 1.0))),
};

const SLANT: f64 = 1.1;
const HEIGHT: f64 = 0.5;
const LEVEL: f64 = 0.3;

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let px = arguments.number("px", "from -1 to 1", |p| p.abs() <= 1.0)?;
    let py = arguments.number("py", "from 0 to 1", |p| (0.0..=1.0).contains(&p))?;
    let (slant, height, level, half) = (point(SLANT), point(HEIGHT), point(LEVEL), point(0.5));
    let width = over(level + half * height, slant);
    let away = if px < 0.0 { width } else { -width };
    let corner = vec![away, -half];

    let distance_squared = (point(px.abs()) + width).square() + (point(py) + half).square();
    let value = -half * distance_squared;
    let inner = point(px) * away - point(py) * half;
    let mixed_value = -half * (point(2.0) + point(px).square() + point(py).square()) + inner;
    let side = over(point(px.abs()), slant);
    let lower = point(py) + height * side;
    // `v` is on the left, where the third constraint is active, if p is not on the left.
    let multipliers = if px < 0.0 { vec![lower, side, Enclosure::ZERO] } else { vec![lower, Enclosure::ZERO, side] };
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
    let share = |sign: f64, mean: Enclosure| half * (Enclosure::ONE + point(sign) * mean);
    let mixture = corners
        .map(|(r, s)| Atom { weight: share(r, corner[0]) * share(s, corner[1]), point: vec![point(r), point(s)] });
    let mixed = Optimum { value: mixed_value, mixture: mixture.to_vec(), multipliers: Some(multipliers) };

    let constraints_at = |(x, y): (f64, f64)| {
        let (across, up) = (slant * point(x), height * point(y) - level);
        [-point(y) - half, up + across, up - across].map(Enclosure::abs)
    };
    let variables = vec!["x".to_owned(), "y".to_owned()];
    Draft {
        objective: format!("-({})", half_squared_distance(&variables, &[px, py])),
        variables,
        domain: cube(2)?,
        constraints: vec![
            Line::new("lower", "-y - 0.5"),
            Line::new("right", format!("{} * x + {} * y - {}", number(SLANT), number(HEIGHT), number(LEVEL))),
            Line::new("left", format!("-{} * x + {} * y - {}", number(SLANT), number(HEIGHT), number(LEVEL))),
        ],
        answers: Answers::mixed(Optimum::at(value, corner), mixed),
        bound_constraints: largest(corners.into_iter().flat_map(constraints_at)),
        bound_payoff_2: largest(corners.into_iter().map(|corner| norm(constraints_at(corner)))),
        bound_subgradient: norm(reach(&[px, py])).max(norm([slant, height])),
        objective_range: half * sum(reach(&[px, py]).map(Enclosure::square)),
        margin_point: Some(vec![0.0, (LEVEL - 0.5) / (1.0 + HEIGHT)]),
        convex: false,
    }
    .finish(name)
}
