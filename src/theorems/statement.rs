//! What a statement of the paper is: where it stands, whom it is about, what it promises, and what it makes of a trace.

use super::certification::{Measured, expect_game};
use super::plan::{Form, Inputs, Shape};
use super::rate::{self, Table};
use crate::arena::Seats;
use crate::certificate::{Certificate, Given};
use crate::error::Result;
use crate::game::{Game, MirrorKind};
#[cfg(any(feature = "testing", feature = "cli"))]
use crate::strategies::Instance;
use crate::trace::Rounds;
#[cfg(any(feature = "testing", feature = "cli"))]
use proptest::strategy::BoxedStrategy;
use std::fmt;

/// What kind of statement it is, hence how it can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// About a run that has been played: checked on its trace.
    APosteriori,
    /// Promises a regret before anything is played.
    Rate,
    /// Says that something exists.
    Existence,
    /// About a linear program.
    LinearProgram,
}

impl Kind {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::APosteriori => "a-posteriori",
            Self::Rate => "a-priori rate",
            Self::Existence => "existence",
            Self::LinearProgram => "linear program",
        }
    }
}

/// Where a statement stands, what reading it closely found, and how it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Its number as printed.
    pub number: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Its label in the source of the paper.
    pub label: &'static str,
    /// The path of its module.
    pub path: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// What an audit of its proof found.
    pub verdict: &'static str,
    /// What to know when reading it, if anything.
    pub erratum: Option<&'static str>,
    /// How it is checked here.
    pub checked: &'static str,
}

impl About {
    /// Its number in short, such as `T1` for Theorem 1.
    pub fn code(&self) -> String {
        let (kind, number) = self.number.split_once(' ').unwrap_or((self.number, ""));
        format!("{}{number}", kind.get(..1).unwrap_or_default())
    }

    /// The module of [`theorems`](crate::theorems) that has it.
    pub fn module(&self) -> &'static str {
        self.path.rsplit("::").next().unwrap_or(self.path)
    }
}

/// Whose regret it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regret {
    /// The theta-player's.
    Theta,
    /// The lambda-player's.
    Lambda,
    /// That of each.
    Both,
}

/// What a rate bounds before anything is played, and from which constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Whose regret a certificate holds against it.
    pub regret: Regret,
    /// What can be planned with it.
    pub shape: Shape,
    /// The constants that a plan takes, in groups, by the name of their flag in `referee plan`.
    pub constants: &'static [&'static [&'static str]],
}

impl Promise {
    /// Whether a plan takes a constant.
    pub fn takes(&self, constant: &str) -> bool {
        self.constants.iter().any(|group| group.contains(&constant))
    }
}

/// `instances! { strategy }` in an implementation of [`Statement`]: what it is tried on, where strategies are compiled in.
macro_rules! instances {
    ($($body:tt)*) => {
        #[cfg(any(feature = "testing", feature = "cli"))]
        fn instances(&self) -> Option<proptest::strategy::BoxedStrategy<crate::strategies::Instance>> {
            #[allow(unused_imports, clippy::wildcard_imports, clippy::enum_glob_use, reason = "words for the body")]
            use crate::game::Game::*;
            #[allow(clippy::wildcard_imports, reason = "words for the body")]
            use crate::strategies::*;
            #[allow(unused_imports, reason = "for bodies that choose")]
            use proptest::prelude::{Strategy as _, prop_oneof};
            Some({ $($body)* }.boxed())
        }
    };
}
pub(super) use instances;

/// A statement of the paper.
pub trait Statement: Send + Sync {
    /// Where it stands, and what to know of it.
    fn about(&self) -> &'static About;

    /// The algorithm that it is about, or whose players it is about; `None` if nobody plays.
    fn algorithm(&self) -> Option<Seats> {
        None
    }

    /// What it promises, if it is a rate.
    fn promise(&self) -> Option<Promise> {
        None
    }

    /// Whose mirror it speaks of, if it is about mirror descent.
    fn mirror(&self) -> Option<Regret> {
        None
    }

    /// The forms of the rate, the paper's first.
    ///
    /// # Errors
    /// If a constant that it needs is missing.
    fn forms(&self, _: &Inputs) -> Result<Vec<Form>> {
        Ok(Vec::new())
    }

    /// Notes the claims of the rate about a trace that was measured. Other statements make theirs in
    /// [`Statement::certify`].
    fn claims(&self, _: &mut Table<'_>) {}

    /// Refuses what it does not take and asks for what it needs.
    ///
    /// # Errors
    /// If there is something of either kind; the sentence names it.
    fn check(&self, given: &Given) -> Result<()> {
        rate::check(self, given)
    }

    /// Certifies a trace that was measured. The rounds are read again where only exact sums decide.
    ///
    /// # Errors
    /// If the trace is of another game or cannot be read, or what is given is not what the statement takes.
    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        rate::certify(self, measured, rounds, given)
    }

    /// Measures a trace and certifies it, with nothing but what is given.
    ///
    /// # Errors
    /// As [`Statement::certify`].
    fn certify_trace(&self, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        expect_game(rounds.layout().game(), self)?;
        self.check(&given)?;
        let measured = Measured::take(rounds, &given, self.sizes(&given), &mut |_| ())?;
        self.certify(&measured, rounds, given)
    }

    /// Random instances that satisfy its hypotheses: what it is tried on.
    #[cfg(any(feature = "testing", feature = "cli"))]
    fn instances(&self) -> Option<BoxedStrategy<Instance>> {
        None
    }

    /// The mirror in whose dual norm the sizes of payoffs are measured, if it asks for sizes.
    fn sizes(&self, given: &Given) -> Option<MirrorKind> {
        let lambda = given.rate.as_ref().and_then(|rate| rate.mirror).filter(|_| self.mirror() == Some(Regret::Lambda));
        self.promise().map(|_| lambda.unwrap_or(MirrorKind::Euclidean))
    }

    /// Its name in files and on the command line.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// The game whose traces it is certified on, if it is certified on traces.
    fn game(&self) -> Option<Game> {
        self.algorithm().map(|seats| seats.algorithm.game())
    }

    /// Whether it is about the theta-player's regret.
    fn bounds_theta(&self) -> bool {
        self.promise().is_some_and(|promise| promise.regret != Regret::Lambda)
    }

    /// Whether it speaks of the lambda-player's step.
    fn takes_step(&self) -> bool {
        self.promise().is_some_and(|promise| promise.regret != Regret::Theta)
    }

    /// Whether it holds with a probability only.
    fn takes_confidence(&self) -> bool {
        self.promise().is_some_and(|promise| promise.takes("confidence"))
    }

    /// Whether its theta-player follows stochastic subgradients.
    fn takes_subgradients(&self) -> bool {
        self.bounds_theta() && self.takes_confidence()
    }

    /// Whether its theta-player is an oracle.
    fn takes_oracle_error(&self) -> bool {
        self.bounds_theta() && !self.takes_confidence()
    }
}

impl fmt::Debug for dyn Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Statement {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Statement {}
