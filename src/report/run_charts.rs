//! A run in pictures: the objective, the constraints and the multipliers, round by round.
//!
//! However many rounds there are, a line has about 2,000 points: of each stretch of rounds the least value and the
//! greatest, so that no spike is lost. Of many constraints those are drawn that are the largest on average, and the one
//! that is the largest of all; one more line is the largest of all in each round. An equality is one line: its value, and
//! the difference of its two multipliers. Rounds are counted from 0, and those of a mixture are marked.
//!
//! Rounds of such games often jump for ever. What the theorems speak of are the means of the rounds so far: they have
//! lines of their own.

use super::chosen::marks;
use super::{Axis, Chart, Look, Panels, Scale, Series};
use crate::game::Function;
use crate::regret::Average;
use crate::shrink::Atom;
use crate::trace::{Equalities, Labels, Trace, Values};

/// Lines of a chart: more are hard to tell apart.
const MOST: usize = 8;

/// Stretches of rounds, of each of which two values are drawn.
const STRETCHES: usize = 1000;

/// The charts of a run, by the names that people know its functions by; none if it has no rounds. The rounds of `support`,
/// a mixture, are marked by their objective and their largest constraint; those that the trace does not have are left out.
///
/// ```
/// use referee::regret::Average;
/// use referee::report::run_charts::{charts, panels};
/// use referee::trace::{Equalities, Labels, Trace};
/// let text = "objective,constraint_1,lambda_1\n0.5,-0.1,0\n0.25,0.2,1\n";
/// let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
/// let (labels, equalities) = (Labels::of_trace(trace.layout()), Equalities::default());
/// let charts = charts(&trace, &labels, &equalities, &[], Average::Uniform);
/// let titles = ["Objective", "Constraints", "Multipliers", "Constraints, mean of the rounds so far"];
/// assert_eq!(charts.iter().map(|chart| chart.title.as_str()).collect::<Vec<_>>(), titles);
/// assert!(panels("My run", &trace, &labels, &equalities, &[], Average::Uniform).svg().contains(">constraint_1</text>"));
/// # Ok::<(), referee::error::Error>(())
/// ```
pub fn charts(
    trace: &Trace,
    labels: &Labels,
    equalities: &Equalities,
    support: &[Atom],
    average: Average,
) -> Vec<Chart> {
    let (rounds, m) = (trace.rounds(), trace.layout().num_constraints());
    if rounds == 0 {
        return Vec::new();
    }
    let mut seconds: Vec<Option<usize>> = vec![None; m];
    let mut drawable: Vec<usize> = (0..m).collect();
    for &(first, second) in equalities.pairs().iter().filter(|(_, second)| *second < m) {
        seconds[first] = Some(second);
        drawable.retain(|i| *i != second);
    }
    let values = trace.constraints().hi();
    let constraint = |t: usize, i: usize| values[t * m + i];
    let (multipliers, width) = (trace.lambdas(), trace.layout().num_multipliers());
    let before = width - m; // the proxy game has one more, which weighs the objective
    let multiplier = |t: usize, i: usize| {
        let own = &multipliers[t * width + before..];
        own[i] - seconds[i].map_or(0.0, |second| own[second])
    };
    // What may have either sign matters by its size.
    let is_signed = |i: usize| seconds[i].is_some();
    let shown = [chosen(&drawable, rounds, constraint, is_signed), chosen(&drawable, rounds, multiplier, is_signed)];

    let (name_of, zero) =
        (|i: usize| labels.name(Function::Constraint(i + 1)), [(0.0, 0.0), ((rounds - 1) as f64, 0.0)]);
    // A constraint looks the same in both charts, and the objective in all.
    let looks = shown.concat().into_iter().fold(Vec::new(), |mut known: Vec<usize>, i| {
        known.extend((!known.contains(&i)).then_some(i));
        known
    });
    let look = |i: usize| Look::Line(1 + looks.iter().position(|known| *known == i).unwrap_or(0));
    let objective_line = |value: &dyn Fn(usize) -> f64| Series {
        name: labels.name(Function::Objective),
        points: thinned(rounds, value),
        look: Look::Line(0),
    };
    let chart = |title: &str, y: &str, notes: Vec<String>, series: Vec<Series>| Chart {
        title: title.to_owned(),
        subtitle: notes.into_iter().chain(thinning(rounds)).collect::<Vec<_>>().join("; "),
        x: Axis { label: "round, counted from 0".to_owned(), scale: Scale::Linear },
        y: Axis { label: y.to_owned(), scale: Scale::Linear },
        series,
    };

    let support: Vec<Atom> = support.iter().filter(|atom| atom.candidate < rounds).cloned().collect();
    let objective = trace.objective().hi();
    let (marked, note) = marks("round", &support, |t| (t as f64, objective[t]));
    // The mixture draws a round by its weight, which is also that of the objective in the proxy game.
    let own = |t: usize| average.weight(t as u64) as f64;
    let weight = |t: usize| own(t) * if before > 0 { multipliers[t * width] } else { 1.0 };
    let so_far = |value: &dyn Fn(usize) -> f64| {
        let (mut sum, mut mass) = (0.0, 0.0);
        let mut next = |t: usize| {
            sum += weight(t) * value(t);
            mass += weight(t);
            sum / mass
        };
        let means: Vec<f64> = (0..rounds).map(&mut next).collect();
        thinned(rounds, |t| means[t]).into_iter().filter(|(_, mean)| mean.is_finite()).collect::<Vec<_>>()
    };
    let by_objective = (before > 0).then_some("the multiplier of the objective");
    let by_average = match average {
        Average::Uniform => None,
        Average::Linear => Some("the number of the round".to_owned()),
        Average::Tail(skipped) => Some(format!("0 in the first {skipped} rounds")),
    };
    let weights: Vec<String> = by_objective.map(str::to_owned).into_iter().chain(by_average).collect();
    let weighed = (!weights.is_empty()).then(|| format!("weighed by {}", weights.join(" and ")));
    let mean =
        Series { name: "mean so far".to_owned(), points: so_far(&|t| objective[t]), look: Look::Line(2 + looks.len()) };
    let lines = [objective_line(&|t| objective[t]), mean].into_iter().chain(marked).collect();
    let notes =
        enclosed(trace.objective()).chain(weighed.clone().map(|how| format!("mean {how}"))).chain(note).collect();
    let zero = || Series { name: "0".to_owned(), points: zero.to_vec(), look: Look::Reference };
    let y = if equalities.is_empty() { "constraint: at most 0" } else { "constraint: at most 0, or equal to 0" };
    let mut charts = vec![chart("Objective", "objective", notes, lines)];
    if m > 0 {
        let size = |t: usize, i: usize| if is_signed(i) { constraint(t, i).abs() } else { constraint(t, i) };
        let largest = |t: usize| drawable.iter().map(|&i| size(t, i)).fold(f64::NEG_INFINITY, f64::max);
        let (marked, note) = marks("round", &support, |t| (t as f64, largest(t)));
        let all = (drawable.len() > MOST).then(|| {
            let values: Vec<f64> = (0..rounds).map(largest).collect();
            let name = format!("the largest of all {}", drawable.len());
            Series { name, points: thinned(rounds, |t| values[t]), look: Look::Line(1 + looks.len()) }
        });
        let line =
            |&i: &usize| Series { name: name_of(i), points: thinned(rounds, |t| constraint(t, i)), look: look(i) };
        let at = (!support.is_empty()).then(|| "rounds of the mixture stand at their largest constraint".to_owned());
        let notes = left_out(&drawable, &shown[0]).chain(enclosed(trace.constraints())).chain(at).chain(note).collect();
        let lines = all.into_iter().chain(shown[0].iter().map(line)).chain([zero()]).chain(marked).collect();
        charts.push(chart("Constraints", y, notes, lines));
    }
    if width > 0 {
        let line =
            |&i: &usize| Series { name: name_of(i), points: thinned(rounds, |t| multiplier(t, i)), look: look(i) };
        let of_objective = (before > 0).then(|| objective_line(&|t| multipliers[t * width]));
        let lines = of_objective.into_iter().chain(shown[1].iter().map(line)).collect();
        charts.push(chart("Multipliers", "multiplier", left_out(&drawable, &shown[1]).collect(), lines));
    }
    if m > 0 {
        let line = |&i: &usize| Series { name: name_of(i), points: so_far(&|t| constraint(t, i)), look: look(i) };
        let notes = left_out(&drawable, &shown[0]).chain(weighed).chain(enclosed(trace.constraints())).collect();
        let lines = shown[0].iter().map(line).chain([zero()]).collect();
        charts.push(chart("Constraints, mean of the rounds so far", y, notes, lines));
    }
    charts
}

