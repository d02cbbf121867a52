//! The rows of a data set in a few pieces each, of which the different ones are few.
//!
//! Where a score is asked of many models, each model's sum over every different piece is taken once, and the score of a row
//! is then a sum of three or four numbers in place of one for each feature. Where rows are cut decides how much is saved,
//! never what comes out: sums here are of whole numbers.

use super::Dataset;
use std::collections::HashMap;

/// A piece grows while there are at most so many different ones: their sums should stay near the processor.
const PIECES: usize = 1024;
/// A piece has at most so many features: to make it longer it is copied.
const LONGEST: usize = 1 << 10;
/// Pairs of a piece and a next feature are looked up in a table of at most so many entries.
const PAIRS: usize = 1 << 22;

/// The pieces of all rows.
#[derive(Debug)]
pub(super) struct Segments {
    /// The features of each piece.
    pieces: Vec<Vec<u32>>,
    /// The pieces of each row, as many for every row.
    of_row: Vec<u32>,
    width: usize,
}

impl Segments {
    pub(super) fn new(data: &Dataset) -> Self {
        let features = data.num_features() + 1; // and that there is none
        let mut cuts: Vec<(Vec<Vec<u32>>, Vec<u32>)> = Vec::new();
        for place in 0..data.most_active() {
            let longest = |pieces: &[Vec<u32>]| pieces.iter().map(Vec::len).max().unwrap_or(0);
            let may_grow = |pieces: &[Vec<u32>]| pieces.len() * features <= PAIRS && longest(pieces) < LONGEST;
            let longer = cuts.last().filter(|(pieces, _)| may_grow(pieces));
            let longer = longer.and_then(|(pieces, codes)| extended(data, place, pieces, codes, PIECES));
            match (longer, cuts.last_mut()) {
                (Some(longer), Some(last)) => *last = longer,
                _ => cuts.extend(extended(data, place, &[Vec::new()], &vec![0; data.len()], usize::MAX)),
            }
        }
        let (width, mut pieces) = (cuts.len(), Vec::new());
        let mut of_row = vec![0; width * data.len()];
        for (segment, (own, codes)) in cuts.into_iter().enumerate() {
            let before = u32::try_from(pieces.len()).expect("features are counted in 32 bits");
            pieces.extend(own);
            of_row.iter_mut().skip(segment).step_by(width).zip(codes).for_each(|(piece, code)| *piece = before + code);
        }
        Self { pieces, of_row, width }
    }

    /// The features of each piece.
    pub(super) fn pieces(&self) -> &[Vec<u32>] {
        &self.pieces
    }

    /// The pieces of each of some rows.
    #[inline]
    pub(super) fn of_rows(&self, rows: std::ops::Range<usize>) -> impl Iterator<Item = &[u32]> {
        // Rows without features have no pieces.
        let none = std::iter::repeat_n(&[][..], if self.width == 0 { rows.len() } else { 0 });
        self.of_row[rows.start * self.width..rows.end * self.width].chunks_exact(self.width.max(1)).chain(none)
    }
}

/// The pieces, one per row, longer by the feature at a place, unless there are then too many of them.
fn extended(
    data: &Dataset,
    place: usize,
    pieces: &[Vec<u32>],
    codes: &[u32],
    most: usize,
) -> Option<(Vec<Vec<u32>>, Vec<u32>)> {
    const NEW: u32 = u32::MAX;
    let features = data.num_features() + 1;
    // A table, unless clearing it takes longer than looking up a few rows.
    let pairs = pieces.len() * features;
    let mut table = vec![NEW; if pairs / 64 <= codes.len() { pairs } else { 0 }];
    let mut few = HashMap::new();
    let mut found: Vec<Vec<u32>> = Vec::new();
    let mut longer = Vec::with_capacity(codes.len());
    for (row, &code) in codes.iter().enumerate() {
        let next = data.active(row).get(place);
        let pair = code as usize * features + next.map_or(0, |&j| j as usize + 1);
        let entry = if table.is_empty() { few.entry(pair).or_insert(NEW) } else { &mut table[pair] };
        if *entry == NEW {
            if found.len() == most {
                return None;
            }
            *entry = u32::try_from(found.len()).expect("fewer pieces than rows");
            found.push(pieces[code as usize].iter().chain(next).copied().collect());
        }
        longer.push(*entry);
    }
    Some((found, longer))
}
