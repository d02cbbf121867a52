//! Lemma 8 (`lem:internal-regret`) and Lemma 11 (`lem:oracle-proxy-lagrangian`): swap regret.
//!
//! The reduction to Corollary 2 is exact: the matrices are rational, and so are their fixed points. Misprints: the
//! auxiliary function must be `f_t(M lambda_t)`; as printed, `f_t(M_t lambda_t)`, it does not depend on M, and
//! `lem8.printed` fails. The second relation of the display is an equality, and its product is the Frobenius product.
//! The claims run the algorithm with enclosed exponentials and fixed points.

use super::enclosure::{Enclosure, ln};
use super::linear::null_vector;
use super::matrix_weights::{enclosed_dot, softmax};
use super::mirror::Function;
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, fails, holds, no_fixed_instances};
use super::vector::{Columns, Vector, apply, dot, minus, norm_1, norm_inf, range, scaled, square_norm, total};

/// The proofs of Lemma 8 and Lemma 11.
pub const LEMMA_8: Proof = Proof {
    name: "lem8",
    statement: "Lemmas 8 and 11: swap regret by multiplicative weights on matrices",
    steps: &[
        holds("lem8.fixed", "M_t lambda_t = lambda_t has a solution in the simplex"),
        holds("lem8.1", "f_t(M lambda_t) <= f_t(M_t lambda_t) + <s_t, M lambda_t - M_t lambda_t>"),
        holds("lem8.2", "<s_t, M lambda_t - M_t lambda_t> = <s_t lambda_t^T, M - M_t>_F"),
        fails("lem8.printed", "f_t(M lambda_t) = f_t(M_t lambda_t): what the printed auxiliary function says"),
        holds("lem8.norm", "norm_inf2(s_t lambda_t^T)^2 = norm_inf(s_t)^2 norm_2(lambda_t)^2 <= norm_inf(s_t)^2"),
        holds(
            "lem8.inexact",
            "<s, M* l - l> = <s l^T, M* - M>_F + <s, M l - l>, and <s, M l - l> <= B norm_1(M l - l)",
        ),
        holds("lem8.columns", "swap regret <= n ln n/eta + (eta/8) sum_t range(s_t)^2 norm_2(lambda_t)^2"),
        holds("lem8.claim", "with eta = sqrt(n ln n/(T B^2)): average swap regret <= 2 B sqrt(n ln n/T)"),
        holds("lem11.oracle", "average L_theta(theta_t, lambda_t) - min average L_theta(theta*, lambda_t) <= rho"),
        holds("lem11.claim", "against an oracle: average swap regret <= 2 B sqrt((m+1) ln(m+1)/T)"),
    ],
    fixed: no_fixed_instances,
    random,
    cost: 8,
};

/// A stationary distribution of a left-stochastic matrix with positive entries.
fn stationary(matrix: &Columns) -> Option<Vector> {
    let n = matrix.len();
    let entry = |row: usize, (i, column): (usize, &Vector)| {
        column.get(row).map(|x| if i == row { x - Q::one() } else { x.clone() })
    };
    let rows = (0..n).map(|row| matrix.iter().enumerate().map(|pair| entry(row, pair)).collect());
    let raw = null_vector(&rows.collect::<Option<Vec<Vector>>>()?, n)?;
    let sum = total(&raw);
    raw.iter().map(|x| x.over(&sum)).collect()
}

/// The fixed point of a positive left-stochastic matrix of two or three columns: sums over spanning trees.
fn enclosed_stationary(columns: &[Vec<Enclosure>]) -> Option<Vec<Enclosure>> {
    let n = columns.len();
    let from = |i: usize, to: usize| columns.get(i)?.get(to);
    let tree = |root: usize| -> Option<Enclosure> {
        let others: Vec<usize> = (0..n).filter(|i| *i != root).collect();
        match others.as_slice() {
            [j] => from(*j, root).cloned(),
            [j, k] => {
                let both = from(*j, root)? * from(*k, root)?;
                let through_j = from(*j, root)? * from(*k, *j)?;
                let through_k = from(*k, root)? * from(*j, *k)?;
                Some(&(&both + &through_j) + &through_k)
            }
            _ => None,
        }
    };
    let raw: Vec<Enclosure> = (0..n).map(tree).collect::<Option<_>>()?;
    let sum = raw.iter().fold(Enclosure::from(Q::zero()), |sum, x| &sum + x);
    raw.iter().map(|x| x.over(&sum)).collect()
}

/// What a run of the algorithm came to.
struct Run {
    swap: Enclosure,
    /// `sum_t range(s_t)^2 norm_2(lambda_t)^2`.
    spread: Enclosure,
}

/// Runs the algorithm for so many rounds; `gain` answers the multipliers of a round with its supergradient.
fn play(
    n: usize,
    rounds: usize,
    eta: &Enclosure,
    mut gain: impl FnMut(usize, &[Enclosure]) -> Option<Vector>,
) -> Option<Run> {
    let zero = || Enclosure::from(Q::zero());
    let mut scores = vec![vec![zero(); n]; n];
    let mut deviations = vec![vec![zero(); n]; n];
    let mut spread = zero();
    for t in 0..rounds {
        let matrix: Vec<Vec<Enclosure>> = scores.iter().map(|column| softmax(column)).collect::<Option<_>>()?;
        let lambda = enclosed_stationary(&matrix)?;
        let s = gain(t, &lambda)?;
        for (i, weight) in lambda.iter().enumerate() {
            let own = s.get(i)?;
            for (j, target) in s.iter().enumerate() {
                let score = scores.get_mut(i)?.get_mut(j)?;
                *score = &*score + &(eta * &(weight * &target.into()));
                let deviation = deviations.get_mut(i)?.get_mut(j)?;
                *deviation = &*deviation + &(weight * &Enclosure::from(target - own));
            }
            spread = &spread + &(&Enclosure::from(range(&s).square()) * &(weight * weight));
        }
    }
    let best = |row: &Vec<Enclosure>| row.iter().fold(zero(), |best, x| best.max(x));
    let swap = deviations.iter().map(best).fold(zero(), |sum, x| &sum + &x);
    Some(Run { swap, spread })
}

