//! Any input is defined.

use crate::report::{chart, series, texts};
use proptest::prelude::*;
use referee::report::{Look, Scale, Series};
use roxmltree::Document;

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 1e-6..1e6_f64,
        2 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324]),
    ]
}

fn look() -> impl Strategy<Value = Look> {
    prop_oneof![
        any::<usize>().prop_map(Look::Line),
        any::<usize>().prop_map(Look::Bound),
        any::<usize>().prop_map(Look::Points),
        any::<usize>().prop_map(Look::Rings),
        prop::sample::select(vec![Look::Limit, Look::Reference, Look::Cloud, Look::Bars]),
    ]
}

fn one_series() -> impl Strategy<Value = Series> {
    (any::<String>(), prop::collection::vec((number(), number()), 0..6), look())
        .prop_map(|(name, points, look)| Series { name, points, look })
}

fn scale() -> impl Strategy<Value = Scale> {
    prop::sample::select(vec![Scale::Linear, Scale::Log])
}

fn vertical() -> impl Strategy<Value = Scale> {
    prop_oneof![2 => scale(), 1 => prop::collection::vec(any::<String>(), 0..5).prop_map(Scale::Names)]
}

/// Every number of the drawing is finite and every line is inside it.
pub(super) fn check(svg: &str, (width, height): (u32, u32)) -> Result<(), TestCaseError> {
    let document = Document::parse(svg).map_err(|error| TestCaseError::fail(format!("{error}\n{svg}")))?;
    for d in document.descendants().filter_map(|node| node.attribute("d")) {
        let numbers = d.split(['M', 'L', 'C', 'Z', ' ']).filter(|text| !text.is_empty());
        for (index, text) in numbers.enumerate() {
            let most = f64::from(if index % 2 == 0 { width } else { height });
            let number: f64 = text.parse().map_err(|_| TestCaseError::fail(format!("{text} in {d}")))?;
            prop_assert!((0.0..=most).contains(&number), "{number} of {d} is outside");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_chart_is_drawn(x in scale(), y in vertical(), all in prop::collection::vec(one_series(), 0..5)) {
        let chart = chart(x, y, all);
        let svg = chart.svg();
        check(&svg, chart.size())?;
        prop_assert_eq!(svg, chart.svg());
    }
}

#[test]
fn the_check_notices_what_is_not_a_number_and_what_is_outside() {
    let svg = |d: &str| format!("<svg><path d=\"{d}\"/></svg>");
    assert!(check(&svg("M1 2L3 4"), (10, 10)).is_ok());
    assert!(check(&svg("M1 2L3 11"), (10, 10)).is_err());
    assert!(check(&svg("M1 2LNaN 4"), (10, 10)).is_err());
    assert!(check(&svg("M1 2Linf 4"), (10, 10)).is_err());
    assert!(check("<svg><path></svg>", (10, 10)).is_err());
}

#[test]
fn small_charts_are_drawn() {
    let cases: [&[(f64, f64)]; 4] = [&[], &[(1.0, 1.0)], &[(1.0, 2.0), (2.0, 2.0)], &[(3.0, 0.0), (3.0, 0.0)]];
    for (points, scale) in cases.iter().flat_map(|&points| [(points, Scale::Linear), (points, Scale::Log)]) {
        let chart = chart(scale.clone(), scale, vec![series("only", Look::Line(0), points)]);
        check(&chart.svg(), chart.size()).expect("a drawing");
        assert!(texts(&chart.svg()).len() > 6, "both axes have ticks");
    }
    let empty = chart(Scale::Log, Scale::Log, Vec::new());
    check(&empty.svg(), empty.size()).expect("a drawing");
}
