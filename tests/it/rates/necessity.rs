//! Each hypothesis is needed: without it there is a run that breaks the bound, and the certificate names the hypothesis
//! or the broken bound. These are the broken players that a rate must catch.

use crate::rates::arena::{Case, Rule, certify, duel, verdict};
use referee::adversary;
use referee::arena::Setup;
use referee::certificate::{Given, GivenRate, LowerBound, Verdict};
use referee::domain::{Domain as _, L1Orthant};
use referee::error::Result;
use referee::game::{Evidence, Game, Side};
use referee::oracle::{Minimum, Objective, Options, Oracle, choose};
use referee::players::bounds::gradient_step_paper;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement_as};

use referee::theorems::{Corollary1, Lemma1, Lemma8, Lemma11, Statement, Theorem6};
use referee::trace::Trace;
use referee::verification::Finding;

const ROUNDS: usize = 1024;

fn given(radius: f64, bound: f64, step: f64) -> Given {
    let rate = GivenRate { step: Some(step), rounding: 1e-9, ..GivenRate::new(bound) };
    Given { radius: Some(radius), rate: Some(rate), ..Given::default() }
}

fn one_constraint() -> Case {
    Case { kind: adversary::GAP, constraints: 1, horizon: ROUNDS, bound: 1.0, radius: 2.0, seed: 0 }
}

/// Projected gradients with a step of their own on `[0, 2]`, against a payoff that answers.
fn gradients(step: f64, answer: impl Fn(f64) -> f64) -> Trace {
    let mut player = one_constraint().player("gradient", Game::Lagrangian, Some(step));
    duel(&mut *player, Game::Lagrangian, 1, ROUNDS, |lambda, out| out[0] = answer(lambda[0]))
}

#[test]
fn necessity_of_the_step() {
    let paper = gradient_step_paper(2.0, 1.0, ROUNDS);
    // Too large: pushed from one end to the other, always on the wrong side. Too small: it never gets anywhere.
    let too_large = gradients(100.0 * paper, |lambda| if lambda < 1.0 { 1.0 } else { -1.0 });
    let too_small = gradients(0.01 * paper, |_| 1.0);
    for (trace, factor) in [(too_large, 100.0), (too_small, 0.01)] {
        let certificate = certify(&Corollary1, &trace, given(2.0, 1.0, factor * paper));
        assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Violated);
        assert_eq!(verdict(&certificate, "lambda_regret_paper"), Verdict::Violated);
        // The bound of the step that was really used stands.
        assert_eq!(verdict(&certificate, "lambda_regret_step"), Verdict::Holds);
        // Whoever says that it was the paper's step is refuted by the run.
        let certificate = certify(&Theorem6, &trace, given(2.0, 1.0, paper));
        assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Holds);
        assert_eq!(verdict(&certificate, "lambda_regret_step"), Verdict::Violated);
    }
}

#[test]
fn necessity_of_the_bound_on_payoffs() {
    let case = Case { constraints: 3, kind: adversary::PUNISH, ..one_constraint() };
    for (game, name, statement) in
        [(Game::Lagrangian, "gradient", &Corollary1 as &dyn Statement), (Game::ProxyLagrangian, "matrix", &Lemma8)]
    {
        let mut player = case.player(name, game, None);
        let trace = case.trace(&mut *player, game);
        let mut facts = case.given(&*player, game);
        assert_eq!(verdict(&certify(statement, &trace, facts.clone()), "payoffs_bounded"), Verdict::Holds);
        let rate = facts.rate.as_mut().expect("a rate");
        rate.payoff_bound = case.payoff_bound(game) * 0.999;
        let certificate = certify(statement, &trace, facts.clone());
        assert_eq!(verdict(&certificate, "payoffs_bounded"), Verdict::Violated);
        // Stated far too small, the conclusion breaks as well.
        facts.rate.as_mut().expect("a rate").payoff_bound = 1e-3;
        let certificate = certify(statement, &trace, facts);
        let paper = if game == Game::Lagrangian { "lambda_regret_paper" } else { "swap_regret_paper" };
        assert_eq!(verdict(&certificate, paper), Verdict::Violated, "{certificate:?}");
    }
}

