//! The theta-player's loss at exact multipliers, for every candidate: in doubles where that decides, exactly elsewhere.

use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::shrink::Candidates;
use crate::shrink::dyadic::dot;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// `sum_k w_k h_k(t)` over the functions `h_0, .., h_m` of candidates.
pub(super) struct Prices<'a> {
    candidates: &'a Candidates,
    /// The weights times the denominator.
    numerators: Vec<IBig>,
    denominator: IBig,
    enclosed: Vec<Enclosure>,
}

impl<'a> Prices<'a> {
    /// With one weight for each function.
    pub(super) fn new(candidates: &'a Candidates, weights: &[RBig]) -> Self {
        debug_assert_eq!(weights.len(), candidates.num_constraints() + 1);
        let denominator = weights.iter().fold(UBig::ONE, |common, weight| {
            let own = weight.denominator();
            common.clone() / dashu_int::ops::Gcd::gcd(&common, own) * own
        });
        let numerators = weights.iter().map(|w| w.numerator() * IBig::from(&denominator / w.denominator())).collect();
        let enclosed = weights.iter().map(enclose).collect();
        Self { candidates, numerators, denominator: denominator.into(), enclosed }
    }

    fn value(&self, t: usize, k: usize) -> f64 {
        k.checked_sub(1).map_or_else(|| self.candidates.objective(t), |i| self.candidates.constraint(t, i))
    }

    /// Around the loss of a candidate.
    pub(super) fn enclose(&self, t: usize) -> Enclosure {
        let terms = self.enclosed.iter().enumerate().filter(|(_, weight)| **weight != Enclosure::ZERO);
        terms.fold(Enclosure::ZERO, |sum, (k, &weight)| sum + weight * Enclosure::point(self.value(t, k)))
    }

    /// The loss of a candidate.
    pub(super) fn exact(&self, t: usize) -> RBig {
        dot(self.numerators.iter().enumerate().map(|(k, n)| (n, self.value(t, k)))).over(&self.denominator)
    }

    /// The least loss of all.
    pub(super) fn least(&self) -> RBig {
        let all = 0..self.candidates.len();
        let bound = all.clone().map(|t| self.enclose(t).hi()).fold(f64::INFINITY, f64::min);
        let near = all.filter(|&t| self.enclose(t).lo() <= bound);
        near.map(|t| self.exact(t)).min().expect("there are candidates")
    }

    /// The candidates whose loss is below `value`, those that are farthest below first, at most `most` of them.
    pub(super) fn below(&self, value: &RBig, most: usize) -> Vec<usize> {
        let around = enclose(value);
        let mut found: Vec<(f64, usize)> = Vec::new();
        for t in 0..self.candidates.len() {
            let loss = self.enclose(t);
            if loss.lo() > around.hi() || (loss.hi() >= around.lo() && self.exact(t) >= *value) {
                continue;
            }
            found.push((loss.midpoint(), t));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().take(most).map(|(_, t)| t).collect()
    }
}
