//! Exact solutions of integer systems by lifting (Dixon): solve modulo a prime, then digit by digit in its powers.
//!
//! With the inverse `C` of `A` modulo `p` computed once, the digits of `x = A^-1 b` in base `p` are `x_s = C r_s mod p`
//! with `r_0 = b` and `r_{s+1} = (r_s - A x_s) / p`, an exact division. After enough digits the rational entries are
//! the only fractions of bounded size with these residues. Nothing here has to be believed: an answer is returned
//! only if `A X = D b` holds exactly, in big integers.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "residues lie below a prime of 31 bits, and what is cast to a count is a small positive number"
)]

use super::dyadic::sign_of;
use super::linear::Quotients;
use dashu_int::IBig;
use dashu_int::ops::{BitTest as _, DivRem as _};
use std::cell::RefCell;
use std::cmp::Ordering;

/// Tried in turn: a prime that divides the determinant does not work.
const PRIMES: [u64; 3] = [2_147_483_647, 2_147_483_629, 2_147_483_587];
/// Bits of a digit.
const DIGIT: usize = 31;

/// What lifting needs to know of a matrix.
pub(super) struct Lifting {
    size: usize,
    prime: u64,
    entries: Vec<i128>,
    /// The inverse modulo the prime, by rows.
    inverse: Vec<u64>,
    /// Bits that hold every minor.
    minor_bits: usize,
    /// A denominator that served before.
    denominator: RefCell<Option<IBig>>,
}

impl Lifting {
    /// `None` if the entries are too large, or the matrix is singular modulo every prime tried.
    pub(super) fn new(entries: &[IBig], size: usize) -> Option<Self> {
        // A residual is a sum of `size` products of an entry and a digit, and has to fit into 127 bits.
        let most = 125 - DIGIT - (usize::BITS - size.leading_zeros()) as usize;
        if entries.iter().any(|entry| entry.bit_len() > most) {
            return None;
        }
        let entries: Vec<i128> = entries.iter().map(|entry| i128::try_from(entry).expect("it fits")).collect();
        // Hadamard: no minor exceeds the product of the norms of its rows; rows of norm below 1 are 0.
        let norm = |row: &[i128]| row.iter().map(|&x| (x as f64).powi(2)).sum::<f64>().max(1.0).log2() / 2.0;
        let minor_bits = entries.chunks_exact(size).map(norm).sum::<f64>() as usize + 2 + size / 16;
        for prime in PRIMES {
            if let Some(inverse) = invert(&entries, size, prime) {
                return Some(Self { size, prime, entries, inverse, minor_bits, denominator: RefCell::new(None) });
            }
        }
        None
    }

    /// The solution of `A x = b`, or of `A^T x = b`; `None` if it could not be found and proved.
    pub(super) fn solve(&self, right: &[IBig], transposed: bool) -> Option<Quotients> {
        let right_bits = right.iter().map(IBig::bit_len).max()?;
        if right_bits > 120 {
            return None;
        }
        // Cramer's rule: the numerators are minors in which the right side replaces a column.
        let numerator_bits = self.minor_bits + right_bits + 8;
        let mut digits = Digits::new(right, self.size);
        let known = self.denominator.borrow().clone();
        if let Some(denominator) = known {
            digits.extend(self, transposed, numerator_bits / DIGIT + 2);
            let found = self.with_denominator(&digits, denominator, numerator_bits);
            if let Some(found) = found.filter(|found| self.proves(found, right, transposed)) {
                return Some(found);
            }
        }
        digits.extend(self, transposed, (numerator_bits + self.minor_bits) / DIGIT + 2);
        let found = self.reconstruct(&digits, numerator_bits)?;
        if !self.proves(&found, right, transposed) {
            return None;
        }
        *self.denominator.borrow_mut() = Some(found.denominator.clone());
        Some(found)
    }

    /// The numerators over a denominator that is guessed.
    fn with_denominator(&self, digits: &Digits, denominator: IBig, bits: usize) -> Option<Quotients> {
        let modulus = self.power(digits.count);
        let numerators: Option<Vec<_>> =
            (0..self.size).map(|j| short(digits.value(j, self.prime), &denominator, &modulus, bits)).collect();
        Some(Quotients { numerators: numerators?, denominator })
    }

    /// The smallest common denominator, entry by entry: most often the first entry shows all of it.
    fn reconstruct(&self, digits: &Digits, bits: usize) -> Option<Quotients> {
        let modulus = self.power(digits.count);
        let values: Vec<IBig> = (0..self.size).map(|j| digits.value(j, self.prime)).collect();
        let mut denominator = IBig::ONE;
        let mut numerators: Vec<IBig> = Vec::with_capacity(self.size);
        for value in values {
            if let Some(numerator) = short(value.clone(), &denominator, &modulus, bits) {
                numerators.push(numerator);
                continue;
            }
            let factor = fraction(&(value.clone() * &denominator % &modulus), &modulus, bits)?;
            for numerator in &mut numerators {
                *numerator *= &factor;
            }
            denominator *= factor;
            numerators.push(short(value, &denominator, &modulus, bits)?);
        }
        Some(Quotients { numerators, denominator })
    }

