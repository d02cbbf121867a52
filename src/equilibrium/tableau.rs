//! A polytope `{ x >= 0 : A x <= 1 }`, and pivots from vertex to vertex: in integers without fractions, or in doubles.
//!
//! Row `r` says `denominator * basic_r + sum_c entry_rc * free_c = right_r`. In integers every entry after a pivot is a
//! minor of the first matrix, so the division by the denominator before is exact (Bareiss, Edmonds) and numbers stay as
//! short as they can be; the new denominator is the pivot, which the ratio test keeps positive. In doubles it is 1.
//!
//! Ties are broken as if the right side of row `r` were `1 + delta^(r + 1)` for a very small `delta > 0` (the
//! lexicographic rule): then no two ratios are ever equal, no basic variable is ever 0, and every step is the only one.

use dashu_int::IBig;
use std::cmp::Ordering;

/// Doubles no larger than this count as 0 where a variable is raised.
const PIVOT: f64 = 1e-9;
/// Steps in doubles that differ by no more than this are equal.
const NEAR: f64 = 1e-11;

/// The arithmetic of a tableau.
pub(super) trait Entry: Clone {
    const ZERO: Self;
    const ONE: Self;
    fn is_positive(&self) -> bool;
    /// Compares `a / p` with `b / q` for positive `p` and `q`.
    fn compare_ratios(a: &Self, p: &Self, b: &Self, q: &Self) -> Ordering;
    /// Exchanges the variables of a row and a column, in all rows.
    fn pivot(rows: &mut [Vec<Self>], row: usize, column: usize, denominator: &mut Self);
}

impl Entry for IBig {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn is_positive(&self) -> bool {
        *self > Self::ZERO
    }

    fn compare_ratios(a: &Self, p: &Self, b: &Self, q: &Self) -> Ordering {
        (a * q).cmp(&(b * p))
    }

    fn pivot(rows: &mut [Vec<Self>], row: usize, column: usize, denominator: &mut Self) {
        let mut pivot_row = std::mem::take(&mut rows[row]);
        let pivot = pivot_row[column].clone();
        for other in rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[column]);
            for (c, entry) in other.iter_mut().enumerate().filter(|(c, _)| *c != column) {
                if factor.is_zero() || pivot_row[c].is_zero() {
                    if !entry.is_zero() {
                        *entry = &*entry * &pivot / &*denominator;
                    }
                } else {
                    *entry = (&*entry * &pivot - &factor * &pivot_row[c]) / &*denominator;
                }
            }
            other[column] = -factor;
        }
        pivot_row[column] = std::mem::replace(denominator, pivot);
        rows[row] = pivot_row;
    }
}

impl Entry for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn is_positive(&self) -> bool {
        *self > PIVOT
    }

    fn compare_ratios(a: &Self, p: &Self, b: &Self, q: &Self) -> Ordering {
        let (left, right) = (a * q, b * p);
        if (left - right).abs() <= NEAR * (p + q) { Ordering::Equal } else { left.total_cmp(&right) }
    }

    fn pivot(rows: &mut [Vec<Self>], row: usize, column: usize, _: &mut Self) {
        let mut pivot_row = std::mem::take(&mut rows[row]);
        let inverse = 1.0 / std::mem::replace(&mut pivot_row[column], 1.0);
        for entry in &mut pivot_row {
            *entry *= inverse;
        }
        for other in rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[column]);
            if factor != 0.0 {
                other.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= factor * pivot);
            }
        }
        rows[row] = pivot_row;
    }
}

/// Where a variable is.
#[derive(Clone, Copy)]
enum Place {
    Row(usize),
    Column(usize),
}

/// The dictionary of a vertex. A variable is known by its label.
pub(super) struct Tableau<T> {
    /// Of every row the right side, then the entries.
    rows: Vec<Vec<T>>,
    /// The label of each row's basic variable.
    basic: Vec<usize>,
    /// The label of each column's variable, which is 0.
    free: Vec<usize>,
    places: Vec<Place>,
    /// The labels of the slacks, in the order of the first rows.
    slacks: std::ops::Range<usize>,
    denominator: T,
    /// Whether ties are broken by the rule, or by the first row as a careless program would.
    lexicographic: bool,
}

