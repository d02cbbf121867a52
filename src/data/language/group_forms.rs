//! Forms: words that stand for one constraint a group, or one a pair of groups.

use super::comparison;
use super::cursor::Cursor;
use crate::data::{Table, is_missing};
use crate::error::Result;

pub(super) const FORMS: [&str; 3] = ["equal_opportunity", "demographic_parity", "eighty_percent_rule"];

/// A form is for columns with a few values; more than these are hardly groups.
const MOST_VALUES: usize = 20;

pub(super) fn is_form(name: &str) -> bool {
    FORMS.contains(&name)
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
    let share = if name == "eighty_percent_rule" { "0.8".to_owned() } else { share(&mut cursor, name)? };
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
    let rate = if name == "equal_opportunity" { "tpr" } else { "positive_rate" };
    let group = |value: &str| format!("{rate}({}={})", bare_or_quoted(&column), bare_or_quoted(value));
    Ok(Some(if name == "eighty_percent_rule" {
        let pairs = values.iter().flat_map(|v| values.iter().filter(move |w| *w != v).map(move |w| (v, w)));
        pairs.map(|(v, w)| format!("{} >= {share} * {}", group(v), group(w))).collect()
    } else {
        values.iter().map(|value| format!("{} >= {share} * {rate}()", group(value))).collect()
    }))
}

fn share(cursor: &mut Cursor<'_>, name: &str) -> Result<String> {
    cursor.skip_blanks();
    let here = cursor.clone();
    if comparison(cursor)? {
        return Err(here.error(format!("write {name}(column) >= a number, the least share of the rate of all rows")));
    }
    cursor.skip_blanks();
    let start = cursor.clone();
    cursor.number()?;
    Ok(start.until(cursor).to_owned()) // as it was written
}

fn bare_or_quoted(text: &str) -> String {
    let plain = text.chars().all(|c| !"=!<>&(),\"".contains(c)) && text.trim() == text && !text.is_empty();
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
