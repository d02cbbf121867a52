//! The six statements where noise is a coin or has heavy tails, on slopes and on the values that the lambda-player sees.

use super::games::{bounds_of, check, check_step, check_twins, check_values_of_twins_on, check_values_on, with};
use super::problems::{shaped, shaped_late, shaped_step};
use referee::game::Side;
use referee::problem::Shape;
use referee::run::RunConstants;
use referee::theorems::{Corollary3, Corollary4, Lemma4, Lemma9, Lemma10, Statement, Theorem7};

const SHAPES: [Shape; 2] = [Shape::Sign, Shape::Heavy];
const LAGRANGIAN: [&dyn Statement; 3] = [&Theorem7, &Corollary3, &Lemma10];
const PROXY: [&dyn Statement; 2] = [&Lemma9, &Corollary4];

fn lagrangian(shape: Shape) -> RunConstants {
    with(2048, 0.25, bounds_of(&shaped(shape), Side::Constraints))
}

fn proxy(shape: Shape) -> RunConstants {
    with(2048, 0.0, bounds_of(&shaped_step(shape), Side::Proxies))
}

#[test]
fn implication_frequencies_with_coins_and_heavy_tails() {
    for shape in SHAPES {
        for statement in LAGRANGIAN {
            check(statement, || shaped(shape), &lagrangian(shape));
        }
        check(&Lemma4, || shaped_step(shape), &proxy(shape));
        for statement in PROXY {
            check_values_on(statement, || shaped_late(shape));
        }
    }
}

#[test]
fn necessity_of_honest_coins_and_heavy_tails_for_the_theta_player() {
    for shape in SHAPES {
        for statement in LAGRANGIAN {
            check_twins(statement, || shaped(shape), &lagrangian(shape));
            check_step(statement, &shaped(shape), &lagrangian(shape));
        }
        check_twins(&Lemma4, || shaped_step(shape), &proxy(shape));
    }
}

#[test]
fn necessity_of_honest_coins_and_heavy_tails_for_the_lambda_player() {
    for shape in SHAPES {
        for statement in PROXY {
            check_values_of_twins_on(statement, || shaped_late(shape));
        }
    }
}
