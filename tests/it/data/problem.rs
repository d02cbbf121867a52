//! The laws of problems on rate problems, exact values against brute force, and certificates of runs.

use crate::data::instances::{constraints, people, problem};
use dashu_ratio::RBig;
use referee::certificate::{Compared, Given, LowerBound, TraceReference};
use referee::data::{RateOptions, RateProblem};
use referee::domain::Domain as _;
use referee::game::{Game, ProblemRecord, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, enclose, exact};
use referee::oracle::Options;
use referee::problem::{Problem, Workspace, record};
use referee::theorems::{self, Statement as _};
use referee::trace::{Layout, Round, Trace};

const TEXTS: [&str; 3] =
    ["tpr(sex=Female) >= 0.95 * tpr()", "positive_rate(sex=Male) <= 0.4", "error() - 2 * fpr(age>40) <= 0.1"];

fn options(proxies: bool) -> RateOptions {
    RateOptions { radius: 4.0, batch: 8, proxies, ..RateOptions::default() }
}

fn subjects() -> Vec<RateProblem> {
    let of = |proxies| problem(23, 4, &TEXTS, options(proxies));
    vec![of(true), of(false), problem(23, 5, &[], options(true))]
}

#[cfg(feature = "testing")]
referee::conformance!(problem: rate_problems, subjects());

#[cfg(feature = "testing")]
referee::conformance!(convex_problem: convex_rate_problems, subjects());

/// Values as the specification defines them, row by row in rationals.
fn by_definition(problem: &RateProblem, theta: &[f64], hinges: bool) -> Vec<RBig> {
    let data = problem.data();
    let score = |row: usize| data.active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
    let hinge = |margin: RBig| if margin > RBig::ZERO { margin } else { RBig::ZERO };
    let cells = problem.cells();
    let mut loss = RBig::ZERO;
    for row in 0..data.len() {
        loss += hinge(if data.labels()[row] { RBig::ONE - score(row) } else { RBig::ONE + score(row) });
    }
    let mut values = vec![loss / RBig::from(data.len())];
    for constraint in cells.constraints() {
        let mut value = constraint.constant.clone();
        for term in &constraint.terms {
            let rows = (0..data.len()).filter(|&row| term.cells.contains(&cells.of_row()[row]));
            let (c, size) = (&term.coefficient, RBig::from(term.size));
            let sum = |of: &dyn Fn(usize) -> RBig| rows.clone().fold(RBig::ZERO, |sum, row| sum + of(row)) / &size;
            value += match (hinges, *c < RBig::ZERO) {
                (false, _) => c * sum(&|row| RBig::from(u8::from(score(row) > RBig::ZERO))),
                (true, false) => c * sum(&|row| hinge(RBig::ONE + score(row))),
                (true, true) => -c * (sum(&|row| hinge(RBig::ONE - score(row))) - RBig::ONE),
            };
        }
        values.push(value);
    }
    values
}

fn models(problem: &RateProblem) -> Vec<Vec<f64>> {
    let d = problem.domain().dim();
    let mut all: Vec<Vec<f64>> =
        (0..12_usize).map(|k| (0..d).map(|j| ((j * 7 + k * 5) % 11) as f64 / 4.0 - 1.25).collect()).collect();
    all.push(vec![0.0; d]);
    all.push((0..d).map(|j| [0.1, 0.2, -0.3, 1e-17][j % 4]).collect()); // ties that doubles lose
    all.push((0..d).map(|j| if j == 0 { -1.0 } else { 0.0 }).collect()); // every margin is 0 or 2
    for theta in &mut all {
        problem.domain().project(theta);
    }
    all
}

#[test]
fn values_are_those_of_the_definition() {
    let problem = problem(41, 7, &TEXTS, options(true));
    let mut out = vec![Enclosure::ZERO; 4];
    for theta in models(&problem) {
        let point: Vec<_> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        for (side, hinges) in [(Side::Constraints, false), (Side::Proxies, true)] {
            let wanted = by_definition(&problem, &theta, hinges);
            assert_eq!(problem.exact_values(&theta, side), wanted);
            problem.enclose(&point, side, &mut out, &mut Workspace::default()).expect("values");
            assert!(out.iter().zip(&wanted).all(|(found, wanted)| *found == enclose(wanted)), "the tightest");
        }
        // Exactly, no proxy is below its constraint.
        let (rates, hinges) = (by_definition(&problem, &theta, false), by_definition(&problem, &theta, true));
        assert!(rates[1..].iter().zip(&hinges[1..]).all(|(rate, hinge)| rate <= hinge));
    }
}

