//! The checker accepts the certificates of rates, and no others.

use crate::common::{any_double, holds, moderate_double};
use crate::rates::arena::Case;
use proptest::collection::vec;
use proptest::prelude::*;
use referee::adversary;
use referee::certificate::{Certificate, Given, GivenRate, LowerBound, TraceReference, Verdict};
use referee::game::{Game, MirrorKind};
use referee::numerics::Enclosure;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement};

use referee::theorems::{Corollary1, Corollary2, Lemma1, Lemma8, Lemma11, Regret, Statement, Theorem6, rates};
use referee::trace::{Layout, Round, Rounds as _, Trace, TraceFile};
use std::cell::Cell;

/// Doubles at the ends of their range, and a few in the middle.
const EXTREMES: [f64; 14] =
    [0.0, 5e-324, 1e-310, f64::MIN_POSITIVE, 1e-300, 1e-170, 1e-150, 1e-20, 1.0, 3.0, 1e20, 1e155, 1e300, f64::MAX];

fn extreme() -> BoxedStrategy<f64> {
    prop_oneof![4 => proptest::sample::select(&EXTREMES[..]), 1 => any_double().prop_map(f64::abs)].boxed()
}

/// Writes both files and asks the checker.
fn check(trace: &Trace, certificate: &Certificate) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trace.csv");
    trace.write(&path).expect("the folder is ours");
    let mut file = TraceFile::open(&path).expect("a trace");
    file.pass(&mut |_| Ok(())).expect("it reads back");
    let target = folder.path().join("certificate.json");
    certificate.write(&target, &TraceReference::of(&file).expect("it was read")).expect("the folder is ours");
    proofs_check::check_file(&target, None).map(|_| ()).map_err(|refusal| refusal.to_string())
}

#[test]
fn rates_certificates_are_accepted() {
    let statements: [&dyn Statement; 6] = [&Corollary1, &Corollary2, &Lemma1, &Lemma8, &Lemma11, &Theorem6];
    let mut accepted = 0;
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("a family");
        for statement in statements {
            let constants = RunConstants { rounds: 40, radius: 3.0, bounds: instance.known.constants.clone() };
            let run = play_statement(statement, &*instance.problem, &constants, 0.05, 5);
            let Ok((trace, certificate)) = run else { continue };
            let outcome = check(&trace, &certificate);
            assert_eq!(outcome, Ok(()), "{} of {}", certificate.statement, family.name);
            accepted += 1;
        }
    }
    assert!(accepted > 80, "only {accepted} certificates were checked");
}

#[test]
fn rates_of_adversarial_runs_are_accepted_and_spoiled_ones_are_not() {
    for (game, name, statement) in
        [(Game::Lagrangian, "gradient", &Corollary1 as &dyn Statement), (Game::ProxyLagrangian, "matrix", &Lemma8)]
    {
        for (kind, constraints) in adversary::LAMBDA.into_iter().zip([0, 1, 2, 3, 1, 2, 3, 4]) {
            let case = Case { kind, constraints, horizon: 200, bound: 1.0, radius: 2.0, seed: 3 };
            let mut player = case.player(name, game, None);
            let trace = case.trace(&mut *player, game);
            let certificate = statement.certify_trace(&mut &trace, case.given(&*player, game)).expect("it certifies");
            assert_eq!(check(&trace, &certificate), Ok(()), "{kind:?} with {constraints}");
            for index in 0..certificate.claims.len() {
                let mut spoiled = certificate.clone();
                spoiled.claims[index].verdict = Verdict::Violated;
                assert!(check(&trace, &spoiled).is_err(), "{}", spoiled.claims[index].name);
                spoiled.claims.remove(index);
                assert!(check(&trace, &spoiled).is_err());
            }
            let mut spoiled = certificate.clone();
            spoiled.given.rate.as_mut().expect("a rate").payoff_bound += 1.0;
            assert!(check(&trace, &spoiled).is_err());
        }
    }
}

/// Values with the widths of their enclosures, and multipliers.
type Played = (Vec<(f64, f64)>, Vec<f64>);

fn any_trace() -> impl Strategy<Value = Trace> {
    let value = prop_oneof![moderate_double(), (-9_i32..10).prop_map(|k| f64::from(k) / 4.0)].boxed();
    let multiplier = prop_oneof![Just(0.0), 0.0..3.0_f64, (0_i32..5).prop_map(|k| f64::from(k) / 4.0)].boxed();
    trace_of(value, multiplier)
}

/// Rounds of values, known up to widths, and multipliers.
fn trace_of(value: BoxedStrategy<f64>, multiplier: BoxedStrategy<f64>) -> impl Strategy<Value = Trace> {
    let width = prop_oneof![2 => Just(0.0), 1 => 0.0..1e-9_f64, 1 => 0.0..2.0_f64].boxed();
    (0_usize..4, any::<bool>(), any::<bool>(), any::<bool>()).prop_flat_map(move |(m, proxy, proxied, enclosed)| {
        let game = if proxy { Game::ProxyLagrangian } else { Game::Lagrangian };
        let values = 1 + if proxied { 2 * m } else { m };
        let round = (vec((value.clone(), width.clone()), values), vec(multiplier.clone(), game.num_multipliers(m)));
        vec(round, 1..10).prop_map(move |rounds: Vec<Played>| {
            let mut layout = Layout::new(game, m);
            layout = if proxied { layout.with_proxies() } else { layout };
            layout = if enclosed { layout.enclose_all() } else { layout };
            let mut round = Round::new(&layout);
            let mut trace = Trace::new(layout);
            for (values, lambda) in rounds {
                let slots =
                    std::iter::once(&mut round.objective).chain(&mut round.constraints).chain(&mut round.proxies);
                for (slot, (value, width)) in slots.zip(values) {
                    let above = if enclosed { (value + width).min(f64::MAX) } else { value };
                    *slot = Enclosure::new(value, above);
                }
                round.lambda = lambda;
                trace.push(&round).expect("the round fits");
            }
            trace
        })
    })
}

