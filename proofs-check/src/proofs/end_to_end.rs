//! E1 and E2: the conclusions of Theorems 1 and 2 from regrets against fixed comparators only.
//!
//! New: not in the paper. The paper's lemmas bound the regret against the best comparator in hindsight, which its
//! stochastic theorem does not give. The conclusions do not need that: one optimal mixture, one Slater point and m + 1
//! multipliers or deviations, all fixed in advance, are enough. These are the deterministic cores.

use super::game::{Lagrangian, Norm};
use super::number::Q;
use super::proxy_game::Proxy;
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::sparse_program::Candidates;
use super::vector::{Vector, dot, mixture, range};

/// The deterministic cores of E1 and E2.
pub const END_TO_END: Proof = Proof {
    name: "e1-e2",
    statement: "E1, E2: the conclusions of Theorems 1 and 2 from regrets against fixed comparators only",
    steps: &[
        holds("e1.1", "E g0 + R v <= OPT_mix + eps_E, eps_E = the regrets against Q and against {0, R e_i}"),
        holds("e1.2", "E g0 <= OPT_mix + eps_E"),
        holds("e1.3", "OPT_mix <= (1 - a) E g0 + a g0(theta'), a = v/(v + gamma)"),
        holds("e1.4", "v <= eps_E/(R - B/gamma) if R > B/gamma"),
        holds(
            "e2.1",
            "E lambda_0 g0 - lbar_0 g0(theta*) <= eps_theta + eps_lambda, eps_theta against theta* and theta'",
        ),
        holds("e2.2", "E lambda_0 g_i <= eps_lambda = max of the regrets of m + 1 deviations"),
        holds("e2.3", "lbar_0 (gamma + B) >= gamma - eps_theta - eps_lambda"),
    ],
    fixed: no_fixed_instances,
    random: end_to_end,
    cost: 2,
};

fn end_to_end(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Lagrangian::random(random, Norm::One)?;
    let (g0, g, lbar) = (game.mean_objective()?, game.mean_constraints()?, game.mean_multipliers());
    let columns = (0..game.constraint_count())
        .map(|i| game.constraints.iter().map(|g| g.get(i).cloned()).collect())
        .collect::<Option<Vec<Vector>>>()?;
    let candidates = Candidates { objective: game.objective.clone(), constraints: columns };
    let vertices = candidates.vertices(&Q::zero());
    if let Some(best) = vertices.iter().min_by_key(|q| dot(q, &game.objective)) {
        let optimum = dot(best, &game.objective);
        let at_best = &optimum + dot(&lbar, &mixture(g.len(), best.iter().zip(&game.constraints)));
        let played = game.atoms.iter().map(|a| Some(&a.weight * game.value(a.theta, &a.lambda)?)).sum::<Option<Q>>()?;
        let v = g.iter().max()?.positive_part();
        let top = &g0 + &game.radius * &v;
        let eps = (&played - at_best) + (&top - &played);
        r.le("e1.1", &top, &(&optimum + &eps));
        r.le("e1.2", &g0, &(&optimum + &eps));
        for (objective, constraints) in game.points() {
            let gamma = constraints.iter().map(|x| -x).min()?;
            if !gamma.is_positive() {
                continue;
            }
            let a = v.over(&(&v + &gamma))?;
            r.le("e1.3", &optimum, &((Q::one() - &a) * &g0 + &a * objective));
            let room = &game.radius - game.objective_range().over(&gamma)?;
            if room.is_positive() {
                r.le("e1.4", &v, &eps.over(&room)?);
            }
        }
    }
    proxies(r, &Proxy::random(random, true)?)
}

fn proxies(r: &mut Recorder, game: &Proxy) -> Option<()> {
    let lbar = game.mean_multipliers();
    let first = lbar.first()?;
    let table = game.correlations()?;
    let eps_lambda = table.first()?.iter().max()?.clone().max(-game.mean_gain()?);
    let played = game.mean(|atom| game.cost(atom.theta, &atom.lambda))?;
    let weighted = game.mean(|atom| Some(atom.lambda.first()? * game.objective.get(atom.theta)?))?;
    for (theta, objective) in game.objective.iter().enumerate() {
        let gamma = game.proxies.get(theta)?.iter().map(|p| -p).min()?;
        if gamma < Q::zero() {
            continue;
        }
        let eps_theta = &played - game.cost(theta, &lbar)?;
        r.le("e2.1", &(&weighted - first * objective), &(&eps_theta + &eps_lambda));
        r.ge("e2.3", &(first * (&gamma + range(&game.objective))), &(&gamma - &eps_theta - &eps_lambda));
    }
    for value in table.first()?.iter().skip(1) {
        r.le("e2.2", value, &eps_lambda);
    }
    Some(())
}
