//! The path of Lemke and Howson to an equilibrium of a bimatrix game, in exact arithmetic.
//!
//! The row player has `M` actions and gets `B`, the column player has `N` and pays `C`. With `A = K - C` and `B`
//! shifted so that both are positive, consider `P = { x >= 0 : A^T x <= 1 }` and `Q = { y >= 0 : B y <= 1 }`. Label
//! `i < M` is on `x_i` in `P` and on the slack of row `i` in `Q`; label `M + j` is on `y_j` in `Q` and on the slack of
//! `j` in `P`. A pair of vertices in which every label is 0 somewhere, other than `(0, 0)`, is an equilibrium after
//! scaling `x` and `y` to sum 1: an action is played only if its slack is 0, so only if no action is better.
//!
//! The path starts at `(0, 0)`, lets one label go, and then always raises the variable whose label was just found
//! twice, until the missing label is found.
//!
//! [Lemma 5](crate::theorems::lem5_sparse_proxy_lagrangian) proves that it ends, and at an equilibrium. What the proof
//! needs of the code: both shifted matrices are positive, and ties are broken by the lexicographic rule.
//!
//! `Q` has `M` rows, so at most `M` of the `y_j` are basic: the answer is sparse as it is.

use super::tableau::{Entry, Tableau};
use dashu_int::IBig;

/// An integer matrix by rows.
pub(super) type Matrix = Vec<Vec<IBig>>;

/// Both players' weights, each list times a positive number of its own, and the length of the path.
pub(super) struct Path {
    pub(super) rows: Vec<IBig>,
    pub(super) columns: Vec<IBig>,
    pub(super) pivots: usize,
}

/// Follows the path that lets the label `missing` go. Row `i` of `costs` and `gains` is that of the row player's action
/// `i`. With `most` pivots given it stops there with `None`: the rule needs no such limit, a broken one does.
pub(super) fn follow(
    costs: &Matrix,
    gains: &Matrix,
    missing: usize,
    lexicographic: bool,
    most: Option<usize>,
) -> Option<Path> {
    let (height, width) = (gains.len(), gains[0].len());
    let largest = costs.iter().flatten().max().expect("there are actions") + IBig::ONE;
    let least = gains.iter().flatten().min().expect("there are actions") - IBig::ONE;
    let below = |j: usize| (0..height).map(|i| &largest - &costs[i][j]).collect();
    let above = |row: &Vec<IBig>| row.iter().map(|gain| gain - &least).collect();
    let mut first = Tableau::new((0..width).map(below).collect(), height, 0, lexicographic);
    let mut second = Tableau::new(gains.iter().map(above).collect(), 0, height, lexicographic);
    let pivots = pivot(&mut first, &mut second, missing, most.unwrap_or(usize::MAX), |_, _, _| ())?;
    let rows = (0..height).map(|i| first.value(i)).collect();
    let columns = (height..height + width).map(|j| second.value(j)).collect();
    Some(Path { rows, columns, pivots })
}

/// Pivots in both polytopes in turn until the missing label is found, and counts; `None` after too many. `between` is
/// called after each pivot.
pub(super) fn pivot<T: Entry>(
    first: &mut Tableau<T>,
    second: &mut Tableau<T>,
    missing: usize,
    most: usize,
    mut between: impl FnMut(&mut Tableau<T>, &mut Tableau<T>, usize),
) -> Option<usize> {
    let mut label = missing;
    let mut in_first = !first.is_basic(missing);
    for pivots in 1..=most {
        label = if in_first { first.enter(label) } else { second.enter(label) }?;
        in_first = !in_first;
        if label == missing {
            return Some(pivots);
        }
        between(first, second, pivots);
    }
    None
}
