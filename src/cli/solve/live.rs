//! `referee solve --no-trace`: certified while it is played, and nothing written.

use super::plan::Plan;
use super::{Arguments, given, print};
use crate::arena::Live;
use crate::cli::progress::Progress;
use crate::cli::reports::{claim, pair};
use crate::cli::{Outcome, certify, print_all};
use crate::error::Result;
use crate::oracle::Options;
use crate::theorems::{self, Certification};
use serde_json::{Map, Value, json};

const NOTHING_WRITTEN: &str =
    "Nothing was written: this was computed as it was played, and there is no file for another program to check.\n";

pub(super) fn run(plan: &Plan<'_>, arguments: &Arguments) -> Result<Outcome> {
    let mut progress = Progress::new(arguments.rounds, arguments.common.quiet);
    let mut tell = |t: usize| progress.set(t);
    let mut live = Live::new(|| plan.set_up(), arguments.rounds, arguments.common.seed)?.with_progress(&mut tell);
    let certification = theorems::certify_live(&mut live, plan.problem, given(plan), Options::default())?;
    let players = live.players().expect("a certified match was played");
    print_all(&if arguments.common.json {
        format!("{:#}\n", report(plan, &certification))
    } else {
        let choices = if arguments.common.quiet {
            String::new()
        } else {
            print::choices(plan, players, &certification.certificate)
        };
        let claims = certify::Report { certification: &certification, written: None, without_rival: false }.text(true);
        choices + &claims + NOTHING_WRITTEN
    })?;
    Ok(certify::outcome(&certification))
}

fn report(plan: &Plan<'_>, certification: &Certification) -> Value {
    let certificate = &certification.certificate;
    let measured: Map<String, Value> =
        certificate.measured.iter().map(|(name, value)| ((*name).to_owned(), pair(*value))).collect();
    let mut report = json!({
        "problem": plan.problem.name(), "game": plan.algorithm.game().to_string(), "algorithm": plan.algorithm.name(),
        "rounds": plan.rounds(), "seed": plan.seed(), "written": [], "checkable": false,
        "certified": { "statement": certificate.statement, "measured": measured,
            "claims": certificate.claims.iter().map(claim).collect::<Vec<_>>() },
    });
    if let Some(digest) = certificate.problem_sha256() {
        report["problem_sha256"] = digest.into();
    }
    report
}
