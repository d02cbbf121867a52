//! The two-player rates: Lemma 1 (`lem:oracle-lagrangian`), Lemma 10 (`lem:stochastic-lagrangian`), Lemma 4
//! (`lem:stochastic-proxy-lagrangian`).
//!
//! Lemma 1 is run exactly: an oracle on a finite Theta, projected steps on `{lambda >= 0, norm_1 <= R}`, and numbers of
//! rounds for which sqrt(2T) is whole. For Lemmas 10 and 4 the lines are what the paper's proof does with the two
//! one-player regrets (add them, use linearity), and a run with exact gradients.

use super::game::{Lagrangian, Norm, trace};
use super::mirror::{Cube, Function, quarter_root_above};
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, holds, no_fixed_instances};
use super::vector::{Vector, dot, minus, mixture, norm_1, plus, positive_parts, scaled, square_norm, unit, zeros};

/// The proof of Lemma 1.
pub const LEMMA_1: Proof = Proof {
    name: "lem1",
    statement: "Lemma 1: the oracle algorithm reaches eps = rho + R B sqrt(2/T), run exactly",
    steps: &[
        holds("lem1.projection", "<y - P y, v - P y> <= 0 at every vertex v of Lambda"),
        holds("lem1.gradients", "norm_2(g(theta_t))^2 <= B^2"),
        holds("lem1.regret", "average L(theta_t, l*) - average L(theta_t, lambda_t) <= R B sqrt(2/T)"),
        holds("lem1.sharp", "the same with 3/4 of that bound"),
        holds("lem1.oracle", "average L(theta_t, lambda_t) <= min average L(theta*, lambda_t) + rho"),
        holds("lem1.claim", "max_l* average L(theta_t, l*) - min_theta* average L(theta*, lambda_t) <= eps"),
        holds("lem1.hypothesis", "this gap is that of Theorem 1 for the uniform distribution, lbar"),
        holds("lem1.start", "norm_1(lbar) <= R (T - 1)/T, as lambda_1 = 0"),
    ],
    fixed: no_fixed_instances,
    random: lemma_1,
    cost: 2,
};

/// The Euclidean projection on `{x >= 0, norm_1(x) <= radius}`.
pub fn project(point: &[Q], radius: &Q) -> Option<Vector> {
    let clipped = positive_parts(point);
    if norm_1(&clipped) <= *radius {
        return Some(clipped);
    }
    let mut sorted = point.to_vec();
    sorted.sort_by(|a, b| b.cmp(a));
    let (mut sum, mut level) = (Q::zero(), Q::zero());
    for (before, x) in sorted.iter().enumerate() {
        let candidate = (&sum + x - radius).over(&count(before.saturating_add(1)))?;
        if *x > candidate {
            level = candidate;
        }
        sum = sum + x;
    }
    Some(point.iter().map(|x| (x - &level).positive_part()).collect())
}

fn lemma_1(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (rounds, root) = *random.choose(&[(2_usize, 2_i64), (8, 4)])?;
    let mut game = Lagrangian::random(random, Norm::One)?;
    let m = game.constraint_count();
    let vertices: Vec<Vector> =
        [zeros(m)].into_iter().chain((0..m).map(|i| scaled(&game.radius, &unit(m, i)))).collect();
    let bound = quarter_root_above(&game.constraints.iter().map(|g| square_norm(g)).max()?)?;
    let eta = game.radius.over(&(&bound * whole(root)))?;
    let sloppy = random.once_in(2);
    let (mut lambda, mut moves, mut rho) = (zeros(m), Vec::new(), Q::zero());
    for _ in 0..rounds {
        // An exact oracle, or any point: then rho is its largest error.
        let values = (0..game.objective.len()).map(|theta| game.value(theta, &lambda)).collect::<Option<Vector>>()?;
        let least = values.iter().min()?;
        let exact = values.iter().position(|value| value == least)?;
        let theta = if sloppy { random.size(0, values.len().saturating_sub(1)) } else { exact };
        rho = rho.max(values.get(theta)? - least);
        moves.push((theta, lambda.clone()));
        let gradient = game.constraints.get(theta)?;
        r.le("lem1.gradients", &square_norm(gradient), &bound.square());
        let free = plus(&lambda, &scaled(&eta, gradient));
        let next = project(&free, &game.radius)?;
        for vertex in &vertices {
            r.le("lem1.projection", &dot(&minus(&free, &next), &minus(vertex, &next)), &Q::zero());
        }
        lambda = next;
    }
    game.atoms = trace(&moves)?;
    let rate = &game.radius * &bound * frac(2, root);
    let played: Q = game.atoms.iter().map(|a| Some(&a.weight * game.value(a.theta, &a.lambda)?)).sum::<Option<Q>>()?;
    let (g0, g) = (game.mean_objective()?, game.mean_constraints()?);
    let mut best = g0.clone();
    for vertex in &vertices {
        let value = &g0 + dot(vertex, &g);
        r.le("lem1.regret", &(&value - &played), &rate);
        r.le("lem1.sharp", &(&value - &played), &(frac(3, 4) * &rate));
        best = best.max(value);
    }
    let lbar = game.mean_multipliers();
    let least = game.dual(&lbar)?;
    r.le("lem1.oracle", &played, &(&least + &rho));
    r.le("lem1.claim", &(&best - &least), &(&rho + &rate));
    r.eq("lem1.hypothesis", &(&best - &least), &game.gap()?);
    let share = count(rounds.saturating_sub(1)).over(&count(rounds))?;
    r.le("lem1.start", &norm_1(&lbar), &(&game.radius * share));
    Some(())
}

