//! Random instances of the statements in which nobody plays.

use crate::common::{catches, holds};
use proptest::prelude::*;
use referee::error::Result;
use referee::strategies::Instance;
use referee::verification::random::Judged;
use referee::verification::random::existence::judge;
use std::cell::Cell;

/// How many instances there were of a kind.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) idle: Cell<u32>,
    pub(crate) convex: Cell<u32>,
    pub(crate) known: Cell<u32>,
}

fn right(judged: &Judged, instance: &Instance) -> crate::common::Outcome {
    prop_assert!(judged.wrong.is_empty(), "{:#?} on {instance:?}", judged.wrong);
    Ok(())
}

/// Asserts that nothing is wrong on random instances.
pub(crate) fn tried(cases: u32, instances: &BoxedStrategy<Instance>) -> Tally {
    let tally = Tally::default();
    holds(cases, instances, |instance| {
        let judged = judge(&instance).expect("an answer").expect("nobody plays");
        for (count, one) in [
            (&tally.idle, judged.idle.is_some()),
            (&tally.convex, judged.convex == Some(true)),
            (&tally.known, judged.known),
        ] {
            count.set(count.get() + u32::from(one));
        }
        right(&judged, &instance)
    });
    tally
}

/// Asserts that something is wrong on one of the random instances, if answers are spoiled.
pub(crate) fn caught(cases: u32, instances: &BoxedStrategy<Instance>, spoiled: impl Fn(&Instance) -> Result<Judged>) {
    catches(cases, instances, |instance| right(&spoiled(&instance).expect("a judgement"), &instance));
}
