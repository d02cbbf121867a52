//! The league for people, in 100 columns, and for programs.

use crate::league::fit::Slope;
use crate::league::standings::{Curve, EPSILON, FLOOR, Row, curves, paper_player, rows};
use crate::league::{Entry, Selection, game_of, is_anytime, kind_name};
use crate::players::RegretKind;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::{Value, json};
use std::fmt::Write as _;

const WIDTH: u16 = 100;

/// Players side by side in a table of arenas: eight characters each, and room for names of arenas.
const COLUMNS: usize = 10;

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

    pub(super) fn text(&self, quiet: bool, written: Option<&str>) -> String {
        let mut text = String::new();
        if !quiet {
            let _ = writeln!(text, "{}", self.played());
        }
        for &constraints in &self.selection.constraints {
            let entries = self.on_sequences(constraints);
            let rows = rows(&entries);
            if !rows.is_empty() {
                let _ = writeln!(text, "\nSequences, m = {constraints}, {}:\n", span(&self.selection.rounds));
                let _ = writeln!(text, "{}", sequence_table(&rows));
                let _ = writeln!(
                    text,
                    "\nSlopes of the average deviation regret, which is what Theorem 2 needs, by the numbers above:\n"
                );
                let here = |curve: &&Curve| curve.arena.is_sequence() && curve.constraints == constraints;
                let curves: Vec<&Curve> = self.curves.iter().filter(here).collect();
                let _ = writeln!(text, "{}", matrix(&rows, &curves, kind_name(RegretKind::Deviation), slope_cell));
            }
        }
        let rows = rows(&self.in_games());
        if !rows.is_empty() {
            let _ = writeln!(text, "\nGames, {}:\n", span(&self.selection.game_rounds));
            let _ = writeln!(text, "{}", game_table(&rows));
            let _ = writeln!(text, "\nCertified epsilon at the largest T, by the numbers above:\n");
            let curves: Vec<&Curve> = self.curves.iter().filter(|curve| !curve.arena.is_sequence()).collect();
            let last = |curve: &Curve| curve.last().map_or_else(String::new, |point| small(point.mean()));
            let _ = writeln!(text, "{}", matrix(&rows, &curves, EPSILON, last));
        }
        if !quiet {
            text += &self.notes();
        }
        for entry in self.entries {
            for why in &entry.measured.wrong {
                let _ = writeln!(text, "violated: {}: {why}", entry.cell);
            }
        }
        if let Some(written) = written.filter(|_| !quiet) {
            let _ = writeln!(text, "{written}");
        }
        text += &self.totals();
        text.lines().fold(String::new(), |out, line| out + line.trim_end() + "\n")
    }

    /// What was asked for, in words.
    fn played(&self) -> String {
        let Selection { players, sequences, problems, seeds, seed, .. } = self.selection;
        let mut text = format!("players: {}\n", players.join(", "));
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
        wrapped(&text)
    }

    /// What the columns mean, and what is missing.
    fn notes(&self) -> String {
        let mut text = String::from("\n");
        let anytime: Vec<&str> = self
            .selection
            .players
            .iter()
            .copied()
            .filter(|player| game_of(player).is_some_and(|game| is_anytime(player, game).unwrap_or(false)))
            .collect();
        if !anytime.is_empty() {
            let _ = writeln!(text, "Need not know T: {}. All others are tuned for each T.", anytime.join(", "));
        }
        text += "Regrets are certified averages (upper ends) of the kind that a player's bounds speak of, at the largest T and \
                 the worst over sequences or games; slopes are over T >= 256, of the worst sequence at each T or of the game \
                 with the median slope, with 95% intervals. `/bound`, `/run`: the largest regret over the bound promised \
                 before play, and proved by the run. `/limit`: over what no player can beat on all sequences. `deviation`: the \
                 worst deviation regret. `ns`: CPU time of a step. `0`: not certainly positive, so not fitted; `-`: fewer than \
                 three points, or nothing to compare with.\n";
        if !self.in_games().is_empty() {
            let _ = writeln!(
                text,
                "Epsilon: certified suboptimality plus infeasibility, geometric mean over the games, each floored at {FLOOR:e}; \
                 gain: how many times smaller than that of the paper's player."
            );
            let missing = |player: &&&str| !self.selection.players.contains(&paper_player(player));
            if let Some(player) = self.selection.players.iter().find(missing) {
                let _ =
                    writeln!(text, "No gain without the paper's player: add {} to --players.", paper_player(player));
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
        wrapped(&text)
    }

    fn totals(&self) -> String {
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
                "player": row.player, "regret_kind": kind_name(row.kind),
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
                "means": curve.points.iter().map(|point| point.mean()).collect::<Vec<_>>(),
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

/// What is not there is absent, never null.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

fn span(rounds: &[usize]) -> String {
    match rounds {
        [] => String::new(),
        [only] => format!("T = {only}"),
        [first, .., last] => format!("T = {first} to {last}"),
    }
}

fn table(head: &[&str], left: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head.to_vec());
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for number in 0..head.len() {
        if let Some(column) = table.column_mut(number) {
            column.set_padding((0, 1));
            let side = if left.contains(&number) { CellAlignment::Left } else { CellAlignment::Right };
            column.set_cell_alignment(side);
        }
    }
    table
}

/// Two digits of what is small.
fn small(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x:.1e}") }
}

fn ratio(ratio: Option<f64>) -> String {
    match ratio {
        None => "-".to_owned(),
        Some(ratio) if ratio.abs() < 5e-4 => "0".to_owned(),
        Some(ratio) => format!("{ratio:.3}"),
    }
}

fn interval(slope: &Slope) -> String {
    // The wider half, so that the printed interval contains the true one.
    let half = (slope.high - slope.value).max(slope.value - slope.low);
    format!("{:.2}+-{:.2}", slope.value, (half * 100.0).ceil() / 100.0)
}

fn slope_cell(curve: &Curve) -> String {
    let fit = curve.fit();
    match fit.slope {
        Some(slope) => format!("{:.2}", slope.value),
        None if fit.zeros > 0 && fit.points == 0 => "0".to_owned(),
        None => "-".to_owned(),
    }
}

fn short_kind(kind: RegretKind) -> &'static str {
    match kind {
        RegretKind::External => "ext",
        RegretKind::Swap => "swap",
        RegretKind::Deviation => "dev",
    }
}

