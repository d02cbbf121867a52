//! The rows of a fit: read, split, given a meaning, and what the user may not have meant.

use super::Arguments;
use crate::data::{Meaning, ParsedConstraint, RecipeOptions, Table, automatic, is_missing, parse};
use crate::error::{Error, Result};
use crate::game::{Atom, Condition, RateConstraint, Recipe};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Rows to learn from and to test on.
pub(super) struct Rows {
    pub(super) train: Table,
    pub(super) test: Option<Table>,
    pub(super) recipe: Recipe,
    reference: Option<Atom>,
    statements: Vec<ParsedConstraint>,
    /// What was left out, in words.
    pub(super) notes: Vec<String>,
    /// What the user may not have meant, in words.
    pub(super) warnings: Vec<String>,
}

impl Rows {
    pub(super) fn read(arguments: &Arguments) -> Result<Self> {
        let threads = arguments.threads.count();
        let all = Table::read(&arguments.data, threads)?;
        let positive = positive(&all, arguments)?;
        let (train, test) = match &arguments.test {
            Some(path) => {
                let test = Table::read(path, threads)?;
                same_columns(&all, &test)?;
                (all, Some(test))
            }
            None => split(all, arguments.split, arguments.common.seed)?,
        };
        if let Some(name) = arguments.groups.iter().find(|name| train.column(name).is_err()) {
            return train.column(name).map(|_| unreachable!("it is not there"));
        }
        let mut ignored = arguments.ignore.clone();
        let reference = match &arguments.reference {
            None => None,
            Some(column) => {
                train.column(column)?;
                ignored.push(column.clone());
                Some(Atom::equals(column, &positive))
            }
        };
        let automatic = automatic(
            &train,
            &RecipeOptions {
                ignored: ignored.clone(),
                numeric: arguments.numeric.clone(),
                text: arguments.text.clone(),
                bins: arguments.bins,
                ..RecipeOptions::new(&arguments.label, positive)
            },
        );
        let by_flag = "give --text or --ignore with the column";
        let automatic =
            automatic.map_err(|error| error.reworded("take the column as text or leave it out", by_flag))?;
        let mut notes = automatic.notes;
        let warnings = warnings(&train, &automatic.recipe, &ignored)?;
        if let Some(test) = &test {
            check_labels(test, &arguments.label)?;
            check_numbers(test, &automatic.recipe)?;
            if let Some((line, label)) = new_label(&train, test, &arguments.label)? {
                let message = format!("the label `{label}` does not occur in the training rows");
                if arguments.test.is_some() {
                    let message = format!("{message}: label the rows of both files alike");
                    return Err(Error::new(message).at_line(line).in_file(test.source()));
                }
                notes.push(format!("{message}; in the test rows it counts as -"));
            }
            notes.extend(new_texts(test, &automatic.recipe)?);
        }
        let mut statements: Vec<ParsedConstraint> = Vec::new();
        for text in &arguments.constraint {
            statements.extend(parse(text, &train)?);
        }
        Ok(Self { train, test, recipe: automatic.recipe, reference, statements, notes, warnings })
    }

    fn on(&self, table: &Table, statement: &ParsedConstraint) -> Result<RateConstraint> {
        let meaning = Meaning { table, label: &self.recipe.label, reference: self.reference.as_ref() };
        statement.on(&meaning).map_err(|error| error.reworded("model: name one", "model: add --reference COLUMN"))
    }

    /// The constraints over the training rows.
    pub(super) fn constraints(&self) -> Result<Vec<RateConstraint>> {
        self.statements.iter().map(|statement| self.on(&self.train, statement)).collect()
    }

    /// The constraints that can be measured on the test rows, and why the others cannot.
    pub(super) fn test_constraints(&self) -> (Vec<RateConstraint>, Vec<String>) {
        let (mut found, mut reasons) = (Vec::new(), Vec::new());
        for statement in &self.statements {
            match self.test.as_ref().map(|test| self.on(test, statement)) {
                Some(Ok(constraint)) => found.push(constraint),
                Some(Err(error)) => reasons.push(error.to_string()),
                None => {}
            }
        }
        (found, reasons)
    }
}

/// The text of the label `+`, which must be said.
fn positive(table: &Table, arguments: &Arguments) -> Result<String> {
    let column = table.column(&arguments.label)?;
    arguments.positive.clone().ok_or_else(|| {
        let values = table.values(column);
        let texts: Vec<String> = values.iter().take(20).map(|(text, _)| format!("`{text}`")).collect();
        let label = &arguments.label;
        Error::new(format!(
            "say which label counts as + with --positive; the column `{label}` has {}",
            texts.join(", ")
        ))
    })
}

