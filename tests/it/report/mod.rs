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

/// The points of a path of absolute moves and relative steps, in tenths of a pixel; none if it is not one.
fn points(d: &str) -> Option<Vec<(i64, i64)>> {
    let mut all: Vec<(i64, i64)> = Vec::new();
    for part in d.replace('-', " -").split('M').skip(1).flat_map(|part| part.split('z')).filter(|part| !part.is_empty())
    {
        // The start, and then one kind of steps: a curve has three for each, all from where it begins.
        let (start, steps) = part.split_once(['l', 'c']).unwrap_or((part, ""));
        let together = if part.contains('c') { 3 } else { 1 };
        let start = pairs(start)?;
        let &[mut at] = start.as_slice() else { return None };
        all.push(at);
        for steps in pairs(steps)?.chunks(together) {
            all.extend(steps.iter().map(|step| (at.0 + step.0, at.1 + step.1)));
            at = *all.last()?;
        }
    }
    d.starts_with('M').then_some(all)
}

fn pairs(text: &str) -> Option<Vec<(i64, i64)>> {
    let numbers: Vec<i64> = text.split(' ').filter(|text| !text.is_empty()).map(tenths).collect::<Option<_>>()?;
    numbers.chunks(2).map(|pair| Some((pair[0], *pair.get(1)?))).collect()
}

fn tenths(text: &str) -> Option<i64> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let (sign, whole) = whole.strip_prefix('-').map_or((1, whole), |whole| (-1, whole));
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    (tenth.len() == 1).then(|| Some(sign * (10 * whole + tenth.parse::<i64>().ok()?)))?
}
