//! A document that the checker has read, and the files that it names.

use crate::error::{Error, Result};
use crate::files::{Digesting, sha256};
use crate::shrink::Candidates;
use crate::trace::{Rounds as _, Trace, TraceFile};
use proofs_check::{Accepted, Refusal};
use serde_json::{Value, json};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A document and the checker's answer.
pub(in crate::cli) struct Document {
    /// What it is called on the page.
    pub(super) shown: String,
    /// Its bytes, understood.
    pub(super) value: Value,
    /// Of its bytes.
    pub(super) sha256: String,
    /// Whether it is kept for others to check.
    pub(super) kept: bool,
    path: PathBuf,
    answer: std::result::Result<Accepted, Refusal>,
    named: Vec<Named>,
}

/// A file that a document names.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) sha256: String,
}

impl Document {
    /// Checks a document, which is called `shown`, against the files that it names: those of `elsewhere`, by name, or else
    /// those beside it.
    pub(in crate::cli) fn check(path: &Path, shown: String, elsewhere: &[(&str, &Path)]) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|error| Error::io("read", path, error))?;
        if path.extension().is_some_and(|extension| extension == "csv") {
            let message = "this is a table: name the certificate or the solution about it, or the folder of both";
            return Err(Error::new(message).in_file(path));
        }
        let place = |name: &str| {
            let found = elsewhere.iter().find(|(known, _)| *known == name);
            found.map_or_else(|| path.with_file_name(name), |(_, path)| path.to_path_buf())
        };
        let mut names: Vec<String> = Vec::new();
        let answer = proofs_check::check_bytes(&bytes, &path.display().to_string(), |name| {
            names.push(name.to_owned());
            File::open(place(name))
        });
        match &answer {
            Err(refusal @ Refusal::Malformed { .. }) => return Err(Error::new(refusal.to_string())),
            Err(refusal @ Refusal::Unread { .. }) => {
                return Err(Error::new(format!("{refusal}: put it beside the document")));
            }
            Ok(_) | Err(Refusal::Rejected { .. }) => {}
        }
        let value: Value = serde_json::from_slice(&bytes)
            .map_err(|error| Error::new(format!("this is not JSON: {error}")).at_line(error.line()).in_file(path))?;
        let named = names.into_iter().map(|name| {
            let path = place(&name);
            // What was accepted has the digests that it says; of the rest nothing is taken on trust.
            let sha256 = match answer.is_ok().then(|| said(&value, &name)).flatten() {
                Some(said) => said.to_owned(),
                None => digest(&path)?,
            };
            Ok(Named { name, path, sha256 })
        });
        let (named, sha256) = (named.collect::<Result<Vec<_>>>()?, sha256(&bytes));
        Ok(Self { shown, value, sha256, kept: true, path: path.to_owned(), answer, named })
    }

    /// The same, which nobody keeps.
    pub(in crate::cli) fn not_kept(self) -> Self {
        Self { kept: false, ..self }
    }

    /// What the checker accepted.
    pub(super) fn accepted(&self) -> Option<&Accepted> {
        self.answer.as_ref().ok()
    }

    pub(super) fn refusal(&self) -> Option<&Refusal> {
        self.answer.as_ref().err()
    }

    pub(super) fn format(&self) -> &str {
        self.value["format"].as_str().unwrap_or_default()
    }

    pub(super) fn named(&self) -> &[Named] {
        &self.named
    }

    /// All files that it rests on.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        [self.path.as_path()].into_iter().chain(self.named.iter().map(|named| named.path.as_path()))
    }

    /// What the checker says last.
    pub(super) fn last_line(&self) -> String {
        match &self.answer {
            Ok(accepted) => accepted.last_line(&self.shown),
            Err(refusal) => format!("{}: {}", self.shown, told(refusal)),
        }
    }

    pub(super) fn as_json(&self) -> Value {
        let mut row = json!({ "file": self.path, "sha256": self.sha256, "accepted": self.answer.is_ok() });
        match &self.answer {
            Ok(accepted) => row["violated"] = json!(accepted.violated()),
            Err(refusal) => row["reason"] = told(refusal).into(),
        }
        row
    }

    /// The trace that an accepted certificate names, as it was when it was checked.
    pub(super) fn trace(&self) -> Result<Option<Trace>> {
        let name = self.value["trace"]["file"].as_str();
        let Some(named) = self.named.iter().find(|named| Some(named.name.as_str()) == name) else { return Ok(None) };
        let mut file = TraceFile::open(&named.path)?;
        let layout = file.layout().clone();
        let columns = layout.num_values() + layout.num_multipliers() + layout.num_thetas();
        let rounds = self.value["trace"]["rounds"].as_u64().unwrap_or(0);
        if rounds.saturating_mul(columns as u64) > MOST_NUMBERS {
            return Ok(None);
        }
        let mut whole = Trace::new(layout.clone());
        let mut round = crate::trace::Round::new(&layout);
        file.pass(&mut |block| {
            (0..block.rounds()).try_for_each(|t| {
                block.copy_round(t, &mut round);
                whole.push(&round)
            })
        })?;
        named.unchanged(file.digest())?;
        Ok(Some(whole))
    }

    /// The candidates that an accepted document names, as they were when it was checked.
    pub(super) fn candidates(&self) -> Result<Option<Candidates>> {
        let Some(named) = self.named.first() else { return Ok(None) };
        let numbers = |name: &str| self.value["candidates"][name].as_u64().unwrap_or(0);
        if numbers("count").saturating_mul(numbers("constraints").saturating_add(1)) > MOST_NUMBERS {
            return Ok(None);
        }
        let candidates = Candidates::read(&named.path, 1)?;
        named.unchanged(candidates.source().map(|source| source.sha256.as_str()))?;
        Ok(Some(candidates))
    }
}

/// A refusal, without the advice to name a file by a flag: a report has its files beside its documents.
pub(super) fn told(refusal: &Refusal) -> String {
    let words = refusal.to_string();
    words.split("; name the right file with").next().unwrap_or(&words).to_owned()
}

/// More numbers are not held in memory for the sake of a picture.
const MOST_NUMBERS: u64 = 1 << 28;

impl Named {
    fn unchanged(&self, digest: Option<&str>) -> Result<()> {
        if digest == Some(self.sha256.as_str()) {
            return Ok(());
        }
        Err(Error::new("this file changed after it was checked: report when nobody writes to it").in_file(&self.path))
    }
}

/// The digest that a document says a file has.
fn said<'a>(document: &'a Value, name: &str) -> Option<&'a str> {
    let data = if document["data"].is_null() { &document["problem"]["data"] } else { &document["data"] };
    let references = [&document["trace"], &document["candidates"], data];
    references.into_iter().find(|reference| reference["file"] == name)?["sha256"].as_str()
}

fn digest(path: &Path) -> Result<String> {
    let file = File::open(path).map_err(|error| Error::io("open", path, error))?;
    let mut reader = Digesting::new(file);
    std::io::copy(&mut reader, &mut std::io::sink()).map_err(|error| Error::io("read", path, error))?;
    Ok(reader.hex())
}
