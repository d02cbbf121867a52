//! The forms of each rate, side by side: as printed, tight at the same step, at the best step, repaired, and ours.

use super::form::{Form, Shape};
use super::inputs::Inputs;
use super::steps;
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::players::formulas::{self, end_to_end, mirror};

const PAPER: &str = "as printed";
const TIGHT: &str = "what the same proof gives at the same step";
const BEST: &str = "the same proof at the step that makes it smallest";
const DEVIATIONS: &str = "Hedge over the m + 1 deviations that Theorem 2 uses; swap regret is not bounded";
const PAPER_GAP: &str = "as printed; true, though its proof has a gap";
const PAPER_FIXED: &str = "as printed: comparators named before play";
const REPAIRED: &str = "every comparator at once, also one chosen after the draws";
const FIXED: &str = "comparators named before play, with a sharper constant";
const ANYTIME: &str = "dual averaging: no horizon, for every T at once; the step is that of round T";

/// Diameter over radius: of a ball, and of the multipliers of the Lagrangian game.
fn of_a_ball() -> Enclosure {
    Enclosure::point(2.0)
}

fn of_multipliers() -> Enclosure {
    Enclosure::point(2.0).sqrt().expect("2 is positive")
}

/// What a statement promises, if it is a rate.
pub(super) fn shape(statement: &str) -> Option<Shape> {
    match statement {
        "lemma-1" | "lemma-10" => Some(Shape::Lagrangian),
        "lemma-4" | "lemma-11" => Some(Shape::Proxy),
        "lemma-8" | "lemma-9" | "corollary-1" | "corollary-2" | "corollary-3" | "corollary-4" | "theorem-6"
        | "theorem-7" => Some(Shape::Regret),
        _ => None,
    }
}

/// The forms of a statement, or what is missing; `None` if it is not a rate.
pub(super) fn forms(statement: &str, inputs: &Inputs) -> Option<Result<Vec<Form>>> {
    Some(match statement {
        "lemma-1" => lemma_1(inputs),
        "lemma-4" => lemma_4(inputs),
        "lemma-10" => lemma_10(inputs),
        "lemma-11" => swap(inputs, Some(inputs.oracle_error()), true),
        "lemma-8" => swap(inputs, None, true),
        "corollary-2" => swap(inputs, None, false),
        "lemma-9" => lemma_9(inputs),
        "corollary-1" => corollary_1(inputs),
        "corollary-3" => corollary_3(inputs),
        "corollary-4" => corollary_4(inputs),
        "theorem-6" => theorem_6(inputs),
        "theorem-7" => theorem_7(inputs),
        _ => return None,
    })
}

fn lemma_1(inputs: &Inputs) -> Result<Vec<Form>> {
    let (n, norm, radius, range) = (inputs.actions()?, inputs.payoff_norm()?, inputs.radius()?, inputs.payoff_range()?);
    let rho = inputs.oracle_error();
    let paper_step = steps::gradient(radius, norm);
    let gradient = "gradient";
    Ok(vec![
        Form::new("paper", PAPER).oracle(rho).lambda(
            gradient,
            move |t| formulas::gradient_paper(radius, norm, t),
            paper_step,
        ),
        Form::new("tight", TIGHT).oracle(rho).lambda(
            gradient,
            move |t| formulas::gradient_tight(radius, norm, t),
            paper_step,
        ),
        Form::new("best step", BEST).oracle(rho).lambda(
            "gradient-best",
            move |t| formulas::gradient_best(radius, norm, t),
            steps::gradient_best(radius, norm),
        ),
        Form::new("exponentiated gradient", "Hedge on the constraints and a slack action").oracle(rho).lambda(
            "exponentiated-gradient",
            move |t| formulas::exponentiated_gradient(radius, n, range, t),
            steps::hedge(n, range),
        ),
    ])
}

