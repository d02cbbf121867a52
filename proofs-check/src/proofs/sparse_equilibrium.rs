//! Theorem 5 (`thm:sparse-equilibrium`) with Lemmas 2 and 5 on finite games: sparse equilibria by exact search.
//!
//! The paper takes existence from a minimax theorem; here every extreme equilibrium of a finite game is found by
//! enumerating the vertices of both best-reply polyhedra, and the rest of the proof (linearity in lambda, support on
//! minimizers, Caratheodory, the same function of lambda) is said line by line. The statement is false without
//! convexity of Lambda (`thm5.nonconvex`: all two-point games with entries -1, 0, 1 are searched for an equilibrium
//! with lambda in {0, 1}; golden vector TV-5 is one without), and Lemma 5 is false without continuity (TV-D).

use super::linear::vertices;
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, fails, holds};
use super::sparse_program::{Candidates, purify};
use super::vector::{Vector, choices, dot, mixture, scaled, support, unit, zeros};

/// The finite version of Theorem 5, with Lemmas 2 and 5.
pub const THEOREM_5: Proof = Proof {
    name: "thm5",
    statement: "Theorem 5, Lemmas 2 and 5: sparse equilibria exist for convex Lambda and continuous functions",
    steps: STEPS,
    fixed,
    random,
    cost: 4,
};

const STEPS: &[Step] = &[
    holds("thm5.exists", "a finite game has an extreme equilibrium (theta mixed, lambda in the convex hull)"),
    holds("thm5.1", "E L_theta(theta*, ltilde) = L_theta(theta*, lambda), lambda = E ltilde"),
    holds("thm5.2", "every theta of the support minimizes L_theta(., lambda)"),
    holds("thm5.3", "E L_lambda(theta, lambda) = max_l* E L_lambda(theta, l*)"),
    holds("thm5.4", "the sparse mixture has the same mean gradient in lambda"),
    holds("thm5.5", "E L_lambda is the same function of l* for both mixtures"),
    holds("thm5.6", "the sparse mixture has at most m + 1 points, all of them minimizers"),
    fails("thm5.nonconvex", "every game with Lambda = {0, 1} has an equilibrium with lambda in Lambda"),
    holds("tv5.convex", "TV-5 with Lambda = [0, 1]: lambda = 1/2, both points with weight 1/2, both gaps 0"),
    holds("lem5.parameters", "L_theta and L_lambda as functions of the last m coordinates are affine in them"),
    holds("thm5e.theta", "points within tau of an equilibrium: theta-gap <= tau (1 + max norm_1 of lambda)"),
    holds("thm5e.lambda", "points within tau of an equilibrium: lambda-gap <= 2 tau max norm_1 of lambda"),
    holds("fig1.pure", "Figure 1 needs R large: at R = 1/10, theta = 1 and lambda = (1/10, 0) are a pure equilibrium"),
    holds("tvd.reply", "TV-D: theta = 8 l/(1 + 7 l) is the one best reply: the derivative is 0 and increasing"),
    holds("tvd.dominated", "TV-D: the proxy is at least the constraint"),
    holds("tvd.none", "TV-D: at the best reply to any l the lambda-player gains by moving"),
    holds("tvd.approximate", "TV-D: l = 1/9, theta in {1/2, 1/2 + tau}: gaps 8 tau^2/9 and 0"),
];

/// A finite game: costs and gains at each theta (rows) for each vertex of Lambda (columns), and these vertices.
#[derive(Clone, Debug)]
pub struct Finite {
    pub costs: Vec<Vector>,
    pub gains: Vec<Vector>,
    pub corners: Vec<Vector>,
}

/// An equilibrium: the weights on Theta, the weights on the vertices of Lambda.
type Pair = (Vector, Vector);

/// `{(x, bound) : x in the simplex, sum_k x_k rows_k <= bound}`; its vertices.
fn best_reply_vertices(rows: &[Vector]) -> Vec<Vector> {
    let (n, k) = (rows.len(), rows.first().map_or(0, Vec::len));
    let longer = |x: Vector, last: i64| x.into_iter().chain([whole(last)]).collect::<Vector>();
    let signs = (0..n).map(|i| (longer(scaled(&whole(-1), &unit(n, i)), 0), Q::zero()));
    let replies = (0..k).map(|j| (longer(rows.iter().filter_map(|row| row.get(j)).cloned().collect(), -1), Q::zero()));
    vertices(&[(longer(vec![Q::one(); n], 0), Q::one())], &signs.chain(replies).collect::<Vec<_>>())
}

