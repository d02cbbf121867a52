//! A whole trace in memory.

use super::{Layout, Round, TraceReader, Values};
use crate::error::Result;
use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// All rounds of a game, grouped by kind; inside a group the numbers lie row by row.
///
/// Every number is finite and no multiplier is negative: [`Trace::push`] and the reader see to it.
///
/// ```
/// use referee::numerics::Enclosure;
/// use referee::game::Game;
/// use referee::trace::{Layout, Round, Trace};
/// let mut trace = Trace::new(Layout::new(Game::Lagrangian, 1));
/// let mut round = Round::new(trace.layout());
/// round.constraints[0] = Enclosure::point(0.5);
/// round.lambda[0] = 2.0;
/// trace.push(&round).unwrap();
/// assert_eq!(trace.lambda(0), [2.0]);
/// round.lambda[0] = -2.0;
/// let error = trace.push(&round).unwrap_err();
/// assert_eq!(error.to_string(), "round 1: `lambda_1` is -2.0, but a multiplier must not be negative");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    layout: Layout,
    rounds: usize,
    objective: Values,
    constraints: Values,
    proxies: Values,
    lambda: Vec<f64>,
    theta: Vec<f64>,
}

impl Trace {
    /// A trace with no rounds yet.
    pub fn new(layout: Layout) -> Self {
        Self::with_capacity(layout, 0)
    }

    /// A trace with room for `rounds` rounds.
    pub fn with_capacity(layout: Layout, rounds: usize) -> Self {
        let m = layout.num_constraints();
        let any = |from: usize, to: usize| (from..to).any(|value| layout.is_enclosed(value));
        Self {
            rounds: 0,
            objective: Values::new(1, any(0, 1), rounds),
            constraints: Values::new(m, any(1, 1 + m), rounds),
            proxies: Values::new(layout.num_proxies(), any(1 + m, layout.num_values()), rounds),
            lambda: Vec::with_capacity(layout.num_multipliers() * rounds),
            theta: Vec::with_capacity(layout.num_thetas() * rounds),
            layout,
        }
    }

    /// Reads a file, in one pass.
    ///
    /// # Errors
    /// If the file cannot be read or is not a trace; see [the module](super).
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Self::drain(TraceReader::open(path)?)
    }

    /// Reads CSV text from anywhere; `name` stands for the file in error messages.
    ///
    /// # Errors
    /// If the text cannot be read or is not a trace; see [the module](super).
    pub fn from_reader(reader: impl BufRead, name: impl Into<PathBuf>) -> Result<Self> {
        Self::drain(TraceReader::from_reader(reader, name)?)
    }

    fn drain(mut reader: TraceReader<impl BufRead>) -> Result<Self> {
        let mut trace = Self::new(reader.layout().clone());
        reader.read_block(&mut trace, usize::MAX)?;
        Ok(trace)
    }

    /// The layout with as few pairs as the numbers allow.
    pub fn tight_layout(&self) -> Layout {
        let groups = [&self.objective, &self.constraints, &self.proxies];
        let columns = groups.into_iter().flat_map(|group| (0..group.width()).map(move |i| group.is_enclosed(i)));
        columns
            .enumerate()
            .filter(|&(_, enclosed)| enclosed)
            .fold(self.layout.clone().exact(), |l, (i, _)| l.enclose(i))
    }

    /// Adds a round.
    ///
    /// # Errors
    /// If the round does not fit the layout, holds a number that is not finite, or a negative multiplier.
    pub fn push(&mut self, round: &Round) -> Result<()> {
        round.check(&self.layout).map_err(|error| error.context(format!("round {}", self.rounds)))?;
        self.append(round);
        Ok(())
    }

    /// Adds a round that is known to fit.
    pub(super) fn append(&mut self, round: &Round) {
        self.objective.push_row(&[round.objective]);
        self.constraints.push_row(&round.constraints);
        self.proxies.push_row(&round.proxies);
        self.lambda.extend_from_slice(&round.lambda);
        self.theta.extend_from_slice(&round.theta);
        self.rounds += 1;
    }

    /// Adds a round that is known to fit, from its lower ends, upper ends, multipliers and thetas.
    #[inline]
    pub(super) fn append_row(&mut self, row: &[f64]) {
        let (values, m) = (self.layout.num_values(), self.constraints.width());
        let (lo, rest) = row.split_at(values);
        let (hi, rest) = rest.split_at(values);
        let (lambda, theta) = rest.split_at(self.layout.num_multipliers());
        self.objective.push_ends(&lo[..1], &hi[..1]);
        self.constraints.push_ends(&lo[1..=m], &hi[1..=m]);
        self.proxies.push_ends(&lo[1 + m..], &hi[1 + m..]);
        self.lambda.extend_from_slice(lambda);
        self.theta.extend_from_slice(theta);
        self.rounds += 1;
    }

    /// Adds some rounds of a trace with the same layout.
    pub(super) fn append_rounds(&mut self, other: &Self, rounds: Range<usize>) {
        let groups = [
            (&mut self.objective, &other.objective),
            (&mut self.constraints, &other.constraints),
            (&mut self.proxies, &other.proxies),
        ];
        for (own, other) in groups {
            let range = rounds.start * other.width()..rounds.end * other.width();
            own.push_ends(&other.lo()[range.clone()], &other.hi()[range]);
        }
        for (own, all, width) in [
            (&mut self.lambda, &other.lambda, self.layout.num_multipliers()),
            (&mut self.theta, &other.theta, self.layout.num_thetas()),
        ] {
            own.extend_from_slice(&all[rounds.start * width..rounds.end * width]);
        }
        self.rounds += rounds.len();
    }

    /// Drops all rounds and keeps the room they took.
    pub fn clear(&mut self) {
        for group in [&mut self.objective, &mut self.constraints, &mut self.proxies] {
            group.clear();
        }
        self.lambda.clear();
        self.theta.clear();
        self.rounds = 0;
    }

    /// Copies round `t`, counted from 0, into a round made for this layout.
    ///
    /// # Panics
    /// If there is no such round or `round` has other counts.
    pub fn copy_round(&self, t: usize, round: &mut Round) {
        round.objective = self.objective.get(t, 0);
        for (group, row) in [(&self.constraints, &mut round.constraints), (&self.proxies, &mut round.proxies)] {
            assert_eq!(group.width(), row.len(), "the round was made for another layout");
            row.iter_mut().enumerate().for_each(|(i, x)| *x = group.get(t, i));
        }
        round.lambda.copy_from_slice(self.lambda(t));
        round.theta.copy_from_slice(self.theta(t));
    }

    /// The columns.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// The objective, one column.
    pub fn objective(&self) -> &Values {
        &self.objective
    }

    /// The constraints: column `i - 1` is the file's `constraint_i`.
    pub fn constraints(&self) -> &Values {
        &self.constraints
    }

    /// The proxies, or the constraints where these are their own proxies.
    pub fn proxy_constraints(&self) -> &Values {
        if self.layout.has_proxies() { &self.proxies } else { &self.constraints }
    }

    /// The multipliers of all rounds, row by row.
    pub fn lambdas(&self) -> &[f64] {
        &self.lambda
    }

    /// The multipliers of round `t`.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn lambda(&self, t: usize) -> &[f64] {
        let width = self.layout.num_multipliers();
        &self.lambda[t * width..][..width]
    }

    /// The points of all rounds, row by row.
    pub fn thetas(&self) -> &[f64] {
        &self.theta
    }

    /// The point of round `t`; empty if points were not recorded.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn theta(&self, t: usize) -> &[f64] {
        let width = self.layout.num_thetas();
        &self.theta[t * width..][..width]
    }
}
