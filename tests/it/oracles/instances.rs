//! Random problems of every kind the oracles claim, and random weights.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::domain::Domain as _;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, CuttingPlane, Options, Oracle, Vertices};
use referee::problem::{ExpressionProblem, Problem as _};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Convex,
    Concave,
    Wild,
}

/// A problem, weights with enclosures, and a generator for the rest of the test.
pub(crate) struct Instance {
    pub(crate) problem: ExpressionProblem,
    pub(crate) kind: Kind,
    pub(crate) weights: Vec<Enclosure>,
    pub(crate) random: ChaCha8Rng,
}

/// A number with two decimals.
fn number(random: &mut ChaCha8Rng, size: f64) -> String {
    format!("{:.2}", random.random_range(-size..size))
}

fn linear(random: &mut ChaCha8Rng, names: &[String]) -> String {
    let terms: Vec<_> = names.iter().map(|x| format!("{} * {x}", number(random, 2.0))).collect();
    format!("({} + {})", number(random, 1.0), terms.join(" + "))
}

fn convex(random: &mut ChaCha8Rng, names: &[String]) -> String {
    let terms: Vec<String> = (0..random.random_range(1..4))
        .map(|_| {
            let (u, v) = (linear(random, names), linear(random, names));
            match random.random_range(0..8) {
                0 | 1 => format!("{u}^2"),
                2 => format!("abs{u}"),
                3 => format!("max({u}, {v})"),
                4 => format!("exp{u}"),
                5 => format!("hinge{u}"),
                6 => format!("0.1 * {u}^4"),
                _ => u,
            }
        })
        .collect();
    terms.join(" + ")
}

fn wild(random: &mut ChaCha8Rng, names: &[String]) -> String {
    let terms: Vec<String> = (0..random.random_range(1..4))
        .map(|_| {
            let (u, v) = (linear(random, names), linear(random, names));
            match random.random_range(0..8) {
                0 => format!("{u} * {v}"),
                1 => format!("sin{u}"),
                2 => format!("{u}^3"),
                3 => format!("step{u}"),
                4 => format!("sigmoid(4 * {u})"),
                5 => format!("-abs{u}"),
                6 => format!("cos(2 * {u}) * {v}"),
                _ => format!("{u}^2 - {v}^2"),
            }
        })
        .collect();
    terms.join(" + ")
}

impl Instance {
    pub(crate) fn new(kind: Kind, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let dim = random.random_range(1..=if kind == Kind::Wild { 2 } else { 3_usize });
        let names: Vec<String> = (1..=dim).map(|j| format!("x{j}")).collect();
        let mut function = || match kind {
            Kind::Convex => convex(&mut random, &names),
            Kind::Concave => format!("-({})", convex(&mut random, &names)),
            Kind::Wild => wild(&mut random, &names),
        };
        let (objective, constraint, other) = (function(), function(), function());
        let domain = if kind != Kind::Concave && random.random_range(0..3) == 0 {
            let quoted: Vec<String> = names.iter().map(|x| format!("\"{x}\"")).collect();
            format!("variables = [{}]\ndomain = {{ ball = 1.3 }}", quoted.join(", "))
        } else {
            let sides: Vec<String> =
                names.iter().map(|x| format!("{x} = [-1, {}]", number(&mut random, 0.9))).collect();
            format!("variables = {{ {} }}", sides.join(", "))
        };
        let text = format!(
            "minimize = \"{objective}\"\n{domain}\n\
             constraint = [{{ name = \"a\", expression = \"{constraint}\" }}, {{ name = \"b\", expression = \"{other}\" }}]"
        );
        let problem = ExpressionProblem::from_toml(&text, "random").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let width = [0.0, 1e-12, 1e-2][random.random_range(0..3_usize)];
        let weights = (0..3)
            .map(|_| {
                let weight = if random.random_range(0..5) == 0 { 0.0 } else { random.random_range(0.0..1.0) };
                Enclosure::new(weight, weight + width * random.random::<f64>())
            })
            .collect();
        Self { problem, kind, weights, random }
    }

    /// All oracles whose hypotheses are proved.
    pub(crate) fn oracles(&self, options: Options) -> Vec<Box<dyn Oracle>> {
        let (problem, side) = (&self.problem, Side::Constraints);
        let mut oracles: Vec<Box<dyn Oracle>> = Vec::new();
        let applies = |result: bool, kind| assert!(result || self.kind != kind, "an oracle refuses {:?}", self.kind);
        let vertices = Vertices::new(problem, side);
        applies(vertices.is_ok(), Kind::Concave);
        let planes = CuttingPlane::new(problem, side, options);
        applies(planes.is_ok(), Kind::Convex);
        oracles.extend(vertices.ok().map(|oracle| Box::new(oracle) as Box<dyn Oracle>));
        oracles.extend(planes.ok().map(|oracle| Box::new(oracle) as Box<dyn Oracle>));
        oracles.push(Box::new(BranchAndBound::new(problem, side, options).unwrap()));
        oracles
    }

    /// Random weights in doubles inside the enclosures, often at their ends.
    pub(crate) fn weights_inside(&mut self) -> Vec<f64> {
        let random = &mut self.random;
        let inside = |weight: &Enclosure| match random.random_range(0..3) {
            0 => weight.lo(),
            1 => weight.hi(),
            _ => (weight.lo() + random.random::<f64>() * (weight.hi() - weight.lo())).clamp(weight.lo(), weight.hi()),
        };
        self.weights.iter().map(inside).collect()
    }

    /// A random point of the domain: anywhere, or near a given one, where a wrong bound is likely to show.
    pub(crate) fn point(&mut self, near: &[f64]) -> Vec<f64> {
        let domain = self.problem.domain();
        let scale = [1.0, 1e-2, 1e-4][self.random.random_range(0..3_usize)];
        let anywhere = self.random.random::<bool>();
        let mut point: Vec<f64> = (0..domain.dim())
            .map(|j| {
                let side = domain.bounds(j);
                let uniform = side.lo() + self.random.random::<f64>() * (side.hi() - side.lo());
                let corner = if self.random.random() { side.lo() } else { side.hi() };
                match (anywhere, self.random.random_range(0..4)) {
                    (true, 0) => corner,
                    (true, _) => uniform,
                    (false, _) => near[j] + scale * (self.random.random::<f64>() - 0.5),
                }
            })
            .collect();
        domain.project(&mut point);
        point
    }
}
