//! The proxy game on candidates: paths on a few of them, priced against all.
//!
//! An equilibrium of the game on some of the candidates is one of the whole game if no other candidate is better for
//! the theta-player at its multipliers. So the path is followed on a working set, all candidates are priced exactly,
//! and those that are better join the set. A candidate of the set is never better than the equilibrium of the set, so
//! the set grows until nothing is better: it ends. The lambda-player has all m + 1 actions from the start.
//!
//! The path and the prices are first tried in doubles, which say who is in use; the weights are solved for exactly and
//! checked against the definition, and where they are no equilibrium the path is followed exactly.

use super::floating::guess;
use super::lemke_howson::{Matrix, Path, follow};
use super::measure::{is_best_reply, measure};
use super::prices::Prices;
use super::{Equilibrium, FiniteGame, no_candidates};
use crate::error::Result;
use crate::game::Rules;
use crate::shrink::dyadic::Dyadic;
use crate::shrink::{Atom, Candidates};
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs as _;
use dashu_ratio::RBig;

/// Up to this many candidates the first working set is all of them.
const FEW: usize = 16;

/// What an equilibrium took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Working sets that were solved.
    pub paths: usize,
    /// Pivots on all paths.
    pub pivots: usize,
    /// Candidates in the last working set.
    pub working: usize,
}

/// An equilibrium of the proxy game: the theta-player pays `lambda_0 g_0 + sum_i lambda_i p_i`, the lambda-player gets
/// `sum_i lambda_i g_i`, and its multipliers sum to 1.
///
/// There may be several. One with a positive weight of the objective is preferred: there the mixture keeps every
/// constraint. If the proxies are at least the constraints and some candidate has only negative proxies, every
/// equilibrium is of this kind. *Proof.* With `lambda_0 = 0` the theta-player pays at most the candidate's
/// `sum_i lambda_i p_i < 0`, so the lambda-player gets less than 0, and would get 0 with `lambda_0 = 1`.
///
/// ```
/// use referee::equilibrium::{FiniteGame, proxy_lagrangian};
/// let mut game = FiniteGame::with_proxies(1);
/// game.push_with_proxies(0.0, &[1.0], &[1.0])?; // good, but not allowed
/// game.push_with_proxies(1.0, &[-1.0], &[0.5])?; // allowed, but expensive
/// let equilibrium = proxy_lagrangian(&game)?;
/// assert_eq!(equilibrium.multipliers[0].to_string(), "1/3"); // indifferent: 2/3 * 1 = 1/3 * 1 + 2/3 * 1/2
/// assert_eq!(equilibrium.support[0].weight.to_string(), "1/2"); // the constraint is 0 on average
/// assert!(equilibrium.is_exact());
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If there are no candidates.
pub fn proxy_lagrangian(game: &FiniteGame) -> Result<Equilibrium> {
    proxy_lagrangian_with_effort(game).map(|(equilibrium, _)| equilibrium)
}

/// The same, and what it took.
///
/// # Errors
/// As [`proxy_lagrangian`].
pub fn proxy_lagrangian_with_effort(game: &FiniteGame) -> Result<(Equilibrium, Effort)> {
    if game.is_empty() {
        return Err(no_candidates());
    }
    let mut effort = Effort::default();
    let mut first = None;
    for missing in 0..=game.num_constraints() {
        let (support, multipliers) = from_label(game, missing, &mut effort);
        if !multipliers[0].is_zero() {
            return Ok((measure(game, Rules::ProxyLagrangian, support, multipliers)?, effort));
        }
        first.get_or_insert((support, multipliers));
    }
    let (support, multipliers) = first.expect("there is a label");
    Ok((measure(game, Rules::ProxyLagrangian, support, multipliers)?, effort))
}

