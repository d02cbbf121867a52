//! The conformance kit: every law that a lambda-player keeps, asked of a Python class or of one of ours.

use crate::away::{Watch, away};
use crate::edge::refuse;
use crate::variant::{Class, Declared, Plays, near_python};
use pyo3::prelude::*;
use referee::players::LambdaEntry;
use referee::registry::Registry;
use referee::testing::conformance::{Finding, Law};
use referee::testing::multiplier_player::{LAWS, Player};
use std::sync::Arc;

/// Who is judged.
#[derive(FromPyObject)]
pub enum Who {
    Ours(String),
    Theirs(Declared),
}

/// How a player is made.
enum Subject {
    Ours(&'static LambdaEntry),
    Theirs(Arc<Class>),
}

impl Subject {
    fn new(who: Who) -> PyResult<Self> {
        match who {
            Who::Theirs(declared) => Class::new(declared).map(Self::Theirs),
            Who::Ours(name) => Registry::ours().find_lambda_player(&name).map(Self::Ours).ok_or_else(|| {
                refuse(format!("there is no lambda-player `{name}`: referee.players() lists those that there are"))
            }),
        }
    }

    /// The player, with what it declares. Ours are asked what everybody is asked.
    fn player(self, watch: &Arc<Watch>) -> Player {
        match self {
            Self::Ours(entry) => {
                let make = |settings: &_| entry.make(settings).expect("the settings of a contest are in range");
                Player::new(entry.game, make)
            }
            Self::Theirs(class) => {
                let (watch, made) = (Arc::clone(watch), Arc::clone(&class));
                let mut player = Player::new(class.game, move |settings| made.make(settings, Plays::AreJudged, &watch));
                if class.declared.takes_step {
                    player = player.steps();
                }
                if class.declared.scale {
                    player = player.scale();
                }
                match class.declared.permutation {
                    Some(within) => player.permutation(within),
                    None => player,
                }
            }
        }
    }
}

/// The laws: the name of each, and what it says.
#[pyfunction]
pub fn laws() -> Vec<(&'static str, &'static str)> {
    LAWS.iter().map(|law| (law.name, law.says)).collect()
}

/// Asks laws of a player: of each its name, "holds", "skipped" or "broken", and a sentence about it.
#[pyfunction]
pub fn ask_laws(py: Python<'_>, who: Who, names: Vec<String>) -> PyResult<Vec<(&'static str, &'static str, String)>> {
    let find = |name: &String| LAWS.iter().find(|law| law.name == name);
    let asked: Option<Vec<&'static Law<Player>>> = names.iter().map(find).collect();
    let asked = asked.ok_or_else(|| refuse("there is no such law: referee.testing.LAWS has them all"))?;
    let subject = Subject::new(who)?;
    away(py, "asking laws", move |watch| {
        Ok(near_python(|| {
            let player = subject.player(watch);
            let ask = |(done, law): (usize, &&'static Law<Player>)| {
                watch.tell(done as u64, asked.len() as u64);
                match (law.check)(&player) {
                    Ok(Finding::Holds) => (law.name, "holds", String::new()),
                    Ok(Finding::Skipped(reason)) => (law.name, "skipped", reason),
                    Err(violation) => (law.name, "broken", violation),
                }
            };
            asked.iter().enumerate().map(ask).collect()
        }))
    })
}
