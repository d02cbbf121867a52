//! Fitting on small data: training against a slow twin, exact evaluation, lower bounds and what must break them.

#![allow(clippy::needless_range_loop, reason = "the slow twin is written with the indices of the formulas")]

use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{
    BoundOptions, Cells, Dataset, Settings, Start, Tally, average, evaluate, evaluate_bound, grid, infeasible_proxies,
    lower_bound, mean_weights, positives, predictions, shrunk, train,
};
use referee::domain::{Ball, Domain as _};
use referee::game::{Evidence, Game};
use referee::numerics::Stationary;
use referee::numerics::rational::exact;
use std::num::NonZeroUsize;

/// Rows with labels that depend on the features, and two groups among those labelled `+` that partition them.
struct Synthetic {
    data: Dataset,
    cells: Cells,
    positive: Vec<bool>,
    first: Vec<bool>,
}

fn synthetic(rows: usize, features: u32, seed: u64) -> Synthetic {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut data = Dataset::new(features as usize);
    let (mut positive, mut first) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let mut active = vec![0];
        active.extend((1..features).filter(|_| generator.random_bool(0.4)));
        let score = active.iter().map(|&j| if j % 2 == 0 { -0.6 } else { 0.7 }).sum::<f64>();
        let label = score + 2.0 * generator.random::<f64>() - 1.0 > 0.0;
        first.push(label && active.contains(&1));
        positive.push(label);
        data.push(&active, label);
    }
    let ratio = || RBig::from(19) / RBig::from(20);
    let second: Vec<bool> = positive.iter().zip(&first).map(|(&all, &first)| all && !first).collect();
    let constraint = |group: &[bool]| (RBig::ZERO, vec![(ratio(), positive.clone()), (RBig::from(-1), group.to_vec())]);
    let cells = Cells::new(data.labels(), vec![constraint(&first), constraint(&second)]);
    Synthetic { data, cells, positive, first }
}

