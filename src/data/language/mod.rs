//! The language of constraints: `tpr(sex=Female) >= 0.95 * tpr()`.
//!
//! ```text
//! constraint = sum ( "<=" | ">=" ) sum | form
//! sum        = product { ( "+" | "-" ) product }
//! product    = factor { ( "*" | "/" ) factor }         linear: of two factors one is a number, a divisor always is
//! factor     = "-" factor | "(" sum ")" | number | rate "(" [ group ] ")"
//! group      = condition { "&" condition }
//! condition  = column ( "=" | "!=" ) text | column ( "<" | "<=" | ">" | ">=" ) number
//! ```
//!
//! Columns and texts stand bare or in quotation marks. Numbers are exact: 0.95 is 19/20. The rates are in [`RateKind`],
//! the forms, which stand for several constraints, in [`parse`]. `precision(G)` may stand only as the one rate of a
//! constraint: `precision(G) >= c` is `tp(G) >= c (tp(G) + fp(G))`, which is linear, and also holds where nothing of
//! `G` is predicted `+`.

mod absolute;
mod cursor;
mod group_forms;
mod parsed_constraint;
mod rate;

pub use parsed_constraint::{Meaning, ParsedConstraint};
pub use rate::RateKind;

use super::table::{Table, number};
use crate::error::{Error, Result, hint};
use crate::game::{Atom, Condition};
use cursor::Cursor;
use dashu_ratio::RBig;
use rate::{Group, Rate};

/// The longest constraint: far above any that people write, and short enough for nested parentheses to be read.
const LONGEST: usize = 2000;

/// The constraints that a text stands for: one, or those of a form.
///
/// | form | constraints |
/// |---|---|
/// | `equal_opportunity(column) >= c` | `tpr(column=v) >= c * tpr()` for every value `v` |
/// | `demographic_parity(column) >= c` | `positive_rate(column=v) >= c * positive_rate()` for every value `v` |
/// | `eighty_percent_rule(column)` | `positive_rate(column=v) >= 0.8 * positive_rate(column=w)` for all `v != w` |
/// | `equalized_odds(column) <= c` | `tpr(column=v) - tpr(column=w) <= c` and `fpr(column=v) - fpr(column=w) <= c` for all `v != w` |
/// | `equal_opportunity(column) <= c` | `tpr(column=v) - tpr(column=w) <= c` for all `v != w` |
/// | `demographic_parity(column) <= c` | `positive_rate(column=v) - positive_rate(column=w) <= c` for all `v != w` |
///
/// The values are those of the table, missing cells apart.
///
/// # Errors
/// A sentence with the column of the text where it is wrong.
///
/// ```
/// use referee::data::{Meaning, Table, parse};
/// use referee::game::Atom;
/// let table = Table::parse("sex,paid\nF,no\nF,yes\nM,yes\nM,yes\n", "people.csv")?;
/// let constraints = parse("tpr(sex=F) >= 0.95 * tpr()", &table)?;
/// let label = Atom::equals("paid", "yes");
/// let constraint = constraints[0].on(&Meaning { table: &table, label: &label, reference: None })?;
/// assert_eq!(constraint.terms[0].coefficient.to_string(), "19/20");
/// assert_eq!(parse("equal_opportunity(sex) >= 0.95", &table)?.len(), 2);
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn parse(text: &str, table: &Table) -> Result<Vec<ParsedConstraint>> {
    if text.len() > LONGEST {
        let start: String = text.chars().take(40).collect();
        return Err(Error::new(format!(
            "the constraint that starts with `{start}` is longer than {LONGEST} bytes: state it as several"
        )));
    }
    match group_forms::expand(text, table).map_err(|error| placed(error, text))? {
        Some(expanded) => expanded.iter().map(|text| parse_one(text)).collect(),
        None => Ok(vec![parse_one(text)?]),
    }
}

/// The error, with the text it is about.
fn placed(error: Error, text: &str) -> Error {
    error.in_file(format!("the constraint `{}`", text.trim()))
}

fn parse_one(text: &str) -> Result<ParsedConstraint> {
    read(text).map_err(|error| placed(error, text))
}

