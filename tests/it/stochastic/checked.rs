//! The certificates of the six modules, before the checker that shares no code with them.

use super::games::run;
use super::problems::{median, noisy, noisy_step, rate};
use proofs_check::{Accepted, Refusal, check_bytes};
use referee::certificate::{Certificate, TraceReference};
use referee::game::{Game, Side};
use referee::problem::{Problem, constants};
use referee::registry::Registry;
use referee::run::RunConstants;
use referee::theorems::rates;
use referee::trace::{Rounds as _, Trace, TraceFile};
use serde_json::Value;

/// The trace as bytes, and the certificate as JSON.
fn written(trace: &Trace, certificate: &Certificate) -> (Vec<u8>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.csv");
    trace.write(&path).unwrap();
    let mut file = TraceFile::open(&path).unwrap();
    file.pass(&mut |_| Ok(())).unwrap();
    (std::fs::read(&path).unwrap(), certificate.to_json(&TraceReference::of(&file).unwrap()))
}

fn check(trace: &[u8], certificate: &Value) -> Result<Accepted, Refusal> {
    check_bytes(certificate.to_string().as_bytes(), "certificate.json", |_| Ok(trace))
}

#[test]
fn every_stochastic_run_is_accepted_and_a_better_promise_is_not() {
    for statement in rates().filter(|statement| statement.takes_confidence()) {
        let side = if statement.game() == Some(Game::Lagrangian) { Side::Constraints } else { Side::Proxies };
        let family = Registry::ours().open("qp-box").unwrap();
        let mut problems: Vec<(Box<dyn Problem>, _)> = vec![(family.problem, family.known.constants)];
        if side == Side::Constraints {
            problems.push((Box::new(noisy()), constants(&noisy(), side).unwrap()));
            problems.push((Box::new(median()), constants(&median(), side).unwrap()));
        } else {
            problems.push((Box::new(noisy_step()), constants(&noisy_step(), side).unwrap()));
            problems.push((Box::new(rate()), constants(&rate(), side).unwrap()));
        }
        for (problem, bounds) in problems {
            let constants = RunConstants { rounds: 64, radius: 1.5, bounds };
            let (trace, certificate) = run(statement, &*problem, &constants, 11).unwrap();
            let (trace, mut certificate) = written(&trace, &certificate);
            let outcome = check(&trace, &certificate);
            assert!(outcome.is_ok(), "{} of {}: {}", statement.name(), problem.name(), outcome.unwrap_err());
            certificate["given"]["rate"]["confidence"] = Value::from(0.5);
            assert!(check(&trace, &certificate).is_err(), "claims of another confidence");
        }
    }
}
