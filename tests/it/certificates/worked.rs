//! Numbers computed by hand: two small games, the counterexamples to the printed Lemma 6, and a run of each family.

use super::exact::q;
use dashu_ratio::RBig;
use referee::certificate::{Certificate, Given, GivenMargin, GivenRange, LowerBound, Relation, Role, Verdict};
use referee::game::Grade;
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, enclose};
use referee::theorems::{Lemma6, Lemma7, Statement, Theorem1, Theorem2};
use referee::trace::Trace;

fn trace(text: &str) -> Trace {
    Trace::from_reader(text.as_bytes(), "worked.csv").expect("the trace is right")
}

fn ratio(numerator: i64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

/// The enclosure must be the tightest one of the number.
fn is(found: Option<Enclosure>, numerator: i64, denominator: u64) {
    let number = ratio(numerator, denominator);
    assert_eq!(found, Some(enclose(&number)), "{number}");
}

fn margin(value: f64, objective: f64) -> GivenMargin {
    GivenMargin { value, point: None, objective: Some(Enclosure::point(objective)) }
}

fn range(value: f64) -> GivenRange {
    GivenRange { value, enclosed: false }
}

/// Points `a = (0, 1)` and `b = (1, -1)`, played `a a b a b` with `lambda = 0, 1/2, 1, 1/2, 1` and `R = 2`. The best
/// single point costs 1, the best mixture 1/2.
#[test]
fn worked_theorem_1_two_points() {
    let trace = trace("objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n");
    // The infimum at the mean 3/5 is min(3/5, 2/5) = 2/5, and 0.4 as a double is above it: one double less.
    let lower = enclose(&ratio(2, 5)).lo();
    let given = Given {
        radius: Some(2.0),
        lower_bound: Some(LowerBound::declared(lower)),
        margin: Some(margin(1.0, 1.0)),
        objective_range: Some(range(1.0)),
        ..Given::default()
    };
    let certificate = Theorem1.certify_trace(&mut &trace, given).expect("it certifies");
    is(certificate.measured("objective"), 2, 5);
    is(certificate.measured("infeasibility"), 1, 5);
    is(certificate.measured("multiplier_norm"), 3, 5);
    let lower = q(lower);
    let below = ratio(2, 5) - &lower; // what rounding the lower bound costs
    let holds = |name: &str, lhs: RBig, rhs: RBig| {
        let claim = certificate.claim(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert!(contains(claim.lhs, &lhs) && contains(claim.rhs, &rhs), "{claim:?}");
        assert_eq!((claim.verdict, claim.grade), (Verdict::Holds, Grade::Declared), "{name}");
    };
    let epsilon = ratio(2, 5) + &below;
    holds("suboptimality", below.clone(), epsilon.clone());
    holds("infeasibility", ratio(1, 5), &epsilon / ratio(7, 5)); // 2/7
    holds("infeasibility_slater", ratio(1, 5), epsilon.clone());
    holds("infeasibility_slater_data", ratio(2, 5), &epsilon + ratio(1, 10)); // 2/5 <= 1/2
    holds("multiplier_norm", ratio(3, 5), &epsilon + RBig::ONE); // 7/5
    holds("multiplier_norm_data", ratio(3, 5), &epsilon + ratio(3, 5)); // 1
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

/// One round of a game, certified with the margin of the printed Lemma 6 (a norm) and with the smallest margin.
fn lemma_6(text: &str, radius: f64, lower: f64, range_of: f64, gamma: f64) -> Certificate {
    let given = Given {
        radius: Some(radius),
        lower_bound: Some(LowerBound::declared(lower)),
        margin: Some(GivenMargin { value: gamma, point: None, objective: None }),
        objective_range: Some(range(range_of)),
        ..Given::default()
    };
    Lemma6.certify_trace(&mut &trace(text), given).expect("it certifies")
}

/// The printed lemma is false for every p and m >= 2: with its margin of 1 (every q-norm of the margins is at least 1)
/// the claim is violated although every hypothesis is true.
#[test]
fn worked_lemma_6_as_printed_is_false() {
    let header = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n";
    let cases = [
        (format!("{header}0,0,-1,1,0\n"), 1.0, 0.0, 0.0, 0.0), // claims 1 <= 0; the smallest margin is 0
        (format!("{header}0,-0.25,-1,1,0\n"), 1.0, -0.25, 0.0, 0.25), // claims 1 <= 1/4
        (format!("{header}0,0,-1,5,0\n"), 5.0, 0.0, 1.0, 0.0), // claims 5 <= 1
    ];
    for (text, radius, lower, range_of, smallest) in cases {
        let printed = lemma_6(&text, radius, lower, range_of, 1.0);
        assert_eq!(printed.claim("multiplier_norm").map(|claim| claim.verdict), Some(Verdict::Violated), "{text}");
        let repaired = lemma_6(&text, radius, lower, range_of, smallest);
        let positive = repaired.claim("margin_positive").expect("a margin was given").verdict;
        match repaired.claim("multiplier_norm") {
            Some(claim) => assert_eq!((claim.verdict, positive), (Verdict::Holds, Verdict::Holds), "{text}"),
            None => assert_eq!(positive, Verdict::Violated, "{text}"),
        }
    }
}
