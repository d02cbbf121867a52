//! Finished cells on disk, so that an interrupted league goes on where it stopped.
//!
//! The first line says what the league is about and which program plays it, every other line is a finished cell; each
//! line is flushed to the disk before the next cell is taken up. A journal of another league or of another program is
//! refused and left as it is.
//!
//! Nothing in it is believed that cannot be the program's own. Every line ends with a [`seal`], and one that does not fit
//! it is passed over: what a crash tore, what a disk changed, what somebody edited, moved or took from another journal.
//! Its cell is run again. The file only ever grows, so that a crash cannot lose what is whole; a damaged line stays, and
//! is passed over again.

use super::cell::Cell;
use super::measured::Entry;
use super::seal::{executable, opened, sealed};
use super::selection::Selection;
use crate::error::{Error, Result};
use crate::registry::Registry;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const FORMAT: &str = "referee-league/2";

/// A journal that is open for writing; no second program can open it meanwhile.
pub struct Journal {
    path: PathBuf,
    file: Mutex<End>,
    /// The seal of the first line, which keys those of all others.
    key: String,
    damaged: Vec<usize>,
}

/// The end of the file, where lines are added.
struct End {
    file: File,
    offset: usize,
}

impl Journal {
    /// Its name in the folder of results.
    pub const NAME: &'static str = "journal.jsonl";

    /// Opens the journal of a folder, or starts one. Returns the finished cells among `cells`, in their order.
    ///
    /// # Errors
    /// If the file cannot be read or written, another program has it open, it is not a journal, or it is that of a
    /// league with other settings or of another program.
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
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| Error::io("read", &path, error))?;
        let (head, key) = heading(selection)?;
        let read = Read::new(&text, &head, cells).map_err(|error| error.in_file(&path))?;
        // What follows the last line end is torn.
        let cut = file.set_len(read.whole as u64).and_then(|()| file.seek(SeekFrom::End(0)).map(drop));
        cut.map_err(|error| Error::io("write", &path, error))?;
        let file = Mutex::new(End { file, offset: read.whole });
        let journal = Self { path, file, key, damaged: read.damaged };
        if read.whole == 0 {
            journal.append(|_| head)?;
        }
        Ok((journal, read.entries))
    }

    /// The numbers of the lines that were passed over when it was opened, from 1 on.
    pub fn damaged(&self) -> &[usize] {
        &self.damaged
    }

    /// What the league of a folder is about, and its finished cells, in their order. The folder is left as it is.
    ///
    /// # Errors
    /// If there is no journal, it cannot be read, a line of it is damaged and its cell was not run again, or it is not
    /// one of this program's players.
    pub fn read(folder: &Path, registry: &Registry) -> Result<(Selection, Vec<Entry>)> {
        let path = folder.join(Self::NAME);
        let text = std::fs::read(&path).map_err(|error| Error::io("read", &path, error))?;
        let read = || {
            let head = first_line(&text).ok_or_else(not_ours)?;
            let (body, _) = opened(head, "", 0).ok_or_else(|| lost(head))?;
            let heading: Value = serde_json::from_str(&body).map_err(|_| not_ours())?;
            if heading["format"] != FORMAT {
                return Err(not_ours());
            }
            let selection = Selection::from_json(&heading["settings"], registry)?;
            let read = Read::of_lines(&text, head, &selection.cells())?;
            if let (Some(line), true) = (read.damaged.first(), read.entries.contains(&None)) {
                let message = "this line is damaged: let `rates` run on this folder, which does its run again";
                return Err(Error::new(message).at_line(*line));
            }
            Ok((selection, read.entries.into_iter().flatten().collect()))
        };
        read().map_err(|error| error.in_file(&path))
    }

    /// Keeps a finished cell.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, entry: &Entry) -> Result<()> {
        let line = entry.to_json();
        self.append(|offset| sealed(&line, &self.key, offset).0)
    }

    /// Adds the line that belongs at the end of the file.
    fn append(&self, line: impl FnOnce(usize) -> String) -> Result<()> {
        let mut end = self.file.lock().expect("nobody panics with the journal in hand");
        let line = line(end.offset) + "\n";
        // One call of the system for the whole line.
        let written = end.file.write_all(line.as_bytes()).and_then(|()| end.file.sync_data());
        written.map_err(|error| Error::io("write", &self.path, error))?;
        end.offset += line.len();
        Ok(())
    }
}

