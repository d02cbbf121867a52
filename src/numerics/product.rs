//! Enclosures of `Left^T Right` for long, thin matrices, at about the price of the plain product.
//!
//! The regrets of a trace are functions of `Lambda^T L`, the `T x n` multipliers against the `T x k` losses, summed
//! over rounds. A [`ProductAccumulator`] takes the rounds as they come, in blocks of at most [`BLOCK`] = 512: one plain
//! product a block, one pass for the error bound while the block is in cache, and the block's product is added to a
//! running pair (head, tail) whose own error is negligible. Memory does not grow with `T`. Blocks are cut by the number of
//! the round and every sum has one order, so the enclosures are the same on every processor.
//!
//! The bound below holds for every *conventional* product: entry `(i, j)` of a block is a sum of its `b` products
//! `l_ti r_tj`, each computed once, in any order, in IEEE doubles with gradual underflow.
//!
//! **The bound.** `u`, `gamma_n` and the lemma on pairs are those of [`enclosed_sum`](super::enclosed_sum). In a block
//! of `b` rounds a term passes through at most `b` roundings (its product and `b - 1` additions, or `b` fused
//! operations), and each of its products loses at most 2^-1075 to underflow, which later roundings at most double. So
//! with `A_ij = sum_t |l_ti| |r_tj|` over the block
//!
//! ```text
//! |computed - exact| <= gamma_b A_ij + b 2^-1074.
//! ```
//!
//! Summed over blocks the same holds with `A` taken over all `T` rounds, `b` the largest block in `gamma_b`, and
//! `T 2^-1074` at the end. Hoelder's inequality gives `A_ij <= S_i M_j` with `S_i = sum_t |l_ti|`,
//! `M_j = max_t |r_tj|`: for multipliers on the simplex the `S_i` add up to `T`, so nothing is lost in the regret
//! beyond `max |r|`. The blocks' products are at most `(1 + gamma_b) A + T 2^-1074` in size, so the pairs, with `N`
//! additions of heads, add at most `6 N^2 u^2` times that, where `6 N^2 u^2 <= 6/64`. Altogether
//!
//! ```text
//! |head + tail - exact| <= (gamma_b + 7 N^2 u^2) S_i M_j + T 2^-1073,     b = min(512, T).
//! ```
//!
//! The right side is evaluated with upward rounding from `S_i`, which is enclosed as well: a block adds the `|l_ti|` in
//! at most 160 roundings a term (four rounds at a time, then pairwise; see `absorb`), and the blocks'
//! sums go to pairs like the products, so `S_i` is off by at most `(gamma_160 + 7 N^2 u^2) S_i`
//! ([`ProductAccumulator::left_sums`]). Where the entries of `Left` are at most 1 in size an entry is thus at most
//! `2 (gamma_512 + 7 N^2 u^2) + 6 u` times `T M_j` wide: below 1.2e-13 for every `T` up to 10^9, without growth in `T`.
//!
//! **Overflow.** An overflow inside a block leaves an infinite or NaN entry, and nothing later makes it finite again;
//! such an entry is enclosed by the whole line. So are entries whose row of `Left^T` or column of `Right` met a number
//! that is not finite, which is outside the contract.

use super::Enclosure;
use super::directed::{add_up, div_up, mul_up, sub_down};
use super::enclosed_sum::{MOST_TERMS, around, fold, fold_error_up, gamma_up};
use super::lanes::wide;
use super::multiply::{Strips, multiply};
use std::ops::Index;

/// Rounds in a block. Larger is a little faster and, in proportion, wider.
pub const BLOCK: usize = 512;

/// Numbers that wait in a block at most, unless a few rounds alone are more: rounds of many columns come in shorter
/// blocks, so that memory grows with the columns and not with 512 times them.
const MOST_WAITING: usize = 1 << 20;
const SHORTEST_BLOCK: usize = 4;

/// Additions that an absolute value passes through in a block: at most two in its group of four rounds, one for each of
/// the at most 128 groups, one for each of at most four rows that are left over; generously.
const ROUNDINGS: usize = 160;

/// A matrix of enclosures, stored by rows.
#[derive(Clone, Debug, PartialEq)]
pub struct EnclosureMatrix {
    cols: usize,
    entries: Vec<Enclosure>,
}

