//! # Lemma 2 (sparse Lagrangian equilibrium)  `lem:sparse-lagrangian`
//!
//! ## Statement
//! *Repaired.* If `Theta` is compact, `Lambda` is compact and **convex**, and the objective and the constraints are
//! continuous, the Lagrangian game has an equilibrium in which theta is random on at most `m + 1` points and lambda is
//! not random. *As printed,* with `Lambda` merely compact, *it is false*: `Lambda = {0, 1}` and two points with
//! `g_0 = (0, 1)`, `g_1 = (1, -1)` are matching pennies, which nobody can play without chance.
//!
//! *Proof.* [Theorem 5](super::thm5_sparse_equilibrium) with `k = m`.
//!
//! On finitely many candidates and `Lambda = { lambda >= 0 : sum_i lambda_i <= R }` it is constructive. The mixture
//! solves the linear program `minimise E[g_0] + R z` subject to `E[g_i] <= z`, `z >= 0`, and lambda solves its dual,
//! `maximise min_j (g_0 + sum_i lambda_i g_i)(j)` over `Lambda`. *Proof.* The dual's constraints are those of `Lambda`.
//! By complementary slackness every candidate in use attains the minimum, so the theta-player gains nothing; `lambda_i`
//! is positive only where `E[g_i] = z`, and `sum_i lambda_i = R` if `z > 0`, so `sum_i lambda_i E[g_i] = R z`, and
//! `z = max(0, E[g_1], .., E[g_m])` if `R > 0`: the lambda-player gains nothing. A vertex of the program has at most
//! `m + 1` variables that are not 0. QED.
//!
//! ## Bound
//! Both gaps are exactly 0, and at most `m + 1` candidates are used: at most `m` if the mixture violates a constraint
//! ([proof](super::beyond::sparse_at_minimal_epsilon)). There is no rounding: all numbers are rationals.
//!
//! ## Certificate
//! `referee-equilibrium/1` with `statement: "lemma-2"`: the candidates' file, weights, multipliers, means and both
//! gaps, all of them rationals that a checker recomputes. Nothing is taken on trust but the candidates' values.
//!
//! ## Departures
//! Convexity of `Lambda` is added. For compact sets that are not finite see [Theorem
//! 5](super::thm5_sparse_equilibrium), which finds equilibria to a certified gap.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix B.
//!
//! ## Example
//! The same two points with `Lambda = [0, 1]`: a half each, at the multiplier 1/2.
//! ```
//! use referee::theorems::lem2_sparse_lagrangian::{FiniteGame, lagrangian, most_candidates};
//! let mut game = FiniteGame::new(1);
//! game.push(0.0, &[1.0])?;
//! game.push(1.0, &[-1.0])?;
//! let equilibrium = lagrangian(&game, 1.0)?;
//! assert!(equilibrium.is_exact());
//! assert_eq!(equilibrium.multipliers[0].to_string(), "1/2");
//! assert_eq!((equilibrium.support.len(), most_candidates(&equilibrium)), (2, 2));
//! # Ok::<(), referee::error::Error>(())
//! ```

pub use crate::equilibrium::{FiniteGame, lagrangian};

use super::statement::{About, Kind, Statement, instances};
use crate::equilibrium::Equilibrium;
use dashu_ratio::RBig;

/// Lemma 2.
pub struct Lemma2;

impl Statement for Lemma2 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-2",
            number: "Lemma 2",
            title: "sparse Lagrangian equilibrium",
            label: "lem:sparse-lagrangian",
            path: module_path!(),
            kind: Kind::Existence,
            verdict: "false as stated",
            erratum: Some("Lambda must be convex"),
            checked: "exact equilibrium on candidates, repaired",
        }
    }

    instances! {
        // Games on up to 16 candidates, degenerate ones among them, with any radius.
        finite_games(Lagrangian)
    }
}

/// How many candidates an equilibrium of [`lagrangian`] may use: m + 1, and m if it violates a constraint.
pub fn most_candidates(equilibrium: &Equilibrium) -> usize {
    let violated = equilibrium.constraints.iter().any(|mean| *mean > RBig::ZERO);
    let priced = equilibrium.rules.radius().is_none_or(|radius| radius > 0.0);
    equilibrium.constraints.len() + usize::from(!(violated && priced))
}
