//! The files of the corpus about what was uniform and Euclidean once: weights of rounds in the proxy game, and mirrors.

use crate::corpus::{Files, certificate, rate, traces, verified};
use crate::game::{Game, Weights};
use crate::rates::{Mirror, printed_steps};
use crate::wrong::add_with_data;

/// Adds them, true and false.
pub fn add(files: &mut Files) {
    add_weights(files);
    add_weighted_bound(files);
    add_mirrors(files);
}

fn add_weights(files: &mut Files) {
    for (trace, game) in &traces(true)[..2] {
        let tail = Weights::Tail(1);
        for (statement, weights) in [
            ("theorem-4", Weights::Linear),
            ("theorem-2", tail),
            ("lemma-7", Weights::Linear),
            ("theorem-4", Weights::Uniform),
        ] {
            let name = format!("weighted-{statement}-{}", weights.text().replace(':', "-"));
            let name = format!("{name}{}", trace.strip_prefix("rate-p").unwrap());
            let game = Game {
                statement,
                weights: Some((weights.clone(), weights)),
                lower: Some(-1.0),
                margin: Some(0.5),
                margin_objective: Some((1.0, 1.0)),
                range: Some(3.0),
                ..game.clone()
            };
            files.insert(format!("accept/{name}.json"), certificate(trace, game));
        }
    }
    let both = "\"weights\": { \"theta\": \"linear\", \"lambda\": \"linear\" }";
    let two = both.replacen("linear", "uniform", 1);
    let other = both.replace("linear", "tail:0");
    let (first, bare) = ("weighted-theorem-4-linear", format!(", {both}"));
    for (reason, name, base, from, to) in [
        ("malformed", "weighted-twice", first, both, two.as_str()),
        ("malformed", "weighted-for-one-player", first, both, "\"weights\": { \"theta\": \"linear\" }"),
        ("malformed", "weighted-rate", "rate-lemma-8", "\"given\": { ", &format!("\"given\": {{ {both}, ")),
        ("malformed", "weighted-beyond-the-end", "weighted-theorem-2-tail-1", "tail:1", "tail:4"),
        ("NotEnclosed", "weighted-called-uniform", first, bare.as_str(), ""),
        ("NotEnclosed", "weighted-otherwise", "weighted-lemma-7-linear", both, other.as_str()),
    ] {
        change(files, reason, name, base, from, to);
    }
}

/// A lower bound that holds at the mean multipliers with the linear weights, (3/5, 2/5), where the least loss is 1/5; and not at
/// the uniform mean (5/8, 3/8), where it is 3/16.
fn add_weighted_bound(files: &mut Files) {
    let trace = Game { statement: "theorem-4", lower: Some(0.195_312_5), ..traces(true)[0].1.clone() };
    let weighted = Game { weights: Some((Weights::Linear, Weights::Linear)), ..trace.clone() };
    for (place, game) in [("accept", weighted), ("reject/LowerBound", trace)] {
        let (csv, text) = verified("weighted-bound", game);
        files.insert(format!("problems/{place}/weighted-bound.csv"), csv);
        files.insert(format!("problems/{place}/weighted-bound.json"), text);
    }
}

fn add_mirrors(files: &mut Files) {
    for (which, (trace, game)) in traces(false).into_iter().enumerate() {
        for (statement, mirror, kind) in [
            ("theorem-6", Mirror::Euclidean, "euclidean"),
            ("theorem-6", Mirror::Entropic, "entropic"),
            ("theorem-6", Mirror::Power(1.5), "p-norm"),
            ("theorem-6", Mirror::Power(2.0), "p-norm-2"),
            ("theorem-7", Mirror::Power(1.25), "p-norm"),
        ] {
            let mut game = Game { statement, mirror: Some(mirror), lower: Some(-1.0), ..game.clone() };
            let mut rate = rate(statement, false);
            if which == 0 && statement == "theorem-7" {
                rate.extend(printed_steps(&game, &rate));
            }
            game.rate = Some(rate);
            let end = ["", "-enclosed", "-free"][which];
            files.insert(format!("accept/rate-{statement}-{kind}{end}.json"), certificate(trace, game));
        }
    }
    let (entropic, power) = ("rate-theorem-6-entropic", "rate-theorem-6-p-norm");
    let of_theta = "rate-theorem-7-p-norm";
    let quoted = |kind: &str| format!("\"mirror\": {{ \"kind\": \"{kind}\" }}");
    for (reason, name, base, from, to) in [
        ("malformed", "mirror-in-corollary-1", entropic, "\"theorem-6\"", "\"corollary-1\""),
        ("malformed", "mirror-without-a-kind", entropic, "\"kind\": \"entropic\"", ""),
        ("malformed", "mirror-of-no-kind", entropic, "\"entropic\"", "\"chaotic\""),
        ("malformed", "mirror-entropic-with-p", entropic, "\"entropic\"", "\"entropic\", \"p\": 1.5"),
        ("malformed", "mirror-without-p", power, ", \"p\": 1.5", ""),
        ("malformed", "mirror-of-the-norm-1", power, "\"p\": 1.5", "\"p\": 1.0"),
        ("malformed", "mirror-of-the-norm-3", power, "\"p\": 1.5", "\"p\": 3.0"),
        ("malformed", "mirror-entropic-in-theorem-7", of_theta, "\"p-norm\", \"p\": 1.25", "\"entropic\""),
        ("NotEnclosed", "mirror-called-euclidean", entropic, &quoted("entropic"), &quoted("euclidean")),
        ("NotEnclosed", "mirror-unsaid", entropic, &format!(", {}", quoted("entropic")), ""),
        ("NotEnclosed", "mirror-of-another-norm", power, "\"p\": 1.5", "\"p\": 1.25"),
        ("NotEnclosed", "mirror-of-another-domain", of_theta, "\"p\": 1.25", "\"p\": 1.5"),
        ("NotEnclosed", "mirror-that-reaches-less-far", of_theta, "\"p\": 1.25", "\"p\": 2.0"),
    ] {
        change(files, reason, name, base, from, to);
    }
}

fn change(files: &mut Files, reason: &str, name: &str, base: &str, from: &str, to: &str) {
    let before = files[&format!("accept/{base}.json")].clone();
    assert!(before.contains(from), "{name}: {from} is not in {base}");
    add_with_data(files, &format!("reject/{reason}"), name, before.replacen(from, to, 1));
}
