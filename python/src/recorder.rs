//! Rounds as a training loop has them, one at a time.

use crate::edge::{doubles, game, raise, refuse};
use crate::run::{Logged, Run};
use pyo3::prelude::*;
use referee::game::Game;
use referee::trace::{Checkpoints, Recording, Row};

/// What is being recorded. The first round decides whether there are proxies, and how long theta is.
#[pyclass(module = "referee._referee")]
pub struct Recorder {
    game: Game,
    names: Vec<String>,
    equalities: Vec<usize>,
    estimates: bool,
    recording: Option<Recording>,
    checkpoints: Checkpoints,
}

#[pymethods]
impl Recorder {
    #[new]
    fn new(names: Vec<String>, equalities: Vec<usize>, game_name: &str, estimates: bool) -> PyResult<Self> {
        let game = game(game_name)?;
        // What is wrong with the names is said now, not in the first round.
        Recording::new(game, &names, &equalities, false, 0).map_err(|error| raise(&error))?;
        Ok(Self { game, names, equalities, estimates, recording: None, checkpoints: Checkpoints::default() })
    }

    fn record(
        &mut self,
        objective: f64,
        constraints: &[u8],
        lambda: &[u8],
        proxies: Option<&[u8]>,
        theta: Option<&[u8]>,
    ) -> PyResult<()> {
        if proxies.is_some() && self.game == Game::Lagrangian {
            return Err(refuse("the Lagrangian game has no proxies: leave them out, or record with game=\"proxy\""));
        }
        let [constraints, lambda, proxies, theta] =
            [constraints, lambda, proxies.unwrap_or_default(), theta.unwrap_or_default()].map(doubles);
        let row = Row { objective, constraints: &constraints, proxies: &proxies, lambda: &lambda, theta: &theta };
        if let Some(recording) = &mut self.recording {
            return recording.push(&row).map_err(|error| raise(&error));
        }
        let recording = Recording::new(self.game, &self.names, &self.equalities, !proxies.is_empty(), theta.len());
        let mut recording = recording.map_err(|error| raise(&error))?;
        recording.push(&row).map_err(|error| raise(&error))?;
        self.recording = Some(recording);
        Ok(())
    }

    fn checkpoint(&mut self, path: &str) -> PyResult<()> {
        let Some(last) = self.__len__().checked_sub(1) else {
            return Err(refuse("there is no round to which the checkpoint belongs: record first"));
        };
        self.checkpoints.insert(last, path).map_err(|error| raise(&error))
    }

    fn __len__(&self) -> usize {
        self.recording.as_ref().map_or(0, |recording| recording.trace().rounds())
    }

    /// What was recorded so far; recording goes on.
    fn run(&self) -> PyResult<Run> {
        let Some(recording) = &self.recording else {
            return Err(refuse("nothing was recorded: call record() once per round"));
        };
        Ok(Run::of(Logged {
            trace: recording.trace().clone(),
            labels: recording.labels(),
            equalities: recording.equalities(),
            checkpoints: self.checkpoints.clone(),
            estimates: self.estimates,
        }))
    }
}
