//! Fast enclosures of long sums and dot products, with an error bound that is known before the sum is taken.
//!
//! [`ExactSum`](super::ExactSum) is exact and slow; plain floating point is fast and says nothing. Here the terms are
//! added in plain doubles, their absolute values beside them, and the second sum bounds the error of the first.
//!
//! **Notation.** `u = 2^-53`, `gamma_n = n u / (1 - n u)`. A double operation returns `(exact)(1 + d)`, `|d| <= u`, as
//! long as nothing overflows; a product may also lose up to 2^-1075 to underflow, a sum never does (sums of doubles
//! below 2^-1022 are exact). So a sum in which every term passes through at most `n` roundings is off by at most `gamma_n` times the sum
//! of the absolute values, whatever the order of the additions (Higham, *Accuracy and Stability of Numerical
//! Algorithms*, section 4.2).
//!
//! **Within a block** of 256 terms, eight lanes take 32 terms each and are then added pairwise: a term passes through
//! at most 31 + 3 = 34 additions (the first one, to zero, is exact).
//!
//! **Across blocks** the total is a pair (head, tail): `head` is the running sum and `tail` collects the rounding
//! errors of `head`, each of which is computed exactly (Knuth). *Lemma.* Let values with absolute sum `W` be added to
//! the heads of one or more such pairs, and the pairs to each other (heads together, tails together), with `N`
//! additions of heads in all and `N u <= 1/8`. Then `head + tail` is off by at most `6 N^2 u^2 W`. *Proof.* Every head
//! is at most `(1 + u)^N W <= 2 W` in size, so each of the `N` errors is at most `2 u W`, and together they are at most
//! `2 N u W`. Heads plus errors is the exact total. The tails add up the errors, with at most `2 N` additions, so
//! they are off by at most `gamma_2N 2 N u W`, and `gamma_2N <= (4/3) 2 N u` because `2 N u <= 1/4`. QED.
//!
//! So the width does not grow with the number of blocks: with `V` the sum of the absolute values of `T` terms,
//! a sum is at most `2 (gamma_34 + 7 (T/256)^2 u^2) V` wide, plus `6 u V` for the last roundings: below `9e-15 V`
//! for every `T` up to 10^10.
//!
//! `V` itself is a sum of positive doubles in which a term passes through fewer than `T` roundings, each of which
//! shrinks it by a factor of at least `1 - u`: the computed value is at least `(1 - T u) V`.

use super::Enclosure;
use super::directed::{add_both, add_up, div_up, mul_up, sub_down, two_sum_error};

/// The unit roundoff 2^-53.
pub(super) const UNIT: f64 = f64::EPSILON / 2.0;
/// Sums of more terms than this are refused: the bounds need `T u <= 1/8`.
pub(super) const MOST_TERMS: usize = 1 << 50;

const LANES: usize = 8;
const BLOCK: usize = 256;
/// Additions that a term of a block passes through: its lane, then three levels of pairs.
const ROUNDINGS: usize = BLOCK / LANES - 1 + 3;

/// `gamma_n`, rounded up.
pub(super) fn gamma_up(n: usize) -> f64 {
    // A count below 2^50 times a power of two is exact.
    let n_u = n as f64 * UNIT;
    div_up(n_u, sub_down(1.0, n_u))
}

/// `7 N^2 u^2`, rounded up: the bound of the lemma relative to terms whose block sums are at most 7/6 of them in size.
pub(super) fn fold_error_up(additions: usize) -> f64 {
    let n_u = additions as f64 * UNIT;
    mul_up(7.0, mul_up(n_u, n_u))
}

/// An upper bound of a sum of `terms` absolute values, from the sum computed in doubles.
fn absolute_sum_up(computed: f64, terms: usize) -> f64 {
    div_up(computed, sub_down(1.0, terms as f64 * UNIT))
}

/// Adds `value` to the pair.
#[inline]
pub(super) fn fold(head: &mut f64, tail: &mut f64, value: f64) {
    let sum = *head + value;
    *tail += two_sum_error(*head, value, sum);
    *head = sum;
}

/// Everything within `radius` of `head + tail`; the whole line if something overflowed on the way.
///
/// An overflow is never forgotten: an infinite or NaN partial sum leaves an infinite or NaN head or tail.
pub(super) fn around(head: f64, tail: f64, radius: f64) -> Enclosure {
    if !(head.is_finite() && tail.is_finite() && radius.is_finite()) {
        return Enclosure::EVERYTHING;
    }
    let (below, above) = add_both(head, tail);
    Enclosure::new(sub_down(below, radius), add_up(above, radius))
}

/// The sum of a block of at most [`BLOCK`] terms, and of their absolute values.
#[inline]
fn block_sums(block: &[f64]) -> (f64, f64) {
    let mut sums = [0.0; LANES];
    let mut sizes = [0.0; LANES];
    let mut add = |terms: &[f64]| {
        for ((sum, size), &term) in sums.iter_mut().zip(&mut sizes).zip(terms) {
            *sum += term;
            *size += term.abs();
        }
    };
    let chunks = block.chunks_exact(LANES);
    let rest = chunks.remainder();
    chunks.for_each(&mut add);
    add(rest);
    (add_pairwise(sums), add_pairwise(sizes))
}

