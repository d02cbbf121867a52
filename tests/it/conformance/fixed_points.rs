//! Lambda-players written down a second time, with the mistakes that such players are known for.

use crate::conformance::teeth::Teeth;
use referee::game::Game;
use referee::numerics::Stationary;
use referee::numerics::simplex::round_to_simplex;
use referee::players::{LambdaPlayer, LambdaSettings, RegretKind};
use referee::registry::Registry;
use referee::testing::conformance::broken;
use referee::testing::multiplier_player::{LAWS, Player};

const PROXY: Game = Game::ProxyLagrangian;
const BOUND: &str = "law_regret_is_at_most_the_bound";
const GIVEN_STEPS: &str = "law_given_steps_keep_their_bounds";

fn claims(name: &str, settings: &LambdaSettings) -> Box<dyn LambdaPlayer> {
    Registry::ours().lambda_player(name, PROXY, settings).expect("a player of this game")
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Point {
    /// Stationary for the chain of regrets: the left eigenvector.
    Left,
    /// The right eigenvector of the same chain.
    Right,
    /// Stationary for the chain that goes the other way: rows and columns mistaken.
    Transposed,
}

/// Internal regret matching, with one of three points.
struct Matching {
    claims: Box<dyn LambdaPlayer>,
    point: Point,
    regrets: Vec<f64>,
    lambda: Vec<f64>,
}

impl Matching {
    /// The probability of going from `i` to `j`.
    fn chain(&self, largest: f64) -> Vec<f64> {
        let n = self.lambda.len();
        let mut chain = vec![0.0; n * n];
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                let (from, to) = if self.point == Point::Transposed { (j, i) } else { (i, j) };
                chain[i * n + j] = self.regrets[from * n + to].max(0.0) / largest / n as f64;
            }
            chain[i * n + i] = 1.0 - chain[i * n..(i + 1) * n].iter().sum::<f64>();
        }
        chain
    }
}

impl LambdaPlayer for Matching {
    fn name(&self) -> &'static str {
        "matching"
    }

    fn regret(&self) -> RegretKind {
        self.claims.regret()
    }

    fn play(&mut self, lambda: &mut [f64]) {
        let n = self.lambda.len();
        let largest = self.regrets.iter().copied().fold(0.0, f64::max);
        if largest > 0.0 {
            let chain = self.chain(largest);
            if self.point == Point::Right {
                for _ in 0..200 {
                    self.lambda =
                        chain.chunks(n).map(|p| p.iter().zip(&self.lambda).map(|(p, x)| p * x).sum()).collect();
                }
                round_to_simplex(&mut self.lambda).expect("a mean of positive numbers");
            } else {
                Stationary::new(n).solve(&chain, &mut self.lambda);
            }
        }
        lambda.copy_from_slice(&self.lambda);
    }

    fn observe(&mut self, payoff: &[f64]) {
        let n = self.lambda.len();
        for (k, regret) in self.regrets.iter_mut().enumerate() {
            *regret += self.lambda[k / n] * (payoff[k % n] - payoff[k / n]);
        }
    }

    fn bound(&self) -> Option<f64> {
        self.claims.bound()
    }
}

fn matching(point: Point) -> Player {
    Player::new(PROXY, move |settings| {
        let n = settings.constraints + 1;
        let mut lambda = vec![1.0; n];
        round_to_simplex(&mut lambda).expect("equal weights can be scaled");
        let claims = claims("internal-regret-matching", settings);
        Box::new(Matching { claims, point, regrets: vec![0.0; n * n], lambda })
    })
}

/// The right eigenvector is nearly the centre, whatever the regrets; the transposed chain leads to what it regrets.
#[test]
fn the_wrong_eigenvector_is_caught() {
    let mut teeth = Teeth::new(LAWS);
    teeth.spare("the left eigenvector", &matching(Point::Left));
    for point in [Point::Right, Point::Transposed] {
        let broken: Vec<&str> = broken(LAWS, &matching(point)).iter().map(|(law, _)| *law).collect();
        assert_eq!(broken, [BOUND], "{point:?}");
        teeth.bite_only(&format!("{point:?}"), BOUND, &matching(point));
    }
}

/// Why internal regret matching does not declare that the order of constraints does not matter: of several recurrent
/// classes one is taken by its number. Everything else holds of it.
#[test]
fn the_fixed_point_of_regrets_depends_on_their_order() {
    let player = Player::new(PROXY, |settings| claims("internal-regret-matching", settings)).scale().permutation(0.5);
    let broken: Vec<&str> = broken(LAWS, &player).iter().map(|(law, _)| *law).collect();
    assert_eq!(broken, ["law_permutation_equivariance"]);
}

/// Hedge without the largest sum taken away first: `exp` of what may be large.
struct Overflowing {
    claims: Box<dyn LambdaPlayer>,
    step: f64,
    sums: Vec<f64>,
}

impl LambdaPlayer for Overflowing {
    fn name(&self) -> &'static str {
        "overflowing"
    }

    fn regret(&self) -> RegretKind {
        self.claims.regret()
    }

    fn play(&mut self, lambda: &mut [f64]) {
        for (weight, sum) in lambda.iter_mut().zip(&self.sums) {
            *weight = (self.step * sum).exp();
        }
        if round_to_simplex(lambda).is_err() {
            lambda.fill(f64::NAN); // infinite weights, scaled
        }
    }

    fn observe(&mut self, payoff: &[f64]) {
        self.sums.iter_mut().zip(payoff).for_each(|(sum, u)| *sum += u);
    }

    fn bound(&self) -> Option<f64> {
        self.claims.bound()
    }
}

/// Its own step hides the fault from every law but the one that gives steps.
#[test]
fn a_softmax_that_overflows_is_caught() {
    let player = Player::new(PROXY, |settings| {
        let n = settings.constraints + 1;
        let own = referee::players::bounds::hedge_step(n, settings.horizon, settings.range);
        let step = settings.step.unwrap_or(own);
        Box::new(Overflowing { claims: claims("hedge-control", settings), step, sums: vec![0.0; n] })
    });
    let found = broken(LAWS, &player.steps());
    let names: Vec<&str> = found.iter().map(|(law, _)| *law).collect();
    assert_eq!(names, [GIVEN_STEPS], "{found:?}");
}
