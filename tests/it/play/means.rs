//! The mixture of a trace: its means against exact rationals, and thinning.

use dashu_ratio::RBig;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, exact};
use referee::testing::generate::{finite, moderate};
use referee::trace::{Layout, Means, Round, Trace};

/// A random trace with two constraints; values moderate, or of any size.
fn random_trace(game: Game, rounds: usize, wild: bool, seed: u64) -> Trace {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let layout = Layout::new(game, 2).with_theta(1);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    let mut draw = || if wild { finite(&mut generator) / 4.0 } else { moderate(&mut generator) };
    for _ in 0..rounds {
        round.objective = Enclosure::point(draw());
        round.constraints.fill_with(|| Enclosure::point(draw()));
        round.lambda.fill_with(|| draw().abs());
        round.theta.fill_with(&mut draw);
        trace.push(&round).expect("the round fits");
    }
    trace
}

/// The exact means: objective, then constraints.
fn exact_means(trace: &Trace) -> Option<Vec<RBig>> {
    let weight = |t: usize| match trace.layout().game() {
        Game::Lagrangian => RBig::ONE,
        Game::ProxyLagrangian => exact(trace.lambda(t)[0]),
    };
    let total = (0..trace.rounds()).fold(RBig::ZERO, |sum, t| sum + weight(t));
    if total == RBig::ZERO {
        return None;
    }
    let mean = |value: &dyn Fn(usize) -> f64| {
        (0..trace.rounds()).fold(RBig::ZERO, |sum, t| sum + weight(t) * exact(value(t))) / &total
    };
    Some(vec![
        mean(&|t| trace.objective().row_lo(t)[0]),
        mean(&|t| trace.constraints().row_lo(t)[0]),
        mean(&|t| trace.constraints().row_lo(t)[1]),
    ])
}

/// Whether means contain the exact ones.
fn agree(means: Option<&Means>, exact: Option<&[RBig]>) -> bool {
    match (means, exact) {
        (None, None) => true,
        (Some(means), Some(exact)) => {
            let enclosures = std::iter::once(means.objective).chain(means.constraints.iter().copied());
            enclosures.zip(exact).all(|(enclosure, exact)| contains(enclosure, exact))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn means_contain_the_exact_ones(rounds in 1_usize..30, wild in any::<bool>(), seed in any::<u64>()) {
        for game in [Game::Lagrangian, Game::ProxyLagrangian] {
            let trace = random_trace(game, rounds, wild, seed);
            let (means, exact) = (trace.means(), exact_means(&trace));
            prop_assert!(agree(means.as_ref(), exact.as_deref()), "{means:?} against {exact:?}");
        }
    }

    #[test]
    fn thinning_keeps_every_kth_round(rounds in 1_usize..30, every in 1_usize..8, seed in any::<u64>()) {
        let trace = random_trace(Game::Lagrangian, rounds, true, seed);
        let thinned = trace.thinned(every);
        prop_assert_eq!(thinned.rounds(), rounds.div_ceil(every));
        for t in 0..thinned.rounds() {
            prop_assert_eq!(thinned.lambda(t), trace.lambda(t * every));
            prop_assert_eq!(thinned.theta(t), trace.theta(t * every));
        }
    }
}

#[test]
fn the_check_has_teeth() {
    let trace = random_trace(Game::ProxyLagrangian, 20, false, 1);
    let exact = exact_means(&trace);
    let means = trace.means().expect("weights");
    let shifted = Means { objective: means.objective + Enclosure::point(1e-12), ..means.clone() };
    assert!(!agree(Some(&shifted), exact.as_deref()), "a shifted mean passes");
    // Counting every round the same is the other game's mixture.
    let uniform: f64 = (0..20).map(|t| trace.objective().row_lo(t)[0]).sum::<f64>() / 20.0;
    let wrong = Means { objective: Enclosure::new(uniform.next_down(), uniform.next_up()), ..means };
    assert!(!agree(Some(&wrong), exact.as_deref()), "the wrong mixture passes");
}

#[test]
fn a_mixture_without_weight_has_no_means() {
    let layout = Layout::new(Game::ProxyLagrangian, 1);
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    round.lambda.copy_from_slice(&[0.0, 1.0]);
    trace.push(&round).expect("the round fits");
    assert_eq!(trace.means(), None);
    assert_eq!(Trace::new(layout).means(), None);
}
