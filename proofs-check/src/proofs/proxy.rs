//! Theorem 4 (`thm:proxy-lagrangian-suboptimality`), optimality and feasibility, and Lemma 7
//! (`lem:proxy-lagrangian-feasibility`).
//!
//! Theorem 2 is Theorem 4 for the uniform distribution on a trace, with Lemma 7 as its third claim; golden vector TV-P
//! is such a trace. Both proofs are right line by line. The statement of Theorem 4 needs `lbar_0 > 0` (the paper's
//! first coordinate), or the resampled distribution does not exist. `thm4.optimality.4` is the one line of the paper
//! that uses domination; (10) is `thm4.optimality.7`. The lines of S15 say what is left without domination.

use super::number::{Q, frac};
use super::proxy_game::{Proxy, golden_proxy};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, holds};
use super::vector::{Columns, Vector, choices, dot, range, unit};

/// The proof of Theorem 4.
pub const THEOREM_4: Proof = Proof {
    name: "thm4",
    statement: "Theorem 4: a proxy equilibrium, resampled, is nearly optimal and nearly feasible",
    steps: STEPS,
    fixed,
    random,
    cost: 1,
};

const STEPS: &[Step] = &[
    holds("thm4.optimality.1", "E L_lambda(theta, M* lambda) = 0 for M* = all to the first action"),
    holds("thm4.optimality.2", "max_M E L_lambda(theta, M lambda) >= 0"),
    holds("thm4.optimality.3", "-E L_lambda(theta, lambda) <= eps_lambda"),
    holds("thm4.optimality.4", "E sum_i lambda_i p_i >= E sum_i lambda_i g_i, by domination"),
    holds("thm4.optimality.5", "E sum_i lambda_i p_i >= -eps_lambda"),
    holds("thm4.optimality.6", "E_lambda L_theta(theta*, lambda) = L_theta(theta*, lbar)"),
    holds("thm4.optimality.7", "E lambda_0 g0 - min_theta* L_theta(theta*, lbar) <= eps_theta + eps_lambda"),
    holds("thm4.optimality.8", "L_theta(theta*, lbar) <= lbar_0 g0(theta*) where all proxies are <= 0"),
    holds("thm4.optimality.9", "E lambda_0 g0 - lbar_0 g0(theta*) <= eps_theta + eps_lambda"),
    holds("thm4.resampled", "the chances E[lambda_0 1{theta = x}]/lbar_0 are >= 0 and sum to 1 if lbar_0 > 0"),
    holds("thm4.optimality.10", "E_thetabar g0 <= g0(theta*) + (eps_theta + eps_lambda)/lbar_0"),
    holds("thm4.feasibility.1", "E <M lambda, l> = sum_i sum_j M_ji E[lambda_i l_j]"),
    holds("thm4.feasibility.2", "sum_i sum_j M_ji E[lambda_i l_j] <= sum_i max_j E[lambda_i l_j], M left-stochastic"),
    holds("thm4.feasibility.3", "some M with unit columns attains sum_i max_j E[lambda_i l_j]"),
    holds("thm4.feasibility.4", "E sum_{i>=1} lambda_i l_i <= sum_{i>=1} max_j E[lambda_i l_j]"),
    holds("thm4.feasibility.5", "max_j E[lambda_0 l_j] <= eps_lambda"),
    holds("thm4.feasibility.6", "E_thetabar g_i <= eps_lambda/lbar_0"),
    holds("tvp.regrets", "TV-P: eps_theta = 17/96, swap regret = 19/96"),
    holds("tvp.bounds", "TV-P: feasibility 1/2, optimality 18/19"),
];

