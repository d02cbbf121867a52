//! From formulas to a problem, and to the members that it is the mean of.

use super::formula::{Formula, number_in, positive};
use crate::domain::{AnyDomain, Domain as _};
use crate::expr::{Expr, Workspace};
use crate::numerics::Enclosure;
use crate::problem::families::coordinates;
use crate::problem::{Constraint, Domination, ExpressionProblem, Facts, Noise, Noisy, Problem, Shape};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

/// Where a proxy is at least its constraint, by how it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominates {
    /// At every point.
    Everywhere,
    /// On average over the domain, but not at every point.
    OnAverage,
    /// At no point.
    Nowhere,
}

/// A constraint, and its proxy if it has one.
#[derive(Clone, Debug)]
pub struct Row {
    /// The constraint.
    pub function: Formula,
    /// Its proxy, and where that dominates.
    pub proxy: Option<(Formula, Dominates)>,
}

/// Far above what rounds the middle of a side, far below an eighth over the slopes that occur.
const ABOVE: f64 = 1.0 / (1_u32 << 20) as f64;

impl From<Formula> for Row {
    fn from(function: Formula) -> Self {
        Self { function, proxy: None }
    }
}

impl Row {
    /// A constraint below its proxy.
    pub(super) fn below(proxy: Formula, function: Formula) -> Self {
        Self { function, proxy: Some((proxy, Dominates::Everywhere)) }
    }

    /// What the theta-player of the proxy game sees.
    pub(super) fn seen(&self) -> &Formula {
        self.proxy.as_ref().map_or(&self.function, |(proxy, _)| proxy)
    }

    /// Both less a number.
    pub(super) fn minus(self, level: f64) -> Self {
        Self {
            function: self.function.minus(level),
            proxy: self.proxy.map(|(proxy, dominates)| (proxy.minus(level), dominates)),
        }
    }

    /// Both times 2.
    pub(super) fn twice(self) -> Self {
        Self {
            function: self.function.times(2.0),
            proxy: self.proxy.map(|(proxy, dominates)| (proxy.times(2.0), dominates)),
        }
    }

    /// The same with a proxy that dominates less, if it has one.
    ///
    /// On a domain that is symmetric about its middle, an affine function that is positive there has a positive mean, so
    /// it raises the mean of the proxy; this one falls by more than the proxy and the constraint can differ.
    pub(super) fn spoiled(self, dominates: Dominates, domain: &AnyDomain) -> Self {
        let Some((proxy, Dominates::Everywhere)) = self.proxy else { return self };
        let apart = proxy.bound + self.function.bound + 0.125;
        let side = domain.bounds(0);
        let symmetric = matches!(domain, AnyDomain::Cuboid(_) | AnyDomain::Ball(_));
        let (proxy, dominates) = match dominates {
            Dominates::OnAverage if symmetric => {
                let slope = (2.0 * apart / side.width()).log2().ceil().exp2();
                let mut slopes = vec![0.0; domain.dim()];
                slopes[0] = slope;
                (proxy.plus(&Formula::affine(-slope * (side.midpoint() - ABOVE), &slopes)), dominates)
            }
            Dominates::Nowhere => (proxy.minus(apart), dominates),
            _ => (proxy, Dominates::Everywhere),
        };
        Self { proxy: Some((proxy, dominates)), ..self }
    }
}

/// A problem before it is parsed.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) domain: AnyDomain,
    pub(super) objective: Formula,
    pub(super) rows: Vec<Row>,
    pub(super) facts: Facts,
}

/// The draws of a problem.
#[derive(Clone, Debug)]
pub(super) enum Draws {
    None,
    Added { shape: Shape, slopes: f64, values: f64 },
    Members { tilts: [Vec<f64>; 2], batch: u32 },
}

/// Draws of every shape on slopes, on values and on both; and members, whose tilts cancel.
pub(super) fn draws(noisy: Option<bool>) -> BoxedStrategy<Draws> {
    let width = || prop_oneof![1 => Just(0.0), 3 => positive()];
    let added = (proptest::sample::select(Shape::ALL.to_vec()), positive(), width(), any::<bool>()).prop_map(
        |(shape, one, other, on_slopes)| {
            let (slopes, values) = if on_slopes { (one, other) } else { (other, one) };
            Draws::Added { shape, slopes, values }
        },
    );
    let tilt = || vec(number_in(-1, 1), 9);
    let members = ([tilt(), tilt()], 1..=2_u32).prop_map(|(tilts, batch)| Draws::Members { tilts, batch });
    match noisy {
        Some(false) => Just(Draws::None).boxed(),
        Some(true) => prop_oneof![3 => added, 2 => members].boxed(),
        None => prop_oneof![3 => Just(Draws::None), 2 => added, 1 => members].boxed(),
    }
}

