//! A rigorous bound on `||M x - x||_1`, at the price of one product.
//!
//! Let `u = 2^-53`, all entries non-negative, `n <= 2^24`. The computed image `y = fl(M x)` collects each entry from
//! `n` products, and no term meets more than `n` roundings, so `|y_i - (M x)_i| <= g (M x)_i + n 2^-1075` with
//! `g = n u / (1 - n u)` (the last term pays for products that underflow; sums never do), hence also
//! `(M x)_i <= (y_i + n 2^-1075) / (1 - g)`. With the exact sums `Y` of the `y_i` and `S` of the `|y_i - x_i|`,
//!
//! ```text
//! ||M x - x||_1  <=  S + (g / (1 - g)) Y + n^2 2^-1074.
//! ```
//!
//! Computed sums of `n` non-negative terms fall short by at most a factor `(1 - u)^(n-1)`, the differences by one more
//! factor. Finally `(1 - u)^(-n) <= 1 / (1 - n u) <= 1 + n 2^-52`, and
//! `g / ((1 - g)(1 - u)^(n-1)) <= n u / (1 - 3 n u) <= (n + 1) u` because `3 n (n + 1) u <= 1`. So, for the computed
//! `S` and `Y`,
//!
//! ```text
//! ||M x - x||_1  <=  (1 + n 2^-52) S + (n + 1) 2^-53 Y + 2^-1000,
//! ```
//!
//! evaluated with upward rounding. For a stochastic matrix and a point of the simplex the second term is about
//! `(n + 1) 2^-53`.

use crate::numerics::directed::{add_up, mul_up};
use crate::numerics::simplex::sum;

/// 2^-1000, above `n^2 2^-1074` and a normal double (arithmetic on subnormal ones is slow).
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// `image = M x`, columns first; no term of an entry is rounded more than `n` times.
///
/// Four columns a pass: a term meets its product, two sums inside the pass, one for each later pass and each left-over
/// column; the first sum, onto zero, is exact. That is at most `3 + (n / 4 - 1) + n % 4 <= n` for `n >= 4`, and `n`
/// below.
#[inline(always)]
pub(super) fn multiply(matrix: &[f64], x: &[f64], image: &mut [f64]) {
    let n = x.len();
    let image = &mut image[..n];
    image.fill(0.0);
    let (passes, rest) = x.as_chunks::<4>();
    let (columns, rest_columns) = matrix.split_at(passes.len() * 4 * n);
    for (block, x) in columns.chunks_exact(4 * n).zip(passes) {
        let (a, block) = block.split_at(n);
        let (b, block) = block.split_at(n);
        let (c, d) = block.split_at(n);
        for ((((entry, a), b), c), d) in image.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *entry += (a * x[0] + b * x[1]) + (c * x[2] + d * x[3]);
        }
    }
    for (column, x) in rest_columns.chunks_exact(n).zip(rest) {
        for (entry, a) in image.iter_mut().zip(column) {
            *entry += a * x;
        }
    }
}

/// Whether every entry is in `[0, 2)`.
///
/// Those are the doubles whose two top bits are clear (and -0), so one "or" of all bits decides nearly always.
pub(super) fn entries_in_range(entries: &[f64]) -> bool {
    let bits = entries.iter().fold(0, |bits, entry| bits | entry.to_bits());
    bits >> 62 == 0 || entries.iter().all(|entry| (0.0..2.0).contains(entry))
}

/// An upper bound on `||M x - x||_1` for the matrix and the point as given; `image` is scratch space.
#[inline(always)]
pub(super) fn bound(matrix: &[f64], x: &[f64], image: &mut [f64]) -> f64 {
    multiply(matrix, x, image);
    let total = sum(image);
    for (entry, x) in image.iter_mut().zip(x) {
        *entry = (*entry - x).abs();
    }
    let size = x.len() as f64;
    let differences = mul_up(sum(image), 1.0 + size * f64::EPSILON);
    let rounding = mul_up(total, (size + 1.0) * (0.5 * f64::EPSILON));
    add_up(differences, add_up(rounding, UNDERFLOW))
}
