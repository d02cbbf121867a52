//! Problems given by tables.

use referee::game::Side;
use referee::numerics::Enclosure;
use referee::problem::{Facts, Problem as _, TableProblem, Workspace};

fn rows() -> Vec<Vec<f64>> {
    vec![vec![1.0, -0.5, 0.1], vec![0.25, 2.0, -3.0], vec![0.5, 0.0, 7.0]]
}

fn proxies() -> Vec<Vec<f64>> {
    vec![vec![-0.5, 0.2], vec![2.5, -3.0], vec![0.0, 7.5]]
}

#[test]
fn values_are_the_entries_of_the_side_asked_for() {
    let problem = TableProblem::new("t", &rows(), Some(&proxies())).expect("well formed");
    let mut work = Workspace::default();
    let mut out = [0.0; 3];
    problem.values(&[1.0], Side::Constraints, &mut out, &mut work).expect("a candidate");
    assert_eq!(out, [0.25, 2.0, -3.0]);
    problem.values(&[1.0], Side::Proxies, &mut out, &mut work).expect("a candidate");
    assert_eq!(out, [0.25, 2.5, -3.0]);
    assert_eq!((problem.num_candidates(), problem.num_constraints(), problem.has_proxies()), (3, 2, true));
    assert_eq!(problem.row(2, Side::Proxies), [0.5, 0.0, 7.5]);
    let plain = TableProblem::new("t", &rows(), None).expect("well formed");
    assert_eq!(plain.row(2, Side::Proxies), [0.5, 0.0, 7.0]);
    assert!(!plain.has_proxies() && plain.expressions().is_none() && plain.table() == Some(&plain));
    let facts = Facts { noise: 0.5, ..Facts::UNKNOWN };
    assert_eq!(plain.with_facts(facts.clone()).facts(), &facts);
}

#[test]
fn enclosures_are_exact_at_a_candidate_and_the_hull_over_several() {
    let problem = TableProblem::new("t", &rows(), Some(&proxies())).expect("well formed");
    let mut out = [Enclosure::EVERYTHING; 3];
    let mut enclose = |lo: f64, hi: f64| {
        let result = problem.enclose(&[Enclosure::new(lo, hi)], Side::Proxies, &mut out, &mut Workspace::default());
        result.map(|()| out).map_err(|error| error.to_string())
    };
    assert_eq!(enclose(1.0, 1.0), Ok([0.25, 2.5, -3.0].map(Enclosure::point)));
    let hull = [Enclosure::new(0.25, 0.5), Enclosure::new(0.0, 2.5), Enclosure::new(-3.0, 7.5)];
    assert_eq!(enclose(0.5, 9.0), Ok(hull));
    assert_eq!(enclose(0.25, 0.75), Err("the problem `t` has no candidate in [0.25, 0.75]".to_owned()));
}

#[test]
fn what_is_no_candidate_and_what_is_no_gradient_is_refused() {
    let problem = TableProblem::new("t", &rows(), None).expect("well formed");
    let mut work = Workspace::default();
    for theta in [-1.0, 3.0, 0.5, f64::NAN, f64::INFINITY] {
        let error = problem.values(&[theta], Side::Constraints, &mut [0.0; 3], &mut work).unwrap_err();
        assert_eq!(error.to_string(), format!("the problem `t` has no candidate {theta}: its candidates are 0 to 2"));
    }
    let error = problem.subgradient(&[0.0], Side::Proxies, &[1.0; 3], &mut [0.0], &mut work).unwrap_err();
    let expected = "the problem `t` is a table, which has no subgradients: use a player that asks an oracle";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn malformed_tables_are_refused() {
    let refused = |rows: &[Vec<f64>], proxies: Option<&[Vec<f64>]>| {
        TableProblem::new("t", rows, proxies).expect_err("it is malformed").to_string()
    };
    assert_eq!(refused(&[], None), "the problem `t`: a finite set needs at least one point");
    assert_eq!(refused(&[vec![]], None), "candidate 0 of the problem `t` has no objective");
    let ragged = [vec![1.0, 2.0], vec![1.0]];
    assert_eq!(refused(&ragged, None), "the row of candidate 1 of the problem `t` has 1 numbers, not 2");
    let infinite = [vec![1.0, f64::INFINITY]];
    let expected = "the row of candidate 0 of the problem `t` holds inf, but its numbers must be finite";
    assert_eq!(refused(&infinite, None), expected);
    assert_eq!(refused(&rows(), Some(&[])), "the problem `t` has 3 candidates, but proxies for 0");
    let mut low = proxies();
    low[1][1] = -3.5;
    let expected = "proxy 2 of candidate 1 of the problem `t` is -3.5, which is below its constraint -3";
    assert_eq!(refused(&rows(), Some(&low)), expected);
    low[1].pop();
    let expected = "the row of proxies of candidate 1 of the problem `t` has 1 numbers, not 2";
    assert_eq!(refused(&rows(), Some(&low)), expected);
}
