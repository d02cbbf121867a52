//! The letters: Noto Sans, carried along, so that a picture does not depend on the fonts of a machine.

use super::scene::{EXPONENT_SIZE, Words};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The two weights of the font.
pub(super) struct Font {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Font {
    pub(super) fn new() -> Self {
        let face = |bytes| Face::parse(bytes, 0).expect("the font that is compiled in is a font");
        Self { regular: face(ttf_noto_sans::REGULAR), bold: face(ttf_noto_sans::BOLD) }
    }

    fn face(&self, bold: bool) -> &Face<'static> {
        if bold { &self.bold } else { &self.regular }
    }

    /// How wide a text is, in pixels. A letter that the font lacks is as wide as the box drawn for it.
    pub(super) fn width(&self, text: &str, size: f64, bold: bool) -> f64 {
        let face = self.face(bold);
        let units: f64 = text.chars().map(|letter| advance(face, glyph(face, letter))).sum();
        units * size / f64::from(face.units_per_em())
    }

    /// How wide words are with their exponent.
    pub(super) fn width_of(&self, words: &Words) -> f64 {
        self.width(&words.text, words.size, words.bold)
            + self.width(&words.above, words.size * EXPONENT_SIZE, words.bold)
    }

    /// Draws a text from its left end on the baseline.
    pub(super) fn outline(&self, text: &str, at: (f64, f64), size: f64, bold: bool, pen: &mut impl LetterPen) {
        let face = self.face(bold);
        let scale = size / f64::from(face.units_per_em());
        let mut x = at.0;
        for letter in text.chars() {
            let glyph = glyph(face, letter);
            let _ = face.outline_glyph(glyph, &mut Placed { pen, x, y: at.1, scale }); // a space has no outline
            x += advance(face, glyph) * scale;
        }
    }
}

fn glyph(face: &Face<'_>, letter: char) -> GlyphId {
    face.glyph_index(letter).unwrap_or(GlyphId(0)) // the box for a missing letter
}

fn advance(face: &Face<'_>, glyph: GlyphId) -> f64 {
    face.glyph_hor_advance(glyph).map_or(0.0, f64::from)
}

/// Receives the outlines of letters in pixels.
pub(super) trait LetterPen {
    fn move_to(&mut self, to: (f64, f64));
    fn line_to(&mut self, to: (f64, f64));
    fn quad_to(&mut self, control: (f64, f64), to: (f64, f64));
    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64));
    fn close(&mut self);
}

/// Turns the font's units, which go up, into pixels, which go down.
struct Placed<'a, P> {
    pen: &'a mut P,
    x: f64,
    y: f64,
    scale: f64,
}

impl<P> Placed<'_, P> {
    fn at(&self, x: f32, y: f32) -> (f64, f64) {
        (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale)
    }
}

impl<P: LetterPen> OutlineBuilder for Placed<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(self.at(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(self.at(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.pen.quad_to(self.at(x1, y1), self.at(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.pen.curve_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
    }

    fn close(&mut self) {
        self.pen.close();
    }
}
