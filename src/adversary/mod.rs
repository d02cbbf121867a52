//! Adversaries: what the players are tried against outside a game.
//!
//! An [`Adversary`] pays a lambda-player, and may answer the multipliers just played; an adversary of a theta-player
//! answers the point just played with a [slope](Slopes). Each stands in a registry under its name: [`LAMBDA`] and
//! [`THETA`] are ours, and [`Registry`](crate::registry::Registry) takes anybody's.

mod lambda;
mod theta;

pub use lambda::{ALTERNATING, DRIFT, GAP, GREEDY, LAMBDA, PUNISH, RADEMACHER, RM_TRAP, SWITCHING, TRAP};
pub use theta::THETA;

use std::fmt;

/// A sequence of payoffs for a lambda-player that may answer its multipliers.
pub trait Adversary: Send {
    /// Writes the payoff of the next round, given the multipliers played in it: `m + 1` numbers on the simplex, that
    /// of the objective first. The objective earns nothing, `u_0 = 0`, and `|u_j|` is at most the bound.
    fn payoff(&mut self, lambda: &[f64], payoff: &mut [f64]);
}

/// The size of a sequence of payoffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The number of constraints, `m`.
    pub constraints: usize,
    /// The number of rounds, `T`.
    pub horizon: usize,
    /// The largest payoff, `B`.
    pub bound: f64,
    /// Of the coins.
    pub seed: u64,
}

/// An adversary of lambda-players in a registry. Two are the same if their names are.
#[derive(Clone, Copy)]
pub struct AdversaryEntry {
    /// Its name, for tables and for the command line.
    pub name: &'static str,
    /// What it pays, in one line.
    pub about: &'static str,
    /// Whether it tosses coins, so that its seed makes a difference.
    pub random: bool,
    /// Makes it.
    pub make: fn(Size) -> Box<dyn Adversary>,
}

impl AdversaryEntry {
    /// An adversary.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        random: bool,
        make: fn(Size) -> Box<dyn Adversary>,
    ) -> Self {
        Self { name, about, random, make }
    }
}

impl PartialEq for AdversaryEntry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for AdversaryEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What happened so far between a theta-player and its adversary.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Slopes {
    /// The points played.
    pub points: Vec<Vec<f64>>,
    /// The slopes that answered them.
    pub slopes: Vec<Vec<f64>>,
}

/// An adversary of a theta-player: the slope for the point just played.
pub type ThetaAdversary = Box<dyn FnMut(&[f64], &Slopes) -> Vec<f64>>;

/// An adversary of theta-players in a registry.
#[derive(Clone, Copy, Debug)]
pub struct ThetaAdversaryEntry {
    /// Its name.
    pub name: &'static str,
    /// What it answers, in one line.
    pub about: &'static str,
    /// Makes it, with slopes of Euclidean norm at most the first number, and coins from the seed.
    pub make: fn(f64, u64) -> ThetaAdversary,
}
