//! `solve --report`: the page about the files of a run, with who played and why.

use super::{print, until};
use crate::cli::Outcome;
use crate::cli::page::{grid, table};
use crate::cli::report::{self, Known, Part};
use crate::error::Result;
use crate::registry::Registry;
use crate::report::page::Block;
use crate::run::{Run, Written};
use std::path::Path;

/// Writes the page; what the documents say is read back from them.
pub(super) fn write(
    page: &Path,
    run: &Run<'_>,
    written: &Written,
    folder: &Path,
    registry: &Registry,
) -> Result<Outcome> {
    let name = report::shown(folder);
    let documents = report::documents_of(&written.files, &name)?;
    let pursuit = run.pursuit.as_ref().map(|pursuit| until::text(run, pursuit, true).replace('\n', " "));
    let known = Known {
        certification: Some(&run.certification),
        asked: asked(run, registry),
        verdicts: pursuit.map(|text| text.trim_end().to_owned()).into_iter().collect(),
        ..Known::default()
    };
    report::write(page, &[Part::of(name, documents, known)?])
}

/// What was played, with the reasons, and who the players are.
fn asked(run: &Run<'_>, registry: &Registry) -> Vec<Block> {
    let (theta, lambda) = (run.players.theta_player.name(), run.players.lambda_player.name());
    let mut blocks = grid("What was played, and why", &print::choices_table(&run.choices, &run.players));
    let mut rows = table("The players", &["player", "name", "what it is"], &[]);
    let about = registry.find_theta_player(theta).map_or("", |entry| entry.about);
    rows.rows.push(["theta-player", theta, about].map(str::to_owned).into());
    let about = registry.find_lambda_player(lambda).map_or("", |entry| entry.about);
    rows.rows.push(["lambda-player", lambda, about].map(str::to_owned).into());
    blocks.push(Block::Table(rows));
    blocks
}
