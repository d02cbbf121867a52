//! Random games, with ties, duplicates and constant columns among them.

use proptest::prelude::*;
use referee::strategies::tables;
pub(crate) use referee::strategies::{Table as Game, radius};

/// Games with up to `most` candidates and up to four constraints, with and without proxies.
pub(crate) fn games(most: usize) -> impl Strategy<Value = Game> {
    prop_oneof![tables(most, 0..=4, false), tables(most, 0..=4, true)]
}
