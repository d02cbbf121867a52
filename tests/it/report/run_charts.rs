//! A run in pictures.

use crate::report::{apart, has, texts};
use dashu_ratio::RBig;
use referee::game::Game;
use referee::numerics::Enclosure;
use referee::regret::Average;
use referee::report::run_charts::{charts, panels};
use referee::report::{Chart, Look, Series};
use referee::shrink::Atom;
use referee::trace::{Equalities, Labels, Layout, Round, Trace};

/// A trace whose round `t` is filled in by a function.
fn trace(layout: Layout, rounds: usize, fill: impl Fn(usize, &mut Round)) -> Trace {
    let mut trace = Trace::with_capacity(layout, rounds);
    let mut round = Round::new(trace.layout());
    for t in 0..rounds {
        fill(t, &mut round);
        trace.push(&round).expect("a round");
    }
    trace
}

/// The charts of a trace by its own names.
fn drawn(trace: &Trace) -> Vec<Chart> {
    charts(trace, &Labels::of_trace(trace.layout()), &Equalities::default(), &[], Average::Uniform)
}

fn names(chart: &Chart) -> Vec<&str> {
    chart.series.iter().map(|series| series.name.as_str()).collect()
}

fn line<'a>(chart: &'a Chart, name: &str) -> &'a Series {
    chart.series.iter().find(|series| series.name == name).unwrap_or_else(|| panic!("no line {name}"))
}

#[test]
fn a_short_run_is_drawn_round_by_round() {
    let trace = trace(Layout::new(Game::ProxyLagrangian, 1), 3, |t, round| {
        round.objective = Enclosure::point(t as f64);
        round.constraints[0] = Enclosure::point(1.0 - t as f64);
        round.lambda.copy_from_slice(if t < 2 { &[0.75, 0.25] } else { &[0.5, 0.25] });
    });
    let charts = drawn(&trace);
    let lines = ["constraint_1", "0"];
    assert_eq!(
        charts.iter().map(names).collect::<Vec<_>>(),
        [&["objective", "mean so far"][..], &lines, &["objective", "constraint_1"], &lines]
    );
    // Weighed by 3/4, 3/4 and 1/2.
    assert_eq!(charts[0].series[1].points, [(0.0, 0.0), (1.0, 0.5), (2.0, 0.875)]);
    assert_eq!(charts[3].series[0].points, [(0.0, 1.0), (1.0, 0.5), (2.0, 0.125)]);
    assert_eq!(charts[0].series[0].points, [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]);
    assert_eq!(charts[1].series[0].points, [(0.0, 1.0), (1.0, 0.0), (2.0, -1.0)]);
    assert_eq!(charts[2].series[1].points, [(0.0, 0.25), (1.0, 0.25), (2.0, 0.25)]);
    let how = "weighed by the multiplier of the objective";
    assert_eq!(
        charts.iter().map(|chart| chart.subtitle.as_str()).collect::<Vec<_>>(),
        [&format!("mean {how}"), "", "", how]
    );
    // A function looks the same wherever it is drawn.
    assert_eq!(charts[1].series[0].look, charts[2].series[1].look);
    assert_eq!(charts[0].series[0].look, charts[2].series[0].look);
}

/// The means are those that a certificate with this average is about.
#[test]
fn means_are_weighed_as_the_average_says() {
    let text = "objective,constraint_1,lambda_1\n0,3,1\n1,0,0\n4,-1,0\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let (labels, equalities) = (Labels::of_trace(trace.layout()), Equalities::default());
    for (average, objective, constraint, how) in [
        (Average::Uniform, 5.0 / 3.0, 2.0 / 3.0, ""),
        (Average::Linear, 14.0 / 6.0, 0.0, "weighed by the number of the round"),
        (Average::Tail(1), 2.5, -0.5, "weighed by 0 in the first 1 rounds"),
    ] {
        let charts = charts(&trace, &labels, &equalities, &[], average);
        let last = |line: &Series| line.points.last().expect("points").1;
        assert_eq!((last(&charts[0].series[1]), last(&charts[3].series[0])), (objective, constraint), "{average}");
        assert_eq!(charts[3].subtitle, how);
    }
}

