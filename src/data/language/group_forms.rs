//! Forms: words that stand for one constraint per group, or per pair of groups.

use super::comparison;
use super::cursor::Cursor;
use crate::data::{Table, is_missing};
use crate::error::Result;
use dashu_ratio::RBig;

pub(super) const FORMS: [&str; 4] =
    ["equal_opportunity", "demographic_parity", "eighty_percent_rule", "equalized_odds"];

/// A form is for columns with a few values; more than these are hardly groups.
const MOST_VALUES: usize = 20;

pub(super) fn is_form(name: &str) -> bool {
    FORMS.contains(&name)
}

/// How a form is written.
pub(super) fn example(name: &str) -> String {
    match name {
        "eighty_percent_rule" => format!("{name}(column)"),
        "equalized_odds" => format!("{name}(column) <= 0.05"),
        _ => format!("{name}(column) >= 0.95"),
    }
}

/// How the groups are compared.
enum Comparison {
    /// Each has at least this share of the rate of all rows.
    OfAll(String),
    /// Each has at least this share of the rate of every other.
    OfEachOther(String),
    /// No two differ by more than this.
    Difference(String),
}

/// The constraints that a form stands for; `None` if the text does not start with one.
pub(super) fn expand(text: &str, table: &Table) -> Result<Option<Vec<String>>> {
    let mut cursor = Cursor::new(text);
    let name = cursor.name();
    if !is_form(name) {
        return Ok(None);
    }
    cursor.expect("(", "and a column after the name of a form")?;
    cursor.skip_blanks();
    let here = cursor.clone();
    let column = cursor.words(&[')', '='])?;
    cursor.expect(")", "after the column of a form")?;
    let compared = compared(&mut cursor, name)?;
    if cursor.peek().is_some() {
        return Err(cursor.error(format!("expected the end of the constraint, found {}", cursor.clone().shown())));
    }
    let place = table.column(&column).map_err(|error| here.error(error.message()))?;
    let mut values: Vec<&str> =
        table.values(place).into_iter().map(|(text, _)| text).filter(|text| !is_missing(text)).collect();
    values.sort_unstable();
    if values.len() < 2 || values.len() > MOST_VALUES {
        let found = values.len();
        let message = format!(
            "the column `{column}` has {found} values, and a form takes 2 to {MOST_VALUES}: write the groups one by one"
        );
        return Err(here.error(message));
    }
    let rates: &[&str] = match name {
        "equal_opportunity" => &["tpr"],
        "equalized_odds" => &["tpr", "fpr"],
        _ => &["positive_rate"],
    };
    let pairs = || values.iter().flat_map(|v| values.iter().filter(move |w| *w != v).map(move |w| (*v, *w)));
    let mut all = Vec::new();
    for rate in rates {
        let of = |value: &str| format!("{rate}({}={})", bare_or_quoted(&column), bare_or_quoted(value));
        match &compared {
            Comparison::OfAll(share) => {
                all.extend(values.iter().map(|value| format!("{} >= {share} * {rate}()", of(value))));
            }
            Comparison::OfEachOther(share) => {
                all.extend(pairs().map(|(v, w)| format!("{} >= {share} * {}", of(v), of(w))));
            }
            Comparison::Difference(most) => {
                all.extend(pairs().map(|(v, w)| format!("{} - {} <= {most}", of(v), of(w))));
            }
        }
    }
    Ok(Some(all))
}

fn compared(cursor: &mut Cursor<'_>, name: &str) -> Result<Comparison> {
    if name == "eighty_percent_rule" {
        return Ok(Comparison::OfEachOther("0.8".to_owned()));
    }
    cursor.skip_blanks();
    let here = cursor.clone();
    let at_most = comparison(cursor)?;
    if name == "equalized_odds" && !at_most {
        return Err(here.error(format!("write {name}(column) <= a number, the largest difference between two groups")));
    }
    cursor.skip_blanks();
    let start = cursor.clone();
    let value = cursor.number()?;
    // A share that was compared the wrong way would be a difference that asks for next to nothing.
    if at_most && name != "equalized_odds" && value > RBig::ONE / RBig::from(2) {
        return Err(here.error(format!(
            "write {name}(column) >= a number, the least share of the rate of all rows; `<=` bounds the difference between \
             two groups, by at most 0.5"
        )));
    }
    let number = start.until(cursor).to_owned(); // as it was written
    Ok(if at_most { Comparison::Difference(number) } else { Comparison::OfAll(number) })
}

fn bare_or_quoted(text: &str) -> String {
    let plain = text.chars().all(|c| !"=!<>&(),\"".contains(c)) && text.trim() == text && !text.is_empty();
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
