//! # Corollary 3 (stochastic subgradient descent)  `cor:stochastic-sgd`
//!
//! ## Statement
//! Points of a convex set have Euclidean norm at most `D`. For every `t` the point `theta_t` and the convex `f_t` are
//! determined by the draws before `t`; `Delta_t` has norm at most `F` almost surely, and given the draws before `t` its
//! expectation is a subgradient of `f_t` at `theta_t`. Play starts at the point of least norm and moves to the
//! projection of `theta_t - eta Delta_t`, with `eta = D / (F sqrt(2 T))`. Then, with probability at least `1 - delta`,
//! for all points `u` of the set at once:
//!
//! `mean f_t(theta_t) - mean f_t(u) <= D F (3 / (2 sqrt 2) + 2 + 2 sqrt(2 ln(1/delta))) / sqrt T`.
//!
//! *As printed:* `2 D F sqrt((1 + 16 ln(1/delta)) / T)`, for "an arbitrary reference vector".
//!
//! ## Bound
//! [Theorem 7](super::thm7_stochastic_mirror_descent) with `Psi = ||theta||^2 / 2`, `B_Psi = D^2 / 2` and the diameter
//! `2 D`. For comparators named before play the `2` falls away, and the printed bound holds too.
//!
//! *Proof.* For `u` of the set, `2 eta sum <Delta_t, theta_t - u> <= ||theta_1 - u||^2 + eta^2 sum ||Delta_t||^2`,
//! since projections do not increase distances: `sum <Delta_t, theta_t - u> <= 3 / (2 sqrt 2) D F sqrt T` at this step.
//! With `xi_t = Delta_t - E[Delta_t | past]` it remains to bound `sum <xi_t, u - theta_t>`. The ghost `v_1 = theta_1`,
//! `v_{t+1}` the projection of `v_t + eta' xi_t` with `eta' = D / (2 F sqrt T)`, has
//! `sum <xi_t, u - v_t> <= D^2 / (2 eta') + (eta' / 2) T (2 F)^2 = 2 D F sqrt T` for all `u`. Last,
//! `<Delta_t, v_t - theta_t>` has, given the past, a range of at most `4 D F`, so by Hoeffding's lemma
//! `sum <xi_t, v_t - theta_t> <= 2 D F sqrt(2 T ln(1/delta))` but for probability `delta`.
//!
//! *The printed constant.* With `L = ln(1/delta)`, `x = sqrt L` and `a = 3/2 + 2 sqrt 2` the repaired bound is at most
//! the printed one if and only if `(a + 4 x)^2 <= 8 (1 + 16 x^2)`, that is `q(x) = 112 x^2 - 8 a x + 8 - a^2 >= 0`. `q`
//! increases from `x = a / 28` on, `0.155`, and `q(x) >= 0` at `delta = 0.7783`, `x = 0.501`: so for all
//! `delta <= 0.7783`, for every `T`, `D` and `F`. At 0.7784 it is not.
//!
//! *In doubles.* The player adds up what its projections state, as in [Corollary 1](super::cor1_sgd); the certificate
//! adds it, and what the step, a double, adds to the constant `3 / (2 sqrt 2)`: with `1 + d` times the printed step the
//! rate is `D F (1 / (1 + d) + (1 + d) / 2) / sqrt(2 T)`, so `D F d (d - 1) / (2 (1 + d) sqrt(2 T))` more. That a
//! computed subgradient has the right mean is taken on trust up to its rounding, about `2^-53` of its size.
//!
//! ## Certificate
//! On a trace of the Lagrangian game: hypotheses `payoffs_bounded`, `multipliers_in_set` (the losses are those of a
//! game with multipliers in their set), `subgradients_bounded` and `theta_step` (on the word of the player: the step is
//! within 2^-48 of the printed one), `rounding_small` (at most 2^-20 of the rate), `confidence_small`
//! (`delta <= 0.7783`, under which the printed bound is proved for all comparators); conclusions `theta_regret_paper`
//! and `theta_regret_repaired`, graded `sampled`: over the interval from the regret that there surely was to the regret
//! that there was at most.
//!
//! ## Departures
//! Those of Theorem 7: the condition is on the whole past, and the comparator may depend on the draws. Read for all
//! comparators at once the printed bound is false near `delta = 1`: in the unit ball of 729 dimensions, with bounds 1
//! and `T = 800`, draw `+-e_t` for 729 rounds of losses 0, then let the losses be `-<n, theta>`, `n` the unit vector
//! along the sum of the draws. For every outcome the regret against `n` is `1139/20 > 2 sqrt 800`.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! The loss `theta` on `[-1, 1]`, four rounds at `0, -1/2, -1, -1`: the mean loss is `-5/8`, so the regret is `3/8`.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::game::Grade;
//! use referee::players::formulas::{log, stochastic_gradient_repaired};
//! use referee::theorems::{Corollary3, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,-1,0\n-0.5,-1,0\n-1,-1,0\n-1,-1,0\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate {
//!     domain_radius: Some(1.0), subgradient_bound: Some(1.0), confidence: Some(0.5), ..GivenRate::new(1.0)
//! };
//! let lower_bound = Some(LowerBound::declared(-1.0));
//! let given = Given { radius: Some(1.0), rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = Corollary3.certify_trace(&mut &trace, given)?;
//! let claim = certificate.claim("theta_regret_repaired").unwrap();
//! assert_eq!(claim.lhs.hi(), 0.375);
//! assert!(claim.rhs.contains_enclosure(stochastic_gradient_repaired(1.0, 1.0, 4, log(1, 0.5))));
//! assert!((claim.rhs.midpoint() - 2.7078).abs() < 1e-4);
//! assert_eq!((claim.verdict, claim.grade), (Verdict::Holds, Grade::Sampled));
//! assert!((certificate.claim("theta_regret_paper").unwrap().rhs.midpoint() - 3.4771).abs() < 1e-4); // the printed one
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, Shape, of_a_ball, says, steps};
use super::rate::{self, Table, gradients};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{self, end_to_end, log};

