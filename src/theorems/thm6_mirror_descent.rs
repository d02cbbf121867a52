//! # Theorem 6 (mirror descent)  `thm:mirror`
//!
//! ## Statement
//! Let `Psi >= 0` be 1-strongly convex on a convex set with respect to a norm, and at most `B_Psi` there; let
//! `f_1, .., f_T` be convex, each chosen when the points so far are known, and `s_t` a subgradient of `f_t` at the
//! point `x_t` with dual norm at most `B`. Mirror descent starts at the minimiser of `Psi` and moves to the point that
//! minimises `eta <s_t, x> + D(x, x_t)`, with `D` the Bregman divergence of `Psi`. With `eta = sqrt(B_Psi / T) / B` the
//! average regret `mean f_t(x_t) - mean f_t(u)` is at most `2 B sqrt(B_Psi / T)`, for every `u` of the set at once.
//!
//! ## Bound
//! For any step: `(1/T) sum_t <s_t, x_t - u> <= B_Psi / (eta T) + (eta / 2) mean ||s_t||^2`. That is
//! `(3/2) B sqrt(B_Psi / T)` at the paper's step (printed: 2) and `sqrt(2) B sqrt(B_Psi / T)` at the best one,
//! `sqrt(2 B_Psi / T) / B`. A step within a factor `[2 - sqrt 2, 2 + sqrt 2]` of the paper's keeps the printed bound.
//!
//! *Proof.* The optimality of `x_{t+1}` and the identity of three points give
//! `eta <s_t, x_{t+1} - u> <= D(u, x_t) - D(u, x_{t+1}) - D(x_{t+1}, x_t)`. By Young's inequality and strong convexity
//! `eta <s_t, x_t - x_{t+1}> <= (eta^2 / 2) ||s_t||^2 + D(x_{t+1}, x_t)`. Add both, sum over `t`, and use
//! `D(u, x_1) <= Psi(u) - Psi(x_1) <= B_Psi`, which is the optimality of `x_1`. Last,
//! `f_t(x_t) - f_t(u) <= <s_t, x_t - u>`.
//!
//! ## Certificate
//! On a trace of the Lagrangian game, whose lambda-player maximises the linear `<lambda, g_t>` over
//! `{lambda >= 0, sum lambda <= R}`, with the mirror of `given.rate` ([`MirrorKind`](crate::game::MirrorKind)). The printed
//! bound is `P = 2 B sqrt(B_Psi / T)` and that of the step `Z(S) = B_Psi / (eta T) + (eta / 2) S`, where
//!
//! - the Euclidean mirror has `B_Psi = R^2 / 2` and 2-norms of payoffs: `P = R B sqrt(2 / T)`, Corollary 1;
//! - that of a p-norm has `B_Psi = R^2 / (2 (p - 1))` and q-norms of payoffs;
//! - the entropic one has `B_Psi = R^2 ln n` and half the range of `(0, g_1, .., g_m)`.
//!
//! What is played is [mirror descent](crate::players::mirror) with the last two. Hypotheses `payoffs_bounded`,
//! `multipliers_in_set`, `step_keeps_bound` (`Z(B^2) <= P`), `rounding_small`; conclusions `lambda_regret_paper`,
//! `lambda_regret_step` and `lambda_regret_data`, the last with the measured mean of `||g_t||^2`. To each is added what
//! rounding cost the player, by its own account: at most 2^-20 of the rate, and claims with it are declared. The regret
//! of linear payoffs is exact from the trace, so nothing is taken on trust but the step and that account. The other
//! instance in the paper is [Corollary 2](super::cor2_matrix_multiplicative).
//!
//! ## Departures
//! Strong convexity is needed on the set only, but `Psi` must be differentiable where its gradient is taken. The
//! printed subgradient is of `f_t` at `theta`, where the played point is meant.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.1.
//!
//! ## Example
//! One multiplier, `R = B = 1` and the step `1/2`, against the payoff 1 in both rounds: `0, 1/2` are played, the regret
//! is `1 - 1/4`, and `Z(1) = 1/2 + 1/4` is attained.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::numerics::Enclosure;
//! use referee::theorems::{Statement, Theorem6};
//! use referee::trace::Trace;
//! let trace = Trace::from_reader("objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n".as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(0.5), ..GivenRate::new(1.0) };
//! let given = Given { radius: Some(1.0), rate: Some(rate), ..Given::default() };
//! let certificate = Theorem6.certify_trace(&mut &trace, given)?;
//! let claim = certificate.claim("lambda_regret_step").unwrap();
//! assert_eq!((claim.lhs, claim.rhs), (Enclosure::point(0.75), Enclosure::point(0.75)));
//! assert!(certificate.claim("lambda_regret_paper").unwrap().rhs.contains(1.0)); // sqrt(2 / 2)
//! assert!(certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::Corollary1;
use super::plan::{Form, Inputs, Shape, says, steps};
use super::rate::{self, Table};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, LambdaSeat, Seats, ThetaSeat};
use crate::error::Result;
use crate::players::formulas::mirror;

/// Theorem 6.
pub struct Theorem6;

impl Statement for Theorem6 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-6",
            number: "Theorem 6",
            title: "mirror descent",
            label: "thm:mirror",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct; constant loose",
            erratum: Some("2 can be 3/2 with the same step and sqrt(2) with the best"),
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian).with_theta(ThetaSeat::Exact).with_lambda(LambdaSeat::Mirror))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[&["regulariser", "domain-radius", "subgradient-bound"]];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn mirror(&self) -> Option<Regret> {
        Some(Regret::Lambda)
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (psi, bound) = (inputs.regulariser()?, inputs.subgradient_bound()?);
        let best = move |t| mirror::mirror_best(psi, bound, t);
        let (step, best_step) = (steps::mirror(psi, bound, 1.0), steps::mirror(psi, bound, 2.0));
        Ok(vec![
            Form::new("paper", says::PAPER).theta(None, move |t| mirror::mirror_paper(psi, bound, t), step),
            Form::new("tight", says::TIGHT).theta(None, move |t| mirror::mirror_tight(psi, bound, t), step),
            Form::new("best step", says::BEST).theta(None, best, best_step),
            Form::new("anytime", says::ANYTIME).theta(None, move |t| mirror::anytime(psi, bound, t), step),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        Corollary1.claims(table);
    }

    instances! {
        // The mirrors of the lambda-player against adversaries that see its past, and against players.
        prop_oneof![2 => contests(), 1 => own_runs(problems(Ask::of(Lagrangian)))]
    }
}
