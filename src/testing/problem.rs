//! Laws of a problem: its values, enclosures and subgradients agree, and nothing that is declared of it is refuted.
//!
//! A problem that gives enclosures is judged by them, so a violation is certain. One that gives doubles only is its
//! doubles: a certificate of a run on it speaks of the recorded doubles too.

use super::conformance::{Finding, Law, Ruling, laws};
use super::laws_family::{self as known_laws, points, values};
use super::{Outcome, laws_domain, require};
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::problem::families::{Instance, Known, Optimum};
use crate::problem::{Fact, Problem, Workspace};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::problem_draws::{law_draws_are_bounded, law_draws_are_unbiased};
use super::problem_supports::law_subgradients_support;

laws! { Subjects:
    law_projection_lands_inside "the projection of any point is in the domain",
    law_projection_is_idempotent "a point of the domain is not moved",
    law_replays "the same question has the same answer, bit for bit",
    law_values_are_enclosed "the enclosure at a point contains the value there",
    law_enclosures_are_isotonic "the enclosure over a part of a box is a part of that over the box",
    law_proxies_dominate "no proxy is below its constraint",
    law_subgradients_support "a convex function is nowhere below its tangent plane",
    law_optima_are_not_beaten "no feasible point is below a declared optimum, and none is the worse for the violation",
    law_optima_are_attained "the mixture that is known to attain an optimum does",
    law_multipliers_prove_the_optima "with the known multipliers the Lagrangian is nowhere below the optimum",
    law_optima_are_in_order "mixing helps, and proxies do not",
    law_margin_holds "at the margin point every proxy is as far below 0 as declared",
    law_bounds_cover "the declared ranges and bounds cover what is found and drawn at points",
    law_draws_are_unbiased "the mean of all draws is the exact answer",
}

/// A problem to be judged, with what is known of it.
pub struct Subject {
    problem: Box<dyn Problem>,
    known: Option<Known>,
    convex: bool,
}

impl From<Instance> for Subject {
    fn from(instance: Instance) -> Self {
        Self { problem: instance.problem, known: Some(instance.known), convex: instance.convex }
    }
}

impl<P: Problem + 'static> From<P> for Subject {
    fn from(problem: P) -> Self {
        Self { problem: Box::new(problem), known: None, convex: false }
    }
}

impl Subject {
    /// Who is judged.
    pub fn problem(&self) -> &dyn Problem {
        &*self.problem
    }

    /// Whether the objective and the proxies (the constraints, without proxies) are declared to be convex.
    pub const fn is_convex(&self) -> bool {
        self.convex
    }

    /// Points of the domain, the same every time, near those that matter among them.
    pub fn sample(&self) -> Vec<Vec<f64>> {
        known_laws::sample(self.problem(), self.known.as_ref(), &mut ChaCha8Rng::seed_from_u64(20_180_420))
    }
}

/// The problems to be judged: members of a family with what is known of them, or problems of your own.
pub struct Subjects(Vec<Subject>);

impl Subjects {
    /// The problems of a list.
    pub fn new<I: IntoIterator<Item: Into<Subject>>>(instances: I) -> Self {
        Self(instances.into_iter().map(Into::into).collect())
    }

    /// Asks each problem, which answers with the reason if there is nothing to ask.
    pub(super) fn each(&self, law: impl Fn(&Subject) -> Ruling) -> Ruling {
        let mut reasons = Vec::new();
        for subject in &self.0 {
            match law(subject).map_err(|violation| format!("`{}`: {violation}", subject.problem.name()))? {
                Finding::Holds => {}
                Finding::Skipped(reason) => reasons.push(reason),
            }
        }
        match reasons.last() {
            _ if self.0.is_empty() => Ok(skip("there is no instance")),
            Some(reason) => Ok(Finding::of(reasons.len(), self.0.len(), "instances", reason)),
            None => Ok(Finding::Holds),
        }
    }
}

/// The same problems, declared to be convex: the objective, and the proxies or, without proxies, the constraints.
pub fn convex<I: IntoIterator<Item: Into<Subject>>>(instances: I) -> Vec<Subject> {
    instances.into_iter().map(Into::into).map(|subject| Subject { convex: true, ..subject }).collect()
}

const SIDES: [Side; 2] = [Side::Constraints, Side::Proxies];

fn skip(reason: &str) -> Finding {
    Finding::Skipped(reason.into())
}

fn holds(outcome: Outcome) -> Ruling {
    outcome.map(|()| Finding::Holds)
}

