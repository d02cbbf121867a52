//! The simplex method in doubles, on a working set of columns. It only proposes a basis; nothing it says is believed.
//!
//! Rows and costs are scaled by powers of two to sizes near 1, so that the tolerances below mean something. The
//! inverse of the basis is kept dense and updated, because there are few rows, and renewed now and then.

use super::Candidates;
use super::basis::{Basis, Column, Level};
use crate::numerics::rational::power_of_two;

/// A reduced cost above minus this counts as not negative.
pub(super) const OPTIMAL: f64 = 1e-11;
/// A step along less than this is none.
const PIVOT: f64 = 1e-9;
/// Basic variables within this of the first that reaches 0 are equally near.
const NEAR: f64 = 1e-10;
/// Updates of the inverse before it is computed anew.
const RENEWAL: usize = 60;

/// Columns of the working set, scaled: each has its candidate, its cost and its `m + 1` entries, the mass first.
#[derive(Default)]
pub(super) struct WorkingSet {
    pub(super) candidates: Vec<usize>,
    costs: Vec<f64>,
    entries: Vec<f64>,
}

/// The powers of two that bring the rows (mass first, always 1) and the cost to sizes near 1.
pub(super) struct Scales {
    pub(super) rows: Vec<f64>,
    pub(super) cost: f64,
}

impl Scales {
    pub(super) fn new(candidates: &Candidates) -> Self {
        let scale = |k: usize| {
            let largest = candidates.largest(k);
            let exponent = if largest > 0.0 { largest.log2().floor().clamp(-1000.0, 1000.0) } else { 0.0 };
            #[allow(clippy::cast_possible_truncation, reason = "a whole number of at most 1000")]
            power_of_two(-exponent as i32)
        };
        let rows = std::iter::once(1.0).chain((1..=candidates.num_constraints()).map(scale)).collect();
        Self { rows, cost: scale(0) }
    }
}

impl Scales {
    /// The right side of a constraint. Scaled values are below 2 in size, so a larger bound is no bound; and very
    /// large numbers make solvers go round in circles.
    pub(super) fn right(&self, epsilon: f64, row: usize) -> f64 {
        (epsilon * self.rows[row]).min(4.0)
    }
}

impl WorkingSet {
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(super) fn push(&mut self, candidates: &Candidates, scales: &Scales, t: usize) {
        self.candidates.push(t);
        self.costs.push(candidates.value(t, 0) * scales.cost);
        self.entries.push(1.0);
        self.entries.extend(scales.rows.iter().enumerate().skip(1).map(|(k, scale)| candidates.value(t, k) * scale));
    }

    pub(super) fn cost(&self, j: usize) -> f64 {
        self.costs[j]
    }

    pub(super) fn column(&self, j: usize, rows: usize) -> &[f64] {
        &self.entries[j * rows..][..rows]
    }
}

/// A column as the method sees it: of the working set, a slack, or the excess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Working(usize),
    Slack(usize),
    Excess,
}

/// The method and its state.
pub(super) struct Simplex<'a> {
    pub(super) scales: &'a Scales,
    /// The right side, scaled.
    right: Vec<f64>,
    /// One basic variable a row.
    pub(super) basis: Vec<Variable>,
    pub(super) values: Vec<f64>,
    /// By rows.
    inverse: Vec<f64>,
    updates: usize,
    pub(super) pivots: usize,
    entering: Vec<f64>,
    direction: Vec<f64>,
}

impl<'a> Simplex<'a> {
    /// Starts at a basis, which must not be singular.
    pub(super) fn new(scales: &'a Scales, epsilon: f64, set: &WorkingSet, basis: Vec<Variable>) -> Option<Self> {
        let n = scales.rows.len();
        let right = (0..n).map(|row| if row == 0 { 1.0 } else { scales.right(epsilon, row) });
        let mut simplex = Self {
            scales,
            right: right.collect(),
            basis,
            values: vec![0.0; n],
            inverse: vec![0.0; n * n],
            updates: 0,
            pivots: 0,
            entering: vec![0.0; n],
            direction: vec![0.0; n],
        };
        simplex.renew(set).then_some(simplex)
    }

