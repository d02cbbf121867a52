//! What an accepted certificate says, by formulas of SPEC.md that were written down here once more, over plain rationals.

use crate::exact::{Numbers, RBig, dot, list, max, number};
use crate::problems::{Functions, Side};
use serde_json::Value;
use std::collections::BTreeMap;

/// The numbers that a certificate speaks of, for one choice of the values inside their enclosures.
#[derive(Default)]
struct Truth {
    measured: BTreeMap<&'static str, RBig>,
    claims: BTreeMap<&'static str, (RBig, RBig)>,
}

/// One choice: which end is taken of the enclosure of a column in a round.
type Choice = fn(usize, usize) -> bool;

const CHOICES: [Choice; 4] = [|_, _| false, |_, _| true, |t, k| (t + k) % 2 == 0, |_, k| k == 0];

fn mean(rounds: usize, weights: &str, term: impl Fn(usize) -> RBig) -> RBig {
    let weight = |t: usize| match weights.strip_prefix("tail:") {
        Some(skipped) => usize::from(t >= skipped.parse().expect("a number of rounds")),
        None if weights == "linear" => t + 1,
        None => 1,
    };
    let total: usize = (0..rounds).map(weight).sum();
    let sum = (0..rounds).filter(|&t| weight(t) > 0).fold(RBig::ZERO, |sum, t| sum + term(t) * RBig::from(weight(t)));
    sum / RBig::from(total)
}

pub fn certificate(document: &Value, files: &[&[u8]]) {
    let given = &document["given"];
    let trace = Numbers::read(files[0]);
    let proxy = document["game"] == "proxy-lagrangian";
    assert_eq!(document["trace"]["rounds"].as_f64(), Some(trace.len() as f64));
    let weights = |player: &str| given["weights"][player].as_str().unwrap_or("uniform").to_owned();
    let [theta, lambda] = ["theta", "lambda"].map(weights);
    lower_bound_holds(document, &trace, &lambda, proxy);
    if !given["rate"].is_null() {
        return; // section 10 has formulas of its own
    }
    for choice in CHOICES {
        let truth = if proxy {
            of_proxy_game(given, &trace, &theta, choice)
        } else {
            of_lagrangian(given, &trace, &theta, &lambda, document["equalities"].is_null(), choice)
        };
        let inside = |what: &str, x: &RBig, pair: &Value| {
            assert!(number(&pair[0]) <= *x && *x <= number(&pair[1]), "{what} is {x}, outside {pair}");
        };
        for (name, x) in &truth.measured {
            let pair = &document["measured"][*name];
            if !pair.is_null() {
                inside(name, x, pair);
            }
        }
        for claim in list(&document["claims"]) {
            let name = claim["name"].as_str().expect("a name");
            let Some((lhs, rhs)) = truth.claims.get(name) else { continue };
            inside(&format!("the left of {name}"), lhs, &claim["lhs"]);
            inside(&format!("the right of {name}"), rhs, &claim["rhs"]);
            let holds = if claim["relation"] == "<" { lhs < rhs } else { lhs <= rhs };
            let verdict = claim["verdict"].as_str().expect("a verdict");
            assert!(verdict == "undecided" || holds == (verdict == "holds"), "{name} is {verdict}: {lhs} and {rhs}");
        }
    }
}

/// The largest distance of a value from its range.
fn beyond_ranges(given: &Value, trace: &Numbers, choice: Choice) -> Option<RBig> {
    let ranges = list(&given["lower_bound"]["evidence"]["ranges"]);
    let names = trace.values();
    let distance = |range: &Value| {
        let column = range["column"].as_str().expect("a column");
        let at = names.iter().position(|name| name == column).unwrap_or(names.len());
        max((0..trace.len()).map(|t| {
            let x = trace.get(column, t, choice(t, at));
            let above = if range["hi"].is_null() { RBig::ZERO } else { x.clone() - number(&range["hi"]) };
            max([RBig::ZERO, number(&range["lo"]) - x, above])
        }))
    };
    ranges.iter().map(distance).max()
}

