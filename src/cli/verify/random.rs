//! `referee verify --random N`: every statement on random instances of its own.

use super::Arguments;
use crate::cli::Outcome;
use crate::cli::paths::begin;
use crate::cli::progress::Progress;
use crate::cli::prose::counted;
use crate::cli::table::table;
use crate::error::Result;
use crate::files::{self, Form};
use crate::run::Budget;
use crate::theorems::{self, STATEMENTS, Statement};
use crate::verification::random::{Counterexample, Found, search, seeds};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where counterexamples go if nobody says where.
const FOLDER: &str = "referee-counterexamples";

/// The line that keeps a counterexample in the tests goes here.
const REGRESSIONS: &str = "tests/it/theorems/common/regressions.txt";

/// What a counterexample is, in words, and how they begin.
const INSTANCE: &str = "instance.txt";
const FOUND: &str = "A counterexample that referee found.\n";

/// So many instances of a statement at a time, so that a budget is spent on all statements alike.
const STRETCH: usize = 64;

/// One instance in so many may be idle.
const IDLE: usize = 8;

pub(super) fn run(arguments: &Arguments, count: u32) -> Result<Outcome> {
    let chosen = arguments.statement.as_deref().and_then(theorems::statement);
    let statements: Vec<_> = STATEMENTS.into_iter().filter(|one| chosen.is_none_or(|chosen| *one == chosen)).collect();
    let (rows, stretches) = search_all(&statements, arguments, count as usize)?;
    let folder = arguments.output.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let mut text = if arguments.common.json { String::new() } else { tallies(&rows) };
    let mut wrong = 0;
    for (statement, found) in &rows {
        for example in &found.counterexamples {
            let place = save(*statement, example, &folder)?;
            text += &told(*statement, example, &place);
            wrong += 1;
        }
        if let Some(why) = found.tally.rejection() {
            let (name, seed) = (statement.name(), found.failed.first().copied().unwrap_or_default());
            let again = format!("referee verify --random 1 --statement {name} --seed {seed}");
            let _ = writeln!(text, "refuted: {name}: {why}\n  one that failed: {again}");
            wrong += 1;
        }
        if found.tally.instances >= STRETCH && IDLE * found.tally.idle > found.tally.instances {
            let (name, idle, all) = (statement.name(), found.tally.idle, found.tally.instances);
            let _ = writeln!(text, "too idle: {name}: {idle} of {all} instances say nothing, so the others say little");
            wrong += 1;
        }
    }
    if arguments.common.json {
        text = format!("{:#}\n", json!({ "seed": arguments.common.seed, "statements": json_rows(&rows) }));
    } else {
        let tried: usize = rows.iter().map(|(_, found)| found.tally.instances).sum();
        let cut = if stretches { "; the budget ended before all were tried" } else { "" };
        let seed = arguments.common.seed;
        let what = if wrong == 0 { "None refutes its statement." } else { "Some refute their statement: see above." };
        let of = counted(rows.len(), "statement");
        let _ = writeln!(text, "\n{tried} random instances of {of}, seed {seed}{cut}. {what}");
    }
    arguments.common.print(&text)?;
    Ok(if wrong == 0 { Outcome::Holds } else { Outcome::Violated })
}

