//! The league for people, in 100 columns, and for programs.

use super::tables::{game_table, matrix, sequence_table, slope_cell, span};
use crate::cli::numbers::at_most_coarsely;
use crate::cli::reports::drop_nulls;
use crate::cli::table::Table;
use crate::league::slope::{Point, Slope};
use crate::league::standings::{Curve, EPSILON, FLOOR, Row, curves, paper_player, rows};
use crate::league::{Entry, Selection, is_anytime};
use crate::players::{LambdaEntry, RegretKind};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The last point of a curve.
fn last_cell(curve: &Curve) -> String {
    curve.last().map_or_else(String::new, |point| at_most_coarsely(point.mean()))
}

/// Everything that is printed.
pub(super) struct Report<'a> {
    selection: &'a Selection,
    entries: &'a [Entry],
    curves: Vec<Curve>,
    resumed: usize,
}

impl<'a> Report<'a> {
    pub(super) fn new(selection: &'a Selection, entries: &'a [Entry], resumed: usize) -> Self {
        Self { selection, entries, curves: curves(entries), resumed }
    }

    fn on_sequences(&self, constraints: usize) -> Vec<&'a Entry> {
        let wanted = |entry: &&Entry| entry.cell.arena.is_sequence() && entry.measured.constraints == constraints;
        self.entries.iter().filter(wanted).collect()
    }

    fn in_games(&self) -> Vec<&'a Entry> {
        self.entries.iter().filter(|entry| !entry.cell.arena.is_sequence()).collect()
    }

    /// What is shown of all runs, each table with its caption.
    pub(super) fn tables(&self) -> Vec<(String, Table)> {
        let mut tables = Vec::new();
        for &constraints in &self.selection.constraints {
            let rows = rows(&self.on_sequences(constraints));
            if rows.is_empty() {
                continue;
            }
            let caption = format!("Sequences, m = {constraints}, {}", span(&self.selection.rounds));
            tables.push((caption, sequence_table(&rows)));
            let here = |curve: &&Curve| curve.arena.is_sequence() && curve.constraints == constraints;
            let curves: Vec<&Curve> = self.curves.iter().filter(here).collect();
            let caption = "Slopes of the average deviation regret, which is what Theorem 2 needs, by the numbers above";
            let slopes = matrix(&rows, &curves, RegretKind::Deviation.name(), slope_cell);
            tables.push((caption.to_owned(), slopes));
        }
        let rows = rows(&self.in_games());
        if !rows.is_empty() {
            tables.push((format!("Games, {}", span(&self.selection.game_rounds)), game_table(&rows)));
            let curves: Vec<&Curve> = self.curves.iter().filter(|curve| !curve.arena.is_sequence()).collect();
            let caption = "Certified epsilon at the largest T, by the numbers above";
            tables.push((caption.to_owned(), matrix(&rows, &curves, EPSILON, last_cell)));
        }
        tables
    }

    pub(super) fn text(&self, quiet: bool, written: &str) -> String {
        let mut text = String::new();
        if !quiet {
            text += &self.played();
        }
        for (caption, table) in self.tables() {
            let _ = writeln!(text, "\n{caption}:\n\n{table}");
        }
        if !quiet {
            text += &self.notes();
        }
        for entry in self.entries {
            for why in &entry.measured.wrong {
                let _ = writeln!(text, "violated: {}: {why}", entry.cell);
            }
        }
        if !quiet {
            text += written;
        }
        text += &self.totals();
        text
    }

    /// What was asked for, in words.
    pub(super) fn played(&self) -> String {
        let Selection { players, sequences, problems, seeds, seed, .. } = self.selection;
        let mut text = format!("players: {}\n", players.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", "));
        if !sequences.is_empty() {
            let names: Vec<String> = sequences.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect();
            let _ =
                writeln!(text, "sequences: {} (seeds {seed} to {})", names.join(", "), seed.wrapping_add(seeds - 1));
        }
        if !problems.is_empty() {
            let _ = writeln!(text, "games: {}", problems.join(", "));
        }
        if self.resumed > 0 {
            let _ = writeln!(text, "{} of {} runs were there already", self.resumed, self.entries.len());
        }
        text
    }

    /// What the columns mean, and what is missing.
    pub(super) fn notes(&self) -> String {
        let mut text = String::from("\n");
        let anytime: Vec<&str> = self
            .selection
            .players
            .iter()
            .filter(|player| is_anytime(player).unwrap_or(false))
            .map(|player| player.name)
            .collect();
        if !anytime.is_empty() {
            let _ = writeln!(text, "Need not know T: {}. All others are tuned for each T.", anytime.join(", "));
        }
        text += "Regrets are certified averages (upper ends) of the kind that a player's bounds speak of, at the largest T and \
                 the worst over sequences or games; slopes are over T >= 256, of the worst sequence at each T or of the game \
                 with the median slope, with 95% intervals. `/bound`, `/run`: the largest regret over the bound promised \
                 before play, and over that computed from the run, about. `/limit`: over what no player can beat on all sequences. `deviation`: the \
                 worst deviation regret. `ns`: CPU time of a step. `0`: not certainly positive, so not fitted; `-`: fewer than \
                 three points, or nothing to compare with.\n";
        if !self.in_games().is_empty() {
            let _ = writeln!(
                text,
                "Epsilon: certified suboptimality plus infeasibility, geometric mean over the games, each floored at {FLOOR:e}; \
                 gain: how many times smaller than that of the paper's player."
            );
            let solved = self.floored();
            if !solved.is_empty() {
                let _ = writeln!(text, "At the floor, where a gain says little: {}.", solved.join(", "));
            }
            let players = &self.selection.players;
            let missing = |own: &&LambdaEntry| players.iter().all(|entry| entry.name != paper_player(own.game));
            if let Some(LambdaEntry { game, .. }) = players.iter().find(missing) {
                let _ = writeln!(text, "No gain without the paper's player: add {} to --players.", paper_player(*game));
            }
        }
        let mut reasons: Vec<(&str, String)> = Vec::new();
        for entry in self.entries {
            if let Some(why) = &entry.measured.left_out
                && !reasons.iter().any(|(known, arena)| known == why && *arena == entry.cell.arena.to_string())
            {
                reasons.push((why, entry.cell.arena.to_string()));
                let _ = writeln!(text, "left out: {} on {}: {why}.", entry.cell.player, entry.cell.arena);
            }
        }
        text
    }

    /// The games in which some player certifies less than the floor at the largest `T`.
    fn floored(&self) -> Vec<String> {
        let mut games: Vec<String> = Vec::new();
        for curve in self.curves.iter().filter(|curve| curve.what == EPSILON) {
            let low = curve.last().is_some_and(|point| point.mean() < FLOOR);
            if low && !games.contains(&curve.arena.name()) {
                games.push(curve.arena.name());
            }
        }
        games
    }

    pub(super) fn totals(&self) -> String {
        let left_out = self.entries.iter().filter(|entry| entry.measured.left_out.is_some()).count();
        let broken = self.entries.iter().filter(|entry| !entry.measured.wrong.is_empty()).count();
        let verdict = match broken {
            0 => "no regret is certainly above a bound".to_owned(),
            1 => "1 run breaks a bound".to_owned(),
            count => format!("{count} runs break a bound"),
        };
        let runs = self.entries.len() - left_out;
        let left_out = if left_out > 0 { format!(", {left_out} left out") } else { String::new() };
        format!("{runs} runs{left_out}: {verdict} (seed {}).\n", self.selection.seed)
    }

    pub(super) fn json(&self) -> String {
        let slope = |slope: Slope| json!({ "value": slope.value, "low": slope.low, "high": slope.high, "interval": slope.method.name() });
        let place =
            |place: &Option<(f64, String)>| place.as_ref().map(|(value, name)| json!({ "value": value, "on": name }));
        let row = |row: &Row| {
            json!({
                "player": row.player, "regret_kind": row.kind.name(),
                "slope": row.slope.as_ref().map(|(own, on)| json!({ "on": on, "fit": slope(*own) })),
                "regret": place(&row.regret), "deviation_regret": place(&row.deviation),
                "to_bound": row.to_bound, "to_runtime_bound": row.to_runtime_bound, "to_limit": row.to_limit,
                "nanoseconds_a_step": row.step, "epsilon": row.epsilon, "gain": row.gain,
                "wrong": row.wrong, "left_out": row.left_out,
            })
        };
        let all = |entries: &[&Entry]| rows(entries).iter().map(row).collect::<Vec<Value>>();
        let sequences: Vec<Value> = self
            .selection
            .constraints
            .iter()
            .map(|&m| json!({ "constraints": m, "rows": all(&self.on_sequences(m)) }))
            .filter(|table| table["rows"].as_array().is_some_and(|rows| !rows.is_empty()))
            .collect();
        let curve = |curve: &Curve| {
            let fit = curve.fit();
            json!({
                "player": curve.player, "on": curve.arena.to_string(), "what": curve.what,
                "slope": fit.slope.map(slope), "points": fit.points, "zeros": fit.zeros,
                "rounds": curve.points.iter().map(|point| point.rounds).collect::<Vec<_>>(),
                "means": curve.points.iter().map(Point::mean).collect::<Vec<_>>(),
            })
        };
        let wrong = self
            .entries
            .iter()
            .flat_map(|entry| entry.measured.wrong.iter().map(|why| format!("{}: {why}", entry.cell)));
        let mut document = json!({
            "settings": self.selection.to_json(), "runs": self.entries.len(),
            "sequences": sequences, "games": all(&self.in_games()),
            "curves": self.curves.iter().map(curve).collect::<Vec<Value>>(),
            "wrong": wrong.collect::<Vec<String>>(),
        });
        drop_nulls(&mut document);
        format!("{document:#}\n")
    }
}
