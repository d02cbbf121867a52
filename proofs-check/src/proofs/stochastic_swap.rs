//! Corollary 4 and Lemma 9 (`lem:stochastic-internal-regret`), repaired: uniform over all left-stochastic matrices.
//!
//! The paper transfers Corollary 2 and Lemma 8 through Theorem 7, which holds for a comparator fixed in advance. The
//! repaired proof needs no ghost: the noise is linear in the comparator, so its maximum is at one of the finitely
//! many deterministic swaps, and a union bound over them is enough. The lines here are its exact steps.

use super::enclosure::{Enclosure, ln};
use super::number::{Q, count, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::vector::{Columns, Vector, apply, choices, dot, minus, mixture, norm_1, norm_inf, unit};

/// The proof of Lemma 9', with the diameter of Corollary 4'.
pub const LEMMA_9: Proof = Proof {
    name: "lem9",
    statement: "Corollary 4, Lemma 9 repaired: stochastic swap regret uniformly over all matrices",
    steps: &[
        holds("lem9.split", "<s, M* l - l> = <Delta, M* l - M l> - <xi, M* l - l> if M l = l"),
        holds("lem9.martingale", "E[<xi, M* l - l> | the past] = 0"),
        holds("lem9.linear", "<xi, M* l - l> <= its maximum over the deterministic swaps"),
        holds("lem9.count", "there are n^n deterministic swaps, and ln(n^n) and n ln n are one number"),
        holds("lem9.range", "<Delta, l - M* l>^2 <= (2B)^2"),
        holds("lem9.first-zero", "if Delta_0 = 0: <Delta, M l - l>^2 <= B^2 for M = all to 0 and M = 0 to j"),
        holds("cor4.diameter", "norm_12(M - M')^2 <= 4n"),
    ],
    fixed: no_fixed_instances,
    random,
    cost: 2,
};

/// The swap matrix that sends action i to `swap[i]`.
fn swap_matrix(swap: &[usize]) -> Columns {
    swap.iter().map(|to| unit(swap.len(), *to)).collect()
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let n = random.size(2, 3);
    let lambda = random.distribution(n);
    // A matrix with this fixed point: the identity mixed with "everything to lambda".
    let share = random.share();
    let column = |i: usize| mixture(n, [(&share, &unit(n, i)), (&(Q::one() - &share), &lambda)]);
    let matrix: Columns = (0..n).map(column).collect();
    let star: Columns = (0..n).map(|_| random.distribution(n)).collect();
    let outcomes = random.size(1, 3);
    let chances = random.full_distribution(outcomes);
    let draws: Vec<Vector> = (0..outcomes).map(|_| random.vector(n)).collect();
    let mean = mixture(n, chances.iter().zip(&draws));
    let bound = draws.iter().map(|draw| norm_inf(draw)).max()?;
    let swaps = choices(n, n);
    let away = |matrix: &Columns| minus(&apply(matrix, &lambda), &lambda);
    let (here, deviation) = (apply(&matrix, &lambda), away(&star));
    for draw in &draws {
        let xi = minus(draw, &mean);
        let first = dot(draw, &minus(&apply(&star, &lambda), &here));
        r.eq("lem9.split", &dot(&mean, &deviation), &(first - dot(&xi, &deviation)));
        let best = swaps.iter().map(|swap| dot(&xi, &away(&swap_matrix(swap)))).max()?;
        r.le("lem9.linear", &dot(&xi, &deviation), &best);
        r.le("lem9.range", &dot(draw, &deviation).square(), &(whole(4) * bound.square()));
        let mut zero_first = draw.clone();
        *zero_first.first_mut()? = Q::zero();
        for j in 0..n {
            // j = 0: everything to the first action; otherwise the first action to j.
            let swap: Vec<usize> = (0..n)
                .map(|i| {
                    if i == 0 {
                        j
                    } else if j == 0 {
                        0
                    } else {
                        i
                    }
                })
                .collect();
            let gain = dot(&zero_first, &away(&swap_matrix(&swap)));
            r.le("lem9.first-zero", &gain.square(), &norm_inf(&zero_first).square());
        }
    }
    let noise = |draw: &Vector| dot(&minus(draw, &mean), &deviation);
    let expected: Q = chances.iter().zip(&draws).map(|(chance, draw)| chance * noise(draw)).sum();
    r.eq("lem9.martingale", &expected, &Q::zero());
    let power = (0..n).fold(Q::one(), |power, _| power * count(n));
    r.eq("lem9.count", &count(swaps.len()), &power);
    // Two enclosures of one number must meet.
    let (log_power, capacity) = (ln(&power)?, &Enclosure::from(count(n)) * &ln(&count(n))?);
    r.le("lem9.count", &log_power.low, &capacity.high);
    r.le("lem9.count", &capacity.low, &log_power.high);
    let other: Columns = (0..n).map(|_| random.distribution(n)).collect();
    let distance: Q = star.iter().zip(&other).map(|(a, b)| norm_1(&minus(a, b)).square()).sum();
    r.le("cor4.diameter", &distance, &count(n.checked_mul(4)?));
    Some(())
}