impl EnclosureMatrix {
    /// Row `i`.
    pub fn row(&self, i: usize) -> &[Enclosure] {
        &self.entries[i * self.cols..(i + 1) * self.cols]
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[Enclosure] {
        &self.entries
    }
}

impl Index<(usize, usize)> for EnclosureMatrix {
    type Output = Enclosure;
    fn index(&self, (i, j): (usize, usize)) -> &Enclosure {
        &self.row(i)[j]
    }
}

/// The sum over rounds of the outer products `left_t right_t^T`, rounded, with what its error bound needs.
///
/// ```
/// use referee::numerics::ProductAccumulator;
/// let mut product = ProductAccumulator::new(2, 1);
/// product.push_block(&[0.25, 0.75], &[3.0]);
/// product.push_block(&[0.5, 0.5, 1.0, 0.0], &[-1.0, 0.1]); // two rounds
/// let product = product.enclosures();
/// assert!(product[(0, 0)].contains(0.35) && product[(1, 0)].contains(1.75));
/// ```
#[derive(Clone, Debug)]
pub struct ProductAccumulator {
    rows: usize,
    cols: usize,
    /// Rounds in a block; at most [`BLOCK`].
    block_rounds: usize,
    /// Rounds that wait for a full block, by rounds.
    left: Vec<f64>,
    right: Vec<f64>,
    /// The product of one block, by rows, and room for taking it.
    block: Vec<f64>,
    strips: Strips,
    /// The pairs of the running product, by rows.
    heads: Vec<f64>,
    tails: Vec<f64>,
    /// Over rounds: the sums of the absolute values of the left (of a block, and running pairs), the largest absolute
    /// values of the right. Where rounds are short, for [`abreast`] rounds side by side.
    block_sums: Vec<f64>,
    sum_heads: Vec<f64>,
    sum_tails: Vec<f64>,
    right_sizes: Vec<f64>,
    rounds: usize,
    folds: usize,
}

impl ProductAccumulator {
    /// The empty sum of `rows x cols` outer products.
    ///
    /// # Panics
    /// If a dimension is zero.
    pub fn new(rows: usize, cols: usize) -> Self {
        assert!(rows > 0 && cols > 0, "a product of {rows} x {cols} has no entries");
        let block_rounds = (MOST_WAITING / (rows + cols)).clamp(SHORTEST_BLOCK, BLOCK);
        Self {
            rows,
            cols,
            block_rounds,
            left: Vec::with_capacity(block_rounds * rows),
            right: Vec::with_capacity(block_rounds * cols),
            block: vec![0.0; rows * cols],
            strips: Strips::default(),
            heads: vec![0.0; rows * cols],
            tails: vec![0.0; rows * cols],
            block_sums: vec![0.0; abreast(rows) * rows],
            sum_heads: vec![0.0; abreast(rows) * rows],
            sum_tails: vec![0.0; abreast(rows) * rows],
            right_sizes: vec![0.0; abreast(cols) * cols],
            rounds: 0,
            folds: 0,
        }
    }

    /// Adds any number of rounds, stored one after the other. Full blocks are read in place; what is left over waits
    /// for more, so that the size of the chunks does not matter.
    ///
    /// # Panics
    /// If the lengths are not the same number of rounds.
    pub fn push_block(&mut self, left: &[f64], right: &[f64]) {
        let rounds = left.len() / self.rows;
        assert!(
            left.len() == rounds * self.rows && right.len() == rounds * self.cols,
            "{} and {} entries are not rounds of a {} x {} product",
            left.len(),
            right.len(),
            self.rows,
            self.cols,
        );
        self.rounds += rounds;
        assert!(self.rounds < MOST_TERMS, "a product over {} rounds is too long for its error bound", self.rounds);

        let waiting = self.left.len() / self.rows;
        let fill = if waiting == 0 { 0 } else { rounds.min(self.block_rounds - waiting) };
        let (left_fill, left) = left.split_at(fill * self.rows);
        let (right_fill, right) = right.split_at(fill * self.cols);
        self.left.extend_from_slice(left_fill);
        self.right.extend_from_slice(right_fill);
        if waiting + fill == self.block_rounds {
            self.flush();
        }

        let left_blocks = left.chunks_exact(self.block_rounds * self.rows);
        let right_blocks = right.chunks_exact(self.block_rounds * self.cols);
        self.left.extend_from_slice(left_blocks.remainder());
        self.right.extend_from_slice(right_blocks.remainder());
        for (left, right) in left_blocks.zip(right_blocks) {
            self.add_block(left, right);
        }
    }

    /// The enclosures of all entries of the product of the rounds so far.
    pub fn enclosures(&mut self) -> EnclosureMatrix {
        self.flush();
        let relative =
            add_up(gamma_up(self.block_rounds.min(self.rounds)), fold_error_up(self.folds.saturating_sub(1)));
        let underflow = self.rounds as f64 * f64::from_bits(2);
        let left_sums = self.left_sums();
        let right_sizes = by_column(&self.right_sizes, self.cols, larger);
        let mut entries = Vec::with_capacity(self.rows * self.cols);
        let pairs = self.heads.chunks_exact(self.cols).zip(self.tails.chunks_exact(self.cols));
        for ((heads, tails), &left_sum) in pairs.zip(&left_sums) {
            let scale = mul_up(relative, left_sum.hi());
            for ((&head, &tail), &right_size) in heads.iter().zip(tails).zip(&right_sizes) {
                // A factor that was always zero leaves nothing to round.
                let all_zero = left_sum.hi() == 0.0 || right_size == 0.0;
                let radius = if all_zero { 0.0 } else { add_up(mul_up(scale, right_size), underflow) };
                entries.push(around(head, tail, radius));
            }
        }
        EnclosureMatrix { cols: self.cols, entries }
    }