#[test]
fn a_long_run_keeps_its_spikes_and_its_ends() {
    const ROUNDS: usize = 1_000_000;
    let spikes = [(123_456, 9.0), (123_460, -9.0), (777_777, 5.0)];
    let trace = trace(Layout::new(Game::Lagrangian, 0), ROUNDS, |t, round| {
        let spike = spikes.iter().find(|(at, _)| *at == t).map(|(_, value)| *value);
        round.objective = Enclosure::point(spike.unwrap_or((t % 7) as f64 / 16.0));
    });
    let charts = drawn(&trace);
    assert_eq!(charts.len(), 1, "no constraints, no multipliers");
    let points = &charts[0].series[0].points;
    assert!((1500..=2002).contains(&points.len()), "{}", points.len());
    assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0), "from left to right, each once");
    for (at, value) in spikes {
        assert!(points.contains(&(at as f64, value)), "{value} is lost");
    }
    assert_eq!((points[0].0, points[points.len() - 1].0), (0.0, (ROUNDS - 1) as f64));
    assert_eq!(charts[0].subtitle, "the least and the greatest of each 1000 rounds");
}

#[test]
fn of_many_constraints_the_largest_are_drawn_and_the_others_counted() {
    let trace = trace(Layout::new(Game::Lagrangian, 20), 10, |t, round| {
        for (i, value) in round.constraints.iter_mut().enumerate() {
            *value = Enclosure::point(-(i as f64));
        }
        // On average the last but one is small, but once it is violated by far.
        round.constraints[18] = Enclosure::point(if t == 4 { 90.0 } else { -100.0 });
        round.lambda.fill(0.0);
        round.lambda[15] = 2.0;
    });
    let charts = drawn(&trace);
    let expected = [1, 2, 3, 4, 5, 6, 7, 19].map(|i| format!("constraint_{i}"));
    assert_eq!(names(&charts[1])[1..9], expected);
    let note = "8 of 20: those largest on average, and the one with the largest value; 12 are left out";
    assert_eq!([&charts[1].subtitle, &charts[2].subtitle], [note, note]);
    let largest = line(&charts[1], "the largest of all 20");
    assert_eq!((largest.points[3], largest.points[4]), ((3.0, 0.0), (4.0, 90.0)));
    assert!(names(&charts[2]).contains(&"constraint_16"));
    let looks =
        |chart: &Chart| chart.series.iter().map(|series| (series.name.clone(), series.look)).collect::<Vec<_>>();
    for (name, look) in looks(&charts[2]) {
        assert!(looks(&charts[1]).iter().all(|(own, other)| (*own == name) == (*other == look)), "{name}");
        assert_ne!(look, Look::Line(0), "{name}");
    }
}

#[test]
fn an_equality_is_one_line_with_the_difference_of_its_multipliers() {
    let trace = trace(Layout::new(Game::Lagrangian, 3), 2, |t, round| {
        let sign = if t == 0 { 1.0 } else { -1.0 };
        let values = [0.5, sign, -sign].map(Enclosure::point);
        round.constraints.copy_from_slice(&values);
        round.lambda.copy_from_slice(if t == 0 { &[1.0, 2.0, 0.0] } else { &[1.0, 0.0, 3.0] });
    });
    let equalities = Equalities::new(vec![(1, 2)]).expect("a pair");
    let charts = charts(&trace, &Labels::of_trace(trace.layout()), &equalities, &[], Average::Uniform);
    assert_eq!(names(&charts[1]), ["constraint_1", "constraint_2", "0"]);
    assert_eq!(line(&charts[1], "constraint_2").points, [(0.0, 1.0), (1.0, -1.0)]);
    assert_eq!(line(&charts[2], "constraint_2").points, [(0.0, 2.0), (1.0, -3.0)]);
    assert_eq!(line(&charts[2], "constraint_1").points, [(0.0, 1.0), (1.0, 1.0)]);
}

