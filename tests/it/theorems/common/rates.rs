//! What the tests of rates share: runs by hand, and the need for a hypothesis that several statements have.

use super::trace;
use crate::rates::arena::{Case, certify, duel, verdict};
use dashu_ratio::RBig;
use referee::adversary;
use referee::arena::Setup;
use referee::certificate::{Certificate, Given, GivenRate, Verdict};
use referee::domain::Domain as _;
use referee::error::Result;
use referee::game::{Evidence, Game, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::oracle::{Minimum, Objective, Options, Oracle, choose};
use referee::players::bounds::gradient_step_paper;
use referee::problem::Workspace;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement_as};
use referee::theorems::Statement;
use referee::trace::Trace;
use referee::verification::Finding;

pub(crate) const ROUNDS: usize = 1024;

pub(crate) fn given(radius: f64, bound: f64, step: f64) -> Given {
    let rate = GivenRate { step: Some(step), rounding: 1e-9, ..GivenRate::new(bound) };
    Given { radius: Some(radius), rate: Some(rate), ..Given::default() }
}

pub(crate) fn one_constraint() -> Case {
    Case { kind: adversary::GAP, constraints: 1, horizon: ROUNDS, bound: 1.0, radius: 2.0, seed: 0 }
}

/// Projected gradients with a step of their own on `[0, 2]`, against a payoff that answers.
pub(crate) fn gradients(step: f64, answer: impl Fn(f64) -> f64) -> Trace {
    let mut player = one_constraint().player("gradient", Game::Lagrangian, Some(step));
    duel(&mut *player, Game::Lagrangian, 1, ROUNDS, |lambda, out| out[0] = answer(lambda[0]))
}

/// Runs with steps that are not the paper's, and how many times larger they are.
pub(crate) fn wrong_steps() -> [(Trace, f64); 2] {
    let paper = gradient_step_paper(2.0, 1.0, ROUNDS);
    // Too large: pushed from one end to the other, always on the wrong side. Too small: it never gets anywhere.
    let too_large = gradients(100.0 * paper, |lambda| if lambda < 1.0 { 1.0 } else { -1.0 });
    let too_small = gradients(0.01 * paper, |_| 1.0);
    [(too_large, 100.0), (too_small, 0.01)]
}

pub(crate) fn lagrangian(radius: f64, bound: f64, step: f64) -> Given {
    let rate = GivenRate { step: Some(step), ..GivenRate::new(bound) };
    Given { radius: Some(radius), rate: Some(rate), ..Given::default() }
}

pub(crate) fn sides(certificate: &Certificate, name: &str) -> (Enclosure, Enclosure) {
    let claim = certificate.claim(name).unwrap_or_else(|| panic!("no claim `{name}`"));
    (claim.lhs, claim.rhs)
}

/// Whether the enclosure, of positive numbers, contains the root and is a few doubles wide.
pub(crate) fn encloses_root(enclosure: Enclosure, of: &RBig) -> bool {
    let square = |x: f64| exact(x) * exact(x);
    square(enclosure.lo()) < *of && *of < square(enclosure.hi()) && enclosure.width() < 1e-14 * enclosure.hi()
}

