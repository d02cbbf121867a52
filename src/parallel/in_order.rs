//! Work on items that come one after the other and leave in the same order.

use std::any::Any;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items on their way, for each thread.
const EACH: usize = 3;

/// Takes items one after the other: `fetch` gives them (one at a time, on any thread), `work` is done on many at once, and
/// `take` gets what came of them on the calling thread, in order. A few items for each thread are on their way at once, so
/// memory is bounded. A panic of any of the three reaches the caller as it is.
///
/// # Errors
/// As soon as `take` fails.
pub(crate) fn in_order<T: Send, R: Send, E>(
    threads: NonZeroUsize,
    fetch: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let belt = Belt {
        items: Mutex::new(Items {
            fetch: Some(fetch),
            waiting: VecDeque::new(),
            results: VecDeque::new(),
            taken: 0,
            ended: false,
            stopped: false,
            panic: None,
        }),
        changed: Condvar::new(),
        threads: threads.get(),
    };
    std::thread::scope(|scope| {
        let stop = Stop(&belt);
        for _ in 1..threads.get() {
            // Without memory for a thread the others, or this one alone, do its share.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || {
                let helped = catch_unwind(AssertUnwindSafe(|| belt.run::<E>(&work, None)));
                if let Err(payload) = helped {
                    belt.lock().panic = Some(payload);
                    drop(Stop(&belt));
                }
            });
        }
        let result = belt.run(&work, Some(&mut take));
        drop(stop);
        result
    })?;
    match belt.items.into_inner().unwrap_or_else(PoisonError::into_inner).panic {
        Some(payload) => resume_unwind(payload),
        None => Ok(()),
    }
}

struct Belt<F, T, R> {
    items: Mutex<Items<F, T, R>>,
    changed: Condvar,
    threads: usize,
}

struct Items<F, T, R> {
    /// Absent while somebody fetches, and after the last item.
    fetch: Option<F>,
    /// Items that nobody works on yet, and their numbers.
    waiting: VecDeque<(usize, T)>,
    /// What came of all items that were fetched and not taken, where it is there.
    results: VecDeque<Option<R>>,
    taken: usize,
    ended: bool,
    stopped: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl<F: FnMut() -> Option<T>, T, R> Belt<F, T, R> {
    /// Does what there is to do until all is done; only the calling thread takes.
    fn run<E>(&self, work: &impl Fn(T) -> R, mut take: Option<&mut dyn FnMut(R) -> Result<(), E>>) -> Result<(), E> {
        let mut items = self.lock();
        while !items.stopped {
            if let Some(take) = &mut take
                && let Some(result) = items.results.front_mut().and_then(Option::take)
            {
                items.results.pop_front();
                items.taken += 1;
                drop(items);
                take(result)?;
                items = self.lock();
            } else if items.waiting.len() < self.threads
                && items.results.len() < EACH * self.threads
                && let Some(mut fetch) = items.fetch.take()
            {
                drop(items);
                let item = fetch();
                items = self.lock();
                if let Some(item) = item {
                    let number = items.taken + items.results.len();
                    items.waiting.push_back((number, item));
                    items.results.push_back(None);
                    items.fetch = Some(fetch);
                } else {
                    items.ended = true;
                }
            } else if let Some((number, item)) = items.waiting.pop_front() {
                drop(items);
                let result = work(item);
                items = self.lock();
                let place = number - items.taken;
                items.results[place] = Some(result);
            } else if items.ended && (take.is_none() || items.results.is_empty()) {
                break;
            } else {
                items = self.changed.wait(items).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            self.changed.notify_all();
        }
        Ok(())
    }
}

impl<F, T, R> Belt<F, T, R> {
    /// The state, which is whole even after a panic: nothing of the caller's runs while it is held.
    fn lock(&self) -> MutexGuard<'_, Items<F, T, R>> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the work of all threads when it is dropped, also by a panic.
struct Stop<'b, F, T, R>(&'b Belt<F, T, R>);

impl<F, T, R> Drop for Stop<'_, F, T, R> {
    fn drop(&mut self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
#[path = "../../tests/inside/parallel/in_order.rs"]
mod tests;
