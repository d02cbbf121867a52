//! Rounds that can be gone through more than once, in memory or on disk.

use super::{Layout, Trace, TraceReader};
use crate::error::{Error, Result};
use crate::files::Digesting;
use crate::parallel::in_order;
use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Rounds in a block of a file that is worked through. Every block but the last has as many, wherever pages end, so that
/// nothing that is done by blocks depends on how the file was read.
const BLOCK: usize = 512;
/// Bytes that are read at once.
const PAGE: usize = 1 << 18;

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
    threads: NonZeroUsize,
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
        Ok(Self { path, layout, digest: None, threads: NonZeroUsize::MIN, progress: None })
    }

    /// The same, and `progress` is told how many of how many bytes were read.
    #[must_use]
    pub fn with_progress(mut self, progress: &'a mut dyn FnMut(u64, u64)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// The same, read by so many threads; one if nothing is said.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
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
        let buffered = BufReader::with_capacity(PAGE, Digesting::new(file));
        let reader = TraceReader::from_reader(buffered, &self.path)?;
        if *reader.layout() != self.layout {
            return Err(self.changed());
        }
        let (mut pages, mut reader) = reader.detach();
        let header = reader.header();
        let new =
            || Page { text: Vec::new(), row: header.row(), plain: false, rounds: Trace::new(self.layout.clone()) };
        let spare = Mutex::new(Vec::new());
        let mut block = Trace::with_capacity(self.layout.clone(), BLOCK);
        let mut done = 0;
        in_order(
            self.threads,
            || {
                let mut page = spare.lock().expect("nobody panics with it").pop().unwrap_or_else(new);
                pages.next(&mut page.text).map(|more| more.then_some(page)).transpose()
            },
            |mut page: Result<Page>| {
                if let Ok(page) = &mut page {
                    page.plain = header.parse_page(&page.text, &mut page.row, &mut page.rounds);
                }
                page
            },
            |page| -> Result<()> {
                let mut page = page?;
                reader.read_page(&page.text, page.plain, &mut page.rounds)?;
                let (mut from, rounds) = (0, page.rounds.rounds());
                while from < rounds {
                    let to = rounds.min(from + BLOCK - block.rounds());
                    block.append_rounds(&page.rounds, from..to);
                    from = to;
                    if block.rounds() == BLOCK {
                        visit(&block)?;
                        block.clear();
                    }
                }
                done += page.text.len() as u64;
                if let Some(progress) = &mut self.progress {
                    progress(done, total);
                }
                spare.lock().expect("nobody panics with it").push(page);
                Ok(())
            },
        )?;
        reader.end()?;
        if block.rounds() > 0 {
            visit(&block)?;
        }
        let digest = pages.reader().get_ref().hex();
        match &self.digest {
            Some(known) if *known != digest => Err(self.changed()),
            _ => {
                self.digest = Some(digest);
                Ok(())
            }
        }
    }
}

/// Some whole lines of a file, and their rounds.
struct Page {
    text: Vec<u8>,
    rounds: Trace,
    /// Whether `rounds` are those of the text; see [`Header::parse_page`](super::header::Header).
    plain: bool,
    row: Vec<f64>,
}

impl TraceFile<'_> {
    fn changed(&self) -> Error {
        Error::new("the file changed while it was read: certify it when nobody writes to it").in_file(&self.path)
    }
}
