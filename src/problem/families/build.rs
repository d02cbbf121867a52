//! From formulas and closed forms to an [`Instance`].

use super::{Instance, Known, Optimum};
use crate::domain::{AnyDomain, Cuboid, Domain as _};
use crate::error::Result;
use crate::expr::{self, Expr};
use crate::game::{Grade, Side};
use crate::numerics::Enclosure;
use crate::problem::{Constants, Constraint, ExpressionProblem, Fact, Facts, Margin, Noise, Noisy, Problem, Workspace};

/// A constraint as text: its name, its expression, and its proxy if it has one.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) expression: String,
    pub(super) proxy: Option<String>,
}

impl Line {
    pub(super) fn new(name: impl Into<String>, expression: impl Into<String>) -> Self {
        Self { name: name.into(), expression: expression.into(), proxy: None }
    }
}

/// The least values of a problem, as far as they are known; [`Known`] says what each is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// Over single feasible points.
    pub optimum: Option<Optimum>,
    /// Over distributions that are feasible on average.
    pub mixed_optimum: Option<Optimum>,
    /// Over single points that satisfy the proxies.
    pub proxy_optimum: Option<Optimum>,
    /// Of the largest constraint, where nothing is feasible.
    pub least_violation: Option<Optimum>,
}

impl Answers {
    /// Mixing does not help and the constraints are their own proxies.
    pub fn all(optimum: Optimum) -> Self {
        Self::mixed(optimum.clone(), optimum)
    }

    /// The constraints are their own proxies.
    pub fn mixed(optimum: Optimum, mixed_optimum: Optimum) -> Self {
        Self {
            proxy_optimum: Some(optimum.clone()),
            optimum: Some(optimum),
            mixed_optimum: Some(mixed_optimum),
            least_violation: None,
        }
    }

    /// Together with bounds.
    pub fn with(self, constants: Constants) -> Known {
        let Self { optimum, mixed_optimum, proxy_optimum, least_violation } = self;
        let feasible = optimum.is_some() || constants.margin.is_some();
        Known { feasible, optimum, mixed_optimum, proxy_optimum, least_violation, constants }
    }
}

/// What a family states; every bound is an enclosure of (or above) the supremum that it bounds.
pub(super) struct Draft {
    pub(super) variables: Vec<String>,
    pub(super) domain: AnyDomain,
    pub(super) objective: String,
    pub(super) constraints: Vec<Line>,
    pub(super) answers: Answers,
    pub(super) bound_constraints: Enclosure,
    pub(super) bound_payoff_2: Enclosure,
    pub(super) bound_subgradient: Enclosure,
    pub(super) objective_range: Enclosure,
    /// Where the margin is as large as it can be.
    pub(super) margin_point: Option<Vec<f64>>,
    pub(super) convex: bool,
}

impl Draft {
    pub(super) fn finish(self, name: &str) -> Result<Instance> {
        let (problem, known, convex) = self.pose(name)?;
        Ok(Instance { problem: Box::new(problem), known, convex })
    }

    /// The same with draws. The bounds must hold for them too, but for the noise on slopes, which comes on top.
    pub(super) fn finish_noisy(self, name: &str, noise: Noise) -> Result<Instance> {
        let (problem, known, convex) = self.pose(name)?;
        Ok(Instance { problem: Box::new(Noisy::new(problem, noise)?), known, convex })
    }

    fn pose(self, name: &str) -> Result<(ExpressionProblem, Known, bool)> {
        let mut problem = problem(name, self.variables, self.domain, &self.objective, self.constraints)?;
        let constants = Constants {
            bound_constraints: self.bound_constraints.hi(),
            bound_payoff_2: self.bound_payoff_2.hi(),
            bound_subgradient: Some(self.bound_subgradient.hi()),
            margin: self.margin_point.and_then(|point| margin_at(&problem, point)),
            objective_range: self.objective_range.hi(),
            radius: problem.domain().radius(),
        };
        let known = self.answers.with(constants);
        let over = problem.domain().bounding_box();
        let range = problem.objective().enclose(&over, &mut expr::Workspace::new());
        let proved = range.is_ok_and(|range| range.width() <= known.constants.objective_range);
        problem.facts = facts(&known, if proved { Grade::Proved } else { Grade::Declared });
        Ok((problem, known, self.convex))
    }
}

