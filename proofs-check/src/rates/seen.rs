//! What a trace shows of a rate's hypotheses: one pass, exact, and no more memory for a longer trace.

use super::mirror::Mirror;
use crate::csv::{Game, Row};
use crate::exact::Rational;
use crate::interval::Interval;
use crate::sums::Sum;

/// The largest payoff, the mean square and the worst multipliers so far.
pub(crate) struct Totals {
    game: Game,
    /// That of the lambda-player.
    mirror: Mirror,
    rounds: u64,
    /// In the Lagrangian game the square of it.
    largest_payoff: Interval,
    squares: Interval,
    multipliers: Rational,
    room: [Sum; 2],
}

/// What was seen in all rounds.
pub(crate) struct Seen {
    /// `largest_payoff`, in the Lagrangian game the square of it.
    pub(crate) largest_payoff: Interval,
    /// `mean_square_payoff` or `mean_square_spread`.
    pub(crate) mean_square: Interval,
    /// `largest_multipliers` or `off_simplex`.
    pub(crate) multipliers: Interval,
}

impl Totals {
    pub(crate) fn new(game: Game, mirror: Mirror) -> Self {
        let room = [Sum::default(), Sum::default()];
        let (largest_payoff, squares, multipliers) = (Interval::zero(), Interval::zero(), Rational::zero());
        Self { game, mirror, rounds: 0, largest_payoff, squares, multipliers, room }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        self.rounds = self.rounds.saturating_add(1);
        let constraints = row.values.get(1..).unwrap_or_default();
        let sizes = constraints.iter().map(size);
        let mass = self.sum(row.lambda.iter().map(|&x| (1.0, x)));
        let (payoff, square, multipliers) = match self.game {
            Game::Lagrangian => {
                let square = match &self.mirror {
                    Mirror::Euclidean => self.sum_of_squares(sizes),
                    Mirror::Entropic => {
                        let half = &spread(constraints) * &Interval::point(Rational::dyadic(1.into(), -1));
                        &half * &half
                    }
                    Mirror::Power(p) => {
                        let norm = Mirror::dual_norm(p, &sizes.map(double_ends).collect::<Vec<_>>());
                        &norm * &norm
                    }
                };
                (square.clone(), square, mass)
            }
            Game::Proxy => {
                let lambda = self.sum_of_squares(row.lambda.iter().map(|&x| (x, x)));
                let r = spread(constraints);
                let payoff = sizes.fold((0.0, 0.0), |a: (f64, f64), b| (a.0.max(b.0), a.1.max(b.1)));
                let off = &mass - &Rational::one();
                let distance = (-&off).max(off);
                (double_ends(payoff), &(&r * &r) * &lambda, distance)
            }
        };
        self.largest_payoff = self.largest_payoff.max(&payoff);
        self.squares = &self.squares + &square;
        if multipliers > self.multipliers {
            self.multipliers = multipliers;
        }
    }

    /// What was seen.
    pub(crate) fn seen(self) -> Seen {
        let rounds = Interval::point(Rational::from_integer(self.rounds));
        Seen {
            largest_payoff: self.largest_payoff,
            // A trace has a round, so the quotient is defined.
            mean_square: self.squares.over(&rounds).unwrap_or_else(Interval::zero),
            multipliers: Interval::point(self.multipliers),
        }
    }

    fn sum(&mut self, products: impl Iterator<Item = (f64, f64)>) -> Rational {
        let [sum, _] = &mut self.room;
        sum.clear();
        products.for_each(|(x, y)| sum.add_product(1, x, y));
        sum.total()
    }

    /// The sum of the squares of numbers that lie between the ends given, which are not negative.
    fn sum_of_squares(&mut self, ends: impl Iterator<Item = (f64, f64)>) -> Interval {
        let [below, above] = &mut self.room;
        below.clear();
        above.clear();
        for (lo, hi) in ends {
            below.add_product(1, lo, lo);
            above.add_product(1, hi, hi);
        }
        Interval { lo: below.total(), hi: above.total() }
    }
}

/// The smallest interval with the absolute values of a value.
fn size(&(lo, hi): &(f64, f64)) -> (f64, f64) {
    let (a, b) = (lo.abs(), hi.abs());
    (if lo <= 0.0 && hi >= 0.0 { 0.0 } else { a.min(b) }, a.max(b))
}

/// `max(0, max_i g_i) - min(0, min_i g_i)`.
fn spread(constraints: &[(f64, f64)]) -> Interval {
    let most = constraints.iter().fold((0.0, 0.0), |a: (f64, f64), b| (a.0.max(b.0), a.1.max(b.1)));
    let least = constraints.iter().fold((0.0, 0.0), |a: (f64, f64), b| (a.0.min(b.0), a.1.min(b.1)));
    &double_ends(most) - &double_ends(least)
}

/// The interval between doubles of a trace, which are finite and in order.
fn double_ends(ends: (f64, f64)) -> Interval {
    Interval::from_doubles(ends).unwrap_or_else(Interval::zero)
}

#[cfg(test)]
#[path = "../../tests/inside/rates/seen.rs"]
mod tests;
