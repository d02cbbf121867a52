//! Columns that are rarely meant to be learned from: a name of the row, and the label in other words.

use crate::data::Table;
use crate::error::Result;
use crate::game::Recipe;

/// What to say of the columns of training rows that give features.
pub(super) fn warnings(table: &Table, recipe: &Recipe, ignored: &[String]) -> Result<Vec<String>> {
    let labels = table.satisfied(std::slice::from_ref(&recipe.label))?;
    let mut found = Vec::new();
    for (column, name) in table.columns().enumerate() {
        if name == recipe.label.column || ignored.iter().any(|ignored| ignored == name) {
            continue;
        }
        let (codes, numbers) = table.coded(column);
        if table.values(column).len() == table.len() {
            found.push(format!(
                "the column `{name}` has a different value in every training row: if it only names rows, leave it out \
                 with --ignore"
            ));
        }
        if separates(codes, numbers, &labels) || repeats(codes, numbers.len(), &labels) {
            found.push(format!(
                "the column `{name}` alone tells the label in every training row: if it is not known before the label \
                 is, leave it out with --ignore"
            ));
        }
    }
    Ok(found)
}

/// Whether the numbers of one label all lie above those of the other.
fn separates(codes: &[u32], numbers: &[f64], labels: &[bool]) -> bool {
    let mut ends = [(f64::INFINITY, f64::NEG_INFINITY); 2];
    for (&code, &label) in codes.iter().zip(labels) {
        let x = numbers[code as usize];
        if x.is_nan() {
            return false;
        }
        let (low, high) = ends[usize::from(label)];
        ends[usize::from(label)] = (low.min(x), high.max(x));
    }
    ends[1].0 > ends[0].1 || ends[0].0 > ends[1].1
}

/// Whether equal texts have equal labels. Where most texts occur once that is no wonder, and not said.
fn repeats(codes: &[u32], texts: usize, labels: &[bool]) -> bool {
    let mut known: Vec<Option<bool>> = vec![None; texts];
    let told = codes.iter().zip(labels).all(|(&code, &label)| *known[code as usize].get_or_insert(label) == label);
    told && 2 * known.iter().flatten().count() <= codes.len()
}
