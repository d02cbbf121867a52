//! `referee statements`: the paper's statements, what reading them closely found, and how each is checked.

use super::{Common, Outcome};
use crate::cli::table::{Below, LeftOut, table};
use crate::error::Result;
use crate::theorems::{STATEMENTS, Statement};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// List the paper's 22 statements: number, label, module, what an audit found, how it is checked
#[derive(Args)]
#[command(after_help = "Example: referee statements --json")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    arguments.common.print(&if arguments.common.json { as_json() } else { as_text(arguments.common.quiet) })?;
    Ok(Outcome::Holds)
}

/// Numbers of statements in short: `T1` for Theorem 1.
pub(super) fn short(text: &str) -> String {
    let text = text.strip_prefix("hypothesis of ").map_or_else(|| text.to_owned(), |of| format!("{of}, hypothesis"));
    ["Theorem ", "Lemma ", "Corollary "].iter().fold(text, |text, kind| text.replace(kind, &kind[..1]))
}

fn as_text(quiet: bool) -> String {
    let head = ["code", "name", "about", "audit", "kind", "label", "module", "checked by"];
    let gives_way = [LeftOut("module"), LeftOut("label"), LeftOut("kind"), Below("checked by")];
    let mut table = table(head, []).giving_way(gives_way);
    for statement in STATEMENTS.map(Statement::about) {
        table.add_row([
            statement.code().as_str(),
            statement.name,
            statement.title,
            statement.verdict,
            statement.kind.name(),
            statement.label,
            statement.module(),
            statement.checked,
        ]);
    }
    let mut text = format!("{table}\n");
    if !quiet {
        text += "\nWhat to know when reading them:\n";
        for statement in STATEMENTS.map(Statement::about) {
            if let Some(erratum) = statement.erratum {
                let _ = writeln!(text, "- {}: {erratum}.", statement.number);
            }
        }
    }
    text
}

fn as_json() -> String {
    let row = |statement: &dyn Statement| {
        let statement = statement.about();
        let mut row = json!({ "name": statement.name, "number": statement.number, "title": statement.title,
            "label": statement.label, "module": statement.module(), "kind": statement.kind.name(),
            "audit": statement.verdict });
        if let Some(erratum) = statement.erratum {
            row["erratum"] = erratum.into();
        }
        row["checked"] = statement.checked.into();
        row
    };
    format!("{:#}\n", Value::from(STATEMENTS.into_iter().map(row).collect::<Vec<_>>()))
}
