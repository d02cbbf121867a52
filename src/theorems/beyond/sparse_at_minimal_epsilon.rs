//! # One candidate less where no mixture is feasible
//!
//! ## Statement
//! Let `e*` be the least `epsilon >= 0` at which some mixture of candidates keeps every constraint. If `e* > 0`, a
//! vertex of the mixtures at `e*` has at most `m* <= m` candidates, where `m*` counts the constraints whose mean is
//! exactly `e*`: one less than [Lemma 3](crate::theorems::lem3_sparse_linear_program) says. The same holds for the
//! penalised program `minimise E[g_0] + R z` subject to `E[g_i] <= z`, `z >= 0`: a vertex with `z > 0` has at most
//! `m*` candidates, where `m*` counts the `i` with `E[g_i] = z`. So an equilibrium of the Lagrangian game that
//! violates a constraint needs at most `m` candidates.
//!
//! *Proof.* The pairs `(p, e)` of a mixture and a number `e >= 0` with `E_p[g_i] <= e` form a polyhedron in `T + 1`
//! dimensions. Its points with `e = e*` are a face, so a vertex of the mixtures at `e*` is a vertex of the polyhedron,
//! as is a vertex of the penalised program. At a vertex `T + 1` independent constraints are tight: the sum of the
//! weights, `m*` of the constraints, and weights that are 0; `e >= 0` is not among them if `e > 0`. So at least
//! `T - m*` weights are 0. QED.
//!
//! ## Bound
//! [`most_candidates`]. It is attained: with `g_1 = (2, 1, 3)` and `g_2 = (0, 3, 3)` the only mixture at `e* = 3/2` has
//! two candidates. A bisection that stops above `e*` loses it. There is no rounding.
//!
//! ## Certificate
//! Claim `support` of a solution, with `epsilon_duals` that prove `e*` minimal.
//!
//! ## Departures
//! The paper allows `m + 1` candidates everywhere, also for its robust problem, which needs `m` only.
//!
//! ## Reference
//! Ours; vertices of polyhedra are textbook matter.
//!
//! ## Example
//! ```
//! use referee::shrink::{Candidates, Epsilon, Outcome};
//! use referee::theorems::beyond::sparse_at_minimal_epsilon::{most_candidates, shrink};
//! let mut candidates = Candidates::new(2);
//! for constraints in [[2.0, 0.0], [1.0, 3.0], [3.0, 3.0]] {
//!     candidates.push(0.0, &constraints)?;
//! }
//! let Outcome::Optimal(best) = shrink(&candidates, &Epsilon::Minimal)? else { panic!("a least epsilon is feasible") };
//! assert_eq!((best.epsilon.to_string(), best.support.len(), most_candidates(&best)), ("3/2".to_owned(), 2, 2));
//! # Ok::<(), referee::error::Error>(())
//! ```

pub use crate::shrink::shrink;
pub use crate::theorems::lem3_sparse_linear_program::most_candidates;
