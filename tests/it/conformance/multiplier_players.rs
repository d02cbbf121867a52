//! Lambda-players with one fault each, and the law that must name it.

use crate::common::lambda_player_names;
use crate::conformance::teeth::Teeth;
use referee::adversary;
use referee::arena::{Contest, Record};
use referee::game::Game;
use referee::numerics::rational::exact;
use referee::players::{LambdaPlayer, LambdaSettings, PNorm, RegretKind, bounds, mirror, swap_bounds};
use referee::registry::Registry;
use referee::shrink::{Atom, Candidates, Outcome, shrink};
use referee::testing::conformance::{broken, skipped};
use referee::testing::multiplier_player::{LAWS, Player};
use std::sync::atomic::{AtomicU32, Ordering};

const LAGRANGIAN: Game = Game::Lagrangian;
const PROXY: Game = Game::ProxyLagrangian;

const MEMBERS: &str = "law_plays_are_members";
const BOUND: &str = "law_regret_is_at_most_the_bound";
const RUN_TIME_BOUND: &str = "law_regret_is_at_most_the_run_time_bound";
const GIVEN_STEPS: &str = "law_given_steps_keep_their_bounds";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    NeverLearns,
    Stuck,
    SignFlipped,
    OneCoordinate,
    LeavesTheSet,
    Negative,
    NanAfterThree,
    Moody,
    AbsoluteUnits,
    HalvedBound,
    HalvedRunTimeBound,
    NoBound,
    NanBound,
    FickleBound,
}

/// Counts over the whole process: what a player must not look at.
static MOOD: AtomicU32 = AtomicU32::new(0);

/// Plays as `inner` with a fault, and claims the regret and the bounds of `claims`.
struct Twin {
    inner: Box<dyn LambdaPlayer>,
    claims: Box<dyn LambdaPlayer>,
    fault: Fault,
    rounds: usize,
}

impl LambdaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }

    fn regret(&self) -> RegretKind {
        self.claims.regret()
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.inner.play(lambda);
        let Some(last) = lambda.len().checked_sub(1) else { return };
        self.rounds += 1;
        match self.fault {
            Fault::Stuck => {
                lambda.fill(0.0);
                lambda[last] = 1.0;
            }
            Fault::LeavesTheSet => lambda[last] = (lambda[last] + 2.0).next_up(),
            Fault::Negative if self.rounds == 5 => lambda[last] = -1e-9,
            Fault::NanAfterThree if self.rounds > 3 => lambda.fill(f64::NAN),
            Fault::Moody if MOOD.fetch_add(1, Ordering::Relaxed).is_multiple_of(7) => {
                lambda.fill(0.0);
                lambda[last] = 1.0;
            }
            _ => {}
        }
    }

    fn observe(&mut self, payoff: &[f64]) {
        let mut seen = payoff.to_vec();
        match self.fault {
            Fault::NeverLearns => return,
            Fault::SignFlipped => seen.iter_mut().for_each(|u| *u = -*u),
            Fault::OneCoordinate => seen.iter_mut().rev().skip(1).for_each(|u| *u = 0.0),
            Fault::AbsoluteUnits => seen.iter_mut().for_each(|u| *u = u.clamp(-0.5, 0.5)),
            _ => {}
        }
        self.inner.observe(&seen);
    }

    fn bound(&self) -> Option<f64> {
        match self.fault {
            Fault::NoBound => None,
            Fault::NanBound => Some(f64::NAN),
            Fault::FickleBound => {
                let more = f64::from(MOOD.fetch_add(1, Ordering::Relaxed) % 2);
                self.claims.bound().map(|bound| bound + more)
            }
            Fault::HalvedBound => self.claims.bound().map(|bound| 0.5 * bound),
            _ => self.claims.bound(),
        }
    }

    fn runtime_bound(&self) -> Option<f64> {
        match self.fault {
            Fault::HalvedRunTimeBound => self.inner.runtime_bound().map(|bound| 0.5 * bound),
            Fault::None | Fault::HalvedBound => self.inner.runtime_bound(),
            _ => None,
        }
    }
}

