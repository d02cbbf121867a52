//! # Lemma 3 (sparse linear program)  `lem:sparse-linear-program`
//!
//! ## Statement
//! Let `theta_1, .., theta_T` be candidates. Consider the mixtures `p` of them that minimise `sum_t p_t g_0(theta_t)`
//! subject to `sum_t p_t g_i(theta_t) <= epsilon` for `i = 1, .., m`. Every vertex `p*` of the feasible mixtures has at
//! most `m* + 1 <= m + 1` candidates with positive probability, where `m*` counts the `i` with
//! `sum_t p*_t g_i(theta_t) = epsilon`.
//!
//! ## Bound
//! [`most_candidates`]: `m* + 1`, and `m*` where epsilon is the least one and positive. *Proof.* A feasible `p` is a
//! vertex exactly if the vectors `(1, g_i(theta_t) : i active)`, over the candidates in use, are linearly independent,
//! and these have `m* + 1` entries. Let `e*` be the least epsilon. The pairs `(p, e)` with `e >= 0` that satisfy the
//! constraints form a polyhedron, of which those with `e = e*` are a face, so a vertex of the mixtures at `e*` is a
//! vertex of the polyhedron. There `T + 1` independent constraints are tight: the sum, `m*` of the constraints, and
//! zeros of `p`; `e >= 0` is not, if `e* > 0`. So at most `m*` of the `p_t` are positive. Both bounds are attained.
//! There is no rounding: all numbers are rationals.
//!
//! ## Certificate
//! A solution carries the claims `feasible`, `optimal` (by multipliers: weak duality over all `T` candidates), `vertex`
//! (by independence) and `support` (by the bound). A least epsilon that is positive carries weights of the constraints
//! whose smallest weighted sum over the candidates is that epsilon; infeasibility at an asked epsilon likewise. Nothing
//! is taken on trust but the candidates' values.
//!
//! ## Departures
//! The paper proposes a bisection for epsilon; the least one is the solution of a linear program and is found exactly.
//! A bisection stops above it, where a vertex may need one candidate more. Of values known as enclosures the upper ends
//! are used, which is safe: the true means are not larger.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix B.
//!
//! ## Example
//! Two constraints that no candidate and no mixture satisfies: the least epsilon is 3/2, on `m = 2` candidates.
//! ```
//! use referee::shrink::{Candidates, Epsilon, Outcome};
//! use referee::theorems::lem3_sparse_linear_program::{most_candidates, shrink};
//! let mut candidates = Candidates::new(2);
//! for constraints in [[2.0, 0.0], [1.0, 3.0], [3.0, 3.0]] {
//!     candidates.push(0.0, &constraints)?;
//! }
//! let Outcome::Optimal(solution) = shrink(&candidates, &Epsilon::Minimal)? else { panic!("a least epsilon is feasible") };
//! assert_eq!(solution.epsilon.to_string(), "3/2");
//! assert_eq!((solution.support.len(), most_candidates(&solution)), (2, 2));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::statement::{About, Kind, Statement, instances};

pub use crate::shrink::{Solution, shrink};

/// Lemma 3.
pub struct Lemma3;

impl Statement for Lemma3 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-3",
            number: "Lemma 3",
            title: "sparse solutions of the shrinking LP",
            label: "lem:sparse-linear-program",
            path: module_path!(),
            kind: Kind::LinearProgram,
            verdict: "correct",
            erratum: Some("the active constraints must be linearly independent"),
            checked: "exact solution, accepted by the checker",
        }
    }

    instances! {
        // Programs that can be enumerated, and some with hundreds of rows or constraints; feasible or not.
        programs()
    }
}

/// How many candidates the lemma allows a solution: one for each active constraint and one more, which falls away at a
/// least epsilon that is positive.
pub fn most_candidates(solution: &Solution) -> usize {
    solution.active.len() + usize::from(solution.epsilon_duals.is_none())
}
