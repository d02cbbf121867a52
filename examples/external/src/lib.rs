//! Hedge by the doubling trick, as a lambda-player of the proxy game that lives in a crate of its own.
//!
//! Hedge needs to know the number of rounds for its step. The doubling trick plays a fresh Hedge in rounds 1, 2-3, 4-7,
//! 8-15 and so on, each with the best step for its stretch. The regret over all rounds is at most the sum of those over
//! the stretches, because the best action of all rounds is no better in a stretch than the best of that stretch. The
//! last stretch may be cut short: the bound on a Hedge's total regret, `ln n / step + step sum_t range^2 / 8` and what
//! rounding adds, grows with the rounds, so that of the whole stretch holds for a part of it. Over `T` rounds the sum is
//! at most `sqrt(2) / (sqrt(2) - 1)`, about 3.4, times the bound of one Hedge that knows `T`.

use referee::adversary::{Adversary, AdversaryEntry, Size};
use referee::error::Result;
use referee::game::Game;
use referee::numerics::directed::{add_up, div_up, mul_up};
use referee::players::bounds::hedge_step;
use referee::players::{Deviation, ExternalPlayer, Hedge, LambdaEntry, RegretKind};
use referee::registry::Registry;

/// Our names beside Referee's.
///
/// # Errors
/// If Referee has one of the names.
pub fn registry() -> Result<Registry> {
    Registry::default().with_lambda_player(doubling_hedge())?.with_adversary(EPOCHS)
}

/// The entry of the player.
pub fn doubling_hedge() -> LambdaEntry {
    let about = "Hedge over the deviations, started anew after 1, 2, 4, .. rounds; need not know T";
    let entry = LambdaEntry::new("doubling-hedge", Game::ProxyLagrangian, RegretKind::Deviation, about, |settings| {
        let range = settings.range.min(2.0 * settings.bound);
        let base = Doubling::new(settings.constraints + 1, settings.horizon, range);
        Ok(Box::new(Deviation::new("doubling-hedge", base, range)))
    });
    entry.adapts()
}

/// A fresh [`Hedge`] for every stretch of rounds that is twice as long as the one before.
pub struct Doubling {
    horizon: usize,
    range: f64,
    hedge: Hedge,
    /// The rounds of this stretch, and those of them that were played.
    stretch: (usize, usize),
    /// What the stretches before prove: their number of rounds, and at least the sum of their regrets.
    before: (usize, Option<f64>),
}

impl Doubling {
    /// The learner on `n` actions for gains in an interval of length `range` that contains 0; the horizon is for the
    /// bound alone.
    pub fn new(n: usize, horizon: usize, range: f64) -> Self {
        Self { horizon, range, hedge: hedge(n, 1, range), stretch: (1, 0), before: (0, Some(0.0)) }
    }

    /// At least the regrets of this stretch and those before it.
    fn proved(&self) -> Option<f64> {
        let own = match self.stretch.1 {
            0 => 0.0,
            played => mul_up(self.hedge.runtime_bound()?, played as f64),
        };
        Some(add_up(self.before.1?, own))
    }
}

fn hedge(n: usize, rounds: usize, range: f64) -> Hedge {
    Hedge::new(n, rounds, range, hedge_step(n, rounds, range))
}

impl ExternalPlayer for Doubling {
    fn actions(&self) -> usize {
        self.hedge.actions()
    }

    fn play(&mut self, x: &mut [f64]) {
        let (rounds, played) = self.stretch;
        if played == rounds {
            self.before = (self.before.0 + played, self.proved());
            self.hedge = hedge(self.actions(), 2 * rounds, self.range);
            self.stretch = (2 * rounds, 0);
        }
        self.hedge.play(x);
    }

    fn observe(&mut self, gains: &[f64]) {
        self.hedge.observe(gains);
        self.stretch.1 += 1;
    }

    fn copies_bound(&self, copies: usize) -> Option<f64> {
        let (mut total, mut begun, mut rounds) = (0.0, 0, 1);
        while begun < self.horizon {
            let promised = hedge(self.actions(), rounds, self.range).copies_bound(copies)?;
            total = add_up(total, mul_up(promised, rounds as f64));
            (begun, rounds) = (begun + rounds, 2 * rounds);
        }
        Some(div_up(total, self.horizon as f64))
    }

    fn runtime_bound(&self) -> Option<f64> {
        let rounds = self.before.0 + self.stretch.1;
        if rounds == 0 { None } else { Some(div_up(self.proved()?, rounds as f64)) }
    }
}