/// The slow twin of the trainer: one run, one row at a time, written down from the description.
fn slow(of: &Synthetic, settings: &Settings, rate: f64) -> Vec<(Vec<f64>, Vec<f64>)> {
    let (n, d, b) = (of.data.len(), of.data.num_features(), settings.batch);
    let groups = [of.first.clone(), of.positive.iter().zip(&of.first).map(|(&p, &f)| p && !f).collect()];
    let count = |rows: &[bool]| rows.iter().filter(|&&row| row).count() as f64;
    let scale = n as f64 * (1.0 / b as f64);
    let plus = (0.95 / count(&of.positive)) * scale;
    let minus = groups.each_ref().map(|group| (1.0 / count(group)) * scale);
    let mut generator = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut order: Vec<usize> = (0..n).collect();
    let mut place = n;
    let (mut theta, mut accumulators) = (vec![0.0; d], vec![0.1; d]);
    let proxy = settings.game == Some(Game::ProxyLagrangian);
    let floor = 1e-3 / 3.0;
    let start = match settings.start {
        Start::Released => [(1.0_f64 - 2.0 * floor).ln(), floor.ln(), floor.ln()],
        Start::Uniform => [(1.0_f64 / 3.0).ln(); 3],
    };
    let mut logarithms = [start; 3].concat();
    let mut squares = vec![0.1; if proxy { 9 } else { 2 }];
    let mut lambda = if proxy { fix(&mut logarithms, floor) } else { vec![0.0; 2] };
    let mut kept = Vec::new();
    for round in 1..=settings.rounds {
        let mut gradient = vec![0.0; d];
        let (mut yes, mut above, mut below) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let (objective, weights) = if proxy { (lambda[0], &lambda[1..]) } else { (1.0, &lambda[..]) };
        for _ in 0..b {
            if place == n {
                for last in (1..n).rev() {
                    order.swap(last, generator.random_range(0..=last));
                }
                place = 0;
            }
            let row = order[place];
            place += 1;
            let score: f64 = of.data.active(row).iter().fold(0.0, |sum, &j| sum + theta[j as usize]);
            let cell = if of.positive[row] { usize::from(!of.first[row]) } else { 2 };
            yes[cell] += f64::from(u8::from(score > 0.0));
            above[cell] += (1.0 + score).max(0.0);
            below[cell] += (1.0 - score).max(0.0);
            let (mut up, mut down) = (0.0, 0.0);
            if cell < 2 {
                up = plus * weights[0] + plus * weights[1];
                down = minus[cell] * weights[cell] + objective * (1.0 / b as f64);
            } else {
                up += objective * (1.0 / b as f64);
            }
            let slope = if score > -1.0 { up } else { 0.0 } - if score < 1.0 { down } else { 0.0 };
            for &j in of.data.active(row) {
                gradient[j as usize] += slope;
            }
        }
        for j in 0..d {
            accumulators[j] += gradient[j] * gradient[j];
            theta[j] -= rate * gradient[j] / f64::sqrt(accumulators[j]);
        }
        let square: f64 = theta.iter().fold(0.0, |sum, x| sum + x * x);
        if square > settings.radius * settings.radius {
            for x in &mut theta {
                *x *= settings.radius / square.sqrt();
            }
        }
        let values: Vec<f64> = (0..2)
            .map(|i| {
                let parts = |c: usize| (plus, if c == i { minus[i] } else { 0.0 });
                match settings.game {
                    Some(Game::ProxyLagrangian) => (0..2).map(|c| (parts(c).0 - parts(c).1) * yes[c]).sum::<f64>(),
                    _ => (0..2).fold(-1.0, |sum, c| sum + (parts(c).0 * above[c] + parts(c).1 * below[c])),
                }
            })
            .collect();
        match settings.game {
            None => {}
            Some(Game::Lagrangian) => {
                for i in 0..2 {
                    squares[i] += values[i] * values[i];
                    lambda[i] = (lambda[i] + rate * values[i] / f64::sqrt(squares[i])).max(0.0);
                }
            }
            Some(Game::ProxyLagrangian) => {
                for j in 0..3 {
                    for i in 1..3 {
                        let gradient = values[i - 1] * lambda[j];
                        squares[3 * j + i] += gradient * gradient;
                        logarithms[3 * j + i] += rate * gradient / f64::sqrt(squares[3 * j + i]);
                    }
                }
                lambda = fix(&mut logarithms, floor);
            }
        }
        if round % settings.every == 0 {
            let mut model = theta.clone();
            Ball::new(d, settings.radius).unwrap().project(&mut model);
            grid::truncate(&mut model);
            kept.push((model, lambda.clone()));
        }
    }
    kept
}

fn fix(logarithms: &mut [f64], floor: f64) -> Vec<f64> {
    let mut matrix = vec![0.0; 9];
    for j in 0..3 {
        let column = &mut logarithms[3 * j..3 * j + 3];
        let largest = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = column.iter().map(|x| (x - largest).exp()).collect();
        let sum: f64 = powers.iter().sum();
        let floored: Vec<f64> = powers.iter().map(|x| (x / sum).max(floor)).collect();
        let total: f64 = floored.iter().sum();
        for i in 0..3 {
            column[i] = (column[i] - (largest + sum.ln())).max(floor.ln());
            matrix[3 * j + i] = floored[i] / total;
        }
    }
    let mut lambda = vec![0.0; 3];
    Stationary::new(3).solve(&matrix, &mut lambda);
    lambda
}

