//! Finished cells on disk, so that an interrupted league goes on where it stopped.
//!
//! The first line says what the league is about, every other line is a finished cell; each line is flushed to the disk
//! before the next cell is taken up. A line that a crash tore is dropped, and its cell is run again. A journal of
//! another league is refused and left as it is.

use super::cell::Cell;
use super::measured::Entry;
use super::selection::Selection;
use crate::error::{Error, Result};
use crate::registry::Registry;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const FORMAT: &str = "referee-league/1";

/// A journal that is open for writing; no second program can open it meanwhile.
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Its name in the folder of results.
    pub const NAME: &'static str = "journal.jsonl";

    /// Opens the journal of a folder, or starts one. Returns the finished cells among `cells`, in their order.
    ///
    /// # Errors
    /// If the file cannot be read or written, another program has it open, it is not a journal, or it is that of a
    /// league with other settings.
    pub fn open(folder: &Path, selection: &Selection, cells: &[Cell]) -> Result<(Self, Vec<Option<Entry>>)> {
        let path = folder.join(Self::NAME);
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(|error| Error::io("open", &path, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = "another program is writing to this folder: wait for it, or name another folder";
                return Err(Error::new(message).in_file(path));
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("lock", &path, error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| Error::io("read", &path, error))?;
        let read = Read::new(&text, selection, cells).map_err(|error| error.in_file(&path))?;
        let journal = Self { path, file: Mutex::new(file) };
        journal.cut(read.whole as u64)?;
        if read.whole == 0 {
            journal.write(&heading(selection))?;
        }
        Ok((journal, read.entries))
    }

    /// What the league of a folder is about, and its finished cells, in their order. The folder is left as it is.
    ///
    /// # Errors
    /// If there is no journal, it cannot be read, or it is not one of this program's players.
    pub fn read(folder: &Path, registry: &Registry) -> Result<(Selection, Vec<Entry>)> {
        let path = folder.join(Self::NAME);
        let text = std::fs::read_to_string(&path).map_err(|error| Error::io("read", &path, error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let heading: Option<Value> = lines.next().and_then(|(_, first)| serde_json::from_str(first).ok());
        let heading = heading.filter(|heading| heading["format"] == FORMAT).ok_or_else(|| not_ours().in_file(&path))?;
        let selection = Selection::from_json(&heading["settings"], registry).map_err(|error| error.in_file(&path))?;
        let entries = entries(lines, &selection.cells()).map_err(|error| error.in_file(&path))?;
        Ok((selection, entries.into_iter().flatten().collect()))
    }

    /// Drops a torn line, and goes to the end.
    fn cut(&self, length: u64) -> Result<()> {
        let mut file = self.file.lock().expect("nobody panics with the journal in hand");
        file.set_len(length)
            .and_then(|()| file.seek(SeekFrom::End(0)).map(drop))
            .map_err(|error| Error::io("write", &self.path, error))
    }

    /// Keeps a finished cell.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, entry: &Entry) -> Result<()> {
        self.write(&entry.to_json())
    }

    fn write(&self, value: &Value) -> Result<()> {
        let mut file = self.file.lock().expect("nobody panics with the journal in hand");
        // One call of the system for the whole line.
        file.write_all(format!("{value}\n").as_bytes())
            .and_then(|()| file.sync_data())
            .map_err(|error| Error::io("write", &self.path, error))
    }
}

fn heading(selection: &Selection) -> Value {
    json!({ "format": FORMAT, "program": env!("CARGO_PKG_VERSION"), "settings": selection.to_json() })
}

/// What a file holds.
struct Read {
    entries: Vec<Option<Entry>>,
    /// The bytes of its whole lines.
    whole: usize,
}

impl Read {
    fn new(text: &str, selection: &Selection, cells: &[Cell]) -> Result<Self> {
        // What follows the last line end is torn.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut read = Self { entries: vec![None; cells.len()], whole };
        let mut lines = text[..whole].lines().enumerate();
        let Some((_, first)) = lines.next() else {
            // A crash may have torn the very first line, but it would begin as one.
            return if heading(selection).to_string().starts_with(text) { Ok(read) } else { Err(not_ours()) };
        };
        let found: Value = serde_json::from_str(first).map_err(|_| not_ours())?;
        if found.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(not_ours());
        }
        compare(&found, &heading(selection))?;
        read.entries = entries(lines, cells)?;
        Ok(read)
    }
}

/// The finished cells that lines tell of, each at its place.
fn entries<'a>(lines: impl Iterator<Item = (usize, &'a str)>, cells: &[Cell]) -> Result<Vec<Option<Entry>>> {
    let mut entries = vec![None; cells.len()];
    let places: HashMap<String, usize> = cells.iter().map(Cell::to_string).zip(0..).collect();
    for (number, line) in lines {
        let broken = |error: Error| error.context("this line is broken, so move the folder away").at_line(number + 1);
        let value: Value = serde_json::from_str(line).map_err(|_| broken(Error::new("it is not JSON")))?;
        let cell = value.get("cell").and_then(Value::as_str).and_then(|cell| places.get(cell));
        let place = *cell.ok_or_else(|| broken(Error::new("it is not about a run of this league")))?;
        entries[place] = Some(Entry::from_json(&value, &cells[place]).map_err(broken)?);
    }
    Ok(entries)
}

fn not_ours() -> Error {
    Error::new("this file is not the journal of a league: name another folder")
}

/// Says which setting differs.
fn compare(found: &Value, wanted: &Value) -> Result<()> {
    if found.get("program") != wanted.get("program") {
        return Err(Error::new("this folder holds a league of another version of the program: name another folder"));
    }
    let [found, wanted] = [found, wanted].map(|heading| heading.get("settings"));
    if found == wanted {
        return Ok(());
    }
    let fields = wanted.and_then(Value::as_object).into_iter().flatten();
    let differing = fields.filter(|(name, value)| found.and_then(|found| found.get(name.as_str())) != Some(value));
    let names: Vec<String> = differing.map(|(name, _)| name.replace('_', " ")).collect();
    Err(Error::new(format!(
        "this folder holds a league with other settings ({}): name another folder, or the settings that it has",
        names.join(", ")
    )))
}
