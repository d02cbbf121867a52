//! What a fit or a problem over data is about, in words that come from its terms, and compared with another.

use super::constraint::Forms;
use super::recipe::{Asks, Atom, Recipe, Test};
use crate::decimal;
use crate::exact::Rational;
use crate::same_problem::Difference;
use std::cmp::Ordering;
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
    pub(crate) fn sha256(&self) -> &str {
        &self.sha256
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

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
    /// Where another problem first differs from this one.
    pub(crate) fn first_difference(&self, wanted: &Self) -> Option<Difference> {
        let (ours, theirs) = (self.recipe, wanted.recipe);
        let differ = |field: &str, a: String, b: String| Difference::new(format!("data, {field}"), a, b);
        if !ours.sha256.eq_ignore_ascii_case(&theirs.sha256) {
            return Some(differ("digest", ours.sha256.clone(), theirs.sha256.clone()));
        }
        if ours.rows != theirs.rows {
            return Some(differ("rows", ours.rows.to_string(), theirs.rows.to_string()));
        }
        if ours.label != theirs.label {
            return Some(differ("label", ours.label.to_string(), theirs.label.to_string()));
        }
        let (a, b) = (ours.features.len(), theirs.features.len());
        if a != b {
            return Some(differ("number of features", a.to_string(), b.to_string()));
        }
        let mut features = (1..).zip(ours.features.iter().zip(&theirs.features));
        if let Some((number, (a, b))) = features.find(|(_, (a, b))| a != b) {
            return Some(differ(&format!("feature {number}"), a.to_string(), b.to_string()));
        }
        if let (Some(a), Some(b)) = (self.models, wanted.models) {
            let radius = |models: Models| decimal::plain(models.radius);
            if a.radius.partial_cmp(&b.radius) != Some(Ordering::Equal) {
                return Some(Difference::new("radius of the ball of models", radius(a), radius(b)));
            }
            if a != b {
                return Some(Difference::new("functions", a.functions(), b.functions()));
            }
        }
        self.constraints.first_difference(wanted.constraints)
    }
}

impl Forms {
    /// Where other constraints first differ from these, names apart.
    pub(crate) fn first_difference(&self, wanted: &Self) -> Option<Difference> {
        let (a, b) = (self.len(), wanted.len());
        if a != b {
            return Some(Difference::new("number of constraints", a.to_string(), b.to_string()));
        }
        for (i, (ours, theirs)) in (1..).zip(self.forms.iter().zip(&wanted.forms)) {
            let differ = |field: &str, a: String, b: String| Difference::new(format!("constraint {i}, {field}"), a, b);
            if ours.constant != theirs.constant {
                return Some(differ("constant", fraction(&ours.constant), fraction(&theirs.constant)));
            }
            let (a, b) = (self.terms(ours), wanted.terms(theirs));
            if a.len() != b.len() {
                return Some(differ("number of terms", a.len().to_string(), b.len().to_string()));
            }
            for (k, (a, b)) in (1..).zip(a.zip(b)) {
                if a.0 != b.0 {
                    return Some(differ(&format!("coefficient of term {k}"), fraction(a.0), fraction(b.0)));
                }
                if a.1 != b.1 {
                    return Some(differ(&format!("rows of term {k}"), a.1.to_string(), b.1.to_string()));
                }
            }
        }
        None
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
