//! The proxy game: swap regret, external regret and the m + 1 deviations that Theorem 2 uses, on the simplex or off it.
//!
//! With `l_0 = 0` and `l_j = g_j`, everything is a function of `S_ij = mean lambda_i l_j`, what the weight on action
//! `i` would have earned as action `j`. Swap regret is `sum_i max_j (S_ij - S_ii)`, with the difference taken as 0 for
//! `j = i`. Of the `m^2` entries Theorem 2's proof uses the first row (the objective's weight moved to a constraint)
//! and the trace (everything moved to the objective, which earns 0): for more than [`MOST_SWAPPED`] constraints only
//! these are kept, and swap regret is not computed.
//!
//! Rounds may be weighed, all means alike: `S_ij` is a mean of products, so two weightings would not do. Multipliers
//! times whole weights need more digits than a double has; they are pushed as sums of doubles that are exact.

use super::arithmetic::Arithmetic;
use super::average::{Average, Averages};
use super::columns::{Columns, Pairing};
use crate::error::{Error, Result};
use crate::numerics::Number;
use crate::numerics::product::BLOCK;
use crate::trace::{Layout, Rounds, Trace, Values};

/// With more constraints the whole matrix is not worth its `m^2` products a round.
pub const MOST_SWAPPED: usize = 512;

/// The averages that everything about a run of the proxy game is computed from.
#[derive(Clone, Debug)]
pub struct ProxyAverages<N> {
    /// The number of rounds.
    pub rounds: u64,
    /// The mean multipliers, the objective's first.
    pub multipliers: Vec<N>,
    /// `mean lambda_0 g_0`.
    pub weighted_objective: N,
    /// `S_ij` for `i = 0..m` (rows) and `j = 1..m`; the first row only for many constraints.
    moved: Vec<N>,
    /// `mean sum_i lambda_i g_i`.
    pub earned: N,
    /// What the proxies add, if the trace has any.
    proxies: Option<Proxied<N>>,
}

/// The averages with proxies in them.
#[derive(Clone, Debug)]
struct Proxied<N> {
    /// `mean sum_i lambda_i proxy_i`.
    payoff: N,
    /// `mean lambda_0 proxy_i`.
    from_objective: Vec<N>,
}

/// One pass over the rounds of the proxy game.
pub(super) struct Pass<A: Arithmetic> {
    average: Average,
    rounds: u64,
    sums: Sums<A>,
    proxies: Option<(Pairing<A>, Columns<A>)>,
    weights: Vec<f64>,
    /// Some rounds' multipliers times their weights, but for what the parts before had of it.
    part: Vec<f64>,
}

/// The sums, for few and for many constraints.
enum Sums<A: Arithmetic> {
    /// The product of the multipliers with the constraints, which has the sums of the multipliers on the way.
    Full { moved: A::Product, moved_hi: Option<A::Product>, objective: Pairing<A>, weights: Vec<f64> },
    /// The objective's weight against all columns, and the trace of the full matrix.
    Narrow {
        multipliers: A::Product,
        objective: Columns<A>,
        moved: Columns<A>,
        earned: Pairing<A>,
        ones: Vec<f64>,
        weights: Vec<f64>,
    },
}

impl<A: Arithmetic> Sums<A> {
    fn new(layout: &Layout) -> Self {
        let m = layout.num_constraints();
        let enclosed = (1..=m).any(|value| layout.is_enclosed(value));
        let weights = Vec::with_capacity(BLOCK);
        if (1..=MOST_SWAPPED).contains(&m) {
            let product = || A::product(m + 1, m);
            let objective = Pairing::new(layout.is_enclosed(0));
            return Self::Full { moved: product(), moved_hi: enclosed.then(product), objective, weights };
        }
        Self::Narrow {
            multipliers: A::product(1, m + 1),
            objective: Columns::new(1, 1, layout.is_enclosed(0)),
            moved: Columns::new(1, m, enclosed),
            earned: Pairing::new(enclosed),
            ones: vec![1.0; BLOCK],
            weights,
        }
    }

