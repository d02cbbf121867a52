//! A whole round of Algorithm 2 on data: a linear scorer, 1000 examples, 20 features, one recall constraint a group. The
//! rival of the rounds that are all recorded is `benches/rivals/rounds.py`, the same in numpy.

use criterion::{BenchmarkId, Criterion};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::arena::{Algorithm, Setup};
use referee::domain::{AnyDomain, Ball};
use referee::error::Result;
use referee::game::Side;
use referee::problem::Constants;
use referee::problem::{Keeper, Kept, Problem, Workspace};
use std::time::{Duration, Instant};

const EXAMPLES: usize = 1000;
const FEATURES: usize = 20;
const RECALL: f64 = 0.8;
const RADIUS: f64 = 10.0;

/// Hinge loss of a linear scorer, and for each group "at least 80 % of its members score above 0", with hinge proxies.
struct LinearRates {
    domain: AnyDomain,
    /// Feature by feature, in blocks of eight examples: the numbers of a block lie side by side.
    features: Vec<[f64; LANES]>,
    /// The same, example by example, with zeros behind.
    rows: Vec<[f64; WIDTH]>,
    labels: Vec<f64>,
    /// The group of each example, counted from 1.
    groups: Vec<usize>,
    /// One over the size of each group, at its number; one over the number of examples at 0.
    shares: Vec<f64>,
    scores: Keeper,
}

/// The sums of both kernels have a fixed order, without fused operations: they are the same on every machine.
const LANES: usize = 8;
const BLOCKS: usize = EXAMPLES / LANES;
/// The features, and zeros up to a multiple of the lanes.
const PANELS: usize = FEATURES.div_ceil(LANES);
const WIDTH: usize = PANELS * LANES;

/// The scores of all examples.
struct Scores<'a> {
    features: &'a [[f64; LANES]],
    theta: &'a [f64],
    out: &'a mut Vec<f64>,
}

impl pulp::WithSimd for Scores<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for features in self.features.chunks_exact(FEATURES) {
            let mut sums = [0.0; LANES];
            for (x, &theta) in features.iter().zip(self.theta) {
                for k in 0..LANES {
                    sums[k] += theta * x[k];
                }
            }
            self.out.extend_from_slice(&sums);
        }
    }
}

/// The sum of all examples, each times its coefficient.
struct Combined<'a> {
    rows: &'a [[f64; WIDTH]],
    coefficients: &'a [f64],
    out: &'a mut [f64],
}

impl pulp::WithSimd for Combined<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, simd: S) {
        let vectors = LANES / S::F64_LANES; // of a panel: 8, 4, 2 or 1
        let rows = S::as_simd_f64s(self.rows.as_flattened()).0;
        let mut out = [[0.0; LANES]; PANELS];
        for part in (0..vectors).step_by(2) {
            let next = (part + 1).min(vectors - 1);
            let mut sums = [[simd.splat_f64s(0.0); 2]; PANELS];
            for (row, &of) in rows.chunks_exact(PANELS * vectors).zip(self.coefficients) {
                let of = simd.splat_f64s(of);
                for p in 0..PANELS {
                    sums[p][0] = simd.add_f64s(sums[p][0], simd.mul_f64s(of, row[p * vectors + part]));
                    sums[p][1] = simd.add_f64s(sums[p][1], simd.mul_f64s(of, row[p * vectors + next]));
                }
            }
            for (panel, sums) in out.iter_mut().zip(sums) {
                let panel = S::as_mut_simd_f64s(panel).0;
                (panel[next], panel[part]) = (sums[1], sums[0]);
            }
        }
        self.out.copy_from_slice(&out.as_flattened()[..FEATURES]);
    }
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
        let features: Vec<[f64; LANES]> =
            (0..BLOCKS * FEATURES).map(|_| std::array::from_fn(|_| generator.random_range(-0.25..0.25))).collect();
        let row = |example: usize| {
            let block = &features[example / LANES * FEATURES..][..FEATURES];
            std::array::from_fn(|j| block.get(j).map_or(0.0, |lanes| lanes[example % LANES]))
        };
        Self {
            domain: AnyDomain::Ball(Ball::new(FEATURES, RADIUS).expect("a radius of 10 makes a ball")),
            rows: (0..EXAMPLES).map(row).collect(),
            features,
            labels: (0..EXAMPLES).map(|_| if generator.random() { 1.0 } else { -1.0 }).collect(),
            groups,
            shares: sizes.into_iter().map(|size| 1.0 / size as f64).collect(),
            scores: Keeper::default(),
        }
    }

    /// The scores of all examples: once a point, whatever is asked there.
    fn scores<'a>(&self, theta: &[f64], kept: &'a mut Kept) -> &'a [f64] {
        kept.at(&self.scores, theta, |out| {
            pulp::Arch::new().dispatch(Scores { features: &self.features, theta, out });
        })
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
        let scores = self.scores(theta, &mut work.kept);
        let mut losses = [0.0; LANES];
        for (scores, labels) in scores.chunks_exact(LANES).zip(self.labels.chunks_exact(LANES)) {
            for k in 0..LANES {
                losses[k] += (1.0 - labels[k] * scores[k]).max(0.0);
            }
        }
        out[0] = losses.iter().sum();
        for (&score, &group) in scores.iter().zip(&self.groups) {
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
        let Workspace { kept, gradient: coefficients, .. } = work;
        let scores = self.scores(theta, kept);
        coefficients.clear();
        coefficients.extend(scores.iter().zip(&self.labels).zip(&self.groups).map(|((&score, &label), &group)| {
            let loss = f64::from(label * score < 1.0) * (-label * weights[0] * self.shares[0]);
            loss + f64::from(score < 1.0) * (-weights[group] * self.shares[group])
        }));
        pulp::Arch::new().dispatch(Combined { rows: &self.rows, coefficients, out });
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
/// round that nobody keeps need not be computed. With the player that keeps the least regret, all of them are recorded too.
pub(crate) fn group(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("round");
    for constraints in [4, 20, 100] {
        for (player, every) in
            [("matrix", 50), ("deviation-hedge", 50), ("deviation-rm-plus", 50), ("deviation-rm-plus", 1)]
        {
            let name = if every == 1 { format!("{player}, all recorded") } else { player.to_owned() };
            group.bench_function(BenchmarkId::new(name, constraints), |bencher| {
                bencher.iter_custom(|rounds| {
                    let rounds = usize::try_from(rounds).expect("a benchmark is not that long");
                    play(player, constraints, rounds, every)
                });
            });
        }
    }
    group.finish();
}
