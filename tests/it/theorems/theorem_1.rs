//! Theorem 1: a Lagrangian game with small regrets is nearly optimal and nearly feasible.
//!
//! With families too: `certificates::expressions`. Its broken twins: `certificates::broken`.

use super::common::{is, margin, range, ratio, trace, verdict};
use crate::certificates::exact::q;
use crate::certificates::games::played;
use crate::certificates::laws::{all_given, lagrangian_law};
use crate::common::holds;
use dashu_ratio::RBig;
use referee::arena::{Algorithm, Setup};
use referee::certificate::{Given, LowerBound, Verdict};
use referee::game::{Game, Grade, Side};
use referee::numerics::rational::{contains, enclose};
use referee::problem::{Problem as _, TableProblem, constants};
use referee::theorems::{Statement, Theorem1};

#[test]
fn implication_theorem_1_and_lemma_6_on_finite_games() {
    holds(600, &played(), |game| {
        let given = all_given(&game, Game::Lagrangian);
        let trace = game.trace(Game::Lagrangian);
        let certificate = Theorem1.certify_trace(&mut &trace, given).expect("the trace is one");
        lagrangian_law(&game, &certificate)
    });
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

/// A number that the run itself reaches from below is no lower bound, and the trace alone shows it.
#[test]
fn necessity_of_a_possible_lower_bound() {
    let given = |lower| Given { lower_bound: Some(LowerBound::declared(lower)), ..Given::default() };
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

/// Neither the last iterate nor the best one is as good as the average: Algorithm 1 alternates between two points for
/// ever, each of them infeasible by 1 or worse by 1/2 than the best mixture.
#[test]
fn necessity_of_averaging() {
    let problem = TableProblem::new("pennies", &[vec![0.0, 1.0], vec![1.0, -1.0]], None).expect("a table");
    let constants = constants(&problem, Side::Constraints).expect("bounded");
    let rounds = 4096;
    let mut players =
        Algorithm::OracleLagrangian.set_up(Setup::new(&problem, &constants, rounds, 2.0)).expect("players");
    let trace = players.trace(rounds, 0).expect("a run");
    let best_mixture = 0.5;
    for t in 0..rounds {
        let (objective, constraint) = (trace.objective().row_hi(t)[0], trace.constraints().row_hi(t)[0]);
        assert!(constraint >= 1.0 || objective >= best_mixture + 0.5, "round {t}");
    }
    let last: Vec<f64> = (rounds - 8..rounds).map(|t| trace.theta(t)[0]).collect();
    assert!(last.contains(&0.0) && last.contains(&1.0), "the last iterates are {last:?}");
    // Theorem 1: the average is within the regret, which goes to 0.
    let means = trace.means().expect("rounds");
    assert!(means.objective.hi() <= best_mixture + 0.05 && means.constraints[0].hi() <= 0.05, "{means:?}");
    assert_eq!(problem.num_constraints(), 1);
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

#[cfg(feature = "cli")]
#[test]
fn implication_on_random_instances() {
    use super::common::random::{Least, holds_on_random_instances};
    holds_on_random_instances(&Theorem1, Least { convex: 40, not_convex: 40, noisy: 10, known: 100 });
}

#[cfg(feature = "cli")]
#[test]
fn each_missing_hypothesis_is_noticed_near_random_instances() {
    let hypotheses = ["lower_bound_possible", "margin_positive", "norm_below_radius"];
    super::common::random::notices_each_missing_hypothesis(&Theorem1, &hypotheses);
}