/// Says the lines on one game with the smallest epsilons plus these slacks and these left-stochastic matrices.
pub fn check(r: &mut Recorder, game: &Proxy, slack: &(Q, Q), matrices: &[Columns]) -> Option<()> {
    let (eps_theta, eps_lambda) = (game.theta_regret()? + &slack.0, game.swap_regret()? + &slack.1);
    let both = &eps_theta + &eps_lambda;
    let (lbar, gain, actions) = (game.mean_multipliers(), game.mean_gain()?, game.actions());
    let first = lbar.first()?;
    let table = game.correlations()?;
    let best_rows: Vector = table.iter().map(|row| row.iter().max().cloned()).collect::<Option<_>>()?;
    let best: Q = best_rows.iter().cloned().sum();

    let all_to_first: Columns = vec![unit(actions, 0); actions];
    r.eq("thm4.optimality.1", &game.mean_gain_after(&all_to_first)?, &Q::zero());
    r.ge("thm4.optimality.2", &best, &Q::zero());
    r.le("thm4.optimality.3", &-&gain, &eps_lambda);
    let proxies = &gain - game.domination_gap()?;
    r.ge("thm4.optimality.4", &proxies, &gain);
    r.ge("thm4.optimality.5", &proxies, &-&eps_lambda);
    let weighted = game.mean(|atom| Some(atom.lambda.first()? * game.objective.get(atom.theta)?))?;
    r.le("thm4.optimality.7", &(&weighted - game.least_cost(&lbar)?), &both);
    for (theta, objective) in game.objective.iter().enumerate() {
        let cost = game.cost(theta, &lbar)?;
        r.eq("thm4.optimality.6", &game.mean(|atom| game.cost(theta, &atom.lambda))?, &cost);
        if game.proxies.get(theta)?.iter().any(Q::is_positive) {
            continue;
        }
        r.le("thm4.optimality.8", &cost, &(first * objective));
        r.le("thm4.optimality.9", &(&weighted - first * objective), &both);
        if first.is_positive() {
            let mean = game.resampled(|theta| game.objective.get(theta).cloned())?;
            r.le("thm4.optimality.10", &mean, &(objective + both.over(first)?));
        }
    }

    if first.is_positive() {
        let indicator = |x: usize| game.resampled(|theta| Some(if theta == x { Q::one() } else { Q::zero() }));
        let chances: Vector = (0..game.objective.len()).map(indicator).collect::<Option<_>>()?;
        r.eq("thm4.resampled", &chances.iter().cloned().sum(), &Q::one());
        r.ge("thm4.resampled", chances.iter().min()?, &Q::zero());
    }

    for matrix in matrices {
        let double: Q = matrix.iter().zip(&table).map(|(column, row)| dot(column, row)).sum();
        r.eq("thm4.feasibility.1", &game.mean_gain_after(matrix)?, &double);
        r.le("thm4.feasibility.2", &double, &best);
    }
    let swaps = choices(actions, actions);
    let swapped =
        |swap: &Vec<usize>| -> Option<Q> { table.iter().zip(swap).map(|(row, j)| row.get(*j).cloned()).sum() };
    let attained = swaps.iter().map(swapped).collect::<Option<Vector>>()?.into_iter().max()?;
    r.eq("thm4.feasibility.3", &attained, &best);
    r.le("thm4.feasibility.4", &gain, &best_rows.iter().skip(1).cloned().sum());
    r.le("thm4.feasibility.5", best_rows.first()?, &eps_lambda);
    if first.is_positive() {
        for i in 0..game.constraint_count() {
            let mean = game.resampled(|theta| game.constraints.get(theta)?.get(i).cloned())?;
            r.le("thm4.feasibility.6", &mean, &eps_lambda.over(first)?);
        }
    }
    Some(())
}

fn fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-P");
    let game = golden_proxy()?;
    check(r, &game, &(Q::zero(), Q::zero()), &[])?;
    let (eps_theta, swap) = (game.theta_regret()?, game.swap_regret()?);
    r.same("tvp.regrets", &[eps_theta.clone(), swap.clone()], &[frac(17, 96), frac(19, 96)]);
    let first = game.mean_multipliers().first()?.clone();
    let bounds = [swap.over(&first)?, (eps_theta + swap).over(&first)?];
    r.same("tvp.bounds", &bounds, &[frac(1, 2), frac(18, 19)]);
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Proxy::random(random, true)?;
    let slack = (random.share() * random.nonnegative(), random.share() * random.nonnegative());
    let actions = game.actions();
    let matrices: Vec<Columns> = (0..3).map(|_| (0..actions).map(|_| random.distribution(actions)).collect()).collect();
    check(r, &game, &slack, &matrices)
}

