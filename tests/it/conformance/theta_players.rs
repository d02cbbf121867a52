//! Theta-players with one fault each, and the law that must name it.

use crate::conformance::teeth::Teeth;
use referee::domain::{AnyDomain, Domain};
use referee::error::Result;
use referee::numerics::Enclosure;
use referee::players::theta_bounds::{best_step, optimistic_step};
use referee::players::{Loss, Step, ThetaPlayer, ThetaSettings};
use referee::problem::Workspace;
use referee::registry::Registry;
use referee::testing::conformance::{broken, skipped};
use referee::testing::theta_player::{LAWS, Player};
use std::sync::atomic::{AtomicU32, Ordering};

const MEMBERS: &str = "law_plays_are_members";
const BOUND: &str = "law_regret_is_at_most_the_bound";
const GIVEN_STEPS: &str = "law_given_steps_keep_their_bounds";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    NeverLearns,
    SignFlipped,
    StepTooLarge,
    StepTooSmall,
    ProjectionForgotten,
    StaleGradient,
    NanAfterThree,
    Moody,
    HalvedBound,
    NoBound,
}

static MOOD: AtomicU32 = AtomicU32::new(0);

/// Plain projected descent with a fault and the claims of the sound player.
struct Twin {
    fault: Fault,
    domain: AnyDomain,
    step: f64,
    claimed: Option<f64>,
    theta: Vec<f64>,
    last: Vec<f64>,
    rounds: usize,
}

impl Twin {
    fn new(fault: Fault, settings: ThetaSettings<'_>) -> Result<Self> {
        let factor = match fault {
            Fault::StepTooLarge => 100.0,
            Fault::StepTooSmall => 0.01,
            _ => 1.0,
        };
        let domain = settings.problem.domain().clone();
        let mut theta = vec![0.0; domain.dim()];
        domain.start(&mut theta);
        let step = factor * best_step(domain.radius(), settings.bound_subgradient.max(1e-3), settings.horizon);
        let claimed = Registry::ours().theta_player("subgradient-best", settings)?.bound();
        Ok(Self { fault, domain, step, claimed, last: vec![0.0; theta.len()], theta, rounds: 0 })
    }
}

impl ThetaPlayer for Twin {
    fn name(&self) -> &'static str {
        "twin"
    }
    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.rounds += 1;
        theta.copy_from_slice(&self.theta);
        if self.fault == Fault::NanAfterThree && self.rounds > 3 {
            theta.fill(f64::NAN);
        }
        if self.fault == Fault::Moody && MOOD.fetch_add(1, Ordering::Relaxed).is_multiple_of(5) {
            self.domain.start(theta);
        }
        Ok(())
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let mut slope = vec![0.0; theta.len()];
        loss.problem.subgradient(theta, loss.side, loss.weights, &mut slope, work)?;
        if self.fault == Fault::NeverLearns {
            return Ok(());
        }
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
        let slack = 1.0 + 1e-9; // the fault must show beyond rounding, which the sound player adds as it plays
        match self.fault {
            Fault::NoBound => None,
            Fault::HalvedBound => self.claimed.map(|bound| 0.5 * bound * slack),
            _ => self.claimed.map(|bound| bound * slack),
        }
    }
}

fn twin(fault: Fault) -> Player {
    Player::new(move |settings| Ok(Box::new(Twin::new(fault, settings)?)))
}

/// A shipped player whose reports are falsified.
struct Mask {
    plays: Box<dyn ThetaPlayer>,
    bound: fn(f64) -> f64,
    run_time: fn(f64) -> f64,
    regret: fn(Enclosure) -> Enclosure,
    longest: fn(f64) -> f64,
    /// Plays this in place of what the player would.
    place: Option<f64>,
}

