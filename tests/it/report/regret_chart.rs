//! Regret by prefix, and what is drawn as its bound.

use crate::report::robust::check;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, GivenRate};
use referee::game::Game;
use referee::numerics::{Enclosure, Norm, Number as _};
use referee::regret::{self, Average, Averages, Followed, LagrangianRegret, prefixes};
use referee::report::regret_chart::regret;
use referee::report::{Chart, Look, Scale};
use referee::theorems::rate::promised_at;
use referee::theorems::{Corollary1, Lemma8, Statement, Theorem1, Theorem2, Theorem3};
use referee::trace::{Layout, Round, Trace};

/// A trace whose payoffs and multipliers are pseudorandom multiples of 1/8; on the simplex in the proxy game.
fn trace(game: Game, m: usize, rounds: usize, seed: u64) -> Trace {
    let mut trace = Trace::with_capacity(Layout::new(game, m), rounds);
    let mut round = Round::new(trace.layout());
    let mut state = seed;
    let mut next = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for _ in 0..rounds {
        round.constraints.fill_with(|| Enclosure::point(next(17) as f64 / 8.0 - 1.0));
        if game == Game::Lagrangian {
            round.lambda.fill_with(|| next(9) as f64 / 8.0);
        } else {
            round.lambda.fill(0.0);
            for _ in 0..8 {
                let action = next(m as u64 + 1);
                round.lambda[usize::try_from(action).expect("small")] += 0.125;
            }
        }
        trace.push(&round).expect("a round");
    }
    trace
}

/// Its first rounds.
fn first(trace: &Trace, rounds: usize) -> Trace {
    let mut short = Trace::new(trace.layout().clone());
    let mut round = Round::new(trace.layout());
    for t in 0..rounds {
        for (i, value) in round.constraints.iter_mut().enumerate() {
            *value = trace.constraints().get(t, i);
        }
        round.lambda.copy_from_slice(trace.lambda(t));
        short.push(&round).expect("a round");
    }
    short
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    /// The judge: the exact regret of the first rounds alone.
    #[test]
    fn a_prefix_is_measured_as_if_the_run_ended_there(
        seed in any::<u64>(), m in 1..4_usize, rounds in 1..40_usize, proxy in any::<bool>(),
        average in prop::sample::select(vec![Average::Uniform, Average::Linear, Average::Tail(3)]),
        norm in prop::sample::select(vec![Norm::One, Norm::Infinity]),
    ) {
        let game = if proxy { Game::ProxyLagrangian } else { Game::Lagrangian };
        let trace = trace(game, m, rounds, seed);
        let averages = Averages { theta: average, lambda: average };
        let ends: Vec<usize> = (1..=rounds).collect();
        let found = prefixes(&trace, averages, (norm, Some(2.0)), &ends).expect("regrets");
        let left_out = if average == Average::Tail(3) { rounds.min(3) } else { 0 };
        prop_assert_eq!(found.len(), rounds - left_out);
        for (end, regret) in found {
            let short = first(&trace, end);
            let exact = if proxy {
                regret::proxy_exact(&mut &short, averages).expect("averages").swap_regret().expect("few constraints")
            } else {
                let averages = regret::lagrangian_exact(&mut &short, averages).expect("averages");
                LagrangianRegret::new(&averages, norm, Some(2.0), None).lambda_regret.expect("a radius")
            };
            let exact = exact.enclosure();
            prop_assert!(regret.lo() <= exact.lo() && exact.hi() <= regret.hi(), "{end}: {regret:?}, {exact:?}");
        }
    }
}

#[test]
fn wrong_questions_are_refused_in_a_sentence() {
    let trace = trace(Game::Lagrangian, 1, 5, 1);
    let ask = |averages, radius, ends: &[usize]| {
        prefixes(&trace, averages, (Norm::One, radius), ends).map_err(|e| e.to_string())
    };
    let uniform = Averages::default();
    let mixed = Averages { theta: Average::Linear, lambda: Average::Uniform };
    assert!(ask(uniform, None, &[1]).expect_err("no radius").contains("needs their radius"));
    assert!(ask(mixed, Some(1.0), &[1]).expect_err("two averages").contains("weighed differently"));
    for ends in [&[2, 1][..], &[1, 1], &[6]] {
        assert!(ask(uniform, Some(1.0), ends).expect_err("ends").contains("must increase"));
    }
    assert_eq!(ask(uniform, Some(1.0), &[]), Ok(Vec::new()));
}

