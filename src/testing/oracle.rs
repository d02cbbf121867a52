//! Laws of an oracle: a lower bound that no point is below, the error that it says, evidence that the checker accepts.
//!
//! An oracle is asked about members of every family, on both sides, with weights in doubles and with weights that are
//! known up to an interval only, as mean multipliers are.

use super::certified_run::{Checker, files, proofs_check};
use super::conformance::{Finding, Law, Ruling, laws};
use super::laws_family::{points, sample, values};
use super::require;
use crate::certificate::{Given, LowerBound};
use crate::domain::Domain as _;
use crate::error::Result;
use crate::game::{Evidence, Game, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::exact;
use crate::oracle::{Minimum, Objective, Options, Oracle};
use crate::problem::families::Instance;
use crate::problem::{Problem, record};
use crate::registry::Registry;
use crate::theorems;
use crate::trace::{Layout, Round, Trace};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

laws! { Subject:
    law_it_applies_somewhere "it applies to a member of some family",
    law_points_are_members "the point that it finds is an exact member of the domain",
    law_replays "the same question has the same answer, bit for bit",
    law_lower_bound_is_below_samples "no point of the domain is below the lower bound, whatever the weights are",
    law_rho_is_as_said "its point is within rho of its lower bound",
    law_evidence_is_accepted "the checker accepts the evidence for the lower bound",
}

/// How an oracle is made.
pub type Maker = dyn Fn(&dyn Problem, Side) -> Result<Box<dyn Oracle>>;

/// An oracle to be judged.
pub struct Subject {
    make: Box<Maker>,
    checker: Checker,
}

/// A question and the answer to it.
struct Answer<'a> {
    problem: &'a dyn Problem,
    side: Side,
    weights: Vec<Enclosure>,
    theta: Vec<f64>,
    minimum: Minimum,
    /// Points of the domain, near those that matter among them.
    sample: Vec<Vec<f64>>,
}

impl Subject {
    /// An oracle, made anew for each problem and side. An error means that it does not apply.
    pub fn new(make: impl Fn(&dyn Problem, Side) -> Result<Box<dyn Oracle>> + 'static) -> Self {
        Self { make: Box::new(make), checker: proofs_check }
    }

    /// Another checker in place of `proofs-check`.
    #[must_use]
    pub fn with_checker(mut self, checker: Checker) -> Self {
        self.checker = checker;
        self
    }

    /// Shows every problem on every side that the oracle applies to.
    fn everywhere(&self, mut law: impl FnMut(&Instance, Side, &mut dyn Oracle) -> Ruling) -> Ruling {
        let (mut holds, mut reason) = (false, "it applies to no family".to_owned());
        for (instance, side) in instances().map_err(|error| error.to_string())? {
            let problem = &*instance.problem;
            match (self.make)(problem, side) {
                Ok(mut oracle) => {
                    let place = |violation: String| format!("`{}`, {side:?}: {violation}", problem.name());
                    match law(&instance, side, &mut *oracle).map_err(place)? {
                        Finding::Holds => holds = true,
                        Finding::Skipped(why) => reason = why,
                    }
                }
                Err(error) => reason = error.to_string(),
            }
        }
        Ok(if holds { Finding::Holds } else { Finding::Skipped(reason) })
    }

