//! A run, the one place where a game is planned, played, certified, shrunk and written.
//!
//! [`open`] gives a [`Subject`], a [`Plan`] decides what is played and why, and a [`Run`] is what came of it: the trace,
//! what it proves, and the few points that are as good. [`Run::write`] writes each file once; nothing is read back.

mod asked;
mod certify;
mod files;
mod plan;
mod reasons;
mod record;
mod second;
mod statement;
mod subject;
mod until;

pub use asked::{Asked, Said};
pub use certify::certify_all;
pub use files::{Beside, FILES, Written};
pub use plan::{Choices, LambdaMaker, Plan, ROUNDS};
pub use reasons::{AlgorithmReason, Obstacle, Radius, RadiusReason};
pub use record::Recorded;
pub use second::{Compared, GAP, Gap, Second};
pub use statement::{RunConstants, play_seated, play_statement, play_statement_as};
pub use subject::{Held, Subject, open, open_in};
pub use until::{Budget, End, Pursuit, Stretch, Target};

use crate::arena::Match;
use crate::certificate::Certificate;
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use crate::oracle::Options;
use crate::theorems::{self, Certification};
use crate::trace::{Means, Trace};
use std::fmt::Write as _;

/// Players that are seated and have not played.
pub struct Seated<'a> {
    /// What was chosen, and why.
    pub choices: Choices<'a>,
    /// Who plays.
    pub players: Match<'a>,
}

/// A game that was played and certified, in memory.
pub struct Run<'a> {
    /// What was chosen, and why.
    pub choices: Choices<'a>,
    /// Who played, with the bounds that their rounds prove.
    pub players: Match<'a>,
    /// What they did.
    pub recorded: Recorded,
    /// The rounds that the shrunk mixture may use, if not all.
    pub candidates: Option<Trace>,
    /// The means of the mixture of all rounds.
    pub means: Means,
    /// What the trace proves.
    pub certification: Certification,
    /// The shrunk mixture, compared with others; absent if the rounds were too many for memory.
    pub second: Option<Second>,
    /// How a target was pursued, if there was one.
    pub pursuit: Option<Pursuit>,
}

impl<'a> Plan<'a> {
    /// Makes every choice and seats the players.
    ///
    /// # Errors
    /// If what is asked for has no meaning in the game, or a player is unknown or does not fit.
    pub fn seat(self) -> Result<Seated<'a>> {
        let plan = match self.target {
            Some(target) => self.rounds(target.first()),
            None => self,
        };
        let choices = plan.choose()?;
        Ok(Seated { players: choices.seat()?, choices })
    }

    /// Plays, certifies and shrinks.
    ///
    /// # Errors
    /// If the players do not fit the problem, a function is undefined where it was played, the rounds do not fit in
    /// memory, or the mixture has no weight on any round.
    pub fn play(self) -> Result<Run<'a>> {
        self.seat()?.play()
    }

    /// Plays and certifies without keeping a round: there is nothing to write, and nobody can check it again.
    ///
    /// # Errors
    /// As [`play`](Self::play), or if the problem gives values in doubles only.
    pub fn play_unrecorded(self) -> Result<(Choices<'a>, Match<'a>, Certification)> {
        certify::unrecorded(&self)
    }
}

impl<'a> Seated<'a> {
    /// Whether the rounds fit in memory, or need none.
    pub fn fits_in_memory(&self) -> bool {
        self.choices.plan.stream.is_some() || record::fits(&self.players, self.choices.rounds)
    }

    /// Plays, certifies and shrinks.
    ///
    /// # Errors
    /// As [`Plan::play`].
    pub fn play(self) -> Result<Run<'a>> {
        match self.choices.plan.target {
            Some(target) => until::pursue(self, target),
            None => self.certified()?.shrunk(),
        }
    }

    /// Plays and certifies.
    fn certified(mut self) -> Result<Certified<'a>> {
        if let Some(folder) = self.choices.plan.stream.clone().filter(|_| self.choices.plan.place.is_none()) {
            self.prepare(&folder)?;
        }
        let Self { choices, mut players } = self;
        let (recorded, candidates, means) = record::record(&choices, &mut players)?;
        let mut rounds = recorded.rounds_by(choices.plan.threads)?;
        let certification =
            theorems::certify(&mut *rounds, Some(choices.problem), choices.given(), Options::default())?;
        drop(rounds);
        Ok(Certified { choices, players, recorded, candidates, means, certification })
    }
}

/// A game that was played and certified, and is not shrunk yet.
struct Certified<'a> {
    choices: Choices<'a>,
    players: Match<'a>,
    recorded: Recorded,
    candidates: Option<Trace>,
    means: Option<Means>,
    certification: Certification,
}

impl<'a> Certified<'a> {
    fn shrunk(self) -> Result<Run<'a>> {
        let Self { choices, players, recorded, candidates, means, certification } = self;
        let no_weight =
            || Error::new("the mixture has no weight on any round, as lambda_0 is always 0: play more rounds");
        let mut means = means.ok_or_else(no_weight)?;
        agree(&mut means, &certification.certificate);
        let mut run = Run { choices, players, recorded, candidates, means, certification, second: None, pursuit: None };
        run.second = Second::of(&run)?;
        Ok(run)
    }
}

impl Run<'_> {
    /// What came out, in a few lines.
    pub fn summary(&self) -> String {
        let (choices, certificate) = (&self.choices, &self.certification.certificate);
        let grade = |rests_on| certificate.given.grade(rests_on);
        let mut text = format!(
            "{} on {}: {} rounds, seed {}\n",
            choices.algorithm.name(),
            choices.problem.name(),
            choices.rounds,
            choices.seed
        );
        let _ = writeln!(text, "mean objective: {}", self.means.objective);
        let _ = writeln!(text, "largest mean constraint, or 0: {}", self.means.infeasibility());
        for (name, rests_on) in until::BOUNDED {
            if let Some(bound) = certificate.measured(name) {
                let _ = writeln!(text, "{name}: at most {} ({})", bound.hi(), grade(rests_on));
            }
        }
        if let Some(second) = &self.second {
            let shrunk = &second.solution;
            let objective = crate::numerics::rational::enclose(&shrunk.objective);
            let _ = writeln!(text, "shrunk to {}: mean objective {objective}", shrunk.support.len());
        }
        text
    }
}

/// Takes from the certificate what both have measured: one quantity is one number in all that is printed.
fn agree(means: &mut Means, certificate: &Certificate) {
    means.objective = certificate.measured("objective").unwrap_or(means.objective);
    means.objective_weight = certificate.measured("objective_weight").or(means.objective_weight);
    let worst = means.constraints.iter_mut().max_by(|a, b| a.hi().total_cmp(&b.hi()));
    if let (Some(worst), Some(most)) = (worst, certificate.measured("infeasibility"))
        && (worst.hi() > 0.0 || most.hi() > 0.0)
    {
        *worst = Enclosure::new(worst.lo().min(most.hi()), most.hi());
        let most = *worst;
        for mean in means.constraints.iter_mut().filter(|mean| mean.hi() > most.hi()) {
            *mean = Enclosure::new(mean.lo().min(most.hi()), most.hi());
        }
    }
}
