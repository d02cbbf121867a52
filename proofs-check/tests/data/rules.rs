//! Rules that a random change hardly meets: documents by hand, each wrong in one thing that nothing else shows.

use crate::certificate::{Run, by_hand};
use crate::fit::Fit;
use crate::slow::{Constraint, q};
use proofs_check::{Accepted, Reason, Refusal, check_bytes};

const FIT: &str = include_str!("accept/fit.json");
const ROWS: &[u8] = include_bytes!("accept/rows.csv");

/// Checks the fit on disk with some texts replaced.
fn replaced(changes: &[(&str, &str)]) -> Result<Accepted, Refusal> {
    let text = changes.iter().fold(FIT.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    check_bytes(text.as_bytes(), "fit.json", |_| Ok(ROWS))
}

#[test]
fn a_fit_that_breaks_a_rule_of_form_is_malformed() {
    let accepted = replaced(&[]).unwrap();
    let names: Vec<&str> = accepted.claims().iter().map(|claim| claim.name).collect();
    assert_eq!(names, ["classifiers", "infeasible_proxies"]);
    let classifiers = FIT.split_once("\"classifiers\": [").unwrap().1.split_once("],\n \"infeasible").unwrap().0;
    for changes in [
        &[("\"name\": \"nobody\"", "\"name\": \"a mixture\"")][..],
        &[("\"name\": \"at least 19/20 of all\"", "\"name\": \"half\"")],
        &[("[ { \"coefficient\": \"1\", \"rows\": [] } ]", "[]")],
        &[("\"salt\": \"0\"", "\"salt\": 0")],
        &[("\"models\": [ [-1.0], [2.0] ]", "\"models\": []"), (classifiers, "")],
        &[("\"features\": [ [] ]", "\"features\": []"), ("[ [-1.0], [2.0] ]", "[ [], [] ]")],
        &[("[ [-1.0], [2.0] ]", "[ [-1.0], [2.0, 0.0] ]")],
        &[("[ [-1.0], [2.0] ]", "[ [-1.0], [] ]")],
    ] {
        let refusal = replaced(changes).unwrap_err();
        assert_eq!(refusal.exit_status(), 2, "{}: {refusal}", changes[0].1);
    }
    // Also without what else is wrong then: no classifier, so no model is needed.
    assert!(replaced(&[(classifiers, "")]).is_ok());
}

/// Every number is that of the formulas, but no model is drawn with such a weight.
#[test]
fn weights_of_a_mixture_are_positive() {
    let of = |weights: [&str; 2]| {
        let mut it =
            Fit { data: by_hand().data, models: vec![vec![-1.0], vec![2.0]], classifiers: vec![], proxies: None };
        let mixture = [0, 1].into_iter().zip(weights.map(q)).collect();
        it.classifiers.push(it.truth("it".into(), mixture));
        it.check().map_err(|refusal| refusal.reason())
    };
    assert!(of(["1/3", "2/3"]).is_ok());
    for weights in [["2", "-1"], ["-1/2", "3/2"], ["1", "0"], ["0", "1"]] {
        assert_eq!(of(weights).unwrap_err(), Some(Reason::Support), "{weights:?}");
    }
}

/// With a negative weight a constraint that is far from violated would speak for infeasibility: here all scores -1
/// satisfy both hinges.
#[test]
fn weights_of_infeasible_proxies_are_not_negative() {
    let of = |weights: [&str; 2]| {
        let mut data = by_hand().data;
        data.constraints.push(Constraint { name: "slack".into(), constant: q("-10"), terms: vec![(q("0"), vec![])] });
        let most = data.least_hinge(&weights.map(q));
        let proxies = Some((weights.map(q).to_vec(), most.clone()));
        let it = Fit { data, models: vec![vec![-1.0]], classifiers: vec![], proxies };
        (most, it.check().unwrap_err().reason())
    };
    assert_eq!(of(["2", "-1"]), (q("9"), Some(Reason::Multipliers)));
    assert_eq!(of(["1/2", "1/2"]).1, Some(Reason::Proxies), "what it shows is below 0");
}

/// In the proxy game the theta-player sees the hinges: a trace without them is that of another game.
#[test]
fn a_trace_without_the_proxies_of_its_problem_is_rejected() {
    let mut it = Run { proxies: false, margins: None, lower: -1.0, ..by_hand() };
    it.rounds.iter_mut().for_each(|round| round.proxies.clear());
    let (json, trace) = it.files();
    let check = |json: &str| {
        check_bytes(json.as_bytes(), "certificate.json", |name| {
            Ok(if name == "rows.csv" { it.data.csv.as_bytes() } else { trace.as_bytes() })
        })
    };
    assert!(check(&json).is_ok());
    let with_proxies =
        json.replacen("\"constraint\": \"rate\", ", "\"constraint\": \"rate\", \"proxy\": \"hinge\", ", 1);
    assert_ne!(with_proxies, json);
    let refusal = check(&with_proxies).unwrap_err();
    assert_eq!(refusal.reason(), Some(Reason::Values), "{refusal}");
}

#[test]
fn a_term_that_no_row_satisfies_is_named() {
    let nobody = r#""rows": [ { "column": "sex", "equals": ["none"] } ]"#;
    let refusal = replaced(&[("\"rows\": []", nobody)]).unwrap_err();
    let wanted = "rejected: constraints, `half`: no row satisfies the test of term 1 (from 1)";
    assert_eq!((refusal.to_string().as_str(), refusal.reason()), (wanted, Some(Reason::Recipe)));
}

/// A file that gives some bytes and then an error.
struct Broken<'a>(&'a [u8]);

impl std::io::Read for Broken<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(bytes)? {
            0 => Err(std::io::ErrorKind::TimedOut.into()),
            length => Ok(length),
        }
    }
}

/// Even where all bytes that were recorded have come.
#[test]
fn data_that_cannot_be_read_to_their_end_are_not_read() {
    let refusal = check_bytes(FIT.as_bytes(), "fit.json", |_| Ok(Broken(ROWS))).unwrap_err();
    assert!(refusal.exit_status() == 2 && refusal.to_string().contains("rows.csv: cannot be read"), "{refusal}");
}

/// Every other field of the certificate is right, and so is every number.
#[test]
fn a_problem_over_data_has_no_field_without_a_place() {
    let it = by_hand();
    let (json, trace) = it.files();
    let check = |json: &str| {
        check_bytes(json.as_bytes(), "certificate.json", |name| {
            Ok(if name == "rows.csv" { it.data.csv.as_bytes() } else { trace.as_bytes() })
        })
    };
    assert!(check(&json).is_ok());
    for (from, to, sentence) in [
        ("\"radius\": 2.0", "\"radius\": 2.0, \"middle\": 0.0", "`middle`"),
        ("\"objective\": \"hinge\"", "\"objective\": \"hinge\", \"loss\": \"hinge\"", "`loss`"),
        ("\"constraint\": \"rate\"", "\"constraint\": \"hinge\"", "`problem.proxy` has no place"),
    ] {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json, "{from}");
        let refusal = check(&changed).unwrap_err();
        assert!(refusal.exit_status() == 2 && refusal.to_string().contains(sentence), "{from} -> {to}: {refusal}");
    }
}