/// Points anywhere: inside, beside and far outside of the domain.
fn anywhere(domain: &AnyDomain) -> Vec<Vec<f64>> {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let bounds = domain.bounding_box();
    let point = |scale: f64, generator: &mut ChaCha8Rng| {
        let stretched = |side: &Enclosure| {
            side.midpoint() + scale * (generator.random::<f64>() - 0.5) * (side.hi() - side.lo()).max(1.0)
        };
        bounds.iter().map(stretched).collect::<Vec<f64>>()
    };
    [0.5, 1.0, 2.0, 1e3, 1e9].into_iter().cycle().take(60).map(|scale| point(scale, &mut generator)).collect()
}

fn law_projection_lands_inside(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let domain = subject.problem.domain();
        holds(anywhere(domain).iter().try_for_each(|y| laws_domain::law_projection_lands_inside(domain, y)))
    })
}

fn law_projection_is_idempotent(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let domain = subject.problem.domain();
        holds(anywhere(domain).iter().try_for_each(|y| laws_domain::law_projection_is_idempotent(domain, y)))
    })
}

fn law_replays(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        let (functions, dim) = (problem.num_constraints() + 1, problem.domain().dim());
        let weights: Vec<f64> = (0..functions).map(|k| 1.0 / (k + 1) as f64).collect();
        let answers = || {
            // The old content of a workspace means nothing, so one serves all points.
            let mut work = Workspace::default();
            let mut bits = Vec::new();
            for (theta, sample) in subject.sample().iter().zip(0..) {
                for side in SIDES {
                    let (mut out, mut slope) = (vec![0.0; functions], vec![0.0; dim]);
                    let asked = problem.values(theta, side, &mut out, &mut work).is_ok();
                    let drawn =
                        problem.stochastic_subgradient(sample, theta, side, &weights, &mut slope, &mut work).is_ok();
                    bits.push(u64::from(asked) + u64::from(drawn));
                    bits.extend(out.iter().chain(&slope).map(|x| x.to_bits()));
                }
            }
            bits
        };
        holds(require(answers() == answers(), || "the same points have other values the second time".into()))
    })
}

fn law_values_are_enclosed(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        if !problem.gives_enclosures() {
            return Ok(skip("it gives values in doubles only"));
        }
        let mut work = Workspace::default();
        let mut doubles = vec![0.0; problem.num_constraints() + 1];
        for theta in subject.sample() {
            for side in SIDES {
                let enclosed = values(problem, &points(&theta), side)?;
                problem.values(&theta, side, &mut doubles, &mut work).map_err(|error| error.to_string())?;
                let outside = (0..doubles.len()).find(|&k| !enclosed[k].contains(doubles[k]));
                require(outside.is_none(), || {
                    let k = outside.unwrap_or_default();
                    format!("function {k} is {} at {theta:?}, which is not in {}", doubles[k], enclosed[k])
                })?;
            }
        }
        Ok(Finding::Holds)
    })
}

fn law_enclosures_are_isotonic(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        if !problem.gives_enclosures() {
            return Ok(skip("it gives values in doubles only"));
        }
        let mut generator = ChaCha8Rng::seed_from_u64(2);
        let finite = matches!(problem.domain(), AnyDomain::FiniteSet(_));
        let mut asked = 0;
        for theta in subject.sample() {
            // From the whole domain down to a point, each box inside the one before.
            let mut cell = problem.domain().bounding_box();
            for depth in 0..5 {
                let inner: Vec<Enclosure> =
                    cell.iter().zip(&theta).map(|(&side, &x)| part(side, x, depth == 4, &mut generator)).collect();
                for side in SIDES {
                    let Ok(outer_values) = values(problem, &cell, side) else { continue };
                    let inner_values = match values(problem, &inner, side) {
                        Err(_) if finite => continue, // no candidate is in the part
                        found => found.map_err(|error| format!("{error}, but it is defined on {cell:?}"))?,
                    };
                    let escaped =
                        (0..outer_values.len()).find(|&k| !outer_values[k].contains_enclosure(inner_values[k]));
                    require(escaped.is_none(), || {
                        let k = escaped.unwrap_or_default();
                        let (inner_value, outer_value) = (inner_values[k], outer_values[k]);
                        format!("function {k} is {inner_value} on {inner:?}, but only {outer_value} on {cell:?}")
                    })?;
                    asked += 1;
                }
                cell = inner;
            }
        }
        Ok(if asked == 0 { skip("its functions are undefined on every box") } else { Finding::Holds })
    })
}

/// A part of an interval that contains `x`, if the interval does.
fn part(side: Enclosure, x: f64, point: bool, generator: &mut ChaCha8Rng) -> Enclosure {
    let x = x.clamp(side.lo(), side.hi());
    if point {
        return Enclosure::point(x);
    }
    let mut towards = |end: f64| {
        let moved = x + generator.random::<f64>() * (end - x);
        if end < x { moved.clamp(end, x) } else { moved.clamp(x, end) }
    };
    let (lo, hi) = (towards(side.lo()), towards(side.hi()));
    Enclosure::new(lo, hi)
}