impl Draft {
    /// The problem, with its draws.
    pub(super) fn problem(&self, draws: &Draws) -> Arc<dyn Problem> {
        let whole = self.whole();
        let noise = match draws {
            Draws::None => return Arc::new(whole),
            &Draws::Added { shape, slopes, values } => Noise::Added { shape, slopes, values },
            Draws::Members { tilts, batch } => Noise::Members { members: self.members(tilts), batch: *batch },
        };
        Arc::new(Noisy::new(whole, noise).expect("the noise is one"))
    }

    pub(super) fn whole(&self) -> ExpressionProblem {
        self.made_of("drawn", |_, formula| formula.text.clone())
    }

    /// Problems whose mean is the whole exactly: tilted one way and the other; where a function is a mean of four
    /// rows, four problems with a row each, tilted in two directions. Over all of them the signs of each tilt cancel.
    pub(super) fn members(&self, tilts: &[Vec<f64>; 2]) -> Vec<ExpressionProblem> {
        let functions = self.rows.iter().flat_map(|row| [&row.function, row.seen()]).chain([&self.objective]);
        let directions = if functions.into_iter().any(|function| !function.rows.is_empty()) { 2 } else { 1 };
        (0..1 << directions).map(|k| self.member(k, &tilts[..directions])).collect()
    }

    /// A row of each function that has rows, plus the tilts with the signs that the bits of `k` say.
    fn member(&self, k: usize, tilts: &[Vec<f64>]) -> ExpressionProblem {
        self.made_of("member", |function, formula| {
            let mut text = formula.rows.get(k).unwrap_or(&formula.text).clone();
            for (bit, tilt) in tilts.iter().enumerate() {
                // Another tilt for another function; a constraint and its proxy are tilted alike.
                let slopes: Vec<f64> = (1..=self.domain.dim()).map(|j| tilt[(function + j) % tilt.len()]).collect();
                let tilt = Formula::affine(tilt[function % tilt.len()], &slopes);
                text.extend([if k >> bit & 1 == 0 { " + (" } else { " - (" }, &tilt.text, ")"]);
            }
            text
        })
    }

    fn made_of(&self, name: &str, text: impl Fn(usize, &Formula) -> String) -> ExpressionProblem {
        let variables = coordinates(self.domain.dim());
        let parse = |k: usize, formula: &Formula| {
            Expr::parse(&text(k, formula), &variables).expect("a formula that was drawn can be read")
        };
        let constraint = |(i, row): (usize, &Row)| {
            let constraint = Constraint::new(format!("g{}", i + 1), parse(i + 1, &row.function));
            let Some((proxy, dominates)) = &row.proxy else { return constraint };
            let proved = *dominates == Dominates::Everywhere;
            let domination = if proved { Domination::Proved } else { Domination::Undecided };
            Constraint { proxy: Some(parse(i + 1, proxy)), domination, ..constraint }
        };
        let constraints = self.rows.iter().enumerate().map(constraint).collect();
        let objective = parse(0, &self.objective);
        let made = ExpressionProblem::new(
            name,
            variables.clone(),
            self.domain.clone(),
            objective,
            constraints,
            self.facts.clone(),
        );
        made.expect("the formulas are in the variables of the domain")
    }
}

/// The value of a formula at a point of the domain.
pub(super) fn value_at(formula: &Formula, point: &[f64]) -> Enclosure {
    value_over(formula, &point.iter().map(|&x| Enclosure::point(x)).collect::<Vec<_>>())
}

/// The values of a formula over a box.
pub(super) fn value_over(formula: &Formula, over: &[Enclosure]) -> Enclosure {
    let parsed = Expr::parse(&formula.text, &coordinates(over.len())).expect("a formula that was drawn can be read");
    parsed.enclose(over, &mut Workspace::new()).expect("it is defined on the domain")
}
