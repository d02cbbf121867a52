//! All twelve statements on traces of every shape: nothing panics, what is missing is said, and what holds with a
//! probability is never violated.

use crate::rates::arena::{certify, verdict};
use referee::certificate::{Given, GivenMargin, GivenRate, LowerBound, Role, Verdict};
use referee::game::{Game, Grade};
use referee::numerics::{Enclosure, Norm};
use referee::regret::{Average, Averages};
use referee::theorems::{
    Corollary1, Lemma1, Lemma4, Lemma8, Lemma10, Lemma11, STATEMENTS, Statement, Theorem1, Theorem2, rates,
};
use referee::trace::Trace;

fn trace(text: &str) -> Trace {
    Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace")
}

/// All that a statement takes.
fn full(statement: &dyn Statement) -> Given {
    let some = |taken: bool, value: f64| taken.then_some(value);
    let rate = GivenRate {
        step: some(statement.takes_step(), 0.5),
        oracle_error: some(statement.takes_oracle_error(), 0.25),
        domain_radius: some(statement.takes_subgradients(), 2.0),
        subgradient_bound: some(statement.takes_subgradients(), 3.0),
        largest_subgradient: some(statement.takes_subgradients(), 2.5),
        theta_step: some(statement.takes_subgradients(), 0.25),
        confidence: some(statement.takes_confidence(), 0.05),
        rounding: 1e-12,
        ..GivenRate::new(1.0)
    };
    Given {
        radius: some(game(statement) == Game::Lagrangian, 2.0),
        lower_bound: Some(LowerBound::declared(-0.5)),
        rate: Some(rate),
        ..Given::default()
    }
}

fn game(statement: &dyn Statement) -> Game {
    statement.game().expect("every rate is about a game")
}

fn shape(game: Game, constraints: usize) -> &'static str {
    match (game, constraints) {
        (Game::Lagrangian, 0) => "objective\n0.5\n0.25\n",
        (Game::Lagrangian, _) => "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n",
        (Game::ProxyLagrangian, 0) => "objective,lambda_0\n0.5,1\n0.25,1\n",
        (Game::ProxyLagrangian, _) => "objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n1,-1,0.75,0.25\n",
    }
}

/// The claims of the checker's specification, by statement.
fn expected(statement: &dyn Statement) -> &'static [&'static str] {
    match statement.name() {
        "lemma-1" => &[
            "lambda_regret_paper",
            "lambda_regret_step",
            "lambda_regret_data",
            "theta_regret_oracle",
            "epsilon_paper",
            "epsilon_step",
        ],
        "corollary-1" | "theorem-6" => &["lambda_regret_paper", "lambda_regret_step", "lambda_regret_data"],
        "corollary-3" | "theorem-7" => &["theta_regret_paper", "theta_regret_repaired"],
        "lemma-10" => &["epsilon_paper", "epsilon_repaired"],
        "lemma-8" | "corollary-2" => &["swap_regret_paper", "swap_regret_step", "swap_regret_data"],
        "lemma-11" => &["swap_regret_paper", "swap_regret_step", "swap_regret_data", "theta_regret_oracle"],
        "lemma-9" | "corollary-4" => &["swap_regret_paper", "swap_regret_repaired"],
        "lemma-4" => &["swap_regret_paper", "swap_regret_repaired", "theta_regret_paper", "theta_regret_repaired"],
        other => panic!("{other} is not a rate"),
    }
}