    fn push(&mut self, trace: &Trace, lambda: &[f64], from: usize, to: usize) {
        let n = trace.layout().num_multipliers();
        match self {
            Self::Full { moved, moved_hi, objective, weights } => {
                let range = from * (n - 1)..to * (n - 1);
                A::push(moved, lambda, &trace.constraints().lo()[range.clone()]);
                if let Some(moved) = moved_hi {
                    A::push(moved, lambda, &trace.constraints().hi()[range]);
                }
                weights.clear();
                weights.extend(lambda.iter().step_by(n));
                objective.add(1, weights, &trace.objective().lo()[from..to], &trace.objective().hi()[from..to]);
            }
            Self::Narrow { multipliers, objective, moved, earned, ones, weights } => {
                weights.clear();
                weights.extend(lambda.iter().step_by(n));
                A::push(multipliers, &ones[..to - from], lambda);
                objective.push(weights, trace.objective(), from, to);
                moved.push(weights, trace.constraints(), from, to);
                pair(earned, lambda, n, trace.constraints(), from);
            }
        }
    }

    /// The means of everything but the proxies.
    fn finish(&mut self, rounds: u64, mean: impl Fn(A::Number) -> A::Number) -> ProxyAverages<A::Number> {
        match self {
            Self::Full { moved, moved_hi, objective, .. } => {
                let multipliers = A::left_sums(moved).into_iter().map(&mean).collect();
                let sums = A::entries(moved);
                let moved: Vec<A::Number> = match moved_hi {
                    None => sums.into_iter().map(&mean).collect(),
                    Some(hi) => sums.into_iter().zip(A::entries(hi)).map(|(lo, hi)| mean(lo.join(hi))).collect(),
                };
                let m = moved.len().isqrt(); // (m + 1) m entries
                let earned = A::Number::sum((1..=m).map(|i| moved[i * m + i - 1].clone()));
                let weighted_objective = mean(objective.sum());
                ProxyAverages { rounds, multipliers, weighted_objective, moved, earned, proxies: None }
            }
            Self::Narrow { multipliers, objective, moved, earned, .. } => ProxyAverages {
                rounds,
                multipliers: A::entries(multipliers).into_iter().map(&mean).collect(),
                weighted_objective: mean(objective.sums().pop().expect("there is one objective")),
                moved: moved.sums().into_iter().map(&mean).collect(),
                earned: mean(earned.sum()),
                proxies: None,
            },
        }
    }
}

/// Adds `sum_i lambda_i x_i` of some rounds.
fn pair<A: Arithmetic>(pairing: &mut Pairing<A>, lambda: &[f64], n: usize, values: &Values, from: usize) {
    for (t, lambda) in (from..).zip(lambda.chunks_exact(n)) {
        pairing.add(1, &lambda[1..], values.row_lo(t), values.row_hi(t));
    }
}

impl<A: Arithmetic> Pass<A> {
    pub(super) fn new(layout: &Layout, average: Average) -> Self {
        let m = layout.num_constraints();
        let enclosed = (1 + m..layout.num_values()).any(|value| layout.is_enclosed(value));
        let proxies = layout.has_proxies().then(|| (Pairing::new(enclosed), Columns::new(1, m, enclosed)));
        let (weights, part) = (Vec::with_capacity(BLOCK), Vec::new());
        Self { average, rounds: 0, sums: Sums::new(layout), proxies, weights, part }
    }

    fn push(&mut self, trace: &Trace) -> Result<()> {
        let mut starts = (0..trace.rounds()).step_by(BLOCK);
        starts.try_for_each(|from| self.push_rounds(trace, from, (from + BLOCK).min(trace.rounds())))
    }