    fn rows(&self) -> usize {
        self.scales.rows.len()
    }

    /// Whether some constraint would have to be relaxed.
    pub(super) fn excess(&self) -> Option<usize> {
        self.basis.iter().position(|&variable| variable == Variable::Excess)
    }

    pub(super) fn is_feasible(&self) -> bool {
        self.values.iter().all(|&value| value >= -NEAR)
    }

    fn write_column(&self, set: &WorkingSet, variable: Variable, out: &mut [f64]) {
        match variable {
            Variable::Working(j) => out.copy_from_slice(set.column(j, self.rows())),
            Variable::Slack(i) => {
                out.fill(0.0);
                out[i + 1] = 1.0;
            }
            Variable::Excess => {
                for (out, scale) in out.iter_mut().zip(&self.scales.rows) {
                    *out = -scale;
                }
                out[0] = 0.0;
            }
        }
    }

    /// Computes the inverse from the columns; `false` if they are singular.
    fn renew(&mut self, set: &WorkingSet) -> bool {
        let n = self.rows();
        let width = 2 * n;
        let mut table = vec![0.0; n * width];
        let mut column = vec![0.0; n];
        for (j, &variable) in self.basis.iter().enumerate() {
            self.write_column(set, variable, &mut column);
            for (i, &x) in column.iter().enumerate() {
                table[i * width + j] = x;
            }
            table[j * width + n + j] = 1.0;
        }
        for step in 0..n {
            let size = |i: usize| table[i * width + step].abs();
            let pivot = (step..n).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(step);
            if size(pivot) <= 1e-13 || size(pivot).is_nan() {
                return false;
            }
            for j in 0..width {
                table.swap(step * width + j, pivot * width + j);
            }
            let inverse = 1.0 / table[step * width + step];
            let row: Vec<f64> = table[step * width..][..width].iter().map(|x| x * inverse).collect();
            for (i, other) in table.chunks_exact_mut(width).enumerate() {
                let factor = other[step];
                if i == step {
                    other.copy_from_slice(&row);
                } else if factor != 0.0 {
                    other[step..].iter_mut().zip(&row[step..]).for_each(|(x, y)| *x -= factor * y);
                }
            }
        }
        for (out, row) in self.inverse.chunks_exact_mut(n).zip(table.chunks_exact(width)) {
            out.copy_from_slice(&row[n..]);
        }
        self.updates = 0;
        self.find_values();
        true
    }

    fn find_values(&mut self) {
        let n = self.rows();
        for (value, row) in self.values.iter_mut().zip(self.inverse.chunks_exact(n)) {
            *value = row.iter().zip(&self.right).map(|(a, b)| a * b).sum();
        }
    }

    /// The multipliers `y` of the rows for a cost: those of the constraints are minus ours.
    pub(super) fn multipliers(&self, set: &WorkingSet, level: Level) -> Vec<f64> {
        let n = self.rows();
        let mut y = vec![0.0; n];
        for (&variable, row) in self.basis.iter().zip(self.inverse.chunks_exact(n)) {
            let cost = match (variable, level) {
                (Variable::Excess, Level::Excess) => 1.0,
                (Variable::Working(j), Level::Objective) => set.costs[j],
                _ => 0.0,
            };
            if cost != 0.0 {
                y.iter_mut().zip(row).for_each(|(y, x)| *y += cost * x);
            }
        }
        y
    }

