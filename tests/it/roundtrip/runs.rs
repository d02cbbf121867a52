//! Every family, played by each of the four algorithms that applies, certified and checked.

use super::Files;
use referee::arena::{Algorithm, Setup};
use referee::game::{Game, Side};
use referee::oracle::Options;
use referee::problem::{ExpressionProblem, constants};
use referee::registry::Registry;
use referee::theorems;
use std::collections::BTreeMap;

#[test]
fn every_certificate_of_every_family_is_accepted() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut accepted = 0;
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("a family");
        let problem = &*instance.problem;
        let bounds = &instance.known.constants;
        for algorithm in Algorithm::ALL {
            let mut setup = Setup::new(problem, bounds, 60, 3.0);
            setup.convex = Some(instance.convex);
            let Ok(mut players) = algorithm.set_up(setup) else { continue };
            let Ok(trace) = players.trace(60, 5) else { continue };
            let game = algorithm.game();
            let files = Files::new(&trace, |file| {
                let mut given = theorems::facts(problem, bounds, game);
                given.radius = (game == Game::Lagrangian).then_some(3.0);
                theorems::certify(file, Some(problem), given, Options::default()).expect("it certifies").certificate
            });
            let kind = &files.certificate["given"]["lower_bound"]["evidence"]["kind"];
            *kinds.entry(kind.to_string()).or_default() += 1;
            let outcome = files.check();
            assert!(outcome.is_ok(), "{} by {}: {}", family.name, algorithm.name(), outcome.unwrap_err());
            accepted += 1;
        }
    }
    assert!(accepted > 40, "only {accepted} runs were checked");
    for kind in ["\"boxes\"", "\"cuts\"", "\"enumeration\"", "\"vertices\""] {
        assert!(kinds.contains_key(kind), "no run had the evidence {kind}: {kinds:?}");
    }
}

/// Problems on which the two programs once disagreed: slopes that are 0 at one end, a side that is a point, a factor 0,
/// the larger of a thing and itself, the sine of a tiny number.
#[test]
fn problems_that_were_once_refused_are_accepted() {
    let two = "variables = { x = [-1, 1], y = [-1, 1] }";
    let cases = [
        format!("minimize = \"sin(x)*x\"\n{two}\n[[constraint]]\nexpression = \"abs(y) - y + 0.1\"\n"),
        "minimize = \"x^2 * y\"\nvariables = { x = [-1, 1], y = [2, 2] }\n[[constraint]]\nexpression = \"x - 0.5\"\n"
            .to_owned(),
        "minimize = \"0*(x*y) + x\"\nvariables = { x = [-1, 1], y = [0, 2] }\n[[constraint]]\nexpression = \"x - 0.5\"\n"
            .to_owned(),
        "minimize = \"2*max(y, y) - y + x*y*step(x - 0.5)\"\nvariables = { x = [0, 1], y = [-1, 1] }\n".to_owned(),
        "minimize = \"sin(x)\"\nvariables = [\"x\"]\ndomain = { points = [[-7.243252206851515e-20]] }\n\
         [[constraint]]\nexpression = \"-1\"\n"
            .to_owned(),
        "minimize = \"cos((4 + abs(x))^-1)\"\nvariables = { x = [0, 1], y = [-0.5, 1] }\n\
         [[constraint]]\nexpression = \"hinge(y) + abs(y)\"\n"
            .to_owned(),
    ];
    for text in &cases {
        let problem = ExpressionProblem::from_toml(text, "once refused").expect("the text is a problem");
        let bounds = constants(&problem, Side::Constraints).expect("the functions are bounded");
        for rounds in [5, 100] {
            let setup = Setup::new(&problem, &bounds, rounds, 3.0);
            let trace = Algorithm::OracleLagrangian.set_up(setup).and_then(|mut players| players.trace(rounds, 1));
            let files = Files::new(&trace.expect("a run"), |file| {
                let mut given = theorems::facts(&problem, &bounds, Game::Lagrangian);
                given.radius = Some(3.0);
                theorems::certify(file, Some(&problem), given, Options::default()).expect("it certifies").certificate
            });
            assert!(files.certificate["given"].get("lower_bound").is_some(), "{text}");
            let outcome = files.check();
            assert!(outcome.is_ok(), "{text}: {}", outcome.unwrap_err());
        }
    }
}
