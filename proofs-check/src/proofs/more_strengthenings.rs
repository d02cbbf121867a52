//! The strengthenings S8, S11, S12 and S13, and the hinge proxies of the experiments.
//!
//! New: not in the paper. S8 plays exponentiated gradient for the multipliers, S11 is dual averaging without a horizon,
//! S12 is Jensen's inequality, S13 is weak duality between a candidate program and any multipliers. The lines `hinge.*`
//! show that the hinge upper bounds of "recall at least kappa of the overall recall", kappa > 1/2, cannot hold for all
//! groups of a partition at once: Theorem 2's optimality says nothing there.

use super::enclosure::{Enclosure, ln};
use super::matrix_weights::{enclosed_dot, softmax};
use super::mirror::{Cube, Function};
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::sparse_program::Candidates;
use super::vector::{Vector, dot, minus, mixture, plus, range, scaled, smallest, square_norm, zeros};

/// S8, S11, S12, S13 and the hinge proxies.
pub const MORE: Proof = Proof {
    name: "s-more",
    statement: "S8, S11-S13: other players, no horizon, Jensen, duality; hinge proxies are jointly infeasible",
    steps: &[
        holds(
            "s8.regret",
            "Hedge on R (0, g): max_l* sum_t <l* - lambda_t, g_t> <= ln(m+1)/eta + (eta/8) R^2 sum_t r_t^2",
        ),
        holds("s8.claim", "with the best step: average regret <= R r sqrt(ln(m+1)/(2T))"),
        holds("s11.step", "h_{t+1}(theta_{t+1}) >= h_t(theta_t) + <s_t, theta_t> - (eta_t/2) norm(s_t)^2"),
        holds("s11.regret", "sum_t <s_t, theta_t - u> <= Psi(u)/eta_T + sum_t (eta_t/2) norm(s_t)^2 for every T"),
        holds("s12.jensen", "f(E theta) <= E f(theta) for convex f: one point satisfies the conclusions"),
        holds("s13.dual", "d(y) <= OPT_mix <= V for y >= 0, V the best mixture of some candidates"),
        holds("s13.tolerance", "e* >= min_t sum_i y_i g_i(theta_t) for y in the simplex"),
        holds("hinge.indicator", "1{s > 0} <= max(0, 1 + s) and -1{s > 0} <= max(0, 1 - s) - 1"),
        holds("hinge.point", "kappa max(0, 1 + s) - min(1, s) >= 2 kappa - 1 for kappa in [0, 1]"),
        holds("hinge.sum", "sum_i rho_i p_i = average of kappa max(0, 1 + s) - min(1, s) over the positives"),
        holds("hinge.infeasible", "max_i p_i >= 2 kappa - 1: no scores satisfy all proxies if kappa > 1/2"),
    ],
    fixed: no_fixed_instances,
    random,
    cost: 4,
};

/// Runs Hedge on `R (0, g_t)`; gives the regret against the best of the slack and the m corners.
fn hedge(rounds: &[Vector], radius: &Q, eta: &Enclosure) -> Option<Enclosure> {
    let n = rounds.first()?.len();
    let (mut sums, mut played) = (zeros(n), Enclosure::from(Q::zero()));
    for gains in rounds {
        let scores: Vec<Enclosure> = sums.iter().map(|sum| eta * &Enclosure::from(radius * sum)).collect();
        played = &played + &enclosed_dot(gains, &softmax(&scores)?);
        sums = plus(&sums, gains);
    }
    let best = sums.iter().max()?;
    Some(&Enclosure::from(radius) * &(&Enclosure::from(best) - &played))
}

fn exponentiated(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (m, many) = (random.size(1, 3), random.size(1, 4));
    let radius = random.positive();
    let slack = |g: Vector| [Q::zero()].into_iter().chain(g).collect::<Vector>();
    let rounds: Vec<Vector> = (0..many).map(|_| slack(random.vector(m))).collect();
    let eta = random.positive() * frac(1, 8);
    let log = ln(&count(m.saturating_add(1)))?;
    let squares: Q = rounds.iter().map(|gains| range(gains).square()).sum();
    let bound = &log.over(&eta.clone().into())? + &Enclosure::from(&eta * radius.square() * squares * frac(1, 8));
    r.surely_le("s8.regret", hedge(&rounds, &radius, &eta.into())?, bound);
    let widest = rounds.iter().map(|gains| range(gains)).max()?.max(frac(1, 4));
    let root = log.over(&count(many.checked_mul(2)?).into())?.sqrt()?;
    let eta = (&Enclosure::from(whole(4)) * &root).over(&Enclosure::from(&radius * &widest))?;
    let claim = &Enclosure::from(count(many) * &radius * &widest) * &root;
    r.surely_le("s8.claim", hedge(&rounds, &radius, &eta)?, claim);
    Some(())
}

