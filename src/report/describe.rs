//! A chart in words, for those who cannot see it.

use super::{Chart, Scale};

pub(super) fn chart(chart: &Chart) -> String {
    let [across, down] = [&chart.x.scale, &chart.y.scale].map(|scale| *scale == Scale::Log);
    let scale = match (across, down) {
        (false, false) => "on linear axes",
        (true, true) => "on logarithmic axes",
        (true, false) => "with a logarithmic horizontal axis",
        (false, true) => "with a logarithmic vertical axis",
    };
    let mut sentences = vec![match &chart.y.scale {
        Scale::Names(names) => format!("{} of {} rows: {}", chart.x.label, names.len(), names.join(", ")),
        _ => format!("{} against {}, {scale}", chart.y.label, chart.x.label),
    }];
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
