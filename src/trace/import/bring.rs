//! A run in whatever form it came, written once as a canonical trace: certificates bind to that.

use super::arrays::ArrayRounds;
use super::{Archive, Gunzip, Kind, SNIFFED, advice_on_archive, sniff};
use crate::error::{Error, Result};
use crate::trace::split::Split;
use crate::trace::{Equalities, Foreign, Labels, Layout, Round, TraceReader, TraceWriter};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where a run comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file: CSV, gzipped CSV, or an archive of numpy.
    File(PathBuf),
    /// CSV on standard input.
    Stdin,
}

impl Input {
    /// `-` is standard input.
    pub fn new(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// What stands for it in messages.
    pub fn name(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Stdin => Path::new("standard input"),
        }
    }

    /// Whether a run has to be brought in before it can be read: it is not a plain file of CSV text, or begins with the
    /// unnamed column that pandas writes.
    ///
    /// # Errors
    /// If the file cannot be read, or is of a kind that is not read here.
    pub fn is_foreign(&self) -> Result<bool> {
        let Self::File(path) = self else { return Ok(true) };
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Ok(!path.is_dir()); // a pipe can be read once
        }
        let first = first_bytes(&mut open(path)?, path)?;
        match sniff(&first) {
            Kind::Text => {
                let text = first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&first);
                Ok(text.starts_with(b",") || text.starts_with(b"\"\","))
            }
            Kind::Gzip | Kind::Zip => Ok(true),
            Kind::Other(advice) => Err(Error::new(advice).in_file(path)),
        }
    }
}

/// What was brought in.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What people call the functions of the trace.
    pub labels: Labels,
    /// The constraints of the trace that are the two halves of an equality.
    pub equalities: Equalities,
    /// The columns of the trace.
    pub layout: Layout,
    /// The number of rounds.
    pub rounds: usize,
    /// The columns of the multipliers, by the names of the file and in the order of the constraints; none of arrays.
    pub multipliers: Vec<String>,
    /// The columns, or arrays, that were left out.
    pub left_out: Vec<String>,
}

