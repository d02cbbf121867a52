//! # Lemma 9 (stochastic swap regret)  `lem:stochastic-internal-regret`
//!
//! ## Statement
//! The matrix player of [Lemma 8](super::lem8_internal_regret) sees stochastic supergradients `Delta_t` in place of
//! exact ones. For every `t` the multipliers `lambda_t` and the concave `f_t` are determined by the draws before `t`;
//! `||Delta_t||_inf <= B` almost surely, and given the draws before `t` its expectation is a supergradient of `f_t` at
//! `lambda_t`. With `G = n ln n` and `eta = sqrt(G / T) / B`, with probability at least `1 - delta`, for all
//! left-stochastic `M*` at once:
//!
//! `mean f_t(M* lambda_t) - mean f_t(lambda_t) <= B ((3/2) sqrt G + 2 sqrt(2 (G + ln(1/delta)))) / sqrt T`.
//!
//! *As printed:* `2 B sqrt(2 G (1 + 16 ln(1/delta)) / T)`, for "an arbitrary left-stochastic reference matrix".
//!
//! ## Bound
//! *Proof.* Let `s_t = E[Delta_t | past]` and `xi_t = Delta_t - s_t`. As `M_t lambda_t = lambda_t`,
//! `sum f_t(M* lambda_t) - f_t(lambda_t) <= sum <s_t, M* lambda_t - lambda_t>`, which is
//! `sum <Delta_t, (M* - M_t) lambda_t> - sum <xi_t, M* lambda_t - lambda_t>`. The first sum is at most
//! `(3/2) B sqrt(G T)` by [Corollary 2](super::cor2_matrix_multiplicative). The second is affine in `M*`, so it is
//! largest at one of the `n^n` matrices that send each action to one action. For such an `M*`, given the past,
//! `<Delta_t, lambda_t - M* lambda_t>` lies in `[-2 B, 2 B]`, because it is a payoff against a difference of two
//! distributions; by Hoeffding's lemma and Markov's inequality the sum is at most `2 B sqrt(2 T ln(1/delta'))` but for
//! probability `delta'`. Take `delta' = delta / n^n` and the union over all of them: `ln(1/delta') = G + ln(1/delta)`.
//!
//! *The printed constant.* Divided by `B sqrt(G / T)` and with `L = ln(1/delta)` the repaired bound is at most the
//! printed one if and only if `3/2 + 2 sqrt 2 sqrt(1 + L / G) <= 2 sqrt 2 sqrt(1 + 16 L)`. The left side decreases in
//! `G`, which increases in `n`: two actions are the worst case. The difference of the roots increases in `L`, because
//! its derivative has the sign of `256 G^2 + 256 G L - 1 - 16 L`, which is positive for `G >= 2 ln 2`. So one
//! evaluation, `n = 2` and `delta = 0.9138`, proves it for all `n >= 2` and `delta <= 0.9138`. At `delta = 0.914` and
//! `n = 2` it is false; whether the printed bound then is, is open. With one action there is nothing to swap and no
//! regret.
//!
//! *In doubles.* As in Lemma 8, and what the step, a double, adds to the constant 3/2: with `1 + d` times the printed
//! step `B sqrt(G / T) (1 / (1 + d) + (1 + d) / 2)`, so `B sqrt(G / T) d (d - 1) / (2 (1 + d))` more.
//!
//! ## Certificate
//! On a trace of the proxy game (`Delta_t = (0, g_1, .., g_m)` as seen; recorded are the true values): hypotheses
//! `payoffs_bounded` (by what is recorded: that what was seen is within `B` too is taken on trust),
//! `multipliers_in_set`, `step_keeps_bound`, `step` (on the word of the player: within 2^-48 of the printed one),
//! `rounding_small` (at most 2^-20 of the rate), `confidence_small` (`delta <= 0.9138`); conclusions
//! `swap_regret_paper` and `swap_regret_repaired`, graded `sampled`. Swap regret is computed from the trace.
//!
//! ## Departures
//! The paper conditions on `lambda_t` alone and takes the matrix as fixed, as in
//! [Theorem 7](super::thm7_stochastic_mirror_descent); its Lemma 4 uses the best matrix in hindsight. The union over
//! swaps needs no ghost iterates, and has a smaller bound.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.2.
//!
//! ## Example
//! Swapping the two actions would have earned 1 in each of four rounds; four rounds promise nothing better.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::game::Grade;
//! use referee::players::formulas::{log, stochastic_matrix_repaired};
//! use referee::theorems::{Lemma9, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = Given { rate: Some(GivenRate { confidence: Some(0.05), ..GivenRate::new(1.0) }), ..Given::default() };
//! let certificate = Lemma9.certify_trace(&mut &trace, given)?;
//! let claim = certificate.claim("swap_regret_repaired").unwrap();
//! let bound = stochastic_matrix_repaired(2, 1.0, 4, log(1, 0.05));
//! assert!(claim.lhs.contains(1.0) && claim.rhs.contains_enclosure(bound));
//! assert!((claim.rhs.midpoint() - 3.8435).abs() < 1e-4);
//! assert_eq!((claim.verdict, claim.grade), (Verdict::Holds, Grade::Sampled));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, PAYOFFS, Shape, says, steps};
use super::rate::{self, Table, matrices};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{self, end_to_end, log, mirror};

