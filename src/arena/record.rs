//! What a lambda-player did in a contest, and its regret, exactly.

use super::Contest;
use crate::game::Game;
use crate::numerics::ExactSum;
use crate::numerics::rational::exact;
use crate::players::{LambdaPlayer, RegretKind};
use dashu_ratio::RBig;

/// What a lambda-player did and was paid, round by round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The multipliers.
    pub lambda: Vec<Vec<f64>>,
    /// The payoff of each coordinate.
    pub payoff: Vec<Vec<f64>>,
}

impl Record {
    /// Plays the contest and keeps every round.
    pub fn of(player: &mut dyn LambdaPlayer, contest: &Contest) -> Self {
        let mut record = Self::default();
        let kept = contest.play(player, |_, lambda, payoff| {
            record.lambda.push(lambda.to_vec());
            record.payoff.extend(payoff.map(<[f64]>::to_vec));
            Ok(())
        });
        kept.expect("keeping a round cannot fail");
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
    pub fn is_finite(&self) -> Result<(), String> {
        let bad = self.lambda.iter().enumerate().find(|(_, lambda)| !lambda.iter().all(|x| x.is_finite()));
        bad.map_or(Ok(()), |(t, lambda)| Err(format!("round {t} plays {lambda:?}")))
    }

    /// The first round that leaves the game's set breaks this.
    ///
    /// # Errors
    /// That round.
    pub fn is_inside(&self, contest: &Contest) -> Result<(), String> {
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
    pub fn keeps(&self, player: &dyn LambdaPlayer, contest: &Contest, which: &str, bound: f64) -> Result<(), String> {
        let whose = || format!("the {which} bound of {}", player.name());
        if !(0.0..=f64::MAX).contains(&bound) {
            return Err(format!("{} is {bound} in {contest}", whose()));
        }
        self.is_finite()?;
        let rounds = RBig::from(self.lambda.len());
        let regret = self.regret(player.regret(), contest.game, contest.radius);
        if regret <= exact(bound) * &rounds {
            return Ok(());
        }
        let (average, kind) = ((&regret / &rounds).to_f64().value(), player.regret().name());
        Err(format!("the average {kind} regret is {average}, above {} {bound}, in {contest}", whose()))
    }
}
