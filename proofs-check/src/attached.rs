//! The problem and the evidence that a certificate may carry: from JSON to what the checker can verify.

use crate::certificate::choice;
use crate::data::{DataProblem, Margins};
use crate::exact::Rational;
use crate::json::{Flaw, Form as Read, Node};
use crate::problem::{Cut, Domain, Evidence, Form, Leaf, Problem};
use crate::ranges::Ranges;

/// Reads `problem`, which may be one over data.
pub(crate) fn problem_or_data(node: Node) -> Read<Problem> {
    if node.get("data").is_none() {
        return problem(node);
    }
    let mut fields = node.object("problem")?;
    fields.need("name")?.text("problem.name")?;
    DataProblem::read(fields).map(Problem::from_data)
}

/// Reads `problem`: expressions or a table.
pub(crate) fn problem(node: Node) -> Read<Problem> {
    let line = node.line;
    let mut fields = node.object("problem")?;
    fields.need("name")?.text("problem.name")?;
    let problem = if let Some(table) = fields.take("table") {
        let mut table = table.object("problem.table")?;
        let constraints = rows(table.need("constraints")?, "problem.table.constraints")?;
        let proxies = table.optional("proxies", |node| rows(node, "problem.table.proxies"))?;
        table.finish()?;
        Problem::from_table(constraints, proxies)
    } else {
        let variables = fields.need("variables")?.texts("problem.variables")?;
        let domain = domain(fields.need("domain")?)?;
        let objective = text(&fields.need("objective")?, "problem.objective")?;
        let mut constraints = Vec::new();
        for node in fields.need("constraints")?.list("problem.constraints")? {
            let mut constraint = node.object("problem.constraints")?;
            text(&constraint.need("name")?, "name")?;
            let expression = text(&constraint.need("expression")?, "expression")?;
            let proxy = constraint.optional("proxy", |node| text(&node, "proxy"))?;
            constraint.finish()?;
            constraints.push((expression, proxy));
        }
        Problem::from_expressions(&variables, domain, &objective, &constraints)
    };
    fields.finish()?;
    problem.map_err(|reason| Flaw::at(line, format!("`problem`: {reason}")))
}

/// Reads a lower bound, found in `field`: its value, and its evidence unless it is declared.
pub(crate) fn lower_bound(node: Node, field: &str) -> Read<(Rational, Option<Evidence>)> {
    let mut bound = node.object(field)?;
    let value = bound.need("value")?;
    let x = Rational::from_double(value.number("value")?);
    let x = x.ok_or_else(|| Flaw::at(value.line, format!("`{field}.value` must be finite")))?;
    let evidence = evidence(bound.need("evidence")?, &format!("{field}.evidence"))?;
    bound.finish()?;
    Ok((x, evidence))
}

fn evidence(node: Node, field: &str) -> Read<Option<Evidence>> {
    let mut fields = node.object(field)?;
    let names = ["declared", "enumeration", "vertices", "boxes", "cuts", "margins", "ranges"].map(|name| (name, name));
    let kind = choice(&fields.need("kind")?, &format!("{field}.kind"), &names)?;
    let evidence = match kind {
        "enumeration" => Some(Evidence::Enumeration),
        "vertices" => Some(Evidence::Vertices),
        "boxes" => Some(Evidence::Boxes(fields.need("leaves")?.each("leaves", leaf)?)),
        "cuts" => Some(Evidence::Cuts(fields.need("cuts")?.each("cuts", cut)?)),
        "ranges" => Some(Evidence::Ranges(Ranges::read(fields.need("ranges")?)?)),
        "margins" => {
            let line = fields.line;
            let (theta, thresholds) = (fields.need("theta")?, fields.need("thresholds")?);
            let margins = Margins::new(&theta.numbers("theta")?, &thresholds.numbers("thresholds")?);
            let wanted = "multiples of 2^-40 of size at most 2^12, and at least one threshold";
            Some(Evidence::Margins(margins.ok_or_else(|| Flaw::at(line, format!("`{field}` must have {wanted}")))?))
        }
        _ => None,
    };
    fields.finish()?;
    Ok(evidence)
}

fn leaf(node: Node) -> Read<Leaf> {
    let mut fields = node.object("leaves")?;
    let sides = fields.need("sides")?.each("sides", |side| side.enclosure("sides"))?;
    let form = fields.need("form")?;
    let names = ["natural", "mean-value", "monotone", "second-order", "outside"].map(|name| (name, name));
    let form = match choice(&form, "form", &names)? {
        "natural" => Form::Natural,
        "mean-value" => Form::MeanValue,
        "monotone" => Form::Monotone,
        "second-order" => Form::SecondOrder,
        _ => Form::Outside,
    };
    let at = if form == Form::SecondOrder { fields.need("at")?.numbers("at")? } else { Vec::new() };
    fields.finish()?;
    Ok(Leaf { sides, form, at })
}

fn cut(node: Node) -> Read<Cut> {
    let mut fields = node.object("cuts")?;
    let theta = fields.need("theta")?.numbers("theta")?;
    let weight = fields.need("weight")?.number("weight")?;
    fields.finish()?;
    Ok(Cut { theta, weight })
}

fn domain(node: Node) -> Read<Domain> {
    let mut fields = node.object("problem.domain")?;
    let names = ["box", "ball", "points"].map(|name| (name, name));
    let domain = match choice(&fields.need("kind")?, "problem.domain.kind", &names)? {
        "box" => Domain::Box {
            lower: fields.need("lower")?.numbers("lower")?,
            upper: fields.need("upper")?.numbers("upper")?,
        },
        "ball" => Domain::Ball { radius: fields.need("radius")?.number("radius")? },
        _ => Domain::Points(rows(fields.need("points")?, "points")?),
    };
    fields.finish()?;
    Ok(domain)
}

fn rows(node: Node, field: &str) -> Read<Vec<Vec<f64>>> {
    node.each(field, |row| row.numbers(field))
}

fn text(node: &Node, field: &str) -> Read<String> {
    node.text(field).map(str::to_owned)
}
