//! A lambda-player that is written in Python, wherever the library takes one.

use crate::away::Watch;
use crate::edge::{game, numbers_of, one_number, refuse};
use crate::gate;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyList;
use referee::domain::{AnyDomain, Domain as _};
use referee::error::{Cancelled, Result};
use referee::game::{Game, Rules};
use referee::numerics::ExactSum;
use referee::players::{LambdaEntry, LambdaPlayer, LambdaSettings, RegretKind};
use referee::registry::Registry;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex};

/// What a class says of itself, as `referee._players.declared` has checked it.
#[derive(FromPyObject)]
pub struct Declared {
    name: String,
    game: String,
    regret: String,
    about: String,
    pub takes_step: bool,
    pub scale: bool,
    pub permutation: Option<f64>,
    /// Makes the player from the settings, one by one.
    make: Py<PyAny>,
}

/// A class of players.
pub struct Class {
    pub name: &'static str,
    pub game: Game,
    regret: RegretKind,
    about: &'static str,
    pub declared: Declared,
}

/// What becomes of plays that are not exact members of the game's set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Plays {
    /// The first one ends the work.
    MustFit,
    /// They go through: the laws of the kit say what is wrong with them.
    AreJudged,
}

/// The text for the life of the process: names of players are few, and each is kept once.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().expect("nobody panics here");
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    kept.insert(text);
    text
}

/// The regret of a name.
fn regret(name: &str) -> PyResult<RegretKind> {
    let known = referee::league::KINDS.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| refuse(format!("there is no regret {name:?}: write \"external\", \"swap\" or \"deviation\"")))
}

impl Class {
    pub fn new(declared: Declared) -> PyResult<Arc<Self>> {
        let (game, regret) = (game(&declared.game)?, regret(&declared.regret)?);
        Ok(Arc::new(Self { name: kept(&declared.name), game, regret, about: kept(&declared.about), declared }))
    }

    /// The player at the start; an exception of its code ends the work.
    pub fn make(
        self: &Arc<Self>,
        settings: &LambdaSettings,
        plays: Plays,
        watch: &Arc<Watch>,
    ) -> Box<dyn LambdaPlayer> {
        let &LambdaSettings { constraints, horizon, bound, bound2, range, radius, step } = settings;
        let set = Rules::new(self.game, radius).multipliers(constraints).ok();
        let given_radius = (self.game == Game::Lagrangian).then_some(radius);
        let given = (constraints, horizon, bound, bound2, range, given_radius, step);
        let made = attached(watch, |py| {
            self.declared.make.call1(py, given).map_err(|error| noted(py, error, self.name, "__init__", None))
        });
        let (class, watch) = (Arc::clone(self), Arc::clone(watch));
        Box::new(Variant { class, player: made, watch, plays, set, round: 0 })
    }

    fn entry(self: &Arc<Self>, watch: &Arc<Watch>) -> LambdaEntry {
        let (class, watch) = (Arc::clone(self), Arc::clone(watch));
        let make = move |settings: &LambdaSettings| Ok(class.make(settings, Plays::MustFit, &watch));
        let entry = LambdaEntry::new(self.name, self.game, self.regret, self.about, make);
        if self.declared.takes_step { entry } else { entry.adapts() }
    }
}

/// Ours, and these.
pub fn registry(classes: &[Arc<Class>], watch: &Arc<Watch>) -> Result<Registry> {
    classes.iter().try_fold(Registry::default(), |registry, class| registry.with_lambda_player(class.entry(watch)))
}

/// Does work on a thread that the interpreter knows meanwhile: to attach again is then thirty times as quick.
pub fn near_python<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let Some(entered) = gate::enter() else { resume_unwind(Box::new(Cancelled)) };
    let done = Python::try_attach(|py| {
        py.detach(|| {
            drop(entered);
            let done = catch_unwind(AssertUnwindSafe(work));
            // To leave, the thread goes through the interpreter once more.
            (done, gate::enter_or_stay())
        })
    });
    match done {
        Some((Ok(value), _)) => value,
        Some((Err(panic), _)) => resume_unwind(panic),
        None => resume_unwind(Box::new(Cancelled)),
    }
}

/// Runs Python code; an exception of it ends the work, as does the end of the interpreter.
fn attached<T>(watch: &Watch, code: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    watch.go_on();
    // Whoever is inside leaves before anything unwinds.
    let done = gate::enter().and_then(|_inside| Python::try_attach(code));
    match done {
        Some(Ok(value)) => value,
        Some(Err(error)) => watch.end_with(error),
        None => resume_unwind(Box::new(Cancelled)),
    }
}

/// An exception of the user's code, with a note where it was met (since Python 3.11).
fn noted(py: Python<'_>, error: PyErr, name: &str, method: &str, round: Option<usize>) -> PyErr {
    let round = round.map_or_else(String::new, |round| format!(", in round {round}"));
    let note = format!("This happened in {method}() of the lambda-player `{name}`{round}.");
    // What cannot take a note is raised without one.
    let _ = error.value(py).call_method1(intern!(py, "add_note"), (note,));
    error
}

