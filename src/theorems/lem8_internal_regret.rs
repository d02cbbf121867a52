//! # Lemma 8 (swap regret of the matrix player)  `lem:internal-regret`
//!
//! ## Statement
//! A player on the simplex with `n` actions keeps a matrix whose columns sum to 1, plays the distribution `lambda_t`
//! that the matrix fixes, sees a supergradient `s_t` of a concave payoff with all entries at most `B` in absolute
//! value, and updates the matrix by [Corollary 2](super::cor2_matrix_multiplicative) with `A_t = s_t lambda_t^T` and
//! `eta = sqrt(n ln n / T) / B`. Then its swap regret, against every left-stochastic matrix applied to its own choices,
//! is at most `2 B sqrt(n ln n / T)` per round.
//!
//! ## Bound
//! `n ln n / (eta T) + (eta / 8) mean r_t^2 ||lambda_t||_2^2` for any step, `r_t` the range of `s_t`. With `r_t <= 2 B`
//! and `||lambda_t|| <= 1` that is `(3/2) B sqrt(n ln n / T)` at the paper's step, and `sqrt(2) B sqrt(n ln n / T)` at
//! the best.
//!
//! *Proof.* Apply Corollary 2 to `M -> f_t(M lambda_t)`, whose supergradient at `M_t` is `s_t lambda_t^T`. As
//! `M_t lambda_t = lambda_t`, what the matrix earns is what the player earns; as a matrix `M*` earns
//! `f_t(M* lambda_t)`, the regret of the matrices is the swap regret of the player.
//!
//! *In doubles.* The player adds up: drift `D_t` of the stored sums, `(eta / 2) D_t (r_t + D_t) + 2 D_t`; the distance
//! `rho_n` of each column from the exact softmax, `rho_n r_t`; and the residual `e_t` of the fixed point, `e_t r_t`.
//!
//! ## Certificate
//! On a trace of the proxy game (`s_t = (0, g_1, .., g_m)`, exact for linear payoffs): hypotheses `payoffs_bounded`,
//! `multipliers_in_set`, `step_keeps_bound`, `rounding_small`; conclusions `swap_regret_paper`, `swap_regret_step`,
//! `swap_regret_data`. Swap regret is computed from the trace, so the claims rest on nothing else but the rounding, if
//! one is added: on that they are declared, and it is at most 2^-20 of the rate. Above 512 constraints it is not, and
//! they are absent.
//!
//! ## Departures
//! In the paper's proof the function of the matrix is misprinted (it does not depend on the matrix), an equality
//! stands as `<=`, and the product of matrices is meant to be that of Frobenius.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix C.1.
//!
//! ## Example
//! Swapping the two actions would have earned 1 in each of four rounds. With `B = 1` the printed bound is
//! `2 sqrt(2 ln 2 / 4)`, about 1.18: four rounds are too few to blame the player. A bound of `1/2` is refuted twice.
//! ```
//! use referee::certificate::{Given, GivenRate, Verdict};
//! use referee::theorems::{Lemma8, Statement};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let given = |bound| Given { rate: Some(GivenRate::new(bound)), ..Given::default() };
//! let certificate = Lemma8.certify_trace(&mut &trace, given(1.0))?;
//! let claim = certificate.claim("swap_regret_paper").unwrap();
//! assert!(claim.lhs.contains(1.0) && claim.rhs.contains(2.0 * (2.0_f64.ln() / 2.0).sqrt()));
//! assert_eq!(claim.verdict, Verdict::Holds);
//! let certificate = Lemma8.certify_trace(&mut &trace, given(0.5))?;
//! let verdict = |name| certificate.claim(name).unwrap().verdict;
//! assert_eq!([verdict("payoffs_bounded"), verdict("swap_regret_paper")], [Verdict::Violated; 2]);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::plan::{Form, Inputs, PAYOFFS, Shape, says, steps};
use super::rate::{self, Table, matrices};
use super::statement::{About, Kind, Promise, Regret, Statement, instances};
use crate::arena::{Algorithm, Seats, ThetaSeat};
use crate::error::Result;
use crate::players::formulas;

/// Lemma 8.
pub struct Lemma8;

impl Statement for Lemma8 {
    fn about(&self) -> &'static About {
        &About {
            name: "lemma-8",
            number: "Lemma 8",
            title: "swap regret of the matrix player",
            label: "lem:internal-regret",
            path: module_path!(),
            kind: Kind::Rate,
            verdict: "correct",
            erratum: Some("a function in its proof is misprinted"),
            checked: rate::CHECKED,
        }
    }

    fn algorithm(&self) -> Option<Seats> {
        Some(Seats::of(Algorithm::OracleProxyLagrangian).with_theta(ThetaSeat::Exact))
    }

    fn promise(&self) -> Option<Promise> {
        let constants: &[&[_]] = &[PAYOFFS];
        Some(Promise { regret: Regret::Lambda, shape: Shape::Regret, constants })
    }

    fn forms(&self, inputs: &Inputs) -> Result<Vec<Form>> {
        let (n, range) = (inputs.actions()?, inputs.payoff_range()?);
        let mut forms = matrix_forms(inputs, true)?;
        forms.push(Form::new("deviation-hedge", says::DEVIATIONS).fixed().lambda(
            "deviation-hedge",
            move |t| formulas::deviation_hedge(n, range, t),
            steps::hedge(n, range),
        ));
        Ok(forms)
    }

    fn claims(&self, table: &mut Table<'_>) {
        matrices::hypotheses(table);
        matrices::swap_regret(table);
    }

    instances! {
        // The matrix player against adversaries that see its past, and against players.
        prop_oneof![2 => contests(), 1 => own_runs(problems(Ask::of(ProxyLagrangian)))]
    }
}

/// The forms of the matrix player without noise. In [Corollary 2](super::cor2_matrix_multiplicative) the matrices are
/// nobody's multipliers, so no player is named.
pub(super) fn matrix_forms(inputs: &Inputs, multipliers: bool) -> Result<Vec<Form>> {
    let (n, bound) = (inputs.actions()?, inputs.payoff_bound()?);
    let player = |name: &'static str| multipliers.then_some(name);
    let step = steps::matrix(n, bound);
    Ok(vec![
        Form::new("paper", says::PAPER).lambda(player("matrix"), move |t| formulas::matrix_paper(n, bound, t), step),
        Form::new("tight", says::TIGHT).lambda(player("matrix"), move |t| formulas::matrix_tight(n, bound, t), step),
        Form::new("best step", says::BEST).lambda(
            player("matrix-best"),
            move |t| formulas::matrix_best(n, bound, t),
            steps::matrix_best(n, bound),
        ),
    ])
}
