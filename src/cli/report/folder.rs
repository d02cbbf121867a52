//! What a path names: a document, or a folder of `solve`, `fit`, `rates` or `verify`.

use super::{Document, Known, Part};
use crate::cells::PLAN;
use crate::cli::check::is_document;
use crate::cli::{rates, verify};
use crate::error::{Error, Result};
use crate::files::{folder_of, recover};
use crate::registry::Registry;
use std::path::{Path, PathBuf};

/// The documents that commands write, in the order in which a page tells of them; others follow by name.
const ORDER: [&str; 8] = [
    "fit.json",
    "test-fit.json",
    "models.json",
    "certificate.json",
    "solution.json",
    "refined.json",
    "bound.json",
    "equilibrium.json",
];

/// The part of a page that is about a path.
pub(super) fn part(path: &Path, registry: &Registry) -> Result<Part> {
    recover(if path.is_dir() { path } else { folder_of(path) })?;
    if !path.is_dir() {
        let shown = shown(path);
        return Part::of(shown.clone(), vec![Document::check(path, shown, &[])?], Known::default());
    }
    if path.join(PLAN).is_file() {
        return rates::page::of_folder(path, shown(path), registry);
    }
    if path.join(verify::INSTANCES).is_file() {
        return verify::page::of_folder(path, shown(path));
    }
    let documents = documents(path, &shown(path))?;
    if documents.is_empty() {
        let message =
            "no document of referee is in this folder: name one of `solve`, `fit`, `rates` or `verify`, or a file";
        return Err(Error::new(message).in_file(path));
    }
    Part::of(shown(path), documents, Known::default())
}

/// The documents of a folder that is called `name`, checked.
pub(in crate::cli) fn documents(folder: &Path, name: &str) -> Result<Vec<Document>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| Error::io("list", folder, error))? {
        let path = entry.map_err(|error| Error::io("list", folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") && is_document(&path)? {
            files.push(path);
        }
    }
    sort(&mut files);
    documents_of(&files, name)
}

/// Files in the order in which a page tells of them.
pub(in crate::cli) fn sort(files: &mut [PathBuf]) {
    let place = |path: &PathBuf| ORDER.iter().position(|name| path.ends_with(name)).unwrap_or(ORDER.len());
    files.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.cmp(b)));
}

/// The documents among the files of a folder that is called `name`, checked.
pub(in crate::cli) fn documents_of(files: &[PathBuf], name: &str) -> Result<Vec<Document>> {
    let check = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().display();
        Document::check(path, Path::new(name).join(file.to_string()).display().to_string(), &[])
    };
    files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")).map(check).collect()
}

/// A path as it was given; of one from the root only the last name, because the rest says where somebody works.
pub(in crate::cli) fn shown(path: &Path) -> String {
    let name = if path.is_absolute() { path.file_name().map(Path::new) } else { Some(path) };
    name.unwrap_or(path).display().to_string()
}
