//! What classifiers do, against their limits: a row for each constraint or rate, a dot for each classifier.

use super::{Axis, Chart, Look, Scale, Series};

/// Candidates that are drawn, at most.
const MOST: usize = 200;

/// What [`rates`] draws. Lists of values go by the rows; what is missing at their end, `None` or not finite is not drawn.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// What the chart shows.
    pub title: String,
    /// Under what circumstances; may be empty.
    pub subtitle: String,
    /// What is measured, with its unit.
    pub axis: String,
    /// The rows.
    pub names: Vec<String>,
    /// What each row is compared with.
    pub limits: Vec<Option<f64>>,
    /// The values of each candidate, such as the snapshots of a run.
    pub candidates: Vec<Vec<f64>>,
    /// Classifiers with a name.
    pub classifiers: Vec<Classifier>,
}

/// A classifier and its values.
#[derive(Clone, Debug, Default)]
pub struct Classifier {
    /// Its name.
    pub name: String,
    /// On the rows of data that it was trained on.
    pub training: Vec<Option<f64>>,
    /// On rows of data that were held out.
    pub held_out: Vec<Option<f64>>,
}

/// A dot plot: names at the left, a grey dot for each candidate, a marker for each classifier (open on held-out data), and
/// a bar at each limit. The markers of a row stand below each other, so that none hides another.
///
/// ```
/// use referee::report::rate_chart::{Classifier, Rates, rates};
/// let chart = rates(&Rates {
///     title: "Training".into(),
///     axis: "rate".into(),
///     names: vec!["tpr(sex=Female)".into(), "fpr()".into()],
///     limits: vec![Some(0.8), None],
///     classifiers: vec![Classifier {
///         name: "shrunk mixture".into(),
///         training: vec![Some(0.81), Some(0.1)],
///         held_out: vec![Some(0.79)],
///     }],
///     ..Rates::default()
/// });
/// let svg = chart.svg();
/// for words in ["tpr(sex=Female)", "fpr()", "limit", "shrunk mixture", "shrunk mixture, held out"] {
///     assert!(svg.contains(&format!(">{words}</text>")));
/// }
/// ```
pub fn rates(rates: &Rates) -> Chart {
    let rows = rates.names.len();
    let mut series = Vec::new();
    let mut add = |name: String, look: Look, points: Vec<(f64, f64)>| {
        series.extend((!points.is_empty()).then_some(Series { name, points, look }));
    };
    let finite = |value: f64, row: f64| value.is_finite().then_some((value, row));
    let at = |values: &[Option<f64>], off: f64| {
        let values = values.iter().take(rows).enumerate();
        values.filter_map(|(row, value)| finite((*value)?, row as f64 + off)).collect::<Vec<_>>()
    };
    let every = rates.candidates.len().div_ceil(MOST).max(1);
    let shown = rates.candidates.iter().step_by(every);
    let cloud = shown.clone().flat_map(|values| values.iter().take(rows).enumerate());
    add("candidates".to_owned(), Look::Cloud, cloud.filter_map(|(row, value)| finite(*value, row as f64)).collect());
    add("limit".to_owned(), Look::Bars, at(&rates.limits, 0.0));
    // From a third of a row above its middle to a third below.
    let last = rates.classifiers.len().saturating_sub(1);
    for (n, classifier) in rates.classifiers.iter().enumerate() {
        let off = if last == 0 { 0.0 } else { (2.0 * n as f64 / last as f64 - 1.0) / 3.0 };
        add(classifier.name.clone(), Look::Points(n), at(&classifier.training, off));
        add(format!("{}, held out", classifier.name), Look::Rings(n), at(&classifier.held_out, off));
    }
    let note = (every > 1).then(|| format!("{} of {} candidates are drawn", shown.count(), rates.candidates.len()));
    let subtitle = std::iter::once(rates.subtitle.clone()).filter(|words| !words.is_empty()).chain(note);
    Chart {
        title: rates.title.clone(),
        subtitle: subtitle.collect::<Vec<_>>().join("; "),
        x: Axis { label: rates.axis.clone(), scale: Scale::Linear },
        y: Axis { label: String::new(), scale: Scale::Names(rates.names.clone()) },
        series,
    }
}
