//! `referee check`: the independent checker, as the program `proofs-check` runs it.

use super::{Common, Outcome, print_all};
use crate::error::{Error, Result};
use clap::Args;
use proofs_check::{Accepted, CheckedClaim, Files, Refusal};
use serde_json::json;
use std::path::PathBuf;

/// Check a certificate, a solution, an equilibrium or a fit again, in exact arithmetic and with code that shares nothing with the rest
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee check referee-out/certificate.json\n  \
    referee check certificate.json --trace elsewhere/trace.csv\n  \
    referee check equilibrium.json --candidates elsewhere/candidates.csv\n  \
    referee check fit.json --data elsewhere/train.csv\n\n\
    The rules are in proofs-check/SPEC.md.\n\
    Exit status: 0 accepted, 1 rejected, 2 malformed or a wrong call.")]
pub(super) struct Arguments {
    /// A certificate, a solution, an equilibrium or a fit (*.json)
    file: PathBuf,
    /// The trace of a certificate; by default the file that it names, beside it
    #[arg(long, value_name = "TRACE", conflicts_with = "candidates")]
    trace: Option<PathBuf>,
    /// The candidates of a solution or an equilibrium; by default the file that it names, beside it
    #[arg(long, value_name = "FILE")]
    candidates: Option<PathBuf>,
    /// The data of a fit or of a certificate over data; by default the file that it names, beside it
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let Arguments { trace, candidates, data, .. } = arguments;
    let files = Files { trace: trace.as_deref(), candidates: candidates.as_deref(), data: data.as_deref() };
    let name = arguments.file.display();
    match proofs_check::check_files(&arguments.file, files) {
        Ok(accepted) => {
            print_all(&match (arguments.common.json, arguments.common.quiet) {
                (true, _) => format!("{:#}\n", as_json(&accepted)),
                (false, true) => format!("{name}: accepted\n"),
                (false, false) => format!("{accepted}{name}: accepted\n"),
            })?;
            Ok(Outcome::Holds)
        }
        Err(refusal @ (Refusal::Malformed { .. } | Refusal::Unread { .. })) => Err(Error::new(refusal.to_string())),
        Err(refusal) => {
            if arguments.common.json {
                print_all(&format!("{:#}\n", json!({ "accepted": false, "reason": refusal.to_string() })))?;
            } else {
                eprintln!("referee: {name}: {refusal}");
            }
            Ok(Outcome::Violated)
        }
    }
}

fn as_json(accepted: &Accepted) -> serde_json::Value {
    let claim = |claim: &CheckedClaim| {
        let mut row = json!({ "name": claim.name, "verdict": claim.verdict.name(), "grade": claim.grade.name() });
        // The claims of a solution are no inequalities between two numbers.
        if let (Some([lhs, rhs]), Some(relation)) = (claim.sides(), claim.relation()) {
            row["lhs"] = json!([lhs.0, lhs.1]);
            row["relation"] = json!(relation);
            row["rhs"] = json!([rhs.0, rhs.1]);
        }
        row
    };
    let claims: Vec<_> = accepted.claims().iter().map(claim).collect();
    let mut report = json!({ "accepted": true, "statement": accepted.statement(), "claims": claims });
    if let Some(note) = accepted.note() {
        report["note"] = note.into();
    }
    if let Some(verified) = accepted.values_verified() {
        report["values_verified"] = verified.into();
    }
    report
}