fn lemma_10(inputs: &Inputs) -> Result<Vec<Form>> {
    let (n, norm, radius, range) = (inputs.actions()?, inputs.payoff_norm()?, inputs.radius()?, inputs.payoff_range()?);
    let (reach, slope, delta) = (inputs.domain_radius()?, inputs.subgradient_bound()?, inputs.confidence()?);
    let (half, vertices) = (formulas::log(2, delta), formulas::log(2 * n, delta));
    let theta_step = steps::theta(reach, slope);
    let theta_best = steps::theta_best(reach, slope);
    let lambda_step = steps::gradient(radius, norm);
    let (theta, gradient) = ("stochastic-subgradient", "gradient");
    let fixed_best = move |t| end_to_end::stochastic_gradient_fixed_best(reach, slope, t, half, of_a_ball());
    Ok(vec![
        Form::new("paper", PAPER_GAP)
            .theta(theta, move |t| formulas::stochastic_gradient_paper(reach, slope, t, half), theta_step)
            .lambda(gradient, move |t| formulas::stochastic_gradient_paper(radius, norm, t, half), lambda_step),
        Form::new("repaired", REPAIRED)
            .theta(theta, move |t| formulas::stochastic_gradient_repaired(reach, slope, t, half), theta_step)
            .lambda(gradient, move |t| formulas::stochastic_gradient_repaired(radius, norm, t, half), lambda_step),
        Form::new("end to end", "only the comparators that the conclusions need, named before play")
            .fixed()
            .theta(theta, move |t| formulas::stochastic_gradient_fixed(reach, slope, t, half, of_a_ball()), theta_step)
            .lambda(
                gradient,
                move |t| formulas::stochastic_gradient_fixed(radius, norm, t, vertices, of_multipliers()),
                lambda_step,
            ),
        Form::new("end to end, best steps", "the same at the steps that make it smallest")
            .fixed()
            .theta(theta, fixed_best, theta_best)
            .lambda(
                "gradient-best",
                move |t| end_to_end::stochastic_gradient_fixed_best(radius, norm, t, vertices, of_multipliers()),
                steps::gradient_best(radius, norm),
            ),
        Form::new("end to end, exponentiated gradient", "the same with Hedge on the constraints and a slack action")
            .fixed()
            .theta(theta, fixed_best, theta_best)
            .lambda(
                "exponentiated-gradient",
                move |t| end_to_end::exponentiated_gradient_fixed(radius, n, range, t, vertices),
                steps::hedge(n, range),
            ),
    ])
}

fn lemma_4(inputs: &Inputs) -> Result<Vec<Form>> {
    let (n, bound, range) = (inputs.actions()?, inputs.payoff_bound()?, inputs.payoff_range()?);
    let (reach, slope, delta) = (inputs.domain_radius()?, inputs.subgradient_bound()?, inputs.confidence()?);
    let (half, points, deviations) = (formulas::log(2, delta), formulas::log(4, delta), formulas::log(2 * n, delta));
    let theta_step = steps::theta(reach, slope);
    let lambda_step = steps::matrix(n, bound);
    let (theta, matrix) = ("stochastic-subgradient", "matrix");
    Ok(vec![
        Form::new("paper", PAPER_GAP)
            .theta(theta, move |t| formulas::stochastic_gradient_paper(reach, slope, t, half), theta_step)
            .lambda(matrix, move |t| formulas::stochastic_matrix_paper(n, bound, t, half), lambda_step),
        Form::new("repaired", REPAIRED)
            .theta(theta, move |t| formulas::stochastic_gradient_repaired(reach, slope, t, half), theta_step)
            .lambda(matrix, move |t| formulas::stochastic_matrix_repaired(n, bound, t, half), lambda_step),
        Form::new("repaired by a second player", "the same with one imagined player on the noise for each of the two")
            .theta(theta, move |t| formulas::stochastic_gradient_repaired(reach, slope, t, half), theta_step)
            .lambda(matrix, move |t| formulas::stochastic_matrix_ghost(n, bound, t, half), lambda_step),
        Form::new("end to end", "only the comparators that the conclusions need, named before play")
            .fixed()
            .theta(
                theta,
                move |t| formulas::stochastic_gradient_fixed(reach, slope, t, points, of_a_ball()),
                theta_step,
            )
            .lambda(matrix, move |t| end_to_end::deviations_of_matrix(n, bound, range, t, deviations), lambda_step),
        Form::new("end to end, deviation-hedge", "the same with Hedge over the deviations, at the best steps")
            .fixed()
            .theta(
                theta,
                move |t| end_to_end::stochastic_gradient_fixed_best(reach, slope, t, points, of_a_ball()),
                steps::theta_best(reach, slope),
            )
            .lambda(
                "deviation-hedge",
                move |t| end_to_end::deviations_of_hedge(n, range, t, deviations),
                steps::hedge(n, range),
            ),
    ])
}

