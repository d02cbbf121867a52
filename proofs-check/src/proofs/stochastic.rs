//! Theorem 7 (`thm:stochastic-mirror`), Corollary 3 and the uniform version 7', on every outcome of finite draws.
//!
//! (12) is `thm7.before-azuma.2`. Martingale properties are checked exactly, by enumerating the draws at every node of
//! a tree. Misprints: the conclusion's bound must be that of the stochastic subgradients. The paper conditions on
//! `theta^(t)` only; under that reading the Azuma display is false (`thm7.literal`): the right condition is the whole
//! past. The proof is for a comparator that does not depend on the draws; for the best one in hindsight the terms are
//! no martingale (`thm7.hindsight`), which is the gap in Lemmas 4, 9 and 10. The ghost iterates of 7' close it.

use super::enclosure::{Enclosure, exp};
use super::mirror::quarter_root_above;
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, fails, holds};
use super::tree::{Round, Tree};
use super::vector::{Vector, dot, minus, range, square_norm};

/// The proof of Theorem 7, with Corollary 3 as its Euclidean case.
pub const THEOREM_7: Proof = Proof {
    name: "thm7",
    statement: "Theorem 7, Corollary 3: stochastic mirror descent against a fixed comparator",
    steps: STEPS,
    fixed,
    random,
    cost: 8,
};

const STEPS: &[Step] = &[
    holds("thm7.linearized", "ftilde_t(theta_t) - ftilde_t(u) = <Delta_t, theta_t - u>"),
    holds("thm7.mirror", "sum_t ftilde_t(theta_t) - ftilde_t(u) <= B_Psi/eta + (eta/2) sum_t norm(Delta_t)^2"),
    holds("thm7.before-azuma.1", "sum_t f_t(theta_t) - f_t(u) <= the same + sum_t ftilde_t(u) - f_t(u)"),
    holds("thm7.before-azuma.2", "(12): sum_t ftilde_t(u) - f_t(u) <= sum_t <Delta_t - s_t, u - theta_t>"),
    holds("thm7.martingale", "E[<Delta_t - s_t, u - theta_t> | the past] = 0 at every node"),
    fails("thm7.hindsight", "E sum_t <Delta_t - s_t, u - theta_t> = 0 for the u that is best in hindsight"),
    holds("thm7.hoelder", "<Delta_t - s_t, u - theta_t>^2 <= norm(Delta_t - s_t)^2 norm(u - theta_t)^2"),
    holds("thm7.noise", "norm(Delta_t - s_t)^2 <= (2B)^2"),
    holds("thm7.reach", "norm(x - theta_1)^2 = 2 D(x, theta_1) <= 2 B_Psi for x = u and x = theta_t"),
    holds("thm7.triangle", "norm(u - theta_t)^2 <= 2 norm(u - theta_1)^2 + 2 norm(theta_t - theta_1)^2"),
    holds("thm7.diameter", "norm(u - theta_t)^2 <= (2 sqrt(2 B_Psi))^2"),
    holds("thm7.increment", "<Delta_t - s_t, u - theta_t>^2 <= (4 B sqrt(2 B_Psi))^2"),
    holds("thm7.azuma", "Pr{average >= e} <= exp(-T e^2/(64 B_Psi B^2)), by enumeration"),
    holds("thm7.delta", "e = 8 B sqrt(B_Psi L/T) makes the exponent -L"),
    holds("thm7.roots", "(sqrt a + sqrt b)^2 <= 2a + 2b"),
    holds("thm7.sum", "2 (2B)^2 B_Psi/T + 2 (8B)^2 B_Psi L/T = (2B)^2 2 B_Psi (1 + 16 L)/T"),
    fails(
        "thm7.literal",
        "the Azuma display if only E[Delta_t | theta_t] is a subgradient: 1/2 <= exp(-T/128), T = 800",
    ),
    holds("thm7.literal-sure", "exp(-T/128) < 1/2 at T = 800"),
    holds("cor3.bound", "(2B)^2 2 B_Psi (1 + 16 L)/T = (2 B_Theta B)^2 (1 + 16 L)/T for B_Psi = B_Theta^2/2"),
];

