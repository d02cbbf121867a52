//! A tabular experiment: rows of text, how they become features, and which rates are compared.

use crate::error::{Error, Result};
use crate::trace::{Atom, Condition, RateConstraint, Recipe, Term, Test};
use dashu_ratio::RBig;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Rows of text under named columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

impl Rows {
    /// No rows yet.
    pub(super) fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// The place of a column.
    pub(super) fn place(&self, column: &str) -> usize {
        self.columns.iter().position(|name| name == column).expect("a study names its own columns")
    }

    /// The different texts of a column in their order, without `missing`.
    fn texts(&self, column: &str, missing: &str) -> Vec<String> {
        let place = self.place(column);
        let texts: BTreeSet<&String> = self.rows.iter().map(|row| &row[place]).collect();
        texts.into_iter().filter(|text| *text != missing).cloned().collect()
    }

    /// The numbers of a column in increasing order; cells that are no number are left out.
    pub(super) fn numbers(&self, column: &str) -> Vec<f64> {
        let place = self.place(column);
        let mut numbers: Vec<f64> = self.rows.iter().filter_map(|row| row[place].parse().ok()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers
    }

    /// The rows in the canonical form of a data file.
    pub fn csv(&self, chosen: &[usize]) -> String {
        let mut text = self.columns.join(",");
        text.push('\n');
        for &row in chosen {
            let _ = writeln!(text, "{}", self.rows[row].join(","));
        }
        text
    }

    /// Refuses cells that would need quotation marks: the published files have none.
    pub(super) fn push(&mut self, cells: Vec<String>, line: usize) -> Result<()> {
        if cells.len() != self.columns.len() || cells.iter().any(|cell| cell.contains([',', '"', '\n', '\r'])) {
            let (found, wanted) = (cells.len(), self.columns.len());
            return Err(Error::new(format!("the line has {found} fields, but it must have {wanted}")).at_line(line));
        }
        self.rows.push(cells);
        Ok(())
    }
}

/// Features in the making.
#[derive(Default)]
pub(super) struct Features(Vec<Test>);

impl Features {
    /// Starts with the intercept, which every row has.
    pub(super) fn with_intercept() -> Self {
        Self(vec![vec![]])
    }

    /// One feature for every text of a column; a missing value sets none.
    pub(super) fn categories(mut self, rows: &Rows, column: &str, missing: &str) -> Self {
        self.0.extend(rows.texts(column, missing).into_iter().map(|text| vec![Atom::equals(column, text)]));
        self
    }

    /// One feature for every interval between consecutive edges, and for the two ends.
    pub(super) fn intervals(mut self, column: &str, edges: &[f64]) -> Self {
        for i in 0..=edges.len() {
            let above = i.checked_sub(1).map(|i| edges[i]);
            let condition = Condition::Within { above, at_most: edges.get(i).copied() };
            self.0.push(vec![Atom { column: column.to_owned(), condition }]);
        }
        self
    }

    /// Intervals between the quantiles `1/parts, 2/parts, ..`; equal ones count once.
    pub(super) fn quantiles(self, rows: &Rows, column: &str, parts: usize) -> Self {
        let numbers = rows.numbers(column);
        let mut edges: Vec<f64> = (1..parts).map(|k| numbers[(numbers.len() * k).div_ceil(parts) - 1]).collect();
        edges.dedup();
        edges.retain(|edge| Some(edge) != numbers.last());
        self.intervals(column, &edges)
    }

    /// The tests.
    pub(super) fn tests(self) -> Vec<Test> {
        self.0
    }
}

/// A tabular experiment.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its name.
    pub name: &'static str,
    /// All rows: those to learn from, then those of the published test file, if there is one.
    pub rows: Rows,
    /// How many rows are to learn from, where the test rows are fixed.
    pub learning: Option<usize>,
    /// Labels and features.
    pub recipe: Recipe,
    /// The names and the tests of the groups.
    pub groups: Vec<(&'static str, Atom)>,
    /// What is known to differ from the setting that it is compared with.
    pub remark: &'static str,
}

impl Study {
    /// Each group's true positive rate is at least 95 % of that of all: `19/20 tpr() - tpr(group) <= 0`.
    pub fn constraints(&self) -> Vec<RateConstraint> {
        let label = &self.recipe.label;
        let constraint = |(name, group): &(&'static str, Atom)| RateConstraint {
            name: format!("tpr({name}) >= 0.95 * tpr()"),
            constant: RBig::ZERO,
            terms: vec![
                Term { coefficient: RBig::from(19) / RBig::from(20), rows: vec![label.clone()] },
                Term { coefficient: RBig::from(-1), rows: vec![label.clone(), group.clone()] },
            ],
        };
        self.groups.iter().map(constraint).collect()
    }
}
