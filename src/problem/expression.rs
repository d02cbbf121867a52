//! Problems whose functions are expressions: they can be evaluated, differentiated, enclosed and shown to others.

use super::affine::AffineBlock;
use super::domination::{self, Domination};
use super::{Facts, Problem, Workspace};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::{Error, Result};
use crate::expr::{EvalError, Expr};
use crate::game::Side;
use crate::numerics::Enclosure;
use std::sync::OnceLock;

/// One constraint `expression <= 0`, with the proxy that the theta-player may use in its place.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name, for tables and messages.
    pub name: String,
    /// The constrained function.
    pub expression: Expr,
    /// A function that is at least `expression` everywhere, if the problem has one.
    pub proxy: Option<Expr>,
    /// Whether that was proved (it is, for a constraint that is its own proxy).
    pub domination: Domination,
}

/// A problem made of expressions.
///
/// ```
/// use referee::game::Side;
/// use referee::problem::{ExpressionProblem, Problem, Workspace};
/// let problem = ExpressionProblem::from_toml(r#"
///     minimize = "x"
///     [variables]
///     x = [-1, 1]
///     [[constraint]]
///     name = "rate"
///     expression = "step(-x) - 0.5"
///     proxy = "max(0, 1 - x) - 0.5"
/// "#, "late")?;
/// let (mut values, mut work) = ([0.0; 2], Workspace::default());
/// problem.values(&[-0.25], Side::Constraints, &mut values, &mut work)?;
/// assert_eq!(values, [-0.25, 0.5]);
/// problem.values(&[-0.25], Side::Proxies, &mut values, &mut work)?;
/// assert_eq!(values, [-0.25, 0.75]);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpressionProblem {
    pub(super) name: String,
    pub(super) variables: Vec<String>,
    pub(super) domain: AnyDomain,
    pub(super) objective: Expr,
    pub(super) constraints: Vec<Constraint>,
    pub(super) facts: Facts,
    /// All constraints as one matrix, if they are many and linear; found when first asked for.
    pub(super) block: OnceLock<Option<AffineBlock>>,
}

impl Constraint {
    /// The constraint `expression <= 0`, its own proxy.
    pub fn new(name: impl Into<String>, expression: Expr) -> Self {
        Self { name: name.into(), expression, proxy: None, domination: Domination::Proved }
    }

    /// The constraint `expression <= 0` with a proxy; whether that dominates on the domain is decided here.
    #[must_use]
    pub fn with_proxy(mut self, proxy: Expr, domain: &AnyDomain) -> Self {
        self.domination = domination::decide(&proxy, &self.expression, domain);
        self.proxy = Some(proxy);
        self
    }
}

impl ExpressionProblem {
    /// A problem made by code, which answers for it: unlike the problems of files, its functions are not tried at
    /// points of the domain and its facts are taken as they are.
    ///
    /// # Errors
    /// If the variables are not as many as the domain has, or an expression is in other variables.
    pub fn new(
        name: impl Into<String>,
        variables: Vec<String>,
        domain: impl Into<AnyDomain>,
        objective: Expr,
        constraints: Vec<Constraint>,
        facts: Facts,
    ) -> Result<Self> {
        let (name, domain, block) = (name.into(), domain.into(), OnceLock::new());
        let problem = Self { name, variables, domain, objective, constraints, facts, block };
        let (names, dim) = (problem.variables.len(), problem.domain.dim());
        if names != dim {
            let message = format!("has {names} variables, but its domain has {dim}");
            return Err(Error::new(format!("the problem `{}` {message}", problem.name)));
        }
        for k in 0..=problem.num_constraints() {
            for side in [Side::Constraints, Side::Proxies] {
                if problem.function(k, side).variables() != problem.variables {
                    let function = problem.function_name(k, side);
                    let message = format!("is not in the variables {}", problem.variables.join(", "));
                    return Err(Error::new(format!("{function} of the problem `{}` {message}", problem.name)));
                }
            }
        }
        Ok(problem)
    }

    /// The names of the variables, in the order of a point's coordinates.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The objective `g_0`.
    pub fn objective(&self) -> &Expr {
        &self.objective
    }

