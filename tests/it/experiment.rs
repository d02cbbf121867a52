//! The published data sets and the protocol on them. What needs the files reads `REFEREE_DATA` and says if it is skipped.

use referee::data::Dataset;
use referee::experiment::{self, Experiment, Protocol, ROWS, Study, row_name};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The folder of the published files, if it is named.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("REFEREE_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: REFEREE_DATA does not name the folder of the published files");
    }
    folder
}

fn count(study: &Study, rows: usize, test: &[referee::game::Atom]) -> usize {
    study.table.satisfied(test).unwrap()[..rows].iter().filter(|&&row| row).count()
}

#[test]
fn missing_and_other_files_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let error = experiment::open(Experiment::Adult, folder.path()).unwrap_err().to_string();
    for part in ["adult.data", "archive.ics.uci.edu", "5b002646", "name the folder"] {
        assert!(error.contains(part), "{error}");
    }
    std::fs::write(folder.path().join("adult.data"), "1, 2, 3\n").unwrap();
    let error = experiment::open(Experiment::Adult, folder.path()).unwrap_err().to_string();
    assert!(error.contains("not the published adult.data") && error.contains("sha256"), "{error}");
}

#[test]
fn adult_has_the_published_counts() {
    let Some(folder) = data() else { return };
    let study = experiment::open(Experiment::Adult, &folder).unwrap();
    assert_eq!((study.table.len(), study.learning), (48_842, Some(32_561)));
    let label = study.recipe.label.clone();
    let counts: Vec<usize> =
        study.groups.iter().map(|(_, group)| count(&study, 32_561, &[label.clone(), group.clone()])).collect();
    assert_eq!(counts, [1179, 6662, 387, 7117]);
    let split = study.split(1);
    assert_eq!((split.train.len(), split.validation.len(), split.test.len()), (26_049, 6512, 16_281));
    let rows = Dataset::from_table(&study.table, &study.recipe, NonZeroUsize::MIN).unwrap();
    assert_eq!((rows.num_features(), rows.most_active()), (121, 14));
}

#[test]
fn the_other_sets_have_the_published_sizes() {
    let Some(folder) = data() else { return };
    let sizes = [(Experiment::Compas, 6172, 35, 2809), (Experiment::German, 1000, 82, 700)];
    for (experiment, rows, features, positive) in sizes {
        let study = experiment::open(experiment, &folder).unwrap();
        assert_eq!((study.table.len(), study.recipe.features.len()), (rows, features), "{}", study.name);
        assert_eq!(count(&study, rows, std::slice::from_ref(&study.recipe.label)), positive);
    }
    let study = experiment::open(Experiment::Communities, &folder).unwrap();
    assert_eq!(study.table.len(), 1994);
}

#[test]
fn every_document_of_a_short_run_is_accepted() {
    let Some(folder) = data() else { return };
    let study = experiment::open(Experiment::German, &folder).unwrap();
    let protocol = Protocol { rounds: 300, snapshots: 30, gap: 1e-2, ..Protocol::default() };
    let output = tempfile::tempdir().unwrap();
    let outcome = experiment::run(&study, &protocol, 0, output.path()).unwrap();
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert_eq!(outcome.documents.len(), 4);
    for document in &outcome.documents {
        if let Err(refusal) = proofs_check::check_file(document, None) {
            panic!("{}: {refusal}", document.display());
        }
    }
    for (outcome, (game, kind)) in outcome.rows.iter().zip(ROWS) {
        let most = if kind == experiment::Classifier::Shrunk { 5 } else { 30 };
        assert!(outcome.support <= most, "{}", row_name(game, kind));
        assert!(outcome.test_error < 0.5);
    }
    assert!(outcome.hinges_at_least.is_some(), "female and male partition the rows");
}
