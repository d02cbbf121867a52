//! The path in doubles, which guesses what is played, and the exact weights that belong to the guess.
//!
//! At the end of a path as many actions as candidates are in use, and each player's weights make the other's choices
//! equally good: two square systems, which are solved exactly. Nothing here has to be believed. Whoever asks checks
//! that the weights are an equilibrium, and follows the path exactly if they are not.

use super::FiniteGame;
use super::lemke_howson::pivot;
use super::proxy::{Effort, cost, gain};
use super::tableau::Tableau;
use crate::shrink::Atom;
use crate::shrink::dyadic::{Dyadic, sign_of};
use crate::shrink::linear::Matrix;
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs as _;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// Pivots after which a vertex is computed anew.
const RENEWAL: usize = 100;
/// What a candidate must be better by to join, in parts of the range of the costs: the exact prices decide.
const BETTER: f64 = 1e-10;

/// The actions and the candidates in use.
struct Support {
    actions: Vec<usize>,
    candidates: Vec<usize>,
}

/// The mixture and the multipliers at the end of paths on a working set that grows as doubles price it. `None` if
/// there is no end in doubles, or its weights are not positive.
pub(super) fn guess(
    game: &FiniteGame,
    missing: usize,
    working: &mut Vec<usize>,
    effort: &mut Effort,
) -> Option<(Vec<Atom>, Vec<RBig>)> {
    let support = loop {
        let (support, weights) = follow(game, missing, working, effort)?;
        let better = better(game, working, &weights);
        if better.is_empty() {
            break support;
        }
        working.extend(better);
        working.sort_unstable();
    };
    let Support { actions, candidates } = support;
    let lambda = indifferent(&actions, &candidates, |i, t| cost(game, i, t))?;
    let mixture = indifferent(&candidates, &actions, |t, i| gain(game, i, t))?;
    let mut multipliers = vec![RBig::ZERO; game.num_constraints() + 1];
    actions.into_iter().zip(lambda).for_each(|(i, weight)| multipliers[i] = weight);
    let atoms = candidates.into_iter().zip(mixture).filter(|(_, weight)| !weight.is_zero());
    Some((atoms.map(|(candidate, weight)| Atom { candidate, weight }).collect(), multipliers))
}

/// The path on the working set in doubles: what is in use at its end, and the weights of the actions.
fn follow(game: &FiniteGame, missing: usize, working: &[usize], effort: &mut Effort) -> Option<(Support, Vec<f64>)> {
    let (height, width) = (game.num_constraints() + 1, working.len());
    // Positive matrices: the best is 1 and the worst 2, or the other way round.
    let costs = between_one_and_two(height, working, |i, t| -cost(game, i, t))?;
    let gains = between_one_and_two(height, working, |i, t| gain(game, i, t))?;
    let below: Vec<Vec<f64>> = (0..width).map(|j| costs.iter().map(|row| row[j]).collect()).collect();
    let mut first = Tableau::new(below.clone(), height, 0, true);
    let mut second = Tableau::new(gains.clone(), 0, height, true);
    let most = 1000 + 100 * (height + width);
    effort.paths += 1;
    effort.working = width;
    effort.pivots += pivot(&mut first, &mut second, missing, most, |first, second, pivots| {
        if pivots.is_multiple_of(RENEWAL) {
            first.renew(below.clone());
            second.renew(gains.clone());
        }
    })?;
    let actions = (0..height).filter(|&i| first.is_basic(i)).collect();
    let candidates = (0..width).filter(|j| second.is_basic(height + j)).map(|j| working[j]).collect();
    let weights: Vec<f64> = (0..height).map(|i| first.value(i)).collect();
    let sum: f64 = weights.iter().sum();
    Some((Support { actions, candidates }, weights.into_iter().map(|weight| weight / sum).collect()))
}

/// The entries by rows, moved and scaled to [1, 2].
fn between_one_and_two(height: usize, working: &[usize], entry: impl Fn(usize, usize) -> f64) -> Option<Vec<Vec<f64>>> {
    let all = || (0..height).flat_map(|i| working.iter().map(move |&t| (i, t))).map(|(i, t)| entry(i, t));
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let range = if most > least { most - least } else { 1.0 };
    let row = |i: usize| working.iter().map(|&t| 1.0 + (entry(i, t) - least) / range).collect();
    range.is_finite().then(|| (0..height).map(row).collect())
}

/// The candidates outside the working set whose cost looks smaller than that of all inside, the best first, at most
/// one for each action.
fn better(game: &FiniteGame, working: &[usize], weights: &[f64]) -> Vec<usize> {
    let prices: Vec<f64> = (0..game.len())
        .map(|t| weights.iter().enumerate().map(|(i, weight)| weight * cost(game, i, t)).sum())
        .collect();
    let least = working.iter().map(|&t| prices[t]).fold(f64::INFINITY, f64::min);
    let most = prices.iter().fold(0.0, |most: f64, price| most.max(price.abs()));
    let mut found: Vec<usize> = (0..game.len()).filter(|&t| prices[t] < least - BETTER * most).collect();
    found.sort_by(|&a, &b| prices[a].total_cmp(&prices[b]).then(a.cmp(&b)));
    found.truncate(weights.len());
    found
}

/// The weights on `own` with sum 1 that make all of `other` equally good; `None` if they are not the only ones or one
/// is negative.
fn indifferent(own: &[usize], other: &[usize], entry: impl Fn(usize, usize) -> f64) -> Option<Vec<RBig>> {
    let whole = |x: i32| Dyadic::integer(x.into());
    let row = |&b: &usize| own.iter().map(|&a| Dyadic::from_f64(entry(a, b))).chain([whole(-1)]).collect();
    let mass = own.iter().map(|_| whole(1)).chain([whole(0)]).collect();
    let rows: Vec<Vec<Dyadic>> = other.iter().map(row).chain([mass]).collect();
    let right: Vec<Dyadic> = other.iter().map(|_| whole(0)).chain([whole(1)]).collect();
    let mut solved = Matrix::new(&rows).solve(&right)?;
    solved.numerators.pop(); // what all of `other` are worth
    let is_weight = |x: &IBig| sign_of(x) != Ordering::Less;
    let denominator = solved.denominator.unsigned_abs();
    let share = |x: IBig| RBig::from_parts(x, denominator.clone());
    solved.numerators.iter().all(is_weight).then(|| solved.numerators.into_iter().map(share).collect())
}
