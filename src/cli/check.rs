//! `referee check`: the independent checker, as the program `proofs-check` runs it.

mod about;
#[cfg(feature = "data")]
mod constraints;
mod many;

pub(super) use many::is_document;

use super::progress::Working;
use super::terminal::complain;
use super::{Common, Outcome, Threads};
use crate::error::{Error, Result};
use crate::files::{folder_of, recover};
use crate::registry::Registry;
use clap::{Args, ValueEnum};
use proofs_check::{Accepted, CheckedClaim, Files, Refusal, Require, Values};
use serde_json::json;
use std::path::PathBuf;

/// Check a certificate, a solution, an equilibrium, a fit or a bound again, in exact arithmetic and with code that shares nothing with the rest
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee check referee-out/certificate.json\n  \
    referee check referee-out\n  \
    referee check certificate.json --trace elsewhere/trace.csv\n  \
    referee check equilibrium.json --candidates elsewhere/candidates.csv\n  \
    referee check fit.json --data elsewhere/train.csv\n  \
    referee check certificate.json --require proved\n  \
    referee check certificate.json --problem late.toml\n  \
    referee check fit.json --constraint 'tpr(sex=F) >= 0.95 * tpr()'\n\n\
    An accepted file says what it is about: problem, digest, functions, lower bound and kind of evidence.\n\
    The rules are in proofs-check/SPEC.md.\n\
    Exit status: 0 accepted; 3 accepted, but a claim is violated, which the last line names; 1 rejected, or not what \
    --require asks for; 2 malformed or a wrong call. With several files: 1 if one is not accepted, else 3 if a claim of one is \
    violated, else 0; a folder without a document is a wrong call.")]
pub(super) struct Arguments {
    /// A certificate, a solution, an equilibrium, a fit or a bound (*.json); several of them, or folders, for one line each
    #[arg(required = true)]
    file: Vec<PathBuf>,
    /// The trace of a certificate; by default the file that it names, beside it
    #[arg(long, value_name = "TRACE", conflicts_with = "candidates")]
    trace: Option<PathBuf>,
    /// The candidates of a solution or an equilibrium; by default the file that it names, beside it
    #[arg(long, value_name = "FILE")]
    candidates: Option<PathBuf>,
    /// The data of a fit or of a certificate over data; by default the file that it names, beside it
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A problem (*.toml, *.json or a built-in name): a file about another one is rejected; names play no part
    #[arg(long, value_name = "PROBLEM")]
    problem: Option<String>,
    /// A constraint of a fit or of a certificate over data, such as `tpr(sex=F) >= 0.95 * tpr()` (may be given again: all
    /// of them, in their order); a file with others is rejected, whatever it calls them
    #[cfg(feature = "data")]
    #[arg(long, value_name = "TEXT")]
    constraint: Vec<String>,
    /// The column of the reference model, for churn in --constraint
    #[cfg(feature = "data")]
    #[arg(long, value_name = "COLUMN", requires = "constraint")]
    reference: Option<String>,
    /// `holds`: exit with status 1 unless every claim holds; `proved`: also unless every claim is proved, and the
    /// values are verified where the file has a problem (`slater_below_radius` does not count)
    #[arg(long, value_name = "WHAT")]
    require: Option<Required>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, ValueEnum)]
enum Required {
    Holds,
    Proved,
}

impl Required {
    /// What it is to the checker, and its name.
    fn asked(self) -> (Require, &'static str) {
        match self {
            Self::Holds => (Require::Holds, "holds"),
            Self::Proved => (Require::Proved, "proved"),
        }
    }
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let [file] = arguments.file.as_slice() else { return many::run(arguments) };
    if file.is_dir() {
        return many::run(arguments);
    }
    recover(folder_of(file))?;
    let Arguments { trace, candidates, data, .. } = arguments;
    let (trace, candidates, data) = (trace.as_deref(), candidates.as_deref(), data.as_deref());
    let files = Files { trace, candidates, data, threads: Some(arguments.threads.count()) };
    let name = file.display();
    let wanted = about::wanted(arguments, registry)?;
    let checking = || proofs_check::check_files_about(file, files, &wanted);
    match Working::on(format!("checking {name}"), arguments.common.quiet, checking) {
        Ok(accepted) => {
            let refused = arguments.require.map(Required::asked).and_then(|(required, word)| {
                accepted.lacks(required).map(|lacks| format!("refused by --require {word}: {lacks}"))
            });
            // Who asks for more gets his answer last, and not that the file was accepted.
            let last = if refused.is_some() { String::new() } else { accepted.last_line(&name.to_string()) + "\n" };
            arguments.common.print(&match (arguments.common.json, arguments.common.quiet) {
                (true, _) => format!("{:#}\n", as_json(&accepted, refused.as_deref())),
                (false, true) => last,
                (false, false) => format!("{accepted}{last}"),
            })?;
            if let (Some(refused), false) = (&refused, arguments.common.json) {
                complain(&format!("{name}: {refused}"));
            }
            Ok(match refused {
                Some(_) => Outcome::Violated,
                None if accepted.violated().is_empty() => Outcome::Holds,
                None => Outcome::AcceptedButViolated,
            })
        }
        Err(refusal @ (Refusal::Malformed { .. } | Refusal::Unread { .. })) => Err(Error::new(refusal.to_string())),
        Err(refusal) => {
            if arguments.common.json {
                arguments
                    .common
                    .print(&format!("{:#}\n", json!({ "accepted": false, "reason": refusal.to_string() })))?;
            } else {
                complain(&format!("{name}: {refusal}"));
            }
            Ok(Outcome::Violated)
        }
    }
}

fn as_json(accepted: &Accepted, refused: Option<&str>) -> serde_json::Value {
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
    let mut report = json!({
        "accepted": true, "statement": accepted.statement(), "claims": claims, "violated": accepted.violated(),
    });
    if let Some(refused) = refused {
        report["refused"] = refused.into();
    }
    if let Some(about) = accepted.about() {
        if let Some(digest) = &about.problem_sha256 {
            report["problem_sha256"] = digest.clone().into();
        }
        report["about"] = about::as_json(about);
    }
    if let Some(note) = accepted.note() {
        report["note"] = note.into();
    }
    if let Some(values) = accepted.values() {
        report["values_verified"] = (values == Values::Verified).into();
        if values == Values::Different {
            report["values_different"] = true.into();
        }
    }
    report
}
