//! Rates (section 10 of the specification): what a statement promised before play, beside what was measured.
//!
//! `given` is the form, `mirror` what of it Theorems 6 and 7 leave open, `seen` what the trace shows of the hypotheses, `bounds` the formulas, `tables` the tables.

mod bounds;
mod given;
mod mirror;
mod seen;
mod tables;

pub(crate) use given::{LAGRANGIAN, PROXY, Rate, is_statement};
pub(crate) use seen::Totals;
pub(crate) use tables::{LAGRANGIAN_CLAIMS, LAGRANGIAN_ENTRIES, PROXY_CLAIMS, PROXY_ENTRIES, is_name};

use crate::certificate::Data;
use crate::exact::Rational;
use crate::interval::Interval;
use seen::Seen;

/// All that the tables of one game speak of: `game` is what is measured in any certificate of it.
pub(crate) struct Rated<Q> {
    game: Q,
    rate: Rate,
    seen: Seen,
    /// `T`.
    rounds: Interval,
    /// `n = m + 1`.
    actions: Rational,
    statement: &'static str,
}

impl<Q> Rated<Q> {
    pub(crate) fn new(game: Q, rate: Rate, totals: Totals, trace: &Data, statement: &'static str) -> Self {
        Self {
            game,
            rate,
            seen: totals.seen(),
            rounds: Interval::point(Rational::from_integer(trace.rounds)),
            actions: Rational::from_integer(trace.constraints.saturating_add(1)),
            statement,
        }
    }
}