impl Finite {
    /// Every extreme equilibrium: pairs of vertices in which each move is unused or a best reply.
    pub fn equilibria(&self) -> Vec<Pair> {
        let corners = self.corners.len();
        let negative = |j: usize| self.costs.iter().filter_map(move |row| row.get(j)).map(|x| -x).collect();
        let by_corner: Vec<Vector> = (0..corners).map(negative).collect();
        let mut found = Vec::new();
        for theta in best_reply_vertices(&self.gains) {
            for lambda in best_reply_vertices(&by_corner) {
                let (Some((w, p)), Some((u, x))) = (theta.split_last(), lambda.split_last()) else { continue };
                let gain = |j: usize| p.iter().zip(&self.gains).map(|(y, row)| y * row.get(j).unwrap_or(w)).sum::<Q>();
                let used = x.iter().enumerate().all(|(j, y)| y.is_zero() || gain(j) == *w);
                let minimal = p.iter().zip(&self.costs).all(|(y, row)| y.is_zero() || dot(x, row) == -u);
                if used && minimal {
                    found.push((p.to_vec(), x.to_vec()));
                }
            }
        }
        found
    }

    /// The mean gain at each vertex of Lambda.
    fn mean_gains(&self, p: &[Q]) -> Vector {
        mixture(self.corners.len(), p.iter().zip(&self.gains))
    }
}

/// Says the lines at every extreme equilibrium. The costs are `constant + <slope, lambda>`, the gains `<slope, lambda>`
/// up to a constant, in the coordinates of the vertices of Lambda.
pub fn check(r: &mut Recorder, game: &Finite, cost: impl Fn(usize, &[Q]) -> Option<Q>) -> Option<()> {
    let found = game.equilibria();
    r.at_most("thm5.exists", 1, found.len());
    let dimension = game.corners.first()?.len();
    for (_, x) in found.iter().take(4) {
        // Equilibria with one lambda are a convex set: their mean is one that need not be sparse.
        let alike: Vec<&Vector> = found.iter().filter(|(_, y)| y == x).map(|(p, _)| p).collect();
        let share = Q::one().over(&count(alike.len()))?;
        let p = mixture(game.costs.len(), alike.into_iter().map(|p| (&share, p)));
        let lambda = mixture(dimension, x.iter().zip(&game.corners));
        let least = game.costs.iter().map(|row| dot(x, row)).min()?;
        for (theta, row) in game.costs.iter().enumerate() {
            r.eq("thm5.1", &dot(x, row), &cost(theta, &lambda)?);
            if p.get(theta)?.is_positive() {
                r.eq("thm5.2", &dot(x, row), &least);
            }
        }
        let gains = game.mean_gains(&p);
        r.eq("thm5.3", &dot(x, &gains), gains.iter().max()?);
        // The gradient in lambda: differences of the gains at the vertices from the first one.
        let gradient = |j: usize| game.gains.iter().map(move |row| Some(row.get(j)? - row.first()?)).collect();
        let slopes: Vec<Vector> = (1..game.corners.len()).map(gradient).collect::<Option<_>>()?;
        let candidates = Candidates { objective: zeros(game.costs.len()), constraints: slopes };
        let sparse = purify(&mut Recorder::new(), &candidates, &p)?;
        for slope in &candidates.constraints {
            r.eq("thm5.4", &dot(&sparse, slope), &dot(&p, slope));
        }
        let after = game.mean_gains(&sparse);
        let constant = after.first()? - gains.first()?;
        after.iter().zip(&gains).for_each(|(a, b)| r.eq("thm5.5", &(a - b), &constant));
        r.at_most("thm5.6", support(&sparse), game.corners.len());
        sparse.iter().zip(&game.costs).filter(|(weight, _)| weight.is_positive()).for_each(|(_, row)| {
            r.eq("thm5.6", &dot(x, row), &least);
        });
    }
    Some(())
}

/// The Lagrangian game on `{lambda >= 0, ||lambda||_1 <= radius}`.
fn lagrangian(objective: &[Q], constraints: &[Vector], radius: &Q) -> Finite {
    let m = constraints.first().map_or(0, Vec::len);
    let corners: Vec<Vector> = [zeros(m)].into_iter().chain((0..m).map(|i| scaled(radius, &unit(m, i)))).collect();
    let row = |(g0, g): (&Q, &Vector)| corners.iter().map(|corner| g0 + dot(corner, g)).collect();
    let values: Vec<Vector> = objective.iter().zip(constraints).map(row).collect();
    Finite { costs: values.clone(), gains: values, corners }
}

