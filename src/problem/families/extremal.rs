//! Families 9 and 13: finite problems whose best mixture needs all `m + 1` candidates.
//!
//! Candidate 0 costs 1 and has every `g_i = -gamma`; candidate `i = 1, .., m` costs 0, has `g_i = v` and the other
//! constraints 0. Here `v > 0` and `gamma > 0`.
//!
//! **Optimum** 1: only candidate 0 is feasible.
//!
//! **Mixed optimum** `v / (v + m gamma)`, by candidate 0 with that probability and each other with probability
//! `gamma / (v + m gamma)`: then every constraint has mean 0. *Proof.* With all multipliers `1 / (v + m gamma)` the
//! Lagrangian is `1 - m gamma / (v + m gamma)` at candidate 0 and `v / (v + m gamma)` at the others, the same number;
//! weak duality. Every constraint's multiplier is positive, so it has mean 0 in every best mixture: with probability `p`
//! of candidate 0 candidate `i` has probability `p gamma / v`, so `p` is determined and all candidates are needed. This is
//! the example in which the bound `m + 1` on the support of a shrunk mixture is attained.
//!
//! The proxy optimum is the optimum, as there are no proxies.
//!
//! **Constants.** `|g_i| <= max(v, gamma)`; the norm of `g` is `gamma sqrt(m)` or `v`; the margin is `gamma` at
//! candidate 0; the range is 1. There are no subgradients.
//!
//! `extremal-duplicated` lists every candidate `copies` times, one copy after the other, which makes the linear
//! program's vertices degenerate and changes none of the answers.

use super::build::{Answers, facts, margin_at, norm, over, point};
use super::known::Atom;
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Optimum, Parameter};
use crate::domain::Domain as _;
use crate::error::Result;
use crate::game::Grade;
use crate::numerics::Enclosure;
use crate::problem::{Constants, Problem as _, TableProblem};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

const M: Parameter = Parameter { name: "m", default: "4", meaning: "the number of constraints, from 1 to 1000" };
const V: Parameter = Parameter { name: "v", default: "1", meaning: "the violation, from 1e-6 to 1e6" };
const GAMMA: Parameter = Parameter { name: "gamma", default: "0.5", meaning: "the slack, from 1e-6 to 1e6" };

pub(super) const EXTREMAL: Family = Family {
    name: "extremal",
    summary: "m + 1 candidates, all of which the best mixture needs",
    parameters: &[M, V, GAMMA],
    build: |arguments, name| build(arguments, name, 1),
    random: Some(|g, _| parameters(g)),
};

pub(super) const EXTREMAL_DUPLICATED: Family = Family {
    name: "extremal-duplicated",
    summary: "extremal with each candidate listed several times",
    parameters: &[
        M,
        V,
        GAMMA,
        Parameter { name: "copies", default: "2", meaning: "how often each candidate is listed, from 1 to 100" },
    ],
    build: |arguments, name| build(arguments, name, arguments.count("copies", 1, 100)?),
    random: Some(|g, _| format!("{},copies={}", parameters(g), g.random_range(1..3_u8))),
};

fn parameters(generator: &mut ChaCha8Rng) -> String {
    let m = generator.random_range(1..4_u8);
    format!("m={m},v={:?},gamma={:?}", between(generator, 0.0, 4.0), between(generator, 0.0, 4.0))
}

fn build(arguments: &Arguments<'_>, name: &str, copies: usize) -> Result<Instance> {
    let m = arguments.count("m", 1, 1000)?;
    let size = |key| arguments.number(key, "from 1e-6 to 1e6", |x| (1e-6..=1e6).contains(&x));
    let (v, gamma) = (size("v")?, size("gamma")?);

    let row = |candidate: usize| {
        let mut row = vec![0.0; m + 1];
        if candidate == 0 {
            row.fill(-gamma);
            row[0] = 1.0;
        } else {
            row[candidate] = v;
        }
        row
    };
    let rows: Vec<_> = (0..=m).flat_map(|candidate| std::iter::repeat_n(row(candidate), copies)).collect();
    let total = point(v) + point(m as f64) * point(gamma);
    let (value, share) = (over(point(v), total), over(point(gamma), total));
    let atom = |candidate: usize| Atom {
        weight: if candidate == 0 { value } else { share },
        point: vec![point((candidate * copies) as f64)],
    };
    let mixed = Optimum {
        value,
        mixture: (0..=m).map(atom).collect(),
        multipliers: Some(vec![over(Enclosure::ONE, total); m]),
    };
    let answers = Answers::mixed(Optimum::at(Enclosure::ONE, vec![Enclosure::ZERO]), mixed);

    let problem = TableProblem::new(name, &rows, None)?;
    let constants = Constants {
        bound_constraints: v.max(gamma),
        bound_payoff_2: norm(vec![point(gamma); m]).max(point(v)).hi(),
        bound_subgradient: None,
        margin: margin_at(&problem, vec![0.0]),
        objective_range: 1.0,
        radius: problem.domain().radius(),
    };
    let known = answers.with(constants);
    let problem = problem.with_facts(facts(&known, Grade::Proved));
    Ok(Instance { problem: Box::new(problem), known, convex: false })
}