/// The proof of Lemma 7, and S15: both statements with the missing domination made good.
pub const LEMMA_7: Proof = Proof {
    name: "lem7",
    statement: "Lemma 7: lbar_0 >= (gamma - eps_theta - eps_lambda)/(gamma + B); S15: without domination",
    steps: &[
        holds("lem7.1", "E lambda_0 g0 - (lbar_0 g0(theta') + sum_i lbar_i p_i(theta')) <= eps_theta + eps_lambda"),
        holds("lem7.2", "E lambda_0 g0 - lbar_0 g0(theta') + (1 - lbar_0) gamma <= eps_theta + eps_lambda"),
        holds("lem7.3", "line 2 with g0 - min g0 in place of g0 has the same left side"),
        holds("lem7.4", "-lbar_0 B + (1 - lbar_0) gamma <= eps_theta + eps_lambda"),
        holds("lem7.5", "lbar_0 >= (gamma - eps_theta - eps_lambda)/(gamma + B)"),
        holds(
            "s15.optimality",
            "any proxies: E lambda_0 g0 - lbar_0 g0(theta*) <= eps_theta + eps_lambda + max(0, kappa)",
        ),
        holds("s15.lem7", "any proxies: lbar_0 (gamma + B) >= gamma - eps_theta - eps_lambda - max(0, kappa)"),
        holds("tvp.lem7", "TV-P: the bound of Lemma 7 is 1/20"),
    ],
    fixed: lemma_7_fixed,
    random: lemma_7_random,
    cost: 1,
};

/// Says Lemma 7 at every point with a margin; gives the last bound.
pub fn lemma_7(r: &mut Recorder, game: &Proxy) -> Option<Q> {
    let both = game.theta_regret()? + game.swap_regret()?;
    let lbar = game.mean_multipliers();
    let first = lbar.first()?;
    let weighted = game.mean(|atom| Some(atom.lambda.first()? * game.objective.get(atom.theta)?))?;
    let (lowest, spread) = (game.objective.iter().min()?, range(&game.objective));
    let mut bound = Q::zero();
    for (theta, objective) in game.objective.iter().enumerate() {
        let gamma = game.proxies.get(theta)?.iter().map(|p| -p).min()?;
        if !gamma.is_positive() {
            continue;
        }
        let rest = (Q::one() - first) * &gamma;
        r.le("lem7.1", &(&weighted - game.cost(theta, &lbar)?), &both);
        let second = &weighted - first * objective + &rest;
        r.le("lem7.2", &second, &both);
        let above = game.mean(|atom| Some(atom.lambda.first()? * (game.objective.get(atom.theta)? - lowest)))?;
        r.eq("lem7.3", &(above - first * (objective - lowest) + &rest), &second);
        r.le("lem7.4", &(-(first * &spread) + &rest), &both);
        bound = (&gamma - &both).over(&(&gamma + &spread))?;
        r.ge("lem7.5", first, &bound);
    }
    Some(bound)
}

/// Says S15 on a game whose proxies need not dominate.
pub fn without_domination(r: &mut Recorder, game: &Proxy) -> Option<()> {
    let total = game.theta_regret()? + game.swap_regret()? + game.domination_gap()?.positive_part();
    let lbar = game.mean_multipliers();
    let first = lbar.first()?;
    let weighted = game.mean(|atom| Some(atom.lambda.first()? * game.objective.get(atom.theta)?))?;
    for (objective, proxies) in game.objective.iter().zip(&game.proxies) {
        let gamma = proxies.iter().map(|p| -p).min()?;
        if gamma >= Q::zero() {
            r.le("s15.optimality", &(&weighted - first * objective), &total);
            r.ge("s15.lem7", &(first * (&gamma + range(&game.objective))), &(&gamma - &total));
        }
    }
    Some(())
}

fn lemma_7_fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-P");
    let bound = lemma_7(r, &golden_proxy()?)?;
    r.eq("tvp.lem7", &bound, &frac(1, 20));
    Some(())
}

fn lemma_7_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    lemma_7(r, &Proxy::random(random, true)?)?;
    without_domination(r, &Proxy::random(random, false)?)
}
