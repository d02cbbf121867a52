//! Regrets beside those of an earlier version: a benchmark that can fail.
//!
//! A regret depends on the player, the arena, `T` and the seed alone, so that two versions are compared exactly, without
//! tolerance and without a quiet machine. [`selection`] fixes what is played, [`super::play`] plays it as it plays any
//! league, [`rows`] keeps the numbers, the upper ends of what was certified, and [`compare`] says what
//! [changed](Change) since the rows of a file: what is larger is worse. Whoever adds a player to a registry gets its rows
//! beside the best of the others.
//!
//! ```
//! use referee::league::baseline::{compare, read};
//! let before = read("player,arena,rounds,external,swap,deviation,epsilon\nmatrix,trap:m=3,64,0.125,0.25,,\n")?;
//! let now = read("player,arena,rounds,external,swap,deviation,epsilon\nmatrix,trap:m=3,64,0.125,0.5,,\n")?;
//! let changes = compare(&before, &now);
//! assert!(changes.len() == 1 && changes[0].is_worse());
//! assert_eq!(changes[0].to_string(), "matrix on trap:m=3, T = 64: swap was 0.25 and is 0.5, 2.000 times that");
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::measured::Entry;
use super::standings::EPSILON;
use super::{Choice, KINDS, Selection};
use crate::error::{Error, Result};
use crate::files;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::registry::Registry;
use crate::report::{Axis, Chart, Look, Panels, Scale, Series};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// What is kept of a run: the kinds of regret, and the certified epsilon.
pub const WHAT: [&str; 4] = [KINDS[0].name(), KINDS[1].name(), KINDS[2].name(), EPSILON];

/// One run: averages per round, absent where it has no such number.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The lambda-player.
    pub player: String,
    /// The sequence with its number of constraints, or the problem.
    pub arena: String,
    /// `T`.
    pub rounds: usize,
    /// In the order of [`WHAT`].
    pub values: [Option<f64>; 4],
}

/// What is played: every player of the registry in either game, on every sequence and on small problems of every shape,
/// for few enough rounds that a test has the time.
///
/// # Errors
/// If the registry lacks a problem of ours.
pub fn selection(registry: &Registry) -> Result<Selection> {
    let of = |game| registry.lambda_players(game).map(|entry| entry.name.to_owned());
    let players = of(Game::ProxyLagrangian).chain(of(Game::Lagrangian)).collect();
    let choice = Choice { players: Some(players), seeds: 1, ..Choice::default() };
    let mut selection = Selection::new(&choice, registry, str::to_owned)?;
    selection.rounds = vec![1 << 8, 1 << 10, 1 << 12];
    selection.game_rounds = vec![1 << 7, 1 << 9];
    selection.problems.retain(|problem| !["polygon:m=32", "polygon:m=128"].contains(&problem.as_str()));
    Ok(selection)
}

/// The rows of what was played, in its order; what was left out has none.
pub fn rows(entries: &[Entry]) -> Vec<Row> {
    let row = |entry: &Entry| {
        let [a, b, c] = KINDS.map(|kind| entry.measured.regret(kind).map(Enclosure::hi));
        let Entry { cell, measured, .. } = entry;
        let values = [a, b, c, measured.epsilon];
        Row { player: cell.player.to_owned(), arena: cell.arena.to_string(), rounds: cell.rounds, values }
    };
    entries.iter().filter(|entry| entry.measured.left_out.is_none()).map(row).collect()
}

fn head() -> Vec<&'static str> {
    [&["player", "arena", "rounds"][..], &WHAT].concat()
}

/// Reads the text of a baseline.
///
/// # Errors
/// If it is not what [`fn@write`] writes; the message names the line.
pub fn read(text: &str) -> Result<Vec<Row>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (place, record) in reader.records().enumerate() {
        let wrong = |what: &str| Error::new(format!("{what}: this is not a baseline")).at_line(place + 1);
        let record = record.map_err(|error| wrong(&error.to_string()))?;
        if place == 0 {
            if record != head() {
                return Err(wrong("the columns are others"));
            }
            continue;
        }
        let number = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| wrong(&format!("`{text}` is not a number"))),
        };
        let rounds = record[2].parse().map_err(|_| wrong("the rounds are not a number"))?;
        let values = [number(&record[3])?, number(&record[4])?, number(&record[5])?, number(&record[6])?];
        rows.push(Row { player: record[0].to_owned(), arena: record[1].to_owned(), rounds, values });
    }
    Ok(rows)
}

/// Writes a baseline, whole or not at all; each number is the shortest decimal that reads back as itself.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, rows: &[Row]) -> Result<()> {
    let record = |row: &Row| {
        let mut record = vec![row.player.clone(), row.arena.clone(), row.rounds.to_string()];
        record.extend(row.values.map(|value| value.map_or_else(String::new, |value| format!("{value:?}"))));
        record
    };
    let head = head().into_iter().map(str::to_owned).collect();
    files::write(path, files::csv(std::iter::once(head).chain(rows.iter().map(record))).as_bytes())
}

/// A number that is not what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Whose.
    pub player: String,
    /// Where.
    pub arena: String,
    /// `T`.
    pub rounds: usize,
    /// One of [`WHAT`].
    pub what: &'static str,
    /// What it was; `None` if it is new.
    pub before: Option<f64>,
    /// What it is; `None` if it is gone.
    pub now: Option<f64>,
    /// If it is new: the least now among the players that were there before, and whose it is.
    pub best: Option<(f64, String)>,
}

impl Change {
    /// Whether the number grew.
    pub fn is_worse(&self) -> bool {
        self.before.zip(self.now).is_some_and(|(before, now)| now > before)
    }