fn honest(name: &str, game: Game, settings: &LambdaSettings) -> Box<dyn LambdaPlayer> {
    Registry::ours().lambda_player(name, game, settings).expect("a player of this game")
}

/// Plays as `plays` with a fault, and claims to be `claims`.
fn pose(plays: &'static str, claims: &'static str, game: Game, fault: Fault) -> Player {
    let twin = move |settings: &LambdaSettings| -> Box<dyn LambdaPlayer> {
        let (inner, claims) = (honest(plays, game, settings), honest(claims, game, settings));
        Box::new(Twin { inner, claims, fault, rounds: 0 })
    };
    Player::new(game, twin).scale().permutation(1.0 / (1_u64 << 40) as f64)
}

fn twin(name: &'static str, game: Game, fault: Fault) -> Player {
    pose(name, name, game, fault)
}

#[test]
fn every_law_has_teeth() {
    let mut teeth = Teeth::new(LAWS);
    for (fault, law) in [
        (Fault::NeverLearns, BOUND),
        (Fault::Stuck, BOUND),
        (Fault::SignFlipped, BOUND),
        (Fault::OneCoordinate, BOUND),
        (Fault::OneCoordinate, "law_permutation_equivariance"),
        (Fault::LeavesTheSet, MEMBERS),
        (Fault::Negative, MEMBERS),
        (Fault::Negative, "law_certificate_is_accepted"),
        (Fault::NanAfterThree, "law_plays_are_finite"),
        (Fault::NanAfterThree, MEMBERS),
        (Fault::Moody, "law_replays"),
        (Fault::AbsoluteUnits, "law_scale_equivariance"),
        (Fault::NanBound, BOUND),
        (Fault::FickleBound, BOUND),
    ] {
        teeth.bite(&format!("a hedge with {fault:?}"), law, &twin("deviation-hedge", PROXY, fault));
    }
    teeth.spare("deviation-hedge", &twin("deviation-hedge", PROXY, Fault::None));
    teeth.bite_only("half a bound", BOUND, &twin("hedge-control", PROXY, Fault::HalvedBound));
    teeth.bite_only("half a bound of the run", RUN_TIME_BOUND, &twin("matrix", PROXY, Fault::HalvedRunTimeBound));
    for name in ["internal-regret-matching", "stoltz-lugosi", "additive-matrix"] {
        teeth.bite_only(
            &format!("half a bound of {name}"),
            RUN_TIME_BOUND,
            &twin(name, PROXY, Fault::HalvedRunTimeBound),
        );
    }
    let lax = twin("matrix", PROXY, Fault::None).with_checker(|_| Ok(()));
    teeth.bite("a checker that accepts everything", "law_tampered_certificates_are_rejected", &lax);
    let deaf = Player::new(PROXY, |settings| {
        let own = LambdaSettings { step: None, ..*settings };
        let (inner, claims) = (honest("hedge-control", PROXY, settings), honest("hedge-control", PROXY, &own));
        Box::new(Twin { inner, claims, fault: Fault::None, rounds: 0 })
    });
    teeth.bite("the bound of its own step for any step", GIVEN_STEPS, &deaf.steps());
    for (what, shrinker) in [("all rounds in the mixture", uniform as _), ("one round for all", first as _)] {
        let broken = twin("matrix", PROXY, Fault::None).with_shrinker(shrinker);
        teeth.bite(what, "law_shrunk_support_is_small", &broken);
    }
    teeth.all_bite();
}

type Epsilon = referee::shrink::Epsilon;

/// Keeps every round, with equal weights.
fn uniform(candidates: &Candidates, epsilon: &Epsilon) -> referee::error::Result<Outcome> {
    let Outcome::Optimal(mut solution) = shrink(candidates, epsilon)? else { unreachable!("minimal is feasible") };
    let weight = dashu_ratio::RBig::ONE / exact(candidates.len() as f64);
    solution.support = (0..candidates.len()).map(|candidate| Atom { candidate, weight: weight.clone() }).collect();
    Ok(Outcome::Optimal(solution))
}

