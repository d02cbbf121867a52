//! Vectors and matrices of exact numbers: the few operations that the proofs use.

use super::number::{Q, count};

/// A vector.
pub type Vector = Vec<Q>;

/// A matrix: the vector of its columns.
pub type Columns = Vec<Vector>;

/// `<a, b>`.
#[must_use]
pub fn dot(a: &[Q], b: &[Q]) -> Q {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// `a + b`.
#[must_use]
pub fn plus(a: &[Q], b: &[Q]) -> Vector {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

/// `a - b`.
#[must_use]
pub fn minus(a: &[Q], b: &[Q]) -> Vector {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

/// `factor a`.
#[must_use]
pub fn scaled(factor: &Q, a: &[Q]) -> Vector {
    a.iter().map(|x| factor * x).collect()
}

/// The vector of `length` zeros.
#[must_use]
pub fn zeros(length: usize) -> Vector {
    vec![Q::zero(); length]
}

/// The unit vector `e_i` of this length.
#[must_use]
pub fn unit(length: usize, i: usize) -> Vector {
    (0..length).map(|j| if i == j { Q::one() } else { Q::zero() }).collect()
}

/// The sum of the entries.
#[must_use]
pub fn total(a: &[Q]) -> Q {
    a.iter().cloned().sum()
}

/// The largest number; `None` if there is none.
pub fn largest(numbers: impl IntoIterator<Item = Q>) -> Option<Q> {
    numbers.into_iter().max()
}

/// The smallest number; `None` if there is none.
pub fn smallest(numbers: impl IntoIterator<Item = Q>) -> Option<Q> {
    numbers.into_iter().min()
}

/// The positive part, entry by entry.
#[must_use]
pub fn positive_parts(a: &[Q]) -> Vector {
    a.iter().map(Q::positive_part).collect()
}

/// `sum_t w_t a_t`: the mean of the vectors if the weights sum to 1.
#[must_use]
pub fn mixture<'a>(length: usize, terms: impl IntoIterator<Item = (&'a Q, &'a Vector)>) -> Vector {
    terms.into_iter().fold(zeros(length), |sum, (weight, vector)| plus(&sum, &scaled(weight, vector)))
}

/// `||a||_1`.
#[must_use]
pub fn norm_1(a: &[Q]) -> Q {
    a.iter().map(Q::abs).sum()
}

/// `||a||_inf`.
#[must_use]
pub fn norm_inf(a: &[Q]) -> Q {
    a.iter().map(Q::abs).max().unwrap_or_else(Q::zero)
}

/// `||a||_2^2`.
#[must_use]
pub fn square_norm(a: &[Q]) -> Q {
    dot(a, a)
}

/// `max a - min a`; 0 for no entries.
#[must_use]
pub fn range(a: &[Q]) -> Q {
    match (a.iter().max(), a.iter().min()) {
        (Some(high), Some(low)) => high - low,
        _ => Q::zero(),
    }
}

/// The number of nonzero entries.
#[must_use]
pub fn support(a: &[Q]) -> usize {
    a.iter().filter(|x| !x.is_zero()).count()
}

/// `M v` for the matrix of these columns.
#[must_use]
pub fn apply(columns: &[Vector], v: &[Q]) -> Vector {
    mixture(columns.first().map_or(0, Vec::len), v.iter().zip(columns))
}

/// The uniform weights `1/n`; `None` for `n = 0`.
#[must_use]
pub fn uniform(n: usize) -> Option<Vector> {
    Some(vec![Q::one().over(&count(n))?; n])
}

/// Every vector of `length` choices below `options`, in counting order.
#[must_use]
pub fn choices(length: usize, options: usize) -> Vec<Vec<usize>> {
    (0..length).fold(vec![Vec::new()], |prefixes, _| {
        let longer = |prefix: &Vec<usize>, choice| prefix.iter().copied().chain([choice]).collect();
        prefixes.iter().flat_map(|prefix| (0..options).map(move |choice| longer(prefix, choice))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::number::{frac, whole};

    #[test]
    fn the_operations_on_one_example() {
        let (a, b) = (vec![whole(1), whole(-2)], vec![whole(3), frac(1, 2)]);
        assert_eq!(dot(&a, &b), whole(2));
        assert_eq!((norm_1(&a), norm_inf(&a), square_norm(&a), range(&a)), (whole(3), whole(2), whole(5), whole(3)));
        assert_eq!(apply(&[a.clone(), b.clone()], &[whole(2), whole(4)]), vec![whole(14), whole(-2)]);
        assert_eq!(support(&[whole(0), whole(-1)]), 1);
        assert_eq!(choices(2, 3).len(), 9);
        assert_eq!(choices(2, 2), vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]]);
    }
}
