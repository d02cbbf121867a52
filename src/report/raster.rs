//! A scene as a PNG picture, drawn by the same marks as the SVG.
//!
//! Coverage is laid over the colours as browsers do, in sRGB. The trigonometry of the rasteriser is compiled in, not
//! the platform's, so the picture is the same everywhere.

use super::font::{Font, LetterPen};
use super::png;
use super::scene::{Anchor, Colour, EXPONENT_RISE, EXPONENT_SIZE, Mark, Pen, Scene, Segment, Words};
use crate::error::{Error, Result};
use zeno::{Command, Fill, Join, Mask, Stroke, Style, Vector};

/// Pixels on a side: more than any screen or page needs, and little enough to hold in memory.
const LARGEST: f64 = 16_384.0;

pub(super) fn write(scene: &Scene, scale: f64) -> Result<Vec<u8>> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Error::new(format!("the scale of a picture is {scale}, but it must be a positive number")));
    }
    let (width, height) = (f64::from(scene.width) * scale, f64::from(scene.height) * scale);
    if width > LARGEST || height > LARGEST {
        return Err(Error::new(format!(
            "the picture would be {width:.0} by {height:.0} pixels, but neither may exceed {LARGEST}: take a smaller \
             scale or shorter names"
        )));
    }
    let mut canvas = Canvas::new(pixels(width), pixels(height), scale);
    let font = Font::new();
    for mark in &scene.marks {
        match mark {
            Mark::Outline { segments, fill, pen } => canvas.outline(segments, *fill, *pen),
            Mark::Words(words) => canvas.words(words, &font),
            Mark::Open(_) | Mark::Close => {}
        }
    }
    Ok(png::encode(canvas.width, canvas.height, &canvas.rgb))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and LARGEST")]
fn pixels(x: f64) -> u32 {
    x.ceil().max(1.0) as u32
}

struct Canvas {
    width: u32,
    height: u32,
    scale: f64,
    rgb: Vec<u8>,
}

impl Canvas {
    fn new(width: u32, height: u32, scale: f64) -> Self {
        Self { width, height, scale, rgb: vec![255; 3 * width as usize * height as usize] }
    }

    #[allow(clippy::cast_possible_truncation, reason = "single precision is what the rasteriser works in")]
    fn at(&self, (x, y): (f64, f64)) -> Vector {
        Vector::new((x * self.scale) as f32, (y * self.scale) as f32)
    }

    #[allow(clippy::cast_possible_truncation, reason = "single precision is what the rasteriser works in")]
    fn length(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }

    fn outline(&mut self, segments: &[Segment], fill: Option<Colour>, pen: Option<Pen>) {
        let commands: Vec<Command> = segments
            .iter()
            .map(|segment| match *segment {
                Segment::Move(x, y) => Command::MoveTo(self.at((x, y))),
                Segment::Line(x, y) => Command::LineTo(self.at((x, y))),
                Segment::Cubic([a, b, c, d, e, f]) => {
                    Command::CurveTo(self.at((a, b)), self.at((c, d)), self.at((e, f)))
                }
                Segment::Close => Command::Close,
            })
            .collect();
        if let Some(colour) = fill {
            self.cover(&commands, Fill::NonZero.into(), colour);
        }
        if let Some(pen) = pen {
            let dash: Vec<f32> = pen.dash.iter().map(|&length| self.length(length)).collect();
            let mut stroke = Stroke::new(self.length(pen.width));
            stroke.join(Join::Round).cap(zeno::Cap::Butt).dash(&dash, 0.0);
            self.cover(&commands, Style::Stroke(stroke), pen.colour);
        }
    }

    fn words(&mut self, words: &Words, font: &Font) {
        let shift = match words.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let left = words.x - shift * font.width_of(words);
        let mut letters = Letters { canvas: self, commands: Vec::new() };
        font.outline(&words.text, (left, words.y), words.size, words.bold, &mut letters);
        let right = left + font.width(&words.text, words.size, words.bold);
        let above = words.y - EXPONENT_RISE * words.size;
        font.outline(&words.above, (right, above), EXPONENT_SIZE * words.size, words.bold, &mut letters);
        let commands = letters.commands;
        self.cover(&commands, Fill::NonZero.into(), words.colour);
    }

    /// Lays a colour over the pixels that the path covers, as far as they are on the canvas.
    fn cover(&mut self, commands: &[Command], style: Style<'_>, colour: Colour) {
        if commands.is_empty() {
            return;
        }
        let (mask, placed) = Mask::new(commands).style(style).render();
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        for (y, line) in (i64::from(placed.top)..).zip(mask.chunks_exact(placed.width.max(1) as usize)) {
            for (x, &coverage) in (i64::from(placed.left)..).zip(line) {
                if coverage == 0 || !(0..width).contains(&x) || !(0..height).contains(&y) {
                    continue;
                }
                let start = usize::try_from(3 * (y * width + x)).expect("on the canvas");
                for (pixel, new) in self.rgb[start..start + 3].iter_mut().zip([colour.0, colour.1, colour.2]) {
                    *pixel = blend(*pixel, new, coverage);
                }
            }
        }
    }
}

/// `new` over `old` with the given coverage, rounded to nearest.
fn blend(old: u8, new: u8, coverage: u8) -> u8 {
    let (old, new, c) = (u32::from(old), u32::from(new), u32::from(coverage));
    u8::try_from((new * c + old * (255 - c) + 127) / 255).expect("a mean of two bytes is a byte")
}

struct Letters<'a> {
    canvas: &'a Canvas,
    commands: Vec<Command>,
}

impl LetterPen for Letters<'_> {
    fn move_to(&mut self, to: (f64, f64)) {
        self.commands.push(Command::MoveTo(self.canvas.at(to)));
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.commands.push(Command::LineTo(self.canvas.at(to)));
    }

    fn quad_to(&mut self, control: (f64, f64), to: (f64, f64)) {
        self.commands.push(Command::QuadTo(self.canvas.at(control), self.canvas.at(to)));
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        self.commands.push(Command::CurveTo(self.canvas.at(first), self.canvas.at(second), self.canvas.at(to)));
    }

    fn close(&mut self) {
        self.commands.push(Command::Close);
    }
}
