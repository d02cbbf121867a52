//! Lemma 6 (`lem:lagrangian-feasibility`), where it is false, and the lemma that takes its place.
//!
//! The paper measures the margin of theta' in the q-norm: `||g(theta')||_q >= gamma`. The second line of its display
//! then reads `sum_i lbar_i (-g_i(theta')) >= gamma ||lbar||_p`: Hoelder's inequality the wrong way round. The lines
//! `lem6.2`, `lem6.3`, `lem6.core` and `lem6.claim` are therefore declared false, and fail on the counterexamples
//! CE-1..3 and on random games with two or more constraints. With one constraint they hold. The margin that works,
//! for every p, is the smallest one: `gamma = min_i -g_i(theta')`, and it bounds even the 1-norm.

use super::game::{Atom, Lagrangian, Norm};
use super::number::{Q, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, fails, holds};
use super::vector::{Vector, dot, norm_1};

/// Lemma 6 as it is printed.
pub const LEMMA_6: Proof = Proof {
    name: "lem6",
    statement: "Lemma 6 as printed, with a q-norm margin: false for two or more constraints",
    steps: &[
        holds("lem6.1", "E g0 - E_lambda [g0(theta') + sum_i lambda_i g_i(theta')] <= eps"),
        fails("lem6.core", "sum_i lbar_i (-g_i(theta')) >= gamma ||lbar||_p, gamma = ||g(theta')||_q"),
        fails("lem6.2", "E [g0 - min g0] - (g0(theta') - min g0) + gamma ||lbar||_p <= eps"),
        holds("lem6.2-3", "line 3 is weaker than line 2: -B <= E g0 - g0(theta')"),
        fails("lem6.3", "-B + gamma ||lbar||_p <= eps"),
        fails("lem6.claim", "||lbar||_p <= (eps + B)/gamma"),
        holds("lem6.one", "with one constraint: -B + gamma |lbar| <= eps"),
        holds("lem6.counterexample", "CE-1, CE-2, CE-3: eps + B < gamma ||lbar||_p"),
    ],
    fixed: printed_fixed,
    random: printed_random,
    cost: 1,
};

fn printed(r: &mut Recorder, game: &Lagrangian) -> Option<()> {
    let (g0, lbar, eps, range) = (game.mean_objective()?, game.mean_multipliers(), game.gap()?, game.objective_range());
    let lowest = game.objective.iter().min()?;
    for (objective, constraints) in game.points() {
        let Some(gamma) = game.norm.dual().of(constraints) else { continue };
        if !gamma.is_positive() || constraints.iter().any(Q::is_positive) {
            continue;
        }
        let product = &gamma * game.norm.of(&lbar)?;
        let slack = -dot(&lbar, constraints);
        r.le("lem6.1", &(&g0 - objective + &slack), &eps);
        r.le("lem6.2-3", &-&range, &(&g0 - objective));
        if constraints.len() == 1 {
            r.le("lem6.one", &(&product - &range), &eps);
            continue;
        }
        r.ge("lem6.core", &slack, &product);
        r.le("lem6.2", &((&g0 - lowest) - (objective - lowest) + &product), &eps);
        r.le("lem6.3", &(&product - &range), &eps);
        r.le("lem6.claim", &game.norm.of(&lbar)?, &(&eps + &range).over(&gamma)?);
    }
    Some(())
}

/// Counterexamples CE-1, CE-2 and CE-3 with this norm.
pub fn counterexamples(norm: Norm) -> Vec<(&'static str, Lagrangian)> {
    let game = |objective: &[i64], g: &Vector, radius: i64| Lagrangian {
        norm,
        radius: whole(radius),
        objective: objective.iter().map(|x| whole(*x)).collect(),
        constraints: vec![g.clone(); objective.len()],
        atoms: vec![Atom { theta: 0, lambda: vec![whole(radius), Q::zero()], weight: Q::one() }],
    };
    let flat = vec![Q::zero(), whole(-1)];
    let steep = vec![frac(-1, 4), whole(-1)];
    vec![("CE-1", game(&[0], &flat, 1)), ("CE-2", game(&[0], &steep, 1)), ("CE-3", game(&[0, 1], &flat, 5))]
}