/// The matrix player without noise: Lemmas 8 and 11, and Corollary 2, whose matrices are nobody's multipliers.
fn swap(inputs: &Inputs, rho: Option<f64>, multipliers: bool) -> Result<Vec<Form>> {
    let (n, bound) = (inputs.actions()?, inputs.payoff_bound()?);
    let player = |name: &'static str| multipliers.then_some(name);
    let paper_step = steps::matrix(n, bound);
    let mut forms = vec![
        Form::new("paper", PAPER).lambda(player("matrix"), move |t| formulas::matrix_paper(n, bound, t), paper_step),
        Form::new("tight", TIGHT).lambda(player("matrix"), move |t| formulas::matrix_tight(n, bound, t), paper_step),
        Form::new("best step", BEST).lambda(
            player("matrix-best"),
            move |t| formulas::matrix_best(n, bound, t),
            steps::matrix_best(n, bound),
        ),
    ];
    if multipliers {
        let range = inputs.payoff_range()?;
        forms.push(Form::new("deviation-hedge", DEVIATIONS).fixed().lambda(
            "deviation-hedge",
            move |t| formulas::deviation_hedge(n, range, t),
            steps::hedge(n, range),
        ));
    }
    Ok(match rho {
        Some(rho) => forms.into_iter().map(|form| form.oracle(rho)).collect(),
        None => forms,
    })
}

fn lemma_9(inputs: &Inputs) -> Result<Vec<Form>> {
    let (n, bound, range) = (inputs.actions()?, inputs.payoff_bound()?, inputs.payoff_range()?);
    let delta = inputs.confidence()?;
    let (one, deviations) = (formulas::log(1, delta), formulas::log(n, delta));
    let matrix = "matrix";
    let step = steps::matrix(n, bound);
    Ok(vec![
        Form::new("paper", PAPER_FIXED).fixed().lambda(
            matrix,
            move |t| formulas::stochastic_matrix_paper(n, bound, t, one),
            step,
        ),
        Form::new("repaired", REPAIRED).lambda(
            matrix,
            move |t| formulas::stochastic_matrix_repaired(n, bound, t, one),
            step,
        ),
        Form::new("fixed", "one left-stochastic matrix named before play").fixed().lambda(
            matrix,
            move |t| mirror::stochastic_matrix_fixed(n, bound, t, one),
            step,
        ),
        Form::new("deviations", "the m + 1 deviations that Theorem 2 uses").fixed().lambda(
            matrix,
            move |t| end_to_end::deviations_of_matrix(n, bound, range, t, deviations),
            step,
        ),
        Form::new("deviation-hedge", DEVIATIONS).fixed().lambda(
            "deviation-hedge",
            move |t| end_to_end::deviations_of_hedge(n, range, t, deviations),
            steps::hedge(n, range),
        ),
    ])
}

fn corollary_1(inputs: &Inputs) -> Result<Vec<Form>> {
    let (reach, slope) = (inputs.domain_radius()?, inputs.subgradient_bound()?);
    let step = steps::theta(reach, slope);
    Ok(vec![
        Form::new("paper", PAPER).theta("subgradient", move |t| formulas::gradient_paper(reach, slope, t), step),
        Form::new("tight", TIGHT).theta("subgradient", move |t| formulas::gradient_tight(reach, slope, t), step),
        Form::new("best step", BEST).theta(
            "subgradient-best",
            move |t| formulas::gradient_best(reach, slope, t),
            steps::theta_best(reach, slope),
        ),
        Form::new("anytime", ANYTIME).theta("dual-averaging", move |t| mirror::anytime_gradient(reach, slope, t), step),
    ])
}

