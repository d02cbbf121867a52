//! What holds for every player.

use crate::common::holds;
use crate::common::lambda_player_names;
use crate::lambda_players::measure::{Case, any_case, check_membership, keeps_its_bounds, run};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::adversary::{self, Size};
use referee::game::Game;
use referee::numerics::rational::exact;
use referee::players::bounds::hedge_step;
use referee::players::lambda_deviation::deviation_gains;
use referee::players::{AdaHedge, Deviation, ExternalPlayer, Hedge, LambdaPlayer, LambdaSettings, RegretMatchingPlus};
use referee::registry::Registry;

const GAMES: [Game; 2] = [Game::Lagrangian, Game::ProxyLagrangian];

fn make(name: &str, case: &Case) -> Box<dyn LambdaPlayer> {
    Registry::ours().lambda_player(name, case.game, &case.settings()).expect("a player of this game")
}

#[test]
fn no_regret_exceeds_a_bound() {
    for game in GAMES {
        for name in lambda_player_names(game) {
            holds(96, &any_case(game), |case| {
                let mut player = make(name, &case);
                keeps_its_bounds(&mut *player, &case)?;
                prop_assert_eq!(player.name(), name);
                let covered = name != "nu-pi";
                prop_assert_eq!((player.bound().is_some(), player.runtime_bound().is_some()), (covered, covered));
                Ok(())
            });
        }
    }
}

#[test]
fn no_regret_exceeds_a_bound_in_longer_runs() {
    for game in GAMES {
        for name in lambda_player_names(game) {
            for kind in adversary::LAMBDA {
                let case =
                    Case { game, adversary: kind, constraints: 3, horizon: 2000, bound: 1.0, radius: 2.0, seed: 7 };
                keeps_its_bounds(&mut *make(name, &case), &case).unwrap_or_else(|broken| panic!("{broken}"));
            }
        }
    }
}

#[test]
fn a_chosen_step_has_its_own_bound() {
    let with_step = [
        (Game::ProxyLagrangian, "matrix"),
        (Game::ProxyLagrangian, "deviation-hedge"),
        (Game::ProxyLagrangian, "deviation-optimistic-hedge"),
        (Game::ProxyLagrangian, "blum-mansour-hedge"),
        (Game::ProxyLagrangian, "blum-mansour-optimistic-hedge"),
        (Game::ProxyLagrangian, "tree-swap"),
        (Game::ProxyLagrangian, "stoltz-lugosi"),
        (Game::ProxyLagrangian, "additive-matrix"),
        (Game::Lagrangian, "gradient"),
        (Game::Lagrangian, "exponentiated-gradient"),
        (Game::Lagrangian, "mirror-entropic"),
        (Game::Lagrangian, "mirror-p-norm"),
        (Game::Lagrangian, "optimistic-gradient"),
    ];
    for (game, name) in with_step {
        holds(64, &(any_case(game), -8.0..8.0), |(case, exponent): (Case, f64)| {
            let settings = LambdaSettings { step: Some(exponent.exp2() / case.bound), ..case.settings() };
            keeps_its_bounds(&mut *Registry::ours().lambda_player(name, game, &settings).expect("a player"), &case)
        });
    }
}

#[test]
fn equal_inputs_give_equal_plays() {
    for game in GAMES {
        for name in lambda_player_names(game) {
            holds(16, &any_case(game), |case| {
                let (one, two) = (run(&mut *make(name, &case), &case), run(&mut *make(name, &case), &case));
                prop_assert_eq!(one.lambda, two.lambda);
                Ok(())
            });
        }
    }
}

/// Payoffs far beyond what was announced, up to the largest double, must not break membership.
#[test]
fn wrong_announcements_leave_the_plays_valid() {
    let scales = [0.0, 5e-324, 1e-290, 1.0, 1e200, f64::MAX];
    for game in GAMES {
        for name in lambda_player_names(game) {
            for (announced, paid) in scales.iter().flat_map(|a| scales.iter().map(move |b| (*a, *b))) {
                for constraints in [0, 1, 3] {
                    let case = Case {
                        game,
                        adversary: adversary::GREEDY,
                        constraints,
                        horizon: 8,
                        bound: announced,
                        radius: 3.0,
                        seed: 1,
                    };
                    let mut player = make(name, &case);
                    let played = run(&mut *player, &Case { bound: paid, ..case });
                    check_membership(&played, &case).unwrap_or_else(|broken| panic!("{name}: {broken}"));
                    let bound = player.bound();
                    assert!(bound.is_none_or(|bound| !bound.is_nan()), "{name}: {bound:?} for {announced:e}");
                    assert!(player.runtime_bound().is_none_or(f64::is_finite));
                }
            }
        }
    }
}

