//! The problem over data of a certificate: its functions are rational numbers at every model.

use super::cells::{Cells, NEGATIVE, POSITIVE};
use super::constraint::{Constraint, Forms};
use super::margins::{Hinged, Margins};
use super::recipe::Recipe;
use super::scores::{Hinges, Model, Part, positives};
use super::subject::{Models, OverData};
use crate::certificate::choice;
use crate::exact::Rational;
use crate::json::{Fields, Flaw, Form};
use crate::problem::{Domain, Function, Side};
use crate::report::Refusal;
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use std::num::NonZeroUsize;

/// The parts of the hinge loss.
const LOSS: [Part; 2] = [Part { set: POSITIVE, is_plus: false }, Part { set: NEGATIVE, is_plus: true }];

/// A problem over data; it has values once its data were loaded.
#[derive(Debug)]
pub(crate) struct DataProblem {
    pub(crate) recipe: Recipe,
    constraints: Forms,
    domain: Domain,
    radius: Rational,
    /// Whether the constraints are rates; else they are hinges.
    has_rates: bool,
    has_proxies: bool,
    loaded: Option<Loaded>,
    /// The values at the point that was asked for last: several functions are asked for at the same.
    last: RefCell<Option<(Vec<u64>, Values)>>,
}

#[derive(Debug)]
struct Loaded {
    cells: Cells,
    constraints: Vec<Constraint>,
    /// What all hinges are made of, some of it perhaps more than once.
    parts: Vec<Part>,
    threads: NonZeroUsize,
}

#[derive(Debug)]
struct Values {
    objective: Rational,
    rates: Vec<Rational>,
    hinges: Vec<Rational>,
}

