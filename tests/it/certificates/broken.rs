//! Twins with one mistake each, which the laws of `implication` must catch: a wrong formula is noticed, not only a
//! wrong number.

use super::games::{Played, played};
use super::laws::{all_given, lagrangian_law, proxy_law};
use crate::common::{Outcome, catches, holds};
use referee::certificate::{Certificate, Given, Inequality, Ledger, LowerBound, RestsOn, Role, Slack, Verdict};
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::theorems::{Statement, Theorem1, Theorem2};

fn set(certificate: &mut Certificate, name: &str, value: impl Fn(f64) -> f64) {
    for (_, measured) in certificate.measured.iter_mut().filter(|(known, _)| *known == name) {
        *measured = Enclosure::point(value(measured.midpoint()));
    }
}

fn set_bound(certificate: &mut Certificate, name: &str, bound: impl Fn(f64) -> f64) {
    for claim in certificate.claims.iter_mut().filter(|claim| claim.name == name) {
        claim.rhs = Enclosure::point(bound(claim.rhs.midpoint()));
    }
}

fn lagrangian(game: &Played, given: Given, spoil: impl Fn(&mut Certificate)) -> Outcome {
    let trace = game.trace(Game::Lagrangian);
    let mut certificate = Theorem1.certify_trace(&mut &trace, given).expect("the trace is one");
    spoil(&mut certificate);
    lagrangian_law(game, &certificate)
}

fn proxy(game: &Played, given: Given, spoil: impl Fn(&mut Certificate)) -> Outcome {
    let trace = game.trace(Game::ProxyLagrangian);
    let mut certificate = Theorem2.certify_trace(&mut &trace, given).expect("the trace is one");
    spoil(&mut certificate);
    proxy_law(game, &certificate)
}

type Spoil = fn(&mut Certificate);

/// Mistakes in the Lagrangian game, and in the proxy game.
const LAGRANGIAN: [(&str, Spoil); 6] = [
    ("epsilon forgets the violation", |c| {
        let gap = c.measured("suboptimality").expect("given").midpoint();
        set(c, "epsilon", |_| gap);
    }),
    ("the violation's bound is divided by the radius alone", |c| {
        let (epsilon, radius) = (c.measured("epsilon").expect("given").midpoint(), c.given.radius.expect("given"));
        set_bound(c, "infeasibility", |_| epsilon / radius);
    }),
    ("suboptimality is half of what it is", |c| set(c, "suboptimality", |x| x / 2.0)),
    ("the multiplier's bound forgets epsilon", |c| {
        let (range, margin) = (c.given.objective_range.expect("given").value, c.given.margin.as_ref().map(|m| m.value));
        set_bound(c, "multiplier_norm", |bound| margin.map_or(bound, |margin| range / margin));
    }),
    ("the share of the margin point has the wrong sign", |c| {
        let epsilon = c.measured("epsilon").expect("given").midpoint();
        set_bound(c, "infeasibility_slater_data", |bound| epsilon - (bound - epsilon));
    }),
    ("the violation is not cut at 0", |c| set(c, "infeasibility", |x| x - 0.25)),
];

const PROXY: [(&str, Spoil); 6] = [
    ("external regret poses as swap regret", |c| {
        let external = c.measured("external_regret").expect("few constraints").midpoint();
        set(c, "swap_regret", |_| external);
    }),
    ("the mixture is uniform", |c| set(c, "objective", |x| x + 0.125)),
    ("kappa has the wrong sign", |c| set(c, "domination_gap", |x| -x)),
    ("the violation's bound forgets the division by the weight", |c| {
        let swap = c.measured("swap_regret").expect("few constraints").midpoint();
        set_bound(c, "infeasibility", |_| swap);
    }),
    ("suboptimality compares with the bound undivided", |c| {
        let lower = c.given.lower().expect("given");
        let objective = c.measured("objective").map_or(0.0, Enclosure::midpoint);
        set(c, "suboptimality", |_| objective - lower);
    }),
    ("the weight's lower bound forgets the regrets", |c| {
        let margin = c.given.margin.as_ref().map_or(0.0, |margin| margin.value);
        let range = c.given.objective_range.expect("given").value;
        for claim in c.claims.iter_mut().filter(|claim| claim.name == "objective_weight") {
            claim.lhs = Enclosure::point(margin * 3.0 / (margin + range));
        }
    }),
];

