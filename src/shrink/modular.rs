//! Vectors of small integers: inverses modulo a prime, and exact products with matrices.
//!
//! All of it is exact, so wide vectors change nothing but the time.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "residues lie below a prime of 28 bits")]

use crate::numerics::lanes::wide;

/// Bits of a limb, and of a residue: sums of 2^7 products of two of them fit into 63 bits.
pub(super) const LIMB: usize = 28;
/// Lanes of a sum. Rows are padded with zeros to a multiple of this.
const LANES: usize = 8;
/// Columns whose products are added up in lanes.
const BLOCK: usize = 128 * LANES;

/// Rows of integers in limbs of 28 bits, the last with a sign.
pub(super) struct Limbs {
    width: usize,
    /// By limbs, then by padded rows.
    limbs: Vec<Vec<i32>>,
}

impl Limbs {
    /// A square matrix, or its transpose.
    pub(super) fn new(entries: &[i128], n: usize, transposed: bool) -> Self {
        let longest = entries.iter().map(|x| 128 - x.unsigned_abs().leading_zeros() as usize).max().unwrap_or(0);
        let width = n.next_multiple_of(LANES);
        let count = (longest + 1).div_ceil(LIMB).max(1);
        let mut limbs = vec![vec![0; n * width]; count];
        for (place, &x) in entries.iter().enumerate() {
            let (i, j) = if transposed { (place % n, place / n) } else { (place / n, place % n) };
            for (k, limb) in limbs.iter_mut().enumerate() {
                let rest = x >> (k * LIMB);
                let low = if k + 1 < count { rest & ((1 << LIMB) - 1) } else { rest };
                limb[i * width + j] = low as i32;
            }
        }
        Self { width, limbs }
    }

    /// A vector, padded.
    pub(super) fn vector(&self) -> Vec<i32> {
        vec![0; self.width]
    }

    /// Calls `out` with every row and its product with residues.
    pub(super) fn multiply(&self, x: &[i32], mut out: impl FnMut(usize, i128)) {
        let n = self.limbs[0].len() / self.width;
        let mut sums = vec![0; n];
        for (k, rows) in self.limbs.iter().enumerate().rev() {
            let mut products = vec![0; n];
            multiply(rows, x, &mut products);
            sums.iter_mut().zip(products).for_each(|(sum, product): (&mut i128, i128)| *sum += product << (k * LIMB));
        }
        sums.into_iter().enumerate().for_each(|(i, sum)| out(i, sum));
    }
}

wide! {
    fn multiply<'a>(rows: &'a [i32], x: &'a [i32], out: &'a mut [i128]) {
        for (row, out) in rows.chunks_exact(x.len()).zip(out) {
            for (row, x) in row.chunks(BLOCK).zip(x.chunks(BLOCK)) {
                let mut sums = [0_i64; LANES];
                for (a, x) in row.as_chunks::<LANES>().0.iter().zip(x.as_chunks::<LANES>().0) {
                    for lane in 0..LANES {
                        sums[lane] += i64::from(a[lane]) * i64::from(x[lane]);
                    }
                }
                *out += sums.into_iter().map(i128::from).sum::<i128>();
            }
        }
    }
}

/// The inverse of a square matrix modulo a prime of 28 bits, by rows; `None` if it has none.
pub(super) fn invert(entries: &[i128], n: usize, prime: u32) -> Option<Vec<i128>> {
    let mut rows: Vec<u32> = entries.iter().map(|x| x.rem_euclid(prime.into()) as u32).collect();
    let regular = invert_in_place(&mut rows, n, prime);
    regular.then(|| rows.into_iter().map(i128::from).collect())
}

wide! {
    /// Gauss and Jordan: step by step, a column of the matrix makes room for one of the inverse.
    fn invert_in_place<'a>(rows: &'a mut [u32], n: usize, prime: u32) -> bool {
        let reduce = Reduction::new(prime);
        let mut swaps = Vec::with_capacity(n);
        let mut pivot = vec![0; n];
        for step in 0..n {
            let Some(found) = (step..n).find(|i| rows[i * n + step] != 0) else { return false };
            swaps.push(found);
            for j in 0..n {
                rows.swap(step * n + j, found * n + j);
            }
            let row = &mut rows[step * n..][..n];
            let inverse = power(row[step], prime - 2, prime);
            row[step] = 1;
            for x in row.iter_mut() {
                *x = reduce.of(u64::from(*x) * u64::from(inverse));
            }
            pivot.copy_from_slice(row);
            for (i, other) in rows.chunks_exact_mut(n).enumerate() {
                let factor = other[step];
                if i == step || factor == 0 {
                    continue;
                }
                other[step] = 0;
                let negated = u64::from(prime - factor);
                for (x, y) in other.iter_mut().zip(&pivot) {
                    *x = reduce.of(u64::from(*x) + negated * u64::from(*y));
                }
            }
        }
        for row in rows.chunks_exact_mut(n) {
            for (step, &other) in swaps.iter().enumerate().rev() {
                row.swap(step, other);
            }
        }
        true
    }
}

/// Remainders of numbers below 2^56 by a prime between 2^27 and 2^28, without divisions (Barrett).
#[derive(Clone, Copy)]
struct Reduction {
    prime: u64,
    /// 2^56 over the prime, rounded down: at most 29 bits.
    inverse: u64,
}

impl Reduction {
    fn new(prime: u32) -> Self {
        Self { prime: prime.into(), inverse: (1 << 56) / u64::from(prime) }
    }

    /// The estimate of the quotient is short by less than 3: rounding down loses less than 1 each in the low part
    /// of `x`, in the inverse and at the end.
    #[inline(always)]
    fn of(self, x: u64) -> u32 {
        // The masks say that factors have 32 bits, for which there are vector instructions.
        let low = u64::from(u32::MAX);
        let quotient = ((x >> 27 & low) * (self.inverse & low)) >> 29;
        let mut rest = (x - (quotient & low) * (self.prime & low)) as u32;
        let prime = self.prime as u32;
        for _ in 0..2 {
            rest = rest.min(rest.wrapping_sub(prime));
        }
        rest
    }
}

fn power(base: u32, mut exponent: u32, prime: u32) -> u32 {
    let (mut base, mut result, prime) = (u64::from(base), 1, u64::from(prime));
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        exponent >>= 1;
    }
    result as u32
}