fn of_lagrangian(
    given: &Value,
    trace: &Numbers,
    theta: &str,
    lambda: &str,
    no_equalities: bool,
    choice: Choice,
) -> Truth {
    let mut truth = Truth::default();
    let (rounds, names) = (trace.len(), trace.values());
    let value = |t: usize, k: usize| trace.get(&names[k], t, choice(t, k));
    let means: Vec<RBig> = (0..names.len()).map(|k| mean(rounds, theta, |t| value(t, k))).collect();
    let multiplier = |t: usize, i: usize| trace.get(&format!("lambda_{i}"), t, true);
    let (e0, v) = (means[0].clone(), max(means[1..].iter().cloned().chain([RBig::ZERO])));
    let payoff =
        mean(rounds, theta, |t| (1..names.len()).fold(RBig::ZERO, |sum, i| sum + multiplier(t, i) * value(t, i)));
    let mu: Vec<RBig> = (1..names.len()).map(|i| mean(rounds, lambda, |t| multiplier(t, i))).collect();
    let optional = |name: &str| (!given[name].is_null()).then(|| number(&given[name]));
    let lower = (!given["lower_bound"].is_null()).then(|| number(&given["lower_bound"]["value"]));
    truth.measured.insert("objective", e0.clone());
    truth.measured.insert("infeasibility", v.clone());
    if let Some(beyond) = beyond_ranges(given, trace, choice) {
        truth.claims.insert("ranges_possible", (beyond, RBig::ZERO));
    }
    if let Some(lower) = &lower {
        truth.measured.insert("theta_regret", &e0 + &payoff - lower);
        truth.measured.insert("suboptimality", &e0 - lower);
        truth.claims.insert("lower_bound_possible", (lower.clone(), &e0 + dot(&mu, &means[1..])));
    }
    // Other norms are irrational, and equalities take from the multipliers what their halves have in common.
    if !(given["norm"].is_null() || given["norm"] == 1.0) || !no_equalities {
        return truth;
    }
    let n = mu.iter().fold(RBig::ZERO, |sum, x| sum + x);
    truth.measured.insert("multiplier_norm", n.clone());
    let Some(radius) = optional("radius") else { return truth };
    truth.measured.insert("lambda_regret", &radius * &v - &payoff);
    truth.claims.insert("norm_below_radius", (n.clone(), radius.clone()));
    let (gamma, range) = (optional("margin").filter(|gamma| *gamma > RBig::ZERO), optional("objective_range"));
    if let (Some(gamma), Some(range)) = (&gamma, &range) {
        truth.claims.insert("slater_below_radius", (range / gamma, radius.clone()));
    }
    let Some(lower) = lower else { return truth };
    let epsilon = &e0 + &radius * &v - &lower;
    truth.measured.insert("epsilon", epsilon.clone());
    truth.claims.insert("suboptimality", (&e0 - &lower, epsilon.clone()));
    if radius > n {
        truth.claims.insert("infeasibility", (v.clone(), &epsilon / (&radius - &n)));
    }
    let Some(gamma) = gamma else { return truth };
    if let Some(range) = range {
        truth.claims.insert("multiplier_norm", (n.clone(), (&epsilon + &range) / &gamma));
        let slater = &range / &gamma;
        if radius > slater {
            truth.claims.insert("infeasibility_slater", (v.clone(), &epsilon / (&radius - &slater)));
        }
    }
    if let Some(at_margin) = given["margin_objective"].get(usize::from(choice(0, 0))) {
        let room = number(at_margin) - &e0;
        truth.claims.insert("multiplier_norm_data", (n, (&epsilon + &room) / &gamma));
        let share = &v / (&v + &gamma);
        truth.claims.insert("infeasibility_slater_data", (radius * v, epsilon + share * room));
    }
    truth
}

