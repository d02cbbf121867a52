//! Theorem 2: a proxy game with small regrets is nearly optimal and nearly feasible.
//!
//! With families too: `certificates::expressions`. Its broken twins: `certificates::broken`.

use super::common::{is, margin, range, trace, verdict};
use crate::certificates::games::played;
use crate::certificates::laws::{all_given, proxy_law};
use crate::common::holds;
use referee::certificate::{Given, LowerBound, Relation, Role, Verdict};
use referee::game::{Game, Grade};
use referee::theorems::{Lemma7, Statement, Theorem2};
use referee::trace::Trace;

#[test]
fn implication_theorem_2_and_lemma_7_on_finite_games() {
    holds(600, &played(), |game| {
        let given = all_given(&game, Game::ProxyLagrangian);
        let trace = game.trace(Game::ProxyLagrangian);
        let certificate = Theorem2.certify_trace(&mut &trace, given).expect("the trace is one");
        proxy_law(&game, &certificate)
    });
}

/// `E[lambda_0] > 0`: an infeasible point at which no weight is on the objective is an equilibrium without regret.
#[test]
fn necessity_of_weight_on_the_objective() {
    let given = Given { lower_bound: Some(LowerBound::declared(1.0)), ..Given::default() };
    let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,0,1\n";
    let certificate = Theorem2.certify_trace(&mut &trace(text), given).expect("it certifies");
    assert_eq!(verdict(&certificate, "objective_weight_positive"), Some(Verdict::Violated));
    for name in ["infeasibility", "suboptimality", "infeasibility_deviation", "suboptimality_deviation"] {
        assert_eq!(verdict(&certificate, name), None, "{name}");
    }
    assert_eq!(certificate.measured("swap_regret").map(referee::numerics::Enclosure::midpoint), Some(0.0));
    assert!(certificate.measured("objective").is_none());
}

/// Domination: a proxy below its constraint lets a point be feasible for the proxy and cost less than what is played,
/// by more than the regrets. What is missing, kappa = 1, has to be added.
#[test]
fn necessity_of_domination() {
    // Two points: `a` costs 1 and has g = -1, `b` costs 0 and has g = 1 but proxy 0. Played `a` with lambda = (1/2, 1/2):
    // the proxy of `a` is -2, so kappa = 1/2.
    let text = "objective,constraint_1,proxy_1,lambda_0,lambda_1\n1,-1,-2,0.5,0.5\n";
    // inf over the two of lambda_0 g_0 + lambda_1 proxy = min(1/2 - 1, 0 + 0) = -1/2.
    let given = Given { lower_bound: Some(LowerBound::declared(-0.5)), ..Given::default() };
    let certificate = Theorem2.certify_trace(&mut &trace(text), given).expect("it certifies");
    assert_eq!(verdict(&certificate, "domination"), Some(Verdict::Violated));
    let bound = certificate.claim("suboptimality_deviation").expect("a lower bound was given").rhs.midpoint();
    // The best mixture for the proxies is `b`, which costs 0: the gap is 1. The regrets alone promise (0 + 1/2) / (1/2) = 1,
    // and with kappa 2 is promised, which is the direct bound as well.
    let measured = certificate.measured("suboptimality").expect("a lower bound was given").midpoint();
    assert_eq!((bound, measured), (2.0, 2.0));
    let without = (certificate.measured("theta_regret").expect("a lower bound").midpoint()
        + certificate.measured("deviation_to_objective").expect("always there").midpoint())
        / certificate.measured("objective_weight").expect("always there").midpoint();
    assert!(without < measured, "the bound without kappa, {without}, is not below the direct one");
}

/// A number that the run itself reaches from below is no lower bound, and the trace alone shows it: also in the proxy
/// game, whose conclusions hold for any number.
#[test]
fn necessity_of_a_possible_lower_bound() {
    let given = |lower| Given { lower_bound: Some(LowerBound::declared(lower)), ..Given::default() };
    let proxy = "objective,constraint_1,proxy_1,lambda_0,lambda_1\n1,-1,0,0.5,0.5\n0,1,2,0.5,0.5\n";
    // The mixture costs 1/2 and its proxy is 1 on average: 1/4 + 1/2 at the mean multipliers.
    for (lower, expected) in [(0.75, Verdict::Holds), (0.75_f64.next_up(), Verdict::Violated)] {
        let certificate = Theorem2.certify_trace(&mut &trace(proxy), given(lower)).expect("it certifies");
        assert_eq!(verdict(&certificate, "lower_bound_possible"), Some(expected));
        assert_eq!(verdict(&certificate, "suboptimality"), Some(Verdict::Holds), "an identity");
    }
}