/// A bound of `norm(Delta_t)` on the tree, and `B_Psi` on the box.
fn bounds(tree: &Tree) -> Option<(Q, Q)> {
    let draws = tree.nodes.iter().flat_map(|node| &node.outcomes).map(|(_, round)| square_norm(&round.draw));
    Some((quarter_root_above(&draws.max()?)?, tree.cube.square_radius()? * frac(1, 2)))
}

/// `<Delta_t - s_t, u - theta_t>`.
fn term(round: &Round, u: &[Q]) -> Q {
    dot(&round.noise(), &minus(u, &round.theta))
}

/// Says the lines of the decomposition on every path.
pub fn decomposition(r: &mut Recorder, tree: &Tree, u: &Vector) -> Option<()> {
    let (_, bound_psi) = bounds(tree)?;
    for (_, path) in &tree.paths {
        let (mut tilde, mut regret, mut error, mut noise, mut squares) =
            (Q::zero(), Q::zero(), Q::zero(), Q::zero(), Q::zero());
        for round in path {
            let here = round.function.value(&round.theta);
            let linear = |x: &[Q]| &here + dot(&round.draw, &minus(x, &round.theta));
            let difference = linear(&round.theta) - linear(u);
            r.eq("thm7.linearized", &difference, &dot(&round.draw, &minus(&round.theta, u)));
            tilde = tilde + difference;
            regret = regret + &here - round.function.value(u);
            error = error + linear(u) - round.function.value(u);
            noise = noise + term(round, u);
            squares = squares + square_norm(&round.draw);
        }
        let right = bound_psi.over(&tree.eta)? + &tree.eta * &squares * frac(1, 2);
        r.le("thm7.mirror", &tilde, &right);
        r.le("thm7.before-azuma.1", &regret, &(&right + &error));
        r.le("thm7.before-azuma.2", &error, &noise);
    }
    Some(())
}

/// Every positive value of a function of the path, with the exact chance to reach it.
fn tails(tree: &Tree, value: impl Fn(&[Round]) -> Q) -> Vec<(Q, Q)> {
    let values: Vec<(Q, &Q)> = tree.paths.iter().map(|(chance, path)| (value(path), chance)).collect();
    let chance = |level: &Q| values.iter().filter(|(x, _)| x >= level).map(|(_, chance)| (*chance).clone()).sum();
    values.iter().filter(|(x, _)| x.is_positive()).map(|(level, _)| (level.clone(), chance(level))).collect()
}

/// Says the lines about the terms: centred, bounded, and their tail.
pub fn terms(r: &mut Recorder, tree: &Tree, u: &Vector) -> Option<()> {
    let (bound, bound_psi) = bounds(tree)?;
    for node in &tree.nodes {
        r.eq("thm7.martingale", &node.expectation(|round| term(round, u)), &Q::zero());
        for (_, round) in &node.outcomes {
            let (noise, way) = (square_norm(&round.noise()), square_norm(&minus(u, &round.theta)));
            let square = term(round, u).square();
            r.le("thm7.hoelder", &square, &(&noise * &way));
            r.le("thm7.noise", &noise, &(whole(4) * bound.square()));
            let reach = |x: &[Q]| square_norm(&minus(x, &tree.start));
            r.le("thm7.reach", &reach(u), &(whole(2) * &bound_psi));
            r.le("thm7.reach", &reach(&round.theta), &(whole(2) * &bound_psi));
            r.le("thm7.triangle", &way, &(whole(2) * (reach(u) + reach(&round.theta))));
            r.le("thm7.diameter", &way, &(whole(8) * &bound_psi));
            r.le("thm7.increment", &square, &(whole(32) * bound.square() * &bound_psi));
        }
    }
    let sum = |path: &[Round]| path.iter().map(|round| term(round, u)).sum::<Q>();
    let rounds = count(tree.paths.first()?.1.len());
    let scale = whole(64) * &bound_psi * bound.square();
    for (level, tail) in tails(tree, sum) {
        let average = level.over(&rounds)?;
        r.surely_le("thm7.azuma", tail, exp(&-(&rounds * average.square()).over(&scale)?)?);
    }
    // The comparator that is best in hindsight depends on the draws.
    let corners = tree.cube.corners();
    let best = |path: &[Round]| {
        let loss = |corner: &&Vector| path.iter().map(|round| dot(&round.draw, corner)).sum::<Q>();
        corners.iter().min_by_key(loss)
    };
    let hindsight =
        |path: &[Round]| best(path).map_or_else(Q::zero, |u| path.iter().map(|round| term(round, u)).sum::<Q>());
    r.eq("thm7.hindsight", &tree.expectation(hindsight), &Q::zero());
    Some(())
}