/// The equilibrium at the end of the paths that let one action of the lambda-player go.
fn from_label(game: &FiniteGame, missing: usize, effort: &mut Effort) -> (Vec<Atom>, Vec<RBig>) {
    let m = game.num_constraints();
    let mut working = first_choice(game.proxies());
    let mut in_doubles = true;
    loop {
        let guessed = in_doubles.then(|| guess(game, missing, &mut working, effort)).flatten();
        let guessed = guessed.filter(|(support, multipliers)| is_best_reply(game, support, multipliers));
        let is_guess = guessed.is_some();
        let (support, multipliers) = guessed.unwrap_or_else(|| {
            let (costs, gains) = matrices(game, &working);
            let path = follow(&costs, &gains, missing, true, None).expect("the path ends");
            effort.paths += 1;
            effort.pivots += path.pivots;
            effort.working = working.len();
            read(&path, &working)
        });
        let prices = Prices::new(game.proxies(), &multipliers);
        // All candidates in use are best replies in the working set, so any of them has the value of the game.
        let value = prices.exact(support[0].candidate);
        let better = prices.below(&value, m + 1);
        if better.is_empty() {
            return (support, multipliers);
        }
        if is_guess && better.iter().any(|t| working.contains(t)) {
            in_doubles = false; // no equilibrium of the working set: doubles were misled
            continue;
        }
        working.extend(better);
        working.sort_unstable();
    }
}

/// All candidates if they are few; else the best one for each action of the lambda-player.
fn first_choice(functions: &Candidates) -> Vec<usize> {
    let all = 0..functions.len();
    if functions.len() <= FEW {
        return all.collect();
    }
    let value = |t: usize, k: usize| k.checked_sub(1).map_or(functions.objective(t), |i| functions.constraint(t, i));
    let best = |k: usize| all.clone().min_by(|&a, &b| value(a, k).total_cmp(&value(b, k))).expect("not empty");
    let mut chosen: Vec<usize> = (0..=functions.num_constraints()).map(best).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// What the theta-player pays for a candidate at action `i` of the lambda-player.
pub(super) fn cost(game: &FiniteGame, i: usize, t: usize) -> f64 {
    i.checked_sub(1).map_or_else(|| game.proxies().objective(t), |i| game.proxies().constraint(t, i))
}

/// What the lambda-player gets by action `i` from a candidate.
pub(super) fn gain(game: &FiniteGame, i: usize, t: usize) -> f64 {
    i.checked_sub(1).map_or(0.0, |i| game.candidates().constraint(t, i))
}

/// The game on some candidates in whole numbers: what the theta-player pays and what the lambda-player gets, by
/// actions.
pub(super) fn matrices(game: &FiniteGame, working: &[usize]) -> (Matrix, Matrix) {
    let m = game.num_constraints();
    let (cost, gain) = (|i, t| cost(game, i, t), |i, t| gain(game, i, t));
    let whole = |entry: &dyn Fn(usize, usize) -> f64| {
        let row = |i: usize| working.iter().map(|&t| Dyadic::from_f64(entry(i, t))).collect::<Vec<_>>();
        let rows: Vec<Vec<Dyadic>> = (0..=m).map(row).collect();
        let exponent = rows.iter().flatten().filter(|x| !x.mantissa.is_zero()).map(|x| x.exponent).min().unwrap_or(0);
        rows.iter().map(|row| row.iter().map(|x| x.at(exponent)).collect()).collect()
    };
    (whole(&cost), whole(&gain))
}

/// The mixture and the multipliers at the end of a path.
pub(super) fn read(path: &Path, working: &[usize]) -> (Vec<Atom>, Vec<RBig>) {
    let shares = |weights: &[IBig]| -> Vec<RBig> {
        let sum = weights.iter().sum::<IBig>().unsigned_abs();
        weights.iter().map(|weight| RBig::from_parts(weight.clone(), sum.clone())).collect()
    };
    let atoms = working.iter().zip(shares(&path.columns)).filter(|(_, weight)| !weight.is_zero());
    (atoms.map(|(&candidate, weight)| Atom { candidate, weight }).collect(), shares(&path.rows))
}
