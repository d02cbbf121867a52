//! Minibatches are unbiased: over all batches of a tiny data set the mean of the estimates is the value, without a
//! tolerance; and rates within the batch, which are not.

use referee::data::{Meaning, RateOptions, RateProblem, RecipeOptions, Table, automatic, parse, sha256};
use referee::game::{DataRecord, Side};
use referee::problem::{Problem as _, Workspace};

const TEXT: &str = "sex,job,paid\nF,a,yes\nF,b,no\nM,a,yes\nM,b,yes\nM,a,no\nM,b,no\nM,a,no\nM,b,yes\n";

/// Four labelled `+`, one of them in a group, eight rows: every denominator is a power of two, so doubles are exact.
fn problem(batch: usize, proxies: bool) -> RateProblem {
    let table = Table::parse(TEXT, "tiny.csv").expect("a table");
    let recipe = automatic(&table, &RecipeOptions::new("paid", "yes")).expect("a recipe").recipe;
    let meaning = Meaning { table: &table, label: &recipe.label, reference: None };
    let constraints = ["tpr(sex=F) >= 0.75 * tpr()", "error() + positive_rate() <= 0.5"]
        .map(|text| parse(text, &table).expect("a constraint")[0].on(&meaning).expect("rows"));
    let data = DataRecord { file: "tiny.csv".into(), sha256: sha256(TEXT.as_bytes()), rows: 8, recipe };
    let options = RateOptions { batch, proxies, ..RateOptions::default() };
    RateProblem::new("tiny", &table, data, constraints.to_vec(), options).expect("a problem")
}

/// All lists of `batch` rows.
fn batches(rows: usize, batch: u32) -> impl Iterator<Item = Vec<usize>> {
    (0..rows.pow(batch)).map(move |code| (0..batch).map(|place| code / rows.pow(place) % rows).collect())
}

type Estimate<'a> = &'a dyn Fn(&[usize], &mut [f64]);

/// The mean over all batches of three rows; exact, as all estimates are multiples of a small power of two of one third.
fn mean(batch: u32, length: usize, estimate: Estimate<'_>) -> Vec<f64> {
    let mut sums = vec![0.0; length];
    let mut one = vec![0.0; length];
    let mut count = 0.0;
    for rows in batches(8, batch) {
        estimate(&rows, &mut one);
        sums.iter_mut().zip(&one).for_each(|(sum, x)| *sum += x);
        count += 1.0;
    }
    sums.into_iter().map(|sum| sum / count).collect()
}

const MODELS: [[f64; 5]; 4] = [
    [0.25, 0.5, -1.0, 0.5, -0.25],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [-1.0, 2.0, 0.5, -0.5, 1.5],
    [0.5, -0.5, 0.25, 0.25, -1.0],
];

#[test]
fn estimates_have_the_right_mean_over_all_batches() {
    for (batch, proxies) in [(1, true), (2, true), (2, false), (4, true)] {
        let problem = problem(batch as usize, proxies);
        for theta in MODELS {
            let mut work = Workspace::default();
            let mut wanted = [0.0; 3];
            problem.values(&theta, Side::Constraints, &mut wanted, &mut work).expect("values");
            let found = mean(batch, 3, &|rows, out| problem.values_of_rows(rows.iter().copied(), &theta, out));
            assert_eq!(found, wanted, "batches of {batch} at {theta:?}");
            for (side, weights) in [(Side::Proxies, [1.0, 0.5, 0.25]), (Side::Constraints, [1.0, 2.0, 0.0])] {
                let mut wanted = [0.0; 5];
                problem.subgradient(&theta, side, &weights, &mut wanted, &mut work).expect("a slope");
                let found = mean(batch, 5, &|rows, out| {
                    problem.subgradient_of_rows(rows.iter().copied(), &theta, side, &weights, out);
                });
                assert_eq!(found, wanted, "slopes of batches of {batch} at {theta:?}");
            }
        }
    }
}

#[test]
fn a_minibatch_is_drawn_from_its_sample() {
    let problem = problem(4, true);
    let drawn: Vec<Vec<usize>> = (0..200).map(|sample| problem.minibatch(sample).collect()).collect();
    assert_eq!(drawn[7], problem.minibatch(7).collect::<Vec<_>>());
    assert!((0..8).all(|row| drawn.iter().flatten().any(|&drawn| drawn == row)), "every row may be drawn");
    let mut out = [0.0; 3];
    let mut again = [0.0; 3];
    problem.values_of_rows(drawn[7].iter().copied(), &MODELS[2], &mut out);
    problem.stochastic_values(7, &MODELS[2], &mut again, &mut Workspace::default()).expect("values");
    assert_eq!(out, again);
}

/// The broken twin: `tpr(sex=F)` as a ratio of counts within the batch (0 where it has no such row).
#[test]
fn ratios_within_the_batch_are_biased() {
    let problem = problem(2, true);
    let theta = MODELS[2];
    let positive: Vec<bool> =
        (0..8).map(|row| problem.data().active(row).iter().map(|&j| theta[j as usize]).sum::<f64>() > 0.0).collect();
    let group = |row: usize| row == 0; // labelled + and F
    let label = |row: usize| problem.data().labels()[row];
    let ratio = |rows: &[usize], of: &dyn Fn(usize) -> bool| {
        let size = rows.iter().filter(|&&row| of(row)).count();
        let hits = rows.iter().filter(|&&row| of(row) && positive[row]).count();
        if size == 0 { 0.0 } else { hits as f64 / size as f64 }
    };
    let found = mean(2, 1, &|rows, out| out[0] = 0.75 * ratio(rows, &label) - ratio(rows, &group));
    let mut wanted = [0.0; 3];
    problem.values(&theta, Side::Constraints, &mut wanted, &mut Workspace::default()).expect("values");
    assert_ne!(found[0], wanted[1]);
}
