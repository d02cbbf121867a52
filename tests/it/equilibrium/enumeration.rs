//! All equilibria of tiny games, by enumeration of supports: the one that is returned must be among them.

use super::instances::Game;
use super::laws::check;
use super::properties::solved;
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::game::Rules;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("finite")
}

/// The solution of a square system, if it is unique.
fn solve(mut rows: Vec<Vec<RBig>>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).find(|&i| !rows[i][column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = RBig::ONE / &rows[column][column];
        let scaled: Vec<RBig> = rows[column].iter().map(|x| x * &inverse).collect();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column].clone();
            row.iter_mut().zip(&scaled).for_each(|(x, y)| *x -= &factor * y);
        }
        rows[column] = scaled;
    }
    Some(rows.into_iter().map(|row| row[n].clone()).collect())
}

/// Weights on `own` that make the `other` player's actions equally good; with their common value last.
fn indifferent(own: &[usize], other: &[usize], entry: impl Fn(usize, usize) -> RBig) -> Option<Vec<RBig>> {
    let mut rows: Vec<Vec<RBig>> =
        other.iter().map(|&b| own.iter().map(|&a| entry(a, b)).chain([-RBig::ONE, RBig::ZERO]).collect()).collect();
    rows.push(own.iter().map(|_| RBig::ONE).chain([RBig::ZERO, RBig::ONE]).collect());
    solve(rows)
}

fn subsets(n: usize) -> Vec<Vec<usize>> {
    (1..1_usize << n).map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect()).collect()
}

/// Every equilibrium with supports of equal size: all of them, if the game is not degenerate.
fn equilibria(game: &Game) -> Vec<(Vec<RBig>, Vec<RBig>)> {
    let (actions, count) = (game.m + 1, game.rows.len());
    let cost = |i: usize, j: usize| exact(game.cost(i, j));
    let gain = |i: usize, j: usize| if i == 0 { RBig::ZERO } else { exact(game.rows[j][i]) };
    let mut found = Vec::new();
    for rows in subsets(actions) {
        for columns in subsets(count).into_iter().filter(|columns| columns.len() == rows.len()) {
            let Some(lambda) = indifferent(&rows, &columns, cost) else { continue };
            let Some(p) = indifferent(&columns, &rows, |j, i| gain(i, j)) else { continue };
            if lambda[..rows.len()].iter().chain(&p[..columns.len()]).any(|x| *x <= RBig::ZERO) {
                continue;
            }
            let spread = |weights: &[RBig], own: &[usize], length: usize| {
                let mut all = vec![RBig::ZERO; length];
                own.iter().zip(weights).for_each(|(&a, weight)| all[a].clone_from(weight));
                all
            };
            let (all_lambda, all_p) = (spread(&lambda, &rows, actions), spread(&p, &columns, count));
            let sum = |terms: &mut dyn Iterator<Item = RBig>| terms.fold(RBig::ZERO, |sum, x| sum + x);
            let no_better = (0..count)
                .all(|j| sum(&mut (0..actions).map(|i| &all_lambda[i] * cost(i, j))) >= lambda[rows.len()])
                && (0..actions).all(|i| sum(&mut (0..count).map(|j| &all_p[j] * gain(i, j))) <= p[columns.len()]);
            if no_better {
                found.push((all_lambda, all_p));
            }
        }
    }
    found
}

#[test]
fn worked_lemma_5_by_enumeration() {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let mut several = 0;
    for _ in 0..150 {
        let (m, count) = (generator.random_range(1..4), generator.random_range(1..6));
        let mut number = || f64::from(generator.random_range(-1_000_000..1_000_000_i32));
        let rows = (0..count).map(|_| (0..=2 * m).map(|_| number()).collect()).collect();
        let game = Game { m, proxies: true, rows };
        let all = equilibria(&game);
        assert_eq!(all.len() % 2, 1, "a game without ties has an odd number of equilibria: {game:?}");
        several += usize::from(all.len() > 1);
        let found = solved(&game, Rules::ProxyLagrangian);
        assert_eq!(check(&game, &found), Ok(()));
        let mut weights = vec![RBig::ZERO; count];
        found.support.iter().for_each(|atom| weights[atom.candidate].clone_from(&atom.weight));
        assert!(all.contains(&(found.multipliers.clone(), weights)), "{found:?} is not one of {all:?}");
    }
    assert!(several > 3, "only {several} games had more than one equilibrium");
}
