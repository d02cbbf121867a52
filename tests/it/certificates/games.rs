//! Random finite games: a few points, and what two players who know nothing did.

use super::exact::{Point, q};
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::numerics::rational::enclose;
use referee::regret::{Average, Averages};
use referee::trace::{Layout, Round, Trace};

/// A finite problem and the rounds of a game on it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) points: Vec<Point>,
    pub(crate) proxied: bool,
    /// The point of each round, and the multipliers (the objective's first, also in the Lagrangian game).
    pub(crate) rounds: Vec<(usize, Vec<f64>)>,
    pub(crate) radius: f64,
}

fn quarters(range: std::ops::Range<i32>) -> impl Strategy<Value = f64> {
    range.prop_map(|k| f64::from(k) / 4.0)
}

/// Points with up to three constraints; proxies above, below or on them; multipliers anywhere, often 0.
pub(crate) fn played() -> impl Strategy<Value = Played> {
    (0_usize..4, 1_usize..6, any::<bool>()).prop_flat_map(|(m, count, proxied)| {
        let point = (quarters(-8..9), vec(quarters(-8..9), m), vec(quarters(-1..5), m)).prop_map(
            |(objective, constraints, above)| {
                let proxies = constraints.iter().zip(above).map(|(g, above)| g + above).collect();
                Point { objective, constraints, proxies }
            },
        );
        let multiplier = prop_oneof![2 => Just(0.0), 5 => quarters(0..9), 1 => 0.0..1.0_f64];
        let round = (0..count, vec(multiplier, m + 1));
        (vec(point, count), vec(round, 1..9), quarters(1..40)).prop_map(move |(points, rounds, radius)| Played {
            points,
            proxied,
            rounds,
            radius,
        })
    })
}

impl Played {
    pub(crate) fn constraints(&self) -> usize {
        self.points[0].constraints.len()
    }

    /// What the theta-player sees in place of the constraints.
    pub(crate) fn proxies_of(&self, point: usize) -> &[f64] {
        if self.proxied { &self.points[point].proxies } else { &self.points[point].constraints }
    }

    pub(crate) fn column(&self, i: usize) -> Vec<f64> {
        self.points.iter().map(|point| point.constraints[i]).collect()
    }

    pub(crate) fn proxy_column(&self, i: usize) -> Vec<f64> {
        (0..self.points.len()).map(|j| self.proxies_of(j)[i]).collect()
    }

    pub(crate) fn objectives(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.objective).collect()
    }

    pub(crate) fn trace(&self, game: Game) -> Trace {
        let m = self.constraints();
        let mut layout = Layout::new(game, m).with_theta(1);
        if self.proxied && game == Game::ProxyLagrangian {
            layout = layout.with_proxies();
        }
        let mut trace = Trace::new(layout.clone());
        let mut round = Round::new(&layout);
        for (point, lambda) in &self.rounds {
            let at = &self.points[*point];
            round.objective = Enclosure::point(at.objective);
            round.constraints = at.constraints.iter().map(|&g| Enclosure::point(g)).collect();
            if layout.has_proxies() {
                round.proxies = at.proxies.iter().map(|&g| Enclosure::point(g)).collect();
            }
            round.lambda = lambda[game.first_multiplier()..].to_vec();
            round.theta = vec![*point as f64];
            trace.push(&round).expect("the round fits");
        }
        trace
    }

    /// The game in which each round is repeated as often as it weighs.
    pub(crate) fn repeated(&self, average: Average) -> Self {
        let times = |t: usize| usize::try_from(average.weight(t as u64)).expect("a small weight");
        let rounds = self.rounds.iter().enumerate().flat_map(|(t, round)| vec![round.clone(); times(t)]).collect();
        Self { rounds, ..self.clone() }
    }

    /// Uniform, linear, or the last half of the rounds.
    pub(crate) fn average(&self, which: usize) -> Averages {
        let average = [Average::Uniform, Average::Linear, Average::Tail(self.rounds.len() as u64 / 2)][which];
        Averages { theta: average, lambda: average }
    }

    /// The exact mean multipliers, the objective's first (1 in the Lagrangian game).
    pub(crate) fn mean_multipliers(&self, game: Game) -> Vec<RBig> {
        let count = RBig::from(self.rounds.len() as u64);
        (0..=self.constraints())
            .map(|i| match (game, i) {
                (Game::Lagrangian, 0) => RBig::ONE,
                _ => self.rounds.iter().fold(RBig::ZERO, |sum, (_, lambda)| sum + q(lambda[i])) / count.clone(),
            })
            .collect()
    }

    /// The least loss of the theta-player at the mean multipliers.
    pub(crate) fn infimum(&self, game: Game) -> RBig {
        let weights = self.mean_multipliers(game);
        let loss = |j: usize| {
            let constraints = match game {
                Game::Lagrangian => &self.points[j].constraints,
                Game::ProxyLagrangian => self.proxies_of(j),
            };
            constraints
                .iter()
                .zip(&weights[1..])
                .fold(&weights[0] * q(self.points[j].objective), |sum, (&g, weight)| sum + weight * q(g))
        };
        (0..self.points.len()).map(loss).reduce(RBig::min).expect("there is a point")
    }

    /// The largest double that is a lower bound.
    pub(crate) fn lower(&self, game: Game) -> f64 {
        enclose(&self.infimum(game)).lo()
    }

    /// A point where all (proxy) constraints are negative, and how far, if there is one.
    pub(crate) fn slater(&self, game: Game) -> Option<(usize, f64)> {
        let margin = |j: usize| {
            let constraints = match game {
                Game::Lagrangian => &self.points[j].constraints,
                Game::ProxyLagrangian => self.proxies_of(j),
            };
            constraints.iter().map(|g| -g).fold(f64::INFINITY, f64::min)
        };
        let best = (0..self.points.len()).max_by(|&a, &b| margin(a).total_cmp(&margin(b)))?;
        (margin(best) > 0.0).then(|| (best, margin(best).min(8.0)))
    }

    /// The range of the objective.
    pub(crate) fn range(&self) -> f64 {
        let values = self.objectives();
        let largest = values.iter().copied().fold(f64::MIN, f64::max);
        largest - values.iter().copied().fold(f64::MAX, f64::min)
    }
}
