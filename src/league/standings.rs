//! The tables: curves of regret against `T`, and one row per player.

use super::KINDS;
use super::cell::Arena;
use super::measured::{Entry, Measured};
use super::slope::{Fit, Point, Slope, fit};
use crate::arena::Algorithm;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::numerics::elementary::{exp, ln};
use crate::players::RegretKind;

/// Certified epsilons below it count as it, so that a lucky game does not decide a mean.
pub const FLOOR: f64 = 1e-6;

/// The word for the certified epsilon among the curves.
pub const EPSILON: &str = "epsilon";

/// One quantity of one player in one arena against `T`.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The player.
    pub player: &'static str,
    /// The arena.
    pub arena: Arena,
    /// The number of constraints.
    pub constraints: usize,
    /// A kind of regret, or [`EPSILON`].
    pub what: &'static str,
    /// The points, by `T`.
    pub points: Vec<Point>,
}

impl Curve {
    /// Its slope.
    pub fn fit(&self) -> Fit {
        fit(&self.points)
    }

    /// The point with the most rounds.
    pub fn last(&self) -> Option<&Point> {
        self.points.last()
    }
}

/// All curves, in the order of the entries.
pub fn curves(entries: &[Entry]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for group in entries.chunk_by(|a, b| a.cell.player == b.cell.player && a.cell.arena == b.cell.arena) {
        let whats = KINDS.into_iter().map(|kind| (kind.name(), Some(kind))).chain([(EPSILON, None)]);
        for (what, kind) in whats {
            let value = |measured: &Measured| match kind {
                Some(kind) => measured.regret(kind),
                None => measured.epsilon.map(Enclosure::point),
            };
            let mut points = Vec::new();
            for at in group.chunk_by(|a, b| a.cell.rounds == b.cell.rounds) {
                let regrets: Option<Vec<Enclosure>> = at.iter().map(|entry| value(&entry.measured)).collect();
                points.extend(regrets.map(|regrets| Point { rounds: at[0].cell.rounds, regrets }));
            }
            if !points.is_empty() {
                let cell = &group[0].cell;
                let constraints = group.iter().map(|entry| entry.measured.constraints).max().unwrap_or(0);
                curves.push(Curve { player: cell.player, arena: cell.arena.clone(), constraints, what, points });
            }
        }
    }
    curves
}

/// The larger of numbers that may be absent, with what it belongs to.
fn worst<T>(items: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    items.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// A player in all its arenas of one table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The player.
    pub player: &'static str,
    /// Its game.
    pub game: Game,
    /// The regret that its bounds speak of.
    pub kind: RegretKind,
    /// The slope of its own regret. On sequences that of the worst of them at each `T`, beside the one that is worst
    /// at the largest `T`; in games, whose units differ, that of the game with the median slope, beside its name.
    pub slope: Option<(Slope, String)>,
    /// The largest of its own regrets at the largest `T`, and where.
    pub regret: Option<(f64, String)>,
    /// The largest deviation regret at the largest `T`, and where.
    pub deviation: Option<(f64, String)>,
    /// Its own regret over the a-priori bound, the largest over all runs.
    pub to_bound: Option<f64>,
    /// The same over the run-time bound.
    pub to_runtime_bound: Option<f64>,
    /// The largest of its own regrets at the largest `T` over the limit.
    pub to_limit: Option<f64>,
    /// Nanoseconds of a step, the median over its runs.
    pub step: f64,
    /// The geometric mean over the games of the certified epsilon at the largest `T`, floored at [`FLOOR`]; `None` if a
    /// game has none.
    pub epsilon: Option<f64>,
    /// How many times smaller that is than what the paper's player of the same game certifies.
    pub gain: Option<f64>,
    /// How many runs are certainly wrong.
    pub wrong: usize,
    /// How many runs were left out.
    pub left_out: usize,
}

