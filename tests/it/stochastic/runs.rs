//! The modules' own runs: what they fill in, what they refuse, what rounding adds.

use super::enumerated::Slopes;
use super::games::{least_theta_regret, run};
use super::problems::{median, noisy, noisy_step, rate};
use dashu_ratio::RBig;
use referee::certificate::{Certificate, Role, Verdict};
use referee::domain::{Cuboid, Domain as _};
use referee::game::{Game, Grade, MirrorKind, Side};
use referee::numerics::rational::exact;
use referee::players::{GradientSetting, Loss, PNorm, Step, Subgradient, ThetaPlayer as _};
use referee::problem::{ExpressionProblem, Problem, Workspace, constants};
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement};
use referee::theorems::{Corollary3, Corollary4, Lemma4, Lemma9, Lemma10, Statement, Theorem7};

const STATEMENTS: [&dyn Statement; 6] = [&Theorem7, &Corollary3, &Lemma10, &Lemma4, &Lemma9, &Corollary4];

/// Hypotheses hold, conclusions are sampled, and the repaired bound is at most the printed one.
fn examine(certificate: &Certificate) {
    let name = certificate.statement;
    for claim in &certificate.claims {
        assert_eq!(claim.verdict, Verdict::Holds, "{name}: {}", claim.name);
    }
    let mut pairs = 0;
    for claim in certificate.claims_of(Role::Conclusion) {
        assert_eq!(claim.grade, Grade::Sampled, "{name}: {}", claim.name);
        if let Some(what) = claim.name.strip_suffix("_repaired") {
            let paper = certificate.claim(&format!("{what}_paper")).unwrap();
            assert!(claim.rhs.hi() <= paper.rhs.lo(), "{name}: {}", claim.name);
            pairs += 1;
        }
    }
    assert_eq!(pairs, if name == "lemma-4" { 2 } else { 1 });
}

#[test]
fn implication_runs_on_families_and_minibatches() {
    for statement in STATEMENTS {
        let lagrangian = statement.game() == Some(Game::Lagrangian);
        let families =
            if lagrangian { ["qp-box", "knapsack", "qp-half"] } else { ["step-hinge", "step-sample", "qp-box"] };
        let mut problems: Vec<(Box<dyn Problem>, _)> = families
            .iter()
            .map(|name| Registry::ours().open(name).unwrap())
            .map(|it| (it.problem, it.known.constants))
            .collect();
        if lagrangian {
            problems.push((Box::new(median()), constants(&median(), Side::Constraints).unwrap()));
            problems.push((Box::new(noisy()), constants(&noisy(), Side::Constraints).unwrap()));
        } else {
            problems.push((Box::new(rate()), constants(&rate(), Side::Proxies).unwrap()));
            problems.push((Box::new(noisy_step()), constants(&noisy_step(), Side::Proxies).unwrap()));
        }
        for (problem, bounds) in problems {
            let constants = RunConstants { rounds: 256, radius: 2.0, bounds };
            let (trace, certificate) = run(statement, &*problem, &constants, 7).unwrap();
            examine(&certificate);
            let rate = certificate.given.rate.unwrap();
            assert!(rate.rounding < 1e-9 && rate.confidence == Some(0.05));
            if statement.takes_subgradients() {
                let radius = match rate.mirror {
                    Some(MirrorKind::PNorm(p)) => PNorm::radius(p, problem.domain()),
                    _ => problem.domain().radius(),
                };
                assert_eq!(rate.domain_radius, Some(radius));
                assert!(rate.largest_subgradient.unwrap() <= rate.subgradient_bound.unwrap());
            }
            if let Some(theta) = certificate.measured("theta_regret") {
                assert!(least_theta_regret(&trace, &*problem).unwrap() <= theta.hi());
            }
        }
    }
}

/// One sentence that names the hypothesis that fails.
#[test]
fn what_no_statement_covers_is_refused() {
    let bounds = |problem: &dyn Problem, side| constants(problem, side).unwrap();
    let text = "minimize = \"-x^2\"\nvariables = { x = [-1, 1] }\n[facts]\nnoise = 0.25";
    let concave = ExpressionProblem::from_toml(text, "hill").unwrap();
    let constants = RunConstants { rounds: 16, radius: 1.0, bounds: bounds(&concave, Side::Constraints) };
    for statement in [&Theorem7 as &dyn Statement, &Corollary3, &Lemma10, &Lemma4] {
        let error = run(statement, &concave, &constants, 0).unwrap_err().to_string();
        assert!(error.contains("is about convex losses") && error.contains("`hill`"), "{error}");
    }
    assert!(run(&Lemma9, &concave, &constants, 0).is_ok(), "the lambda-player does not care");
    let table = Registry::ours().open("extremal").unwrap();
    let constants = RunConstants { rounds: 16, radius: 1.0, bounds: table.known.constants };
    assert!(STATEMENTS.into_iter().all(|statement| run(statement, &*table.problem, &constants, 0).is_err()));
    let noisy = noisy();
    let constants = RunConstants { rounds: 16, radius: 1.0, bounds: bounds(&noisy, Side::Constraints) };
    for confidence in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(play_statement(&Corollary3, &noisy, &constants, confidence, 0).is_err(), "{confidence}");
    }
}

/// What rounding added, by hand: on `[-1, 1]` with step 1/4 and slopes 1, 1, -1 every point is within
/// `tau = 2^-53 (1 + 3/4)` of the exact one, which costs `D tau / eta = 8 tau` a round.
#[test]
fn worked_rounding_of_the_player() {
    let problem = Slopes(Cuboid::cube(1, -1.0, 1.0).unwrap().into());
    let setting =
        GradientSetting { domain: &problem.0, horizon: 3, gradient_bound: 1.0, convex: true, stochastic: true };
    let mut player = Subgradient::new(Step::Given(0.25), &setting).unwrap();
    assert_eq!(player.rounding(), None);
    for slope in [1.0, 1.0, -1.0] {
        let loss = Loss { problem: &problem, side: Side::Constraints, weights: &[slope], sample: 0 };
        let mut theta = [0.0];
        player.play(&loss, &mut theta).unwrap();
        player.observe(&loss, &theta, &mut Workspace::default()).unwrap();
    }
    let tau = 1.75 * (f64::EPSILON / 2.0);
    let rounding = player.rounding().unwrap();
    assert!(rounding >= 8.0 * tau && rounding <= 1.5 * 8.0 * tau, "{rounding:e}");
    // What the player says of the run as a whole is the theorem's number, (1/2) / (1/4) + (1/8) 3 over 3 rounds, and this.
    let theorem = RBig::from(19) / RBig::from(24);
    let total = exact(player.linear_bound().unwrap());
    assert!(total >= theorem && total - theorem <= exact(rounding) * RBig::from(2));
}