#[inline]
fn add_pairwise([a, b, c, d, e, f, g, h]: [f64; LANES]) -> f64 {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// Running totals over blocks: the pair, the sum of the absolute values, how many terms and blocks went in.
#[derive(Clone, Debug, Default)]
struct Totals {
    head: f64,
    tail: f64,
    size: f64,
    terms: usize,
    blocks: usize,
}

impl Totals {
    #[inline]
    fn add_block(&mut self, block: &[f64]) {
        let (sum, size) = block_sums(block);
        fold(&mut self.head, &mut self.tail, sum);
        self.size += size;
        self.terms += block.len();
        self.blocks += 1;
    }

    /// The enclosure, given the roundings that each term met before it was added and what it lost to underflow.
    fn enclose(&self, roundings_before: usize, lost: f64) -> Enclosure {
        assert!(self.terms < MOST_TERMS, "a sum of {} terms is too long for its error bound", self.terms);
        let roundings = roundings_before + ROUNDINGS.min(self.terms.saturating_sub(1));
        // The first block is added to zero, which is exact. Block sums are at most (1 + gamma_34) V <= (7/6) V in all.
        let relative = add_up(gamma_up(roundings), fold_error_up(self.blocks.saturating_sub(1)));
        let size = absolute_sum_up(self.size, self.terms);
        around(self.head, self.tail, add_up(mul_up(relative, size), lost))
    }
}

/// A long sum of products that come in pieces, enclosed at the end; see [`enclose_dot`] for the width.
///
/// The products are rounded before they are added: `|fl(x y) - x y|` is at most `u |x y| + 2^-1075`, that is at most
/// `gamma_1 |fl(x y)| + 2^-1074`. So a product counts as one more rounding, and as a loss of 2^-1074.
///
/// A whole factor `k` is multiplied with `x` first. That product cannot underflow (it is a multiple of the last place
/// of `x`), so it is one more rounding and nothing else; the loss of the second product is then at most 2^-1073.
///
/// ```
/// use referee::numerics::EnclosedSum;
/// let mut sum = EnclosedSum::new();
/// sum.add_products(&[0.5, 2.0], &[4.0, 0.25]);
/// sum.add_multiple(3, &[0.1], &[10.0]);
/// assert!(sum.enclose().contains(5.5) && sum.enclose().width() < 1e-14);
/// ```
#[derive(Clone, Debug)]
pub struct EnclosedSum {
    totals: Totals,
    waiting: Vec<f64>,
    /// Roundings of a product before it is added.
    roundings: usize,
}

impl Default for EnclosedSum {
    fn default() -> Self {
        Self::new()
    }
}

impl EnclosedSum {
    /// The empty sum.
    pub fn new() -> Self {
        Self { totals: Totals::default(), waiting: Vec::with_capacity(BLOCK), roundings: 1 }
    }

    /// Adds the dot product of two slices of finite doubles.
    ///
    /// # Panics
    /// If the lengths differ.
    #[inline]
    pub fn add_products(&mut self, a: &[f64], b: &[f64]) {
        self.add(a, b, |x, y| x * y);
    }

    /// Adds `k` times the dot product.
    ///
    /// # Panics
    /// If the lengths differ or `k` is not below 2^53.
    pub fn add_multiple(&mut self, k: u64, a: &[f64], b: &[f64]) {
        assert!(k < 1 << 53, "{k} is not a double exactly");
        self.roundings = 2;
        let k = k as f64;
        self.add(a, b, |x, y| (k * x) * y);
    }

    #[inline]
    fn add(&mut self, mut a: &[f64], mut b: &[f64], product: impl Fn(f64, f64) -> f64) {
        assert_eq!(a.len(), b.len(), "a dot product takes slices of the same length");
        while !a.is_empty() {
            let count = a.len().min(BLOCK - self.waiting.len());
            let (a_now, b_now) = (&a[..count], &b[..count]);
            self.waiting.extend(a_now.iter().zip(b_now).map(|(&x, &y)| product(x, y)));
            (a, b) = (&a[count..], &b[count..]);
            if self.waiting.len() == BLOCK {
                self.totals.add_block(&self.waiting);
                self.waiting.clear();
            }
        }
    }

    /// The sum so far; the whole line if something overflowed or was not finite.
    pub fn enclose(&self) -> Enclosure {
        let mut totals = self.totals.clone();
        if !self.waiting.is_empty() {
            totals.add_block(&self.waiting);
        }
        let lost = totals.terms as f64 * f64::from_bits(if self.roundings == 1 { 1 } else { 2 });
        totals.enclose(self.roundings, lost)
    }
}

/// An enclosure of the dot product of two slices of finite doubles, at about the speed of a plain dot product.
///
/// It is at most `9e-15` times the sum of the `|x_t y_t|` wide, plus 2^-1073 per term for underflow. If something
/// overflows, or an entry is not finite, it is the whole line.
///
/// # Panics
/// If the lengths differ.
pub fn enclose_dot(a: &[f64], b: &[f64]) -> Enclosure {
    let mut sum = EnclosedSum::new();
    sum.add_products(a, b);
    sum.enclose()
}
