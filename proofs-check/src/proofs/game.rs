//! Finite games: what the two players can do and a joint distribution of what they did.

use super::number::{Q, frac};
use super::random::Random;
use super::vector::{
    Vector, choices, dot, minus, mixture, norm_1, norm_inf, plus, scaled, smallest, square_norm, unit, zeros,
};

/// The three norms whose unit balls have rational data. The 2-norm is used on vectors of rational length only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    One,
    Two,
    Infinity,
}

impl Norm {
    pub fn of(self, v: &[Q]) -> Option<Q> {
        match self {
            Self::One => Some(norm_1(v)),
            Self::Two => square_norm(v).root(),
            Self::Infinity => Some(norm_inf(v)),
        }
    }

    /// The norm `q` with `1/p + 1/q = 1`.
    pub fn dual(self) -> Self {
        match self {
            Self::One => Self::Infinity,
            Self::Two => Self::Two,
            Self::Infinity => Self::One,
        }
    }

    /// Points of `{x >= 0, ||x||_p <= radius}` among which `<x, v>` has its maximum over the whole set.
    pub fn candidates(self, radius: &Q, v: &[Q]) -> Option<Vec<Vector>> {
        let m = v.len();
        let mut points = vec![zeros(m)];
        match self {
            Self::One => points.extend((0..m).map(|i| scaled(radius, &unit(m, i)))),
            Self::Infinity => {
                let entry = |bit: &usize| if *bit == 1 { radius.clone() } else { Q::zero() };
                points.extend(choices(m, 2).iter().map(|bits| bits.iter().map(entry).collect::<Vector>()));
            }
            Self::Two => {
                let positive: Vector = v.iter().map(Q::positive_part).collect();
                let length = Self::Two.of(&positive)?;
                if let Some(factor) = radius.over(&length) {
                    points.push(scaled(&factor, &positive));
                }
            }
        }
        Some(points)
    }
}

/// One outcome of the joint distribution of the two players.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The index of theta.
    pub theta: usize,
    pub lambda: Vector,
    /// The probability.
    pub weight: Q,
}

/// The Lagrangian game of Definition 1 on a finite Theta.
#[derive(Clone, Debug)]
pub struct Lagrangian {
    pub norm: Norm,
    pub radius: Q,
    /// `g_0(theta)` for each theta.
    pub objective: Vector,
    /// `g(theta)`, a vector of m numbers, for each theta.
    pub constraints: Vec<Vector>,
    pub atoms: Vec<Atom>,
}

impl Lagrangian {
    pub fn constraint_count(&self) -> usize {
        self.constraints.first().map_or(0, Vec::len)
    }

    /// Every theta with its objective and constraints.
    pub fn points(&self) -> impl Iterator<Item = (&Q, &Vector)> {
        self.objective.iter().zip(&self.constraints)
    }

    /// `L(theta, lambda) = g_0(theta) + sum_i lambda_i g_i(theta)`.
    pub fn value(&self, theta: usize, lambda: &[Q]) -> Option<Q> {
        Some(self.objective.get(theta)? + dot(lambda, self.constraints.get(theta)?))
    }

    /// `d(lambda) = min_theta L(theta, lambda)`.
    pub fn dual(&self, lambda: &[Q]) -> Option<Q> {
        smallest(self.points().map(|(g0, g)| g0 + dot(lambda, g)))
    }

    /// `E g_0(theta)`.
    pub fn mean_objective(&self) -> Option<Q> {
        self.atoms.iter().map(|atom| Some(&atom.weight * self.objective.get(atom.theta)?)).sum()
    }

    /// `E g(theta)`.
    pub fn mean_constraints(&self) -> Option<Vector> {
        let terms: Option<Vec<_>> =
            self.atoms.iter().map(|atom| Some((&atom.weight, self.constraints.get(atom.theta)?))).collect();
        Some(mixture(self.constraint_count(), terms?))
    }

    /// `E lambda`.
    pub fn mean_multipliers(&self) -> Vector {
        mixture(self.constraint_count(), self.atoms.iter().map(|atom| (&atom.weight, &atom.lambda)))
    }

    /// A bound of the range of the objective: its range.
    pub fn objective_range(&self) -> Q {
        super::vector::range(&self.objective)
    }

