//! # Corollary 4 (stochastic multiplicative weights on matrices)  `cor:stochastic-matrix-multiplicative`
//!
//! ## Statement
//! `M_1` has all entries `1/n`; each round multiplies `M_t` entry by entry by `exp(eta Delta_t)` and scales the columns
//! to sum 1. For every `t`, `M_t` and the concave `f_t` are determined by the draws before `t`; the matrix `Delta_t`
//! has `sum_i max_j |Delta_ji|^2 <= B^2` almost surely, and given the draws before `t` its expectation is a
//! supergradient of `f_t` at `M_t`. With `G = n ln n` and `eta = sqrt(G / T) / B`, with probability at least
//! `1 - delta`, for all left-stochastic `M*` at once:
//!
//! `mean f_t(M*) - mean f_t(M_t) <= B ((3/2) sqrt G + 2 sqrt(2 G) + 2 sqrt(2 n ln(1/delta))) / sqrt T`,
//!
//! and if `Delta_t = d_t lambda_t^T` with `||d_t||_inf <= B` and `lambda_t` on the simplex, also
//!
//! `mean f_t(M*) - mean f_t(M_t) <= B ((3/2) sqrt G + 2 sqrt(2 (G + ln(1/delta)))) / sqrt T`.
//!
//! *As printed:* `2 B sqrt(2 G (1 + 16 ln(1/delta)) / T)`, for "an arbitrary reference matrix".
//!
//! ## Bound
//! The first is (U) of [Theorem 7](super::thm7_stochastic_mirror_descent) with the regulariser of
//! [Corollary 2](super::cor2_matrix_multiplicative): `B_Psi = G`, in the norm `sqrt(sum_i ||M_i||_1^2)` over columns,
//! in which two left-stochastic matrices are at most `2 sqrt n` apart. As `2 sqrt(2 n L) <= 4 sqrt(G L)` for `n >= 2`,
//! it is at most the printed bound for `delta <= 0.7783`. The second, which the game uses, needs no ghost iterates:
//!
//! *Proof.* Let `xi_t = d_t - E[d_t | past]`. Then
//! `sum f_t(M*) - f_t(M_t) <= sum <d_t, (M* - M_t) lambda_t> - sum <xi_t, (M* - M_t) lambda_t>`. The first sum is at
//! most `(3/2) B sqrt(G T)` by Corollary 2. The second is affine in `M*`, so it is largest at one of the `n^n` matrices
//! that send each action to one action. For each of these, given the past, `<d_t, (M_t - M*) lambda_t>` lies in
//! `[-2 B, 2 B]`, as a payoff against a difference of distributions; by Hoeffding's lemma the sum is at most
//! `2 B sqrt(2 T ln(1/delta'))` but for probability `delta'`. With `delta' = delta / n^n` this holds for all of them,
//! and `ln(1/delta') = G + ln(1/delta)`.
//!
//! ## Certificate
//! On a trace of the proxy game, that of [Lemma 9](super::lem9_stochastic_internal_regret): the second form, in which
//! what the matrices regret is the swap regret of the multipliers. Hypotheses `payoffs_bounded`, `multipliers_in_set`,
//! `step_keeps_bound`, `step`, `rounding_small`, `confidence_small` (`delta <= 0.9138`); conclusions
//! `swap_regret_paper`, `swap_regret_repaired`, graded `sampled`.
//!
//! ## Departures
//! Those of Theorem 7: the condition is on the whole past (the paper's is on `M_t`), and the bound is for all matrices
//! at once, where the printed proof is for one that does not depend on the draws.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! Two actions, four rounds, `B = 1`: the general form, and the smaller one for payoffs times multipliers.
//! ```
//! use referee::theorems::plan::Inputs;
//! use referee::theorems::{Corollary4, Lemma9, Statement};
//! let inputs =
//!     Inputs { constraints: Some(1), payoff_bound: Some(1.0), confidence: Some(0.05), ..Inputs::default() };
//! let repaired = |statement: &dyn Statement| statement.forms(&inputs).map(|forms| forms[1].lambda_regret(4).unwrap());
//! assert!((repaired(&Corollary4)?.midpoint() - 6.0098).abs() < 1e-4);
//! assert!((repaired(&Lemma9)?.midpoint() - 3.8435).abs() < 1e-4);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::Lemma9;
use super::plan::{Form, Inputs, Shape, says, steps};
use super::rate::{self, Table};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::players::formulas::{self, log, mirror};

/// Corollary 4.
pub struct Corollary4;

impl Statement for Corollary4 {
    fn about(&self) -> &'static About {
        &About {
            name: "corollary-4",
            number: "Corollary 4",
            title: "stochastic matrix multiplicative weights",
            label: "cor:stochastic-matrix-multiplicative",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct for a fixed comparator",
            erratum: Some(
                "as Theorem 7; for all matrices at once the printed bound holds for delta <= 0.9138 where it is used",
            ),
            checked: rate::CHECKED_OFTEN,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::StochasticProxyLagrangian).with_theta(ThetaSeat::Of("stochastic-subgradient")))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[&["constraints", "payoff-bound", "payoff-norm", "confidence"]];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (n, bound, log) = (inputs.actions()?, inputs.payoff_bound()?, log(1, inputs.confidence()?));
        let paper = move |t| formulas::stochastic_matrix_paper(n, bound, t, log);
        let repaired = move |t| mirror::stochastic_matrices_repaired(n, bound, t, log);
        let fixed = move |t| mirror::stochastic_matrices_fixed(n, bound, t, log);
        let step = steps::matrix(n, bound);
        Ok(vec![
            Form::new("paper", says::PAPER_FIXED).fixed().lambda(None, paper, step),
            Form::new("repaired", says::REPAIRED).lambda(None, repaired, step),
            Form::new("fixed", says::FIXED).fixed().lambda(None, fixed, step),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        Lemma9.claims(table);
    }

    instances! {
        // The matrices of the matrix player, from payoffs that are seen through noise.
        let ask = Ask::of(ProxyLagrangian).noisy();
        prop_oneof![2 => noisy_contests(), 1 => long_runs(problems(ask.convex())), 1 => long_runs(problems(ask.not_convex()))]
    }
}
