//! Work spread over threads, with results in the order of the work.

mod in_order;

pub(crate) use in_order::in_order;

#[cfg(feature = "cli")]
use crate::error::Cancelled;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Applies `work` to every item on so many threads; `progress` is told how many are done, on the calling thread.
///
/// Which thread does what depends on chance, the results do not: they come back in the order of the items. A panic of
/// `work` or `progress` reaches the caller as it is, and the threads stop after the items that they are at.
///
/// ```
/// use referee::parallel::in_parallel;
/// let squares = in_parallel(&[3, 1, 2], 2.try_into().unwrap(), |x| x * x, &mut |_| ());
/// assert_eq!(squares, [9, 1, 4]);
/// ```
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    progress: &mut dyn FnMut(usize),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        // Both ends are of this closure: unwinding out of it drops the receiver before the threads are waited for.
        let (sender, receiver) = mpsc::channel();
        let mut started = 0;
        for _ in 0..threads.get().min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let run = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, catch_unwind(AssertUnwindSafe(|| work(item))))).is_err() {
                        break; // nobody is listening any more
                    }
                }
            };
            started += usize::from(std::thread::Builder::new().spawn_scoped(scope, run).is_ok());
        }
        if started == 0 {
            // No memory for a thread: the work is done here.
            for item in items.iter().enumerate() {
                let sent = sender.send((item.0, catch_unwind(AssertUnwindSafe(|| work(item.1)))));
                sent.expect("the receiver is of this closure");
            }
        }
        drop(sender);
        for (done, (index, result)) in receiver.into_iter().enumerate() {
            results[index] = Some(result.unwrap_or_else(|payload| resume_unwind(payload)));
            progress(done + 1);
        }
    });
    results.into_iter().map(|result| result.expect("every item was worked on")).collect()
}

/// The threads that somebody asks for, or as many as there are cores.
pub fn cores(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// What `work` gives, or what its panic says, for those who go on without it; [`Cancelled`] passes.
#[cfg(feature = "cli")]
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        if payload.is::<Cancelled>() {
            resume_unwind(payload);
        }
        let own = payload.downcast_ref::<String>().map(String::as_str);
        match own.or_else(|| payload.downcast_ref::<&str>().copied()) {
            // What an assertion says has several lines.
            Some(message) => format!("a panic: {}", message.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => "a panic".to_owned(),
        }
    })
}
