//! Tests of `src/threads.rs`, as a module of it.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// How many of so many items are done at the same time: each waits until `wanted` of them have begun (or ten seconds are
/// over), and then a little for one more.
fn at_once(threads: usize, items: usize, wanted: usize) -> usize {
    let (begun, running, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let each = |_: usize| {
        let now = running.fetch_add(1, Ordering::SeqCst).saturating_add(1);
        most.fetch_max(now, Ordering::SeqCst);
        begun.fetch_add(1, Ordering::SeqCst);
        (0..10_000).take_while(|_| begun.load(Ordering::SeqCst) < wanted).for_each(|_| sleep(Duration::from_millis(1)));
        sleep(Duration::from_millis(10));
        running.fetch_sub(1, Ordering::SeqCst);
    };
    share(NonZeroUsize::new(threads).unwrap(), (0..items).collect(), || (), each);
    assert_eq!(begun.into_inner(), items, "every item is done once");
    most.into_inner()
}

#[test]
fn as_many_threads_work_as_were_asked_for() {
    for (threads, items, wanted) in [(1, 2, 1), (2, 4, 2), (3, 4, 3), (3, 2, 2), (2, 0, 0)] {
        assert_eq!(at_once(threads, items, wanted), wanted, "{threads} threads for {items} items");
    }
}
