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
}

impl Progress {
    pub(super) fn new(total: usize, quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Self { bar: None, total: total as u64, started: Instant::now(), wanted }
    }

    /// So many steps are done.
    pub(super) fn set(&mut self, done: usize) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} rounds, {eta} left");
            ProgressBar::new(self.total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
