//! Theorem 3 (`thm:lagrangian-suboptimality`), optimality and feasibility, for the norms p = 1, 2, infinity; and the
//! third claim of Theorem 1.
//!
//! Follows the displays of the proof in order: (8) is `thm3.equilibrium`, then the one display of "Optimality" and the
//! two of "Feasibility", with the words between them as lines of their own. The proof is right; the statement must
//! say `1/p + 1/q = 1`. Theorem 1 cites Lemma 6 for its third claim; that lemma is false, and the lines
//! `thm1.third.*` are the direct proof that takes its place.

use super::game::{Lagrangian, golden_lagrangian};
use super::number::{Q, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, holds};
use super::vector::{dot, largest, norm_1, positive_parts};

/// The proof of Theorem 3.
pub const THEOREM_3: Proof = Proof {
    name: "thm3",
    statement: "Theorem 3: an eps-equilibrium is eps-optimal and eps/(R - norm of lbar)-feasible",
    steps: STEPS,
    fixed,
    random,
    cost: 1,
};

const STEPS: &[Step] = &[
    holds("thm3.linear", "E_lambda L(theta*, lambda) = L(theta*, lbar)"),
    holds("thm3.equilibrium", "max_l* E L(theta, l*) - min_theta* L(theta*, lbar) <= eps"),
    holds("thm3.optimality.1", "min_theta* L(theta*, lbar) <= L(theta*, lbar) at a feasible theta*"),
    holds("thm3.optimality.2", "L(theta*, lbar) <= g0(theta*) at a feasible theta*"),
    holds("thm3.optimality.3", "E g0 = E L(theta, 0) <= max_l* E L(theta, l*)"),
    holds("thm3.optimality.4", "E g0 - g0(theta*) <= eps at a feasible theta*"),
    holds("thm3.feasibility.1", "min_theta* L(theta*, lbar) <= E L(theta, lbar)"),
    holds("thm3.feasibility.2", "max_l* sum_i l*_i E g_i - sum_i lbar_i E g_i <= eps"),
    holds("thm3.feasibility.3", "max_l* sum_i l*_i E g_i = R ||(E g)_+||_q"),
    holds("thm3.feasibility.4", "sum_i lbar_i E g_i <= sum_i lbar_i (E g_i)_+"),
    holds("thm3.feasibility.5", "sum_i lbar_i (E g_i)_+ <= ||lbar||_p ||(E g)_+||_q"),
    holds("thm3.feasibility.6", "R ||(E g)_+||_q - ||lbar||_p ||(E g)_+||_q <= eps"),
    holds("thm3.feasibility.7", "||(E g)_+||_q <= eps / (R - ||lbar||_p) if ||lbar||_p < R"),
    holds("tvl.eps", "TV-L: eps = 2/5"),
    holds("tvl.feasibility", "TV-L: the bound eps / (R - lbar) = 2/7"),
];

