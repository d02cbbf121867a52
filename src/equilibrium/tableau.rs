//! A polytope `{ x >= 0 : A x <= 1 }` with integer `A`, and pivots from vertex to vertex without fractions.
//!
//! Row `r` says `denominator * basic_r + sum_c entry_rc * free_c = right_r`. After a pivot every entry is a minor of
//! the first matrix, so the division by the denominator before is exact (Bareiss, Edmonds) and numbers stay as short
//! as they can be; the new denominator is the pivot, which the ratio test keeps positive.
//!
//! Ties are broken as if the right side of row `r` were `1 + delta^(r + 1)` for a very small `delta > 0` (the
//! lexicographic rule): then no two ratios are ever equal, no basic variable is ever 0, and every step is the only one.

use dashu_int::IBig;
use std::cmp::Ordering;

/// Where a variable is.
#[derive(Clone, Copy)]
enum Place {
    Row(usize),
    Column(usize),
}

/// The dictionary of a vertex. A variable is known by its label.
pub(super) struct Tableau {
    /// Of every row the right side, then the entries.
    rows: Vec<Vec<IBig>>,
    /// The label of each row's basic variable.
    basic: Vec<usize>,
    /// The label of each column's variable, which is 0.
    free: Vec<usize>,
    places: Vec<Place>,
    /// The labels of the slacks, in the order of the first rows.
    slacks: std::ops::Range<usize>,
    denominator: IBig,
    /// Whether ties are broken by the rule, or by the first row as a careless program would.
    lexicographic: bool,
}

impl Tableau {
    /// The vertex 0. Row `r` of the `entries` has the slack `first_slack + r`, column `c` the variable
    /// `first_free + c`, and together they are the labels from 0 on.
    pub(super) fn new(entries: Vec<Vec<IBig>>, first_slack: usize, first_free: usize, lexicographic: bool) -> Self {
        let (height, width) = (entries.len(), entries.first().map_or(0, Vec::len));
        let mut places = vec![Place::Row(0); height + width];
        let rows: Vec<Vec<IBig>> =
            entries.into_iter().map(|row| std::iter::once(IBig::ONE).chain(row).collect()).collect();
        for r in 0..height {
            places[first_slack + r] = Place::Row(r);
        }
        for c in 0..width {
            places[first_free + c] = Place::Column(c);
        }
        Self {
            rows,
            basic: (first_slack..first_slack + height).collect(),
            free: (first_free..first_free + width).collect(),
            places,
            slacks: first_slack..first_slack + height,
            denominator: IBig::ONE,
            lexicographic,
        }
    }

    /// The value of a variable, times a positive number that is the same for all.
    pub(super) fn value(&self, label: usize) -> IBig {
        match self.places[label] {
            Place::Row(r) => self.rows[r][0].clone(),
            Place::Column(_) => IBig::ZERO,
        }
    }

    /// Raises the free variable of a label until a basic one reaches 0, and returns that one's label.
    pub(super) fn enter(&mut self, label: usize) -> usize {
        let Place::Column(column) = self.places[label] else { unreachable!("a label enters where it is free") };
        let row = self.leaving(column + 1);
        let left = self.basic[row];
        self.pivot(row, column + 1);
        self.basic[row] = label;
        self.free[column] = left;
        self.places[label] = Place::Row(row);
        self.places[left] = Place::Column(column);
        left
    }

    /// The row whose variable reaches 0 first.
    fn leaving(&self, column: usize) -> usize {
        let mut best: Option<usize> = None;
        for (r, row) in self.rows.iter().enumerate() {
            let positive = row[column] > IBig::ZERO;
            if positive && best.is_none_or(|best| self.compare(r, best, column) == Ordering::Less) {
                best = Some(r);
            }
        }
        best.expect("a polytope is bounded, so every direction ends")
    }

    /// Compares the lengths of the steps at which the variables of two rows reach 0.
    fn compare(&self, a: usize, b: usize, column: usize) -> Ordering {
        let (up, down) = (&self.rows[b][column], &self.rows[a][column]);
        let order = (&self.rows[a][0] * up).cmp(&(&self.rows[b][0] * down));
        if order != Ordering::Equal || !self.lexicographic {
            return order;
        }
        // The coefficient of delta^(k + 1) in a right side is the row's entry of slack k.
        for slack in self.slacks.clone() {
            let order = match self.places[slack] {
                Place::Column(c) => (&self.rows[a][c + 1] * up).cmp(&(&self.rows[b][c + 1] * down)),
                Place::Row(r) if r == a => Ordering::Greater,
                Place::Row(r) if r == b => Ordering::Less,
                Place::Row(_) => Ordering::Equal,
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        unreachable!("rows of an invertible matrix are not multiples of each other")
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let mut pivot_row = std::mem::take(&mut self.rows[row]);
        let pivot = pivot_row[column].clone();
        for other in self.rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[column]);
            for (c, entry) in other.iter_mut().enumerate().filter(|(c, _)| *c != column) {
                if factor.is_zero() || pivot_row[c].is_zero() {
                    if !entry.is_zero() {
                        *entry = &*entry * &pivot / &self.denominator;
                    }
                } else {
                    *entry = (&*entry * &pivot - &factor * &pivot_row[c]) / &self.denominator;
                }
            }
            other[column] = -factor;
        }
        pivot_row[column] = std::mem::replace(&mut self.denominator, pivot);
        self.rows[row] = pivot_row;
    }
}
