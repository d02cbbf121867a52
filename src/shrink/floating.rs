//! The simplex method in doubles, on a working set of columns. It only proposes a basis; nothing it says is believed.
//!
//! Rows and costs are scaled by powers of two to sizes near 1, so that the tolerances below mean something. The
//! inverse of the basis is kept dense and updated, because there are few rows, and renewed now and then. Prices
//! (reduced costs) are updated with it; which column enters is decided by Devex: the price over a running estimate of
//! how long the edge is.

use super::basis::{Basis, Column, Level};
use super::lanes::{invert, multiply, padded, subtract};
use super::working::{Scales, WorkingSet};

/// A reduced cost above minus this counts as not negative.
pub(super) const OPTIMAL: f64 = 1e-11;
/// A step along less than this is none.
const PIVOT: f64 = 1e-9;
/// Basic variables within this of the first that reaches 0 are equally near.
const NEAR: f64 = 1e-10;
/// Updates of the inverse before it is computed anew, at least; at most one for each row.
const RENEWAL: usize = 60;
/// Estimates of edges beyond this are no longer any good.
const LONGEST: f64 = 1e8;

/// A column as the method sees it: of the working set, a slack, or the excess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Working(usize),
    Slack(usize),
    Excess,
}

/// The method and its state.
pub(super) struct Simplex<'a> {
    scales: &'a Scales,
    /// The right side, scaled.
    right: Vec<f64>,
    /// One basic variable a row.
    basis: Vec<Variable>,
    pub(super) values: Vec<f64>,
    /// By rows, padded.
    inverse: Vec<f64>,
    updates: usize,
    pub(super) pivots: usize,
    /// Prices of the working set, and of the slacks of the rows (that of the mass has none).
    prices: [Vec<f64>; 2],
    /// Squared lengths of edges, in the same order.
    lengths: [Vec<f64>; 2],
    /// Room for one pivot.
    entering: Vec<f64>,
    direction: Vec<f64>,
    pivot_row: Vec<f64>,
    across: Vec<f64>,
}

impl<'a> Simplex<'a> {
    /// Starts at a basis, which must not be singular.
    pub(super) fn new(scales: &'a Scales, epsilon: f64, set: &WorkingSet, basis: Vec<Variable>) -> Option<Self> {
        let n = scales.rows.len();
        let width = padded(n);
        let mut right: Vec<f64> = (0..n).map(|row| if row == 0 { 1.0 } else { scales.right(epsilon, row) }).collect();
        right.resize(width, 0.0);
        let mut simplex = Self {
            scales,
            right,
            basis,
            values: vec![0.0; n],
            inverse: vec![0.0; n * width],
            updates: 0,
            pivots: 0,
            prices: [Vec::new(), vec![0.0; n]],
            lengths: [Vec::new(), vec![1.0; n]],
            entering: vec![0.0; width],
            direction: vec![0.0; n],
            pivot_row: vec![0.0; width],
            across: Vec::new(),
        };
        simplex.renew(set).then_some(simplex)
    }

    fn rows(&self) -> usize {
        self.scales.rows.len()
    }

    fn row(&self, i: usize) -> &[f64] {
        let width = self.right.len();
        &self.inverse[i * width..][..width]
    }

    /// Whether some constraint would have to be relaxed.
    pub(super) fn excess(&self) -> Option<usize> {
        self.basis.iter().position(|&variable| variable == Variable::Excess)
    }

    pub(super) fn is_feasible(&self) -> bool {
        self.values.iter().all(|&value| value >= -NEAR)
    }

    fn write_column(&self, set: &WorkingSet, variable: Variable, out: &mut [f64]) {
        out.fill(0.0);
        match variable {
            Variable::Working(j) => out.copy_from_slice(set.column(j)),
            Variable::Slack(i) => out[i + 1] = 1.0,
            Variable::Excess => {
                for (out, scale) in out.iter_mut().zip(&self.scales.rows).skip(1) {
                    *out = -scale;
                }
            }
        }
    }