fn cells_of(row: &Row) -> [String; 8] {
    let (slope, on) = match &row.slope {
        Some((slope, on)) => (interval(slope), on.clone()),
        None => ("-".to_owned(), String::new()),
    };
    let player = if row.wrong > 0 { format!("{} BREAKS ITS BOUND", row.player) } else { row.player.to_owned() };
    let regret = row.regret.as_ref().map_or_else(|| "-".to_owned(), |(regret, _)| small(*regret));
    let [bound, runtime] = [row.to_bound, row.to_runtime_bound].map(ratio);
    [player, short_kind(row.kind).to_owned(), slope, on, regret, bound, runtime, format!("{:.0}", row.step)]
}

fn sequence_table(rows: &[Row]) -> Table {
    let head = ["", "player", "kind", "slope", "worst on", "regret", "/bound", "/run", "/limit", "deviation", "ns"];
    let mut table = table(&head, &[1, 2, 4]);
    for (row, number) in rows.iter().zip(1..) {
        let [player, kind, slope, on, regret, bound, runtime, step] = cells_of(row);
        let deviation = row.deviation.as_ref().map_or_else(|| "-".to_owned(), |(regret, _)| small(*regret));
        let limit = row.to_limit.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        let number = number.to_string();
        table.add_row([number, player, kind, slope, on, regret, bound, runtime, limit, deviation, step]);
    }
    table
}

fn game_table(rows: &[Row]) -> Table {
    let head = ["", "player", "kind", "slope", "median on", "regret", "/bound", "/run", "epsilon", "gain", "ns"];
    let mut table = table(&head, &[1, 2, 4]);
    for (row, number) in rows.iter().zip(1..) {
        let [player, kind, slope, on, regret, bound, runtime, step] = cells_of(row);
        let epsilon = row.epsilon.map_or_else(|| "-".to_owned(), small);
        let gain = row.gain.map_or_else(|| "-".to_owned(), |gain| format!("{gain:.2}"));
        let number = number.to_string();
        table.add_row([number, player, kind, slope, on, regret, bound, runtime, epsilon, gain, step]);
    }
    table
}

/// One row an arena, one column a player by its number in the table above; as many columns at a time as fit.
fn matrix(rows: &[Row], curves: &[&Curve], what: &str, cell: impl Fn(&Curve) -> String) -> String {
    let mut arenas: Vec<String> = Vec::new();
    for curve in curves.iter().filter(|curve| curve.what == what) {
        if !arenas.contains(&curve.arena.name()) {
            arenas.push(curve.arena.name());
        }
    }
    let numbered: Vec<(String, &Row)> = (1..).map(|number: usize| number.to_string()).zip(rows).collect();
    let mut blocks = Vec::new();
    for block in numbered.chunks(COLUMNS) {
        let head: Vec<&str> = std::iter::once("on").chain(block.iter().map(|(number, _)| number.as_str())).collect();
        let mut table = table(&head, &[0]);
        for arena in &arenas {
            let own = |(_, row): &(String, &Row)| {
                let here =
                    |curve: &&&Curve| curve.player == row.player && curve.what == what && curve.arena.name() == *arena;
                curves.iter().find(here).map_or_else(String::new, |curve| cell(curve))
            };
            table.add_row(std::iter::once(arena.clone()).chain(block.iter().map(own)));
        }
        blocks.push(table.to_string());
    }
    blocks.join("\n\n")
}

/// Lines of at most the width.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            if length > 0 && length + 1 + word.len() > usize::from(WIDTH) {
                out.push('\n');
                length = 0;
            } else if length > 0 {
                out.push(' ');
                length += 1;
            }
            out.push_str(word);
            length += word.len();
        }
        out.push('\n');
    }
    out
}
