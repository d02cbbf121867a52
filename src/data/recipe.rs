//! The automatic recipe: features that are 0 or 1 from columns of text and of numbers.
//!
//! Decided on the training rows alone, so that what is later said about other rows was not fitted to them. The first
//! feature is the empty test, the intercept. A column of text gives one feature per category; a column of numbers
//! (every cell that is not missing denotes one) gives one feature per bin: each takes an equal share of the rows that
//! the bins before it left. Cut points are numbers of the column, so tests on them are exact. A missing cell (empty,
//! `?`, `NA`, `NaN`) sets none of its column's features, and so does a category that was not made a feature.

use super::table::{Table, is_missing, listed, number};
use crate::error::{Error, Result};
use crate::game::{Atom, Condition, Recipe, Test};

/// What the automatic recipe is told.
#[derive(Clone, Debug)]
pub struct RecipeOptions {
    /// The column with the labels.
    pub label: String,
    /// The text of the label `+`.
    pub positive: String,
    /// Columns that give no features.
    pub ignored: Vec<String>,
    /// Columns that must be numbers.
    pub numeric: Vec<String>,
    /// Columns that are text even if they look like numbers.
    pub text: Vec<String>,
    /// The number of bins of a column of numbers.
    pub bins: usize,
    /// The most categories of one column that become features; the most frequent do.
    pub categories: usize,
}

impl RecipeOptions {
    /// Five bins, fifty categories, nothing ignored.
    pub fn new(label: impl Into<String>, positive: impl Into<String>) -> Self {
        let (label, positive) = (label.into(), positive.into());
        let (ignored, numeric, text) = (Vec::new(), Vec::new(), Vec::new());
        Self { label, positive, ignored, numeric, text, bins: 5, categories: 50 }
    }
}

/// A recipe, and in words what it left out.
#[derive(Clone, Debug)]
pub struct Automatic {
    /// The recipe.
    pub recipe: Recipe,
    /// One sentence for each column that gives no or not all features.
    pub notes: Vec<String>,
}

/// From this share of numbers on, a column is meant to be numbers, and another text in it is a mistake.
const NEARLY: f64 = 0.95;

/// The automatic recipe for these training rows.
///
/// # Errors
/// If a column that is named is not there, the label is missing somewhere or the same everywhere, a cell of a column of
/// numbers denotes none, or the options ask for no bins.
///
/// ```
/// use referee::data::{RecipeOptions, Table, automatic};
/// let table = Table::parse("age,job,paid\n20,a,no\n30,b,yes\n40,?,no\n50,a,yes\n", "people.csv")?;
/// let found = automatic(&table, &RecipeOptions { bins: 2, ..RecipeOptions::new("paid", "yes") })?;
/// assert_eq!(found.recipe.features.len(), 1 + 2 + 2); // intercept, age up to 30 and above, jobs a and b
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn automatic(table: &Table, options: &RecipeOptions) -> Result<Automatic> {
    for name in options.ignored.iter().chain(&options.numeric).chain(&options.text) {
        table.column(name)?;
    }
    if let Some(name) = options.numeric.iter().find(|name| options.text.contains(name)) {
        return Err(Error::new(format!("the column `{name}` is said to be numbers and to be text: say one")));
    }
    if options.bins == 0 || options.categories == 0 {
        return Err(Error::new("a recipe needs at least one bin and one category"));
    }
    let label = label(table, options)?;
    let mut features: Vec<Test> = vec![Vec::new()];
    let mut notes = other_labels(table, options)?;
    for (column, name) in table.columns().enumerate() {
        if name == options.label || options.ignored.iter().any(|ignored| ignored == name) {
            continue;
        }
        let kind = if is_numeric(table, column, name, options)? { numeric } else { categorical };
        let (tests, note) = kind(table, column, name, options);
        features.extend(tests.into_iter().map(|condition| vec![Atom { column: name.to_owned(), condition }]));
        notes.extend(note);
    }
    Ok(Automatic { recipe: Recipe { label, features }, notes })
}

/// The label `+`; refuses a table in which it says nothing.
fn label(table: &Table, options: &RecipeOptions) -> Result<Atom> {
    let (name, positive) = (&options.label, &options.positive);
    let column = table.column(name)?;
    if let Some(row) = (0..table.len()).find(|&row| is_missing(table.cell(row, column))) {
        let message = format!("the label `{name}` is missing: fill it in, or delete the row");
        return Err(Error::new(message).at_line(table.line(row)).in_file(table.source()));
    }
    let values = table.values(column);
    let error = |message: String| Err(Error::new(message).in_file(table.source()));
    match values.iter().find(|(text, _)| text == positive) {
        None => {
            let texts = listed(values.iter().map(|(text, _)| *text));
            error(format!("no row has the label `{positive}`; the column `{name}` has {texts}"))
        }
        Some(_) if values.len() == 1 => error(format!(
            "every row has the label `{positive}`, so there is nothing to learn: the column `{name}` needs two values"
        )),
        Some(_) => Ok(Atom::equals(name, positive)),
    }
}

