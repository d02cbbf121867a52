//! The members of a mixture, as marks on a chart.

use super::{Look, Series};
use crate::shrink::Atom;

/// Marks of a chart: more are hard to tell apart.
const MOST: usize = 8;

/// Longer fractions are given as decimals only.
const SHORT: usize = 9;

/// A series for each of the heaviest members, in their order, and one for the others; and what to say of these.
pub(super) fn marks(
    what: &str,
    support: &[Atom],
    place: impl Fn(usize) -> (f64, f64),
) -> (Vec<Series>, Option<String>) {
    let mut order: Vec<&Atom> = support.iter().collect();
    order.sort_by(|a, b| b.weight.cmp(&a.weight)); // of equals the first
    let (named, others) = order.split_at(order.len().min(MOST));
    let mut named = named.to_vec();
    named.sort_by_key(|atom| atom.candidate);
    let mark = |(n, atom): (usize, &&Atom)| Series {
        name: format!("{what} {}, weight {}", atom.candidate, weight(atom)),
        points: vec![place(atom.candidate)],
        look: Look::Points(n),
    };
    let mut series: Vec<Series> = named.iter().enumerate().map(mark).collect();
    if others.is_empty() {
        return (series, None);
    }
    let points = others.iter().map(|atom| place(atom.candidate)).collect();
    series.push(Series {
        name: format!("{} others of the mixture", others.len()),
        points,
        look: Look::Rings(MOST - 1),
    });
    (series, Some(format!("the mixture has {}, of which the {MOST} of the largest weight are named", support.len())))
}

fn weight(atom: &Atom) -> String {
    let (exact, value) = (atom.weight.to_string(), atom.weight.to_f64().value());
    let about = if value < 5e-4 { format!("about {value:.0e}") } else { format!("about {value:.3}") };
    match exact.len() {
        1 => exact, // it is 1
        length if length <= SHORT => format!("{exact}, {about}"),
        _ => about,
    }
}