fn read(text: &str) -> Result<ParsedConstraint> {
    absolute::refuse(text)?;
    let mut cursor = Cursor::new(text);
    let left = sum(&mut cursor)?;
    let at_most = comparison(&mut cursor)?;
    let right = sum(&mut cursor)?;
    if cursor.peek().is_some() {
        let hint = if cursor.peek() == Some('%') { ": write 0.9 for 90 %" } else { "" };
        let message = format!("expected the end of the constraint, found {}{hint}", cursor.clone().shown());
        return Err(cursor.error(message));
    }
    let difference = if at_most { left.plus(right, &RBig::from(-1)) } else { right.plus(left, &RBig::from(-1)) };
    if difference.rates.is_empty() {
        let message = "there is no rate in it: compare rates such as tpr(sex=Female) or positive_rate()";
        return Err(Error::new(message).at_column(1));
    }
    if difference.rates.iter().all(|(coefficient, _)| *coefficient == RBig::ZERO) {
        return Err(Error::new("both sides have the same rates, so it says nothing about a model").at_column(1));
    }
    let negative = difference.rates.iter().map(|(coefficient, _)| coefficient).filter(|c| **c < RBig::ZERO);
    if negative.fold(difference.constant.clone(), |sum, coefficient| sum + coefficient) > RBig::ZERO {
        let message = "no model can keep it, because rates lie between 0 and 1: write 0.95 for 95 %";
        return Err(Error::new(message).at_column(1));
    }
    let rates = difference.rates.into_iter().filter(|(coefficient, _)| *coefficient != RBig::ZERO).collect();
    ParsedConstraint::new(text.trim(), difference.constant, rates)
}

/// Whether the sides are compared by `<=`.
fn comparison(cursor: &mut Cursor<'_>) -> Result<bool> {
    if cursor.eat("<=") {
        return Ok(true);
    }
    if cursor.eat(">=") {
        return Ok(false);
    }
    let message = match cursor.peek() {
        Some('<' | '>') => "strict comparisons cannot be certified: write <= or >=".to_owned(),
        Some('=') => "write <= or >=, and an equation as two constraints".to_owned(),
        _ => format!("expected <= or >=, found {}", cursor.shown()),
    };
    Err(cursor.error(message))
}

/// `constant + sum of coefficient * rate`.
#[derive(Clone, Debug, Default)]
struct Linear {
    constant: RBig,
    rates: Vec<(RBig, Rate)>,
}

impl Linear {
    /// `self + factor * other`; equal rates are added up.
    fn plus(mut self, other: Self, factor: &RBig) -> Self {
        self.constant += other.constant * factor;
        for (coefficient, rate) in other.rates {
            let coefficient = coefficient * factor;
            match self.rates.iter_mut().find(|(_, mine)| mine.same(&rate)) {
                Some((mine, _)) => *mine += coefficient,
                None => self.rates.push((coefficient, rate)),
            }
        }
        self
    }

    fn times(self, factor: &RBig) -> Self {
        Self::default().plus(self, factor)
    }
}

fn sum(cursor: &mut Cursor<'_>) -> Result<Linear> {
    let mut total = product(cursor)?;
    loop {
        if cursor.eat("+") {
            total = total.plus(product(cursor)?, &RBig::ONE);
        } else if cursor.eat("-") {
            total = total.plus(product(cursor)?, &RBig::from(-1));
        } else {
            return Ok(total);
        }
    }
}

fn product(cursor: &mut Cursor<'_>) -> Result<Linear> {
    let mut total = factor(cursor)?;
    loop {
        cursor.skip_blanks();
        let here = cursor.clone();
        if cursor.eat("*") {
            let other = factor(cursor)?;
            total = match (total.rates.is_empty(), other.rates.is_empty()) {
                (true, _) => other.times(&total.constant),
                (_, true) => total.times(&other.constant),
                _ => return Err(here.error("a product of two rates is not linear: multiply a rate by a number")),
            };
        } else if cursor.eat("/") {
            let other = factor(cursor)?;
            if !other.rates.is_empty() {
                return Err(here.error(
                    "a quotient by a rate is not linear: multiply both sides by it, as in tpr(A) >= 0.9 * tpr(B)",
                ));
            }
            if other.constant == RBig::ZERO {
                return Err(here.error("this divides by 0"));
            }
            total = total.times(&(RBig::ONE / other.constant));
        } else {
            return Ok(total);
        }
    }
}

