//! What single rounds do, in a table, and which model to ship.

use crate::cli::numbers::at_most;
use crate::cli::table::table;
use crate::regret::{Single, Singles};
use crate::trace::Checkpoints;
use std::fmt::Write as _;

/// The table, and the sentences below it; without the table if `quiet`.
pub(super) fn text(
    singles: &Singles,
    checkpoints: &Checkpoints,
    recorded: bool,
    equalities: bool,
    quiet: bool,
) -> String {
    let mut text = String::new();
    if !quiet {
        let mut rows = table(["of the run", "round", "objective", "largest violation"], [1, 2, 3]);
        for (name, single) in
            [("last round", &singles.last), ("best round", &singles.best), ("worst round", &singles.worst)]
        {
            rows.add_row([
                name.to_owned(),
                single.round.to_string(),
                at_most(single.objective),
                at_most(single.violation),
            ]);
        }
        let parts = ["mean of the last 10 %", "mean of the last 50 %"];
        for (part, tail) in parts.into_iter().zip(singles.tails).filter_map(|(part, tail)| Some((part, tail?))) {
            let from = format!("from {}", tail.first);
            rows.add_row([part.to_owned(), from, at_most(tail.objective), at_most(tail.violation)]);
        }
        let _ = writeln!(text, "{rows}\n");
        let (violating, all) = (singles.violating, singles.rounds);
        let _ = writeln!(
            text,
            "{violating} of {all} round{} violate{} a constraint{}{}. Rounds are counted from 0; numbers are rounded up.",
            if all == 1 { "" } else { "s" },
            if violating == 1 { "s" } else { "" },
            by(recorded, singles.rounded_up),
            if equalities { " (an equality is hardly ever met exactly)" } else { "" },
        );
    }
    if let Some(best) = singles.best_named {
        let _ = writeln!(text, "{}", ship(&best, checkpoints.of_round(best.round), by(recorded, singles.rounded_up)));
    }
    text
}

/// What sentences about single rounds rest on.
pub(in crate::cli) fn by(recorded: bool, rounded_up: bool) -> &'static str {
    match (recorded, rounded_up) {
        (_, true) => ", by the upper ends of the recorded values",
        (true, false) => ", by the recorded values",
        (false, false) => "",
    }
}

/// Which file to ship, and what it does, by what is known.
pub(in crate::cli) fn ship(best: &Single, file: Option<&str>, by: &str) -> String {
    let Single { round, objective, violation } = *best;
    let (path, objective) = (file.unwrap_or("a checkpoint"), at_most(objective));
    if violation > 0.0 {
        let violation = at_most(violation);
        format!(
            "No checkpoint keeps every constraint{by}. The nearest is {path} (round {round}): it violates none by more than \
             {violation}, and its objective is at most {objective}."
        )
    } else {
        format!(
            "Ship {path} (round {round}): it violates no constraint{by}, and its objective is at most {objective}, the least of \
             the checkpoints that do so."
        )
    }
}
