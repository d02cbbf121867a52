//! Classifiers: what each does on the rows of a file, by exact counts, and which one to take.

use super::grid::shortened;
use super::part::FIT;
use super::{Document, Part};
use crate::cli::numbers::{at_least_to, at_most, at_most_to};
use crate::cli::page::table;
use crate::cli::recipes::rational;
use crate::report::Chart;
use crate::report::page::Block;
use crate::report::rate_chart::{self, Rates};
use dashu_ratio::RBig;
use serde_json::Value;

/// A classifier of an accepted fit.
struct Classifier<'a> {
    name: &'a str,
    models: usize,
    error: RBig,
    constraints: Vec<RBig>,
}

impl Classifier<'_> {
    /// How far it is above the worst of its constraints; 0 if it keeps all.
    fn violation(&self) -> RBig {
        self.constraints.iter().max().cloned().filter(|worst| *worst > RBig::ZERO).unwrap_or(RBig::ZERO)
    }
}

fn classifiers(document: &Document) -> Vec<Classifier<'_>> {
    let number = |value: &Value| value.as_str().and_then(rational);
    let list = document.value["classifiers"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|value| {
            Some(Classifier {
                name: value["name"].as_str()?,
                models: value["mixture"].as_array()?.len(),
                error: number(&value["error"])?,
                constraints: value["constraints"].as_array()?.iter().map(number).collect::<Option<_>>()?,
            })
        })
        .collect()
}

