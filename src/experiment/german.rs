//! Statlog German Credit (UCI): good credit is `+`.

use super::files::{Published, text};
use super::study::{Features, Study};
use crate::data::Table;
use crate::error::Result;
use crate::game::{Atom, Condition, Recipe};
use std::path::Path;

const FILE: Published = Published {
    name: "german.data",
    sha256: "b21f3d81db8071257d5ff1deaeba1fd4303b62712e6fcc9715c7a86202cb5871",
    from: "https://archive.ics.uci.edu/ml/machine-learning-databases/statlog/german/",
};
const COLUMNS: &str = "status duration history purpose amount savings employment installment-rate personal-status \
    debtors residence property age other-plans housing credits job liable telephone foreign class";
const CATEGORICAL: &str = "status history purpose savings employment personal-status debtors property other-plans \
    housing job telephone foreign";

/// Reads the published file.
pub(super) fn load(folder: &Path) -> Result<Study> {
    let text = text(folder, "german", &FILE)?;
    let rows = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let table = Table::from_rows("german", &COLUMNS.split(' ').collect::<Vec<_>>(), rows)?;
    let mut features = Features::with_intercept(&table);
    for column in CATEGORICAL.split(' ') {
        features = features.categories(column)?;
    }
    let features = features
        .quantiles("age", 5)?
        .quantiles("duration", 4)?
        .quantiles("amount", 4)?
        .categories("installment-rate")?
        .categories("residence")?
        .categories("credits")?
        .categories("liable")?
        .tests();
    let sex = |codes: &[&str]| Atom {
        column: "personal-status".into(),
        condition: Condition::Equals(codes.iter().map(|&code| code.to_owned()).collect()),
    };
    let age = |above, at_most| Atom { column: "age".into(), condition: Condition::Within { above, at_most } };
    Ok(Study {
        name: "german",
        table,
        learning: None,
        recipe: Recipe { label: Atom::equals("class", "1"), features },
        groups: vec![
            ("female", sex(&["A92", "A95"])),
            ("male", sex(&["A91", "A93", "A94"])),
            ("age <= 25", age(None, Some(25.0))),
            ("age > 25", age(Some(25.0), None)),
        ],
        remark: "81 features and an intercept; the edges of the intervals are our own choice",
    })
}
