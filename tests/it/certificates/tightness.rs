//! Enclosures are tight: at 10^5 rounds their width is below 1e-12 of the scale, and they contain the exact rationals.

use super::exact::q;
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::game::Game;
use referee::numerics::rational::contains;
use referee::numerics::{Enclosure, ExactSum};
use referee::regret::{self, Averages, LagrangianRegret, ProxyAverages};
use referee::trace::{Layout, Round, Trace};

const ROUNDS: usize = 100_000;
const M: usize = 4;

/// Multipliers from a softmax, which sum to 1 up to rounding only, and values with all their digits.
fn random_trace(game: Game) -> Trace {
    let layout = Layout::new(game, M);
    let mut trace = Trace::with_capacity(layout.clone(), ROUNDS);
    let mut round = Round::new(&layout);
    let mut generator = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..ROUNDS {
        let mut draw = || 2.0 * generator.random::<f64>() - 1.0;
        round.objective = Enclosure::point(draw());
        round.constraints.iter_mut().for_each(|g| *g = Enclosure::point(draw()));
        round.lambda.iter_mut().for_each(|x| *x = (3.0 * draw()).exp());
        let total: f64 = round.lambda.iter().sum();
        round.lambda.iter_mut().for_each(|x| *x /= total);
        trace.push(&round).expect("the round fits");
    }
    trace
}

fn is_tight(name: &str, enclosure: Enclosure, exact: &RBig) {
    assert!(contains(enclosure, exact), "{name} is not in {enclosure}");
    // The scale is 1: values are at most 1, multipliers sum to about 1.
    assert!(enclosure.width() <= 1e-12, "{name} is {} wide", enclosure.width());
}

#[test]
fn proxy_regrets_are_tight() {
    let trace = random_trace(Game::ProxyLagrangian);
    let fast = regret::proxy(&mut &trace, Averages::default(), &mut |_| Ok(())).expect("averages");
    let exact = |sum: ExactSum| sum.to_rational() / RBig::from(ROUNDS as u64);
    let moved = |i: usize, j: usize| {
        let mut sum = ExactSum::new();
        for t in 0..ROUNDS {
            sum.add_product(trace.lambda(t)[i], trace.constraints().row_lo(t)[j]);
        }
        exact(sum)
    };
    let matrix: Vec<Vec<RBig>> =
        (0..=M).map(|i| std::iter::once(RBig::ZERO).chain((0..M).map(|j| moved(i, j))).collect()).collect();
    let kept = (0..=M).fold(RBig::ZERO, |sum, i| sum + &matrix[i][i]);
    let best = matrix.iter().fold(RBig::ZERO, |sum, row| sum + row.iter().cloned().reduce(RBig::max).expect("a row"));
    is_tight("swap regret", fast.swap_regret().expect("few constraints"), &(&best - &kept));
    let column = |j: usize| matrix.iter().fold(RBig::ZERO, |sum, row| sum + &row[j]);
    let external = (0..=M).map(column).reduce(RBig::max).expect("a column") - &kept;
    is_tight("external regret", fast.external_regret().expect("few constraints"), &external);
    let out = matrix[0].iter().cloned().reduce(RBig::max).expect("a row");
    is_tight("deviation to constraints", fast.deviation_to_constraints(), &out);
    is_tight("deviation to objective", fast.deviation_to_objective(), &-kept);
    let slow: ProxyAverages<_> = regret::proxy_exact(&mut &trace, Averages::default()).expect("averages");
    assert_eq!(
        *slow.swap_regret().expect("few constraints").lo(),
        best - (0..=M).fold(RBig::ZERO, |s, i| s + &matrix[i][i])
    );
}

#[test]
fn lagrangian_regrets_are_tight() {
    let trace = random_trace(Game::Lagrangian);
    let fast = regret::lagrangian(&mut &trace, Averages::default(), &mut |_| Ok(())).expect("averages");
    let slow = regret::lagrangian_exact(&mut &trace, Averages::default()).expect("averages");
    let norm = referee::numerics::Norm::One;
    let fast = LagrangianRegret::new(&fast, norm, Some(1.0), Some(-1.0));
    let slow = LagrangianRegret::new(&slow, norm, Some(1.0), Some(-1.0));
    let pairs = [
        ("objective", Some(fast.objective), Some(slow.objective)),
        ("theta regret", fast.theta_regret, slow.theta_regret),
        ("lambda regret", fast.lambda_regret, slow.lambda_regret),
        ("epsilon", fast.epsilon, slow.epsilon),
        ("multiplier norm", Some(fast.multiplier_norm.value), Some(slow.multiplier_norm.value)),
    ];
    for (name, fast, slow) in pairs {
        is_tight(name, fast.expect("defined"), slow.expect("defined").lo());
    }
    let mean = trace.objective().lo().iter().fold(RBig::ZERO, |sum, &x| sum + q(x)) / RBig::from(ROUNDS as u64);
    is_tight("objective again", fast.objective, &mean);
}
