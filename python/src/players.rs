//! Our lambda-players as objects, for loops that somebody else runs, and the exact points that players play.

use crate::edge::{game, game_name, numbers_of, one_number, raise, refuse};
use pyo3::prelude::*;
use referee::domain::{Domain as _, L1Orthant};
use referee::game::Game;
use referee::numerics::ExactSum;
use referee::numerics::directed::{mul_up, sqrt_up};
use referee::numerics::simplex::round_to_simplex;
use referee::players::{LambdaEntry, LambdaPlayer, LambdaSettings, RegretKind};
use referee::registry::Registry;
use std::cmp::Ordering;
use std::sync::Mutex;

/// A lambda-player of ours: `play()`, then `observe(g)`, once each round.
#[pyclass(frozen, module = "referee")]
pub struct Player {
    entry: &'static LambdaEntry,
    given: Given,
    state: Mutex<State>,
}

/// What it was made from, as it was said.
#[derive(Clone, FromPyObject)]
struct Given {
    constraints: usize,
    horizon: usize,
    bound: f64,
    bound2: Option<f64>,
    range: Option<f64>,
    radius: Option<f64>,
    step: Option<f64>,
}

struct State {
    player: Box<dyn LambdaPlayer>,
    /// The rounds that were observed.
    rounds: usize,
    /// Whether a play waits for what it was worth.
    waits: bool,
    /// The least and the greatest payoff so far, with 0.
    span: (f64, f64),
}

impl Given {
    /// What the library is told. Payoffs are held against `range` in doubles, so it is told the next one.
    fn settings(&self, entry: &LambdaEntry) -> PyResult<LambdaSettings> {
        let game = entry.game;
        // Players of swap regret keep a number for each pair of actions; more would not fit in memory.
        let most = if entry.regret == RegretKind::Swap { 1 << 13 } else { 1 << 24 };
        let radius = match (game, self.radius) {
            (Game::Lagrangian, None) => {
                return Err(refuse("players of the Lagrangian game need the radius of the multipliers: give `radius`"));
            }
            (Game::ProxyLagrangian, Some(_)) => {
                return Err(refuse("`radius` has no meaning in the proxy game: leave it out"));
            }
            (_, radius) => radius.unwrap_or(0.0),
        };
        let &Self { constraints, horizon, bound, step, .. } = self;
        if constraints > most {
            return Err(refuse(format!("`constraints` is {constraints}, but this player takes at most {most}")));
        }
        Ok(LambdaSettings {
            constraints,
            horizon,
            bound,
            bound2: self.bound2.unwrap_or_else(|| mul_up(bound, sqrt_up(constraints as f64)).min(f64::MAX)),
            range: self.range.map_or_else(|| (2.0 * bound).min(f64::MAX), f64::next_up),
            radius,
            step,
        })
    }

    /// Why a payoff voids what the player promises.
    fn broken_by(&self, payoff: &[f64], span: (f64, f64)) -> Option<String> {
        if let Some((i, g)) = payoff.iter().enumerate().find(|(_, g)| !g.is_finite()) {
            return Some(format!("constraint {} is {g}: a payoff is a finite number", i + 1));
        }
        if let Some((i, g)) = payoff.iter().enumerate().find(|(_, g)| g.abs() > self.bound) {
            let bound = self.bound;
            return Some(format!(
                "constraint {} is {g}, beyond bound={bound}: make the player with a larger one",
                i + 1
            ));
        }
        if let Some(range) = self.range.filter(|range| span.1 - span.0 > *range) {
            let (least, most) = span;
            return Some(format!(
                "the constraints so far, with 0, lie between {least} and {most}, wider than range={range}: make the \
                 player with a larger one"
            ));
        }
        let mut excess = ExactSum::dot(payoff, payoff);
        self.bound2.filter(|bound2| {
            excess.add_product(-bound2, *bound2);
            excess.sign() == Ordering::Greater
        })?;
        let bound2 = self.bound2?;
        Some(format!("the norm of the constraints is above bound2={bound2}: make the player with a larger one"))
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(name: &str, given: Given) -> PyResult<Self> {
        let Some(entry) = Registry::ours().find_lambda_player(name) else {
            let names: Vec<&str> = all().map(|entry| entry.name).collect();
            return Err(refuse(format!("there is no lambda-player `{name}`: choose among {}", names.join(", "))));
        };
        let settings = given.settings(entry)?;
        let player = entry.make(&settings).map_err(|error| raise(&error))?;
        let state = Mutex::new(State { player, rounds: 0, waits: false, span: (0.0, 0.0) });
        Ok(Self { entry, given, state })
    }

    /// The multipliers of this round: those of the constraints in the Lagrangian game, that of the objective first in
    /// the proxy game.
    fn play(&self) -> PyResult<Vec<f64>> {
        let mut state = self.state.lock().expect("nobody panics here");
        if state.waits {
            return Err(refuse(format!(
                "`{}` has played and was not told what that was worth: call observe(g) before play()",
                self.entry.name
            )));
        }
        let mut lambda = vec![0.0; self.entry.game.num_multipliers(self.given.constraints)];
        state.player.play(&mut lambda);
        state.waits = true;
        Ok(lambda)
    }

    /// Takes the values of the constraints in the round just played; in the proxy game they may come with the payoff
    /// of the objective in front, which is 0.
    fn observe(&self, g: &Bound<'_, PyAny>) -> PyResult<()> {
        let (name, m) = (self.entry.name, self.given.constraints);
        let mut payoff = numbers_of(g, "the payoff")?;
        let is_proxy = self.entry.game == Game::ProxyLagrangian;
        if is_proxy && payoff.len() == m + 1 {
            let objective = payoff.remove(0);
            if objective != 0.0 {
                return Err(refuse(format!("the payoff of the objective is {objective}, but it is 0 by definition")));
            }
        }
        if payoff.len() != m {
            let count = payoff.len();
            return Err(refuse(format!("`{name}` was made with constraints={m}, but observes {count} numbers")));
        }
        let mut state = self.state.lock().expect("nobody panics here");
        if !state.waits {
            return Err(refuse(format!("`{name}` has not played in this round: call play() before observe(g)")));
        }
        let span = payoff.iter().fold(state.span, |(least, most), g| (least.min(*g), most.max(*g)));
        if let Some(why) = self.given.broken_by(&payoff, span) {
            return Err(refuse(format!("round {}: {why}", state.rounds)));
        }
        if is_proxy {
            payoff.insert(0, 0.0);
        }
        state.player.observe(&payoff);
        (state.rounds, state.waits, state.span) = (state.rounds + 1, false, span);
        Ok(())
    }

    /// The average regret that a theorem promises after `horizon` rounds; None if none does, or more were played.
    #[getter]
    fn bound(&self) -> Option<f64> {
        let state = self.state.lock().expect("nobody panics here");
        state.player.bound().filter(|bound| bound.is_finite() && state.rounds <= self.given.horizon)
    }

    /// The average regret that the rounds so far prove; None if there is no such bound, or no round.
    #[getter]
    fn runtime_bound(&self) -> Option<f64> {
        let state = self.state.lock().expect("nobody panics here");
        state.player.runtime_bound().filter(|bound| bound.is_finite() && state.rounds > 0)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.entry.name
    }

    /// "lagrangian" or "proxy".
    #[getter]
    fn game(&self) -> &'static str {
        game_name(self.entry.game)
    }

