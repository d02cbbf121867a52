//! Lemma 5: the proxy game has an equilibrium on at most `m + 1` points.
//!
//! All equilibria of tiny games are found by enumeration of supports: the one that is returned must be among them.

use super::common::existence::caught;
use super::common::random::{Least, holds_on_random_instances};
use super::common::ratio;
use crate::common::holds;
use crate::equilibrium::continuous::{found, law};
use crate::equilibrium::instances::{Game, games};
use crate::equilibrium::properties::solved;
use dashu_ratio::RBig;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::equilibrium::{Equilibrium, FiniteGame, measure, proxy_lagrangian};
use referee::error::Result;
use referee::game::{Game as Kind, Rules};
use referee::problem::ExpressionProblem;
use referee::shrink::Atom;
use referee::strategies::{Instance, finite_games};
use referee::theorems::Lemma5;
use referee::verification::random::equilibrium as check;
use referee::verification::random::existence::game_answer;

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
    let cost = |i: usize, j: usize| exact(game.seen(Kind::ProxyLagrangian, j).nth(i).expect("an action"));
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

#[test]
fn implication_on_random_instances() {
    holds_on_random_instances(&Lemma5, Least::default());
}

/// Answers that are spoiled, one way each.
#[test]
fn implication_lemma_5_notices_wrong_answers() {
    type Spoil = fn(&Game) -> Result<Equilibrium>;
    let spoils: [Spoil; 3] = [
        // The proxies forgotten.
        |table| {
            let rows = table.rows.iter().map(|row| row[..=table.m].to_vec()).collect();
            proxy_lagrangian(&Game { m: table.m, proxies: false, rows }.finite()?)
        },
        // The last candidate forgotten.
        |table| {
            let rows = table.rows[..table.rows.len().saturating_sub(1).max(1)].to_vec();
            proxy_lagrangian(&Game { rows, ..table.clone() }.finite()?)
        },
        // The first candidate and the objective alone, said to be an equilibrium.
        |table| {
            let mut multipliers = vec![RBig::ZERO; table.m + 1];
            multipliers[0] = RBig::ONE;
            let first = vec![Atom { candidate: 0, weight: RBig::ONE }];
            let found = measure(&table.finite()?, Rules::ProxyLagrangian, first, multipliers)?;
            Ok(Equilibrium { theta_gap: RBig::ZERO, lambda_gap: RBig::ZERO, ..found })
        },
    ];
    for spoil in spoils {
        caught(300, &finite_games(Kind::ProxyLagrangian), |instance| match instance {
            Instance::Game(drawn) => game_answer(drawn, &spoil(&drawn.table)?),
            other => panic!("{other:?}"),
        });
    }
}

/// More candidates than the first working set has.
#[test]
fn implication_lemma_5_on_games_that_are_sifted() {
    holds(100, &games(80), |game| {
        prop_assert_eq!(check(&game, &solved(&game, Rules::ProxyLagrangian)), Ok(()));
        Ok(())
    });
}

/// The proxy game of Lemma 5 without continuity: `g_0 = x^2`, `p_1 = 8 (1 - x)^2 - 1`, `g_1 = 1` up to 1/2 and -1 above.
struct Jump;

impl Jump {
    fn constraint(x: &RBig) -> RBig {
        if *x <= ratio(1, 2) { RBig::ONE } else { -RBig::ONE }
    }

    fn loss(x: &RBig, lambda: &RBig) -> RBig {
        let proxy = RBig::from(8) * (RBig::ONE - x) * (RBig::ONE - x) - RBig::ONE;
        (RBig::ONE - lambda) * x * x + lambda * proxy
    }

    /// The only best reply: the loss is `(1 + 7 lambda) (x - x*)^2` plus what does not depend on `x`.
    fn reply(lambda: &RBig) -> RBig {
        RBig::from(8) * lambda / (RBig::ONE + RBig::from(7) * lambda)
    }
}