/// Small enough, but not the best mixture.
fn first(candidates: &Candidates, epsilon: &Epsilon) -> referee::error::Result<Outcome> {
    let Outcome::Optimal(mut solution) = shrink(candidates, epsilon)? else { unreachable!("minimal is feasible") };
    solution.support = vec![Atom { candidate: 0, weight: dashu_ratio::RBig::ONE }];
    Ok(Outcome::Optimal(solution))
}

/// Whoever does not learn is caught, whatever it poses as.
#[test]
fn faults_are_caught_in_every_player() {
    let mut teeth = Teeth::new(LAWS);
    for game in [LAGRANGIAN, PROXY] {
        for entry in Registry::ours().lambda_players(game).filter(|entry| !entry.control && !is_uncovered(entry.name)) {
            let name = entry.name;
            for fault in [Fault::NeverLearns, Fault::Stuck, Fault::SignFlipped, Fault::OneCoordinate] {
                teeth.bite_only(&format!("{name} with {fault:?}"), BOUND, &twin(name, game, fault));
            }
        }
    }
}

/// No theorem covers it, so no law can hold it to a bound; what it plays is tried like everybody's.
fn is_uncovered(name: &str) -> bool {
    name == "nu-pi"
}

#[test]
fn uncovered_players_are_caught_by_the_other_laws_and_claim_nothing() {
    let mut teeth = Teeth::new(LAWS);
    for name in lambda_player_names(LAGRANGIAN).into_iter().filter(|name| is_uncovered(name)) {
        let reasons = skipped(LAWS, &twin(name, LAGRANGIAN, Fault::None));
        assert!(reasons.iter().any(|(law, _)| *law == BOUND) && reasons.iter().any(|(law, _)| *law == RUN_TIME_BOUND));
        for (fault, law) in [
            (Fault::LeavesTheSet, MEMBERS),
            (Fault::Negative, MEMBERS),
            (Fault::NanAfterThree, "law_plays_are_finite"),
            (Fault::Moody, "law_replays"),
        ] {
            teeth.bite(&format!("{name} with {fault:?}"), law, &twin(name, LAGRANGIAN, fault));
        }
    }
}

type Step = fn(&LambdaSettings) -> f64;

