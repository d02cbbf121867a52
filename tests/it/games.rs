//! Every law of the games holds on ours and fails on a broken twin.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::error::Result;
use referee::game::Evidence;
use referee::oracle::{Minimum, Objective, Oracle};
use referee::players::{LambdaPlayer, RegretKind};
use referee::testing::Outcome;
use referee::testing::games::{self as laws, LAWS};
use referee::trace::{Round, Trace};

const INSTANCES: usize = 300;

fn violation(law: impl Fn(&mut ChaCha8Rng) -> Outcome) -> Option<String> {
    let mut generator = ChaCha8Rng::seed_from_u64(20_180_418);
    (0..INSTANCES).find_map(|_| law(&mut generator).err())
}

#[test]
fn every_law_holds_on_what_we_ship() {
    for law in LAWS {
        assert_eq!(violation(law.check), None, "{}: {}", law.name, law.says);
    }
}

#[test]
fn every_law_catches_its_broken_twin() {
    let broken = [
        ("lambda-players", violation(|g| laws::lambda_players(g, |player| Box::new(Stubborn(player))))),
        ("oracles", violation(|g| laws::oracles(g, |oracle| Box::new(Boaster(oracle))))),
        ("algorithms", violation(|g| laws::algorithms(g, shift))),
    ];
    assert_eq!(
        broken.iter().map(|twin| twin.0).collect::<Vec<_>>(),
        LAWS.iter().map(|law| law.name).collect::<Vec<_>>()
    );
    for (law, caught) in broken {
        assert!(caught.is_some(), "the law `{law}` did not notice its broken twin");
    }
}

/// Never learns, and claims the bounds of a player that does.
struct Stubborn(Box<dyn LambdaPlayer>);

impl LambdaPlayer for Stubborn {
    fn name(&self) -> &'static str {
        "stubborn"
    }
    fn regret(&self) -> RegretKind {
        self.0.regret()
    }
    fn play(&mut self, lambda: &mut [f64]) {
        self.0.play(lambda);
    }
    fn observe(&mut self, payoff: &[f64]) {
        self.0.observe(&vec![0.0; payoff.len()]);
    }
    fn bound(&self) -> Option<f64> {
        self.0.bound()
    }
    fn runtime_bound(&self) -> Option<f64> {
        self.0.runtime_bound()
    }
}

/// Claims a lower bound as high as its value.
struct Boaster(Box<dyn Oracle>);

impl Oracle for Boaster {
    fn name(&self) -> &'static str {
        "boaster"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let honest = self.0.minimize(objective, theta)?;
        Ok(Minimum { lower_bound: honest.value.hi() + 0.5, ..honest })
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Declared))
    }
}

/// Records each round with the objective of the round before.
fn shift(trace: &Trace) -> Trace {
    let mut shifted = Trace::new(trace.layout().clone());
    let (mut round, mut before) = (Round::new(trace.layout()), Round::new(trace.layout()));
    for t in 0..trace.rounds() {
        trace.copy_round(t, &mut round);
        trace.copy_round(t.saturating_sub(1), &mut before);
        round.objective = before.objective;
        shifted.push(&round).expect("the round fits");
    }
    shifted
}