    /// At most a block of rounds.
    pub(super) fn push_rounds(&mut self, trace: &Trace, from: usize, to: usize) -> Result<()> {
        let n = trace.layout().num_multipliers();
        let lambda = &trace.lambdas()[from * n..to * n];
        let first = self.rounds;
        self.rounds += (to - from) as u64;
        if self.average == Average::Uniform {
            self.push_part(trace, lambda, from, to);
            return Ok(());
        }
        let mut part = std::mem::take(&mut self.part);
        for of in Part::ALL {
            part.clear();
            for (t, lambda) in (first..).zip(lambda.chunks_exact(n)) {
                let weight = self.average.weight(t);
                part.extend(lambda.iter().map(|&x| of.product(weight, x)));
            }
            if part.iter().any(|x| !x.is_finite()) {
                return Err(Error::new("weighed multipliers are beyond the largest double: rescale the multipliers"));
            }
            if part.iter().any(|&x| x != 0.0) {
                self.push_part(trace, &part, from, to);
            }
        }
        self.part = part;
        Ok(())
    }

    fn push_part(&mut self, trace: &Trace, lambda: &[f64], from: usize, to: usize) {
        let n = trace.layout().num_multipliers();
        self.sums.push(trace, lambda, from, to);
        if let Some((payoff, from_objective)) = &mut self.proxies {
            pair(payoff, lambda, n, trace.proxy_constraints(), from);
            self.weights.clear();
            self.weights.extend(lambda.iter().step_by(n));
            from_objective.push(&self.weights, trace.proxy_constraints(), from, to);
        }
    }

    /// The averages of the rounds so far.
    pub(super) fn averages(&mut self) -> Result<ProxyAverages<A::Number>> {
        let rounds = self.rounds;
        let total = self.average.total_of(rounds)?;
        let mean = |sum: A::Number| sum.over(A::Number::whole(total)).expect("the total is positive");
        let averages = self.sums.finish(rounds, mean);
        let proxies = self.proxies.as_mut().map(|(payoff, from_objective)| Proxied {
            payoff: mean(payoff.sum()),
            from_objective: from_objective.sums().into_iter().map(mean).collect(),
        });
        Ok(ProxyAverages { proxies, ..averages })
    }
}

/// Which halves of a weight and a multiplier are multiplied: products of halves are exact, and the four together are the
/// product. A weight below 2^52 has two halves of 26 bits, a double one of 26 and one of 27.
#[derive(Clone, Copy)]
struct Part {
    high_weight: bool,
    high_multiplier: bool,
}

impl Part {
    const ALL: [Self; 4] = [
        Self { high_weight: false, high_multiplier: true },
        Self { high_weight: false, high_multiplier: false },
        Self { high_weight: true, high_multiplier: true },
        Self { high_weight: true, high_multiplier: false },
    ];

    fn product(self, weight: u64, multiplier: f64) -> f64 {
        let low_bits = weight & ((1 << 26) - 1);
        let weight = if self.high_weight { weight - low_bits } else { low_bits };
        let high = f64::from_bits(multiplier.to_bits() & !((1 << 27) - 1));
        weight as f64 * if self.high_multiplier { high } else { multiplier - high }
    }
}

/// Takes the averages in one pass, with memory that does not grow with the rounds; `also` sees every block.
pub(super) fn averages<A: Arithmetic>(
    rounds: &mut dyn Rounds,
    averages: Averages,
    also: &mut dyn FnMut(&Trace) -> Result<()>,
) -> Result<ProxyAverages<A::Number>> {
    if averages.theta != averages.lambda {
        return Err(Error::new("the proxy game has one average for points and multipliers: give both the same"));
    }
    let mut pass = Pass::<A>::new(rounds.layout(), averages.theta);
    rounds.pass(&mut |block| {
        pass.push(block)?;
        also(block)
    })?;
    pass.averages()
}

impl<N: Number> ProxyAverages<N> {
    /// The number of constraints.
    pub fn num_constraints(&self) -> usize {
        self.multipliers.len() - 1
    }

    /// The mean weight of the objective.
    pub fn objective_weight(&self) -> N {
        self.multipliers[0].clone()
    }

    /// The mean of the sum of all multipliers: 1 on the simplex.
    pub fn mass(&self) -> N {
        N::sum(self.multipliers.iter().cloned())
    }

    /// `mean sum_i lambda_i proxy_i`, with the constraints as their own proxies where there are no others.
    pub fn proxy_payoff(&self) -> N {
        self.proxies.as_ref().map_or_else(|| self.earned.clone(), |proxies| proxies.payoff.clone())
    }

