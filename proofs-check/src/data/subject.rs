//! What a fit or a problem over data is about, in words that come from its terms, and compared with another.

use super::constraint::Forms;
use super::recipe::{Asks, Atom, Recipe, Test};
use crate::decimal;
use crate::exact::Rational;
use crate::same_problem::{Difference, same, same_doubles};
use std::fmt;

/// Rows, and constraints on rates over them.
pub(crate) struct OverData<'a> {
    pub(crate) recipe: &'a Recipe,
    pub(crate) constraints: &'a Forms,
    /// A fit does not say where its models come from.
    pub(crate) models: Option<Models>,
}

/// Over which models a problem is, and by which functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Models {
    pub(crate) radius: f64,
    pub(crate) has_rates: bool,
    pub(crate) has_proxies: bool,
}

impl Recipe {
    pub(crate) fn label(&self) -> String {
        self.label.to_string()
    }

    /// How many features a row has.
    pub(crate) fn num_features(&self) -> usize {
        self.features.len()
    }
}

impl Models {
    /// What the constraints are.
    pub(crate) fn functions(self) -> &'static str {
        match (self.has_rates, self.has_proxies) {
            (true, true) => "rates, with their hinges as proxies",
            (true, false) => "rates",
            (false, _) => "the hinges of rates",
        }
    }
}

impl OverData<'_> {
    /// Checks that another problem is this one.
    pub(crate) fn compare(&self, wanted: &Self) -> Result<(), Difference> {
        let (ours, theirs) = (self.recipe, wanted.recipe);
        if !ours.sha256.eq_ignore_ascii_case(&theirs.sha256) {
            return Err(Difference::new(&"data, digest", &ours.sha256, &theirs.sha256));
        }
        same(&"data, rows", &ours.rows, &theirs.rows)?;
        same(&"data, label", &ours.label, &theirs.label)?;
        same(&"data, number of features", &ours.features.len(), &theirs.features.len())?;
        for (number, (a, b)) in (1..).zip(ours.features.iter().zip(&theirs.features)) {
            same(&format_args!("data, feature {number}"), a, b)?;
        }
        if let (Some(a), Some(b)) = (self.models, wanted.models) {
            same_doubles(&[a.radius], &[b.radius], |_| "radius of the ball of models".to_owned())?;
            if a != b {
                return Err(Difference::new(&"functions", a.functions(), b.functions()));
            }
        }
        self.constraints.compare(wanted.constraints)
    }
}

impl Forms {
    /// Checks that other constraints are these, names apart.
    pub(crate) fn compare(&self, wanted: &Self) -> Result<(), Difference> {
        same(&"number of constraints", &self.len(), &wanted.len())?;
        for (i, (ours, theirs)) in (1..).zip(self.forms.iter().zip(&wanted.forms)) {
            same_fractions(&format_args!("constraint {i}, constant"), &ours.constant, &theirs.constant)?;
            let (a, b) = (self.terms(ours), wanted.terms(theirs));
            same(&format_args!("constraint {i}, number of terms"), &a.len(), &b.len())?;
            for (k, (a, b)) in (1..).zip(a.zip(b)) {
                same_fractions(&format_args!("constraint {i}, coefficient of term {k}"), a.0, b.0)?;
                same(&format_args!("constraint {i}, rows of term {k}"), a.1, b.1)?;
            }
        }
        Ok(())
    }

    /// The names of the constraints, and what they are by their terms.
    pub(crate) fn in_words(&self) -> impl Iterator<Item = (&str, String)> {
        self.forms.iter().map(|form| {
            let mut text = String::new();
            if !form.constant.sign().is_eq() {
                text.push_str(&fraction(&form.constant));
            }
            for (coefficient, rows) in self.terms(form) {
                let is_negative = coefficient.sign().is_lt();
                text.push_str(match (text.is_empty(), is_negative) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                });
                let size = if is_negative { -coefficient } else { coefficient.clone() };
                if size != Rational::one() {
                    text.push_str(&fraction(&size));
                    text.push(' ');
                }
                text.extend(["P[", &rows.to_string(), "]"]);
            }
            (form.name.as_str(), text)
        })
    }
}

fn same_fractions(field: &dyn fmt::Display, found: &Rational, wanted: &Rational) -> Result<(), Difference> {
    if found == wanted { Ok(()) } else { Err(Difference::new(field, fraction(found), fraction(wanted))) }
}

/// A fraction as a file has it, unless that cannot be read.
fn fraction(x: &Rational) -> String {
    const READABLE_BITS: u64 = 200;
    let is_short = x.numerator().bits().max(x.denominator().bits()) <= READABLE_BITS;
    if is_short { x.to_string() } else { decimal::number(x) }
}

/// A text of the data: in quotation marks unless it cannot be taken for anything else.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !text.is_empty() && text.chars().all(is_plain) { text.to_owned() } else { format!("{text:?}") }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = quoted(&self.column);
        let all = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
        match &self.asks {
            Asks::Equals(texts) if texts.len() == 1 => write!(f, "{column} = {}", all(texts)),
            Asks::Equals(texts) => write!(f, "{column} in {{{}}}", all(texts)),
            Asks::Differs(texts) if texts.len() == 1 => write!(f, "{column} != {}", all(texts)),
            Asks::Differs(texts) => write!(f, "{column} not in {{{}}}", all(texts)),
            Asks::Between { above, at_most } => {
                if let Some(above) = above {
                    write!(f, "{} < ", decimal::plain(*above))?;
                }
                write!(f, "{column}")?;
                at_most.map_or(Ok(()), |at_most| write!(f, " <= {}", decimal::plain(at_most)))
            }
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("all rows");
        }
        for (i, atom) in self.0.iter().enumerate() {
            write!(f, "{}{atom}", if i > 0 { " and " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/inside/data/subject.rs"]
mod tests;
