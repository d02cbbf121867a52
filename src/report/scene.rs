//! What a picture is made of: outlines and words, in pixels from the top left corner.

use std::fmt;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

impl Colour {
    pub(super) const WHITE: Self = Self(255, 255, 255);
    /// Words.
    pub(super) const INK: Self = Self(0x22, 0x22, 0x22);
    /// Words of lesser weight, limits and references.
    pub(super) const MUTED: Self = Self(0x66, 0x66, 0x66);
    pub(super) const AXIS: Self = Self(0x8c, 0x8c, 0x8c);
    pub(super) const LEADER: Self = Self(0xa8, 0xa8, 0xa8);
    pub(super) const GRID: Self = Self(0xe8, 0xe8, 0xe8);
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How an outline is drawn along: an empty `dash` is a solid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) colour: Colour,
    pub(super) width: f64,
    pub(super) dash: &'static [f64],
}

impl Pen {
    pub(super) const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: &[] }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    Cubic([f64; 6]),
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// One line of words; `above` is an exponent, set higher and smaller behind the text.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) x: f64,
    /// The baseline.
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    pub(super) text: String,
    pub(super) above: String,
}

/// How much smaller an exponent is than its base, and how far above the baseline it stands, in sizes of the base.
pub(super) const EXPONENT_SIZE: f64 = 0.75;
pub(super) const EXPONENT_RISE: f64 = 0.38;

#[derive(Clone, Debug)]
pub(super) enum Mark {
    Outline {
        segments: Vec<Segment>,
        fill: Option<Colour>,
        pen: Option<Pen>,
    },
    Words(Words),
    /// What follows until `Close` belongs together and has this name.
    Open(String),
    Close,
}

/// A picture of a fixed size, and its description in words.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) marks: Vec<Mark>,
}

impl Scene {
    /// A straight or broken line through at least two points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], pen: Pen) {
        let mut segments: Vec<Segment> = Vec::with_capacity(points.len());
        for (index, &(x, y)) in points.iter().enumerate() {
            segments.push(if index == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) });
        }
        self.marks.push(Mark::Outline { segments, fill: None, pen: Some(pen) });
    }

    pub(super) fn words(&mut self, words: Words) {
        self.marks.push(Mark::Words(words));
    }

    /// Puts another picture into this one, moved to the right and down. Its title and description are left out.
    pub(super) fn place(&mut self, other: Self, dx: f64, dy: f64) {
        let moved = |segment: Segment| match segment {
            Segment::Move(x, y) => Segment::Move(x + dx, y + dy),
            Segment::Line(x, y) => Segment::Line(x + dx, y + dy),
            Segment::Cubic([a, b, c, d, e, f]) => Segment::Cubic([a + dx, b + dy, c + dx, d + dy, e + dx, f + dy]),
            Segment::Close => Segment::Close,
        };
        self.marks.extend(other.marks.into_iter().map(|mark| match mark {
            Mark::Outline { segments, fill, pen } => {
                Mark::Outline { segments: segments.into_iter().map(moved).collect(), fill, pen }
            }
            Mark::Words(words) => Mark::Words(Words { x: words.x + dx, y: words.y + dy, ..words }),
            other => other,
        }));
    }
}