    /// The enclosures of `sum_t |l_ti|`: the sums of the columns of the left, where these are not negative.
    pub fn left_sums(&mut self) -> Vec<Enclosure> {
        self.flush();
        let lanes = abreast(self.rows);
        // Adding up what stands side by side is `lanes - 1` more additions of heads and of tails.
        let folds = self.folds.saturating_sub(1) + lanes;
        let relative = add_up(gamma_up(ROUNDINGS), fold_error_up(folds.saturating_mul(lanes)));
        (0..self.rows)
            .map(|i| {
                let (mut head, mut tail) = (0.0, 0.0);
                for lane in (i..self.sum_heads.len()).step_by(self.rows) {
                    fold(&mut head, &mut tail, self.sum_heads[lane]);
                    tail += self.sum_tails[lane];
                }
                // The computed sum is at least 1 - relative times the exact one, which the radius is relative to.
                let size = div_up(add_up(head, tail.abs()), sub_down(1.0, relative));
                let sum = around(head, tail, mul_up(relative, size));
                if head == 0.0 && tail == 0.0 { Enclosure::ZERO } else { sum.positive_part() }
            })
            .collect()
    }

    /// Adds the rounds that wait, as a block that may be short.
    fn flush(&mut self) {
        if self.left.is_empty() {
            return;
        }
        let left = std::mem::take(&mut self.left);
        let right = std::mem::take(&mut self.right);
        self.add_block(&left, &right);
        (self.left, self.right) = (left, right);
        self.left.clear();
        self.right.clear();
    }

    /// Adds at most [`BLOCK`] rounds.
    fn add_block(&mut self, left: &[f64], right: &[f64]) {
        let (left_sums, right_sizes) = (&mut self.block_sums, &mut self.right_sizes);
        left_sums.fill(0.0);
        absorb_block(left_sums, left, right_sizes, right);
        for ((head, tail), &sum) in self.sum_heads.iter_mut().zip(&mut self.sum_tails).zip(&self.block_sums) {
            fold(head, tail, sum);
        }
        multiply(&mut self.strips, left, self.rows, right, self.cols, &mut self.block);
        for ((head, tail), &value) in self.heads.iter_mut().zip(&mut self.tails).zip(&self.block) {
            fold(head, tail, value);
        }
        self.folds += 1;
    }
}

wide! {
    /// One pass over a block for the bound.
    fn absorb_block<'a>(left_sums: &'a mut [f64], left: &'a [f64], right_sizes: &'a mut [f64], right: &'a [f64]) {
        absorb(left_sums, left, |sum, size| sum + size);
        absorb(right_sizes, right, larger);
    }
}

/// The larger of two; the comparison is one instruction where `f64::max` is three.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// How many rounds of `width` numbers [`absorb`] takes as one long row, so that its loops are worth their start.
fn abreast(width: usize) -> usize {
    32_usize.div_ceil(width)
}

/// Combines the absolute values of every column of a block into `totals`, four rows of the length of `totals` at a
/// time.
#[inline(always)]
fn absorb(totals: &mut [f64], block: &[f64], combine: impl Fn(f64, f64) -> f64) {
    let width = totals.len();
    let groups = block.chunks_exact(4 * width);
    let rest = groups.remainder();
    for group in groups {
        let (ab, cd) = group.split_at(2 * width);
        let ((a, b), (c, d)) = (ab.split_at(width), cd.split_at(width));
        // By index: a call per iterator costs more than these few numbers.
        for i in 0..width {
            totals[i] = combine(totals[i], combine(combine(a[i].abs(), b[i].abs()), combine(c[i].abs(), d[i].abs())));
        }
    }
    // The last row may be short, but begins with a round like all others.
    for row in rest.chunks(width) {
        for (total, x) in totals.iter_mut().zip(row) {
            *total = combine(*total, x.abs());
        }
    }
}

/// One total a column, from totals for several rounds side by side.
fn by_column(totals: &[f64], width: usize, combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    (0..width).map(|i| totals[i..].iter().step_by(width).fold(0.0, |total, &x| combine(total, x))).collect()
}

/// The enclosures of `Left^T Right` for whole matrices stored by rounds: `left` has `rows` entries a round, `right` has
/// `cols`. See [`ProductAccumulator`] for rounds that come one by one.
///
/// # Panics
/// If a dimension is zero or the lengths are not the same number of rounds.
pub fn enclose_transpose_product(left: &[f64], rows: usize, right: &[f64], cols: usize) -> EnclosureMatrix {
    let mut product = ProductAccumulator::new(rows, cols);
    product.push_block(left, right);
    product.enclosures()
}
