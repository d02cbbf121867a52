//! What `verify` found as a part of a page: violations first, then the tables, and the certificates that were kept.

use super::results::{INSTANCES, WORST};
use super::{Arguments, print};
use crate::cli::page::{grid, table};
use crate::cli::report::{self, Part};
use crate::error::{Error, Result};
use crate::report::page::Block;
use crate::theorems::statement;
use crate::verification::Whole;
use std::path::Path;

/// Writes the page of a verification, with the certificates of its folder if it has one.
pub(super) fn write(page: &Path, whole: &Whole, arguments: &Arguments) -> Result<()> {
    let name = arguments.output.as_deref().map_or_else(|| "the verification".to_owned(), report::shown);
    let mut part = Part::named(name);
    let wrong: Vec<String> = whole.wrong().map(|why| format!("VIOLATED: {why}")).collect();
    part.wrong = wrong.len();
    part.verdicts = wrong;
    let totals = print::totals(whole, arguments);
    let lines: Vec<&str> = totals.lines().filter(|line| !line.is_empty()).collect();
    part.verdicts.extend(lines.last().map(|line| (*line).to_owned()));
    part.asked.extend(lines[..lines.len().saturating_sub(1)].iter().map(|line| Block::Paragraph((*line).to_owned())));
    let (statements, notes) = print::statements(&whole.statements);
    part.claims.extend(grid("Statements", &statements));
    part.claims.extend(notes.iter().map(|note| Block::Paragraph(note.trim_end().to_owned())));
    for row in &whole.statements {
        let undecided = row.undecided.iter().map(|what| format!("Undecided: {}: {what}", row.statement.name()));
        part.claims.extend(undecided.map(Block::Paragraph));
    }
    if !whole.players.is_empty() {
        part.claims.extend(grid("Players", &print::players(&whole.players)));
    }
    if !whole.laws.is_empty() {
        part.claims.extend(grid("Laws of the foundations", &print::laws(&whole.laws)));
    }
    match &arguments.output {
        Some(folder) => {
            let judged = whole.statements.iter().filter(|row| row.instances > 0);
            attach(&mut part, folder, &judged.map(|row| row.statement.name()).collect::<Vec<_>>())?;
        }
        None => part.trust.push(Block::Paragraph(
            "The checker derived every certificate again while it was made, and none was kept: --output keeps the tightest."
                .to_owned(),
        )),
    }
    report::write(page, &[part]).map(drop)
}