    /// Minimises a cost over the working set, if given only where the `face`'s reduced costs are about 0. Returns
    /// whether it ended by itself, and not at the limit of pivots or at a number that is none.
    pub(super) fn improve(&mut self, set: &WorkingSet, level: Level, face: Option<&[f64]>, limit: usize) -> bool {
        for _ in 0..limit {
            if level == Level::Excess && self.excess().is_none() {
                return true;
            }
            let y = self.multipliers(set, level);
            let Some(variable) = self.choose(set, level, &y, face) else { return true };
            let (mut entering, mut direction) =
                (std::mem::take(&mut self.entering), std::mem::take(&mut self.direction));
            self.write_column(set, variable, &mut entering);
            for (d, row) in direction.iter_mut().zip(self.inverse.chunks_exact(self.rows())) {
                *d = row.iter().zip(&entering).map(|(a, b)| a * b).sum();
            }
            let leaving = self.leaving(&direction);
            if let Some(row) = leaving {
                self.pivot(variable, row, &direction);
            }
            (self.entering, self.direction) = (entering, direction);
            if leaving.is_none() || (self.updates > RENEWAL && !self.renew(set)) {
                return false;
            }
        }
        false
    }

    /// The variable with the most negative reduced cost.
    fn choose(&self, set: &WorkingSet, level: Level, y: &[f64], face: Option<&[f64]>) -> Option<Variable> {
        let (mut best, mut least) = (None, -OPTIMAL);
        let n = self.rows();
        let on_face = |column: &[f64], face: &[f64]| -> bool {
            column.iter().zip(face).map(|(a, y)| a * y).sum::<f64>().abs() <= OPTIMAL
        };
        for (j, column) in set.entries.chunks_exact(n).enumerate() {
            let cost = if level == Level::Objective { set.costs[j] } else { 0.0 };
            let price = cost - column.iter().zip(y).map(|(a, y)| a * y).sum::<f64>();
            if price < least && face.is_none_or(|face| on_face(column, face)) {
                (best, least) = (Some(Variable::Working(j)), price);
            }
        }
        for (i, y) in y.iter().enumerate().skip(1) {
            if -y < least && face.is_none_or(|face| face[i].abs() <= OPTIMAL) {
                (best, least) = (Some(Variable::Slack(i - 1)), -y);
            }
        }
        best.filter(|variable| !self.basis.contains(variable))
    }

    /// The row that reaches 0 first; of several the one with the steepest step, the excess before all.
    fn leaving(&self, direction: &[f64]) -> Option<usize> {
        let steps = || direction.iter().enumerate().filter(|(_, d)| **d > PIVOT);
        let ratio = |i: usize, d: f64| self.values[i].max(0.0) / d;
        let nearest = steps().map(|(i, &d)| (self.values[i].max(0.0) + NEAR) / d).fold(f64::INFINITY, f64::min);
        let close = steps().filter(|&(i, &d)| ratio(i, d) <= nearest);
        let weight = |&(i, d): &(usize, &f64)| if self.basis[i] == Variable::Excess { f64::INFINITY } else { *d };
        close.max_by(|a, b| weight(a).total_cmp(&weight(b))).map(|(i, _)| i)
    }

    fn pivot(&mut self, variable: Variable, row: usize, direction: &[f64]) {
        let n = self.rows();
        let step = (self.values[row] / direction[row]).max(0.0);
        self.values.iter_mut().zip(direction).for_each(|(value, d)| *value -= step * d);
        self.values[row] = step;
        let inverse = 1.0 / direction[row];
        let pivot: Vec<f64> = self.inverse[row * n..][..n].iter().map(|x| x * inverse).collect();
        for ((i, other), &d) in self.inverse.chunks_exact_mut(n).enumerate().zip(direction) {
            if i == row {
                other.copy_from_slice(&pivot);
            } else if d != 0.0 {
                other.iter_mut().zip(&pivot).for_each(|(x, y)| *x -= d * y);
            }
        }
        self.basis[row] = variable;
        self.updates += 1;
        self.pivots += 1;
    }

    /// The basis in the form of the exact method.
    pub(super) fn proposal(&self, set: &WorkingSet) -> Basis {
        let mut active: Vec<usize> = (0..self.rows() - 1).collect();
        let mut structural = Vec::new();
        for &variable in &self.basis {
            match variable {
                Variable::Working(j) => structural.push(Column::Candidate(set.candidates[j])),
                Variable::Slack(i) => active.retain(|&row| row != i),
                Variable::Excess => structural.push(Column::Excess),
            }
        }
        Basis { structural, active }
    }
}
