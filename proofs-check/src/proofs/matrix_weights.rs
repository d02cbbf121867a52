//! Corollary 2 (`cor:matrix-multiplicative`): multiplicative weights on left-stochastic matrices.
//!
//! The display (11) and the projection by normalizing are identities between sums of products in which logarithms are
//! mere symbols: they are said with arbitrary rationals in place of the logarithms, hence exactly. Pinsker's
//! inequality, strong convexity, the range of Psi and the claim use rational enclosures of exp and ln. The dual norm is rational
//! in squares. The corollary is right.

use super::enclosure::{Enclosure, ln, sqrt};
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::vector::{Columns, Vector, dot, minus, norm_1, norm_inf, total};

/// The proof of Corollary 2.
pub const COROLLARY_2: Proof = Proof {
    name: "cor2",
    statement: "Corollary 2: matrix multiplicative weights, regret 2 B sqrt(n ln n/T)",
    steps: &[
        holds("cor2.bregman", "(11): D(M, M') = norm_11(M') - norm_11(M) + sum_i KL(M_i, M'_i), for any logarithms"),
        holds("cor2.projection", "D(y, x) = D(y, x/norm_1 x) + D(x/norm_1 x, x) for y in the simplex, any logarithms"),
        holds("cor2.psi", "0 <= Psi(M) <= n ln n: 0 <= -sum_j M_ji ln M_ji <= ln n in each column"),
        holds("cor2.pinsker", "norm_1(p - q)^2 <= 2 KL(p, q)"),
        holds("cor2.strong", "sum_i norm_1(M_i - M'_i)^2 <= 2 D(M, M') on left-stochastic matrices"),
        holds("cor2.dual", "<M, G>^2 <= norm_12(M)^2 norm_inf2(G)^2"),
        holds("cor2.dual-attained", "<M, G> = norm_12(M)^2 = norm_inf2(G)^2 at M_i = norm_inf(G_i) sign e_j"),
        holds(
            "cor2.regret",
            "sum_t <A_t, M* - M_t> <= n ln n/eta + (eta/2) sum_t norm_inf2(A_t)^2, M_t = normalized exp",
        ),
        holds("cor2.claim", "with eta = sqrt(n ln n/(T B^2)): average regret <= 2 B sqrt(n ln n/T)"),
    ],
    fixed: no_fixed_instances,
    random,
    cost: 8,
};

/// `KL(p, q) = sum_j p_j ln(p_j/q_j)`; `None` if a weight of q is 0 where that of p is not.
pub fn divergence(p: &[Q], q: &[Q]) -> Option<Enclosure> {
    let mut sum = Enclosure::from(Q::zero());
    for (a, b) in p.iter().zip(q).filter(|(a, _)| !a.is_zero()) {
        sum = &sum + &(&Enclosure::from(a) * &ln(&a.over(b)?)?);
    }
    Some(sum)
}

/// The weights proportional to `exp(score)`.
pub fn softmax(scores: &[Enclosure]) -> Option<Vec<Enclosure>> {
    let raw: Vec<Enclosure> = scores.iter().map(Enclosure::exp).collect::<Option<_>>()?;
    let sum = raw.iter().fold(Enclosure::from(Q::zero()), |sum, x| &sum + x);
    raw.iter().map(|x| x.over(&sum)).collect()
}

/// `<a, b>` for a rational and an enclosed vector.
pub fn enclosed_dot(a: &[Q], b: &[Enclosure]) -> Enclosure {
    let terms = a.iter().zip(b).map(|(x, y)| &Enclosure::from(x) * y);
    terms.fold(Enclosure::from(Q::zero()), |sum, term| &sum + &term)
}

/// The generalized divergence `sum p (log p - log q) - sum p + sum q` with symbols for the logarithms.
fn symbolic(p: &[Q], log_p: &[Q], q: &[Q], log_q: &[Q]) -> Q {
    dot(p, &minus(log_p, log_q)) - total(p) + total(q)
}

/// `norm_inf2(G)^2`.
fn square_inf_2(matrix: &[Vector]) -> Q {
    matrix.iter().map(|column| norm_inf(column).square()).sum()
}

fn identities(r: &mut Recorder, random: &mut Random, n: usize) -> Option<()> {
    let columns = |random: &mut Random| -> Columns { (0..n).map(|_| random.vector(n)).collect() };
    let (one, other) = (columns(random), columns(random));
    let (log_one, log_other) = (columns(random), columns(random));
    let product = |a: &Columns, b: &Columns| -> Q { a.iter().zip(b).map(|(x, y)| dot(x, y)).sum() };
    let sum = |a: &Columns| -> Q { a.iter().map(|column| total(column)).sum() };
    // Psi(M) = n ln n + <M, log M>; its gradient at M' is 1 + log M'.
    let difference: Columns = one.iter().zip(&other).map(|(a, b)| minus(a, b)).collect();
    let left =
        product(&one, &log_one) - product(&other, &log_other) - sum(&difference) - product(&log_other, &difference);
    let pairs = one.iter().zip(&log_one).zip(&log_other);
    let divergences: Q = pairs.map(|((m, log), log_other)| dot(m, &minus(log, log_other))).sum();
    r.eq("cor2.bregman", &left, &(sum(&other) - sum(&one) + divergences));

    let (y, log_y) = (random.distribution(n), random.vector(n));
    let x: Vector = (0..n).map(|_| random.positive()).collect();
    let (log_x, log_sum) = (random.vector(n), random.number());
    let scale = total(&x);
    let unit_x: Vector = x.iter().map(|entry| entry.over(&scale)).collect::<Option<_>>()?;
    let log_unit: Vector = log_x.iter().map(|log| log - &log_sum).collect();
    let through = symbolic(&y, &log_y, &unit_x, &log_unit) + symbolic(&unit_x, &log_unit, &x, &log_x);
    r.eq("cor2.projection", &symbolic(&y, &log_y, &x, &log_x), &through);
    Some(())
}

