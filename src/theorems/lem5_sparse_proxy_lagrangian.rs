//! # Lemma 5 (sparse proxy equilibrium)  `lem:sparse-proxy-lagrangian`
//!
//! ## Statement
//! If `Theta` is compact and the objective, the constraints and the proxies are continuous, the proxy game has an
//! equilibrium in which theta is random on at most `m + 1` points and lambda, a point of the simplex of `m + 1`
//! weights, is not random: every point minimises `lambda_0 g_0 + sum_i lambda_i p_i`, and lambda maximises
//! `sum_i lambda_i E[g_i]`.
//!
//! *Proof.* [Theorem 5](super::thm5_sparse_equilibrium): the simplex is convex, of dimension `k = m`.
//!
//! *Continuity of the constraints cannot be dropped,* even with a smooth convex objective and proxy and a strictly
//! feasible point, as a note in the paper's source hopes. Let `Theta = [0, 1]`, `g_0 = theta^2`,
//! `p_1 = 8 (1 - theta)^2 - 1`, and `g_1 = 1` for `theta <= 1/2`, else `-1`. The only best reply to `lambda` is
//! `theta = 8 lambda_1 / (1 + 7 lambda_1)`, so theta is not random. If `lambda_1 <= 1/9`, theta is at most 1/2,
//! `g_1 = 1`, and only `lambda_1 = 1` is a best reply; if `lambda_1 > 1/9`, `g_1 = -1` and only `lambda_1 = 0` is. So
//! there is no equilibrium. With `lambda_1 = 1/9` and theta one of `1/2` and `1/2 + tau`, a half each, the
//! lambda-player gains nothing and the theta-player exactly `8 tau^2 / 9`.
//!
//! On finitely many candidates continuity is no condition, and the equilibrium is computed: the path of Lemke and
//! Howson in exact arithmetic. Let `A` be what the theta-player pays, turned into gains, and `B` what the
//! lambda-player gets, by actions and candidates, both shifted to be positive. In `{ x >= 0 : A^T x <= 1 }` and
//! `{ y >= 0 : B y <= 1 }` every action and every candidate is a *label*: its weight in the one polytope, its slack in
//! the other. Two vertices at which every label is 0 somewhere, other than `x = y = 0`, are an equilibrium when scaled
//! to sum 1, because what is played has slack 0: nothing is better. The path leaves `(0, 0)` by letting one label go,
//! and then raises the variable whose label was found twice, until the one that went is found.
//!
//! *Proof that it ends there.* The lexicographic rule treats the right sides as if they were moved by very small
//! amounts so that no vertex is degenerate. Then a pair of vertices that lacks no label but perhaps the chosen one has
//! one neighbour of this kind if it lacks none, and two if it lacks that one; both polytopes are bounded, so no edge
//! is endless. So the pairs form paths and cycles, `(0, 0)` is the end of a path, and the path has another end, at a
//! pair of other bases with all labels. Without the small amounts its numbers are still not negative and its labels
//! still complete. It is not `(0, 0)`: if `x = 0`, all slacks of its polytope are 1, so basic, so every `y_j` is free,
//! which are the bases of the start; alike for `y`. The second polytope has `m + 1` rows, so at most `m + 1`
//! candidates have a weight. QED.
//!
//! An equilibrium of some of the candidates is one of all if no other is cheaper at its multipliers: so the path runs
//! on a few, and those that are cheaper join them.
//!
//! ## Bound
//! Both gaps are exactly 0, and at most `m + 1` candidates are used. There is no rounding: all numbers are rationals.
//! If `lambda_0 > 0`, the mixture keeps every constraint on average: `max(0, E[g_1], ..) = sum_i lambda_i E[g_i]` is
//! at most `(1 - lambda_0) max(0, E[g_1], ..)`.
//!
//! ## Certificate
//! `referee-equilibrium/1` with `statement: "lemma-5"`: the candidates' file, weights, multipliers, means and both
//! gaps, all of them rationals that a checker recomputes. Nothing is taken on trust but the candidates' values.
//!
//! ## Departures
//! The paper drops one multiplier and calls the functions linear in the others; they are affine, and Theorem 5 needs no
//! dropping. Domination of the constraints by the proxies is not used.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix B. Lemke and Howson, *Equilibrium points of bimatrix games*, 1964.
//!
//! ## Example
//! ```
//! use referee::theorems::lem5_sparse_proxy_lagrangian::{FiniteGame, proxy_lagrangian};
//! let mut game = FiniteGame::with_proxies(1);
//! game.push_with_proxies(0.0, &[1.0], &[2.0])?; // good, but not allowed
//! game.push_with_proxies(1.0, &[-1.0], &[0.0])?; // allowed, but expensive
//! let equilibrium = proxy_lagrangian(&game)?;
//! assert!(equilibrium.is_exact());
//! assert_eq!(equilibrium.multipliers[1].to_string(), "1/3"); // 2 lambda_1 = 1 - lambda_1
//! assert_eq!(equilibrium.constraints[0].to_string(), "0");
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::statement::{About, Kind, Statement, instances};

pub use crate::equilibrium::{FiniteGame, proxy_lagrangian};

/// Lemma 5.
pub struct Lemma5;

impl Statement for Lemma5 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-5",
            number: "Lemma 5",
            title: "sparse proxy equilibrium",
            label: "lem:sparse-proxy-lagrangian",
            path: module_path!(),
            kind: Kind::Existence,
            verdict: "correct",
            erratum: Some("continuity of the constraints cannot be dropped"),
            checked: "exact equilibrium on candidates",
        }
    }

    instances! {
        // Games on up to 16 candidates, with proxies and without.
        finite_games(ProxyLagrangian)
    }
}
