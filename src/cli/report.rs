//! `referee report`: one page for a browser about what was done, from documents that the checker has read first.

mod about;
mod certificate;
mod checked;
mod equilibrium;
mod fit;
mod folder;
mod part;
mod solution;
mod trust;

pub(super) use checked::Document;
#[cfg(feature = "data")]
pub(super) use fit::does_there;
#[cfg(feature = "data")]
pub(super) use folder::sort;
pub(super) use folder::{documents, documents_of, shown};
pub(super) use part::{Known, Part};

use super::paths::wrote;
use super::{Common, Outcome, paths};
use crate::error::{Error, Result};
use crate::files::{Form, Set};
use crate::registry::Registry;
use crate::report::page::{Block, Page, Section};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Write one page for a browser about certificates, solutions and other documents, checked first
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee report referee-out\n  \
    referee report certificate.json -o run.html\n  \
    referee report run-a run-b referee-fit -o comparison.html\n\n\
    The page is one file with its style and its charts in it; docs/reports.md says what each part means. The checker reads \
    every document before a word is written, and the first line of the page names what it rejects.\n\
    Exit status: 0 if all documents are accepted and nothing is violated; 3 if all are accepted and a claim is violated; 1 \
    if one is rejected (the page says so); 2 if the input or the call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// Documents (*.json), or folders of `solve`, `fit`, `rates` and `verify`
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The page; report.html if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// By this sentence a page is known to be one of ours.
const MARK: &str = "This page was written by referee";
const PAGE: Form = Form::Says(MARK);

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let output = arguments.output.clone().unwrap_or_else(|| "report.html".into());
    refuse_dash(&output)?;
    Set::of_file(&output, PAGE).map_err(paths::as_output)?;
    let mut parts = Vec::new();
    for path in &arguments.paths {
        parts.push(folder::part(path, registry)?);
    }
    let parts = once(parts);
    let outcome = write(&output, &parts)?;
    arguments.common.print(&match (arguments.common.json, arguments.common.quiet) {
        (true, _) => format!("{:#}\n", as_json(&output, &parts)),
        (false, true) => {
            let rejected = parts.iter().flat_map(Part::documents).filter(|document| document.accepted().is_none());
            rejected.map(|document| document.last_line() + "\n").collect()
        }
        (false, false) => {
            let lines = parts.iter().flat_map(Part::documents).map(|document| document.last_line() + "\n");
            lines.chain([wrote(Some(&output))]).collect()
        }
    })?;
    Ok(outcome)
}

/// The parts without those of which another tells everything: each document is shown once.
fn once(parts: Vec<Part>) -> Vec<Part> {
    let files = |part: &Part| -> Vec<PathBuf> {
        let documents = part.documents().filter_map(|document| document.files().next());
        documents.chain(part.inputs()).map(paths::resolved).collect()
    };
    let known: Vec<Vec<PathBuf>> = parts.iter().map(files).collect();
    let is_told = |place: usize| {
        let own = &known[place];
        let mut others = known.iter().zip(&parts).enumerate().filter(|(other, _)| *other != place);
        others.any(|(other, (theirs, of))| {
            let is_same = own.len() == theirs.len();
            // Of what is beside a table of measurements the page tells little.
            let tells = if is_same { other < place } else { of.inputs().next().is_none() };
            tells && own.iter().all(|file| theirs.contains(file))
        })
    };
    let told: Vec<bool> = (0..parts.len()).map(is_told).collect();
    parts.into_iter().zip(told).filter(|(_, told)| !told).map(|(part, _)| part).collect()
}

/// What the documents of a part say that nobody wants to read: those that are rejected, or violate a claim.
pub(super) fn complaints(part: &Part) -> Vec<String> {
    let bad = |document: &&Document| document.accepted().is_none_or(|accepted| !accepted.violated().is_empty());
    part.documents().filter(bad).map(Document::last_line).collect()
}

