//! Rows that no feature, no label and no term tells apart are one *cell* with a count.

use super::file;
use super::recipe::{Atom, Cell as Field, Placed, Test};
use crate::json::Flaw;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Where each column stands.
pub(super) type Columns = BTreeMap<String, usize>;

/// The rows with the label `+`, and those with `-`; the sets of the terms follow them.
pub(super) const POSITIVE: usize = 0;
pub(super) const NEGATIVE: usize = 1;
pub(super) const FIRST_TERM: usize = 2;

/// So many rows with these features, in these sets.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) features: Vec<usize>,
    pub(super) sets: Vec<usize>,
    pub(super) count: u64,
}

/// All rows.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) groups: Vec<Cell>,
    /// How many rows each set has.
    pub(super) sizes: Vec<u64>,
    rows: usize,
}

/// Why data cannot be used.
pub(super) enum Trouble {
    Malformed(Flaw),
    /// A column is not there.
    Column(String),
}

impl From<Flaw> for Trouble {
    fn from(flaw: Flaw) -> Self {
        Self::Malformed(flaw)
    }
}

/// The tests with their columns found.
struct Plan<'a> {
    label: Placed<'a>,
    features: Vec<Vec<Placed<'a>>>,
    sets: Vec<Vec<Placed<'a>>>,
}

impl<'a> Plan<'a> {
    fn new(columns: &Columns, label: &'a Atom, features: &'a [Test], sets: &'a [Test]) -> Result<Self, Trouble> {
        let place = |tests: &'a [Test]| tests.iter().map(|test| test.place(columns)).collect::<Result<Vec<_>, _>>();
        let label = label.place(columns).map_err(Trouble::Column)?;
        let (features, sets) = (place(features), place(sets));
        Ok(Self { label, features: features.map_err(Trouble::Column)?, sets: sets.map_err(Trouble::Column)? })
    }

    /// The sets that a row is in, and its features that are 1.
    fn apply(&self, row: &[Field<'_>]) -> (Vec<usize>, Vec<usize>) {
        let satisfied = |tests: &[Vec<Placed<'_>>], first: usize, found: &mut Vec<usize>| {
            let all = (first..).zip(tests).filter(|(_, test)| test.iter().all(|atom| atom.holds(row)));
            found.extend(all.map(|(number, _)| number));
        };
        let (mut sets, mut features) = (vec![if self.label.holds(row) { POSITIVE } else { NEGATIVE }], Vec::new());
        satisfied(&self.sets, FIRST_TERM, &mut sets);
        satisfied(&self.features, 0, &mut features);
        (sets, features)
    }
}

/// How many rows of a piece of the file are in these sets and have these features.
type Counts = BTreeMap<(Vec<usize>, Vec<usize>), u64>;

impl Cells {
    /// Reads the rows of a data file. Cells that are alike in two pieces of it are not put together: all that is made of
    /// them is sums.
    pub(super) fn read(
        bytes: &[u8],
        label: &Atom,
        features: &[Test],
        sets: &[Test],
        threads: NonZeroUsize,
    ) -> Result<Self, Trouble> {
        let names = |fields: Vec<Cow<'_, str>>| {
            let columns: Columns = fields.into_iter().map(Cow::into_owned).zip(0..).collect();
            Plan::new(&columns, label, features, sets)
        };
        let see = |plan: &Plan<'_>, counts: &mut Counts, fields: Vec<Cow<'_, str>>| {
            let row: Vec<Field<'_>> = fields.into_iter().map(Field::new).collect();
            let count = counts.entry(plan.apply(&row)).or_default();
            *count = count.saturating_add(1);
        };
        let (rows, pieces) = file::lines(bytes, threads, names, see)?;
        let mut sizes = vec![0_u64; sets.len().saturating_add(FIRST_TERM)];
        let mut groups = Vec::new();
        for ((sets, features), count) in pieces.into_iter().flatten() {
            for &set in &sets {
                if let Some(size) = sizes.get_mut(set) {
                    *size = size.saturating_add(count);
                }
            }
            groups.push(Cell { features, sets, count });
        }
        Ok(Self { groups, sizes, rows })
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// How many rows a set has.
    pub(super) fn size(&self, set: usize) -> u64 {
        self.sizes.get(set).copied().unwrap_or_default()
    }
}
