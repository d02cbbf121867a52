//! What a reader must find in a drawing.

use crate::report::{chart, has, rates, series, texts};
use referee::report::{Chart, Look, Panels, Scale};
use roxmltree::{Document, Node};

const NASTY: [&str; 4] = ["a<b & \"c\"", "</text><script/>", "it's", "\u{3b5} \u{2264} \u{3bb}"];

#[test]
fn every_name_is_text_and_the_drawing_is_described() {
    let mut chart = rates(4);
    for (series, name) in chart.series.iter_mut().zip(NASTY) {
        series.name = name.into();
    }
    let svg = chart.svg();
    for name in NASTY.into_iter().chain(["Average swap regret", "fair coins & <m = 2>", "rounds T", "regret / T"]) {
        assert!(has(&svg, name), "{name} is not in the drawing");
    }
    let document = Document::parse(&svg).expect("well-formed XML");
    let children: Vec<Node<'_, '_>> = document.root_element().children().filter(Node::is_element).collect();
    assert!(children[0].has_tag_name("title") && children[0].text() == Some("Average swap regret"));
    assert!(children[1].has_tag_name("desc"));
    let description = children[1].text().expect("the description has words");
    assert!(description.contains("a<b & \"c\": 11 points from (64, "), "{description}");
}

#[test]
fn the_reader_refuses_text_that_is_not_escaped() {
    let svg = rates(1).svg();
    assert!(Document::parse(&svg.replace(">player 0</text>", ">a<b</text>")).is_err());
    assert!(Document::parse(&svg.replace(">player 0</text>", ">a & b</text>")).is_err());
}

#[test]
fn logarithmic_axes_have_powers() {
    let mut chart = rates(2);
    chart.series[0].points[0].1 = 2.0; // three decades
    let svg = chart.svg();
    for tick in ["26", "216", "10\u{2212}2", "10\u{2212}1", "100"] {
        assert!(has(&svg, tick), "no tick {tick}"); // the exponent is a raised part of the text
    }
    assert!(svg.contains(">2<tspan dy=\"-4.37\" font-size=\"8.62\">16</tspan></text>"));
}

/// The law: names stand at least 16 pixels apart, where a line of words is 12 pixels high.
fn apart(mut heights: Vec<f64>) -> bool {
    heights.sort_by(f64::total_cmp);
    heights.windows(2).all(|pair| pair[1] - pair[0] >= 16.0)
}

#[test]
fn names_never_overlap() {
    for lines in [1, 6, 18, 40] {
        let mut chart = rates(lines);
        for series in &mut chart.series {
            series.points.push((131_072.0, 0.125)); // all end at one point
        }
        let (_, height) = chart.size();
        let names = texts(&chart.svg()).into_iter().filter(|(text, _)| text.starts_with("player"));
        let heights: Vec<f64> = names.map(|(_, height)| height).collect();
        assert_eq!(heights.len(), lines);
        assert!(heights.iter().all(|&y| (12.0..f64::from(height)).contains(&y)), "{heights:?}");
        assert!(apart(heights));
    }
    assert!(!apart(vec![100.0, 130.0, 115.0]), "the law notices names that touch");
}

#[test]
fn names_stand_in_the_order_of_the_ends_of_the_lines() {
    let heights: Vec<f64> = (0..18).map(|index| height_of(&rates(18), &format!("player {index}"))).collect();
    assert!(heights.windows(2).all(|pair| pair[1] < pair[0]), "greater values stand higher: {heights:?}");
}

fn height_of(chart: &Chart, name: &str) -> f64 {
    let texts = texts(&chart.svg());
    texts.iter().find(|(text, _)| text == name).unwrap_or_else(|| panic!("{name} is not in the drawing")).1
}

/// The open markers of a series, which stand for values that the axis cannot show.
fn open_markers(svg: &str, name: &str) -> usize {
    let document = Document::parse(svg).expect("well-formed XML");
    let is_group = |node: &Node<'_, '_>| {
        node.has_tag_name("g") && node.first_element_child().is_some_and(|title| title.text() == Some(name))
    };
    let group = document.descendants().find(is_group).expect("each series is a group with its name");
    let open = group.children().filter(|node| node.attribute("fill") == Some("#ffffff"));
    open.map(|node| node.attribute("d").expect("a path").matches('M').count()).sum()
}

#[test]
fn zeros_are_drawn_as_zeros() {
    let points = [(64.0, 0.5), (128.0, 0.25), (256.0, 0.0), (512.0, 0.0)];
    let with = chart(Scale::Log, Scale::Log, vec![series("lucky", Look::Line(0), &points)]).svg();
    assert_eq!(open_markers(&with, "lucky"), 2);
    assert!(has(&with, "lucky: 0") && has(&with, "0"), "the name and the axis say zero");
    let without = chart(Scale::Log, Scale::Log, vec![series("lucky", Look::Line(0), &points[..2])]).svg();
    assert_eq!(open_markers(&without, "lucky"), 0);
    assert!(has(&without, "lucky") && !has(&without, "0"));
}

#[test]
fn values_below_zero_are_not_called_zero() {
    let points = [(1.0, 0.5), (2.0, -0.25)];
    let svg = chart(Scale::Log, Scale::Log, vec![series("odd", Look::Bound(3), &points)]).svg();
    assert_eq!(open_markers(&svg, "odd"), 1);
    assert!(has(&svg, "odd: < 0") && has(&svg, "< 0"));
    let linear = chart(Scale::Linear, Scale::Linear, vec![series("odd", Look::Line(3), &points)]).svg();
    assert_eq!(open_markers(&linear, "odd"), 0, "a linear axis has a place for every number");
}

#[test]
fn values_that_are_not_finite_are_counted_in_the_name() {
    let points = [(1.0, 0.5), (2.0, f64::NAN), (3.0, 0.25), (f64::INFINITY, 0.25)];
    let svg = chart(Scale::Linear, Scale::Log, vec![series("broken", Look::Line(0), &points)]).svg();
    assert!(has(&svg, "broken (2 not finite)"));
    let nothing = vec![series("nothing", Look::Line(0), &[]), series("nan", Look::Limit, &[(f64::NAN, 1.0)])];
    let svg = chart(Scale::Linear, Scale::Log, nothing).svg();
    assert!(has(&svg, "nothing: no points") && has(&svg, "nan: no points (1 not finite)"));
}

#[test]
fn panels_share_their_axes() {
    let small = chart(Scale::Log, Scale::Log, vec![series("hedge", Look::Line(0), &[(64.0, 0.5), (128.0, 0.25)])]);
    let large = chart(Scale::Log, Scale::Log, vec![series("rm", Look::Line(1), &[(64.0, 1e-6), (65_536.0, 1e-9)])]);
    assert!(!has(&small.svg(), "10\u{2212}9"));
    let charts = vec![small, large];
    let panels = Panels { title: "Two".into(), subtitle: String::new(), columns: 2, same_axes: true, charts };
    let ticks = |svg: &str| texts(svg).iter().filter(|(text, _)| text == "10\u{2212}8").count();
    assert_eq!(ticks(&panels.svg()), 2, "both panels have the ticks of both");
    assert_eq!(ticks(&Panels { same_axes: false, ..panels.clone() }.svg()), 1, "each has its own");
    let stacked = Panels { columns: 1, ..panels.clone() };
    assert!(stacked.size().1 > panels.size().1 && stacked.size().0 < panels.size().0);
    let none = Panels { charts: Vec::new(), columns: 0, ..panels };
    assert!(has(&none.svg(), "Two"));
}
