//! The same chart gives the same bytes, today and on every machine: the file beside this one is the judge.

use crate::report::{rates, series};
use referee::report::{Chart, Look};
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
fn another_chart_gives_other_bytes() {
    let mut other = everything();
    other.series[0].points[5].1 *= 1.25;
    assert_ne!(other.svg(), everything().svg());
}