    /// `max_{lambda*} E L(theta, lambda*) - min_{theta*} E L(theta*, lambda)`: the smallest epsilon of the hypothesis.
    pub fn gap(&self) -> Option<Q> {
        let (g0, g) = (self.mean_objective()?, self.mean_constraints()?);
        let best = self.norm.candidates(&self.radius, &g)?.iter().map(|point| dot(point, &g)).max()?;
        Some(g0 + best - self.dual(&self.mean_multipliers())?)
    }

    /// A random game with this norm; points, constraints and multipliers may coincide, weights may be 0.
    pub fn random(random: &mut Random, norm: Norm) -> Option<Self> {
        let (n, m) = (random.size(1, 4), random.size(1, 3));
        let radius = random.positive();
        let objective = random.vector(n);
        let mut constraints: Vec<Vector> = (0..n).map(|_| random.vector(m)).collect();
        if !random.once_in(3) {
            // A strictly feasible point, often with different margins.
            *constraints.last_mut()? = (0..m).map(|_| -random.positive()).collect();
        }
        let direction = direction(random, m);
        let size = random.size(1, 5);
        let weights = random.distribution(size);
        let mut atom = |weight: &Q| {
            let lambda = match norm {
                Norm::One => random.in_ball_1(m, &radius),
                Norm::Two => scaled(&(random.share() * &radius), &direction),
                Norm::Infinity => (0..m).map(|_| random.share() * &radius).collect(),
            };
            let last = n.saturating_sub(1);
            Atom { theta: random.size(0, last), lambda, weight: weight.clone() }
        };
        let atoms = weights.iter().map(&mut atom).collect();
        let mut game = Self { norm, radius, objective, constraints, atoms };
        if norm == Norm::Two {
            // Shifts the constraints so that the positive part of their mean has a rational length.
            let mean = game.mean_constraints()?;
            let level = random.number();
            let target: Vector =
                direction.iter().map(|x| if x.is_zero() { -random.nonnegative() } else { &level * x }).collect();
            let shift = minus(&target, &mean);
            game.constraints = game.constraints.iter().map(|g| plus(g, &shift)).collect();
        }
        Some(game)
    }

    /// A random game with a random norm.
    pub fn any(random: &mut Random) -> Option<Self> {
        let norm = *random.choose(&[Norm::One, Norm::Two, Norm::Infinity])?;
        Self::random(random, norm)
    }
}

/// A vector of rational length 1 without negative entries.
fn direction(random: &mut Random, m: usize) -> Vector {
    let q = |entries: &[(i64, i64)]| entries.iter().map(|(above, below)| frac(*above, *below)).collect::<Vector>();
    let known = match m {
        2 => vec![q(&[(3, 5), (4, 5)]), q(&[(12, 13), (5, 13)]), q(&[(0, 1), (1, 1)])],
        3 => vec![q(&[(1, 3), (2, 3), (2, 3)]), q(&[(6, 7), (2, 7), (3, 7)]), q(&[(3, 5), (0, 1), (4, 5)])],
        _ => vec![unit(m, 0)],
    };
    random.choose(&known).cloned().unwrap_or_else(|| unit(m, 0))
}

/// `E lambda` of a trace in which both players moved `1..T` with equal weight.
pub fn trace(moves: &[(usize, Vector)]) -> Option<Vec<Atom>> {
    let weights = super::vector::uniform(moves.len())?;
    let atom = |((theta, lambda), weight): (&(usize, Vector), &Q)| Atom {
        theta: *theta,
        lambda: lambda.clone(),
        weight: weight.clone(),
    };
    Some(moves.iter().zip(&weights).map(atom).collect())
}

/// Golden vector TV-L: two points, one constraint, five moves.
pub fn golden_lagrangian() -> Option<Lagrangian> {
    let half = frac(1, 2);
    let lambdas = [Q::zero(), half.clone(), Q::one(), half, Q::one()];
    let moves: Vec<(usize, Vector)> =
        [0, 0, 1, 0, 1].iter().zip(lambdas).map(|(theta, lambda)| (*theta, vec![lambda])).collect();
    Some(Lagrangian {
        norm: Norm::One,
        radius: frac(2, 1),
        objective: vec![Q::zero(), Q::one()],
        constraints: vec![vec![Q::one()], vec![frac(-1, 1)]],
        atoms: trace(&moves)?,
    })
}
