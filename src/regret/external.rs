//! The Lagrangian game: averages, and external regret on the ball of multipliers.
//!
//! The lambda-player's best answer in hindsight to the mean constraints `E` over `{lambda >= 0, ||lambda||_p <= R}`
//! earns `R ||max(0, E)||_q` with the dual norm `q` (Hoelder, attained). The theta-player's is bounded through a lower
//! bound of `inf over theta of L(theta, mean lambda)`, because `L` is affine in `lambda`: one number certifies it,
//! whatever was played.

use super::arithmetic::Arithmetic;
use super::average::{Average, Averages};
use super::columns::{Columns, Pairing};
use crate::error::Result;
use crate::numerics::product::BLOCK;
use crate::numerics::{Length, Norm, Number};
use crate::trace::{Layout, Rounds, Trace};

/// The averages that everything about a run of the Lagrangian game is computed from.
#[derive(Clone, Debug)]
pub struct LagrangianAverages<N> {
    /// The number of rounds.
    pub rounds: u64,
    /// `E[g_0]`.
    pub objective: N,
    /// `E[g_1], .., E[g_m]`.
    pub constraints: Vec<N>,
    /// The mean multipliers.
    pub multipliers: Vec<N>,
    /// The mean of `sum_i lambda_i g_i`, if points and multipliers are averaged alike.
    pub earned: Option<N>,
}

/// One pass over the rounds of the Lagrangian game.
pub(super) struct Pass<A: Arithmetic> {
    averages: Averages,
    rounds: u64,
    objective: Columns<A>,
    constraints: Columns<A>,
    multipliers: Option<A::Product>,
    earned: Option<Pairing<A>>,
    theta_weights: Vec<f64>,
    lambda_weights: Vec<f64>,
}

impl<A: Arithmetic> Pass<A> {
    pub(super) fn new(layout: &Layout, averages: Averages) -> Self {
        let m = layout.num_constraints();
        let enclosed = (1..=m).any(|i| layout.is_enclosed(i));
        Self {
            averages,
            rounds: 0,
            objective: Columns::new(1, 1, layout.is_enclosed(0)),
            constraints: Columns::new(1, m, enclosed),
            multipliers: (m > 0).then(|| A::product(1, m)),
            earned: (averages.theta == averages.lambda).then(|| Pairing::new(enclosed)),
            theta_weights: Vec::with_capacity(BLOCK),
            lambda_weights: Vec::with_capacity(BLOCK),
        }
    }

    fn push(&mut self, trace: &Trace) {
        for from in (0..trace.rounds()).step_by(BLOCK) {
            self.push_rounds(trace, from, (from + BLOCK).min(trace.rounds()));
        }
    }

    /// At most a block of rounds.
    pub(super) fn push_rounds(&mut self, trace: &Trace, from: usize, to: usize) {
        let first = self.rounds;
        let weights = |average: Average| (first..first + (to - from) as u64).map(move |t| average.weight(t) as f64);
        self.theta_weights.clear();
        self.theta_weights.extend(weights(self.averages.theta));
        self.lambda_weights.clear();
        self.lambda_weights.extend(weights(self.averages.lambda));
        self.objective.push(&self.theta_weights, trace.objective(), from, to);
        self.constraints.push(&self.theta_weights, trace.constraints(), from, to);
        let m = trace.constraints().width();
        let range = from * m..to * m;
        if let Some(multipliers) = &mut self.multipliers {
            A::push(multipliers, &self.lambda_weights, &trace.lambdas()[range.clone()]);
        }
        if let (Some(earned), true) = (&mut self.earned, m > 0) {
            let (lambda, values) = (&trace.lambdas()[range.clone()], trace.constraints());
            let (lo, hi) = (&values.lo()[range.clone()], &values.hi()[range]);
            if self.averages.theta == Average::Uniform {
                earned.add(1, lambda, lo, hi);
            } else {
                let rows = lambda.chunks_exact(m).zip(lo.chunks_exact(m).zip(hi.chunks_exact(m)));
                for ((lambda, (lo, hi)), t) in rows.zip(first..) {
                    earned.add(self.averages.theta.weight(t), lambda, lo, hi);
                }
            }
        }
        self.rounds += (to - from) as u64;
    }

