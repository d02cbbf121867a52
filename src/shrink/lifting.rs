//! Exact solutions of integer systems by lifting (Dixon): solve modulo a prime, then digit by digit in its powers.
//!
//! With the inverse `C` of `A` modulo `p` computed once, the digits of `x = A^-1 b` in base `p` are `x_s = C r_s mod p`
//! with `r_0 = b` and `r_{s+1} = (r_s - A x_s) / p`, an exact division. After enough digits the rational entries are
//! the only fractions of bounded size with these residues.
//!
//! An answer `X / D` is returned only where it is proved. After `k` digits `A x = b` holds modulo `p^k`, and `X = D x` as
//! well, so `A X = D b` does; and numbers that are equal modulo `p^k` and less than `p^k` apart are equal.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "residues lie below a prime of 28 bits, and what is cast to a count is a small positive number"
)]

use super::dyadic::sign_of;
use super::linear::Quotients;
use super::modular::{LIMB, Limbs, invert};
use dashu_int::IBig;
use dashu_int::ops::{BitTest as _, DivRem as _};
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;

/// Tried in turn: a prime that divides the determinant does not work. Below 2^20 digits, a power of one is less than one
/// bit shorter than 28 bits a digit.
const PRIMES: [u32; 3] = [268_435_399, 268_435_367, 268_435_361];

/// What lifting needs to know of a matrix.
pub(super) struct Lifting {
    size: usize,
    prime: u32,
    entries: Vec<i128>,
    /// The inverse modulo the prime, by rows.
    inverse: Vec<i128>,
    /// The same two in limbs, as they are and transposed.
    limbs: [OnceCell<[Limbs; 2]>; 2],
    /// Bits that hold every minor.
    minor_bits: usize,
    /// Bits by which a sum of products with a row or a column is longer than the other factor, at most.
    entry_bits: usize,
    /// A denominator that served before.
    denominator: RefCell<Option<IBig>>,
}

impl Lifting {
    /// `None` if the entries are too large, or the matrix is singular modulo every prime tried.
    pub(super) fn new(entries: &[IBig], size: usize) -> Option<Self> {
        // A residual is a sum of `size` products of an entry and a digit, and has to fit into 127 bits.
        let terms = (usize::BITS - size.leading_zeros()) as usize;
        let longest = entries.iter().map(IBig::bit_len).max()?;
        if longest > 125 - LIMB - terms {
            return None;
        }
        let entries: Vec<i128> = entries.iter().map(|entry| i128::try_from(entry).expect("it fits")).collect();
        // Hadamard: no minor exceeds the product of the norms of its rows; rows of norm below 1 are 0.
        let norm = |row: &[i128]| row.iter().map(|&x| (x as f64).powi(2)).sum::<f64>().max(1.0).log2() / 2.0;
        let minor_bits = entries.chunks_exact(size).map(norm).sum::<f64>() as usize + 2 + size / 16;
        let (prime, inverse) = PRIMES.into_iter().find_map(|p| Some((p, invert(&entries, size, p)?)))?;
        let (limbs, denominator) = (Default::default(), RefCell::new(None));
        Some(Self { size, prime, entries, inverse, limbs, minor_bits, entry_bits: longest + terms, denominator })
    }

    /// The solution of `A x = b`, or of `A^T x = b`; `None` if it could not be found and proved.
    pub(super) fn solve(&self, right: &[IBig], transposed: bool) -> Option<Quotients> {
        let right_bits = right.iter().map(IBig::bit_len).max()?;
        if right_bits > 120 {
            return None;
        }
        // Cramer's rule: the numerators are minors in which the right side replaces a column.
        let numerator_bits = self.minor_bits + right_bits + 8;
        // So many digits are more than `A X` and `D b` can be apart, and with them prove what they yield.
        let proving = (numerator_bits + self.entry_bits.max(right_bits) + 2) / LIMB + 2;
        let mut digits = Digits::new(right);
        let known = self.denominator.borrow().clone();
        if let Some(denominator) = known {
            digits.extend(self, transposed, proving);
            if let Some(found) = self.with_denominator(&digits, proving, denominator, numerator_bits) {
                return Some(found);
            }
        }
        digits.extend(self, transposed, proving.max((numerator_bits + self.minor_bits) / LIMB + 2));
        let found = self.reconstruct(&digits, proving, numerator_bits)?;
        *self.denominator.borrow_mut() = Some(found.denominator.clone());
        Some(found)
    }