    /// The constraints, in the order of the file.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Entry `k` of `(g_0, h_1, .., h_m)`.
    pub fn function(&self, k: usize, side: Side) -> &Expr {
        let Some(i) = k.checked_sub(1) else { return &self.objective };
        let constraint = &self.constraints[i];
        match (side, &constraint.proxy) {
            (Side::Proxies, Some(proxy)) => proxy,
            _ => &constraint.expression,
        }
    }

    /// What entry `k` is called in messages.
    fn function_name(&self, k: usize, side: Side) -> String {
        match k.checked_sub(1).map(|i| &self.constraints[i]) {
            None => "the objective".to_owned(),
            Some(Constraint { name, proxy: Some(_), .. }) if side == Side::Proxies => {
                format!("the proxy of constraint `{name}`")
            }
            Some(Constraint { name, .. }) => format!("constraint `{name}`"),
        }
    }

    fn error_at(&self, k: usize, side: Side, cause: &EvalError, place: &str) -> Error {
        Error::new(format!("{} of problem `{}`, {place}: {cause}", self.function_name(k, side), self.name))
    }

    fn error_at_point(&self, k: usize, side: Side, cause: &EvalError, theta: &[f64]) -> Error {
        self.error_at(k, side, cause, &format!("at {}", named_point(&self.variables, theta)))
    }
}

/// "x = 0.5, y = -1", as an error message wants it.
pub(super) fn named_point(variables: &[String], point: &[f64]) -> String {
    let pairs: Vec<_> = variables.iter().zip(point).map(|(name, value)| format!("{name} = {value}")).collect();
    pairs.join(", ")
}

impl Problem for ExpressionProblem {
    fn name(&self) -> &str {
        &self.name
    }

    fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    fn num_constraints(&self) -> usize {
        self.constraints.len()
    }

    fn has_proxies(&self) -> bool {
        self.constraints.iter().any(|constraint| constraint.proxy.is_some())
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn expressions(&self) -> Option<&ExpressionProblem> {
        Some(self)
    }

    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        let by_formula = match self.block() {
            // Where a value is not finite the formulas say which, and why.
            Some(block) if block.values(theta, &mut out[1..]) => 1,
            _ => out.len(),
        };
        for (k, value) in out.iter_mut().enumerate().take(by_formula) {
            *value = self
                .function(k, side)
                .eval_f64(theta, &mut work.numbers)
                .map_err(|cause| self.error_at_point(k, side, &cause, theta))?;
        }
        Ok(())
    }

    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        out.fill(0.0);
        work.gradient.resize(theta.len(), 0.0);
        let by_formula = match self.block() {
            Some(block) => {
                block.add_slopes(&weights[1..], out);
                1
            }
            None => weights.len(),
        };
        for (k, &weight) in weights.iter().enumerate().take(by_formula).filter(|(_, weight)| **weight != 0.0) {
            self.function(k, side)
                .gradient_f64(theta, &mut work.gradient, &mut work.numbers)
                .map_err(|cause| self.error_at_point(k, side, &cause, theta))?;
            for (sum, slope) in out.iter_mut().zip(&work.gradient) {
                *sum += weight * slope;
            }
        }
        Ok(())
    }

    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], work: &mut Workspace) -> Result<()> {
        let by_formula = match self.block().filter(|_| over.iter().all(|x| x.is_point())) {
            Some(block) => {
                work.gradient.clear();
                work.gradient.extend(over.iter().map(|x| x.lo()));
                let Workspace { gradient, numbers, .. } = work;
                if block.enclose(gradient, &mut out[1..], numbers.room()) { 1 } else { out.len() }
            }
            None => out.len(),
        };
        for (k, value) in out.iter_mut().enumerate().take(by_formula) {
            *value = self.function(k, side).enclose(over, &mut work.enclosures).map_err(|cause| {
                let place: Vec<_> =
                    self.variables.iter().zip(over).map(|(x, range)| format!("{x} in {range}")).collect();
                self.error_at(k, side, &cause, &format!("over {}", place.join(", ")))
            })?;
        }
        Ok(())
    }
}
