//! A whole round of Algorithm 2 on data: a linear scorer, 1000 examples, 20 features, one recall constraint a group.

use criterion::{BenchmarkId, Criterion};
use faer::linalg::matmul::matmul;
use faer::{Accum, ColMut, ColRef, MatRef, Par};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::arena::{Algorithm, Setup};
use referee::domain::{AnyDomain, Ball};
use referee::error::Result;
use referee::game::Side;
use referee::problem::Constants;
use referee::problem::{Problem, Workspace};
use std::time::{Duration, Instant};

const EXAMPLES: usize = 1000;
const FEATURES: usize = 20;
const RECALL: f64 = 0.8;
const RADIUS: f64 = 10.0;

/// Hinge loss of a linear scorer, and for each group "at least 80 % of its members score above 0", with hinge proxies.
struct LinearRates {
    domain: AnyDomain,
    features: Vec<f64>,
    labels: Vec<f64>,
    /// The group of each example, counted from 1.
    groups: Vec<usize>,
    /// One over the size of each group, at its number; one over the number of examples at 0.
    shares: Vec<f64>,
}

impl LinearRates {
    fn new(constraints: usize) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        let groups: Vec<usize> = (0..EXAMPLES).map(|example| 1 + example % constraints).collect();
        let mut sizes = vec![0_usize; constraints + 1];
        for &group in &groups {
            sizes[group] += 1;
        }
        sizes[0] = EXAMPLES;
        Self {
            domain: AnyDomain::Ball(Ball::new(FEATURES, RADIUS).expect("a radius of 10 makes a ball")),
            features: (0..EXAMPLES * FEATURES).map(|_| generator.random_range(-0.25..0.25)).collect(),
            labels: (0..EXAMPLES).map(|_| if generator.random() { 1.0 } else { -1.0 }).collect(),
            groups,
            shares: sizes.into_iter().map(|size| 1.0 / size as f64).collect(),
        }
    }

    /// The scores of all examples, in one matrix-vector product.
    fn scores(&self, theta: &[f64], scores: &mut Vec<f64>) {
        scores.resize(EXAMPLES, 0.0);
        let features = MatRef::from_row_major_slice(&self.features, EXAMPLES, FEATURES);
        matmul(ColMut::from_slice_mut(scores), Accum::Replace, features, ColRef::from_slice(theta), 1.0, Par::Seq);
    }
}

impl Problem for LinearRates {
    fn name(&self) -> &'static str {
        "linear-rates"
    }

    fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    fn num_constraints(&self) -> usize {
        self.shares.len() - 1
    }

    fn has_proxies(&self) -> bool {
        true
    }

    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        out.fill(0.0);
        self.scores(theta, &mut work.gradient);
        for ((&score, &label), &group) in work.gradient.iter().zip(&self.labels).zip(&self.groups) {
            out[0] += (1.0 - label * score).max(0.0);
            out[group] += match side {
                Side::Constraints => f64::from(score <= 0.0),
                Side::Proxies => (1.0 - score).max(0.0),
            };
        }
        for (value, share) in out.iter_mut().zip(&self.shares) {
            *value *= share;
        }
        out[1..].iter_mut().for_each(|value| *value -= 1.0 - RECALL);
        Ok(())
    }

    fn subgradient(
        &self,
        theta: &[f64],
        _: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.scores(theta, &mut work.gradient);
        // Each score becomes the coefficient of its example in the gradient.
        for ((score, &label), &group) in work.gradient.iter_mut().zip(&self.labels).zip(&self.groups) {
            let loss = f64::from(label * *score < 1.0) * (-label * weights[0] * self.shares[0]);
            let rate = f64::from(*score < 1.0) * (-weights[group] * self.shares[group]);
            *score = loss + rate;
        }
        let features = MatRef::from_row_major_slice(&self.features, EXAMPLES, FEATURES).transpose();
        let coefficients = ColRef::from_slice(&work.gradient);
        matmul(ColMut::from_slice_mut(out), Accum::Replace, features, coefficients, 1.0, Par::Seq);
        Ok(())
    }
}

/// Plays so many rounds of which every so many is recorded, and says how long it took.
pub(crate) fn play(player: &str, constraints: usize, rounds: usize, every: usize) -> Duration {
    let problem = LinearRates::new(constraints);
    let constants = Constants {
        bound_constraints: 1.0,
        bound_payoff_2: (constraints as f64).sqrt(),
        bound_subgradient: Some(2.0),
        margin: None,
        objective_range: 12.0,
        radius: RADIUS,
    };
    let setup =
        Setup { convex: Some(true), lambda_player: Some(player), ..Setup::new(&problem, &constants, 100_000, 0.0) };
    let mut players = Algorithm::StochasticProxyLagrangian.set_up(setup).expect("the players fit");
    let started = Instant::now();
    std::hint::black_box(players.candidates(rounds, 0, every).expect("the game is played"));
    started.elapsed()
}

/// The time of a round for 4, 20 and 100 constraints. Every 50th round is recorded, as the paper does: the values of a
/// round that nobody keeps need not be computed.
pub(crate) fn group(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("round");
    for constraints in [4, 20, 100] {
        for player in ["matrix", "deviation-hedge"] {
            group.bench_function(BenchmarkId::new(player, constraints), |bencher| {
                bencher.iter_custom(|rounds| {
                    let rounds = usize::try_from(rounds).expect("a benchmark is not that long");
                    play(player, constraints, rounds, 50)
                });
            });
        }
    }
    group.finish();
}
