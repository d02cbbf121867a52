//! The tables of the league.

use crate::cli::numbers::at_most_coarsely;
use crate::cli::table::{GivesWay, LeftOut, Table, table};
use crate::league::slope::Slope;
use crate::league::standings::{Curve, Row};
use crate::players::RegretKind;

/// From the fewest rounds to the most.
pub(super) fn span(rounds: &[usize]) -> String {
    match rounds {
        [] => String::new(),
        [only] => format!("T = {only}"),
        [first, .., last] => format!("T = {first} to {last}"),
    }
}

/// The columns of numbers of the two tables of players.
const RIGHT: [usize; 8] = [0, 3, 5, 6, 7, 8, 9, 10];

/// What matters least first.
const GIVES_WAY: [GivesWay; 3] = [LeftOut("ns"), LeftOut("/run"), LeftOut("kind")];

fn ratio(ratio: Option<f64>) -> String {
    match ratio {
        None => "-".to_owned(),
        Some(ratio) if ratio.abs() < 5e-4 => "0".to_owned(),
        Some(ratio) => format!("{ratio:.3}"),
    }
}

fn interval(slope: &Slope) -> String {
    // The wider half, seen from the number that is printed, so that the printed interval contains the true one.
    let centre = (slope.value * 100.0).round() / 100.0 + 0.0; // never -0.00
    let half = (slope.high - centre).max(centre - slope.low);
    format!("{centre:.2}+-{:.2}", (half * 100.0).ceil() / 100.0)
}

pub(super) fn slope_cell(curve: &Curve) -> String {
    let fit = curve.fit();
    match fit.slope {
        Some(slope) => format!("{:.2}", (slope.value * 100.0).round() / 100.0 + 0.0), // never -0.00
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
    let regret = row.regret.as_ref().map_or_else(|| "-".to_owned(), |(regret, _)| at_most_coarsely(*regret));
    let [bound, runtime] = [row.to_bound, row.to_runtime_bound].map(ratio);
    [player, short_kind(row.kind).to_owned(), slope, on, regret, bound, runtime, format!("{:.0}", row.step)]
}

pub(super) fn sequence_table(rows: &[Row]) -> Table {
    let head = ["", "player", "kind", "slope", "worst on", "regret", "/bound", "/run", "/limit", "deviation", "ns"];
    let mut table = table(head, RIGHT).giving_way(GIVES_WAY);
    for (row, number) in rows.iter().zip(1..) {
        let [player, kind, slope, on, regret, bound, runtime, step] = cells_of(row);
        let deviation = row.deviation.as_ref().map_or_else(|| "-".to_owned(), |(regret, _)| at_most_coarsely(*regret));
        let limit = row.to_limit.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"));
        let number = number.to_string();
        table.add_row([number, player, kind, slope, on, regret, bound, runtime, limit, deviation, step]);
    }
    table
}

pub(super) fn game_table(rows: &[Row]) -> Table {
    let head = ["", "player", "kind", "slope", "median on", "regret", "/bound", "/run", "epsilon", "gain", "ns"];
    let mut table = table(head, RIGHT).giving_way(GIVES_WAY);
    for (row, number) in rows.iter().zip(1..) {
        let [player, kind, slope, on, regret, bound, runtime, step] = cells_of(row);
        let epsilon = row.epsilon.map_or_else(|| "-".to_owned(), at_most_coarsely);
        let gain = row.gain.map_or_else(|| "-".to_owned(), |gain| format!("{gain:.2}"));
        let number = number.to_string();
        table.add_row([number, player, kind, slope, on, regret, bound, runtime, epsilon, gain, step]);
    }
    table
}

/// One row per arena, one column per player by its number in the table above.
pub(super) fn matrix(rows: &[Row], curves: &[&Curve], what: &str, cell: impl Fn(&Curve) -> String) -> Table {
    let mut arenas: Vec<String> = Vec::new();
    for curve in curves.iter().filter(|curve| curve.what == what) {
        if !arenas.contains(&curve.arena.name()) {
            arenas.push(curve.arena.name());
        }
    }
    let numbers = (1..=rows.len()).map(|number| number.to_string());
    let mut table = table(std::iter::once("on".to_owned()).chain(numbers), 1..=rows.len());
    for arena in &arenas {
        let own = |row: &Row| {
            let here =
                |curve: &&&Curve| curve.player == row.player && curve.what == what && curve.arena.name() == *arena;
            curves.iter().find(here).map_or_else(String::new, |curve| cell(curve))
        };
        table.add_row(std::iter::once(arena.clone()).chain(rows.iter().map(own)));
    }
    table
}
