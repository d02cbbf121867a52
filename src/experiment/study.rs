//! A tabular experiment: a table, how its rows become features, and which rates are compared.

use crate::data::{Table, number};
use crate::error::Result;
use crate::game::{Atom, Condition, RateConstraint, Recipe, Term, Test};
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A tabular experiment.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its name.
    pub name: &'static str,
    /// All rows: those to learn from, then those of the published test file, if there is one.
    pub table: Table,
    /// How many rows are to learn from, where the test rows are fixed.
    pub learning: Option<usize>,
    /// Labels and features.
    pub recipe: Recipe,
    /// The names and the tests of the groups.
    pub groups: Vec<(&'static str, Atom)>,
    /// What is known to differ from the setting that it is compared with.
    pub remark: &'static str,
}

/// Which rows are for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// To train on.
    pub train: Vec<usize>,
    /// To choose on.
    pub validation: Vec<usize>,
    /// To report on.
    pub test: Vec<usize>,
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

    /// A random split by the seed: 80 % to train and 20 % to choose where the test rows are fixed, else 53 %, 14 % and 33 %.
    pub fn split(&self, seed: u64) -> Split {
        let rows = self.learning.unwrap_or(self.table.len());
        let mut order: Vec<usize> = (0..rows).collect();
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        for last in (1..rows).rev() {
            order.swap(last, generator.random_range(0..=last));
        }
        let share = |percent: usize| (rows * percent + 50) / 100;
        let (train, validation) =
            if self.learning.is_some() { (share(80), rows - share(80)) } else { (share(53), share(14)) };
        let mut test = order.split_off(train + validation);
        let mut validation = order.split_off(train);
        test.extend(rows..self.table.len());
        for part in [&mut order, &mut validation, &mut test] {
            part.sort_unstable();
        }
        Split { train: order, validation, test }
    }
}

/// Features in the making.
pub(super) struct Features<'a> {
    table: &'a Table,
    tests: Vec<Test>,
}

impl<'a> Features<'a> {
    /// Starts with the intercept, which every row has.
    pub(super) fn with_intercept(table: &'a Table) -> Self {
        Self { table, tests: vec![vec![]] }
    }

    /// One feature for every text of a column, in their order; a missing value (`?`) sets none.
    pub(super) fn categories(mut self, column: &str) -> Result<Self> {
        let values = self.table.values(self.table.column(column)?);
        let mut texts: Vec<&str> = values.into_iter().map(|(text, _)| text).filter(|text| *text != "?").collect();
        texts.sort_unstable();
        self.tests.extend(texts.into_iter().map(|text| vec![Atom::equals(column, text)]));
        Ok(self)
    }

    /// One feature for every interval between consecutive edges, and for the two ends.
    pub(super) fn intervals(mut self, column: &str, edges: &[f64]) -> Self {
        for i in 0..=edges.len() {
            let above = i.checked_sub(1).map(|i| edges[i]);
            let condition = Condition::Within { above, at_most: edges.get(i).copied() };
            self.tests.push(vec![Atom { column: column.to_owned(), condition }]);
        }
        self
    }

    /// Intervals between the quantiles `1/parts, 2/parts, ..`; equal ones count once.
    pub(super) fn quantiles(self, column: &str, parts: usize) -> Result<Self> {
        let numbers = numbers(self.table, column)?;
        let mut edges: Vec<f64> = (1..parts).map(|k| quantile(&numbers, k, parts)).collect();
        edges.dedup();
        edges.retain(|edge| numbers.last().is_some_and(|last| edge < last));
        Ok(self.intervals(column, &edges))
    }

    pub(super) fn tests(self) -> Vec<Test> {
        self.tests
    }
}

/// The numbers of a column in increasing order; cells that are no number are left out.
pub(super) fn numbers(table: &Table, column: &str) -> Result<Vec<f64>> {
    let place = table.column(column)?;
    let mut numbers: Vec<f64> = (0..table.len()).filter_map(|row| number(table.cell(row, place))).collect();
    numbers.sort_by(f64::total_cmp);
    Ok(numbers)
}

/// The least number that is at least so large as a share `k / parts` of all.
pub(super) fn quantile(sorted: &[f64], k: usize, parts: usize) -> f64 {
    sorted[(sorted.len() * k).div_ceil(parts).max(1) - 1]
}
