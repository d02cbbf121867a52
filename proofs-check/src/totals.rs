//! The sums over a trace from which everything else is computed.

use crate::certificate::Weights;
use crate::csv::Row;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::sums::{Ends, IntervalSum, Parts, Sum};

fn ends(values: &[(f64, f64)]) -> Vec<Ends> {
    let both = |&(lo, hi): &(f64, f64)| (Parts::of(lo), (lo.to_bits() != hi.to_bits()).then(|| Parts::of(hi)));
    values.iter().map(both).collect()
}

impl Weights {
    /// The weight of round `t`, counted from 1.
    fn of(self, t: usize) -> u64 {
        match self {
            Self::Uniform => 1,
            // No machine has longer addresses.
            Self::Linear => u64::try_from(t).unwrap_or(u64::MAX),
            Self::Tail(skipped) => u64::from(t > skipped),
        }
    }
}

/// The mean of a sum over the rounds whose weights have this sum.
fn mean(total: &Interval, weight: &Sum) -> Interval {
    // A weight is positive in the last round at the latest, so the quotient is defined.
    total.over(&Interval::point(weight.total())).unwrap_or_else(Interval::zero)
}

/// The means of multipliers.
fn means(lambda: &[Sum], weight: &Sum) -> Vec<Rational> {
    let weight = weight.total();
    lambda.iter().map(|sum| sum.total().checked_div(&weight).unwrap_or_else(Rational::zero)).collect()
}

/// The sums of the Lagrangian game.
pub(crate) struct LagrangianTotals {
    theta_weights: Weights,
    lambda_weights: Weights,
    theta_weight: Sum,
    lambda_weight: Sum,
    values: Vec<IntervalSum>,
    payoff: IntervalSum,
    lambda: Vec<Sum>,
}

impl LagrangianTotals {
    pub(crate) fn new(constraints: usize, theta_weights: Weights, lambda_weights: Weights) -> Self {
        Self {
            theta_weights,
            lambda_weights,
            theta_weight: Sum::default(),
            lambda_weight: Sum::default(),
            values: vec![IntervalSum::default(); constraints.saturating_add(1)],
            payoff: IntervalSum::default(),
            lambda: vec![Sum::default(); constraints],
        }
    }

    /// Adds round `t`, counted from 1.
    pub(crate) fn add(&mut self, t: usize, row: &Row) {
        let (w, v) = (self.theta_weights.of(t), self.lambda_weights.of(t));
        let one = Parts::of(1.0);
        self.theta_weight.add_multiple(w, one, one);
        self.lambda_weight.add_multiple(v, one, one);
        let values = ends(&row.values);
        for (sum, &value) in self.values.iter_mut().zip(&values) {
            sum.add_multiple(w, one, value);
        }
        for ((sum, &lambda), &value) in self.lambda.iter_mut().zip(&row.lambda).zip(values.iter().skip(1)) {
            let lambda = Parts::of(lambda);
            sum.add_multiple(v, one, lambda);
            self.payoff.add_multiple(w, lambda, value);
        }
    }

    fn mean(&self, total: &Interval) -> Interval {
        mean(total, &self.theta_weight)
    }

    /// `E0`, `E1`, .., `Em`.
    pub(crate) fn values(&self) -> Vec<Interval> {
        self.values.iter().map(|sum| self.mean(&sum.total())).collect()
    }

    /// `P`.
    pub(crate) fn payoff(&self) -> Interval {
        self.mean(&self.payoff.total())
    }

    /// `vmean lambda`.
    pub(crate) fn lambda(&self) -> Vec<Rational> {
        means(&self.lambda, &self.lambda_weight)
    }
}

/// The sums of the proxy game.
pub(crate) struct ProxyTotals {
    weights: Weights,
    weight: Sum,
    /// `lambda_i`, i = 0..m.
    lambda: Vec<Sum>,
    /// `lambda_0 g_j`, j = 0..m.
    objective_weighted: Vec<IntervalSum>,
    /// `lambda_0 p_j`, j = 1..m; empty without proxies.
    proxies_weighted: Vec<IntervalSum>,
    /// `lambda_i g_j`, i, j = 1..m, row by row, if the swap regret is asked for.
    pairs: Option<Vec<IntervalSum>>,
    /// `(sum_i lambda_i) g_j`, j = 1..m.
    columns: Vec<IntervalSum>,
    /// `sum_i lambda_i g_i` and `sum_i lambda_i p_i`, i = 1..m.
    payoff: IntervalSum,
    proxy_payoff: IntervalSum,
    has_proxies: bool,
    /// The sum of the multipliers of a round, times its weight, and its pieces.
    mass: Sum,
    pieces: Vec<Parts>,
}