/// From the vertex that is farthest from the best one, the way is longer than `R`.
#[test]
fn necessity_of_the_start() {
    let step = gradient_step_paper(2.0, 1.0, ROUNDS);
    let ball = L1Orthant::new(2, 2.0).expect("a set");
    let run = |start: [f64; 2]| {
        let mut point = start;
        let mut player = Rule(|lambda: &mut [f64], payoff: Option<&[f64]>| match payoff {
            None => lambda.copy_from_slice(&point),
            Some(payoff) => {
                point.iter_mut().zip(payoff).for_each(|(x, g)| *x += step * g);
                ball.project(&mut point);
            }
        });
        duel(&mut player, Game::Lagrangian, 2, ROUNDS, |_, out| out.copy_from_slice(&[0.707, -0.707]))
    };
    let certificate = |start| certify(&Corollary1, &run(start), given(2.0, 1.0, step));
    let (good, bad) = (certificate([0.0, 0.0]), certificate([0.0, 2.0]));
    assert_eq!(verdict(&good, "lambda_regret_data"), Verdict::Holds);
    for name in ["payoffs_bounded", "multipliers_in_set", "step_keeps_bound"] {
        assert_eq!(verdict(&bad, name), Verdict::Holds, "{name}"); // no hypothesis that a trace shows is to blame
    }
    assert_eq!(verdict(&bad, "lambda_regret_step"), Verdict::Violated);
    assert_eq!(verdict(&bad, "lambda_regret_data"), Verdict::Violated);
}

/// A player that descends, and one that does not move.
#[test]
fn necessity_of_the_sign() {
    let step = gradient_step_paper(2.0, 1.0, ROUNDS);
    for direction in [-1.0, 0.0] {
        let mut point = 0.0_f64;
        let mut player = Rule(|lambda: &mut [f64], payoff: Option<&[f64]>| match payoff {
            None => lambda[0] = point,
            Some(payoff) => point = (point + direction * step * payoff[0]).clamp(0.0, 2.0),
        });
        let trace = duel(&mut player, Game::Lagrangian, 1, ROUNDS, |_, out| out[0] = 1.0);
        let certificate = certify(&Corollary1, &trace, given(2.0, 1.0, step));
        for name in ["lambda_regret_paper", "lambda_regret_step", "lambda_regret_data"] {
            assert_eq!(verdict(&certificate, name), Verdict::Violated, "{name}");
        }
    }
}

/// Outside the set multipliers earn more than the best ones inside, which hides regret: a hypothesis, and exact.
#[test]
fn necessity_of_membership() {
    let trace = |text: &str| Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let above = 2.0_f64.next_up();
    for (last, expected) in [(2.0, Verdict::Holds), (above, Verdict::Violated)] {
        let run = trace(&format!("objective,constraint_1,lambda_1\n0,1,0\n0,1,{last:?}\n"));
        let certificate = certify(&Theorem6, &run, given(2.0, 1.0, 0.5));
        assert_eq!(verdict(&certificate, "multipliers_in_set"), expected);
    }
    let rate = Given { rate: Some(GivenRate::new(1.0)), ..Given::default() };
    for (last, expected) in [(0.5, Verdict::Holds), (0.5_f64.next_up(), Verdict::Violated)] {
        let run = trace(&format!("objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,{last:?}\n0,1,1,0\n"));
        let certificate = certify(&Lemma8, &run, rate.clone());
        assert_eq!(verdict(&certificate, "multipliers_in_set"), expected);
        let off = certificate.measured("off_simplex").expect("measured");
        assert_eq!(off.lo() == 0.0 && off.hi() == 0.0, expected == Verdict::Holds, "{off}");
    }
}

/// Small external regret is not small swap regret: a player without the fixed point falls into the trap.
#[test]
fn necessity_of_the_fixed_point() {
    let case = Case { kind: adversary::TRAP, constraints: 2, horizon: 4096, bound: 1.0, radius: 1.0, seed: 0 };
    let game = Game::ProxyLagrangian;
    let rate = Given { rate: Some(GivenRate { rounding: 1e-9, ..GivenRate::new(1.0) }), ..Given::default() };
    for (name, expected) in [("matrix", Verdict::Holds), ("hedge-control", Verdict::Violated)] {
        let trace = case.trace(&mut *case.player(name, game, None), game);
        let certificate = certify(&Lemma8, &trace, rate.clone());
        assert_eq!(verdict(&certificate, "swap_regret_paper"), expected, "{name}");
        assert_eq!(verdict(&certificate, "payoffs_bounded"), Verdict::Holds);
    }
}

