//! The mixture that a trace stands for, and its means.
//!
//! Both games end with a random variable over the rounds, not with a point: in the Lagrangian game every round counts
//! the same, in the proxy game round `t` counts `lambda_0` of that round. The means of the values under that mixture
//! are what the theorems bound.

use super::{GameKind, Trace, Values};
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

impl Trace {
    /// The means over the mixture, as tight as the recorded values; `None` if no round has weight (no rounds, or
    /// `lambda_0` is always 0).
    pub fn means(&self) -> Option<Means> {
        let rounds = Enclosure::point(self.rounds() as f64);
        let proxy = self.layout().game() == GameKind::ProxyLagrangian;
        let weight = |t: usize| if proxy { self.lambda(t)[0] } else { 1.0 };
        let mut total = ExactSum::new();
        (0..self.rounds()).for_each(|t| total.add(weight(t)));
        let total = total.enclose();
        let mean = |values: &Values, column: usize| {
            let (mut lo, mut hi) = (ExactSum::new(), ExactSum::new());
            for t in 0..self.rounds() {
                lo.add_product(weight(t), values.row_lo(t)[column]);
                hi.add_product(weight(t), values.row_hi(t)[column]);
            }
            Enclosure::new(lo.enclose().lo(), hi.enclose().hi()).divide(total).ok()
        };
        Some(Means {
            objective: mean(self.objective(), 0)?,
            constraints: (0..self.layout().num_constraints())
                .map(|i| mean(self.constraints(), i))
                .collect::<Option<_>>()?,
            objective_weight: if proxy { Some(total.divide(rounds).ok()?) } else { None },
        })
    }

    /// Every `every`-th round, from the first: the paper's candidates for shrinking.
    ///
    /// # Panics
    /// If `every` is 0.
    #[must_use]
    pub fn thinned(&self, every: usize) -> Self {
        let mut round = super::Round::new(self.layout());
        let mut thinned = Self::new(self.layout().clone());
        for t in (0..self.rounds()).step_by(every) {
            self.copy_round(t, &mut round);
            thinned.append(&round);
        }
        thinned
    }
}
