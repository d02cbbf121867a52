//! The folder of results: every instance as a row, and the files of the tightest run of each statement.

use super::Report;
use crate::error::{Error, Result};
use crate::files;
use crate::verification::{Case, Finding, write_files};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Refuses a folder that cannot be one, before any work.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))
}

const HEAD: &str = "family,problem,task,theta_player,lambda_player,rounds,seed,statement,failed_hypotheses,\
                    held,undecided,violated,tightest_claim,tightest,wrong\n";

pub(super) fn write(report: &Report, folder: &Path) -> Result<()> {
    let mut rows = String::from(HEAD);
    for judgement in &report.judgements {
        for finding in &judgement.findings {
            row(&mut rows, &judgement.case, finding);
        }
    }
    files::write(&folder.join("instances.csv"), rows.as_bytes())?;
    for statement in &report.statements {
        let name = statement.statement.name;
        let findings = report
            .judgements
            .iter()
            .flat_map(|judgement| judgement.findings.iter().map(move |finding| (&judgement.case, finding)));
        let of_statement = findings.filter(|(_, finding)| finding.statement == name);
        let worst = of_statement.max_by(|(_, a), (_, b)| {
            let key = |finding: &Finding| (finding.wrong.len(), tightest(finding).map_or(f64::MIN, |(_, ratio)| ratio));
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        if let Some((case, _)) = worst {
            let place = folder.join("worst").join(name);
            check_folder(&place)?;
            write_files(case, name, &place)?;
        }
    }
    Ok(())
}

fn tightest(finding: &Finding) -> Option<(&'static str, f64)> {
    finding.ratios.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A cell of CSV: quoted, because specifications have commas.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn row(rows: &mut String, case: &Case, finding: &Finding) {
    let [held, undecided, violated] = finding.conclusions;
    let (claim, ratio) = tightest(finding).map_or_else(<_>::default, |(name, ratio)| (name, ratio.to_string()));
    let [theta, lambda] = case.task.players();
    let cells = [
        case.family.to_owned(),
        quoted(&case.spec),
        case.task.name(),
        theta.unwrap_or_default().to_owned(),
        lambda.unwrap_or_default().to_owned(),
        case.rounds.to_string(),
        case.seed.to_string(),
        finding.statement.to_owned(),
        finding.failed.join(" "),
        held.to_string(),
        undecided.to_string(),
        violated.to_string(),
        claim.to_owned(),
        ratio,
        quoted(&finding.wrong.join(" ")),
    ];
    let _ = writeln!(rows, "{}", cells.join(","));
}
