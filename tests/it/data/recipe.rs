//! The automatic recipe: bins, categories, what is left out, and what is refused.

use crate::data::instances::{people, recipe};
use referee::data::{Dataset, RecipeOptions, Table, automatic, is_missing, number};
use referee::game::Condition;
use std::fmt::Write as _;
use std::num::NonZeroUsize;

fn table(text: &str) -> Table {
    Table::parse(text, "d.csv").expect("a table")
}

fn refused(text: &str, change: impl Fn(&mut RecipeOptions)) -> String {
    let mut options = RecipeOptions::new("y", "1");
    change(&mut options);
    automatic(&table(text), &options).expect_err(text).to_string()
}

/// Law: a row has the intercept, and of each column exactly one feature, or none where the cell is missing.
#[test]
fn bins_and_categories_partition_the_rows() {
    for bins in 1..9 {
        let table = people(83, 5);
        let options = RecipeOptions { bins, ..RecipeOptions::new("paid", ">50K") };
        let recipe = automatic(&table, &options).expect("a recipe").recipe;
        assert!(recipe.features[0].is_empty(), "the intercept comes first");
        for (column, name) in table.columns().enumerate() {
            let of_column: Vec<Vec<bool>> = recipe
                .features
                .iter()
                .filter(|test| test.first().is_some_and(|atom| atom.column == name))
                .map(|test| table.satisfied(test).expect("its own column"))
                .collect();
            if name == "paid" || (name == "age" && bins == 1) {
                assert!(of_column.is_empty());
                continue;
            }
            for row in 0..table.len() {
                let set = of_column.iter().filter(|rows| rows[row]).count();
                assert_eq!(set, usize::from(!is_missing(table.cell(row, column))), "row {row} of {name}");
            }
        }
    }
}

#[test]
fn cut_points_are_numbers_of_the_column_and_a_frequent_number_fills_one_bin() {
    let text = format!("x,y\n{}5,1\n7,0\n", "0,0\n".repeat(8));
    let found = automatic(&table(&text), &RecipeOptions::new("y", "1")).expect("a recipe").recipe;
    let conditions: Vec<_> = found.features[1..].iter().map(|test| test[0].condition.clone()).collect();
    let expected = [(None, Some(0.0)), (Some(0.0), Some(5.0)), (Some(5.0), None)];
    let expected = expected.map(|(above, at_most)| Condition::Within { above, at_most });
    assert_eq!(conditions, expected);
    let text: String = (0..100).fold("x,y\n".into(), |text, x| format!("{text}{x},{}\n", x % 2));
    let found = automatic(&table(&text), &RecipeOptions::new("y", "1")).expect("a recipe").recipe;
    let cuts: Vec<_> = found.features[1..].iter().map(|test| test[0].condition.clone()).collect();
    assert_eq!(cuts[1], Condition::Within { above: Some(19.0), at_most: Some(39.0) });
    assert_eq!(cuts[4], Condition::Within { above: Some(79.0), at_most: None });
    // Most of the mass on the largest number: a cut below it all the same.
    let text = format!("x,y\n1,1\n2,0\n{}", "9,0\n".repeat(8));
    let found = automatic(&table(&text), &RecipeOptions::new("y", "1")).expect("a recipe").recipe;
    for test in &found.features[1..] {
        let Condition::Within { above, at_most } = test[0].condition else { panic!("numbers") };
        assert!(above.into_iter().chain(at_most).all(|end| end == 2.0));
    }
}

#[test]
fn what_is_left_out_is_said() {
    let mut text = "id,same,none,y\n".to_owned();
    for row in 0..60 {
        let _ = writeln!(text, "n{row},k,?,{}", row % 2);
    }
    let found = automatic(&table(&text), &RecipeOptions::new("y", "1")).expect("a recipe");
    assert_eq!(found.recipe.features.len(), 51);
    let notes = found.notes.join("\n");
    assert!(notes.contains("`id` has 60 categories: the 50 most frequent are features, the other 10 (10 rows)"));
    assert!(notes.contains("`same` is `k` or missing in every row") && notes.contains("`none` is missing"));
}

#[test]
fn what_is_wrong_is_one_sentence_with_its_place() {
    let mut text = "x,y\n".to_owned();
    for row in 0..40 {
        let _ = writeln!(text, "{row},{}", row % 2);
    }
    text.push_str("4o,1\n");
    let nearly = refused(&text, |_| ());
    assert!(nearly.starts_with("d.csv, line 42, column 1: `4o` is not a number, but the column `x` holds 40 numbers"));
    let said = refused("x,y\na,0\n1,1\n", |options| options.numeric.push("x".into()));
    assert!(
        said.starts_with("d.csv, line 2, column 1: `a` is not a number, but the column `x` is said to hold numbers")
    );
    assert_eq!(refused("x,y\n1,0\n2,0\n", |_| ()), "d.csv: no row has the label `1`; the column `y` has `0`");
    assert!(refused("x,y\n1,1\n2,1\n", |_| ()).contains("every row has the label `1`"));
    assert!(refused("x,y\n1,1\n2,?\n", |_| ()).starts_with("d.csv, line 3: the label `y` is missing"));
    let missing = refused("x,y\n1,1\n2,0\n", |options| options.label = "z".into());
    assert_eq!(missing, "d.csv: there is no column `z`; the columns are `x`, `y`");
    assert!(refused("x,y\n1,1\n2,0\n", |options| options.ignored.push("z".into())).contains("no column `z`"));
}

#[test]
fn several_negative_labels_are_said() {
    let found = automatic(&table("x,y\n1,1\n2,2\n3,3\n"), &RecipeOptions::new("y", "1")).expect("a recipe");
    assert_eq!(found.notes, ["the label `y` has 2 values besides `1`, and all of them count as -"]);
    let found = automatic(&table("x,y\n1,1\n2,2\n3,2\n"), &RecipeOptions::new("y", "1")).expect("a recipe");
    assert!(found.notes.is_empty());
}

#[test]
fn text_and_ignored_columns_are_taken_as_they_are_called() {
    let table = table("code,y\n1,1\n2,0\n3,1\n");
    let as_text = RecipeOptions { text: vec!["code".into()], ..RecipeOptions::new("y", "1") };
    let found = automatic(&table, &as_text).expect("a recipe").recipe;
    assert!(found.features[1..].iter().all(|test| matches!(test[0].condition, Condition::Equals(_))));
    let ignored = RecipeOptions { ignored: vec!["code".into()], ..RecipeOptions::new("y", "1") };
    assert_eq!(automatic(&table, &ignored).expect("a recipe").recipe.features.len(), 1);
}

/// A data set is its recipe, row by row.
#[test]
fn data_sets_are_what_their_tests_say() {
    let table = people(50, 3);
    let recipe = recipe(&table);
    let data = Dataset::from_table(&table, &recipe, NonZeroUsize::MIN).expect("a data set");
    for (j, test) in (0..).zip(&recipe.features) {
        let satisfied = table.satisfied(test).expect("a column");
        assert!((0..50).all(|row| data.active(row).contains(&j) == satisfied[row]));
    }
    assert!((0..50).all(|row| data.labels()[row] == (table.cell(row, 4) == ">50K")));
    assert!(number(table.cell(0, 1)).is_some());
}
