//! The two linear programs of the cutting plane method, in doubles: where to look next, and how to mix the planes.
//!
//! Over a polytope `P` (the bounding box cut by half-spaces `<n, y> <= h` that contain the domain) the model is the
//! largest of the minorants. *Where*: minimise `t` subject to `t >= a_i + <m_i, y>` and `y` in `P`. *How*: by duality
//! the same number is the largest `sum mu_i a_i + min over P of <sum mu_i m_i, y>` over mixtures `mu`, and the inner
//! minimum is the largest `<lo, p> - <hi, q> - <h, nu>` with `sum mu_i m_i + sum nu_l n_l = p - q`, all of them not
//! negative. Solving the second gives the mixture without asking the first for multipliers.
//!
//! Both are written in `z = y - origin` and relative to the best value, so that the tolerances of the solver are
//! tolerances of what is still open. Nothing here is trusted.

use super::cuts::Pool;
use crate::numerics::simplex::round_to_simplex;
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Solution, Variable};

/// A set `<normal, y> <= height` that contains the domain.
#[derive(Clone, Debug)]
pub(super) struct HalfSpace {
    pub(super) normal: Vec<f64>,
    pub(super) height: f64,
}

/// The origin of both programs: the best point and its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    pub(super) theta: Vec<f64>,
    pub(super) value: f64,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Origin {
    /// The minorant at the origin, relative to its value.
    fn height(&self, pool: &Pool, i: usize) -> f64 {
        pool.minorant(i).intercept + dot(pool.gradient(i), &self.theta) - self.value
    }
}

/// The program that looks for the model's minimiser; cuts can be added to its solution.
pub(super) struct Model {
    level: Variable,
    coordinates: Vec<Variable>,
    solution: Option<Solution>,
}

impl Model {
    /// Solves the program over all minorants of the pool, given a number that none of them can be below everywhere.
    pub(super) fn new(pool: &Pool, half_spaces: &[HalfSpace], origin: &Origin, floor: f64) -> Self {
        let coordinates_fit = pool.bounds().iter().all(|side| fits(side.lo()) && fits(side.hi()));
        let mut program = Problem::new(OptimizationDirection::Minimize);
        let level = program.add_var(1.0, (floor - origin.value, f64::INFINITY));
        let sides = pool.bounds().iter().zip(&origin.theta);
        let coordinates: Vec<_> =
            sides.map(|(side, x)| program.add_var(0.0, ((side.lo() - x).min(0.0), (side.hi() - x).max(0.0)))).collect();
        let mut model = Self { level, coordinates, solution: None };
        for i in (0..pool.len()).filter(|&i| is_usable(pool, i, origin)) {
            let (row, height) = model.row(pool, i, origin);
            program.add_constraint(row, ComparisonOp::Ge, height);
        }
        for half_space in half_spaces {
            let (row, height) = model.side(half_space, origin);
            program.add_constraint(row, ComparisonOp::Le, height);
        }
        if coordinates_fit {
            model.solution = solved(|| program.solve().ok()?.into_solution().ok());
        }
        model
    }

    fn row(&self, pool: &Pool, i: usize, origin: &Origin) -> (LinearExpr, f64) {
        let mut row = LinearExpr::empty();
        row.add(self.level, 1.0);
        for (&variable, slope) in self.coordinates.iter().zip(pool.gradient(i)) {
            row.add(variable, -slope);
        }
        (row, origin.height(pool, i))
    }

    fn side(&self, half_space: &HalfSpace, origin: &Origin) -> (LinearExpr, f64) {
        let mut row = LinearExpr::empty();
        for (&variable, &slope) in self.coordinates.iter().zip(&half_space.normal) {
            row.add(variable, slope);
        }
        (row, half_space.height - dot(&half_space.normal, &origin.theta))
    }

    fn add(&mut self, row: LinearExpr, comparison: ComparisonOp, height: f64) {
        let solution = self.solution.take();
        self.solution = solved(|| solution?.add_constraint(row, comparison, height).ok()?.into_solution().ok());
    }

    /// Adds the newest minorant of the pool and solves again.
    pub(super) fn add_cut(&mut self, pool: &Pool, i: usize, origin: &Origin) {
        if is_usable(pool, i, origin) {
            let (row, height) = self.row(pool, i, origin);
            self.add(row, ComparisonOp::Ge, height);
        }
    }

    /// Adds a half-space and solves again.
    pub(super) fn add_half_space(&mut self, half_space: &HalfSpace, origin: &Origin) {
        let (row, height) = self.side(half_space, origin);
        self.add(row, ComparisonOp::Le, height);
    }

    /// Writes the model's minimiser, and returns its minimum; `None` once the solver has failed.
    pub(super) fn minimum(&self, origin: &Origin, theta: &mut [f64]) -> Option<f64> {
        let solution = self.solution.as_ref()?;
        for ((y, &variable), x) in theta.iter_mut().zip(&self.coordinates).zip(&origin.theta) {
            *y = x + solution.var_value(variable);
        }
        let level = solution.var_value(self.level) + origin.value;
        (level.is_finite() && theta.iter().all(|y| y.is_finite())).then_some(level)
    }
}

/// Numbers beyond this make the solver go round in circles.
const MOST: f64 = 1e50;

fn fits(x: f64) -> bool {
    x.abs() <= MOST
}

/// Whether the solver can hold a minorant.
pub(super) fn is_usable(pool: &Pool, i: usize, origin: &Origin) -> bool {
    pool.minorant(i).intercept.is_finite()
        && fits(origin.height(pool, i))
        && pool.gradient(i).iter().all(|&slope| fits(slope))
}

/// What the solver answers; a solver that panics has no answer. Nothing it says is trusted anyway.
fn solved<T>(solve: impl FnOnce() -> Option<T>) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)).ok().flatten()
}

/// A good mixture of the minorants, with weights on the grid of the simplex; `None` if the solver fails.
pub(super) fn mix(
    pool: &Pool,
    active: &[usize],
    half_spaces: &[HalfSpace],
    origin: &Origin,
) -> Option<Vec<(usize, f64)>> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let share = |height: f64, program: &mut Problem| program.add_var(height, (0.0, f64::INFINITY));
    let shares: Vec<_> = active.iter().map(|&i| share(origin.height(pool, i), &mut program)).collect();
    let walls: Vec<_> = half_spaces
        .iter()
        .map(|half_space| share(dot(&half_space.normal, &origin.theta) - half_space.height, &mut program))
        .collect();
    for (j, (side, x)) in pool.bounds().iter().zip(&origin.theta).enumerate() {
        let from_below = share(side.lo() - x, &mut program);
        let from_above = share(x - side.hi(), &mut program);
        let mut row = LinearExpr::empty();
        for (&variable, &i) in shares.iter().zip(active) {
            row.add(variable, pool.gradient(i)[j]);
        }
        for (&variable, half_space) in walls.iter().zip(half_spaces) {
            row.add(variable, half_space.normal[j]);
        }
        row.add(from_below, -1.0);
        row.add(from_above, 1.0);
        program.add_constraint(row, ComparisonOp::Eq, 0.0);
    }
    program.add_constraint(shares.iter().map(|&variable| (variable, 1.0)), ComparisonOp::Eq, 1.0);
    let solution = solved(|| program.solve().ok()?.into_solution().ok())?;
    let mut weights: Vec<f64> = shares.iter().map(|&variable| solution.var_value(variable).max(0.0)).collect();
    round_to_simplex(&mut weights).ok()?;
    Some(active.iter().copied().zip(weights).filter(|(_, weight)| *weight > 0.0).collect())
}
