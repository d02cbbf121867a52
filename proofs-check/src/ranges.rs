//! The evidence `ranges` (section 6 of the specification): a lower bound from what each function is at least.

use crate::about::dozen;
use crate::certificate::Certificate;
use crate::csv::{Column, Game, Row};
use crate::decimal::{as_in_the_file, number, plain};
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Flaw, Form, Node};
use crate::problem::{Function, Problem};
use std::collections::BTreeMap;
use std::fmt;

/// What the functions of some columns are at least and, where that is said, at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranges(BTreeMap<Column, (f64, Option<f64>)>);

impl Ranges {
    pub(crate) fn read(node: Node) -> Form<Self> {
        let (line, mut ranges) = (node.line, BTreeMap::new());
        for node in node.list("ranges")? {
            let line = node.line;
            let mut fields = node.object("ranges")?;
            let column = Column::of_values(fields.need("column")?.text("column")?);
            let lo = fields.need("lo")?.number("lo")?;
            let hi = fields.optional("hi", |node| node.number("hi"))?;
            fields.finish()?;
            let Some(column) = column else {
                return Err(Flaw::at(line, "`column` must be `objective`, `constraint_i` or `proxy_i`"));
            };
            if hi.is_some_and(|hi| lo > hi) {
                return Err(Flaw::at(line, format!("the `lo` of the range of `{column}` is above its `hi`")));
            }
            if ranges.insert(column, (lo, hi)).is_some() {
                return Err(Flaw::at(line, format!("`{column}` has two ranges: keep one of the two")));
            }
        }
        if ranges.is_empty() { Err(Flaw::at(line, "`ranges` must have at least one range")) } else { Ok(Self(ranges)) }
    }

    /// What the form demands beside a trace of this game with so many constraints.
    pub(crate) fn fit(&self, game: Game, constraints: usize, problem: Option<&Problem>) -> Result<(), String> {
        if problem.is_some_and(|problem| !problem.is_over_data()) {
            return Err(
                "the evidence `ranges` of `given.lower_bound` has a place beside a problem over data only".to_owned()
            );
        }
        let fits = |column: &Column| match *column {
            Column::Proxy(i) => game == Game::Proxy && i <= constraints,
            Column::Value(i) => i <= constraints,
            Column::Lambda(_) | Column::Theta(_) => false,
        };
        let odd = self.0.keys().find(|column| !fits(column));
        odd.map_or(Ok(()), |column| {
            Err(format!("`ranges` has `{column}`, but a trace of this kind has no such column"))
        })
    }

    /// Checks that the ranges give the lower bound of a certificate at the mean multipliers, that of the objective first.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        weights: &[Rational],
        has_proxies: bool,
        lower: &Rational,
    ) -> Result<(), String> {
        if let Some(column) = self.0.keys().find(|column| !has_proxies && matches!(column, Column::Proxy(_))) {
            return Err(format!("`{column}` has a range, but the trace has no such column"));
        }
        let apart = certificate.equalities.apart(weights);
        let weights = match &certificate.problem {
            None => &apart,
            // Its functions are not shown to be opposite, so all of their multipliers counts.
            Some(problem) => {
                self.0.iter().try_for_each(|(column, range)| check_fact(problem, *column, *range))?;
                weights
            }
        };
        let mut bound = Rational::zero();
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.sign().is_eq()) {
            let sees_proxy = place > 0 && has_proxies && certificate.game == Game::Proxy;
            let column = if sees_proxy { Column::Proxy(place) } else { Column::Value(place) };
            let lo = self.0.get(&column).and_then(|(lo, _)| Rational::from_double(*lo));
            let lo = lo.ok_or_else(|| format!("`{column}` counts in the bound but has no range"))?;
            bound = &bound + &(weight * &lo);
        }
        if *lower <= bound {
            return Ok(());
        }
        let (found, lower) = (number(&bound), as_in_the_file(lower));
        Err(format!("the ranges give {found}, which is below the recorded {lower}"))
    }

    /// The largest distance of a value from its range, of no round yet.
    pub(crate) fn seen(&self) -> Seen<'_> {
        let nothing = [(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY)];
        Seen { ranges: self, extremes: vec![nothing; self.0.len()] }
    }
}

/// Checks that a range is a fact (section 12 of the specification).
fn check_fact(problem: &Problem, column: Column, (lo, hi): (f64, Option<f64>)) -> Result<(), String> {
    let function = match column {
        Column::Value(i) => i.checked_sub(1).map_or(Function::Objective, Function::Constraint),
        Column::Proxy(i) | Column::Lambda(i) | Column::Theta(i) => Function::Proxy(i.saturating_sub(1)),
    };
    let (least, most) = problem.known_range(function).ok_or_else(|| format!("`{column}` has no known range"))?;
    if Rational::from_double(lo).is_none_or(|lo| lo > least) {
        return Err(format!("`{column}` is known to be at least {}, not {lo:?}", number(&least)));
    }
    let reaches = |hi: f64| Rational::from_double(hi).zip(most.as_ref()).is_some_and(|(hi, most)| hi >= *most);
    match hi {
        Some(hi) if !reaches(hi) => Err(format!("`{column}` is not known to be at most {hi:?}")),
        _ => Ok(()),
    }
}

/// The least and the largest values so far in the columns of ranges, each by ends: nothing else decides the distance.
pub(crate) struct Seen<'a> {
    ranges: &'a Ranges,
    extremes: Vec<[(f64, f64); 2]>,
}

impl Seen<'_> {
    pub(crate) fn add(&mut self, row: &Row) {
        for (column, [least, most]) in self.ranges.0.keys().zip(&mut self.extremes) {
            if let Some((a, b)) = row.value(*column) {
                *least = (least.0.min(a), least.1.min(b));
                *most = (most.0.max(a), most.1.max(b));
            }
        }
    }

    /// `D`.
    pub(crate) fn distance(&self) -> Interval {
        let point = |x: f64| Interval::from_doubles((x, x));
        let mut distance = Interval::zero();
        for ((lo, hi), [least, most]) in self.ranges.0.values().zip(&self.extremes) {
            let below = point(*lo).zip(Interval::from_doubles(*least)).map(|(lo, least)| &lo - &least);
            let above = hi.and_then(point).zip(Interval::from_doubles(*most)).map(|(hi, most)| &most - &hi);
            distance = below.into_iter().chain(above).fold(distance, |distance, beyond| distance.max(&beyond));
        }
        distance
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |(column, (lo, hi)): (&Column, &(f64, Option<f64>))| match hi {
            None => format!("{column} >= {}", plain(*lo)),
            Some(hi) => format!("{column} in [{}, {}]", plain(*lo), plain(*hi)),
        };
        f.write_str(&dozen(self.0.iter().map(range)))
    }
}
