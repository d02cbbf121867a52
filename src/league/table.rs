//! The tidy files: one row per run, one per slope, one per time.
//!
//! What depends on the settings alone is in `league.csv` and `slopes.csv`: two runs of the same league give the same
//! bytes, whether they were interrupted or not. What was timed is in `times.csv`.

use super::cell::Cell;
use super::measured::Entry;
use super::slope::Slope;
use super::standings::Curve;
use crate::files::csv;
use crate::numerics::Enclosure;
use crate::players::RegretKind;

/// The columns that name a run.
const CELL: [&str; 7] = ["player", "game", "arena", "name", "constraints", "rounds", "seed"];

/// A record that names a run.
fn cell(cell: &Cell, constraints: usize) -> Vec<String> {
    let arena = if cell.arena.is_sequence() { "sequence" } else { "game" }.to_owned();
    let numbers = [constraints.to_string(), cell.rounds.to_string(), cell.seed.to_string()];
    [cell.player.to_owned(), cell.game.to_string(), arena, cell.arena.name()].into_iter().chain(numbers).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:?}"))
}

/// `league.csv`: what every run showed; regrets, bounds and limits are averages per round.
pub fn runs(entries: &[Entry]) -> String {
    let mut head = words(&CELL);
    head.push("regret_kind".into());
    let Some(first) = entries.first() else { return csv([head]) };
    head.extend(first.measured.enclosures().iter().flat_map(|(name, _)| [format!("{name}.lo"), format!("{name}.hi")]));
    head.extend(first.measured.numbers().iter().map(|(name, _)| (*name).to_owned()));
    head.extend(words(&["wrong", "left_out"]));
    let record = |entry: &Entry| {
        let measured = &entry.measured;
        let mut record = cell(&entry.cell, measured.constraints);
        record.push(measured.kind.map_or("", RegretKind::name).to_owned());
        let ends = |x: Option<Enclosure>| [number(x.map(Enclosure::lo)), number(x.map(Enclosure::hi))];
        record.extend(measured.enclosures().iter().flat_map(|(_, x)| ends(*x)));
        record.extend(measured.numbers().iter().map(|(_, x)| number(*x)));
        record.extend([measured.wrong.join("; "), measured.left_out.clone().unwrap_or_default()]);
        record
    };
    csv(std::iter::once(head).chain(entries.iter().map(record)))
}

/// `slopes.csv`: every curve with its slope.
pub fn slopes(curves: &[Curve]) -> String {
    let head = "player arena name constraints what seeds points zeros slope low high interval rounds last";
    let record = |curve: &Curve| {
        let fit = curve.fit();
        let arena = if curve.arena.is_sequence() { "sequence" } else { "game" };
        let seeds = curve.points.first().map_or(0, |point| point.regrets.len());
        let mut record = vec![curve.player.to_string(), arena.to_owned(), curve.arena.name()];
        record.extend([curve.constraints.to_string(), curve.what.to_string()]);
        record.extend([seeds, fit.points, fit.zeros].map(|count| count.to_string()));
        let ends = |slope: Slope| [slope.value, slope.low, slope.high];
        record.extend(fit.slope.map_or([None; 3], |slope| ends(slope).map(Some)).map(number));
        record.push(fit.slope.map_or("", |slope| slope.method.name()).to_owned());
        let (rounds, last) = curve.last().map_or((0, None), |point| (point.rounds, Some(point.mean())));
        record.extend([rounds.to_string(), number(last)]);
        record
    };
    csv(std::iter::once(head.split(' ').map(str::to_owned).collect()).chain(curves.iter().map(record)))
}

/// `times.csv`: CPU time, which no two runs share.
pub fn times(entries: &[Entry]) -> String {
    let head = words(&[&CELL[..], &["seconds", "nanoseconds_a_step"]].concat());
    let timed = entries.iter().filter(|entry| entry.measured.left_out.is_none());
    let record = |entry: &Entry| {
        let mut record = cell(&entry.cell, entry.measured.constraints);
        record.extend([entry.times.seconds, entry.times.step].map(|time| format!("{time:?}")));
        record
    };
    csv(std::iter::once(head).chain(timed.map(record)))
}
