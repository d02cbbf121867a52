//! Progress on standard error: only where it is a terminal, and only for work of more than a second.
//!
//! A [`Progress`] is a bar for what can be counted, a [`Working`] says what goes on and for how long, where nothing can.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(120);

fn is_wanted(quiet: bool) -> bool {
    !quiet && std::io::stderr().is_terminal()
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Counts steps; draws nothing until the work has taken a second.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    started: Instant,
    wanted: bool,
    template: &'static str,
    /// What goes on when all steps are done.
    then: Option<&'static str>,
    working: Option<Working>,
}

impl Progress {
    pub(super) fn new(total: usize, quiet: bool) -> Self {
        Self {
            bar: None,
            total: total as u64,
            started: Instant::now(),
            wanted: is_wanted(quiet),
            template: "{bar:40} {pos}/{len} rounds, {eta} left",
            then: None,
            working: None,
        }
    }

    /// Counts the bytes of a file that is read.
    pub(super) fn of_bytes(quiet: bool) -> Self {
        Self::new(0, quiet).drawn("{bar:40} {bytes} of {total_bytes} read, {eta} left")
    }

    /// Counts something other than rounds.
    pub(super) fn of_runs(total: usize, quiet: bool) -> Self {
        Self::new(total, quiet).drawn("{bar:40} {pos}/{len} runs, {eta} left")
    }

    /// Shows what a library call tells of its runs, while it lasts.
    pub(super) fn shown<T>(quiet: bool, call: impl FnOnce(&mut dyn FnMut(usize, usize)) -> T) -> T {
        let mut progress = Self::of_runs(0, quiet);
        call(&mut |done, total| progress.set_of(done as u64, total as u64))
    }

    /// Counts snapshots.
    #[cfg(feature = "data")]
    pub(super) fn of_snapshots(total: usize, quiet: bool) -> Self {
        Self::new(total, quiet).drawn("{bar:40} {pos}/{len} snapshots, {eta} left")
    }

    fn drawn(mut self, template: &'static str) -> Self {
        self.template = template;
        self
    }

    /// The same; when all steps are done it says what goes on.
    pub(super) fn then(mut self, what: &'static str) -> Self {
        self.then = Some(what);
        self
    }

    /// So many steps are done.
    pub(super) fn set(&mut self, done: usize) {
        if !self.wanted {
            return;
        }
        if let Some(what) = self.then.filter(|_| done as u64 >= self.total) {
            if self.working.is_none() {
                self.clear();
                self.working = Some(Working::new(what, false));
            }
            return;
        }
        self.working = None; // a second pass over a file
        if self.bar.is_none() && self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = || styled(ProgressBar::new(self.total), self.template).with_elapsed(self.started.elapsed());
        let bar = self.bar.get_or_insert_with(bar);
        bar.set_position(done as u64);
    }

    /// So many steps of so many are done.
    pub(super) fn set_of(&mut self, done: u64, total: u64) {
        self.total = total;
        self.set(usize::try_from(done).unwrap_or(usize::MAX));
    }

    /// Takes everything from the terminal.
    pub(super) fn clear(&mut self) {
        self.working = None;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Says what goes on and for how long, from the second second on, until it is dropped.
pub(super) struct Working(Option<(Sender<()>, JoinHandle<()>)>);

impl Working {
    pub(super) fn new(what: impl Into<String>, quiet: bool) -> Self {
        let what = what.into();
        Self(is_wanted(quiet).then(|| {
            let (stop, stopped) = channel::<()>();
            let ticks = move || {
                let lasts = |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
                if !lasts(PATIENCE) {
                    return;
                }
                let bar = styled(ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}");
                let bar = bar.with_message(what).with_elapsed(PATIENCE);
                bar.tick();
                while lasts(TICK) {
                    bar.tick();
                }
                bar.finish_and_clear();
            };
            (stop, std::thread::spawn(ticks))
        }))
    }

    /// Says what goes on while a call lasts.
    pub(super) fn on<T>(what: impl Into<String>, quiet: bool, call: impl FnOnce() -> T) -> T {
        let working = Self::new(what, quiet);
        let result = call();
        drop(working);
        result
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some((stop, ticks)) = self.0.take() {
            drop(stop);
            let _ = ticks.join(); // what it drew is gone when this returns
        }
    }
}
