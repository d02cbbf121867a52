//! The four pictures: regret against `T`, regret over bound, and what a certificate costs in constraints and in time.

use super::KINDS;
use super::cell::Arena;
use super::measured::{Entry, Measured};
use super::standings::{Curve, EPSILON, FLOOR, curves, worst_curve};
use crate::numerics::elementary::{exp, ln};
use crate::players::RegretKind;
use crate::report::page::Block;
use crate::report::{Axis, Chart, Look, Panels, Scale, Series};

/// A picture and the name of its file.
pub struct Picture {
    /// Without its ending.
    pub name: &'static str,
    drawing: Drawing,
}

enum Drawing {
    One(Chart),
    Several(Panels),
}

impl Picture {
    /// For a page.
    pub fn into_block(self) -> Block {
        match self.drawing {
            Drawing::One(chart) => Block::Chart(chart),
            Drawing::Several(panels) => Block::Panels(panels),
        }
    }

    /// As SVG.
    pub fn svg(&self) -> String {
        match &self.drawing {
            Drawing::One(chart) => chart.svg(),
            Drawing::Several(panels) => panels.svg(),
        }
    }
}

/// The names of all pictures.
pub const NAMES: [&str; 4] = ["regret", "ratio", "epsilon-constraints", "epsilon-seconds"];

/// The pictures that the entries have something to show on.
pub fn pictures(entries: &[Entry]) -> Vec<Picture> {
    let players = players(entries);
    let drawings = [
        regret(entries, &players).map(Drawing::Several),
        ratio(entries, &players).map(Drawing::One),
        epsilon_constraints(entries, &players).map(Drawing::One),
        epsilon_seconds(entries, &players).map(Drawing::One),
    ];
    NAMES.into_iter().zip(drawings).filter_map(|(name, drawing)| Some(Picture { name, drawing: drawing? })).collect()
}

/// In their order, which gives each its look.
fn players(entries: &[Entry]) -> Vec<&'static str> {
    let mut players: Vec<&'static str> = Vec::new();
    for entry in entries {
        if !players.contains(&entry.cell.player) {
            players.push(entry.cell.player);
        }
    }
    players
}

fn log(label: &str) -> Axis {
    Axis { label: label.to_owned(), scale: Scale::Log }
}

/// A chart with at least one point.
fn chart(title: &str, subtitle: String, x: Axis, y: Axis, series: Vec<Series>) -> Option<Chart> {
    let shown = series.iter().any(|series| !series.points.is_empty() && matches!(series.look, Look::Line(_)));
    shown.then(|| Chart { title: title.to_owned(), subtitle, x, y, series })
}

/// The entries that curves of regret are drawn from: the sequences with the fewest constraints, or the games.
fn stage(entries: &[Entry]) -> (Vec<Entry>, String) {
    let on_sequence = |entry: &&Entry| entry.cell.arena.is_sequence();
    let fewest = entries.iter().filter(on_sequence).map(|entry| entry.measured.constraints).min();
    match fewest {
        Some(m) => {
            let own = entries.iter().filter(|e| e.cell.arena.is_sequence() && e.measured.constraints == m);
            (own.cloned().collect(), format!("the worst of the sequences at each T, m = {m}"))
        }
        None => (entries.to_vec(), "the worst of the games at each T".to_owned()),
    }
}

/// The kind of regret that a player's bounds speak of.
fn kind_of(player: &str, entries: &[Entry]) -> Option<RegretKind> {
    entries.iter().filter(|entry| entry.cell.player == player).find_map(|entry| entry.measured.kind)
}

