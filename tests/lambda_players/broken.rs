//! Twins with one fault each: the law of the bounds must catch every one.

use crate::measure::{Case, keeps_its_bounds};
use referee::players::{LambdaPlayer, LambdaSettings, RegretKind, lambda_player};
use referee::testing::adversaries::Kind;
use referee::trace::GameKind;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    NeverLearns,
    Stuck,
    SignFlipped,
    OneCoordinate,
}

/// Plays as `inner` with a fault, and claims the regret and the bound of `claims`.
struct Twin {
    inner: Box<dyn LambdaPlayer>,
    claims: Box<dyn LambdaPlayer>,
    kind: RegretKind,
    fault: Fault,
    seen: Vec<f64>,
}

impl LambdaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }

    fn regret(&self) -> RegretKind {
        self.kind
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.inner.play(lambda);
        if self.fault == Fault::Stuck {
            lambda.fill(0.0);
            if let Some(last) = lambda.last_mut() {
                *last = 1.0;
            }
        }
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.seen.clear();
        self.seen.extend_from_slice(payoff);
        match self.fault {
            Fault::NeverLearns => return,
            Fault::SignFlipped => self.seen.iter_mut().for_each(|u| *u = -*u),
            Fault::OneCoordinate => self.seen.iter_mut().rev().skip(1).for_each(|u| *u = 0.0),
            Fault::None | Fault::Stuck => {}
        }
        self.inner.observe(&self.seen);
    }

    fn bound(&self) -> Option<f64> {
        self.claims.bound()
    }
}

/// Whether one of the sequences, with this many rounds, catches the twin.
fn caught(kinds: &[Kind], game: GameKind, horizon: usize, make: impl Fn(&LambdaSettings) -> Twin) -> bool {
    kinds.iter().any(|&kind| {
        let case = Case { game, kind, constraints: 2, horizon, bound: 1.0, radius: 1.0, seed: 3 };
        keeps_its_bounds(&mut make(&case.settings()), &case).is_err()
    })
}

fn twin(name: &str, game: GameKind, settings: &LambdaSettings, fault: Fault) -> Twin {
    let make = || lambda_player(name, game, settings).expect("a player");
    let claims = make();
    Twin { inner: make(), kind: claims.regret(), claims, fault, seen: Vec::new() }
}

const COVERED: [(GameKind, &str); 11] = [
    (GameKind::ProxyLagrangian, "matrix"),
    (GameKind::ProxyLagrangian, "matrix-best"),
    (GameKind::ProxyLagrangian, "deviation-hedge"),
    (GameKind::ProxyLagrangian, "deviation-adahedge"),
    (GameKind::ProxyLagrangian, "deviation-rm-plus"),
    (GameKind::ProxyLagrangian, "blum-mansour-hedge"),
    (GameKind::ProxyLagrangian, "blum-mansour-adahedge"),
    (GameKind::ProxyLagrangian, "blum-mansour-rm-plus"),
    (GameKind::Lagrangian, "gradient"),
    (GameKind::Lagrangian, "gradient-best"),
    (GameKind::Lagrangian, "exponentiated-gradient"),
];

#[test]
fn faults_are_caught() {
    for (game, name) in COVERED {
        assert!(!caught(&Kind::ALL, game, 1000, |settings| twin(name, game, settings, Fault::None)), "{name} is sound");
        for fault in [Fault::NeverLearns, Fault::Stuck, Fault::SignFlipped, Fault::OneCoordinate] {
            let caught = caught(&Kind::ALL, game, 1000, |settings| twin(name, game, settings, fault));
            assert!(caught, "{name} with {fault:?} was not caught");
        }
    }
}

#[test]
fn a_step_far_too_small_breaks_the_bound_of_the_right_one() {
    for (game, name, step) in [
        (GameKind::ProxyLagrangian, "matrix", referee::players::bounds::matrix_step_paper(3, 4000, 1.0)),
        (GameKind::ProxyLagrangian, "deviation-hedge", referee::players::bounds::hedge_step(3, 4000, 2.0)),
        (GameKind::Lagrangian, "gradient", referee::players::bounds::gradient_step_paper(1.0, 2.0_f64.sqrt(), 4000)),
        (GameKind::Lagrangian, "exponentiated-gradient", referee::players::bounds::hedge_step(3, 4000, 2.0)),
    ] {
        let caught = caught(&Kind::ALL, game, 4000, |settings| {
            let slow = LambdaSettings { step: Some(step / 100.0), ..*settings };
            Twin {
                inner: lambda_player(name, game, &slow).expect("a player"),
                ..twin(name, game, settings, Fault::None)
            }
        });
        assert!(caught, "{name} with a hundredth of its step was not caught");
    }
}

/// External regret alone is not what Theorem 2 needs.
#[test]
fn external_learners_that_pose_are_caught_in_the_traps() {
    let game = GameKind::ProxyLagrangian;
    for (control, posing_as, trap, horizon) in [
        ("hedge-control", "deviation-hedge", Kind::Trap, 1000),
        ("hedge-control", "matrix", Kind::Trap, 1000),
        ("rm-plus-control", "deviation-rm-plus", Kind::RmTrap, 16_384),
    ] {
        let pose = |settings: &LambdaSettings| Twin {
            inner: lambda_player(control, game, settings).expect("a player"),
            ..twin(posing_as, game, settings, Fault::None)
        };
        assert!(caught(&[trap], game, horizon, pose), "{control} posing as {posing_as} was not caught on {trap:?}");
        // What it truly has is external regret, and that stays small in the very same trap.
        let honest = |settings: &LambdaSettings| Twin { kind: RegretKind::External, ..pose(settings) };
        assert!(!caught(&[trap], game, horizon, honest), "{control} has large external regret on {trap:?}");
    }
}
