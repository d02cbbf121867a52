//! Tables with their answers, by enumeration and an exact linear program.
//!
//! A table holds the exact values of finitely many candidates. So the least values over candidates are those of a
//! list, and the least value over mixtures is that of a linear program, which [`shrink`] solves in exact rationals,
//! with the multipliers that prove it. Where no candidate is feasible, the least violation is again that of a list.

use super::DrawnProblem;
use super::formula::number_in;
use crate::game::{Game, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use crate::problem::TableProblem;
use crate::problem::families::{Answers, Atom, Optimum};
use crate::shrink::{Candidates, Epsilon, Outcome, shrink};
use proptest::collection::vec;
use proptest::prelude::*;

/// A table of up to 12 candidates with its answers; in the proxy game with proxies, which are above the constraints.
pub(super) fn table(game: Game, m: usize) -> BoxedStrategy<DrawnProblem> {
    let above = prop_oneof![Just(0.0), (1..=8).prop_map(|k| f64::from(k) / 8.0)];
    let candidate = (vec(number_in(-2, 2), m + 1), vec(above, m));
    vec(candidate, 1..=12)
        .prop_map(move |candidates| {
            let (rows, above): (Vec<Vec<f64>>, Vec<Vec<f64>>) = candidates.into_iter().unzip();
            let raised =
                |(row, above): (&Vec<f64>, &Vec<f64>)| row[1..].iter().zip(above).map(|(g, up)| g + up).collect();
            let proxies: Vec<Vec<f64>> = rows.iter().zip(&above).map(raised).collect();
            let proxies = (game == Game::ProxyLagrangian && m > 0).then_some(&proxies[..]);
            let table = TableProblem::new("drawn table", &rows, proxies).expect("the rows are a table");
            DrawnProblem { answers: answers(&table), ..DrawnProblem::new(table) }
        })
        .boxed()
}

fn answers(table: &TableProblem) -> Answers {
    let at = |candidate: usize, value: f64| Optimum::at(Enclosure::point(value), point(candidate));
    let largest = |row: &[f64]| row[1..].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = |side: Side, key: &dyn Fn(&[f64]) -> f64| {
        let best = table.rows(side).map(key).enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
        best.filter(|(_, value)| value.is_finite()).map(|(candidate, value)| at(candidate, value))
    };
    let feasible = |row: &[f64]| if largest(row) <= 0.0 { row[0] } else { f64::INFINITY };
    let optimum = least(Side::Constraints, &feasible);
    let least_violation = if optimum.is_none() { least(Side::Constraints, &largest) } else { None };
    Answers { proxy_optimum: least(Side::Proxies, &feasible), mixed_optimum: mixed(table), optimum, least_violation }
}

fn point(candidate: usize) -> Vec<Enclosure> {
    vec![Enclosure::point(candidate as f64)]
}

/// The exact optimal vertex of the linear program over mixtures, if one is feasible.
fn mixed(table: &TableProblem) -> Option<Optimum> {
    let rows = || table.rows(Side::Constraints);
    let mut candidates = Candidates::new(rows().next()?.len() - 1);
    for row in rows() {
        candidates.push(row[0], &row[1..]).expect("the numbers of a table are finite");
    }
    let outcome = shrink(&candidates, &Epsilon::Given(exact(0.0))).expect("there are candidates");
    let Outcome::Optimal(best) = outcome else { return None };
    let atom = |(candidate, weight): (usize, _)| Atom { weight: enclose(weight), point: point(candidate) };
    Some(Optimum {
        value: enclose(&best.objective),
        mixture: best.mixture().map(atom).collect(),
        multipliers: Some(best.duals.iter().map(enclose).collect()),
    })
}
