//! A problem on finitely many points, given by its values.

use super::interval::Interval;
use super::number::{Dyadic, Round::Up};
use super::{Function, Side};
use crate::exact::Rational;

/// The values at the points `theta = (0), (1), ..`.
#[derive(Debug)]
pub(crate) struct Table {
    /// The objective and the constraints.
    pub(crate) rows: Vec<Vec<f64>>,
    pub(crate) proxies: Option<Vec<Vec<f64>>>,
}

impl Table {
    pub(crate) fn new(rows: Vec<Vec<f64>>, proxies: Option<Vec<Vec<f64>>>) -> Result<Self, String> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            return Err("the table has no rows, or a row without an objective".to_owned());
        }
        check("the table", &rows, width)?;
        if let Some(proxies) = &proxies {
            if proxies.len() != rows.len() {
                return Err(format!("the table has {} rows, but {} rows of proxies", rows.len(), proxies.len()));
            }
            check("the proxies of the table", proxies, width.saturating_sub(1))?;
        }
        Ok(Self { rows, proxies })
    }

    pub(crate) fn num_constraints(&self) -> usize {
        self.rows.first().map_or(0, |row| row.len().saturating_sub(1))
    }

    pub(crate) fn has_proxies(&self) -> bool {
        self.proxies.is_some()
    }

    /// The number of the row that a point names, if it names one.
    pub(crate) fn row(&self, theta: &[f64]) -> Option<usize> {
        let [x] = theta else { return None };
        let x = Dyadic::from_double(*x)?;
        let whole = i64::try_from(x.to_fixed(0)).ok()?;
        let row = usize::try_from(whole).ok()?;
        (Dyadic::from_integer(whole) == x && row < self.rows.len()).then_some(row)
    }

    fn double(&self, function: Function, row: usize) -> Option<f64> {
        let rows = self.rows.get(row)?;
        match (function, &self.proxies) {
            (Function::Objective, _) => rows.first().copied(),
            (Function::Proxy(i), Some(proxies)) => proxies.get(row)?.get(i).copied(),
            (Function::Constraint(i) | Function::Proxy(i), _) => rows.get(i.checked_add(1)?).copied(),
        }
    }

    pub(crate) fn value(&self, function: Function, theta: &[f64]) -> Result<Interval, String> {
        let found = self.row(theta).and_then(|row| self.double(function, row)).and_then(Dyadic::from_double);
        found.map(Interval::point).ok_or_else(|| format!("the table has no such value at {theta:?}"))
    }

    pub(crate) fn objective_range(&self) -> Interval {
        let values = self.rows.iter().filter_map(|row| Dyadic::from_double(*row.first()?)).map(Interval::point);
        values.reduce(Interval::hull).unwrap_or(Interval::WHOLE)
    }

    /// Checks that `lower <= f` at every point: by enclosure, else exactly.
    pub(crate) fn verify(&self, side: Side, weights: &[Rational], lower: &Rational) -> Result<(), String> {
        let goal = Dyadic::from_rational(lower, Up);
        let weights: Vec<(Function, Interval, &Rational)> = (0..)
            .zip(weights)
            .filter(|(_, weight)| weight.sign().is_gt())
            .map(|(place, weight)| (side.function(place), Interval::from_rational(weight), weight))
            .collect();
        for row in 0..self.rows.len() {
            let missing = || format!("row {row} of the table has no such value");
            let (mut sum, mut values) = (Interval::ZERO, Vec::with_capacity(weights.len()));
            for (function, weight, _) in &weights {
                let value = self.double(*function, row).ok_or_else(missing)?;
                let enclosed = Dyadic::from_double(value).map(Interval::point).ok_or_else(missing)?;
                sum = sum.plus(enclosed.times(*weight));
                values.push(value);
            }
            if sum.lo >= goal {
                continue;
            }
            let exact = values.iter().zip(&weights).try_fold(Rational::zero(), |sum, (&value, (_, _, weight))| {
                Some(&sum + &(&Rational::from_double(value)? * weight))
            });
            if sum.hi < goal || exact.is_none_or(|value| value < *lower) {
                return Err(format!("row {row} of the table: the function is below the bound"));
            }
        }
        Ok(())
    }
}

fn check(name: &str, rows: &[Vec<f64>], width: usize) -> Result<(), String> {
    for (number, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(format!("row {number} of {name} has {} numbers instead of {width}", row.len()));
        }
        if !row.iter().all(|x| x.is_finite()) {
            return Err(format!("row {number} of {name} has a number that is not finite"));
        }
    }
    Ok(())
}