impl<T: Entry> Tableau<T> {
    /// The vertex 0. Row `r` of the `entries` has the slack `first_slack + r`, column `c` the variable
    /// `first_free + c`, and together they are the labels from 0 on.
    pub(super) fn new(entries: Vec<Vec<T>>, first_slack: usize, first_free: usize, lexicographic: bool) -> Self {
        let (height, width) = (entries.len(), entries.first().map_or(0, Vec::len));
        let mut places = vec![Place::Row(0); height + width];
        let rows = entries.into_iter().map(|row| std::iter::once(T::ONE).chain(row).collect()).collect();
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
            denominator: T::ONE,
            lexicographic,
        }
    }

    /// The value of a variable, times a positive number that is the same for all.
    pub(super) fn value(&self, label: usize) -> T {
        match self.places[label] {
            Place::Row(r) => self.rows[r][0].clone(),
            Place::Column(_) => T::ZERO,
        }
    }

    /// Whether a variable is basic.
    pub(super) fn is_basic(&self, label: usize) -> bool {
        matches!(self.places[label], Place::Row(_))
    }

    /// Raises the free variable of a label until a basic one reaches 0, and returns that one's label; `None` if none
    /// does, as rounding may have it.
    pub(super) fn enter(&mut self, label: usize) -> Option<usize> {
        let Place::Column(column) = self.places[label] else { unreachable!("a label enters where it is free") };
        let row = self.leaving(column + 1)?;
        Some(self.exchange(row, column))
    }

    fn exchange(&mut self, row: usize, column: usize) -> usize {
        T::pivot(&mut self.rows, row, column + 1, &mut self.denominator);
        let left = std::mem::replace(&mut self.basic[row], self.free[column]);
        self.places[self.free[column]] = Place::Row(row);
        self.places[left] = Place::Column(column);
        self.free[column] = left;
        left
    }

    /// The row whose variable reaches 0 first.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (r, row) in self.rows.iter().enumerate() {
            if row[column].is_positive() && best.is_none_or(|best| self.compare(r, best, column) == Ordering::Less) {
                best = Some(r);
            }
        }
        best
    }

    /// Compares the lengths of the steps at which the variables of two rows reach 0.
    fn compare(&self, a: usize, b: usize, column: usize) -> Ordering {
        let (first, second) = (&self.rows[a], &self.rows[b]);
        let compare = |c: usize| T::compare_ratios(&first[c], &first[column], &second[c], &second[column]);
        let order = compare(0);
        if order != Ordering::Equal || !self.lexicographic {
            return order;
        }
        // The coefficient of delta^(k + 1) in a right side is the row's entry of slack k. Rows of an invertible matrix
        // are not multiples of each other, so that in integers some entry decides.
        let orders = self.slacks.clone().map(|slack| match self.places[slack] {
            Place::Column(c) => compare(c + 1),
            Place::Row(r) if r == a => Ordering::Greater,
            Place::Row(r) if r == b => Ordering::Less,
            Place::Row(_) => Ordering::Equal,
        });
        orders.into_iter().find(|order| *order != Ordering::Equal).unwrap_or(Ordering::Equal)
    }
}

impl Tableau<f64> {
    /// Computes this vertex again from the first `entries`, to be rid of the errors of many pivots. It stays as it is
    /// where its basis looks singular.
    pub(super) fn renew(&mut self, entries: Vec<Vec<f64>>) {
        let first_free = if self.slacks.start == 0 { self.slacks.end } else { 0 };
        let mut fresh = Self::new(entries, self.slacks.start, first_free, self.lexicographic);
        for column in 0..fresh.free.len() {
            if !self.is_basic(fresh.free[column]) {
                continue;
            }
            let size = |r: usize| fresh.rows[r][column + 1].abs();
            let leaves = (0..fresh.basic.len()).filter(|&r| !self.is_basic(fresh.basic[r]));
            let Some(row) = leaves.max_by(|&a, &b| size(a).total_cmp(&size(b))).filter(|&r| size(r) > PIVOT) else {
                return;
            };
            fresh.exchange(row, column);
        }
        *self = fresh;
    }
}
