//! The folder of finished cells.

use super::seal::{executable, opened, sealed};
use crate::error::{Error, Result};
use crate::files::{self, Whole, put_in_order, sha256};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FORMAT: &str = "referee-cell/1";
const FAILED: &str = "referee-failed-cell/1";

/// Which program ran a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The SHA-256 of its file.
    pub sha256: String,
}

impl Program {
    /// The program that runs.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn own() -> Result<Self> {
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), sha256: executable()?.to_owned() })
    }

    pub(super) fn to_json(&self) -> Value {
        json!({ "version": self.version, "sha256": self.sha256 })
    }

    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let text = |field: &str| value[field].as_str().map(str::to_owned);
        Some(Self { version: text("version")?, sha256: text("sha256")? })
    }
}

/// What a cell showed. What was timed is apart from what depends on the settings alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// What depends on the settings alone.
    pub result: Value,
    /// What was timed.
    pub times: Value,
}

/// What is there of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// All of it.
    Whole(Finished),
    /// This file, which is torn or changed.
    Damaged(PathBuf),
    /// Nothing.
    Missing,
}

/// The cells of a folder that a program ran.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    program: Program,
}

/// The files of a folder and their sizes, by name.
fn sizes(folder: &Path) -> std::io::Result<Map<String, Value>> {
    let mut sizes = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        sizes.insert(entry.file_name().to_string_lossy().into_owned(), json!(entry.metadata()?.len()));
    }
    Ok(sizes.into_iter().collect())
}

impl Store {
    /// The cells of this program.
    ///
    /// # Errors
    /// If the program's own file cannot be read.
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::of(folder, Program::own()?))
    }

    /// The cells of a program, for whoever reads them.
    pub fn of(folder: &Path, program: Program) -> Self {
        Self { folder: folder.to_owned(), program }
    }

    /// Whose cells they are.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name of a cell of these settings: a digest in 32 hexadecimal digits.
    pub fn name(&self, settings: &Value) -> String {
        let named = json!({ "cell": settings, "program": self.program.sha256 });
        sha256(named.to_string().as_bytes())[..32].to_owned()
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.join("cells").join(&name[..2]).join(&name[2..])
    }

    /// Whether there is a cell of these settings; it may be damaged.
    pub fn has(&self, settings: &Value) -> bool {
        self.place(&self.name(settings)).is_dir()
    }

    /// What is there of a cell.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn read(&self, settings: &Value) -> Result<Found> {
        let path = self.place(&self.name(settings)).join("cell.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let begun = path.parent().is_some_and(Path::exists);
                return Ok(if begun { Found::Damaged(path) } else { Found::Missing });
            }
            Err(error) => return Err(Error::io("read", &path, error)),
        };
        let own = |cell: &Value| {
            cell["format"] == FORMAT && cell["cell"] == *settings && cell["program"]["sha256"] == self.program.sha256
        };
        // Of files beside it the sizes tell enough: each has a digest in a document, which its checker compares.
        let has_files = |cell: &Value| {
            let mut files = cell["files"].as_object().into_iter().flatten();
            files.all(|(name, size)| path.with_file_name(name).metadata().is_ok_and(|data| *size == data.len()))
        };
        Ok(match opened(&text).filter(own).filter(has_files) {
            Some(mut cell) => Found::Whole(Finished { result: cell["result"].take(), times: cell["times"].take() }),
            None => Found::Damaged(path),
        })
    }

    /// Takes a cell in hand, whose files go to the folder that comes back; `None` if a live process has it, unless `wait`.
    pub(super) fn begin(&self, settings: &Value, wait: bool) -> Result<Option<Whole>> {
        Whole::begin(&self.place(&self.name(settings)), wait)
    }

    /// Keeps a finished cell.
    pub(super) fn keep(&self, whole: Whole, settings: &Value, finished: &Finished) -> Result<()> {
        let Finished { result, times } = finished;
        let mut cell = json!({ "format": FORMAT, "cell": settings, "program": self.program.to_json(), "result": result,
            "times": times });
        let files = sizes(&whole.folder()).map_err(|error| Error::io("list", &whole.folder(), error))?;
        if !files.is_empty() {
            cell["files"] = files.into();
        }
        let path = whole.folder().join("cell.json");
        fs::write(&path, sealed(&cell)).map_err(|error| Error::io("write", &path, error))?;
        whole.finish()?;
        let failed = self.failure(&self.name(settings));
        match fs::remove_file(&failed) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", &failed, error)),
            _ => Ok(()),
        }
    }

    fn failure(&self, name: &str) -> PathBuf {
        self.folder.join("failed").join(format!("{name}.json"))
    }

    /// Notes that a cell failed.
    pub(super) fn fail(&self, settings: &Value, why: &Error) -> Result<()> {
        let path = self.failure(&self.name(settings));
        let folder = files::folder_of(&path);
        fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
        let failure = json!({ "format": FAILED, "cell": settings, "program": self.program.to_json(),
            "why": why.to_string() });
        files::write(&path, sealed(&failure).as_bytes())
    }

    /// Why a cell failed, if it did when it was last run.
    pub fn why_failed(&self, settings: &Value) -> Option<String> {
        let text = fs::read(self.failure(&self.name(settings))).ok()?;
        Some(opened(&text)?["why"].as_str()?.to_owned())
    }

    /// How many cells are in the folder, of any settings and program.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn count(&self) -> Result<usize> {
        let mut count = 0;
        for shard in self.shards()? {
            let listed = fs::read_dir(&shard).map_err(|error| Error::io("list", &shard, error))?;
            let is_cell = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
            count += listed.filter_map(std::io::Result::ok).filter(is_cell).count();
        }
        Ok(count)
    }

    /// Removes what dead processes left of cells that they did not finish.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn tidy(&self) -> Result<()> {
        self.shards()?.iter().try_for_each(|shard| put_in_order(shard))
    }

    fn shards(&self) -> Result<Vec<PathBuf>> {
        let cells = self.folder.join("cells");
        match fs::read_dir(&cells) {
            Ok(listed) => {
                let listed: std::io::Result<Vec<_>> = listed.collect();
                let listed = listed.map_err(|error| Error::io("list", &cells, error))?;
                Ok(listed.iter().map(fs::DirEntry::path).filter(|path| path.is_dir()).collect())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(Error::io("list", &cells, error)),
        }
    }
}
