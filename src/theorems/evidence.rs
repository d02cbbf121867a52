//! What a problem proves about a trace: a lower bound at the exact mean multipliers, that the recorded values are the
//! problem's, and the facts that bounds rest on.

use crate::certificate::{GivenMargin, GivenRange, LowerBound};
use crate::domain::{AnyDomain, Domain as _};
use crate::error::Result;
use crate::expr;
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;
use crate::oracle::{Objective, Options, choose};
use crate::problem::{Problem, Side, Workspace};
use crate::regret::{LagrangianAverages, ProxyAverages};
use crate::trace::{GameKind, Trace};

/// The weights of `(g_0, h)` in the theta-player's loss at the mean multipliers of the Lagrangian game. Means of what is
/// not negative are not negative; rounding alone may say so, and is cut off.
pub fn lagrangian_weights(averages: &LagrangianAverages<Enclosure>) -> Vec<Enclosure> {
    std::iter::once(Enclosure::ONE).chain(averages.multipliers.iter().copied().map(Enclosure::positive_part)).collect()
}

/// The same in the proxy game.
pub fn proxy_weights(averages: &ProxyAverages<Enclosure>) -> Vec<Enclosure> {
    averages.multipliers.iter().copied().map(Enclosure::positive_part).collect()
}

/// The side of a problem that the theta-player of a game sees.
pub fn side(game: GameKind) -> Side {
    match game {
        GameKind::Lagrangian => Side::Constraints,
        GameKind::ProxyLagrangian => Side::Proxies,
    }
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

/// Whether the rounds of a trace are rounds of a problem: every point in the domain, every recorded value an enclosure
/// of the function there. It remembers the first round where that fails.
pub struct Agreement<'a> {
    problem: &'a dyn Problem,
    game: GameKind,
    rounds: usize,
    work: Workspace,
    point: Vec<Enclosure>,
    values: Vec<Enclosure>,
    disagreement: Option<String>,
    /// Whether the recorded values are compared, and not only the points.
    compares_values: bool,
}

impl<'a> Agreement<'a> {
    /// Nothing seen yet.
    pub fn new(problem: &'a dyn Problem, game: GameKind) -> Self {
        let values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
        let (work, point) = (Workspace::default(), Vec::new());
        let (rounds, disagreement, compares_values) = (0, None, true);
        Self { problem, game, rounds, work, point, values, disagreement, compares_values }
    }

    /// The same for rounds whose values the problem itself just enclosed: only that points are in the domain is asked.
    pub(super) fn of_played(problem: &'a dyn Problem, game: GameKind) -> Self {
        Self { compares_values: false, ..Self::new(problem, game) }
    }

    /// Why the trace is not known to be one of the problem, if it is not.
    pub fn disagreement(&self) -> Option<&str> {
        self.disagreement.as_deref()
    }

    /// Looks at a block of rounds.
    pub fn look(&mut self, block: &Trace) {
        if self.disagreement.is_none() {
            self.disagreement =
                self.in_columns(block).or_else(|| (0..block.rounds()).find_map(|t| self.in_round(block, t)));
        }
        self.rounds += block.rounds();
    }

    fn in_columns(&self, block: &Trace) -> Option<String> {
        let (layout, name) = (block.layout(), self.problem.name());
        let (found, wanted) = (layout.num_thetas(), self.problem.domain().dim());
        if found == 0 {
            return Some(
                "the trace has no columns `theta_*`, so its values cannot be compared with the problem's".into(),
            );
        }
        if found != wanted {
            return Some(format!(
                "the trace has {found} columns `theta_*`, and the problem `{name}` has {wanted} variables"
            ));
        }
        if self.game == GameKind::ProxyLagrangian && self.problem.has_proxies() && !layout.has_proxies() {
            return Some(format!("the problem `{name}` has proxies, and the trace has no columns `proxy_*`"));
        }
        None
    }

    fn in_round(&mut self, block: &Trace, t: usize) -> Option<String> {
        let theta = block.theta(t);
        let round = self.rounds + t;
        if !self.problem.domain().contains(theta) {
            return Some(format!(
                "in round {round} (from 0) `theta` is not in the problem's domain, a {}",
                self.problem.domain()
            ));
        }
        if !self.compares_values {
            return None;
        }
        self.point.clear();
        self.point.extend(theta.iter().map(|&x| Enclosure::point(x)));
        let proxies = block.layout().has_proxies() && self.game == GameKind::ProxyLagrangian;
        for side in [Side::Constraints, Side::Proxies].into_iter().take(1 + usize::from(proxies)) {
            if let Err(error) = self.problem.enclose(&self.point, side, &mut self.values, &mut self.work) {
                return Some(format!("in round {round} (from 0): {error}"));
            }
            for (k, &value) in self.values.iter().enumerate() {
                let recorded = match (k, side) {
                    (0, _) => block.objective().get(t, 0),
                    (_, Side::Constraints) => block.constraints().get(t, k - 1),
                    (_, Side::Proxies) => block.proxy_constraints().get(t, k - 1),
                };
                if !recorded.contains_enclosure(value) {
                    let column = match (k, side) {
                        (0, _) => "objective".to_owned(),
                        (_, Side::Constraints) => format!("constraint_{k}"),
                        (_, Side::Proxies) => format!("proxy_{k}"),
                    };
                    return Some(format!(
                        "in round {round} (from 0) `{column}` is recorded as {recorded}, and the problem's is only known to lie \
                         in {value}: record enclosures `{column}.lo`, `{column}.hi` that contain it"
                    ));
                }
            }
        }
        None
    }
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
