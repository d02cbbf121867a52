//! Communities and Crime (UCI, Redmond): low crime is `+`, groups are communities above the median share of a race.
//!
//! Low crime means at most the 70 % quantile of violent crimes per head. Features are the quartiles of every predictive
//! column that knows at least half of its values; equal quartiles count once, and a missing value sets none.

use super::files::{Published, text};
use super::study::{Features, Study, numbers, quantile};
use crate::data::Table;
use crate::error::{Error, Result};
use crate::game::{Atom, Condition, Recipe};
use std::path::Path;

const SOURCE: &str = "https://archive.ics.uci.edu/ml/machine-learning-databases/communities/";
const DATA: Published = Published {
    name: "communities.data",
    sha256: "d90d85bd66bad9a00fa0ed6c15ac017b5966d528e55ba2940ad028d071353f95",
    from: SOURCE,
};
const NAMES: Published = Published {
    name: "communities.names",
    sha256: "80914f24ab37261fb0fbda7e417cad8001335dadda4a8d702c265601ef8434fc",
    from: SOURCE,
};
/// The first columns say which community it is.
const NOT_PREDICTIVE: usize = 5;
const GOAL: &str = "ViolentCrimesPerPop";

/// Reads the published files.
pub(super) fn load(folder: &Path) -> Result<Study> {
    let names = text(folder, "communities", &NAMES)?;
    let names = names.lines().filter_map(|line| line.trim().strip_prefix("@attribute "));
    let columns: Vec<&str> = names.filter_map(|rest| rest.split_whitespace().next()).collect();
    let data = text(folder, "communities", &DATA)?;
    let raw = Table::parse(&format!("{}\n{data}", columns.join(",")), "communities")?;
    let crime = numbers(&raw, GOAL)?;
    let limit = quantile(&crime, 7, 10);
    let goal = raw.column(GOAL)?;
    // The label is a text: a column of its own, in place of the goal.
    let kept: Vec<usize> = (NOT_PREDICTIVE..columns.len()).filter(|&place| place != goal).collect();
    let mut with_label: Vec<&str> = kept.iter().map(|&place| columns[place]).collect();
    with_label.push("crime");
    let rows = (0..raw.len()).map(|row| {
        let low = raw.cell(row, goal).parse::<f64>().is_ok_and(|crime| crime <= limit);
        let mut cells: Vec<String> = kept.iter().map(|&place| raw.cell(row, place).to_owned()).collect();
        cells.push(if low { "low" } else { "high" }.to_owned());
        cells
    });
    let table = Table::from_rows("communities", &with_label, rows)?;
    let mut features = Features::with_intercept(&table);
    for column in &with_label[..with_label.len() - 1] {
        if 2 * numbers(&table, column)?.len() >= table.len() {
            features = features.quantiles(column, 4)?;
        }
    }
    let features = features.tests();
    let above = |column: &str| -> Result<Atom> {
        let numbers = numbers(&table, column)?;
        if numbers.is_empty() {
            return Err(Error::new(format!("the column {column} has no numbers")));
        }
        let condition = Condition::Within { above: Some(quantile(&numbers, 1, 2)), at_most: None };
        Ok(Atom { column: column.into(), condition })
    };
    let groups = vec![
        ("black", above("racepctblack")?),
        ("white", above("racePctWhite")?),
        ("asian", above("racePctAsian")?),
        ("hispanic", above("racePctHisp")?),
    ];
    Ok(Study {
        name: "communities",
        table,
        learning: None,
        recipe: Recipe { label: Atom::equals("crime", "low"), features },
        groups,
        remark: "quartiles of the columns with at least half of their values known; low crime is the lower 70 %",
    })
}