    /// The numerators over a denominator that is guessed.
    fn with_denominator(&self, digits: &Digits, count: usize, denominator: IBig, bits: usize) -> Option<Quotients> {
        if denominator.bit_len() > bits {
            return None;
        }
        let modulus = self.power(count);
        let value = |j: usize| short(digits.value(self, j, count), &denominator, &modulus, bits);
        let numerators: Option<Vec<_>> = (0..self.size).map(value).collect();
        Some(Quotients { numerators: numerators?, denominator })
    }

    /// The smallest common denominator, entry by entry: most often the first entry shows all of it, and then fewer
    /// digits of the others do.
    fn reconstruct(&self, digits: &Digits, proving: usize, bits: usize) -> Option<Quotients> {
        let modulus = self.power(digits.count);
        let mut denominator = IBig::ONE;
        for j in 0..self.size {
            let value = digits.value(self, j, digits.count) * &denominator % &modulus;
            if let Some(factor) = fraction(value, &modulus, bits)
                && !factor.is_one()
            {
                denominator *= factor;
                if let Some(found) = self.with_denominator(digits, proving, denominator.clone(), bits) {
                    return Some(found);
                }
            }
        }
        self.with_denominator(digits, proving, denominator, bits)
    }

    fn power(&self, count: usize) -> IBig {
        IBig::from(self.prime).pow(count)
    }
}

/// The digits of a solution so far, and the residual that yields the next ones.
struct Digits {
    residual: Vec<i128>,
    /// Step by step, one digit per entry.
    found: Vec<i32>,
    count: usize,
}

impl Digits {
    fn new(right: &[IBig]) -> Self {
        let residual = right.iter().map(|b| i128::try_from(b).expect("the right side fits")).collect();
        Self { residual, found: Vec::new(), count: 0 }
    }

    fn extend(&mut self, lifting: &Lifting, transposed: bool, count: usize) {
        let prime = i128::from(lifting.prime);
        let [inverse, entries] = lifting.limbs[usize::from(transposed)].get_or_init(|| {
            [&lifting.inverse, &lifting.entries].map(|matrix| Limbs::new(matrix, lifting.size, transposed))
        });
        let (mut remainders, mut step) = (inverse.vector(), inverse.vector());
        while self.count < count {
            for (remainder, residual) in remainders.iter_mut().zip(&self.residual) {
                *remainder = residual.rem_euclid(prime) as i32;
            }
            inverse.multiply(&remainders, |i, sum| step[i] = (sum % prime) as i32);
            self.found.extend(&step[..lifting.size]);
            entries.multiply(&step, |i, sum| self.residual[i] = (self.residual[i] - sum) / prime);
            self.count += 1;
        }
    }

    /// Entry `j` as one residue of so many digits, by joining neighbouring digits over and over.
    fn value(&self, lifting: &Lifting, j: usize, count: usize) -> IBig {
        let digits = self.found[j..].iter().step_by(lifting.size).take(count);
        let mut level: Vec<IBig> = digits.map(|&digit| digit.into()).collect();
        let mut base = IBig::from(lifting.prime);
        while level.len() > 1 {
            level =
                level.chunks(2).map(|pair| pair.get(1).map_or(IBig::ZERO, |high| high * &base) + &pair[0]).collect();
            base = base.sqr().into();
        }
        level.pop().unwrap_or(IBig::ZERO)
    }
}

/// The residue of `value * denominator` nearest to 0, if it is short.
fn short(value: IBig, denominator: &IBig, modulus: &IBig, bits: usize) -> Option<IBig> {
    let mut residue = value * denominator % modulus;
    if (&residue << 1) > *modulus {
        residue -= modulus;
    }
    (residue.bit_len() <= bits).then_some(residue)
}

/// The denominator of the fraction with a numerator of at most `bits` bits that has this residue (Wang), positive.
fn fraction(residue: IBig, modulus: &IBig, bits: usize) -> Option<IBig> {
    let (mut a, mut b) = (modulus.clone(), residue);
    let (mut x, mut y) = (IBig::ZERO, IBig::ONE);
    while b.bit_len() > bits {
        let (quotient, rest) = (&a).div_rem(&b);
        let next = x - quotient * &y;
        (a, b) = (b, rest);
        (x, y) = (y, next);
    }
    match sign_of(&y) {
        Ordering::Less => Some(-y),
        Ordering::Equal => None,
        Ordering::Greater => Some(y),
    }
}