impl ThetaPlayer for Mask {
    fn name(&self) -> &'static str {
        "mask"
    }
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.plays.play(loss, theta)?;
        if let Some(place) = self.place {
            theta.fill(place);
        }
        Ok(())
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        self.plays.observe(loss, theta, work)
    }
    fn bound(&self) -> Option<f64> {
        self.plays.bound().map(self.bound)
    }
    fn runtime_bound(&self) -> Option<f64> {
        self.plays.runtime_bound().map(self.run_time)
    }
    fn linear_bound(&self) -> Option<f64> {
        self.plays.linear_bound().map(self.run_time)
    }
    fn linearised_regret(&self) -> Option<Enclosure> {
        self.plays.linearised_regret().map(self.regret)
    }
    fn largest_subgradient(&self) -> Option<f64> {
        self.plays.largest_subgradient().map(self.longest)
    }
}

/// Plays with the step that it is given, and claims what another step promises.
struct Deaf {
    plays: Box<dyn ThetaPlayer>,
    claimed: Option<f64>,
}

impl ThetaPlayer for Deaf {
    fn name(&self) -> &'static str {
        "deaf"
    }
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.plays.play(loss, theta)
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        self.plays.observe(loss, theta, work)
    }
    fn bound(&self) -> Option<f64> {
        self.claimed.map(|bound| bound * (1.0 + 1e-9))
    }
}

fn mask(name: &'static str, change: fn(&mut Mask)) -> Player {
    Player::new(move |settings| {
        let plays = Registry::ours().theta_player(name, settings)?;
        let mut mask = Mask { plays, bound: |x| x, run_time: |x| x, regret: |x| x, longest: |x| x, place: None };
        change(&mut mask);
        Ok(Box::new(mask))
    })
}

#[test]
fn every_law_has_teeth() {
    let mut teeth = Teeth::new(LAWS);
    teeth.spare("plain descent", &twin(Fault::None));
    for (fault, law) in [
        (Fault::NeverLearns, BOUND),
        (Fault::SignFlipped, BOUND),
        (Fault::StepTooLarge, BOUND),
        (Fault::StepTooSmall, BOUND),
        (Fault::StaleGradient, BOUND),
        (Fault::HalvedBound, BOUND),
        (Fault::SignFlipped, "law_curved_losses_keep_the_bounds"),
        (Fault::ProjectionForgotten, MEMBERS),
        (Fault::NanAfterThree, MEMBERS),
        (Fault::Moody, "law_replays"),
    ] {
        teeth.bite(&format!("descent with {fault:?}"), law, &twin(fault));
    }
    let halved = mask("subgradient-best", |mask| mask.run_time = |bound| 0.5 * bound);
    teeth.bite("half a bound of the run", "law_regret_is_at_most_the_run_time_bound", &halved);
    let deaf = Player::new(|settings| {
        let ThetaSettings { problem, horizon, bound_subgradient, convex, .. } = settings;
        let own = ThetaSettings { problem, horizon, bound_subgradient, convex, step: None, oracle: None };
        let claimed = Registry::ours().theta_player("subgradient-best", own)?.bound();
        let plays = Registry::ours().theta_player("subgradient-best", settings)?;
        Ok(Box::new(Deaf { plays, claimed }))
    });
    teeth.bite("the bound of its own step for any step", GIVEN_STEPS, &deaf);
    let moved = mask("adagrad", |mask| mask.regret = |regret| regret + Enclosure::point(1e-6));
    teeth.bite("a wrong regret", "law_measured_regret_is_enclosed", &moved);
    let blind = mask("optimistic", |mask| mask.longest = |longest| 0.5 * longest);
    teeth.bite("half a slope", "law_subgradients_are_monitored", &blind);
    let liar = mask("oracle", |mask| {
        mask.place = Some(3.0);
        mask.run_time = |_| 0.0;
    });
    teeth.bite("an oracle that plays one candidate", "law_oracle_regret_is_within_rho", &liar);
    teeth.bite("an oracle that plays no candidate", MEMBERS, &mask("oracle", |mask| mask.place = Some(0.5)));
    let nobody = Player::new(|_| Err(referee::error::Error::new("I do not play")));
    let of = |name| Player::new(move |settings| Registry::ours().theta_player(name, settings));
    teeth.bite(
        "a stochastic player that ignores its sample",
        "law_draws_are_followed",
        &of("subgradient").stochastic(),
    );
    teeth.bite("a player that follows draws in silence", "law_draws_are_followed", &of("stochastic-subgradient"));
    teeth.bite("somebody who does not play", "law_it_plays_somewhere", &nobody);
    teeth.all_bite();
}

