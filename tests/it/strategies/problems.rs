//! What was asked of a problem is so.

use super::{Asked, caught, draws, holds};
use referee::domain::{AnyDomain, Domain as _};
use referee::expr::{Expr, Workspace};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::problem::{Constraint, Domination, Problem as _, constants, not_convex, record};
use referee::testing::Outcome;
use referee::testing::laws_family::{law_margin, points};
use referee::testing::strategies::{Ask, DrawnProblem, dimension, domain, problems};
use std::collections::BTreeSet;

const CASES: usize = 50;

/// Whether a function is certainly above the mean of its values at two points halfway between them: along every
/// coordinate and every diagonal of two through the middle of the domain.
fn bends(expr: &Expr, domain: &AnyDomain) -> bool {
    const STEPS: i32 = 32;
    let bounds = domain.bounding_box();
    let dim = bounds.len();
    let mut work = Workspace::new();
    let mut directions: Vec<Vec<f64>> = Vec::new();
    for j in 0..dim {
        for sign in [0.0, 1.0, -1.0] {
            let mut direction = vec![0.0; dim];
            direction[(j + 1) % dim] = sign;
            direction[j] = 1.0;
            directions.push(direction);
        }
    }
    directions.iter().any(|direction| {
        let mut at = |step: i32| {
            let share = f64::from(step) / f64::from(2 * STEPS);
            let along = |(range, d): (&Enclosure, &f64)| range.midpoint() + share * d * range.width();
            let point: Vec<f64> = bounds.iter().zip(direction).map(along).collect();
            // Rounding moves a point a little off the line: what bends by less than that is not seen.
            domain.contains(&point).then(|| expr.enclose(&points(&point), &mut work).expect("it is defined"))
        };
        (1 - STEPS..STEPS).any(|step| {
            let (Some(below), Some(middle), Some(above)) = (at(step - 1), at(step), at(step + 1)) else { return false };
            let room = Enclosure::point(1e-12); // far above what rounding moves, far below the bends that are drawn
            (middle + middle).lo() > (below + above + room).hi()
        })
    })
}

pub(super) fn law(drawn: &DrawnProblem, asked: Asked) -> Outcome {
    let require = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let (problem, side) = (&*drawn.problem, asked.game.side());
    let bounds = constants(problem, side).map_err(|error| error.to_string())?;
    require(problem.num_constraints() <= 12 && problem.domain().dim() <= 8, "too large")?;
    let inside = problem.domain().bounding_box().iter().all(|x| x.magnitude() <= 2.0);
    require(inside || problem.table().is_some(), "the domain is too wide")?;
    require(bounds.objective_range < 1e4 && bounds.bound_constraints < 1e4, "the functions are too large")?;
    require(asked.game == Game::ProxyLagrangian || !problem.has_proxies(), "proxies in the Lagrangian game")?;
    let carried = !matches!(problem.domain(), AnyDomain::Simplex(_) | AnyDomain::L1Orthant(_));
    require(record(problem).is_some() == carried, "a certificate cannot carry it")?;
    require(asked.noisy != (problem.is_noiseless() || problem.table().is_some()), "noise")?;
    let answers = &drawn.answers;
    require(!asked.answered || answers.optimum.is_some() || answers.least_violation.is_some(), "no answer")?;
    let obstacle = not_convex(problem, side);
    if asked.convex {
        require(bounds.bound_subgradient.is_some(), "the slopes have no bound")?;
        return obstacle.map_or(Ok(()), Err);
    }
    require(obstacle.is_some(), "it is proved convex")?;
    let Some(expressions) = problem.expressions() else { return Ok(()) };
    let finite = matches!(problem.domain(), AnyDomain::FiniteSet(_));
    let some = (0..=problem.num_constraints()).any(|k| bends(expressions.function(k, side), problem.domain()));
    require(finite || some, "no function is certainly not convex")
}

#[test]
fn what_was_asked_is_so() {
    for asked in Asked::all() {
        holds(&problems(asked.ask()), CASES, |drawn| law(drawn, asked));
    }
}

#[test]
fn what_was_not_asked_is_noticed() {
    for asked in Asked::all() {
        let others = [Asked { convex: !asked.convex, ..asked }, Asked { noisy: !asked.noisy, ..asked }];
        for other in others {
            let wrong = caught(&problems(asked.ask()), 10, |drawn| law(drawn, other));
            assert!(wrong >= 9, "{asked:?} passed for {other:?} {} times in 10", 10 - wrong);
        }
    }
}

/// Decides anew where a proxy dominates: what was made to dominate is never refuted, what was made not to always is.
fn domination(drawn: &DrawnProblem) -> Outcome {
    let Some(expressions) = drawn.problem.expressions() else { return Ok(()) };
    for constraint in expressions.constraints() {
        let Some(proxy) = constraint.proxy.clone() else { continue };
        let plain = Constraint::new("again", constraint.expression.clone());
        let decided = plain.with_proxy(proxy.clone(), expressions.domain()).domination;
        let refuted = matches!(decided, Domination::Refuted(_));
        if refuted == (constraint.domination == Domination::Proved) {
            return Err(format!("`{proxy}` above `{}` is {decided:?}", constraint.expression));
        }
    }
    Ok(())
}