fn convexity(r: &mut Recorder, random: &mut Random, n: usize) -> Option<()> {
    let log_n = ln(&count(n))?;
    let (mut distance, mut divergences) = (Q::zero(), Enclosure::from(Q::zero()));
    for _ in 0..n {
        let (p, q) = (random.distribution(n), random.full_distribution(n));
        let entropy = -&p
            .iter()
            .filter(|x| x.is_positive())
            .try_fold(Enclosure::from(Q::zero()), |sum, x| Some(&sum + &(&Enclosure::from(x) * &ln(x)?)))?;
        r.surely_le("cor2.psi", Q::zero(), &entropy);
        if p.iter().any(|x| Some(x) != p.first()) {
            r.surely_le("cor2.psi", &entropy, &log_n);
        }
        let (here, square) = (divergence(&p, &q)?, norm_1(&minus(&p, &q)).square());
        r.surely_le("cor2.pinsker", &square, &(&Enclosure::from(whole(2)) * &here));
        (distance, divergences) = (distance + square, &divergences + &here);
    }
    // On left-stochastic matrices both 11-norms are n, so (11) is the sum of the divergences.
    r.surely_le("cor2.strong", &distance, &(&Enclosure::from(whole(2)) * &divergences));
    Some(())
}

fn duality(r: &mut Recorder, random: &mut Random, n: usize) -> Option<()> {
    let columns = |random: &mut Random| -> Columns { (0..n).map(|_| random.vector(n)).collect() };
    let (matrix, gains) = (columns(random), columns(random));
    let product = |m: &Columns| -> Q { m.iter().zip(&gains).map(|(a, b)| dot(a, b)).sum() };
    let square_12 = |m: &Columns| -> Q { m.iter().map(|column| norm_1(column).square()).sum() };
    r.le("cor2.dual", &product(&matrix).square(), &(square_12(&matrix) * square_inf_2(&gains)));
    let peak = |column: &Vector| -> Option<Vector> {
        let size = norm_inf(column);
        let at = column.iter().position(|x| x.abs() == size)?;
        let entry = |(j, x): (usize, &Q)| if j == at { x.clone() } else { Q::zero() };
        Some(column.iter().enumerate().map(entry).collect())
    };
    let best: Columns = gains.iter().map(peak).collect::<Option<_>>()?;
    r.eq("cor2.dual-attained", &product(&best), &square_inf_2(&gains));
    r.eq("cor2.dual-attained", &square_12(&best), &square_inf_2(&gains));
    Some(())
}

/// The regret of multiplicative weights with an enclosed step against a left-stochastic matrix.
fn regret(gains: &[Columns], eta: &Enclosure, best: &Columns, n: usize) -> Option<Enclosure> {
    let mut sums: Columns = vec![vec![Q::zero(); n]; n];
    let mut regret = Enclosure::from(Q::zero());
    for round in gains {
        for ((gain, sum), star) in round.iter().zip(&mut sums).zip(best) {
            let scores: Vec<Enclosure> = sum.iter().map(|x| eta * &Enclosure::from(x)).collect();
            let played = enclosed_dot(gain, &softmax(&scores)?);
            regret = &regret + &(&Enclosure::from(dot(gain, star)) - &played);
            *sum = super::vector::plus(sum, gain);
        }
    }
    Some(regret)
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let n = random.size(2, 3);
    identities(r, random, n)?;
    convexity(r, random, n)?;
    duality(r, random, n)?;
    let rounds = random.size(1, 4);
    let gains: Vec<Columns> = (0..rounds).map(|_| (0..n).map(|_| random.vector(n)).collect()).collect();
    let best: Columns = (0..n).map(|_| random.distribution(n)).collect();
    let capacity = &Enclosure::from(count(n)) * &ln(&count(n))?;
    let eta = random.positive() * frac(1, 4);
    let squares: Q = gains.iter().map(|round| square_inf_2(round)).sum();
    let bound = &capacity.over(&eta.clone().into())? + &Enclosure::from(&eta * squares * frac(1, 2));
    r.surely_le("cor2.regret", regret(&gains, &eta.into(), &best, n)?, bound);

    let largest = gains.iter().map(|round| square_inf_2(round)).max()?.max(frac(1, 4));
    let size = sqrt(&largest)?;
    let eta = capacity.over(&Enclosure::from(count(rounds) * &largest))?.sqrt()?;
    let average = regret(&gains, &eta, &best, n)?.over(&count(rounds).into())?;
    let claim = &(&Enclosure::from(whole(2)) * &size) * &capacity.over(&count(rounds).into())?.sqrt()?;
    r.surely_le("cor2.claim", average, claim);
    Some(())
}