#[test]
fn lock_step_training_is_the_slow_training() {
    let of = synthetic(90, 7, 1);
    for (game, start) in [
        (None, Start::Released),
        (Some(Game::Lagrangian), Start::Released),
        (Some(Game::ProxyLagrangian), Start::Released),
        (Some(Game::ProxyLagrangian), Start::Uniform),
    ] {
        let settings = Settings { rounds: 120, batch: 8, every: 40, radius: 2.0, start, ..Settings::paper(game, 9) };
        let runs = train(&of.data, &of.cells, &settings).unwrap();
        for (run, &rate) in runs.iter().zip(&settings.rates) {
            let twin = slow(&of, &settings, rate);
            assert_eq!(run.snapshots.len(), twin.len());
            for (snapshot, (theta, lambda)) in run.snapshots.iter().zip(&twin) {
                // The same operations but for the order of a few sums: equal up to their rounding, amplified by 120 rounds.
                let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-7 * (1.0 + b.abs()));
                assert!(near(&snapshot.theta, theta), "{game:?} {rate}: {:?} {theta:?}", snapshot.theta);
                assert!(near(&snapshot.lambda, lambda), "{game:?} {rate}: {:?} {lambda:?}", snapshot.lambda);
            }
        }
    }
}

#[test]
fn a_run_does_not_depend_on_its_neighbours() {
    let of = synthetic(70, 6, 2);
    let all = Settings { rounds: 60, batch: 10, every: 20, ..Settings::paper(Some(Game::ProxyLagrangian), 3) };
    let one = Settings { rates: vec![all.rates[8]], ..all.clone() };
    let (all, one) = (train(&of.data, &of.cells, &all).unwrap(), train(&of.data, &of.cells, &one).unwrap());
    assert_eq!(all[8], one[0]);
    let ball = Ball::new(6, 10.0).unwrap();
    assert!(all.iter().flat_map(|run| &run.snapshots).all(|snapshot| ball.contains(&snapshot.theta)));
}

/// Hinges by their definition, in rationals.
fn hinges(of: &Synthetic, theta: &[f64]) -> Vec<RBig> {
    let score = |row: usize| of.data.active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
    let hinge = |row: usize, side: i32| (RBig::from(1) + RBig::from(side) * score(row)).max(RBig::ZERO);
    let mean = |rows: &[bool], side: i32| {
        let chosen: Vec<usize> = (0..rows.len()).filter(|&row| rows[row]).collect();
        chosen.iter().fold(RBig::ZERO, |sum, &row| sum + hinge(row, side)) / RBig::from(chosen.len())
    };
    let loss = (0..of.data.len()).fold(RBig::ZERO, |sum, row| sum + hinge(row, if of.positive[row] { -1 } else { 1 }));
    let second: Vec<bool> = of.positive.iter().zip(&of.first).map(|(&all, &first)| all && !first).collect();
    let constraint =
        |group: &[bool]| RBig::from(19) / RBig::from(20) * mean(&of.positive, 1) + mean(group, -1) - RBig::from(1);
    vec![loss / RBig::from(of.data.len()), constraint(&of.first), constraint(&second)]
}

fn random_model(generator: &mut ChaCha8Rng, features: usize, radius: f64) -> Vec<f64> {
    let mut theta: Vec<f64> = (0..features).map(|_| radius * (2.0 * generator.random::<f64>() - 1.0)).collect();
    Ball::new(features, radius).unwrap().project(&mut theta);
    grid::truncate(&mut theta);
    theta
}

#[test]
fn evaluation_is_exact() {
    let of = synthetic(80, 7, 3);
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut models: Vec<Vec<f64>> = (0..20).map(|_| random_model(&mut generator, 7, 10.0)).collect();
    models.push(vec![0.0; 7]); // a tie in every row
    let slices: Vec<&[f64]> = models.iter().map(|model| &model[..]).collect();
    let tallies: Vec<Tally> = evaluate(&of.data, &of.cells, &slices, NonZeroUsize::MIN).unwrap();
    for (model, tally) in models.iter().zip(&tallies) {
        assert_eq!(tally.positives, positives(&of.data, &of.cells, model));
        let wrong = predictions(&of.data, model).iter().zip(&of.positive).filter(|(said, label)| said != label).count();
        assert_eq!(tally.error(&of.cells), RBig::from(wrong) / RBig::from(of.data.len()));
        let direct = hinges(&of, model);
        assert_eq!(tally.hinge_loss(&of.cells), direct[0]);
        assert_eq!(tally.hinges(&of.cells), direct[1..]);
        assert!(tally.hinges(&of.cells).iter().zip(tally.constraints(&of.cells)).all(|(hinge, rate)| *hinge >= rate));
    }
    let outside = evaluate(&of.data, &of.cells, &[&[0.1; 7]], NonZeroUsize::MIN);
    assert!(outside.is_err(), "0.1 is not on the grid");
}

