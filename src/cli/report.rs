//! `referee report`: one page for a browser about what was done, from documents that the checker has read first.

mod about;
mod certificate;
mod checked;
mod equilibrium;
mod fit;
mod folder;
mod grid;
mod part;
mod solution;
mod trust;

pub(super) use checked::Document;
#[cfg(feature = "data")]
pub(super) use folder::sort;
pub(super) use folder::{documents, documents_of, shown};
pub(super) use grid::grid;
pub(super) use part::{Known, Part};

use super::{Common, Outcome, paths};
use crate::error::{Error, Result};
use crate::files::check_target;
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
    every document before a word is written, and what it rejects is the first line of the page.\n\
    Exit status: 0 if all documents are accepted and nothing is violated; 3 if all are accepted and a claim is violated; 1 \
    if one is rejected (the page says so); 2 if the input or the call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// Documents (*.json), or folders of `solve`, `fit`, `rates` and `verify`
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The page; report.html if absent, unless a file of that name is there that is not a report
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// By this sentence a page is known to be one of ours.
const MARK: &str = "This page was written by referee";

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let output = arguments.output.clone().unwrap_or_else(|| "report.html".into());
    check_target(&output)?;
    if arguments.output.is_none() && output.exists() && !is_ours(&output) {
        let message = "this file is there and is not a report: name the file to write with --output";
        return Err(Error::new(message).in_file(output));
    }
    let mut parts = Vec::new();
    for path in &arguments.paths {
        parts.push(folder::part(path, registry)?);
    }
    let outcome = write(&output, &parts)?;
    arguments.common.print(&match (arguments.common.json, arguments.common.quiet) {
        (true, _) => format!("{:#}\n", as_json(&output, &parts)),
        (false, true) => {
            let rejected = parts.iter().flat_map(Part::documents).filter(|document| document.accepted().is_none());
            rejected.map(|document| document.last_line() + "\n").collect()
        }
        (false, false) => {
            let lines = parts.iter().flat_map(Part::documents).map(|document| document.last_line() + "\n");
            lines.chain([format!("wrote {}\n", output.display())]).collect()
        }
    })?;
    Ok(outcome)
}

/// Refuses, before the work of a command begins, a page that cannot be written or would replace what the call reads,
/// which `inputs` names, or a result of these names in its folder.
pub(super) fn check_page(page: Option<&Path>, inputs: &[(&Path, &str)], results: (&Path, &[&str])) -> Result<()> {
    let Some(page) = page else { return Ok(()) };
    let folder = check_target(page).map_err(|error| error.context("--report"))?;
    let beside = matches!((folder.canonicalize(), results.0.canonicalize()), (Ok(own), Ok(other)) if own == other);
    if beside && page.file_name().is_some_and(|name| results.1.iter().any(|result| name == *result)) {
        let message = "--report and --output name the same file: give the page another name";
        return Err(Error::new(message).in_file(page));
    }
    inputs.iter().try_for_each(|(input, what)| paths::refuse_same_file(page, input, what))
}

/// The folder of a file, and its name.
pub(super) fn place_of(file: Option<&Path>) -> (&Path, Option<&str>) {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    (folder.unwrap_or(Path::new(".")), file.and_then(Path::file_name).and_then(|name| name.to_str()))
}

/// What is said of a page that was written.
pub(super) fn wrote(page: Option<&Path>) -> String {
    page.map_or_else(String::new, |page| format!("wrote {}\n", page.display()))
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
    page(parts).write(output)?;
    Ok(outcome(parts))
}

fn is_ours(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains(MARK))
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
        "what the checker accepted and proves nothing itself: whoever doubts it runs the commands above on the files"
    } else {
        "what the program measured and proves nothing itself: whoever doubts it measures again"
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