    /// Whether the number fell.
    pub fn is_better(&self) -> bool {
        self.before.zip(self.now).is_some_and(|(before, now)| now < before)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, T = {}: {} ", self.player, self.arena, self.rounds, self.what)?;
        match (self.before, self.now, &self.best) {
            (Some(before), Some(now), _) => {
                write!(f, "was {before:?} and is {now:?}, {:.3} times that", now / before)
            }
            (Some(before), None, _) => write!(f, "was {before:?} and is gone"),
            (None, now, None) => write!(f, "is {:?}, and new", now.unwrap_or(f64::NAN)),
            (None, now, Some((best, whose))) => {
                write!(f, "is {:?}, and new; the best of the others is {whose} with {best:?}", now.unwrap_or(f64::NAN))
            }
        }
    }
}

type Key<'a> = (&'a str, &'a str, usize);

fn by_key(rows: &[Row]) -> BTreeMap<Key<'_>, [Option<f64>; 4]> {
    rows.iter().map(|row| ((row.player.as_str(), row.arena.as_str(), row.rounds), row.values)).collect()
}

/// Every number that is not what it was, those that are new or gone among them, in the order of the rows.
pub fn compare(before: &[Row], now: &[Row]) -> Vec<Change> {
    let (old, new) = (by_key(before), by_key(now));
    let known = |player: &str| before.iter().any(|row| row.player == player);
    let best = |row: &Row, place: usize| {
        let there = now.iter().filter(|own| own.arena == row.arena && own.rounds == row.rounds && known(&own.player));
        let values = there.filter_map(|own| Some((own.values[place]?, own.player.clone())));
        values.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let mut changes = Vec::new();
    let gone = before.iter().filter(|row| !new.contains_key(&(&row.player, &row.arena, row.rounds)));
    for row in now.iter().chain(gone) {
        let key = (row.player.as_str(), row.arena.as_str(), row.rounds);
        let values = |rows: &BTreeMap<Key<'_>, [Option<f64>; 4]>| rows.get(&key).copied().unwrap_or_default();
        for (place, (before, now)) in values(&old).into_iter().zip(values(&new)).enumerate() {
            if before != now {
                changes.push(Change {
                    player: row.player.clone(),
                    arena: row.arena.clone(),
                    rounds: row.rounds,
                    what: WHAT[place],
                    before,
                    now,
                    best: if before.is_none() { best(row, place) } else { None },
                });
            }
        }
    }
    changes
}

fn players(rows: &[Row]) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for row in rows {
        if !players.contains(&row.player) {
            players.push(row.player.clone());
        }
    }
    players
}

/// Now over before, where both are positive: the largest and the smallest ratio of every player and kind.
pub fn ratios(before: &[Row], now: &[Row]) -> Chart {
    let (old, names) = (by_key(before), players(now));
    let mut series = vec![Series {
        name: "as before".to_owned(),
        points: vec![(1.0, 0.0), (1.0, names.len() as f64 - 1.0)],
        look: Look::Reference,
    }];
    for (place, what) in WHAT.into_iter().enumerate() {
        let mut points = Vec::new();
        for (line, name) in names.iter().enumerate() {
            let own = now.iter().filter(|row| row.player == *name);
            let both = own.filter_map(|row| {
                let before = old.get(&(&row.player, &row.arena, row.rounds))?[place]?;
                row.values[place].filter(|now| before > 0.0 && *now > 0.0).map(|now| now / before)
            });
            let (low, high) = both.fold((f64::INFINITY, 0.0), |(low, high), x| (f64::min(low, x), f64::max(high, x)));
            if high > 0.0 {
                points.extend([(low, line as f64), (high, line as f64)]);
            }
        }
        series.push(Series { name: what.to_owned(), points, look: Look::Points(place) });
    }
    Chart {
        title: "Regret now over regret before".to_owned(),
        subtitle: "the smallest and the largest ratio of every player; to the right of 1 is worse".to_owned(),
        x: Axis { label: "now / before".to_owned(), scale: Scale::Log },
        y: Axis { label: String::new(), scale: Scale::Names(names) },
        series,
    }
}

/// The worst over the arenas against `T`, now and, dashed where it was another, before; a panel for each of [`WHAT`].
pub fn curves(before: &[Row], now: &[Row]) -> Panels {
    let worst = |rows: &[Row], player: &str, place: usize| {
        let mut points: BTreeMap<usize, f64> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.player == player) {
            let Some(value) = row.values[place] else { continue };
            points.entry(row.rounds).and_modify(|worst| *worst = worst.max(value)).or_insert(value);
        }
        points.into_iter().map(|(rounds, value)| (rounds as f64, value)).collect::<Vec<_>>()
    };
    let log = |label: &str| Axis { label: label.to_owned(), scale: Scale::Log };
    let chart = |(place, what): (usize, &str)| {
        let mut series = Vec::new();
        for (n, player) in players(now).into_iter().enumerate() {
            let (old, new) = (worst(before, &player, place), worst(now, &player, place));
            if !old.is_empty() && old != new {
                series.push(Series { name: format!("{player}, before"), points: old, look: Look::Bound(n) });
            }
            if !new.is_empty() {
                series.push(Series { name: player, points: new, look: Look::Line(n) });
            }
        }
        Chart { title: what.to_owned(), subtitle: String::new(), x: log("rounds T"), y: log("average"), series }
    };
    Panels {
        title: "Regrets against T".to_owned(),
        subtitle: "the worst of the sequences and games that have this T".to_owned(),
        columns: 1,
        same_axes: false,
        charts: WHAT.into_iter().enumerate().map(chart).collect(),
    }
}