    /// The averages of the rounds so far.
    pub(super) fn averages(&mut self) -> Result<LagrangianAverages<A::Number>> {
        let theta = self.averages.theta.total_of(self.rounds)?;
        let lambda = self.averages.lambda.total_of(self.rounds)?;
        let mean = |sum: A::Number, total: u64| sum.over(A::Number::whole(total)).expect("the total is positive");
        let mut objective = self.objective.sums();
        Ok(LagrangianAverages {
            rounds: self.rounds,
            objective: mean(objective.pop().expect("there is one objective"), theta),
            constraints: self.constraints.sums().into_iter().map(|sum| mean(sum, theta)).collect(),
            multipliers: match &mut self.multipliers {
                Some(sums) => A::entries(sums).into_iter().map(|sum| mean(sum, lambda)).collect(),
                None => Vec::new(),
            },
            earned: self.earned.as_ref().map(|earned| mean(earned.sum(), theta)),
        })
    }
}

/// Takes the averages in one pass, with memory that does not grow with the rounds; `also` sees every block.
pub(super) fn averages<A: Arithmetic>(
    rounds: &mut dyn Rounds,
    averages: Averages,
    also: &mut dyn FnMut(&Trace) -> Result<()>,
) -> Result<LagrangianAverages<A::Number>> {
    let mut pass = Pass::<A>::new(rounds.layout(), averages);
    rounds.pass(&mut |block| {
        pass.push(block);
        also(block)
    })?;
    pass.averages()
}

impl<N: Number> LagrangianAverages<N> {
    /// The Lagrangian of the mixture at the mean multipliers, which no lower bound of its infimum exceeds.
    pub fn loss_at_mean(&self) -> N {
        let terms = self.multipliers.iter().zip(&self.constraints);
        self.objective.clone() + N::sum(terms.map(|(mean, value)| mean.clone() * value.clone()))
    }
}

/// What a run of the Lagrangian game measures, by the names of certificates; absent where something needed is.
#[derive(Clone, Debug)]
pub struct LagrangianRegret<N> {
    /// `E[g_0]`.
    pub objective: N,
    /// `max(0, max_i E[g_i])`.
    pub infeasibility: N,
    /// The q-norm of the positive parts of the `E[g_i]`; the same as `infeasibility` for the 1-norm.
    pub infeasibility_norm: Length<N>,
    /// The p-norm of the mean multipliers.
    pub multiplier_norm: Length<N>,
    /// At least `mean L(theta_t, lambda_t) - inf_theta mean L(theta, lambda_t)`.
    pub theta_regret: Option<N>,
    /// `max_lambda mean L(theta_t, lambda) - mean L(theta_t, lambda_t)`.
    pub lambda_regret: Option<N>,
    /// The sum of the two: the epsilon of Theorem 1.
    pub epsilon: Option<N>,
    /// `E[g_0] - lower`: at least the distance to every feasible mixture, if there is one.
    pub suboptimality: Option<N>,
    /// The theta-player's mean loss minus that of the mixture at the mean multipliers: a regret that there surely was.
    pub theta_regret_seen: Option<N>,
    /// The same for `epsilon`.
    pub epsilon_seen: Option<N>,
}

impl<N: Number> LagrangianRegret<N> {
    /// Computes all of it from the averages, a norm, and a radius and a lower bound if they are known.
    pub fn new(averages: &LagrangianAverages<N>, norm: Norm, radius: Option<f64>, lower: Option<f64>) -> Self {
        let positive: Vec<N> = averages.constraints.iter().cloned().map(N::positive).collect();
        let infeasibility = positive.iter().cloned().fold(N::zero(), N::larger);
        let infeasibility_norm =
            if norm == Norm::One { Length::known(infeasibility.clone()) } else { N::norm(norm, true, &positive) };
        let objective = averages.objective.clone();
        let radius = radius.map(N::double);
        let best_payoff = radius.map(|radius| radius * infeasibility_norm.value.clone());
        let suboptimality = lower.map(|lower| objective.clone() - N::double(lower));
        let earned = averages.earned.clone();
        let reached = averages.loss_at_mean();
        Self {
            theta_regret_seen: earned.clone().map(|earned| objective.clone() + earned - reached.clone()),
            epsilon_seen: best_payoff.clone().map(|best| objective.clone() + best - reached.clone()),
            theta_regret: suboptimality.clone().zip(earned.clone()).map(|(gap, earned)| gap + earned),
            lambda_regret: best_payoff.clone().zip(earned).map(|(best, earned)| best - earned),
            epsilon: suboptimality.clone().zip(best_payoff).map(|(gap, best)| gap + best),
            multiplier_norm: N::norm(norm, false, &averages.multipliers),
            objective,
            infeasibility,
            infeasibility_norm,
            suboptimality,
        }
    }
}