fn arithmetic(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (bound, bound_psi, log) = (random.positive(), random.positive(), random.nonnegative());
    let rounds = count(random.size(1, 9));
    let square = whole(64) * bound.square() * (&bound_psi * &log).over(&rounds)?;
    let exponent = (&rounds * &square).over(&(whole(64) * &bound_psi * bound.square()))?;
    r.eq("thm7.delta", &exponent, &log);
    let (x, y) = (random.nonnegative(), random.nonnegative());
    r.le("thm7.roots", &(&x + &y).square(), &(whole(2) * (x.square() + y.square())));
    let mirror = whole(4) * bound.square() * bound_psi.over(&rounds)?;
    let claim = whole(8) * bound.square() * (&bound_psi * (Q::one() + whole(16) * &log)).over(&rounds)?;
    r.eq("thm7.sum", &(whole(2) * mirror + whole(2) * &square), &claim);
    let radius = random.positive();
    let psi = radius.square() * frac(1, 2);
    let factor = (Q::one() + whole(16) * &log).over(&rounds)?;
    let theorem = whole(8) * bound.square() * psi * &factor;
    r.eq("cor3.bound", &theorem, &((whole(2) * radius * &bound).square() * factor));
    Some(())
}

fn fixed(r: &mut Recorder) -> Option<()> {
    // One coin for all rounds: Delta_t = 2 xi. Then theta_t = 0 always, and the average is 1 with probability 1/2.
    r.instance("one coin for 800 rounds");
    let bound = exp(&frac(-800, 128))?;
    r.surely_le("thm7.literal", frac(1, 2), &bound);
    r.lt("thm7.literal-sure", &bound.high, &frac(1, 2));
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let rounds = random.size(1, 3);
    let tree = Tree::random(random, rounds);
    let u = random.choose(&tree.cube.corners())?.clone();
    decomposition(r, &tree, &u)?;
    terms(r, &tree, &u)?;
    arithmetic(r, random)
}

/// Theorem 7', uniform in the comparator.
pub const THEOREM_7_UNIFORM: Proof = Proof {
    name: "thm7-uniform",
    statement: "Theorem 7': the same uniformly in the comparator, by ghost iterates and Hoeffding's lemma",
    steps: &[
        holds("thm7u.split", "<s, theta - u> = <Delta, theta - u> + <xi, u - w> + <xi, w - theta>, w the ghost"),
        holds("thm7u.ghost", "sum_t <xi_t, u - w_t> <= B_Psi/eta' + (eta'/2) sum_t norm(xi_t)^2 for all u"),
        holds("thm7u.step", "eta' = sqrt(B_Psi/(2 T B^2)): (B_Psi/eta' + (eta'/2) T (2B)^2)^2 = (2B)^2 2 B_Psi T"),
        holds("thm7u.predictable", "E[<xi_t, w_t - theta_t> | the past] = 0 at every node"),
        holds("thm7u.range", "the range of <Delta_t, v_t> at a node is at most 2 B norm(v_t)"),
        holds("thm7u.hoeffding", "E[exp(z <xi_t, v_t>) | the past] <= exp(z^2 range^2/8)"),
        holds("thm7u.product", "E exp(z sum_t <xi_t, v_t>) <= exp(z^2 T B^2 D^2/2)"),
        holds("thm7u.markov", "Pr{sum_t <xi_t, v_t> >= a} <= exp(-a^2/(2 T B^2 D^2)), by enumeration"),
        holds("thm7u.all", "on every path, for every u: regret <= (MD) + ghost + sum_t <xi_t, v_t>"),
    ],
    fixed: super::recorder::no_fixed_instances,
    random: uniform,
    cost: 8,
};

