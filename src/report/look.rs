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
        }
    }

    pub(super) fn colour(self) -> Colour {
        match self {
            Self::Line(n) | Self::Bound(n) => COLOURS[n % COLOURS.len()],
            Self::Limit | Self::Reference => Colour::MUTED,
        }
    }

    /// The marker of the series; bounds, limits and references have none, except the circle of a value at the edge.
    fn shape(self) -> usize {
        match self {
            Self::Line(n) | Self::Bound(n) => n % MARKERS.len(),
            Self::Limit | Self::Reference => 0,
        }
    }

    pub(super) fn is_marked(self) -> bool {
        matches!(self, Self::Line(_))
    }

    /// The marker at a point: filled, or open where the value itself is not on the axis.
    pub(super) fn marker(self, x: f64, y: f64, open: bool) -> Mark {
        let corners = MARKERS[self.shape()];
        let segments = if corners.is_empty() { circle(x, y, 3.7) } else { polygon(corners, x, y) };
        if open {
            let pen = Some(Pen::solid(self.colour(), 1.4));
            return Mark::Outline { segments, fill: Some(Colour::WHITE), pen };
        }
        // A thin white edge keeps markers apart where lines cross.
        Mark::Outline { segments, fill: Some(self.colour()), pen: Some(Pen::solid(Colour::WHITE, 0.7)) }
    }
}

fn polygon(corners: &[(f64, f64)], x: f64, y: f64) -> Vec<Segment> {
    let mut segments: Vec<Segment> = corners.iter().map(|&(dx, dy)| Segment::Line(x + dx, y + dy)).collect();
    segments[0] = Segment::Move(x + corners[0].0, y + corners[0].1);
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
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn forty_series_differ_in_grey() {
        let key = |n: usize| (Look::Line(n).shape(), n % PATTERNS.len());
        assert_eq!((0..40).map(key).collect::<HashSet<_>>().len(), 40);
    }

    #[test]
    fn a_bound_has_the_colour_of_its_line_and_another_pattern() {
        for n in 0..40 {
            assert_eq!(Look::Line(n).colour(), Look::Bound(n).colour());
            assert_ne!(Look::Line(n).pen().dash, Look::Bound(n).pen().dash);
        }
    }
}