/// Reads a run and writes it as a trace, or, if it has no multipliers and these are mere `candidates`, as a file of values.
/// `progress` is told how much of how much was read.
///
/// # Errors
/// If the run cannot be read, is not what `foreign` says, or the trace cannot be written.
pub fn import(
    input: &Input,
    foreign: &Foreign,
    candidates: bool,
    target: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Imported> {
    let mut recorded = Recorded::open(input, foreign, candidates)?;
    let (layout, labels, equalities) = recorded.parts();
    let split = Split::new(layout, equalities);
    let labels = split.labels(labels);
    let (mut from, mut into) = (Round::new(layout), Round::new(split.layout()));
    let mut writer = if recorded.has_multipliers() {
        TraceWriter::create(target, split.layout().clone())?
    } else {
        TraceWriter::of_candidates(target, split.layout().clone())?
    };
    let (multipliers, left_out) = recorded.multipliers_and_rest();
    let mut rounds = 0;
    while recorded.read_round(&mut from)? {
        split.fill(&from, &mut into);
        writer.write_round(&into)?;
        rounds += 1;
        if rounds % 4096 == 0 {
            let (done, total) = recorded.progress();
            progress(done, total);
        }
    }
    recorded.finish()?;
    writer.finish()?;
    let (equalities, layout) = (split.equalities(), split.layout().clone());
    Ok(Imported { labels, equalities, layout, rounds, multipliers, left_out })
}

/// Rounds as somebody recorded them.
enum Recorded {
    Csv { reader: Box<TraceReader<Box<dyn BufRead>>>, done: Rc<Cell<u64>>, total: u64 },
    Arrays(Box<ArrayRounds>),
}

impl Recorded {
    fn open(input: &Input, foreign: &Foreign, candidates: bool) -> Result<Self> {
        let name = input.name();
        let (mut source, total): (Box<dyn Read>, u64) = match input {
            Input::File(path) => {
                let file = open(path)?;
                let total = file.metadata().map_or(0, |data| data.len());
                (Box::new(file), total)
            }
            Input::Stdin => (Box::new(std::io::stdin()), 0),
        };
        let first = first_bytes(&mut source, name)?;
        let done = Rc::new(Cell::new(0));
        let whole = Counted { reader: std::io::Cursor::new(first.clone()).chain(source), bytes: Rc::clone(&done) };
        let text: Box<dyn BufRead> = match (sniff(&first), input) {
            (Kind::Text, _) => Box::new(BufReader::with_capacity(1 << 16, whole)),
            (Kind::Gzip, _) => {
                let mut inside = Gunzip::new(BufReader::with_capacity(1 << 16, whole));
                let start = first_bytes(&mut inside, name)?;
                if sniff(&start) != Kind::Text {
                    return Err(Error::new("what gzip packed is not CSV text: pack CSV").in_file(name));
                }
                Box::new(BufReader::with_capacity(1 << 16, std::io::Cursor::new(start).chain(inside)))
            }
            (Kind::Zip, Input::File(path)) => {
                let archive = Archive::open(path)?;
                return match advice_on_archive(&archive) {
                    Some(advice) => Err(Error::new(advice).in_file(path)),
                    None => Ok(Self::Arrays(Box::new(ArrayRounds::open(&archive, foreign, candidates)?))),
                };
            }
            (Kind::Zip, Input::Stdin) => {
                let message = "an archive cannot be read from a pipe: name the file instead";
                return Err(Error::new(message).in_file(name));
            }
            (Kind::Other(advice), _) => return Err(Error::new(advice).in_file(name)),
        };
        let reader = TraceReader::with_header(text, name, candidates, Some(foreign))?;
        Ok(Self::Csv { reader: Box::new(reader), done, total })
    }

    /// The columns, the names of the values, and the constraints that are equalities.
    fn parts(&self) -> (&Layout, &[String], &[usize]) {
        match self {
            Self::Csv { reader, .. } => {
                let (labels, equalities) = reader.names_and_equalities();
                (reader.layout(), labels, equalities)
            }
            Self::Arrays(arrays) => (&arrays.layout, &arrays.labels, &arrays.equalities),
        }
    }

    fn multipliers_and_rest(&self) -> (Vec<String>, Vec<String>) {
        match self {
            Self::Csv { reader, .. } => {
                let (multipliers, left_out) = reader.multipliers_and_rest();
                (multipliers.to_vec(), left_out.to_vec())
            }
            Self::Arrays(arrays) => (Vec::new(), arrays.left_out.clone()),
        }
    }

    fn has_multipliers(&self) -> bool {
        match self {
            Self::Csv { reader, .. } => reader.multipliers().is_some() || reader.layout().num_multipliers() == 0,
            Self::Arrays(arrays) => arrays.has_multipliers || arrays.layout.num_multipliers() == 0,
        }
    }

    fn read_round(&mut self, round: &mut Round) -> Result<bool> {
        match self {
            Self::Csv { reader, .. } => reader.read_round(round),
            Self::Arrays(arrays) => arrays.read_round(round),
        }
    }

    fn progress(&self) -> (u64, u64) {
        match self {
            Self::Csv { done, total, .. } => (done.get(), *total),
            Self::Arrays(arrays) => arrays.progress(),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Csv { .. } => Ok(()),
            Self::Arrays(arrays) => arrays.finish(),
        }
    }
}

/// Counts the bytes that pass.
struct Counted<R> {
    reader: R,
    bytes: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.set(self.bytes.get() + count as u64);
        Ok(count)
    }
}

fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(|error| Error::io("open", path, error))
}

fn first_bytes(reader: &mut impl Read, name: &Path) -> Result<Vec<u8>> {
    let mut first = Vec::with_capacity(SNIFFED);
    let read = reader.take(SNIFFED as u64).read_to_end(&mut first);
    read.map_err(|error| Error::io("read", name, error))?;
    Ok(first)
}