    /// Computes the inverse from the columns; `false` if they are singular.
    fn renew(&mut self, set: &WorkingSet) -> bool {
        let (n, width) = (self.rows(), self.right.len());
        let mut column = std::mem::take(&mut self.entering);
        for j in 0..n {
            self.write_column(set, self.basis[j], &mut column);
            for (row, &x) in self.inverse.chunks_exact_mut(width).zip(&column) {
                row[j] = x;
            }
        }
        self.entering = column;
        self.updates = 0;
        let regular = invert(&mut self.inverse, n);
        multiply(&self.inverse, width, &self.right, &mut self.values);
        regular
    }

    fn cost(variable: Variable, set: &WorkingSet, level: Level) -> f64 {
        match (variable, level) {
            (Variable::Excess, Level::Excess) => 1.0,
            (Variable::Working(j), Level::Objective) => set.costs[j],
            _ => 0.0,
        }
    }

    /// The multipliers `y` of the rows for a cost: those of the constraints are minus ours.
    pub(super) fn multipliers(&self, set: &WorkingSet, level: Level) -> Vec<f64> {
        let mut y = vec![0.0; self.right.len()];
        for (i, &variable) in self.basis.iter().enumerate() {
            subtract(&mut y, &[-Self::cost(variable, set, level)], self.row(i));
        }
        y
    }

    /// Computes all prices from the inverse.
    fn price(&mut self, set: &WorkingSet, level: Level) {
        let y = self.multipliers(set, level);
        let [working, slacks] = &mut self.prices;
        working.resize(set.len(), 0.0);
        multiply(set.entries(), y.len(), &y, working);
        for (j, price) in working.iter_mut().enumerate() {
            *price = Self::cost(Variable::Working(j), set, level) - *price;
        }
        slacks.iter_mut().zip(&y).for_each(|(price, y)| *price = -y);
        self.lengths[0].resize(set.len(), 1.0);
    }

    /// Minimises a cost over the working set, if given only where the `face`'s reduced costs are about 0. Returns
    /// whether it ended by itself, and not at the limit of pivots or at a number that is none.
    pub(super) fn improve(&mut self, set: &WorkingSet, level: Level, face: Option<&[f64]>, limit: usize) -> bool {
        self.price(set, level);
        let mut fresh = true;
        for _ in 0..limit {
            if level == Level::Excess && self.excess().is_none() {
                return true;
            }
            let Some(variable) = self.choose(set, face) else {
                if fresh {
                    return true;
                }
                // Only prices that were not updated are trusted to say that this is the end.
                self.price(set, level);
                fresh = true;
                continue;
            };
            let mut entering = std::mem::take(&mut self.entering);
            self.write_column(set, variable, &mut entering);
            multiply(&self.inverse, entering.len(), &entering, &mut self.direction);
            self.entering = entering;
            let Some(row) = self.leaving() else { return false };
            let agrees = self.pivot(set, variable, row);
            fresh = false;
            if !agrees || self.updates > RENEWAL.max(self.rows()) {
                if !self.renew(set) {
                    return false;
                }
                self.price(set, level);
                fresh = true;
            }
        }
        false
    }

    /// The variable with the steepest price.
    fn choose(&self, set: &WorkingSet, face: Option<&[f64]>) -> Option<Variable> {
        let (mut best, mut steepest) = (None, 0.0);
        for (j, (&price, &length)) in self.prices[0].iter().zip(&self.lengths[0]).enumerate() {
            if price < -OPTIMAL && price * price > steepest * length && (face.is_none() || set.on_face[j]) {
                (best, steepest) = (Some(Variable::Working(j)), price * price / length);
            }
        }
        for (i, (&price, &length)) in self.prices[1].iter().zip(&self.lengths[1]).enumerate().skip(1) {
            let free = face.is_none_or(|face| face[i].abs() <= OPTIMAL);
            if price < -OPTIMAL && price * price > steepest * length && free {
                (best, steepest) = (Some(Variable::Slack(i - 1)), price * price / length);
            }
        }
        best.filter(|variable| !self.basis.contains(variable))
    }

