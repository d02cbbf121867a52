//! The folder of results: every instance as a row, and the files of the tightest run of each statement.

use crate::certificate::Certificate;
use crate::cli::paths::begin;
use crate::equilibrium::Equilibrium;
use crate::error::{Error, Result};
use crate::files::{self, Form, Member, Set};
use crate::registry::Registry;
use crate::shrink::Record;
use crate::theorems::{STATEMENTS, Statement};
use crate::verification::{Case, Counts, Finding, Whole, write_files};
use std::fmt::Write as _;
use std::path::Path;

pub(in crate::cli) const INSTANCES: &str = "instances.csv";

/// The folder with the files of the tightest runs.
pub(super) const WORST: &str = "worst";

const HEAD: &str = "family,problem,task,theta_player,lambda_player,rounds,seed,statement,failed_hypotheses,\
                    held,identities,undecided,violated,compared,refuted,tightest_claim,tightest,wrong,left_out\n";

/// Begins the files of a folder: the table, and of each statement those of a run, a shrinking or an equilibrium.
pub(super) fn begin_all(folder: &Path) -> Result<Set> {
    let kinds = [
        ("trace.csv", Form::Columns("objective")),
        ("certificate.json", Form::Document(Certificate::FORMAT)),
        ("solution.json", Form::Document(Record::FORMAT)),
        ("equilibrium.json", Form::Document(Equilibrium::FORMAT)),
    ];
    let of_statement = |statement: &dyn Statement| kinds.map(|(file, form)| (place(statement.name(), file), form));
    let worst: Vec<(String, Form)> = STATEMENTS.into_iter().flat_map(of_statement).collect();
    let worst = worst.iter().map(|(name, form)| (name.as_str(), *form));
    let wanted: Vec<Member<'_>> =
        std::iter::once((INSTANCES, Form::Begins(&["family,problem,task,"]))).chain(worst).collect();
    begin(folder, &wanted, &[], &[])
}

fn place(statement: &str, file: &str) -> String {
    format!("{WORST}/{statement}/{file}")
}

/// Writes everything, and says in a line what it wrote.
pub(super) fn write(report: &Whole, set: &Set, registry: &Registry) -> Result<String> {
    let mut rows = String::from(HEAD);
    for judgement in &report.judgements {
        for finding in &judgement.findings {
            row(&mut rows, &judgement.case, Some(finding), "");
        }
        if let Some(why) = &judgement.not_played {
            row(&mut rows, &judgement.case, None, why);
        }
    }
    files::write(&set.at(INSTANCES), rows.as_bytes())?;
    for statement in &report.statements {
        let name = statement.statement.name();
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
            let place = set.at(WORST).join(name);
            std::fs::create_dir_all(&place).map_err(|error| Error::io("make", &place, error))?;
            write_files(case, name, &place, registry)?;
        }
    }
    set.commit()?;
    let (rows, folder) = (rows.lines().count() - 1, set.folder().display());
    Ok(format!(
        "Wrote {rows} instances to {folder}/{INSTANCES}, and the files of the tightest runs to {folder}/worst.\n"
    ))
}

fn tightest(finding: &Finding) -> Option<(&'static str, f64)> {
    finding.ratios.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A cell of CSV: quoted, because specifications have commas.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn row(rows: &mut String, case: &Case, finding: Option<&Finding>, left_out: &str) {
    let [theta, lambda] = case.task.players().map(|player| player.unwrap_or_default().to_owned());
    let (task, rounds, seed) = (case.task.name(), case.rounds.to_string(), case.seed.to_string());
    let mut cells = vec![case.family.to_owned(), quoted(&case.spec), task, theta, lambda, rounds, seed];
    match finding {
        Some(finding) => {
            let (claim, ratio) = tightest(finding).map_or_else(<_>::default, |(name, ratio)| (name, ratio.to_string()));
            cells.extend([finding.statement.to_owned(), finding.failed.join(" ")]);
            let Counts { held, identities, undecided, violated, compared, refuted } = finding.counts();
            let counts = [held, identities, undecided, violated, compared, refuted];
            cells.extend(counts.map(|count| count.to_string()));
            cells.extend([claim.to_owned(), ratio, quoted(&finding.wrong.join(" "))]);
        }
        None => cells.extend((0..11).map(|_| String::new())),
    }
    cells.push(quoted(left_out));
    let _ = writeln!(rows, "{}", cells.join(","));
}
