//! Files that belong together and change together: after a crash at any moment the old ones are there, or the new ones, or
//! a state that the next command makes into the new ones.
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
//! flushes it and renames it. From here on the new set is what counts: the files are renamed into their places, data before
//! documents and the document that names the others last; what the new set no longer has is removed; the folder is flushed;
//! `.referee-set` is removed. So for a crash (of the process; of the machine, where the disk keeps what was flushed)
//!
//! - before `commit` has its name, nothing outside of `.referee-set` has changed: the old set is there. Whoever next begins a
//!   set in the folder removes the rest;
//! - after it, all of the new set is on the disk, partly in `new` and partly in its place. Each step left is in `commit`, and
//!   each can be repeated: a rename whose file is no longer in `new` has been done, and so has a removal of what is not
//!   there. [`recover`] does them all; whoever next begins a set in the folder calls it, and so do the commands that read
//!   sets. To a program that does not (`proofs-check`) the mixture is no silent one: each document names its data by their
//!   SHA-256.
//!
//! A set of one file that removes nothing needs no list: its rename is the one step.
//!
//! Whose `lock` is held is alive: its folder is left alone, and a second process for the same set is refused. The system
//! drops the lock of a process that ends, however it ends. A lock file that was opened just before its owner removed it is
//! no lock, so whoever has locked one looks whether it still has its name.

use super::check_target;
use super::form::{Form, Member, is_ours, refuse_strangers};
use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// All that is on its way begins so.
pub(super) const PREFIX: &str = ".referee-";
/// A single file on its way ends so.
pub(super) const SUFFIX: &str = ".tmp";
const STAGE: &str = ".referee-set";
const COMMIT: &str = "commit";
const LOCK: &str = "lock";
const NEW: &str = "new";

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
    /// Begins the set of a folder, which is made if it is not there. `wanted` is what it will have, and `others` what other
    /// calls of the command write there: what is left of them is removed with the change. The first of `wanted` names the
    /// others. What was left by processes that are dead is put in order first.
    ///
    /// Nothing in the folder is changed before [`commit`](Self::commit); without it nothing is left.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, another process writes such a set there, or a name in `wanted` is taken by
    /// what this program did not write.
    pub(crate) fn of_folder(folder: &Path, wanted: &[Member<'_>], others: &[Member<'_>]) -> Result<Self> {
        fs::create_dir_all(folder).map_err(|error| {
            let reason = if folder.is_file() { "there is a file of that name".to_owned() } else { error.to_string() };
            Error::new(format!("the folder {} cannot be made: {reason}; name another folder", folder.display()))
        })?;
        Self::begin(folder, STAGE.to_owned(), wanted, others)
    }

    /// The same for a file of this form that a call names. What goes [beside](Self::beside) it is no part of other sets.
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
                None if tries.next().is_some() => std::thread::sleep(Duration::from_millis(5)),
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

    /// Puts all files that were written into their places, as one change, and removes what an older set had besides; tells
    /// what was removed. A file keeps the mode of the one that it replaces.
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
        moves.sort_by_key(|name| (name == first, name.ends_with(".json"), name.clone()));
        let is_older = |(name, form): &&(String, Form), first| {
            !moves.contains(name) && is_ours(&self.folder, (name.as_str(), *form), first)
        };
        let older = self.members[1..].iter().filter(|member| is_older(member, (first.as_str(), *form)));
        let older: Vec<&str> = older.map(|(name, _)| name.as_str()).collect();
        for name in &moves {
            let (from, to) = (new.join(name), self.folder.join(name));
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
            }
            check_target(&to)?;
            let write = |error| Error::io("write", &to, error);
            let file = File::open(&from).map_err(write)?;
            if let Ok(data) = to.metadata() {
                file.set_permissions(data.permissions()).map_err(write)?;
            }
            fault::point().and_then(|()| file.sync_all()).map_err(write)?;
            sync_folder(from.parent().unwrap_or(&new));
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

/// Flushes the names in a folder to the disk, where the system can.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

/// Does what is left of a change that was decided, in the order of its list; what is done already is passed over.
fn finish(stage: &Path) -> Result<()> {
    let commit = stage.join(COMMIT);
    let text = fs::read(&commit).map_err(|error| Error::io("read", &commit, error))?;
    let broken = || Error::new("this list of files is broken: remove its folder").in_file(&commit);
    let list: Value = serde_json::from_slice(&text).map_err(|_| broken())?;
    let folder = stage.parent().ok_or_else(broken)?;
    let names = |field: &str| -> Result<Vec<PathBuf>> {
        let names = list[field].as_array().ok_or_else(broken)?.iter().map(|name| name.as_str().map(PathBuf::from));
        names.map(|name| name.filter(|name| is_below(folder, name)).ok_or_else(broken)).collect()
    };
    let passed = |done: io::Result<()>| match done {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    };
    let failed = |path: &Path, error: io::Error| {
        let error = Error::new(format!("cannot write this file: {error}")).in_file(path);
        error.context("the new files are whole and wait beside it for the next call")
    };
    for name in names("move")? {
        let to = folder.join(&name);
        let moved = fault::point().and_then(|()| passed(fs::rename(stage.join(NEW).join(&name), &to)));
        moved.map_err(|error| failed(&to, error))?;
    }
    for name in names("remove")? {
        let path = folder.join(&name);
        fault::point().and_then(|()| passed(fs::remove_file(&path))).map_err(|error| failed(&path, error))?;
    }
    sync_folder(folder);
    fault::point().and_then(|()| fs::remove_file(&commit)).map_err(|error| Error::io("remove", &commit, error))
}

