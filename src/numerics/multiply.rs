//! The plain product `Left^T Right` of a block of rounds, the same to the last bit on every processor.
//!
//! Entry `(i, j)` is the sum of `l_ti r_tj` over the rounds in their order, each product and each sum rounded once. Eight
//! columns are summed side by side, so the loops run on whatever vectors the processor has, and no vector width, no fused
//! instruction and no splitting of the sums has a part in the result. Both factors are copied to strips that are read from
//! front to back: four rows and eight columns at a time stay in registers.

use super::lanes::{LANES, TALL, tile, wide};

/// Room for the strips of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    left: Vec<[f64; TALL]>,
    right: Vec<[f64; LANES]>,
}

wide! {
    /// Writes the product, by rows, of factors that are stored by rounds with `rows` and `cols` numbers each.
    pub(super) fn multiply<'a>[simd](
        strips: &'a mut Strips, left: &'a [f64], rows: usize, right: &'a [f64], cols: usize, product: &'a mut [f64]
    ) {
        let Strips { left: left_strips, right: right_strip } = strips;
        let rounds = left.len() / rows;
        left_strips.resize(rows.div_ceil(TALL) * rounds, [0.0; TALL]);
        right_strip.resize(rounds, [0.0; LANES]);
        for (strip, i) in left_strips.chunks_exact_mut(rounds).zip((0..rows).step_by(TALL)) {
            copy(strip, left, rows, i);
        }
        for j in (0..cols).step_by(LANES) {
            copy(right_strip, right, cols, j);
            for (left_strip, product) in left_strips.chunks_exact(rounds).zip(product.chunks_mut(TALL * cols)) {
                let sums = tile(simd, left_strip, right_strip);
                for (sums, row) in sums.iter().zip(product.chunks_exact_mut(cols)) {
                    row[j..].iter_mut().zip(sums).for_each(|(entry, &sum)| *entry = sum);
                }
            }
        }
    }
}

/// Copies `N` columns, or those that there are and zeros.
#[inline(always)]
#[expect(clippy::manual_memcpy, reason = "a handful of numbers is not worth a call")]
fn copy<const N: usize>(strip: &mut [[f64; N]], all: &[f64], width: usize, from: usize) {
    for (copied, row) in strip.iter_mut().zip(all.chunks_exact(width)) {
        if let Some(columns) = row[from..].first_chunk() {
            *copied = *columns;
        } else {
            *copied = [0.0; N];
            let rest = &row[from..];
            for k in 0..rest.len().min(N) {
                copied[k] = rest[k];
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/numerics/multiply.rs"]
mod tests;