/// The bound of the specification, row by row in rationals: `(K + sum a tau, || sum a tau sigma x ||^2)`. `share` says which
/// share of the thresholds counts.
fn specified(
    of: &Synthetic,
    weights: &[RBig],
    evidence: &Evidence,
    share: impl Fn(usize, usize) -> RBig,
) -> (RBig, RBig) {
    let Evidence::Margins { theta, thresholds } = evidence else { panic!("margins") };
    let second: Vec<bool> = of.positive.iter().zip(&of.first).map(|(&all, &first)| all && !first).collect();
    let size = |rows: &[bool]| RBig::from(rows.iter().filter(|&&row| row).count());
    let n = of.data.len();
    let mut sum = -(&weights[1] + &weights[2]);
    let mut vector = vec![RBig::ZERO; of.data.num_features()];
    for row in 0..n {
        let score = of.data.active(row).iter().fold(RBig::ZERO, |sum, &j| sum + exact(theta[j as usize]));
        let mut add = |a: RBig, side: i32| {
            let z = RBig::from(1) + RBig::from(side) * &score;
            let below = thresholds.iter().filter(|&&threshold| z > exact(threshold)).count();
            let part = a * share(below, thresholds.len());
            sum += &part;
            for &j in of.data.active(row) {
                vector[j as usize] += RBig::from(side) * &part;
            }
        };
        add(&weights[0] / RBig::from(n), if of.positive[row] { -1 } else { 1 });
        if of.positive[row] {
            let both = &weights[1] + &weights[2];
            add(both * RBig::from(19) / RBig::from(20) / size(&of.positive), 1);
            let (weight, group) = if of.first[row] { (&weights[1], &of.first) } else { (&weights[2], &second) };
            add(weight / size(group), -1);
        }
    }
    (sum, vector.iter().fold(RBig::ZERO, |sum, x| sum + x * x))
}

/// Whether `value <= sum - radius sqrt(square)`.
fn is_at_most(value: f64, (sum, square): &(RBig, RBig), radius: f64) -> bool {
    let room = sum - exact(value);
    room >= RBig::ZERO && &room * &room >= exact(radius) * exact(radius) * square
}

#[test]
fn bounds_hold_as_the_specification_says() {
    let of = synthetic(120, 7, 4);
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    for (radius, weights) in
        [(10.0, [1.0, 0.0, 0.0]), (10.0, [0.75, 0.125, 0.125]), (0.5, [1.0, 2.0, 3.0]), (2.0, [0.0, 0.5, 0.5])]
    {
        let weights = weights.map(exact);
        let options = BoundOptions { gap: 1e-3, ..BoundOptions::default() };
        let found = lower_bound(&of.data, &of.cells, &weights, radius, options).unwrap();
        let share = |below: usize, all: usize| RBig::from(below) / RBig::from(all);
        let right = specified(&of, &weights, &found.bound.evidence, share);
        assert!(is_at_most(found.bound.value, &right, radius));
        assert!(!is_at_most(found.bound.value + 1e-9, &right, radius), "the bound is as large as its evidence allows");
        assert!(found.gap <= 2e-3, "radius {radius}: the gap is {}", found.gap);
        let value = |theta: &[f64]| hinges(&of, theta).iter().zip(&weights).fold(RBig::ZERO, |sum, (h, w)| sum + h * w);
        for _ in 0..50 {
            let size = radius * generator.random::<f64>();
            assert!(value(&random_model(&mut generator, 7, size)) >= exact(found.bound.value));
        }
    }
}

