//! Lemma 9: the matrix player has small swap regret from stochastic payoffs, with high probability.
//!
//! With Corollary 4, away from any problem: the matrix player against payoffs that answer its multipliers, seen
//! through noise.
//!
//! The payoff `l_t` of a round depends on the multipliers just chosen, so on the draws before; the player sees
//! `l_t + noise`. Recorded is `l_t`, so the swap regret of the trace is that of the statement.

use crate::stochastic::enumerated::{self, probabilities, swap_regret};
use crate::stochastic::games::{check_values, check_values_of_twins};
use crate::stochastic::thresholds::{LARGEST_LOG, cover, matrix};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::adversary::{self, AdversaryEntry, Size};
use referee::certificate::{Given, GivenRate, Role, Verdict};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::players::bounds::matrix_step_paper;
use referee::players::formulas::{log, stochastic_matrix_repaired};
use referee::players::{LambdaPlayer as _, MatrixMultiplicative};
use referee::theorems::{Corollary4, Lemma9, Statement};
use referee::trace::{Layout, Round, Trace};
use referee::verification::frequency::Frequency;

/// Where the payoffs come from, all within 1.
#[derive(Clone, Copy, Debug)]
enum Payoffs {
    /// Two constraints, by one of the adversaries.
    Foe(AdversaryEntry),
    /// Two constraints, `-1` and `1` in every round.
    Steady,
    /// One constraint: `1` while it has less than a quarter of the weight, else `-1`. A player in haste is drawn to it,
    /// pays for the rounds until it leaves, and is drawn to it again.
    Lure,
}

/// A player, what it plays against, and how it is led astray, if it is.
#[derive(Clone, Copy)]
struct Arena {
    payoffs: Payoffs,
    rounds: usize,
    noise: f64,
    seen: fn(f64) -> f64,
    factor: f64,
    delta: f64,
    runs: u32,
}

impl Arena {
    fn honest(payoffs: Payoffs) -> Self {
        Self { payoffs, rounds: 2048, noise: 0.5, seen: |u| u, factor: 1.0, delta: 0.05, runs: 16 }
    }

    /// One run, and what rounding added to it.
    fn play(self, seed: u64) -> (Trace, f64) {
        let constraints = if matches!(self.payoffs, Payoffs::Lure) { 1 } else { 2 };
        let (actions, bound) = (constraints + 1, 1.0 + self.noise);
        let step = self.factor * matrix_step_paper(actions, self.rounds, bound);
        let mut player = MatrixMultiplicative::new("matrix", actions, self.rounds, 2.0 * bound, step);
        let foe =
            |kind: AdversaryEntry| (kind.make)(Size { constraints, horizon: self.rounds, bound: 1.0, seed: !seed });
        let mut foe = if let Payoffs::Foe(kind) = self.payoffs { Some(foe(kind)) } else { None };
        let mut noise = ChaCha8Rng::seed_from_u64(seed);
        let layout = Layout::new(Game::ProxyLagrangian, constraints);
        let (mut trace, mut round) = (Trace::with_capacity(layout.clone(), self.rounds), Round::new(&layout));
        let mut payoff = vec![0.0; actions];
        for _ in 0..self.rounds {
            player.play(&mut round.lambda);
            match &mut foe {
                Some(foe) => foe.payoff(&round.lambda, &mut payoff),
                None if constraints == 1 => payoff[1] = if round.lambda[1] < 0.25 { 1.0 } else { -1.0 },
                None => payoff.copy_from_slice(&[0.0, -1.0, 1.0]),
            }
            for (constraint, u) in round.constraints.iter_mut().zip(&payoff[1..]) {
                *constraint = Enclosure::point(*u);
            }
            trace.push(&round).unwrap();
            for u in &mut payoff[1..] {
                // Symmetric on the grid of the generator, as the noise of problems is.
                let draw = *u + self.noise * (2.0 * noise.random::<f64>() - 1.0 + f64::EPSILON / 2.0);
                *u = (self.seen)(draw);
            }
            player.observe(&payoff);
        }
        (trace, player.rounding().unwrap())
    }

