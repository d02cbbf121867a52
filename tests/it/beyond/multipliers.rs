//! The lambda-players of [`deviation_hedge`] and [`exponentiated_gradient`], at the exact regrets.
//!
//! [`deviation_hedge`]: referee::theorems::beyond::deviation_hedge
//! [`exponentiated_gradient`]: referee::theorems::beyond::exponentiated_gradient

use dashu_ratio::RBig;
use referee::adversary::{self, AdversaryEntry};
use referee::arena::{Contest as Case, Record as Run, Seats};
use referee::game::Game;
use referee::numerics::rational::exact;
use referee::players::bounds::hedge_step;
use referee::players::lambda_deviation::deviation_gains;
use referee::players::{ExternalPlayer, Hedge, LambdaPlayer, RegretKind, formulas};
use referee::registry::Registry;
use referee::run::play_statement_as;
use referee::theorems::beyond::{deviation_hedge, exponentiated_gradient};
use referee::theorems::{Statement, Theorem1, Theorem2};

/// The player's own bound, which is the rate and what rounding may add to it; that it is little is looked at here.
fn promised(player: &dyn LambdaPlayer, rate: referee::numerics::Enclosure) -> f64 {
    let bound = player.bound().expect("a theorem covers it");
    assert!(
        rate.lo() <= bound && bound <= rate.hi() * (1.0 + 1e-9),
        "{} has {bound}, the rate is {rate}",
        player.name()
    );
    bound
}

fn rate(case: &Case) -> referee::numerics::Enclosure {
    let (n, range, rounds) = (case.constraints as u64 + 1, 2.0 * case.bound, case.horizon as u64);
    match case.game {
        Game::ProxyLagrangian => formulas::deviation_hedge(n, range, rounds),
        Game::Lagrangian => formulas::exponentiated_gradient(case.radius, n, range, rounds),
    }
}

fn player(case: &Case) -> Box<dyn LambdaPlayer> {
    let name = match case.game {
        Game::ProxyLagrangian => "deviation-hedge",
        Game::Lagrangian => "exponentiated-gradient",
    };
    Registry::ours().lambda_player(name, case.game, &case.settings()).expect("a player of this game")
}

/// Plays the case, or payoffs that are always `-B` where no kind is named.
fn played(player: &mut dyn LambdaPlayer, case: &Case, kind: Option<AdversaryEntry>) -> Run {
    let Some(kind) = kind else {
        let first = case.game.first_multiplier();
        let mut payoff = vec![-case.bound; case.constraints + 1];
        payoff[0] = 0.0;
        let mut record = Run { lambda: Vec::new(), payoff: Vec::new() };
        for _ in 0..case.horizon {
            let mut lambda = vec![0.0; case.constraints + 1 - first];
            player.play(&mut lambda);
            player.observe(&payoff[first..]);
            record.lambda.push(lambda);
            record.payoff.push(payoff[first..].to_vec());
        }
        return record;
    };
    Run::of(player, &Case { adversary: kind, ..*case })
}

/// All payoff sequences: those of the kit, and payoffs that are always negative.
fn kinds() -> impl Iterator<Item = Option<AdversaryEntry>> {
    adversary::LAMBDA.into_iter().map(Some).chain([None])
}

fn regret_kind(game: Game) -> RegretKind {
    if game == Game::Lagrangian { RegretKind::External } else { RegretKind::Deviation }
}

fn exceeds(record: &Run, case: &Case, bound: f64) -> bool {
    record.regret(regret_kind(case.game), case.game, case.radius) > exact(bound) * RBig::from(case.horizon)
}

fn cases(game: Game, constraints: usize, horizon: usize) -> Case {
    Case { game, adversary: adversary::GAP, constraints, horizon, bound: 1.5, radius: 2.0, seed: 11 }
}

