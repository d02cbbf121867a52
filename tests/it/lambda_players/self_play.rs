//! Optimism with a constant step: `O(1 / T)` where the other player learns smoothly, nothing where it is an oracle.

use referee::prelude::*;

const RADIUS: f64 = 3.0;

/// How the two players are seated.
#[derive(Clone, Copy)]
struct Seats {
    theta: (&'static str, Option<f64>),
    lambda: (&'static str, Option<f64>),
}

/// The certified average regrets of both players, and what the lambda-player's run proved of its own.
fn regrets(family: &str, seats: Seats, rounds: usize) -> (Enclosure, Enclosure, f64) {
    let problem = referee::open(family).expect("a family");
    let plan = Plan::new(&problem, Algorithm::StochasticLagrangian).rounds(rounds).seed(1).radius(RADIUS);
    let plan = plan.theta_player(seats.theta.0).theta_step(seats.theta.1);
    let run = plan.lambda_player(seats.lambda.0).lambda_step(seats.lambda.1).play().expect("the game is played");
    let measured = |name| run.certification.certificate.measured(name).expect("both regrets are measured");
    let proved = run.players.lambda_player.runtime_bound().expect("rounds were played");
    assert!(measured("lambda_regret").lo() <= proved, "{family}: the bound of the run");
    (measured("theta_regret"), measured("lambda_regret"), proved)
}

/// Far above the steps for these horizons, which shrink like `1 / sqrt T`.
const STEP: f64 = 0.5;

/// Four times the rounds at least halve the certified regret (they quarter it, nearly), and so they do with what the
/// lambda-player proves of its own run. The paper's players, at steps made for the horizon, are beaten at each length.
#[test]
fn constant_steps_are_fast_in_smooth_self_play() {
    let paper = Seats { theta: ("subgradient", None), lambda: ("gradient", None) };
    for (family, theta) in
        [("qp-box", "optimistic"), ("qp-box", "extragradient"), ("qp-box:c=0.9,b=-0.25,d=4", "optimistic")]
    {
        let seats = Seats { theta: (theta, Some(0.2)), lambda: ("optimistic-gradient", Some(STEP)) };
        let mut last = None;
        for rounds in [256, 1024, 4096] {
            let (of_theta, of_lambda, proved) = regrets(family, seats, rounds);
            let now = ((of_theta + of_lambda).hi(), proved);
            if let Some((sum, proof)) = last {
                assert!(2.0 * now.0 <= sum, "{theta} on {family}, {rounds} rounds: {} after {sum}", now.0);
                assert!(2.0 * now.1 <= proof, "{theta} on {family}, {rounds} rounds: {} after {proof}", now.1);
            }
            last = Some(now);
            let (slow_theta, slow_lambda, _) = regrets(family, paper, rounds);
            let slow = slow_theta + slow_lambda;
            assert!(now.0 < slow.lo(), "{theta} on {family}, {rounds} rounds: {} and {slow}", now.0);
        }
    }
}

/// The same lambda-player against best responses: four times the rounds do not even take a tenth off its regret, while
/// at the step for the horizon they halve it, nearly.
#[test]
fn constant_steps_stall_against_an_oracle() {
    let regret = |step: Option<f64>, rounds: usize| {
        let seats = Seats { theta: ("oracle", None), lambda: ("optimistic-gradient", step) };
        regrets("triangle", seats, rounds).1
    };
    let (short, long) = (regret(Some(STEP), 512), regret(Some(STEP), 2048));
    assert!(long.lo() > 0.9 * short.hi() && long.lo() > 0.1, "{short} and then {long}");
    let (short, long) = (regret(None, 512), regret(None, 2048));
    assert!(long.hi() < 0.6 * short.lo(), "{short} and then {long}");
}
