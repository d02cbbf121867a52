//! Rates of classifiers on some rows, for people.

use crate::data::{Classified, Dataset, RateProblem, Table, is_missing, predictions};
use crate::error::Result;
use crate::game::{Atom, Condition, Test};
use dashu_ratio::RBig;

/// A share of some rows: of those that are predicted `+`, or of those that are predicted wrongly.
pub(super) struct Measure {
    pub(super) name: String,
    rows: Vec<bool>,
    of_errors: bool,
}

/// What to measure: the error, the rates of the constraints, and those of the groups that were asked for.
pub(super) fn measures(table: &Table, problem: &RateProblem, groups: &[String]) -> Result<Vec<Measure>> {
    let label = &problem.source().recipe.label;
    let mut tests: Vec<Test> = Vec::new();
    for term in problem.constraints().iter().flat_map(|constraint| &constraint.terms) {
        if !tests.contains(&term.rows) {
            tests.push(term.rows.clone());
        }
    }
    for column in groups {
        let values = table.values(table.column(column)?);
        let mut texts: Vec<&str> = values.iter().map(|(text, _)| *text).filter(|text| !is_missing(text)).collect();
        texts.sort_unstable();
        for text in texts {
            let group = Atom::equals(column, text);
            for test in [vec![group.clone()], vec![label.clone(), group.clone()], vec![opposite(label), group]] {
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
        }
    }
    let mut all = vec![Measure { name: "error".into(), rows: vec![true; table.len()], of_errors: true }];
    for test in tests {
        let rows = table.satisfied(&test)?;
        if rows.contains(&true) {
            all.push(Measure { name: name(&test, label), rows, of_errors: false });
        }
    }
    Ok(all)
}

/// The expected shares of a classifier, one a measure.
pub(super) fn shares(measures: &[Measure], data: &Dataset, of: &Classified, predicted: &[Vec<bool>]) -> Vec<f64> {
    let count = |measure: &Measure, predicted: &[bool]| {
        let hit = |row: &usize| measure.rows[*row] && (predicted[*row] != (measure.of_errors && data.labels()[*row]));
        (0..data.len()).filter(hit).count() as u64
    };
    let share = |measure: &Measure| {
        let size = measure.rows.iter().filter(|&&row| row).count() as u64;
        let mean = of
            .mixture
            .iter()
            .fold(RBig::ZERO, |sum, atom| sum + &atom.weight * RBig::from(count(measure, &predicted[atom.candidate])));
        (mean / RBig::from(size)).to_f64().value()
    };
    measures.iter().map(share).collect()
}

/// The predictions of every model.
pub(super) fn predicted(data: &Dataset, models: &[Vec<f64>]) -> Vec<Vec<bool>> {
    models.iter().map(|theta| predictions(data, theta)).collect()
}

fn opposite(label: &Atom) -> Atom {
    let condition = match &label.condition {
        Condition::Equals(texts) => Condition::Differs(texts.clone()),
        other => other.clone(),
    };
    Atom { column: label.column.clone(), condition }
}

/// The name of the rate in the language of constraints.
fn name(test: &[Atom], label: &Atom) -> String {
    let (rate, group) = match test.split_first() {
        Some((first, rest)) if first == label => ("tpr", rest),
        Some((first, rest)) if *first == opposite(label) => ("fpr", rest),
        _ => ("positive_rate", test),
    };
    let one = |atom: &Atom| {
        let column = &atom.column;
        match &atom.condition {
            Condition::Equals(texts) => format!("{column}={}", texts.join("|")),
            Condition::Differs(texts) => format!("{column}!={}", texts.join("|")),
            Condition::Within { above, at_most } => {
                let above = above.map(|end| format!("{column}>{end}"));
                above.into_iter().chain(at_most.map(|end| format!("{column}<={end}"))).collect::<Vec<_>>().join(" & ")
            }
        }
    };
    format!("{rate}({})", group.iter().map(one).collect::<Vec<_>>().join(" & "))
}
