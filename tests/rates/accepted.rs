//! The checker accepts the certificates of rates, and no others.

use crate::arena::Case;
use referee::certificate::{Certificate, TraceReference, Verdict};
use referee::error::Result;
use referee::problem::Problem;
use referee::problem::families::{self, FAMILIES};
use referee::testing::adversaries::Kind;
use referee::theorems::rates::{self, RateStatement};
use referee::theorems::{
    RunConstants, cor1_sgd, cor2_matrix_multiplicative, lem1_oracle_lagrangian, lem8_internal_regret,
    lem11_oracle_proxy_lagrangian, thm6_mirror_descent,
};
use referee::trace::{GameKind, Rounds as _, Trace, TraceFile};

type Run = fn(&dyn Problem, &RunConstants, u64) -> Result<(Trace, Certificate)>;

/// Writes both files and asks the checker.
fn check(trace: &Trace, certificate: &Certificate) -> std::result::Result<(), String> {
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
#[ignore = "the checker's rule lands with section 10"]
fn rates_certificates_are_accepted() {
    let runs: [Run; 6] = [
        cor1_sgd::run,
        cor2_matrix_multiplicative::run,
        lem1_oracle_lagrangian::run,
        lem8_internal_regret::run,
        lem11_oracle_proxy_lagrangian::run,
        thm6_mirror_descent::run,
    ];
    let mut accepted = 0;
    for family in FAMILIES {
        let instance = families::open(family.name).expect("a family");
        for run in runs {
            let constants = RunConstants { rounds: 40, radius: 3.0, bounds: instance.known.constants.clone() };
            let Ok((trace, certificate)) = run(&*instance.problem, &constants, 5) else { continue };
            let outcome = check(&trace, &certificate);
            assert_eq!(outcome, Ok(()), "{} of {}", certificate.statement, family.name);
            accepted += 1;
        }
    }
    assert!(accepted > 80, "only {accepted} certificates were checked");
}

#[test]
#[ignore = "the checker's rule lands with section 10"]
fn rates_of_adversarial_runs_are_accepted_and_spoiled_ones_are_not() {
    for (game, name, statement) in [
        (GameKind::Lagrangian, "gradient", RateStatement::Corollary1),
        (GameKind::ProxyLagrangian, "matrix", RateStatement::Lemma8),
    ] {
        for (kind, constraints) in Kind::ALL.into_iter().zip([0, 1, 2, 3, 1, 2, 3, 4]) {
            let case = Case { kind, constraints, horizon: 200, bound: 1.0, radius: 2.0, seed: 3 };
            let mut player = case.player(name, game, None);
            let trace = case.trace(&mut *player, game);
            let certificate = rates::certify(statement, &mut &trace, case.given(&*player, game)).expect("it certifies");
            assert_eq!(check(&trace, &certificate), Ok(()), "{kind:?} with {constraints}");
            for index in 0..certificate.claims.len() {
                let mut spoiled = certificate.clone();
                spoiled.claims[index].verdict = Verdict::Violated;
                assert!(check(&trace, &spoiled).is_err(), "{}", spoiled.claims[index].name);
                spoiled.claims.remove(index);
                assert!(check(&trace, &spoiled).is_err());
            }
            let mut spoiled = certificate.clone();
            spoiled.given.rate.as_mut().expect("a rate").payoff_bound *= 2.0;
            assert!(check(&trace, &spoiled).is_err());
        }
    }
}
