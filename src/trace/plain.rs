//! Lines that are numbers, commas and nothing else, read in one go: nearly all lines of nearly all traces.
//!
//! A line that is anything else is left to [`TraceReader`](super::TraceReader), which knows spaces and quotation marks,
//! and says what is wrong. So nothing is refused here, and what is taken means the same there.

use super::Trace;
use super::header::Header;
use super::record::LONGEST_LINE;
use crate::numerics::Enclosure;
use std::ops::Range;

impl Header {
    /// A row of zeros: lower ends, upper ends, multipliers, thetas.
    pub(super) fn row(&self) -> Vec<f64> {
        vec![0.0; self.multipliers_at().end + self.layout.num_thetas()]
    }

    /// Where the multipliers are in a row.
    pub(super) fn multipliers_at(&self) -> Range<usize> {
        let first = 2 * self.layout.num_values();
        first..first + self.layout.num_multipliers()
    }

    /// Fills in the upper ends of exact values; a value whose lower end is above the upper one, if there is one.
    #[inline]
    pub(super) fn complete(&self, row: &mut [f64]) -> Option<usize> {
        let values = self.layout.num_values();
        let (lo, hi) = row[..2 * values].split_at_mut(values);
        for value in 0..values {
            if !self.layout.is_enclosed(value) {
                hi[value] = lo[value];
            } else if Enclosure::try_new(lo[value], hi[value]).is_none() {
                return Some(value);
            }
        }
        None
    }

    /// Reads the line that the text begins with into a row, and says how many bytes it has, its end with it; `None` if it
    /// is not plain or cannot stand in a trace, and the row then means nothing.
    #[inline]
    pub(super) fn parse_plain(&self, text: &[u8], row: &mut [f64]) -> Option<usize> {
        let mut at = 0;
        for (field, place) in self.fields.iter().enumerate() {
            if field > 0 {
                if text.get(at) != Some(&b',') {
                    return None;
                }
                at += 1;
            }
            if let Some(place) = *place {
                // Rounds to the nearest double, ties to even, as `str::parse` does.
                let (x, length) = fast_float2::parse_partial::<f64, _>(&text[at..]).ok()?;
                if !x.is_finite() {
                    return None;
                }
                row[place] = x;
                at += length;
            } else {
                at += text[at..].iter().position(|byte| matches!(byte, b',' | b'\n' | b'"'))?;
            }
        }
        at += match text[at..] {
            [] => 0,
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        let taken =
            at < LONGEST_LINE && row[self.multipliers_at()].iter().all(|&x| x >= 0.0) && self.complete(row).is_none();
        taken.then_some(at)
    }

    /// Replaces `block` by the rounds of a page of whole lines; `false` if one of them is not plain.
    pub(super) fn parse_page(&self, page: &[u8], row: &mut [f64], block: &mut Trace) -> bool {
        block.clear();
        let mut at = 0;
        while let Some(length) = (at < page.len()).then(|| self.parse_plain(&page[at..], row)).flatten() {
            block.append_row(row);
            at += length;
        }
        at == page.len()
    }
}
