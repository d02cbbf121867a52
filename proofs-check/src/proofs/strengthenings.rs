//! The strengthenings S1, S2, S3, S4, S6, S14 and S16 of the two theorems about equilibria.
//!
//! New: not in the paper. Each is a short chain; together they say that the conclusions of Theorems 1 and 2 can be
//! measured, that the comparator may be a mixture, and that Slater's condition gives feasibility without the norm of
//! the multipliers.

use super::game::{Lagrangian, golden_lagrangian};
use super::number::{Q, frac, whole};
use super::proxy_game::{Proxy, golden_proxy};
use super::random::Random;
use super::recorder::{Proof, Recorder, holds};
use super::vector::{Vector, dot, mixture, positive_parts, smallest};

/// S1, S2, S3, S14 and S16: the Lagrangian game.
pub const LAGRANGIAN: Proof = Proof {
    name: "s-lagrangian",
    statement: "S1-S3, S14, S16: mixtures as comparators, direct bounds, feasibility from Slater's condition",
    steps: &[
        holds("s1.1", "d(lbar) <= E_Q L(theta, lbar)"),
        holds("s1.2", "E_Q L(theta, lbar) <= E_Q g0 if E_Q g <= 0"),
        holds("s1.3", "E g0 <= E_Q g0 + eps if E_Q g <= 0"),
        holds("s2.1", "E g0 - E_Q g0 <= E g0 - d(lhat) for every lhat >= 0 if E_Q g <= 0"),
        holds("s2.2", "E g0 - d(lbar) = eps - R norm_q of (E g)_+"),
        holds("s16", "any weights w and any lhat >= 0: E_w g0 - E_Q g0 <= E_w g0 - d(lhat)"),
        holds("s3.1", "E_mix g <= 0 for mix = (1 - a) theta + a theta', a = v/(v + gamma)"),
        holds("s3.2", "d(lbar) <= (1 - a) E g0 + a g0(theta')"),
        holds("s3.3", "R norm_q of (E g)_+ <= eps + a (g0(theta') - E g0)"),
        holds("s3.4", "a <= v/gamma <= norm_q of (E g)_+ / gamma"),
        holds("s3.5", "norm_q of (E g)_+ <= eps/(R - B/gamma) if R > B/gamma"),
        holds("tvl.direct", "TV-L: E g0 - d(lbar) = 0; S3 reads 2/5 <= 1/2 and bounds by 2/5"),
        holds("s14", "TV-L: no pure point is feasible and at most OPT_mix = 1/2"),
    ],
    fixed: lagrangian_fixed,
    random: lagrangian_random,
    cost: 1,
};

/// Says S1, S2 and S16 against the distribution `q` on Theta if it is feasible in the mean.
fn against_mixture(r: &mut Recorder, game: &Lagrangian, q: &[Q], lhat: &[Q], weights: &[Q]) -> Option<()> {
    let mean_g = mixture(game.constraint_count(), q.iter().zip(&game.constraints));
    let (mean_g0, lbar) = (dot(q, &game.objective), game.mean_multipliers());
    let (g0, eps, dual) = (game.mean_objective()?, game.gap()?, game.dual(&lbar)?);
    let value = &mean_g0 + dot(&lbar, &mean_g);
    r.le("s1.1", &dual, &value);
    let violation = game.norm.dual().of(&positive_parts(&game.mean_constraints()?))?;
    r.eq("s2.2", &(&g0 - &dual), &(&eps - &game.radius * violation));
    if mean_g.iter().any(Q::is_positive) {
        return Some(());
    }
    r.le("s1.2", &value, &mean_g0);
    r.le("s1.3", &g0, &(&mean_g0 + &eps));
    let bound = game.dual(lhat)?;
    r.le("s2.1", &(&g0 - &mean_g0), &(&g0 - &bound));
    let weighted = dot(weights, &game.objective);
    r.le("s16", &(&weighted - &mean_g0), &(&weighted - &bound));
    Some(())
}

/// Says S3 at every point with a margin; gives the numbers of the last one (`R v`, its bound, the final bound) if any.
pub fn slater(r: &mut Recorder, game: &Lagrangian) -> Option<Vec<Q>> {
    let (g0, g, eps) = (game.mean_objective()?, game.mean_constraints()?, game.gap()?);
    let dual = game.dual(&game.mean_multipliers())?;
    let violation = positive_parts(&g);
    let (v, size) = (violation.iter().max()?, game.norm.dual().of(&violation)?);
    let mut numbers = Vec::new();
    for (objective, constraints) in game.points() {
        let gamma = constraints.iter().map(|x| -x).min()?;
        if !gamma.is_positive() {
            continue;
        }
        let a = v.over(&(v + &gamma))?;
        let rest = Q::one() - &a;
        for (mean, here) in g.iter().zip(constraints) {
            r.le("s3.1", &(&rest * mean + &a * here), &Q::zero());
        }
        r.le("s3.2", &dual, &(&rest * &g0 + &a * objective));
        let (left, right) = (&game.radius * &size, &eps + &a * (objective - &g0));
        r.le("s3.3", &left, &right);
        r.le("s3.4", &a, &v.over(&gamma)?);
        r.le("s3.4", &v.over(&gamma)?, &size.over(&gamma)?);
        let room = &game.radius - game.objective_range().over(&gamma)?;
        if room.is_positive() {
            let bound = eps.over(&room)?;
            r.le("s3.5", &size, &bound);
            numbers = vec![left, right, bound];
        }
    }
    Some(numbers)
}

