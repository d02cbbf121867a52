//! Candidates in the plane of objective and largest constraint.

use crate::report::robust::check;
use crate::report::{apart, has};
use referee::equilibrium::{FiniteGame, lagrangian};
use referee::report::plane::plane;
use referee::report::{Chart, Look, Series};
use referee::shrink::{Candidates, Epsilon, Outcome, Solution, shrink};

/// Candidates with pseudorandom values in `[-1, 1)`, the same on every machine.
fn scattered(count: usize, m: usize) -> Candidates {
    let mut candidates = Candidates::new(m);
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / 2.0_f64.powi(52) - 1.0
    };
    for _ in 0..count {
        let row: Vec<f64> = (0..=m).map(|_| next()).collect();
        candidates.push(row[0], &row[1..]).expect("finite values");
    }
    candidates
}

fn solved(candidates: &Candidates) -> Solution {
    match shrink(candidates, &Epsilon::Minimal).expect("a mixture") {
        Outcome::Optimal(solution) => solution,
        Outcome::Infeasible(_) => panic!("the least epsilon can be kept"),
    }
}

fn of<'a>(chart: &'a Chart, name: &str) -> &'a Series {
    chart.series.iter().find(|series| series.name == name).unwrap_or_else(|| panic!("no series {name}"))
}

fn drawn(chart: &Chart) {
    let svg = chart.svg();
    check(&svg, chart.size()).expect("a drawing inside its frame");
    assert_eq!(svg, chart.svg());
}

#[test]
fn a_shrunk_mixture_is_seen_among_its_candidates() {
    let candidates = scattered(300, 3);
    let solution = solved(&candidates);
    let chart = plane("A <run>", &candidates, &solution.support);
    drawn(&chart);
    assert!(has(&chart.svg(), "A <run>") && apart(&chart.svg(), ", weight "));
    assert_eq!(of(&chart, "candidates").points.len(), 300);
    let members = chart.series.iter().filter(|series| matches!(series.look, Look::Points(_))).count();
    assert_eq!(members, solution.support.len());
    let infeasibility = solution.constraints.iter().max().expect("constraints").to_f64().value();
    assert_eq!(of(&chart, "the mixture").points, [(solution.objective.to_f64().value(), infeasibility)]);
    // The mean of the mean: about 0 in every value, so the largest is not far from it.
    let (x, y) = of(&chart, "mean of all 300").points[0];
    assert!(x.abs() < 0.2 && y.abs() < 0.2 && chart.subtitle.is_empty(), "{x}, {y}");
}

#[test]
fn very_many_candidates_are_thinned_but_not_their_edges() {
    let candidates = scattered(100_000, 2);
    let chart = plane("", &candidates, &solved(&candidates).support);
    let shown = &of(&chart, "candidates").points;
    assert!((1000..=2000).contains(&shown.len()), "{}", shown.len());
    let note = format!("{} of 100000 candidates are drawn", shown.len());
    assert!(chart.subtitle.starts_with(&note), "{}", chart.subtitle);
    let all: Vec<(f64, f64)> = (0..candidates.len())
        .map(|t| (candidates.objective(t), candidates.constraint(t, 0).max(candidates.constraint(t, 1))))
        .collect();
    let ends = |points: &[(f64, f64)]| {
        points.iter().fold([f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY], |e, p| {
            [e[0].min(p.0), e[1].max(p.0), e[2].min(p.1), e[3].max(p.1)]
        })
    };
    assert_eq!(ends(shown), ends(&all));
    // Each candidate that is drawn of the lower left is one that none beats, as a slow search says.
    let unbeaten = |p: &(f64, f64)| !all.iter().any(|q| q.0 <= p.0 && q.1 <= p.1 && q != p);
    let (least, lowest) =
        (all.iter().min_by(|a, b| a.0.total_cmp(&b.0)), all.iter().min_by(|a, b| a.1.total_cmp(&b.1)));
    for end in [least, lowest].into_iter().flatten() {
        assert!(unbeaten(end) && shown.contains(end));
    }
    // The staircase is short enough here to be kept as a whole.
    let stairs: Vec<&(f64, f64)> = all.iter().filter(|p| p.0 < -0.9 || p.1 < -0.9).filter(|p| unbeaten(p)).collect();
    assert!(stairs.len() > 2 && stairs.iter().all(|p| shown.contains(p)), "{}", stairs.len());
    drawn(&chart);
}

#[test]
fn small_and_strange_candidates_are_drawn() {
    for (count, m) in [(0, 0), (0, 2), (1, 0), (1, 1), (5, 0)] {
        let candidates = scattered(count, m);
        let support = if count > 0 { solved(&candidates).support } else { Vec::new() };
        drawn(&plane("small", &candidates, &support));
    }
    let mut huge = Candidates::new(1);
    for x in [f64::MAX, f64::MIN, 0.0, 5e-324] {
        huge.push(x, &[-x]).expect("finite values");
    }
    drawn(&plane("huge", &huge, &[]));
    let mut equal = Candidates::new(1);
    (0..3000).for_each(|_| equal.push(0.5, &[0.25]).expect("finite values"));
    let chart = plane("equal", &equal, &[]);
    assert_eq!(of(&chart, "candidates").points, [(0.5, 0.25)]);
    drawn(&chart);
}

#[test]
fn an_equilibrium_is_drawn_by_its_game() {
    let mut game = FiniteGame::new(1);
    game.push(0.0, &[1.0]).expect("finite values");
    game.push(1.0, &[-1.0]).expect("finite values");
    let equilibrium = lagrangian(&game, 2.0).expect("an equilibrium");
    let chart = plane("Equilibrium", game.candidates(), &equilibrium.support);
    assert_eq!(of(&chart, "the mixture").points, [(0.5, 0.0)]);
    assert!(has(&chart.svg(), "candidate 1, weight 1/2, about 0.500"));
}
