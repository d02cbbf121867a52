//! # Corollary 1 (subgradient descent)  `cor:sgd`
//!
//! ## Statement
//! Projected subgradient descent from the point of least norm, on a convex set whose points have Euclidean norm at most
//! `B_X`, against convex losses with subgradients of Euclidean norm at most `B`: with the step `B_X / (B sqrt(2 T))`
//! the average regret is at most `B_X B sqrt(2 / T)`, against every point of the set.
//!
//! ## Bound
//! [Theorem 6](super::thm6_mirror_descent) with `Psi = ||x||^2 / 2`, so `B_Psi = B_X^2 / 2`. For any step
//! `B_X^2 / (2 eta T) + (eta / 2) mean ||s_t||^2`: at the paper's step `3 / (2 sqrt 2) B_X B / sqrt T` (1.0607,
//! printed: 1.4142), at the best one `B_X / (B sqrt T)` it is `B_X B / sqrt T`. Both constants are attained.
//!
//! *Proof.* A projection does not increase the distance to a point `u` of the set, so
//! `||x_{t+1} - u||^2 <= ||x_t - u||^2 - 2 eta <s_t, x_t - u> + eta^2 ||s_t||^2`; sum over `t`, and
//! `||x_1 - u|| <= ||u|| <= B_X` because the angle at a projection is not acute.
//!
//! *In doubles.* A computed point within `tau_t` of the exact projection adds `(2 d tau_t + tau_t^2) / (2 eta)`, with
//! `d` the diameter of the set; the player sums what its projections state.
//!
//! ## Certificate
//! On a trace of the Lagrangian game, for the lambda-player's ascent on `{lambda >= 0, sum lambda <= R}`, whose largest
//! Euclidean norm is `R`: hypotheses `payoffs_bounded` (the Euclidean norm of the constraints' values is at most `B` in
//! every round), `multipliers_in_set`, `step_keeps_bound`, `rounding_small` (at most 2^-20 of the rate); conclusions
//! `lambda_regret_paper`, `lambda_regret_step`, `lambda_regret_data`, with the rounding added; as that is the player's
//! word, they are then declared.
//!
//! ## Departures
//! `B` is a bound that is known before play: the paper defines it as a maximum over the run, which the step would then
//! depend on. On this set (not on a ball) the bound at the best step is attained for `T <= 2` only: the last point
//! `R e_i - eta g_T` would otherwise leave the set.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.1.
//!
//! ## Example
//! Two orthogonal payoffs, `(1, 1)` and `(1, -1)`, and `R = 2`. With the best step `R / (sqrt 2 sqrt 2) = 1` the player
//! is at `(0, 0)` and `(1, 1)`; the best multipliers are `(2, 0)`, and the regret is
//! `2 = R sqrt(mean ||g||^2) / sqrt T`.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::numerics::Enclosure;
//! use referee::theorems::{Corollary1, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,1,0,0\n0,1,-1,1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(1.0), ..GivenRate::new(1.5) };
//! let given = Given { radius: Some(2.0), rate: Some(rate), ..Given::default() };
//! let certificate = Corollary1.certify_trace(&mut &trace, given)?;
//! let claim = certificate.claim("lambda_regret_data").unwrap();
//! assert_eq!((claim.lhs, claim.rhs), (Enclosure::point(2.0), Enclosure::point(2.0)));
//! assert_eq!(certificate.claim("lambda_regret_step").unwrap().rhs, Enclosure::point(2.125)); // 1 + 9/8
//! assert!(certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, Shape, says, steps};
use super::rate::{self, Table, gradients};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::players::formulas::{self, mirror};

/// Corollary 1.
pub struct Corollary1;

impl Statement for Corollary1 {
    fn about(&self) -> &'static About {
        &About {
            name: "corollary-1",
            number: "Corollary 1",
            title: "subgradient descent",
            label: "cor:sgd",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct; constant loose",
            erratum: Some("as Lemma 1"),
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian).with_theta(ThetaSeat::Exact))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[&["domain-radius", "subgradient-bound"]];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (reach, slope) = (inputs.domain_radius()?, inputs.subgradient_bound()?);
        let paper = move |t| formulas::gradient_paper(reach, slope, t);
        let tight = move |t| formulas::gradient_tight(reach, slope, t);
        let best = move |t| formulas::gradient_best(reach, slope, t);
        let anytime = move |t| mirror::anytime_gradient(reach, slope, t);
        let (step, best_step) = (steps::theta(reach, slope), steps::theta_best(reach, slope));
        Ok(vec![
            Form::new("paper", says::PAPER).theta("subgradient", paper, step),
            Form::new("tight", says::TIGHT).theta("subgradient", tight, step),
            Form::new("best step", says::BEST).theta("subgradient-best", best, best_step),
            Form::new("anytime", says::ANYTIME).theta("dual-averaging", anytime, step),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        gradients::hypotheses(table);
        gradients::lambda_regret(table);
    }

    instances! {
        // Projected gradients against adversaries that see their past, and against players.
        prop_oneof![2 => contests(), 1 => own_runs(problems(Ask::of(Lagrangian)))]
    }
}
