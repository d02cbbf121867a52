//! A lower bound from ranges: what somebody knows of each function, weighed by the mean multipliers.
//!
//! **Statement.** Let `f_k >= lo_k` at every point, for each function of the theta-player's loss `f = sum_k mu_k f_k`, and
//! `mu_k >= 0`. Then `f >= sum_k mu_k lo_k`. *Proof.* No coefficient is negative. QED.
//!
//! The two halves of an equality are opposite functions, so [what their multipliers have in
//! common](crate::trace::Equalities::reduced) weighs nothing. Functions whose weight is 0 need no range. That the functions
//! stay in their ranges is the user's word; the trace can refute it: the hypothesis `ranges_possible` says that no recorded
//! value surely lies outside.

use crate::certificate::{Given, Inequality, Ledger, LowerBound, Relation, Slack};
use crate::error::{Error, Result};
use crate::game::{Evidence, Function, Game, Range};
use crate::numerics::directed::{sub_down, sub_up};
use crate::numerics::{Enclosure, Number};
use crate::trace::{Equalities, Layout, Trace};

/// The weights of the functions in the theta-player's loss: that of the objective first, then those of the constraints or
/// of their proxies, without what the halves of an equality have in common.
fn weights<N: Number>(game: Game, multipliers: &[N], equalities: &Equalities) -> Vec<N> {
    let first = 1 - game.first_multiplier();
    let objective = if first == 1 { multipliers[0].clone() } else { N::double(1.0) };
    std::iter::once(objective).chain(equalities.reduced(&multipliers[first..])).collect()
}

/// The functions that these are the weights of.
fn functions(layout: &Layout) -> impl Iterator<Item = Function> + use<> {
    let proxies = layout.game() == Game::ProxyLagrangian && layout.has_proxies();
    let constraint = move |i| if proxies { Function::Proxy(i) } else { Function::Constraint(i) };
    std::iter::once(Function::Objective).chain((1..=layout.num_constraints()).map(constraint))
}

/// The bound, or the first function that counts and has no range.
pub(super) fn lower_bound<N: Number>(
    layout: &Layout,
    multipliers: &[N],
    given: &Given,
) -> std::result::Result<LowerBound, Function> {
    let mut sum = N::zero();
    for (function, weight) in functions(layout).zip(weights(layout.game(), multipliers, &given.equalities)) {
        match given.ranges.iter().find(|range| range.of == function) {
            Some(range) => sum = sum + weight * N::double(range.lo),
            None if weight.enclosure() == Enclosure::ZERO => {}
            None => return Err(given.equalities.first_half(function).unwrap_or(function)),
        }
    }
    Ok(LowerBound { value: sum.enclosure().lo(), evidence: Evidence::Ranges(given.ranges.clone()) })
}

/// The largest distance of a recorded value from its range, over blocks of rounds.
pub(super) struct Outside {
    pub(super) ranges: Vec<Range>,
    /// By ends: surely so far, and perhaps.
    distance: (f64, f64),
    rounds: usize,
    pub(super) furthest: Option<OutOfRange>,
}

/// A recorded value that surely lies outside the range that was given for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfRange {
    /// Its function.
    pub of: Function,
    /// Its round, counted from 0.
    pub round: usize,
    /// How far outside it is, at least.
    pub distance: f64,
}

impl Outside {
    pub(super) fn of(ranges: &[Range]) -> Self {
        Self { ranges: ranges.to_vec(), distance: (0.0, 0.0), rounds: 0, furthest: None }
    }

    pub(super) fn look(&mut self, block: &Trace) {
        for Range { of, lo, hi } in &self.ranges {
            let (values, i) = match *of {
                Function::Objective => (block.objective(), 0),
                Function::Constraint(i) => (block.constraints(), i - 1),
                Function::Proxy(i) => (block.proxy_constraints(), i - 1),
            };
            let mut note = |t: usize, surely: f64, perhaps: f64| {
                if surely > self.distance.0 {
                    self.furthest = Some(OutOfRange { of: *of, round: self.rounds + t, distance: surely });
                }
                self.distance = (self.distance.0.max(surely), self.distance.1.max(perhaps));
            };
            for t in 0..block.rounds() {
                let (a, b) = (values.row_lo(t)[i], values.row_hi(t)[i]);
                // Most values are inside, which costs two comparisons.
                if a < *lo {
                    note(t, sub_down(*lo, b), sub_up(*lo, a));
                }
                if let Some(hi) = hi.filter(|hi| b > *hi) {
                    note(t, sub_down(a, hi), sub_up(b, hi));
                }
            }
        }
        self.rounds += block.rounds();
    }

    /// Refuses a distance that no double holds.
    pub(super) fn finish(self) -> Result<Self> {
        if self.distance.1.is_finite() {
            return Ok(self);
        }
        Err(Error::new("a recorded value is further from its range than the largest double: correct the range"))
    }

    /// The distance; its lower end is positive exactly if some value surely lies outside.
    pub(super) fn distance(&self) -> Enclosure {
        Enclosure::new(self.distance.0, self.distance.1)
    }
}

/// The value of a trace that surely lies furthest outside the range that was given for it, if one does.
///
/// # Errors
/// If the trace lacks a function that has a range.
pub fn out_of_range(ranges: &[Range], trace: &Trace) -> Result<Option<OutOfRange>> {
    check(ranges, trace.layout())?;
    let mut outside = Outside::of(ranges);
    outside.look(trace);
    Ok(outside.furthest)
}

/// Refuses a range of a function that the trace does not record.
pub(super) fn check(ranges: &[Range], layout: &Layout) -> Result<()> {
    let is_there = |of: &Function| match *of {
        Function::Objective => true,
        Function::Constraint(i) => (1..=layout.num_constraints()).contains(&i),
        Function::Proxy(i) => (1..=layout.num_proxies()).contains(&i) && layout.game() == Game::ProxyLagrangian,
    };
    match ranges.iter().find(|range| !is_there(&range.of)) {
        Some(range) => Err(Error::new(format!(
            "there is a range of `{}`, which is not a function of this game: leave it out, or certify the game that has it",
            range.of
        ))),
        None => Ok(()),
    }
}

/// That no recorded value surely lies outside its range.
pub(super) fn possible<N: Number>(ledger: &mut Ledger<N>, outside: Option<Enclosure>) {
    if let Some(distance) = outside {
        let distance = N::between(distance.lo(), distance.hi());
        let slack = Slack::Is(-distance.clone());
        ledger.claim(Inequality::hypothesis("ranges_possible", distance, Relation::AtMost, N::zero(), slack));
    }
}