/// The proxy game on the simplex.
fn proxy(objective: &[Q], constraints: &[Vector], proxies: &[Vector]) -> Finite {
    let prefixed = |first: Q, rest: &Vector| [first].into_iter().chain(rest.iter().cloned()).collect::<Vector>();
    let actions = constraints.first().map_or(1, |g| g.len().saturating_add(1));
    Finite {
        costs: objective.iter().zip(proxies).map(|(g0, p)| prefixed(g0.clone(), p)).collect(),
        gains: constraints.iter().map(|g| prefixed(Q::zero(), g)).collect(),
        corners: (0..actions).map(|i| unit(actions, i)).collect(),
    }
}

/// Whether a two-point game has an equilibrium with `lambda` in {0, 1}: some mixture of minimizers to which it replies.
fn has_equilibrium_at_a_corner(g0: &[Q], g: &[Q]) -> bool {
    [Q::zero(), Q::one()].iter().any(|lambda| {
        let values: Vector = g0.iter().zip(g).map(|(a, b)| a + lambda * b).collect();
        let least = values.iter().min();
        let best: Vec<&Q> = g.iter().zip(&values).filter(|(_, v)| Some(*v) == least).map(|(x, _)| x).collect();
        best.iter().any(|x| if lambda.is_zero() { **x <= Q::zero() } else { **x >= Q::zero() })
    })
}

/// Golden vector TV-D: `g_0 = theta^2`, the proxy `8 (1 - theta)^2 - 1`, the constraint 1 up to 1/2 and -1 above.
fn discontinuous(r: &mut Recorder, l: &Q, tau: &Q) -> Option<()> {
    let proxy = |theta: &Q| whole(8) * (Q::one() - theta).square() - Q::one();
    let constraint = |theta: &Q| if *theta <= frac(1, 2) { Q::one() } else { whole(-1) };
    let value = |l: &Q, theta: &Q| (Q::one() - l) * theta.square() + l * proxy(theta);
    let theta = (whole(8) * l).over(&(Q::one() + whole(7) * l))?;
    let slope = whole(2) * (Q::one() - l) * &theta - whole(16) * l * (Q::one() - &theta);
    r.eq("tvd.reply", &slope, &Q::zero());
    r.lt("tvd.reply", &Q::zero(), &(whole(2) * (Q::one() - l) + whole(16) * l));
    r.ge("tvd.dominated", &proxy(&theta), &constraint(&theta));
    let g = constraint(&theta);
    r.lt("tvd.none", &Q::zero(), &(g.positive_part() - l * &g));
    let (ninth, half) = (frac(1, 9), frac(1, 2));
    let other = &half + tau;
    let mean = (value(&ninth, &half) + value(&ninth, &other)) * &half;
    r.eq("tvd.approximate", &(mean - value(&ninth, &half)), &(whole(8) * tau.square() * &ninth));
    r.eq("tvd.approximate", &(constraint(&half) + constraint(&other)), &Q::zero());
    Some(())
}

/// The version without continuity: an equilibrium of the closure, played with points whose values are within tau.
fn nearby(r: &mut Recorder, random: &mut Random, game: &Finite, radius: &Q) -> Option<()> {
    let (p, x) = game.equilibria().into_iter().next()?;
    let dimension = game.corners.first()?.len();
    let lambda = mixture(dimension, x.iter().zip(&game.corners));
    let least = game.costs.iter().map(|row| dot(&x, row)).min()?;
    let tau = random.share();
    let mut shift = || &tau * (random.share() * whole(2) - Q::one());
    let (mut theta_value, mut gradient) = (Q::zero(), zeros(dimension));
    for (weight, row) in p.iter().zip(&game.costs) {
        // The first vertex of Lambda is 0, the others R e_i: the values give the objective and the constraints.
        let (g0, rest) = row.split_first()?;
        let g: Vector = rest.iter().map(|value| (value - g0).over(radius)).collect::<Option<_>>()?;
        let (g0, g) = (g0 + shift(), g.iter().map(|x| x + shift()).collect::<Vector>());
        theta_value = theta_value + weight * (g0 + dot(&lambda, &g));
        gradient = mixture(dimension, [(&Q::one(), &gradient), (weight, &g)]);
    }
    r.le("thm5e.theta", &(theta_value - least), &(&tau * (Q::one() + radius)));
    let best = game.corners.iter().map(|corner| dot(corner, &gradient)).max()?;
    r.le("thm5e.lambda", &(best - dot(&lambda, &gradient)), &(whole(2) * &tau * radius));
    Some(())
}

