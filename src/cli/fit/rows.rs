//! The rows of a fit: read, split, and given a meaning.

use super::Arguments;
use crate::error::{Error, Result};
use crate::problem::rates::{Meaning, RecipeOptions, Statement, Table, automatic, is_missing, parse};
use crate::trace::{Atom, RateConstraint, Recipe};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Rows to learn from and to test on.
pub(super) struct Rows {
    pub(super) train: Table,
    pub(super) test: Option<Table>,
    pub(super) recipe: Recipe,
    reference: Option<Atom>,
    statements: Vec<Statement>,
    /// What was left out, in words.
    pub(super) notes: Vec<String>,
}

impl Rows {
    pub(super) fn read(arguments: &Arguments) -> Result<Self> {
        let all = Table::read(&arguments.data)?;
        let positive = positive(&all, arguments)?;
        let (train, test) = match &arguments.test {
            Some(path) => {
                let test = Table::read(path)?;
                same_columns(&all, &test)?;
                (all, Some(test))
            }
            None => split(&all, arguments.split, arguments.common.seed)?,
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
                ignored,
                numeric: arguments.numeric.clone(),
                text: arguments.text.clone(),
                bins: arguments.bins,
                ..RecipeOptions::new(&arguments.label, positive)
            },
        )?;
        if let Some(test) = &test {
            check_labels(test, &arguments.label)?;
        }
        let mut statements: Vec<Statement> = Vec::new();
        for text in &arguments.constraint {
            for statement in parse(text, &train)? {
                if statements.iter().any(|other| other.text() == statement.text()) {
                    return Err(Error::new(format!(
                        "the constraint `{}` is stated twice: delete one",
                        statement.text()
                    )));
                }
                statements.push(statement);
            }
        }
        Ok(Self { train, test, recipe: automatic.recipe, reference, statements, notes: automatic.notes })
    }

    fn on(&self, table: &Table, statement: &Statement) -> Result<RateConstraint> {
        statement.on(&Meaning { table, label: &self.recipe.label, reference: self.reference.as_ref() })
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
fn split(all: &Table, share: f64, seed: u64) -> Result<(Table, Option<Table>)> {
    if share == 0.0 {
        return Ok((all.clone(), None));
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
