//! Drop one hypothesis and the conclusion breaks, each time shown in exact arithmetic.

use super::instances::Game;
use super::properties::solved;
use dashu_ratio::RBig;
use referee::arena::{Algorithm, Setup};
use referee::equilibrium::{FiniteGame, measure};
use referee::game::{Rules, Side};
use referee::problem::{Problem as _, TableProblem, constants};
use referee::shrink::Atom;

fn ratio(top: i64, bottom: u64) -> RBig {
    RBig::from_parts(top.into(), bottom.into())
}

/// Whether the Lagrangian game on two points has an equilibrium with a lambda from {0, 1} that is not random: for some
/// lambda a mixture of best replies to which it is a best reply, so one with `E[g] >= 0` for 1, `E[g] <= 0` for 0.
fn has_equilibrium(objective: [i64; 2], constraint: [i64; 2]) -> bool {
    [0, 1].into_iter().any(|lambda| {
        let loss = [0, 1].map(|j| objective[j] + lambda * constraint[j]);
        let best = loss[0].min(loss[1]);
        // The means of mixtures of best replies fill the interval between the least and the largest of them.
        let replies = (0..2).filter(|&j| loss[j] == best).map(|j| constraint[j]);
        if lambda == 1 { replies.max() >= Some(0) } else { replies.min() <= Some(0) }
    })
}

/// The printed counterexample to Lemma 2 and Theorem 5.
#[test]
fn worked_without_convexity_there_is_no_equilibrium() {
    assert!(!has_equilibrium([0, 1], [1, -1]));
}

/// All games on two points with small whole numbers: which have no equilibrium with multipliers from {0, 1}, and that
/// all have one with multipliers from [0, 1], at a multiplier strictly between.
#[test]
fn necessity_of_convex_multipliers() {
    let (mut without, mut all) = (Vec::new(), 0);
    let range = -2..=2_i64;
    for a in range.clone() {
        for b in range.clone() {
            for c in range.clone() {
                for d in range.clone() {
                    all += 1;
                    let rows = [[a, c], [b, d]].map(|row| row.map(|x| f64::from(i32::try_from(x).unwrap())).to_vec());
                    let found =
                        solved(&Game { m: 1, proxies: false, rows: rows.to_vec() }, Rules::Lagrangian { radius: 1.0 });
                    assert!(found.is_exact());
                    if !has_equilibrium([a, b], [c, d]) {
                        without.push([a, b, c, d]);
                        let lambda = &found.multipliers[0];
                        assert!(*lambda > RBig::ZERO && *lambda < RBig::ONE, "{a} {b} {c} {d}");
                    }
                }
            }
        }
    }
    assert_eq!(all, 625);
    assert!(without.contains(&[0, 1, 1, -1]), "the printed counterexample is among them");
    // One point is cheaper and forbidden, the other allowed, and a multiplier of 1 is enough to prefer it.
    let expected = |[a, b, c, d]: [i64; 4]| {
        let one_way = |a: i64, b: i64, c: i64, d: i64| a < b && c > 0 && d < 0 && b + d < a + c;
        one_way(a, b, c, d) || one_way(b, a, d, c)
    };
    for game in range
        .clone()
        .flat_map(|a| (-2..=2).map(move |b| (a, b)))
        .flat_map(|(a, b)| (-2..=2).flat_map(move |c| (-2..=2).map(move |d| [a, b, c, d])))
    {
        assert_eq!(without.contains(&game), expected(game), "{game:?}");
    }
}

/// The proxy game of Lemma 5 without continuity: `g_0 = x^2`, `p_1 = 8 (1 - x)^2 - 1`, `g_1 = 1` up to 1/2 and -1 above.
struct Jump;

impl Jump {
    fn constraint(x: &RBig) -> RBig {
        if *x <= ratio(1, 2) { RBig::ONE } else { -RBig::ONE }
    }

    fn loss(x: &RBig, lambda: &RBig) -> RBig {
        let proxy = RBig::from(8) * (RBig::ONE - x) * (RBig::ONE - x) - RBig::ONE;
        (RBig::ONE - lambda) * x * x + lambda * proxy
    }

    /// The only best reply: the loss is `(1 + 7 lambda) (x - x*)^2` plus what does not depend on `x`.
    fn reply(lambda: &RBig) -> RBig {
        RBig::from(8) * lambda / (RBig::ONE + RBig::from(7) * lambda)
    }
}

#[test]
fn necessity_of_continuous_constraints() {
    let mut seen = 0;
    for bottom in 1..=90_u64 {
        for top in 0..=bottom {
            let lambda = ratio(i64::try_from(top).unwrap(), bottom);
            let reply = Jump::reply(&lambda);
            // It is the vertex of the parabola, hence the only best reply: a quadratic is known by three points.
            let curvature = RBig::ONE + RBig::from(7) * &lambda;
            for x in [RBig::ZERO, ratio(1, 3), RBig::ONE] {
                let above = Jump::loss(&x, &lambda) - Jump::loss(&reply, &lambda);
                assert_eq!(above, &curvature * (&x - &reply) * (&x - &reply));
            }
            assert!(reply >= RBig::ZERO && reply <= RBig::ONE, "it is in the domain");
            assert_eq!(reply <= ratio(1, 2), lambda <= ratio(1, 9), "the case distinction");
            // The lambda-player gets lambda * g: with g = 1 only lambda = 1 is best, with g = -1 only lambda = 0.
            let best = if Jump::constraint(&reply) > RBig::ZERO { RBig::ONE } else { RBig::ZERO };
            assert_ne!(lambda, best, "this would be an equilibrium");
            seen += 1;
        }
    }
    assert_eq!(seen, 90 * 91 / 2 + 90);
}

/// Near the jump the gap is exactly `8 tau^2 / 9`, and goes to 0 although there is no equilibrium.
#[test]
fn worked_the_gap_near_a_jump() {
    let lambda = ratio(1, 9);
    for power in [2, 5, 10, 20] {
        let tau = 0.5_f64.powi(power);
        let mut game = FiniteGame::with_proxies(1);
        // Any other candidates: the least loss is at 1/2 whatever they are.
        for x in [0.5, 0.5 + tau, 0.0, 0.25, 0.75, 1.0] {
            let constraint = if x <= 0.5 { 1.0 } else { -1.0 };
            game.push_with_proxies(x * x, &[constraint], &[8.0 * (1.0 - x) * (1.0 - x) - 1.0]).expect("finite");
        }
        let half = |candidate: usize| Atom { candidate, weight: ratio(1, 2) };
        let multipliers = vec![RBig::ONE - &lambda, lambda.clone()];
        let found = measure(&game, Rules::ProxyLagrangian, vec![half(0), half(1)], multipliers).expect("a mixture");
        let tau = RBig::try_from(tau).expect("finite");
        assert_eq!(found.theta_gap, RBig::from(8) * &tau * &tau / RBig::from(9));
        assert!(found.lambda_gap.is_zero());
    }
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
