//! Colours, line patterns and marker shapes: each alone nearly tells the series apart, together they do.
//!
//! The colours are those of Okabe and Ito ("Color universal design", 2008) without the yellow, which is too pale for
//! lines on white. There are 7 colours, 8 markers and 5 line patterns. The pair of marker and pattern repeats after 40
//! series, the pair of colour and marker after 56, so 40 series can be told apart in grey.

use super::Look;
use super::scene::{Colour, Mark, Pen, Segment};

const COLOURS: [Colour; 7] = [
    Colour(0x00, 0x72, 0xb2), // blue
    Colour(0xd5, 0x5e, 0x00), // vermilion
    Colour(0x00, 0x9e, 0x73), // bluish green
    Colour(0xcc, 0x79, 0xa7), // reddish purple
    Colour(0xe6, 0x9f, 0x00), // orange
    Colour(0x56, 0xb4, 0xe9), // sky blue
    Colour(0x00, 0x00, 0x00),
];

/// Long strokes and short gaps: they read as lines, unlike the pattern of a bound.
const PATTERNS: [&[f64]; 5] =
    [&[], &[11.0, 3.0], &[11.0, 3.0, 2.0, 3.0], &[18.0, 3.0, 6.0, 3.0], &[11.0, 3.0, 2.0, 3.0, 2.0, 3.0]];

const BOUND: &[f64] = &[4.0, 3.0];
const LIMIT: &[f64] = &[1.5, 2.5];
const BAR: &[(f64, f64)] = &[(-1.2, -13.0), (1.2, -13.0), (1.2, 13.0), (-1.2, 13.0)];

/// Corners of the markers of 8 units across, each about as heavy as the circle; the circle itself has none.
const MARKERS: [&[(f64, f64)]; 8] = [
    &[],
    &[(-3.3, -3.3), (3.3, -3.3), (3.3, 3.3), (-3.3, 3.3)],
    &[(0.0, -4.6), (4.3, 3.1), (-4.3, 3.1)],
    &[(0.0, -4.8), (4.2, 0.0), (0.0, 4.8), (-4.2, 0.0)],
    &[(0.0, 4.6), (4.3, -3.1), (-4.3, -3.1)],
    &[
        (-1.4, -4.5),
        (1.4, -4.5),
        (1.4, -1.4),
        (4.5, -1.4),
        (4.5, 1.4),
        (1.4, 1.4),
        (1.4, 4.5),
        (-1.4, 4.5),
        (-1.4, 1.4),
        (-4.5, 1.4),
        (-4.5, -1.4),
        (-1.4, -1.4),
    ],
    &[
        (0.0, -5.2),
        (1.35, -1.86),
        (4.95, -1.61),
        (2.19, 0.71),
        (3.06, 4.21),
        (0.0, 2.3),
        (-3.06, 4.21),
        (-2.19, 0.71),
        (-4.95, -1.61),
        (-1.35, -1.86),
    ],
    &[
        (-2.2, -4.2),
        (0.0, -2.0),
        (2.2, -4.2),
        (4.2, -2.2),
        (2.0, 0.0),
        (4.2, 2.2),
        (2.2, 4.2),
        (0.0, 2.0),
        (-2.2, 4.2),
        (-4.2, 2.2),
        (-2.0, 0.0),
        (-4.2, -2.2),
    ],
];

impl Look {
    /// What the line is drawn with.
    pub(super) fn pen(self) -> Pen {
        match self {
            Self::Line(n) => Pen { colour: self.colour(), width: 1.8, dash: PATTERNS[n % PATTERNS.len()] },
            Self::Bound(_) => Pen { colour: self.colour(), width: 1.1, dash: BOUND },
            Self::Limit => Pen { colour: self.colour(), width: 1.6, dash: LIMIT },
            Self::Reference => Pen::solid(self.colour(), 0.9),
            Self::Bars => Pen::solid(self.colour(), 2.2),
            Self::Points(_) | Self::Rings(_) | Self::Cloud => Pen::solid(self.colour(), 1.4),
        }
    }

    pub(super) fn colour(self) -> Colour {
        match self {
            Self::Line(n) | Self::Bound(n) | Self::Points(n) | Self::Rings(n) => COLOURS[n % COLOURS.len()],
            Self::Limit | Self::Reference | Self::Cloud => Colour::MUTED,
            Self::Bars => Colour::INK,
        }
    }

    /// The marker of the series; bounds, limits and references have none, except the circle of a value at the edge.
    fn shape(self) -> usize {
        match self {
            Self::Line(n) | Self::Bound(n) | Self::Points(n) | Self::Rings(n) => n % MARKERS.len(),
            Self::Limit | Self::Reference | Self::Cloud | Self::Bars => 0,
        }
    }

    pub(super) fn is_marked(self) -> bool {
        self.is_scattered() || matches!(self, Self::Line(_))
    }

    /// Whether the points are not joined.
    pub(super) fn is_scattered(self) -> bool {
        matches!(self, Self::Points(_) | Self::Rings(_) | Self::Cloud | Self::Bars)
    }

    /// The marker at a point: filled, or open where the value itself is not on the axis.
    pub(super) fn marker(self, x: f64, y: f64, open: bool) -> Mark {
        let size = match self {
            Self::Points(_) | Self::Rings(_) => 1.3,
            Self::Cloud => 0.5,
            _ => 1.0,
        };
        let corners = if self == Self::Bars { BAR } else { MARKERS[self.shape()] };
        let segments = if corners.is_empty() { circle(x, y, 3.7 * size) } else { polygon(corners, x, y, size) };
        let (fill, pen) = match self {
            Self::Line(_) | Self::Bound(_) | Self::Limit | Self::Reference if !open => {
                // A thin white edge keeps markers apart where lines cross.
                (self.colour(), Some(Pen::solid(Colour::WHITE, 0.7)))
            }
            Self::Points(_) if !open => (self.colour(), Some(Pen::solid(Colour::INK, 1.0))),
            Self::Cloud | Self::Bars if !open => (self.colour(), None),
            _ => (Colour::WHITE, Some(Pen::solid(self.colour(), 1.4))),
        };
        Mark::Outline { segments, fill: Some(fill), pen }
    }
}

fn polygon(corners: &[(f64, f64)], x: f64, y: f64, size: f64) -> Vec<Segment> {
    let at = |&(dx, dy): &(f64, f64)| (x + size * dx, y + size * dy);
    let mut segments: Vec<Segment> = corners.iter().map(at).map(|(x, y)| Segment::Line(x, y)).collect();
    let (first_x, first_y) = at(&corners[0]);
    segments[0] = Segment::Move(first_x, first_y);
    segments.push(Segment::Close);
    segments
}

/// Four cubic arcs, which leave the circle by less than a thousandth of its radius.
fn circle(x: f64, y: f64, r: f64) -> Vec<Segment> {
    let k = 0.5523 * r;
    vec![
        Segment::Move(x + r, y),
        Segment::Cubic([x + r, y + k, x + k, y + r, x, y + r]),
        Segment::Cubic([x - k, y + r, x - r, y + k, x - r, y]),
        Segment::Cubic([x - r, y - k, x - k, y - r, x, y - r]),
        Segment::Cubic([x + k, y - r, x + r, y - k, x + r, y]),
        Segment::Close,
    ]
}

#[cfg(test)]
#[path = "../../tests/inside/report/look.rs"]
mod tests;
