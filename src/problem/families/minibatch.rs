//! Families 20 and 21: means over a sample, of which a round sees a few members.
//!
//! The sample has a power of two of numbers in `[-1, 1]`; a round sees the means over `batch` of them, drawn with
//! replacement. Sort it downwards, `z_1 >= .. >= z_n`.
//!
//! **`minibatch`.** Minimise the mean distance `f(x) = 1/n sum_k |x - z_k|` over `[-1, 1]` subject to `h(x) = 1/n sum_k
//! max(0, z_k - x) - b <= 0`, `b > 0`: a median, of which the sample may be above by `b` on average.
//!
//! *Optimum.* Let `u = z_ceil(n/2)` be the largest minimiser of `f`. If `h(u) <= 0`, it is `f(u)`, with multiplier 0. Else
//! `h` has a root `r > u`, because `h(1) = -b < 0`; let `j >= 1` numbers be above it. Right of `r` the slope of `f` is
//! `(n - 2j)/n` and that of `h` is `-j/n`, so `f + y h` with `y = (n - 2j)/j` has right derivative 0 at `r`, and a left
//! derivative that is not positive, as it is convex: it is least there, where it is `f(r)`. And `y > 0`, because fewer than
//! `n/2` numbers are above `r > u`; weak duality. Mixed and proxy optimum are the same. All in exact rationals.
//!
//! *Constants*, for every member and so for every mean of members: `-b <= h <= z_1 + 1 - b`, slopes from -1 to 1. The margin
//! is `b` at 1. The range of `f` is at most the mean of the
//! `1 + |z_k|`, which enclosing the formula proves; from `f(u)` to the ends of the interval it is smaller.
//!
//! **`minibatch-rate`** is [`step-sample`](super::step_sample). Its bounds are those of each member.

use super::build::{Answers, Draft, Line, cube, minus, number, point, problem, sum};
use super::random::{between, list};
use super::spec::Arguments;
use super::step_sample::{self, KAPPA, S, hinge_root, mean};
use super::{Family, Instance, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use crate::problem::Noise;
use dashu_ratio::RBig;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

const BATCH: Parameter = Parameter { name: "batch", default: "2", meaning: "how many members a round sees" };

pub(super) const MINIBATCH: Family = Family {
    name: "minibatch",
    summary: "the mean distance of x to a sample with a mean hinge, of which a round sees a few members",
    parameters: &[
        Parameter {
            name: "z",
            default: "0.375/0.5/0.5/0.625/0.625/0.75/0.75/0.875",
            meaning: "the sample, from -1 to 1, a power of two of them",
        },
        Parameter {
            name: "b",
            default: "0.03125",
            meaning: "how far it may be above x on average, above 0 and at most 2",
        },
        BATCH,
    ],
    build: median,
    random: Some(|g, _| {
        let n = size(g);
        format!("z={},b={:?},batch={}", list(g, n, -1.0, 1.0), between(g, 0.0, 0.5), g.random_range(1..3_u8))
    }),
};

pub(super) const MINIBATCH_RATE: Family = Family {
    name: "minibatch-rate",
    summary: "step-sample, of which a round sees a few members",
    parameters: &[
        Parameter {
            name: "z",
            default: "-0.875/-0.625/-0.5/-0.25/-0.125/0/0.25/0.5",
            meaning: "the sample, from -1 to 1, a power of two of them",
        },
        KAPPA,
        S,
        BATCH,
    ],
    build: rate,
    random: Some(|g, _| {
        let n = size(g);
        format!("{},batch={}", step_sample::random(g, n), g.random_range(1..3_u8))
    }),
};

/// 2, 4 or 8.
fn size(g: &mut ChaCha8Rng) -> usize {
    2 << g.random_range(0..3_u32)
}

fn rate(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let chosen = step_sample::read(arguments)?;
    let draft = step_sample::draft(&chosen, arguments)?;
    finish(draft, &chosen.z, |z| ("x".into(), chosen.line(z)), arguments, name)
}

/// The problem of a draft over a sample, whose objective and constraint over a part of it are given.
fn finish(
    draft: Draft,
    z: &[f64],
    over: impl Fn(&[f64]) -> (String, Line),
    arguments: &Arguments<'_>,
    name: &str,
) -> Result<Instance> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 32")]
    let batch = arguments.count("batch", 1, 32)? as u32;
    let member = |z: &f64| {
        let (objective, line) = over(std::slice::from_ref(z));
        problem(&format!("member {z}"), vec!["x".into()], cube(1)?, &objective, vec![line])
    };
    let members = z.iter().map(member).collect::<Result<_>>()?;
    draft.finish_noisy(name, Noise::Members { members, batch })
}

fn median(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let z = step_sample::sample(arguments)?;
    let b = arguments.number("b", "above 0 and at most 2", |b| b > 0.0 && b <= 2.0)?;
    let over = |z: &[f64]| {
        let above = mean(z, |z| format!("max(0, {} - x)", number(z)));
        (mean(z, |z| format!("abs(x{})", minus(z))), Line::new("above", format!("{above}{}", minus(b))))
    };
    let n = RBig::from(z.len());
    let ends: Vec<RBig> = z.iter().map(|&z| exact(z)).collect();
    let distance = |x: &RBig| {
        let total = ends.iter().fold(RBig::ZERO, |sum, z| sum + if z > x { z - x } else { x - z });
        total / &n
    };
    let upper = &ends[z.len().div_ceil(2) - 1];
    let (root, above) = hinge_root(&ends, &(exact(b) * &n));
    let (best, multiplier) =
        if root <= *upper { (upper, RBig::ZERO) } else { (&root, (&n - RBig::from(2 * above)) / RBig::from(above)) };
    let x = enclose(best);
    let value = enclose(&distance(best));
    let bound = point(b).max((point(z[0]) + Enclosure::ONE - point(b)).abs());
    let reach = sum(z.iter().map(|&z| Enclosure::ONE + point(z.abs())));
    let draft = Draft {
        variables: vec!["x".into()],
        domain: cube(1)?,
        objective: over(&z).0,
        constraints: vec![over(&z).1],
        answers: Answers::all(Optimum::at(value, vec![x]).proved_by(vec![enclose(&multiplier)])),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: Enclosure::ONE,
        objective_range: super::build::over(reach, point(z.len() as f64)),
        margin_point: Some(vec![1.0]),
        convex: true,
    };
    finish(draft, &z, over, arguments, name)
}
