//! The right-hand sides of rates: the formulas of section 10, letter by letter.

use super::Rated;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::irrational::{ln, sqrt};
use crate::measured::{Lagrangian, Proxy};

/// A fraction of small whole numbers.
fn number(numerator: u8, denominator: u8) -> Interval {
    let fraction = Rational::new(numerator.into(), denominator.into());
    Interval::point(fraction.unwrap_or_else(Rational::zero))
}

fn whole(n: u8) -> Interval {
    number(n, 1)
}

/// `L1 = ln(1/delta)` or `L2 = ln(2/delta)`, by the numerator.
fn log_inverse(numerator: u8, delta: &Rational) -> Option<Interval> {
    Rational::from_integer(numerator).checked_div(delta).map(|x| ln(&x))
}

impl<Q> Rated<Q> {
    /// `L1`.
    pub(super) fn l1(&self) -> Option<Interval> {
        log_inverse(1, self.rate.confidence.as_ref()?)
    }

    /// `L2`.
    pub(super) fn l2(&self) -> Option<Interval> {
        log_inverse(2, self.rate.confidence.as_ref()?)
    }

    /// `N`: `D` with the Euclidean mirror.
    fn n(&self) -> Option<Interval> {
        Some(self.rate.domain_radius.as_ref()? * &sqrt(&self.rate.mirrors.theta.reach(&self.actions)))
    }

    /// `N F`.
    pub(super) fn nf(&self) -> Option<Interval> {
        Some(&self.n()? * self.rate.subgradient_bound.as_ref()?)
    }

    /// `x + c`.
    pub(super) fn and_rounding(&self, x: &Interval) -> Interval {
        self.rate.rounding.as_ref().map_or_else(|| x.clone(), |rounding| x + rounding)
    }

    /// `N/(F sqrt(2 T))`, where it is positive.
    pub(super) fn printed_theta_step(&self) -> Option<Interval> {
        self.projected_step(&self.n()?, self.rate.subgradient_bound.as_ref()?)
    }

    /// `radius/(bound sqrt(2 T))`, where it is positive.
    fn projected_step(&self, radius: &Interval, bound: &Interval) -> Option<Interval> {
        radius.over(&(bound * &sqrt(&(&whole(2) * &self.rounds)))).filter(Interval::is_positive)
    }

    /// `2 S sqrt((1 + 16 L)/T)`.
    pub(super) fn stochastic_paper(&self, scale: &Interval, l: &Interval) -> Option<Interval> {
        let inside = (&whole(1) + &(&whole(16) * l)).over(&self.rounds)?;
        Some(&(&whole(2) * scale) * &sqrt(&inside))
    }

    /// `S (3/sqrt(8) + 2 + 2 sqrt(2 L))/sqrt(T)`.
    pub(super) fn stochastic_repaired(&self, scale: &Interval, l: &Interval) -> Option<Interval> {
        let first = whole(3).over(&sqrt(&whole(8)))?;
        let last = &whole(2) * &sqrt(&(&whole(2) * l));
        (scale * &(&(&first + &whole(2)) + &last)).over(&sqrt(&self.rounds))
    }
}

impl Rated<Lagrangian> {
    /// `R B`.
    pub(super) fn rb(&self) -> Option<Interval> {
        Some(self.game.radius()? * &self.rate.payoff_bound)
    }

    /// `R/(B sqrt(2 T))`, where it is positive.
    pub(super) fn printed_step(&self) -> Option<Interval> {
        self.projected_step(self.game.radius()?, &self.rate.payoff_bound)
    }

    /// `M = R^2/2` with the Euclidean mirror.
    fn m(&self) -> Option<Interval> {
        let radius = self.game.radius()?;
        Some(&(radius * radius) * &(&number(1, 2) * &self.rate.mirrors.lambda.reach(&self.actions)))
    }

    /// `P = 2 B sqrt(M/T)`.
    pub(super) fn promised(&self) -> Option<Interval> {
        Some(&(&whole(2) * &self.rate.payoff_bound) * &sqrt(&self.m()?.over(&self.rounds)?))
    }

    /// `2 N F sqrt((1 + 16 L1)/T)`.
    pub(super) fn theta_paper(&self) -> Option<Interval> {
        self.stochastic_paper(&self.nf()?, &self.l1()?)
    }

    /// `2 (D F + R B) sqrt((1 + 16 L2)/T)`.
    pub(super) fn epsilon_paper(&self) -> Option<Interval> {
        self.stochastic_paper(&(&self.nf()? + &self.rb()?), &self.l2()?)
    }

    /// `Z(S) = M/(eta T) + (eta/2) S`, with a step.
    pub(super) fn with_step(&self, square: &Interval) -> Option<Interval> {
        let eta = self.rate.step.as_ref()?;
        let start = self.m()?.over(&(eta * &self.rounds))?;
        Some(&start + &(&(&number(1, 2) * eta) * square))
    }

    /// `Z(B^2)`.
    pub(super) fn with_step_and_bound(&self) -> Option<Interval> {
        self.with_step(&(&self.rate.payoff_bound * &self.rate.payoff_bound))
    }
}

impl Rated<Proxy> {
    /// `G = n ln n`.
    fn g(&self) -> Interval {
        &Interval::point(self.actions.clone()) * &ln(&self.actions)
    }

    /// `sqrt(G/T)/B`, where it is positive.
    pub(super) fn printed_step(&self) -> Option<Interval> {
        sqrt(&self.g().over(&self.rounds)?).over(&self.rate.payoff_bound).filter(Interval::is_positive)
    }

    /// `P = 2 B sqrt(G/T)`.
    pub(super) fn promised(&self) -> Option<Interval> {
        Some(&(&whole(2) * &self.rate.payoff_bound) * &sqrt(&self.g().over(&self.rounds)?))
    }

    /// `Z(S) = G/(eta T) + (eta/8) S`, with a step.
    pub(super) fn with_step(&self, square: &Interval) -> Option<Interval> {
        let eta = self.rate.step.as_ref()?;
        Some(&self.g().over(&(eta * &self.rounds))? + &(&(&number(1, 8) * eta) * square))
    }

    /// `Z(4 B^2)`.
    pub(super) fn with_step_and_bound(&self) -> Option<Interval> {
        let square = &self.rate.payoff_bound * &self.rate.payoff_bound;
        self.with_step(&(&whole(4) * &square))
    }

    /// `L`: `L2` in lemma 4, which splits `delta` between the players, and `L1` else.
    fn l(&self) -> Option<Interval> {
        if self.statement == "lemma-4" { self.l2() } else { self.l1() }
    }

    /// `2 D F sqrt((1 + 16 L2)/T)`.
    pub(super) fn theta_paper(&self) -> Option<Interval> {
        self.stochastic_paper(&self.nf()?, &self.l2()?)
    }

    /// `2 B sqrt(2 G (1 + 16 L)/T)`.
    pub(super) fn swap_paper(&self) -> Option<Interval> {
        let inside = &(&whole(2) * &self.g()) * &(&whole(1) + &(&whole(16) * &self.l()?));
        Some(&(&whole(2) * &self.rate.payoff_bound) * &sqrt(&inside.over(&self.rounds)?))
    }

    /// `B ((3/2) sqrt(G) + 2 sqrt(2 (G + L)))/sqrt(T)`.
    pub(super) fn swap_repaired(&self) -> Option<Interval> {
        let first = &number(3, 2) * &sqrt(&self.g());
        let last = &whole(2) * &sqrt(&(&whole(2) * &(&self.g() + &self.l()?)));
        (&self.rate.payoff_bound * &(&first + &last)).over(&sqrt(&self.rounds))
    }
}
