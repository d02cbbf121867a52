//! The tidy files: one row a run, one row a slope, one row a time.
//!
//! What depends on the settings alone is in `league.csv` and `slopes.csv`: two runs of the same league give the same
//! bytes, whether they were interrupted or not. What was timed is in `times.csv`.

use super::cell::Cell;
use super::fit::Slope;
use super::kind_name;
use super::measured::Entry;
use super::standings::Curve;
use crate::numerics::Enclosure;
use std::fmt::Write as _;

/// The columns that name a run.
const CELL: &str = "player,game,arena,name,constraints,rounds,seed";

fn cell(cell: &Cell, constraints: usize) -> String {
    let arena = if cell.arena.is_sequence() { "sequence" } else { "game" };
    let name = quoted(&cell.arena.name());
    format!("{},{},{arena},{name},{constraints},{},{}", cell.player, cell.game, cell.rounds, cell.seed)
}

/// A field of CSV: problems may have commas, sentences too.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| format!("{number:?}"))
}

/// `league.csv`: what every run showed; regrets, bounds and limits are averages per round.
pub fn runs(entries: &[Entry]) -> String {
    let mut text = CELL.to_owned();
    text += ",regret_kind";
    let Some(first) = entries.first() else { return text + "\n" };
    for (name, _) in first.measured.enclosures() {
        let _ = write!(text, ",{name}.lo,{name}.hi");
    }
    for (name, _) in first.measured.numbers() {
        let _ = write!(text, ",{name}");
    }
    text += ",wrong,left_out\n";
    for entry in entries {
        let measured = &entry.measured;
        let _ = write!(text, "{},{}", cell(&entry.cell, measured.constraints), measured.kind.map_or("", kind_name));
        for (_, x) in measured.enclosures() {
            let _ = write!(text, ",{},{}", number(x.map(Enclosure::lo)), number(x.map(Enclosure::hi)));
        }
        for (_, x) in measured.numbers() {
            let _ = write!(text, ",{}", number(x));
        }
        let left_out = measured.left_out.as_deref().unwrap_or_default();
        let _ = writeln!(text, ",{},{}", quoted(&measured.wrong.join("; ")), quoted(left_out));
    }
    text
}

/// `slopes.csv`: every curve with its slope.
pub fn slopes(curves: &[Curve]) -> String {
    let mut text =
        "player,arena,name,constraints,what,seeds,points,zeros,slope,low,high,interval,rounds,last\n".to_owned();
    for curve in curves {
        let fit = curve.fit();
        let arena = if curve.arena.is_sequence() { "sequence" } else { "game" };
        let seeds = curve.points.first().map_or(0, |point| point.regrets.len());
        let _ = write!(
            text,
            "{},{arena},{},{},{},{seeds},{},{}",
            curve.player,
            quoted(&curve.arena.name()),
            curve.constraints,
            curve.what,
            fit.points,
            fit.zeros
        );
        let ends = |slope: Slope| [slope.value, slope.low, slope.high];
        let [value, low, high] = fit.slope.map_or([None; 3], |slope| ends(slope).map(Some)).map(number);
        let method = fit.slope.map_or("", |slope| slope.method.name());
        let (rounds, last) = curve.last().map_or((0, None), |point| (point.rounds, Some(point.mean())));
        let _ = writeln!(text, ",{value},{low},{high},{method},{rounds},{}", number(last));
    }
    text
}

/// `times.csv`: CPU time, which no two runs share.
pub fn times(entries: &[Entry]) -> String {
    let mut text = format!("{CELL},seconds,nanoseconds_a_step\n");
    for entry in entries.iter().filter(|entry| entry.measured.left_out.is_none()) {
        let name = cell(&entry.cell, entry.measured.constraints);
        let _ = writeln!(text, "{name},{:?},{:?}", entry.times.seconds, entry.times.step);
    }
    text
}