impl ProxyTotals {
    pub(crate) fn new(constraints: usize, weights: Weights, has_proxies: bool, with_pairs: bool) -> Self {
        let multipliers = constraints.saturating_add(1);
        Self {
            weights,
            weight: Sum::default(),
            lambda: vec![Sum::default(); multipliers],
            objective_weighted: vec![IntervalSum::default(); multipliers],
            proxies_weighted: vec![IntervalSum::default(); if has_proxies { constraints } else { 0 }],
            pairs: with_pairs.then(|| vec![IntervalSum::default(); constraints.saturating_mul(constraints)]),
            columns: vec![IntervalSum::default(); constraints],
            payoff: IntervalSum::default(),
            proxy_payoff: IntervalSum::default(),
            has_proxies,
            mass: Sum::default(),
            pieces: Vec::new(),
        }
    }

    /// Adds round `t`, counted from 1.
    pub(crate) fn add(&mut self, t: usize, row: &Row) {
        let (w, one) = (self.weights.of(t), Parts::of(1.0));
        self.weight.add_multiple(w, one, one);
        let lambda: Vec<Parts> = row.lambda.iter().map(|&x| Parts::of(x)).collect();
        let (values, proxies) = (ends(&row.values), ends(&row.proxies));
        let constraints = values.get(1..).unwrap_or_default();
        self.mass.clear();
        for (sum, &lambda) in self.lambda.iter_mut().zip(&lambda) {
            sum.add_multiple(w, one, lambda);
            self.mass.add_multiple(w, one, lambda);
        }
        let Some((&objective, rest)) = lambda.split_first() else { return };
        for (sum, &value) in self.objective_weighted.iter_mut().zip(&values) {
            sum.add_multiple(w, objective, value);
        }
        for (sum, &value) in self.proxies_weighted.iter_mut().zip(&proxies) {
            sum.add_multiple(w, objective, value);
        }
        // The sum of the multipliers has a few pieces of 64 bits, so this is linear in m.
        self.mass.pieces(&mut self.pieces);
        for (sum, &value) in self.columns.iter_mut().zip(constraints) {
            for &piece in &self.pieces {
                sum.add(piece, value);
            }
        }
        for (sum, others) in [(&mut self.payoff, constraints), (&mut self.proxy_payoff, proxies.as_slice())] {
            for (&lambda, &value) in rest.iter().zip(others) {
                sum.add_multiple(w, lambda, value);
            }
        }
        if let Some(pairs) = &mut self.pairs {
            for (sums, &lambda) in pairs.chunks_exact_mut(constraints.len().max(1)).zip(rest) {
                for (sum, &value) in sums.iter_mut().zip(constraints) {
                    sum.add_multiple(w, lambda, value);
                }
            }
        }
    }

    fn mean(&self, total: &Interval) -> Interval {
        mean(total, &self.weight)
    }

    /// The means of the multipliers.
    pub(crate) fn lambda(&self) -> Vec<Rational> {
        means(&self.lambda, &self.weight)
    }

    /// `mean lambda_0 g_j`, j = 0..m; from 1 on these are `S_0j`.
    pub(crate) fn objective_weighted(&self) -> Vec<Interval> {
        self.objective_weighted.iter().map(|sum| self.mean(&sum.total())).collect()
    }

    /// `mean lambda_0 p_j`, j = 1..m; without proxies these are `S_0j`.
    pub(crate) fn proxies_weighted(&self) -> Vec<Interval> {
        let own = self.objective_weighted.get(1..).unwrap_or_default();
        let sums = if self.has_proxies { self.proxies_weighted.as_slice() } else { own };
        sums.iter().map(|sum| self.mean(&sum.total())).collect()
    }

    /// `P`.
    pub(crate) fn payoff(&self) -> Interval {
        self.mean(&self.payoff.total())
    }

    /// `sum_i mean lambda_i p_i`; without proxies it is `P`.
    pub(crate) fn proxy_payoff(&self) -> Interval {
        if self.has_proxies { self.mean(&self.proxy_payoff.total()) } else { self.payoff() }
    }

    /// `kappa`; the point 0 without proxies.
    pub(crate) fn domination_gap(&self) -> Interval {
        if self.has_proxies { &self.payoff() - &self.proxy_payoff() } else { Interval::zero() }
    }

    /// `max_j sum_i S_ij`, where j = 0 gives 0.
    pub(crate) fn best_column(&self) -> Interval {
        let best = self.columns.iter().fold(Interval::zero(), |best, sum| best.max(&sum.total()));
        self.mean(&best)
    }

    /// `sum_i max_j D_ij`, if the pairs were summed.
    pub(crate) fn swap_regret(&self) -> Option<Interval> {
        let constraints = self.columns.len();
        let weighted = self.objective_weighted.iter().skip(1);
        let mut regret = weighted.fold(Interval::zero(), |best, sum| best.max(&sum.total()));
        for (i, sums) in self.pairs.as_ref()?.chunks_exact(constraints.max(1)).enumerate() {
            let Some(own) = sums.get(i) else { continue };
            let own = own.total();
            // j = i gives 0, j = 0 gives -S_ii.
            let mut best = (-&own).positive_part();
            for (_, sum) in sums.iter().enumerate().filter(|(j, _)| *j != i) {
                best = best.max(&(&sum.total() - &own));
            }
            regret = &regret + &best;
        }
        Some(self.mean(&regret))
    }
}
