//! From values to pixels along one axis.
//!
//! Logarithms come from [`numerics`](crate::numerics) and not from the platform, so that a picture is the same
//! everywhere. A logarithmic axis has no place for zero and what is below: where such values occur, the axis gets a
//! strip at its low end, with a tick of its own.

use super::Scale;
use super::scene::Measure;
use super::ticks::{self, Tick};
use crate::numerics::elementary::ln;

/// The room that values at and below zero take at the low end of a logarithmic axis.
const STRIP: f64 = 26.0;

/// What an axis must show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    scale: Kind,
    /// The share of the range that is left free at both ends.
    room: f64,
    /// The least and the greatest, in logarithms to base ten on a logarithmic axis; nothing where there is no value.
    range: Option<(f64, f64)>,
    /// Values that a logarithmic axis cannot show: zeros, and below zero.
    zeros: bool,
    negatives: bool,
    /// Every value is a power of two, as numbers of rounds often are.
    powers_of_two: bool,
}

/// A scale without its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Linear,
    Log,
    /// That many rows, from the top.
    Rows(usize),
}

impl Extent {
    /// Takes the finite values among the given ones.
    pub(super) fn of(scale: &Scale, room: f64, values: impl Iterator<Item = f64>) -> Self {
        let scale = match scale {
            Scale::Linear => Kind::Linear,
            Scale::Log => Kind::Log,
            Scale::Names(names) => Kind::Rows(names.len()),
        };
        let mut extent = Self { scale, room, range: None, zeros: false, negatives: false, powers_of_two: true };
        for value in values.filter(|value| value.is_finite()) {
            if scale == Kind::Log && value <= 0.0 {
                extent.zeros |= value == 0.0;
                extent.negatives |= value < 0.0;
                continue;
            }
            extent.powers_of_two &= is_power_of_two(value);
            let unit = unit(scale, value);
            let (low, high) = extent.range.unwrap_or((unit, unit));
            extent.range = Some((low.min(unit), high.max(unit)));
        }
        extent
    }

    fn has_strip(&self) -> bool {
        self.zeros || self.negatives
    }

    /// The ends of the axis: the values with a little room, and never of no length.
    fn ends(&self) -> (f64, f64) {
        match (self.scale, self.range) {
            // Values outside the rows are at home nowhere, but have a place.
            (Kind::Rows(count), range) => {
                let (low, high) = range.unwrap_or((0.0, 0.0));
                (low.min(0.5 - count.max(1) as f64), high.max(0.5))
            }
            (_, None) => (0.0, 1.0),
            (Kind::Log, Some((low, high))) => {
                // At least a decade, so that there are ticks.
                let room = (self.room * (high - low)).max((1.0 - (high - low)) / 2.0);
                (low - room, high + room)
            }
            // Halves, because a difference may overflow.
            (Kind::Linear, Some((low, high))) if high / 2.0 - low / 2.0 > 1e-300 => {
                let room = 2.0 * self.room * (high / 2.0 - low / 2.0);
                let low = if low >= 0.0 && low <= high / 2.0 { 0.0 } else { (low - room).max(-f64::MAX) };
                (low, (high + room).min(f64::MAX))
            }
            // Values that are equal, or as good as equal.
            (Kind::Linear, Some((value, _))) => {
                let room = if value.abs() > 1e-290 { value.abs() / 2.0 } else { 1.0 };
                ((value - room).max(-f64::MAX), (value + room).min(f64::MAX))
            }
        }
    }
}

fn unit(scale: Kind, value: f64) -> f64 {
    match scale {
        Kind::Linear => value,
        Kind::Rows(_) => -value,
        Kind::Log => ln(value).lo() / std::f64::consts::LN_10,
    }
}

fn is_power_of_two(value: f64) -> bool {
    // A normal number with an empty mantissa; rounds are at least 1, so the others do not matter.
    value >= 1.0 && value.to_bits().trailing_zeros() >= 52
}

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    At(f64),
    /// In the strip of a logarithmic axis, because the value is zero or less.
    Edge(f64),
    /// Nowhere: the value is not finite.
    Nowhere,
}

/// An axis laid along pixels, from the low end to the high end.
pub(super) struct Ruler {
    extent: Extent,
    ends: (f64, f64),
    edge: f64,
    from: f64,
    to: f64,
}

impl Ruler {
    pub(super) fn new(extent: Extent, from: f64, to: f64) -> Self {
        let strip = if extent.has_strip() { STRIP } else { 0.0 };
        Self { extent, ends: extent.ends(), edge: from, from: from + strip * (to - from).signum(), to }
    }

    pub(super) fn place(&self, value: f64) -> Place {
        if !value.is_finite() {
            Place::Nowhere
        } else if self.extent.scale == Kind::Log && value <= 0.0 {
            Place::Edge(self.edge)
        } else {
            Place::At(self.pixel(unit(self.extent.scale, value)))
        }
    }

    fn pixel(&self, unit: f64) -> f64 {
        let (low, high) = self.ends;
        let share = (unit / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        self.from + share * (self.to - self.from)
    }

    /// Ticks on the axis, low to high, with the tick of the strip first. Only `horizontal` axes count in powers of two.
    pub(super) fn ticks(&self, horizontal: bool) -> Vec<(f64, Tick)> {
        let (low, high) = self.ends;
        let ticks = match self.extent.scale {
            Kind::Linear => ticks::linear(low, high),
            // Their names are the chart's.
            Kind::Rows(count) => (0..count).map(|row| Tick::words(-(row as f64), "")).collect(),
            Kind::Log if horizontal && self.extent.powers_of_two && self.extent.range.is_some() => {
                ticks::powers_of_two(low, high)
            }
            Kind::Log => ticks::powers_of_ten(low, high),
        };
        let strip = self.extent.has_strip().then(|| {
            let text = match (self.extent.zeros, self.extent.negatives) {
                (true, true) => "\u{2264} 0",
                (false, true) => "< 0",
                _ => "0",
            };
            (self.edge, Tick::words(f64::NEG_INFINITY, text))
        });
        strip.into_iter().chain(ticks.into_iter().map(|tick| (self.pixel(tick.unit), tick))).collect()
    }

    /// What turns pixels back into values.
    pub(super) fn measure(&self, label: &str) -> Measure {
        let is_log = self.extent.scale == Kind::Log;
        Measure { label: label.to_owned(), is_log, pixels: (self.from, self.to), ends: self.ends }
    }

    /// The strip's border, where the axis proper begins.
    pub(super) fn strip_border(&self) -> Option<f64> {
        self.extent.has_strip().then_some(self.from)
    }
}

#[cfg(test)]
#[path = "../../tests/inside/report/ruler.rs"]
mod tests;
