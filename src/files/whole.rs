//! A folder that appears whole, by one rename.

use super::folder_of;
use super::stage::{NEW, STAGE, claim, discard};
use crate::error::{Error, Result};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A folder on its way to its place, in which files are flat or in folders as one likes. It vanishes when it is dropped
/// before it is finished.
///
/// It is held by the lock of a [`Set`](super::Set), so a folder of a dead process is told from that of a live one; what
/// a dead one left is discarded. Nothing is flushed to the disk: whoever reads such a folder has to see what a crash of
/// the machine tore.
pub(crate) struct Whole {
    place: PathBuf,
    stage: PathBuf,
    /// Until it is in its place.
    _lock: File,
}

impl Whole {
    /// Begins the folder of a place; `None` if a live process makes it, unless `wait`.
    pub(crate) fn begin(place: &Path, wait: bool) -> Result<Option<Self>> {
        let folder = folder_of(place);
        let name = place.file_name().unwrap_or_default().display();
        let stage = folder.join(format!("{STAGE}-{name}"));
        let claimed = fs::create_dir_all(folder).and_then(|()| claim(&stage, wait));
        let Some(lock) = claimed.map_err(|error| Error::io("write to", folder, error))? else { return Ok(None) };
        let whole = Self { place: place.to_owned(), stage, _lock: lock };
        whole.clear()?;
        Ok(Some(whole))
    }

    /// Where its files are written.
    pub(crate) fn folder(&self) -> PathBuf {
        self.stage.join(NEW)
    }

    /// Removes what was written to it.
    pub(crate) fn clear(&self) -> Result<()> {
        let new = self.folder();
        remove(&new).and_then(|()| fs::create_dir(&new)).map_err(|error| Error::io("make", &new, error))
    }

    /// Gives the folder its place. What has it is removed first.
    pub(crate) fn finish(self) -> Result<()> {
        let moved = remove(&self.place).and_then(|()| fs::rename(self.folder(), &self.place));
        moved.map_err(|error| Error::io("write", &self.place, error))
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // What stays, the next one removes.
        let _ = discard(&self.stage);
    }
}

/// Removes a folder, if there is one.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