impl DataProblem {
    /// Reads the fields of a problem, of which `name` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let recipe = Recipe::read(fields.need("data")?)?;
        let mut domain = fields.need("domain")?.object("problem.domain")?;
        choice(&domain.need("kind")?, "problem.domain.kind", &[("ball", ())])?;
        let node = domain.need("radius")?;
        let x = node.number("radius")?;
        let radius = Rational::from_double(x).filter(|radius| *radius >= Rational::zero());
        let radius = radius.ok_or_else(|| Flaw::at(node.line, "`radius` must not be negative"))?;
        domain.finish()?;
        choice(&fields.need("objective")?, "problem.objective", &[("hinge", ())])?;
        let has_rates = choice(&fields.need("constraint")?, "problem.constraint", &[("rate", true), ("hinge", false)])?;
        let proxy = fields.take("proxy");
        if let (Some(node), false) = (&proxy, has_rates) {
            return Err(Flaw::at(node.line, "`problem.proxy` has no place where `constraint` is `hinge`"));
        }
        let proxy = proxy.map(|node| choice(&node, "problem.proxy", &[("hinge", ())])).transpose()?;
        let constraints = Forms::read(fields.need("constraints")?)?;
        fields.finish()?;
        Ok(Self {
            recipe,
            constraints,
            domain: Domain::Ball { radius: x },
            radius,
            has_rates,
            has_proxies: proxy.is_some(),
            loaded: None,
            last: RefCell::new(None),
        })
    }

    /// What it is about.
    pub(crate) fn subject(&self) -> OverData<'_> {
        let radius = if let Domain::Ball { radius } = self.domain { radius } else { 0.0 };
        let models = Models { radius, has_rates: self.has_rates, has_proxies: self.has_proxies };
        OverData { recipe: &self.recipe, constraints: &self.constraints, models: Some(models) }
    }

    /// Loads the data, found as `found`; `name` is the certificate.
    pub(crate) fn load(
        &mut self,
        reader: impl Read,
        found: &str,
        name: &str,
        threads: NonZeroUsize,
    ) -> Result<(), Refusal> {
        let cells = self.recipe.load(reader, found, &self.constraints.sets, threads)?;
        let constraints = self.constraints.on(&cells, name)?;
        let parts = constraints.iter().flat_map(Constraint::parts).chain(LOSS).collect();
        self.loaded = Some(Loaded { cells, constraints, parts, threads });
        Ok(())
    }

    pub(crate) fn num_constraints(&self) -> usize {
        self.constraints.len()
    }

    pub(crate) fn num_variables(&self) -> usize {
        self.recipe.num_features()
    }

    pub(crate) fn has_proxies(&self) -> bool {
        self.has_proxies
    }

    pub(crate) fn contains(&self, theta: &[f64]) -> bool {
        self.domain.contains(theta)
    }

    fn loaded(&self) -> Result<&Loaded, String> {
        self.loaded.as_ref().ok_or_else(|| "the data were not loaded".to_owned())
    }

    /// Whether a function of a constraint is its hinge.
    fn is_hinge(&self, function: Function) -> bool {
        match function {
            Function::Objective => true,
            Function::Constraint(_) => !self.has_rates,
            Function::Proxy(_) => !self.has_rates || self.has_proxies,
        }
    }

    /// What a function is at least, and a rate at most, at any model.
    pub(crate) fn known_range(&self, function: Function) -> Option<(Rational, Option<Rational>)> {
        let (Function::Constraint(i) | Function::Proxy(i)) = function else { return Some((Rational::zero(), None)) };
        let (least, most) = self.constraints.forms.get(i)?.range()?;
        Some((least, Some(most).filter(|_| !self.is_hinge(function))))
    }

    /// The value of a function at a model, exactly.
    pub(crate) fn value(&self, function: Function, theta: &[f64]) -> Result<Rational, String> {
        let bits: Vec<u64> = theta.iter().map(|x| x.to_bits()).collect();
        let mut last = self.last.borrow_mut();
        let values = match last.take() {
            Some((point, values)) if point == bits => values,
            _ => self.values(theta)?,
        };
        let found = match function {
            Function::Objective => Some(&values.objective),
            Function::Constraint(i) | Function::Proxy(i) if self.is_hinge(function) => values.hinges.get(i),
            Function::Constraint(i) | Function::Proxy(i) => values.rates.get(i),
        };
        let found = found.cloned().ok_or_else(|| "there is no such constraint".to_owned());
        *last = Some((bits, values));
        found
    }

    fn values(&self, theta: &[f64]) -> Result<Values, String> {
        let Loaded { cells, constraints, parts, threads } = self.loaded()?;
        let model = Model::new(theta).filter(|_| theta.len() == self.num_variables());
        let model = model.ok_or_else(|| format!("a model has {} finite numbers", self.num_variables()))?;
        let counts = positives(cells, std::slice::from_ref(&model), *threads);
        let hinges = Hinges::new(cells, &model, parts);
        let loss: BigInt = LOSS.iter().map(|&part| hinges.of(part)).sum();
        let objective = Rational::new(loss, hinges.unit() * cells.rows());
        let positives: Vec<BigInt> = counts.into_iter().flatten().map(BigInt::from).collect();
        Ok(Values {
            objective: objective.ok_or("there are no rows")?,
            rates: constraints.iter().map(|constraint| constraint.rate(&BigInt::from(1), &positives)).collect(),
            hinges: constraints.iter().map(|constraint| constraint.hinge(&hinges)).collect(),
        })
    }

    /// Checks that `lower` is at most the weighted sum of the functions over the ball, by the margins, which have as many
    /// numbers as a model.
    pub(crate) fn verify_lower_bound(
        &self,
        side: Side,
        weights: &[Rational],
        lower: &Rational,
        evidence: &Margins,
    ) -> Result<(), String> {
        let Loaded { cells, constraints, .. } = self.loaded()?;
        let mut hinged = Hinged { constant: Rational::zero(), parts: BTreeMap::new() };
        let mut add = |part: Part, weight: Rational| {
            let sum = hinged.parts.entry(part).or_insert_with(Rational::zero);
            *sum = &*sum + &weight;
        };
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.sign().is_eq()) {
            let function = side.function(place);
            let i = match function {
                Function::Objective => {
                    let rows = Rational::from_integer(cells.rows());
                    let each = weight.checked_div(&rows).ok_or("there are no rows")?;
                    for part in LOSS {
                        add(part, each.clone());
                    }
                    continue;
                }
                Function::Constraint(i) | Function::Proxy(i) => i,
            };
            if !self.is_hinge(function) {
                let name = self.constraints.name(i);
                return Err(format!("`{name}` has a positive multiplier and is a rate, which margins do not bound"));
            }
            let constraint = constraints.get(i).ok_or("there is no such constraint")?;
            let (constant, parts, denominator) = constraint.hinge_weights();
            let over = |x: BigInt| Rational::new(x, denominator.clone()).unwrap_or_else(Rational::zero);
            hinged.constant = &hinged.constant + &(weight * &over(constant));
            for (part, each) in parts {
                add(part, weight * &over(each));
            }
        }
        hinged.check(cells, evidence, &self.radius, lower)
    }
}
