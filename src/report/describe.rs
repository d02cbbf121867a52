//! A chart in words, for those who cannot see it.

use super::{Chart, Scale};

pub(super) fn chart(chart: &Chart) -> String {
    let scale = match (chart.x.scale, chart.y.scale) {
        (Scale::Linear, Scale::Linear) => "on linear axes",
        (Scale::Log, Scale::Log) => "on logarithmic axes",
        (Scale::Log, Scale::Linear) => "with a logarithmic horizontal axis",
        (Scale::Linear, Scale::Log) => "with a logarithmic vertical axis",
    };
    let mut sentences = vec![format!("{} against {}, {scale}", chart.y.label, chart.x.label)];
    sentences.extend(chart.series.iter().map(|series| {
        let count = series.points.len();
        match (series.points.first(), series.points.last()) {
            (Some(first), Some(last)) if count > 1 => {
                format!("{}: {count} points from {} to {}", series.name, point(*first), point(*last))
            }
            (Some(only), _) => format!("{}: one point, {}", series.name, point(*only)),
            _ => format!("{}: no points", series.name),
        }
    }));
    sentences.join(". ") + "."
}

fn point((x, y): (f64, f64)) -> String {
    format!("({}, {})", number(x), number(y))
}

/// Three digits, or all of a whole number.
fn number(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e15 { format!("{x}") } else { format!("{x:.2e}") }
}