fn of_proxy_game(given: &Value, trace: &Numbers, weights: &str, choice: Choice) -> Truth {
    let mut truth = Truth::default();
    let (rounds, names) = (trace.len(), trace.values());
    let m = names.len() - 1;
    let own_proxies = !trace.has("proxy_1");
    let value = |t: usize, k: usize| trace.get(&names[k], t, choice(t, k));
    let proxy = |t: usize, i: usize| {
        if own_proxies { value(t, i) } else { trace.get(&format!("proxy_{i}"), t, choice(t, m + i)) }
    };
    let lambda = |t: usize, i: usize| trace.get(&format!("lambda_{i}"), t, true);
    let mean = |term: &dyn Fn(usize) -> RBig| mean(rounds, weights, term);
    let loss = |t: usize, j: usize| if j == 0 { RBig::ZERO } else { value(t, j) };
    let s: Vec<Vec<RBig>> = (0..=m).map(|i| (0..=m).map(|j| mean(&|t| lambda(t, i) * loss(t, j))).collect()).collect();
    let a = mean(&|t| lambda(t, 0));
    let trade: RBig = (0..=m).fold(RBig::ZERO, |sum, i| sum + &s[i][i]);
    let swap = (0..=m).fold(RBig::ZERO, |sum, i| sum + max((0..=m).map(|j| &s[i][j] - &s[i][i])));
    let column = |j: usize| (0..=m).fold(RBig::ZERO, |sum, i| sum + &s[i][j]);
    let kappa = mean(&|t| (1..=m).fold(RBig::ZERO, |sum, i| sum + lambda(t, i) * (value(t, i) - proxy(t, i))));
    let q = mean(&|t| (1..=m).fold(lambda(t, 0) * value(t, 0), |sum, i| sum + lambda(t, i) * proxy(t, i)));
    let whole = mean(&|t| (0..=m).fold(RBig::ZERO, |sum, i| sum + lambda(t, i)));
    let to_constraints = max((0..=m).map(|j| s[0][j].clone()));
    for (name, x) in [
        ("objective_weight", &a),
        ("swap_regret", &swap),
        ("external_regret", &(max((0..=m).map(column)) - &trade)),
        ("deviation_to_constraints", &to_constraints),
        ("deviation_to_objective", &-trade.clone()),
        ("domination_gap", &kappa),
    ] {
        truth.measured.insert(name, x.clone());
    }
    truth.claims.insert("objective_weight_positive", (RBig::ZERO, a.clone()));
    truth.claims.insert("domination", (kappa.clone(), RBig::ZERO));
    if let Some(beyond) = beyond_ranges(given, trace, choice) {
        truth.claims.insert("ranges_possible", (beyond, RBig::ZERO));
    }
    let positive = a > RBig::ZERO;
    let weighed = mean(&|t| lambda(t, 0) * value(t, 0));
    if positive {
        let v = max((0..=m).map(|j| &s[0][j] / &a));
        truth.measured.insert("objective", &weighed / &a);
        truth.measured.insert("infeasibility", v.clone());
        truth.claims.insert("infeasibility", (v.clone(), &swap / &a));
        truth.claims.insert("infeasibility_deviation", (v, &to_constraints / &a));
    }
    if given["lower_bound"].is_null() {
        return truth;
    }
    let lower = number(&given["lower_bound"]["value"]);
    let (regret, gap, d) = (&q - &lower, max([RBig::ZERO, kappa]), -trade);
    truth.measured.insert("theta_regret", regret.clone());
    if positive {
        let sub = &weighed / &a - &lower / &a;
        truth.measured.insert("suboptimality", sub.clone());
        truth.claims.insert("suboptimality", (sub.clone(), (&regret + &swap + &gap) / &a));
        truth.claims.insert("suboptimality_deviation", (sub, (&regret + &d + &gap) / &a));
        let mixed =
            (1..=m).fold(weighed, |sum, i| sum + mean(&|t| lambda(t, i)) * mean(&|t| lambda(t, 0) * proxy(t, i)) / &a);
        truth.claims.insert("lower_bound_possible", (lower, mixed));
    }
    let optional = |name: &str| (!given[name].is_null()).then(|| number(&given[name]));
    let gamma = optional("margin").filter(|gamma| *gamma > RBig::ZERO);
    if let (Some(gamma), Some(range)) = (gamma, optional("objective_range")) {
        let (room, whole) = (&gamma + &range, &gamma * &whole - &regret);
        truth.claims.insert("objective_weight", ((&whole - &swap - &gap) / &room, a.clone()));
        truth.claims.insert("objective_weight_deviation", ((whole - d - gap) / room, a));
    }
    truth
}

/// A lower bound with evidence is below the theta-player's loss wherever one looks.
fn lower_bound_holds(document: &Value, trace: &Numbers, weights: &str, proxy: bool) {
    let bound = &document["given"]["lower_bound"];
    let of_problem = !["declared", "ranges"].contains(&bound["evidence"]["kind"].as_str().unwrap_or("declared"));
    let (true, true) = (of_problem, document["equalities"].is_null()) else { return };
    let Some(functions) = Functions::read(&document["problem"]) else { return };
    let first = usize::from(!proxy);
    let mut mu: Vec<RBig> = (first..trace.values().len())
        .map(|i| mean(trace.len(), weights, |t| trace.get(&format!("lambda_{i}"), t, true)))
        .collect();
    if !proxy {
        mu.insert(0, RBig::ONE);
    }
    functions.none_is_below(&number(&bound["value"]), &mu, if proxy { Side::Proxies } else { Side::Constraints });
}
