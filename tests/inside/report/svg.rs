//! Tests of `src/report/svg.rs` that need its private parts.

use super::*;

#[test]
fn numbers_are_short() {
    let cases = [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (100.0, "100"), (12.345_6, "12.35")];
    for (x, text) in cases {
        assert_eq!(number(x), text);
    }
}

#[test]
fn lines_are_written_in_steps_of_tenths() {
    let line = [Segment::Move(10.04, 20.0), Segment::Line(11.26, 19.52), Segment::Line(12.0, 19.52)];
    assert_eq!(path(&line, true), "M10 20l1.3-.5 .7 0");
    let marker = [Segment::Move(1.0, 2.0), Segment::Cubic([1.0, 3.0, 2.0, 4.0, 3.0, 4.0]), Segment::Close];
    assert_eq!(path(&marker, false), "M1 2c0 1 1 2 2 2z");
}

#[test]
fn a_column_of_pixels_keeps_what_is_seen() {
    let crowd: Vec<Point> = vec![(100, 50), (101, 70), (102, 60), (103, 10), (104, 40), (109, 55), (110, 55)];
    assert_eq!(thinned(&crowd), [(100, 50), (101, 70), (103, 10), (109, 55), (110, 55)]);
    let few: Vec<Point> = vec![(100, 50), (150, 50), (200, 50)];
    assert_eq!(thinned(&few), few, "points that stand apart stay, even on a straight line");
    assert_eq!(thinned(&[(5, 5), (5, 5), (5, 5)]), [(5, 5)]);
}

#[test]
fn text_is_escaped() {
    assert_eq!(escaped("a<b & \"c\"\n'd'\u{1}"), "a&lt;b &amp; &quot;c&quot; &apos;d&apos;\u{fffd}");
    assert_eq!(escaped("\u{202e}abc\u{2069}"), "\u{fffd}abc\u{fffd}", "no word turns the others round");
}