/// The caption of Figure 1: `g_0 = -theta^2 - theta`, `g = (theta - 1/2, -theta - 1/2)` on `[-1, 1]`.
fn figure_1(r: &mut Recorder, theta: &Q) {
    let value = |theta: &Q, lambda: &[Q]| {
        let g = [theta - frac(1, 2), -theta - frac(1, 2)];
        -theta.square() - theta + dot(lambda, &g)
    };
    let lambda = [frac(1, 10), Q::zero()];
    r.le("fig1.pure", &value(&Q::one(), &lambda), &value(theta, &lambda));
    for other in [[Q::zero(), Q::zero()], [Q::zero(), frac(1, 10)]] {
        r.le("fig1.pure", &value(&Q::one(), &other), &value(&Q::one(), &lambda));
    }
}

fn fixed(r: &mut Recorder) -> Option<()> {
    let entry = |choice: &usize| count(*choice) - Q::one();
    for choice in choices(4, 3) {
        r.instance(format!("Lambda = {{0, 1}}, entries {choice:?} less 1"));
        let entries: Vector = choice.iter().map(entry).collect();
        let (g0, g) = entries.split_at(2);
        let found = usize::from(has_equilibrium_at_a_corner(g0, g));
        r.at_most("thm5.nonconvex", 1, found);
        let constraints: Vec<Vector> = g.iter().map(|x| vec![x.clone()]).collect();
        let game = lagrangian(g0, &constraints, &Q::one());
        check(r, &game, |theta, lambda| Some(g0.get(theta)? + dot(lambda, constraints.get(theta)?)))?;
    }
    r.instance("TV-5");
    let (g0, g) = ([Q::zero(), Q::one()], [Q::one(), whole(-1)]);
    r.at_most("thm5.nonconvex", 1, usize::from(has_equilibrium_at_a_corner(&g0, &g)));
    let values: Vector = g0.iter().zip(&g).map(|(a, b)| a + frac(1, 2) * b).collect();
    r.same("tv5.convex", &values, &[frac(1, 2), frac(1, 2)]);
    r.eq("tv5.convex", &dot(&[frac(1, 2), frac(1, 2)], &g), &Q::zero());
    r.instance("TV-D");
    discontinuous(r, &frac(1, 9), &frac(1, 2))
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (n, m) = (random.size(1, 4), random.size(1, 2));
    let objective = random.vector(n);
    let constraints: Vec<Vector> = (0..n).map(|_| random.vector(m)).collect();
    let radius = random.positive();
    let game = lagrangian(&objective, &constraints, &radius);
    check(r, &game, |theta, lambda| Some(objective.get(theta)? + dot(lambda, constraints.get(theta)?)))?;

    nearby(r, random, &game, &radius)?;
    figure_1(r, &(random.share() * whole(2) - Q::one()));

    let proxies: Vec<Vector> = (0..n).map(|_| random.vector(m)).collect();
    let game = proxy(&objective, &constraints, &proxies);
    let cost = |theta: usize, lambda: &[Q]| {
        let (first, rest) = lambda.split_first()?;
        Some(first * objective.get(theta)? + dot(rest, proxies.get(theta)?))
    };
    check(r, &game, cost)?;
    let (left, right, share) =
        (random.distribution(m.saturating_add(1)), random.distribution(m.saturating_add(1)), random.share());
    let between = mixture(left.len(), [(&share, &left), (&(Q::one() - &share), &right)]);
    for (theta, (g0, p)) in objective.iter().zip(&proxies).enumerate() {
        let last = between.get(1..)?;
        let affine = (Q::one() - last.iter().cloned().sum::<Q>()) * g0 + dot(last, p);
        r.eq("lem5.parameters", &affine, &cost(theta, &between)?);
        r.eq("lem5.parameters", &affine, &(&share * cost(theta, &left)? + (Q::one() - &share) * cost(theta, &right)?));
    }
    discontinuous(r, &random.share(), &(random.share() * frac(1, 2) + frac(1, 100)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_pennies_has_one_equilibrium_and_none_at_a_corner() {
        let (g0, g) = ([whole(0), whole(1)], [whole(1), whole(-1)]);
        let constraints: Vec<Vector> = g.iter().map(|x| vec![x.clone()]).collect();
        let half = vec![frac(1, 2), frac(1, 2)];
        assert_eq!(lagrangian(&g0, &constraints, &whole(1)).equilibria(), vec![(half.clone(), half)]);
        assert!(!has_equilibrium_at_a_corner(&g0, &g));
        assert!(has_equilibrium_at_a_corner(&g0, &[whole(-1), whole(-1)]), "a feasible game has one at 0");
    }
}
