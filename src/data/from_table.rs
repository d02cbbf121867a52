//! From a table and what its rows mean to numbers: features, labels, cells.

use super::table::Table;
use super::{Cells, Dataset};
use crate::error::{Error, Result};
use crate::game::{RateConstraint, Recipe, Test};

impl Dataset {
    /// The rows of a table under a recipe.
    ///
    /// # Errors
    /// If a column of the recipe is not there.
    ///
    /// ```
    /// use referee::data::{Dataset, RecipeOptions, Table, automatic};
    /// let table = Table::parse("job,paid\na,no\nb,yes\n?,no\n", "people.csv")?;
    /// let recipe = automatic(&table, &RecipeOptions::new("paid", "yes"))?.recipe;
    /// let data = Dataset::from_table(&table, &recipe)?;
    /// assert_eq!((data.active(1), data.active(2)), (&[0, 2][..], &[0][..]));
    /// assert_eq!(data.labels(), [false, true, false]);
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    pub fn from_table(table: &Table, recipe: &Recipe) -> Result<Self> {
        let labels = table.satisfied(std::slice::from_ref(&recipe.label))?;
        Self::with_labels(table, &recipe.features, &labels)
    }

    /// The rows of a table whose labels are not known: all count as `-`.
    ///
    /// # Errors
    /// If a column of the features is not there.
    pub fn unlabelled(table: &Table, features: &[Test]) -> Result<Self> {
        Self::with_labels(table, features, &vec![false; table.len()])
    }

    fn with_labels(table: &Table, features: &[Test], labels: &[bool]) -> Result<Self> {
        let mut active: Vec<Vec<u32>> = vec![Vec::new(); table.len()];
        for (feature, test) in (0..).zip(features) {
            for (row, _) in table.satisfied(test)?.into_iter().enumerate().filter(|(_, satisfied)| *satisfied) {
                active[row].push(feature);
            }
        }
        let mut data = Self::new(features.len());
        for (active, &label) in active.iter().zip(labels) {
            data.push(active, label);
        }
        Ok(data)
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
