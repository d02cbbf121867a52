//! Work shared by threads. What is found never depends on their number: parts of a file come back in its order, and
//! sums are exact, so that their order is nothing.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::{Builder, available_parallelism, scope};

/// The threads that were asked for, or as many as there are cores.
pub(crate) fn count(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// Does `each` of all items on so many threads, of which this is one; `first` is done here before.
pub(crate) fn share<T: Send>(threads: NonZeroUsize, items: Vec<T>, first: impl FnOnce(), each: impl Fn(T) + Sync) {
    let helpers = threads.get().min(items.len()).saturating_sub(1);
    let items = Mutex::new(items.into_iter());
    let work = || {
        while let Some(item) = items.lock().ok().and_then(|mut items| items.next()) {
            each(item);
        }
    };
    scope(|scope| {
        for _ in 0..helpers {
            // Without a thread there is one helper less.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        first();
        work();
    });
}

#[cfg(test)]
#[path = "../tests/inside/threads.rs"]
mod tests;
