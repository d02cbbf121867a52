//! What a mixture and multipliers are worth: means and gaps, exactly, from the definitions alone.

use super::prices::Prices;
use super::{Equilibrium, FiniteGame, no_candidates};
use crate::error::{Error, Result};
use crate::game::{Game, Rules};
use crate::numerics::rational::exact;
use crate::shrink::{Atom, purify_by};
use dashu_ratio::RBig;

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
    let mut constraints = game.candidates().means(support.iter().map(|atom| (atom.candidate, &atom.weight)));
    let objective = constraints.remove(0);
    let weights = rules.weights(&multipliers);
    let prices = Prices::new(theta_functions(game, rules), &weights);
    let loss = support.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight * prices.exact(atom.candidate));
    let theta_gap = loss - prices.least();
    let radius = rules.radius().map_or(RBig::ONE, exact);
    let worst = constraints.iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()));
    let got = rules.of_constraints(&multipliers).iter().zip(&constraints).fold(RBig::ZERO, |sum, (l, c)| sum + l * c);
    let lambda_gap = radius * worst - got;
    Ok(Equilibrium { rules, support, multipliers, objective, constraints, theta_gap, lambda_gap })
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
            "candidate {candidate} with weight {weight} is no part of a mixture of {} candidates",
            game.len()
        )));
    }
    let sum = support.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight);
    if sum != RBig::ONE {
        return Err(Error::new(format!("the weights of the mixture sum to {sum}, not to 1")));
    }
    let wanted = rules.game().num_multipliers(game.num_constraints());
    if multipliers.len() != wanted {
        let found = multipliers.len();
        return Err(Error::new(format!("the game has {wanted} multipliers, and {found} were given")));
    }
    let total = multipliers.iter().fold(RBig::ZERO, |sum, lambda| sum + lambda);
    let fits = match rules.radius() {
        Some(radius) => RBig::try_from(radius).is_ok_and(|radius| total <= radius),
        None => total == RBig::ONE,
    };
    if !fits || multipliers.iter().any(|lambda| *lambda < RBig::ZERO) {
        return Err(Error::new("the multipliers are not of the game's set"));
    }
    Ok(())
}

/// The same equilibrium, or one of gaps that are not larger, on at most m + 1 candidates, whatever mixture it had.
///
/// *Proof of Theorem 5's count.* While the vectors `(1, g_1, .., g_m)` of the candidates in use are dependent, weights
/// can move so that neither their sum nor any mean of a constraint changes and the theta-player's mean loss does not
/// rise, until one is 0 (Caratheodory). So the lambda-player's gap stays what it is.
///
/// # Errors
/// As [`measure`].
pub fn sparsify(game: &FiniteGame, equilibrium: &Equilibrium) -> Result<Equilibrium> {
    let Equilibrium { rules, support, multipliers, .. } = equilibrium;
    check(game, *rules, support, multipliers)?;
    let prices = Prices::new(theta_functions(game, *rules), &rules.weights(multipliers));
    let kept = purify_by(game.candidates(), support, |candidate| prices.exact(candidate))?;
    measure(game, *rules, kept, multipliers.clone())
}
