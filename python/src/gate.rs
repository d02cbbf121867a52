//! The door between the threads of long work and the interpreter: it closes before the interpreter ends.
//!
//! Who presses Ctrl-C leaves work behind, and perhaps ends the program at once. A thread that is in Python code then, or
//! comes back to it, would find the interpreter torn down, and crash. So the end waits for whoever is inside, and nobody
//! enters any more.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

static INSIDE: AtomicUsize = AtomicUsize::new(0);
static CLOSED: AtomicBool = AtomicBool::new(false);

/// How long the end of the interpreter waits for one call of somebody's code.
const PATIENCE: Duration = Duration::from_secs(5);

/// A thread that may use the interpreter, until this is dropped.
pub struct Inside(());

/// Enters, unless the door is closed.
pub fn enter() -> Option<Inside> {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    let inside = Inside(());
    (!CLOSED.load(Ordering::SeqCst)).then_some(inside)
}

/// Enters; once the door is closed a thread stays here, and the end of the program ends it.
pub fn enter_or_stay() -> Inside {
    enter().unwrap_or_else(|| {
        loop {
            std::thread::park();
        }
    })
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Closes the door, and waits for those who are inside.
#[pyfunction]
pub fn close(py: Python<'_>) {
    CLOSED.store(true, Ordering::SeqCst);
    py.detach(|| {
        let start = Instant::now();
        while INSIDE.load(Ordering::SeqCst) > 0 && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}