fn factor(cursor: &mut Cursor<'_>) -> Result<Linear> {
    match cursor.peek() {
        Some('-') => {
            cursor.eat("-");
            Ok(factor(cursor)?.times(&RBig::from(-1)))
        }
        Some('(') => {
            cursor.eat("(");
            let inside = sum(cursor)?;
            cursor.expect(")", "after this sum")?;
            Ok(inside)
        }
        Some(c) if c.is_ascii_digit() || c == '.' => Ok(Linear { constant: cursor.number()?, rates: Vec::new() }),
        Some(c) if c.is_ascii_alphabetic() => {
            let rate = rate(cursor)?;
            Ok(Linear { constant: RBig::ZERO, rates: vec![(RBig::ONE, rate)] })
        }
        _ => Err(cursor.error(format!("expected a number or a rate, found {}", cursor.clone().shown()))),
    }
}

fn rate(cursor: &mut Cursor<'_>) -> Result<Rate> {
    let start = cursor.clone();
    let name = cursor.name();
    let Some(kind) = RateKind::named(name) else {
        let message = if group_forms::is_form(name) {
            format!("`{name}` stands for several constraints: write it first, as in {}", group_forms::example(name))
        } else if name == "abs" {
            absolute::ADVICE.to_owned()
        } else {
            let near = hint(name, RateKind::names().into_iter().chain(group_forms::FORMS));
            format!("there is no rate `{name}`{near}; the rates are {}", RateKind::names().join(", "))
        };
        return Err(start.error(message));
    };
    cursor.expect("(", "after the name of a rate (with nothing in it for all rows)")?;
    let mut groups = Vec::new();
    if !cursor.eat(")") {
        loop {
            groups.push(condition(cursor)?);
            if cursor.eat(")") {
                break;
            }
            cursor.expect("&", "or `)` after a condition")?;
        }
    }
    Ok(Rate { kind, group: groups, column: start.column() })
}

/// Where a bare column ends.
const AFTER_COLUMN: [char; 6] = ['=', '!', '<', '>', '&', ')'];
/// Where a bare text ends.
const AFTER_TEXT: [char; 2] = ['&', ')'];

fn condition(cursor: &mut Cursor<'_>) -> Result<Group> {
    cursor.skip_blanks();
    let start = cursor.clone();
    let column = cursor.words(&AFTER_COLUMN)?;
    if column.is_empty() {
        return Err(start.error(format!("expected a column, found {}", start.clone().shown())));
    }
    let operator = ["!=", "<=", ">=", "=", "<", ">"].into_iter().find(|operator| cursor.eat(operator));
    cursor.skip_blanks();
    let value = cursor.clone();
    let Some(operator) = operator else {
        let message =
            format!("expected =, !=, <, <=, > or >= after the column `{column}`, found {}", value.clone().shown());
        return Err(value.error(message));
    };
    let text = cursor.words(&AFTER_TEXT)?;
    let end = || number(&text).ok_or_else(|| value.error(format!("`{text}` is not a number: use = or != for text")));
    // Cells denote doubles, so that "at least x" is "above the double before x".
    let condition = match operator {
        "=" => Condition::Equals(vec![text]),
        "!=" => Condition::Differs(vec![text]),
        "<=" => Condition::Within { above: None, at_most: Some(end()?) },
        "<" => Condition::Within { above: None, at_most: Some(end()?.next_down()) },
        ">" => Condition::Within { above: Some(end()?), at_most: None },
        _ => Condition::Within { above: Some(end()?.next_down()), at_most: None },
    };
    Ok(Group { atom: Atom { column, condition }, column_at: start.column(), text_at: value.column() })
}
