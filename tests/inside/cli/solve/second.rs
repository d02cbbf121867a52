//! Tests of `src/cli/solve/second.rs` that need its private parts.

use super::{Gap, gap_text};
use crate::certificate::{Certificate, Compared, Given, LowerBound};
use crate::game::{Evidence, Game};
use crate::numerics::Enclosure;
use dashu_ratio::RBig;

fn certificate(game: Game, lower_bound: LowerBound, verified: bool, weight: Enclosure) -> Certificate {
    let values = if verified { Compared::Verified } else { Compared::Not };
    let given = Given { lower_bound: Some(lower_bound), values, ..Given::default() };
    let measured = vec![("objective_weight", weight)];
    Certificate { statement: "theorem-1", game, rounds: 1, constraints: 1, given, measured, claims: Vec::new() }
}

fn text(game: Game, bound: LowerBound, verified: bool, weight: Enclosure, objective: i32) -> String {
    let certificate = certificate(game, bound, verified, weight);
    Gap::new(&certificate, &RBig::from(objective)).map_or(String::new(), |gap| gap_text(&gap))
}

#[test]
fn the_lower_bound_is_divided_by_the_weight_in_the_proxy_game_only() {
    let weight = Enclosure::new(0.25, 0.5);
    let bound = |value: f64| LowerBound { value, evidence: Evidence::Enumeration };
    let of = |game, value| text(game, bound(value), true, weight, 3);
    let mean = "The mean objective of the shrunk mixture, at most 3,";
    let lagrangian = "exceeds that of every feasible mixture, if there is one, by at most 2 (proved).\n";
    assert_eq!(of(Game::Lagrangian, 1.0), format!("{mean} {lagrangian}"));
    // Divided by all of the weights there may be, a positive bound is at least 2 and a negative one at least -4.
    let proxies = "that of every mixture that satisfies the proxies, if there is one, by";
    for (bound, compared) in [
        (1.0, format!("exceeds {proxies} at most 1")),
        (-1.0, format!("exceeds {proxies} at most 7")),
        (2.0, format!("is below {proxies} at least 1")),
    ] {
        assert_eq!(of(Game::ProxyLagrangian, bound), format!("{mean} {compared} (proved).\n"));
    }
    assert_eq!(text(Game::ProxyLagrangian, bound(1.0), true, Enclosure::new(0.0, 0.5), 3), "");
}

#[test]
fn it_is_proved_only_with_evidence_and_verified_values() {
    let proved = || LowerBound { value: 0.0, evidence: Evidence::Enumeration };
    let grade = |bound, verified| text(Game::Lagrangian, bound, verified, Enclosure::ONE, 1);
    assert!(grade(proved(), true).ends_with("(proved).\n"));
    assert!(grade(proved(), false).contains("declared: the bound is proved, but not"));
    assert!(grade(LowerBound::declared(0.0), true).contains("declared: it rests on a lower bound"));
}
