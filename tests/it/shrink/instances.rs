//! Random small programs, with ties, duplicates and degenerate vertices among them.

use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::shrink::{Candidates, Epsilon};

/// Candidates from rows `(g_0, g_1, .., g_m)`.
pub(crate) fn candidates(rows: &[Vec<f64>]) -> Candidates {
    let mut candidates = Candidates::new(rows[0].len() - 1);
    for row in rows {
        candidates.push(row[0], &row[1..]).expect("finite numbers");
    }
    candidates
}

/// One number: a small multiple of a half (ties), or a double with all its bits, or of an extreme size.
fn number(kind: u8) -> BoxedStrategy<f64> {
    match kind {
        0 => (-4_i32..5).prop_map(|x| f64::from(x) / 2.0).boxed(),
        1 => (-1.0..1.0_f64).boxed(),
        2 => prop_oneof![Just(0.0), Just(1.0), Just(-1.0)].boxed(),
        3 => prop_oneof![
            4 => -1.0..1.0_f64,
            1 => (-60_i32..60, -1.0..1.0_f64).prop_map(|(power, x)| x * f64::from(power).exp2()),
        ]
        .boxed(),
        _ => crate::common::any_double().boxed(),
    }
}

/// The rows of a program with up to `most` candidates, some of them repeated, and up to three constraints.
pub(crate) fn rows(most: usize) -> impl Strategy<Value = Vec<Vec<f64>>> {
    (1..=most, 0_usize..4, 0_u8..5).prop_flat_map(|(count, m, kind)| {
        let row = prop::collection::vec(number(kind), m + 1);
        (prop::collection::vec(row, count), prop::collection::vec((0..count, 0..count), 0..3)).prop_map(
            |(mut rows, copies)| {
                for (from, to) in copies {
                    let row = rows[from].clone();
                    rows[to] = row;
                }
                rows
            },
        )
    })
}

/// What to ask of a program.
pub(crate) fn epsilon() -> impl Strategy<Value = Epsilon> {
    prop_oneof![
        3 => Just(Epsilon::Minimal),
        2 => (0_i32..12, 1_u32..9).prop_map(|(top, bottom)| Epsilon::Given(RBig::from(top) / RBig::from(bottom))),
    ]
}
