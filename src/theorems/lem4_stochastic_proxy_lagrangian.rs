//! # Lemma 4 (rate of Algorithm 2)  `lem:stochastic-proxy-lagrangian`
//!
//! ## Statement
//! The objective and the proxies are convex on a compact convex set whose points have norm at most `D`; the constraints
//! need not be. Algorithm 2 plays stochastic subgradients of norm at most `F` against the matrix player with stochastic
//! payoffs of size at most `B`, almost surely, with the steps `D / (F sqrt(2 T))` and `sqrt(G / T) / B`, where
//! `n = m + 1` and `G = n ln n`. The draw of a round gives both, and given the draws before it both are unbiased. Then,
//! with probability at least `1 - delta`, the hypotheses of [Theorem 2](super::thm2_proxy_lagrangian) hold with
//!
//! - `epsilon_theta = D F (3 / (2 sqrt 2) + 2 + 2 sqrt(2 ln(2/delta))) / sqrt T`,
//! - `epsilon_lambda = B ((3/2) sqrt G + 2 sqrt(2 (G + ln(2/delta)))) / sqrt T`.
//!
//! *As printed:* `2 D F sqrt((1 + 16 ln(2/delta)) / T)` and `2 B sqrt(2 G (1 + 16 ln(2/delta)) / T)`.
//!
//! ## Bound
//! *Proof.* [Corollary 3](super::cor3_stochastic_sgd) for the losses `L_theta(., lambda_t)` and
//! [Lemma 9](super::lem9_stochastic_internal_regret) for the payoffs `L_lambda(theta_t, .)`, each with `delta / 2`.
//! Both are determined by the draws before `t`. The first holds for all points at once, so for the infimum over them;
//! the second for all matrices, so for the maximum. The union of the two events has probability at most `delta`. That
//! both players see the same draw does not matter: each argument is about its own player's noise given the past, and
//! nothing is asked of the two together.
//!
//! *The printed statement is true* for every `delta` in `(0, 1]` and `n >= 2`: the bounds above are at most the printed
//! ones if `ln(2/delta)` is at least `ln(1/0.7783) = 0.2507` and `ln(1/0.9138) = 0.0902` (proved in Corollary 3 and
//! Lemma 9), and it is at least `ln 2 = 0.693`. With `m = 0` both regrets of the lambda-player are 0.
//!
//! ## Certificate
//! On a trace of the proxy game: hypotheses `payoffs_bounded`, `multipliers_in_set`, `subgradients_bounded` (on the
//! word of the player), `step_keeps_bound`, `step` and `theta_step` (on the word of the players: within 2^-48 of the
//! printed ones), `rounding_small` (at most 2^-20 of the smaller rate); conclusions `swap_regret_paper`,
//! `swap_regret_repaired`, `theta_regret_paper`, `theta_regret_repaired`, graded `sampled`, each with the larger of the
//! two players' rounding added. The conclusions hold together with probability `1 - delta`.
//!
//! ## Departures
//! *The gap.* The paper applies its Corollary 3 and Lemma 9, proved for comparators that do not depend on the draws, to
//! the best point and the best matrix in hindsight, which do: the multipliers, and so the losses, are random. The forms
//! of these statements that hold for all comparators at once repair it, with smaller constants. Bounds must hold almost
//! surely and be known before play. Not covered, and biased: payoffs of the *next* point on the same draw, draws
//! without replacement across rounds, rates estimated as ratios of counts in a batch.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 4; proof in
//! Appendix C.3.
//!
//! ## Example
//! The trace of Lemma 9, where also the theta-player is judged: its loss `lambda_0 g_0 + lambda_1 g_1` is 0 in the odd
//! rounds and -1 in the even ones, at mean multipliers `(1/2, 1/2)`.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::players::formulas::{log, stochastic_gradient_repaired, stochastic_matrix_repaired};
//! use referee::theorems::{Lemma4, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate {
//!     domain_radius: Some(1.0), subgradient_bound: Some(1.0), confidence: Some(0.1), ..GivenRate::new(1.0)
//! };
//! let given = Given { rate: Some(rate), lower_bound: Some(LowerBound::declared(-0.5)), ..Given::default() };
//! let certificate = Lemma4.certify_trace(&mut &trace, given)?;
//! let theta = stochastic_gradient_repaired(1.0, 1.0, 4, log(2, 0.1));
//! let swap = stochastic_matrix_repaired(2, 1.0, 4, log(2, 0.1));
//! for (name, bound) in [("theta_regret_repaired", theta), ("swap_regret_repaired", swap)] {
//!     let claim = certificate.claim(name).unwrap();
//!     assert!(claim.rhs.contains_enclosure(bound) && claim.verdict == Verdict::Holds);
//! }
//! assert!((theta.midpoint() - 3.9781).abs() < 1e-4 && (swap.midpoint() - 3.8435).abs() < 1e-4);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, MARGIN, PAYOFFS, Shape, of_a_ball, says, steps};
use super::rate::{self, Table, gradients, matrices};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::players::formulas::{self, end_to_end, log};