/// `|<lambda, G>| = 0`, exactly, for the exact deviation gains of any point of the simplex; and the computed gains are
/// within `(n + 1) 2^-53 r` of the exact ones.
#[test]
fn deviation_gains_cost_nothing() {
    let instances = proptest::collection::vec((0.0..1.0_f64, -2.0..2.0_f64), 1..6);
    holds(256, &instances, |pairs| {
        let mut lambda: Vec<f64> = pairs.iter().map(|pair| pair.0 + 1e-3).collect();
        referee::numerics::simplex::round_to_simplex(&mut lambda).expect("positive weights");
        let mut payoff: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
        payoff[0] = 0.0;
        let mut computed = vec![0.0; lambda.len()];
        deviation_gains(&lambda, &payoff, &mut computed);
        let (x, u): (Vec<RBig>, Vec<RBig>) =
            (lambda.iter().map(|&x| exact(x)).collect(), payoff.iter().map(|&x| exact(x)).collect());
        let earned = x.iter().zip(&u).fold(RBig::ZERO, |sum, (x, u)| sum + x * u);
        let gains: Vec<RBig> =
            (0..x.len()).map(|j| if j == 0 { RBig::ZERO - &earned } else { &x[0] * &u[j] }).collect();
        prop_assert_eq!(x.iter().zip(&gains).fold(RBig::ZERO, |sum, (x, g)| sum + x * g), RBig::ZERO);
        let high = u.iter().max().expect("an action") - u.iter().min().expect("an action");
        let spread = gains.iter().max().expect("an action") - gains.iter().min().expect("an action");
        prop_assert!(spread <= high);
        for (gain, computed) in gains.iter().zip(&computed) {
            let error = gain - exact(*computed);
            let error = if error < RBig::ZERO { RBig::ZERO - error } else { error };
            prop_assert!(error <= exact((x.len() as f64 + 1.0) * 0.5 * f64::EPSILON) * &high);
        }
        Ok(())
    });
}

/// The paper's matrix and Blum-Mansour with Hedge copies are one player: with the same step their plays agree up to
/// rounding.
///
/// How far: let `d_t` be the 1-norm between the plays of round `t`, and `rho = (n + 2) 2^-50`. Each play is fixed up to
/// `2 rho` by the exact softmax matrix of the player's sums (columns within `rho`, residual below `rho`). With 20 rounds,
/// payoffs up to 1 and step 2^-10 the exponents of a column differ by at most 0.04, so its entries are at least
/// `exp(-0.04) / n` and a fixed point moves by at most `exp(0.04)` times what is done to the matrix. The softmax moves by
/// at most the largest change of an exponent, `2^-10 (d_1 + .. + d_{t-1})`. So
/// `d_t <= 1.05 (4 rho + 2^-10 sum_{s < t} d_s)`, and 20 rounds of this stay below `8 rho`.
#[test]
fn the_matrix_player_is_blum_mansour() {
    holds(64, &any_case(Game::ProxyLagrangian), |case| {
        let case = Case { bound: 1.0, horizon: case.horizon.min(20), ..case };
        let settings = LambdaSettings { step: Some(1.0 / 1024.0), ..case.settings() };
        let allowed = 8.0 * (case.constraints as f64 + 3.0) * 4.0 * f64::EPSILON;
        let matrix =
            run(&mut *Registry::ours().lambda_player("matrix", case.game, &settings).expect("a player"), &case);
        let mut copies = Registry::ours().lambda_player("blum-mansour-hedge", case.game, &settings).expect("a player");
        let mut played = vec![0.0; case.constraints + 1];
        for (lambda, payoff) in matrix.lambda.iter().zip(&matrix.payoff) {
            copies.play(&mut played);
            copies.observe(payoff);
            let distance: f64 = lambda.iter().zip(&played).map(|(one, two)| (one - two).abs()).sum();
            prop_assert!(distance <= allowed, "{lambda:?} and {played:?}");
        }
        Ok(())
    });
}

/// Players without a step do not care for the unit of the payoffs: with a power of two as unit, not in one bit.
#[test]
fn adaptive_players_have_no_scale() {
    for (game, name) in [
        (Game::ProxyLagrangian, "deviation-adahedge"),
        (Game::ProxyLagrangian, "deviation-rm-plus"),
        (Game::ProxyLagrangian, "deviation-predictive-rm-plus"),
        (Game::ProxyLagrangian, "deviation-coin-betting"),
        (Game::ProxyLagrangian, "blum-mansour-adahedge"),
        (Game::ProxyLagrangian, "blum-mansour-rm-plus"),
        (Game::ProxyLagrangian, "internal-regret-matching"),
        (Game::ProxyLagrangian, "rm-plus-control"),
        (Game::Lagrangian, "slack-adahedge"),
        (Game::Lagrangian, "slack-rm-plus"),
    ] {
        let strategy = (any_case(game), -300..300_i32);
        holds(48, &strategy, |(case, exponent): (Case, i32)| {
            let case = Case { bound: 1.0, ..case };
            let scaled = Case { bound: f64::from(exponent).exp2(), ..case };
            let (one, two) = (run(&mut *make(name, &case), &case), run(&mut *make(name, &scaled), &scaled));
            prop_assert_eq!(one.lambda, two.lambda);
            Ok(())
        });
    }
}

