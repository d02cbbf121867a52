//! The league as a part of a page: standings, charts, and what the columns mean.

use super::print::Report;
use crate::cells::PLAN;
use crate::cli::page::grid;
use crate::cli::report::Part;
use crate::error::Result;
use crate::league::{Entry, Selection, charts, folder};
use crate::registry::Registry;
use crate::report::page::Block;
use std::path::Path;

/// What a folder of `rates` holds, finished or not.
pub(in crate::cli) fn of_folder(path: &Path, name: String, registry: &Registry) -> Result<Part> {
    let (selection, entries) = folder::read(path, registry)?;
    let mut part = part(&selection, &entries, name);
    let all = selection.cells().len();
    if entries.len() < all {
        part.verdicts.push(format!("The league is not finished: {} of {all} runs are there.", entries.len()));
    }
    part.inputs.push(path.join(PLAN));
    Ok(part)
}

/// What entries say.
pub(super) fn part(selection: &Selection, entries: &[Entry], name: String) -> Part {
    let report = Report::new(selection, entries, 0);
    let mut part = Part::named(name);
    for entry in entries {
        part.verdicts.extend(entry.measured.wrong.iter().map(|why| format!("VIOLATED: {}: {why}", entry.cell)));
    }
    part.wrong = part.verdicts.len();
    part.verdicts.push(report.totals().trim_end().to_owned());
    part.asked.extend(paragraphs(&report.played()));
    for (caption, table) in report.tables() {
        part.claims.extend(grid(&caption, &table));
    }
    part.claims.extend(paragraphs(&report.notes()));
    part.charts.extend(charts::pictures(entries).into_iter().map(charts::Picture::into_block));
    let words = "These are measurements, and there is no document that an independent checker could read. Regrets are enclosed \
                 in directed arithmetic and rounded up; the same settings and seed give the same regrets on any machine, the \
                 times not. `referee rates` with the settings above repeats them.";
    part.trust.push(Block::Paragraph(words.to_owned()));
    part
}

/// Lines as paragraphs.
fn paragraphs(text: &str) -> impl Iterator<Item = Block> {
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| Block::Paragraph(line.to_owned()))
}
