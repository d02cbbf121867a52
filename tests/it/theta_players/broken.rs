//! Bounds of the run that belong to another player: the laws must reject them. (Other faults: tests/conformance.)

use super::laws::{check, player};
use referee::domain::{AnyDomain, Cuboid};
use referee::error::Result;
use referee::players::theta_bounds::best_step;
use referee::players::{AmsGrad, GradientSetting, Loss, ThetaPlayer};
use referee::problem::Workspace;

/// A sum of regrets that is claimed after these slopes.
type Claim = Box<dyn Fn(&[Vec<f64>]) -> f64 + Send>;

/// A player that plays as `plays` does and claims the run-time bound of `claims`.
struct Mask {
    plays: Box<dyn ThetaPlayer>,
    claims: Claim,
    slopes: Vec<Vec<f64>>,
}

impl ThetaPlayer for Mask {
    fn name(&self) -> &'static str {
        "mask"
    }
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.plays.play(loss, theta)
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let mut slope = vec![0.0; theta.len()];
        loss.problem.subgradient(theta, loss.side, loss.weights, &mut slope, work)?;
        self.slopes.push(slope);
        self.plays.observe(loss, theta, work)
    }
    fn bound(&self) -> Option<f64> {
        None
    }
    fn linear_bound(&self) -> Option<f64> {
        Some((self.claims)(&self.slopes) / self.slopes.len() as f64)
    }
}

/// Without the prediction the optimistic inequality is false: a constant slope shows it.
#[test]
fn optimism_that_does_not_predict_is_caught() {
    let domain = AnyDomain::from(Cuboid::cube(1, -1.0, 1.0).unwrap());
    let rounds = 64;
    let step = best_step(1.0, 1.0, rounds);
    let claims = move |slopes: &[Vec<f64>]| {
        let first = slopes[0][0].powi(2);
        let changes: f64 = slopes.windows(2).map(|pair| (pair[1][0] - pair[0][0]).powi(2)).sum();
        0.5 / step + 0.5 * step * (first + changes) + 1e-9
    };
    let mut mask =
        Mask { plays: player("subgradient-best", &domain, 1.0, rounds), claims: Box::new(claims), slopes: Vec::new() };
    let fault = check(&mut mask, &domain, 1.0, rounds, &mut |_, _| vec![1.0]).unwrap_err();
    assert!(fault.contains("run-time"), "{fault}");
}

/// A fixed step does not earn the bound of adaptive ones: slopes in one coordinate are 1000 times smaller.
#[test]
fn descent_without_adaptation_is_caught() {
    let domain = AnyDomain::from(Cuboid::cube(2, -1.0, 1.0).unwrap());
    let claims = |slopes: &[Vec<f64>]| {
        let size = |i: usize| slopes.iter().map(|s| s[i] * s[i]).sum::<f64>().sqrt();
        2.0_f64.sqrt() * 2.0 * (size(0) + size(1)) + 1e-9
    };
    let slope = |_: &[f64], _: &referee::adversary::Slopes| vec![1e-3, 0.0];
    let run = |name: &str| {
        let plays = player(name, &domain, 1.0, 400);
        let mut mask = Mask { plays, claims: Box::new(claims), slopes: Vec::new() };
        check(&mut mask, &domain, 1.0, 400, &mut slope.clone())
    };
    assert!(run("adagrad").is_ok());
    assert!(run("subgradient-best").is_err());
}

/// Momentum has its price: the inequality of `AMSGrad` without it is broken in the first round.
#[test]
fn momentum_without_its_price_is_caught() {
    let domain = AnyDomain::from(Cuboid::cube(1, -1.0, 1.0).unwrap());
    // m = 1/10, w = 1/100 and a = 10 at step 1, for the slope 1: 2^2 / (2 a) + a m^2 / 2, and then 9 (m 1 + 2 m).
    let run = |price: f64| {
        let setting =
            GradientSetting { domain: &domain, horizon: 1, gradient_bound: 1.0, convex: true, stochastic: false };
        let plays = Box::new(AmsGrad::new(Some(1.0), &setting).unwrap());
        let mut mask = Mask { plays, claims: Box::new(move |_| 0.25 + price), slopes: Vec::new() };
        check(&mut mask, &domain, 1.0, 1, &mut |_, _| vec![1.0])
    };
    assert!(run(2.7).is_ok());
    assert!(run(0.0).unwrap_err().contains("run-time"));
}
