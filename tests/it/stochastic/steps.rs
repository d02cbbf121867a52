//! The printed step is a hypothesis of what is proved for it: another one is noticed, whatever it does to the regret.

use super::games::run;
use referee::arena::Setup;
use referee::certificate::{Certificate, Verdict};
use referee::game::{Game, Grade};
use referee::numerics::Number as _;
use referee::players::formulas::{gradient_paper_step, matrix_paper_step};
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement_as};
use referee::theorems::rates;
use referee::verification::Finding;

const ROUNDS: usize = 256;

fn printed(certificate: &Certificate, theta: bool) -> f64 {
    let (rate, rounds) = (certificate.given.rate.expect("a rate"), ROUNDS as u64);
    let step = match (theta, certificate.given.radius) {
        (true, _) => gradient_paper_step(rate.domain_radius.unwrap(), rate.subgradient_bound.unwrap(), rounds),
        (false, Some(radius)) => gradient_paper_step(radius, rate.payoff_bound, rounds),
        (false, None) => matrix_paper_step(certificate.constraints as u64 + 1, rate.payoff_bound, rounds),
    };
    step.enclosure().midpoint()
}

/// With `1 / T` in the place of `1 / sqrt T` the regret of so short a run is still below its rate: only the hypothesis can
/// tell. It fails, on the word of the player, and so does `verify`.
#[test]
fn necessity_of_the_printed_step() {
    let statements = rates().filter(|statement| statement.takes_confidence());
    let mut tried = [0, 0];
    for statement in statements {
        let family = if statement.game() == Some(Game::Lagrangian) { "qp-box" } else { "step-hinge" };
        let instance = Registry::ours().open(family).unwrap();
        let constants = RunConstants { rounds: ROUNDS, radius: 2.0, bounds: instance.known.constants.clone() };
        let (_, honest) = run(statement, &*instance.problem, &constants, 3).unwrap();
        let finding = Finding::of_own_run(&honest);
        assert_eq!((finding.wrong, finding.failed), (vec![], vec![]), "{}", statement.name());
        for (theta, name) in [(true, "theta_step"), (false, "step")] {
            let Some(claim) = honest.claim(name) else { continue };
            assert_eq!((claim.verdict, claim.grade), (Verdict::Holds, Grade::Declared), "{}", statement.name());
            let short = Some(printed(&honest, theta) / (ROUNDS as f64).sqrt());
            let setup = statement
                .algorithm()
                .expect("somebody plays")
                .setup(&*instance.problem, &constants.bounds, constants.rounds, constants.radius)
                .expect("a setup");
            let setup =
                if theta { Setup { theta_step: short, ..setup } } else { Setup { lambda_step: short, ..setup } };
            let (_, broken) = play_statement_as(statement, setup, Some(0.05), 3).unwrap();
            for hypothesis in [name, "rounding_small"] {
                assert_eq!(broken.claim(hypothesis).unwrap().verdict, Verdict::Violated, "{hypothesis}: {broken:?}");
            }
            let finding = Finding::of_own_run(&broken);
            assert!(finding.wrong.iter().any(|why| why.starts_with(&format!("`{name}` fails"))), "{finding:?}");
            assert_eq!(finding.counted, [], "nothing is promised");
            tried[usize::from(theta)] += 1;
        }
    }
    assert_eq!(tried, [4, 4]);
}
