//! What the tests of the numerics share: doubles of every kind, and laws that must hold or must catch a broken twin.

#![allow(dead_code, reason = "every test file uses a part of this")]

use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use rand_chacha::ChaCha8Rng;
use referee::adversary::ThetaAdversary;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::problem::families::Instance;
use referee::registry::Registry;

/// What a law says about one instance.
pub(crate) type Outcome = Result<(), TestCaseError>;

/// How many instances to try: more, in proportion, if `PROPTEST_CASES` asks for more than 64.
fn scaled(cases: u32) -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    u32::try_from(u64::from(cases) * asked.max(64) / 64).unwrap_or(u32::MAX)
}

fn run<S: Strategy>(cases: u32, strategy: &S, law: impl Fn(S::Value) -> Outcome) -> Result<(), TestError<S::Value>> {
    let max_shrink_iters = Config::default().max_shrink_iters.min(2000);
    let config = Config { cases: scaled(cases), failure_persistence: None, max_shrink_iters, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)).run(strategy, law)
}

/// Asserts a law on `cases` instances, the same ones in every run.
pub(crate) fn holds<S: Strategy>(cases: u32, strategy: &S, law: impl Fn(S::Value) -> Outcome) {
    if let Err(failure) = run(cases, strategy, law) {
        panic!("{failure}");
    }
}

/// Asserts that the law, given a broken twin, fails on one of the instances on which it holds for the real thing.
pub(crate) fn catches<S: Strategy>(cases: u32, strategy: &S, law: impl Fn(S::Value) -> Outcome) {
    match run(cases, strategy, law) {
        Err(TestError::Fail(..)) => {}
        other => panic!("the law did not notice the broken twin: {other:?}"),
    }
}

/// Finite doubles of every kind: any bits, subnormal, powers of two and their neighbours, near overflow, small
/// dyadic numbers (where operations are exact), zeros of both signs.
pub(crate) fn any_double() -> impl Strategy<Value = f64> {
    let magnitude = prop_oneof![
        3 => (0_u64..0x7ff0_0000_0000_0000).prop_map(f64::from_bits),
        1 => (0_u64..1 << 52).prop_map(f64::from_bits),
        1 => (1_u64..64).prop_map(f64::from_bits),
        2 => (0_u64..2047, -2_i64..3).prop_map(|(exponent, step)| {
            f64::from_bits((exponent << 52).saturating_add_signed(step)).min(f64::MAX)
        }),
        1 => (0_u64..1 << 53).prop_map(|below| f64::from_bits(f64::MAX.to_bits() - below)),
        1 => (0_u64..8).prop_map(|below| f64::from_bits(f64::MAX.to_bits() - below)),
        2 => (0_u32..4096, 0_i32..12).prop_map(|(whole, power)| f64::from(whole) / f64::from(1 << power)),
        1 => Just(0.0),
    ];
    (magnitude, any::<bool>()).prop_map(|(x, negative)| if negative { -x } else { x })
}

/// Doubles with any significand between 2^-40 and 2^40 in size, of either sign.
pub(crate) fn moderate_double() -> impl Strategy<Value = f64> {
    (1023_u64 - 40..1023 + 40, 0_u64..1 << 52, any::<bool>()).prop_map(|(exponent, fraction, negative)| {
        let x = f64::from_bits(exponent << 52 | fraction);
        if negative { -x } else { x }
    })
}

/// Whether `x` is the largest double (or minus infinity) that is at most `q`.
pub(crate) fn is_largest_below(x: f64, q: &RBig) -> bool {
    if x == f64::NEG_INFINITY {
        return *q < exact(f64::MIN);
    }
    x.is_finite() && exact(x) <= *q && (x == f64::MAX || exact(x.next_up()) > *q)
}

/// Whether `x` is the smallest double (or infinity) that is at least `q`.
pub(crate) fn is_smallest_above(x: f64, q: &RBig) -> bool {
    is_largest_below(-x, &-q)
}

/// Whether the enclosure consists of the two doubles around `q`, or of `q` alone where that is a double.
pub(crate) fn is_tightest(enclosure: Enclosure, q: &RBig) -> bool {
    is_largest_below(enclosure.lo(), q) && is_smallest_above(enclosure.hi(), q)
}

/// A random member of a family of ours, with the text that names it.
pub(crate) fn draw(family: &str, generator: &mut ChaCha8Rng) -> referee::error::Result<(String, Instance)> {
    let known = Registry::ours().families().iter().find(|known| known.name == family);
    known.expect("it is a family").draw(generator)
}

/// The names of our lambda-players of a game.
pub(crate) fn lambda_player_names(game: Game) -> Vec<&'static str> {
    Registry::ours().lambda_players(game).map(|entry| entry.name).collect()
}

/// The names of our adversaries of theta-players.
pub(crate) const FOES: [&str; 8] =
    ["random", "alternating", "drift", "against", "orthogonal", "momentum", "axes", "sparse"];

/// Our adversary of theta-players of that name.
pub(crate) fn foe_named(name: &str, length: f64, seed: u64) -> ThetaAdversary {
    let entry = Registry::ours().theta_adversaries().iter().find(|entry| entry.name == name);
    (entry.expect("it is an adversary").make)(length, seed)
}
