//! # Corollary 2 (matrix multiplicative weights)  `cor:matrix-multiplicative`
//!
//! ## Statement
//! On the `n x n` matrices with non-negative entries and columns that sum to 1, let `f_1, .., f_T` be concave with
//! supergradients `A_t`, of which the Euclidean norm of the columns' largest entries is at most `B`. Start with all
//! entries `1/n`, multiply entry by entry with `exp(eta A_t)` and scale the columns. With `eta = sqrt(n ln n / T) / B`
//! the average regret is at most `2 B sqrt(n ln n / T)`, against every such matrix.
//!
//! ## Bound
//! [Theorem 6](super::thm6_mirror_descent) with the negative entropy, raised by its largest value `n ln n`. Column by
//! column it is Hedge, whose bound with ranges is sharper than that with norms: with `r_{t,i}` the range of column `i`
//! of `A_t`, the regret is at most `n ln n / (eta T) + (eta / 8) mean sum_i r_{t,i}^2`. As `r <= 2 max`, that is
//! `n ln n / (eta T) + (eta / 2) B^2`, hence `(3/2) B sqrt(n ln n / T)` at the paper's step and
//! `sqrt(2) B sqrt(n ln n / T)` at the best one, `sqrt(2 n ln n / T) / B`.
//!
//! *Proof.* For one column, the normaliser `W_t = sum_j exp(eta (sum of gains of j))` starts at `n` and ends above the
//! best action's term. By Hoeffding's lemma it grows in a round by at most the factor
//! `exp(eta <p_t, gains> + (eta^2 / 8) r^2)`. Take logarithms, sum over rounds, then over columns.
//!
//! ## Certificate
//! On a trace of the proxy game, where `A_t = l_t lambda_t^T` with `l_t = (0, g_1, .., g_m)` and `lambda_t` fixed by
//! the matrix, so that the regret is swap regret ([Lemma 8](super::lem8_internal_regret)) and column `i` has the range
//! `lambda_{t,i} r_t`: `Z(S) = n ln n / (eta T) + (eta / 8) S`. Hypotheses `payoffs_bounded` (every `|g_i|` is at most
//! `B`), `multipliers_in_set` (exactly on the simplex), `step_keeps_bound` (`Z(4 B^2)` is at most the printed bound),
//! `rounding_small` (at most 2^-20 of it); conclusions `swap_regret_paper`, `swap_regret_step`, `swap_regret_data`, the
//! last with the measured mean of `r_t^2 ||lambda_t||^2`, each with the player's rounding added and then declared.
//!
//! ## Departures
//! The matrices themselves are not in a trace: the certificate is of the payoffs that the paper uses the corollary for.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.1.
//!
//! ## Example
//! Uniform weights on two actions for two rounds, against payoffs `(0, 1)` and `(0, -1)`, with `B = 1` and the step 1:
//! ```
//! use referee::certificate::{Given, GivenRate};
//! use referee::numerics::Enclosure;
//! use referee::theorems::{Corollary2, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n0,-1,0.5,0.5\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(1.0), ..GivenRate::new(1.0) };
//! let given = Given { rate: Some(rate), ..Given::default() };
//! let certificate = Corollary2.certify_trace(&mut &trace, given)?;
//! assert_eq!(certificate.measured("mean_square_spread"), Some(Enclosure::point(0.5))); // 1^2 (1/4 + 1/4)
//! assert_eq!(certificate.measured("off_simplex"), Some(Enclosure::ZERO));
//! let data = certificate.claim("swap_regret_data").unwrap().rhs; // ln 2 + 1/16
//! assert!(data.contains(2.0_f64.ln() + 0.0625) && data.width() < 1e-15);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::Lemma8;
use super::lem8_internal_regret::matrix_forms;
use super::plan::{Form, Inputs, Shape};
use super::rate::{self, Table};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;

/// Corollary 2.
pub struct Corollary2;

impl Statement for Corollary2 {
    fn about(&self) -> &'static About {
        &About {
            name: "corollary-2",
            number: "Corollary 2",
            title: "matrix multiplicative weights",
            label: "cor:matrix-multiplicative",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct",
            erratum: None,
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleProxyLagrangian).with_theta(ThetaSeat::Exact))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[&["constraints", "payoff-bound", "payoff-norm"]];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        matrix_forms(inputs, false)
    }

    fn claims(&self, table: &mut Table<'_>) {
        Lemma8.claims(table);
    }

    instances! {
        // The matrices of the matrix player against adversaries that see its past, and against players.
        prop_oneof![2 => contests(), 1 => own_runs(problems(Ask::of(ProxyLagrangian)))]
    }
}