/// Dual averaging on a box with steps that never grow.
fn anytime(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let dimension = random.size(1, 3);
    let cube = Cube::random(random, dimension);
    let u = random.choose(&cube.corners())?.clone();
    let half = frac(1, 2);
    let psi = |x: &[Q]| square_norm(x) * &half;
    let (mut sum, mut eta, mut regret, mut squares) = (zeros(dimension), random.positive(), Q::zero(), Q::zero());
    for _ in 0..random.size(1, 5) {
        let least = |sum: &[Q], eta: &Q| cube.project(&scaled(&-eta, sum));
        let height = |sum: &[Q], eta: &Q, x: &[Q]| Some(dot(sum, x) + psi(x).over(eta)?);
        let theta = least(&sum, &eta);
        let s = Function::random(random, dimension).subgradient(&theta);
        let (here, now) = (height(&sum, &eta, &theta)?, eta.clone());
        regret = regret + dot(&s, &minus(&theta, &u));
        squares = squares + &now * square_norm(&s) * &half;
        sum = plus(&sum, &s);
        r.le("s11.regret", &regret, &(psi(&u).over(&now)? + &squares));
        // The next step is no larger.
        eta = if random.once_in(2) { eta } else { eta * frac(random.between(1, 4), 4) };
        let next = least(&sum, &eta);
        let right = here + dot(&s, &theta) - now * square_norm(&s) * &half;
        r.ge("s11.step", &height(&sum, &eta, &next)?, &right);
    }
    let weights = random.distribution(3);
    let points: Vec<Vector> = (0..3).map(|_| random.vector(dimension)).collect();
    let convex = Function::random(random, dimension);
    let mean: Q = weights.iter().zip(&points).map(|(w, x)| w * convex.value(x)).sum();
    r.le("s12.jensen", &convex.value(&mixture(dimension, weights.iter().zip(&points))), &mean);
    Some(())
}

fn duality(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (n, m) = (random.size(1, 4), random.size(1, 2));
    let mut all = Candidates { objective: random.vector(n), constraints: (0..m).map(|_| random.vector(n)).collect() };
    let y: Vector = (0..m).map(|_| random.nonnegative()).collect();
    let value = |c: &Candidates| smallest(c.vertices(&Q::zero()).iter().map(|p| dot(p, &c.objective)));
    let optimum = value(&all);
    let weighted = |weights: &[Q], t: usize| -> Option<Q> {
        weights.iter().zip(&all.constraints).map(|(w, g)| Some(w * g.get(t)?)).sum()
    };
    if let Some(optimum) = &optimum {
        let dual = (0..n).map(|t| Some(all.objective.get(t)? + weighted(&y, t)?)).collect::<Option<Vector>>()?;
        r.le("s13.dual", dual.iter().min()?, optimum);
    }
    let simplex = random.distribution(m);
    let low = (0..n).map(|t| weighted(&simplex, t)).collect::<Option<Vector>>()?.into_iter().min()?;
    let least = smallest(all.lifted(false).iter().filter_map(|vertex| vertex.last().cloned()))?;
    r.ge("s13.tolerance", &least, &low);
    // Fewer candidates: the value can only grow.
    all.objective.pop();
    for g in &mut all.constraints {
        g.pop();
    }
    if let (Some(optimum), Some(fewer)) = (optimum, value(&all)) {
        r.le("s13.dual", &optimum, &fewer);
    }
    Some(())
}

fn hinge(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let up = |s: &Q| (Q::one() + s).positive_part();
    let down = |s: &Q| (Q::one() - s).positive_part();
    let low = |s: &Q| s.clone().min(Q::one());
    let kappa = random.share();
    let groups: Vec<Vector> = (0..random.size(1, 3))
        .map(|_| {
            let size = random.size(1, 3);
            random.vector(size)
        })
        .collect();
    let scores: Vec<&Q> = groups.iter().flatten().collect();
    let n = count(scores.len());
    let floor = whole(2) * &kappa - Q::one();
    for s in &scores {
        let indicator = if s.is_positive() { Q::one() } else { Q::zero() };
        r.le("hinge.indicator", &indicator, &up(s));
        r.le("hinge.indicator", &-indicator, &(down(s) - Q::one()));
        r.ge("hinge.point", &(&kappa * up(s) - low(s)), &floor);
    }
    let overall = scores.iter().map(|s| up(s)).sum::<Q>().over(&n)?;
    let proxy = |group: &Vector| -> Option<Q> {
        let own = group.iter().map(down).sum::<Q>().over(&count(group.len()))?;
        Some(&kappa * &overall + own - Q::one())
    };
    let proxies: Vector = groups.iter().map(proxy).collect::<Option<_>>()?;
    let shares = groups.iter().map(|group| count(group.len()).over(&n)).collect::<Option<Vector>>()?;
    let average = scores.iter().map(|s| &kappa * up(s) - low(s)).sum::<Q>().over(&n)?;
    r.eq("hinge.sum", &dot(&shares, &proxies), &average);
    r.ge("hinge.infeasible", proxies.iter().max()?, &floor);
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    exponentiated(r, random)?;
    anytime(r, random)?;
    duality(r, random)?;
    hinge(r, random)
}