fn law_proxies_dominate(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let problem = subject.problem();
        if !problem.has_proxies() {
            return Ok(skip("it has no proxies"));
        }
        for theta in subject.sample() {
            let [constraints, proxies] = SIDES.map(|side| values(problem, &points(&theta), side));
            for (k, (constraint, proxy)) in constraints?.into_iter().zip(proxies?).enumerate().skip(1) {
                require(proxy.hi() >= constraint.lo(), || {
                    format!("at {theta:?} constraint {k} is {constraint} and its proxy only {proxy}")
                })?;
            }
        }
        Ok(Finding::Holds)
    })
}

/// The optima that the problem's facts declare, as optima of which nothing else is known.
fn declared(subject: &Subject) -> impl Iterator<Item = (Optimum, Side)> {
    let facts = subject.problem.facts();
    let all = [
        (facts.optimum, Side::Constraints),
        (facts.mixed_optimum, Side::Constraints),
        (facts.proxy_optimum, Side::Proxies),
    ];
    let optimum = |fact: Fact| Optimum { value: Enclosure::point(fact.value), mixture: Vec::new(), multipliers: None };
    all.into_iter().filter_map(move |(fact, side)| fact.map(|fact| (optimum(fact), side)))
}

fn law_optima_are_not_beaten(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let (problem, sample) = (subject.problem(), subject.sample());
        let known = subject.known.iter().flat_map(known_laws::optima).map(|(optimum, side)| (optimum.clone(), side));
        let all: Vec<(Optimum, Side)> = declared(subject).chain(known).collect();
        for (optimum, side) in &all {
            known_laws::law_nothing_feasible_is_below(problem, optimum, *side, &sample)?;
        }
        if let Some(least) = subject.known.as_ref().and_then(|known| known.least_violation.as_ref()) {
            return holds(known_laws::law_least_violation(problem, least, &sample));
        }
        Ok(if all.is_empty() { skip("it declares no optimum") } else { Finding::Holds })
    })
}

fn law_optima_are_attained(subjects: &Subjects) -> Ruling {
    of_known(subjects, |subject, optimum, side| known_laws::law_attained(subject.problem(), optimum, side))
}

fn law_multipliers_prove_the_optima(subjects: &Subjects) -> Ruling {
    of_known(subjects, |subject, optimum, side| {
        known_laws::law_weak_duality(subject.problem(), optimum, side, &subject.sample())
    })
}

fn of_known(subjects: &Subjects, law: impl Fn(&Subject, &Optimum, Side) -> Outcome) -> Ruling {
    subjects.each(|subject| {
        let Some(known) = &subject.known else { return Ok(skip("nothing is known of its optima in closed form")) };
        holds(known_laws::optima(known).try_for_each(|(optimum, side)| law(subject, optimum, side)))
    })
}

fn law_optima_are_in_order(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let facts = subject.problem.facts();
        let not_above = |a: Option<Fact>, b: Option<Fact>| a.zip(b).is_none_or(|(a, b)| a.value <= b.value);
        require(not_above(facts.mixed_optimum, facts.optimum), || "the mixed optimum is above the optimum".into())?;
        require(not_above(facts.optimum, facts.proxy_optimum), || "the optimum is above the proxy optimum".into())?;
        if let Some(known) = &subject.known {
            return holds(known_laws::law_order(known));
        }
        Ok(if facts.optimum.is_none() { skip("it declares no optimum") } else { Finding::Holds })
    })
}

fn law_margin_holds(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let known = subject.known.as_ref().and_then(|known| known.constants.margin.as_ref());
        let mut asked = 0;
        for margin in subject.problem.facts().margin.iter().chain(known) {
            if margin.point.is_some() {
                known_laws::law_margin(subject.problem(), margin)?;
                asked += 1;
            }
        }
        Ok(if asked == 0 { skip("it declares no margin at a point") } else { Finding::Holds })
    })
}

fn law_bounds_cover(subjects: &Subjects) -> Ruling {
    subjects.each(|subject| {
        let (problem, sample) = (subject.problem(), subject.sample());
        let range = problem.facts().objective_range;
        if let Some(range) = range {
            known_laws::law_range(problem, range.value, &sample)?;
        }
        if let Some(known) = &subject.known {
            known_laws::law_bounds(problem, &known.constants, &sample)?;
            law_draws_are_bounded(problem, &known.constants, &sample)?;
            let mut generator = ChaCha8Rng::seed_from_u64(3);
            return holds(known_laws::law_subgradients(problem, &known.constants, &sample, &mut generator));
        }
        Ok(if range.is_none() { skip("it declares no range and no bounds") } else { Finding::Holds })
    })
}
