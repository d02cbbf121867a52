//! The same verdicts from the checkers that were extracted from Coq (`coq/check` builds them and sets the variable): random files,
//! true ones and changed ones. What those checkers do not read (digests, roles, grades, norms other than 1) is left out.

use crate::changes;
use crate::game::{Game, Weights};
use crate::numbers::{Rng, exact};
use crate::recorded::{Certificate, digest};
use crate::solution::Solution;
use proofs_check::check_bytes;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const VARIABLE: &str = "REFEREE_COQ_ORACLE";

/// What was asked, and proofs-check's answer.
struct Question {
    line: String,
    kind: &'static str,
    accepted: bool,
}

fn words(all: impl IntoIterator<Item = f64>) -> Vec<String> {
    all.into_iter().map(|x| exact(x).to_string()).collect()
}

fn list<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|x| x.to_string()).collect()
}

fn flag(yes: bool) -> String {
    u8::from(yes).to_string()
}

fn absent() -> Vec<String> {
    vec!["-".to_owned()]
}

fn maybe(x: Option<f64>) -> Vec<String> {
    x.map_or_else(absent, |x| words([x]))
}

fn maybe_pair(x: Option<(f64, f64)>) -> Vec<String> {
    x.map_or_else(absent, |(lo, hi)| words([lo, hi]))
}

/// The entries or claims of a file by name, in the oracle's order; `None` if one has a name that it does not know, or twice.
fn in_order<T>(
    names: &[&str],
    all: &[T],
    name: impl Fn(&T) -> &str,
    text: impl Fn(&T) -> Vec<String>,
) -> Option<Vec<String>> {
    let known = |x: &T| names.contains(&name(x));
    let mut seen: Vec<&str> = all.iter().map(&name).collect();
    seen.sort_unstable();
    let twice = seen.windows(2).any(|pair| pair[0] == pair[1]);
    if twice || !all.iter().all(known) {
        return None;
    }
    let one = |wanted: &&str| all.iter().find(|x| name(x) == *wanted).map_or_else(absent, &text);
    Some(names.iter().flat_map(one).collect())
}

const PROXY_ENTRIES: [&str; 10] = [
    "objective_weight",
    "objective",
    "infeasibility",
    "swap_regret",
    "external_regret",
    "deviation_to_constraints",
    "deviation_to_objective",
    "domination_gap",
    "theta_regret",
    "suboptimality",
];
const PROXY_CLAIMS: [&str; 11] = [
    "objective_weight_positive",
    "lower_bound_possible",
    "domination",
    "margin_positive",
    "infeasibility",
    "infeasibility_deviation",
    "suboptimality",
    "suboptimality_deviation",
    "objective_weight",
    "objective_weight_deviation",
    "objective_weight_data",
];
const LAGRANGIAN_ENTRIES: [&str; 7] =
    ["objective", "infeasibility", "multiplier_norm", "theta_regret", "lambda_regret", "epsilon", "suboptimality"];
const LAGRANGIAN_CLAIMS: [&str; 10] = [
    "lower_bound_possible",
    "norm_below_radius",
    "margin_positive",
    "slater_below_radius",
    "suboptimality",
    "infeasibility",
    "infeasibility_slater",
    "infeasibility_slater_data",
    "multiplier_norm",
    "multiplier_norm_data",
];

fn weight(weights: &Weights, t: usize) -> f64 {
    match weights {
        Weights::Uniform => 1.0,
        Weights::Linear => (t + 1) as f64,
        Weights::Tail(k) => f64::from(u8::from(t >= *k)),
    }
}

/// A certificate as a line; `None` if it says something that the oracle does not read.
fn certificate(it: &Certificate) -> Option<String> {
    let game: &Game = &it.game;
    let facts = it.csv == game.csv() && it.sha256 == digest(&it.csv) && it.rounds == game.rounds.len();
    // Pairs of constraints that there are not are malformed, which only the Rust checker says.
    let is_pair = |pair: &Vec<usize>| pair.len() == 2 && pair.iter().all(|i| (1..=game.m).contains(i));
    let unread = game.proxy && !game.equalities.is_empty() || !game.equalities.iter().all(is_pair);
    if !facts || unread || game.ranges.is_some() || it.constraints != game.m || game.norm.is_some_and(|p| p != 1.0) {
        return None;
    }
    let statement = match game.statement {
        "theorem-1" | "theorem-2" | "theorem-3" | "theorem-4" | "lemma-6" | "lemma-7" => {
            game.statement.rsplit('-').next()?
        }
        _ => return None,
    };
    let mut line = list([if game.proxy { "proxy" } else { "lagrangian" }, statement]);
    line.extend(list([game.rounds.len(), game.m]));
    line.extend(game.proxy.then(|| flag(game.has_proxies)));
    let weights = game.weights.clone().unwrap_or((Weights::Uniform, Weights::Uniform));
    for (t, round) in game.rounds.iter().enumerate() {
        line.extend(words(round.values.iter().chain(&round.proxies).flat_map(|&(lo, hi)| [lo, hi])));
        line.extend(words(round.lambda.iter().copied()));
        line.extend(words([weight(&weights.0, t)]));
        line.extend((!game.proxy).then(|| words([weight(&weights.1, t)])).into_iter().flatten());
    }
    if !game.proxy {
        line.extend(maybe(game.radius));
    }
    line.extend([game.lower, game.margin, game.range].into_iter().flat_map(maybe));
    line.extend(maybe_pair(game.margin_objective));
    line.extend((!game.proxy).then(|| flag(weights.0 == weights.1)));
    let (entries, claims): (&[&str], &[&str]) =
        if game.proxy { (&PROXY_ENTRIES, &PROXY_CLAIMS) } else { (&LAGRANGIAN_ENTRIES, &LAGRANGIAN_CLAIMS) };
    line.extend(in_order(entries, &it.measured, |x| x.0.as_str(), |x| maybe_pair(Some(x.1)))?);
    line.extend(in_order(
        claims,
        &it.claims,
        |x| x.name.as_str(),
        |x| {
            let sides = words([x.lhs.0, x.lhs.1, x.rhs.0, x.rhs.1]);
            [vec![x.relation.clone()], sides, vec![x.verdict.clone()]].concat()
        },
    )?);
    if !game.equalities.is_empty() {
        line.extend(list([game.equalities.len()]));
        line.extend(list(game.equalities.iter().flatten()));
    }
    Some(line.join(" "))
}

