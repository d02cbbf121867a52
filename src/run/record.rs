//! What was played, where it is kept: in memory, or in a file that was written round by round.

use super::Choices;
use super::files::TRACE;
use crate::arena::Match;
use crate::certificate::TraceReference;
use crate::error::{Error, Result};
use crate::files::memory;
use crate::shrink::Candidates;
use crate::trace::{Layout, Means, MeansOfRounds, Round, Rounds, Trace, TraceFile, TraceReader, TraceWriter};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The trace of a run.
pub enum Recorded {
    /// All of its rounds.
    Memory(Trace),
    /// A file, which was digested while it was written.
    File {
        /// Where it will be when the run is written.
        path: PathBuf,
        /// Where it is until then.
        staged: PathBuf,
        /// What certificates name it by.
        reference: TraceReference,
    },
}

impl Recorded {
    /// The rounds, to be gone through.
    ///
    /// # Errors
    /// If they are in a file that cannot be read.
    pub fn rounds(&self) -> Result<Box<dyn Rounds + '_>> {
        self.rounds_by(NonZeroUsize::MIN)
    }

    /// The same, read by so many threads.
    pub(super) fn rounds_by(&self, threads: NonZeroUsize) -> Result<Box<dyn Rounds + '_>> {
        Ok(match self {
            Self::Memory(trace) => Box::new(trace),
            Self::File { path, staged, .. } => Box::new(TraceFile::open(which(path, staged))?.with_threads(threads)),
        })
    }

    /// What it takes in memory.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Memory(trace) => bytes(trace.layout(), trace.rounds()),
            Self::File { .. } => 0,
        }
    }

    /// Every round as a candidate for a mixture.
    pub(super) fn candidates(&self) -> Result<Candidates> {
        match self {
            Self::Memory(trace) => Ok(Candidates::from_trace(trace)),
            Self::File { path, staged, .. } => Candidates::read(which(path, staged), 1),
        }
    }

    /// The points of some rounds, in the order asked for.
    pub(super) fn points(&self, wanted: &[usize]) -> Result<Vec<Vec<f64>>> {
        match self {
            Self::Memory(trace) => Ok(wanted.iter().map(|&t| trace.theta(t).to_vec()).collect()),
            Self::File { path, staged, .. } => {
                let mut reader = TraceReader::open(which(path, staged))?;
                let mut round = Round::new(reader.layout());
                let mut points = vec![Vec::new(); wanted.len()];
                for t in 0..=wanted.iter().copied().max().unwrap_or(0) {
                    reader.read_round(&mut round)?;
                    for (point, _) in points.iter_mut().zip(wanted).filter(|(_, own)| **own == t) {
                        point.clone_from(&round.theta);
                    }
                }
                Ok(points)
            }
        }
    }
}

/// Where a streamed trace is: it waits for its place until the run is written.
fn which<'p>(path: &'p Path, staged: &'p Path) -> &'p Path {
    if staged.exists() { staged } else { path }
}

/// What so many rounds take in memory.
fn bytes(layout: &Layout, rounds: usize) -> u64 {
    (rounds as u64).saturating_mul(8 * layout.column_names().len() as u64)
}

/// Whether so many rounds fit in memory.
pub(super) fn fits(players: &Match<'_>, rounds: usize) -> bool {
    bytes(&players.layout(), rounds) <= memory::most_bytes()
}

/// Plays, and keeps the rounds, every so-many-th of them apart, and their means (if any round has weight).
pub(super) fn record(
    choices: &Choices<'_>,
    players: &mut Match<'_>,
) -> Result<(Recorded, Option<Trace>, Option<Means>)> {
    let plan = &choices.plan;
    let (rounds, seed, layout) = (choices.rounds, choices.seed, players.layout());
    let mut means = MeansOfRounds::new(&layout);
    let mut candidates = plan.every.map(|_| Trace::new(layout.clone()));
    let mut look = |t: usize, round: &Round| {
        if let Some(tell) = plan.progress {
            tell(t);
        }
        means.push(round);
        match (&mut candidates, plan.every) {
            (Some(candidates), Some(every)) if t.is_multiple_of(every.get()) => candidates.push(round),
            _ => Ok(()),
        }
    };
    let recorded = if let (Some(_), Some(set)) = (&plan.stream, &plan.place) {
        let (path, staged) = (set.folder().join(TRACE), set.at(TRACE));
        let mut writer = TraceWriter::create(&staged, layout)?;
        players.play(rounds, seed, |t, round| {
            look(t, round)?;
            writer.write_round(round)
        })?;
        let reference = TraceReference::new(&path, writer.finish()?)?;
        Recorded::File { path, staged, reference }
    } else if fits(players, rounds) {
        let mut trace = Trace::with_capacity(layout, rounds);
        players.play(rounds, seed, |t, round| {
            look(t, round)?;
            trace.push(round)
        })?;
        Recorded::Memory(trace)
    } else {
        return Err(Error::new(format!(
            "the rounds are more than fit in memory ({}): stream the trace, keep none, or play fewer rounds",
            memory::most_in_words()
        )));
    };
    Ok((recorded, candidates, means.means()))
}
