//! The sums over a trace from which everything else is computed: of weighted products of two columns.

use crate::certificate::Weights;
use crate::csv::Layout;
use crate::exact::{Rational, double_parts};
use crate::interval::Interval;
use crate::sums::{STRIP, Strip, Sum};
use crate::table::Block;
use crate::threads::share;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

impl Weights {
    /// The weight of round `t`, counted from 1: it does not decrease.
    fn of(self, t: usize) -> u64 {
        match self {
            Self::Uniform => 1,
            // No machine has longer addresses.
            Self::Linear => u64::try_from(t).unwrap_or(u64::MAX),
            Self::Tail(skipped) => u64::from(t > skipped),
        }
    }
}

/// The column that is 1 in every round.
const ONE: usize = usize::MAX;

/// The columns of the lower and the upper ends of a value.
type Ends = (usize, usize);

/// The columns of a block that are multiplied, in strips.
struct Columns(BTreeMap<usize, Vec<Strip>>);

impl Columns {
    fn new(of: &[&Products]) -> Self {
        let pairs = of.iter().flat_map(|products| &products.sums);
        Self(pairs.flat_map(|((x, y), _)| [*x, *y]).map(|column| (column, Vec::new())).collect())
    }

    fn see(&mut self, block: &Block, threads: NonZeroUsize) {
        let work = |(&column, strips): (&usize, &mut Vec<Strip>)| {
            let number = |row: &[f64]| if column == ONE { 1.0 } else { row.get(column).copied().unwrap_or_default() };
            let numbers: Vec<f64> = block.rows().map(number).collect();
            strips.clear();
            strips.extend(numbers.chunks(STRIP).map(Strip::new));
        };
        share(threads, self.0.iter_mut().collect(), || (), work);
    }

    fn of(&self, column: usize) -> &[Strip] {
        self.0.get(&column).map_or(&[], Vec::as_slice)
    }
}

/// Sums of products of two columns with the weights of their rounds.
struct Products {
    weights: Weights,
    /// The columns, in increasing order, and the sums of their products.
    sums: Vec<((usize, usize), Sum)>,
}

impl Products {
    /// Of these columns, each with those of the ends of a value.
    fn new(weights: Weights, products: impl Iterator<Item = (usize, Ends)>) -> Self {
        let mut pairs: Vec<_> = products.flat_map(|(x, (lo, hi))| [(x, lo), (x, hi)]).chain([(ONE, ONE)]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self { weights, sums: pairs.into_iter().map(|pair| (pair, Sum::default())).collect() }
    }

    /// Adds the rounds of a block, whose columns these are.
    fn add(&mut self, block: &Block, columns: &Columns, threads: NonZeroUsize) {
        let weights = self.weights;
        let work = |sums: &mut [((usize, usize), Sum)]| {
            for ((x, y), sum) in sums {
                let starts = (block.first.saturating_add(1)..).step_by(STRIP);
                for ((x, y), start) in columns.of(*x).iter().zip(columns.of(*y)).zip(starts) {
                    x.add_products(y, |row| weights.of(start.saturating_add(row)), sum);
                }
            }
        };
        share(threads, parts(&mut self.sums, threads), || (), work);
    }

    fn sum(&self, x: usize, y: usize) -> Sum {
        let found = self.sums.binary_search_by_key(&(x, y), |(pair, _)| *pair).ok();
        found.and_then(|place| self.sums.get(place)).map(|(_, sum)| sum.clone()).unwrap_or_default()
    }

    /// The sum of `x [lo, hi]`, where `x` is not negative.
    fn total(&self, x: usize, (lo, hi): Ends) -> Interval {
        Interval { lo: self.sum(x, lo).total(), hi: self.sum(x, hi).total() }
    }

    /// The sum of several of these.
    fn total_of(&self, products: impl Iterator<Item = (usize, Ends)>) -> Interval {
        let (mut below, mut above) = (Sum::default(), Sum::default());
        for (x, (lo, hi)) in products {
            below.add_sum(&self.sum(x, lo));
            above.add_sum(&self.sum(x, hi));
        }
        Interval { lo: below.total(), hi: above.total() }
    }

    /// The mean of a sum over the rounds.
    fn mean(&self, total: &Interval) -> Interval {
        // A weight is positive in the last round at the latest, so the quotient is defined.
        total.over(&Interval::point(self.sum(ONE, ONE).total())).unwrap_or_else(Interval::zero)
    }

    /// The means of multipliers.
    fn means(&self, lambda: &[usize]) -> Vec<Rational> {
        let weight = self.sum(ONE, ONE).total();
        let mean = |&x| self.sum(ONE, x).total().checked_div(&weight).unwrap_or_else(Rational::zero);
        lambda.iter().map(mean).collect()
    }
}

/// Sums in a few parts for each thread.
fn parts<T>(sums: &mut [T], threads: NonZeroUsize) -> Vec<&mut [T]> {
    sums.chunks_mut(sums.len().div_ceil(threads.get().saturating_mul(4)).max(1)).collect()
}

/// Columns of numbers with 1.
fn alone(columns: &[usize]) -> impl Iterator<Item = (usize, Ends)> {
    columns.iter().map(|&column| (ONE, (column, column)))
}

/// The columns of multipliers with those of their values.
fn own<'a>(lambda: &'a [usize], values: &'a [Ends]) -> impl Iterator<Item = (usize, Ends)> + Clone + 'a {
    lambda.iter().copied().zip(values.iter().copied())
}

/// The sums of the Lagrangian game.
pub(crate) struct LagrangianTotals {
    values: Vec<Ends>,
    lambda: Vec<usize>,
    by_theta: Products,
    by_lambda: Products,
    columns: Columns,
}

impl LagrangianTotals {
    pub(crate) fn new(layout: &Layout, theta_weights: Weights, lambda_weights: Weights) -> Self {
        let Layout { values, lambda, .. } = layout;
        let means = values.iter().map(|&ends| (ONE, ends));
        let by_theta = Products::new(theta_weights, means.chain(own(lambda, values.get(1..).unwrap_or_default())));
        let by_lambda = Products::new(lambda_weights, alone(lambda));
        let columns = Columns::new(&[&by_theta, &by_lambda]);
        Self { values: values.clone(), lambda: lambda.clone(), by_theta, by_lambda, columns }
    }