/// Says the lines on one game, with the smallest epsilon plus `slack`.
pub fn check(r: &mut Recorder, game: &Lagrangian, slack: &Q) -> Option<()> {
    let (g0, g, lbar) = (game.mean_objective()?, game.mean_constraints()?, game.mean_multipliers());
    let candidates = game.norm.candidates(&game.radius, &g)?;
    let best = &g0 + largest(candidates.iter().map(|point| dot(point, &g)))?;
    let expected = |theta: usize| -> Option<Q> {
        game.atoms.iter().map(|atom| Some(&atom.weight * game.value(theta, &atom.lambda)?)).sum()
    };
    let thetas = 0..game.objective.len();
    let infimum = thetas.clone().map(expected).collect::<Option<Vec<Q>>>()?.into_iter().min()?;
    let eps = &best - &infimum + slack;

    for theta in thetas.clone() {
        r.eq("thm3.linear", &expected(theta)?, &game.value(theta, &lbar)?);
    }
    let dual = game.dual(&lbar)?;
    r.le("thm3.equilibrium", &(&best - &dual), &eps);
    r.le("thm3.optimality.3", &g0, &best);
    for (theta, (objective, constraints)) in game.points().enumerate() {
        if constraints.iter().all(|g| *g <= Q::zero()) {
            let value = game.value(theta, &lbar)?;
            r.le("thm3.optimality.1", &dual, &value);
            r.le("thm3.optimality.2", &value, objective);
            r.le("thm3.optimality.4", &(&g0 - objective), &eps);
        }
    }

    let mixed = &g0 + dot(&lbar, &g);
    let violation = positive_parts(&g);
    let (size, length) = (game.norm.dual().of(&violation)?, game.norm.of(&lbar)?);
    r.le("thm3.feasibility.1", &dual, &mixed);
    r.le("thm3.feasibility.2", &(&best - &g0 - dot(&lbar, &g)), &eps);
    r.eq("thm3.feasibility.3", &(&best - &g0), &(&game.radius * &size));
    r.le("thm3.feasibility.4", &dot(&lbar, &g), &dot(&lbar, &violation));
    r.le("thm3.feasibility.5", &dot(&lbar, &violation), &(&length * &size));
    r.le("thm3.feasibility.6", &(&game.radius * &size - &length * &size), &eps);
    if length < game.radius {
        r.le("thm3.feasibility.7", &size, &eps.over(&(&game.radius - &length))?);
    }
    Some(())
}

fn fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-L");
    let game = golden_lagrangian()?;
    check(r, &game, &Q::zero())?;
    let eps = game.gap()?;
    r.eq("tvl.eps", &eps, &frac(2, 5));
    let margin = &game.radius - norm_1(&game.mean_multipliers());
    r.eq("tvl.feasibility", &eps.over(&margin)?, &frac(2, 7));
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Lagrangian::any(random)?;
    let slack = if random.once_in(2) { Q::zero() } else { random.nonnegative() };
    check(r, &game, &slack)
}

/// The third claim of Theorem 1.
pub const THEOREM_1: Proof = Proof {
    name: "thm1",
    statement: "Theorem 1, third claim: norm_1 of lbar <= (eps + B)/gamma, gamma a margin in every constraint",
    steps: &[
        holds("thm1.third.1", "E g0 - (g0(theta') + sum_i lbar_i g_i(theta')) <= eps"),
        holds("thm1.third.2", "sum_i lbar_i (-g_i(theta')) >= gamma ||lbar||_1"),
        holds("thm1.third.3", "E g0 - g0(theta') >= -B"),
        holds("thm1.third.4", "-B + gamma ||lbar||_1 <= eps"),
        holds("thm1.third.5", "||lbar||_1 <= (eps + B)/gamma"),
        holds("tvl.third", "TV-L: (eps + B)/gamma = 7/5"),
    ],
    fixed: third_fixed,
    random: third_random,
    cost: 1,
};

/// Says the third claim at every point that satisfies all constraints with a positive margin; gives the last bound.
pub fn check_third(r: &mut Recorder, game: &Lagrangian) -> Option<Q> {
    let (g0, lbar, eps, range) = (game.mean_objective()?, game.mean_multipliers(), game.gap()?, game.objective_range());
    let mut bound = Q::zero();
    for (objective, constraints) in game.points() {
        let gamma = constraints.iter().map(|g| -g).min()?;
        if !gamma.is_positive() {
            continue;
        }
        let slack = -dot(&lbar, constraints);
        r.le("thm1.third.1", &(&g0 - objective + &slack), &eps);
        r.ge("thm1.third.2", &slack, &(&gamma * norm_1(&lbar)));
        r.ge("thm1.third.3", &(&g0 - objective), &-&range);
        r.le("thm1.third.4", &(-&range + &gamma * norm_1(&lbar)), &eps);
        bound = (&eps + &range).over(&gamma)?;
        r.le("thm1.third.5", &norm_1(&lbar), &bound);
    }
    Some(bound)
}

fn third_fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-L");
    let bound = check_third(r, &golden_lagrangian()?)?;
    r.eq("tvl.third", &bound, &(whole(7) * frac(1, 5)));
    Some(())
}

fn third_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Lagrangian::random(random, super::game::Norm::One)?;
    check_third(r, &game).map(|_| ())
}
