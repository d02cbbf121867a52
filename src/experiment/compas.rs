//! COMPAS (`ProPublica`, Broward County), with the usual filter; no score of the vendor is a feature.

use super::files::{Published, text};
use super::study::{Features, Study};
use crate::data::Table;
use crate::error::Result;
use crate::game::{Atom, Recipe};
use std::path::Path;

const FILE: Published = Published {
    name: "compas.csv",
    sha256: "eb2d5c2943124ac18bc96f1e759f665acf9d0da22c951d64ae43e1cdc5cc2231",
    from: "https://github.com/propublica/compas-analysis (compas-scores-two-years.csv, commit bafff5d, reduced to the \
           columns sex, age, age_cat, race, juv_fel_count, juv_misd_count, juv_other_count, priors_count, \
           c_charge_degree, days_b_screening_arrest, is_recid, decile_score, score_text, two_year_recid)",
};
const KEPT: &str = "sex age age_cat race juv_fel_count juv_misd_count juv_other_count priors_count c_charge_degree \
    two_year_recid";

/// Reads the published file.
pub(super) fn load(folder: &Path) -> Result<Study> {
    let all = Table::parse(&text(folder, "compas", &FILE)?, FILE.name)?;
    let column = |name: &str| all.column(name);
    let (days, recid) = (column("days_b_screening_arrest")?, column("is_recid")?);
    let (degree, score) = (column("c_charge_degree")?, column("score_text")?);
    let usual = |row: usize| {
        let within = all.cell(row, days).parse::<f64>().is_ok_and(|days| days.abs() <= 30.0);
        within && all.cell(row, recid) != "-1" && all.cell(row, degree) != "O" && all.cell(row, score) != "N/A"
    };
    let kept: Vec<&str> = KEPT.split(' ').collect();
    let places = kept.iter().map(|name| column(name)).collect::<Result<Vec<_>>>()?;
    let rows = (0..all.len()).filter(|&row| usual(row));
    let rows = rows.map(|row| places.iter().map(|&place| all.cell(row, place).to_owned()).collect::<Vec<_>>());
    let table = Table::from_rows("compas", &kept, rows)?;
    let features = Features::with_intercept(&table)
        .categories("sex")?
        .categories("age_cat")?
        .categories("race")?
        .categories("c_charge_degree")?
        .quantiles("age", 5)?
        .intervals("priors_count", &[0.0, 2.0, 5.0])
        .intervals("juv_fel_count", &[0.0, 1.0, 2.0])
        .intervals("juv_misd_count", &[0.0, 1.0, 2.0])
        .intervals("juv_other_count", &[0.0, 1.0, 2.0])
        .tests();
    Ok(Study {
        name: "compas",
        table,
        learning: None,
        recipe: Recipe { label: Atom::equals("two_year_recid", "1"), features },
        groups: vec![
            ("female", Atom::equals("sex", "Female")),
            ("male", Atom::equals("sex", "Male")),
            ("African-American", Atom::equals("race", "African-American")),
            ("Caucasian", Atom::equals("race", "Caucasian")),
        ],
        remark: "34 features and an intercept; the edges of the intervals are our own choice",
    })
}