/// What a folder of `verify` holds.
pub(in crate::cli) fn of_folder(folder: &Path, name: String) -> Result<Part> {
    let mut part = Part::named(name);
    let path = folder.join(INSTANCES);
    let wrong = |error: csv::Error| Error::new(format!("this is not what `verify` writes: {error}")).in_file(&path);
    let mut reader = csv::Reader::from_path(&path).map_err(wrong)?;
    let head = reader.headers().map_err(wrong)?.clone();
    let column = |name: &str| head.iter().position(|known| known == name);
    let place = |name: &str| {
        column(name)
            .ok_or_else(|| Error::new(format!("there is no column `{name}`, which `verify` writes")).in_file(&path))
    };
    let [_, _, counted_names @ ..] = print::COUNTED;
    let (of, failed, wrongs) = (place("statement")?, place("failed_hypotheses")?, place("wrong")?);
    let places = counted_names.iter().map(|name| place(name)).collect::<Result<Vec<_>>>()?;
    let mut found: Vec<(String, [usize; 8])> = Vec::new();
    let (mut rows, mut instances) = (0_usize, 0_usize);
    for record in reader.records() {
        let record = record.map_err(wrong)?;
        let cell = |place: usize| record.get(place).unwrap_or_default();
        rows += 1;
        let mut counted = [0_usize; 6];
        for ((count, place), name) in counted.iter_mut().zip(&places).zip(counted_names) {
            // A run that was left out has no counts.
            if cell(of).is_empty() && cell(*place).is_empty() {
                continue;
            }
            *count = cell(*place).parse().map_err(|_| {
                let message = format!("`{}` in column `{name}` is not a count, which `verify` writes", cell(*place));
                let line = record.position().map_or(0, csv::Position::line);
                Error::new(message).at_line(usize::try_from(line).unwrap_or(usize::MAX)).in_file(&path)
            })?;
        }
        let [.., violated, _, refuted] = counted;
        let why = match cell(wrongs) {
            "" if violated > 0 || refuted > 0 => {
                format!("{violated} conclusions violated, {refuted} comparisons refuted")
            }
            why => why.to_owned(),
        };
        if !why.is_empty() {
            part.verdicts.push(format!("VIOLATED: {}, {}: {why}", cell(of), cell(1)));
        }
        if cell(of).is_empty() {
            continue;
        }
        instances += 1;
        if found.iter().all(|(known, _)| known != cell(of)) {
            found.push((cell(of).to_owned(), [0; 8]));
        }
        let Some((_, counts)) = found.iter_mut().find(|(known, _)| known == cell(of)) else { continue };
        counts[0] += 1;
        counts[1] += usize::from(cell(failed).is_empty());
        counts[2..].iter_mut().zip(counted).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
    if rows == 0 {
        let message = "there is no row below the names, so nothing was verified: run `referee verify` again";
        return Err(Error::new(message).in_file(&path));
    }
    part.wrong = part.verdicts.len();
    attach(&mut part, folder, &found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>())?;
    let complaints = report::complaints(&part);
    let verdict = match (part.wrong, complaints.len()) {
        (0, 0) => format!("Nothing is wrong in {instances} instances of {} statements.", found.len()),
        (0, count) => format!(
            "{INSTANCES} lists nothing wrong in {instances} instances, but {count} of the documents that were kept \
             are rejected, or violate a claim:"
        ),
        (count, _) => format!("{count} of {instances} instances are wrong."),
    };
    part.verdicts.push(verdict);
    part.verdicts.extend(complaints);
    let head: Vec<&str> = ["statement", "what"].into_iter().chain(print::COUNTED).collect();
    let mut rows = table("Statements, by instances.csv", &head, &[2, 3, 4, 5, 6, 7, 8, 9]);
    for (name, counts) in found {
        let title = statement(&name).map_or("", |statement| statement.about().title);
        let numbers = counts.iter().map(ToString::to_string);
        rows.rows.push([name.clone(), title.to_owned()].into_iter().chain(numbers).collect());
    }
    part.claims.push(Block::Table(rows));
    part.inputs.push(path.clone());
    Ok(part)
}

/// The documents that were kept of the tightest runs of these statements, checked again.
fn attach(part: &mut Part, folder: &Path, statements: &[&str]) -> Result<()> {
    let worst = folder.join(WORST);
    let mut folders: Vec<_> = match std::fs::read_dir(&worst) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect(),
        Err(_) => Vec::new(),
    };
    folders.sort();
    let mut missing = statements.to_vec();
    for place in folders {
        let name = Path::new(&part.name).join(WORST).join(place.file_name().unwrap_or_default()).display().to_string();
        let documents = report::documents(&place, &name)?;
        missing.retain(|statement| documents.is_empty() || !place.ends_with(statement));
        part.attach(documents);
    }
    let kept = match (statements.len() - missing.len(), missing.len()) {
        (0, _) => format!("of these runs no document is in {WORST}, so nothing was checked again for this page."),
        (_, 0) => "what was kept of the tightest run of each statement was checked again for this page:".to_owned(),
        _ => format!(
            "what was kept of the tightest runs was checked again for this page, and nothing is there for {}:",
            missing.join(", ")
        ),
    };
    part.trust.push(Block::Paragraph(format!("The table counts what the program concluded from its own runs; {kept}")));
    Ok(())
}
