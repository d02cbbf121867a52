//! A constraint that was read, and what it means over a table.
//!
//! What a constraint means depends on the rows: `error(G)` weighs the labels of `G` by their numbers. So it is
//! kept as it was read, and asked anew for the training rows and for others.

use super::placed;
use super::rate::{Fractions, Rate, RateKind};
use crate::data::Table;
use crate::error::{Error, Result};
use crate::game::{Atom, RateConstraint, Term};
use dashu_ratio::RBig;

/// What the words of a constraint are about.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    /// The rows.
    pub table: &'a Table,
    /// The label `+`.
    pub label: &'a Atom,
    /// Where the reference model says `+`, for churn.
    pub reference: Option<&'a Atom>,
}

/// A linear constraint on rates, as it was read: `constant + sum of coefficient * rate <= 0`.
#[derive(Clone, Debug)]
pub struct ParsedConstraint {
    text: String,
    constant: RBig,
    rates: Vec<(RBig, Rate)>,
}

impl ParsedConstraint {
    pub(super) fn new(text: &str, constant: RBig, rates: Vec<(RBig, Rate)>) -> Result<Self> {
        if rates.len() > 1
            && let Some((_, precision)) = rates.iter().find(|(_, rate)| rate.kind == RateKind::Precision)
        {
            let message =
                "precision may stand only as the one rate of a constraint, compared with a number: use tp and fp";
            return Err(Error::new(message).at_column(precision.column));
        }
        Ok(Self { text: text.to_owned(), constant, rates })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The constraint over the rows of a table.
    ///
    /// # Errors
    /// If it names a column or a text that is not there, a rate is about no row, or it says nothing about a model.
    pub fn on(&self, meaning: &Meaning<'_>) -> Result<RateConstraint> {
        self.fractions(meaning).map_err(|error| placed(error, &self.text))
    }

    fn fractions(&self, meaning: &Meaning<'_>) -> Result<RateConstraint> {
        let mut total = Fractions { constant: self.constant.clone(), terms: Vec::new() };
        for (coefficient, rate) in &self.rates {
            if rate.kind == RateKind::Precision {
                // b + a precision <= 0, times tp + fp >= 0.
                let of = |kind| Rate { kind, ..rate.clone() }.fractions(meaning);
                let b = std::mem::take(&mut total.constant);
                total.add(&(coefficient + &b), of(RateKind::SharePositiveRight)?);
                total.add(&b, of(RateKind::SharePositiveWrong)?);
            } else {
                total.add(coefficient, rate.fractions(meaning)?);
            }
        }
        let terms: Vec<Term> = total.terms.into_iter().filter(|term| term.coefficient != RBig::ZERO).collect();
        if terms.is_empty() {
            return Err(Error::new(
                "over these rows both sides differ by a number only, so it says nothing about a model",
            ));
        }
        Ok(RateConstraint { name: self.text.clone(), constant: total.constant, terms })
    }
}
