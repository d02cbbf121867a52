//! Solutions as files, and candidates from files.

use super::instances::candidates;
use dashu_ratio::RBig;
use referee::shrink::{Candidates, Epsilon, Outcome, Record, Source, shrink};
use referee::trace::{Equalities, Trace};
use std::fs;

fn source() -> Source {
    Source { file: "mine.csv".to_owned(), sha256: "ab".repeat(32) }
}

#[test]
fn worked_the_document_is_the_specified_one() {
    let candidates = candidates(&[vec![0.0, 2.0, 0.0], vec![0.5, 1.0, 3.0]]).with_source(source());
    let outcome = shrink(&candidates, &Epsilon::Minimal).expect("candidates");
    let record = Record::new(&candidates, outcome).expect("a source");
    let expected = serde_json::json!({
        "format": "referee-solution/1",
        "candidates": { "file": "mine.csv", "sha256": "ab".repeat(32), "count": 2, "constraints": 2 },
        "status": "optimal", "epsilon": "3/2", "epsilon_is_minimal": true,
        "support": [ { "candidate": 0, "weight": "1/2" }, { "candidate": 1, "weight": "1/2" } ],
        "objective": "1/4", "constraints": ["3/2", "3/2"], "active": [1, 2],
        "duals": { "constraints": ["1/2", "0"], "mass": "1" },
        "epsilon_duals": ["3/4", "1/4"],
        "claims": ["feasible", "optimal", "vertex", "support"],
    });
    assert_eq!(record.to_json(), expected);
    // In this order, too.
    assert_eq!(record.to_json().to_string(), expected.to_string());
    let candidates = self::candidates(&[vec![0.0, 1.0]]).with_source(source());
    let outcome = shrink(&candidates, &Epsilon::Given(RBig::ZERO)).expect("candidates");
    let expected = serde_json::json!({
        "format": "referee-solution/1",
        "candidates": { "file": "mine.csv", "sha256": "ab".repeat(32), "count": 1, "constraints": 1 },
        "status": "infeasible", "epsilon": "0", "epsilon_is_minimal": false, "farkas": ["1"],
    });
    assert_eq!(Record::new(&candidates, outcome).expect("a source").to_json(), expected);
}

#[test]
fn a_written_solution_is_read_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("solution.json");
    let candidates = candidates(&[vec![0.1, 1.0], vec![0.7, -0.3]]).with_source(source());
    let outcome = shrink(&candidates, &Epsilon::Minimal).expect("candidates");
    let record = Record::new(&candidates, outcome).expect("a source");
    record.write(&path).expect("written");
    assert_eq!(Record::read(&path).expect("a solution"), record);
    for (from, to, words) in [
        ("referee-solution/1", "referee-solution/2", "`format` is not `referee-solution/1`"),
        ("\"optimal\",", "\"best\",", "`status` is `best`"),
        ("\"epsilon\": \"0\"", "\"epsilon\": \"0/1\"", "`epsilon` is not a rational"),
        ("\"mass\"", "\"mess\"", "`mass` is missing"),
        ("{", "[", "this is not JSON"),
    ] {
        let text = fs::read_to_string(&path).expect("written").replacen(from, to, 1);
        let spoilt = folder.path().join("spoilt.json");
        fs::write(&spoilt, text).expect("the folder is ours");
        let error = Record::read(&spoilt).unwrap_err().to_string();
        assert!(error.contains("spoilt.json") && error.contains(words), "{error}");
    }
}

