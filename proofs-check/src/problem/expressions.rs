//! A problem given by expressions over a domain.

use super::curvature::{self, Sides};
use super::domain::{self, Domain};
use super::interval::Interval;
use super::number::Dyadic;
use super::tape::{Program, Tape, at};
use super::trees::Trees;
use super::weighted::{Room, Weighted};
use super::{Evidence, Function, Side, cuts, describe, expression, leaves};
use crate::exact::Rational;

#[derive(Debug)]
pub(crate) struct Expressions {
    /// The functions as they were written, to be shown and compared; what is computed comes from the tape.
    pub(crate) trees: Trees,
    pub(crate) variables: usize,
    pub(crate) domain: Domain,
    tape: Tape,
    objective: Compiled,
    /// Each constraint and its proxy.
    pub(crate) constraints: Vec<(Compiled, Option<Compiled>)>,
}

/// One function: where its value is on the common tape, and its own list of operations.
#[derive(Debug)]
pub(crate) struct Compiled {
    root: usize,
    pub(crate) program: Program,
}

/// A box with more vertices is not looked at.
const MAX_VERTEX_VARIABLES: usize = 16;

/// Encloses the one function of a program at a point.
pub(crate) fn value_at(program: &Program, point: &[Dyadic]) -> Result<Interval, &'static str> {
    let sides: Vec<Interval> = point.iter().map(|&x| Interval::point(x)).collect();
    value_over(program, &sides)
}

pub(crate) fn value_over(program: &Program, sides: &[Interval]) -> Result<Interval, &'static str> {
    let mut values = Vec::with_capacity(program.nodes.len());
    program.evaluate(sides, &mut values)?;
    Ok(program.roots.first().map_or(Interval::WHOLE, |&root| at(&values, root)))
}

impl Expressions {
    pub(crate) fn read(
        variables: &[String],
        domain: Domain,
        objective_text: &str,
        texts: &[(String, Option<String>)],
    ) -> Result<Self, String> {
        if variables.is_empty() {
            return Err("the problem has no variables".to_owned());
        }
        for (i, name) in variables.iter().enumerate() {
            let shown = name.escape_default();
            if !expression::is_name(name) || expression::is_function(name) {
                return Err(format!(
                    "'{shown}' cannot be a variable: a name is letters, digits and underscores, and no function"
                ));
            }
            if variables.iter().take(i).any(|earlier| earlier == name) {
                return Err(format!("the variable '{shown}' is there twice"));
            }
        }
        domain.check(variables.len())?;
        let mut tape = Tape::default();
        let mut read = |name: &str, text: &str| {
            expression::read(text, variables, &mut tape).map_err(|why| format!("{name}: {why}"))
        };
        let objective = read("the objective", objective_text)?;
        let mut roots = Vec::with_capacity(texts.len());
        for (i, (text, proxy)) in texts.iter().enumerate() {
            let number = i.saturating_add(1);
            let constraint = read(&format!("constraint {number}"), text)?;
            let proxy =
                proxy.as_ref().map(|text| read(&format!("the proxy of constraint {number}"), text)).transpose()?;
            roots.push((constraint, proxy));
        }
        let compile = |root: usize| Compiled { root, program: tape.program(&[root]) };
        let objective = compile(objective);
        let constraints = roots.into_iter().map(|(root, proxy)| (compile(root), proxy.map(compile))).collect();
        let trees = Trees::read(variables, objective_text, texts)?;
        Ok(Self { trees, variables: variables.len(), domain, tape, objective, constraints })
    }

    pub(crate) fn function(&self, function: Function) -> Result<&Compiled, String> {
        let found = match function {
            Function::Objective => Some(&self.objective),
            Function::Constraint(i) => self.constraints.get(i).map(|(constraint, _)| constraint),
            Function::Proxy(i) => {
                self.constraints.get(i).map(|(constraint, proxy)| proxy.as_ref().unwrap_or(constraint))
            }
        };
        found.ok_or_else(|| format!("there is no {}", describe(function)))
    }

    pub(crate) fn objective_range(&self) -> Result<Interval, String> {
        let program = &self.objective.program;
        let failed = |why: &str| format!("the objective may have no value on the domain: {why}");
        let Some(sides) = self.domain.bounding_box(self.variables) else {
            let mut hull: Option<Interval> = None;
            for theta in self.points() {
                let value = value_at(program, &dyadic_point(theta)?).map_err(failed)?;
                hull = Some(hull.map_or(value, |hull| hull.hull(value)));
            }
            return Ok(hull.unwrap_or(Interval::WHOLE));
        };
        let sides = domain::intervals(&sides).ok_or("the domain is not bounded by finite numbers")?;
        value_over(program, &sides).map_err(failed)
    }