    /// Adds the rounds of a block.
    pub(crate) fn add(&mut self, block: &Block, threads: NonZeroUsize) {
        self.columns.see(block, threads);
        self.by_theta.add(block, &self.columns, threads);
        self.by_lambda.add(block, &self.columns, threads);
    }

    /// `E0`, `E1`, .., `Em`.
    pub(crate) fn values(&self) -> Vec<Interval> {
        self.values.iter().map(|&ends| self.by_theta.mean(&self.by_theta.total(ONE, ends))).collect()
    }

    /// `P`.
    pub(crate) fn payoff(&self) -> Interval {
        let products = own(&self.lambda, self.values.get(1..).unwrap_or_default());
        self.by_theta.mean(&self.by_theta.total_of(products))
    }

    /// `vmean lambda`.
    pub(crate) fn lambda(&self) -> Vec<Rational> {
        self.by_lambda.means(&self.lambda)
    }
}

/// The sums of the proxy game.
pub(crate) struct ProxyTotals {
    /// The columns of `g_0`, and of `lambda_0`.
    objective: (usize, Ends),
    /// Those of `g_j` and `p_j`, j = 1..m (the latter empty without proxies), and of `lambda_i`, i = 1..m.
    constraints: Vec<Ends>,
    proxies: Vec<Ends>,
    lambda: Vec<usize>,
    /// Among them `lambda_i g_j` for all i and j, if the swap regret is asked for.
    products: Products,
    with_pairs: bool,
    /// Without these, `(sum_i lambda_i) g_j`, j = 1..m, by the columns of ends.
    masses: Vec<(usize, Sum)>,
    columns: Columns,
}

impl ProxyTotals {
    pub(crate) fn new(layout: &Layout, weights: Weights, with_pairs: bool) -> Self {
        let (zero, lambda) = layout.lambda.split_first().map_or((ONE, &[][..]), |(zero, rest)| (*zero, rest));
        let (objective, constraints) =
            layout.values.split_first().map_or(((ONE, ONE), &[][..]), |(first, rest)| (*first, rest));
        let weighed = layout.values.iter().chain(&layout.proxies).map(|&ends| (zero, ends));
        let diagonal = own(lambda, constraints).chain(own(lambda, &layout.proxies));
        let rows = if with_pairs { lambda } else { &[] };
        let pairs = rows.iter().flat_map(|&x| constraints.iter().map(move |&ends| (x, ends)));
        let products = Products::new(weights, alone(&layout.lambda).chain(weighed).chain(diagonal).chain(pairs));
        let mut masses: Vec<usize> = constraints.iter().flat_map(|&(lo, hi)| [lo, hi]).collect();
        masses.sort_unstable();
        masses.dedup();
        Self {
            objective: (zero, objective),
            constraints: constraints.to_vec(),
            proxies: layout.proxies.clone(),
            lambda: lambda.to_vec(),
            columns: Columns::new(&[&products]),
            products,
            with_pairs,
            masses: masses.into_iter().filter(|_| !with_pairs).map(|column| (column, Sum::default())).collect(),
        }
    }