fn check_labels(test: &Table, label: &str) -> Result<()> {
    let column = test.column(label)?;
    match (0..test.len()).find(|&row| is_missing(test.cell(row, column))) {
        None => Ok(()),
        Some(row) => {
            let message = format!("the label `{label}` is missing: fill it in, or delete the row");
            Err(Error::new(message).at_line(test.line(row)).in_file(test.source()))
        }
    }
}

/// Refuses test rows with text in a column whose features are intervals of numbers: it would set none of them, in silence.
fn check_numbers(test: &Table, recipe: &Recipe) -> Result<()> {
    let atoms = recipe.features.iter().flatten();
    for atom in atoms.filter(|atom| matches!(atom.condition, Condition::Within { .. })) {
        let column = test.column(&atom.column)?;
        let (codes, numbers) = test.coded(column);
        let wrong = |&row: &usize| numbers[codes[row] as usize].is_nan() && !is_missing(test.cell(row, column));
        if let Some(row) = (0..test.len()).find(wrong) {
            let (cell, name) = (test.cell(row, column), &atom.column);
            let message = format!(
                "`{cell}` in the column `{name}` is not a number, unlike those of the training rows: correct it"
            );
            return Err(Error::new(message).at_line(test.line(row)).in_file(test.source()));
        }
    }
    Ok(())
}

/// A label of the test rows that no training row has, and its line.
fn new_label(train: &Table, test: &Table, label: &str) -> Result<Option<(usize, String)>> {
    let known: Vec<&str> = train.values(train.column(label)?).into_iter().map(|(text, _)| text).collect();
    let column = test.column(label)?;
    let row = (0..test.len()).find(|&row| !known.contains(&test.cell(row, column)));
    Ok(row.map(|row| (test.line(row), test.cell(row, column).to_owned())))
}

/// Says in which columns of text the test rows have something that no feature knows.
fn new_texts(test: &Table, recipe: &Recipe) -> Result<Vec<String>> {
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for atom in recipe.features.iter().flatten() {
        if let Condition::Equals(texts) = &atom.condition {
            known.entry(&atom.column).or_default().extend(texts.iter().map(String::as_str));
        }
    }
    let mut notes = Vec::new();
    for (name, texts) in known {
        let column = test.column(name)?;
        let new = |&row: &usize| !is_missing(test.cell(row, column)) && !texts.contains(test.cell(row, column));
        let count = (0..test.len()).filter(new).count();
        if count > 0 {
            let rows = if count == 1 { "1 test row has".to_owned() } else { format!("{count} test rows have") };
            notes.push(format!("{rows} a text in the column `{name}` that no feature knows"));
        }
    }
    Ok(notes)
}

/// Refuses test rows that are not of the same kind.
fn same_columns(train: &Table, test: &Table) -> Result<()> {
    let lacking =
        |one: &Table, other: &Table| one.columns().find(|name| other.column(name).is_err()).map(str::to_owned);
    let message = if let Some(name) = lacking(train, test) {
        format!("there is no column `{name}`, which {} has", train.source().display())
    } else if let Some(name) = lacking(test, train) {
        format!("there is a column `{name}`, which {} does not have", train.source().display())
    } else {
        return Ok(());
    };
    Err(Error::new(format!("{message}: both files need the same columns")).in_file(test.source()).at_line(1))
}

/// The rows to learn from and, in the order of the file, those to test on.
fn split(all: Table, share: f64, seed: u64) -> Result<(Table, Option<Table>)> {
    if share == 0.0 {
        return Ok((all, None));
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..order.len()).rev() {
        order.swap(last, generator.random_range(0..=last));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share below 1 of a count")]
    let count = (share * all.len() as f64).round() as usize;
    if count == 0 || count == all.len() {
        let rows = all.len();
        return Err(Error::new(format!(
            "--split {share} of {rows} rows leaves none for testing or none to learn from: choose another share, or 0"
        )));
    }
    let (test, train) = order.split_at_mut(count);
    test.sort_unstable();
    train.sort_unstable();
    Ok((all.subset(train), Some(all.subset(test))))
}

/// What to say of the columns of training rows that give features and are rarely meant to: a name of the row, and the
/// label in other words.
fn warnings(table: &Table, recipe: &Recipe, ignored: &[String]) -> Result<Vec<String>> {
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