/// A number of the runs of a player against `T`, the largest at each.
fn largest(entries: &[Entry], player: &str, value: impl Fn(&Measured) -> Option<f64>) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.cell.player == player) {
        let Some(value) = value(&entry.measured) else { continue };
        let rounds = entry.cell.rounds as f64;
        match points.iter_mut().find(|(own, _)| *own == rounds) {
            Some((_, own)) => *own = own.max(value),
            None => points.push((rounds, value)),
        }
    }
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// One panel for each kind of regret, with the players whose bounds speak of it.
fn regret(entries: &[Entry], players: &[&'static str]) -> Option<Panels> {
    let (stage, subtitle) = stage(entries);
    let all = curves(&stage);
    let mut charts = Vec::new();
    for kind in KINDS {
        let mut series = Vec::new();
        let mut limits: Vec<(f64, f64)> = Vec::new();
        for (n, player) in players.iter().enumerate().filter(|(_, player)| kind_of(player, &stage) == Some(kind)) {
            let own: Vec<&Curve> =
                all.iter().filter(|curve| curve.player == *player && curve.what == kind.name()).collect();
            let points = worst_curve(&own);
            let slope = super::slope::fit(&points).slope;
            let name = slope.map_or_else(|| (*player).to_owned(), |slope| format!("{player} ({:.2})", slope.value));
            let points =
                points.iter().map(|point| (point.rounds as f64, if point.is_zero() { 0.0 } else { point.mean() }));
            series.push(Series { name, points: points.collect(), look: Look::Line(n) });
            let bound = largest(&stage, player, |measured| measured.bound);
            if !bound.is_empty() {
                series.push(Series { name: format!("bound, {player}"), points: bound, look: Look::Bound(n) });
            }
            limits = largest(&stage, player, |measured| measured.limit);
        }
        if !limits.is_empty() {
            series.push(Series { name: "limit of the worst case".to_owned(), points: limits, look: Look::Limit });
        }
        let title = format!("{} regret", kind.name());
        charts.extend(chart(&title, String::new(), log("rounds T"), log("average regret"), series));
    }
    let title = "Average regret, with slopes".to_owned();
    (!charts.is_empty()).then_some(Panels { title, subtitle, columns: 1, same_axes: true, charts })
}

/// Measured over the a-priori bound.
fn ratio(entries: &[Entry], players: &[&'static str]) -> Option<Chart> {
    let (stage, subtitle) = stage(entries);
    let mut series: Vec<Series> = Vec::new();
    for (n, player) in players.iter().enumerate() {
        let points = largest(&stage, player, |measured| {
            let bound = measured.bound.filter(|bound| *bound > 0.0)?;
            Some(measured.own_regret()?.hi() / bound)
        });
        if !points.is_empty() {
            series.push(Series { name: (*player).to_owned(), points, look: Look::Line(n) });
        }
    }
    let ends = series.iter().flat_map(|series| &series.points).map(|(rounds, _)| *rounds);
    let (low, high) = ends.fold((f64::INFINITY, 0.0), |(low, high), x| (f64::min(low, x), f64::max(high, x)));
    let one = Series { name: "the bound".to_owned(), points: vec![(low, 1.0), (high, 1.0)], look: Look::Reference };
    series.push(one);
    let y = Axis { label: "measured / a-priori bound".to_owned(), scale: Scale::Linear };
    chart("How tight the bounds are", subtitle, log("rounds T"), y, series)
}

/// The certified epsilon on polygons against the number of constraints.
fn epsilon_constraints(entries: &[Entry], players: &[&'static str]) -> Option<Chart> {
    let is_polygon = |arena: &Arena| match arena {
        Arena::Game { problem } => problem == "polygon" || problem.starts_with("polygon:"),
        Arena::Sequence { .. } => false,
    };
    let polygons: Vec<&Entry> = entries.iter().filter(|entry| is_polygon(&entry.cell.arena)).collect();
    let most = polygons.iter().map(|entry| entry.cell.rounds).max()?;
    let series = players.iter().enumerate().map(|(n, player)| {
        let own = polygons.iter().filter(|entry| entry.cell.player == *player && entry.cell.rounds == most);
        let mut points: Vec<(f64, f64)> =
            own.filter_map(|entry| Some((entry.measured.constraints as f64, entry.measured.epsilon?))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Series { name: (*player).to_owned(), points, look: Look::Line(n) }
    });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let subtitle = format!("polygon, T = {most}: suboptimality plus infeasibility, certified");
    chart("What many constraints cost", subtitle, log("constraints m"), log("certified epsilon"), series)
}

/// The geometric mean of the certified epsilons over the games against the CPU time of all of these. A game where some
/// run certifies less than the floor is left out: the mean would jump with it and not with the players.
fn epsilon_seconds(entries: &[Entry], players: &[&'static str]) -> Option<Chart> {
    let in_games = entries.iter().filter(|entry| !entry.cell.arena.is_sequence());
    let mut arenas: Vec<&Arena> = Vec::new();
    for entry in in_games.clone() {
        if !arenas.contains(&&entry.cell.arena) {
            arenas.push(&entry.cell.arena);
        }
    }
    let all_games = arenas.len();
    let floored = |arena: &Arena| {
        let low = |entry: &Entry| entry.measured.epsilon.is_some_and(|epsilon| epsilon < FLOOR);
        entries.iter().any(|entry| entry.cell.arena == *arena && low(entry))
    };
    arenas.retain(|arena| !floored(arena));
    let games: Vec<Entry> = in_games.filter(|entry| arenas.contains(&&entry.cell.arena)).cloned().collect();
    let all: Vec<Curve> = curves(&games).into_iter().filter(|curve| curve.what == EPSILON).collect();
    let count = arenas.len();
    let mut rounds: Vec<usize> = games.iter().map(|entry| entry.cell.rounds).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let series = players.iter().enumerate().map(|(n, player)| {
        let at = |&rounds: &usize| {
            let own = all.iter().filter(|curve| curve.player == *player);
            let epsilons: Vec<f64> = own
                .filter_map(|curve| curve.points.iter().find(|point| point.rounds == rounds))
                .map(|point| ln(point.mean().max(FLOOR)).midpoint())
                .collect();
            let here = games.iter().filter(|entry| entry.cell.player == *player && entry.cell.rounds == rounds);
            let seconds: f64 = here.map(|entry| entry.times.seconds).sum();
            // A mean over other games would be another mean.
            (epsilons.len() == count).then(|| (seconds, exp(epsilons.iter().sum::<f64>() / count as f64).midpoint()))
        };
        Series { name: (*player).to_owned(), points: rounds.iter().filter_map(at).collect(), look: Look::Line(n) }
    });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let subtitle = format!(
        "geometric mean over the {count} of {all_games} games that nobody solves to {FLOOR:e}; one point for each T"
    );
    chart("What certainty costs", subtitle, log("CPU seconds of these games"), log("certified epsilon"), series)
}
