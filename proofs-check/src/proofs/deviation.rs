//! S5: a lambda-player with m + 1 deviations in place of the swap matrix.
//!
//! New: not in the paper. The player runs Hedge over the deviations "everything to the first action" and "the first
//! action to j"; its weights are their own fixed point, which is the identity `<lambda, u> = 0`. Hoeffding's lemma and
//! the regret use enclosed exponentials; everything else is exact. `s5.enough` says why it is all that Theorem 4 needs.

use super::enclosure::{Enclosure, exp, ln};
use super::matrix_weights::{enclosed_dot, softmax};
use super::number::{Q, count, frac};
use super::proxy_game::Proxy;
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::vector::{Columns, Vector, apply, dot, range, unit};

/// The proof of S5.
pub const DEVIATIONS: Proof = Proof {
    name: "s5",
    statement: "S5: Hedge over m + 1 deviations, eps_lambda = r sqrt(ln(m+1)/(2T))",
    steps: &[
        holds("s5.deviation", "u_i = <l, M_i lambda> - <l, lambda>: M_0 all to the first action, M_j the first to j"),
        holds("s5.fixed", "sum_i lambda_i M_i lambda = lambda"),
        holds("s5.identity", "<lambda, u> = 0"),
        holds("s5.range", "range(u) <= r = max(0, max l) - min(0, min l)"),
        holds("s5.hoeffding", "sum_i lambda_i exp(eta u_i) <= exp(eta^2 range(u)^2/8)"),
        holds("s5.external", "-sum_t <lambda_t, l_t> <= ln(m+1)/eta + (eta/8) sum_t range(u_t)^2"),
        holds("s5.outward", "max_j sum_t lambda_t0 l_tj <= ln(m+1)/eta + (eta/8) sum_t range(u_t)^2"),
        holds("s5.claim", "with eta = sqrt(8 ln(m+1)/(T r^2)): both averages <= r sqrt(ln(m+1)/(2T))"),
        holds("s5.enough.1", "E lambda_0 g0 - lbar_0 g0(theta*) <= eps_theta + ext"),
        holds("s5.enough.2", "lbar_0 E_thetabar g_i <= out"),
    ],
    fixed: no_fixed_instances,
    random,
    cost: 4,
};

/// `u_0 = -<lambda, l>`, `u_j = lambda_0 l_j`; the gains have `l_0 = 0`.
fn deviations(lambda: &[Q], gains: &[Q]) -> Option<Vector> {
    let first = lambda.first()?;
    let rest = gains.iter().skip(1).map(|gain| first * gain);
    Some([-dot(lambda, gains)].into_iter().chain(rest).collect())
}

/// Says the exact lines of one round.
pub fn round(r: &mut Recorder, lambda: &[Q], gains: &[Q], eta: &Q) -> Option<()> {
    let n = lambda.len();
    let u = deviations(lambda, gains)?;
    let matrix = |i: usize| -> Columns {
        let target = |column: usize| if i > 0 && column > 0 { column } else { i };
        (0..n).map(|column| unit(n, target(column))).collect()
    };
    let mut moved = super::vector::zeros(n);
    for (i, (weight, gain)) in lambda.iter().zip(&u).enumerate() {
        let after = apply(&matrix(i), lambda);
        r.eq("s5.deviation", gain, &(dot(gains, &after) - dot(gains, lambda)));
        moved = super::vector::plus(&moved, &super::vector::scaled(weight, &after));
    }
    r.same("s5.fixed", &moved, lambda);
    r.eq("s5.identity", &dot(lambda, &u), &Q::zero());
    r.le("s5.range", &range(&u), &range(gains));
    let growth = lambda.iter().zip(&u).try_fold(Enclosure::from(Q::zero()), |sum, (weight, gain)| {
        Some(&sum + &(&Enclosure::from(weight) * &exp(&(eta * gain))?))
    })?;
    r.surely_le("s5.hoeffding", growth, exp(&((eta * range(&u)).square() * frac(1, 8)))?);
    Some(())
}

