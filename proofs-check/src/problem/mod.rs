//! The problem behind a certificate: exact points, enclosed values, and evidence for lower bounds.
//!
//! Everything here is decided with whole numbers. Values are enclosed by intervals whose ends have 128 significant bits
//! (`number`, `interval`), transcendental functions come from series with proved remainders (`series`,
//! `elementary`), and a lower bound is derived again from its evidence (`cover`, `leaves`, `cuts`).
//!
//! What the specification leaves open is decided so:
//!
//! * A value beyond `2^(2^50)` has no upper bound (an infinite end); one of size below `2^-(2^50)` is enclosed with 0.
//!   So `exp(1e308)` has a lower bound only. `sin` and `cos` are `[-1, 1]` from `2^1100` on.
//! * Where an enclosure at a point does not decide and the expression is rational, the exact value does.
//! * A step that jumps has no slopes in the variables it depends on; the other variables keep theirs.
//! * At a kink that a cut meets exactly, the slopes are those of both sides or of one of them, whichever proves more.
//! * The 100,000 operations of an expression are counted with equal ones shared.

mod cover;
mod curvature;
mod cuts;
mod derivative;
mod domain;
mod elementary;
mod exact_value;
mod expression;
mod expressions;
#[cfg(fuzzing)]
#[path = "../../tests/inside/problem/fuzzing.rs"]
pub(crate) mod fuzzing;
mod interval;
mod leaves;
mod number;
mod series;
mod slopes;
mod table;
mod tape;
#[cfg(test)]
#[path = "../../tests/inside/problem/mod.rs"]
mod tests;
mod trees;
mod weighted;

pub use cuts::Cut;
pub use domain::Domain;
pub use leaves::{Form, Leaf};

use crate::data::{DataProblem, Margins, OverData};
use crate::decimal::{as_in_the_file, number};
use crate::exact::Rational;
use crate::ranges::Ranges;
use expressions::{Expressions, value_at};
use interval::Interval;
use number::{Dyadic, Round};
use std::cell::Cell;
pub(crate) use table::Table;
pub(crate) use trees::Trees;

/// Exact values up to this size stand for themselves in sums; longer ones would make them long.
const SHORT_BITS: u64 = 512;

/// One function of a problem; constraints are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// What is minimised.
    Objective,
    /// A constraint.
    Constraint(usize),
    /// A constraint's proxy, or the constraint itself if it has none.
    Proxy(usize),
}

/// Which functions the theta-player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The objective and the constraints.
    Constraints,
    /// The objective and the proxies.
    Proxies,
}

impl Side {
    /// The functions of a problem with so many constraints.
    pub(crate) fn functions(self, constraints: usize) -> impl Iterator<Item = Function> {
        (0..=constraints).map(move |place| self.function(place))
    }

    pub(crate) fn function(self, place: usize) -> Function {
        match (place.checked_sub(1), self) {
            (None, _) => Function::Objective,
            (Some(i), Self::Constraints) => Function::Constraint(i),
            (Some(i), Self::Proxies) => Function::Proxy(i),
        }
    }
}

/// Why a lower bound holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// The value at every point of a finite domain.
    Enumeration,
    /// Concave functions over a box: the value at every vertex.
    Vertices,
    /// Boxes that cover the domain, each with a bound.
    Boxes(Vec<Leaf>),
    /// A mixture of tangents to convex functions.
    Cuts(Vec<Cut>),
    /// Over data: which part of each hinge counts.
    Margins(Margins),
    /// What each function of a trace is at least: of a trace, not of a problem.
    Ranges(Ranges),
}

/// A problem: an objective, constraints, perhaps proxies, and a domain.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Expressions(Box<Expressions>),
    Table(Table),
    Data(Box<DataProblem>),
}