/// A player that lives in the interpreter.
struct Variant {
    class: Arc<Class>,
    player: Py<PyAny>,
    watch: Arc<Watch>,
    plays: Plays,
    /// Where its multipliers live; nowhere in a Lagrangian game without constraints.
    set: Option<AnyDomain>,
    /// The round that is played next, counted from 0.
    round: usize,
}

impl Variant {
    /// A bound that it states: a number, or `None`.
    fn stated(&self, method: &'static str) -> Option<f64> {
        attached(&self.watch, |py| {
            let bound = self.player.bind(py).call_method0(method);
            let bound = bound.map_err(|error| noted(py, error, self.class.name, method, None))?;
            if bound.is_none() {
                return Ok(None);
            }
            let what = format!("{method}() of the lambda-player `{}`", self.class.name);
            one_number(&bound, &what).map(Some)
        })
    }

    /// The place of what is wrong.
    fn here(&self) -> String {
        format!("the lambda-player `{}`, round {}", self.class.name, self.round)
    }

    fn take(&self, py: Python<'_>, played: &Bound<'_, PyAny>, lambda: &mut [f64]) -> PyResult<()> {
        let row = numbers_of(played, "the play");
        let row = row.map_err(|error| refuse(format!("{}: {}", self.here(), error.value(py))))?;
        if row.len() != lambda.len() {
            let what = match self.class.game {
                Game::Lagrangian => "one for each constraint",
                Game::ProxyLagrangian => "first that of the objective, then one for each constraint",
            };
            let (played, wanted) = (row.len(), lambda.len());
            return Err(refuse(format!("{}: it plays {played} numbers, but give {wanted}: {what}", self.here())));
        }
        if self.plays == Plays::MustFit
            && let Some(why) = self.misfit(&row)
        {
            let helper = match self.class.game {
                Game::Lagrangian => "referee.to_ball(multipliers, settings.radius)",
                Game::ProxyLagrangian => "referee.to_simplex(weights)",
            };
            let shown = shown(&row);
            return Err(refuse(format!("{}: it plays {shown}, but {why}: return {helper}", self.here())));
        }
        lambda.copy_from_slice(&row);
        Ok(())
    }

    /// Why a play is not an exact member of the game's set.
    fn misfit(&self, row: &[f64]) -> Option<String> {
        if self.set.as_ref().is_none_or(|set| set.contains(row)) {
            return None;
        }
        if let Some((i, x)) = row.iter().enumerate().find(|(_, x)| !x.is_finite()) {
            return Some(format!("number {i} is {x}, which is not finite"));
        }
        if let Some((i, x)) = row.iter().enumerate().find(|(_, x)| **x < 0.0) {
            return Some(format!("number {i} is {x}, which is negative"));
        }
        let mut excess = ExactSum::of(row);
        let (most, what) = match &self.set {
            Some(AnyDomain::L1Orthant(ball)) => (ball.radius(), format!("the radius {}", ball.radius())),
            _ => (1.0, "1".to_owned()),
        };
        excess.add(-most);
        let (side, sign) = if excess.sign() == Ordering::Greater { ("above", 1.0) } else { ("below", -1.0) };
        Some(format!("their sum is {side} {what} by {:.2e}", sign * excess.enclose().midpoint()))
    }
}

/// A play, as much of it as fits in a sentence.
fn shown(row: &[f64]) -> String {
    match row {
        [] | [_] | [_, _] | [_, _, _] | [_, _, _, _] => format!("{row:?}"),
        [a, b, c, ..] => format!("[{a:?}, {b:?}, {c:?}, .. {} in all]", row.len()),
    }
}

impl LambdaPlayer for Variant {
    fn name(&self) -> &'static str {
        self.class.name
    }

    fn regret(&self) -> RegretKind {
        self.class.regret
    }

    fn play(&mut self, lambda: &mut [f64]) {
        attached(&self.watch, |py| {
            let played = self.player.bind(py).call_method0(intern!(py, "play"));
            let played = played.map_err(|error| noted(py, error, self.class.name, "play", Some(self.round)))?;
            self.take(py, &played, lambda)
        });
    }

    fn observe(&mut self, payoff: &[f64]) {
        attached(&self.watch, |py| {
            let seen = PyList::new(py, payoff)?;
            let observed = self.player.bind(py).call_method1(intern!(py, "observe"), (seen,));
            observed.map(drop).map_err(|error| noted(py, error, self.class.name, "observe", Some(self.round)))
        });
        self.round += 1;
    }

    fn bound(&self) -> Option<f64> {
        self.stated("bound")
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.stated("runtime_bound")
    }
}
