//! What a problem proves about a trace: a lower bound at the exact mean multipliers, and the facts that bounds rest on.

use crate::certificate::{Given, GivenMargin, GivenRange, LowerBound};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::Result;
use crate::expr;
use crate::game::{Game, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;
use crate::oracle::{Objective, Options, choose};
use crate::problem::{Constants, Problem, Workspace, record};
use crate::regret::{LagrangianAverages, ProxyAverages};

/// The weights of `(g_0, h)` in the theta-player's loss at the mean multipliers of the Lagrangian game. Means of what is
/// not negative are not negative; rounding alone may say so, and is cut off.
pub fn lagrangian_weights(averages: &LagrangianAverages<Enclosure>) -> Vec<Enclosure> {
    std::iter::once(Enclosure::ONE).chain(averages.multipliers.iter().copied().map(Enclosure::positive_part)).collect()
}

/// The same in the proxy game.
pub fn proxy_weights(averages: &ProxyAverages<Enclosure>) -> Vec<Enclosure> {
    averages.multipliers.iter().copied().map(Enclosure::positive_part).collect()
}

/// A lower bound of `<weights, (g_0, h)>` over the problem's domain, with evidence. It holds for all weights inside the
/// enclosures, so for the exact means. With it comes by how much a value that was reached is above it, at most.
///
/// # Errors
/// If no oracle applies to the problem, or a function is undefined somewhere.
pub fn lower_bound(
    problem: &dyn Problem,
    side: Side,
    weights: &[Enclosure],
    options: Options,
) -> Result<(LowerBound, f64)> {
    let mut choice = choose(problem, side, options)?;
    let mut theta = vec![0.0; problem.domain().dim()];
    problem.domain().start(&mut theta);
    let (minimum, evidence) = choice.oracle.certify(&Objective { problem, side, weights }, &mut theta)?;
    Ok((LowerBound { value: minimum.lower_bound, evidence }, minimum.rho()))
}

/// A margin at a point, as the problem proves it; without the point where it does not.
pub fn margin(problem: &dyn Problem, side: Side, value: f64, point: Option<&[f64]>) -> GivenMargin {
    let unproved = GivenMargin { value, point: None, objective: None };
    let Some(point) = point.filter(|point| problem.domain().contains(point)) else { return unproved };
    let at: Vec<Enclosure> = point.iter().map(|&x| Enclosure::point(x)).collect();
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    if problem.enclose(&at, side, &mut values, &mut Workspace::default()).is_err() {
        return unproved;
    }
    let objective = Some(values[0]).filter(|value| value.is_finite());
    let below =
        |(i, enclosed): (usize, &Enclosure)| enclosed.hi() <= -value || exactly_below(problem, side, i, point, value);
    if values.iter().enumerate().skip(1).all(below) {
        GivenMargin { value, point: Some(point.to_vec()), objective }
    } else {
        GivenMargin { value, point: None, objective }
    }
}

/// Whether a rational function is at most `-margin` at a point, exactly.
fn exactly_below(problem: &dyn Problem, side: Side, i: usize, point: &[f64], margin: f64) -> bool {
    let Some(expressions) = problem.expressions() else { return false };
    let at: Vec<_> = point.iter().map(|&x| exact(x)).collect();
    let value = expressions.function(i, side).eval_exact(&at, &mut expr::Workspace::new());
    value.is_ok_and(|value| value <= exact(-margin))
}

/// The range of the objective, with whether an enclosure over the domain proves it.
pub fn objective_range(problem: &dyn Problem, value: f64) -> GivenRange {
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    let mut enclose =
        |over: &[Enclosure]| problem.enclose(over, Side::Constraints, &mut values, &mut work).ok().map(|()| values[0]);
    let range = match problem.domain() {
        AnyDomain::FiniteSet(set) => set
            .points()
            .map(|point| enclose(&point.iter().map(|&x| Enclosure::point(x)).collect::<Vec<_>>()))
            .reduce(|a, b| Some(a?.hull(b?)))
            .flatten(),
        domain => enclose(&domain.bounding_box()),
    };
    GivenRange { value, enclosed: range.is_some_and(|range| range.width() <= value) }
}

/// What the problem and its bounds say about a game, before anything is played.
pub fn facts(problem: &dyn Problem, bounds: &Constants, game: Game) -> Given {
    let side = game.side();
    let stated = bounds.margin.as_ref();
    let mut margin = stated.map(|stated| margin(problem, side, stated.value, stated.point.as_deref()));
    let mut range = objective_range(problem, bounds.objective_range);
    let problem = record(problem);
    if problem.is_none() {
        // Nobody else could look at the problem, so nothing is proved by it.
        margin = margin.map(|margin| GivenMargin { point: None, ..margin });
        range = GivenRange { enclosed: false, ..range };
    }
    Given { problem, margin, objective_range: Some(range), ..Given::default() }
}