type Row = (&'static dyn Statement, Found);

/// The rows, and whether the budget ended before all instances were tried.
fn search_all(statements: &[&'static dyn Statement], arguments: &Arguments, count: usize) -> Result<(Vec<Row>, bool)> {
    let threads = arguments.threads.count();
    let all = seeds(arguments.common.seed, count);
    let mut rows: Vec<Row> = statements.iter().map(|statement| (*statement, Found::default())).collect();
    let mut progress = Progress::of_runs(count * rows.len(), arguments.common.quiet);
    let (start, mut done) = (Instant::now(), 0);
    for seeds in all.chunks(STRETCH) {
        for (statement, found) in &mut rows {
            let ended = match arguments.budget.as_ref().map(|spend| spend.0) {
                Some(Budget::Time(limit)) => start.elapsed() >= limit,
                Some(Budget::Rounds(most)) => done >= most,
                None => false,
            };
            if ended {
                return Ok((rows, true));
            }
            let more = search(*statement, seeds, threads, &mut |now| progress.set(done + now))?;
            done += seeds.len();
            found.add(more);
        }
    }
    Ok((rows, false))
}

fn tallies(rows: &[Row]) -> String {
    let head =
        ["statement", "tried", "idle", "telling", "convex", "not", "noisy", "known", "failed", "tightest", "CPU s"];
    let mut table = table(head, 1..11);
    for (statement, found) in rows {
        let tally = &found.tally;
        let (convex, not_convex) = (tally.convex, tally.not_convex);
        let counts = [tally.instances, tally.idle, tally.telling, convex, not_convex, tally.noisy, tally.known];
        let chances = tally.frequency();
        let failed = if chances.runs > 0 { format!("{} of {}", chances.failures, chances.runs) } else { String::new() };
        let tightest = tally.tightest.map_or_else(String::new, |ratio| format!("{ratio:.3}"));
        let rest = [failed, tightest, format!("{:.1}", tally.time.as_secs_f64())];
        let name = std::iter::once(statement.about().code());
        table.add_row(name.chain(counts.map(|count| count.to_string())).chain(rest));
    }
    let mut text = format!("{table}\n");
    for (statement, found) in rows {
        for why in &found.idle {
            let _ = writeln!(text, "idle: {}: {why}", statement.name());
        }
    }
    text
}

fn json_rows(rows: &[Row]) -> Vec<Value> {
    let row = |(statement, found): &Row| {
        let tally = &found.tally;
        let examples = found.counterexamples.iter();
        let examples: Vec<_> = examples.map(|one| json!({ "seed": one.seed, "wrong": one.judged.wrong })).collect();
        json!({ "statement": statement.name(), "instances": tally.instances, "idle": tally.idle, "telling": tally.telling,
            "convex": tally.convex, "not_convex": tally.not_convex, "noisy": tally.noisy, "known": tally.known,
            "failed": tally.frequency().failures, "may_fail": tally.frequency().runs, "tightest": tally.tightest, "cpu_seconds": tally.time.as_secs_f64(),
            "rejection": tally.rejection(), "counterexamples": examples })
    };
    rows.iter().map(row).collect()
}

/// Writes the files of a counterexample, and what it is, into a folder of their own.
fn save(statement: &dyn Statement, example: &Counterexample, folder: &Path) -> Result<PathBuf> {
    let place = folder.join(format!("{}-{}", statement.name(), example.seed));
    let words = format!("{FOUND}\n{}\n\n{:#?}\n", example.judged.wrong.join("\n"), example.instance);
    let data = example.judged.files.as_ref().map(|files| (files.name, Form::Columns("objective")));
    let document = ("document.json", Form::Any);
    let wanted: Vec<_> = [(INSTANCE, Form::Begins(&[FOUND])), document].into_iter().chain(data).collect();
    let set = begin(&place, &wanted, &[], &[])?;
    files::write(&set.at(INSTANCE), words.as_bytes())?;
    example.judged.files.as_ref().map_or(Ok(()), |files| files.write(&set.at("")))?;
    set.commit()?;
    Ok(place)
}

fn told(statement: &dyn Statement, example: &Counterexample, place: &Path) -> String {
    let (name, seed, place) = (statement.name(), example.seed, place.display());
    let why = example.judged.wrong.join("; ");
    let check =
        example.judged.files.as_ref().map_or_else(String::new, |_| format!("; referee check {place}/document.json"));
    format!(
        "refuted: {name}: {why}\n  again: referee verify --random 1 --statement {name} --seed {seed}\n  \
         shrunk: {place}/instance.txt{check}\n  to keep it in the tests, add to {REGRESSIONS}: {name} {seed}\n"
    )
}
