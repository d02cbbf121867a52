//! The formulas of the rates at constants where they are known.

use referee::numerics::Enclosure;
use referee::players::formulas::end_to_end::{
    deviations_of_hedge, deviations_of_matrix, exponentiated_gradient_fixed, stochastic_gradient_fixed_best,
};
use referee::players::formulas::mirror::{
    mirror_best, mirror_paper, mirror_tight, stochastic_matrices_repaired, stochastic_mirror_fixed,
    stochastic_mirror_paper, stochastic_mirror_repaired,
};
use referee::players::formulas::{
    deviation_hedge, entropy, exponentiated_gradient, gradient_best, gradient_paper, gradient_step, gradient_tight,
    log, matrix_best, matrix_paper, matrix_tight, square, stochastic_gradient_paper,
};

#[test]
fn worked_forms_of_projected_gradients() {
    assert!(gradient_paper(3.0, 0.5, 8).contains(0.75));
    assert!(gradient_best(3.0, 0.5, 9).contains(0.5));
    // At its best step 3 / (0.5 * 3) = 2 the formula for any step is the best one.
    assert!(gradient_step(3.0, square(0.5), 9, 2.0).contains(0.5));
}

#[test]
fn worked_one_action_has_no_regret_and_no_probability_costs_nothing() {
    assert_eq!(matrix_paper(1, 7.0, 3), Enclosure::point(0.0));
    assert_eq!(log(1, 1.0), Enclosure::point(0.0));
    assert!(stochastic_gradient_paper(1.0, 1.0, 4, log(1, 1.0)).contains(1.0));
}

/// The Euclidean and the matrix player are mirror descent with their own regulariser.
#[test]
fn worked_special_cases() {
    let overlap = |a: Enclosure, b: Enclosure| assert!(a.intersection(b).is_some(), "{a} and {b}");
    overlap(mirror_paper(8.0, 3.0, 7), gradient_paper(4.0, 3.0, 7));
    overlap(mirror_tight(8.0, 3.0, 7), gradient_tight(4.0, 3.0, 7));
    overlap(mirror_best(8.0, 3.0, 7), gradient_best(4.0, 3.0, 7));
    let entropy = entropy(5).midpoint();
    for (ours, matrix) in [
        (mirror_paper(entropy, 3.0, 7), matrix_paper(5, 3.0, 7)),
        (mirror_tight(entropy, 3.0, 7), matrix_tight(5, 3.0, 7)),
        (mirror_best(entropy, 3.0, 7), matrix_best(5, 3.0, 7)),
    ] {
        // The entropy was rounded to a double, which moves the rate by less than a part in 10^15.
        assert!((ours.midpoint() / matrix.midpoint() - 1.0).abs() < 1e-15, "{ours} and {matrix}");
    }
}

/// At delta = 1 a probability costs nothing; the price of all comparators at once is a constant.
#[test]
fn worked_constants_without_probability() {
    let none = log(1, 1.0);
    assert_eq!(stochastic_mirror_fixed(4.0, 1.0, 16, none), Enclosure::point(0.75));
    assert!(stochastic_mirror_repaired(2.0, 1.0, 16, none).contains(1.0 + 1.5 * 2f64.sqrt() / 4.0));
    assert!(stochastic_mirror_paper(2.0, 1.0, 16, none).contains(1.0));
    assert_eq!(stochastic_matrices_repaired(1, 1.0, 16, none), Enclosure::point(0.0));
}

#[test]
fn worked_a_probability_of_one_costs_nothing() {
    let none = log(1, 1.0);
    assert_eq!(stochastic_gradient_fixed_best(2.0, 3.0, 9, none, Enclosure::point(2.0)), gradient_best(2.0, 3.0, 9));
    assert_eq!(deviations_of_hedge(5, 2.0, 9, none), deviation_hedge(5, 2.0, 9));
    assert_eq!(exponentiated_gradient_fixed(3.0, 5, 2.0, 9, none), exponentiated_gradient(3.0, 5, 2.0, 9));
    assert!(deviations_of_matrix(5, 1.0, 2.0, 9, none).intersection(matrix_tight(5, 1.0, 9)).is_some());
}
