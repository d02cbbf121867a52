//! A problem as text, for certificates.

use super::Problem;
use crate::domain::{AnyDomain, Domain as _};
use crate::game::{ConstraintRecord, DomainRecord, ProblemRecord, Side};

/// The problem as plain text and numbers, if it is made of expressions, of a table or of rates over data with hinges, and
/// its domain is a box, a ball or a list of points: only such problems can be checked by somebody else.
pub fn record(problem: &dyn Problem) -> Option<ProblemRecord> {
    let name = problem.name().to_owned();
    if let Some(table) = problem.table() {
        let rows = |side, skip| table.rows(side).map(|row| row[skip..].to_vec()).collect();
        let proxies = problem.has_proxies().then(|| rows(Side::Proxies, 1));
        return Some(ProblemRecord::Table { name, constraints: rows(Side::Constraints, 0), proxies });
    }
    if let Some(rates) = problem.over_data() {
        return Some(ProblemRecord::Rates(Box::new(rates)));
    }
    let expressions = problem.expressions()?;
    let domain = match problem.domain() {
        AnyDomain::Cuboid(cuboid) => {
            DomainRecord::Box { lower: cuboid.lower().to_vec(), upper: cuboid.upper().to_vec() }
        }
        AnyDomain::Ball(ball) => DomainRecord::Ball { radius: ball.bounds(0).hi() },
        AnyDomain::FiniteSet(set) => DomainRecord::Points(set.points().map(<[f64]>::to_vec).collect()),
        AnyDomain::Simplex(_) | AnyDomain::L1Orthant(_) => return None,
    };
    let constraint = |constraint: &super::Constraint| ConstraintRecord {
        name: constraint.name.clone(),
        expression: constraint.expression.to_string(),
        proxy: constraint.proxy.as_ref().map(ToString::to_string),
    };
    Some(ProblemRecord::Expressions {
        name,
        variables: expressions.variables().to_vec(),
        domain,
        objective: expressions.objective().to_string(),
        constraints: expressions.constraints().iter().map(constraint).collect(),
    })
}
