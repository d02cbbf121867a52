//! What a lambda-player did against an adversary, and its regret, exactly.

use super::adversaries::{Adversary, Kind};
use super::{Outcome, require};
use crate::domain::Domain as _;
use crate::game::{Game, Rules};
use crate::numerics::ExactSum;
use crate::numerics::rational::exact;
use crate::players::{LambdaPlayer, LambdaSettings, RegretKind};
use dashu_ratio::RBig;

/// One contest: which game, against whom, at what size.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The game.
    pub game: Game,
    /// The adversary.
    pub kind: Kind,
    /// The number of constraints, `m`.
    pub constraints: usize,
    /// The number of rounds, `T`.
    pub horizon: usize,
    /// The largest payoff, `B`.
    pub bound: f64,
    /// The radius of the multipliers in the Lagrangian game.
    pub radius: f64,
    /// Of the adversary's coins.
    pub seed: u64,
}

impl Contest {
    /// What the player is told beforehand: true bounds of the payoffs.
    pub fn settings(&self) -> LambdaSettings {
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

    /// Whether these multipliers are an exact member of the game's set.
    pub fn admits(&self, lambda: &[f64]) -> bool {
        if self.game == Game::Lagrangian && self.constraints == 0 {
            return lambda.is_empty();
        }
        Rules::new(self.game, self.radius).multipliers(self.constraints).is_ok_and(|set| set.contains(lambda))
    }
}

/// What a lambda-player did and was paid, round by round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The multipliers.
    pub lambda: Vec<Vec<f64>>,
    /// The payoff of each coordinate.
    pub payoff: Vec<Vec<f64>>,
}

impl Record {
    /// Plays the contest. The adversaries are made for the simplex: in the Lagrangian game they see the multipliers in
    /// units of the radius, with the slack in front. A play that is not finite has no answer, and ends the contest.
    pub fn of(player: &mut dyn LambdaPlayer, contest: &Contest) -> Self {
        let Contest { game, kind, constraints, horizon, bound, radius, seed } = *contest;
        let mut adversary = Adversary::new(kind, constraints, horizon, bound, seed);
        let (mut seen, mut payoff) = (vec![0.0; constraints + 1], vec![0.0; constraints + 1]);
        let first = game.first_multiplier();
        let mut record = Self::default();
        for _ in 0..horizon {
            player.play(&mut seen[first..]);
            record.lambda.push(seen[first..].to_vec());
            if seen[first..].iter().any(|x| !x.is_finite()) {
                break;
            }
            if game == Game::Lagrangian {
                let unit = if radius > 0.0 { radius } else { 1.0 };
                seen[1..].iter_mut().for_each(|x| *x /= unit);
                seen[0] = 1.0 - seen[1..].iter().sum::<f64>();
            }
            adversary.payoff(&seen, &mut payoff);
            player.observe(&payoff[first..]);
            record.payoff.push(payoff[first..].to_vec());
        }
        record
    }

    /// Plays against payoffs that are given.
    pub fn against(player: &mut dyn LambdaPlayer, payoffs: &[Vec<f64>]) -> Self {
        let mut record = Self { lambda: Vec::new(), payoff: payoffs.to_vec() };
        for payoff in payoffs {
            let mut lambda = vec![0.0; payoff.len()];
            player.play(&mut lambda);
            player.observe(payoff);
            record.lambda.push(lambda);
        }
        record
    }

    /// The first round with a multiplier that is not a finite number breaks this.
    ///
    /// # Errors
    /// That round.
    pub fn is_finite(&self) -> Outcome {
        let bad = self.lambda.iter().enumerate().find(|(_, lambda)| !lambda.iter().all(|x| x.is_finite()));
        bad.map_or(Ok(()), |(t, lambda)| Err(format!("round {t} plays {lambda:?}")))
    }

    /// The first round that leaves the game's set breaks this.
    ///
    /// # Errors
    /// That round.
    pub fn is_inside(&self, contest: &Contest) -> Outcome {
        let outside = self.lambda.iter().enumerate().find(|(_, lambda)| !contest.admits(lambda));
        outside.map_or(Ok(()), |(t, lambda)| {
            Err(format!("round {t} plays {lambda:?}, which is not a member of the {} game's set", contest.game))
        })
    }

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

    /// `sum_t lambda_i u_j`.
    fn moved(&self, i: usize, j: usize) -> RBig {
        self.sum(|lambda, payoff, sum| sum.add_product(lambda[i], payoff[j]))
    }

    /// The total regret, exactly. In the Lagrangian game the multipliers live in the l1 ball of the radius.
    pub fn regret(&self, kind: RegretKind, game: Game, radius: f64) -> RBig {
        let n = self.payoff.first().map_or(0, Vec::len);
        let best_fixed = || (0..n).map(|j| self.sum(|_, payoff, sum| sum.add(payoff[j]))).max().unwrap_or(RBig::ZERO);
        match (kind, game) {
            (RegretKind::External, Game::Lagrangian) => best_fixed().max(RBig::ZERO) * exact(radius) - self.earned(),
            (RegretKind::External, Game::ProxyLagrangian) => best_fixed() - self.earned(),
            (RegretKind::Swap, _) => {
                let best = (0..n).filter_map(|i| (0..n).map(|j| self.moved(i, j)).max());
                best.fold(RBig::ZERO, |sum, best| sum + best) - self.earned()
            }
            (RegretKind::Deviation, _) => (1..n).map(|j| self.moved(0, j)).fold(RBig::ZERO - self.earned(), Ord::max),
        }
    }

    /// The average regret of the kind that the player names is at most `bound`, which is a number.
    ///
    /// # Errors
    /// If it is certainly above.
    pub fn keeps(&self, player: &dyn LambdaPlayer, contest: &Contest, which: &str, bound: f64) -> Outcome {
        let whose = || format!("the {which} bound of {}", player.name());
        require(bound.is_finite() && bound >= 0.0, || format!("{} is {bound} in {contest:?}", whose()))?;
        self.is_finite()?;
        let rounds = RBig::from(self.lambda.len());
        let regret = self.regret(player.regret(), contest.game, contest.radius);
        require(regret <= exact(bound) * &rounds, || {
            let average = (&regret / &rounds).to_f64().value();
            format!("the average {:?} regret is {average}, above {} {bound}, in {contest:?}", player.regret(), whose())
        })
    }
}