    fn points(&self) -> &[Vec<f64>] {
        match &self.domain {
            Domain::Points(points) => points,
            _ => &[],
        }
    }

    fn weighted(&self, side: Side, weights: &[Rational]) -> Result<Weighted, String> {
        let (mut roots, mut names, mut positive) = (Vec::new(), Vec::new(), Vec::new());
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| weight.sign().is_gt()) {
            let function = side.function(place);
            roots.push(self.function(function)?.root);
            names.push(describe(function));
            positive.push(weight.clone());
        }
        Ok(Weighted::new(self.tape.program(&roots), names, positive, self.variables))
    }

    pub(crate) fn verify(
        &self,
        side: Side,
        weights: &[Rational],
        lower: &Rational,
        evidence: &Evidence,
    ) -> Result<(), String> {
        let f = self.weighted(side, weights)?;
        let sides = self.domain.bounding_box(self.variables);
        match (evidence, sides) {
            (Evidence::Enumeration, None) => {
                let mut room = Room::default();
                self.points().iter().enumerate().try_for_each(|(number, theta)| {
                    let bounded = f.is_bounded_at(&dyadic_point(theta)?, lower, &mut room);
                    bounded.map_err(|why| format!("point {number}, {theta:?}: {why}"))
                })
            }
            (Evidence::Vertices, Some(sides)) if matches!(self.domain, Domain::Box { .. }) => {
                verify_vertices(&f, &sides, lower)
            }
            (Evidence::Boxes(leaves), Some(sides)) => leaves::verify(&f, &self.domain, &sides, lower, leaves),
            (Evidence::Cuts(cuts), Some(sides)) => cuts::verify(&f, &self.domain, &sides, lower, cuts),
            (Evidence::Enumeration, Some(_)) => Err("an enumeration needs a domain of points".to_owned()),
            (Evidence::Margins(_), _) => Err("margins need a problem over data".to_owned()),
            (Evidence::Ranges(_), _) => Err("ranges need a trace".to_owned()),
            (Evidence::Vertices, _) => Err("vertices need a domain that is a box".to_owned()),
            (Evidence::Boxes(_) | Evidence::Cuts(_), None) => {
                Err("boxes and cuts need a domain that is a box or a ball".to_owned())
            }
        }
    }
}

fn dyadic_point(theta: &[f64]) -> Result<Vec<Dyadic>, String> {
    let point = theta.iter().map(|&x| Dyadic::from_double(x)).collect::<Option<Vec<_>>>();
    point.ok_or_else(|| format!("the point {theta:?} has a number that is not finite"))
}

/// Checks that the functions are concave over the box and that `lower <= f` at every vertex.
fn verify_vertices(f: &Weighted, sides: &[(f64, f64)], lower: &Rational) -> Result<(), String> {
    if sides.len() > MAX_VERTEX_VARIABLES {
        return Err(format!("vertices are for at most {MAX_VERTEX_VARIABLES} variables"));
    }
    let over = domain::intervals(sides).ok_or("the domain is not bounded by finite numbers")?;
    let mut room = Room::default();
    f.evaluate(&over, &mut room).map_err(|why| format!("a function may have no value on the domain: {why}"))?;
    let shapes = curvature::shapes(&f.program, &room.values, Sides::Touching);
    let concave = |root: usize| shapes.get(root).is_some_and(|shape| shape.concave);
    if let Some(k) = f.program.roots.iter().position(|&root| !concave(root)) {
        let name = f.names.get(k).map_or("a function", String::as_str);
        return Err(format!("{name} is not concave over the box by the rules, so vertices prove nothing"));
    }
    for vertex in 0_u32..1_u32.checked_shl(u32::try_from(over.len()).unwrap_or(0)).unwrap_or(0) {
        let upper = |j: u32| vertex.checked_shr(j).unwrap_or(0) & 1 == 1;
        let corner = |(side, j): (&Interval, u32)| if upper(j) { side.hi } else { side.lo };
        let point: Vec<Dyadic> = over.iter().zip(0..).map(corner).collect();
        f.is_bounded_at(&point, lower, &mut room).map_err(|why| format!("vertex {vertex} of the box: {why}"))?;
    }
    Ok(())
}
