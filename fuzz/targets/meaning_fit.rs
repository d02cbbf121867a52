//! What an accepted fit says: its rows counted once more, one by one.

use crate::exact::{RBig, fraction, fractions, list, number, texts};
use serde_json::Value;

/// Whether a row satisfies all atoms of a test.
fn satisfies(names: &[String], row: &[String], test: &Value) -> bool {
    list(test).iter().all(|atom| atom_holds(names, row, atom))
}

fn atom_holds(names: &[String], row: &[String], atom: &Value) -> bool {
    let place = names.iter().position(|name| atom["column"] == **name).expect("a column");
    let cell = &row[place];
    let among = |texts: &Value| list(texts).iter().any(|text| *text == **cell);
    if !atom["equals"].is_null() {
        return among(&atom["equals"]);
    }
    if !atom["differs"].is_null() {
        return !among(&atom["differs"]);
    }
    let Some(x) = cell.parse::<f64>().ok().filter(|x| x.is_finite()) else { return false };
    atom["above"].as_f64().is_none_or(|end| x > end) && atom["at_most"].as_f64().is_none_or(|end| x <= end)
}

pub fn fit(document: &Value, files: &[&[u8]]) {
    let mut lines = texts(files[0]).into_iter();
    let names = lines.next().expect("names");
    let rows: Vec<Vec<String>> = lines.collect();
    let data = &document["data"];
    assert_eq!(data["rows"].as_f64(), Some(rows.len() as f64));
    let positive = |model: &Value, row: &[String]| {
        let features = list(&data["features"]).iter().zip(list(model));
        let score =
            features.filter(|(test, _)| satisfies(&names, row, test)).fold(RBig::ZERO, |sum, (_, x)| sum + number(x));
        score > RBig::ZERO
    };
    let share = |test: &dyn Fn(&[String]) -> bool, of: &[&Vec<String>]| {
        RBig::from(of.iter().filter(|row| test(row)).count()) / RBig::from(of.len())
    };
    let all: Vec<&Vec<String>> = rows.iter().collect();
    for classifier in list(&document["classifiers"]) {
        let mut error = RBig::ZERO;
        let mut constraints: Vec<RBig> =
            list(&document["constraints"]).iter().map(|c| fraction(&c["constant"])).collect();
        let mut total = RBig::ZERO;
        for atom in list(&classifier["mixture"]) {
            let model = &document["models"][atom["model"].as_f64().expect("a model") as usize];
            let weight = fraction(&atom["weight"]);
            total += &weight;
            let wrong = |row: &[String]| positive(model, row) != atom_holds(&names, row, &data["label"]);
            error += &weight * share(&wrong, &all);
            for (sum, constraint) in constraints.iter_mut().zip(list(&document["constraints"])) {
                for term in list(&constraint["terms"]) {
                    let of: Vec<_> = rows.iter().filter(|row| satisfies(&names, row, &term["rows"])).collect();
                    *sum += &weight * fraction(&term["coefficient"]) * share(&|row| positive(model, row), &of);
                }
            }
        }
        assert_eq!(total, RBig::ONE);
        assert_eq!(fraction(&classifier["error"]), error, "the error");
        assert_eq!(fractions(&classifier["constraints"]), constraints, "the constraints");
        assert_eq!(classifier["feasible"], constraints.iter().all(|x| *x <= RBig::ZERO));
    }
}
