//! Linear equations over the rationals, by Gauss.

use proofs_check::exact::Rational;

/// The solution of a square system, given as rows with the right-hand side last; `None` if it is singular.
pub fn solve(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&row| rows[row][column] != Rational::zero())?;
        rows.swap(column, pivot);
        let head = rows[column][column].clone();
        rows[column] = rows[column].iter().map(|x| x.checked_div(&head).unwrap().reduced()).collect();
        let top = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column].clone();
            *row = row.iter().zip(&top).map(|(x, y)| (x - &(&factor * y)).reduced()).collect();
        }
    }
    Some(rows.into_iter().map(|row| row[n].clone()).collect())
}

/// The rank of a matrix.
pub fn rank(mut rows: Vec<Vec<Rational>>) -> usize {
    let (mut rank, width) = (0, rows.first().map_or(0, Vec::len));
    for column in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != Rational::zero()) else { continue };
        rows.swap(rank, pivot);
        let top = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1) {
            let factor = row[column].checked_div(&top[column]).unwrap();
            *row = row.iter().zip(&top).map(|(x, y)| (x - &(&factor * y)).reduced()).collect();
        }
        rank += 1;
    }
    rank
}

/// All subsets of `0..n` of a size.
pub fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let all = (0_u32..1 << n).filter(|bits| bits.count_ones() as usize == size);
    all.map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect()).collect()
}