fn lagrangian_fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-L");
    let game = golden_lagrangian()?;
    let half = vec![frac(1, 2), frac(1, 2)];
    against_mixture(r, &game, &half, &[frac(1, 2)], &half)?;
    let direct = game.mean_objective()? - game.dual(&game.mean_multipliers())?;
    r.eq("tvl.direct", &direct, &Q::zero());
    let numbers = slater(r, &game)?;
    r.same("tvl.direct", &numbers, &[frac(2, 5), frac(1, 2), frac(2, 5)]);
    for (objective, constraints) in game.points() {
        let worst = constraints.iter().max()?.clone().max(objective - frac(1, 2));
        r.lt("s14", &Q::zero(), &worst);
    }
    Some(())
}

fn lagrangian_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Lagrangian::any(random)?;
    let n = game.objective.len();
    let lhat: Vector = (0..game.constraint_count()).map(|_| random.nonnegative()).collect();
    for _ in 0..3 {
        let (q, weights) = (random.distribution(n), random.distribution(n));
        against_mixture(r, &game, &q, &lhat, &weights)?;
    }
    slater(r, &game).map(|_| ())
}

/// S1, S4 and S6: the proxy game.
pub const PROXY: Proof = Proof {
    name: "s-proxy",
    statement: "S1, S4, S6: the violation is an identity, the direct bound needs no regret, Lemma 7 from data",
    steps: &[
        holds("s4.1", "max_j E[lambda_0 l_j] = lbar_0 max(0, max_i E_thetabar g_i)"),
        holds("s4.2", "E_thetabar g0 - E_Q g0 <= E_thetabar g0 - min_theta (g0 + <mu, p>) if E_Q p <= 0, mu >= 0"),
        holds("s4.3", "at mu_i = lbar_i/lbar_0 the bound is (E lambda_0 g0 - min L_theta(., lbar))/lbar_0"),
        holds("s4.4", "it is <= (eps_theta + ext)/lbar_0, ext = -E L_lambda, by domination"),
        holds("s4.5", "ext <= eps_lambda"),
        holds("s1.proxy", "E_thetabar g0 <= E_Q g0 + (eps_theta + eps_lambda)/lbar_0 if E_Q p <= 0"),
        holds("s6", "lbar_0 (gamma + g0(theta') - E_thetabar g0) >= gamma - eps_theta - ext"),
        holds("tvp.direct", "TV-P: ext = 3/32, direct bound -3/38, S6 reads lbar_0 >= 209/1416"),
    ],
    fixed: proxy_fixed,
    random: proxy_random,
    cost: 1,
};

/// Says the lines on one dominated game with `lbar_0 > 0`; gives ext, the direct bound and the bound of S6 last said.
pub fn proxy(r: &mut Recorder, game: &Proxy, q: &[Q], mu: &[Q]) -> Option<Vec<Q>> {
    let lbar = game.mean_multipliers();
    let (first, rest) = lbar.split_first()?;
    if !first.is_positive() {
        return Some(Vec::new());
    }
    let (eps_theta, eps_lambda, ext) = (game.theta_regret()?, game.swap_regret()?, -game.mean_gain()?);
    let g0 = game.resampled(|theta| game.objective.get(theta).cloned())?;
    let mean = |i: usize| game.resampled(|theta| game.constraints.get(theta)?.get(i).cloned());
    let means: Vector = (0..game.constraint_count()).map(mean).collect::<Option<_>>()?;
    let out = game.correlations()?.first()?.iter().max()?.clone();
    r.eq("s4.1", &out, &(first * means.iter().max()?.positive_part()));
    let least = |mu: &[Q]| smallest(game.objective.iter().zip(&game.proxies).map(|(g0, p)| g0 + dot(mu, p)));
    let (mean_g0, mean_p) = (dot(q, &game.objective), mixture(rest.len(), q.iter().zip(&game.proxies)));
    if mean_p.iter().all(|p| *p <= Q::zero()) {
        r.le("s4.2", &(&g0 - &mean_g0), &(&g0 - least(mu)?));
        r.le("s1.proxy", &g0, &(&mean_g0 + (&eps_theta + &eps_lambda).over(first)?));
    }
    let scaled: Vector = rest.iter().map(|x| x.over(first)).collect::<Option<_>>()?;
    let direct = &g0 - least(&scaled)?;
    r.eq("s4.3", &direct, &(first * &g0 - game.least_cost(&lbar)?).over(first)?);
    r.le("s4.4", &direct, &(&eps_theta + &ext).over(first)?);
    r.le("s4.5", &ext, &eps_lambda);
    let mut final_bound = Q::zero();
    for (objective, proxies) in game.objective.iter().zip(&game.proxies) {
        let gamma = proxies.iter().map(|p| -p).min()?;
        let (factor, right) = (&gamma + objective - &g0, &gamma - &eps_theta - &ext);
        if gamma.is_positive() {
            r.ge("s6", &(first * &factor), &right);
            final_bound = right.over(&factor).unwrap_or(final_bound);
        }
    }
    Some(vec![ext, direct, final_bound])
}

fn proxy_fixed(r: &mut Recorder) -> Option<()> {
    r.instance("TV-P");
    let numbers = proxy(r, &golden_proxy()?, &[whole(0), whole(0), whole(1)], &[whole(1), whole(1)])?;
    r.same("tvp.direct", &numbers, &[frac(3, 32), frac(-3, 38), frac(209, 1416)]);
    Some(())
}

fn proxy_random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let game = Proxy::random(random, true)?;
    let q = random.distribution(game.objective.len());
    let mu: Vector = (0..game.constraint_count()).map(|_| random.nonnegative()).collect();
    proxy(r, &game, &q, &mu).map(|_| ())
}
