//! Random small programs, with ties, duplicates and degenerate vertices among them.

use proptest::prelude::*;
use referee::shrink::Candidates;
pub(crate) use referee::strategies::epsilon;
use referee::strategies::tables;

/// Candidates from rows `(g_0, g_1, .., g_m)`.
pub(crate) fn candidates(rows: &[Vec<f64>]) -> Candidates {
    let mut candidates = Candidates::new(rows[0].len() - 1);
    for row in rows {
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}

/// The rows of a program with up to `most` candidates, some of them repeated, and up to three constraints.
pub(crate) fn rows(most: usize) -> impl Strategy<Value = Vec<Vec<f64>>> {
    tables(most, 0..=3, false).prop_map(|table| table.rows)
}