/// The charts of a run one below the other, as one picture.
pub fn panels(
    title: &str,
    trace: &Trace,
    labels: &Labels,
    equalities: &Equalities,
    support: &[Atom],
    average: Average,
) -> Panels {
    let subtitle = match trace.rounds() {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let charts = charts(trace, labels, equalities, support, average);
    Panels { title: title.to_owned(), subtitle, columns: 1, same_axes: false, charts }
}

/// At most [`MOST`] of the candidates, in their order: those with the largest mean, and the one with the largest value.
fn chosen(
    candidates: &[usize],
    rounds: usize,
    value: impl Fn(usize, usize) -> f64,
    is_signed: impl Fn(usize) -> bool,
) -> Vec<usize> {
    if candidates.len() <= MOST {
        return candidates.to_vec();
    }
    let share = 1.0 / rounds as f64; // taken of each value, because a sum may overflow
    let mut sizes: Vec<(f64, f64)> = vec![(0.0, f64::NEG_INFINITY); candidates.len()];
    let size = |i: usize, x: f64| if is_signed(i) { x.abs() } else { x };
    for t in 0..rounds {
        for (&i, (mean, most)) in candidates.iter().zip(&mut sizes) {
            let x = value(t, i);
            *mean += x * share;
            *most = most.max(size(i, x));
        }
    }
    let mut order: Vec<(usize, f64, f64)> =
        candidates.iter().zip(sizes).map(|(&i, (mean, most))| (i, size(i, mean), most)).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    // The first of equals, as the sort has it.
    let largest = (0..order.len()).rev().max_by(|&a, &b| order[a].2.total_cmp(&order[b].2)).unwrap_or(0);
    if largest >= MOST {
        order.swap(largest, MOST - 1);
    }
    let mut chosen: Vec<usize> = order.into_iter().take(MOST).map(|(i, ..)| i).collect();
    chosen.sort_unstable();
    chosen
}

/// How many rounds are one stretch.
fn stretch(rounds: usize) -> usize {
    if rounds <= 2 * STRETCHES { 1 } else { rounds.div_ceil(STRETCHES) }
}

/// The points of a line, rounds counted from 0: all, or the least and the greatest of each stretch and the two ends.
fn thinned(rounds: usize, value: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let stretch = stretch(rounds);
    let mut kept = vec![0];
    for start in (0..rounds).step_by(stretch) {
        let (mut least, mut most) = (start, start);
        for t in start..rounds.min(start + stretch) {
            if value(t) < value(least) {
                least = t;
            } else if value(t) > value(most) {
                most = t;
            }
        }
        kept.extend([least.min(most), least.max(most)]);
    }
    kept.push(rounds - 1);
    kept.dedup();
    kept.into_iter().map(|t| (t as f64, value(t))).collect()
}

fn thinning(rounds: usize) -> Option<String> {
    let stretch = stretch(rounds);
    (stretch > 1).then(|| format!("the least and the greatest of each {stretch} rounds"))
}

fn enclosed(values: &Values) -> impl Iterator<Item = String> {
    let enclosed = !values.is_exact() && values.lo() != values.hi();
    enclosed.then(|| "upper ends of enclosed values".to_owned()).into_iter()
}

fn left_out(all: &[usize], shown: &[usize]) -> impl Iterator<Item = String> {
    let (all, shown) = (all.len(), shown.len());
    (all > shown)
        .then(|| {
            let others = all - shown;
            format!(
                "{shown} of {all}: those largest on average, and the one with the largest value; {others} are left out"
            )
        })
        .into_iter()
}