#[test]
fn every_statement_has_its_claims_with_and_without_constraints() {
    for statement in rates() {
        let registered = STATEMENTS.into_iter().find(|known| known.name() == statement.name()).expect("registered");
        assert_eq!(registered.about().kind, referee::theorems::Kind::Rate);
        for constraints in [0, 1] {
            let certificate = certify(statement, &trace(shape(game(statement), constraints)), full(statement));
            let names: Vec<_> = certificate.claims_of(Role::Conclusion).map(|claim| claim.name).collect();
            assert_eq!(names, expected(statement), "{}", statement.name());
            let hypotheses: Vec<_> = certificate.claims_of(Role::Hypothesis).map(|claim| claim.name).collect();
            let hypothesis = |name: &str| hypotheses.contains(&name);
            assert!(["lower_bound_possible", "payoffs_bounded", "multipliers_in_set"].into_iter().all(hypothesis));
            assert_eq!(hypothesis("subgradients_bounded"), statement.takes_subgradients());
            assert_eq!(hypothesis("step_keeps_bound"), statement.takes_step());
            assert_eq!(hypothesis("theta_step"), statement.takes_subgradients());
            // Without constraints there is nothing to choose in the proxy game, and no step is printed.
            let there = constraints > 0 || game(statement) == Game::Lagrangian;
            let printed = statement.takes_step() && statement.takes_confidence() && there;
            assert_eq!(hypothesis("step"), printed, "{} with {constraints}", statement.name());
            assert!(hypothesis("rounding_small"));
            let single =
                statement.takes_confidence() && !statement.name().ends_with("-4") && statement.name() != "lemma-10";
            let split = single || statement.name() == "corollary-4";
            assert_eq!(hypothesis("confidence_small"), split, "{}", statement.name());
            for name in ["subgradients_bounded", "step", "theta_step"] {
                let declared = certificate.claim(name).map(|claim| claim.grade);
                assert!(declared.is_none_or(|grade| grade == Grade::Declared), "{name}");
            }
        }
    }
}

#[test]
fn without_constraints_nothing_is_measured_but_zeros() {
    for statement in rates() {
        let certificate = certify(statement, &trace(shape(game(statement), 0)), full(statement));
        let names = match game(statement) {
            Game::Lagrangian => ["largest_payoff", "mean_square_payoff", "largest_multipliers"],
            Game::ProxyLagrangian => ["largest_payoff", "mean_square_spread", "off_simplex"],
        };
        for name in names {
            assert_eq!(certificate.measured(name), Some(Enclosure::ZERO), "{name}");
        }
    }
}

#[test]
fn what_holds_with_a_probability_is_sampled_and_never_violated() {
    for statement in rates() {
        let mut given = full(statement);
        // Impossible constants: every conclusion is false for sure.
        let rate = given.rate.as_mut().expect("a rate");
        (rate.payoff_bound, rate.rounding) = (0.0, 0.0);
        rate.subgradient_bound = rate.subgradient_bound.map(|_| 0.0);
        rate.oracle_error = rate.oracle_error.map(|_| 0.0);
        given.lower_bound = Some(LowerBound::declared(-0.5));
        let text = match game(statement) {
            Game::Lagrangian => "objective,constraint_1,lambda_1\n1,-1,0\n0,1,2\n1,-1,0\n0,2,2\n",
            Game::ProxyLagrangian => "objective,constraint_1,lambda_0,lambda_1\n1,-1,0.5,0.5\n0,1,1,0\n",
        };
        let certificate = certify(statement, &trace(text), given);
        let paper = certificate.claims_of(Role::Conclusion).find(|claim| claim.name.ends_with("paper"));
        let paper = paper.expect("every statement has one");
        if statement.takes_confidence() {
            assert_eq!((paper.grade, paper.verdict), (Grade::Sampled, Verdict::Undecided), "{}", statement.name());
            assert!(certificate.violated().is_none());
        } else {
            let grade = if paper.name.starts_with("epsilon") { Grade::Declared } else { Grade::Proved };
            assert_eq!(paper.grade, grade);
            assert_eq!(verdict(&certificate, "payoffs_bounded"), Verdict::Violated);
        }
    }
}