/// It is proved for every comparator at once up to this confidence, as Corollary 4.
const LARGEST_CONFIDENCE: f64 = 0.9138;

/// Lemma 9.
pub struct Lemma9;

impl Statement for Lemma9 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-9",
            number: "Lemma 9",
            title: "stochastic swap regret",
            label: "lem:stochastic-internal-regret",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct for a fixed comparator",
            erratum: Some(
                "as Theorem 7; for all matrices at once by a union over swaps, below the printed bound for delta <= 0.9138",
            ),
            checked: rate::CHECKED_OFTEN,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::StochasticProxyLagrangian).with_theta(ThetaSeat::Of("stochastic-subgradient")))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[PAYOFFS, &["confidence"]];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (n, bound, range) = (inputs.actions()?, inputs.payoff_bound()?, inputs.payoff_range()?);
        let (one, deviations) = (log(1, inputs.confidence()?), log(n, inputs.confidence()?));
        let paper = move |t| formulas::stochastic_matrix_paper(n, bound, t, one);
        let repaired = move |t| formulas::stochastic_matrix_repaired(n, bound, t, one);
        let fixed = move |t| mirror::stochastic_matrix_fixed(n, bound, t, one);
        let of_matrix = move |t| end_to_end::deviations_of_matrix(n, bound, range, t, deviations);
        let of_hedge = move |t| end_to_end::deviations_of_hedge(n, range, t, deviations);
        let (matrix, step, hedge) = ("matrix", steps::matrix(n, bound), steps::hedge(n, range));
        let named = "one left-stochastic matrix named before play";
        let used = "the m + 1 deviations that Theorem 2 uses";
        Ok(vec![
            Form::new("paper", says::PAPER_FIXED).fixed().lambda(matrix, paper, step),
            Form::new("repaired", says::REPAIRED).lambda(matrix, repaired, step),
            Form::new("fixed", named).fixed().lambda(matrix, fixed, step),
            Form::new("deviations", used).fixed().lambda(matrix, of_matrix, step),
            Form::new("deviation-hedge", says::DEVIATIONS).fixed().lambda("deviation-hedge", of_hedge, hedge),
        ])
    }

    fn claims(&self, table: &mut Table<'_>) {
        matrices::hypotheses(table);
        let confidence = table.rate.confidence.map(Enclosure::point);
        table.hypothesis("confidence_small", confidence, Enclosure::point(LARGEST_CONFIDENCE));
        if let Some(printed) = matrices::swap_regret_stochastic(table, 1) {
            table.rounding_small(printed);
        }
    }

    instances! {
        // The matrix player sees payoffs through noise: those of adversaries that see its past, and those of players.
        let ask = Ask::of(ProxyLagrangian).noisy();
        prop_oneof![2 => noisy_contests(), 1 => long_runs(problems(ask.convex())), 1 => long_runs(problems(ask.not_convex()))]
    }
}
