//! Runs on problems made of expressions and tables, confronted with the optima that the families know in closed form.

use referee::certificate::{Certificate, Verdict};
use referee::game::{Evidence, Grade};
use referee::problem::families::Instance;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement};
use referee::theorems::{Theorem1, Theorem2};

/// Nothing that a certificate says may contradict the closed forms: a mean that is provably below the optimum's bound.
fn confront(instance: &Instance, certificate: &Certificate, proxy: bool) {
    let name = instance.problem.name();
    assert!(certificate.violated().is_none(), "{name}: {:?}", certificate.violated());
    let known = &instance.known;
    // The lower bound is below the Lagrangian at every feasible mixture, so below the mixed optimum (times the weight).
    let lower = certificate.given.lower().unwrap_or_else(|| panic!("{name}: no lower bound"));
    let optimum = if proxy { known.proxy_optimum.as_ref() } else { known.mixed_optimum.as_ref() };
    let Some(optimum) = optimum.filter(|_| known.feasible) else { return };
    let objective = certificate.measured("objective").expect("the mixture has weight");
    let gap = certificate.measured("suboptimality").expect("a lower bound is known");
    assert!((objective - optimum.value).lo() <= gap.hi(), "{name}: {objective} against {} and {gap}", optimum.value);
    if !proxy {
        assert!(lower <= optimum.value.hi(), "{name}: the bound {lower} is above the optimum {}", optimum.value);
    }
    if let Some(claim) = certificate.claim("suboptimality") {
        assert!((objective - optimum.value).lo() <= claim.rhs.hi(), "{name}");
    }
}

fn constants(instance: &Instance, rounds: usize) -> RunConstants {
    RunConstants { rounds, radius: 4.0, bounds: instance.known.constants.clone() }
}

#[test]
fn implication_theorems_1_and_2_on_every_family() {
    let mut evidence = std::collections::BTreeSet::new();
    for family in Registry::ours().families() {
        let instance = Registry::ours().open(family.name).expect("a family");
        let rounds = if family.name == "polygon" { 40 } else { 120 };
        let (_, first) =
            play_statement(&Theorem1, &*instance.problem, &constants(&instance, rounds), 0.05, 1).expect("a run");
        let (_, second) =
            play_statement(&Theorem2, &*instance.problem, &constants(&instance, rounds), 0.05, 1).expect("a run");
        confront(&instance, &first, false);
        confront(&instance, &second, true);
        for certificate in [&first, &second] {
            assert!(certificate.given.values_verified(), "{}: the values are the problem's own", family.name);
            let bound = certificate.given.lower_bound.as_ref().expect("an oracle applies");
            evidence.insert(match bound.evidence {
                Evidence::Enumeration => "enumeration",
                Evidence::Vertices => "vertices",
                Evidence::Boxes(_) => "boxes",
                Evidence::Cuts(_) => "cuts",
                _ => "declared",
            });
            let decided = certificate.claims.iter().filter(|claim| claim.verdict == Verdict::Undecided).count();
            assert_eq!(decided, 0, "{}: {:?}", family.name, certificate.claims);
            let suboptimality = certificate.claim("suboptimality").expect("it is defined");
            assert_eq!(suboptimality.grade, Grade::Proved, "{}", family.name);
        }
    }
    assert_eq!(evidence.into_iter().collect::<Vec<_>>(), ["boxes", "cuts", "enumeration", "vertices"]);
}