/// A problem of formulas, of which nothing is stated.
pub(super) fn problem(
    name: &str,
    variables: Vec<String>,
    domain: AnyDomain,
    objective: &str,
    lines: Vec<Line>,
) -> Result<ExpressionProblem> {
    let parse = |text: &str| Expr::parse(text, &variables);
    let mut constraints = Vec::with_capacity(lines.len());
    for line in lines {
        let constraint = Constraint::new(line.name, parse(&line.expression)?);
        constraints.push(match line.proxy {
            Some(proxy) => constraint.with_proxy(parse(&proxy)?, &domain),
            None => constraint,
        });
    }
    let objective = parse(objective)?;
    ExpressionProblem::new(name, variables, domain, objective, constraints, Facts::UNKNOWN)
}

/// The facts as a file would state them. An optimum is rounded down, so that no feasible point is below it.
pub(super) fn facts(known: &Known, range: Grade) -> Facts {
    let optimum = |optimum: &Option<Optimum>| optimum.as_ref().map(|optimum| Fact::declared(optimum.value.lo()));
    Facts {
        optimum: optimum(&known.optimum),
        mixed_optimum: optimum(&known.mixed_optimum),
        proxy_optimum: optimum(&known.proxy_optimum),
        margin: known.constants.margin.clone(),
        objective_range: Some(Fact { value: known.constants.objective_range, grade: range }),
        noise: 0.0,
    }
}

/// The margin at a point, rounded down, if the enclosures there prove one.
pub(super) fn margin_at(problem: &dyn Problem, point: Vec<f64>) -> Option<Margin> {
    let at: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    problem.enclose(&at, Side::Proxies, &mut values, &mut Workspace::default()).ok()?;
    let highest = values[1..].iter().map(|value| value.hi()).reduce(f64::max)?;
    (highest < 0.0).then_some(Margin { value: -highest, point: Some(point), grade: Grade::Proved })
}

/// The cube `[-1, 1]^dim`.
pub(super) fn cube(dim: usize) -> Result<AnyDomain> {
    Ok(Cuboid::cube(dim, -1.0, 1.0)?.into())
}

/// `x1, .., xd`.
pub(crate) fn coordinates(dim: usize) -> Vec<String> {
    (1..=dim).map(|j| format!("x{j}")).collect()
}

/// `0.5 * ((x1 - c1)^2 + ..)`.
pub(super) fn half_squared_distance(variables: &[String], c: &[f64]) -> String {
    let squares: Vec<_> = variables.iter().zip(c).map(|(x, &c)| format!("({x}{})^2", minus(c))).collect();
    format!("0.5 * ({})", squares.join(" + "))
}

/// The number in the shortest digits that read back, in parentheses if it is negative.
pub(crate) fn number(x: f64) -> String {
    if x < 0.0 { format!("(-{:?})", -x) } else { format!("{:?}", x.abs()) }
}

/// ` - x`, written as ` + |x|` where `x` is negative.
pub(super) fn minus(x: f64) -> String {
    format!(" {} {:?}", if x < 0.0 { '+' } else { '-' }, x.abs())
}

/// The point enclosure of a double.
pub(super) fn point(x: f64) -> Enclosure {
    Enclosure::point(x)
}

pub(super) fn points(x: &[f64]) -> Vec<Enclosure> {
    x.iter().map(|&x| point(x)).collect()
}

pub(super) fn sum(terms: impl IntoIterator<Item = Enclosure>) -> Enclosure {
    terms.into_iter().fold(Enclosure::ZERO, |sum, term| sum + term)
}

/// The largest of some numbers that are not negative; 0 if there are none.
pub(super) fn largest(terms: impl IntoIterator<Item = Enclosure>) -> Enclosure {
    terms.into_iter().fold(Enclosure::ZERO, Enclosure::max)
}

/// The Euclidean norm.
pub(super) fn norm(terms: impl IntoIterator<Item = Enclosure>) -> Enclosure {
    sum(terms.into_iter().map(Enclosure::square)).sqrt().expect("a sum of squares is not negative")
}

/// `x / divisor`, for a divisor that the caller knows to be positive.
pub(super) fn over(x: Enclosure, divisor: Enclosure) -> Enclosure {
    x.divide(divisor).expect("the divisor is positive")
}

/// `|c_j| + 1` for each coordinate: how far from `c` the cube reaches.
pub(super) fn reach(c: &[f64]) -> impl Iterator<Item = Enclosure> {
    c.iter().map(|&c| point(c.abs()) + Enclosure::ONE)
}