/// The first line of the journal that this program writes, and its seal.
fn heading(selection: &Selection) -> Result<(String, String)> {
    let program = json!({ "version": env!("CARGO_PKG_VERSION"), "sha256": executable()? });
    let settings = selection.to_json();
    Ok(sealed(&json!({ "format": FORMAT, "program": program, "settings": settings }), "", 0))
}

/// The first line, if it is whole.
fn first_line(text: &[u8]) -> Option<&[u8]> {
    text.iter().position(|&byte| byte == b'\n').map(|end| &text[..end])
}

/// What a file holds.
struct Read {
    entries: Vec<Option<Entry>>,
    damaged: Vec<usize>,
    /// The bytes of its whole lines.
    whole: usize,
}

impl Read {
    fn new(text: &[u8], head: &str, cells: &[Cell]) -> Result<Self> {
        let Some(first) = first_line(text) else {
            let nothing = Self { entries: vec![None; cells.len()], damaged: Vec::new(), whole: 0 };
            // A crash may have torn the very first line, but it would begin as one.
            return if head.as_bytes().starts_with(text) { Ok(nothing) } else { Err(not_ours()) };
        };
        if first != head.as_bytes() {
            return Err(differs(first, head));
        }
        Self::of_lines(text, first, cells)
    }

    /// The finished cells that whole lines after the first tell of, each at its place.
    fn of_lines(text: &[u8], head: &[u8], cells: &[Cell]) -> Result<Self> {
        let (_, key) = opened(head, "", 0).ok_or_else(|| lost(head))?;
        let places: HashMap<String, usize> = cells.iter().map(Cell::to_string).zip(0..).collect();
        let mut read = Self { entries: vec![None; cells.len()], damaged: Vec::new(), whole: head.len() + 1 };
        for (number, line) in (2..).zip(text[read.whole..].split_inclusive(|&byte| byte == b'\n')) {
            let Some(line) = line.strip_suffix(b"\n") else { break };
            let offset = read.whole;
            read.whole += line.len() + 1;
            let Some((body, _)) = opened(line, &key, offset) else {
                read.damaged.push(number);
                continue;
            };
            let broken = |error: Error| error.context("this line is broken, so move the folder away").at_line(number);
            let value: Value = serde_json::from_str(&body).map_err(|_| broken(Error::new("it is not JSON")))?;
            let cell = value.get("cell").and_then(Value::as_str).and_then(|cell| places.get(cell));
            let place = *cell.ok_or_else(|| broken(Error::new("it is not about a run of this league")))?;
            read.entries[place] = Some(Entry::from_json(&value, &cells[place]).map_err(broken)?);
        }
        Ok(read)
    }
}

fn not_ours() -> Error {
    Error::new("this file is not the journal of a league: name another folder")
}

/// What is wrong with a first line that is not sealed.
fn lost(line: &[u8]) -> Error {
    if String::from_utf8_lossy(line).contains("referee-league/") {
        let message =
            "this line is damaged, or of an older version, and without it nothing else is known: name another folder";
        return Error::new(message).at_line(1);
    }
    not_ours()
}

/// Says in what a first line differs from ours.
fn differs(found: &[u8], wanted: &str) -> Error {
    let parsed = |line: &[u8]| serde_json::from_str::<Value>(&opened(line, "", 0)?.0).ok();
    let (Some(found), Some(wanted)) = (parsed(found), parsed(wanted.as_bytes())) else { return lost(found) };
    if found.get("format") != wanted.get("format") {
        return not_ours();
    }
    let [settings, ours] = [&found, &wanted].map(|heading| heading.get("settings"));
    if settings == ours {
        return Error::new(
            "this folder holds a league of another build of the program, whose players may play otherwise: name another \
             folder",
        );
    }
    let fields = ours.and_then(Value::as_object).into_iter().flatten();
    let differing = fields.filter(|(name, value)| settings.and_then(|found| found.get(name.as_str())) != Some(value));
    let names: Vec<String> = differing.map(|(name, _)| name.replace('_', " ")).collect();
    Error::new(format!(
        "this folder holds a league with other settings ({}): name another folder, or the settings that it has",
        names.join(", ")
    ))
}