#[test]
fn a_lower_bound_that_the_run_refutes_has_no_regret_beside_it() {
    for statement in [&Lemma1 as &dyn Statement, &Lemma11, &Lemma4, &Lemma10] {
        let given = Given { lower_bound: Some(LowerBound::declared(7.0)), ..full(statement) };
        let certificate = certify(statement, &trace(shape(game(statement), 1)), given);
        assert_eq!(verdict(&certificate, "lower_bound_possible"), Verdict::Violated);
        let rests = |name: &str| name.starts_with("theta_regret") || name.starts_with("epsilon");
        assert!(!certificate.claims.iter().any(|claim| rests(claim.name)));
    }
    // So too where no double tells the two regrets apart: the mean loss is 1/3, it is 0 at the mean multipliers, and
    // the regret that is allowed is 1/3 - 1e-30.
    let run = trace("objective,constraint_1,lambda_1\n0,1,1\n0,-1,0\n0,0,0\n");
    let certificate = certify(&Lemma1, &run, Given { lower_bound: Some(LowerBound::declared(1e-30)), ..full(&Lemma1) });
    assert_eq!(verdict(&certificate, "lower_bound_possible"), Verdict::Violated);
    assert_eq!(certificate.measured("theta_regret"), certificate.measured("theta_regret_seen"));
    assert!(certificate.claim("theta_regret_oracle").is_none() && certificate.claim("epsilon_step").is_none());
    // Where the objective is known so badly that the two regrets may be in order, they stand: the loss is 1/2, and 1 at
    // most in the first round, so the bound 3/4 + 1/16 is refuted (1/2 + 1/4 at most), and the regret is up to -1/16.
    let run = trace("objective.lo,objective.hi,constraint_1,lambda_1\n0.5,1,0,0\n0.5,0.5,0,0\n");
    let given = Given { lower_bound: Some(LowerBound::declared(0.8125)), ..full(&Lemma1) };
    let certificate = certify(&Lemma1, &run, given);
    assert_eq!(verdict(&certificate, "lower_bound_possible"), Verdict::Violated);
    let claim = certificate.claim("theta_regret_oracle").expect("an interval");
    assert_eq!(claim.lhs, Enclosure::new(-0.25, -0.0625));
}

#[test]
fn enclosed_values_have_the_smallest_and_the_largest_sizes() {
    let run = trace(
        "objective,constraint_1.lo,constraint_1.hi,constraint_2.lo,constraint_2.hi,lambda_1,lambda_2\n\
         0,-1,2,3,4,0,0\n0,-6,-5,0,0,0,0\n",
    );
    let certificate = certify(&Corollary1, &run, full(&Corollary1));
    let measured = |name| certificate.measured(name).expect("measured");
    assert_eq!(measured("largest_payoff"), Enclosure::new(5.0, 6.0)); // of [3, sqrt 20] and [5, 6]
    assert_eq!(measured("mean_square_payoff"), Enclosure::new(17.0, 28.0)); // (9 + 25) / 2, (4 + 16 + 36) / 2
    let run = trace("objective,constraint_1.lo,constraint_1.hi,lambda_0,lambda_1\n0,-1,2,0.5,0.5\n0,-6,-5,1,0\n");
    let certificate = certify(&Lemma8, &run, full(&Lemma8));
    let measured = |name| certificate.measured(name).expect("measured");
    assert_eq!(measured("largest_payoff"), Enclosure::new(5.0, 6.0));
    // Ranges [0, 3] and [5, 6], squares of the multipliers 1/2 and 1: (0 + 25) / 2, (4.5 + 36) / 2.
    assert_eq!(measured("mean_square_spread"), Enclosure::new(12.5, 20.25));
}

type Field = fn(&mut GivenRate) -> &mut Option<f64>;
type Change = fn(&mut GivenRate);

fn refusal(statement: &dyn Statement, given: Given) -> String {
    let run = trace(shape(game(statement), 1));
    statement.certify_trace(&mut &run, given).expect_err("it must be refused").to_string()
}

