//! `referee solve --no-trace`: certified while it is played, and nothing written.

use super::{Arguments, check_step, print};
use crate::cli::reports::certified;
use crate::cli::{Outcome, certify};
use crate::error::Result;
use crate::run::{Choices, Plan};
use crate::theorems::Certification;
use serde_json::{Value, json};

const NOTHING_WRITTEN: &str =
    "Nothing was written: this was computed as it was played, and there is no file for another program to check.\n";

pub(super) fn run(plan: Plan<'_>, arguments: &Arguments, played: &dyn Fn()) -> Result<Outcome> {
    check_step(plan.choose()?.oracle.is_some(), arguments)?;
    let (choices, players, certification) = plan.play_unrecorded()?;
    played();
    arguments.common.print(&if arguments.common.json {
        format!("{:#}\n", report(&choices, &certification))
    } else {
        let choices = if arguments.common.quiet {
            String::new()
        } else {
            print::choices(&choices, &players, &certification.certificate)
        };
        let report = certify::Report {
            certification: &certification,
            before: NOTHING_WRITTEN,
            labels: None,
            without_rival: false,
        };
        choices + &report.text(true)
    })?;
    Ok(certify::outcome(&certification))
}

fn report(choices: &Choices<'_>, certification: &Certification) -> Value {
    let certificate = &certification.certificate;
    let algorithm = choices.algorithm;
    let mut report = json!({
        "problem": choices.problem.name(), "game": algorithm.game().to_string(), "algorithm": algorithm.name(),
        "rounds": choices.rounds, "seed": choices.seed, "written": [], "checkable": false,
        "certified": certified(certificate),
    });
    if let Some(digest) = certificate.problem_sha256() {
        report["problem_sha256"] = digest.into();
    }
    report
}
