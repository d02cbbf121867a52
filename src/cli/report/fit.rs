//! Classifiers: what each does on the rows of a file, by exact counts, and which one to take.

use super::part::FIT;
use super::{Document, Part};
use crate::cli::numbers::{at_least_to, at_most, at_most_to};
use crate::cli::page::{shortened, table};
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

/// Whether a fit is about classifiers and constraints of another one, and reads rows as that does. It may have fewer of
/// both: some constraints cannot be counted on other rows.
fn belongs(document: &Document, to: &Document) -> bool {
    let (own, theirs) = (&document.value, &to.value);
    let list = |value: &'_ Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let members = |of: &Value, classifier: &Value| -> Vec<(Value, Value)> {
        let mixture = list(classifier, "mixture");
        let place = |member: &Value| member["model"].as_u64().and_then(|place| usize::try_from(place).ok());
        let model = |member: &Value| place(member).map_or(Value::Null, |place| of["models"][place].clone());
        mixture.iter().map(|member| (member["weight"].clone(), model(member))).collect()
    };
    let of = |value: &Value| -> Vec<(Value, Vec<(Value, Value)>)> {
        let classifiers = list(value, "classifiers");
        classifiers.iter().map(|classifier| (classifier["name"].clone(), members(value, classifier))).collect()
    };
    let (constraints, classifiers) = (list(theirs, "constraints"), of(theirs));
    ["label", "features"].iter().all(|name| own["data"][*name] == theirs["data"][*name])
        && list(own, "constraints").iter().all(|constraint| constraints.contains(constraint))
        && of(own).iter().all(|classifier| classifiers.contains(classifier))
}

/// The first of the documents that the fit at a place belongs to, perhaps itself.
fn leader(documents: &[Document], place: usize) -> usize {
    let is_leader = |other: &Document| is_fit(other) && belongs(&documents[place], other);
    documents[..place].iter().position(is_leader).unwrap_or(place)
}

fn is_fit(document: &Document) -> bool {
    document.accepted().is_some() && document.format() == FIT
}

/// What the classifiers of the fit at a place do on other rows, if a document tells of them.
fn held_out(documents: &[Document], place: usize) -> Option<&Document> {
    let data = |at: usize| &documents[at].value["data"]["sha256"];
    let is_other =
        |other: &usize| is_fit(&documents[*other]) && leader(documents, *other) == place && data(*other) != data(place);
    (0..documents.len()).find(is_other).map(|other| &documents[other])
}

/// The rows that a fit counts.
fn rows_of(document: &Document) -> String {
    let data = &document.value["data"];
    format!("the {} rows of {}", data["rows"], data["file"].as_str().unwrap_or_default())
}

/// What a classifier with these values does on rows that it was not chosen on, where not all constraints may be counted.
pub(in crate::cli) fn does_there(values: &[RBig], constraints: usize) -> Option<String> {
    let (worst, counted) = (values.iter().max()?, values.len());
    Some(match values.iter().filter(|value| **value > RBig::ZERO).count() {
        0 if counted == constraints => "keeps every constraint".to_owned(),
        0 => format!("keeps all of the {counted} constraints, of {constraints}, that can be counted there"),
        _ if constraints == 1 => format!("violates the constraint by at most {}", at_most(worst)),
        _ if counted == 1 => {
            format!("violates the only constraint that can be counted there by at most {}", at_most(worst))
        }
        violated => format!("violates {violated} of {counted} constraints, the worst by at most {}", at_most(worst)),
    })
}

/// What the same classifier does on rows that it was not chosen on.
fn elsewhere(name: &str, constraints: usize, held_out: &Document) -> Option<String> {
    let own = classifiers(held_out).into_iter().find(|classifier| classifier.name == name)?;
    let does = does_there(&own.constraints, constraints)?;
    Some(format!("On {} the same classifier {does} (proved: exact counts).", rows_of(held_out)))
}

/// Adds what the fit at a place of the documents says; one whose classifiers all stand in an earlier one on the same rows
/// says nothing new.
pub(super) fn add(part: &mut Part, documents: &[Document], place: usize) {
    let document = &documents[place];
    let known = |earlier: &&Document| {
        is_fit(earlier)
            && earlier.value["data"]["sha256"] == document.value["data"]["sha256"]
            && belongs(document, earlier)
    };
    if documents[..place].iter().any(|earlier| known(&earlier)) {
        return;
    }
    let first = leader(documents, place) == place;
    let mut on = rows_of(document);
    if let Some(other) = documents[..place].iter().find(|other| first && is_fit(other)) {
        let (own, other) = (&document.shown, &other.shown);
        let words = format!(
            "{own} is not about the models and constraints of {other}: they are shown separately, and neither says what \
             the classifiers of the other do."
        );
        part.verdicts.insert(0, words);
        on = format!("{on}, by {own},");
    }
    let found = classifiers(document);
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
            let there = held_out(documents, place).and_then(|other| elsewhere(name, best.constraints.len(), other));
            for sentence in [sentence].into_iter().chain(there) {
                part.verdicts.push(sentence.clone());
                part.take.push(Block::Paragraph(sentence));
            }
        }
    }
    if says_infeasible(std::slice::from_ref(document)) && first {
        part.verdicts.push(
            "No model satisfies the hinges of all constraints (proved): a comparison with models that satisfy them is \
             empty here."
                .to_owned(),
        );
    }
    part.claims.extend(rates(document, &found, &on));
    if first && !names(document).is_empty() {
        part.charts.push(Block::Chart(chart(held_out(documents, place), document, &found)));
    }
}

/// The constraints, the worst first, with what each classifier has there, also on rows that were held out.
fn chart(held_out: Option<&Document>, document: &Document, found: &[Classifier<'_>]) -> Chart {
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

/// One row per constraint, the worst first, and one column per classifier.
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