    fn power(&self, count: usize) -> IBig {
        IBig::from(self.prime).pow(count)
    }

    fn entry(&self, i: usize, j: usize, transposed: bool) -> i128 {
        self.entries[if transposed { j * self.size + i } else { i * self.size + j }]
    }

    /// Whether `A X = D b`, in exact integers.
    fn proves(&self, found: &Quotients, right: &[IBig], transposed: bool) -> bool {
        (0..self.size).all(|i| {
            let mut sum = -(&found.denominator * &right[i]);
            for (j, x) in found.numerators.iter().enumerate() {
                let entry = self.entry(i, j, transposed);
                if entry != 0 {
                    sum += x * entry;
                }
            }
            sum.is_zero()
        })
    }
}

/// The digits of a solution so far, and the residual that yields the next ones.
struct Digits {
    residual: Vec<i128>,
    /// Step by step, one digit an entry.
    found: Vec<u64>,
    count: usize,
}

impl Digits {
    fn new(right: &[IBig], size: usize) -> Self {
        let residual = right.iter().map(|b| i128::try_from(b).expect("the right side fits")).collect();
        Self { residual, found: Vec::with_capacity(size), count: 0 }
    }

    fn extend(&mut self, lifting: &Lifting, transposed: bool, count: usize) {
        let (n, p) = (lifting.size, lifting.prime);
        let wide = i128::from(p);
        let mut remainders = vec![0_u64; n];
        while self.count < count {
            for (remainder, residual) in remainders.iter_mut().zip(&self.residual) {
                *remainder = residual.rem_euclid(wide) as u64;
            }
            let start = self.found.len();
            for i in 0..n {
                // Products are below 2^62; the sum of up to 2^66 of them fits.
                let term = |j: usize| lifting.inverse[if transposed { j * n + i } else { i * n + j }];
                let sum: u128 = remainders.iter().enumerate().map(|(j, r)| u128::from(term(j) * r)).sum();
                self.found.push((sum % u128::from(p)) as u64);
            }
            let step = &self.found[start..];
            if transposed {
                for (digit, row) in step.iter().zip(lifting.entries.chunks_exact(n)) {
                    for (residual, entry) in self.residual.iter_mut().zip(row) {
                        *residual -= entry * i128::from(*digit);
                    }
                }
            } else {
                for (residual, row) in self.residual.iter_mut().zip(lifting.entries.chunks_exact(n)) {
                    *residual -= row.iter().zip(step).map(|(entry, digit)| entry * i128::from(*digit)).sum::<i128>();
                }
            }
            self.residual.iter_mut().for_each(|residual| *residual /= wide);
            self.count += 1;
        }
    }

    /// Entry `j` as one residue, by joining neighbouring digits over and over.
    fn value(&self, j: usize, prime: u64) -> IBig {
        let size = self.found.len() / self.count;
        let mut level: Vec<IBig> = self.found[j..].iter().step_by(size).map(|&digit| digit.into()).collect();
        let mut base = IBig::from(prime);
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
fn fraction(residue: &IBig, modulus: &IBig, bits: usize) -> Option<IBig> {
    let (mut a, mut b) = (modulus.clone(), residue.clone());
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

/// The inverse modulo a prime below 2^31, by Gauss and Jordan.
fn invert(entries: &[i128], n: usize, prime: u64) -> Option<Vec<u64>> {
    let residue = |x: &i128| x.rem_euclid(i128::from(prime)) as u64;
    let width = 2 * n;
    let mut rows = vec![0_u64; n * width];
    for (i, row) in rows.chunks_exact_mut(width).enumerate() {
        for (out, x) in row.iter_mut().zip(&entries[i * n..][..n]) {
            *out = residue(x);
        }
        row[n + i] = 1;
    }
    for step in 0..n {
        let pivot = (step..n).find(|i| rows[i * width + step] != 0)?;
        if pivot != step {
            for j in 0..width {
                rows.swap(step * width + j, pivot * width + j);
            }
        }
        let factor = power_mod(rows[step * width + step], prime - 2, prime);
        let row: Vec<u64> = rows[step * width..][..width].iter().map(|x| x * factor % prime).collect();
        rows[step * width..][..width].copy_from_slice(&row);
        for (i, other) in rows.chunks_exact_mut(width).enumerate() {
            let factor = other[step];
            if i == step || factor == 0 {
                continue;
            }
            let negated = prime - factor;
            for (x, y) in other[step..].iter_mut().zip(&row[step..]) {
                *x = (*x + negated * y) % prime;
            }
        }
    }
    Some(rows.chunks_exact(width).flat_map(|row| row[n..].iter().copied()).collect())
}

fn power_mod(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        exponent >>= 1;
    }
    result
}