#[test]
fn implication_no_exact_regret_is_above_the_rate() {
    for game in [Game::ProxyLagrangian, Game::Lagrangian] {
        for constraints in [1, 4, 16] {
            for power in 6..=12 {
                let case = cases(game, constraints, 1 << power);
                for kind in kinds() {
                    let mut player = player(&case);
                    let bound = promised(&*player, rate(&case));
                    let record = played(&mut *player, &case, kind);
                    record.is_inside(&case).expect("members");
                    assert!(!exceeds(&record, &case, bound), "{case:?} against {kind:?}");
                }
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The gain of "everything to the objective" is dropped (proxy game).
    NoWayHome,
    /// The multipliers always sum to the radius (Lagrangian game).
    NoSlack,
    StepTooLarge,
}

/// Hedge in its wrapper, written again, with a fault and the bound of the sound player.
struct Twin {
    fault: Fault,
    game: Game,
    hedge: Hedge,
    radius: f64,
    bound: f64,
    point: Vec<f64>,
}

impl Twin {
    fn new(fault: Fault, case: &Case) -> Self {
        let actions = case.constraints + usize::from(fault != Fault::NoSlack);
        let step = hedge_step(case.constraints + 1, case.horizon, 2.0 * case.bound);
        let step = if fault == Fault::StepTooLarge { 100.0 * step } else { step };
        let hedge = Hedge::new(actions, case.horizon, 2.0 * case.bound, step);
        let bound = player(case).bound().expect("a theorem covers it");
        Self { fault, game: case.game, hedge, radius: case.radius, bound, point: vec![0.0; actions] }
    }
}

impl LambdaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }

    fn regret(&self) -> RegretKind {
        regret_kind(self.game)
    }

    fn play(&mut self, lambda: &mut [f64]) {
        self.hedge.play(&mut self.point);
        let from = self.point.len() - lambda.len();
        let scale = if self.game == Game::Lagrangian { self.radius } else { 1.0 };
        lambda.iter_mut().zip(&self.point[from..]).for_each(|(lambda, weight)| *lambda = scale * weight);
    }

    fn observe(&mut self, payoff: &[f64]) {
        let mut gains = vec![0.0; self.point.len()];
        match (self.game, self.fault) {
            (Game::Lagrangian, Fault::NoSlack) => gains.copy_from_slice(payoff),
            (Game::Lagrangian, _) => gains[1..].copy_from_slice(payoff),
            (Game::ProxyLagrangian, _) => deviation_gains(&self.point, payoff, &mut gains),
        }
        if self.fault == Fault::NoWayHome {
            gains[0] = 0.0;
        }
        self.hedge.observe(&gains);
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }
}

fn caught(fault: Fault, case: &Case) -> Vec<Option<AdversaryEntry>> {
    let exposes = |kind: &Option<AdversaryEntry>| {
        let mut twin = Twin::new(fault, case);
        let bound = twin.bound;
        exceeds(&played(&mut twin, case, *kind), case, bound)
    };
    kinds().filter(exposes).collect()
}

/// Without the first gain the ratios `lambda_j / lambda_0 = exp(eta S_j)` depend on the sums of payoffs alone, and in the
/// limit of small steps the player can lose `m / eta` (not `ln(m + 1) / eta`): payoffs that are always negative make it,
/// for `m` constraints well above `2 ln(m + 1)`.
#[test]
fn necessity_the_gain_of_going_home_cannot_be_dropped() {
    let case = cases(Game::ProxyLagrangian, 16, 1024);
    assert_eq!(caught(Fault::None, &case), [], "the sound twin is not to be caught");
    assert!(caught(Fault::NoWayHome, &case).contains(&None));
}

#[test]
fn necessity_the_slack_cannot_be_dropped() {
    for constraints in [1, 4, 16] {
        let case = cases(Game::Lagrangian, constraints, 256);
        assert_eq!(caught(Fault::None, &case), [], "the sound twin is not to be caught");
        assert!(caught(Fault::NoSlack, &case).contains(&None), "{constraints} constraints");
    }
}

#[test]
fn necessity_a_step_100_times_too_large_is_caught() {
    for game in [Game::ProxyLagrangian, Game::Lagrangian] {
        assert_ne!(caught(Fault::StepTooLarge, &cases(game, 4, 1024)), [], "{game:?}");
    }
}

/// On problems, with an oracle: what a certificate measures is not surely above what the player promises.
#[test]
fn implication_on_families_with_an_oracle() {
    for name in ["extremal:m=4", "extremal:m=1", "triangle", "neyman-pearson"] {
        let family = Registry::ours().open(name).expect("a family");
        let bounds = family.known.constants.clone();
        let case = Case {
            bound: bounds.bound_constraints,
            radius: 3.0,
            ..cases(Game::ProxyLagrangian, family.problem.num_constraints(), 256)
        };
        let run = |statement: &dyn Statement, seats: Seats| {
            let setup = seats.setup(&*family.problem, &bounds, case.horizon, case.radius).expect("a setup");
            play_statement_as(statement, setup, None, 0).expect("an oracle applies").1
        };
        let bound = |game: Game| promised(&*player(&Case { game, ..case }), rate(&Case { game, ..case }));
        let proxy = run(&Theorem2, deviation_hedge::ALGORITHM);
        for measured in ["deviation_to_objective", "deviation_to_constraints"] {
            let regret = proxy.measured(measured).expect("measured");
            assert!(regret.lo() <= bound(Game::ProxyLagrangian), "{name}: {measured}");
        }
        let lagrangian = run(&Theorem1, exponentiated_gradient::ALGORITHM);
        let regret = lagrangian.measured("lambda_regret").expect("measured");
        assert!(regret.lo() <= bound(Game::Lagrangian), "{name}");
    }
}
