//! Charts as SVG: lines with their names at their ends, on linear and logarithmic axes.
//!
//! A [`Chart`] describes what to show, and [`Chart::svg`] draws it. The drawing promises:
//!
//! * it can be read in grey and by colour-blind people: series differ in colour, marker and line pattern;
//! * there is no legend: each line has its name at its right end, names are moved apart until none overlaps, and thin
//!   leaders lead back to the lines. The chart grows with the number and the length of the names;
//! * nothing is dropped in silence: zero and less, which have no logarithm, stand as open markers in a strip at the edge
//!   of a logarithmic axis, and a series whose last value is there says so in its name. What is not finite breaks the
//!   line, and the name says how many values these are. A series without any point keeps its name;
//! * the same chart gives the same bytes, on every machine: logarithms and widths of letters are our own, not the platform's.
//!
//! [`run_charts`] draws a run, [`regret_chart`] its regret against what was promised, [`plane`] candidates that are mixed,
//! and [`rate_chart`] classifiers against their limits; [`page`] puts words, tables and charts on one page of HTML.
//!
//! A logarithmic axis has ticks at powers of ten, and a horizontal one whose values are all powers of two has ticks at
//! powers of two. Any input is defined: no points, one point, equal values, numbers that are not finite.
//!
//! ```
//! use referee::report::{Axis, Chart, Look, Scale, Series};
//!
//! let rounds = [64.0, 256.0, 1024.0];
//! let series = |name: &str, look, value: fn(f64) -> f64| Series {
//!     name: name.into(),
//!     points: rounds.iter().map(|&t| (t, value(t))).collect(),
//!     look,
//! };
//! let chart = Chart {
//!     title: "Average swap regret".into(),
//!     subtitle: "fair coins, m = 2".into(),
//!     x: Axis { label: "rounds T".into(), scale: Scale::Log },
//!     y: Axis { label: "regret / T".into(), scale: Scale::Log },
//!     series: vec![
//!         series("Hedge", Look::Line(0), |t| 0.4 / t.sqrt()),
//!         series("bound of Hedge", Look::Bound(0), |t| 1.0 / t.sqrt()),
//!     ],
//! };
//! assert!(chart.svg().contains(">bound of Hedge</text>"));
//! ```

mod chosen;
mod describe;
mod font;
mod labels;
mod layout;
mod look;
pub mod page;
mod panels;
pub mod plane;
pub mod rate_chart;
pub mod regret_chart;
mod ruler;
pub mod run_charts;
mod scene;
mod svg;
mod ticks;

pub use panels::Panels;

/// What to draw.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What the chart shows.
    pub title: String,
    /// Under what circumstances; may be empty.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines, of which later ones are drawn over earlier ones.
    pub series: Vec<Series>,
}

/// One axis: what it measures, and how.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How values become distances.
    pub scale: Scale,
}

/// How values become distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; zero and less stand in a strip at the low end.
    Log,
    /// Of the vertical axis: a row for each name, from the top. The middle of the first row is 0, of the second 1.
    Names(Vec<String>),
}

/// A line through points, in the given order.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name at the end of the line.
    pub name: String,
    /// The points; those with a coordinate that is not finite break the line.
    pub points: Vec<(f64, f64)>,
    /// How the line is drawn.
    pub look: Look,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A measured line with the n-th colour, marker and line pattern.
    Line(usize),
    /// A bound for the n-th line: dashed, thinner, without markers, in the colour of that line.
    Bound(usize),
    /// A known limit: dotted and grey.
    Limit,
    /// A line to compare with, such as `y = 1`: thin, solid and grey.
    Reference,
    /// Points without a line: the n-th colour and marker, larger and with a dark edge.
    Points(usize),
    /// The same with open markers, for what belongs to the n-th points but was measured elsewhere.
    Rings(usize),
    /// Very many points without a line: small and grey.
    Cloud,
    /// Points as short upright bars, such as the limits of rows.
    Bars,
}

impl Chart {
    /// The chart as SVG, with its words as text and in the browser's sans-serif font.
    pub fn svg(&self) -> String {
        svg::write(&layout::chart(self))
    }

    /// The width and the height of the SVG in pixels.
    pub fn size(&self) -> (u32, u32) {
        let scene = layout::chart(self);
        (scene.width, scene.height)
    }
}