fn three_points() -> Trace {
    trace(
        "objective,constraint_1,constraint_2,proxy_1,proxy_2,lambda_0,lambda_1,lambda_2\n\
         0,1,-1,1.5,-0.5,4,4,4\n1,-1,0.5,-0.5,1,6,3,3\n2,-1,-1,-0.5,-0.5,6,6,0\n0,1,-1,1.5,-0.5,3,6,3\n",
    )
}

/// Three points, two constraints, proxies half above them; the multipliers are 12 times those of the simplex.
#[test]
fn worked_theorem_2_three_points() {
    let given = Given {
        lower_bound: Some(LowerBound::declared(39.0 / 8.0)),
        margin: Some(margin(0.5, 2.0)),
        objective_range: Some(range(2.0)),
        ..Given::default()
    };
    let certificate = Theorem2.certify_trace(&mut &three_points(), given.clone()).expect("it certifies");
    is(certificate.measured("objective_weight"), 19, 4);
    is(certificate.measured("theta_regret"), 17, 8);
    is(certificate.measured("swap_regret"), 19, 8);
    is(certificate.measured("external_regret"), 9, 8);
    is(certificate.measured("deviation_to_objective"), 9, 8);
    is(certificate.measured("deviation_to_constraints"), 0, 1);
    is(certificate.measured("objective"), 18, 19);
    is(certificate.measured("infeasibility"), 0, 1);
    is(certificate.measured("suboptimality"), -3, 38);
    is(certificate.claim("infeasibility").map(|claim| claim.rhs), 1, 2);
    is(certificate.claim("suboptimality").map(|claim| claim.rhs), 18, 19);
    // (12 gamma - 17/8 - 19/8) / (gamma + 2) and (12 gamma - 17/8 - 9/8) / (gamma + 2 - 18/19): 12 times 1/20 and 209/1416.
    is(certificate.claim("objective_weight").map(|claim| claim.lhs), 3, 5);
    is(certificate.claim("objective_weight_data").map(|claim| claim.lhs), 209, 118);
    assert!(certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
    let lemma = Lemma7.certify_trace(&mut &three_points(), given).expect("it certifies");
    assert_eq!(lemma.claim("objective_weight"), certificate.claim("objective_weight"));
    assert!(lemma.claim("infeasibility").is_none());
}

/// Feasibility of the proxy game rests on nothing but the trace.
#[test]
fn worked_grades() {
    let bare = Theorem2.certify_trace(&mut &three_points(), Given::default()).expect("it certifies");
    assert!(bare.claims.iter().all(|claim| claim.grade == Grade::Proved));
    assert!(bare.claim("suboptimality").is_none() && bare.measured("theta_regret").is_none());
    let given = Given { lower_bound: Some(LowerBound::declared(0.0)), ..Given::default() };
    let certificate = Theorem2.certify_trace(&mut &three_points(), given).expect("it certifies");
    let grade = |name: &str| certificate.claim(name).map(|claim| claim.grade);
    assert_eq!(grade("infeasibility"), Some(Grade::Proved));
    assert_eq!(grade("suboptimality"), Some(Grade::Declared));
    let hypotheses: Vec<&str> = certificate.claims_of(Role::Hypothesis).map(|claim| claim.name).collect();
    assert_eq!(hypotheses, ["lower_bound_possible", "objective_weight_positive", "domination"]);
    assert_eq!(certificate.claim("objective_weight_positive").map(|claim| claim.relation), Some(Relation::Below));
}

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Theorem2, Least { convex: 40, not_convex: 40, noisy: 10, known: 100 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["domination", "lower_bound_possible", "margin_positive", "objective_weight_positive"];
    super::common::random::notices_each_missing_hypothesis(&Theorem2, &hypotheses);
}
