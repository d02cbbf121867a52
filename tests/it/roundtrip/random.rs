//! Random traces of every shape: whatever was recorded, the two programs agree on every number, verdict and grade.

use super::Files;
use crate::common::{holds, moderate_double};
use proptest::collection::vec;
use proptest::prelude::*;
use referee::certificate::{Given, GivenMargin, GivenRange, LowerBound};
use referee::game::Game;
use referee::numerics::{Enclosure, Norm};
use referee::regret::{Average, Averages};
use referee::theorems::{Lemma6, Lemma7, Statement, Theorem1, Theorem2, Theorem3, Theorem4};
use referee::trace::{Layout, Round, Trace};

/// Values with the widths of their enclosures, and multipliers.
type Played = (Vec<(f64, f64)>, Vec<f64>);

#[derive(Clone, Debug)]
struct Case {
    game: Game,
    proxied: bool,
    enclosed: bool,
    rounds: Vec<Played>,
    numbers: [f64; 5],
    choices: [usize; 4],
}

fn cases() -> impl Strategy<Value = Case> {
    let value = prop_oneof![moderate_double(), (-9_i32..10).prop_map(|k| f64::from(k) / 4.0)].boxed();
    let width = prop_oneof![2 => Just(0.0), 1 => 0.0..1e-9_f64, 1 => 0.0..2.0_f64].boxed();
    let multiplier = prop_oneof![Just(0.0), 0.0..3.0_f64, (0_i32..9).prop_map(|k| f64::from(k) / 4.0)].boxed();
    (0_usize..4, any::<bool>(), any::<bool>(), any::<bool>()).prop_flat_map(move |(m, proxy, proxied, enclosed)| {
        let game = if proxy { Game::ProxyLagrangian } else { Game::Lagrangian };
        let values = 1 + m + if proxied { m } else { 0 };
        let round = (vec((value.clone(), width.clone()), values), vec(multiplier.clone(), game.num_multipliers(m)));
        let numbers = [(); 5].map(|()| (-4_i32..24).prop_map(|k| f64::from(k) / 8.0));
        let choices = [0_usize..5, 0..4, 0..3, 0..3];
        (vec(round, 1..12), numbers, choices).prop_map(move |(rounds, numbers, choices)| Case {
            game,
            proxied,
            enclosed,
            rounds,
            numbers,
            choices,
        })
    })
}

impl Case {
    fn trace(&self) -> Trace {
        let m = self.rounds[0].1.len() + self.game.first_multiplier() - 1;
        let mut layout = Layout::new(self.game, m);
        if self.proxied {
            layout = layout.with_proxies();
        }
        if self.enclosed {
            layout = layout.enclose_all();
        }
        let mut trace = Trace::new(layout.clone());
        let mut round = Round::new(&layout);
        for (values, lambda) in &self.rounds {
            let slots = std::iter::once(&mut round.objective).chain(&mut round.constraints).chain(&mut round.proxies);
            for (slot, &(value, width)) in slots.zip(values) {
                *slot = if self.enclosed { Enclosure::new(value, value + width) } else { Enclosure::point(value) };
            }
            round.lambda.clone_from(lambda);
            trace.push(&round).expect("the round fits");
        }
        trace
    }

    fn given(&self) -> Given {
        let [lower, radius, margin, range, objective] = self.numbers;
        let [_, norm, average, facts] = self.choices;
        let lagrangian = self.game == Game::Lagrangian;
        let norm = [None, Some(Norm::Infinity), Some(Norm::Two), Norm::parse("1.5").ok()][norm];
        let rounds = self.rounds.len() as u64;
        let average = [Average::Uniform, Average::Linear, Average::Tail(rounds - 1)][average];
        Given {
            radius: (lagrangian && facts > 0).then_some(radius.abs()),
            norm: norm.filter(|_| lagrangian && self.choices[0] > 1),
            averages: Averages { theta: average, lambda: average },
            lower_bound: (facts < 2).then(|| LowerBound::declared(lower)),
            margin: (facts != 1).then(|| GivenMargin {
                value: margin,
                point: None,
                objective: (facts == 2).then(|| Enclosure::new(objective, objective + 0.5)),
            }),
            objective_range: (range >= 0.0).then_some(GivenRange { value: range.abs(), enclosed: false }),
            ..Given::default()
        }
    }

    fn files(&self) -> Files {
        let given = self.given();
        Files::new(&self.trace(), |file| {
            match (self.game, self.choices[0], given.norm.is_some()) {
                (Game::Lagrangian, 0, _) => Lemma6.certify_trace(file, given),
                (Game::Lagrangian, _, true) => Theorem3.certify_trace(file, given),
                (Game::Lagrangian, ..) => Theorem1.certify_trace(file, given),
                (Game::ProxyLagrangian, 0, _) => Lemma7.certify_trace(file, given),
                (Game::ProxyLagrangian, 1, _) => Theorem4.certify_trace(file, given),
                (Game::ProxyLagrangian, ..) => Theorem2.certify_trace(file, given),
            }
            .expect("it certifies")
        })
    }
}

#[test]
fn random_certificates_are_accepted() {
    holds(800, &cases(), |case| {
        let files = case.files();
        let outcome = files.check();
        prop_assert!(outcome.is_ok(), "{}\n{:#}", outcome.unwrap_err(), files.certificate);
        Ok(())
    });
}

/// The same with enough rounds that the prover works in enclosures, not in exact rationals.
#[test]
fn long_traces_are_accepted() {
    holds(12, &cases(), |mut case| {
        let once = case.rounds.clone();
        while case.rounds.len() < 120_000 / (1 + case.rounds[0].1.len()).pow(2) {
            case.rounds.extend_from_slice(&once);
        }
        let outcome = case.files().check();
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
        Ok(())
    });
}

/// Above 512 constraints swap and external regret are absent, and the deviations certify instead.
#[test]
fn many_constraints_are_accepted() {
    let m = referee::regret::MOST_SWAPPED + 1;
    for proxied in [false, true] {
        let mut layout = Layout::new(Game::ProxyLagrangian, m);
        if proxied {
            layout = layout.with_proxies();
        }
        let mut trace = Trace::new(layout.clone());
        let mut round = Round::new(&layout);
        for t in 0..4 {
            for i in 0..m {
                round.constraints[i] = Enclosure::point(((t * 7 + i * 3) % 11) as f64 / 8.0 - 0.7);
                round.lambda[i + 1] = ((t + i) % 3) as f64 / 1000.0;
                if proxied {
                    round.proxies[i] = Enclosure::point(round.constraints[i].hi() + 0.1);
                }
            }
            round.lambda[0] = 0.3 + t as f64 / 16.0;
            round.objective = Enclosure::point(t as f64 / 3.0);
            trace.push(&round).expect("the round fits");
        }
        let given = Given { lower_bound: Some(LowerBound::declared(-2.0)), ..Given::default() };
        let files = Files::new(&trace, |file| Theorem2.certify_trace(file, given).expect("it certifies"));
        assert!(files.certificate["measured"].get("swap_regret").is_none());
        let outcome = files.check();
        assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}
