//! The proxy-Lagrangian game of Definition 2 on a finite Theta.

use super::game::{Atom, trace};
use super::number::{Q, frac, whole};
use super::random::Random;
use super::vector::{Columns, Vector, apply, dot, mixture, plus, smallest};

/// A finite proxy game with a joint distribution of what the players did. The multipliers have `m + 1` coordinates;
/// coordinate 0 belongs to the objective (the paper's `lambda_1`).
#[derive(Clone, Debug)]
pub struct Proxy {
    pub objective: Vector,
    pub constraints: Vec<Vector>,
    /// The proxies `p(theta)`; the paper's g with a tilde.
    pub proxies: Vec<Vector>,
    pub atoms: Vec<Atom>,
}

impl Proxy {
    pub fn constraint_count(&self) -> usize {
        self.constraints.first().map_or(0, Vec::len)
    }

    /// `m + 1`.
    pub fn actions(&self) -> usize {
        self.constraint_count().saturating_add(1)
    }

    /// `l(theta) = (0, g_1(theta), ..., g_m(theta))`.
    pub fn gains(&self, theta: usize) -> Option<Vector> {
        Some([Q::zero()].into_iter().chain(self.constraints.get(theta)?.iter().cloned()).collect())
    }

    /// `L_theta(theta, lambda) = lambda_0 g_0(theta) + sum_i lambda_i p_i(theta)`.
    pub fn cost(&self, theta: usize, lambda: &[Q]) -> Option<Q> {
        let (first, rest) = lambda.split_first()?;
        Some(first * self.objective.get(theta)? + dot(rest, self.proxies.get(theta)?))
    }

    /// `min_theta L_theta(theta, lambda)`.
    pub fn least_cost(&self, lambda: &[Q]) -> Option<Q> {
        smallest((0..self.objective.len()).map(|theta| self.cost(theta, lambda)).collect::<Option<Vector>>()?)
    }

    /// `E f` for a function of an atom.
    pub fn mean(&self, f: impl Fn(&Atom) -> Option<Q>) -> Option<Q> {
        self.atoms.iter().map(|atom| Some(&atom.weight * f(atom)?)).sum()
    }

    /// `E lambda`.
    pub fn mean_multipliers(&self) -> Vector {
        mixture(self.actions(), self.atoms.iter().map(|atom| (&atom.weight, &atom.lambda)))
    }

    /// `E [lambda_i l_j(theta)]`, row i, column j.
    pub fn correlations(&self) -> Option<Vec<Vector>> {
        let entry = |i: usize, j: usize| self.mean(|atom| Some(atom.lambda.get(i)? * self.gains(atom.theta)?.get(j)?));
        (0..self.actions()).map(|i| (0..self.actions()).map(|j| entry(i, j)).collect()).collect()
    }

    /// `E L_lambda(theta, lambda)`.
    pub fn mean_gain(&self) -> Option<Q> {
        self.mean(|atom| Some(dot(&atom.lambda, &self.gains(atom.theta)?)))
    }

    /// `E L_lambda(theta, M lambda)` for the matrix of these columns.
    pub fn mean_gain_after(&self, matrix: &Columns) -> Option<Q> {
        self.mean(|atom| Some(dot(&apply(matrix, &atom.lambda), &self.gains(atom.theta)?)))
    }

    /// The theta-player's regret: the smallest `eps_theta` of the hypothesis.
    pub fn theta_regret(&self) -> Option<Q> {
        Some(self.mean(|atom| self.cost(atom.theta, &atom.lambda))? - self.least_cost(&self.mean_multipliers())?)
    }

    /// The lambda-player's swap regret: the smallest `eps_lambda` of the hypothesis.
    pub fn swap_regret(&self) -> Option<Q> {
        let best: Option<Q> = self.correlations()?.iter().map(|row| row.iter().max().cloned()).sum();
        Some(best? - self.mean_gain()?)
    }

    /// `E sum_i lambda_i (g_i(theta) - p_i(theta))`: at most 0 if the proxies dominate the constraints.
    pub fn domination_gap(&self) -> Option<Q> {
        let proxies = self.mean(|atom| Some(dot(atom.lambda.get(1..)?, self.proxies.get(atom.theta)?)))?;
        Some(self.mean_gain()? - proxies)
    }

    /// `E lambda_0 f(theta) / E lambda_0`: the mean over the distribution resampled with `lambda_0` as weight.
    pub fn resampled(&self, f: impl Fn(usize) -> Option<Q>) -> Option<Q> {
        let weighted = self.mean(|atom| Some(atom.lambda.first()? * f(atom.theta)?))?;
        weighted.over(self.mean_multipliers().first()?)
    }

    /// A random game; if `dominated`, the proxies are at least the constraints, otherwise they are arbitrary.
    pub fn random(random: &mut Random, dominated: bool) -> Option<Self> {
        let (n, m) = (random.size(1, 4), random.size(1, 3));
        let objective = random.vector(n);
        let mut constraints: Vec<Vector> = (0..n).map(|_| random.vector(m)).collect();
        let mut proxies: Vec<Vector> = if dominated {
            constraints.iter().map(|g| plus(g, &(0..m).map(|_| random.nonnegative()).collect::<Vector>())).collect()
        } else {
            (0..n).map(|_| random.vector(m)).collect()
        };
        if !random.once_in(3) {
            // A point that satisfies the proxies with a margin.
            let margin: Vector = (0..m).map(|_| -random.positive()).collect();
            *constraints.last_mut()? = margin.iter().map(|x| x - random.nonnegative()).collect();
            *proxies.last_mut()? = margin;
        }
        let size = random.size(1, 5);
        let weights = random.distribution(size);
        let mut atom = |weight: &Q| Atom {
            theta: random.size(0, n.saturating_sub(1)),
            lambda: random.distribution(m.saturating_add(1)),
            weight: weight.clone(),
        };
        let atoms = weights.iter().map(&mut atom).collect();
        Some(Self { objective, constraints, proxies, atoms })
    }
}

/// Golden vector TV-P: three points, two constraints, four moves.
pub fn golden_proxy() -> Option<Proxy> {
    let half = frac(1, 2);
    let constraints = vec![vec![whole(1), whole(-1)], vec![whole(-1), frac(1, 2)], vec![whole(-1), whole(-1)]];
    let proxies = constraints.iter().map(|g| plus(g, &[half.clone(), half.clone()])).collect();
    let third = frac(1, 3);
    let moves = [
        (0, vec![third.clone(), third.clone(), third]),
        (1, vec![frac(1, 2), frac(1, 4), frac(1, 4)]),
        (2, vec![frac(1, 2), frac(1, 2), whole(0)]),
        (0, vec![frac(1, 4), frac(1, 2), frac(1, 4)]),
    ];
    Some(Proxy { objective: vec![whole(0), whole(1), whole(2)], constraints, proxies, atoms: trace(&moves)? })
}
