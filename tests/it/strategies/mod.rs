//! What the strategies say of what they draw, against independent judges.

mod answers;
mod formulas;
mod problems;
mod shrinking;

use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use referee::game::Game;
use referee::testing::Outcome;
use referee::testing::strategies::Ask;

fn runner() -> TestRunner {
    TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// So many draws, the same ones every time.
fn draws<S: Strategy>(strategy: &S, count: usize) -> impl Iterator<Item = S::Value> {
    let mut runner = runner();
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("nothing is filtered").current())
}

/// The law holds for each of so many draws.
fn holds<S: Strategy>(strategy: &S, count: usize, law: impl Fn(&S::Value) -> Outcome) {
    for value in draws(strategy, count) {
        law(&value).unwrap_or_else(|violation| panic!("{violation}\non {value:?}"));
    }
}

/// How many of so many draws break the law, which is given a broken twin.
fn caught<S: Strategy>(strategy: &S, count: usize, law: impl Fn(&S::Value) -> Outcome) -> usize {
    draws(strategy, count).filter(|value| law(value).is_err()).count()
}

/// What can be asked about a problem, and the strategy for it.
#[derive(Clone, Copy, Debug)]
struct Asked {
    game: Game,
    convex: bool,
    noisy: bool,
    answered: bool,
}

impl Asked {
    /// All of them.
    fn all() -> impl Iterator<Item = Self> {
        (0..16_u8).map(|bits| Self {
            game: Game::ALL[usize::from(bits & 1)],
            convex: bits & 2 == 0,
            noisy: bits & 4 == 0,
            answered: bits & 8 == 0,
        })
    }

    fn ask(self) -> Ask {
        let ask = Ask::of(self.game);
        let ask = if self.convex { ask.convex() } else { ask.not_convex() };
        let ask = if self.noisy { ask.noisy() } else { ask.noiseless() };
        if self.answered { ask.answered() } else { ask }
    }
}