    /// Asks three questions about each problem, one after the other.
    fn answers(&self, law: impl Fn(&Answer<'_>, &mut ChaCha8Rng) -> std::result::Result<(), String>) -> Ruling {
        self.everywhere(|instance, side, oracle| {
            let problem = &*instance.problem;
            let mut generator = ChaCha8Rng::seed_from_u64(20_180_422);
            let sample = sample(problem, Some(&instance.known), &mut generator);
            let mut theta = vec![0.0; problem.domain().dim()];
            problem.domain().start(&mut theta);
            for width in [0.0, 1e-9, 0.125] {
                let weights = weights(problem, width, &mut generator);
                let objective = Objective { problem, side, weights: &weights };
                let minimum = oracle.minimize(&objective, &mut theta).map_err(|error| error.to_string())?;
                require(!minimum.lower_bound.is_nan(), || "the lower bound is not a number".into())?;
                let (theta, sample) = (theta.clone(), sample.clone());
                law(&Answer { problem, side, weights, theta, minimum, sample }, &mut generator)?;
            }
            Ok(Finding::Holds)
        })
    }
}

/// The default member of every family and a random one, on each side.
fn instances() -> Result<Vec<(Instance, Side)>> {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let mut all = Vec::new();
    for family in Registry::ours().families() {
        all.push((family.open(family.name)?, Side::Constraints));
        all.push((family.draw(&mut generator)?.1, Side::Proxies));
    }
    Ok(all)
}

/// Eighths, many of them 0, each known up to the width.
fn weights(problem: &dyn Problem, width: f64, generator: &mut ChaCha8Rng) -> Vec<Enclosure> {
    let one = |_| {
        let weight = f64::from(generator.random_range(0..=8_u8)) / 8.0;
        Enclosure::new(weight, weight + width)
    };
    (0..=problem.num_constraints()).map(one).collect()
}

fn weighted(
    problem: &dyn Problem,
    side: Side,
    weights: &[Enclosure],
    theta: &[f64],
) -> std::result::Result<Enclosure, String> {
    let row = values(problem, &points(theta), side)?;
    Ok(row.iter().zip(weights).fold(Enclosure::ZERO, |sum, (&value, &weight)| sum + weight * value))
}

fn law_it_applies_somewhere(subject: &Subject) -> Ruling {
    match subject.everywhere(|_, _, _| Ok(Finding::Holds))? {
        Finding::Holds => Ok(Finding::Holds),
        Finding::Skipped(reason) => Err(reason),
    }
}

fn law_points_are_members(subject: &Subject) -> Ruling {
    subject.answers(|answer, _| {
        let inside = answer.problem.domain().contains(&answer.theta);
        require(inside, || format!("{:?} is not in the domain, a {}", answer.theta, answer.problem.domain()))
    })
}

fn law_replays(subject: &Subject) -> Ruling {
    let trail = || {
        let all = std::cell::RefCell::new(Vec::new());
        let finding = subject.answers(|answer, _| {
            let numbers = [answer.minimum.lower_bound, answer.minimum.value.lo(), answer.minimum.value.hi()];
            all.borrow_mut().push(numbers.iter().chain(&answer.theta).map(|x| x.to_bits()).collect::<Vec<_>>());
            Ok(())
        });
        finding.map(|finding| (finding, all.into_inner()))
    };
    let ((finding, first), (_, second)) = (trail()?, trail()?);
    require(first == second, || "the same questions have other answers the second time".into())?;
    Ok(finding)
}

fn law_lower_bound_is_below_samples(subject: &Subject) -> Ruling {
    subject.answers(|answer, generator| {
        for theta in answer.sample.iter().chain([&answer.theta]).filter(|theta| answer.problem.domain().contains(theta))
        {
            let inside = |weight: &Enclosure| match generator.random_range(0..3_u8) {
                0 => weight.lo(),
                1 => weight.hi(),
                _ => weight.midpoint(),
            };
            let weights: Vec<Enclosure> = answer.weights.iter().map(inside).map(Enclosure::point).collect();
            let value = weighted(answer.problem, answer.side, &weights, theta)?;
            require(value.hi() >= answer.minimum.lower_bound, || {
                let bound = answer.minimum.lower_bound;
                format!("at {theta:?} with weights {weights:?} the function is {value}, below the lower bound {bound}")
            })?;
        }
        Ok(())
    })
}

fn law_rho_is_as_said(subject: &Subject) -> Ruling {
    subject.answers(|answer, _| {
        let (own, rho) = (weighted(answer.problem, answer.side, &answer.weights, &answer.theta)?, answer.minimum.rho());
        require(!rho.is_nan(), || "rho is not a number".into())?;
        if rho.is_infinite() {
            return Ok(()); // it promises nothing
        }
        let error = exact(own.lo()) - exact(answer.minimum.lower_bound);
        require(error <= exact(rho), || {
            let bound = answer.minimum.lower_bound;
            format!("the function is {own} at {:?}, more than rho = {rho} above the lower bound {bound}", answer.theta)
        })
    })
}

fn law_evidence_is_accepted(subject: &Subject) -> Ruling {
    subject.everywhere(|instance, side, oracle| {
        let problem = &*instance.problem;
        let Some(written) = record(problem) else {
            return Ok(Finding::Skipped("nobody else can read its domain".into()));
        };
        let text = |error: crate::error::Error| error.to_string();
        let lambda = multipliers(problem, side);
        let weights: Vec<Enclosure> = match side {
            Side::Constraints => std::iter::once(1.0).chain(lambda.iter().copied()).map(Enclosure::point).collect(),
            Side::Proxies => lambda.iter().copied().map(Enclosure::point).collect(),
        };
        let mut theta = vec![0.0; problem.domain().dim()];
        problem.domain().start(&mut theta);
        let objective = Objective { problem, side, weights: &weights };
        let (minimum, evidence) = oracle.certify(&objective, &mut theta).map_err(text)?;
        if evidence == Evidence::Declared {
            return Ok(Finding::Skipped("its evidence is its word".into()));
        }
        let bound = LowerBound { value: minimum.lower_bound, evidence };
        let given = Given { lower_bound: Some(bound), problem: Some(written), ..Given::default() };
        let trace = one_round(problem, side, &lambda, &theta)?;
        let certified =
            files(&trace, |file| Ok(theorems::certify(file, Some(problem), given, Options::default())?.certificate));
        (subject.checker)(&certified.map_err(text)?)?;
        Ok(Finding::Holds)
    })
}

/// Multipliers that are dyadic, and sum to 1 in the proxy game.
fn multipliers(problem: &dyn Problem, side: Side) -> Vec<f64> {
    let m = problem.num_constraints();
    match side {
        Side::Constraints => (0..m).map(|i| ((i % 3) as f64) / 4.0).collect(),
        Side::Proxies => {
            let mut lambda = vec![0.0; m + 1];
            lambda[m] = 0.25;
            lambda[m / 2] += 0.25;
            lambda[0] += 0.5;
            lambda
        }
    }
}

/// A trace of one round, so that the mean multipliers are the weights of the question.
fn one_round(problem: &dyn Problem, side: Side, lambda: &[f64], theta: &[f64]) -> std::result::Result<Trace, String> {
    let game = if side == Side::Proxies { Game::ProxyLagrangian } else { Game::Lagrangian };
    let mut layout = Layout::new(game, problem.num_constraints());
    if side == Side::Proxies && problem.has_proxies() {
        layout = layout.with_proxies();
    }
    let layout = layout.enclose_all().with_theta(theta.len());
    let mut round = Round::new(&layout);
    let row = values(problem, &points(theta), Side::Constraints)?;
    round.objective = row[0];
    round.constraints.copy_from_slice(&row[1..]);
    if !round.proxies.is_empty() {
        round.proxies.copy_from_slice(&values(problem, &points(theta), Side::Proxies)?[1..]);
    }
    round.lambda.copy_from_slice(lambda);
    round.theta.copy_from_slice(theta);
    let mut trace = Trace::new(layout);
    trace.push(&round).map_err(|error| error.to_string())?;
    Ok(trace)
}