/// The proofs of Lemmas 10 and 4 from the one-player regrets.
pub const LEMMAS_10_AND_4: Proof = Proof {
    name: "lem10",
    statement: "Lemmas 10 and 4: the two regrets add up to the gap; exact gradients meet the rate",
    steps: &[
        holds("lem10.linear", "average L(theta*, lambda_t) = L(theta*, lbar)"),
        holds(
            "lem10.sum",
            "the two regrets add up to E L(theta, l*) - L(theta*, lbar), the gap of Theorem 1, for all theta*, l*",
        ),
        holds("lem10.theta", "exact gradients: the theta-regret is at most B_Theta B sqrt(2/T)"),
        holds("lem10.lambda", "exact gradients: the lambda-regret is at most R B' sqrt(2/T)"),
        holds("lem10.claim", "exact gradients: the gap is at most (B_Theta B + R B') sqrt(2/T)"),
        holds("lem4.linear", "average L_theta(theta*, lambda_t) = L_theta(theta*, lbar)"),
        holds("lem4.theta", "exact gradients of L_theta: the theta-regret is at most B_Theta B sqrt(2/T)"),
    ],
    fixed: no_fixed_instances,
    random: lemmas_10_and_4,
    cost: 4,
};

/// `w_0 f_0 + ... + w_m f_m` at a point, and a subgradient.
fn combination(functions: &[Function], weights: &[Q], theta: &[Q]) -> (Q, Vector) {
    let value = functions.iter().zip(weights).map(|(f, w)| w * f.value(theta)).sum();
    let gradients: Vec<Vector> = functions.iter().map(|f| f.subgradient(theta)).collect();
    (value, mixture(theta.len(), weights.iter().zip(&gradients)))
}

fn with_first(first: Q, rest: &[Q]) -> Vector {
    [first].into_iter().chain(rest.iter().cloned()).collect()
}

