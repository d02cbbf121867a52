//! Every hypothesis is needed: without it the conclusion, taken from the formula all the same, is false of a small
//! game.

use referee::certificate::{Certificate, Given, GivenMargin, GivenRange, LowerBound, Verdict};
use referee::regret::{Average, Averages};
use referee::theorems::{Statement, Theorem1, Theorem2};
use referee::trace::Trace;

fn trace(text: &str) -> Trace {
    Trace::from_reader(text.as_bytes(), "necessity.csv").expect("the trace is right")
}

fn verdict(certificate: &Certificate, name: &str) -> Option<Verdict> {
    certificate.claim(name).map(|claim| claim.verdict)
}

/// `||lambda_bar|| < R`: one point that violates its constraint by 1, with a multiplier of 2 and the lower bound 1 (the
/// infimum is 2). With `R = 3/2` the formula would promise a violation of at most `(1/2) / (-1/2)`, and at `R = 2`
/// nothing at all. The claim is left out.
#[test]
fn necessity_of_multipliers_shorter_than_the_radius() {
    for radius in [1.5, 2.0] {
        let given = Given { radius: Some(radius), lower_bound: Some(LowerBound::declared(1.0)), ..Given::default() };
        let text = "objective,constraint_1,lambda_1\n0,1,2\n";
        let certificate = Theorem1.certify_trace(&mut &trace(text), given).expect("it certifies");
        assert_eq!(verdict(&certificate, "norm_below_radius"), Some(Verdict::Violated));
        assert_eq!(verdict(&certificate, "infeasibility"), None);
        let value = |name: &str| certificate.measured(name).expect("it is defined").midpoint();
        let promised = value("epsilon") / (radius - value("multiplier_norm"));
        assert!(promised < value("infeasibility") || promised.is_infinite(), "{promised}");
    }
}

/// `gamma > 0`: with no strictly feasible point multipliers may be as long as they like at epsilon 0.
#[test]
fn necessity_of_a_positive_margin() {
    let given = |value| Given {
        radius: Some(5.0),
        lower_bound: Some(LowerBound::declared(0.0)),
        margin: Some(GivenMargin { value, point: None, objective: None }),
        objective_range: Some(GivenRange { value: 0.0, enclosed: false }),
        ..Given::default()
    };
    let text = "objective,constraint_1,lambda_1\n0,0,5\n";
    let certificate = Theorem1.certify_trace(&mut &trace(text), given(0.0)).expect("it certifies");
    assert_eq!(verdict(&certificate, "margin_positive"), Some(Verdict::Violated));
    assert_eq!(verdict(&certificate, "multiplier_norm"), None);
    // Any positive number in place of the missing margin gives a false bound: 5 <= 0.
    let certificate = Theorem1.certify_trace(&mut &trace(text), given(1e-300)).expect("it certifies");
    assert_eq!(verdict(&certificate, "multiplier_norm"), Some(Verdict::Violated));
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
    let lagrangian = "objective,constraint_1,lambda_1\n1,-1,2\n0,2,1\n";
    for (lower, expected) in [(1.25, Verdict::Holds), (1.25_f64.next_up(), Verdict::Violated)] {
        let certificate = Theorem1.certify_trace(&mut &trace(lagrangian), given(lower)).expect("it certifies");
        assert_eq!(verdict(&certificate, "lower_bound_possible"), Some(expected));
    }
}

/// The lower bound must be one: with a number above the infimum a conclusion is violated, and says so.
#[test]
fn necessity_of_a_true_lower_bound() {
    let given = |lower| Given { radius: Some(2.0), lower_bound: Some(LowerBound::declared(lower)), ..Given::default() };
    let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";
    let certify = |lower| Theorem1.certify_trace(&mut &trace(text), given(lower)).expect("it certifies");
    assert_eq!(verdict(&certify(0.375), "infeasibility"), Some(Verdict::Holds));
    assert_eq!(verdict(&certify(1.0), "infeasibility"), Some(Verdict::Violated));
    assert!(certify(1.0).violated().is_some());
}

/// One weighting for all means of the proxy game: uniformly these two rounds have no swap regret, and the mixture that
/// leaves out the first violates the constraint by 1. A bound from the one about the other would be `1 <= 0`.
#[test]
fn necessity_of_one_weighting_in_the_proxy_game() {
    let text = "objective,constraint_1,lambda_0,lambda_1\n0,-1,1,0\n0,1,1,0\n";
    let with = |theta, lambda| {
        let given = Given { averages: Averages { theta, lambda }, ..Given::default() };
        Theorem2.certify_trace(&mut &trace(text), given)
    };
    let value = |certificate: &Certificate, name| certificate.measured(name).expect("it is defined").midpoint();
    let uniform = with(Average::Uniform, Average::Uniform).expect("it certifies");
    let tail = with(Average::Tail(1), Average::Tail(1)).expect("it certifies");
    assert_eq!((value(&uniform, "infeasibility"), value(&uniform, "swap_regret")), (0.0, 0.0));
    assert_eq!((value(&tail, "infeasibility"), value(&tail, "swap_regret")), (1.0, 1.0));
    let mixed = with(Average::Tail(1), Average::Uniform).unwrap_err().to_string();
    assert_eq!(mixed, "the proxy game has one average for points and multipliers: give both the same");
}