/// A bound on payoffs that the run exceeds is noticed; far too small, it breaks the conclusion as well.
pub(crate) fn bound_on_payoffs(game: Game, name: &str, statement: &dyn Statement) {
    let case = Case { constraints: 3, kind: adversary::PUNISH, ..one_constraint() };
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

/// Small external regret is not small swap regret: a player without the fixed point falls into the trap.
pub(crate) fn fixed_point(statement: &dyn Statement) {
    let case = Case { kind: adversary::TRAP, constraints: 2, horizon: 4096, bound: 1.0, radius: 1.0, seed: 0 };
    let game = Game::ProxyLagrangian;
    let rate = Given { rate: Some(GivenRate { rounding: 1e-9, ..GivenRate::new(1.0) }), ..Given::default() };
    for (name, expected) in [("matrix", Verdict::Holds), ("hedge-control", Verdict::Violated)] {
        let trace = case.trace(&mut *case.player(name, game, None), game);
        let certificate = certify(statement, &trace, rate.clone());
        assert_eq!(verdict(&certificate, "swap_regret_paper"), expected, "{name}");
        assert_eq!(verdict(&certificate, "payoffs_bounded"), Verdict::Holds);
    }
}

/// Equal weights on two actions: `(n ln n)/(eta T) = (2 ln 2)/(2 eta)`, and `P = 2 sqrt(2 ln 2 / 2)`.
pub(crate) fn two_rounds_of_the_matrix_player(statement: &dyn Statement) {
    let run = trace("objective,constraint_1,lambda_0,lambda_1\n0,1,0.5,0.5\n0,-1,0.5,0.5\n");
    let rate = GivenRate { step: Some(2.0), ..GivenRate::new(1.0) };
    let ln_2 = Enclosure::point(2.0).ln().expect("positive");
    let certificate = certify(statement, &run, Given { rate: Some(rate), ..Given::default() });
    let half = Enclosure::point(0.5);
    assert!(sides(&certificate, "swap_regret_step").1.contains_enclosure(half * ln_2 + Enclosure::ONE));
    assert!(sides(&certificate, "swap_regret_data").1.contains_enclosure(half * ln_2 + Enclosure::point(0.125)));
    let paper = sides(&certificate, "swap_regret_paper").1;
    assert!(paper.square().contains_enclosure(Enclosure::point(4.0) * ln_2) && paper.width() < 1e-15);
    // 0.347 + 1 <= 1.665
    assert_eq!(verdict(&certificate, "step_keeps_bound"), Verdict::Holds);
    assert_eq!(sides(&certificate, "swap_regret_paper").0, Enclosure::ZERO);
}

/// An oracle that answers with another point than the best one it found, and tells the value there or hides it.
struct Clumsy {
    oracle: Box<dyn Oracle>,
    honest: bool,
}

impl Clumsy {
    /// The corner of the domain that is farther from the answer.
    fn spoil(&self, objective: &Objective<'_>, theta: &mut [f64], minimum: Minimum) -> Result<Minimum> {
        for (x, side) in theta.iter_mut().zip(objective.problem.domain().bounding_box()) {
            *x = if *x > side.midpoint() { side.lo() } else { side.hi() };
        }
        let at: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        let mut values = vec![Enclosure::ZERO; objective.weights.len()];
        objective.problem.enclose(&at, objective.side, &mut values, &mut Workspace::default())?;
        let value =
            objective.weights.iter().zip(values).fold(Enclosure::ZERO, |sum, (&weight, value)| sum + weight * value);
        Ok(if self.honest { Minimum { value, ..minimum } } else { minimum })
    }
}

impl Oracle for Clumsy {
    fn name(&self) -> &'static str {
        "clumsy"
    }

    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let minimum = self.oracle.minimize(objective, theta)?;
        self.spoil(objective, theta, minimum)
    }

    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        let (minimum, evidence) = self.oracle.certify(objective, theta)?;
        Ok((self.spoil(objective, theta, minimum)?, evidence))
    }
}

/// The error of an oracle is measured by its own account, not by the regret: worse points than it says are above it.
pub(crate) fn oracle_says_what_it_did(statement: &dyn Statement, family: &str) {
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
        let clumsy = |honest| {
            let oracle = choose(problem, side, Options::default()).expect("one applies").oracle;
            run(Some(Box::new(Clumsy { oracle, honest })))
        };
        // An error that is told is paid for, however large.
        let paid = clumsy(true);
        let claim = paid.claim("theta_regret_oracle").expect("a lower bound was found");
        assert!(claim.verdict == Verdict::Holds && claim.lhs.hi() > 1e-3, "{family}, {rounds}: {claim:?}");
        assert_eq!(Finding::of_own_run(&paid).wrong, Vec::<String>::new(), "{family}, {rounds}");
        let dishonest = clumsy(false);
        assert_ne!(verdict(&dishonest, "theta_regret_oracle"), Verdict::Holds, "{family}, {rounds}");
        assert_ne!(Finding::of_own_run(&dishonest).wrong, Vec::<String>::new(), "{family}, {rounds}");
    }
}