/// A sequence that turns where the player starts anew.
pub const EPOCHS: AdversaryEntry = AdversaryEntry {
    name: "epochs",
    about: "+B in rounds 1, 4-7, 16-31, .., else -B, and the other way round for even constraints",
    random: false,
    make: |size| Box::new(Epochs { size, round: 1 }),
};

struct Epochs {
    size: Size,
    round: usize,
}

impl Adversary for Epochs {
    fn payoff(&mut self, _: &[f64], payoff: &mut [f64]) {
        let epoch = self.round.ilog2() as usize;
        for (j, u) in payoff.iter_mut().enumerate() {
            let sign = if (epoch + j) % 2 == 1 { 1.0 } else { -1.0 };
            *u = if j == 0 { 0.0 } else { sign * self.size.bound };
        }
        self.round += 1;
    }
}

// Every law of the kit, against Referee's nine adversaries and the one above.
referee::conformance!(
    multiplier_player: laws,
    Game::ProxyLagrangian,
    |settings| doubling_hedge().make(settings).expect("the settings of a contest are in range"),
    scale,
    permutation(1.0 / (1_u64 << 40) as f64),
    against(EPOCHS)
);

#[cfg(test)]
mod tests {
    use super::*;
    use referee::league::{Arena, Cell, Selection, baseline, is_anytime, play, run};
    use referee::verification::{Depth, duels, fight};

    #[test]
    fn the_league_judges_it_beside_the_paper_s_player() {
        let registry = registry().expect("the names are new");
        let players =
            Selection::players(&["matrix".into(), "doubling-hedge".into()], &registry).expect("both are there");
        for player in players {
            for arena in [
                Arena::Sequence { adversary: EPOCHS, constraints: 3 },
                Arena::Game { problem: "triangle".into() },
                Arena::Game { problem: concat!(env!("CARGO_MANIFEST_DIR"), "/../late.toml").into() },
            ] {
                let cell = Cell { player: player.name, game: player.game, arena, rounds: 300, seed: 0 };
                let measured = run(&cell, &registry).expect("it is played").measured;
                assert_eq!(measured.wrong, Vec::<String>::new(), "{cell}");
                assert!(
                    measured
                        .bound
                        .is_some_and(|bound| measured.own_regret().is_some_and(|regret| regret.hi() <= bound))
                );
            }
        }
    }

    #[test]
    fn its_regrets_stand_beside_the_best_of_ours() {
        let registry = registry().expect("the names are new");
        let kept = baseline::read(include_str!("../../../benches/regret_rates/baseline.csv")).expect("a baseline");
        let beside = ["doubling-hedge", "deviation-rm-plus"];
        let mut cells = baseline::selection(&registry).expect("a selection").cells();
        cells.retain(|cell| beside.contains(&cell.player));
        let entries = play(&cells, &registry, 1.try_into().expect("not 0"), None, &mut |_, _| ()).expect("they play");
        let mut told = 0;
        for change in baseline::compare(&kept, &baseline::rows(&entries)) {
            assert!(!change.is_worse(), "{change}");
            if change.player == "doubling-hedge" {
                assert!(change.before.is_none() && change.best.is_some(), "{change}");
                told += 1;
            }
        }
        let runs = cells.iter().filter(|cell| cell.player == "doubling-hedge").count();
        assert!(told >= 3 * runs, "{told} numbers of {runs} runs"); // every run has its three regrets
    }

    #[test]
    fn verification_finds_nothing_wrong_with_it() {
        let registry = registry().expect("the names are new");
        let mut fought = 0;
        for duel in duels(Depth::Quick, 0, &registry) {
            let finding = fight(&duel).expect("it plays");
            if finding.name == "doubling-hedge" {
                assert_eq!(finding.wrong, Vec::<String>::new(), "{duel:?}");
                fought += 1;
            }
        }
        assert_eq!(fought, 10 * 2 * 3); // ten adversaries, two sizes, three lengths
    }

    #[test]
    fn it_need_not_know_the_horizon() {
        assert!(is_anytime(&doubling_hedge()).expect("it can be made"));
    }

    #[test]
    fn not_knowing_the_horizon_costs_a_constant_factor() {
        let settings = referee::players::LambdaSettings {
            constraints: 1,
            horizon: 1023,
            bound: 1.0,
            bound2: 1.0,
            range: 2.0,
            radius: 0.0,
            step: None,
        };
        let bound = |name: &str| {
            let player = registry().and_then(|all| all.lambda_player(name, Game::ProxyLagrangian, &settings));
            player.expect("it can be made").bound().expect("a theorem covers it")
        };
        let ratio = bound("doubling-hedge") / bound("deviation-hedge");
        assert!(ratio > 1.0 && ratio < 3.5, "{ratio}");
    }
}
