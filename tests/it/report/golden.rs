//! The same chart gives the same bytes, today and on every machine: the files beside this one are the judges.

use crate::report::{chart, rates, series};
use referee::report::{Chart, Look, Scale};
use std::fs;
use std::path::Path;

/// A chart with everything in it: lines, a bound, a limit, a reference, zeros, a gap and a line that ends early.
fn everything() -> Chart {
    let mut everything = rates(6);
    let rounds = || (6..=16).map(|k| 2.0_f64.powi(k));
    let falling = |factor: f64| rounds().map(|t| (t, factor / t)).collect::<Vec<_>>();
    everything.series.push(series("bound of player 1", Look::Bound(1), &falling(512.0)));
    everything.series.push(series("limit", Look::Limit, &falling(0.5)));
    everything.series.push(series("one in ten", Look::Reference, &[(64.0, 0.1), (65_536.0, 0.1)]));
    everything.series.push(series("lucky", Look::Line(6), &[(64.0, 0.01), (128.0, 0.001), (256.0, 0.0), (512.0, 0.0)]));
    everything.series.push(series(
        "gap",
        Look::Line(7),
        &[(64.0, 3e-4), (128.0, f64::NAN), (256.0, 1e-4), (512.0, 1e-4)],
    ));
    everything
}

fn compare(name: &str, bytes: &[u8]) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/report").join(name);
    if fs::read(&kept).ok().as_deref() != Some(bytes) {
        let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&fresh, bytes).expect("the folder for tests can be written");
        panic!(
            "the drawing is not that of tests/it/report/{name}: look at {}, and keep it if it is better",
            fresh.display()
        );
    }
}

#[test]
fn the_svg_is_the_kept_one() {
    let chart = everything();
    assert_eq!(chart.svg(), chart.svg());
    compare("everything.svg", chart.svg().as_bytes());
}

#[test]
fn the_png_is_the_kept_one() {
    let png = everything().png(1.0).expect("a picture of ordinary size");
    assert_eq!(png, everything().png(1.0).expect("a picture of ordinary size"));
    compare("everything.png", &png);
}

#[test]
fn another_chart_gives_other_bytes() {
    let mut other = everything();
    other.series[0].points[5].1 *= 1.25;
    assert_ne!(other.svg(), everything().svg());
    assert_ne!(other.png(1.0).expect("a picture"), everything().png(1.0).expect("a picture"));
}

struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

fn decode(bytes: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG header");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut rgb).expect("a PNG picture");
    assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    Picture { width: frame.width as usize, height: frame.height as usize, rgb }
}

#[test]
fn a_png_reader_reads_the_picture_in_the_promised_size() {
    let chart = rates(2);
    let (width, height) = chart.size();
    let size = |length: u32, scale: f64| (f64::from(length) * scale).ceil();
    for scale in [0.3, 1.0, 2.0] {
        let picture = decode(&chart.png(scale).expect("a picture of ordinary size"));
        assert_eq!((picture.width as f64, picture.height as f64), (size(width, scale), size(height, scale)));
    }
}

#[test]
fn a_reader_refuses_a_picture_with_one_bit_changed() {
    let mut png = rates(1).png(1.0).expect("a picture of ordinary size");
    let middle = png.len() / 2;
    png[middle] ^= 1;
    let read = png::Decoder::new(std::io::Cursor::new(&png)).read_info().and_then(|mut reader| {
        let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut rgb).map(|_| ()).and_then(|()| reader.finish())
    });
    assert!(read.is_err());
}

/// Where the first square marker of the drawing is, from its first corner.
fn first_square(svg: &str) -> (f64, f64) {
    let marker = svg.lines().find(|line| line.contains("fill=\"#d55e00\"")).expect("line 1 has vermilion squares");
    let corner = marker.split('M').nth(1).and_then(|rest| rest.split('l').next()).expect("a path");
    let (x, y) = corner.split_once(' ').expect("two numbers");
    (x.parse::<f64>().expect("a number") + 3.3, y.parse::<f64>().expect("a number") + 3.3)
}

#[test]
fn the_two_drawings_have_their_markers_at_the_same_place() {
    let chart = chart(Scale::Log, Scale::Log, vec![series("one", Look::Line(1), &[(64.0, 0.5), (128.0, 0.25)])]);
    let (x, y) = first_square(&chart.svg());
    let picture = decode(&chart.png(2.0).expect("a picture of ordinary size"));
    let pixel = |x: f64, y: f64| {
        let index = |length: f64| (0..usize::MAX).find(|&whole| whole as f64 >= length.floor()).expect("small");
        let start = 3 * (index(2.0 * y) * picture.width + index(2.0 * x));
        [picture.rgb[start], picture.rgb[start + 1], picture.rgb[start + 2]]
    };
    assert_eq!(pixel(x, y), [0xd5, 0x5e, 0x00]);
    assert_ne!(pixel(x, y - 8.0), [0xd5, 0x5e, 0x00], "the marker is not everywhere");
}
