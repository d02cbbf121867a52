//! Work on threads: a panic carries on to whoever asked, and stops the rest.

use referee::parallel::in_parallel;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What somebody of his own throws.
#[derive(Debug, PartialEq)]
struct Thrown(usize);

const ITEMS: usize = 10_000;

/// Throws from `work` at an item, or from `progress` at a count: what arrives, and how many items were worked on.
fn thrown(at_item: usize, at_count: usize) -> (Thrown, usize) {
    let (items, worked) = ((0..ITEMS).collect::<Vec<_>>(), AtomicUsize::new(0));
    let work = |&item: &usize| {
        worked.fetch_add(1, Ordering::Relaxed);
        if item == at_item {
            resume_unwind(Box::new(Thrown(item)));
        }
        std::thread::sleep(Duration::from_micros(200));
    };
    let mut progress = |done: usize| {
        if done == at_count {
            resume_unwind(Box::new(Thrown(done)));
        }
    };
    let two = NonZeroUsize::new(2).expect("two");
    let all = catch_unwind(AssertUnwindSafe(|| in_parallel(&items, two, work, &mut progress)));
    let payload = all.expect_err("it unwinds").downcast().expect("it is what was thrown");
    (*payload, worked.into_inner())
}

#[test]
fn a_panic_arrives_as_it_was_thrown_and_the_other_threads_stop() {
    for (at_item, at_count, wanted) in [(5, usize::MAX, 5), (0, usize::MAX, 0), (usize::MAX, 7, 7)] {
        let (payload, worked) = thrown(at_item, at_count);
        assert_eq!(payload, Thrown(wanted));
        assert!(worked < ITEMS, "all {worked} items were worked on");
    }
}
