//! Players with one mistake each: the laws must reject them, or they have no teeth.

use super::adversaries::{NAMES, adversary};
use super::arena::check;
use super::laws::player;
use referee::domain::{AnyDomain, Ball, Cuboid, Domain};
use referee::error::Result;
use referee::players::theta_bounds::best_step;
use referee::players::{Loss, ThetaPlayer};
use referee::problem::Workspace;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    SignFlipped,
    StepTooLarge,
    ProjectionForgotten,
    StaleGradient,
}

/// Plain projected descent with a fault and the claims of the sound player.
struct Twin {
    fault: Fault,
    domain: AnyDomain,
    step: f64,
    claimed: Option<f64>,
    theta: Vec<f64>,
    last: Vec<f64>,
}

impl Twin {
    fn new(fault: Fault, domain: &AnyDomain, rounds: usize) -> Self {
        let factor = if fault == Fault::StepTooLarge { 100.0 } else { 1.0 };
        let mut theta = vec![0.0; domain.dim()];
        domain.start(&mut theta);
        Self {
            fault,
            step: factor * best_step(domain.radius(), 1.0, rounds),
            claimed: player("subgradient-best", domain, 1.0, rounds).bound(),
            last: vec![0.0; theta.len()],
            domain: domain.clone(),
            theta,
        }
    }
}

impl ThetaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }
    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.theta);
        Ok(())
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let mut slope = vec![0.0; theta.len()];
        loss.problem.subgradient(theta, loss.side, loss.weights, &mut slope, work)?;
        let used = if self.fault == Fault::StaleGradient { &self.last } else { &slope };
        let step = if self.fault == Fault::SignFlipped { -self.step } else { self.step };
        self.theta.iter_mut().zip(used).for_each(|(x, s)| *x -= step * s);
        if self.fault != Fault::ProjectionForgotten {
            self.domain.project(&mut self.theta);
        }
        self.last = slope;
        Ok(())
    }
    fn bound(&self) -> Option<f64> {
        self.claimed.map(|bound| bound * (1.0 + 1e-9)) // the fault must show beyond rounding
    }
}

/// The adversaries that expose the fault.
fn caught(fault: Fault, domain: &AnyDomain) -> Vec<&'static str> {
    let rounds = 150;
    let exposes = |name: &&str| {
        let mut twin = Twin::new(fault, domain, rounds);
        check(&mut twin, domain, 1.0, rounds, &mut adversary(name, 1.0, 5)).is_err()
    };
    NAMES.iter().copied().filter(exposes).collect()
}

#[test]
fn every_fault_is_caught() {
    let ball = AnyDomain::from(Ball::new(3, 1.5).unwrap());
    let cube = AnyDomain::from(Cuboid::new(vec![-1.0; 3], vec![1.0, 2.0, 0.5]).unwrap());
    for domain in [&ball, &cube] {
        assert_eq!(caught(Fault::None, domain), [""; 0], "{domain}: the sound twin is not to be caught");
        for fault in [Fault::SignFlipped, Fault::StepTooLarge, Fault::ProjectionForgotten] {
            assert_ne!(caught(fault, domain), [""; 0], "{domain}: {fault:?}");
        }
    }
    assert!(caught(Fault::StaleGradient, &ball).contains(&"momentum"));
}

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
    assert!(fault.contains("of the run"), "{fault}");
}

/// A fixed step does not earn the bound of adaptive ones: slopes in one coordinate are 1000 times smaller.
#[test]
fn descent_without_adaptation_is_caught() {
    let domain = AnyDomain::from(Cuboid::cube(2, -1.0, 1.0).unwrap());
    let claims = |slopes: &[Vec<f64>]| {
        let size = |i: usize| slopes.iter().map(|s| s[i] * s[i]).sum::<f64>().sqrt();
        2.0_f64.sqrt() * 2.0 * (size(0) + size(1)) + 1e-9
    };
    let slope = |_: &[f64], _: &super::arena::Run| vec![1e-3, 0.0];
    let run = |name: &str| {
        let plays = player(name, &domain, 1.0, 400);
        let mut mask = Mask { plays, claims: Box::new(claims), slopes: Vec::new() };
        check(&mut mask, &domain, 1.0, 400, &mut slope.clone())
    };
    assert!(run("adagrad").is_ok());
    assert!(run("subgradient-best").is_err());
}