    /// The regret that its bounds speak of: "external", "swap" or "deviation".
    #[getter]
    fn regret(&self) -> &'static str {
        self.entry.regret.name()
    }

    /// The rounds that were played and observed.
    #[getter]
    fn rounds(&self) -> usize {
        self.state.lock().expect("nobody panics here").rounds
    }

    /// What it was made from.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let LambdaSettings { constraints, horizon, bound, bound2, .. } = self.given.settings(self.entry)?;
        let range = self.given.range.unwrap_or_else(|| (2.0 * bound).min(f64::MAX));
        let given = (constraints, horizon, bound, bound2, range, self.given.radius, self.given.step);
        py.import("referee._players")?.getattr("Settings")?.call1(given)
    }

    fn __repr__(&self) -> String {
        let (Given { constraints, horizon, .. }, rounds) = (&self.given, self.rounds());
        format!("<Player {}: {constraints} constraints, {rounds} of {horizon} rounds>", self.entry.name)
    }
}

fn all() -> impl Iterator<Item = &'static LambdaEntry> {
    Game::ALL.into_iter().flat_map(|game| Registry::ours().lambda_players(game))
}

/// Our lambda-players: name, game, regret, and what each is.
#[pyfunction]
#[pyo3(signature = (game_name=None))]
pub fn lambda_players(
    game_name: Option<&str>,
) -> PyResult<Vec<(&'static str, &'static str, &'static str, &'static str)>> {
    let wanted = game_name.map(game).transpose()?;
    let rows = all().filter(|entry| wanted.is_none_or(|game| entry.game == game));
    let row = |entry: &'static LambdaEntry| {
        (entry.name, crate::edge::game_name(entry.game), entry.regret.name(), entry.about)
    };
    Ok(rows.map(row).collect())
}

/// The point of the simplex near weights of any scale: it sums to exactly 1.
///
/// >>> from referee import to_simplex
/// >>> to_simplex([1, 1, 2])
/// [0.25, 0.25, 0.5]
#[pyfunction]
pub fn to_simplex(weights: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let mut weights = numbers_of(weights, "a weight")?;
    round_to_simplex(&mut weights).map_err(|error| raise(&error))?;
    Ok(weights)
}

/// The nearest multipliers that are not negative and whose sum is at most the radius, exactly.
///
/// >>> from referee import to_ball
/// >>> to_ball([-1, 3], 2)
/// [0.0, 2.0]
#[pyfunction]
pub fn to_ball(multipliers: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let radius = one_number(radius, "`radius`")?;
    let mut multipliers = numbers_of(multipliers, "a multiplier")?;
    if let Some(index) = multipliers.iter().position(|x| !x.is_finite()) {
        return Err(refuse(format!("multiplier {index} is {}, but it must be finite", multipliers[index])));
    }
    if !multipliers.is_empty() {
        L1Orthant::new(multipliers.len(), radius).map_err(|error| raise(&error))?.project(&mut multipliers);
    }
    Ok(multipliers)
}
