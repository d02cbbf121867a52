//! The language of constraints: what each rate means, by brute force over predictions; and what is refused, and where.

use crate::data::instances::{constraints, people, recipe};
use dashu_ratio::RBig;
use referee::data::{Cells, Dataset, Table, positives, predictions};
use std::num::NonZeroUsize;

/// The value of the constraint `text` (`left - right` for `<=`) over a table at a model.
fn value(table: &Table, text: &str, theta: &[f64]) -> RBig {
    let recipe = recipe(table);
    let constraints = constraints(table, &[text]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(constraints.len(), 1);
    let data = Dataset::from_table(table, &recipe, NonZeroUsize::MIN).expect("a data set");
    let cells = Cells::of_table(table, &recipe, &constraints).expect("cells");
    cells.value(0, &positives(&data, &cells, theta))
}

/// Every row as (in the group of women, in the group of the young, label, prediction, reference).
fn facts(table: &Table, theta: &[f64]) -> Vec<[bool; 5]> {
    let data = Dataset::from_table(table, &recipe(table), NonZeroUsize::MIN).expect("a data set");
    let predicted = predictions(&data, theta);
    let row = |r: usize| {
        let age: f64 = table.cell(r, 1).parse().expect("an age");
        [
            table.cell(r, 0) == "Female",
            age <= 40.0,
            table.cell(r, 4) == ">50K",
            predicted[r],
            table.cell(r, 3) == ">50K",
        ]
    };
    (0..table.len()).map(row).collect()
}

fn share(rows: &[[bool; 5]], of: impl Fn(&[bool; 5]) -> bool, what: impl Fn(&[bool; 5]) -> bool) -> RBig {
    let size = rows.iter().filter(|row| of(row)).count();
    RBig::from(rows.iter().filter(|row| of(row) && what(row)).count()) / RBig::from(size)
}

type Wanted = Box<dyn Fn(&[[bool; 5]]) -> RBig>;

#[test]
fn every_rate_is_what_counting_says() {
    let half = RBig::ONE / RBig::from(2);
    let all = |_: &[bool; 5]| true;
    let women = |row: &[bool; 5]| row[0];
    let right = |row: &[bool; 5]| row[2] == row[3];
    let cases: Vec<(&str, Wanted)> = vec![
        ("positive_rate()", Box::new(move |rows| share(rows, all, |row| row[3]))),
        ("coverage(sex=Female)", Box::new(move |rows| share(rows, women, |row| row[3]))),
        ("negative_rate(sex=Female)", Box::new(move |rows| share(rows, women, |row| !row[3]))),
        ("tpr(sex=Female)", Box::new(move |rows| share(rows, |row| row[0] && row[2], |row| row[3]))),
        ("recall(sex!=Female)", Box::new(move |rows| share(rows, |row| !row[0] && row[2], |row| row[3]))),
        ("fnr(age<=40)", Box::new(move |rows| share(rows, |row| row[1] && row[2], |row| !row[3]))),
        ("fpr(age>40)", Box::new(move |rows| share(rows, |row| !row[1] && !row[2], |row| row[3]))),
        ("tnr(age < 41 & sex=Female)", {
            Box::new(move |rows| share(rows, |row| row[0] && row[1] && !row[2], |row| !row[3]))
        }),
        ("error(sex=Female)", Box::new(move |rows| share(rows, women, |row| !right(row)))),
        ("accuracy(age >= 41)", Box::new(move |rows| share(rows, |row| !row[1], right))),
        ("churn(sex=Female)", Box::new(move |rows| share(rows, women, |row| row[3] != row[4]))),
        ("tp(sex=Female)", Box::new(move |rows| share(rows, all, |row| row[0] && row[2] && row[3]))),
        ("fp(sex=Female)", Box::new(move |rows| share(rows, all, |row| row[0] && !row[2] && row[3]))),
        ("tn(sex=Female)", Box::new(move |rows| share(rows, all, |row| row[0] && !row[2] && !row[3]))),
        ("fn(sex=Female)", Box::new(move |rows| share(rows, all, |row| row[0] && row[2] && !row[3]))),
    ];
    for seed in 0..4 {
        let table = people(61, seed);
        let d = recipe(&table).features.len();
        for shift in 0..3_usize {
            let theta: Vec<f64> = (0..d).map(|j| ((j * 7 + shift * 5 + 3) % 11) as f64 - 4.5).collect();
            let rows = facts(&table, &theta);
            for (rate, wanted) in &cases {
                let found = value(&table, &format!("{rate} <= 0.5"), &theta);
                assert_eq!(found, wanted(&rows) - &half, "{rate}");
                let flipped = value(&table, &format!("2 * ({rate}) - 1/2 >= 0.25 + {rate}"), &theta);
                assert_eq!(flipped, RBig::from(3) / RBig::from(4) - wanted(&rows), "{rate}");
            }
            // Precision: c (tp + fp) - tp.
            let precise = value(&table, "precision(sex=Female) >= 0.9", &theta);
            let tp = share(&rows, all, |row| row[0] && row[2] && row[3]);
            let fp = share(&rows, all, |row| row[0] && !row[2] && row[3]);
            assert_eq!(precise, RBig::from(9) / RBig::from(10) * (&tp + fp) - tp);
        }
    }
}

#[test]
fn decimals_are_exact_and_equal_rows_are_one_term() {
    let table = people(40, 1);
    let found = constraints(&table, &["tpr(sex=Female) >= 0.95 * tpr()"]).expect("a constraint");
    let coefficients: Vec<_> = found[0].terms.iter().map(|term| term.coefficient.to_string()).collect();
    assert_eq!(coefficients, ["19/20", "-1"]);
    assert_eq!(found[0].name, "tpr(sex=Female) >= 0.95 * tpr()");
    let found = constraints(&table, &["tpr() + fnr() + 0.5 * tpr() <= 1.25"]).expect("a constraint");
    assert_eq!((found[0].terms.len(), found[0].constant.to_string().as_str()), (1, "-1/4"));
    assert_eq!(found[0].terms[0].coefficient.to_string(), "1/2");
}

#[test]
fn forms_stand_for_one_constraint_a_group_or_pair() {
    let table = people(40, 1);
    let names = |text| -> Vec<String> {
        constraints(&table, &[text]).expect(text).into_iter().map(|constraint| constraint.name).collect()
    };
    assert_eq!(
        names("equal_opportunity(sex) >= 0.95"),
        ["tpr(sex=Female) >= 0.95 * tpr()", "tpr(sex=Male) >= 0.95 * tpr()"]
    );
    assert_eq!(names("demographic_parity(job) >= 0.8").len(), 3); // the missing cells are no group
    let pairs = names("eighty_percent_rule(job)");
    assert_eq!(pairs.len(), 6);
    assert!(pairs.contains(&"positive_rate(job=clerk) >= 0.8 * positive_rate(job=\"nurse, night\")".to_owned()));
    let differences = |rate: &str| {
        [("Female", "Male"), ("Male", "Female")].map(|(v, w)| format!("{rate}(sex={v}) - {rate}(sex={w}) <= 0.05"))
    };
    assert_eq!(names("equalized_odds(sex) <= 0.05"), [differences("tpr"), differences("fpr")].concat());
    assert_eq!(names("equal_opportunity(sex) <= 0.05"), differences("tpr"));
    assert_eq!(names("demographic_parity(sex)<=0.05"), differences("positive_rate"));
    assert_eq!(names("equalized_odds(job) <= 0.1").len(), 12);
}

#[test]
fn quotation_marks_and_odd_texts_are_read() {
    let table = people(40, 1);
    for text in [
        "positive_rate(\"job\" = \"nurse, night\") <= 0.5",
        "positive_rate(job = nurse, night) <= 0.5",
        "positive_rate(old = >50K & job != ?) <= .5",
    ] {
        constraints(&table, &[text]).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn errors_name_the_column_of_the_text() {
    let table = people(40, 1);
    let refused = |text: &str| {
        let error = constraints(&table, &[text]).expect_err(text);
        (error.column(), error.to_string())
    };
    let cases = [
        (
            "tpe(sex=Female) >= 0.5",
            1,
            "there is no rate `tpe` (did you mean `tpr` or `tp`?); the rates are positive_rate,",
        ),
        ("tpr(sexx=Female) >= 0.5", 5, "there is no column `sexx` (did you mean `sex`?); the columns are `sex`, `age`"),
        (
            "tpr(sex = female) >= 0.5",
            11,
            "`female` never occurs in the column `sex` (did you mean `Female`?), which has",
        ),
        ("tpr(age>200) >= 0.5", 5, "the group `age>200` of `tpr` has no row that is labelled +; `age` has"),
        ("0.5 <= 0.7", 1, "there is no rate in it"),
        ("tpr() <= tpr()", 1, "both sides have the same rates"),
        ("tpr() < 0.5", 7, "strict comparisons cannot be certified"),
        ("tpr() = 0.5", 7, "write <= or >="),
        ("tpr() * fpr() <= 0.5", 7, "a product of two rates is not linear"),
        ("tpr() / fpr() <= 0.5", 7, "a quotient by a rate is not linear"),
        ("tpr() / 0 <= 0.5", 7, "divides by 0"),
        ("tpr() <= 0.5 0.6", 14, "expected the end of the constraint, found `0.6`"),
        ("tpr <= 0.5", 5, "expected `(` after the name of a rate"),
        ("tpr(sex) <= 0.5", 8, "expected =, !=, <, <=, > or >= after the column `sex`"),
        ("tpr(age<=old) <= 0.5", 10, "`old` is not a number"),
        ("tpr(sex=Female <= 0.5", 22, "expected `&` or `)` after a condition, found the end"),
        ("tpr(\"sex=Female) <= 0.5", 5, "this quotation mark is not closed"),
        ("tpr() <= 0.5.5", 10, "`0.5.5` is not a number"),
        ("tpr() <= 1e-3", 10, "`1e` is not a number"),
        ("tpr() <=", 9, "expected a number or a rate, found the end"),
        ("", 1, "expected a number or a rate, found the end"),
        ("precision() >= tpr()", 1, "precision may stand only as the one rate"),
        ("equal_opportunity(sexx) >= 0.9", 19, "there is no column `sexx`"),
        ("equal_opportunity(age) >= 0.9", 19, "values, and a form takes 2 to 20"),
        ("equal_opportunity(sex) <= 0.9", 24, "write equal_opportunity(column) >= a number"),
        ("equalized_odds(sex) >= 0.9", 21, "write equalized_odds(column) <= a number, the largest difference"),
        ("0.9 <= equal_opportunity(sex)", 8, "write it first, as in equal_opportunity(column) >= 0.95"),
        ("0.1 >= equalized_odds(sex)", 8, "write it first, as in equalized_odds(column) <= 0.05"),
        ("equal_oportunity(sex) >= 0.9", 1, "there is no rate `equal_oportunity` (did you mean `equal_opportunity`?)"),
        (
            "abs(tpr(sex=Female) - tpr(sex = Male)) <= 0.05",
            1,
            "write two constraints, `tpr(sex=Female) - tpr(sex = Male) <= 0.05` and `tpr(sex = Male) - tpr(sex=Female) <= 0.05`",
        ),
        (
            "abs( tpr() - 0.5 * fpr() + 0.1 ) <= 2 * 0.05",
            1,
            "two constraints, `tpr() - 0.5 * fpr() + 0.1 <= 2 * 0.05` and `-(tpr() - 0.5 * fpr() + 0.1) <= 2 * 0.05`",
        ),
        ("abs(tpr() - 0.5) >= 0.05", 1, "that an absolute value is at least something is not linear"),
        ("0.05 >= abs(tpr() - fpr())", 9, "an absolute value is not linear: write a bound on it as two constraints"),
    ];
    for (text, column, message) in cases {
        let (found, sentence) = refused(text);
        assert!(sentence.contains(message), "{text}: {sentence}");
        assert_eq!(found, Some(column), "{text}: {sentence}");
        assert!(sentence.starts_with("the constraint `"), "{sentence}");
        assert!(!sentence.contains('\n'));
    }
    let (_, sentence) = refused("error(sex=Female) + accuracy(sex=Female) <= 0.5");
    assert!(sentence.contains("differ by a number only"), "{sentence}");
}

#[test]
fn churn_needs_its_reference() {
    let table = people(40, 1);
    let recipe = recipe(&table);
    let meaning = referee::data::Meaning { table: &table, label: &recipe.label, reference: None };
    let statements = referee::data::parse("churn() <= 0.1", &table).expect("a constraint");
    assert!(statements[0].on(&meaning).expect_err("no reference").to_string().contains("name one"));
}