/// Runs the player; gives `-sum <lambda_t, l_t>`, `max_j sum lambda_t0 l_tj` and `sum range(u_t)^2`.
fn play(rounds: &[Vector], eta: &Enclosure) -> Option<(Enclosure, Enclosure, Enclosure)> {
    let zero = || Enclosure::from(Q::zero());
    let n = rounds.first()?.len();
    let mut sums = vec![zero(); n];
    let mut squares = zero();
    for gains in rounds {
        let lambda = softmax(&sums.iter().map(|sum| eta * sum).collect::<Vec<_>>())?;
        let first = lambda.first()?;
        let rest = gains.iter().skip(1).map(|gain| first * &gain.into());
        let u: Vec<Enclosure> = [-&enclosed_dot(gains, &lambda)].into_iter().chain(rest).collect();
        let head = u.first()?;
        let (high, low) = (u.iter().fold(head.clone(), |x, y| x.max(y)), u.iter().fold(head.clone(), |x, y| x.min(y)));
        let width = &high - &low;
        squares = &squares + &(&width * &width);
        sums = sums.iter().zip(&u).map(|(sum, gain)| sum + gain).collect();
    }
    let outward = sums.iter().skip(1).fold(zero(), |best, sum| best.max(sum));
    Some((sums.first()?.clone(), outward, squares))
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let n = random.size(2, 4);
    let gains = |random: &mut Random| -> Vector {
        let rest = random.vector(n.saturating_sub(1));
        [Q::zero()].into_iter().chain(rest).collect()
    };
    let lambda = random.distribution(n);
    let eta = random.positive() * frac(1, 4);
    let one_round = gains(random);
    round(r, &lambda, &one_round, &eta)?;

    let count_rounds = random.size(1, 5);
    let rounds: Vec<Vector> = (0..count_rounds).map(|_| gains(random)).collect();
    let log = ln(&count(n))?;
    let (external, outward, squares) = play(&rounds, &eta.clone().into())?;
    let bound = &log.over(&eta.clone().into())? + &(&Enclosure::from(eta * frac(1, 8)) * &squares);
    r.surely_le("s5.external", external, &bound);
    r.surely_le("s5.outward", outward, &bound);
    let widest = rounds.iter().map(|gains| range(gains)).max()?.max(frac(1, 4));
    let total = Enclosure::from(count(rounds.len()));
    let root = log.over(&(&Enclosure::from(count(2)) * &total))?.sqrt()?;
    // eta = sqrt(8 ln/(T r^2)) = 4 sqrt(ln/(2T))/r, and the bound is T r sqrt(ln/(2T)).
    let eta = (&Enclosure::from(count(4)) * &root).over(&Enclosure::from(&widest))?;
    let (external, outward, _) = play(&rounds, &eta)?;
    let claim = &total * &(&Enclosure::from(&widest) * &root);
    r.surely_le("s5.claim", external, &claim);
    r.surely_le("s5.claim", outward, &claim);
    enough(r, &Proxy::random(random, true)?)
}

/// Both halves of Theorem 4 from the two regrets alone.
fn enough(r: &mut Recorder, game: &Proxy) -> Option<()> {
    let lbar = game.mean_multipliers();
    let (first, ext) = (lbar.first()?, -game.mean_gain()?);
    let weighted = game.mean(|atom| Some(atom.lambda.first()? * game.objective.get(atom.theta)?))?;
    for (objective, proxies) in game.objective.iter().zip(&game.proxies) {
        if proxies.iter().all(|p| *p <= Q::zero()) {
            r.le("s5.enough.1", &(&weighted - first * objective), &(game.theta_regret()? + &ext));
        }
    }
    let table = game.correlations()?;
    let out = table.first()?.iter().max()?;
    if first.is_positive() {
        for i in 0..game.constraint_count() {
            let mean = game.resampled(|theta| game.constraints.get(theta)?.get(i).cloned())?;
            r.le("s5.enough.2", &(first * mean), out);
        }
    }
    Some(())
}
