//! Files that belong together and change together: after a crash at any moment the old ones are there, or the new ones,
//! or a state that the next command makes into the new ones.
//!
//! A set is written in a folder of its own inside the folder that it is for:
//!
//! ```text
//! out/trace.csv  out/certificate.json  out/..     what is there
//! out/.referee-set/lock                           locked by the process that writes
//! out/.referee-set/new/trace.csv ..               what is to come
//! out/.referee-set/commit                         the list of what moves and what goes; only when `new` is whole
//! ```
//!
//! [`Set::commit`] flushes the files of `new` to the disk, then their folders, then writes `commit` under another name,
//! flushes it and renames it. From here on the new set is what counts: the files are renamed into their places, data
//! before documents and the document that names the others last; what the new set no longer has is removed; the folder
//! is flushed; `.referee-set` is removed. So for a crash (of the process; of the machine, where the disk keeps what was
//! flushed)
//!
//! - before `commit` has its name, nothing outside of `.referee-set` has changed: the old set is there. Whoever next
//!   begins a set in the folder removes the rest;
//! - after it, all of the new set is on the disk, partly in `new` and partly in its place. Each step left is in
//!   `commit`, and each can be repeated: a rename whose file is no longer in `new` has been done, and so has a removal
//!   of what is not there. [`recover`](super::recover) does them all; whoever next begins a set in the folder calls it,
//!   and so do the commands that read sets. To a program that does not (`proofs-check`) the mixture is no silent one:
//!   each document names its data by their SHA-256.
//!
//! A set of one file that removes nothing needs no list: its rename is the one step.
//!
//! Whose `lock` is held is alive: its folder is left alone, and a second process for the same set is refused. The
//! system drops the lock of a process that ends, however it ends. A lock file that was opened just before its owner
//! removed it is no lock, so whoever has locked one looks whether it still has its name.

use super::check_target;
use super::form::{Form, Member, is_ours, refuse_strangers};
use super::stage::{COMMIT, NEW, STAGE, claim, discard, fault, finish, sweep, sync_folder};
use crate::error::{Error, Result};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// Files on their way to a folder.
pub(crate) struct Set {
    folder: PathBuf,
    stage: PathBuf,
    /// All that such a set may have, the document that names the others first.
    members: Vec<(String, Form)>,
    /// Until the files have their places.
    lock: Mutex<Option<File>>,
}

impl Set {
    /// Begins the set of a folder, which is made if it is not there. `wanted` is what it will have, and `others` what
    /// other calls of the command write there: what is left of them is removed with the change. The first of `wanted`
    /// names the others. What was left by processes that are dead is put in order first.
    ///
    /// Nothing in the folder is changed before [`commit`](Self::commit); without it nothing is left.
    ///
    /// # Errors If the folder cannot be made or written to, another process writes such a set there, or a name in
    /// `wanted` is taken by what this program did not write.
    pub(crate) fn of_folder(folder: &Path, wanted: &[Member<'_>], others: &[Member<'_>]) -> Result<Self> {
        fs::create_dir_all(folder).map_err(|error| {
            let reason = if folder.is_file() { "there is a file of that name".to_owned() } else { error.to_string() };
            Error::new(format!("the folder {} cannot be made: {reason}; name another folder", folder.display()))
        })?;
        Self::begin(folder, STAGE.to_owned(), wanted, others)
    }

    /// The same for a file of this form that a call names. What goes [beside](Self::beside) it is no part of other
    /// sets.
    ///
    /// # Errors
    /// As [`of_folder`](Self::of_folder), and if its folder is not there.
    #[cfg(any(feature = "cli", test))]
    pub(crate) fn of_file(path: &Path, form: Form) -> Result<Self> {
        let (folder, name) = (check_target(path)?, name(path)?);
        // Sets of other files in the same folder are others' business.
        Self::begin(folder, format!("{STAGE}-{}", &super::sha256(name.as_bytes())[..16]), &[(name, form)], &[])
    }

    /// Where to write a file of this form that is to be in the folder too.
    ///
    /// # Errors
    /// If its name is taken by what this program did not write.
    #[cfg(feature = "cli")]
    pub(crate) fn beside(&self, path: &Path, form: Form) -> Result<PathBuf> {
        let (first, first_form) = &self.members[0];
        refuse_strangers(&self.folder, &[(name(path)?, form)], (first, *first_form))?;
        Ok(self.place(path))
    }

    fn begin(folder: &Path, stage: String, wanted: &[Member<'_>], others: &[Member<'_>]) -> Result<Self> {
        let stage = folder.join(stage);
        sweep(folder)?;
        refuse_strangers(folder, wanted, wanted[0])?;
        let failed = |error| Error::io("write to", folder, error);
        // Whoever looks for what the dead left may have it for a moment.
        let mut tries = 0..20;
        let claimed = loop {
            match claim(&stage, false).map_err(failed)? {
                None if tries.next().is_some() => thread::sleep(Duration::from_millis(5)),
                claimed => break claimed,
            }
        };
        let Some(lock) = claimed else {
            let message = "another program is writing here: wait for it, or name another place";
            return Err(Error::new(message).in_file(folder.join(wanted[0].0)));
        };
        let members = wanted.iter().chain(others).map(|(name, form)| ((*name).to_owned(), *form)).collect();
        let set = Self { folder: folder.to_owned(), stage, members, lock: Mutex::new(Some(lock)) };
        fs::create_dir(set.stage.join(NEW)).map_err(failed)?;
        Ok(set)
    }

