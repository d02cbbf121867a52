//! Exact elimination: rank, square systems, null vectors, vertices of a polyhedron.

use super::number::Q;
use super::vector::{Vector, dot};

/// The reduced row echelon form and its pivot columns.
fn reduced(mut rows: Vec<Vector>) -> Option<(Vec<Vector>, Vec<usize>)> {
    let width = rows.first().map_or(0, Vec::len);
    let (mut done, mut pivots): (Vec<Vector>, Vec<usize>) = (Vec::new(), Vec::new());
    for column in 0..width {
        let Some(at) = rows.iter().position(|row| row.get(column).is_some_and(|entry| !entry.is_zero())) else {
            continue;
        };
        let row = rows.swap_remove(at);
        let lead = row.get(column)?;
        let row: Vector = row.iter().map(|entry| entry.over(lead)).collect::<Option<_>>()?;
        for other in rows.iter_mut().chain(done.iter_mut()) {
            let factor = other.get(column)?.clone();
            if !factor.is_zero() {
                *other = other.iter().zip(&row).map(|(x, y)| x - &factor * y).collect();
            }
        }
        done.push(row);
        pivots.push(column);
    }
    Some((done, pivots))
}

/// The rank of the matrix of these rows.
#[must_use]
pub fn rank(rows: &[Vector]) -> usize {
    reduced(rows.to_vec()).map_or(0, |(_, pivots)| pivots.len())
}

/// A nonzero `x` with `<row, x> = 0` for every row; `None` if only 0 is such.
#[must_use]
pub fn null_vector(rows: &[Vector], width: usize) -> Option<Vector> {
    let (done, pivots) = reduced(rows.to_vec())?;
    let free = (0..width).find(|column| !pivots.contains(column))?;
    let mut x: Vector = (0..width).map(|column| if column == free { Q::one() } else { Q::zero() }).collect();
    for (row, pivot) in done.iter().zip(&pivots) {
        *x.get_mut(*pivot)? = -row.get(free)?.clone();
    }
    Some(x)
}

/// The one solution of `<row, x> = right`; `None` if there is none or more than one.
#[must_use]
pub fn solve(equations: &[(Vector, Q)]) -> Option<Vector> {
    let width = equations.first()?.0.len();
    let rows = equations.iter().map(|(row, right)| row.iter().cloned().chain([right.clone()]).collect()).collect();
    let (done, pivots) = reduced(rows)?;
    if pivots.len() != width || pivots.contains(&width) {
        return None;
    }
    let mut x = vec![Q::zero(); width];
    for (row, pivot) in done.iter().zip(&pivots) {
        *x.get_mut(*pivot)? = row.last()?.clone();
    }
    Some(x)
}

/// Every way to choose `k` of the numbers below `n`, in increasing order.
#[must_use]
pub fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let Some(last) = n.checked_sub(1) else { return Vec::new() };
    let mut with: Vec<Vec<usize>> = subsets(last, k.saturating_sub(1));
    for subset in &mut with {
        subset.push(last);
    }
    let mut all = subsets(last, k);
    all.append(&mut with);
    all
}

/// Every vertex of `{x : <a, x> = b for the equalities, <a, x> <= b for the inequalities}`, each once.
///
/// By definition: a feasible point with `n` linearly independent active constraints.
#[must_use]
pub fn vertices(equalities: &[(Vector, Q)], inequalities: &[(Vector, Q)]) -> Vec<Vector> {
    let width = equalities.iter().chain(inequalities).next().map_or(0, |(row, _)| row.len());
    let Some(free) = width.checked_sub(equalities.len()) else { return Vec::new() };
    let mut found: Vec<Vector> = Vec::new();
    for subset in subsets(inequalities.len(), free) {
        let active = subset.iter().filter_map(|i| inequalities.get(*i)).cloned();
        let system: Vec<(Vector, Q)> = equalities.iter().cloned().chain(active).collect();
        let Some(x) = solve(&system) else { continue };
        let feasible = inequalities.iter().all(|(row, right)| dot(row, &x) <= *right);
        if feasible && !found.contains(&x) {
            found.push(x);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::number::whole;
    use crate::proofs::vector::unit;

    fn row(entries: &[i64]) -> Vector {
        entries.iter().map(|entry| whole(*entry)).collect()
    }

    #[test]
    fn rank_null_vector_and_solution() {
        let rows = [row(&[1, 2, 3]), row(&[2, 4, 6]), row(&[0, 1, 1])];
        assert_eq!(rank(&rows), 2);
        let x = null_vector(&rows, 3).unwrap();
        assert!(rows.iter().all(|r| dot(r, &x).is_zero()) && x.iter().any(|entry| !entry.is_zero()));
        assert!(null_vector(&[row(&[1, 0]), row(&[1, 1])], 2).is_none());
        assert_eq!(solve(&[(row(&[1, 1]), whole(3)), (row(&[1, -1]), whole(1))]), Some(row(&[2, 1])));
        assert_eq!(solve(&[(row(&[1, 1]), whole(3)), (row(&[2, 2]), whole(6))]), None, "many solutions");
        assert_eq!(solve(&[(row(&[1]), whole(3)), (row(&[1]), whole(4))]), None, "no solution");
    }

    #[test]
    fn the_unit_square_has_four_vertices() {
        let sides: Vec<(Vector, Q)> = (0..2)
            .flat_map(|i| {
                let e = unit(2, i);
                [(e.iter().map(|x| -x).collect(), whole(0)), (e, whole(1))]
            })
            .collect();
        assert_eq!(vertices(&[], &sides).len(), 4);
        assert_eq!(vertices(&[(row(&[1, 1]), whole(1))], &sides), vec![row(&[0, 1]), row(&[1, 0])]);
        assert_eq!(subsets(5, 2).len(), 10);
    }
}