/// Says the exact lines of 7' on every path and node.
fn ghosts(r: &mut Recorder, tree: &Tree) -> Option<()> {
    let (_, bound_psi) = bounds(tree)?;
    let half = frac(1, 2);
    for node in &tree.nodes {
        let mean = node.expectation(|round| dot(&round.noise(), &minus(&round.ghost, &round.theta)));
        r.eq("thm7u.predictable", &mean, &Q::zero());
    }
    for (_, path) in &tree.paths {
        for u in tree.cube.corners() {
            let (mut regret, mut ghost, mut drift) = (Q::zero(), Q::zero(), Q::zero());
            let (mut draws, mut noises) = (Q::zero(), Q::zero());
            for round in path {
                let (xi, ghost_way) = (round.noise(), minus(&u, &round.ghost));
                let (away, lag) = (minus(&round.theta, &u), minus(&round.ghost, &round.theta));
                let split = dot(&round.draw, &away) + dot(&xi, &ghost_way) + dot(&xi, &lag);
                r.eq("thm7u.split", &dot(&round.mean, &away), &split);
                regret = regret + round.function.value(&round.theta) - round.function.value(&u);
                (ghost, drift) = (ghost + dot(&xi, &ghost_way), drift + dot(&xi, &lag));
                (draws, noises) = (draws + square_norm(&round.draw), noises + square_norm(&xi));
            }
            let ghost_bound = bound_psi.over(&tree.ghost_eta)? + &tree.ghost_eta * noises * &half;
            r.le("thm7u.ghost", &ghost, &ghost_bound);
            let mirror = bound_psi.over(&tree.eta)? + &tree.eta * draws * &half;
            r.le("thm7u.all", &regret, &(mirror + ghost_bound + drift));
        }
    }
    Some(())
}

/// Says Hoeffding's lemma at every node, its product over the rounds, and the tail.
fn concentration(r: &mut Recorder, tree: &Tree, z: &Q) -> Option<()> {
    let (bound, _) = bounds(tree)?;
    let lag = |round: &Round| minus(&round.ghost, &round.theta);
    let value = |round: &Round| dot(&round.noise(), &lag(round));
    // exp(0) = 1 exactly: the chance of 0 enters as it is, so that a tree that never moves stays exact.
    let moment = |values: Vec<(Q, Q)>| {
        let still: Q = values.iter().filter(|(_, value)| value.is_zero()).map(|(chance, _)| chance.clone()).sum();
        let mut moving = values.iter().filter(|(_, value)| !value.is_zero());
        moving.try_fold(Enclosure::from(still), |sum, (chance, value)| {
            Some(&sum + &(&Enclosure::from(chance) * &exp(&(z * value))?))
        })
    };
    for node in &tree.nodes {
        let values: Vector = node.outcomes.iter().map(|(_, round)| value(round)).collect();
        let way = square_norm(&lag(&node.outcomes.first()?.1));
        r.le("thm7u.range", &range(&values).square(), &(whole(4) * bound.square() * way));
        let pairs = node.outcomes.iter().map(|(chance, round)| (chance.clone(), value(round))).collect();
        r.surely_le("thm7u.hoeffding", moment(pairs)?, exp(&((z * range(&values)).square() * frac(1, 8)))?);
    }
    let total = |path: &[Round]| path.iter().map(value).sum::<Q>();
    let sides = minus(&tree.cube.high, &tree.cube.low);
    let rounds = count(tree.paths.first()?.1.len());
    let scale = &rounds * bound.square() * square_norm(&sides);
    let pairs = tree.paths.iter().map(|(chance, path)| (chance.clone(), total(path))).collect();
    r.surely_le("thm7u.product", moment(pairs)?, exp(&(z.square() * &scale * frac(1, 2)))?);
    for (level, tail) in tails(tree, total) {
        r.surely_le("thm7u.markov", tail, exp(&-level.square().over(&(whole(2) * &scale))?)?);
    }
    Some(())
}

fn uniform(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let rounds = random.size(1, 3);
    let tree = Tree::random(random, rounds);
    ghosts(r, &tree)?;
    concentration(r, &tree, &(random.positive() * frac(1, 4)))?;
    let (bound, step, many) = (random.positive(), random.positive(), count(random.size(1, 9)));
    let psi = whole(2) * &many * (&bound * &step).square();
    let left = psi.over(&step)? + &step * &many * whole(2) * bound.square();
    r.eq("thm7u.step", &left.square(), &(whole(8) * bound.square() * psi * many));
    Some(())
}
