//! Random data sets: exact counts against counting by hand, and small fits whose documents the checker reads.

use super::strategies::{DrawnData, Group, LABEL, Linear, REFERENCE, balanced_data_sets, data_sets};
use crate::common::{Outcome, catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use referee::data::{
    BoundOptions, FitDocument, Performance, RateProblem, Settings, Snapshot, Table, Tally, average, certify_run,
    evaluate, mean_weights, shrunk, single, train,
};
use referee::game::{Evidence, Game, Grade, Side};
use referee::numerics::rational::exact;
use referee::problem::{Problem as _, Workspace};
use referee::shrink::Atom;
use serde_json::Value;
use std::num::NonZeroUsize;

const CASES: u32 = 200;

/// Which rows a model predicts `+`, by exact scores.
fn predicted(problem: &RateProblem, theta: &[f64]) -> Vec<bool> {
    let score = |row| problem.data().active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
    (0..problem.data().len()).map(|row| score(row) > RBig::ZERO).collect()
}

fn share(rows: &[Vec<String>], of: impl Fn(usize) -> bool, with: impl Fn(usize) -> bool) -> RBig {
    let all = (0..rows.len()).filter(|&row| of(row)).count();
    RBig::from((0..rows.len()).filter(|&row| of(row) && with(row)).count()) / RBig::from(all)
}

/// A rate, from what it is called.
fn rate(rows: &[Vec<String>], predicted: &[bool], name: &str, group: Group) -> RBig {
    let is = |row: usize, column: usize| rows[row][column] == "yes";
    let member = |row: usize| group.has(&rows[row]);
    let right = |row: usize| predicted[row] == is(row, LABEL);
    let labelled = |label: bool| move |row: usize| member(row) && is(row, LABEL) == label;
    let both = |label: bool, said: bool| move |row: usize| labelled(label)(row) && predicted[row] == said;
    match name {
        "positive_rate" | "coverage" => share(rows, member, |row| predicted[row]),
        "negative_rate" => share(rows, member, |row| !predicted[row]),
        "tpr" | "recall" => share(rows, labelled(true), |row| predicted[row]),
        "fnr" => share(rows, labelled(true), |row| !predicted[row]),
        "fpr" => share(rows, labelled(false), |row| predicted[row]),
        "tnr" => share(rows, labelled(false), |row| !predicted[row]),
        "error" => share(rows, member, |row| !right(row)),
        "accuracy" => share(rows, member, right),
        "churn" => share(rows, member, |row| predicted[row] != is(row, REFERENCE)),
        "tp" => share(rows, |_| true, both(true, true)),
        "fp" => share(rows, |_| true, both(false, true)),
        "tn" => share(rows, |_| true, both(false, false)),
        "fn" => share(rows, |_| true, both(true, false)),
        other => panic!("{other} is not counted here"),
    }
}

/// The error and every constraint of a model, counted row by row in the cells of the file.
fn by_hand(drawn: &DrawnData, predicted: &[bool]) -> Performance {
    let value = |linear: &Linear| {
        let terms = linear.terms.iter();
        terms
            .fold(linear.constant.clone(), |sum, (c, name, group)| sum + c * rate(&drawn.rows, predicted, name, *group))
    };
    Performance {
        error: rate(&drawn.rows, predicted, "error", Group::All),
        constraints: drawn.constraints.iter().flat_map(|constraint| &constraint.meant).map(value).collect(),
    }
}

/// A small fit on minibatches.
struct Fitted {
    problem: RateProblem,
    table: Table,
    game: Option<Game>,
    snapshots: Vec<Snapshot>,
    tallies: Vec<Tally>,
}

fn fitted(drawn: &DrawnData, table: Table) -> Fitted {
    let problem = drawn.problem(&table).expect("every rate has rows");
    let game = (!problem.constraints().is_empty()).then_some(Game::ProxyLagrangian);
    let settings = Settings {
        rates: vec![0.5, 2.0],
        rounds: 12,
        batch: drawn.batch,
        every: 3,
        radius: problem.options().radius,
        ..Settings::paper(game, drawn.seed)
    };
    let runs = train(problem.data(), problem.cells(), &settings).expect("rows");
    let snapshots: Vec<Snapshot> = runs.into_iter().flat_map(|run| run.snapshots).collect();
    let models: Vec<&[f64]> = snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
    let tallies = evaluate(problem.data(), problem.cells(), &models, NonZeroUsize::MIN).expect("models on the grid");
    Fitted { problem, table, game, snapshots, tallies }
}

impl Fitted {
    fn of(drawn: &DrawnData) -> Self {
        fitted(drawn, drawn.table().expect("rows of one length"))
    }

    /// Law: what was counted for each model is what is counted by hand.
    fn counts(&self, drawn: &DrawnData, spoil: impl Fn(&mut Tally)) -> Outcome {
        for (snapshot, tally) in self.snapshots.iter().zip(&self.tallies) {
            let mut tally = tally.clone();
            spoil(&mut tally);
            let cells = self.problem.cells();
            let counted = Performance { error: tally.error(cells), constraints: tally.constraints(cells) };
            prop_assert_eq!(&counted, &by_hand(drawn, &predicted(&self.problem, &snapshot.theta)));
            let exactly = self.problem.exact_values(&snapshot.theta, Side::Constraints);
            prop_assert_eq!(&exactly[1..], &counted.constraints);
        }
        Ok(())
    }

    fn document(&self) -> FitDocument {
        let mut document = FitDocument::new(&self.problem);
        let best = shrunk(&self.tallies, self.problem.cells()).expect("snapshots");
        for (name, mixture) in [
            ("last", single(self.snapshots.len() - 1)),
            ("average", average(self.game, &self.snapshots)),
            ("shrunk", best),
        ] {
            document.add(name, &mixture, &self.snapshots, &self.tallies, self.problem.cells());
        }
        document
    }

    fn is_accepted(&self, document: &Value) -> Result<(), String> {
        let data = self.table.to_csv();
        let verdict = proofs_check::check_bytes(document.to_string().as_bytes(), "fit.json", |_| Ok(data.as_bytes()));
        verdict.map(drop).map_err(|refusal| refusal.to_string())
    }
}

#[test]
fn counts_are_those_by_hand() {
    holds(CASES, &data_sets(), |drawn| Fitted::of(&drawn).counts(&drawn, |_| {}));
}

#[test]
fn a_count_off_by_one_is_noticed() {
    catches(CASES, &data_sets(), |drawn| Fitted::of(&drawn).counts(&drawn, |tally| tally.positives[0] ^= 1));
}

#[test]
fn swapped_groups_are_noticed() {
    catches(CASES, &data_sets(), |drawn| {
        let mut swapped = drawn.clone();
        for row in &mut swapped.rows {
            row[0] = if row[0] == "a" { "b" } else { "a" }.to_owned();
        }
        Fitted::of(&swapped).counts(&drawn, |_| {})
    });
}

/// Law: the checker accepts a fit, its mixtures do what is counted by hand, and it accepts no other error.
#[test]
fn fits_are_accepted_and_do_what_is_counted_by_hand() {
    holds(CASES, &data_sets(), |drawn| {
        let fitted = Fitted::of(&drawn);
        let document = fitted.document();
        for classifier in &document.classifiers {
            let models: Vec<Performance> =
                document.models.iter().map(|theta| by_hand(&drawn, &predicted(&fitted.problem, theta))).collect();
            let mean = |value: &dyn Fn(&Performance) -> RBig| {
                let parts = classifier.mixture.iter();
                parts.fold(RBig::ZERO, |sum, Atom { candidate, weight }| sum + weight * value(&models[*candidate]))
            };
            prop_assert_eq!(&classifier.performance.error, &mean(&|of| of.error.clone()), "{}", classifier.name);
            let m = classifier.performance.constraints.len();
            let constraints: Vec<RBig> = (0..m).map(|i| mean(&|of| of.constraints[i].clone())).collect();
            prop_assert_eq!(&classifier.performance.constraints, &constraints, "{}", classifier.name);
            prop_assert!(classifier.name != "shrunk" || classifier.mixture.len() <= m + 1);
        }
        let mut document = document.to_json();
        prop_assert_eq!(fitted.is_accepted(&document), Ok(()));
        let error = fitted.document().classifiers[0].performance.error.clone();
        let off_by_one = error + RBig::ONE / RBig::from(drawn.rows.len());
        document["classifiers"][0]["error"] = off_by_one.to_string().into();
        prop_assert!(fitted.is_accepted(&document).is_err(), "one row more");
        Ok(())
    });
}

/// Law: the certificate of a run is accepted, and no model that was drawn is below its lower bound.
fn bounded(drawn: &DrawnData, raised: f64, halvings: i32) -> Outcome {
    let fitted = Fitted::of(drawn);
    let Fitted { problem, snapshots, tallies, .. } = &fitted;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fitted.table.write(&path("drawn.csv"), NonZeroUsize::MIN).expect("written");
    let (trace, certificate) = (path("trace.csv"), path("certificate.json"));
    let options = BoundOptions { gap: 1e-2, halvings, thresholds: 64, ..BoundOptions::default() };
    let run = certify_run(fitted.game, problem, snapshots, tallies, (&trace, &certificate), options);
    let run = run.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let verdict = proofs_check::check_file(&certificate, None);
    prop_assert!(verdict.is_ok(), "{verdict:?}");
    let weights = mean_weights(fitted.game, snapshots);
    let by_ranges = matches!(run.bounded.bound.evidence, Evidence::Ranges(_));
    prop_assert_eq!(by_ranges, halvings < 0);
    let grade = run.certification.certificate.claim("suboptimality").map(|claim| claim.grade);
    prop_assert!(grade.is_none_or(|grade| grade == Grade::Proved), "{grade:?}");
    let lower = exact(run.bounded.bound.value + raised);
    for tally in tallies {
        let values = std::iter::once(tally.hinge_loss(problem.cells())).chain(tally.hinges(problem.cells()));
        let loss = weights.iter().zip(values).fold(RBig::ZERO, |sum, (weight, value)| sum + weight * value);
        prop_assert!(lower <= loss, "{} is above {loss}", run.bounded.bound.value);
    }
    Ok(())
}

#[test]
fn runs_are_certified_and_no_model_is_below_the_bound() {
    holds(CASES, &data_sets(), |drawn| bounded(&drawn, 0.0, 8));
}

#[test]
fn a_bound_that_is_too_high_is_noticed() {
    catches(CASES, &data_sets(), |drawn| bounded(&drawn, 0.25, 8));
}

/// Without a search the bound is what hinges are on any data: a fact, so that what rests on it is proved.
#[test]
fn ranges_of_hinges_are_facts() {
    holds(CASES, &data_sets(), |drawn| bounded(&drawn, 0.0, -1));
}

/// Law: the mean of the estimates over all minibatches of so many rows is the value. Counts are powers of two and models
/// have few bits, so all of it is exact in doubles.
fn unbiased(drawn: &DrawnData, rows: usize) -> Outcome {
    let problem = drawn.problem(&drawn.table().expect("rows")).expect("every rate has rows");
    let (n, d, m) = (drawn.rows.len(), problem.data().num_features(), problem.constraints().len());
    let batch = u32::try_from(drawn.batch).expect("small");
    let theta: Vec<f64> = (0..d).map(|j| ((j * 5 + n) % 9) as f64 / 8.0 - 0.5).collect();
    let weights: Vec<f64> = (0..=m).map(|i| [1.0, 0.5, 2.0][i % 3]).collect();
    let (mut value, mut slope) = (vec![0.0; m + 1], vec![0.0; d]);
    let (mut values, mut slopes) = (value.clone(), slope.clone());
    for code in 0..n.pow(batch) {
        let drawn = || (0..batch).map(|place| code / n.pow(place) % n % rows);
        problem.values_of_rows(drawn(), &theta, &mut value);
        problem.subgradient_of_rows(drawn(), &theta, Side::Proxies, &weights, &mut slope);
        values.iter_mut().zip(&value).for_each(|(sum, x)| *sum += x);
        slopes.iter_mut().zip(&slope).for_each(|(sum, x)| *sum += x);
    }
    let count = n.pow(batch) as f64;
    let mut work = Workspace::default();
    problem.values(&theta, Side::Constraints, &mut value, &mut work).expect("values");
    problem.subgradient(&theta, Side::Proxies, &weights, &mut slope, &mut work).expect("a slope");
    prop_assert_eq!(values.iter().map(|sum| sum / count).collect::<Vec<_>>(), value);
    prop_assert_eq!(slopes.iter().map(|sum| sum / count).collect::<Vec<_>>(), slope);
    Ok(())
}

#[test]
fn minibatches_are_unbiased() {
    holds(CASES, &balanced_data_sets(), |drawn| unbiased(&drawn, drawn.rows.len()));
}

#[test]
fn a_row_that_is_never_drawn_is_noticed() {
    catches(CASES, &balanced_data_sets(), |drawn| unbiased(&drawn, drawn.rows.len() - 1));
}

/// Law: the first step of the training does not depend on the order of the rows. It holds for minibatches of all rows.
fn first_step(drawn: &DrawnData, batch: usize) -> Outcome {
    let problem = drawn.problem(&drawn.table().expect("rows")).expect("every rate has rows");
    let theta = |seed: u64| {
        let settings = Settings { rounds: 1, every: 1, batch, rates: vec![1.0], ..Settings::paper(None, seed) };
        train(problem.data(), problem.cells(), &settings).expect("rows").remove(0).snapshots.remove(0).theta
    };
    prop_assert_eq!(theta(drawn.seed), theta(drawn.seed ^ 1));
    Ok(())
}

#[test]
fn an_epoch_has_every_row() {
    holds(CASES, &balanced_data_sets(), |drawn| first_step(&drawn, drawn.rows.len()));
}

#[test]
fn half_an_epoch_has_not() {
    catches(CASES, &balanced_data_sets(), |drawn| first_step(&drawn, drawn.rows.len() / 2));
}
