//! Small tables and data sets that the tests share.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{
    Cells, Dataset, Meaning, RateOptions, RateProblem, RecipeOptions, Table, automatic, parse, sha256,
};
use referee::error::Result;
use referee::game::{DataRecord, RateConstraint, Recipe};

/// People with a group, a number, a missing cell here and there, and a label.
pub(crate) fn people(rows: usize, seed: u64) -> Table {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let row = |r: usize| {
        let sex = if generator.random_bool(0.4) { "Female" } else { "Male" };
        let age = generator.random_range(17..90_u32);
        let job = ["clerk", "farmer", "nurse, night", "?"][generator.random_range(0..4_usize)];
        let paid = (age > 40) != generator.random_bool(0.2) || r == 0;
        let paid = if paid && r != 1 { ">50K" } else { "<=50K" };
        let old = if generator.random_bool(0.5) { ">50K" } else { "<=50K" };
        [sex.to_owned(), age.to_string(), job.to_owned(), old.to_owned(), paid.to_owned()]
    };
    Table::from_rows("people.csv", &["sex", "age", "job", "old", "paid"], (0..rows).map(row)).expect("a table")
}

pub(crate) fn recipe(table: &Table) -> Recipe {
    let options = RecipeOptions { ignored: vec!["old".into()], ..RecipeOptions::new("paid", ">50K") };
    automatic(table, &options).expect("a recipe").recipe
}

/// The constraints of some texts over a table of [`people`].
pub(crate) fn constraints(table: &Table, texts: &[&str]) -> Result<Vec<RateConstraint>> {
    let recipe = recipe(table);
    let reference = referee::game::Atom::equals("old", ">50K");
    let meaning = Meaning { table, label: &recipe.label, reference: Some(&reference) };
    let mut all = Vec::new();
    for text in texts {
        for statement in parse(text, table)? {
            all.push(statement.on(&meaning)?);
        }
    }
    Ok(all)
}

pub(crate) fn problem(rows: usize, seed: u64, texts: &[&str], options: RateOptions) -> RateProblem {
    let table = people(rows, seed);
    let constraints = constraints(&table, texts).expect("constraints");
    let sha256 = sha256(table.to_csv().as_bytes());
    let data = DataRecord { file: "people.csv".into(), sha256, rows, recipe: recipe(&table) };
    RateProblem::new("people", &table, data, constraints, options).expect("a problem")
}

/// Random rows of a few features, in one cell a label.
pub(crate) fn rows(rows: usize, features: u32, seed: u64) -> (Dataset, Cells) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut data = Dataset::new(features as usize);
    for _ in 0..rows {
        let active: Vec<u32> = (0..features).filter(|_| generator.random_bool(0.4)).collect();
        data.push(&active, generator.random_bool(0.5));
    }
    let cells = Cells::new(data.labels(), Vec::new());
    (data, cells)
}
