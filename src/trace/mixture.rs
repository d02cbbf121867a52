//! The mixture that a trace stands for, and its means.
//!
//! Both games end with a random variable over the rounds, not with a point: in the Lagrangian game every round counts
//! the same, in the proxy game round `t` counts `lambda_0` of that round. The means of the values under that mixture
//! are what the theorems bound.

use super::{Layout, Round, Trace};
use crate::game::Game;
use crate::numerics::{Enclosure, ExactSum};

/// The means of the objective and of the constraints over the mixture of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Means {
    /// `E[g_0]`.
    pub objective: Enclosure,
    /// `E[g_1], .., E[g_m]`.
    pub constraints: Vec<Enclosure>,
    /// The mean of `lambda_0`, in the proxy game.
    pub objective_weight: Option<Enclosure>,
}

impl Means {
    /// `max(0, max_i E[g_i])`.
    pub fn infeasibility(&self) -> Enclosure {
        self.constraints.iter().fold(Enclosure::ZERO, |worst, &mean| worst.max(mean))
    }
}

/// The sums behind the [`Means`], fed round by round: for runs that are not kept in memory.
#[derive(Clone, Debug)]
pub struct MeansOfRounds {
    proxy: bool,
    rounds: usize,
    weight: ExactSum,
    /// Lower and upper ends of the weighted values: the objective, then the constraints.
    values: Vec<[ExactSum; 2]>,
}

impl MeansOfRounds {
    /// No rounds yet.
    pub fn new(layout: &Layout) -> Self {
        let values = vec![[ExactSum::new(), ExactSum::new()]; layout.num_constraints() + 1];
        let proxy = layout.game() == Game::ProxyLagrangian;
        Self { proxy, rounds: 0, weight: ExactSum::new(), values }
    }

    /// Adds a round of the same layout.
    pub fn push(&mut self, round: &Round) {
        let weight = if self.proxy { round.lambda[0] } else { 1.0 };
        self.rounds += 1;
        self.weight.add(weight);
        let values = std::iter::once(&round.objective).chain(&round.constraints);
        for ([lo, hi], value) in self.values.iter_mut().zip(values) {
            lo.add_product(weight, value.lo());
            hi.add_product(weight, value.hi());
        }
    }

    /// The means so far, as tight as the recorded values; `None` if no round has weight (no rounds, or `lambda_0` is
    /// always 0).
    pub fn means(&self) -> Option<Means> {
        let total = self.weight.enclose();
        let mean = |[lo, hi]: &[ExactSum; 2]| Enclosure::new(lo.enclose().lo(), hi.enclose().hi()).divide(total).ok();
        let rounds = Enclosure::point(self.rounds as f64);
        Some(Means {
            objective: mean(&self.values[0])?,
            constraints: self.values[1..].iter().map(mean).collect::<Option<_>>()?,
            objective_weight: if self.proxy { Some(total.divide(rounds).ok()?) } else { None },
        })
    }
}

impl Trace {
    /// The means over the mixture; `None` if no round has weight.
    pub fn means(&self) -> Option<Means> {
        let mut sums = MeansOfRounds::new(self.layout());
        let mut round = Round::new(self.layout());
        for t in 0..self.rounds() {
            self.copy_round(t, &mut round);
            sums.push(&round);
        }
        sums.means()
    }

    /// Every `every`-th round, from the first: the paper's candidates for shrinking.
    ///
    /// # Panics
    /// If `every` is 0.
    #[must_use]
    pub fn thinned(&self, every: usize) -> Self {
        let mut round = Round::new(self.layout());
        let mut thinned = Self::new(self.layout().clone());
        for t in (0..self.rounds()).step_by(every) {
            self.copy_round(t, &mut round);
            thinned.append(&round);
        }
        thinned
    }
}
