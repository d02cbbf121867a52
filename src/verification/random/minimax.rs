//! The value of a small game by trying every square system in rationals: slow, plain, and shared with no solver.

use dashu_ratio::RBig;

/// Beyond this many systems nothing is enumerated.
const MOST: usize = 500;

/// Brings rows to reduced form in their first columns, and returns their rank there.
pub(super) fn eliminate(rows: &mut [Vec<RBig>], columns: usize) -> usize {
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows.len()).find(|&i| !rows[i][column].is_zero()) else { continue };
        rows.swap(rank, pivot);
        let inverse = RBig::ONE / &rows[rank][column];
        let scaled: Vec<RBig> = rows[rank].iter().map(|x| x * &inverse).collect();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, row)| *i != rank && !row[column].is_zero()) {
            let factor = row[column].clone();
            row.iter_mut().zip(&scaled).for_each(|(x, y)| *x -= &factor * y);
        }
        rows[rank] = scaled;
        rank += 1;
    }
    rank
}

/// The largest `min_t (c_t + <a_t, y>)` over `y >= 0`, with `sum_i y_i <= radius` if there is a radius, for the rows
/// `(c_t, a_t)`; nothing if that is too much to enumerate. It must be bounded.
///
/// It is the largest `v` with `v <= c_t + <a_t, y>` for every `t`, attained at a vertex, where as many of these
/// inequalities and of those of `y` are tight as there are unknowns.
pub(super) fn maximin(rows: &[Vec<RBig>], radius: Option<&RBig>) -> Option<RBig> {
    let unknowns = rows[0].len();
    let m = unknowns - 1;
    // Each inequality as (coefficients of y, coefficient of v, right side), with the left side not below the right.
    let mut inequalities: Vec<Vec<RBig>> =
        rows.iter().map(|row| [&row[1..], &[-RBig::ONE, -row[0].clone()]].concat()).collect();
    inequalities.extend((0..m).map(|i| (0..m + 2).map(|k| if k == i { RBig::ONE } else { RBig::ZERO }).collect()));
    if let Some(radius) = radius.filter(|_| m > 0) {
        inequalities.push([vec![-RBig::ONE; m], vec![RBig::ZERO, -radius.clone()]].concat());
    }
    let mut best: Option<RBig> = None;
    for chosen in subsets(inequalities.len(), unknowns)? {
        let mut system: Vec<Vec<RBig>> = chosen.iter().map(|&i| inequalities[i].clone()).collect();
        if eliminate(&mut system, unknowns) < unknowns {
            continue;
        }
        let value = &system[m][unknowns];
        if best.as_ref().is_some_and(|best| value <= best) {
            continue;
        }
        let left = |inequality: &[RBig]| {
            system.iter().zip(inequality).fold(RBig::ZERO, |sum, (solved, a)| sum + &solved[unknowns] * a)
        };
        if inequalities.iter().all(|inequality| left(inequality) >= inequality[unknowns]) {
            best = Some(value.clone());
        }
    }
    best
}

/// All subsets of `0..n` with `size` elements, unless they are too many.
fn subsets(n: usize, size: usize) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<usize>| -> Vec<Vec<usize>> {
            (set.last().map_or(0, |last| last + 1)..n).map(|i| [&set[..], &[i]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > 4 * MOST {
            return None;
        }
    }
    (all.len() <= MOST).then_some(all)
}