/// Whether a name stays in its folder: it may come from a folder that somebody else has filled.
fn is_below(folder: &Path, name: &Path) -> bool {
    let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    let mut above = name.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty());
    plain && name.file_name().is_some() && above.all(|part| !folder.join(part).is_symlink())
}

/// Removes a folder of files on their way, its lock last.
fn discard(stage: &Path) -> io::Result<()> {
    for name in ["draft", COMMIT, LOCK] {
        if name == LOCK && stage.join(NEW).exists() {
            fs::remove_dir_all(stage.join(NEW))?;
        }
        match fs::remove_file(stage.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    // Whoever came in between has it now.
    let _ = fs::remove_dir(stage);
    Ok(())
}

/// Locks a folder of files on their way, which is made if it is not there; `None` if a live process has it, unless `wait`.
fn claim(stage: &Path, wait: bool) -> io::Result<Option<File>> {
    loop {
        match fs::create_dir(stage) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let path = stage.join(LOCK);
        let lock = match File::options().read(true).write(true).create(true).truncate(false).open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue, // its owner has just removed the folder
            lock => lock?,
        };
        match if wait { lock.lock().map_err(TryLockError::Error) } else { lock.try_lock() } {
            Ok(()) if has_name(&lock, &path) => return Ok(Some(lock)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Whether an open file is still the one of this name.
pub(super) fn has_name(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let known = |data: fs::Metadata| (data.dev(), data.ino());
        file.metadata().ok().map(known) == path.metadata().ok().map(known)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Whether a path is a folder of files on their way, which is nobody's result yet.
#[cfg(feature = "cli")]
pub(crate) fn is_on_the_way(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(STAGE))
}

/// What is on its way to a folder, dead or alive.
fn on_the_way(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = |error| Error::io("list", folder, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(listed)? {
        let entry = entry.map_err(listed)?;
        let (kind, name) = (entry.file_type().map_err(listed)?, entry.file_name());
        let name = name.to_str().unwrap_or_default();
        let is_file = kind.is_file() && name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if is_file || (kind.is_dir() && name.starts_with(STAGE)) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Finishes the changes of dead processes in a folder that were decided, and removes what else they left.
fn sweep(folder: &Path) -> Result<()> {
    for path in on_the_way(folder)? {
        let failed = |error| Error::io("remove", &path, error);
        if path.is_dir() {
            if let Some(_lock) = claim(&path, false).map_err(failed)? {
                if path.join(COMMIT).exists() {
                    finish(&path)?;
                }
                discard(&path).map_err(failed)?;
            }
        } else if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
            && has_name(&file, &path)
        {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

/// For those who read sets: finishes changes in a folder that were decided and interrupted, and waits for one that is being
/// made. Nothing else is touched, so a folder without one may be closed to us.
///
/// # Errors
/// If there is such a change, and it cannot be finished.
#[cfg(feature = "cli")]
pub(crate) fn recover(folder: &Path) -> Result<()> {
    // A folder that cannot be listed may have files that can be read.
    for stage in on_the_way(folder).unwrap_or_default().into_iter().filter(|path| path.join(COMMIT).exists()) {
        let failed = |error| Error::io("finish what an interrupted call left in", &stage, error);
        if let Some(_lock) = claim(&stage, true).map_err(failed)? {
            if stage.join(COMMIT).exists() {
                finish(&stage)?;
            }
            discard(&stage).map_err(failed)?;
        }
    }
    Ok(())
}

/// Steps at which a test stops the process, as it were. In the program there is nothing of it.
#[cfg(not(test))]
mod fault {
    #[inline(always)]
    #[expect(clippy::unnecessary_wraps, reason = "a test stops here with an error")]
    pub(super) fn point() -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod fault {
    use std::cell::Cell;

    thread_local! {
        /// How many steps are left; none is taken when it is 0.
        pub(super) static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    pub(super) fn point() -> std::io::Result<()> {
        let left = LEFT.get();
        if left == 0 {
            return Err(std::io::Error::other("stopped by the test"));
        }
        LEFT.set(left - 1);
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/inside/file_sets.rs"]
mod tests;