/// It is proved for every comparator at once up to this confidence, as Theorem 7.
const LARGEST_CONFIDENCE: f64 = 0.7783;

/// Corollary 3.
pub struct Corollary3;

impl Statement for Corollary3 {
    fn about(&self) -> &'static About {
        &About {
            name: "corollary-3",
            number: "Corollary 3",
            title: "stochastic subgradient descent",
            label: "cor:stochastic-sgd",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct for a fixed comparator",
            erratum: Some(
                "as Theorem 7; for all comparators at once the printed bound holds for delta <= 0.7783 and fails near 1",
            ),
            checked: rate::CHECKED_OFTEN,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::StochasticLagrangian).with_theta(ThetaSeat::Of("stochastic-subgradient")))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[&["domain-radius", "subgradient-bound", "confidence"]];
        Some(Promise { regret: Regret::Theta, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (reach, slope) = (inputs.domain_radius()?, inputs.subgradient_bound()?);
        let log = log(1, inputs.confidence()?);
        let paper = move |t| formulas::stochastic_gradient_paper(reach, slope, t, log);
        let repaired = move |t| formulas::stochastic_gradient_repaired(reach, slope, t, log);
        let fixed = move |t| formulas::stochastic_gradient_fixed(reach, slope, t, log, of_a_ball());
        let best = move |t| end_to_end::stochastic_gradient_fixed_best(reach, slope, t, log, of_a_ball());
        let (player, step) = ("stochastic-subgradient", steps::theta(reach, slope));
        Ok(vec![
            Form::new("paper", says::PAPER_FIXED).fixed().theta(player, paper, step),
            Form::new("repaired", says::REPAIRED).theta(player, repaired, step),
            Form::new("fixed", says::FIXED).fixed().theta(player, fixed, step),
            Form::new("fixed, best step", says::BEST).fixed().theta(player, best, steps::theta_best(reach, slope)),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        gradients::hypotheses(table);
        let confidence = table.rate.confidence.map(Enclosure::point);
        table.hypothesis("confidence_small", confidence, Enclosure::point(LARGEST_CONFIDENCE));
        if let Some(printed) = gradients::theta_regret_stochastic(table, 1) {
            table.rounding_small(printed);
        }
    }

    instances! {
        // Convex losses whose subgradients are drawn.
        long_runs(problems(Ask::of(Lagrangian).convex().noisy()))
    }
}