#[test]
fn enclosed_values_are_drawn_by_their_upper_ends_and_said_to_be() {
    let text = "objective,constraint_1.lo,constraint_1.hi,lambda_1\n1,0,0.5,1\n1,-1,-1,0\n";
    let enclosed = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let charts = drawn(&enclosed);
    assert_eq!(charts[1].series[0].points, [(0.0, 0.5), (1.0, -1.0)]);
    assert_eq!(
        charts.iter().map(|chart| chart.subtitle.as_str()).collect::<Vec<_>>(),
        ["", "upper ends of enclosed values", "", "upper ends of enclosed values"]
    );
    // Pairs of columns that never differ are not enclosures.
    let exact = Trace::from_reader(text.replace("0,0.5", "0.5,0.5").as_bytes(), "run.csv").expect("a trace");
    assert_eq!(drawn(&exact)[1].subtitle, "");
}

#[test]
fn the_charts_are_one_picture_on_axes_of_their_own() {
    let trace = trace(Layout::new(Game::Lagrangian, 1), 4, |t, round| {
        round.objective = Enclosure::point(1e6 * t as f64);
        round.constraints[0] = Enclosure::point(1e-3 * t as f64);
        round.lambda[0] = t as f64;
    });
    let labels = Labels::of_trace(trace.layout());
    let picture = panels("My <run>", &trace, &labels, &Equalities::default(), &[], Average::Uniform);
    let svg = picture.svg();
    for words in ["My <run>", "4 rounds", "Objective", "Constraints", "Multipliers", "constraint: at most 0", "0.002"] {
        assert!(has(&svg, words), "{words} is not among {:?}", texts(&svg));
    }
    let none = panels(
        "Nothing",
        &Trace::new(Layout::new(Game::Lagrangian, 1)),
        &labels,
        &Equalities::default(),
        &[],
        Average::Uniform,
    );
    assert!(none.charts.is_empty() && has(&none.svg(), "0 rounds"));
}

/// A run with one constraint, and a mixture of these rounds with weights `1, 2, ..` over their sum.
fn marked(rounds: usize, support: &[usize]) -> Vec<Chart> {
    let trace = trace(Layout::new(Game::Lagrangian, 1), rounds, |t, round| {
        round.objective = Enclosure::point(t as f64);
        round.constraints[0] = Enclosure::point(2.0 - t as f64);
        round.lambda[0] = 1.0;
    });
    let total = support.len() * (support.len() + 1) / 2;
    let weight = |k: usize| RBig::from_parts((k + 1).into(), total.into());
    let support: Vec<Atom> =
        support.iter().enumerate().map(|(k, &candidate)| Atom { candidate, weight: weight(k) }).collect();
    charts(&trace, &Labels::of_trace(trace.layout()), &Equalities::default(), &support, Average::Uniform)
}

#[test]
fn the_rounds_of_a_mixture_are_marked_with_their_weights() {
    let charts = marked(20, &[1, 17]);
    let [light, heavy] = ["round 1, weight 1/3, about 0.333", "round 17, weight 2/3, about 0.667"];
    assert_eq!(names(&charts[0]), ["objective", "mean so far", light, heavy]);
    assert_eq!(names(&charts[1]), ["constraint_1", "0", light, heavy]);
    assert_eq!(line(&charts[0], heavy).points, [(17.0, 17.0)]);
    assert_eq!(line(&charts[1], heavy).points, [(17.0, -15.0)]);
    assert_eq!(line(&charts[0], heavy).look, line(&charts[1], heavy).look);
    assert_eq!(names(&charts[2]), ["constraint_1"]);
    assert!(apart(&charts[0].svg(), "weight") && apart(&charts[1].svg(), "weight"));
    // One member has the weight 1, and one that is not in the trace is not marked.
    assert_eq!(names(&marked(20, &[3])[0]), ["objective", "mean so far", "round 3, weight 1"]);
    assert_eq!(names(&marked(20, &[99])[0]), ["objective", "mean so far"]);
}

#[test]
fn of_a_large_mixture_the_heaviest_are_named_and_all_are_drawn() {
    let support: Vec<usize> = (5..17).collect();
    let charts = marked(20, &support);
    let named: Vec<&str> = names(&charts[0]).into_iter().filter(|name| name.starts_with("round")).collect();
    assert_eq!(
        (named.len(), named[0], named[7]),
        (8, "round 9, weight 5/78, about 0.064", "round 16, weight 2/13, about 0.154")
    );
    assert_eq!(line(&charts[0], "4 others of the mixture").points.len(), 4);
    assert_eq!(charts[0].subtitle, "the mixture has 12, of which the 8 of the largest weight are named");
}
