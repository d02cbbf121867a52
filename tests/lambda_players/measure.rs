//! Exact regrets of a recorded run, and the law that no regret exceeds a bound.

use crate::common::Outcome;
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::domain::{Domain, L1Orthant};
use referee::numerics::ExactSum;
use referee::numerics::rational::exact;
use referee::numerics::simplex::{is_dyadic, is_on_simplex};
use referee::players::{LambdaPlayer, LambdaSettings, RegretKind};
use referee::testing::adversaries::{Adversary, Kind};
use referee::trace::GameKind;

/// One instance: who plays whom, at what size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) game: GameKind,
    pub(crate) kind: Kind,
    pub(crate) constraints: usize,
    pub(crate) horizon: usize,
    pub(crate) bound: f64,
    pub(crate) radius: f64,
    pub(crate) seed: u64,
}

impl Case {
    pub(crate) fn settings(&self) -> LambdaSettings {
        let root = (self.constraints as f64).sqrt() * (1.0 + f64::EPSILON);
        LambdaSettings {
            constraints: self.constraints,
            horizon: self.horizon,
            bound: self.bound,
            bound2: (self.bound * root).min(f64::MAX),
            range: (2.0 * self.bound).min(f64::MAX),
            radius: self.radius,
            step: None,
        }
    }
}

pub(crate) fn any_kind() -> impl Strategy<Value = Kind> {
    (0..Kind::ALL.len()).prop_map(|index| Kind::ALL[index])
}

/// Cases of ordinary and of extreme scale.
pub(crate) fn any_case(game: GameKind) -> impl Strategy<Value = Case> {
    let bound = prop_oneof![4 => Just(1.0), 2 => 0.1..10.0, 1 => Just(1e-200), 1 => Just(1e120), 1 => Just(1e-305)];
    let radius = prop_oneof![3 => Just(2.0), 2 => 0.01..100.0, 1 => Just(1e100), 1 => Just(1e-100), 1 => Just(0.0)];
    (any_kind(), 0..5_usize, 1..200_usize, bound, radius, any::<u64>()).prop_map(
        move |(kind, constraints, horizon, bound, radius, seed)| Case {
            game,
            kind,
            constraints,
            horizon,
            bound,
            radius,
            seed,
        },
    )
}

/// What was played and paid, round by round.
pub(crate) struct Run {
    pub(crate) lambda: Vec<Vec<f64>>,
    pub(crate) payoff: Vec<Vec<f64>>,
}

/// Plays the case. The adversaries are made for the simplex: the Lagrangian game shows them the multipliers in units of
/// the radius, with the slack in front.
pub(crate) fn run(player: &mut dyn LambdaPlayer, case: &Case) -> Run {
    let mut adversary = Adversary::new(case.kind, case.constraints, case.horizon, case.bound, case.seed);
    let n = case.constraints + 1;
    let (mut seen, mut payoff) = (vec![0.0; n], vec![0.0; n]);
    let mut run = Run { lambda: Vec::new(), payoff: Vec::new() };
    let first = case.game.first_multiplier();
    for _ in 0..case.horizon {
        player.play(&mut seen[first..]);
        run.lambda.push(seen[first..].to_vec());
        if case.game == GameKind::Lagrangian {
            let radius = if case.radius > 0.0 { case.radius } else { 1.0 };
            seen[1..].iter_mut().for_each(|x| *x /= radius);
            seen[0] = 1.0 - seen[1..].iter().sum::<f64>();
        }
        adversary.payoff(&seen, &mut payoff);
        player.observe(&payoff[first..]);
        run.payoff.push(payoff[first..].to_vec());
    }
    run
}

impl Run {
    fn sum(&self, term: impl Fn(&[f64], &[f64], &mut ExactSum)) -> RBig {
        let mut sum = ExactSum::new();
        for (lambda, payoff) in self.lambda.iter().zip(&self.payoff) {
            term(lambda, payoff, &mut sum);
        }
        sum.to_rational()
    }

    fn earned(&self) -> RBig {
        self.sum(|lambda, payoff, sum| lambda.iter().zip(payoff).for_each(|(x, u)| sum.add_product(*x, *u)))
    }

    fn moved(&self, from: usize, to: usize) -> RBig {
        self.sum(|lambda, payoff, sum| sum.add_product(lambda[from], payoff[to]))
    }

    fn best(&self) -> Option<RBig> {
        let actions = self.lambda[0].len();
        (0..actions).map(|j| self.sum(|_, payoff, sum| sum.add(payoff[j]))).max()
    }

    /// The cumulative regret of this kind, exactly.
    pub(crate) fn regret(&self, case: &Case, kind: RegretKind) -> RBig {
        let n = self.lambda[0].len();
        match (kind, case.game) {
            (RegretKind::External, GameKind::Lagrangian) => {
                let best = self.best().unwrap_or(RBig::ZERO).max(RBig::ZERO);
                best * exact(case.radius) - self.earned()
            }
            (RegretKind::External, GameKind::ProxyLagrangian) => self.best().expect("an action") - self.earned(),
            (RegretKind::Swap, _) => {
                let best = (0..n).map(|i| (0..n).map(|j| self.moved(i, j)).max().expect("an action"));
                best.fold(RBig::ZERO, |sum, term| sum + term) - self.earned()
            }
            (RegretKind::Deviation, _) => (1..n).map(|j| self.moved(0, j)).fold(RBig::ZERO - self.earned(), Ord::max),
        }
    }

    /// Whether every play is an exact member of the game's set.
    pub(crate) fn check_membership(&self, case: &Case) -> Outcome {
        for lambda in &self.lambda {
            let member = match case.game {
                GameKind::ProxyLagrangian => is_on_simplex(lambda) && lambda.iter().all(|&x| is_dyadic(x)),
                GameKind::Lagrangian if case.constraints == 0 => lambda.is_empty(),
                GameKind::Lagrangian => {
                    L1Orthant::new(case.constraints, case.radius).expect("a radius").contains(lambda)
                }
            };
            prop_assert!(member, "{lambda:?} is not a member in {case:?}");
        }
        Ok(())
    }
}

/// The law: exact members, and a regret of the named kind that is at most both bounds.
pub(crate) fn keeps_its_bounds(player: &mut dyn LambdaPlayer, case: &Case) -> Outcome {
    let run = run(player, case);
    run.check_membership(case)?;
    let regret = run.regret(case, player.regret());
    let rounds = RBig::from(case.horizon);
    for (what, bound) in [("bound", player.bound()), ("run-time bound", player.runtime_bound())] {
        if let Some(bound) = bound {
            prop_assert!(bound.is_finite() && bound >= 0.0, "{} has a {what} of {bound} in {case:?}", player.name());
            prop_assert!(
                regret <= exact(bound) * &rounds,
                "the average regret of {} is {}, above its {what} {bound}, in {case:?}",
                player.name(),
                (&regret / &rounds).to_f64().value(),
            );
        }
    }
    Ok(())
}
