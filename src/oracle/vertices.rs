//! The oracle of concave functions on a box: it looks at every vertex.
//!
//! A point of a box is a mean of its vertices, and a concave function at a mean is at least the mean of its values,
//! hence at least the smallest of them. A sum of concave functions with weights that are not negative is concave, so it
//! is enough that the rules of [composition](crate::expr::curvature) prove every function of the problem concave or
//! affine on the box. The values at the vertices do not depend on the weights: they are enclosed once, when the oracle
//! is made, and a call is one small product of a matrix and a vector.

use super::hypothesis::{Proved, functions};
use super::weighted::function_name;
use super::{Minimum, Objective, Oracle};
use crate::domain::{AnyDomain, Cuboid};
use crate::error::{Error, Result};
use crate::expr::{Curvature, Workspace};
use crate::game::{Evidence, Side};
use crate::numerics::Enclosure;
use crate::problem::Problem;

/// The most variables: a box in 16 variables has 65,536 vertices.
pub const MOST_VARIABLES: usize = 16;

/// Evaluates concave functions at every vertex of a box.
#[derive(Clone, Debug)]
pub struct Vertices {
    proved: Proved,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// The values of all functions at vertex 0, then at vertex 1, and so on.
    table: Vec<Enclosure>,
}

impl Vertices {
    /// The oracle for a problem.
    ///
    /// # Errors
    /// If the domain is not a box or has more than [`MOST_VARIABLES`] variables, a function is not proved concave (the
    /// sentence names the sub-expression that stopped the proof), or is undefined at a vertex.
    pub fn new(problem: &dyn Problem, side: Side) -> Result<Self> {
        let cuboid = match problem.domain() {
            AnyDomain::Cuboid(cuboid) => cuboid,
            other => {
                let name = problem.name();
                let message = format!("vertices bound concave functions on a box, and problem `{name}` has a {other}");
                return Err(Error::new(message));
            }
        };
        let dim = cuboid.lower().len();
        if dim > MOST_VARIABLES {
            return Err(Error::new(format!(
                "problem `{}` has {dim} variables, and vertices are enumerated up to {MOST_VARIABLES}",
                problem.name()
            )));
        }
        let proved = Proved::new(problem, side, "concave", Curvature::is_concave)?;
        let table = tabulate(&proved, cuboid)?;
        Ok(Self { proved, lower: cuboid.lower().to_vec(), upper: cuboid.upper().to_vec(), table })
    }
}

/// Vertex `index` takes the upper end in coordinate `j` if bit `j` is set.
fn coordinate(index: usize, j: usize, lower: f64, upper: f64) -> f64 {
    if index >> j & 1 == 1 { upper } else { lower }
}

fn tabulate(proved: &Proved, cuboid: &Cuboid) -> Result<Vec<Enclosure>> {
    let sides = || cuboid.lower().iter().zip(cuboid.upper());
    let mut table = Vec::new();
    let mut vertex = Vec::new();
    let mut work = Workspace::new();
    for index in 0..1_usize << cuboid.lower().len() {
        vertex.clear();
        vertex.extend(sides().enumerate().map(|(j, (&lo, &hi))| Enclosure::point(coordinate(index, j, lo, hi))));
        for (k, function) in functions(&proved.problem, proved.side).enumerate() {
            let value = function.enclose(&vertex, &mut work).map_err(|cause| {
                let place: Vec<String> = vertex.iter().map(ToString::to_string).collect();
                let name = function_name(&proved.problem, k);
                Error::new(format!("{name} at the vertex ({}): {cause}", place.join(", ")))
            })?;
            table.push(value);
        }
    }
    Ok(table)
}

impl Oracle for Vertices {
    fn name(&self) -> &'static str {
        "vertices"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let weights = self.proved.weighted(objective)?.weights;
        let mut best: Option<(usize, Enclosure)> = None;
        let mut lower_bound = f64::INFINITY;
        for (index, values) in self.table.chunks_exact(weights.len()).enumerate() {
            let terms = weights.iter().zip(values);
            let value = terms.fold(Enclosure::ZERO, |sum, (&weight, &value)| sum + weight * value);
            lower_bound = lower_bound.min(value.lo());
            if best.is_none_or(|(_, least)| value.hi() < least.hi()) {
                best = Some((index, value));
            }
        }
        let (index, value) = best.expect("a box has a vertex");
        for (j, (x, (&lo, &hi))) in theta.iter_mut().zip(self.lower.iter().zip(&self.upper)).enumerate() {
            *x = coordinate(index, j, lo, hi);
        }
        Ok(Minimum { value, lower_bound })
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Vertices))
    }
}
