//! A short game that is recorded, certified and shrunk, with everything that the independent checker reads.

use crate::arena::Algorithm;
use crate::certificate::{Certificate, TraceReference};
use crate::error::{Error, Result};
use crate::files::sha256;
use crate::game::Game;
use crate::oracle::Options;
use crate::run::{LambdaMaker, Plan, Subject, open};
use crate::shrink::{Candidates, Epsilon, Outcome, Record};
use crate::theorems;
use crate::trace::{Rounds, Trace};
use serde_json::{Value, json};

/// A document and the file of data that it speaks of.
#[derive(Clone, Debug)]
pub struct Files {
    /// The bytes of the trace, or of the candidates.
    pub data: Vec<u8>,
    /// The certificate, or the solution.
    pub document: Value,
}

/// Who decides whether a document follows from its data; the error is the reason.
pub type Checker = fn(&Files) -> std::result::Result<(), String>;

/// The independent checker.
///
/// # Errors
/// Why it does not accept.
pub fn proofs_check(files: &Files) -> std::result::Result<(), String> {
    let bytes = files.document.to_string();
    let verdict = ::proofs_check::check_bytes(bytes.as_bytes(), "document.json", |_| Ok(files.data.as_slice()));
    verdict.map(|_| ()).map_err(|refusal| refusal.to_string())
}

/// Who finds the best mixture of a few rounds.
pub type Shrinker = fn(&Candidates, &Epsilon) -> Result<Outcome>;

/// The problems of the short games: one concave with corners to mix, one convex, one with proxies.
pub const fn problems(game: Game) -> [&'static str; 2] {
    match game {
        Game::Lagrangian => ["triangle", "qp-box"],
        Game::ProxyLagrangian => ["triangle", "step-hinge"],
    }
}

const ROUNDS: usize = 24;

fn plan<'a>(subject: &'a Subject<'a>, game: Game) -> Plan<'a> {
    let algorithm = match game {
        Game::Lagrangian => Algorithm::OracleLagrangian,
        Game::ProxyLagrangian => Algorithm::OracleProxyLagrangian,
    };
    Plan::new(subject, algorithm).rounds(ROUNDS)
}

/// Plays a short game on a family with this lambda-player and an oracle.
///
/// # Errors
/// If a player fails.
pub fn play(family: &str, game: Game, make: &LambdaMaker) -> Result<Trace> {
    plan(&open(family)?, game).lambda_player_by(make).seat()?.players.trace(ROUNDS, 1)
}

/// The certificate of a game on a family, with the lower bound that an oracle proves.
///
/// # Errors
/// If the trace cannot be written, or certified.
pub fn certificate(trace: &Trace, family: &str, game: Game) -> Result<Files> {
    let subject = open(family)?;
    let choices = plan(&subject, game).choose()?;
    files(trace, |rounds| {
        let given = choices.given();
        Ok(theorems::certify(rounds, Some(choices.problem), given, Options::default())?.certificate)
    })
}

/// A trace as a file, and what `certify` makes of its rounds.
///
/// # Errors
/// If the trace cannot be written, or `certify` fails.
pub fn files(mut trace: &Trace, certify: impl FnOnce(&mut dyn Rounds) -> Result<Certificate>) -> Result<Files> {
    let data = trace.to_csv();
    let reference = TraceReference { file: "trace.csv".to_owned(), sha256: sha256(&data) };
    let document = certify(&mut trace)?.to_json(&reference);
    Ok(Files { data, document })
}

/// The best mixture of the rounds of a game, as a document; with the number of rounds in it.
///
/// # Errors
/// If the candidates cannot be written, or shrinking fails.
pub fn solution(trace: &Trace, shrink: Shrinker) -> Result<(Files, usize)> {
    let folder = tempfile::tempdir().map_err(|error| Error::new(error.to_string()))?;
    let path = folder.path().join("candidates.csv");
    let candidates = Candidates::from_trace(trace);
    let source = candidates.write(&path)?;
    let outcome = shrink(&candidates, &Epsilon::Minimal)?;
    let support = if let Outcome::Optimal(solution) = &outcome { solution.support.len() } else { 0 };
    let record = Record::new(&candidates.with_source(source), outcome).ok_or_else(|| Error::new("no source"))?;
    let data = std::fs::read(&path).map_err(|error| Error::new(error.to_string()))?;
    Ok((Files { data, document: record.to_json() }, support))
}

/// Every way to change a certificate that is tried, in words, with the changed files: one for each verdict, bound and
/// measured quantity, a missing claim, a higher lower bound, and a changed trace.
pub fn tampered(honest: &Files) -> Vec<(String, Files)> {
    let mut all = Vec::new();
    let mut change = |what: String, change: &dyn Fn(&mut Value)| {
        let mut files = honest.clone();
        change(&mut files.document);
        all.push((what, files));
    };
    let moved = |pair: &mut Value| {
        let end = |i: usize| pair[i].as_f64().unwrap_or(0.0);
        let by = 1.0 + end(1) - end(0);
        *pair = json!([end(0) + by, end(1) + by]);
    };
    let count = honest.document["claims"].as_array().map_or(0, Vec::len);
    for k in 0..count {
        let name = honest.document["claims"][k]["name"].to_string();
        let verdict = &honest.document["claims"][k]["verdict"];
        let other = if verdict == "holds" { "violated" } else { "holds" };
        change(format!("the verdict of {name}"), &|document| document["claims"][k]["verdict"] = other.into());
        change(format!("the bound of {name}"), &|document| moved(&mut document["claims"][k]["rhs"]));
        change(format!("the absence of {name}"), &|document| {
            if let Some(claims) = document["claims"].as_array_mut() {
                claims.remove(k);
            }
        });
    }
    for name in honest.document["measured"].as_object().into_iter().flat_map(|measured| measured.keys()) {
        change(format!("measured {name}"), &|document| moved(&mut document["measured"][name]));
    }
    if let Some(value) = honest.document["given"]["lower_bound"]["value"].as_f64() {
        let higher = json!(value + 0.25);
        change("the lower bound".into(), &|document| {
            document["given"]["lower_bound"]["value"] = higher.clone();
        });
    }
    let mut files = honest.clone();
    if let Some(digit) = files.data.iter_mut().rev().find(|byte| byte.is_ascii_digit()) {
        *digit = if *digit == b'7' { b'3' } else { b'7' };
    }
    all.push(("the trace".into(), files));
    all
}
