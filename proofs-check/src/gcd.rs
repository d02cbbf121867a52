//! The greatest common divisor, by Lehmer's algorithm (Knuth, volume 2, algorithm 4.5.2 L): most steps of Euclid's
//! algorithm look at the leading 62 bits only, so that long fractions are read in milliseconds.

use num_bigint::{BigInt, Sign};

/// The greatest common divisor; positive unless both numbers are 0.
pub(crate) fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (BigInt::from(a.magnitude().clone()), BigInt::from(b.magnitude().clone()));
    while b.sign() != Sign::NoSign {
        let shift = a.bits().saturating_sub(62);
        let leading = (i128::try_from(&a >> shift), i128::try_from(&b >> shift));
        let matrix = if let (Ok(x), Ok(y)) = leading { cofactors(x, y) } else { IDENTITY };
        (a, b) = if matrix[0][1] == 0 {
            let remainder = &a % &b;
            (b, remainder)
        } else {
            let [row, other] = matrix.map(|[p, q]| &a * p + &b * q);
            (row, other)
        };
    }
    a
}

type Matrix = [[i128; 2]; 2];
const IDENTITY: Matrix = [[1, 0], [0, 1]];

/// The product of the steps that the leading bits decide for sure.
fn cofactors(mut x: i128, mut y: i128) -> Matrix {
    let mut matrix = IDENTITY;
    while let Some((next, remainder)) = step(x, y, matrix) {
        (x, y, matrix) = (y, remainder, next);
    }
    matrix
}

/// One step, if the quotient is the same at both ends of what the leading bits leave open.
fn step(x: i128, y: i128, [top, bottom]: Matrix) -> Option<(Matrix, i128)> {
    let quotient = x.checked_add(top[0])?.checked_div(y.checked_add(bottom[0])?)?;
    if quotient != x.checked_add(top[1])?.checked_div(y.checked_add(bottom[1])?)? {
        return None;
    }
    let less = |from: i128, times: i128| from.checked_sub(quotient.checked_mul(times)?);
    Some(([bottom, [less(top[0], bottom[0])?, less(top[1], bottom[1])?]], less(x, y)?))
}

#[cfg(test)]
#[path = "../tests/inside/gcd.rs"]
mod tests;