#[test]
fn every_mistake_in_the_lagrangian_game_is_caught() {
    for (mistake, spoil) in LAGRANGIAN {
        eprintln!("{mistake}");
        catches(600, &played(), |game| lagrangian(&game, all_given(&game, Game::Lagrangian), spoil));
    }
}

#[test]
fn every_mistake_in_the_proxy_game_is_caught() {
    for (mistake, spoil) in PROXY {
        eprintln!("{mistake}");
        catches(600, &played(), |game| proxy(&game, all_given(&game, Game::ProxyLagrangian), spoil));
    }
}

/// Every claim has a twin: a conclusion whose bound is too good, a hypothesis whose verdict is the other one.
fn spoil_claim(certificate: &mut Certificate, name: &str) {
    for claim in certificate.claims.iter_mut().filter(|claim| claim.name == name) {
        let better = |x: f64| x - x.abs() / 2.0 - 0.25;
        match claim.role {
            Role::Hypothesis if claim.verdict == Verdict::Holds => claim.verdict = Verdict::Violated,
            Role::Hypothesis => claim.verdict = Verdict::Holds,
            Role::Conclusion if name.starts_with("objective_weight") => {
                claim.lhs = Enclosure::point(-better(-claim.lhs.midpoint()));
            }
            Role::Conclusion => claim.rhs = Enclosure::point(better(claim.rhs.midpoint())),
        }
    }
}

#[test]
fn every_claim_of_the_lagrangian_game_has_a_twin_that_is_caught() {
    let names = [
        "lower_bound_possible",
        "norm_below_radius",
        "margin_positive",
        "slater_below_radius",
        "suboptimality",
        "infeasibility",
        "infeasibility_slater",
        "infeasibility_slater_data",
        "multiplier_norm",
        "multiplier_norm_data",
    ];
    for name in names {
        eprintln!("{name}");
        catches(2000, &played(), |game| {
            lagrangian(&game, all_given(&game, Game::Lagrangian), |certificate| spoil_claim(certificate, name))
        });
    }
}

#[test]
fn every_claim_of_the_proxy_game_has_a_twin_that_is_caught() {
    let names = [
        "lower_bound_possible",
        "objective_weight_positive",
        "domination",
        "margin_positive",
        "infeasibility",
        "infeasibility_deviation",
        "suboptimality",
        "suboptimality_deviation",
        "objective_weight",
        "objective_weight_deviation",
        "objective_weight_data",
    ];
    for name in names {
        eprintln!("{name}");
        catches(2000, &played(), |game| {
            proxy(&game, all_given(&game, Game::ProxyLagrangian), |certificate| spoil_claim(certificate, name))
        });
    }
}

/// Both evaluations are of one formula, so only its sides can show that it is wrong.
#[test]
fn an_identity_whose_sides_contradict_it_is_an_error_of_the_program() {
    let ledger = |rhs: f64| {
        let mut ledger = Ledger::<Enclosure>::default();
        let (lhs, rhs) = (Enclosure::point(1.0), Enclosure::point(rhs));
        ledger.claim(Inequality::conclusion("suboptimality", lhs, rhs, Slack::Identity, RestsOn::default()));
        ledger
    };
    let certificate = |rhs: f64| {
        let many = (u64::MAX, 1); // too many rounds for the exact evaluation
        let exact = || unreachable!("nothing is open");
        Certificate::new("theorem-2", Game::ProxyLagrangian, many, Given::default(), &ledger(rhs), exact)
    };
    assert!(certificate(1.0).expect("it holds").claims[0].identity);
    let error = certificate(1.0_f64.next_down()).expect_err("it contradicts itself").to_string();
    assert!(error.contains("`suboptimality` holds for all data"), "{error}");
}

#[test]
fn a_lower_bound_that_is_none_is_caught() {
    let raised = |game: &Played, kind: Game| Given {
        lower_bound: Some(LowerBound::declared(game.lower(kind) + 0.25)),
        ..all_given(game, kind)
    };
    catches(600, &played(), |game| lagrangian(&game, raised(&game, Game::Lagrangian), |_| ()));
    catches(600, &played(), |game| proxy(&game, raised(&game, Game::ProxyLagrangian), |_| ()));
    holds(100, &played(), |game| proxy(&game, all_given(&game, Game::ProxyLagrangian), |_| ()));
}