fn solution(it: &Solution) -> Option<String> {
    let newer = !it.equalities.is_empty();
    if newer || it.sha256 != digest(&it.csv) || it.count != it.rows.len() || it.claims.len() != 4 {
        return None;
    }
    let m = it.rows[0].len() - 1;
    let mut line = list([if it.infeasible { "infeasible" } else { "solution" }]);
    line.extend(list([it.rows.len(), m]));
    line.extend(words(it.rows.iter().flatten().copied()));
    line.push(it.epsilon.to_string());
    if it.infeasible {
        line.extend(list(&it.certificate));
        return Some(line.join(" "));
    }
    line.extend([flag(it.minimal), it.support.len().to_string()]);
    line.extend(it.support.iter().flat_map(|(k, w)| [k.to_string(), w.to_string()]));
    line.push(it.objective.to_string());
    line.extend(list(&it.constraints));
    line.push(it.active.len().to_string());
    line.extend(list(&it.active));
    line.extend(list(&it.duals));
    line.extend([it.mass.to_string(), it.certificate.len().to_string()]);
    line.extend(list(&it.certificate));
    Some(line.join(" "))
}

/// Asks proofs-check; malformed files are no questions, because the oracle reads a form of its own.
fn ask(all: &mut Vec<Question>, kind: &'static str, line: Option<String>, json: &str, csv: &str) {
    let answer = check_bytes(json.as_bytes(), "file.json", |_| Ok(csv.as_bytes()));
    let malformed = answer.as_ref().is_err_and(|refusal| refusal.reason().is_none());
    if let (Some(line), false) = (line, malformed) {
        all.push(Question { line, kind, accepted: answer.is_ok() });
    }
}

fn questions() -> Vec<Question> {
    let mut all = Vec::new();
    for seed in 0..2000 {
        let mut rng = Rng::new(3_000_000 + seed);
        let mut it = Certificate::of(Game::random(&mut rng), &mut rng);
        let kind = match (it.game.proxy, it.game.equalities.is_empty()) {
            (true, _) => "proxy",
            (false, true) => "lagrangian",
            (false, false) => "equalities",
        };
        ask(&mut all, kind, certificate(&it), &it.json(), &it.csv);
        match changes::change(&mut rng, &mut it) {
            None | Some("a role" | "a grade") => {}
            Some(_) => ask(&mut all, kind, certificate(&it), &it.json(), &it.csv),
        }
    }
    for seed in 0..900 {
        let mut rng = Rng::new(4_000_000 + seed);
        let Some(honest) = Solution::random(&mut rng) else { continue };
        let kind = if honest.infeasible { "infeasible" } else { "solution" };
        ask(&mut all, kind, solution(&honest), &honest.json(), &honest.csv);
        // Few changes apply to the infeasible ones, so they are tried more often.
        for _ in 0..if honest.infeasible { 8 } else { 1 } {
            let mut it = honest.clone();
            if it.change(&mut rng).is_some() {
                ask(&mut all, kind, solution(&it), &it.json(), &it.csv);
            }
        }
    }
    all
}

/// The oracle's verdicts, one per line.
fn verdicts(oracle: &str, all: &[Question]) -> Vec<String> {
    let mut child = Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text: Vec<u8> = all.iter().flat_map(|question| question.line.bytes().chain([b'\n'])).collect();
    let writer = std::thread::spawn(move || input.write_all(&text));
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    writer.join().unwrap().unwrap();
    assert!(child.wait().unwrap().success(), "{VARIABLE}={oracle} failed");
    output.lines().map(str::to_owned).collect()
}

#[test]
fn checkers_extracted_from_coq_agree() {
    let Ok(oracle) = std::env::var(VARIABLE) else {
        eprintln!("skipped: {VARIABLE} does not name the oracle that coq/check builds");
        return;
    };
    let all = questions();
    let verdicts = verdicts(&oracle, &all);
    assert_eq!(verdicts.len(), all.len(), "{VARIABLE}={oracle} must answer every line");
    let mut met = BTreeMap::new();
    for (question, verdict) in all.iter().zip(&verdicts) {
        let accepted = match verdict.as_str() {
            "accept" => true,
            "reject" => false,
            other => panic!("{VARIABLE}={oracle} answered `{other}`"),
        };
        assert_eq!(accepted, question.accepted, "the oracle and proofs-check differ on\n{}", question.line);
        *met.entry((question.kind, accepted)).or_insert(0) += 1;
    }
    // Every kind was accepted and rejected, often.
    assert!(met.len() == 10 && met.values().all(|count| *count > 20), "{met:?}");
    eprintln!("{} files, the same verdicts: {met:?}", all.len());
}