#[test]
fn what_a_statement_does_not_take_is_refused_by_name() {
    for statement in rates() {
        let name = statement.name();
        let with = |change: fn(&mut Given)| {
            let mut given = full(statement);
            change(&mut given);
            given
        };
        assert!(refusal(statement, with(|given| given.rate = None)).contains("a payoff bound must be given"));
        let norm = with(|given| given.norm = Some(Norm::Two));
        assert_eq!(refusal(statement, norm), format!("{name} does not speak of a norm: leave it out"));
        let margin = with(|given| given.margin = Some(GivenMargin { value: 1.0, point: None, objective: None }));
        assert_eq!(refusal(statement, margin), format!("{name} does not speak of a margin: leave it out"));
        let tail = Averages { theta: Average::Tail(1), lambda: Average::Tail(1) };
        assert!(refusal(statement, Given { averages: tail, ..full(statement) }).contains("an average of rounds"));
        let fields: [(&str, bool, bool, Field); 6] = [
            ("a step", statement.takes_step(), false, |rate| &mut rate.step),
            ("an oracle error", statement.takes_oracle_error(), true, |rate| &mut rate.oracle_error),
            ("a domain radius", statement.takes_subgradients(), true, |rate| &mut rate.domain_radius),
            ("a subgradient bound", statement.takes_subgradients(), true, |rate| &mut rate.subgradient_bound),
            ("a largest subgradient", statement.takes_subgradients(), false, |rate| &mut rate.largest_subgradient),
            ("a confidence", statement.takes_confidence(), true, |rate| &mut rate.confidence),
        ];
        for (what, taken, needed, field) in fields {
            let mut given = full(statement);
            *field(given.rate.as_mut().expect("a rate")) = if taken { None } else { Some(0.5) };
            match (taken, needed) {
                (false, _) => assert!(refusal(statement, given).contains(&format!("speak of {what}: leave it out"))),
                (true, true) => assert!(refusal(statement, given).contains(&format!("{what}, which must be given"))),
                (true, false) => {
                    assert!(statement.certify_trace(&mut &trace(shape(game(statement), 1)), given).is_ok());
                }
            }
        }
        let other = if game(statement) == Game::Lagrangian { Game::ProxyLagrangian } else { Game::Lagrangian };
        let run = trace(shape(other, 1));
        assert!(statement.certify_trace(&mut &run, full(statement)).is_err());
    }
    // And the other statements take no rate.
    let rate = Some(GivenRate::new(1.0));
    let run = trace(shape(Game::Lagrangian, 1));
    assert!(Theorem1.certify_trace(&mut &run, Given { rate, ..Given::default() }).is_err());
    let run = trace(shape(Game::ProxyLagrangian, 1));
    assert!(Theorem2.certify_trace(&mut &run, Given { rate, ..Given::default() }).is_err());
}

#[test]
fn constants_that_make_no_sense_are_refused() {
    let cases: [(&str, Change); 6] = [
        ("the payoff bound is -1, but it must not be negative", |rate| rate.payoff_bound = -1.0),
        ("the payoff bound is inf, but it must be a finite number", |rate| rate.payoff_bound = f64::INFINITY),
        ("the step is 0, but it must be positive", |rate| rate.step = Some(0.0)),
        ("the rounding is -1, but it must not be negative", |rate| rate.rounding = -1.0),
        ("the confidence is 1.5, but it must be above 0 and at most 1", |rate| rate.confidence = Some(1.5)),
        ("the confidence is 0, but it must be above 0 and at most 1", |rate| rate.confidence = Some(0.0)),
    ];
    for (sentence, change) in cases {
        let mut given = full(&Lemma10);
        change(given.rate.as_mut().expect("a rate"));
        // Before anything is measured, too: what was measured with other constants may be certified with these.
        assert_eq!(Lemma10.check(&given).expect_err("it makes no sense").to_string(), sentence);
        assert_eq!(refusal(&Lemma10, given), sentence);
    }
    let run = trace("objective,constraint_1,lambda_1\n0,1e200,0\n");
    let error = Corollary1.certify_trace(&mut &run, full(&Corollary1));
    assert!(error.expect_err("too large").to_string().contains("`mean_square_payoff` is beyond the largest double"));
}
