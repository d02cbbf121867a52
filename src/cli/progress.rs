//! A progress bar on standard error: only where it is a terminal, and only for work of more than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps; draws nothing until the work has taken a second.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    started: Instant,
    wanted: bool,
    template: &'static str,
}

impl Progress {
    pub(super) fn new(total: usize, quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let template = "{bar:40} {pos}/{len} rounds, {eta} left";
        Self { bar: None, total: total as u64, started: Instant::now(), wanted, template }
    }

    /// Counts the bytes of a file that is read.
    pub(super) fn of_bytes(quiet: bool) -> Self {
        let mut progress = Self::new(0, quiet);
        progress.template = "{bar:40} {bytes} of {total_bytes} read, {eta} left";
        progress
    }

    /// Counts something other than rounds.
    pub(super) fn of_runs(total: usize, quiet: bool) -> Self {
        let mut progress = Self::new(total, quiet);
        progress.template = "{bar:40} {pos}/{len} runs, {eta} left";
        progress
    }

    /// Shows what a library call tells of its runs, while it lasts.
    pub(super) fn shown<T>(quiet: bool, call: impl FnOnce(&mut dyn FnMut(usize, usize)) -> T) -> T {
        let mut progress = Self::of_runs(0, quiet);
        call(&mut |done, total| progress.set_of(done as u64, total as u64))
    }

    /// Counts snapshots.
    #[cfg(feature = "data")]
    pub(super) fn of_snapshots(total: usize, quiet: bool) -> Self {
        let mut progress = Self::new(total, quiet);
        progress.template = "{bar:40} {pos}/{len} snapshots, {eta} left";
        progress
    }

    /// So many steps are done.
    pub(super) fn set(&mut self, done: usize) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(self.template);
            ProgressBar::new(self.total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done as u64);
    }

    /// So many steps of so many are done.
    pub(super) fn set_of(&mut self, done: u64, total: u64) {
        self.total = total;
        self.set(usize::try_from(done).unwrap_or(usize::MAX));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