    /// The row that reaches 0 first; of several the one with the steepest step, the excess before all.
    fn leaving(&self) -> Option<usize> {
        let steps = || self.direction.iter().enumerate().filter(|(_, d)| **d > PIVOT);
        let ratio = |i: usize, d: f64| self.values[i].max(0.0) / d;
        let nearest = steps().map(|(i, &d)| (self.values[i].max(0.0) + NEAR) / d).fold(f64::INFINITY, f64::min);
        let close = steps().filter(|&(i, &d)| ratio(i, d) <= nearest);
        let weight = |&(i, d): &(usize, &f64)| if self.basis[i] == Variable::Excess { f64::INFINITY } else { *d };
        close.max_by(|a, b| weight(a).total_cmp(&weight(b))).map(|(i, _)| i)
    }

    /// Where the numbers of a variable that may enter stand.
    fn place(variable: Variable) -> Option<(usize, usize)> {
        match variable {
            Variable::Working(j) => Some((0, j)),
            Variable::Slack(i) => Some((1, i + 1)),
            Variable::Excess => None,
        }
    }

    /// Exchanges a variable for that of a row; `false` if two ways to the same number no longer agree.
    fn pivot(&mut self, set: &WorkingSet, variable: Variable, row: usize) -> bool {
        let width = self.right.len();
        let along = self.direction[row];
        // The row of the tableau: how prices and edges change.
        self.pivot_row.copy_from_slice(&self.inverse[row * width..][..width]);
        self.across.resize(set.len(), 0.0);
        multiply(set.entries(), width, &self.pivot_row, &mut self.across);
        let (kind, place) = Self::place(variable).expect("the excess does not enter");
        let tableau = [&self.across, &self.pivot_row];
        let agrees = (tableau[kind][place] - along).abs() <= 1e-7 * along.abs().max(1.0);
        let fall = self.prices[kind][place] / along;
        let edge = self.lengths[kind][place] / (along * along);
        for ((prices, lengths), row) in self.prices.iter_mut().zip(&mut self.lengths).zip(tableau) {
            for ((price, length), &x) in prices.iter_mut().zip(lengths).zip(row) {
                *price -= fall * x;
                *length = length.max(x * x * edge);
            }
        }
        self.prices[kind][place] = 0.0;
        if let Some((kind, place)) = Self::place(self.basis[row]) {
            self.prices[kind][place] = -fall;
            self.lengths[kind][place] = edge.max(1.0);
        }
        if edge > LONGEST {
            self.lengths.iter_mut().for_each(|lengths| lengths.fill(1.0));
        }
        let step = (self.values[row] / along).max(0.0);
        self.values.iter_mut().zip(&self.direction).for_each(|(value, d)| *value -= step * d);
        self.values[row] = step;
        self.pivot_row.iter_mut().for_each(|x| *x /= along);
        self.direction[row] = 0.0; // it is replaced
        subtract(&mut self.inverse, &self.direction, &self.pivot_row);
        self.inverse[row * width..][..width].copy_from_slice(&self.pivot_row);
        self.basis[row] = variable;
        self.updates += 1;
        self.pivots += 1;
        agrees
    }

    /// The candidates of the basis with their weights, and the excess.
    pub(super) fn point(&self, set: &WorkingSet) -> (Vec<(usize, f64)>, f64) {
        let (mut weights, mut excess) = (Vec::new(), 0.0);
        for (&variable, &value) in self.basis.iter().zip(&self.values) {
            match variable {
                Variable::Working(j) => weights.push((set.candidates[j], value)),
                Variable::Excess => excess = value,
                Variable::Slack(_) => {}
            }
        }
        (weights, excess)
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