#[test]
fn necessity_of_continuous_constraints() {
    let mut seen = 0;
    for bottom in 1..=90_u64 {
        for top in 0..=bottom {
            let lambda = ratio(i64::try_from(top).unwrap(), bottom);
            let reply = Jump::reply(&lambda);
            // It is the vertex of the parabola, hence the only best reply: a quadratic is known by three points.
            let curvature = RBig::ONE + RBig::from(7) * &lambda;
            for x in [RBig::ZERO, ratio(1, 3), RBig::ONE] {
                let above = Jump::loss(&x, &lambda) - Jump::loss(&reply, &lambda);
                assert_eq!(above, &curvature * (&x - &reply) * (&x - &reply));
            }
            assert!(reply >= RBig::ZERO && reply <= RBig::ONE, "it is in the domain");
            assert_eq!(reply <= ratio(1, 2), lambda <= ratio(1, 9), "the case distinction");
            // The lambda-player gets lambda * g: with g = 1 only lambda = 1 is best, with g = -1 only lambda = 0.
            let best = if Jump::constraint(&reply) > RBig::ZERO { RBig::ONE } else { RBig::ZERO };
            assert_ne!(lambda, best, "this would be an equilibrium");
            seen += 1;
        }
    }
    assert_eq!(seen, 90 * 91 / 2 + 90);
}

/// Near the jump the gap is exactly `8 tau^2 / 9`, and goes to 0 although there is no equilibrium.
#[test]
fn worked_the_gap_near_a_jump() {
    let lambda = ratio(1, 9);
    for power in [2, 5, 10, 20] {
        let tau = 0.5_f64.powi(power);
        let mut game = FiniteGame::with_proxies(1);
        // Any other candidates: the least loss is at 1/2 whatever they are.
        for x in [0.5, 0.5 + tau, 0.0, 0.25, 0.75, 1.0] {
            let constraint = if x <= 0.5 { 1.0 } else { -1.0 };
            game.push_with_proxies(x * x, &[constraint], &[8.0 * (1.0 - x) * (1.0 - x) - 1.0]).expect("finite");
        }
        let half = |candidate: usize| Atom { candidate, weight: ratio(1, 2) };
        let multipliers = vec![RBig::ONE - &lambda, lambda.clone()];
        let found = measure(&game, Rules::ProxyLagrangian, vec![half(0), half(1)], multipliers).expect("a mixture");
        let tau = RBig::try_from(tau).expect("finite");
        assert_eq!(found.theta_gap, RBig::from(8) * &tau * &tau / RBig::from(9));
        assert!(found.lambda_gap.is_zero());
    }
}

/// The game of Lemma 5 without continuity: no equilibrium, but one to any gap.
#[test]
fn worked_a_jump_has_equilibria_to_any_gap() {
    let text = "minimize = \"x^2\"\n[variables]\nx = [0, 1]\n[[constraint]]\nname = \"rate\"\n\
        expression = \"1 - 2 * step(x - 0.5)\"\nproxy = \"8 * (1 - x)^2 - 1\"\n";
    let problem = ExpressionProblem::from_toml(text, "jump").expect("a problem");
    for gap in [1e-3, 1e-6, 1e-9] {
        let found = found(&problem, Rules::ProxyLagrangian, gap);
        assert_eq!(law(&problem, &found.equilibrium), Ok(()));
        assert!(found.equilibrium.gap() <= gap, "{} after {}", found.equilibrium.gap(), found.rounds);
        assert_eq!(found.equilibrium.support.len(), 2);
        // One point on each side of the jump.
        let above = found.equilibrium.support.iter().filter(|atom| atom.theta[0] > 0.5).count();
        assert_eq!(above, 1);
    }
}

#[test]
fn worked_proxies_are_the_theta_players_alone() {
    // The theta-player fears the second candidate's proxy; the lambda-player knows that it is allowed.
    let mut game = FiniteGame::with_proxies(1);
    game.push_with_proxies(0.0, &[1.0], &[1.0]).expect("finite");
    game.push_with_proxies(1.0, &[-3.0], &[0.5]).expect("finite");
    let found = proxy_lagrangian(&game).expect("candidates");
    // lambda_1 = lambda_0 + lambda_1 / 2, and w - 3 (1 - w) = 0.
    assert_eq!(found.multipliers, [ratio(1, 3), ratio(2, 3)]);
    assert_eq!(found.support[0].weight, ratio(3, 4));
    assert_eq!(found.objective, ratio(1, 4));
}