/// A sentence, if labels of several texts count as `-`.
fn other_labels(table: &Table, options: &RecipeOptions) -> Result<Vec<String>> {
    let values = table.values(table.column(&options.label)?);
    let others = values.len() - 1;
    let (label, positive) = (&options.label, &options.positive);
    let note = || format!("the label `{label}` has {others} values besides `{positive}`, and all of them count as -");
    Ok((others > 1).then(note).into_iter().collect())
}

fn is_numeric(table: &Table, column: usize, name: &str, options: &RecipeOptions) -> Result<bool> {
    if options.text.iter().any(|text| text == name) {
        return Ok(false);
    }
    let values = table.values(column);
    let total: usize = values.iter().filter(|(text, _)| !is_missing(text)).map(|(_, count)| count).sum();
    let (codes, of_code) = table.coded(column);
    let numbers = codes.iter().filter(|&&code| !of_code[code as usize].is_nan()).count();
    let asked = options.numeric.iter().any(|numeric| numeric == name);
    if numbers == total || !(asked || numbers as f64 >= NEARLY * total as f64) {
        return Ok(numbers == total && total > 0);
    }
    let wrong = |row: &usize| !is_missing(table.cell(*row, column)) && number(table.cell(*row, column)).is_none();
    let row = (0..table.len()).find(wrong).expect("a cell that denotes no number was counted");
    let cell = table.cell(row, column);
    let why = if asked { "is said to hold numbers".into() } else { format!("holds {numbers} numbers") };
    let hint = "correct it, leave it empty, or take the column as text or leave it out";
    let message = format!("`{cell}` is not a number, but the column `{name}` {why}: {hint}");
    Err(Error::new(message).at_line(table.line(row)).at_column(column + 1).in_file(table.source()))
}

type Tests = (Vec<Condition>, Option<String>);

/// One test a quantile bin: the ends are numbers of the column, the outer bins have no end.
fn numeric(table: &Table, column: usize, name: &str, options: &RecipeOptions) -> Tests {
    let (codes, of_code) = table.coded(column);
    let mut counts = vec![0_usize; of_code.len()];
    for &code in codes {
        counts[code as usize] += 1;
    }
    let numbers = of_code.iter().copied().zip(counts);
    let mut numbers: Vec<(f64, usize)> = numbers.filter(|(x, count)| !x.is_nan() && *count > 0).collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(&(first, _)), Some(&(last, _))) = (numbers.first(), numbers.last()) else {
        return (Vec::new(), Some(format!("the column `{name}` is missing in every row and gives no features")));
    };
    if first == last {
        return (Vec::new(), Some(format!("the column `{name}` is {last} in every row and gives no features")));
    }
    // Each bin takes an equal share of what the bins before it left, and all equal numbers: a frequent number fills a
    // bin, and the others share the rest. Nothing would be above the largest number.
    let below_last = numbers.iter().rev().map(|(x, _)| *x).find(|&x| x < last).unwrap_or(first);
    let mut cuts: Vec<f64> = Vec::new();
    let mut rest = numbers.as_slice();
    for bins in (2..=options.bins).rev() {
        if rest.first().is_none_or(|(x, _)| *x > below_last) {
            break;
        }
        let mut share = rest.iter().map(|(_, count)| count).sum::<usize>().div_ceil(bins);
        let reaches = |(_, count): &&(f64, usize)| {
            share = share.saturating_sub(*count);
            share == 0
        };
        let cut = rest.iter().find(reaches).map_or(below_last, |(x, _)| x.min(below_last));
        rest = &rest[rest.partition_point(|(x, _)| *x <= cut)..];
        cuts.push(cut);
    }
    let ends = |k: usize| Condition::Within {
        above: k.checked_sub(1).map(|before| cuts[before]),
        at_most: cuts.get(k).copied(),
    };
    if cuts.is_empty() {
        return (Vec::new(), Some(format!("the column `{name}` is in one bin and gives no features")));
    }
    ((0..=cuts.len()).map(ends).collect(), None)
}

/// One test a category, in the order of their texts.
fn categorical(table: &Table, column: usize, name: &str, options: &RecipeOptions) -> Tests {
    let mut values: Vec<(&str, usize)> =
        table.values(column).into_iter().filter(|(text, _)| !is_missing(text)).collect();
    if values.len() < 2 {
        let what = values.first().map_or("missing".to_owned(), |(text, _)| format!("`{text}` or missing"));
        return (Vec::new(), Some(format!("the column `{name}` is {what} in every row and gives no features")));
    }
    values.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let left_out = values.split_off(values.len().min(options.categories));
    let note = (!left_out.is_empty()).then(|| {
        let (categories, rows) = (left_out.len(), left_out.iter().map(|(_, count)| count).sum::<usize>());
        let kept = values.len();
        format!(
            "the column `{name}` has {} categories: the {kept} most frequent are features, the other {categories} \
             ({rows} rows) are left out",
            kept + categories
        )
    });
    values.sort_by_key(|(text, _)| *text);
    (values.into_iter().map(|(text, _)| Condition::Equals(vec![text.to_owned()])).collect(), note)
}