#[test]
fn shares_beyond_one_prove_too_much() {
    // The broken twin counts each threshold twice: its bound is above the function.
    let of = synthetic(120, 7, 4);
    let weights = [1.0, 0.0, 0.0].map(exact);
    let found = lower_bound(&of.data, &of.cells, &weights, 10.0, BoundOptions::default()).unwrap();
    let twice = |below: usize, all: usize| RBig::from(2 * below) / RBig::from(all);
    let wrong = specified(&of, &weights, &found.bound.evidence, twice);
    let least = found.bound.value + found.gap;
    assert!(is_at_most(least + 1e-3, &wrong, 10.0), "with shares up to 2 more than the minimum is `proved`");
    let bad = Evidence::Margins { theta: vec![0.1; 7], thresholds: vec![0.0] };
    assert!(
        evaluate_bound(&of.data, &of.cells, &weights, 10.0, &bad, NonZeroUsize::MIN).is_err(),
        "0.1 is not on the grid"
    );
    assert!(evaluate_bound(&of.data, &of.cells, &weights, 10.0, &Evidence::Declared, NonZeroUsize::MIN).is_err());
}

#[test]
fn hinges_of_groups_that_partition_are_infeasible() {
    let of = synthetic(120, 7, 4);
    let proof = infeasible_proxies(&of.cells).expect("two groups partition the rows labelled +");
    assert_eq!(proof.at_least, RBig::from(9) / RBig::from(10));
    assert_eq!(proof.weights.iter().fold(RBig::ZERO, |sum, p| sum + p), RBig::from(1));
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..50 {
        let values = hinges(&of, &random_model(&mut generator, 7, 5.0));
        assert!(values[1].clone().max(values[2].clone()) >= proof.at_least);
    }
    // For linear models in a ball the lower bound at these weights says the same.
    let weights: Vec<RBig> = std::iter::once(RBig::ZERO).chain(proof.weights.iter().cloned()).collect();
    let linear = lower_bound(&of.data, &of.cells, &weights, 10.0, BoundOptions::default()).unwrap();
    assert!(linear.bound.value <= 0.9 + linear.gap && linear.bound.value + linear.gap >= 0.9);
}

#[test]
fn shrunk_mixtures_keep_the_constraints_of_averages() {
    let of = synthetic(200, 7, 5);
    let settings = Settings { rounds: 1000, batch: 20, every: 50, ..Settings::paper(Some(Game::ProxyLagrangian), 0) };
    let runs = train(&of.data, &of.cells, &settings).unwrap();
    for run in &runs {
        let models: Vec<&[f64]> = run.snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
        let tallies = evaluate(&of.data, &of.cells, &models, NonZeroUsize::MIN).unwrap();
        let mixture = shrunk(&tallies, &of.cells).unwrap();
        assert!(mixture.len() <= 3);
        assert_eq!(mixture.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight), RBig::from(1));
        let all = average(Some(Game::ProxyLagrangian), &run.snapshots);
        assert_eq!(all.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight), RBig::from(1));
        let weights = mean_weights(Some(Game::ProxyLagrangian), &run.snapshots);
        assert_eq!(weights.iter().fold(RBig::ZERO, |sum, weight| sum + weight), RBig::from(1));
    }
}

/// Whoever waits is told of every round, and the models are the same.
#[test]
fn a_training_tells_how_far_it_is() {
    let of = synthetic(30, 5, 1);
    let settings = Settings { rounds: 40, batch: 4, every: 10, ..Settings::paper(None, 0) };
    let mut told = Vec::new();
    let runs =
        referee::data::train_telling(&of.data, &of.cells, &settings, &mut |done, total| told.push((done, total)));
    assert_eq!(told, (1..=40).map(|round| (round, 40)).collect::<Vec<_>>());
    let plain = train(&of.data, &of.cells, &settings).unwrap();
    let models = |runs: &[referee::data::TrainedRun]| -> Vec<Vec<f64>> {
        runs.iter().flat_map(|run| &run.snapshots).map(|snapshot| snapshot.theta.clone()).collect()
    };
    assert_eq!(models(&runs.unwrap()), models(&plain));
}