/// `AdaHedge`'s run proves what its theorem says of the very data: with `r` the largest range,
/// `r + sqrt(r^2 + ln n sum_t r_t^2)` in all, which is far below the a-priori bound where most rounds are small. Hedge
/// with its best fixed step does not.
#[test]
fn the_run_of_adahedge_is_of_second_order() {
    let (n, rounds) = (3, 2000);
    for seed in 0..8 {
        let mut adahedge = AdaHedge::new(n, rounds, 1.0);
        let mut hedge = Hedge::new(n, rounds, 1.0, hedge_step(n, rounds, 1.0));
        let mut adversary =
            (adversary::RADEMACHER.make)(Size { constraints: n - 1, horizon: rounds, bound: 0.5, seed });
        let (mut x, mut gains, mut squares) = (vec![0.0; n], vec![0.0; n], 0.0);
        for t in 0..rounds {
            adversary.payoff(&vec![0.0; n], &mut gains);
            let scale = if t % 100 == 0 { 1.0 } else { 1.0 / 1024.0 };
            for gain in &mut gains {
                *gain *= scale;
            }
            squares += scale * scale; // at least the square of the range
            for learner in [&mut adahedge as &mut dyn ExternalPlayer, &mut hedge] {
                learner.play(&mut x);
                learner.observe(&gains);
            }
        }
        let of_the_data = (1.0 + (1.0 + 3_f64.ln() * squares).sqrt()) / rounds as f64;
        // Rounding adds about 2000 * 2^-48 * 16, a part in 10^10.
        let proved = |learner: &dyn ExternalPlayer| learner.runtime_bound().expect("it played");
        assert!(proved(&adahedge) <= of_the_data * (1.0 + 1e-9), "{} and {of_the_data}", proved(&adahedge));
        assert!(proved(&hedge) > of_the_data, "{} and {of_the_data}", proved(&hedge));
        assert!(of_the_data < 0.2 * adahedge.bound().expect("a theorem"));
    }
}

#[test]
fn learners_with_one_action_have_no_regret() {
    let mut learner = AdaHedge::new(1, 10, 1.0);
    let mut x = [0.0];
    assert_eq!(learner.runtime_bound(), None);
    learner.play(&mut x);
    learner.observe(&[1.0]);
    assert_eq!((x, learner.bound(), learner.runtime_bound()), ([1.0], Some(0.0), Some(0.0)));
}

#[test]
fn adaptive_learners_follow_a_leader_that_stays() {
    let mut player = Deviation::new("one", RegretMatchingPlus::new(3, 1000, 2.0), 2.0);
    let mut adversary = (adversary::TRAP.make)(Size { constraints: 2, horizon: 1000, bound: 1.0, seed: 0 });
    let (mut lambda, mut payoff) = ([0.0; 3], [0.0; 3]);
    for _ in 0..500 {
        player.play(&mut lambda);
        adversary.payoff(&lambda, &mut payoff);
        player.observe(&payoff);
    }
    assert_eq!(lambda[2], 0.0);
}

#[test]
fn unknown_names_and_useless_steps_are_refused() {
    let case = Case {
        game: Game::Lagrangian,
        adversary: adversary::GAP,
        constraints: 1,
        horizon: 5,
        bound: 1.0,
        radius: 1.0,
        seed: 0,
    };
    let refuse = |name: &str, game, settings: &LambdaSettings| {
        Registry::ours().lambda_player(name, game, settings).err().expect("it is refused").to_string()
    };
    let settings = case.settings();
    assert_eq!(
        refuse("matrix", Game::Lagrangian, &settings),
        "the lambda-player `matrix` plays the proxy-lagrangian game, and this is the lagrangian game"
    );
    assert_eq!(
        refuse("gradiant", Game::Lagrangian, &settings),
        "there is no lambda-player `gradiant` for the lagrangian game (did you mean `gradient`?); the list of players has all"
    );
    let stepped = LambdaSettings { step: Some(0.5), ..settings };
    for name in [
        "deviation-adahedge",
        "blum-mansour-rm-plus",
        "deviation-predictive-rm-plus",
        "deviation-coin-betting",
        "internal-regret-matching",
    ] {
        assert!(refuse(name, Game::ProxyLagrangian, &stepped).contains("takes no step"));
    }
    assert!(refuse("slack-rm-plus", Game::Lagrangian, &stepped).contains("takes no step"));
    for wrong in [
        LambdaSettings { horizon: 0, ..settings },
        LambdaSettings { bound: f64::NAN, ..settings },
        LambdaSettings { bound2: -1.0, ..settings },
        LambdaSettings { range: f64::INFINITY, ..settings },
        LambdaSettings { radius: -1.0, ..settings },
        LambdaSettings { step: Some(0.0), ..settings },
    ] {
        refuse("gradient", Game::Lagrangian, &wrong);
    }
}