/// Whatever was recorded and given, both programs agree on every number, verdict and grade of all twelve statements.
#[test]
fn rates_of_any_trace_are_accepted() {
    let constant = || prop_oneof![(0_i32..24).prop_map(|k| f64::from(k) / 8.0), moderate_double().prop_map(f64::abs)];
    let constants = [(); 8].map(|()| constant());
    let lower = proptest::option::of(prop_oneof![(-16_i32..32).prop_map(|k| f64::from(k) / 8.0), moderate_double()]);
    let confidence = prop_oneof![Just(1.0), Just(0.5), 1e-12..1.0];
    holds(
        256,
        &(any_trace(), constants, lower, confidence, any::<[bool; 4]>()),
        |(trace, numbers, lower, delta, there)| {
            for statement in rates().filter(|one| one.game() == Some(trace.layout().game())) {
                let given = given(statement, numbers, lower, delta, there);
                let certificate = statement.certify_trace(&mut &trace, given).expect("it certifies");
                prop_assert_eq!(check(&trace, &certificate), Ok(()), "{:?}", certificate);
            }
            Ok(())
        },
    );
}

/// One of the mirrors that a statement takes, or none.
fn mirror_of(statement: &dyn Statement, there: [bool; 4]) -> Option<MirrorKind> {
    match (statement.mirror(), there) {
        (Some(Regret::Lambda), [_, _, true, false]) => Some(MirrorKind::Entropic),
        (Some(Regret::Lambda), [_, _, false, true]) => Some(MirrorKind::PNorm(1.0625)),
        (Some(_), [_, _, true, true]) => Some(MirrorKind::PNorm(1.7)),
        (Some(_), [true, _, false, false]) => Some(MirrorKind::Euclidean),
        _ => None,
    }
}

/// The numbers that a statement takes.
fn given(
    statement: &'static dyn Statement,
    numbers: [f64; 8],
    lower: Option<f64>,
    delta: f64,
    there: [bool; 4],
) -> Given {
    let [bound, step, rounding, error, domain, slope, theta_step, radius] = numbers;
    let subgradients = statement.takes_subgradients();
    let rate = GivenRate {
        payoff_bound: bound,
        step: (statement.takes_step() && there[0] && step > 0.0).then_some(step),
        rounding: if there[1] { rounding } else { 0.0 },
        oracle_error: statement.takes_oracle_error().then_some(error),
        domain_radius: subgradients.then_some(domain),
        subgradient_bound: subgradients.then_some(slope),
        largest_subgradient: (subgradients && there[2]).then_some(error),
        theta_step: (subgradients && there[3] && theta_step > 0.0).then_some(theta_step),
        confidence: statement.takes_confidence().then_some(delta),
        mirror: mirror_of(statement, there),
    };
    Given {
        radius: (statement.game() == Some(Game::Lagrangian)).then_some(radius),
        lower_bound: lower.map(LowerBound::declared),
        rate: Some(rate),
        ..Given::default()
    }
}

/// At the ends of the range of doubles products vanish and overflow: what is written is accepted all the same, and what
/// cannot be is refused in a sentence that names the number.
#[test]
fn rates_of_extreme_constants_are_accepted_or_not_written() {
    let signed = || (extreme(), any::<bool>()).prop_map(|(x, negative)| if negative { -x } else { x });
    let mild = (-9_i32..10).prop_map(|k| f64::from(k) / 4.0);
    let value = prop_oneof![1 => signed(), 2 => mild].boxed();
    let multiplier = prop_oneof![1 => extreme(), 2 => (0_i32..5).prop_map(|k| f64::from(k) / 4.0)].boxed();
    let constants = [(); 8].map(|()| extreme());
    let lower = proptest::option::of(signed());
    let confidence = prop_oneof![Just(1.0), Just(1.0_f64.next_down()), Just(0.05), Just(5e-324), 1e-12..1.0];
    let written = Cell::new([0, 0]);
    holds(
        1024,
        &(trace_of(value, multiplier), constants, lower, confidence, any::<[bool; 4]>()),
        |(trace, numbers, lower, delta, there)| {
            for statement in rates().filter(|one| one.game() == Some(trace.layout().game())) {
                let given = given(statement, numbers, lower, delta, there);
                let mut counts = written.get();
                match statement.certify_trace(&mut &trace, given) {
                    Ok(certificate) => {
                        prop_assert_eq!(check(&trace, &certificate), Ok(()), "{:?}", certificate);
                        counts[0] += 1;
                    }
                    Err(error) => {
                        prop_assert!(error.to_string().contains("` is beyond the largest double: rescale"), "{error}");
                        counts[1] += 1;
                    }
                }
                written.set(counts);
            }
            Ok(())
        },
    );
    let [accepted, refused] = written.get();
    assert!(accepted > 1000 && refused > 100, "{accepted} written, {refused} not");
}