/// An oracle that answers with another point than the one whose value it tells.
struct Dishonest(Box<dyn Oracle>);

impl Dishonest {
    /// The corner of the domain that is farther from the answer.
    fn spoil(objective: &Objective<'_>, theta: &mut [f64]) {
        for (x, side) in theta.iter_mut().zip(objective.problem.domain().bounding_box()) {
            *x = if *x > side.midpoint() { side.lo() } else { side.hi() };
        }
    }
}

impl Oracle for Dishonest {
    fn name(&self) -> &'static str {
        "dishonest"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let minimum = self.0.minimize(objective, theta)?;
        Self::spoil(objective, theta);
        Ok(minimum)
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        let found = self.0.certify(objective, theta)?;
        Self::spoil(objective, theta);
        Ok(found)
    }
}

/// The error of an oracle is measured by its own account, not by the regret: worse points than it says are above it.
#[test]
fn necessity_of_an_oracle_that_says_what_it_did() {
    for (statement, family) in
        [(&Lemma1 as &dyn Statement, "qp-box"), (&Lemma11, "step-hinge:s=0.25"), (&Lemma11, "qp-box")]
    {
        let instance = Registry::ours().open(family).expect("a family");
        let problem = &*instance.problem;
        for rounds in [1, 2, 64] {
            let constants = RunConstants { rounds, radius: 2.0, bounds: instance.known.constants.clone() };
            let run = |oracle: Option<Box<dyn Oracle>>| {
                let setup = Setup {
                    oracle,
                    ..statement
                        .algorithm()
                        .expect("somebody plays")
                        .setup(problem, &constants.bounds, constants.rounds, constants.radius)
                        .expect("a setup")
                };
                play_statement_as(statement, setup, None, 1).expect("it is played").1
            };
            let honest = run(None);
            let claim = honest.claim("theta_regret_oracle").expect("a lower bound was found");
            assert_eq!(claim.verdict, Verdict::Holds, "{family}, {rounds}: {claim:?}");
            // Not by a wide margin: the error is that of enclosures and of a search that stops.
            assert!(claim.rhs.hi() < 1e-3, "{family}, {rounds}: {claim:?}");
            assert_eq!(Finding::of_own_run(&honest).wrong, Vec::<String>::new(), "{family}, {rounds}");
            let side = if statement.game() == Some(Game::Lagrangian) { Side::Constraints } else { Side::Proxies };
            let oracle = choose(problem, side, Options::default()).expect("one applies").oracle;
            let dishonest = run(Some(Box::new(Dishonest(oracle))));
            assert_ne!(verdict(&dishonest, "theta_regret_oracle"), Verdict::Holds, "{family}, {rounds}");
            assert_ne!(Finding::of_own_run(&dishonest).wrong, Vec::<String>::new(), "{family}, {rounds}");
        }
    }
}

/// Worst answers in place of best ones: the run itself shows more regret than the error that was claimed.
#[test]
fn necessity_of_an_oracle() {
    // `a` is (0, 1) and `b` is (1, -1): against 0 the worst is b, against 2 it is a.
    let text = "objective,constraint_1,lambda_1\n1,-1,0\n0,1,2\n1,-1,0\n0,1,2\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let lower_bound = Some(LowerBound::declared(0.0)); // L(b, 1) = 0
    let with = |oracle_error| Given {
        lower_bound: lower_bound.clone(),
        radius: Some(2.0),
        rate: Some(GivenRate { oracle_error: Some(oracle_error), ..GivenRate::new(1.0) }),
        ..Given::default()
    };
    // Loss 1 and 2 against 1/2 of the mixture at the mean multiplier 1: at least 1, at most 3/2.
    for (rho, expected) in [(0.0, Verdict::Violated), (1.25, Verdict::Undecided), (1.5, Verdict::Holds)] {
        let certificate = certify(&Lemma1, &trace, with(rho));
        assert_eq!(verdict(&certificate, "theta_regret_oracle"), expected, "{rho}");
    }
    let text = "objective,constraint_1,lambda_0,lambda_1\n1,-1,1,0\n0,1,0.5,0.5\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let given = Given { radius: None, ..with(0.0) };
    let certificate = certify(&Lemma11, &trace, given);
    assert_eq!(verdict(&certificate, "theta_regret_oracle"), Verdict::Violated, "{certificate:?}");
}
