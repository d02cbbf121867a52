//! Long work on a thread of its own, while Python's thread shows progress and listens for Ctrl-C.
//!
//! The lock of the interpreter is free meanwhile. Work that tells its progress stops where it next tells it once nobody
//! waits any more; other work ends by itself, and its result is dropped.

use crate::edge::{raise, refuse};
use pyo3::prelude::*;
use referee::error::{Cancelled, Result};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often Ctrl-C is looked for.
const GLANCE: Duration = Duration::from_millis(50);
/// How long work takes before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// What a deep expression or a long recursion may need.
const STACK: usize = 16 << 20;

/// What the two threads share.
#[derive(Default)]
pub struct Watch {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    /// Tells that so much of so much is done; does not return if nobody waits any more.
    pub fn tell(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        self.go_on();
    }

    /// Does not return if nobody waits any more.
    pub fn go_on(&self) {
        if self.cancelled.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Cancelled));
        }
    }

    /// Ends the work with an exception that Python code of the user's raised; the first one counts.
    pub fn end_with(&self, error: PyErr) -> ! {
        self.raised.lock().expect("nobody panics here").get_or_insert(error);
        self.cancelled.store(true, Ordering::Relaxed);
        resume_unwind(Box::new(Cancelled))
    }

    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().expect("nobody panics here").take()
    }
}

/// Does work, of which `what` is the name beside its progress; an exception if it fails, or on Ctrl-C.
pub fn away<T: Send + 'static>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce(&Arc<Watch>) -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let watch = Arc::new(Watch::default());
    let (sender, receiver) = channel();
    let theirs = Arc::clone(&watch);
    let run = move || {
        // Nobody listens if Ctrl-C was pressed.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&theirs))));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).map_err(|error| refuse(format!("no thread: {error}")))?;
    let receiver = Mutex::new(receiver);
    let (started, mut shown) = (Instant::now(), false);
    let outcome = loop {
        let received = py.detach(|| receiver.lock().expect("one thread has it").recv_timeout(GLANCE));
        match received {
            Ok(outcome) => break outcome,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(refuse(format!("an error of this program: {what} died")));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupt) = py.check_signals() {
            watch.cancelled.store(true, Ordering::Relaxed);
            clear(py, shown)?;
            return Err(interrupt);
        }
        let (done, total) = (watch.done.load(Ordering::Relaxed), watch.total.load(Ordering::Relaxed));
        if total > 0 && started.elapsed() > PATIENCE {
            py.import("referee._progress")?.call_method1("show", (what, done, total))?;
            shown = true;
        }
    };
    clear(py, shown)?;
    if let Some(error) = watch.raised() {
        return Err(error);
    }
    match outcome {
        Ok(result) => result.map_err(|error| raise(&error)),
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(refuse(format!("an error of this program: {}", message.unwrap_or("a panic"))))
        }
    }
}

fn clear(py: Python<'_>, shown: bool) -> PyResult<()> {
    if shown {
        py.import("referee._progress")?.call_method0("clear")?;
    }
    Ok(())
}
