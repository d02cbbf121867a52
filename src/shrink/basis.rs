//! A basis of the linear program, and the exact numbers that belong to it.
//!
//! The program has one row for the mass and one for each constraint,
//!
//! ```text
//! sum_t p_t = 1,    sum_t p_t g_i(t) + s_i - z = epsilon   (i = 1, .., m),    p, s, z >= 0,
//! ```
//!
//! where `z` is the *excess* over epsilon that makes it feasible always. A basis has `m + 1` columns; every slack in it
//! is determined by the others, so the basis is kept as its *structural* columns (candidates and the excess) and the
//! *active* rows, whose slacks are not in it: one row fewer than columns, which with the row of the mass makes the
//! square system that is solved.

use super::Candidates;
use super::dyadic::{Dyadic, dot, quotient, sign_of};
use super::linear::{Matrix, Quotients};
use super::pricing::Price;
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs as _;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// A variable of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Candidate(usize),
    /// The slack of a constraint, counted from 0.
    Slack(usize),
    Excess,
    /// Makes a basis feasible that is not, and leaves again.
    Artificial,
}

/// Which cost is minimised, the later only where the earlier have reached 0 or their minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Artificial,
    Excess,
    Objective,
}

/// The structural columns and the active rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Basis {
    pub(super) structural: Vec<Column>,
    pub(super) active: Vec<usize>,
}

/// The program at a given epsilon.
pub(super) struct Program<'a> {
    pub(super) candidates: &'a Candidates,
    pub(super) epsilon: RBig,
    /// What a unit of excess costs beside the objective; it costs nothing there if the least excess comes first.
    pub(super) penalty: f64,
    /// The artificial column, mass first, if there is one.
    pub(super) artificial: Vec<Dyadic>,
}

/// What each basic variable has for every unit of a column or of the right side, times `denominator`.
pub(super) struct Coordinates {
    pub(super) denominator: IBig,
    /// In the order of the basis.
    pub(super) structural: Vec<IBig>,
    /// Of every row that is not active, with its number.
    pub(super) slacks: Vec<(usize, Dyadic)>,
}

/// Multipliers: the reduced cost of candidate `t` is `cost_t + sum_i u_i g_i(t) - mass`, of slack `i` it is `u_i`, of
/// the excess it is its cost less `sum_i u_i`. All numbers are over `denominator`.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    pub(super) level: Level,
    pub(super) denominator: IBig,
    pub(super) mass: IBig,
    /// The active rows and their multipliers.
    pub(super) multipliers: Vec<(usize, IBig)>,
}

impl Program<'_> {
    /// Entry of a column in a row; row 0 is the mass.
    fn entry(&self, column: Column, row: usize) -> Dyadic {
        let whole = |x: i32| Dyadic::integer(x.into());
        match (column, row) {
            (Column::Candidate(_), 0) => whole(1),
            (Column::Candidate(t), row) => Dyadic::from_f64(self.candidates.value(t, row)),
            (Column::Excess, 0) => whole(0),
            (Column::Excess, _) => whole(-1),
            (Column::Slack(i), row) => whole(i32::from(i + 1 == row)),
            (Column::Artificial, row) => self.artificial[row].clone(),
        }
    }

    fn cost(&self, column: Column, level: Level) -> Dyadic {
        match (column, level) {
            (Column::Artificial, Level::Artificial) | (Column::Excess, Level::Excess) => Dyadic::integer(IBig::ONE),
            (Column::Candidate(t), Level::Objective) => Dyadic::from_f64(self.candidates.value(t, 0)),
            (Column::Excess, Level::Objective) => Dyadic::from_f64(self.penalty),
            _ => Dyadic::integer(IBig::ZERO),
        }
    }

    /// A negated sum of basic columns: raised from 0, it raises exactly these.
    pub(super) fn set_artificial(&mut self, columns: &[Column]) {
        self.artificial = (0..=self.candidates.num_constraints())
            .map(|row| {
                let zero = Dyadic::integer(IBig::ZERO);
                columns.iter().fold(zero, |sum, &column| sum.minus(&self.entry(column, row)))
            })
            .collect();
    }
}

/// A basis with its matrix.
pub(super) struct Factored<'a> {
    program: &'a Program<'a>,
    basis: &'a Basis,
    matrix: Matrix,
}

impl<'a> Factored<'a> {
    pub(super) fn new(program: &'a Program<'a>, basis: &'a Basis) -> Self {
        let row = |row: usize| basis.structural.iter().map(|&column| program.entry(column, row)).collect();
        let rows: Vec<Vec<Dyadic>> = std::iter::once(0).chain(basis.active.iter().map(|i| i + 1)).map(row).collect();
        Self { program, basis, matrix: Matrix::new(&rows) }
    }

    /// The same basis again, with what was learnt about its matrix.
    pub(super) fn again(program: &'a Program<'a>, basis: &'a Basis, matrix: Matrix) -> Self {
        Self { program, basis, matrix }
    }

    pub(super) fn into_matrix(self) -> Matrix {
        self.matrix
    }

    /// The values of the basic variables; `None` if the columns do not form a basis.
    pub(super) fn values(&self) -> Option<Coordinates> {
        let (top, bottom) = (self.program.epsilon.numerator(), self.program.epsilon.denominator());
        let bottom = IBig::from(bottom.clone());
        let right: Vec<Dyadic> = std::iter::once(&bottom)
            .chain(self.basis.active.iter().map(|_| top))
            .map(|x| Dyadic::integer(x.clone()))
            .collect();
        let Quotients { numerators, denominator } = self.matrix.solve(&right)?;
        let epsilon = Dyadic::integer(top * &denominator);
        Some(self.with_slacks(numerators, denominator * bottom, |_| epsilon.clone()))
    }