fn printed_fixed(r: &mut Recorder) -> Option<()> {
    for norm in [Norm::One, Norm::Two, Norm::Infinity] {
        for (name, game) in counterexamples(norm) {
            r.instance(format!("{name}, {norm:?}"));
            printed(r, &game)?;
            // The lemma allows any gamma up to the q-norm; 1 is at most every q-norm of these three points.
            let product = norm.of(&game.mean_multipliers())?;
            r.lt("lem6.counterexample", &(game.gap()? + game.objective_range()), &product);
        }
    }
    Some(())
}

fn printed_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    printed(r, &Lagrangian::any(random)?)
}

/// The lemma that takes the place of Lemma 6.
pub const LEMMA_6_REPAIRED: Proof = Proof {
    name: "lem6-repaired",
    statement: "Lemma 6 repaired: norm_1 of lbar <= (eps + g0(theta') - E g0)/gamma, gamma the least margin",
    steps: &[
        holds("lem6r.1", "sum_i lbar_i h_i <= eps + g0(theta') - E g0, h = -g(theta') >= 0"),
        holds("lem6r.2", "eps + g0(theta') - E g0 <= eps + B"),
        holds("lem6r.3", "gamma ||lbar||_1 <= sum_i lbar_i h_i"),
        holds("lem6r.4", "||lbar||_p <= ||lbar||_1"),
        holds("lem6r.5", "||lbar||_1 <= (eps + g0(theta') - E g0)/gamma <= (eps + B)/gamma"),
        holds("lem6r.sharp", "with Theta = {theta'}, lbar = R e_k, h_k least: eps = R h_k, so no larger gamma works"),
    ],
    fixed: repaired_fixed,
    random: repaired_random,
    cost: 1,
};

/// Says the repaired lemma at every point that satisfies all constraints.
pub fn repaired(r: &mut Recorder, game: &Lagrangian) -> Option<()> {
    let (g0, lbar, eps) = (game.mean_objective()?, game.mean_multipliers(), game.gap()?);
    for (objective, constraints) in game.points() {
        let h: Vector = constraints.iter().map(|g| -g).collect();
        let gamma = h.iter().min()?;
        if *gamma < Q::zero() {
            continue;
        }
        let measured = &eps + objective - &g0;
        let declared = &eps + game.objective_range();
        r.le("lem6r.1", &dot(&lbar, &h), &measured);
        r.le("lem6r.2", &measured, &declared);
        r.le("lem6r.3", &(gamma * norm_1(&lbar)), &dot(&lbar, &h));
        r.le("lem6r.4", &game.norm.of(&lbar)?, &norm_1(&lbar));
        if gamma.is_positive() {
            r.le("lem6r.5", &norm_1(&lbar), &measured.over(gamma)?);
            r.le("lem6r.5", &measured.over(gamma)?, &declared.over(gamma)?);
        }
    }
    Some(())
}

/// The one-point game on which the least margin is needed.
fn sharp(r: &mut Recorder, h: &Vector, radius: &Q) -> Option<()> {
    let least = h.iter().min()?;
    let k = h.iter().position(|x| x == least)?;
    let lambda = (0..h.len()).map(|i| if i == k { radius.clone() } else { Q::zero() }).collect();
    let game = Lagrangian {
        norm: Norm::One,
        radius: radius.clone(),
        objective: vec![Q::zero()],
        constraints: vec![h.iter().map(|x| -x).collect()],
        atoms: vec![Atom { theta: 0, lambda, weight: Q::one() }],
    };
    r.eq("lem6r.sharp", &game.gap()?, &(radius * least));
    Some(())
}

fn repaired_fixed(r: &mut Recorder) -> Option<()> {
    counterexamples(Norm::One).iter().try_for_each(|(name, game)| {
        r.instance(*name);
        repaired(r, game)
    })
}

fn repaired_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    repaired(r, &Lagrangian::any(random)?)?;
    let m = random.size(1, 4);
    let h: Vector = (0..m).map(|_| random.nonnegative()).collect();
    sharp(r, &h, &random.positive())
}
