//! Rates of classifiers on some rows, for people.

use crate::data::{Cells, RateProblem, Table, is_missing};
use crate::error::Result;
use crate::game::{Atom, Condition, Test};
use dashu_ratio::RBig;

/// What to measure besides the error: the rates of the constraints, and those of the groups that were asked for. Their
/// names, and cells whose constraints are these rates.
pub(super) fn measures(table: &Table, problem: &RateProblem, groups: &[String]) -> Result<(Vec<String>, Cells)> {
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
    let (mut names, mut rates) = (Vec::new(), Vec::new());
    for test in tests {
        let rows = table.satisfied(&test)?;
        if rows.contains(&true) {
            names.push(name(&test, label));
            rates.push((RBig::ZERO, vec![(RBig::ONE, rows)]));
        }
    }
    Ok((names, Cells::new(problem.data().labels(), rates)))
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