    /// The folder that the set is for.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where to write a file that is to have this name in the folder.
    pub(crate) fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.stage.join(NEW).join(name)
    }

    /// Where to write the file of a path that is to be in the folder.
    #[cfg(any(feature = "cli", test))]
    pub(crate) fn place(&self, path: &Path) -> PathBuf {
        self.at(path.file_name().unwrap_or_default())
    }

    /// Whether the files wait for their places.
    pub(crate) fn is_open(&self) -> bool {
        self.lock.lock().expect("nobody panics with it").is_some()
    }

    /// Puts all files that were written into their places, as one change, and removes what an older set had besides;
    /// tells what was removed. A file keeps the mode of the one that it replaces.
    ///
    /// # Errors
    /// If that cannot be done. Then the old set is there; or, if a rename failed, the new one waits as a whole.
    pub(crate) fn commit(&self) -> Result<Vec<PathBuf>> {
        let _lock = self.lock.lock().expect("nobody panics with it").take();
        let done = self.change();
        self.tidy();
        done
    }

    fn change(&self) -> Result<Vec<PathBuf>> {
        let (mut moves, new) = (Vec::new(), self.stage.join(NEW));
        let failed = |error| Error::io("write", &self.stage, error);
        list(&new, "", &mut moves).map_err(failed)?;
        let (first, form) = &self.members[0];
        moves.sort_by_key(|name| (name == first, is_document(name), name.clone()));
        let is_older = |(name, form): &&(String, Form), first| {
            !moves.contains(name) && is_ours(&self.folder, (name.as_str(), *form), first)
        };
        let older = self.members[1..].iter().filter(|member| is_older(member, (first.as_str(), *form)));
        let older: Vec<&str> = older.map(|(name, _)| name.as_str()).collect();
        let (mut files, mut folders) = (Vec::new(), BTreeSet::new());
        for name in &moves {
            let (from, to) = (new.join(name), self.folder.join(name));
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
            }
            check_target(&to)?;
            let write = |error| Error::io("write", &to, error);
            let file = File::options().write(true).open(&from).map_err(write)?;
            if let Ok(data) = to.metadata() {
                file.set_permissions(data.permissions()).map_err(write)?;
            }
            fault::point().map_err(write)?;
            folders.insert(from.parent().unwrap_or(&new).to_owned());
            files.push((file, to));
        }
        files.chunks(8).try_for_each(sync_files)?;
        for folder in &folders {
            sync_folder(folder);
        }
        if let ([name], []) = (moves.as_slice(), older.as_slice()) {
            let to = self.folder.join(name);
            fault::point().and_then(|()| fs::rename(new.join(name), &to)).map_err(|e| Error::io("write", &to, e))?;
        } else {
            let list = json!({ "move": moves, "remove": older }).to_string();
            let (draft, commit) = (self.stage.join("draft"), self.stage.join(COMMIT));
            File::create(&draft)
                .and_then(|mut file| file.write_all(list.as_bytes()).and_then(|()| file.sync_all()))
                .and_then(|()| fault::point())
                .and_then(|()| fs::rename(&draft, &commit))
                .map_err(failed)?;
            sync_folder(&self.stage);
            finish(&self.stage)?;
        }
        sync_folder(&self.folder);
        Ok(older.into_iter().map(|name| self.folder.join(name)).collect())
    }

    /// Removes what is on its way, unless it is to be finished by another.
    fn tidy(&self) {
        // Only our own folder is touched, and what stays of it the next call removes.
        if !self.stage.join(COMMIT).exists() && fault::point().is_ok() {
            let _ = discard(&self.stage);
        }
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        if self.is_open() {
            self.tidy();
        }
    }
}

/// The name of a file in its folder.
#[cfg(any(feature = "cli", test))]
fn name(path: &Path) -> Result<&str> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.ok_or_else(|| Error::new("the name of this file is not text: name another file").in_file(path))
}

/// The files below a folder, by their names in it.
fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|_| io::Error::other("a name is not text"))?;
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

fn is_document(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "json")
}

/// Flushes files to the disk, at the same time: for the disk that is little more than one of them.
fn sync_files(files: &[(File, PathBuf)]) -> Result<()> {
    let flush = |(file, path): &(File, PathBuf)| file.sync_all().map_err(|error| Error::io("write", path, error));
    thread::scope(|scope| {
        let begin = |file| (file, thread::Builder::new().spawn_scoped(scope, move || flush(file)));
        let begun: Vec<_> = files.iter().map(begin).collect();
        let end = |(file, flushing): (_, io::Result<thread::ScopedJoinHandle<'_, _>>)| match flushing {
            Ok(flushing) => flushing.join().expect("nothing panics there"),
            Err(_) => flush(file), // there is no thread to be had
        };
        begun.into_iter().try_for_each(end)
    })
}

#[cfg(test)]
#[path = "../../tests/inside/file_sets.rs"]
mod tests;