/// Projected gradients on `[0, 2]` with this step, a power of two so that nothing is rounded, against a player who is always
/// violated, then never: the regret rises, then falls.
fn gradients(rounds: usize, step: f64) -> Trace {
    let mut trace = Trace::with_capacity(Layout::new(Game::Lagrangian, 1), rounds);
    let mut round = Round::new(trace.layout());
    let mut lambda: f64 = 0.0;
    for t in 0..rounds {
        let payoff = if t < rounds / 4 { 1.0 } else { -0.5 };
        round.constraints[0] = Enclosure::point(payoff);
        round.lambda[0] = lambda;
        trace.push(&round).expect("a round");
        lambda = (lambda + step * payoff).clamp(0.0, 2.0);
    }
    trace
}

fn given(rate: GivenRate) -> Given {
    Given { radius: Some(2.0), rate: Some(rate), ..Given::default() }
}

fn drawn(trace: &Trace, certificate: &Certificate) -> Chart {
    let chart = regret(trace, certificate).expect("the trace of the certificate").expect("a regret");
    let svg = chart.svg();
    check(&svg, chart.size()).expect("a drawing inside its frame");
    assert_eq!(svg, chart.svg());
    chart
}

#[test]
fn the_rate_of_a_step_bounds_every_prefix_and_ends_with_the_claim() {
    let trace = gradients(4096, 0.03125);
    let rate = GivenRate { step: Some(0.03125), ..GivenRate::new(1.0) };
    let certificate = Corollary1.certify_trace(&mut &trace, given(rate)).expect("a certificate");
    let chart = drawn(&trace, &certificate);
    let [line, bound] = &chart.series[..] else { panic!("a line and its bound") };
    assert_eq!((line.look, bound.look), (Look::Line(0), Look::Bound(0)));
    assert!((500..2000).contains(&line.points.len()), "{}", line.points.len());
    let pairs = || line.points.iter().zip(&bound.points);
    assert!(pairs().all(|(a, b)| a.0 == b.0));
    // After 64 rounds the bound is attained, so that only lower ends must be below it.
    let ends: Vec<usize> = (1..=4096).collect();
    for (end, regret) in prefixes(&trace, Averages::default(), (Norm::One, Some(2.0)), &ends).expect("regrets") {
        let promised = promised_at(&certificate, end as u64).expect("promised");
        assert!(regret.lo() <= promised.hi(), "{end}: {regret:?} is above {promised:?}");
        assert_eq!(regret.hi() >= promised.lo(), end == 64, "{end}: {regret:?}, {promised:?}");
    }
    let (last, claim) = (line.points.len() - 1, certificate.claim("lambda_regret_step").expect("a claim"));
    assert_eq!(line.points[last], (4096.0, certificate.measured("lambda_regret").expect("measured").hi()));
    assert_eq!(bound.points[last], (4096.0, claim.rhs.hi()));
    assert_eq!(chart.y.scale, Scale::Log);
    // What rounding added may all have been added in the first round.
    let rounded = GivenRate { rounding: 0.000_000_25, ..rate };
    let mut certificate = Corollary1.certify_trace(&mut &trace, given(rounded)).expect("a certificate");
    let [start, end] = [1, 4096].map(|t| promised_at(&certificate, t).expect("promised"));
    assert_eq!(end, certificate.claim("lambda_regret_step").expect("a claim").rhs);
    assert!(start.lo() >= bound.points[0].1 + 0.001 && promised_at(&certificate, 0).is_none());
    assert!(promised_at(&certificate, 4097).is_none());
    // A step alone promises nothing where the claim about it is not made.
    certificate.claims.retain(|claim| claim.name != "lambda_regret_step");
    assert!(promised_at(&certificate, 1).is_none());
}

#[test]
fn the_rate_of_the_end_is_not_drawn_as_a_bound_of_prefixes() {
    let trace = gradients(4096, 0.03125);
    let certificate = Corollary1.certify_trace(&mut &trace, given(GivenRate::new(1.0))).expect("a certificate");
    let chart = drawn(&trace, &certificate);
    let rate = &chart.series[1];
    assert_eq!((rate.look, rate.name.as_str()), (Look::Reference, "bound after all 4096 rounds only"));
    assert_eq!(rate.points[0].1, certificate.claim("lambda_regret_paper").expect("a claim").rhs.hi());
    assert!(chart.series[0].points[0].1 > rate.points[0].1, "the first rounds show why");
}

