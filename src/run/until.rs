//! Playing until a certificate meets a target.
//!
//! The steps of the players depend on the number of rounds, so a game cannot be played on: it is played in stretches,
//! each a fresh game with its own horizon and twice as long as the one before. The last one is the run, and its
//! certificate is an ordinary one. All stretches together take less than twice the rounds of the last.

use super::{Plan, Run, Seated};
use crate::certificate::{Certificate, RestsOn};
use crate::error::Result;
use crate::game::Grade;
use crate::numerics::Enclosure;
use crate::theorems::Certification;
use std::time::{Duration, Instant};

/// What a certificate must prove of a run, and what may be spent on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The most that a constraint of the mixture may have on average; infinite if it does not matter.
    pub infeasibility: f64,
    /// The most that the mixture may cost above each that satisfies the constraints, or the proxies in the proxy game;
    /// infinite if it does not matter.
    pub suboptimality: f64,
    /// What may be spent.
    pub budget: Budget,
}

/// What all stretches may take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many rounds: then the outcome depends on nothing but the plan.
    Rounds(usize),
    /// So much time, after which no stretch begins.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Rounds(1 << 20)
    }
}

/// What was reached in a stretch: upper bounds, where the certificate has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Its rounds.
    pub rounds: usize,
    /// At least the mean of every constraint.
    pub infeasibility: Option<f64>,
    /// At least what it costs above every mixture that satisfies the constraints (in the proxy game: the proxies).
    pub suboptimality: Option<f64>,
}

/// Why no further stretch was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The target is met, and that is proved.
    Met,
    /// The next stretch is more than may be spent, or than fits in memory.
    Spent,
    /// No number of rounds would prove it, for this reason.
    Unprovable(String),
}

/// How a target was pursued.
#[derive(Clone, Debug, PartialEq)]
pub struct Pursuit {
    /// The target.
    pub target: Target,
    /// The stretches, of which the last is the run.
    pub stretches: Vec<Stretch>,
    /// Why it ended.
    pub end: End,
}

/// What a target bounds, by the names of certificates, and what that rests on besides the trace.
pub(super) const BOUNDED: [(&str, RestsOn); 2] = [
    ("infeasibility", RestsOn { lower_bound: false, margin: false, range: false, at_best: None }),
    ("suboptimality", RestsOn { lower_bound: true, margin: false, range: false, at_best: None }),
];

/// The first stretch.
const FIRST: usize = 64;

impl Plan<'_> {
    /// Plays until the certificate proves that the mixture violates no constraint by more than the first number on
    /// average, and costs at most the second more than every mixture that satisfies the constraints (in the proxy game:
    /// the proxies), in stretches of which each is a fresh
    /// game twice as long. The run is the last of them, whether it meets the target or not. The number of rounds and
    /// streaming have no part in it.
    ///
    /// ```
    /// use referee::prelude::*;
    /// let problem = referee::open("qp-half")?;
    /// let run = Plan::fitting(&problem)?.until(0.05, 0.05).play()?;
    /// assert!(run.pursuit.as_ref().is_some_and(Pursuit::is_met));
    /// assert!(run.certification.certificate.measured("suboptimality").unwrap().hi() <= 0.05);
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    #[must_use]
    pub fn until(mut self, infeasibility: f64, suboptimality: f64) -> Self {
        (self.target, self.stream) = (Some(Target { infeasibility, suboptimality, budget: self.budget }), None);
        self
    }

    /// What may be spent on a target that [`until`](Self::until) names; 2^20 rounds if absent.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self.target = self.target.map(|target| Target { budget, ..target });
        self
    }
}

impl Target {
    /// The rounds of the first stretch.
    pub(super) fn first(&self) -> usize {
        match self.budget {
            Budget::Rounds(rounds) => rounds.clamp(1, FIRST),
            Budget::Time(_) => FIRST,
        }
    }

    fn is_met(&self, stretch: &Stretch) -> bool {
        let keeps = |bound: Option<f64>, target: f64| target == f64::INFINITY || bound.is_some_and(|x| x <= target);
        keeps(stretch.infeasibility, self.infeasibility) && keeps(stretch.suboptimality, self.suboptimality)
    }

    /// Why no number of rounds would prove it.
    fn unprovable(&self, certification: &Certification) -> Option<String> {
        let given = &certification.certificate.given;
        let asked = [self.infeasibility, self.suboptimality].map(f64::is_finite);
        let (name, _) = BOUNDED
            .into_iter()
            .zip(asked)
            .find(|((_, rests_on), asked)| *asked && given.grade(*rests_on) != Grade::Proved)?
            .0;
        let why = certification.no_lower_bound.clone().filter(|_| name == "suboptimality");
        let why = why.unwrap_or_else(|| match &certification.disagreement {
            Some(disagreement) => disagreement.to_string(),
            None => "nobody else could compute the problem's values".to_owned(),
        });
        Some(format!("no bound on the {name} is proved: {why}"))
    }
}

impl Stretch {
    fn of(certificate: &Certificate) -> Self {
        let bound = |name: &str| certificate.measured(name).map(Enclosure::hi);
        Self {
            rounds: usize::try_from(certificate.rounds).unwrap_or(usize::MAX),
            infeasibility: bound("infeasibility"),
            suboptimality: bound("suboptimality"),
        }
    }
}

impl Pursuit {
    /// Whether the target is met.
    pub fn is_met(&self) -> bool {
        self.end == End::Met
    }

    /// The rounds of all stretches.
    pub fn rounds(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.rounds).sum()
    }
}

/// Plays stretch after stretch, and shrinks the last.
pub(super) fn pursue(mut seated: Seated<'_>, target: Target) -> Result<Run<'_>> {
    let start = Instant::now();
    let mut pursuit = Pursuit { target, stretches: Vec::new(), end: End::Spent };
    loop {
        let rounds = seated.choices.rounds;
        let played = seated.certified()?;
        let stretch = Stretch::of(&played.certification.certificate);
        pursuit.stretches.push(stretch);
        let next = rounds.saturating_mul(2);
        let spent = match target.budget {
            Budget::Rounds(most) => pursuit.rounds().saturating_add(next) > most,
            Budget::Time(most) => start.elapsed() >= most,
        };
        let unprovable = target.unprovable(&played.certification);
        if target.is_met(&stretch) && unprovable.is_none() {
            pursuit.end = End::Met;
        } else if let Some(why) = unprovable {
            pursuit.end = End::Unprovable(why);
        } else if !spent && super::record::fits(&played.players, next) {
            let choices = played.choices.plan.rounds(next).choose()?;
            seated = Seated { players: choices.seat()?, choices };
            continue;
        }
        let mut run = played.shrunk()?;
        run.pursuit = Some(pursuit);
        return Ok(run);
    }
}