fn lemmas_10_and_4(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (rounds, root) = *random.choose(&[(2_usize, 2_i64), (8, 4)])?;
    let (dimension, m) = (random.size(1, 2), random.size(1, 2));
    let cube = Cube::random(random, dimension);
    let functions: Vec<Function> = (0..=m).map(|_| Function::random(random, dimension)).collect();
    let radius = random.positive();
    let reach = quarter_root_above(&cube.square_radius()?)?;
    let slopes: Vector = functions.iter().map(Function::bound).collect();
    let steepest = slopes.iter().skip(1).max()?;
    let bound = (slopes.first()? + &radius * steepest).max(frac(1, 4));
    // |g_i| is convex or not, but its size on the box is at most that at the centre plus slope times the diameter.
    let centre = cube.project(&zeros(dimension));
    let spread = norm_1(&minus(&cube.high, &cube.low));
    let sizes = functions.iter().skip(1).zip(slopes.iter().skip(1));
    let level: Q = sizes.map(|(f, slope)| f.value(&centre).abs() + slope * &spread).sum::<Q>().max(frac(1, 4));
    let (eta, eta_lambda) = (reach.over(&(&bound * whole(root)))?, radius.over(&(&level * whole(root)))?);
    let (mut theta, mut lambda) = (centre, zeros(m));
    let (mut played, mut trace_lambda, mut trace_g) = (Q::zero(), Vec::new(), Vec::new());
    let corners = cube.corners();
    let star = random.choose(&corners)?;
    let vertex = random
        .choose(&[zeros(m), scaled(&radius, &unit(m, 0)), scaled(&radius, &unit(m, m.saturating_sub(1)))])?
        .clone();
    for _ in 0..rounds {
        let (value, gradient) = combination(&functions, &with_first(Q::one(), &lambda), &theta);
        let values: Vector = functions.iter().map(|f| f.value(&theta)).collect();
        played = played + value;
        trace_lambda.push(lambda.clone());
        let next = project(&plus(&lambda, &scaled(&eta_lambda, values.get(1..)?)), &radius)?;
        theta = cube.project(&minus(&theta, &scaled(&eta, &gradient)));
        (lambda, trace_g) = (next, [trace_g, vec![values]].concat());
    }
    let many = count(rounds);
    let at_star = |lambda: &[Q]| combination(&functions, &with_first(Q::one(), lambda), star).0;
    let against_star: Q = trace_lambda.iter().map(|lambda| at_star(lambda)).sum();
    let share = Q::one().over(&many)?;
    let lbar = mixture(m, trace_lambda.iter().map(|lambda| (&share, lambda)));
    r.eq("lem10.linear", &against_star.over(&many)?, &at_star(&lbar));
    let with_vertex: Q = trace_g.iter().map(|values| dot(&with_first(Q::one(), &vertex), values)).sum();
    let (theta_regret, lambda_regret) = (&played - &against_star, &with_vertex - &played);
    // The left side of Theorem 1's hypothesis: the mean constraints of the trace, and lbar.
    let means = mixture(functions.len(), trace_g.iter().map(|values| (&share, values)));
    let gap = dot(&with_first(Q::one(), &vertex), &means) - at_star(&lbar);
    r.eq("lem10.sum", &(&many * gap), &(&theta_regret + &lambda_regret));
    let rate = many * frac(2, root);
    r.le("lem10.theta", &theta_regret, &(&rate * &reach * &bound));
    r.le("lem10.lambda", &lambda_regret, &(&rate * &radius * &level));
    r.le("lem10.claim", &(with_vertex - against_star), &(&rate * (&reach * &bound + &radius * &level)));
    lemma_4(r, random, &functions, &cube, (rounds, root))
}

/// Lemma 4's theta-player: exact gradients of `L_theta` against any multipliers of the simplex.
fn lemma_4(
    r: &mut Recorder,
    random: &mut Random,
    functions: &[Function],
    cube: &Cube,
    rounds: (usize, i64),
) -> Option<()> {
    let (many, root) = (count(rounds.0), rounds.1);
    let reach = quarter_root_above(&cube.square_radius()?)?;
    let bound = functions.iter().map(Function::bound).max()?.max(frac(1, 4));
    let eta = reach.over(&(&bound * whole(root)))?;
    let star = random.choose(&cube.corners())?.clone();
    let mut theta = cube.project(&zeros(star.len()));
    let (mut regret, mut against, mut weights) = (Q::zero(), Q::zero(), Vec::new());
    for _ in 0..rounds.0 {
        let lambda = random.distribution(functions.len());
        let (value, gradient) = combination(functions, &lambda, &theta);
        let other = combination(functions, &lambda, &star).0;
        (regret, against) = (regret + value - &other, against + other);
        theta = cube.project(&minus(&theta, &scaled(&eta, &gradient)));
        weights.push(lambda);
    }
    let share = Q::one().over(&many)?;
    let lbar = mixture(functions.len(), weights.iter().map(|lambda| (&share, lambda)));
    r.eq("lem4.linear", &(against * share), &combination(functions, &lbar, &star).0);
    r.le("lem4.theta", &regret, &(many * reach * bound * frac(2, root)));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_projection_on_the_ball_is_the_nearest_point() {
        let q = |entries: &[i64]| entries.iter().map(|x| whole(*x)).collect::<Vector>();
        assert_eq!(project(&q(&[2, 1]), &whole(1)), Some(q(&[1, 0])));
        assert_eq!(project(&q(&[1, 1]), &whole(1)), Some(vec![frac(1, 2), frac(1, 2)]));
        assert_eq!(project(&q(&[-3, 1]), &whole(2)), Some(q(&[0, 1])), "inside after clipping");
        assert_eq!(project(&q(&[-3, 5, 4]), &whole(3)), Some(q(&[0, 2, 1])));
    }
}