    /// How a column that is not basic is made of the basic ones.
    pub(super) fn coordinates(&self, column: Column) -> Coordinates {
        let rows = std::iter::once(0).chain(self.basis.active.iter().map(|i| i + 1));
        let right: Vec<Dyadic> = rows.map(|row| self.program.entry(column, row)).collect();
        let Quotients { numerators, denominator } = self.matrix.solve(&right).expect("a basis is not singular");
        let scale = denominator.clone();
        self.with_slacks(numerators, denominator, |i| self.program.entry(column, i + 1).times(&scale))
    }

    fn with_slacks(&self, structural: Vec<IBig>, denominator: IBig, right: impl Fn(usize) -> Dyadic) -> Coordinates {
        let inactive = (0..self.program.candidates.num_constraints()).filter(|i| !self.basis.active.contains(i));
        let slacks = inactive.map(|i| (i, right(i).minus(&self.row(i, &structural)))).collect();
        Coordinates { denominator, structural, slacks }
    }

    /// Row `i` of the constraints times multiples of the structural columns.
    fn row(&self, i: usize, multiples: &[IBig]) -> Dyadic {
        let terms = self.basis.structural.iter().zip(multiples).map(|(column, multiple)| match column {
            Column::Candidate(t) => (multiple, self.program.candidates.value(*t, i + 1)),
            Column::Excess => (multiple, -1.0),
            Column::Slack(_) | Column::Artificial => (multiple, 0.0),
        });
        let sum = dot(terms);
        let artificial = self.basis.structural.iter().position(|&column| column == Column::Artificial);
        match artificial {
            None => sum,
            Some(j) => sum.minus(&self.program.artificial[i + 1].times(&-&multiples[j])),
        }
    }

    /// The multipliers that make the reduced costs of the basic variables 0.
    pub(super) fn dual(&self, level: Level) -> Option<Dual> {
        let costs: Vec<Dyadic> = self.basis.structural.iter().map(|&column| self.program.cost(column, level)).collect();
        let Quotients { numerators, denominator } = self.matrix.solve_transposed(&costs)?;
        let mut numerators = numerators.into_iter();
        let mass = numerators.next().expect("the row of the mass");
        let multipliers = self.basis.active.iter().copied().zip(numerators.map(|y| -y)).collect();
        Some(Dual { level, denominator, mass, multipliers })
    }
}

impl Dual {
    /// The reduced cost of a candidate, times the denominator.
    pub(super) fn reduced(&self, candidates: &Candidates, t: usize) -> Dyadic {
        let minus_one = (&self.mass, -1.0);
        let cost = if self.level == Level::Objective { candidates.value(t, 0) } else { 0.0 };
        let terms = self.multipliers.iter().map(|(i, u)| (u, candidates.value(t, i + 1)));
        dot(terms.chain([minus_one, (&self.denominator, cost)]))
    }

    /// The reduced costs of candidates in doubles.
    pub(super) fn price(&self) -> Price {
        let cost = if self.level == Level::Objective { 1.0 } else { 0.0 };
        let multipliers = self.multipliers.iter().map(|(i, u)| (i + 1, quotient(u, &self.denominator)));
        Price::new(std::iter::once((0, cost)).chain(multipliers), quotient(&self.mass, &self.denominator))
    }

    /// The multiplier of a constraint, times the denominator.
    pub(super) fn of(&self, i: usize) -> Dyadic {
        let found = self.multipliers.iter().find(|(k, _)| *k == i);
        Dyadic::integer(found.map_or(IBig::ZERO, |(_, u)| u.clone()))
    }

    /// These multipliers plus the multiple of others that makes a reduced cost 0, which is `on / denominator` here and
    /// `off / denominator`, not 0, there.
    pub(super) fn raised(&self, other: &Self, on: &Dyadic, off: &Dyadic) -> Self {
        let exponent = on.exponent.min(off.exponent);
        let (on, off) = (on.at(exponent), off.at(exponent));
        let rows = self.multipliers.iter().map(|(i, u)| u * &off - &on * other.of(*i).mantissa);
        let mut all: Vec<IBig> = std::iter::once(&self.mass * &off - &on * &other.mass).chain(rows).collect();
        let mut denominator = off;
        // Where all numbers are minors over the same determinant, that divides these.
        if all.iter().all(|x| (x % &self.denominator).is_zero()) {
            for x in &mut all {
                *x /= &self.denominator;
            }
        } else {
            denominator *= &self.denominator;
        }
        let mut all = all.into_iter().map(|x| if sign_of(&denominator) == Ordering::Less { -x } else { x });
        let mass = all.next().expect("the mass");
        let multipliers = self.multipliers.iter().map(|(i, _)| *i).zip(all).collect();
        Self { level: self.level, denominator: denominator.clone().unsigned_abs().into(), mass, multipliers }
    }

    /// The sum of the multipliers, times the denominator.
    pub(super) fn sum(&self) -> IBig {
        self.multipliers.iter().map(|(_, u)| u).sum()
    }

    /// The multipliers of all `m` constraints.
    pub(super) fn rationals(&self, num_constraints: usize) -> Vec<RBig> {
        let mut all = vec![RBig::ZERO; num_constraints];
        for (i, u) in &self.multipliers {
            all[*i] = RBig::from_parts(u.clone(), self.denominator.clone().unsigned_abs());
        }
        all
    }
}