/// The naive reading, `max(0, 1 + s)` for every indicator whatever the sign of its coefficient, is no upper bound: the
/// comparison above would catch it.
#[test]
fn hinges_on_one_side_only_do_not_dominate() {
    let problem = problem(41, 7, &TEXTS[..1], options(true));
    let (data, cells) = (problem.data(), problem.cells());
    let naive = |theta: &[f64]| {
        let constraint = &cells.constraints()[0];
        let hinge = |row: usize| {
            let score = data.active(row).iter().fold(RBig::ONE, |sum, &j| sum + exact(theta[j as usize]));
            if score > RBig::ZERO { score } else { RBig::ZERO }
        };
        constraint.terms.iter().fold(constraint.constant.clone(), |sum, term| {
            let rows = (0..data.len()).filter(|&row| term.cells.contains(&cells.of_row()[row]));
            sum + &term.coefficient * rows.fold(RBig::ZERO, |sum, row| sum + hinge(row)) / RBig::from(term.size)
        })
    };
    let below = |theta: &Vec<f64>| naive(theta) < by_definition(&problem, theta, false)[1];
    assert!(models(&problem).iter().any(below));
}

#[test]
fn boxes_hold_the_values_of_their_points() {
    let problem = problem(31, 8, &TEXTS, options(true));
    let (mut work, mut out) = (Workspace::default(), vec![Enclosure::ZERO; 4]);
    let all = models(&problem);
    for pair in all.windows(2) {
        let hull: Vec<_> = pair[0].iter().zip(&pair[1]).map(|(&a, &b)| Enclosure::new(a.min(b), a.max(b))).collect();
        for side in [Side::Constraints, Side::Proxies] {
            problem.enclose(&hull, side, &mut out, &mut work).expect("a box");
            for theta in pair {
                let values = problem.exact_values(theta, side);
                assert!(out.iter().zip(&values).all(|(over, value)| contains(*over, value)));
            }
        }
    }
}

/// The checker reads no document in which a constraint stands twice, so there is no such problem.
#[test]
fn a_constraint_that_stands_twice_is_refused() {
    let table = people(23, 4);
    let twice = constraints(&table, &[TEXTS[1], TEXTS[1]]).expect("constraints");
    let source = problem(23, 4, &[], RateOptions::default()).source().clone();
    let error = RateProblem::new("people", &table, source, twice, RateOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "the constraint `positive_rate(sex=Male) <= 0.4` is stated twice: delete one");
}

#[test]
fn the_record_has_what_the_problem_was_made_of() {
    let found = record(&problem(23, 4, &TEXTS, options(true)));
    let Some(ProblemRecord::Rates(rates)) = found else { panic!("hinges are rational") };
    assert_eq!((rates.radius, rates.hinges_are_proxies, rates.data.rows), (4.0, true, 23));
    assert_eq!(rates.constraints.len(), 3);
}

/// A trace of the proxy game at some models, as a player would record it.
fn trace(problem: &RateProblem) -> Trace {
    let layout = Layout::new(Game::ProxyLagrangian, problem.num_constraints())
        .with_proxies()
        .with_theta(problem.domain().dim())
        .enclose_all();
    let mut trace = Trace::new(layout.clone());
    let mut round = Round::new(&layout);
    for (t, theta) in models(problem).iter().enumerate() {
        let values = |side| problem.exact_values(theta, side);
        let (rates, hinges) = (values(Side::Constraints), values(Side::Proxies));
        round.objective = enclose(&rates[0]);
        for i in 1..rates.len() {
            round.constraints[i - 1] = enclose(&rates[i]);
            round.proxies[i - 1] = enclose(&hinges[i]);
        }
        round.lambda.fill(0.0);
        round.lambda[t % rates.len()] = 1.0;
        round.theta.copy_from_slice(theta);
        trace.push(&round).expect("the round fits its layout");
    }
    trace
}

#[test]
fn certificates_compare_recorded_values_with_the_data() {
    let problem = problem(41, 7, &TEXTS, options(true));
    let trace = trace(&problem);
    let given =
        || Given { problem: record(&problem), lower_bound: Some(LowerBound::declared(-100.0)), ..Given::default() };
    let found = theorems::certify(&mut &trace, Some(&problem), given(), Options::default()).expect("a certificate");
    assert_eq!(found.disagreement, None);
    assert!(found.certificate.given.values_verified());
    // The same trace is not one of other rows.
    let other = crate::data::instances::problem(41, 8, &TEXTS, options(true));
    let given = Given { problem: record(&other), ..given() };
    let found = theorems::certify(&mut &trace, Some(&other), given, Options::default()).expect("a certificate");
    assert_eq!(found.certificate.given.values, Compared::Different);
}

/// The checker reads off the document which functions the constraints are.
#[test]
fn a_certificate_says_whether_its_constraints_are_rates_or_hinges() {
    for (proxies, kind, proxy) in [(true, "rate", Some("hinge")), (false, "hinge", None)] {
        let problem = problem(23, 4, &TEXTS[..1], options(proxies));
        let mut trace = Trace::new(Layout::new(Game::Lagrangian, 1));
        trace.push(&Round::new(trace.layout())).expect("it fits");
        let given = Given { problem: record(&problem), radius: Some(1.0), ..Given::default() };
        let certificate = theorems::Theorem1.certify_trace(&mut &trace, given).expect("a certificate");
        let reference = TraceReference { file: "trace.csv".into(), sha256: "ab".repeat(32) };
        let written = &certificate.to_json(&reference)["problem"];
        assert_eq!((written["constraint"].as_str(), written["proxy"].as_str()), (Some(kind), proxy));
        assert_eq!(written["objective"], "hinge");
    }
}
