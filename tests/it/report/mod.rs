//! Charts, judged by an XML reader that is not ours.

#![cfg(feature = "cli")]

mod drawing;
mod golden;
mod page;
mod plane;
mod rate_chart;
mod regret_chart;
mod robust;
mod run_charts;

use referee::report::{Axis, Chart, Look, Scale, Series};

/// A chart on the given axes.
fn chart(x: Scale, y: Scale, series: Vec<Series>) -> Chart {
    let axis = |label: &str, scale| Axis { label: label.into(), scale };
    Chart {
        title: "Average swap regret".into(),
        subtitle: "fair coins & <m = 2>".into(),
        x: axis("rounds T", x),
        y: axis("regret / T", y),
        series,
    }
}

fn series(name: &str, look: Look, points: &[(f64, f64)]) -> Series {
    Series { name: name.into(), points: points.to_vec(), look }
}

/// Lines that fall by a power of the rounds; dyadic values, so that no machine computes others.
fn rates(lines: usize) -> Chart {
    let line = |index: usize| {
        let points = (6_i32..=16).map(|k| (2.0_f64.powi(k), 2.0_f64.powi(-k / 2) * (1.0 + index as f64 / 16.0)));
        Series { name: format!("player {index}"), points: points.collect(), look: Look::Line(index) }
    };
    chart(Scale::Log, Scale::Log, (0..lines).map(line).collect())
}

/// The text of each `text` element with the height of its baseline.
fn texts(svg: &str) -> Vec<(String, f64)> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let elements = document.descendants().filter(|node| node.has_tag_name("text"));
    elements
        .map(|node| {
            let text: String =
                node.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect();
            (text, node.attribute("y").expect("words have a height").parse().expect("a number"))
        })
        .collect()
}

/// The law of names beside a chart: those that hold a word stand at least 16 pixels apart.
fn apart(svg: &str, word: &str) -> bool {
    let named = texts(svg).into_iter().filter(|(text, _)| text.contains(word));
    let mut heights: Vec<f64> = named.map(|(_, height)| height).collect();
    heights.sort_by(f64::total_cmp);
    heights.len() > 1 && heights.windows(2).all(|pair| pair[1] - pair[0] >= 16.0)
}

fn has(svg: &str, wanted: &str) -> bool {
    texts(svg).iter().any(|(text, _)| text == wanted)
}
