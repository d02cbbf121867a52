//! The theta-player's loss at exact multipliers, for every candidate: in doubles where that decides, exactly elsewhere.

use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::shrink::Candidates;
use crate::shrink::dyadic::{Dyadic, dot};
use dashu_int::ops::Gcd as _;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// Rationals over one denominator, so that sums of many are sums of integers.
pub(super) struct Common {
    pub(super) numerators: Vec<IBig>,
    pub(super) denominator: IBig,
}

impl Common {
    pub(super) fn new<'a>(rationals: impl Iterator<Item = &'a RBig> + Clone) -> Self {
        let denominator = rationals.clone().fold(UBig::ONE, |common, rational| {
            let own = rational.denominator();
            if common == *own { common } else { common.clone() / (&common).gcd(own) * own }
        });
        let numerators = rationals.map(|x| x.numerator() * IBig::from(&denominator / x.denominator())).collect();
        Self { numerators, denominator: denominator.into() }
    }

    pub(super) fn sum(&self) -> RBig {
        RBig::from_parts_signed(self.numerators.iter().sum(), self.denominator.clone())
    }

    /// The sum of these times doubles, times the denominator.
    pub(super) fn dot(&self, factors: impl Iterator<Item = f64> + Clone) -> Dyadic {
        dot(self.numerators.iter().zip(factors))
    }

    /// The sum of these times dyadic numbers, times the denominator.
    pub(super) fn dot_dyadic<'a>(&self, factors: impl Iterator<Item = &'a Dyadic>) -> Dyadic {
        let zero = Dyadic::integer(IBig::ZERO);
        self.numerators.iter().zip(factors).fold(zero, |sum, (n, factor)| sum.minus(&factor.times(&-n)))
    }
}

/// `sum_k w_k h_k(t)` over the functions `h_0, .., h_m` of candidates.
pub(super) struct Prices<'a> {
    candidates: &'a Candidates,
    weights: Common,
    enclosed: Vec<Enclosure>,
}

impl<'a> Prices<'a> {
    /// With one weight for each function.
    pub(super) fn new(candidates: &'a Candidates, weights: &[RBig]) -> Self {
        debug_assert_eq!(weights.len(), candidates.num_constraints() + 1);
        let enclosed = weights.iter().map(enclose).collect();
        Self { candidates, weights: Common::new(weights.iter()), enclosed }
    }

    fn value(&self, t: usize, k: usize) -> f64 {
        k.checked_sub(1).map_or_else(|| self.candidates.objective(t), |i| self.candidates.constraint(t, i))
    }

    /// Around the loss of a candidate.
    pub(super) fn enclose(&self, t: usize) -> Enclosure {
        let terms = self.enclosed.iter().enumerate().filter(|(_, weight)| **weight != Enclosure::ZERO);
        terms.fold(Enclosure::ZERO, |sum, (k, &weight)| sum + weight * Enclosure::point(self.value(t, k)))
    }

    /// The denominator of the losses.
    pub(super) fn denominator(&self) -> &IBig {
        &self.weights.denominator
    }

    /// The loss of a candidate, times the denominator.
    pub(super) fn scaled(&self, t: usize) -> Dyadic {
        self.weights.dot((0..self.weights.numerators.len()).map(|k| self.value(t, k)))
    }

    /// The loss of a candidate.
    pub(super) fn exact(&self, t: usize) -> RBig {
        self.scaled(t).over(self.denominator())
    }

    /// The least loss of all.
    pub(super) fn least(&self) -> RBig {
        let all = 0..self.candidates.len();
        let bound = all.clone().map(|t| self.enclose(t).hi()).fold(f64::INFINITY, f64::min);
        let near = all.filter(|&t| self.enclose(t).lo() <= bound);
        let smaller = |a: Dyadic, b: Dyadic| if b.minus(&a).sign() == Ordering::Less { b } else { a };
        near.map(|t| self.scaled(t)).reduce(smaller).expect("there are candidates").over(self.denominator())
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
