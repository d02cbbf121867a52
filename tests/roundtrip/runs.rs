//! Every family, played by each of the four algorithms that applies, certified and checked.

use super::Files;
use referee::oracle::Options;
use referee::play::{Algorithm, Setup};
use referee::problem::families::{self, FAMILIES};
use referee::theorems;
use referee::trace::GameKind;
use std::collections::BTreeMap;

#[test]
fn every_certificate_of_every_family_is_accepted() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut accepted = 0;
    for family in FAMILIES {
        let instance = families::open(family.name).expect("a family");
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
                given.radius = (game == GameKind::Lagrangian).then_some(3.0);
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