/// Refuses, before the work of a command begins, a page that cannot be written or would replace what the call reads,
/// which `inputs` names, or one of its results, whose folders the call makes.
pub(super) fn check_page(page: Option<&Path>, inputs: &[(&Path, &str)], results: &[PathBuf]) -> Result<()> {
    let Some(page) = page else { return Ok(()) };
    refuse_dash(page)?;
    let own = paths::resolved(page);
    let results: Vec<PathBuf> = results.iter().map(|result| paths::resolved(result)).collect();
    // A page that is called like a folder of results is in their way too.
    if results.iter().any(|result| result.starts_with(&own)) {
        let message = "--report and --output name the same file: give the page another name";
        return Err(Error::new(message).in_file(page));
    }
    inputs.iter().try_for_each(|(input, what)| paths::refuse_same_file(page, input, what))?;
    let folder = own.parent().filter(|folder| !folder.exists());
    let is_made = |folder| results.iter().filter_map(|result| result.parent()).any(|made| made.starts_with(folder));
    if !folder.is_some_and(is_made) {
        // The folder may be closed to us: a file that vanishes again shows it.
        Set::of_file(page, PAGE).map_err(|error| error.context("--report"))?;
    }
    Ok(())
}

/// Refuses the name that other programs take for the terminal.
fn refuse_dash(page: &Path) -> Result<()> {
    if page != Path::new("-") {
        return Ok(());
    }
    Err(Error::new("a page goes to a file and not to the terminal: name one, such as report.html, instead of `-`"))
}

/// Writes the page of some parts, unless it would replace a file that they rest on, and tells how they end.
pub(super) fn write(output: &Path, parts: &[Part]) -> Result<Outcome> {
    for document in parts.iter().flat_map(Part::documents) {
        for read in document.files() {
            paths::refuse_same_file(output, read, "what the report is about")?;
        }
    }
    for read in parts.iter().flat_map(Part::inputs) {
        paths::refuse_same_file(output, read, "what the report is about")?;
    }
    let set = Set::of_file(output, PAGE)?;
    page(parts).write(&set.place(output))?;
    set.commit()?;
    Ok(outcome(parts))
}

/// One page, with all verdicts first. Of several parts each has its own sections, under its name.
fn page(parts: &[Part]) -> Page {
    let rejections: Vec<String> = parts.iter().flat_map(Part::rejections).collect();
    let alert = (!rejections.is_empty()).then(|| rejections.join(" "));
    let mut lead = Vec::new();
    let mut sections = Vec::new();
    for part in parts {
        let prefix = if parts.len() > 1 { format!("{}: ", part.name) } else { String::new() };
        lead.extend(part.verdicts.iter().map(|verdict| format!("{prefix}{verdict}")));
        let own = part.sections().into_iter().filter(|section| !section.blocks.is_empty());
        sections.extend(own.map(|section| Section { heading: format!("{prefix}{}", section.heading), ..section }));
    }
    let version = env!("CARGO_PKG_VERSION");
    let doubt = if parts.iter().any(|part| part.documents().any(|document| document.kept)) {
        "what the checker accepted, and proves nothing itself: to check it, run the commands above on the files"
    } else {
        "what the program measured, and proves nothing itself: to check it, measure again"
    };
    let last = format!("{MARK} {version}. It repeats {doubt}.");
    sections.push(Section { heading: String::new(), blocks: vec![Block::Paragraph(last)] });
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    Page { title: format!("Report on {}", names.join(", ")), alert, lead, sections }
}

fn outcome(parts: &[Part]) -> Outcome {
    let mut documents = parts.iter().flat_map(Part::documents);
    if documents.clone().any(|document| document.accepted().is_none()) || parts.iter().any(|part| part.wrong > 0) {
        Outcome::Violated
    } else if documents.any(|document| document.accepted().is_some_and(|accepted| !accepted.violated().is_empty())) {
        Outcome::AcceptedButViolated
    } else {
        Outcome::Holds
    }
}

fn as_json(output: &Path, parts: &[Part]) -> Value {
    let documents: Vec<Value> = parts.iter().flat_map(Part::documents).map(Document::as_json).collect();
    json!({ "written": output, "documents": documents })
}
