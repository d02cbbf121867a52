//! A scene as SVG: real text, a title and a description for those who cannot see it, and nothing that varies.
//!
//! Colours and all else are attributes, so that a page may forbid every style but its own, and give the colours others
//! in the dark. Lines are written in tenths of a pixel from point to point. Of the points of a line that share a column
//! of pixels only the first, the lowest, the highest and the last are kept: they cover the same pixels.

use super::scene::{Anchor, Colour, EXPONENT_RISE, EXPONENT_SIZE, Group, Mark, Measure, Pen, Scene, Segment, Words};
use std::fmt::Write as _;

/// The font whose widths the layout has, then what every machine has.
const FAMILY: &str = "'Noto Sans',Helvetica,Arial,sans-serif";

pub(super) fn write(scene: &Scene) -> String {
    let mut svg = String::new();
    let (w, h) = (scene.width, scene.height);
    let mut put = |line: std::fmt::Arguments<'_>| {
        svg.write_fmt(line).expect("a string takes everything");
        svg.push('\n');
    };
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
         font-family=\"{FAMILY}\">"
    ));
    // A picture without a title is called by the first sentence of its description: it must have a name.
    let sentence = || scene.description.split(". ").next().unwrap_or_default();
    let title = if scene.title.is_empty() { sentence() } else { &scene.title };
    put(format_args!("<title>{}</title>", escaped(title)));
    put(format_args!("<desc>{}</desc>", escaped(&scene.description)));
    put(format_args!("<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", Colour::WHITE));
    let mut marks = scene.marks.iter().peekable();
    while let Some(mark) = marks.next() {
        match mark {
            Mark::Outline { segments, fill, pen } => {
                // Markers of one line are one element.
                let mut d = path(segments, fill.is_none());
                while let Some(Mark::Outline { segments, fill: next_fill, pen: next_pen }) = marks.peek() {
                    if fill.is_none() || (next_fill, next_pen) != (fill, pen) {
                        break;
                    }
                    d += &path(segments, false);
                    marks.next();
                }
                put(format_args!("<path d=\"{d}\"{}/>", paint(*fill, *pen)));
            }
            Mark::Words(words) => put(format_args!("{}", text(words))),
            Mark::Open(Group::Panel(name)) => put(format_args!("<g><title>{}</title>", escaped(name))),
            Mark::Open(Group::Line(name)) => put(format_args!("<g class=\"line\"><title>{}</title>", escaped(name))),
            Mark::Open(Group::Axes(axes)) => {
                let [x, y] = &**axes;
                put(format_args!("<g class=\"axes\"{}{}><title>axes</title>", measure('x', x), measure('y', y)));
            }
            Mark::Close => put(format_args!("</g>")),
        }
    }
    put(format_args!("</svg>"));
    svg
}

/// An axis for a script that turns pixels into values: its scale, the pixels of its ends, the values there, its name.
fn measure(axis: char, measure: &Measure) -> String {
    let scale = if measure.is_log { "log" } else { "linear" };
    let (from, to) = (number(measure.pixels.0), number(measure.pixels.1));
    let (low, high) = measure.ends;
    let label = escaped(&measure.label);
    format!(" data-{axis}=\"{scale} {from} {to} {low:e} {high:e}\" data-{axis}-label=\"{label}\"")
}

