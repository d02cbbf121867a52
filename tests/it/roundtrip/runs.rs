//! Every family, played by each of the four algorithms that applies, certified and checked.

use super::Files;
use referee::prelude::*;
use referee::problem::ExpressionProblem;
use referee::registry::Registry;
use std::collections::BTreeMap;

#[test]
fn every_certificate_of_every_family_is_accepted() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut accepted = 0;
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("a family");
        let subject = Subject::of(&*instance.problem).with_bounds(instance.known.constants.clone());
        for algorithm in Algorithm::ALL {
            let radius = (algorithm.game() == Game::Lagrangian).then_some(3.0);
            let plan = Plan::new(&subject, algorithm).rounds(60).seed(5).radius(radius);
            if plan.clone().seat().is_err() {
                continue;
            }
            let files = Files::of(plan);
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
        let subject = Subject::of(&problem);
        for rounds in [5, 100] {
            let plan = Plan::new(&subject, Algorithm::OracleLagrangian).rounds(rounds).seed(1).radius(3.0);
            let files = Files::of(plan);
            assert!(files.certificate["given"].get("lower_bound").is_some(), "{text}");
            let outcome = files.check();
            assert!(outcome.is_ok(), "{text}: {}", outcome.unwrap_err());
        }
    }
}
