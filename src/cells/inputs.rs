//! Problem files: what a plan says of them, and that they are what they were.

use crate::error::{Error, Result};
use crate::files::sha256;
use crate::problem::names_file;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The problem files of a plan, by the names that somebody wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, (PathBuf, String)>);

/// The digest of a file.
fn digest(path: &Path) -> Result<String> {
    std::fs::read(path).map(|bytes| sha256(&bytes)).map_err(|error| Error::io("read", path, error))
}

impl Inputs {
    /// The files among some problems; their names are relative to a folder.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n String>, folder: &Path) -> Result<Self> {
        let mut inputs = Self::default();
        for name in names {
            let path = folder.join(name);
            if path.to_str().is_some_and(names_file) && !inputs.0.contains_key(name) {
                let digest = digest(&path)?;
                let path = std::path::absolute(&path).map_err(|error| Error::io("find", &path, error))?;
                inputs.0.insert(name.clone(), (path, digest));
            }
        }
        Ok(inputs)
    }

    /// What opens a problem: its file, which is what it was, or its own name if it is built in.
    ///
    /// # Errors
    /// If the file has changed, or is gone.
    pub fn opening(&self, name: &str) -> Result<String> {
        let Some((path, known)) = self.0.get(name) else { return Ok(name.to_owned()) };
        // Also one that is gone has changed.
        if digest(path).ok().as_ref() != Some(known) {
            return Err(Error::new(format!("{name} has changed since the sweep was planned: plan it again")));
        }
        Ok(path.display().to_string())
    }

    /// What a problem is called where a cell is named: a file by its bytes.
    pub fn naming(&self, name: &str) -> String {
        self.0.get(name).map_or_else(|| name.to_owned(), |(_, digest)| format!("sha256 {digest}"))
    }

    /// What a plan says of them.
    pub fn to_json(&self) -> Value {
        let one = |(name, (path, sha256)): (&String, &(PathBuf, String))| {
            (name.clone(), json!({ "path": path.display().to_string(), "sha256": sha256 }))
        };
        self.0.iter().map(one).collect::<Map<_, _>>().into()
    }

    /// The files that a plan tells of.
    ///
    /// # Errors
    /// If it does not.
    pub fn from_json(value: &Value) -> Result<Self> {
        let one = |(name, file): (&String, &Value)| {
            let text = |field: &str| file[field].as_str().map(str::to_owned);
            let (path, digest) = text("path").zip(text("sha256"))?;
            Some((name.clone(), (PathBuf::from(path), digest)))
        };
        let files = value.as_object().and_then(|files| files.iter().map(one).collect());
        files.map(Self).ok_or_else(|| Error::new("`problems` is not what a plan says of problem files"))
    }
}