/// The rows of some entries, best first: in games by gain, on sequences by the worst deviation regret.
pub fn rows(entries: &[&Entry]) -> Vec<Row> {
    let mut players: Vec<&'static str> = Vec::new();
    for entry in entries {
        if !players.contains(&entry.cell.player) {
            players.push(entry.cell.player);
        }
    }
    let mut rows: Vec<Row> = players.iter().filter_map(|player| row(player, entries)).collect();
    let epsilons: Vec<(&'static str, Option<f64>)> = rows.iter().map(|row| (row.player, row.epsilon)).collect();
    for row in &mut rows {
        let paper = paper_player(row.game);
        let paper = epsilons.iter().find(|(player, _)| *player == paper).and_then(|(_, epsilon)| *epsilon);
        row.gain = paper.zip(row.epsilon).map(|(paper, own)| paper / own);
    }
    rows.sort_by(|a, b| {
        let key = |row: &Row| {
            let regret = row.deviation.as_ref().or(row.regret.as_ref()).map_or(f64::INFINITY, |(regret, _)| *regret);
            (row.epsilon.unwrap_or(f64::INFINITY), regret)
        };
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    rows
}

/// The paper's lambda-player of a game.
pub const fn paper_player(game: Game) -> &'static str {
    match game {
        Game::Lagrangian => Algorithm::OracleLagrangian.lambda_player(),
        Game::ProxyLagrangian => Algorithm::OracleProxyLagrangian.lambda_player(),
    }
}

fn row(player: &'static str, entries: &[&Entry]) -> Option<Row> {
    let own: Vec<Entry> =
        entries.iter().filter(|entry| entry.cell.player == player).map(|entry| (*entry).clone()).collect();
    let kind = own.iter().find_map(|entry| entry.measured.kind)?;
    let curves = curves(&own);
    let of = |what: &'static str| curves.iter().filter(move |curve| curve.what == what);
    let name = |curve: &Curve| curve.arena.name();
    let last = |what: &'static str| {
        worst(of(what).filter_map(|curve| Some((curve.last()?.mean(), curve)))).map(|(mean, curve)| (mean, name(curve)))
    };
    let own_curves: Vec<&Curve> = of(kind.name()).collect();
    let slope = if own_curves.iter().any(|curve| curve.arena.is_sequence()) {
        let place = last(kind.name()).map(|(_, name)| name);
        fit(&worst_curve(&own_curves)).slope.zip(place)
    } else {
        median_slope(&own_curves)
    };
    let ratio = |bound: fn(&Measured) -> Option<f64>| {
        let ratios = own.iter().filter_map(|entry| {
            let bound = bound(&entry.measured).filter(|bound| *bound > 0.0)?;
            Some((entry.measured.own_regret()?.hi() / bound, ()))
        });
        worst(ratios).map(|(ratio, ())| ratio)
    };
    let limits = of(kind.name()).filter_map(|curve| {
        let point = curve.last()?;
        let at = |entry: &&Entry| entry.cell.arena == curve.arena && entry.cell.rounds == point.rounds;
        let limit = own.iter().find(at)?.measured.limit.filter(|limit| *limit > 0.0)?;
        Some((point.mean() / limit, ()))
    });
    let epsilon = geometric_mean(&own, &curves);
    let mut steps: Vec<f64> = own.iter().filter(|e| e.measured.left_out.is_none()).map(|e| e.times.step).collect();
    steps.sort_by(f64::total_cmp);
    Some(Row {
        player,
        game: own.first()?.cell.game,
        kind,
        slope,
        regret: last(kind.name()),
        deviation: last(RegretKind::Deviation.name()),
        to_bound: ratio(|measured| measured.bound),
        to_runtime_bound: ratio(|measured| measured.runtime_bound),
        to_limit: worst(limits).map(|(ratio, ())| ratio),
        step: steps.get(steps.len() / 2).copied().unwrap_or(0.0),
        epsilon,
        gain: None,
        wrong: own.iter().filter(|entry| !entry.measured.wrong.is_empty()).count(),
        left_out: own.iter().filter(|entry| entry.measured.left_out.is_some()).count(),
    })
}

/// The largest regret over the arenas at each `T`, seed by seed; an arena without coins is the same for every seed.
pub fn worst_curve(curves: &[&Curve]) -> Vec<Point> {
    let mut worst: Vec<Point> = Vec::new();
    let seeds = |point: &Point| point.regrets.len();
    let most = curves.iter().flat_map(|curve| &curve.points).map(seeds).max().unwrap_or(0);
    for point in curves.iter().flat_map(|curve| &curve.points) {
        let regret = |seed: usize| point.regrets[seed % seeds(point)];
        match worst.iter_mut().find(|own| own.rounds == point.rounds) {
            None => worst.push(Point { rounds: point.rounds, regrets: (0..most).map(regret).collect() }),
            Some(own) => own.regrets.iter_mut().enumerate().for_each(|(seed, own)| *own = own.max(regret(seed))),
        }
    }
    worst.sort_by_key(|point| point.rounds);
    worst
}

/// The slope in the middle, and where it is.
fn median_slope(curves: &[&Curve]) -> Option<(Slope, String)> {
    let with_slope = curves.iter().filter_map(|curve| Some((curve.fit().slope?, curve.arena.name())));
    let mut slopes: Vec<(Slope, String)> = with_slope.collect();
    slopes.sort_by(|a, b| a.0.value.total_cmp(&b.0.value));
    let middle = slopes.len() / 2;
    (!slopes.is_empty()).then(|| slopes.swap_remove(middle))
}

/// Of the certified epsilons at the largest `T`; `None` if some game has none, because a mean over other games says
/// something else.
fn geometric_mean(own: &[Entry], curves: &[Curve]) -> Option<f64> {
    let mut games: Vec<&Arena> =
        own.iter().map(|entry| &entry.cell.arena).filter(|arena| !arena.is_sequence()).collect();
    games.dedup();
    if games.is_empty() {
        return None;
    }
    let mut logarithms = 0.0;
    for game in &games {
        let curve = curves.iter().find(|curve| curve.what == EPSILON && curve.arena == **game)?;
        let most = own.iter().filter(|entry| entry.cell.arena == **game).map(|entry| entry.cell.rounds).max()?;
        let point = curve.last().filter(|point| point.rounds == most)?;
        logarithms += ln(point.mean().max(FLOOR)).midpoint();
    }
    Some(exp(logarithms / games.len() as f64).midpoint())
}