    /// `S_0j` for `j = 1..m`.
    fn moved_from_objective(&self) -> &[N] {
        &self.moved[..self.num_constraints()]
    }

    /// The rows of `S`, if all are kept.
    fn rows(&self) -> Option<impl Iterator<Item = &[N]>> {
        let m = self.num_constraints();
        (m <= MOST_SWAPPED).then(|| (0..=m).map(move |i| &self.moved[i * m..(i + 1) * m]))
    }

    /// `sum_i max_j (S_ij - S_ii)`; absent for more than [`MOST_SWAPPED`] constraints.
    pub fn swap_regret(&self) -> Option<N> {
        let regret_of = |(i, row): (usize, &[N])| {
            let kept = if i == 0 { N::zero() } else { row[i - 1].clone() };
            // Staying is the difference 0 exactly; moving to the objective earns 0.
            let stay_or_objective = if i == 0 { N::zero() } else { (-kept.clone()).positive() };
            let others = row.iter().enumerate().filter(|(j, _)| j + 1 != i);
            others.fold(stay_or_objective, |best, (_, moved)| best.larger(moved.clone() - kept.clone()))
        };
        Some(N::sum(self.rows()?.enumerate().map(regret_of)))
    }

    /// `max_j sum_i S_ij - sum_i S_ii`; absent for more than [`MOST_SWAPPED`] constraints.
    pub fn external_regret(&self) -> Option<N> {
        let mut gained = vec![N::zero(); self.num_constraints()];
        for row in self.rows()? {
            gained = gained.into_iter().zip(row).map(|(sum, entry)| sum + entry.clone()).collect();
        }
        Some(gained.into_iter().fold(N::zero(), N::larger) - self.earned.clone())
    }

    /// `max(0, max_j S_0j)`: the regret for not having moved the objective's weight to one constraint.
    pub fn deviation_to_constraints(&self) -> N {
        self.moved_from_objective().iter().cloned().fold(N::zero(), N::larger)
    }

    /// `-sum_i S_ii`: the regret for not having put everything on the objective.
    pub fn deviation_to_objective(&self) -> N {
        -self.earned.clone()
    }

    /// `mean sum_i lambda_i (g_i - proxy_i)`: at most 0 if the proxies dominate on average.
    pub fn domination_gap(&self) -> N {
        match &self.proxies {
            Some(proxies) => self.earned.clone() - proxies.payoff.clone(),
            None => N::zero(),
        }
    }

    /// `mean L_theta(theta_t, lambda_t) - lower`.
    pub fn theta_regret(&self, lower: f64) -> N {
        self.weighted_objective.clone() + self.proxy_payoff() - N::double(lower)
    }

    /// The theta-player's loss of the mixture at the mean multipliers, which no lower bound of its infimum exceeds; if
    /// the mixture has weight.
    pub fn loss_at_mean(&self) -> Option<N> {
        let weight = self.objective_weight();
        let from_objective =
            self.proxies.as_ref().map_or(self.moved_from_objective(), |proxies| &proxies.from_objective);
        let terms = self.multipliers[1..].iter().zip(from_objective);
        let proxies = N::sum(terms.map(|(mean, moved)| mean.clone() * moved.clone())).over(weight)?;
        Some(self.weighted_objective.clone() + proxies)
    }

    /// The theta-player's mean loss minus [`ProxyAverages::loss_at_mean`]: a regret that there surely was.
    pub fn theta_regret_seen(&self) -> Option<N> {
        Some(self.weighted_objective.clone() + self.proxy_payoff() - self.loss_at_mean()?)
    }

    /// `E[g_0]` over the mixture, if it has weight.
    pub fn objective(&self) -> Option<N> {
        self.weighted_objective.clone().over(self.objective_weight())
    }

    /// `max(0, max_i E[g_i])`, if the mixture has weight.
    pub fn infeasibility(&self) -> Option<N> {
        self.deviation_to_constraints().over(self.objective_weight())
    }
}

#[cfg(test)]
#[path = "../../tests/inside/regret/swap.rs"]
mod tests;
