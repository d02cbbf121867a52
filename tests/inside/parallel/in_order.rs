//! Tests of `src/parallel/in_order.rs` that need its private parts.

use super::in_order;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn results_come_in_order_for_every_number_of_threads() {
    for threads in 1..=5 {
        let (mut next, mut seen) = (0_usize..1000, Vec::new());
        let taken = in_order(
            threads.try_into().unwrap(),
            || next.next(),
            |i| i * i,
            |square| {
                seen.push(square);
                Ok::<(), ()>(())
            },
        );
        assert_eq!(taken, Ok(()));
        assert!(seen.into_iter().eq((0..1000).map(|i| i * i)), "{threads} threads");
    }
}

#[test]
fn an_error_ends_it_and_a_panic_passes() {
    for threads in 1..=3 {
        let threads = threads.try_into().unwrap();
        let mut count = 0;
        let stopped = in_order(
            threads,
            || Some(()),
            |()| (),
            |()| {
                count += 1;
                if count < 10 { Ok(()) } else { Err(count) }
            },
        );
        assert_eq!(stopped, Err(10));
        let mut next = 0..100;
        let work = |i: usize| assert!(i != 50, "no fifty");
        let run = || in_order(threads, || next.next(), work, |()| Ok::<(), ()>(()));
        let payload = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"no fifty"));
    }
}
