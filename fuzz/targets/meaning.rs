//! What accepted solutions, equilibria and bounds say, by formulas of SPEC.md that were written down here once more, over
//! plain rationals.

use crate::exact::{Numbers, RBig, dot, fraction, fractions, list, max, number};
use crate::problems::{Functions, Side};
use serde_json::Value;

pub fn bound(document: &Value, _: &[&[u8]]) {
    let (value, weight) = (number(&document["lower_bound"]["value"]), number(&document["objective_weight"]));
    let mut y = fractions(&document["multipliers"]);
    assert!(y.iter().all(|y| *y >= RBig::ZERO), "a negative multiplier");
    assert!(weight == RBig::ONE || weight == RBig::ZERO && value > RBig::ZERO);
    assert!(weight == RBig::ONE || y.iter().fold(RBig::ZERO, |sum, y| sum + y) == RBig::ONE);
    y.insert(0, weight);
    let functions = Functions::read(&document["problem"]).expect("a problem");
    functions.none_is_below(&value, &y, Side::Constraints);
}

/// The rows of candidates: objective and constraints, and the functions of the theta-player.
fn candidates(file: &[u8]) -> (Vec<Vec<RBig>>, Vec<Vec<RBig>>) {
    let table = Numbers::read(file);
    let names = table.values();
    let proxy = |k: usize| if k > 0 && table.has("proxy_1") { format!("proxy_{k}") } else { names[k].clone() };
    let row = |t: usize| (0..names.len()).map(|k| table.get(&names[k], t, true)).collect();
    let seen = |t: usize| (0..names.len()).map(|k| table.get(&proxy(k), t, true)).collect();
    ((0..table.len()).map(row).collect(), (0..table.len()).map(seen).collect())
}

/// The support as places and weights, which are probabilities.
fn support(document: &Value) -> Vec<(usize, RBig)> {
    let atom = |atom: &Value| (atom["candidate"].as_f64().unwrap_or(0.0) as usize, fraction(&atom["weight"]));
    let support: Vec<_> = list(&document["support"]).iter().map(atom).collect();
    assert!(support.iter().all(|(_, weight)| *weight > RBig::ZERO), "a weight is not positive");
    assert_eq!(support.iter().fold(RBig::ZERO, |sum, (_, weight)| sum + weight), RBig::ONE);
    support
}

fn means(rows: &[Vec<RBig>], support: &[(usize, RBig)]) -> Vec<RBig> {
    let mean = |k: usize| support.iter().fold(RBig::ZERO, |sum, (place, weight)| sum + weight * &rows[*place][k]);
    (0..rows[0].len()).map(mean).collect()
}

pub fn solution(document: &Value, files: &[&[u8]]) {
    let (rows, _) = candidates(files[0]);
    let epsilon = fraction(&document["epsilon"]);
    assert!(epsilon >= RBig::ZERO);
    assert_eq!(document["candidates"]["count"].as_f64(), Some(rows.len() as f64));
    let least = |y: &[RBig], with_objective: bool| {
        let value = |row: &Vec<RBig>| dot(y, &row[1..]) + if with_objective { row[0].clone() } else { RBig::ZERO };
        rows.iter().map(value).min().expect("a candidate")
    };
    let is_distribution = |y: &[RBig]| {
        assert!(y.len() == rows[0].len() - 1 && y.iter().all(|y| *y >= RBig::ZERO));
        assert_eq!(y.iter().fold(RBig::ZERO, |sum, y| sum + y), RBig::ONE);
    };
    if document["status"] == "infeasible" {
        let farkas = fractions(&document["farkas"]);
        is_distribution(&farkas);
        assert!(least(&farkas, false) > epsilon, "the weights do not refute");
        return;
    }
    let support = support(document);
    let mean = means(&rows, &support);
    assert_eq!(fraction(&document["objective"]), mean[0]);
    assert_eq!(fractions(&document["constraints"]), mean[1..]);
    assert!(mean[1..].iter().all(|x| *x <= epsilon), "a constraint is above epsilon");
    let active: Vec<f64> = (1..mean.len()).filter(|&i| mean[i] == epsilon).map(|i| i as f64).collect();
    assert_eq!(list(&document["active"]).iter().filter_map(Value::as_f64).collect::<Vec<_>>(), active);
    assert!(support.len() <= active.len() + 1, "the support is too large");
    let y = fractions(&document["duals"]["constraints"]);
    assert!(y.len() == mean.len() - 1 && y.iter().all(|y| *y >= RBig::ZERO));
    let total = y.iter().fold(RBig::ZERO, |sum, y| sum + y);
    assert_eq!(fraction(&document["duals"]["mass"]), least(&y, true));
    assert_eq!(mean[0], least(&y, true) - &epsilon * total, "the solution is not optimal");
    if document["epsilon_is_minimal"] == true && epsilon > RBig::ZERO {
        let y = fractions(&document["epsilon_duals"]);
        is_distribution(&y);
        assert_eq!(least(&y, false), epsilon, "epsilon is not minimal");
    }
}

pub fn equilibrium(document: &Value, files: &[&[u8]]) {
    let proxy = document["game"] == "proxy-lagrangian";
    let mut lambda = fractions(&document["multipliers"]);
    let sum = lambda.iter().fold(RBig::ZERO, |sum, x| sum + x);
    assert!(lambda.iter().all(|x| *x >= RBig::ZERO), "a negative multiplier");
    let radius = if proxy { RBig::ONE } else { number(&document["radius"]) };
    assert!(if proxy { sum == RBig::ONE } else { sum <= radius }, "the multipliers are outside");
    if !proxy {
        lambda.insert(0, RBig::ONE);
    }
    let support = support(document);
    let gain = |means: &[RBig]| {
        let best = max(means[1..].iter().cloned().chain([RBig::ZERO]));
        &radius * best - dot(&lambda[1..], &means[1..])
    };
    if document["candidates"].is_null() {
        let functions = Functions::read(&document["problem"]).expect("a problem");
        let side = if proxy { Side::Proxies } else { Side::Constraints };
        let lower = number(&document["lower_bound"]["value"]);
        functions.none_is_below(&lower, &lambda, side);
        let mut played = RBig::ZERO;
        for atom in list(&document["support"]) {
            let theta: Vec<f64> = list(&atom["theta"]).iter().filter_map(Value::as_f64).collect();
            let Some(value) = functions.at(&theta, &lambda, side) else { return };
            played += fraction(&atom["weight"]) * value;
        }
        assert!(number(&document["theta_gap"]) >= played - lower, "the gap of the theta-player is larger");
        return;
    }
    let (rows, seen) = candidates(files[0]);
    let mean = means(&rows, &support);
    assert_eq!(fraction(&document["objective"]), mean[0]);
    assert_eq!(fractions(&document["constraints"]), mean[1..]);
    let seen = if proxy { seen } else { rows };
    let loss = |row: &Vec<RBig>| dot(&lambda, row);
    let least = seen.iter().map(loss).min().expect("a candidate");
    let [theta, of_lambda] = ["theta_gap", "lambda_gap"].map(|name| fraction(&document[name]));
    assert_eq!(theta, loss(&means(&seen, &support)) - least, "the gap of the theta-player");
    assert_eq!(of_lambda, gain(&mean), "the gap of the lambda-player");
    assert!(document["statement"] == "theorem-5" || theta == RBig::ZERO && of_lambda == RBig::ZERO);
}
