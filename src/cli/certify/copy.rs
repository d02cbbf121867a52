//! A canonical copy of a trace: as a trace of the game that was asked for, or with the problem's values at its points.
//! The checker reads a trace as it is, so what is certified is the copy, and the certificate names it.

use super::Arguments;
use crate::cli::import::Copied;
use crate::cli::paths::{as_output, refuse_same_file};
use crate::error::{Error, Result};
use crate::files::{Form, Set};
use crate::game::Game;
use crate::run::Subject;
use crate::theorems::agreement::Recomputed;
use crate::trace::{Layout, Round, Rounds as _, TraceFile, TraceWriter, WhichGame};
use std::path::{Path, PathBuf};

/// A copy that the call asks for.
pub(super) struct Wanted<'a> {
    arguments: &'a Arguments,
    recorded: Layout,
    game: Game,
    /// Where it goes, if anywhere.
    target: Option<(&'a Set, PathBuf)>,
}

impl<'a> Wanted<'a> {
    /// The copy that a trace with these columns needs, if it needs one; refused if it cannot be written.
    pub(super) fn new(
        arguments: &'a Arguments,
        recorded: Layout,
        game: WhichGame,
        target: Option<(&'a Set, PathBuf)>,
    ) -> Result<Option<Self>> {
        let game = game.kind();
        if arguments.recompute && arguments.problem.is_none() {
            return Err(Error::new("--recompute needs --problem: name the problem whose values are to be written"));
        }
        if !arguments.recompute && game == recorded.game() {
            return Ok(None);
        }
        if target.is_none() && (arguments.recompute || arguments.common.json) {
            let flags = if arguments.recompute { "--recompute" } else { "--json with this --game" };
            return Err(Error::new(format!(
                "{flags} needs --output: the certificate is about a copy of the trace, which is written beside it"
            )));
        }
        if let Some((set, copy)) = &target {
            arguments.inputs().iter().try_for_each(|(input, what)| refuse_same_file(copy, input, what))?;
            set.beside(copy, Form::Columns("objective")).map_err(as_output)?;
        }
        Ok(Some(Self { arguments, recorded, game, target }))
    }

    /// In words: what the copy has that the trace has not.
    pub(super) fn sentence(&self) -> String {
        let game = match self.game {
            game if game == self.recorded.game() => None,
            Game::Lagrangian => Some("without lambda_0"),
            Game::ProxyLagrangian => Some("with lambda_0 = 1 in every round"),
        };
        let values =
            self.arguments.recompute.then_some("with the problem's enclosures at the recorded points for values");
        let changes: Vec<&str> = game.into_iter().chain(values).collect();
        format!("What is certified is a copy of the trace, {}.\n", changes.join(" and "))
    }

    /// Makes the copy of a trace, round by round.
    pub(super) fn make(self, trace: &Path, subject: Option<&Subject<'_>>) -> Result<Copied> {
        let mut layout = self.recorded.in_game(self.game);
        let mut recomputed = None;
        if let Some(subject) = subject.filter(|_| self.arguments.recompute) {
            let values = Recomputed::new(&*subject.problem, self.game, &self.recorded);
            let values = values.map_err(|error| error.context("--recompute needs the points").in_file(trace))?;
            layout = values.layout();
            recomputed = Some(values);
        }
        let copied = Copied::start(self.target, &self.arguments.trace)?;
        let mut file = TraceFile::open(trace)?;
        let mut into = Round::new(&layout);
        let mut writer = TraceWriter::create(&copied.path, layout)?;
        let mut rounds = 0_usize;
        file.pass(&mut |block| {
            block.each_in_game(&mut into, |into| {
                if let Some(values) = &mut recomputed {
                    let filled = values.fill(into).and_then(|()| into.check(writer.layout()));
                    filled.map_err(|error| {
                        let place =
                            format!("--recompute needs a value at every point, but in round {rounds} (counted from 0)");
                        error.context(place).in_file(trace)
                    })?;
                }
                rounds += 1;
                writer.write_round(into)
            })
        })?;
        writer.finish()?;
        Ok(copied)
    }
}