#[test]
fn a_step_a_hundred_times_too_small_is_caught() {
    let mut teeth = Teeth::new(LAWS);
    let cases: [(Game, &'static str, Step); 9] = [
        (PROXY, "matrix", |s| bounds::matrix_step_paper(s.constraints + 1, s.horizon, s.bound)),
        (PROXY, "deviation-hedge", |s| bounds::hedge_step(s.constraints + 1, s.horizon, s.range)),
        (PROXY, "deviation-optimistic-hedge", |s| {
            bounds::optimistic_hedge_step(s.constraints + 1, 1, s.horizon, s.range)
        }),
        (PROXY, "stoltz-lugosi", |s| swap_bounds::stoltz_lugosi_step(s.constraints + 1, s.horizon, s.range)),
        (PROXY, "additive-matrix", |s| swap_bounds::additive_matrix_step(s.constraints + 1, s.horizon, s.range)),
        (LAGRANGIAN, "gradient", |s| bounds::gradient_step_paper(s.radius, s.bound2, s.horizon)),
        (LAGRANGIAN, "mirror-p-norm", |s| {
            let (p, m) = (mirror::usual_exponent(s.constraints + 1), s.constraints);
            let bound = PNorm::dual_bound(p, m, s.bound, s.bound2).max(1e-290);
            s.radius / (2.0 * (p - 1.0) * s.horizon as f64).sqrt() / bound
        }),
        (LAGRANGIAN, "optimistic-gradient", |s| bounds::optimistic_gradient_step(s.radius, s.bound2, s.horizon)),
        (LAGRANGIAN, "exponentiated-gradient", |s| bounds::hedge_step(s.constraints + 1, s.horizon, s.range)),
    ];
    for (game, name, step) in cases {
        let slow = Player::new(game, move |settings| {
            let slow = LambdaSettings { step: Some((step(settings) / 100.0).max(f64::MIN_POSITIVE)), ..*settings };
            let (inner, claims) = (honest(name, game, &slow), honest(name, game, settings));
            Box::new(Twin { inner, claims, fault: Fault::None, rounds: 0 })
        });
        let broken: Vec<&str> = broken(LAWS, &slow).iter().map(|(law, _)| *law).collect();
        assert_eq!(broken, [BOUND], "a slow {name} is a player, but not the one that it claims to be");
        teeth.bite_only(&format!("a slow {name}"), BOUND, &slow);
    }
}

/// External regret alone is not what Theorem 2 needs: both traps.
#[test]
fn external_learners_that_pose_are_caught() {
    let mut teeth = Teeth::new(LAWS);
    for (control, posing_as) in [
        ("hedge-control", "matrix"),
        ("hedge-control", "blum-mansour-hedge"),
        ("rm-plus-control", "matrix"),
        ("hedge-control", "deviation-hedge"),
        ("rm-plus-control", "deviation-rm-plus"),
        ("hedge-control", "deviation-optimistic-hedge"),
        ("hedge-control", "deviation-predictive-rm-plus"),
        ("hedge-control", "deviation-coin-betting"),
        ("hedge-control", "blum-mansour-optimistic-hedge"),
        ("hedge-control", "internal-regret-matching"),
        ("hedge-control", "stoltz-lugosi"),
        ("hedge-control", "additive-matrix"),
        ("rm-plus-control", "additive-matrix"),
    ] {
        let who = format!("{control} posing as {posing_as}");
        teeth.bite_only(&who, BOUND, &pose(control, posing_as, PROXY, Fault::None));
        teeth.spare(control, &twin(control, PROXY, Fault::None)); // its external regret is as small as it says
    }
}

/// The sequences that show it: a regret of the other kind beyond what a theorem promises, beside an external regret
/// within its own bound.
#[test]
fn the_traps_are_traps() {
    let traps = [
        ("hedge-control", "deviation-hedge", adversary::TRAP, 2, 1000),
        ("rm-plus-control", "deviation-rm-plus", adversary::RM_TRAP, 2, 16_384),
        ("hedge-control", "matrix", adversary::SWITCHING, 3, 1000),
    ];
    for (control, posing_as, adversary, constraints, horizon) in traps {
        let contest = Contest { game: PROXY, adversary, constraints, horizon, bound: 1.0, radius: 0.0, seed: 0 };
        let mut player = honest(control, PROXY, &contest.settings());
        let record = Record::of(&mut *player, &contest);
        let claims = honest(posing_as, PROXY, &contest.settings());
        let claimed = exact(claims.bound().expect("a theorem"));
        let average = record.regret(claims.regret(), PROXY, 0.0) / exact(horizon as f64);
        assert!(average > claimed, "{control} on {adversary:?}: {}", average.to_f64().value());
        let bound = player.bound().expect("a theorem");
        assert_eq!(record.keeps(&*player, &contest, "a-priori", bound), Ok(()));
    }
}

/// A game stops at a multiplier that is not a number, and says in which round.
#[test]
fn a_game_stops_at_a_multiplier_that_is_not_a_number() {
    let broken = broken(LAWS, &twin("matrix", PROXY, Fault::NanAfterThree));
    let violation = broken.iter().find(|(law, _)| *law == "law_certificate_is_accepted").expect("there is no trace");
    assert_eq!(violation.1, "triangle: round 3: the lambda-player `twin` plays the multiplier NaN");
}

/// A player without a theorem is not green by silence.
#[test]
fn a_player_without_a_bound_is_reported() {
    let reasons = skipped(LAWS, &twin("deviation-hedge", PROXY, Fault::NoBound).steps());
    let of = |law: &str| reasons.iter().find(|(name, _)| *name == law).map(|(_, reason)| reason.as_str());
    assert_eq!(of(BOUND), Some("no theorem covers it: it declares no bound"));
    assert_eq!(of(RUN_TIME_BOUND), Some("it has no bound of the run"));
    assert_eq!(of(GIVEN_STEPS), Some("it has no bound for a step that is given"));
    assert_eq!(reasons.len(), 3, "{reasons:?}");
}
