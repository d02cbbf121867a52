//! How the constraints of a problem stand to each other, and to the domain.

use super::domain::{fractions, inside};
use super::draft::{Dominates, Draft, Row, value_at};
use super::formula::{Class, Formula};
use super::network::network;
use super::problems::{Ask, Kind};
use super::shapes::{affine, convex, formula};
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Grade;
use crate::problem::families::{Answers, number};
use crate::problem::{Facts, Margin};
use proptest::prelude::*;

/// How the constraints of a problem stand to each other.
#[derive(Clone, Copy, Debug)]
enum Situation {
    /// A point satisfies all of them, by so much.
    Margin(f64),
    /// One of them is at most 0 at one point only.
    Touching,
    /// One of them is above 0 everywhere.
    Infeasible,
    /// One of them is below 0 everywhere.
    Redundant,
    /// Two of them cannot hold at once, though each can.
    Contradictory,
    /// Two of them mirror each other.
    Equality,
    /// One of them is another one times 2.
    Repeated,
}

fn situation(ask: Ask) -> BoxedStrategy<Situation> {
    use Situation::{Contradictory, Equality, Infeasible, Margin, Redundant, Repeated, Touching};
    let margin = (1..=8).prop_map(|k| Margin(f64::from(k) / 16.0));
    if ask.with_margin {
        return margin.boxed();
    }
    let others = proptest::sample::select(vec![Redundant, Repeated, Touching, Equality, Infeasible, Contradictory]);
    prop_oneof![1 => margin, 1 => others].boxed()
}

fn spoiling(ask: Ask) -> BoxedStrategy<Dominates> {
    if ask.dominated {
        return Just(Dominates::Everywhere).boxed();
    }
    prop_oneof![8 => Just(Dominates::Everywhere), 1 => Just(Dominates::OnAverage), 1 => Just(Dominates::Nowhere)]
        .boxed()
}

/// A problem of a kind in a random situation.
pub(super) fn arrangement(ask: Ask, kind: Kind, domain: AnyDomain, rows: Vec<Row>) -> BoxedStrategy<(Draft, Answers)> {
    let dim = domain.dim();
    // Where not the objective but a constraint is what is certainly not convex, the objective may be anything.
    let free = prop_oneof![network(dim), formula(Class::Difference, dim), formula(Class::Neither, dim), convex(dim)];
    let free = proptest::option::of(free);
    let parts = (kind.objective(&domain), free, situation(ask), fractions(dim), spoiling(ask), affine(dim));
    parts
        .prop_map(move |(surely, free, situation, fractions, dominates, line)| {
            let mut rows = rows.clone();
            if let Some(first) = rows.first_mut() {
                *first = first.clone().spoiled(dominates, &domain);
            }
            let objective = match free {
                // The first two may be replaced.
                Some(free) if kind == Kind::General && rows.len() > 2 => {
                    rows.pop();
                    rows.push(surely.into());
                    free
                }
                _ => surely,
            };
            let line = match rows.first() {
                Some(first) if matches!(kind, Kind::General | Kind::Finite) => first.function.clone(),
                _ => line,
            };
            let point = inside(&domain, &fractions);
            let facts = arrange(kind, situation, &mut rows, &line, &point);
            (Draft { domain: domain.clone(), objective, rows, facts }, Answers::default())
        })
        .boxed()
}

/// Moves the constraints up or down so that the situation is as asked, at the point and with the line that two of
/// them may lie on either side of. Says which margin there is.
fn arrange(kind: Kind, situation: Situation, rows: &mut [Row], line: &Formula, point: &[f64]) -> Facts {
    let planned = if let Situation::Margin(margin) = situation { margin } else { 0.125 };
    for row in rows.iter_mut() {
        let level = value_at(row.seen(), point).hi() + planned;
        *row = row.clone().minus(level);
    }
    let level = value_at(line, point).midpoint();
    let pair = |by: f64| [line.clone().minus(level - by).into(), line.clone().negated().minus(-level - by).into()];
    match (situation, &mut *rows) {
        (Situation::Infeasible, [first, ..]) => *first = lifted(first, 1.0),
        (Situation::Redundant, [first, ..]) => *first = lifted(first, -1.0),
        (Situation::Repeated, [first, second, ..]) => *second = first.clone().twice(),
        (Situation::Touching, [first, ..]) if kind != Kind::Concave => {
            let square = |(j, &x): (usize, &f64)| format!("(x{} - {})^2", j + 1, number(x));
            let squares: Vec<_> = point.iter().enumerate().map(square).collect();
            *first = Formula::of(squares.join(" + "), Class::Convex, true, 16.0 * point.len() as f64).into();
        }
        (Situation::Contradictory, [first, second, ..]) => [*first, *second] = pair(0.25),
        (Situation::Equality | Situation::Touching, [first, second, ..]) => [*first, *second] = pair(0.0),
        _ => {}
    }
    let highest = rows.iter().map(|row| value_at(row.seen(), point).hi()).reduce(f64::max);
    let margin = |highest: f64| Margin { value: -highest, point: Some(point.to_vec()), grade: Grade::Proved };
    Facts { margin: highest.filter(|highest| *highest < 0.0).map(margin), ..Facts::UNKNOWN }
}

/// Moved to above 0, or below 0, on all of `[-2, 2]^d`.
fn lifted(row: &Row, sign: f64) -> Row {
    let bound = row.function.bound.max(row.seen().bound) + 0.25;
    row.clone().minus(-sign * bound)
}