fn names(document: &Document) -> Vec<String> {
    let list = document.value["constraints"].as_array().into_iter().flatten();
    list.map(|constraint| constraint["name"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Whether an accepted fit proves that no model satisfies the hinges of its constraints.
pub(super) fn says_infeasible(documents: &[Document]) -> bool {
    let of = |document: &Document| {
        let claims = document.accepted().filter(|_| document.format() == FIT)?.claims();
        claims.iter().any(|claim| claim.name == "infeasible_proxies").then_some(())
    };
    documents.iter().any(|document| of(document).is_some())
}

/// Adds what the fit at a place of the documents says; one whose classifiers all stand in an earlier one on the same rows
/// says nothing new.
pub(super) fn add(part: &mut Part, documents: &[Document], place: usize) {
    let document = &documents[place];
    let known = |earlier: &&Document| {
        earlier.accepted().is_some()
            && earlier.format() == FIT
            && earlier.value["data"]["sha256"] == document.value["data"]["sha256"]
            && document.value["classifiers"].as_array().is_some_and(|own| {
                let theirs = names_of(earlier);
                own.iter().all(|one| theirs.contains(&one["name"].as_str().unwrap_or_default()))
            })
    };
    if documents[..place].iter().any(|earlier| known(&earlier)) {
        return;
    }
    let found = classifiers(document);
    let rows = document.value["data"]["rows"].to_string();
    let file = document.value["data"]["file"].as_str().unwrap_or_default();
    let on = format!("the {rows} rows of {file}");
    let first = documents.iter().position(|other| other.format() == FIT && other.accepted().is_some()) == Some(place);
    if let Some(best) = found.iter().min_by(|a, b| (a.violation(), &a.error).cmp(&(b.violation(), &b.error))) {
        let (name, error) = (best.name, at_most(&best.error));
        let sentence = if best.constraints.is_empty() {
            format!("Certified: on {on} `{name}` has the least error, at most {error} (proved: exact counts).")
        } else if best.violation() > RBig::ZERO {
            format!(
                "No classifier keeps every constraint on {on}. `{name}` comes nearest: it violates none by more than {}, and \
                 its error is at most {error} (proved: exact counts).",
                at_most(&best.violation())
            )
        } else {
            format!(
                "Certified: on {on} `{name}` keeps every constraint, and its error is at most {error}, the least of the \
                 classifiers that do so (proved: exact counts)."
            )
        };
        // What to take is decided on the rows that were learned from; others only say how it fares there.
        if first {
            part.verdicts.push(sentence.clone());
            part.take.push(Block::Paragraph(sentence));
        }
    }
    if says_infeasible(std::slice::from_ref(document)) && first {
        part.verdicts.push(
            "No model satisfies the hinges of all constraints (proved): what a theorem says against models that satisfy \
             them compares with nothing here."
                .to_owned(),
        );
    }
    part.claims.extend(rates(document, &found, &on));
    if first && !names(document).is_empty() {
        part.charts.push(Block::Chart(chart(documents, document, &found)));
    }
}

/// The constraints, the worst first, with what each classifier has there, also on rows that were held out.
fn chart(documents: &[Document], document: &Document, found: &[Classifier<'_>]) -> Chart {
    let other = |other: &&Document| {
        other.accepted().is_some()
            && other.format() == FIT
            && other.value["data"]["sha256"] != document.value["data"]["sha256"]
    };
    let held_out = documents.iter().find(other);
    let elsewhere = held_out.map(|other| (names(other), classifiers(other)));
    let names = names(document);
    let order: Vec<usize> = worst_first(names.len(), found).into_iter().take(MOST_DRAWN).collect();
    let double = |value: &RBig| value.to_f64().value();
    let classifier = |own: &Classifier<'_>| {
        let there = elsewhere
            .as_ref()
            .and_then(|(names, all)| Some((names, &all.iter().find(|other| other.name == own.name)?.constraints)));
        let held_out = |i: &usize| {
            let (known, values) = there?;
            values.get(known.iter().position(|name| *name == names[*i])?).map(double)
        };
        rate_chart::Classifier {
            name: own.name.to_owned(),
            training: order.iter().map(|i| own.constraints.get(*i).map(double)).collect(),
            held_out: if there.is_some() { order.iter().map(held_out).collect() } else { Vec::new() },
        }
    };
    let left_out = names.len().saturating_sub(order.len());
    rate_chart::rates(&Rates {
        title: "Constraints".to_owned(),
        subtitle: if left_out > 0 { format!("the worst; {left_out} are left out") } else { String::new() },
        axis: "value of the constraint: at most 0".to_owned(),
        names: order.iter().map(|i| names[*i].clone()).collect(),
        limits: vec![Some(0.0); order.len()],
        candidates: Vec::new(),
        classifiers: found.iter().map(classifier).collect(),
    })
}

/// Constraints that a chart has room for.
const MOST_DRAWN: usize = 20;

/// The numbers of the constraints, those first that some classifier keeps least.
fn worst_first(count: usize, found: &[Classifier<'_>]) -> Vec<usize> {
    let worst = |i: usize| found.iter().filter_map(|classifier| classifier.constraints.get(i)).max();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| worst(b).cmp(&worst(a)));
    order
}

fn names_of(document: &Document) -> Vec<&str> {
    classifiers(document).iter().map(|classifier| classifier.name).collect()
}

/// One row a constraint, the worst first, one column a classifier.
fn rates(document: &Document, found: &[Classifier<'_>], on: &str) -> Vec<Block> {
    let mut head = vec![""];
    head.extend(found.iter().map(|classifier| classifier.name));
    let mut rows = table(&format!("What the classifiers do on {on}"), &head, &[]);
    let line = |name: &str, cell: &dyn Fn(&Classifier<'_>) -> String| {
        [name.to_owned()].into_iter().chain(found.iter().map(cell)).collect::<Vec<String>>()
    };
    rows.rows.push(line("models", &|classifier| classifier.models.to_string()));
    rows.rows.push(line("error, at most", &|classifier| at_most_to(&classifier.error, 6)));
    let names = names(document);
    for i in worst_first(names.len(), found) {
        let cell = |classifier: &Classifier<'_>| match classifier.constraints.get(i) {
            Some(value) if *value > RBig::ZERO => format!("violated by at most {}", at_most_to(value, 4)),
            Some(value) => format!("kept by at least {}", at_least_to(&-value, 4)),
            None => String::new(),
        };
        rows.rows.push(line(&names[i], &cell));
    }
    shortened(rows)
}