    /// Adds the rounds of a block.
    pub(crate) fn add(&mut self, block: &Block, threads: NonZeroUsize) {
        self.columns.see(block, threads);
        self.products.add(block, &self.columns, threads);
        if self.with_pairs {
            return;
        }
        // The sum of the multipliers of a round has a few pieces of 64 bits, so this is linear in m.
        let (zero, weights, number) = (self.objective.0, self.products.weights, |row: &[f64], place: usize| {
            row.get(place).copied().unwrap_or_default()
        });
        let mut mass = Sum::default();
        let pieces = block.rows().map(|row| {
            mass.clear();
            self.lambda.iter().chain(&[zero]).for_each(|&i| mass.add_product(1, 1.0, number(row, i)));
            mass.pieces()
        });
        let pieces: Vec<_> = pieces.collect();
        let work = |sums: &mut [(usize, Sum)]| {
            for (column, sum) in sums {
                for (t, (row, pieces)) in (block.first.saturating_add(1)..).zip(block.rows().zip(&pieces)) {
                    let (mantissa, exponent) = double_parts(number(row, *column)).unwrap_or_default();
                    for (piece, own) in pieces {
                        let product = piece.wrapping_mul(i128::from(mantissa));
                        sum.add_multiple(weights.of(t), product, own.wrapping_add(exponent));
                    }
                }
            }
        };
        share(threads, parts(&mut self.masses, threads), || (), work);
    }

    /// The means of the multipliers.
    pub(crate) fn lambda(&self) -> Vec<Rational> {
        let zero = std::iter::once(self.objective.0);
        self.products.means(&zero.chain(self.lambda.iter().copied()).collect::<Vec<_>>())
    }

    /// `mean lambda_0 g` for the ends of some `g`.
    fn weighted<'a>(&self, values: impl IntoIterator<Item = &'a Ends>) -> Vec<Interval> {
        let total = |&ends: &Ends| self.products.mean(&self.products.total(self.objective.0, ends));
        values.into_iter().map(total).collect()
    }

    /// `mean lambda_0 g_j`, j = 0..m; from 1 on these are `S_0j`.
    pub(crate) fn objective_weighted(&self) -> Vec<Interval> {
        self.weighted(std::iter::once(&self.objective.1).chain(&self.constraints))
    }

    /// The proxies, or else the constraints.
    fn seen(&self) -> &[Ends] {
        if self.proxies.is_empty() { &self.constraints } else { &self.proxies }
    }

    /// `mean lambda_0 p_j`, j = 1..m; without proxies these are `S_0j`.
    pub(crate) fn proxies_weighted(&self) -> Vec<Interval> {
        self.weighted(self.seen())
    }

    /// `P`.
    pub(crate) fn payoff(&self) -> Interval {
        self.products.mean(&self.products.total_of(own(&self.lambda, &self.constraints)))
    }

    /// `sum_i mean lambda_i p_i`; without proxies it is `P`.
    pub(crate) fn proxy_payoff(&self) -> Interval {
        self.products.mean(&self.products.total_of(own(&self.lambda, self.seen())))
    }

    /// `kappa`; the point 0 without proxies.
    pub(crate) fn domination_gap(&self) -> Interval {
        if self.proxies.is_empty() { Interval::zero() } else { &self.payoff() - &self.proxy_payoff() }
    }

    /// `max_j sum_i S_ij`, where j = 0 gives 0.
    pub(crate) fn best_column(&self) -> Interval {
        let rows = || self.lambda.iter().copied().chain([self.objective.0]);
        let mass = |column: usize| {
            let found = self.masses.binary_search_by_key(&column, |(own, _)| *own).ok();
            found.and_then(|place| self.masses.get(place)).map_or_else(Rational::zero, |(_, sum)| sum.total())
        };
        let column = |&(lo, hi): &Ends| {
            if self.with_pairs {
                self.products.total_of(rows().map(|x| (x, (lo, hi))))
            } else {
                Interval { lo: mass(lo), hi: mass(hi) }
            }
        };
        let best = self.constraints.iter().fold(Interval::zero(), |best, ends| best.max(&column(ends)));
        self.products.mean(&best)
    }

    /// `sum_i max_j D_ij`, if the pairs were summed.
    pub(crate) fn swap_regret(&self) -> Option<Interval> {
        let total = |x: usize, ends: &Ends| self.products.total(x, *ends);
        let best = |best: Interval, ends| best.max(&total(self.objective.0, ends));
        let mut regret = self.constraints.iter().fold(Interval::zero(), best);
        for (i, (&x, own)) in self.lambda.iter().zip(&self.constraints).enumerate().filter(|_| self.with_pairs) {
            let own = total(x, own);
            // j = i gives 0, j = 0 gives -S_ii.
            let mut best = (-&own).positive_part();
            for (_, ends) in self.constraints.iter().enumerate().filter(|(j, _)| *j != i) {
                best = best.max(&(&total(x, ends) - &own));
            }
            regret = &regret + &best;
        }
        self.with_pairs.then(|| self.products.mean(&regret))
    }
}

#[cfg(test)]
#[path = "../tests/inside/totals.rs"]
mod tests;