/// Says the two bounds of a run: column by column with a free step, and the claim with the stated one.
fn bounds(
    r: &mut Recorder,
    (n, rounds, bound): (usize, usize, &Q),
    free: &Q,
    mut gain: impl FnMut(usize, &[Enclosure]) -> Option<Vector>,
    claim: &'static str,
) -> Option<()> {
    let capacity = &Enclosure::from(count(n)) * &ln(&count(n))?;
    let run = play(n, rounds, &free.into(), &mut gain)?;
    let columns = &capacity.over(&free.into())? + &(&Enclosure::from(free * frac(1, 8)) * &run.spread);
    r.surely_le("lem8.columns", run.swap, columns);
    let root = capacity.over(&count(rounds).into())?.sqrt()?;
    let run = play(n, rounds, &root.over(&bound.into())?, &mut gain)?;
    let average = run.swap.over(&count(rounds).into())?;
    r.surely_le(claim, average, &Enclosure::from(whole(2) * bound) * &root);
    Some(())
}

fn reduction(r: &mut Recorder, random: &mut Random, n: usize) -> Option<()> {
    let matrix: Columns = (0..n).map(|_| random.full_distribution(n)).collect();
    let other: Columns = (0..n).map(|_| random.distribution(n)).collect();
    let lambda = stationary(&matrix)?;
    r.same("lem8.fixed", &apply(&matrix, &lambda), &lambda);
    r.eq("lem8.fixed", &total(&lambda), &Q::one());
    // The negative of a convex function is concave.
    let convex = Function::random(random, n);
    let f = |x: &[Q]| -convex.value(x);
    let s = scaled(&whole(-1), &convex.subgradient(&lambda));
    let (here, there) = (apply(&matrix, &lambda), apply(&other, &lambda));
    let step = dot(&s, &minus(&there, &here));
    r.le("lem8.1", &f(&there), &(f(&here) + &step));
    let frobenius = |from: &Columns, weights: &[Q]| -> Q {
        let terms = other.iter().zip(from).zip(weights);
        terms.map(|((to, from), weight)| weight * dot(&s, &minus(to, from))).sum()
    };
    r.eq("lem8.2", &step, &frobenius(&matrix, &lambda));
    r.eq("lem8.printed", &f(&there), &f(&here));
    let size = norm_inf(&s).square();
    let norm: Q = lambda.iter().map(|weight| norm_inf(&scaled(weight, &s)).square()).sum();
    r.eq("lem8.norm", &norm, &(&size * square_norm(&lambda)));
    r.le("lem8.norm", &norm, &size);
    let loose = random.distribution(n);
    let residual = minus(&apply(&matrix, &loose), &loose);
    let left = dot(&s, &minus(&apply(&other, &loose), &loose));
    r.eq("lem8.inexact", &left, &(frobenius(&matrix, &loose) + dot(&s, &residual)));
    r.le("lem8.inexact", &dot(&s, &residual), &(norm_inf(&s) * norm_1(&residual)));
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let n = random.size(2, 3);
    reduction(r, random, n)?;
    let rounds = random.size(1, 4);
    let gains: Vec<Vector> = (0..rounds).map(|_| random.vector(n)).collect();
    let bound = gains.iter().map(|s| norm_inf(s)).max()?.max(frac(1, 4));
    let free = random.positive() * frac(1, 4);
    bounds(r, (n, rounds, &bound), &free, |t, _| gains.get(t).cloned(), "lem8.claim")?;

    // Lemma 11: the theta-player replies to the multipliers as well as an enclosure of them shows.
    let game = super::proxy_game::Proxy::random(random, true)?;
    let actions = game.actions();
    if actions > 3 {
        return Some(());
    }
    let thetas = game.objective.len();
    let sizes = (0..thetas).map(|theta| game.gains(theta).map(|l| norm_inf(&l))).collect::<Option<Vector>>()?;
    let bound = sizes.into_iter().max()?.max(frac(1, 4));
    let reply = |_: usize, lambda: &[Enclosure]| -> Option<Vector> {
        let cost = |theta: usize| -> Option<Q> {
            let prices: Vector = [game.objective.get(theta)?.clone()]
                .into_iter()
                .chain(game.proxies.get(theta)?.iter().cloned())
                .collect();
            Some(enclosed_dot(&prices, lambda).low)
        };
        let costs: Vector = (0..thetas).map(cost).collect::<Option<_>>()?;
        let least = costs.iter().min()?;
        game.gains(costs.iter().position(|x| x == least)?)
    };
    bounds(r, (actions, rounds, &bound), &free, reply, "lem11.claim")?;
    // The oracle's half is exact for any multipliers.
    let excess = |atom: &super::game::Atom| Some(game.cost(atom.theta, &atom.lambda)? - game.least_cost(&atom.lambda)?);
    let rho = game.atoms.iter().map(excess).collect::<Option<Vector>>()?.into_iter().max()?;
    r.le("lem11.oracle", &game.theta_regret()?, &rho);
    Some(())
}
