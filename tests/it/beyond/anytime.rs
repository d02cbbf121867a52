//! Dual averaging at every prefix of a run, at the exact regret.

use crate::common::{FOES, foe_named};
use dashu_ratio::RBig;
use referee::adversary::Slopes;
use referee::arena::Scripted;
use referee::domain::{AnyDomain, Ball, Cuboid, Domain, Simplex};
use referee::error::Result;
use referee::game::Side;
use referee::numerics::ExactSum;
use referee::numerics::rational::exact;
use referee::players::formulas::mirror;
use referee::players::theta_bounds::{dual_averaging_bound, paper_step};
use referee::players::{DualAveraging, GradientSetting, Loss, ThetaPlayer};
use referee::problem::Workspace;

/// The exact sum of linear regrets so far, kept from round to round.
struct Judge<'a> {
    domain: &'a AnyDomain,
    played: ExactSum,
    sums: Vec<ExactSum>,
}

impl<'a> Judge<'a> {
    fn new(domain: &'a AnyDomain) -> Self {
        Self { domain, played: ExactSum::new(), sums: vec![ExactSum::new(); domain.dim()] }
    }

    fn add(&mut self, theta: &[f64], slope: &[f64]) {
        for ((sum, &x), &s) in self.sums.iter_mut().zip(theta).zip(slope) {
            self.played.add_product(x, s);
            sum.add(s);
        }
    }

    /// Whether the sum of regrets is above the limit.
    fn exceeds(&self, limit: &RBig) -> bool {
        let sums: Vec<RBig> = self.sums.iter().map(ExactSum::to_rational).collect();
        let room = limit - self.played.to_rational();
        match self.domain {
            AnyDomain::Cuboid(cuboid) => {
                let sides = cuboid.lower().iter().zip(cuboid.upper());
                let ends = sums.iter().zip(sides).map(|(s, (&lo, &hi))| (-s * exact(lo)).max(-s * exact(hi)));
                ends.fold(RBig::ZERO, |sum, end| sum + end) > room
            }
            AnyDomain::Ball(_) => {
                let squares = sums.iter().fold(RBig::ZERO, |sum, s| sum + s * s);
                let radius = exact(self.domain.radius());
                room < RBig::ZERO || &radius * &radius * squares > &room * &room
            }
            _ => sums.iter().map(|s| -s).max().expect("a coordinate") > room,
        }
    }
}

/// A player with a promise after any number of rounds.
trait Anytime: ThetaPlayer {
    fn after(&self, rounds: usize) -> f64;
}

impl Anytime for DualAveraging {
    fn after(&self, rounds: usize) -> f64 {
        self.bound_after(rounds).expect("a theorem covers it")
    }
}

/// The first prefix at which a bound fails, and which.
fn failure(player: &mut dyn Anytime, domain: &AnyDomain, rounds: usize, foe: &str) -> Option<(usize, &'static str)> {
    let problem = Scripted::new(domain);
    let mut work = Workspace::default();
    let (mut judge, mut run) = (Judge::new(domain), Slopes::default());
    let mut answer = foe_named(foe, 1.0, 5);
    for t in 1..=rounds {
        let loss = Loss { problem: &problem, side: Side::Constraints, weights: &[1.0], sample: t as u64 };
        let mut theta = vec![f64::NAN; domain.dim()];
        player.play(&loss, &mut theta).expect("it plays");
        assert!(domain.contains(&theta), "{theta:?} is not in the domain");
        let slope = answer(&theta, &run);
        problem.write(&slope);
        player.observe(&loss, &theta, &mut work).expect("it learns");
        judge.add(&theta, &slope);
        run.points.push(theta);
        run.slopes.push(slope);
        let total = |average: f64| exact(average) * RBig::from(t);
        if judge.exceeds(&total(player.after(t))) {
            return Some((t, "promise"));
        }
        if player.linear_bound().is_some_and(|bound| judge.exceeds(&total(bound))) {
            return Some((t, "run"));
        }
    }
    None
}

fn domains() -> Vec<AnyDomain> {
    vec![
        Ball::new(3, 1.5).expect("a ball").into(),
        Ball::new(1, 2.0).expect("a ball").into(),
        Cuboid::new(vec![-1.0, 0.25, -3.0], vec![2.0, 0.75, -0.1]).expect("a box").into(),
        Simplex::new(4).expect("a simplex").into(),
    ]
}

fn setting(domain: &AnyDomain) -> GradientSetting<'_> {
    // The horizon is a lie: nothing may depend on it.
    GradientSetting { domain, horizon: 7, gradient_bound: 1.0, convex: true, stochastic: false }
}

