//! Work spread over threads, with results in the order of the work.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Applies `work` to every item on so many threads; `progress` is told how many are done, on the calling thread.
///
/// Which thread does what depends on chance, the results do not: they come back in the order of the items.
///
/// ```
/// use referee::verification::in_parallel;
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
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break; // nobody is listening any more
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in receiver.iter().enumerate() {
            results[index] = Some(result);
            progress(done + 1);
        }
    });
    results.into_iter().map(|result| result.expect("every item was worked on")).collect()
}
