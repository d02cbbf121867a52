//! What the fuzzer calls: formulas over a box and at a point.

use super::exact_value;
use super::expression;
use super::expressions::value_over;
use super::interval::Interval;
use super::number::Dyadic;
use super::tape::{Program, Tape};
use crate::exact::Rational;

pub(crate) fn compile(text: &str, variables: &[String]) -> Result<Program, String> {
    let mut tape = Tape::default();
    let root = expression::read(text, variables, &mut tape)?;
    Ok(tape.program(&[root]))
}

pub(crate) fn enclose(text: &str, variables: &[String], sides: &[(f64, f64)]) -> Result<[Option<Rational>; 2], String> {
    let sides = sides.iter().map(|&(lo, hi)| Interval::from_doubles(lo, hi)).collect::<Option<Vec<_>>>();
    let value = value_over(&compile(text, variables)?, &sides.ok_or("a side is no interval")?)?;
    Ok([value.lo.to_rational(), value.hi.to_rational()])
}

pub(crate) fn exact(text: &str, variables: &[String], point: &[f64]) -> Result<Option<Rational>, String> {
    let point = point.iter().map(|&x| Dyadic::from_double(x)).collect::<Option<Vec<_>>>();
    let values = exact_value::at_point(&compile(text, variables)?, &point.ok_or("a coordinate is not finite")?);
    Ok(values.and_then(|values| values.into_iter().next()))
}
