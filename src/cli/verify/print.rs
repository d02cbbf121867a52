//! The tables of `referee verify`, for people and for programs.

use super::Arguments;
use crate::cli::prose::counted;
use crate::cli::reports::drop_nulls;
use crate::cli::table::{Below, LeftOut, Once, Table, table};
use crate::theorems::Statement;
use crate::verification::frequency::Frequency;
use crate::verification::{Counts, LawRow, PlayerRow, StatementRow, Whole, totals as counted_once};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(super) fn text(report: &Whole, arguments: &Arguments, written: &str) -> String {
    let (table, notes) = statements(&report.statements);
    let mut text = format!("{table}\n{}", notes.concat());
    if !report.players.is_empty() {
        let _ = write!(text, "\n{}\n", players(&report.players));
    }
    if !arguments.common.quiet && !report.laws.is_empty() {
        let _ = write!(text, "\n{}\n", laws(&report.laws));
    }
    for row in &report.statements {
        for what in &row.undecided {
            let _ = writeln!(text, "undecided: {}: {what}", row.statement.name());
        }
    }
    for why in report.wrong() {
        let _ = writeln!(text, "violated: {why}");
    }
    if arguments.is_file() && report.wrong().next().is_some() {
        text += "The facts of a problem file are its author's word, and certificates are held against them: a false fact \
                 (optimum, mixed_optimum, proxy_optimum, margin, objective_range) shows itself like this. Check them first.\n";
    }
    if !written.is_empty() && !arguments.common.quiet {
        let _ = writeln!(text, "\n{}", written.trim_end());
    }
    text + &totals(report, arguments)
}

/// Three digits, which is what a ratio is worth.
fn ratio(ratio: Option<f64>) -> String {
    match ratio {
        None => String::new(),
        Some(ratio) if ratio.abs() < 1e-9 => "0".to_owned(), // no regret to speak of
        Some(ratio) if ratio.abs() < 1e-3 => format!("{ratio:.0e}"),
        Some(ratio) => format!("{ratio:.3}"),
    }
}

/// What is counted of a statement: instances, those that apply, and what became of their conclusions.
pub(super) const COUNTED: [&str; 8] =
    ["instances", "apply", "held", "identities", "undecided", "violated", "compared", "refuted"];

/// The statements, and the notes that the table counts, one line for each.
pub(super) fn statements(rows: &[StatementRow]) -> (Table, Vec<String>) {
    let head = ["", "statement"].into_iter().chain(COUNTED).chain(["tightest", "median", "grade", "note"]);
    let gives_way = ["undecided", "violated", "refuted"].map(Once).into_iter();
    let gives_way = gives_way.chain([LeftOut("median"), LeftOut("identities"), Below("note")]);
    let mut table = table(head, 2..12).giving_way(gives_way);
    let mut notes: Vec<String> = Vec::new();
    for row in rows {
        let Counts { held, identities, undecided, violated, compared, refuted } = row.counts;
        let (about, mut note) = (row.statement.about(), Vec::new());
        if let Some(why) = about.erratum {
            notes.push(format!("* {} ({}): {why}\n", about.code(), about.verdict));
        }
        note.extend(has_only_identities(row).then(|| "only identities: see compared".to_owned()));
        note.extend(row.same_run_as.map(|other| format!("same run as {}", other.about().code())));
        note.extend(row.claims_also_of.map(|other| format!("claims also of {}", other.about().code())));
        note.extend(row.noisy.map(|Frequency { runs, failures }| format!("{failures} of {runs} noisy runs failed")));
        let counts = [row.instances, row.applied, held, identities, undecided, violated, compared, refuted];
        let ratios = [row.ratios.map(|(largest, _)| largest), row.ratios.map(|(_, median)| median)].map(ratio);
        let grade = row.grade.map_or_else(String::new, |grade| grade.to_string());
        let mark = if about.erratum.is_some() { "*" } else { "" };
        let words = [about.code() + mark, about.title.to_owned()];
        let numbers = counts.map(|count| count.to_string());
        table.add_row(words.into_iter().chain(numbers).chain(ratios).chain([grade, note.join("; ")]));
    }
    (table, notes)
}

/// Whether nothing that its certificates conclude could have failed.
fn has_only_identities(row: &StatementRow) -> bool {
    row.counts.identities > 0 && row.counts.held + row.counts.undecided + row.counts.violated == 0
}

pub(super) fn players(rows: &[PlayerRow]) -> Table {
    let mut table = table(["player", "regret", "instances", "worst/bound", "worst/run-time", "note"], 2..5);
    for row in rows {
        let note = match (row.control_failed, row.worst) {
            (Some(failed), _) if failed > 0 => "negative control: fails as it must",
            (Some(_), _) => "negative control: DID NOT FAIL",
            (None, [None, None]) => "no bound per run",
            _ => "",
        };
        let [promised, proved] = row.worst.map(ratio);
        table.add_row([row.name, row.class, &row.instances.to_string(), &promised, &proved, note]);
    }
    table
}

pub(super) fn laws(rows: &[LawRow]) -> Table {
    let mut table = table(["law", "says", "instances", "held", "violated"], 2..5).giving_way([Once("violated")]);
    for row in rows {
        let counts = [row.instances, row.held, row.instances - row.held].map(|count| count.to_string());
        let [instances, held, violated] = counts;
        table.add_row([row.law.name.to_owned(), row.law.says.to_owned(), instances, held, violated]);
    }
    table
}