#[test]
fn implication_the_promise_holds_at_every_prefix() {
    for domain in domains() {
        for foe in FOES {
            let mut player = DualAveraging::new(None, &setting(&domain)).expect("a setting");
            assert_eq!(failure(&mut player, &domain, 512, foe), None, "{domain} against {foe}");
        }
    }
    let ball = &domains()[0];
    for foe in ["alternating", "orthogonal"] {
        let mut player = DualAveraging::new(None, &setting(ball)).expect("a setting");
        assert_eq!(failure(&mut player, ball, 4096, foe), None, "long, against {foe}");
    }
}

#[test]
fn implication_with_any_step() {
    for step in [1e-3, 0.1, 3.0, 100.0] {
        for foe in FOES {
            let domain = &domains()[0];
            let mut player = DualAveraging::new(Some(step), &setting(domain)).expect("a setting");
            assert_eq!(failure(&mut player, domain, 128, foe), None, "step {step} against {foe}");
        }
    }
}

/// The promise is the rate, up to what rounding adds.
#[test]
fn worked_the_promise_is_the_rate() {
    for (radius, bound, rounds) in [(1.5, 1.0, 1), (2.0, 3.0, 72), (0.125, 40.0, 1 << 40)] {
        let ours = dual_averaging_bound(radius, bound, rounds, paper_step(radius, bound, 1));
        let rate = mirror::anytime_gradient(radius, bound, rounds as u64);
        assert!(rate.lo() <= ours && ours <= rate.hi() * (1.0 + 1e-14), "{ours} and {rate}");
    }
}

/// How much of the promise the hardest adversary takes: the constant is not idle.
#[test]
fn worked_more_than_half_of_the_promise_is_used() {
    let domain = &domains()[0];
    let mut player = DualAveraging::new(None, &setting(domain)).expect("a setting");
    assert_eq!(failure(&mut player, domain, 1024, "orthogonal"), None);
    let used = player.linearised_regret().expect("played").lo() / player.after(1024);
    assert!(used > 0.5, "only {used} of the promise was used");
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    StepKeptConstant,
    StepTooLarge,
    SignFlipped,
}

/// Dual averaging in plain doubles, with a fault and the promise of the sound player.
struct Twin {
    fault: Fault,
    domain: AnyDomain,
    sum: Vec<f64>,
    round: usize,
    claims: DualAveraging,
}

impl ThetaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }
    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.round += 1;
        let eta = match self.fault {
            Fault::StepKeptConstant => self.claims.step(),
            Fault::StepTooLarge => 100.0 * self.claims.step() / (self.round as f64).sqrt(),
            Fault::SignFlipped => -self.claims.step() / (self.round as f64).sqrt(),
            Fault::None => self.claims.step() / (self.round as f64).sqrt(),
        };
        self.domain.start(theta);
        theta.iter_mut().zip(&self.sum).for_each(|(x, s)| *x -= eta * s);
        self.domain.project(theta);
        Ok(())
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let mut slope = vec![0.0; theta.len()];
        loss.problem.subgradient(theta, loss.side, loss.weights, &mut slope, work)?;
        self.sum.iter_mut().zip(&slope).for_each(|(sum, s)| *sum += s);
        Ok(())
    }
    fn bound(&self) -> Option<f64> {
        self.claims.bound()
    }
}

impl Anytime for Twin {
    fn after(&self, rounds: usize) -> f64 {
        self.claims.after(rounds) * (1.0 + 1e-9) // the fault must show beyond rounding
    }
}

fn caught(fault: Fault, domain: &AnyDomain) -> Vec<&'static str> {
    let exposes = |foe: &&str| {
        let claims = DualAveraging::new(None, &setting(domain)).expect("a setting");
        let mut twin = Twin { fault, domain: domain.clone(), sum: vec![0.0; domain.dim()], round: 0, claims };
        failure(&mut twin, domain, 300, foe).is_some()
    };
    FOES.iter().copied().filter(exposes).collect()
}

#[test]
fn necessity_faults_are_caught() {
    for domain in [&domains()[0], &domains()[2]] {
        assert_eq!(caught(Fault::None, domain), [""; 0], "{domain}: the sound twin is not to be caught");
        for fault in [Fault::StepKeptConstant, Fault::StepTooLarge, Fault::SignFlipped] {
            assert_ne!(caught(fault, domain), [""; 0], "{domain}: {fault:?}");
        }
    }
}