/// Where a proxy was made not to dominate: whether it does at no point (else on average), judged at points that are
/// symmetric about the middle of the domain. `None` if all dominate.
fn nowhere(drawn: &DrawnProblem) -> Result<Option<bool>, String> {
    let Some(expressions) = drawn.problem.expressions() else { return Ok(None) };
    let undominated = |constraint: &&Constraint| constraint.domination != Domination::Proved;
    let Some(Constraint { expression, proxy: Some(proxy), .. }) = expressions.constraints().iter().find(undominated)
    else {
        return Ok(None);
    };
    let mut work = Workspace::new();
    let mut above = |point: &[f64]| {
        let mut value = |expr: &Expr| expr.enclose(&points(point), &mut work).expect("it is defined");
        value(proxy) - value(expression)
    };
    if let AnyDomain::FiniteSet(set) = expressions.domain() {
        return Ok(Some(set.points().all(|point| above(point).hi() < 0.0)));
    }
    let bounds = expressions.domain().bounding_box();
    let mut pairs = Vec::new();
    for eighths in 0..=8 {
        pairs.push([-1.0, 1.0].map(|sign| {
            let mut point: Vec<f64> = bounds.iter().map(|range| range.midpoint()).collect();
            point[0] += sign * f64::from(eighths) / 16.0 * bounds[0].width();
            above(&point)
        }));
    }
    let below = pairs.iter().flatten().filter(|above| above.hi() < 0.0).count();
    let on_average = pairs.iter().all(|[one, other]| (*one + *other).hi() >= 0.0);
    match below {
        18 => Ok(Some(true)),
        1.. if on_average => Ok(Some(false)),
        _ => Err(format!("`{proxy}` is {pairs:?} above `{expression}`")),
    }
}

#[test]
fn proxies_dominate_where_they_were_made_to() {
    let ask = Ask::of(Game::ProxyLagrangian).constraints(1..=2);
    holds(&problems(ask.dominated()), 40, domination);
    holds(&problems(ask), 40, domination);
    let mut counts = [0; 2];
    for drawn in draws(&problems(ask), 400) {
        match nowhere(&drawn) {
            Ok(None) => {}
            Ok(Some(nowhere)) => counts[usize::from(nowhere)] += 1,
            Err(violation) => panic!("{violation}\non {drawn:?}"),
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "on average, nowhere: {counts:?}");
    assert_eq!(
        caught(&problems(ask.dominated()), 200, |drawn| nowhere(drawn)?.map_or(Ok(()), |_| Err(String::new()))),
        0
    );
}

/// The shares of the dimensions, the shapes, and that every domain is in `[-2, 2]^d`.
#[test]
fn domains_are_small_and_seldom_large() {
    let drawn: Vec<usize> = draws(&dimension(), 1000).collect();
    let share = |dims: std::ops::RangeInclusive<usize>| drawn.iter().filter(|dim| dims.contains(dim)).count();
    assert!(
        (750..850).contains(&share(1..=3)) && (20..80).contains(&share(6..=8)),
        "{} {}",
        share(1..=3),
        share(6..=8)
    );
    assert_eq!(share(1..=8), 1000);
    for dim in 1..=8 {
        holds(&domain(dim), 50, |domain| {
            let mut start = vec![0.0; dim];
            domain.start(&mut start);
            let small = domain.dim() == dim && domain.bounding_box().iter().all(|range| range.magnitude() <= 2.0);
            if small && domain.contains(&start) { Ok(()) } else { Err("too wide, or empty".into()) }
        });
    }
}

/// Nothing is so rare that it hardly occurs: shapes of domains, sizes, jumps, margins, contradictions.
#[test]
fn problems_are_wide() {
    let (mut shapes, mut sizes, mut dims) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut margins, mut jumps) = (0, 0);
    for game in Game::ALL {
        for drawn in draws(&problems(Ask::of(game)), 300) {
            let problem = &*drawn.problem;
            shapes.insert(problem.domain().to_string().split(' ').next().map(str::to_owned));
            sizes.insert(problem.num_constraints());
            dims.insert(problem.domain().dim());
            margins += usize::from(problem.facts().margin.is_some());
            jumps += usize::from(format!("{drawn:?}").contains("step("));
        }
    }
    assert!(shapes.len() >= 5 && dims.len() == 8 && sizes.len() >= 10, "{shapes:?} {dims:?} {sizes:?}");
    assert!(margins > 60 && jumps > 60, "{margins} margins, {jumps} jumps");
}

/// A point with a margin is stated where one was asked for, and is one.
#[test]
fn margins_are_margins() {
    for asked in Asked::all().filter(|asked| !asked.answered) {
        holds(&problems(asked.ask().with_margin().constraints(1..=4)), 20, |drawn| {
            if drawn.problem.table().is_some() {
                return Ok(());
            }
            let margin = drawn.problem.facts().margin.as_ref().ok_or("no margin")?;
            law_margin(&*drawn.problem, margin)
        });
    }
}
