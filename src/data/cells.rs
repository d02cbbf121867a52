//! Rows that neither their label nor any constraint tells apart: what a rate counts is a sum over such cells.

use dashu_ratio::RBig;

/// One term of a constraint: a multiple of the fraction of some rows that are predicted `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct CellTerm {
    /// What the fraction is multiplied by.
    pub coefficient: RBig,
    /// The number of rows it is about; not 0.
    pub size: u64,
    /// The cells that these rows are.
    pub cells: Vec<u32>,
}

/// A constraint: `constant + sum of coefficient * fraction <= 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct CellConstraint {
    /// The constant.
    pub constant: RBig,
    /// The fractions.
    pub terms: Vec<CellTerm>,
}

/// A coefficient, and for every row whether its rate is about it.
pub type MarkedTerm = (RBig, Vec<bool>);

/// A partition of the rows into cells, and the constraints in terms of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    of_row: Vec<u32>,
    sizes: Vec<u64>,
    labels: Vec<bool>,
    constraints: Vec<CellConstraint>,
}

impl Cells {
    /// The cells of rows with these labels under these constraints, each a constant and terms.
    ///
    /// # Panics
    /// If a term is about no row, or about another number of rows than there are labels.
    pub fn new(labels: &[bool], constraints: Vec<(RBig, Vec<MarkedTerm>)>) -> Self {
        let terms = || constraints.iter().flat_map(|(_, terms)| terms);
        assert!(terms().all(|(_, rows)| rows.len() == labels.len()), "one entry a row");
        // Label and terms refine the partition one after the other; cells are numbered as they first occur.
        let (mut of_row, mut firsts) = (vec![0_u32; labels.len()], Vec::new());
        for rows in std::iter::once(labels).chain(terms().map(|(_, rows)| rows.as_slice())) {
            const NEW: u32 = u32::MAX;
            let mut finer = vec![[NEW; 2]; firsts.len().max(1)];
            firsts.clear();
            for (row, (cell, &member)) in of_row.iter_mut().zip(rows).enumerate() {
                let to = &mut finer[*cell as usize][usize::from(member)];
                if *to == NEW {
                    *to = u32::try_from(firsts.len()).expect("no more cells than rows");
                    firsts.push(row);
                }
                *cell = *to;
            }
        }
        let mut sizes = vec![0; firsts.len()];
        for &cell in &of_row {
            sizes[cell as usize] += 1;
        }
        let cell_labels = firsts.iter().map(|&row| labels[row]).collect();
        let constraints = constraints.into_iter().map(|(constant, terms)| {
            let terms = terms.into_iter().map(|(coefficient, rows)| {
                let cells: Vec<u32> = (0..).zip(&firsts).filter(|(_, row)| rows[**row]).map(|(cell, _)| cell).collect();
                let size = cells.iter().map(|&cell| sizes[cell as usize]).sum();
                assert!(size > 0, "a rate is about at least one row");
                CellTerm { coefficient, size, cells }
            });
            CellConstraint { constant, terms: terms.collect() }
        });
        let constraints = constraints.collect();
        Self { of_row, sizes, labels: cell_labels, constraints }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are no cells: no rows.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The cell of each row.
    pub fn of_row(&self) -> &[u32] {
        &self.of_row
    }

    /// The number of rows of each cell.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The label of the rows of each cell.
    pub fn labels(&self) -> &[bool] {
        &self.labels
    }

    /// The constraints.
    pub fn constraints(&self) -> &[CellConstraint] {
        &self.constraints
    }

    /// The value of a constraint, exactly, where so many rows of each cell are predicted `+`.
    pub fn value(&self, constraint: usize, positives: &[u64]) -> RBig {
        let constraint = &self.constraints[constraint];
        let rate = |term: &CellTerm| {
            let count: u64 = term.cells.iter().map(|&cell| positives[cell as usize]).sum();
            &term.coefficient * RBig::from(count) / RBig::from(term.size)
        };
        constraint.terms.iter().map(rate).fold(constraint.constant.clone(), |sum, term| sum + term)
    }

    /// The fraction of all rows that are predicted another label than theirs, exactly.
    pub fn error(&self, positives: &[u64]) -> RBig {
        let wrong =
            |((&size, &label), &positive): ((&u64, &bool), &u64)| if label { size - positive } else { positive };
        let count: u64 = self.sizes.iter().zip(&self.labels).zip(positives).map(wrong).sum();
        RBig::from(count) / RBig::from(self.of_row.len())
    }
}
