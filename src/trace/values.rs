//! A row-major table of enclosed numbers.

use crate::numerics::Enclosure;

/// One row per round, one enclosure per column, stored row by row: lower ends in one array, upper ends in another.
///
/// Whole blocks of rows are slices, ready to be factors of a matrix product. If every number is a point the upper
/// ends are not stored a second time, and [`Values::hi`] is [`Values::lo`].
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    width: usize,
    lo: Vec<f64>,
    hi: Option<Vec<f64>>,
}

impl Values {
    pub(super) fn new(width: usize, enclosed: bool, rounds: usize) -> Self {
        let room = || Vec::with_capacity(width * rounds);
        Self { width, lo: room(), hi: enclosed.then(room) }
    }

    /// Adds a row, whose upper ends are dropped if the table holds points.
    pub(super) fn push_row(&mut self, row: &[Enclosure]) {
        debug_assert_eq!(row.len(), self.width);
        self.lo.extend(row.iter().map(|x| x.lo()));
        if let Some(hi) = &mut self.hi {
            hi.extend(row.iter().map(|x| x.hi()));
        }
    }

    /// Adds rows, whose upper ends are dropped if the table holds points.
    #[inline]
    pub(super) fn push_ends(&mut self, lo: &[f64], hi: &[f64]) {
        self.lo.extend_from_slice(lo);
        if let Some(own) = &mut self.hi {
            own.extend_from_slice(hi);
        }
    }

    pub(super) fn clear(&mut self) {
        self.lo.clear();
        self.hi.iter_mut().for_each(Vec::clear);
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether the table stores points only.
    pub fn is_exact(&self) -> bool {
        self.hi.is_none()
    }

    /// All lower ends, row by row.
    pub fn lo(&self) -> &[f64] {
        &self.lo
    }

    /// All upper ends, row by row.
    pub fn hi(&self) -> &[f64] {
        self.hi.as_ref().unwrap_or(&self.lo)
    }

    /// The lower ends of a round.
    ///
    /// # Panics
    /// If there is no such round, as do the other accessors.
    #[inline]
    pub fn row_lo(&self, round: usize) -> &[f64] {
        &self.lo[round * self.width..][..self.width]
    }

    /// The upper ends of a round.
    #[inline]
    pub fn row_hi(&self, round: usize) -> &[f64] {
        &self.hi()[round * self.width..][..self.width]
    }

    /// The number in a row and a column, both counted from 0.
    #[inline]
    pub fn get(&self, round: usize, column: usize) -> Enclosure {
        Enclosure::new(self.row_lo(round)[column], self.row_hi(round)[column])
    }

    /// A column from the first round to the last.
    pub fn column(&self, column: usize) -> impl Iterator<Item = Enclosure> + '_ {
        assert!(column < self.width, "there are {} columns, counted from 0, so no column {column}", self.width);
        let of = move |all| <[f64]>::iter(all).skip(column).step_by(self.width);
        of(self.lo()).zip(of(self.hi())).map(|(&lo, &hi)| Enclosure::new(lo, hi))
    }

    /// Whether some number of a column has two ends that differ in their bits.
    pub(super) fn is_enclosed(&self, column: usize) -> bool {
        // By bits, not by value: `[-0.0, 0.0]` keeps both of its ends, so that a file gives back what memory held.
        !self.is_exact() && self.column(column).any(|x| x.lo().to_bits() != x.hi().to_bits())
    }
}