/// Lemma 4.
pub struct Lemma4;

impl Statement for Lemma4 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-4",
            number: "Lemma 4",
            title: "rate of Algorithm 2",
            label: "lem:stochastic-proxy-lagrangian",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "true, with a gap in its proof",
            erratum: Some(
                "the comparator depends on the draws: repaired, with smaller constants; the printed ones hold for every delta",
            ),
            checked: rate::CHECKED_OFTEN,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::StochasticProxyLagrangian).with_theta(ThetaSeat::Of("stochastic-subgradient")))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[PAYOFFS, &["domain-radius", "subgradient-bound", "confidence"], MARGIN];
        Some(Promise { regret: Regret::Both, shape: Shape::Proxy, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (n, bound, range) = (inputs.actions()?, inputs.payoff_bound()?, inputs.payoff_range()?);
        let (reach, slope, delta) = (inputs.domain_radius()?, inputs.subgradient_bound()?, inputs.confidence()?);
        let (half, points, deviations) = (log(2, delta), log(4, delta), log(2 * n, delta));
        let (theta, step, best_step) =
            ("stochastic-subgradient", steps::theta(reach, slope), steps::theta_best(reach, slope));
        let (matrix, matrix_step) = ("matrix", steps::matrix(n, bound));
        let paper = move |t| formulas::stochastic_gradient_paper(reach, slope, t, half);
        let repaired = move |t| formulas::stochastic_gradient_repaired(reach, slope, t, half);
        let fixed = move |t| formulas::stochastic_gradient_fixed(reach, slope, t, points, of_a_ball());
        let fixed_best = move |t| end_to_end::stochastic_gradient_fixed_best(reach, slope, t, points, of_a_ball());
        let swap_paper = move |t| formulas::stochastic_matrix_paper(n, bound, t, half);
        let swap_repaired = move |t| formulas::stochastic_matrix_repaired(n, bound, t, half);
        let swap_ghost = move |t| formulas::stochastic_matrix_ghost(n, bound, t, half);
        let of_matrix = move |t| end_to_end::deviations_of_matrix(n, bound, range, t, deviations);
        let of_hedge = move |t| end_to_end::deviations_of_hedge(n, range, t, deviations);
        let second = "the same with one imagined player on the noise for each of the two";
        let hedge = "the same with Hedge over the deviations, at the best steps";
        let stochastic = |name, says| Form::new(name, says).theta(theta, repaired, step);
        Ok(vec![
            Form::new("paper", says::PAPER_GAP).theta(theta, paper, step).lambda(matrix, swap_paper, matrix_step),
            stochastic("repaired", says::REPAIRED).lambda(matrix, swap_repaired, matrix_step),
            stochastic("repaired by a second player", second).lambda(matrix, swap_ghost, matrix_step),
            Form::new("end to end", says::END_TO_END).fixed().theta(theta, fixed, step).lambda(
                matrix,
                of_matrix,
                matrix_step,
            ),
            Form::new("end to end, deviation-hedge", hedge).fixed().theta(theta, fixed_best, best_step).lambda(
                "deviation-hedge",
                of_hedge,
                steps::hedge(n, range),
            ),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        matrices::hypotheses(table);
        let swap = matrices::swap_regret_stochastic(table, 2);
        let theta = gradients::theta_regret_stochastic(table, 2);
        if let Some((swap, theta)) = swap.zip(theta) {
            table.rounding_small(swap.min(theta));
        }
    }

    instances! {
        // Convex proxies, with draws for both players.
        let ask = Ask::of(ProxyLagrangian).convex().noisy().constraints(1..=12);
        long_runs(prop_oneof![2 => problems(ask), 1 => problems(ask.answered())].boxed())
    }
}