/// The last lines: what was done, and whether it held.
pub(super) fn totals(report: &Whole, arguments: &Arguments) -> String {
    let mut text = String::new();
    let played = report.judgements.iter().filter(|judgement| judgement.not_played.is_none()).count();
    let certificates: usize = report.judgements.iter().map(|judgement| judgement.findings.len()).sum();
    if !arguments.common.quiet {
        if !arguments.extent().is_whole() {
            text += "\nOnly what was asked for was run. Without --statement, --family and a problem, players also face \
                     adversaries, and laws and proofs run too.";
        }
        let left_out = report.judgements.len() - played;
        let findings = report.judgements.iter().flat_map(|judgement| &judgement.findings);
        let compared = findings.filter(|finding| finding.counts().compared > 0).count();
        let known = if arguments.is_file() { "stated in the file" } else { "known in closed form" };
        let _ = writeln!(
            text,
            "\n{played} runs gave {certificates} certificates, each re-derived by proofs-check; {compared} of them were \
             compared with an optimum that is {known}. {left_out} runs were left out because the players do \
             not fit the problem (tables have no subgradients, some losses are not convex, the two rates of Lemma 4 may be too far apart).\n\
             Rows may share runs and conclusions; the last line counts each conclusion and each comparison of a run once."
        );
        if let Some(proofs) = &report.proofs {
            let sum = |part: fn(&proofs_check::proofs::Row) -> usize| proofs.rows.iter().map(part).sum::<usize>();
            let _ = writeln!(
                text,
                "{} proofs ran line by line on {} instances; {} lines of the paper that are false fail as they must.",
                proofs.rows.len(),
                sum(|row| row.instances),
                sum(|row| row.refuted)
            );
        }
    }
    let Counts { held, identities, undecided, violated, compared, refuted } = counted_once(&report.judgements);
    let wrong = match report.wrong().count() {
        0 => "nothing is wrong".to_owned(),
        1 => "1 thing is wrong".to_owned(),
        count => format!("{count} things are wrong"),
    };
    let statements = counted(report.statements.len(), "statement");
    let _ = writeln!(
        text,
        "{statements}, {played} runs: {held} distinct conclusions held (and {identities} identities), \
         {undecided} undecided, {violated} violated; {compared} comparisons, {refuted} refuted; {wrong} (seed {}).",
        arguments.common.seed,
    );
    text
}

pub(super) fn json(report: &Whole, arguments: &Arguments) -> String {
    let counts = |Counts { held, identities, undecided, violated, compared, refuted }: Counts| {
        json!({ "held": held, "identities": identities, "undecided": undecided, "violated": violated,
                "compared": compared, "refuted": refuted })
    };
    let statement = |row: &StatementRow| {
        let mut value = json!({
            "statement": row.statement.name(), "title": row.statement.about().title, "instances": row.instances,
            "hypotheses_held": row.applied, "only_identities": has_only_identities(row),
            "same_run_as": row.same_run_as.map(Statement::name),
            "claims_also_of": row.claims_also_of.map(Statement::name),
            "tightest": row.ratios.map(|(largest, _)| largest), "median": row.ratios.map(|(_, median)| median),
            "grade": row.grade.map(|grade| grade.to_string()), "audit": row.statement.about().verdict,
            "erratum": row.statement.about().erratum, "wrong": row.wrong,
            "undecided_in": row.undecided, "noisy_runs": row.noisy.map(|noisy| noisy.runs),
            "noisy_failures": row.noisy.map(|noisy| noisy.failures),
        });
        if let (Value::Object(value), Value::Object(counts)) = (&mut value, counts(row.counts)) {
            value.extend(counts);
        }
        value
    };
    let player = |row: &PlayerRow| {
        json!({
            "player": row.name, "regret": row.class, "instances": row.instances, "worst_to_bound": row.worst[0],
            "worst_to_runtime_bound": row.worst[1], "control_failed": row.control_failed, "wrong": row.wrong,
        })
    };
    let law = |row: &LawRow| {
        json!({
            "law": row.law.name, "says": row.law.says, "instances": row.instances, "held": row.held,
            "violated": row.instances - row.held, "counterexample": row.counterexample,
        })
    };
    let proofs = report.proofs.iter().flat_map(|proofs| &proofs.rows).map(|row| {
        json!({ "proof": row.proof, "statement": row.statement, "steps": row.steps, "instances": row.instances,
                "fail_as_they_must": row.refuted, "defects": row.defects })
    });
    let mut document = json!({
        "seed": arguments.common.seed, "depth": if arguments.deep { "deep" } else { "quick" },
        "runs": report.judgements.iter().filter(|judgement| judgement.not_played.is_none()).count(),
        "totals": counts(counted_once(&report.judgements)),
        "statements": report.statements.iter().map(statement).collect::<Vec<Value>>(),
        "players": report.players.iter().map(player).collect::<Vec<Value>>(),
        "laws": report.laws.iter().map(law).collect::<Vec<Value>>(),
        "proofs": proofs.collect::<Vec<Value>>(),
        "wrong": report.wrong().collect::<Vec<String>>(),
    });
    drop_nulls(&mut document);
    format!("{document:#}\n")
}