#[test]
fn candidates_come_from_traces_and_from_plain_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let read = |text: &str, every: usize| {
        let path = folder.path().join("c.csv");
        fs::write(&path, text).expect("the folder is ours");
        Candidates::read(&path, every)
    };
    let plain = read("constraint_1,objective\n1,0\n-0.5,1\n0.25,2\n", 1).expect("candidates");
    assert_eq!((plain.len(), plain.objective(1), plain.constraint(1, 0)), (3, 1.0, -0.5));
    // What sha256sum says of these bytes.
    let digest = "9f5b0437e92725d8932e1dd943a91d20bf658627f2bbd2ce294cc472e426d5c2";
    assert_eq!(plain.source().expect("a file").sha256, digest);
    let text = "objective,constraint_1.lo,constraint_1.hi,lambda_1\n1,-1,-0.5,0\n2,0,0.5,1\n3,0,1,1\n";
    let trace = read(text, 2).expect("a trace");
    assert_eq!((trace.len(), trace.constraint(0, 0), trace.constraint(1, 0)), (2, -0.5, 1.0));
    let whole = Trace::from_reader(text.as_bytes(), "t.csv").expect("a trace");
    assert_eq!(Candidates::from_trace(&whole).constraint(1, 0), 0.5);
    let bare = read("objective\n2\n1\n", 1).expect("no constraints are fine");
    assert_eq!((bare.len(), bare.num_constraints()), (2, 0));
    for (text, words) in [
        ("objective,constraint_1\n1,0\n1\n", "line 3: the line has 1 field for 2 columns"),
        ("objective,constraint_1\n1,nan\n", "line 2: `constraint_1` is `nan`, which is not a finite number"),
        ("objective,constraint_1,constraint_2,lambda_1\n1,0,0,0\n", "line 1: `lambda_2` is missing"),
        ("objective,constraint_2\n1,0\n", "line 1: `constraint_1` is missing"),
        ("constraint_1\n1\n", "line 1: `objective` is missing"),
        ("objective,weight\n1,0\n", "line 1: `weight` is not a column"),
        ("objective\n", "the file ends without a candidate"),
        ("", "the file is empty"),
    ] {
        let error = read(text, 1).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn written_candidates_are_read_back_with_their_digest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("c.csv");
    let original = candidates(&[vec![0.1, -1e-300], vec![5e300, 1.0 / 3.0]]);
    let source = original.write(&path).expect("written");
    let size = fs::metadata(&path).expect("written").len();
    let mut told = Vec::new();
    let back = Candidates::read_telling(&path, 1, &mut |done, total| told.push((done, total))).expect("candidates");
    assert_eq!(told.last(), Some(&(size, size)), "whoever waits is told of every byte");
    assert_eq!(back.source(), Some(&source));
    assert_eq!(back, original.with_source(source));
}

#[test]
fn an_outcome_without_a_file_has_no_record() {
    let candidates = candidates(&[vec![0.0]]);
    let outcome: Outcome = shrink(&candidates, &Epsilon::Minimal).expect("candidates");
    assert_eq!(Record::new(&candidates, outcome), None);
}

#[test]
fn only_mirrored_constraints_are_an_equality() {
    let pair = |second: [f64; 2], halves: (usize, usize)| {
        let candidates = candidates(&[vec![0.0, 1.0, -1.0], vec![0.0, second[0], second[1]]]);
        candidates.with_equalities(Equalities::new(vec![halves]).expect("in order")).map_err(|error| error.to_string())
    };
    let mirrored = pair([2.0, -2.0], (0, 1)).expect("minus one another in both rows");
    assert_eq!(mirrored.equalities().pairs(), [(0, 1)]);
    // The first row alone would do.
    let sentence = "`constraint_2` is not minus `constraint_1` in every row";
    assert_eq!(pair([2.0, -3.0], (0, 1)).expect_err("not in the second row"), sentence);
    let sentence = "`constraint_3` is not minus `constraint_1` in every row";
    assert_eq!(pair([2.0, -2.0], (0, 2)).expect_err("there are two"), sentence);
}

#[test]
fn a_candidate_that_does_not_fit_is_refused_by_name() {
    let mut candidates = candidates(&[vec![0.0, 1.0]]);
    for (objective, constraints, sentence) in [
        (f64::NAN, &[0.0][..], "the objective of candidate 1 is not a finite number: leave it out"),
        (0.0, &[f64::INFINITY], "constraint 1 of candidate 1 is not a finite number: leave it out"),
        (0.0, &[], "candidate 1 has 0 constraints, but it must have 1"),
    ] {
        assert_eq!(candidates.push(objective, constraints).expect_err(sentence).to_string(), sentence);
    }
    assert_eq!(candidates.len(), 1, "what is refused is not kept");
}
