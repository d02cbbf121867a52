//! What a mixture and multipliers are worth: means and gaps, exactly, from the definitions alone.

use super::prices::{Common, Prices};
use super::{Equilibrium, FiniteGame, no_candidates};
use crate::error::{Error, Result};
use crate::game::{Game, Rules};
use crate::numerics::rational::exact;
use crate::shrink::Atom;
use crate::shrink::dyadic::Dyadic;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The means and the gaps of any mixture and any multipliers of their set.
///
/// ```
/// use referee::game::Rules;
/// use referee::equilibrium::{FiniteGame, measure};
/// use referee::shrink::Atom;
/// let mut game = FiniteGame::new(1);
/// game.push(0.0, &[1.0])?;
/// game.push(1.0, &[-1.0])?;
/// let all_on_the_first = vec![Atom { candidate: 0, weight: 1.into() }];
/// let rules = Rules::Lagrangian { radius: 2.0 };
/// let poor = measure(&game, rules, all_on_the_first, vec![1.into()])?;
/// assert_eq!((poor.theta_gap.to_string(), poor.lambda_gap.to_string()), ("1".to_owned(), "1".to_owned()));
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If there are no candidates, or the weights or the multipliers are not of their set.
pub fn measure(game: &FiniteGame, rules: Rules, support: Vec<Atom>, multipliers: Vec<RBig>) -> Result<Equilibrium> {
    check(game, rules, &support, &multipliers)?;
    let shares = Common::new(support.iter().map(|atom| &atom.weight));
    let mut scaled = means(game, &support, &shares);
    let objective = scaled.remove(0).over(&shares.denominator);
    let constraints: Vec<RBig> = scaled.iter().map(|mean| mean.over(&shares.denominator)).collect();
    let prices = Prices::new(theta_functions(game, rules), &rules.weights(&multipliers));
    let losses: Vec<Dyadic> = support.iter().map(|atom| prices.scaled(atom.candidate)).collect();
    let loss = shares.dot_dyadic(losses.iter()).over(&(&shares.denominator * prices.denominator()));
    let theta_gap = loss - prices.least();
    let radius = rules.radius().map_or(RBig::ONE, exact);
    let worst = constraints.iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()));
    let lambda = Common::new(rules.of_constraints(&multipliers).iter());
    let got = lambda.dot_dyadic(scaled.iter()).over(&(&shares.denominator * &lambda.denominator));
    let lambda_gap = radius * worst - got;
    Ok(Equilibrium { rules, support, multipliers, objective, constraints, theta_gap, lambda_gap })
}

/// The means of all functions under a mixture, times the denominator of its shares.
fn means(game: &FiniteGame, support: &[Atom], shares: &Common) -> Vec<Dyadic> {
    let value = |t: usize, k: usize| {
        k.checked_sub(1).map_or_else(|| game.candidates().objective(t), |i| game.candidates().constraint(t, i))
    };
    let mean = |k: usize| shares.dot(support.iter().map(|atom| value(atom.candidate, k)));
    (0..=game.num_constraints()).map(mean).collect()
}

/// Whether multipliers of the proxy game are a best reply to a mixture: all weight is where the mean is largest.
pub(super) fn is_best_reply(game: &FiniteGame, support: &[Atom], multipliers: &[RBig]) -> bool {
    let mut means = means(game, support, &Common::new(support.iter().map(|atom| &atom.weight)));
    means[0] = Dyadic::integer(IBig::ZERO);
    let played = multipliers.iter().zip(&means).filter(|(lambda, _)| !lambda.is_zero());
    played.into_iter().all(|(_, mean)| means.iter().all(|other| other.minus(mean).sign() != Ordering::Greater))
}

/// The functions that the theta-player minimises.
pub(super) fn theta_functions(game: &FiniteGame, rules: Rules) -> &crate::shrink::Candidates {
    match rules.game() {
        Game::Lagrangian => game.candidates(),
        Game::ProxyLagrangian => game.proxies(),
    }
}

fn check(game: &FiniteGame, rules: Rules, support: &[Atom], multipliers: &[RBig]) -> Result<()> {
    if game.is_empty() {
        return Err(no_candidates());
    }
    if let Some(atom) = support.iter().find(|atom| atom.candidate >= game.len() || atom.weight < RBig::ZERO) {
        let Atom { candidate, weight } = atom;
        return Err(Error::new(format!(
            "candidate {candidate} with weight {weight} is not part of a mixture of {} candidates",
            game.len()
        )));
    }
    let sum = Common::new(support.iter().map(|atom| &atom.weight)).sum();
    if sum != RBig::ONE {
        return Err(Error::new(format!("the weights of the mixture sum to {sum}, not to 1")));
    }
    let wanted = rules.game().num_multipliers(game.num_constraints());
    if multipliers.len() != wanted {
        let found = multipliers.len();
        return Err(Error::new(format!("the game has {wanted} multipliers, and {found} were given")));
    }
    let total = Common::new(multipliers.iter()).sum();
    let fits = match rules.radius() {
        Some(radius) => RBig::try_from(radius).is_ok_and(|radius| total <= radius),
        None => total == RBig::ONE,
    };
    if !fits || multipliers.iter().any(|lambda| *lambda < RBig::ZERO) {
        return Err(Error::new("the multipliers are not of the game's set"));
    }
    Ok(())
}
