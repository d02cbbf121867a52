//! `referee verify`: the main job. In this version it tries the laws of the foundations and of the games on random instances.

use super::{Common, Outcome, print_all};
use crate::error::Result;
use crate::testing::foundations::{self, Law};
use crate::testing::games;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;

/// Check every law that this version knows on random instances, with exact arithmetic as the judge
#[derive(Args)]
#[command(after_help = "Example: referee verify --seed 7 --instances 1000\n\n\
    Exit status: 0 if every law held on every instance, 1 if one was violated, 2 if the call is wrong.")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Random instances drawn for each law
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    instances: u32,
}

/// What happened to one law.
struct Row {
    law: &'static Law,
    held: u32,
    /// The first instance that broke it, in words.
    counterexample: Option<String>,
}

impl Row {
    /// Tries a law on its own stream of instances, so that adding a law does not change the others.
    fn of(law: &'static Law, stream: u64, arguments: &Arguments) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(arguments.common.seed);
        generator.set_stream(stream);
        let mut row = Self { law, held: 0, counterexample: None };
        for _ in 0..arguments.instances {
            match (law.check)(&mut generator) {
                Ok(()) => row.held += 1,
                Err(why) => {
                    row.counterexample.get_or_insert(why);
                }
            }
        }
        row
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let rows: Vec<Row> = foundations::LAWS
        .iter()
        .chain(games::LAWS)
        .zip(0..)
        .map(|(law, stream)| Row::of(law, stream, arguments))
        .collect();
    let text = if arguments.common.json { json(&rows, arguments) } else { table(&rows, arguments) };
    print_all(&text)?;
    Ok(if rows.iter().all(|row| row.counterexample.is_none()) { Outcome::Holds } else { Outcome::Violated })
}

fn table(rows: &[Row], arguments: &Arguments) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(["law", "says", "instances", "held", "violated"]);
    for row in rows {
        let violated = arguments.instances - row.held;
        table.add_row([
            row.law.name.to_owned(),
            row.law.says.to_owned(),
            arguments.instances.to_string(),
            row.held.to_string(),
            violated.to_string(),
        ]);
    }
    for number in 2..5 {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{table}\n");
    for row in rows {
        if let Some(counterexample) = &row.counterexample {
            let _ = writeln!(text, "violated: {}: {counterexample}", row.law.name);
        }
    }
    let held: u64 = rows.iter().map(|row| u64::from(row.held)).sum();
    let tried = rows.len() as u64 * u64::from(arguments.instances);
    let _ = writeln!(
        text,
        "{} laws, {tried} instances, {held} held, {} violated (seed {}).",
        rows.len(),
        tried - held,
        arguments.common.seed
    );
    if !arguments.common.quiet {
        text += "These are the foundations and the games; certificates check the paper's statements: see `referee statements`.\n";
    }
    text
}

fn json(rows: &[Row], arguments: &Arguments) -> String {
    let law = |row: &Row| {
        let mut law = serde_json::json!({
            "name": row.law.name, "says": row.law.says, "instances": arguments.instances,
            "held": row.held, "violated": arguments.instances - row.held,
        });
        if let Some(counterexample) = &row.counterexample {
            law["counterexample"] = counterexample.as_str().into();
        }
        law
    };
    let laws: Vec<_> = rows.iter().map(law).collect();
    format!("{:#}\n", serde_json::json!({ "seed": arguments.common.seed, "laws": laws }))
}