    /// Whether a run surely fails the bound of Lemma 9 and of Corollary 4, divided by `divisor`.
    fn fails(self, divisor: f64, seed: u64) -> bool {
        let (trace, rounding) = self.play(seed);
        let rate = GivenRate { rounding, confidence: Some(self.delta), ..GivenRate::new(1.0 + self.noise) };
        let given = || Given { rate: Some(rate), ..Given::default() };
        let certificates = [
            Lemma9.certify_trace(&mut &trace, given()).unwrap(),
            Corollary4.certify_trace(&mut &trace, given()).unwrap(),
        ];
        let fails = certificates.each_ref().map(|certificate| {
            assert!(certificate.claims_of(Role::Hypothesis).all(|claim| claim.verdict == Verdict::Holds));
            let claim = certificate.claim("swap_regret_repaired").unwrap();
            claim.lhs.lo() > claim.rhs.hi() / divisor
        });
        assert_eq!(fails[0], fails[1], "they are one claim on traces");
        fails[0]
    }

    fn rejected(self, what: &str, divisor: f64) -> bool {
        let frequency = Frequency::count(self.runs, 0, |seed| Ok(self.fails(divisor, seed))).unwrap();
        println!("{what}, {:?}: {} of {} failed", self.payoffs, frequency.failures, frequency.runs);
        frequency.rejects(self.delta)
    }
}

#[test]
fn implication_swap_regret_against_adversaries() {
    for payoffs in adversary::LAMBDA.map(Payoffs::Foe).into_iter().chain([Payoffs::Steady, Payoffs::Lure]) {
        assert!(!Arena::honest(payoffs).rejected("honest", 1.0));
    }
    assert!(Arena::honest(Payoffs::Foe(adversary::GAP)).rejected("bound / 100", 100.0));
}

#[test]
fn necessity_swap_regret_of_broken_players() {
    let honest = Arena::honest(Payoffs::Steady);
    assert!(Arena { seen: |u| -u, ..honest }.rejected("wrong sign", 1.0));
    // What could be won is not seen: within the bound, but biased.
    assert!(Arena { seen: |u| u.min(0.0), ..honest }.rejected("biased", 1.0));
}

/// The fixed point makes the player sturdy: columns that are all in haste contradict each other, and their fixed point
/// hedges. It takes the lure, little noise and a claim with probability 1/2 to reject a step that is 100 times too large;
/// one that is 1000 times too large fails at the usual `delta`.
#[test]
fn necessity_of_a_small_step_for_swap_regret() {
    let honest = Arena { rounds: 8192, noise: 0.03125, delta: 0.5, runs: 32, ..Arena::honest(Payoffs::Lure) };
    assert!(!honest.rejected("honest", 1.0));
    assert!(Arena { factor: 100.0, ..honest }.rejected("step * 100", 1.0));
    assert!(Arena { factor: 1000.0, ..Arena::honest(Payoffs::Lure) }.rejected("step * 1000", 1.0));
}

#[test]
fn implication_frequency_of_lemma_9() {
    check_values(&Lemma9);
}

#[test]
fn necessity_of_honest_draws_in_lemma_9() {
    check_values_of_twins(&Lemma9);
}

#[test]
fn implication_probabilities_of_swap_regret_by_enumeration() {
    let bound = |delta| stochastic_matrix_repaired(2, 1.0, u64::from(enumerated::ROUNDS), log(1, delta)).lo();
    probabilities(swap_regret, bound);
}

#[test]
fn worked_threshold_of_lemma_9() {
    let threshold = log(1, 0.9138);
    for actions in 2..=4096 {
        assert_eq!(matrix(actions, threshold), Some(true), "{actions}");
    }
    assert_eq!(matrix(2, log(1, 0.914)), Some(false));
    // With one action there is nothing to swap; the printed bound is 0 and the repaired one is not.
    assert_eq!(matrix(1, threshold), Some(false));
    for log in cover(0.1, LARGEST_LOG) {
        for actions in [2, 3, 4, 10, 100, 4096] {
            assert_eq!(matrix(actions, log), Some(true), "{actions} {log}");
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, NOISY, holds_on_random_instances};
    holds_on_random_instances(&Lemma9, Least { not_convex: 30, noisy: NOISY, ..Least::default() });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses =
        ["confidence_small", "lower_bound_possible", "multipliers_in_set", "payoffs_bounded", "rounding_small", "step"];
    super::common::random::notices_each_missing_hypothesis(&Lemma9, &hypotheses);
}
