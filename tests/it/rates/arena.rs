//! Lambda-players against payoffs that somebody thinks up, as traces; and the law that a rate is kept.

use crate::common::Outcome;
use proptest::prelude::*;
use referee::adversary::{self, AdversaryEntry, Size};
use referee::certificate::{Certificate, Given, GivenRate, Role, Verdict};
use referee::game::{Game, MirrorKind};
use referee::numerics::Enclosure;
use referee::players::{LambdaPlayer, LambdaSettings, PNorm};
use referee::registry::Registry;
use referee::theorems::Statement;
use referee::trace::{Layout, Round, Trace};

/// Who plays whom, at what size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) kind: AdversaryEntry,
    pub(crate) constraints: usize,
    pub(crate) horizon: usize,
    pub(crate) bound: f64,
    pub(crate) radius: f64,
    pub(crate) seed: u64,
}

pub(crate) fn any_case() -> impl Strategy<Value = Case> {
    let bound = prop_oneof![4 => Just(1.0), 2 => 0.1..10.0, 1 => Just(1e-100), 1 => Just(1e60)];
    let radius = prop_oneof![3 => Just(2.0), 2 => 0.01..100.0, 1 => Just(1e40), 1 => Just(0.0)];
    (0..adversary::LAMBDA.len(), 0..5_usize, 1..300_usize, bound, radius, any::<u64>()).prop_map(
        |(kind, constraints, horizon, bound, radius, seed)| Case {
            kind: adversary::LAMBDA[kind],
            constraints,
            horizon,
            bound,
            radius,
            seed,
        },
    )
}

impl Case {
    /// The bound on payoffs of a game: at least the Euclidean norm, or every entry.
    pub(crate) fn payoff_bound(&self, game: Game) -> f64 {
        match game {
            Game::Lagrangian => self.bound * (self.constraints as f64).sqrt() * (1.0 + 2.0 * f64::EPSILON),
            Game::ProxyLagrangian => self.bound,
        }
    }

    pub(crate) fn player(&self, name: &str, game: Game, step: Option<f64>) -> Box<dyn LambdaPlayer> {
        let settings = LambdaSettings {
            constraints: self.constraints,
            horizon: self.horizon,
            bound: self.bound,
            bound2: self.payoff_bound(Game::Lagrangian),
            range: 2.0 * self.bound,
            radius: self.radius,
            step,
        };
        Registry::ours().lambda_player(name, game, &settings).expect("a player of this game")
    }

    /// Plays against the adversary of the case, which sees the multipliers on the simplex.
    pub(crate) fn trace(&self, player: &mut dyn LambdaPlayer, game: Game) -> Trace {
        let mut adversary = (self.kind.make)(Size {
            constraints: self.constraints,
            horizon: self.horizon,
            bound: self.bound,
            seed: self.seed,
        });
        let mut payoff = vec![0.0; self.constraints + 1];
        let radius = if self.radius > 0.0 { self.radius } else { 1.0 };
        duel(player, game, self.constraints, self.horizon, |lambda, out| {
            match game {
                Game::ProxyLagrangian => adversary.payoff(lambda, &mut payoff),
                Game::Lagrangian => {
                    let mut seen: Vec<f64> = lambda.iter().map(|x| x / radius).collect();
                    seen.insert(0, 1.0 - seen.iter().sum::<f64>());
                    adversary.payoff(&seen, &mut payoff);
                }
            }
            out.copy_from_slice(&payoff[1..]);
        })
    }

    /// What the player and the case say of the rate.
    pub(crate) fn given(&self, player: &dyn LambdaPlayer, game: Game) -> Given {
        let payoff_bound = match player.mirror() {
            None => self.payoff_bound(game),
            Some(MirrorKind::PNorm(p)) => {
                PNorm::dual_bound(p, self.constraints, self.bound, self.payoff_bound(Game::Lagrangian))
            }
            Some(_) => self.bound,
        };
        let rate = GivenRate {
            mirror: player.mirror(),
            step: player.step().filter(|_| payoff_bound > 0.0),
            rounding: player.rounding().expect("an account of the rounding"),
            ..GivenRate::new(payoff_bound)
        };
        let radius = (game == Game::Lagrangian).then_some(self.radius);
        Given { radius, rate: Some(rate), ..Given::default() }
    }
}

/// Plays multipliers against `answer`, which is shown them and writes the constraints' values.
pub(crate) fn duel(
    player: &mut dyn LambdaPlayer,
    game: Game,
    constraints: usize,
    rounds: usize,
    mut answer: impl FnMut(&[f64], &mut [f64]),
) -> Trace {
    let layout = Layout::new(game, constraints);
    let mut round = Round::new(&layout);
    let mut trace = Trace::with_capacity(layout, rounds);
    let mut values = vec![0.0; constraints];
    for _ in 0..rounds {
        player.play(&mut round.lambda);
        answer(&round.lambda, &mut values);
        for (slot, &value) in round.constraints.iter_mut().zip(&values) {
            *slot = Enclosure::point(value);
        }
        let payoff = match game {
            Game::Lagrangian => values.clone(),
            Game::ProxyLagrangian => [&[0.0], &values[..]].concat(),
        };
        player.observe(&payoff);
        trace.push(&round).expect("a round of this trace");
    }
    trace
}

/// Multipliers that somebody wrote down, or a rule of his own.
pub(crate) struct Rule<F>(pub(crate) F);

impl<F: FnMut(&mut [f64], Option<&[f64]>) + Send> LambdaPlayer for Rule<F> {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn regret(&self) -> referee::players::RegretKind {
        referee::players::RegretKind::External
    }

    fn play(&mut self, lambda: &mut [f64]) {
        (self.0)(lambda, None);
    }

    fn observe(&mut self, payoff: &[f64]) {
        (self.0)(&mut [], Some(payoff));
    }

    fn bound(&self) -> Option<f64> {
        None
    }
}

pub(crate) fn verdict(certificate: &Certificate, name: &str) -> Verdict {
    certificate.claim(name).unwrap_or_else(|| panic!("no claim `{name}` in {certificate:?}")).verdict
}

pub(crate) fn certify(statement: &dyn Statement, trace: &Trace, given: Given) -> Certificate {
    statement.certify_trace(&mut &*trace, given).unwrap_or_else(|error| panic!("{}: {error}", statement.name()))
}

/// The law: no conclusion is violated where no hypothesis is.
pub(crate) fn keeps(certificate: &Certificate) -> Outcome {
    let violated = |role| certificate.claims_of(role).find(|claim| claim.verdict == Verdict::Violated);
    if violated(Role::Hypothesis).is_none() {
        let broken = violated(Role::Conclusion);
        prop_assert!(broken.is_none(), "{} is violated: {broken:?} in {certificate:?}", certificate.statement);
    }
    Ok(())
}

/// The stronger law for exact values: hypotheses and conclusions hold.
pub(crate) fn holds_throughout(certificate: &Certificate) -> Outcome {
    for claim in &certificate.claims {
        prop_assert_eq!(claim.verdict, Verdict::Holds, "{:?} in {:?}", claim, certificate);
    }
    Ok(())
}
