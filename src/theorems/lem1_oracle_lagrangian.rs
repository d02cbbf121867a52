//! # Lemma 1 (rate of Algorithm 1)  `lem:oracle-lagrangian`
//!
//! ## Statement
//! In the Lagrangian game let the theta-player answer every `lambda_t` with a point within `rho` of the least
//! `L(., lambda_t)`, and let the lambda-player start at 0 and follow projected gradients on
//! `{lambda >= 0, sum lambda <= R}` with the step `R / (B sqrt(2 T))`, where `B` is at least the Euclidean norm of
//! `(g_1, .., g_m)` everywhere. Then the hypothesis of [Theorem 1](super::thm1_lagrangian) holds with
//! `epsilon = rho + R B sqrt(2 / T)`. No convexity is asked for.
//!
//! ## Bound
//! `epsilon` is the sum of two regrets. The lambda-player's is that of [Corollary 1](super::cor1_sgd) with `B_X = R`:
//! `Z(S) = R^2 / (2 eta T) + (eta / 2) S`, which is `3 / (2 sqrt 2) R B / sqrt T` at the paper's step and
//! `R B / sqrt T` at the best. The theta-player's is at most the *mean* of the oracle's errors:
//!
//! *Proof.* `mean L(theta_t, lambda_t) <= mean (inf L(., lambda_t) + rho_t)`, and the mean of the infima is at most the
//! infimum over `theta` of `mean L(theta, lambda_t)`. That multipliers depend on earlier points is harmless: both
//! bounds hold for every sequence.
//!
//! ## Certificate
//! Hypotheses `payoffs_bounded`, `multipliers_in_set`, `step_keeps_bound`, `rounding_small`; conclusions
//! `lambda_regret_paper`, `_step`, `_data`, declared if a rounding is added; `theta_regret_oracle`: the theta-player's
//! regret is at most `rho`; `epsilon_paper` and `epsilon_step`. A regret of the theta-player is known between what the
//! run shows (against its own mixture) and what a lower bound allows, so these three need one, hold if the upper end is
//! small enough, and are violated only if the lower end is too large.
//!
//! ## Departures
//! `rho` is the mean error that the oracle proved in this run, not a promise; and as the certificate compares with a
//! lower bound at the mean multipliers in place of the infimum there, what that may be off by is in `rho` too
//! ([`with_oracle_error`](super::rate::with_oracle_error)). (As printed, the oracle must serve every
//! non-negative combination of the functions; scaling such a combination by a large number would make any `rho > 0`
//! as good as 0, so it is asked for the losses of the game only.) `B` must be known before play.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Section 3; proof in
//! Appendix C.3.
//!
//! ## Example
//! Two points, `a` with `(g_0, g_1) = (0, 1)` and `b` with `(1, -1)`, played `a a b a b` against `0, 1/2, 1, 1/2, 1`:
//! these are projected gradients on `[0, 2]` with the step 1/2, and every answer is a best one.
//! ```
//! use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
//! use referee::theorems::{Lemma1, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let rate = GivenRate { step: Some(0.5), oracle_error: Some(0.0), ..GivenRate::new(1.0) };
//! let lower_bound = Some(LowerBound::declared(0.375)); // at most min(0 + 3/5, 1 - 3/5) = 2/5
//! let given = Given { radius: Some(2.0), rate: Some(rate), lower_bound, ..Given::default() };
//! let certificate = Lemma1.certify_trace(&mut &trace, given)?;
//! let claim = |name| certificate.claim(name).unwrap();
//! assert!(claim("lambda_regret_step").lhs.contains(3.0 / 5.0)); // 2 * 1/5 + 1/5
//! assert!(claim("lambda_regret_step").rhs.contains(21.0 / 20.0)); // 4 / 5 + 1 / 4
//! assert!(claim("epsilon_step").lhs.contains(17.0 / 40.0)); // 2/5 + 2/5 - 3/8
//! assert_eq!(claim("epsilon_step").verdict, Verdict::Holds);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, MARGIN, PAYOFFS, Shape, says, steps};
use super::rate::{self, Table, gradients};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas;

/// Lemma 1.
pub struct Lemma1;

impl Statement for Lemma1 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-1",
            number: "Lemma 1",
            title: "rate of Algorithm 1",
            label: "lem:oracle-lagrangian",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct; constant loose",
            erratum: Some("sqrt(2) can be 3/(2 sqrt(2)), and 1 with the best step"),
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleLagrangian))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[PAYOFFS, &["radius", "oracle-error"], MARGIN];
        Some(Promise { regret: Regret::Both, shape: Shape::Lagrangian, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (n, norm, range) = (inputs.actions()?, inputs.payoff_norm()?, inputs.payoff_range()?);
        let (radius, rho) = (inputs.radius()?, inputs.oracle_error());
        let paper = move |t| formulas::gradient_paper(radius, norm, t);
        let tight = move |t| formulas::gradient_tight(radius, norm, t);
        let best = move |t| formulas::gradient_best(radius, norm, t);
        let hedge = move |t| formulas::exponentiated_gradient(radius, n, range, t);
        let (step, best_step) = (steps::gradient(radius, norm), steps::gradient_best(radius, norm));
        let forms = vec![
            Form::new("paper", says::PAPER).lambda("gradient", paper, step),
            Form::new("tight", says::TIGHT).lambda("gradient", tight, step),
            Form::new("best step", says::BEST).lambda("gradient-best", best, best_step),
            Form::new("exponentiated gradient", "Hedge on the constraints and a slack action").lambda(
                "exponentiated-gradient",
                hedge,
                steps::hedge(n, range),
            ),
        ];
        Ok(forms.into_iter().map(|form| form.oracle(rho)).collect())
    }

    fn claims(&self, table: &mut Table<'_>) {
        gradients::hypotheses(table);
        gradients::lambda_regret(table);
        table.theta_regret_oracle();
        let error = Enclosure::point(table.rate.oracle_error.unwrap_or(0.0));
        let epsilon = table.between("epsilon_seen", "epsilon");
        table.conclusion_on_bound("epsilon_paper", epsilon, Some(error + gradients::paper(table)));
        table.conclusion_on_bound("epsilon_step", epsilon, gradients::step(table).map(|step| error + step));
    }

    instances! {
        // An oracle answers whatever the functions are: half of the problems are not convex.
        let ask = Ask::of(Lagrangian);
        let problems = prop_oneof![1 => problems(ask.convex()), 2 => problems(ask.not_convex()), 1 => problems(ask.answered())];
        own_runs(problems.boxed())
    }
}
