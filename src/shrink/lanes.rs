//! The dense kernels of the method in doubles: eight lanes, one order of additions, no fused multiply-add.
//!
//! Which of several optimal vertices is found depends on the rounding of pivots, so these numbers must be the same on
//! every processor. Wide vectors only do several lanes at once.

use crate::numerics::lanes::{LANES, TALL, tile, wide};

/// The length of a row that is padded with zeros to whole lanes.
pub(super) fn padded(n: usize) -> usize {
    n.next_multiple_of(LANES)
}

fn eight(x: &[f64]) -> &[[f64; LANES]] {
    x.as_chunks().0
}

#[inline(always)]
fn add_up([a, b, c, d, e, f, g, h]: [f64; LANES]) -> f64 {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

wide! {
    /// `out_i = row_i . x` for rows of this width; `x` is padded, and may be shorter.
    pub(super) fn multiply<'a>(rows: &'a [f64], width: usize, x: &'a [f64], out: &'a mut [f64]) {
        let (rows, x, length) = (&rows[..out.len() * width], eight(x), x.len());
        // Four rows at a time hide the latency of additions.
        let mut fours = rows.chunks_exact(4 * width);
        let (outs, rest) = out.as_chunks_mut::<4>();
        for (four, out) in fours.by_ref().zip(outs) {
            let row = |i: usize| eight(&four[i * width..][..length]);
            let (a, b, c, d) = (row(0), row(1), row(2), row(3));
            let mut sums = [[0.0; LANES]; 4];
            for ((((x, a), b), c), d) in x.iter().zip(a).zip(b).zip(c).zip(d) {
                for lane in 0..LANES {
                    sums[0][lane] += a[lane] * x[lane];
                    sums[1][lane] += b[lane] * x[lane];
                    sums[2][lane] += c[lane] * x[lane];
                    sums[3][lane] += d[lane] * x[lane];
                }
            }
            *out = sums.map(add_up);
        }
        for (row, out) in fours.remainder().chunks_exact(width).zip(rest) {
            let mut sums = [0.0; LANES];
            for (a, x) in eight(row).iter().zip(x) {
                for lane in 0..LANES {
                    sums[lane] += a[lane] * x[lane];
                }
            }
            *out = add_up(sums);
        }
    }
}

wide! {
    /// `row_i -= factor_i y` for padded rows as long as `y`.
    pub(super) fn subtract<'a>(rows: &'a mut [f64], factors: &'a [f64], y: &'a [f64]) {
        for (row, &factor) in rows.chunks_exact_mut(y.len()).zip(factors) {
            take(row, factor, y);
        }
    }
}

#[inline(always)]
fn take(row: &mut [f64], factor: f64, y: &[f64]) {
    if factor != 0.0 {
        row.iter_mut().zip(y).for_each(|(x, y)| *x -= factor * y);
    }
}

wide! {
    /// Inverts a square matrix with padded rows in its place; `false` if it is singular as far as doubles can tell. Gauss
    /// and Jordan: step by step, a column of the matrix makes room for one of the inverse.
    pub(super) fn invert<'a>(rows: &'a mut [f64], n: usize) -> bool {
        let width = padded(n);
        let mut swaps = Vec::with_capacity(n);
        let mut pivot = vec![0.0; width];
        for step in 0..n {
            let size = |i: usize| rows[i * width + step].abs();
            let largest = (step..n).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(step);
            if size(largest) <= 1e-13 || size(largest).is_nan() {
                return false;
            }
            swaps.push(largest);
            let (above, below) = rows.split_at_mut(largest * width);
            let found = &mut below[..width];
            if largest != step {
                found.swap_with_slice(&mut above[step * width..][..width]);
            }
            let row = &mut rows[step * width..][..width];
            let inverse = 1.0 / row[step];
            row[step] = 1.0;
            for x in row.iter_mut() {
                *x *= inverse;
            }
            pivot.copy_from_slice(row);
            for (i, other) in rows.chunks_exact_mut(width).enumerate().take(n) {
                if i != step {
                    let factor = std::mem::take(&mut other[step]);
                    take(other, factor, &pivot);
                }
            }
        }
        for row in rows.chunks_exact_mut(width).take(n) {
            for (step, &other) in swaps.iter().enumerate().rev() {
                row.swap(step, other);
            }
        }
        true
    }
}

/// Columns by panels of eight rows: in a panel, column by column.
pub(super) struct Packed {
    columns: usize,
    width: usize,
    panels: Vec<[f64; LANES]>,
}

impl Packed {
    /// From columns that are padded to this width.
    pub(super) fn new(entries: &[f64], width: usize) -> Self {
        let per_column = width / LANES;
        let columns = entries.len() / width;
        let eights = eight(entries);
        let panels = (0..per_column).flat_map(|p| (0..columns).map(move |j| eights[j * per_column + p])).collect();
        Self { columns, width, panels }
    }

    fn panel(&self, p: usize) -> &[[f64; LANES]] {
        &self.panels[p * self.columns..][..self.columns]
    }

    /// `sum_j v_j column_j`.
    pub(super) fn combine(&self, v: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.width];
        combine(self, v, &mut out);
        out
    }

    /// The lower half of `sum_j d_j column_j column_j^T` over the columns with `d_j > least`, by rows.
    pub(super) fn gram(&self, d: &[f64], least: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.width * self.width];
        let few: Vec<f64> = d.iter().copied().filter(|d| *d > least).collect();
        let kept = |panel: &[[f64; LANES]]| -> Vec<[f64; LANES]> {
            panel.iter().zip(d).filter(|(_, d)| **d > least).map(|(column, _)| *column).collect()
        };
        let panels = (0..self.width / LANES).flat_map(|p| kept(self.panel(p))).collect();
        let packed = &Self { columns: few.len(), width: self.width, panels };
        gram(packed, &few, &mut out);
        out
    }
}

wide! {
    fn combine<'a>(packed: &'a Packed, v: &'a [f64], out: &'a mut [f64]) {
        for (p, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut sums = [0.0; LANES];
            for (column, &v) in packed.panel(p).iter().zip(v) {
                for lane in 0..LANES {
                    sums[lane] += v * column[lane];
                }
            }
            *out = sums;
        }
    }
}

wide! {
    fn gram<'a>[simd](packed: &'a Packed, d: &'a [f64], out: &'a mut [f64]) {
        let mut scaled = vec![[0.0; TALL]; packed.columns];
        for row in (0..packed.width).step_by(TALL) {
            let (panel, half) = (packed.panel(row / LANES), row % LANES);
            for j in 0..packed.columns {
                for i in 0..TALL {
                    scaled[j][i] = d[j] * panel[j][half + i];
                }
            }
            for columns in 0..=row / LANES {
                for (i, sums) in tile(simd, &scaled, packed.panel(columns)).iter().enumerate() {
                    let start = (row + i) * packed.width + columns * LANES;
                    out[start..start + LANES].copy_from_slice(sums);
                }
            }
        }
    }
}
