//! A certificate of a real run, changed in one place: every change that makes it say something else is noticed.

use super::Files;
use proofs_check::Reason;
use referee::prelude::*;
use serde_json::{Value, json};

/// A run of a family with a lower bound that the named evidence proves.
fn run(family: &str, algorithm: Algorithm) -> Files {
    let subject = referee::open(family).expect("a family");
    let radius = (algorithm.game() == Game::Lagrangian).then_some(3.0);
    let files = Files::of(Plan::new(&subject, algorithm).rounds(40).seed(1).radius(radius));
    assert!(files.check().is_ok(), "{family}: {}", files.check().unwrap_err());
    files
}

fn rejected(files: &Files, change: impl FnOnce(&mut Value)) -> Reason {
    let mut changed = Files { trace: files.trace.clone(), certificate: files.certificate.clone() };
    change(&mut changed.certificate);
    assert_ne!(changed.certificate, files.certificate, "the change changes nothing");
    let refusal = changed.check().expect_err("a changed certificate is accepted");
    refusal.reason().unwrap_or_else(|| panic!("malformed, not rejected: {refusal}"))
}

fn claim<'a>(certificate: &'a mut Value, name: &str) -> &'a mut Value {
    let claims = certificate["claims"].as_array_mut().expect("a list");
    claims.iter_mut().find(|claim| claim["name"] == name).expect("the claim is there")
}

#[test]
fn bounds_verdicts_and_grades_cannot_be_changed() {
    let files = run("triangle", Algorithm::OracleLagrangian);
    let lower = |certificate: &mut Value| {
        let bound = &mut claim(certificate, "infeasibility")["rhs"];
        *bound = json!([bound[0].as_f64().unwrap() / 2.0, bound[1].as_f64().unwrap() / 2.0]);
    };
    assert_eq!(rejected(&files, lower), Reason::NotEnclosed);
    let widen = |certificate: &mut Value| claim(certificate, "infeasibility")["rhs"][1] = json!(1.0);
    assert_eq!(rejected(&files, widen), Reason::TooWide);
    let flip = |certificate: &mut Value| claim(certificate, "suboptimality")["verdict"] = "violated".into();
    assert_eq!(rejected(&files, flip), Reason::WrongVerdict);
    let degrade = |certificate: &mut Value| claim(certificate, "suboptimality")["grade"] = "declared".into();
    assert_eq!(rejected(&files, degrade), Reason::WrongGrade);
    let drop = |certificate: &mut Value| drop(certificate["claims"].as_array_mut().unwrap().remove(2));
    assert_eq!(rejected(&files, drop), Reason::MissingClaim);
    let raise = |certificate: &mut Value| {
        let value = &mut certificate["given"]["lower_bound"]["value"];
        *value = json!(value.as_f64().unwrap() + 0.001);
    };
    // Every quantity that rests on the bound is now wrong, and the first one is named.
    assert_eq!(rejected(&files, raise), Reason::NotEnclosed);
}

#[test]
fn a_declared_bound_cannot_pose_as_a_proved_one() {
    let files = run("triangle", Algorithm::OracleLagrangian);
    let declare =
        |certificate: &mut Value| certificate["given"]["lower_bound"]["evidence"] = json!({ "kind": "declared" });
    assert_eq!(rejected(&files, declare), Reason::WrongGrade);
    let doubt = |certificate: &mut Value| {
        certificate["trace"].as_object_mut().unwrap().remove("values");
    };
    assert_eq!(rejected(&files, doubt), Reason::WrongGrade);
}

#[test]
fn the_trace_cannot_be_changed() {
    let files = run("triangle", Algorithm::OracleLagrangian);
    let ends: Vec<usize> = (0..files.trace.len()).filter(|&i| files.trace[i] == b'\n').collect();
    for &end in [&ends[1], &ends[ends.len() / 2], &ends[ends.len() - 1]] {
        // The last digit of a line is one of theta: the row still reads, and says something else.
        let mut changed = Files { trace: files.trace.clone(), certificate: files.certificate.clone() };
        changed.trace[end - 1] = if changed.trace[end - 1] == b'7' { b'3' } else { b'7' };
        assert_eq!(changed.check().expect_err("a changed trace").reason(), Some(Reason::Digest));
    }
}

#[test]
fn boxes_and_cuts_cannot_be_changed() {
    let boxes = run("neyman-pearson", Algorithm::OracleLagrangian);
    assert_eq!(boxes.certificate["given"]["lower_bound"]["evidence"]["kind"], "boxes");
    let count = boxes.certificate["given"]["lower_bound"]["evidence"]["leaves"].as_array().unwrap().len();
    for leaf in [0, count / 2, count - 1] {
        let drop = |certificate: &mut Value| {
            drop(certificate["given"]["lower_bound"]["evidence"]["leaves"].as_array_mut().unwrap().remove(leaf));
        };
        assert_eq!(rejected(&boxes, drop), Reason::LowerBound, "leaf {leaf} of {count}");
        let shift = |certificate: &mut Value| {
            let side = &mut certificate["given"]["lower_bound"]["evidence"]["leaves"][leaf]["sides"][0];
            *side = json!([f64::midpoint(side[0].as_f64().unwrap(), side[1].as_f64().unwrap()), side[1]]);
        };
        assert_eq!(rejected(&boxes, shift), Reason::LowerBound, "leaf {leaf} of {count}");
    }
    let cuts = run("qp-box", Algorithm::OracleLagrangian);
    assert_eq!(cuts.certificate["given"]["lower_bound"]["evidence"]["kind"], "cuts");
    let weigh = |certificate: &mut Value| {
        let weight = &mut certificate["given"]["lower_bound"]["evidence"]["cuts"][0]["weight"];
        *weight = json!(weight.as_f64().unwrap().next_down());
    };
    assert_eq!(rejected(&cuts, weigh), Reason::LowerBound);
    let problem = |certificate: &mut Value| certificate["problem"]["objective"] = "(x - 0.5)^2 + 1".into();
    assert!(matches!(rejected(&run("step-hinge", Algorithm::OracleProxyLagrangian), problem), Reason::Values));
}
