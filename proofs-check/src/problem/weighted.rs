//! The function that is bounded: `f = sum_k mu_k F_k`, with exact weights.

use super::exact_value;
use super::interval::Interval;
use super::number::{Dyadic, Round::Up};
use super::slopes::{Kinks, slopes};
use super::tape::Program;
use crate::exact::Rational;

/// The weighted sum of functions, on one list of operations. Functions of weight 0 are not part of it.
pub(crate) struct Weighted {
    pub(crate) program: Program,
    /// What the functions are called, for messages.
    pub(crate) names: Vec<String>,
    weights: Vec<Rational>,
    enclosures: Vec<Interval>,
    pub(crate) variables: usize,
}

/// Room for one evaluation, used again and again.
#[derive(Default)]
pub(crate) struct Room {
    pub(crate) values: Vec<Interval>,
    adjoints: Vec<Interval>,
}

impl Weighted {
    /// The sum; one name and one weight for each root of the program.
    pub(crate) fn new(program: Program, names: Vec<String>, weights: Vec<Rational>, variables: usize) -> Self {
        let enclosures = weights.iter().map(Interval::from_rational).collect();
        Self { program, names, weights, enclosures, variables }
    }

    /// The same weights of other functions.
    pub(crate) fn with_program(&self, program: Program) -> Self {
        Self::new(program, self.names.clone(), self.weights.clone(), self.variables)
    }

    /// Encloses `f` over a box, and leaves all values in the room.
    ///
    /// # Errors
    /// Why `f` may have no value there.
    pub(crate) fn evaluate(&self, point: &[Interval], room: &mut Room) -> Result<Interval, &'static str> {
        self.program.evaluate(point, &mut room.values)?;
        let terms = self.program.results(&room.values).zip(&self.enclosures);
        Ok(terms.fold(Interval::ZERO, |sum, (value, weight)| sum.plus(value.times(*weight))))
    }

    /// The slopes of `f` over the box of the last evaluation.
    pub(crate) fn slopes(&self, kinks: Kinks, room: &mut Room) -> Vec<Interval> {
        let mut into = vec![Interval::ZERO; self.variables];
        slopes(&self.program, &room.values, &self.enclosures, kinks, &mut room.adjoints, &mut into);
        into
    }

    /// The same, function by function: `sum_k mu_k S_k`. Neither is always the narrower one. A weight that is no dyadic
    /// number is an interval, and taken jointly it blurs the sign of a slope that is 0 at one end.
    pub(crate) fn slopes_apart(&self, kinks: Kinks, room: &mut Room) -> Vec<Interval> {
        let mut sums = vec![Interval::ZERO; self.variables];
        let mut part = sums.clone();
        let mut seeds = vec![Interval::ZERO; self.enclosures.len()];
        for (k, &weight) in self.enclosures.iter().enumerate() {
            seeds.fill(Interval::ZERO);
            if let Some(seed) = seeds.get_mut(k) {
                *seed = Interval::ONE;
            }
            slopes(&self.program, &room.values, &seeds, kinks, &mut room.adjoints, &mut part);
            for (sum, slope) in sums.iter_mut().zip(&part) {
                *sum = sum.plus(slope.times(weight));
            }
        }
        sums
    }

    /// Whether `lower <= f` at a point: by enclosure, else exactly.
    ///
    /// # Errors
    /// Why that does not follow.
    pub(crate) fn is_bounded_at(&self, point: &[Dyadic], lower: &Rational, room: &mut Room) -> Result<(), String> {
        let sides: Vec<Interval> = point.iter().map(|&x| Interval::point(x)).collect();
        let value = self.evaluate(&sides, room).map_err(|why| format!("the function may have no value: {why}"))?;
        let exact = || {
            let values = exact_value::at_point(&self.program, point)?;
            let terms = values.iter().zip(&self.weights);
            Some(terms.fold(Rational::zero(), |sum, (value, weight)| &sum + &(value * weight)))
        };
        if value.lo >= Dyadic::from_rational(lower, Up) || exact().is_some_and(|value| *lower <= value) {
            return Ok(());
        }
        Err("the function is below the bound".to_owned())
    }
}
