//! Rounds that can be gone through more than once, in memory or on disk.

use super::{Layout, Trace, TraceReader};
use crate::error::{Error, Result};
use crate::files::Digesting;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Rounds in a block of a file that is worked through.
const BLOCK: usize = 4096;

/// A trace, wherever it is: its columns, and its rounds in blocks from the first to the last.
///
/// A certificate needs one pass, and a second one if something is too close to call in doubles.
pub trait Rounds {
    /// The columns.
    fn layout(&self) -> &Layout;

    /// Hands out all rounds, in blocks and in order.
    ///
    /// # Errors
    /// If the rounds cannot be read, or `visit` fails.
    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> Result<()>) -> Result<()>;
}

impl Rounds for &Trace {
    fn layout(&self) -> &Layout {
        Trace::layout(self)
    }

    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> Result<()>) -> Result<()> {
        visit(self)
    }
}

/// A CSV file that is read block by block and never held.
///
/// Each pass digests what it reads. A file that is not the same in every pass is refused, because a certificate speaks
/// of one file.
pub struct TraceFile<'a> {
    path: PathBuf,
    layout: Layout,
    digest: Option<String>,
    progress: Option<&'a mut dyn FnMut(u64, u64)>,
}

impl<'a> TraceFile<'a> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read or its header is not that of a trace.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let message = "this is not a regular file, and a trace may be read twice: name a file that holds the trace";
            return Err(Error::new(message).in_file(path));
        }
        let layout = TraceReader::open(&path)?.layout().clone();
        Ok(Self { path, layout, digest: None, progress: None })
    }

    /// The same, and `progress` is told how many of how many bytes were read.
    #[must_use]
    pub fn with_progress(mut self, progress: &'a mut dyn FnMut(u64, u64)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The SHA-256 of the file in hexadecimal digits; `None` before the first pass.
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }
}

impl Rounds for TraceFile<'_> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> Result<()>) -> Result<()> {
        let file = File::open(&self.path).map_err(|e| Error::io("open", &self.path, e))?;
        let total = file.metadata().map_or(0, |data| data.len());
        let buffered = BufReader::with_capacity(1 << 16, Digesting::new(file));
        let mut reader = TraceReader::from_reader(buffered, &self.path)?;
        if *reader.layout() != self.layout {
            return Err(self.changed());
        }
        let mut block = Trace::with_capacity(self.layout.clone(), BLOCK);
        while reader.read_block(&mut block, BLOCK)? > 0 {
            visit(&block)?;
            block.clear();
            if let Some(progress) = &mut self.progress {
                progress(reader.reader().get_ref().bytes(), total);
            }
        }
        let digest = reader.reader().get_ref().hex();
        match &self.digest {
            Some(known) if *known != digest => Err(self.changed()),
            _ => {
                self.digest = Some(digest);
                Ok(())
            }
        }
    }
}

impl TraceFile<'_> {
    fn changed(&self) -> Error {
        Error::new("the file changed while it was read: certify it when nobody writes to it").in_file(&self.path)
    }
}
