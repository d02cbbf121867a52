//! Finite random draws: every outcome of a short stochastic run, with its probability.

use super::mirror::{Cube, Function};
use super::number::{Q, frac};
use super::random::Random;
use super::vector::{Vector, minus, mixture, plus, scaled, zeros};

/// One round on one path: what was known before the draw, and the draw.
#[derive(Clone, Debug)]
pub struct Round {
    pub theta: Vector,
    /// The ghost iterate of Theorem 7'.
    pub ghost: Vector,
    pub function: Function,
    /// The subgradient: the mean of the draws.
    pub mean: Vector,
    /// The stochastic subgradient that was drawn.
    pub draw: Vector,
}

impl Round {
    /// `xi_t = Delta_t - s_t`.
    pub fn noise(&self) -> Vector {
        minus(&self.draw, &self.mean)
    }
}

/// A node: the state before a draw and its outcomes with their probabilities.
#[derive(Clone, Debug)]
pub struct Node {
    pub outcomes: Vec<(Q, Round)>,
}

/// Every path of a stochastic run.
#[derive(Clone, Debug)]
pub struct Tree {
    pub cube: Cube,
    pub start: Vector,
    pub eta: Q,
    pub ghost_eta: Q,
    /// All nodes of the tree, for conditional expectations.
    pub nodes: Vec<Node>,
    /// Every path with its probability.
    pub paths: Vec<(Q, Vec<Round>)>,
}

impl Tree {
    /// A random tree with this many rounds. The functions depend on the past draws: the adversary is adaptive.
    pub fn random(random: &mut Random, rounds: usize) -> Self {
        let dimension = random.size(1, 2);
        let cube = Cube::random(random, dimension);
        let start = cube.project(&zeros(dimension));
        let (eta, ghost_eta) = (random.positive() * frac(1, 4), random.positive() * frac(1, 4));
        let mut tree = Self { cube, start, eta, ghost_eta, nodes: Vec::new(), paths: vec![(Q::one(), Vec::new())] };
        for _ in 0..rounds {
            let paths = std::mem::take(&mut tree.paths);
            for (probability, path) in paths {
                let (theta, ghost) = tree.next(&path);
                let node = Node::random(random, &theta, &ghost, dimension);
                for (share, round) in &node.outcomes {
                    let longer = path.iter().cloned().chain([round.clone()]).collect();
                    tree.paths.push((&probability * share, longer));
                }
                tree.nodes.push(node);
            }
        }
        tree
    }

    /// The next iterate and the next ghost after a path.
    fn next(&self, path: &[Round]) -> (Vector, Vector) {
        let Some(last) = path.last() else { return (self.start.clone(), self.start.clone()) };
        let theta = self.cube.project(&minus(&last.theta, &scaled(&self.eta, &last.draw)));
        let ghost = self.cube.project(&plus(&last.ghost, &scaled(&self.ghost_eta, &last.noise())));
        (theta, ghost)
    }

    /// `sum over the paths of probability times value`.
    pub fn expectation(&self, value: impl Fn(&[Round]) -> Q) -> Q {
        self.paths.iter().map(|(probability, path)| probability * value(path)).sum()
    }
}

impl Node {
    fn random(random: &mut Random, theta: &Vector, ghost: &Vector, dimension: usize) -> Self {
        let function = Function::random(random, dimension);
        let mean = function.subgradient(theta);
        let outcomes = random.size(1, 3);
        let shares = random.full_distribution(outcomes);
        let noise: Vec<Vector> = shares.iter().map(|_| random.vector(dimension)).collect();
        let centre = mixture(dimension, shares.iter().zip(&noise));
        let round = |noise: &Vector| Round {
            theta: theta.clone(),
            ghost: ghost.clone(),
            function: function.clone(),
            mean: mean.clone(),
            draw: plus(&mean, &minus(noise, &centre)),
        };
        Self { outcomes: shares.iter().cloned().zip(noise.iter().map(round)).collect() }
    }

    /// The conditional expectation of a function of the draw.
    pub fn expectation(&self, value: impl Fn(&Round) -> Q) -> Q {
        self.outcomes.iter().map(|(share, round)| share * value(round)).sum()
    }
}