fn paint(fill: Option<Colour>, pen: Option<Pen>) -> String {
    let mut paint = match fill {
        Some(colour) => format!(" fill=\"{colour}\""),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(pen) = pen {
        write!(paint, " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", pen.colour, number(pen.width))
            .expect("a string takes everything");
        if !pen.dash.is_empty() {
            let dash: Vec<String> = pen.dash.iter().map(|&length| number(length)).collect();
            write!(paint, " stroke-dasharray=\"{}\"", dash.join(" ")).expect("a string takes everything");
        }
    }
    paint
}

/// Tenths of a pixel.
type Point = (i64, i64);

/// The path in absolute moves and relative steps; the steps are between rounded points, so that no error adds up.
fn path(segments: &[Segment], is_line: bool) -> String {
    let (mut d, mut at, mut last) = (String::new(), (0, 0), ' ');
    let mut step = |letter: char, points: &[Point]| {
        if letter != last {
            d.push(letter);
        }
        last = letter;
        let from = if letter == 'M' { (0, 0) } else { at };
        for &(x, y) in points {
            join(&mut d, x - from.0);
            join(&mut d, y - from.1);
            at = (x, y);
        }
    };
    if is_line {
        let points: Vec<Point> = segments
            .iter()
            .filter_map(|segment| match *segment {
                Segment::Move(x, y) | Segment::Line(x, y) => Some((tenths(x), tenths(y))),
                _ => None,
            })
            .collect();
        for (index, &point) in thinned(&points).iter().enumerate() {
            step(if index == 0 { 'M' } else { 'l' }, &[point]);
        }
        return d;
    }
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => step('M', &[(tenths(x), tenths(y))]),
            Segment::Line(x, y) => step('l', &[(tenths(x), tenths(y))]),
            Segment::Cubic([a, b, c, d, e, f]) => {
                step('c', &[(a, b), (c, d), (e, f)].map(|(x, y)| (tenths(x), tenths(y))));
            }
            Segment::Close => step('z', &[]),
        }
    }
    d
}

/// Of neighbours in one column of pixels the first, the lowest, the highest and the last, each place once.
fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for column in points.chunk_by(|a, b| a.0.div_euclid(10) == b.0.div_euclid(10)) {
        let at = |pick: fn(Point, Point) -> bool| {
            (0..column.len()).fold(0, |best, index| if pick(column[index], column[best]) { index } else { best })
        };
        let mut chosen = [0, at(|a, b| a.1 < b.1), at(|a, b| a.1 > b.1), column.len() - 1];
        chosen.sort_unstable();
        kept.extend(chosen.map(|index| column[index]));
    }
    kept.dedup();
    kept
}

#[allow(clippy::cast_possible_truncation, reason = "pixels of a drawing are few; `as` saturates")]
fn tenths(x: f64) -> i64 {
    (x * 10.0).round() as i64
}

/// Appends a number of tenths as short as it can be: without a zero before the point, and without needless spaces.
fn join(d: &mut String, tenths: i64) {
    if tenths >= 0 && d.ends_with(|c: char| c.is_ascii_digit()) {
        d.push(' ');
    }
    let (sign, whole, tenth) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
    match (whole, tenth) {
        (whole, 0) => write!(d, "{sign}{whole}"),
        (0, tenth) => write!(d, "{sign}.{tenth}"),
        _ => write!(d, "{sign}{whole}.{tenth}"),
    }
    .expect("a string takes everything");
}

fn text(words: &Words) -> String {
    let anchor = match words.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if words.bold { " font-weight=\"bold\"" } else { "" };
    let (x, y, size) = (number(words.x), number(words.y), number(words.size));
    let above = if words.above.is_empty() {
        String::new()
    } else {
        let (dy, size) = (number(-EXPONENT_RISE * words.size), number(EXPONENT_SIZE * words.size));
        format!("<tspan dy=\"{dy}\" font-size=\"{size}\">{}</tspan>", escaped(&words.above))
    };
    let (colour, words) = (words.colour, escaped(&words.text));
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}>{words}{above}</text>")
}

/// Hundredths of a pixel, without needless zeros.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text as XML has it: five characters escaped, line ends as spaces, and a replacement character for each control
/// character and for each mark that would turn the direction of the words after it.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' | '\r' | '\t' => out.push(' '),
            '\0'..'\u{20}'
            | '\u{7f}'..='\u{9f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fffe}'
            | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
#[path = "../../tests/inside/report/svg.rs"]
mod tests;