/// What a file is about, as it was parsed.
pub(crate) enum Subject<'a> {
    Expressions(&'a Trees, &'a Domain),
    Table(&'a Table),
    Data(OverData<'a>),
}

impl Problem {
    /// What it is, to be shown and compared.
    pub(crate) fn subject(&self) -> Subject<'_> {
        match &self.kind {
            Kind::Expressions(this) => Subject::Expressions(&this.trees, &this.domain),
            Kind::Table(table) => Subject::Table(table),
            Kind::Data(data) => Subject::Data(data.subject()),
        }
    }

    /// Reads a problem: the objective, and each constraint with or without a proxy.
    ///
    /// # Errors
    /// One sentence that says what is malformed.
    pub fn from_expressions(
        variables: &[String],
        domain: Domain,
        objective: &str,
        constraints: &[(String, Option<String>)],
    ) -> Result<Self, String> {
        Ok(Self { kind: Kind::Expressions(Box::new(Expressions::read(variables, domain, objective, constraints)?)) })
    }

    /// A problem on the points `theta = (0), (1), ..`: row `j` has the objective and the constraints at `(j)`, and
    /// `proxies` the proxies.
    ///
    /// # Errors
    /// One sentence that says what is malformed.
    pub fn from_table(rows: Vec<Vec<f64>>, proxies: Option<Vec<Vec<f64>>>) -> Result<Self, String> {
        Ok(Self { kind: Kind::Table(Table::new(rows, proxies)?) })
    }

    /// A problem over data, which are yet to be loaded.
    pub(crate) fn from_data(data: DataProblem) -> Self {
        Self { kind: Kind::Data(Box::new(data)) }
    }

    /// Whether it is a problem over data.
    pub(crate) fn is_over_data(&self) -> bool {
        matches!(self.kind, Kind::Data(_))
    }

    /// The problem over data, if it is one.
    pub(crate) fn data_mut(&mut self) -> Option<&mut DataProblem> {
        if let Kind::Data(data) = &mut self.kind { Some(data) } else { None }
    }

    /// Where the values of a function of a problem over data surely lie: from this on, and up to that if it is known.
    pub(crate) fn known_range(&self, function: Function) -> Option<(Rational, Option<Rational>)> {
        if let Kind::Data(data) = &self.kind { data.known_range(function) } else { None }
    }

    /// How many constraints there are.
    #[must_use]
    pub fn num_constraints(&self) -> usize {
        match &self.kind {
            Kind::Expressions(this) => this.constraints.len(),
            Kind::Table(table) => table.num_constraints(),
            Kind::Data(data) => data.num_constraints(),
        }
    }

    /// How many variables there are; a table has one.
    #[must_use]
    pub fn num_variables(&self) -> usize {
        match &self.kind {
            Kind::Expressions(this) => this.variables,
            Kind::Table(_) => 1,
            Kind::Data(data) => data.num_variables(),
        }
    }

    /// Whether the constraint has a proxy of its own.
    #[must_use]
    pub fn has_proxy(&self, i: usize) -> bool {
        match &self.kind {
            Kind::Expressions(this) => this.constraints.get(i).is_some_and(|(_, proxy)| proxy.is_some()),
            Kind::Table(table) => table.has_proxies() && i < table.num_constraints(),
            Kind::Data(data) => data.has_proxies() && i < data.num_constraints(),
        }
    }

    /// Whether the point is in the domain, exactly.
    #[must_use]
    pub fn contains(&self, theta: &[f64]) -> bool {
        theta.len() == self.num_variables()
            && match &self.kind {
                Kind::Expressions(this) => this.domain.contains(theta),
                Kind::Table(table) => table.row(theta).is_some(),
                Kind::Data(data) => data.contains(theta),
            }
    }

    /// Whether the checker's enclosure of the function at a point (or its exact value) lies in `[lo, hi]`.
    ///
    /// # Errors
    /// Why the function may have no value there.
    pub fn value_lies_in(&self, function: Function, theta: &[f64], lo: f64, hi: f64) -> Result<bool, String> {
        let Some(recorded) = Interval::from_doubles(lo, hi) else { return Ok(false) };
        let inside = |value: Interval| value.lies_in(recorded);
        let apart = |value: Interval| value.hi < recorded.lo || recorded.hi < value.lo;
        let exactly = |value: &Rational| recorded.rational_ends().is_some_and(|[lo, hi]| lo <= *value && *value <= hi);
        self.decide(function, theta, inside, apart, exactly)
    }

    /// Whether the upper end of the enclosure of the function at a point (or its exact value) is at most the bound.
    ///
    /// # Errors
    /// Why the function may have no value there.
    pub fn at_most(&self, function: Function, theta: &[f64], bound: &Rational) -> Result<bool, String> {
        let ends = Interval::from_rational(bound);
        let inside = |value: Interval| value.hi <= ends.lo;
        let apart = |value: Interval| value.lo > ends.hi;
        self.decide(function, theta, inside, apart, |value| value <= bound)
    }

    /// The checker's enclosure of the function at a point; the exact value where that is a short fraction.
    ///
    /// # Errors
    /// Why the function may have no value there, or none with bounds.
    pub(crate) fn value(&self, function: Function, theta: &[f64]) -> Result<crate::interval::Interval, String> {
        let (seen, exact) = (Cell::new(None), Cell::new(None));
        let look = |value: Interval| {
            seen.set(Some(value));
            value.is_point()
        };
        let is_short = |x: &Rational| x.numerator().bits().max(x.denominator().bits()) <= SHORT_BITS;
        let keep = |value: &Rational| {
            exact.set(Some(value.clone()).filter(is_short));
            true
        };
        self.decide(function, theta, look, |_| false, keep)?;
        if let Some(value) = exact.take() {
            return Ok(crate::interval::Interval::point(value));
        }
        let [lo, hi] = seen
            .get()
            .and_then(Interval::rational_ends)
            .ok_or_else(|| format!("{} has no bounds at {theta:?}", describe(function)))?;
        Ok(crate::interval::Interval { lo, hi })
    }

    /// Where the function's value at a point is, for a message: `in [1, 1.25]`.
    pub(crate) fn value_in_words(&self, function: Function, theta: &[f64]) -> String {
        if let Kind::Data(data) = &self.kind {
            return data.value(function, theta).map_or_else(|_| "elsewhere".to_owned(), |value| number(&value));
        }
        let seen = Cell::new(None);
        let look = |value: Interval| {
            seen.set(Some(value));
            true
        };
        let found = self.decide(function, theta, look, |_| false, |_| false);
        match seen.get().filter(|_| found.is_ok()).and_then(Interval::rational_ends) {
            Some([lo, hi]) => format!("in [{}, {}]", as_in_the_file(&lo), as_in_the_file(&hi)),
            None => "elsewhere".to_owned(),
        }
    }

    /// Answers by enclosure where that decides, else by the exact value, else no.
    fn decide(
        &self,
        function: Function,
        theta: &[f64],
        inside: impl Fn(Interval) -> bool,
        apart: impl Fn(Interval) -> bool,
        exactly: impl Fn(&Rational) -> bool,
    ) -> Result<bool, String> {
        let point: Option<Vec<Dyadic>> = theta.iter().map(|&x| Dyadic::from_double(x)).collect();
        let point = point.filter(|point| point.len() == self.num_variables());
        let point =
            point.ok_or_else(|| format!("{theta:?} is not a point of {} finite numbers", self.num_variables()))?;
        match &self.kind {
            Kind::Table(table) => Ok(inside(table.value(function, theta)?)),
            Kind::Data(data) => Ok(exactly(&data.value(function, theta)?)),
            Kind::Expressions(this) => {
                let program = &this.function(function)?.program;
                let value = value_at(program, &point);
                let value =
                    value.map_err(|why| format!("{} may have no value at {theta:?}: {why}", describe(function)))?;
                if inside(value) || apart(value) {
                    return Ok(inside(value));
                }
                let exact = exact_value::at_point(program, &point);
                Ok(exact.and_then(|values| values.first().map(exactly)).unwrap_or(false))
            }
        }
    }

    /// Whether the objective's range is at most this wide: over all points of a finite domain, else by natural
    /// evaluation over the bounding box.
    ///
    /// # Errors
    /// Why the objective may have no value somewhere.
    pub fn objective_range_at_most(&self, range: &Rational) -> Result<bool, String> {
        let hull = match &self.kind {
            Kind::Table(table) => table.objective_range(),
            Kind::Expressions(this) => this.objective_range()?,
            Kind::Data(_) => return Err("the objective's range over data has no evidence".to_owned()),
        };
        Ok(hull.hi.minus(hull.lo, Round::Up) <= Dyadic::from_rational(range, Round::Down))
    }

    /// Checks that `lower <= sum_k weights_k F_k` over the domain by the evidence; `weights[0]` is the objective's.
    ///
    /// # Errors
    /// Why that does not follow, with the leaf, the point or the function.
    pub fn verify_lower_bound(
        &self,
        side: Side,
        weights: &[Rational],
        lower: &Rational,
        evidence: &Evidence,
    ) -> Result<(), String> {
        if weights.len() != self.num_constraints().saturating_add(1) {
            return Err(format!("{} weights do not fit {} constraints", weights.len(), self.num_constraints()));
        }
        if weights.iter().any(|weight| weight.sign().is_lt()) {
            return Err("a weight is negative".to_owned());
        }
        match &self.kind {
            Kind::Table(table) if *evidence == Evidence::Enumeration => table.verify(side, weights, lower),
            Kind::Table(_) => Err("evidence for a table must be an enumeration".to_owned()),
            Kind::Expressions(this) => this.verify(side, weights, lower, evidence),
            Kind::Data(data) => match evidence {
                Evidence::Margins(margins) => data.verify_lower_bound(side, weights, lower, margins),
                _ => Err("evidence for a problem over data must be margins".to_owned()),
            },
        }
    }
}

/// What a function is called in messages; constraints are counted from 1 there, as in files.
pub(crate) fn describe(function: Function) -> String {
    match function {
        Function::Objective => "the objective".to_owned(),
        Function::Constraint(i) => format!("constraint {}", i.saturating_add(1)),
        Function::Proxy(i) => format!("the proxy of constraint {}", i.saturating_add(1)),
    }
}
