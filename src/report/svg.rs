//! A scene as SVG: real text, a title and a description for those who cannot see it, and nothing that varies.

use super::scene::{Anchor, Colour, EXPONENT_RISE, EXPONENT_SIZE, Mark, Pen, Scene, Segment, Words};
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
    put(format_args!("<title>{}</title>", escaped(&scene.title)));
    put(format_args!("<desc>{}</desc>", escaped(&scene.description)));
    put(format_args!("<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", Colour::WHITE));
    for mark in &scene.marks {
        match mark {
            Mark::Outline { segments, fill, pen } => put(format_args!("{}", outline(segments, *fill, *pen))),
            Mark::Words(words) => put(format_args!("{}", text(words))),
            Mark::Open(name) => put(format_args!("<g><title>{}</title>", escaped(name))),
            Mark::Close => put(format_args!("</g>")),
        }
    }
    put(format_args!("</svg>"));
    svg
}

fn outline(segments: &[Segment], fill: Option<Colour>, pen: Option<Pen>) -> String {
    let mut d = String::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => join(&mut d, 'M', &[x, y]),
            Segment::Line(x, y) => join(&mut d, 'L', &[x, y]),
            Segment::Cubic(numbers) => join(&mut d, 'C', &numbers),
            Segment::Close => d.push('Z'),
        }
    }
    let mut element = format!("<path d=\"{d}\"");
    let fill = fill.map_or_else(|| "none".to_owned(), |colour| colour.to_string());
    write!(element, " fill=\"{fill}\"").expect("a string takes everything");
    if let Some(pen) = pen {
        write!(element, " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", pen.colour, number(pen.width))
            .expect("a string takes everything");
        if !pen.dash.is_empty() {
            let dash: Vec<String> = pen.dash.iter().map(|&length| number(length)).collect();
            write!(element, " stroke-dasharray=\"{}\"", dash.join(" ")).expect("a string takes everything");
        }
    }
    element + "/>"
}

fn join(d: &mut String, letter: char, numbers: &[f64]) {
    d.push(letter);
    let numbers: Vec<String> = numbers.iter().map(|&x| number(x)).collect();
    d.push_str(&numbers.join(" "));
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

/// Text as XML has it: five characters escaped, line ends as spaces, and control characters as a replacement character.
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
            '\0'..'\u{20}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (100.0, "100"), (12.345_6, "12.35")];
        for (x, text) in cases {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b & \"c\"\n'd'\u{1}"), "a&lt;b &amp; &quot;c&quot; &apos;d&apos;\u{fffd}");
    }
}