fn corollary_3(inputs: &Inputs) -> Result<Vec<Form>> {
    let (reach, slope) = (inputs.domain_radius()?, inputs.subgradient_bound()?);
    let log = formulas::log(1, inputs.confidence()?);
    let player = "stochastic-subgradient";
    let step = steps::theta(reach, slope);
    Ok(vec![
        Form::new("paper", PAPER_FIXED).fixed().theta(
            player,
            move |t| formulas::stochastic_gradient_paper(reach, slope, t, log),
            step,
        ),
        Form::new("repaired", REPAIRED).theta(
            player,
            move |t| formulas::stochastic_gradient_repaired(reach, slope, t, log),
            step,
        ),
        Form::new("fixed", FIXED).fixed().theta(
            player,
            move |t| formulas::stochastic_gradient_fixed(reach, slope, t, log, of_a_ball()),
            step,
        ),
        Form::new("fixed, best step", BEST).fixed().theta(
            player,
            move |t| end_to_end::stochastic_gradient_fixed_best(reach, slope, t, log, of_a_ball()),
            steps::theta_best(reach, slope),
        ),
    ])
}

fn corollary_4(inputs: &Inputs) -> Result<Vec<Form>> {
    let (n, bound) = (inputs.actions()?, inputs.payoff_bound()?);
    let log = formulas::log(1, inputs.confidence()?);
    let step = steps::matrix(n, bound);
    Ok(vec![
        Form::new("paper", PAPER_FIXED).fixed().lambda(
            None,
            move |t| formulas::stochastic_matrix_paper(n, bound, t, log),
            step,
        ),
        Form::new("repaired", REPAIRED).lambda(
            None,
            move |t| mirror::stochastic_matrices_repaired(n, bound, t, log),
            step,
        ),
        Form::new("fixed", FIXED).fixed().lambda(
            None,
            move |t| mirror::stochastic_matrices_fixed(n, bound, t, log),
            step,
        ),
    ])
}

fn theorem_6(inputs: &Inputs) -> Result<Vec<Form>> {
    let (psi, bound) = (inputs.regulariser()?, inputs.subgradient_bound()?);
    let step = steps::mirror(psi, bound, 1.0);
    Ok(vec![
        Form::new("paper", PAPER).theta(None, move |t| mirror::mirror_paper(psi, bound, t), step),
        Form::new("tight", TIGHT).theta(None, move |t| mirror::mirror_tight(psi, bound, t), step),
        Form::new("best step", BEST).theta(
            None,
            move |t| mirror::mirror_best(psi, bound, t),
            steps::mirror(psi, bound, 2.0),
        ),
        Form::new("anytime", ANYTIME).theta(None, move |t| mirror::anytime(psi, bound, t), step),
    ])
}

fn theorem_7(inputs: &Inputs) -> Result<Vec<Form>> {
    let (psi, bound) = (inputs.regulariser()?, inputs.subgradient_bound()?);
    let log = formulas::log(1, inputs.confidence()?);
    let step = steps::mirror(psi, bound, 1.0);
    Ok(vec![
        Form::new("paper", PAPER_FIXED).fixed().theta(
            None,
            move |t| mirror::stochastic_mirror_paper(psi, bound, t, log),
            step,
        ),
        Form::new("repaired", REPAIRED).theta(
            None,
            move |t| mirror::stochastic_mirror_repaired(psi, bound, t, log),
            step,
        ),
        Form::new("fixed", FIXED).fixed().theta(
            None,
            move |t| mirror::stochastic_mirror_fixed(psi, bound, t, log),
            step,
        ),
    ])
}