/// The shipped optimistic player, with the bound of a run that adds the prediction to the slope instead of taking it away:
/// one character, which is worst where slopes alternate and steps are long.
struct Hopeful {
    plays: Box<dyn ThetaPlayer>,
    step: f64,
    last: Vec<f64>,
    surprise: f64,
    rounds: usize,
}

impl ThetaPlayer for Hopeful {
    fn name(&self) -> &'static str {
        "hopeful"
    }
    fn play(&mut self, loss: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        self.plays.play(loss, theta)
    }
    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        let mut slope = vec![0.0; theta.len()];
        loss.problem.subgradient(theta, loss.side, loss.weights, &mut slope, work)?;
        self.surprise += slope.iter().zip(&self.last).map(|(s, m)| (s + m) * (s + m)).sum::<f64>();
        self.last = slope;
        self.rounds += 1;
        self.plays.observe(loss, theta, work)
    }
    fn bound(&self) -> Option<f64> {
        self.plays.bound()
    }
    fn linear_bound(&self) -> Option<f64> {
        let reach = 8.0; // more than the distance to any point of the arenas
        (self.rounds > 0)
            .then(|| (0.5 * reach * reach / self.step + 0.5 * self.step * self.surprise) / self.rounds as f64)
    }
}

/// At its own step the first term of the bound hides the fault from every law; a given step does not.
#[test]
fn a_wrong_surprise_is_caught() {
    let player = Player::new(|settings| {
        let (radius, gradient) = (settings.problem.domain().radius(), settings.bound_subgradient);
        let own = optimistic_step(radius, gradient, settings.horizon);
        let (step, last) = (settings.step.unwrap_or(own), vec![0.0; settings.problem.domain().dim()]);
        let plays = Registry::ours().theta_player("optimistic", settings)?;
        Ok(Box::new(Hopeful { plays, step, last, surprise: 0.0, rounds: 0 }))
    });
    let found = broken(LAWS, &player);
    let names: Vec<&str> = found.iter().map(|(law, _)| *law).collect();
    assert_eq!(names, [GIVEN_STEPS], "{found:?}");
}

/// A player without a theorem is not green by silence.
#[test]
fn a_player_without_a_bound_is_reported() {
    let reasons = skipped(LAWS, &twin(Fault::NoBound));
    let of = |law: &str| reasons.iter().find(|(name, _)| *name == law).map(|(_, reason)| reason.as_str());
    assert_eq!(of(BOUND), Some("no theorem covers it: it declares no bound"));
    assert_eq!(of("law_regret_is_at_most_the_run_time_bound"), Some("it has no bound of the run"));
    let table = of("law_oracle_regret_is_within_rho").expect("it is no oracle");
    assert!(table.contains("no subgradients"), "{table}");
}

/// A step that is given has no bound of its own to break here, but the laws of the run hold.
#[test]
fn a_given_step_is_spared() {
    let player = Player::new(|settings| {
        let setting = referee::players::GradientSetting {
            domain: settings.problem.domain(),
            horizon: settings.horizon,
            gradient_bound: settings.bound_subgradient,
            convex: settings.convex,
            stochastic: false,
        };
        Ok(Box::new(referee::players::Subgradient::new(Step::Given(0.3), &setting)?))
    });
    Teeth::new(LAWS).spare("a given step", &player);
}
