//! Constraints on rates, and their hinges.

use super::cells::{Cells, FIRST_TERM};
use super::recipe::Test;
use super::scores::{Hinges, Part};
use crate::exact::Rational;
use crate::json::{Flaw, Form, Node};
use crate::mixed::Weights;
use crate::report::{Reason, Refusal, shown};
use crate::solution::too_long;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeSet;

/// The test of a set that is not there, which does not happen.
static NO_TEST: Test = Test(Vec::new());

/// The constraints of a file, and the tests of their terms, of which equal ones are kept once.
#[derive(Debug)]
pub(crate) struct Forms {
    pub(super) forms: Vec<OneForm>,
    pub(super) sets: Vec<Test>,
}

#[derive(Debug)]
pub(super) struct OneForm {
    pub(super) name: String,
    pub(super) constant: Rational,
    /// Coefficients and sets.
    terms: Vec<(Rational, usize)>,
}

impl Forms {
    pub(crate) fn read(node: Node) -> Form<Self> {
        let (mut forms, mut sets, mut names) = (Vec::new(), Vec::new(), BTreeSet::new());
        for node in node.list("constraints")? {
            let line = node.line;
            let mut fields = node.object("constraints")?;
            let name = fields.need("name")?.text("name")?.to_owned();
            if !names.insert(name.clone()) {
                return Err(Flaw::at(line, format!("the constraint `{}` stands twice", shown(&name))));
            }
            let constant = fields.need("constant")?.rational("constant")?;
            let mut terms = Vec::new();
            for node in fields.need("terms")?.list("terms")? {
                let mut term = node.object("terms")?;
                let coefficient = term.need("coefficient")?.rational("coefficient")?;
                let test = Test::read(term.need("rows")?, "rows")?;
                term.finish()?;
                let place = sets.iter().position(|known| *known == test).unwrap_or(sets.len());
                if place == sets.len() {
                    sets.push(test);
                }
                terms.push((coefficient, place.saturating_add(FIRST_TERM)));
            }
            fields.finish()?;
            if terms.is_empty() {
                return Err(Flaw::at(line, format!("the constraint `{}` has no terms", shown(&name))));
            }
            forms.push(OneForm { name, constant, terms });
        }
        Ok(Self { forms, sets })
    }

    pub(super) fn len(&self) -> usize {
        self.forms.len()
    }

    /// The coefficients and tests of a constraint.
    pub(super) fn terms<'a>(&'a self, form: &'a OneForm) -> impl ExactSizeIterator<Item = (&'a Rational, &'a Test)> {
        let test = |set: usize| set.checked_sub(FIRST_TERM).and_then(|place| self.sets.get(place));
        form.terms.iter().map(move |(coefficient, set)| (coefficient, test(*set).unwrap_or(&NO_TEST)))
    }

    pub(super) fn name(&self, i: usize) -> String {
        self.forms.get(i).map_or_else(String::new, |form| shown(&form.name))
    }

    /// The constraints on these rows; `file` is the one that they stand in.
    pub(super) fn on(&self, cells: &Cells, file: &str) -> Result<Vec<Constraint>, Refusal> {
        self.forms.iter().map(|form| form.on(cells, file)).collect()
    }
}

impl OneForm {
    /// What the constraint is at least and at most, because a rate is between 0 and 1; `None` if that is too long.
    pub(super) fn range(&self) -> Option<(Rational, Rational)> {
        let with = |negative: bool| {
            let terms = self.terms.iter().map(|(coefficient, _)| coefficient).filter(|c| c.sign().is_lt() == negative);
            Some(Weights::new(std::iter::once(&self.constant).chain(terms))?.sum())
        };
        Some((with(true)?, with(false)?))
    }

    fn on(&self, cells: &Cells, file: &str) -> Result<Constraint, Refusal> {
        let (mut weights, mut terms) = (vec![self.constant.clone()], Vec::new());
        for (number, (coefficient, set)) in (1..).zip(&self.terms) {
            let size = cells.size(*set);
            let weight = coefficient.checked_div(&Rational::from_integer(size)).ok_or_else(|| {
                let field = format!("constraints, `{}`", shown(&self.name));
                Refusal::rejected(field, Reason::Recipe, format!("no row satisfies the test of term {number} (from 1)"))
            })?;
            weights.push(weight);
            terms.push(Term { set: *set, size, is_negative: coefficient.sign().is_lt() });
        }
        let weights = Weights::new(&weights).ok_or_else(|| too_long(file, "constraints"))?;
        Ok(Constraint { weights, terms })
    }
}

/// A constraint on known rows. Its weights, over one denominator, are the constant and the coefficients over the sizes
/// of their sets.
#[derive(Debug)]
pub(super) struct Constraint {
    weights: Weights,
    terms: Vec<Term>,
}

#[derive(Debug)]
struct Term {
    set: usize,
    size: u64,
    is_negative: bool,
}

impl Term {
    /// The hinge goes up with the rate if the coefficient is not negative, else down.
    fn part(&self) -> Part {
        Part { set: self.set, is_plus: !self.is_negative }
    }
}

impl Constraint {
    /// The constant plus the weights times the sums over their sets, which come in this unit.
    fn value(&self, unit: &BigInt, sum: impl Fn(&Term) -> BigInt) -> Rational {
        let mut values = vec![unit.clone()];
        values.extend(self.terms.iter().map(sum));
        self.weights.dot_whole(&values, unit)
    }

    /// The constraint, from the number of rows with a positive score in each set, times a unit: `g(theta)` with the
    /// unit 1, the mean of a mixture with the denominator of its weights.
    pub(super) fn rate(&self, unit: &BigInt, positives: &[BigInt]) -> Rational {
        self.value(unit, |term| positives.get(term.set).cloned().unwrap_or_default())
    }

    /// The hinge: where the coefficient is negative, the rate is at least 1 less the mean of `max(0, 1 - s)`.
    pub(super) fn hinge(&self, hinges: &Hinges) -> Rational {
        let unit = hinges.unit();
        self.value(&unit, |term| {
            let sum = hinges.of(term.part());
            if term.is_negative { &unit * term.size - sum } else { sum }
        })
    }

    /// What the hinge is made of: its parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> {
        self.terms.iter().map(Term::part)
    }

    /// The hinge as a constant plus positive multiples of sums of `max(0, 1 + sign s)`: what both are times the
    /// denominator, and the denominator.
    pub(super) fn hinge_weights(&self) -> (BigInt, Vec<(Part, BigInt)>, &BigInt) {
        let (numerators, denominator) = self.weights.parts();
        let mut constant = numerators.first().cloned().unwrap_or_default();
        let mut weights = Vec::with_capacity(self.terms.len());
        for (term, weight) in self.terms.iter().zip(numerators.iter().skip(1)) {
            if weight.sign() == Sign::Minus {
                constant += weight * term.size;
            }
            weights.push((term.part(), BigInt::from(weight.magnitude().clone())));
        }
        (constant, weights, denominator)
    }
}
