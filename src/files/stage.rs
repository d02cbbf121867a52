//! What is on its way to a folder: who holds it, what a dead process left, and how that is finished or removed.
//! [`Set`](super::Set) says what these files are.

use crate::error::{Error, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// All that is on its way begins so.
pub(super) const PREFIX: &str = ".referee-";
/// A single file on its way ends so.
pub(super) const SUFFIX: &str = ".tmp";
pub(super) const STAGE: &str = ".referee-set";
pub(super) const COMMIT: &str = "commit";
const LOCK: &str = "lock";
pub(super) const NEW: &str = "new";

/// Flushes the names in a folder to the disk, where the system can.
pub(super) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

/// Does what is left of a change that was decided, in the order of its list; what is done already is passed over.
pub(super) fn finish(stage: &Path) -> Result<()> {
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
    let mut changed = BTreeSet::from([folder.to_owned()]);
    for name in names("move")? {
        let to = folder.join(&name);
        changed.extend(to.parent().map(Path::to_owned));
        let moved = fault::point().and_then(|()| passed(fs::rename(stage.join(NEW).join(&name), &to)));
        moved.map_err(|error| failed(&to, error))?;
    }
    for name in names("remove")? {
        let path = folder.join(&name);
        fault::point().and_then(|()| passed(fs::remove_file(&path))).map_err(|error| failed(&path, error))?;
    }
    for folder in &changed {
        sync_folder(folder);
    }
    fault::point().and_then(|()| fs::remove_file(&commit)).map_err(|error| Error::io("remove", &commit, error))
}

/// Whether a name stays in its folder: it may come from a folder that somebody else has filled.
fn is_below(folder: &Path, name: &Path) -> bool {
    let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    let mut above = name.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty());
    plain && name.file_name().is_some() && above.all(|part| !folder.join(part).is_symlink())
}

/// Removes a folder of files on their way, its lock last.
pub(super) fn discard(stage: &Path) -> io::Result<()> {
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

/// Locks a folder of files on their way, which is made if it is not there; `None` if a live process has it, unless
/// `wait`.
pub(super) fn claim(stage: &Path, wait: bool) -> io::Result<Option<File>> {
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
pub(crate) fn sweep(folder: &Path) -> Result<()> {
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

/// For those who read sets: finishes changes in a folder that were decided and interrupted, and waits for one that is
/// being made. Nothing else is touched, so a folder without one may be closed to us.
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
pub(super) mod fault {
    #[inline(always)]
    #[expect(clippy::unnecessary_wraps, reason = "a test stops here with an error")]
    pub(in crate::files) fn point() -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod fault {
    use std::cell::Cell;

    thread_local! {
        /// How many steps are left; none is taken when it is 0.
        pub(in crate::files) static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    pub(in crate::files) fn point() -> std::io::Result<()> {
        let left = LEFT.get();
        if left == 0 {
            return Err(std::io::Error::other("stopped by the test"));
        }
        LEFT.set(left - 1);
        Ok(())
    }
}
