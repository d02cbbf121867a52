//! How much a row of each cell counts in each constraint.
//!
//! A row in the cell `x` adds `A_x 1[s > 0]` to a constraint with `A_x` the sum of `c / |S|` over the terms with `c >= 0`
//! that the cell belongs to, and `-B_x 1[s > 0]` with `B_x` that of `|c| / |S|` over the others; to its hinge it adds
//! `A_x max(0, 1 + s) + B_x max(0, 1 - s)`. The sizes `|S|` are those of the whole data set: a quotient of counts within
//! a minibatch would be biased.

use super::{CellConstraint, Cells};
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use dashu_ratio::RBig;

/// The exact coefficients of one constraint.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    /// `A_x`, one per cell.
    pub(super) plus: Vec<RBig>,
    /// `B_x`, one per cell.
    pub(super) minus: Vec<RBig>,
    /// What the hinge adds to all that: the constant less the sum of `|c|` over the terms with `c < 0`.
    pub(super) hinge_constant: RBig,
}

/// The exact coefficients of every constraint.
pub(super) fn exact(cells: &Cells) -> Vec<Exact> {
    let of = |constraint: &CellConstraint| {
        let mut sums = Exact {
            plus: vec![RBig::ZERO; cells.len()],
            minus: vec![RBig::ZERO; cells.len()],
            hinge_constant: constraint.constant.clone(),
        };
        for term in &constraint.terms {
            let share = &term.coefficient / RBig::from(term.size);
            let negative = share < RBig::ZERO;
            if negative {
                sums.hinge_constant += &term.coefficient;
            }
            for &cell in &term.cells {
                if negative {
                    sums.minus[cell as usize] -= &share;
                } else {
                    sums.plus[cell as usize] += &share;
                }
            }
        }
        sums
    };
    cells.constraints().iter().map(of).collect()
}

/// What a model does on the rows of each cell: the sums of `max(0, 1 + s)` and of `max(0, 1 - s)`.
pub(super) struct HingeSums {
    pub(super) above: Vec<RBig>,
    pub(super) below: Vec<RBig>,
}

impl HingeSums {
    /// The hinge loss.
    pub(super) fn loss(&self, cells: &Cells) -> RBig {
        let sums = cells.labels().iter().zip(self.above.iter().zip(&self.below));
        let total = sums.fold(RBig::ZERO, |sum, (&label, (above, below))| sum + if label { below } else { above });
        total / RBig::from(cells.of_row().len())
    }

    /// The hinges of all constraints.
    pub(super) fn constraints(&self, cells: &Cells) -> Vec<RBig> {
        let hinge = |sums: &Exact| {
            let parts = sums.plus.iter().zip(&self.above).chain(sums.minus.iter().zip(&self.below));
            parts.fold(sums.hinge_constant.clone(), |value, (share, sum)| value + share * sum)
        };
        exact(cells).iter().map(hinge).collect()
    }
}

/// The coefficients in doubles.
#[derive(Clone, Debug)]
pub(super) struct Coefficients {
    /// The number of constraints.
    pub(super) constraints: usize,
    /// `A_x` at `cell * constraints + i`.
    pub(super) plus: Vec<f64>,
    /// `B_x`.
    pub(super) minus: Vec<f64>,
    /// The constants of the constraints.
    pub(super) constants: Vec<f64>,
    /// The constants of the hinges.
    pub(super) hinge_constants: Vec<f64>,
}

impl Coefficients {
    /// The nearest doubles.
    pub(super) fn new(cells: &Cells) -> Self {
        let exact = exact(cells);
        let near = |x: &RBig| x.to_f64().value();
        let by_cell = |of: fn(&Exact) -> &Vec<RBig>| {
            (0..cells.len()).flat_map(|cell| exact.iter().map(move |sums| near(&of(sums)[cell]))).collect()
        };
        Self {
            constraints: exact.len(),
            plus: by_cell(|sums| &sums.plus),
            minus: by_cell(|sums| &sums.minus),
            constants: cells.constraints().iter().map(|constraint| near(&constraint.constant)).collect(),
            hinge_constants: exact.iter().map(|sums| near(&sums.hinge_constant)).collect(),
        }
    }

    /// Where the coefficients of a cell start.
    pub(super) fn of_cell(&self, cell: usize) -> std::ops::Range<usize> {
        cell * self.constraints..(cell + 1) * self.constraints
    }
}

/// A function of a problem over data, enclosed: `offset + sum over rows of plus u(s) + minus u(-s)` with the weights of the
/// row's cell, where `u` is the surrogate, or `constant + sum over rows of net [s > 0]` for a rate itself.
#[derive(Clone, Debug)]
pub(super) struct FunctionWeights {
    /// The constant of the rate.
    pub(super) constant: Enclosure,
    /// The constant of the surrogate.
    pub(super) offset: Enclosure,
    /// For each cell the weight of `u(s)` of a row.
    pub(super) plus: Vec<Enclosure>,
    /// For each cell the weight of `u(-s)` of a row.
    pub(super) minus: Vec<Enclosure>,
    /// For each cell the weight of `[s > 0]` of a row.
    pub(super) net: Vec<Enclosure>,
}

impl FunctionWeights {
    /// The loss, then the constraints.
    pub(super) fn all(cells: &Cells) -> Vec<Self> {
        let each = |weights: &[RBig]| weights.iter().map(enclose).collect::<Vec<_>>();
        let row = enclose(&(RBig::ONE / RBig::from(cells.of_row().len())));
        let labelled = |label: bool| {
            cells.labels().iter().map(|&of_cell| if of_cell == label { row } else { Enclosure::ZERO }).collect()
        };
        let loss = Self {
            constant: Enclosure::ZERO,
            offset: Enclosure::ZERO,
            plus: labelled(false),
            minus: labelled(true),
            net: vec![Enclosure::ZERO; cells.len()],
        };
        let of = |(constraint, sums): (&CellConstraint, &Exact)| Self {
            constant: enclose(&constraint.constant),
            offset: enclose(&sums.hinge_constant),
            plus: each(&sums.plus),
            minus: each(&sums.minus),
            net: sums.plus.iter().zip(&sums.minus).map(|(plus, minus)| enclose(&(plus - minus))).collect(),
        };
        std::iter::once(loss).chain(cells.constraints().iter().zip(&exact(cells)).map(of)).collect()
    }
}
