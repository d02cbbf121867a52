//! Family 19: `qp-half`, seen through noise of a chosen shape.
//!
//! The problem, its optimum and its proof are those of [`qp-half`](super::qp_half). A draw of a subgradient is off by noise of
//! half-width `slopes` on each coordinate, a draw of the constraint by noise of half-width `values`.
//!
//! **Constants** as there, but `values` more for the constraint, so that its draws are covered; the noise on slopes is
//! stated beside them.

use super::build::point;
use super::qp_box::D;
use super::qp_half::{self, A, B, C};
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Parameter};
use crate::error::Result;
use crate::problem::{Noise, Shape};
use rand::RngExt as _;

pub(super) const NOISY: Family = Family {
    name: "noisy",
    summary: "qp-half, whose players see slopes and values with noise",
    parameters: &[
        A,
        B,
        C,
        D,
        Parameter { name: "shape", default: "sign", meaning: "of the noise: uniform, sign or heavy" },
        Parameter { name: "slopes", default: "0.5", meaning: "the half-width on slopes, from 0 to 1000" },
        Parameter { name: "values", default: "0.25", meaning: "the half-width on values, from 0 to 1000" },
    ],
    build,
    random: Some(|g, d| {
        let (half, shape) = (qp_half::random(g, d), Shape::ALL[g.random_range(0..3_usize)].name());
        format!("{half},shape={shape},slopes={:?},values={:?}", between(g, 0.0, 1.0), between(g, 0.0, 0.5))
    }),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let shape = Shape::ALL[arguments.choice("shape", &Shape::ALL.map(Shape::name))?];
    let width = |name| arguments.number(name, "from 0 to 1000", |width| (0.0..=1000.0).contains(&width));
    let (slopes, values) = (width("slopes")?, width("values")?);
    let mut draft = qp_half::draft(arguments)?;
    draft.bound_constraints = draft.bound_constraints + point(values);
    draft.bound_payoff_2 = draft.bound_constraints; // of one constraint
    draft.finish_noisy(name, Noise::Added { shape, slopes, values })
}
