//! What to write in place of a bound on an absolute value, which is not linear.

use super::cursor::Cursor;
use super::{comparison, product, sum};
use crate::error::{Error, Result};

/// Elsewhere than at the start of a constraint.
pub(super) const ADVICE: &str = "an absolute value is not linear: write a bound on it as two constraints, such as \
                                 tpr(A) - tpr(B) <= 0.05 and tpr(B) - tpr(A) <= 0.05";

/// Refuses a constraint that starts with an absolute value, with the two that say the same, in its own words.
pub(super) fn refuse(text: &str) -> Result<()> {
    let mut cursor = Cursor::new(text);
    if cursor.name() != "abs" || !cursor.eat("(") {
        return Ok(());
    }
    let error = Error::new(two(cursor)?.unwrap_or_else(|| ADVICE.to_owned()));
    Err(error.at_column(1))
}

/// The advice for what stands between the parentheses and behind them, if it is compared by `<=`.
fn two(mut cursor: Cursor<'_>) -> Result<Option<String>> {
    cursor.skip_blanks();
    let start = cursor.clone();
    sum(&mut cursor)?;
    let inside = start.until(&cursor).trim();
    cursor.expect(")", "after this sum")?;
    if !comparison(&mut cursor)? {
        let message =
            "that an absolute value is at least something is not linear, and no mixture of constraints says it";
        return Ok(Some(message.to_owned()));
    }
    cursor.skip_blanks();
    let bound = cursor.rest().trim_end();
    let turned = turned(&start, inside)?;
    Ok(Some(format!(
        "an absolute value is not linear: write two constraints, `{inside} <= {bound}` and `{turned} <= {bound}`"
    )))
}

/// `b - a` for `a - b`, else `-(..)`.
fn turned(start: &Cursor<'_>, inside: &str) -> Result<String> {
    let mut cursor = start.clone();
    product(&mut cursor)?;
    let a = start.until(&cursor).trim();
    if cursor.eat("-") {
        cursor.skip_blanks();
        let second = cursor.clone();
        product(&mut cursor)?;
        if cursor.peek() == Some(')') {
            return Ok(format!("{} - {a}", second.until(&cursor).trim()));
        }
    }
    Ok(format!("-({inside})"))
}