#[test]
fn a_bound_whose_hypothesis_fails_is_not_drawn() {
    let trace = gradients(64, 0.5);
    let rate = GivenRate { step: Some(0.5), ..GivenRate::new(0.75) }; // payoffs are up to 1
    let certificate = Corollary1.certify_trace(&mut &trace, given(rate)).expect("a certificate");
    let chart = drawn(&trace, &certificate);
    assert_eq!(chart.series.len(), 1);
    let why = "no bound is drawn: its hypothesis `payoffs_bounded` is not known to hold";
    assert!(chart.subtitle.contains(why), "{}", chart.subtitle);
    // Without a rate there is no bound to miss.
    let plain =
        Theorem1.certify_trace(&mut &trace, Given { radius: Some(2.0), ..Given::default() }).expect("a certificate");
    let chart = drawn(&trace, &plain);
    assert!(chart.series.len() == 1 && !chart.subtitle.contains("bound"), "{}", chart.subtitle);
}

#[test]
fn swap_regret_has_the_rate_of_the_matrix_player() {
    let trace = trace(Game::ProxyLagrangian, 3, 50, 7);
    let rate = GivenRate { step: Some(0.25), ..GivenRate::new(1.0) };
    let given = Given { rate: Some(rate), ..Given::default() };
    let certificate = Lemma8.certify_trace(&mut &trace, given).expect("a certificate");
    let chart = drawn(&trace, &certificate);
    assert_eq!(chart.series[0].name, "swap regret");
    assert_eq!(chart.series[0].points[49], (50.0, certificate.measured("swap_regret").expect("measured").hi()));
    let claim = certificate.claim("swap_regret_step").expect("a claim");
    assert_eq!((chart.series[1].look, chart.series[1].points[49]), (Look::Bound(0), (50.0, claim.rhs.hi())));
    assert!(chart.series[1].points[0].1 > 10.0 * claim.rhs.hi(), "fewer rounds promise less");
}

#[test]
fn many_constraints_are_followed_by_their_deviations() {
    let trace = trace(Game::ProxyLagrangian, 513, 12, 3);
    let certificate = Theorem2.certify_trace(&mut &trace, Given::default()).expect("a certificate");
    assert_eq!(Followed::of(Game::ProxyLagrangian, 513), Followed::Deviation);
    let chart = drawn(&trace, &certificate);
    let measured = |name| certificate.measured(name).expect("measured").hi();
    let last = measured("deviation_to_constraints").max(measured("deviation_to_objective"));
    assert_eq!((chart.series[0].name.as_str(), chart.series[0].points[11]), ("deviation regret", (12.0, last)));
}

#[test]
fn the_norm_and_the_sign_of_a_regret_are_respected() {
    let trace = trace(Game::Lagrangian, 3, 30, 5);
    let given = |norm| Given { radius: Some(0.25), norm: Some(norm), ..Given::default() };
    let values = [Norm::One, Norm::Infinity].map(|norm| {
        let certificate = Theorem3.certify_trace(&mut &trace, given(norm)).expect("a certificate");
        let chart = drawn(&trace, &certificate);
        let last = chart.series[0].points[29].1;
        assert_eq!(last, certificate.measured("lambda_regret").expect("measured").hi());
        chart.series[0].points.iter().map(|point| point.1).collect::<Vec<_>>()
    });
    assert!(values[0].iter().zip(&values[1]).all(|(one, infinity)| one <= infinity) && values[0] != values[1]);
    // Multipliers beyond the radius may earn more than the best ones inside.
    let mut lucky = Trace::new(Layout::new(Game::Lagrangian, 1));
    let mut round = Round::new(lucky.layout());
    (round.constraints[0], round.lambda[0]) = (Enclosure::point(1.0), 1.0);
    (0..4).for_each(|_| lucky.push(&round).expect("a round"));
    let certificate = Theorem1.certify_trace(&mut &lucky, given(Norm::One)).expect("a certificate");
    let chart = drawn(&lucky, &certificate);
    assert_eq!((chart.series[0].points[3], chart.y.scale), ((4.0, -0.75), Scale::Linear));
}

#[test]
fn where_nothing_is_measured_nothing_is_drawn() {
    let one = trace(Game::Lagrangian, 1, 1, 1);
    let bare = Theorem1.certify_trace(&mut &one, Given::default()).expect("a certificate");
    assert!(regret(&one, &bare).expect("no chart").is_none(), "no radius");
    let certificate = Theorem1.certify_trace(&mut &one, Given { radius: Some(2.0), ..Given::default() }).expect("one");
    assert_eq!(drawn(&one, &certificate).series[0].points.len(), 1);
    for game in [Game::Lagrangian, Game::ProxyLagrangian] {
        let none = trace(game, 0, 3, 1);
        let given = Given { radius: (game == Game::Lagrangian).then_some(1.0), ..Given::default() };
        let statement: &dyn Statement = if game == Game::Lagrangian { &Theorem1 } else { &Theorem2 };
        let certificate = statement.certify_trace(&mut &none, given).expect("a certificate");
        assert!(regret(&none, &certificate).expect("no chart").is_none(), "no constraints");
    }
}
