//! Classifiers against their limits.

use crate::report::robust::check;
use crate::report::{apart, has, texts};
use referee::report::rate_chart::{Classifier, Rates, rates};
use referee::report::{Chart, Look, Series};

const HOSTILE: &str = "</text><script>a & 'b'</script>";

/// That many rows and classifiers, with candidates and held-out data.
fn plot(rows: usize, classifiers: usize) -> Rates {
    let values = |shift: f64| (0..rows).map(|row| Some(shift + row as f64 / 16.0)).collect::<Vec<_>>();
    Rates {
        title: format!("title {HOSTILE}"),
        subtitle: "training rows".into(),
        axis: "rate".into(),
        names: (0..rows).map(|row| format!("row {row} {HOSTILE}")).collect(),
        limits: values(0.5),
        candidates: vec![vec![0.25; rows]; 3],
        classifiers: (0..classifiers)
            .map(|n| Classifier {
                name: format!("classifier {n}"),
                training: values(n as f64 / 8.0),
                held_out: values(n as f64 / 8.0 + 0.0625),
            })
            .collect(),
    }
}

fn of<'a>(chart: &'a Chart, name: &str) -> &'a Series {
    chart.series.iter().find(|series| series.name == name).unwrap_or_else(|| panic!("no series {name}"))
}

#[test]
fn each_row_has_its_name_at_the_left_and_its_dots() {
    let chart = rates(&plot(3, 2));
    let svg = chart.svg();
    check(&svg, chart.size()).expect("a drawing inside its frame");
    assert_eq!(svg, rates(&plot(3, 2)).svg());
    assert!(apart(&svg, "row ") && apart(&svg, "classifier"));
    for row in 0..3 {
        assert!(has(&svg, &format!("row {row} {HOSTILE}")), "{:?}", texts(&svg));
    }
    assert!(!svg.contains("<script"));
    assert_eq!(of(&chart, "candidates").points.len(), 9);
    assert_eq!(of(&chart, "limit").look, Look::Bars);
    // The first row is the highest one, and of the two classifiers the first stands above the second.
    let height = |name: &str| texts(&svg).into_iter().find(|(text, _)| text.starts_with(name)).expect("a name").1;
    assert!(height("row 0") < height("row 1") && height("row 1") < height("row 2"));
    let rows = |name: &str| of(&chart, name).points.iter().map(|point| point.1).collect::<Vec<_>>();
    let (first, second) = (rows("classifier 0"), rows("classifier 1"));
    assert!(first.iter().zip(&second).zip(0..3).all(|((a, b), row)| *a < f64::from(row) && f64::from(row) < *b));
    assert_eq!(first, rows("classifier 0, held out"));
    assert_eq!(
        [of(&chart, "classifier 1").look, of(&chart, "classifier 1, held out").look],
        [Look::Points(1), Look::Rings(1)]
    );
}

#[test]
fn what_is_missing_is_left_out() {
    let mut plot = plot(3, 1);
    plot.limits = vec![Some(f64::NAN), None, Some(0.5), Some(0.75)];
    plot.candidates.clear();
    plot.classifiers[0].training = vec![None, Some(0.25)];
    plot.classifiers[0].held_out.clear();
    let chart = rates(&plot);
    assert_eq!(chart.series.len(), 2);
    assert_eq!(of(&chart, "limit").points, [(0.5, 2.0)], "a fourth row is not there");
    assert_eq!(of(&chart, "classifier 0").points, [(0.25, 1.0)]);
    check(&chart.svg(), chart.size()).expect("a drawing inside its frame");
}

#[test]
fn no_rows_and_many_rows_are_drawn() {
    for (rows, classifiers) in [(0, 0), (0, 2), (1, 0), (1, 1), (40, 8)] {
        let chart = rates(&plot(rows, classifiers));
        check(&chart.svg(), chart.size()).expect("a drawing inside its frame");
    }
    let mut many = plot(2, 1);
    many.candidates = vec![vec![0.25, 0.5]; 1000];
    let chart = rates(&many);
    assert_eq!(chart.subtitle, "training rows; 200 of 1000 candidates are drawn");
    assert_eq!(of(&chart, "candidates").points.len(), 400);
}
