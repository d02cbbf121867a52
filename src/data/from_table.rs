//! From a table and what its rows mean to numbers: features, labels, cells.

use super::table::{Table, holds};
use super::{Cells, Dataset};
use crate::error::{Error, Result};
use crate::game::{Condition, RateConstraint, Recipe, Test};
use crate::parallel::in_parallel;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// The rows that one thread takes at a time.
const ROWS: usize = 1 << 15;

impl Dataset {
    /// The rows of a table under a recipe, made on so many threads.
    ///
    /// # Errors
    /// If a column of the recipe is not there.
    ///
    /// ```
    /// use referee::data::{Dataset, RecipeOptions, Table, automatic};
    /// use std::num::NonZeroUsize;
    /// let table = Table::parse("job,paid\na,no\nb,yes\n?,no\n", "people.csv")?;
    /// let recipe = automatic(&table, &RecipeOptions::new("paid", "yes"))?.recipe;
    /// let data = Dataset::from_table(&table, &recipe, NonZeroUsize::MIN)?;
    /// assert_eq!((data.active(1), data.active(2)), (&[0, 2][..], &[0][..]));
    /// assert_eq!(data.labels(), [false, true, false]);
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    pub fn from_table(table: &Table, recipe: &Recipe, threads: NonZeroUsize) -> Result<Self> {
        let labels = table.satisfied(std::slice::from_ref(&recipe.label))?;
        Self::with_labels(table, &recipe.features, labels, threads)
    }

    /// The rows of a table whose labels are not known: all count as `-`.
    ///
    /// # Errors
    /// If a column of the features is not there.
    pub fn unlabelled(table: &Table, features: &[Test], threads: NonZeroUsize) -> Result<Self> {
        Self::with_labels(table, features, vec![false; table.len()], threads)
    }

    fn with_labels(table: &Table, features: &[Test], labels: Vec<bool>, threads: NonZeroUsize) -> Result<Self> {
        // What a column says of a row depends on the row's text there; tests of several columns are asked row by row.
        let mut by_column: BTreeMap<usize, Vec<(u32, &Condition)>> = BTreeMap::new();
        let mut others: Vec<(u32, Vec<bool>)> = Vec::new();
        for (feature, test) in (0..).zip(features) {
            match test.as_slice() {
                [atom] => {
                    by_column.entry(table.column(&atom.column)?).or_default().push((feature, &atom.condition));
                }
                _ => others.push((feature, table.satisfied(test)?)),
            }
        }
        let by_column: Vec<_> = by_column.into_iter().collect();
        let of_texts = |(column, tests): &(usize, Vec<(u32, &Condition)>)| {
            let (codes, numbers) = table.coded(*column);
            let (mut ends, mut set) = (vec![0], Vec::new());
            for (text, &number) in table.texts(*column).zip(numbers) {
                let held = tests.iter().filter(|(_, condition)| holds(condition, text, number));
                set.extend(held.map(|(feature, _)| *feature));
                ends.push(set.len());
            }
            (codes, ends, set)
        };
        let of_texts = in_parallel(&by_column, threads, of_texts, &mut |_| ());
        let block = |&first: &usize| {
            let (mut active, mut lengths) = (Vec::new(), Vec::new());
            for row in first..table.len().min(first + ROWS) {
                let start = active.len();
                active.extend(others.iter().filter(|(_, rows)| rows[row]).map(|(feature, _)| *feature));
                for (codes, ends, set) in &of_texts {
                    let code = codes[row] as usize;
                    active.extend_from_slice(&set[ends[code]..ends[code + 1]]);
                }
                active[start..].sort_unstable();
                lengths.push(u32::try_from(active.len() - start).expect("features are counted in 32 bits"));
            }
            (active, lengths)
        };
        let firsts: Vec<usize> = (0..table.len()).step_by(ROWS).collect();
        let parts = in_parallel(&firsts, threads, block, &mut |_| ());
        Ok(Self::joined(features.len(), &parts, labels))
    }
}

impl Cells {
    /// The cells of the rows of a table under constraints.
    ///
    /// # Errors
    /// If a constraint is about a column that is not there, or one of its rates about no row.
    pub fn of_table(table: &Table, recipe: &Recipe, constraints: &[RateConstraint]) -> Result<Self> {
        let labels = table.satisfied(std::slice::from_ref(&recipe.label))?;
        let mut marked = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            let mut terms = Vec::with_capacity(constraint.terms.len());
            for term in &constraint.terms {
                let rows = table.satisfied(&term.rows)?;
                if !rows.contains(&true) {
                    let message = format!("the constraint `{}` is about rows of which there are none", constraint.name);
                    return Err(Error::new(message).in_file(table.source()));
                }
                terms.push((term.coefficient.clone(), rows));
            }
            marked.push((constraint.constant.clone(), terms));
        }
        Ok(Self::new(&labels, marked))
    }
}
