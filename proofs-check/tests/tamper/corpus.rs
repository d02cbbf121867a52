//! The files of the corpus about rates, norms and equilibria, from the reference: they are compared with those on disk, and
//! written anew if the variable `WRITE_CORPUS` is set.

use crate::equilibrium::Equilibrium;
use crate::game::{Game, Round};
use crate::numbers::Rng;
use crate::rates::{self, Rate};
use crate::recorded::{Certificate, digest};
use crate::{normed, opened, paired, ranged, wrong};
use proofs_check::exact::Rational;
use std::collections::BTreeMap;
use std::path::Path;

/// Texts by their paths below `tests`.
pub type Files = BTreeMap<String, String>;

/// A game of these rounds: values, proxies, multipliers. With `wide` every value is an enclosure.
pub fn game(proxy: bool, wide: bool, rounds: &[(&[f64], &[f64], &[f64])]) -> Game {
    let ends = |values: &[f64]| values.iter().map(|&x| (x, if wide { x + 0.125 } else { x })).collect();
    let rounds: Vec<Round> = rounds
        .iter()
        .map(|(values, proxies, lambda)| Round {
            values: ends(values),
            proxies: ends(proxies),
            lambda: lambda.to_vec(),
        })
        .collect();
    Game {
        proxy,
        m: rounds[0].values.len() - 1,
        enclosed: wide,
        has_proxies: !rounds[0].proxies.is_empty(),
        rounds,
        statement: "",
        radius: (!proxy).then_some(4.0),
        norm: None,
        margin: None,
        margin_objective: None,
        range: None,
        lower: None,
        weights: None,
        rate: None,
        mirror: None,
        equalities: vec![],
        ranges: None,
    }
}

/// The three traces of a game: exact, enclosed, and one round without constraints.
pub fn traces(proxy: bool) -> [(&'static str, Game); 3] {
    if proxy {
        let rounds: [(&[f64], &[f64], &[f64]); 4] = [
            (&[1.0, 0.5], &[1.0], &[0.5, 0.5]),
            (&[2.0, -0.5], &[0.25], &[0.75, 0.25]),
            (&[0.0, 0.5], &[0.5], &[1.0, 0.0]),
            (&[1.0, -0.25], &[0.0], &[0.25, 0.75]),
        ];
        let off: [(&[f64], &[f64], &[f64]); 3] = [
            (&[1.0, 0.5, -2.0], &[], &[0.5, 0.25, 0.125]),
            (&[0.0, -0.0625, 1.0], &[], &[0.25, 0.25, 0.5]),
            (&[3.0, -1.0, 0.0], &[], &[1.0, 0.0, 0.25]),
        ];
        let free: (&[f64], &[f64], &[f64]) = (&[3.0], &[], &[1.0]);
        return [
            ("rate-p", game(true, false, &rounds)),
            ("rate-p-enclosed", game(true, true, &off)),
            ("rate-p-free", game(true, false, &[free])),
        ];
    }
    let rounds: [(&[f64], &[f64], &[f64]); 4] = [
        (&[1.0, 3.0, 4.0], &[], &[0.0, 0.0]),
        (&[2.0, -1.0, 0.5], &[], &[1.5, 2.0]),
        (&[0.0, -2.0, 1.0], &[], &[1.0, 1.5]),
        (&[1.5, 0.0, -1.0], &[], &[0.5, 2.0]),
    ];
    let wide: [(&[f64], &[f64], &[f64]); 3] =
        [(&[1.0, 0.5], &[], &[0.0]), (&[0.0, -0.0625], &[], &[2.5]), (&[3.0, -1.0], &[], &[5.0])];
    let free: (&[f64], &[f64], &[f64]) = (&[3.0], &[], &[]);
    [
        ("rate-l", game(false, false, &rounds)),
        ("rate-l-enclosed", game(false, true, &wide)),
        ("rate-l-free", game(false, false, &[free])),
    ]
}

/// A rate with everything that its statement allows; without a step where `is_bare`.
pub fn rate(statement: &str, is_bare: bool) -> Rate {
    let all: [(&'static str, f64); 9] = [
        ("payoff_bound", 5.0),
        ("step", 0.125),
        ("rounding", 1e-13),
        ("oracle_error", 0.25),
        ("domain_radius", 2.0),
        ("subgradient_bound", 3.0),
        ("largest_subgradient", 2.5),
        ("theta_step", 0.25),
        ("confidence", 0.05),
    ];
    let there = |field: &str| match rates::required(field, statement) {
        Some(there) => there,
        None => !is_bare,
    };
    all.into_iter().filter(|(field, _)| there(field)).collect()
}

pub fn certificate(trace: &str, game: Game) -> String {
    let it = Certificate::plain(game);
    assert!(it.is_true());
    named(trace, &it)
}

/// The text of a certificate that is wrong about its trace or its evidence, and about nothing else.
pub fn wrong_certificate(trace: &str, game: Game) -> String {
    let it = Certificate::plain(game);
    assert!(!it.is_true());
    named(trace, &it)
}

fn named(trace: &str, it: &Certificate) -> String {
    it.json().replace("trace.csv", &format!("{trace}.csv"))
}

fn add_rates(files: &mut Files) {
    for proxy in [false, true] {
        for (which, (name, trace)) in traces(proxy).into_iter().enumerate() {
            files.insert(format!("accept/{name}.csv"), trace.csv());
            for statement in if proxy { rates::PROXY } else { rates::LAGRANGIAN } {
                let is_bare = which == 1;
                let lower = (!is_bare).then_some(-1.0);
                let mut rate = rate(statement, is_bare);
                if which == 0 && rates::required("confidence", statement) == Some(true) {
                    rate.extend(rates::printed_steps(&trace, &rate));
                }
                let game = Game { statement, rate: Some(rate.clone()), lower, ..trace.clone() };
                let text = certificate(name, game.clone());
                let kind = ["", "-enclosed", "-free"][which];
                files.insert(format!("accept/rate-{statement}{kind}.json"), text);
                if which == 0 && ["lemma-1", "lemma-11"].contains(&statement) {
                    // The trace refutes this bound, so nothing is claimed about the theta-player.
                    let text = certificate(name, Game { lower: Some(100.0), ..game.clone() });
                    files.insert(format!("accept/rate-{statement}-refuted.json"), text);
                }
                if which == 0 {
                    add_other_steps(files, name, &game);
                }
                if which == 0 && rates::required("confidence", statement) == Some(true) {
                    // So little is promised that the run is beyond it, which refutes nothing.
                    for field in ["payoff_bound", "domain_radius"] {
                        rate.entry(field).and_modify(|x| *x = 0.0);
                    }
                    let text = certificate(name, Game { rate: Some(rate), ..game });
                    files.insert(format!("accept/rate-{statement}-beyond.json"), text);
                }
            }
        }
    }
    add_verified_rate(files);
}

/// A rate with the step 1/T, and one with a rounding that is no longer small: both say so.
fn add_other_steps(files: &mut Files, name: &str, game: &Game) {
    let (statement, rate) = (game.statement, game.rate.clone().unwrap());
    let mut add = |kind: &str, field: &'static str, x: f64| {
        let mut rate = rate.clone();
        rate.insert(field, x);
        let text = certificate(name, Game { rate: Some(rate), ..game.clone() });
        assert!(text.contains("\"violated\""), "{statement} {kind}");
        files.insert(format!("accept/rate-{statement}-{kind}.json"), text);
    };
    let one_over_t = 1.0 / game.rounds.len() as f64;
    if ["lemma-10", "lemma-9", "lemma-4"].contains(&statement) {
        add("step-one-over-t", "step", one_over_t);
    }
    if ["lemma-10", "theorem-7", "lemma-4"].contains(&statement) {
        add("theta-step-one-over-t", "theta_step", one_over_t);
    }
    if ["lemma-1", "lemma-8", "corollary-3", "lemma-4"].contains(&statement) {
        add("large-rounding", "rounding", 0.125);
    }
}

/// A rate whose values are those of a table, and whose lower bound is proved by enumeration.
fn add_verified_rate(files: &mut Files) {
    let (_, game) = traces(false)[0].clone();
    let mut rate = rate("lemma-1", false);
    rate.remove("rounding"); // nobody can prove it
    let game = Game { statement: "lemma-1", rate: Some(rate), lower: Some(-1.0), ..game };
    let (csv, text) = verified("rate-table", game);
    files.insert("problems/accept/rate-table.csv".into(), csv);
    files.insert("problems/accept/rate-lemma-1-table.json".into(), text);
}

/// The trace and the certificate of a game whose values are those of a table with one point a round, and whose lower
/// bound is said to be proved by enumeration. Nothing else in it is declared.
pub fn verified(trace: &str, game: Game) -> (String, String) {
    let ends = |values: &[(f64, f64)]| values.iter().map(|x| x.0).collect::<Vec<f64>>();
    let rows: Vec<_> = game.rounds.iter().map(|round| ends(&round.values)).collect();
    let proxies: Vec<_> = game.rounds.iter().map(|round| ends(&round.proxies)).collect();
    let proxies = if game.has_proxies { format!(", \"proxies\": {proxies:?}") } else { String::new() };
    let mut it = Certificate::plain(game);
    let thetas = std::iter::once("theta_1".to_owned()).chain((0..rows.len()).map(|j| j.to_string()));
    let csv = it.csv.lines().zip(thetas).fold(String::new(), |text, (line, theta)| text + &format!("{line},{theta}\n"));
    it.sha256 = digest(&csv);
    let table = format!("{{ \"constraints\": {rows:?}{proxies} }}");
    let problem = format!("\"problem\": {{ \"name\": \"table\", \"table\": {table} }},\n \"measured\"");
    let text = it
        .json()
        .replace("\"kind\": \"declared\"", "\"kind\": \"enumeration\"")
        .replace("\"grade\": \"declared\"", "\"grade\": \"proved\"")
        .replace("\"rounds\": 4", "\"values\": \"verified\", \"rounds\": 4")
        .replace("\"measured\"", &problem)
        .replace("trace.csv", &format!("{trace}.csv"));
    (csv, text)
}

fn add_equilibria(files: &mut Files) {
    for (proxy, on_problem, statement, name) in [
        (false, false, "lemma-2", "eq-lemma-2"),
        (true, false, "lemma-5", "eq-lemma-5"),
        (false, false, "theorem-5", "eq-theorem-5"),
        (true, false, "theorem-5", "eq-theorem-5-proxy"),
        (false, true, "theorem-5", "eq-theorem-5-table"),
        (true, true, "theorem-5", "eq-theorem-5-proxy-table"),
    ] {
        // The first random one of the kind that is large enough to be interesting.
        let fits = |it: &Equilibrium| {
            let kind = (it.proxy, it.on_problem, it.statement) == (proxy, on_problem, statement);
            let gaps = statement != "theorem-5" || it.gaps.iter().all(|gap| *gap > Rational::zero());
            kind && gaps && it.support.len() == 3 && it.proxies.is_some() == proxy && (proxy || it.radius == 3.0)
        };
        let it = (0..100_000).filter_map(|seed| Equilibrium::random(&mut Rng::new(seed))).find(fits).unwrap();
        assert!(it.is_true());
        files.insert(format!("accept/{name}.json"), it.json().replace("c.csv", &format!("{name}.csv")));
        if !on_problem {
            files.insert(format!("accept/{name}.csv"), it.csv.clone());
        }
    }
    let free = "{ \"format\": \"referee-equilibrium/1\", \"statement\": \"lemma-2\", \"game\": \"lagrangian\", \"radius\": 2,\n  \
                \"candidates\": { \"file\": \"eq-free.csv\", \"sha256\": \"DIGEST\", \"count\": 2, \"constraints\": 0 },\n  \
                \"support\": [{ \"candidate\": 1, \"weight\": \"1\" }], \"multipliers\": [],\n  \"objective\": \"-3\", \
                \"constraints\": [], \"theta_gap\": \"0\", \"lambda_gap\": \"0\" }\n";
    let csv = "objective\n1\n-3\n";
    files.insert("accept/eq-free.json".into(), free.replace("DIGEST", &digest(csv)));
    files.insert("accept/eq-free.csv".into(), csv.into());
    for (name, text) in EXPRESSIONS {
        files.insert(format!("accept/{name}.json"), text.into());
    }
}

/// Equilibria of problems that are given by expressions, by hand.
const EXPRESSIONS: [(&str, &str); 4] = [
    (
        "eq-vertices",
        r#"{ "format": "referee-equilibrium/1", "statement": "theorem-5", "game": "lagrangian", "radius": 2.0,
  "problem": { "name": "linear", "variables": ["x"], "domain": { "kind": "box", "lower": [-1.0], "upper": [1.0] },
               "objective": "x", "constraints": [ { "name": "half", "expression": "0.5 - x" } ] },
  "lower_bound": { "value": 0.5, "evidence": { "kind": "vertices" } },
  "support": [ { "theta": [0.25], "weight": "1/3" }, { "theta": [0.625], "weight": "2/3" } ],
  "multipliers": ["1"], "objective": [0.5, 0.5], "constraints": [[0.0, 0.0]], "theta_gap": 0.0, "lambda_gap": 0.0 }
"#,
    ),
    (
        "eq-cuts",
        r#"{ "format": "referee-equilibrium/1", "statement": "theorem-5", "game": "lagrangian", "radius": 2.0,
  "problem": { "name": "exponential", "variables": ["x"], "domain": { "kind": "box", "lower": [-1.0], "upper": [1.0] },
               "objective": "exp(x)", "constraints": [ { "name": "quarter", "expression": "0.25 - x" } ] },
  "lower_bound": { "value": 1.28402, "evidence": { "kind": "cuts", "cuts": [ { "theta": [0.25], "weight": 1.0 } ] } },
  "support": [ { "theta": [0.25], "weight": "1" } ],
  "multipliers": ["51361/40000"], "objective": [1.2840254166877414, 1.2840254166877416], "constraints": [[0.0, 0.0]],
  "theta_gap": 0.00001, "lambda_gap": 0.0 }
"#,
    ),
    (
        "eq-boxes-proxy",
        r#"{ "format": "referee-equilibrium/1", "statement": "theorem-5", "game": "proxy-lagrangian",
  "problem": { "name": "rate", "variables": ["x"], "domain": { "kind": "box", "lower": [-1.0], "upper": [1.0] },
               "objective": "x",
               "constraints": [ { "name": "rate", "expression": "step(-x) - 0.5", "proxy": "max(0, 1 - x) - 0.5" } ] },
  "lower_bound": { "value": 0.25, "evidence": { "kind": "boxes", "leaves": [
    { "sides": [[-1.0, 0.0]], "form": "mean-value" }, { "sides": [[0.0, 1.0]], "form": "monotone" } ] } },
  "support": [ { "theta": [-0.5], "weight": "1/2" }, { "theta": [0.5], "weight": "1/2" } ],
  "multipliers": ["1/2", "1/2"], "objective": [0.0, 0.0], "constraints": [[0.0, 0.0]],
  "theta_gap": 0.0, "lambda_gap": 0.0 }
"#,
    ),
    (
        "eq-points-thirds",
        r#"{ "format": "referee-equilibrium/1", "statement": "theorem-5", "game": "lagrangian", "radius": 1.0,
  "problem": { "name": "thirds", "variables": ["x", "y"],
               "domain": { "kind": "points", "points": [[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]] },
               "objective": "x / 3 + y", "constraints": [ { "name": "sum", "expression": "1 - x / 3" } ] },
  "lower_bound": { "value": 0.5, "evidence": { "kind": "enumeration" } },
  "support": [ { "theta": [1.0, 0.0], "weight": "1/2" }, { "theta": [2.0, 1.0], "weight": "1/2" } ],
  "multipliers": ["1/4"], "objective": [1.0, 1.0], "constraints": [[0.5, 0.5]],
  "theta_gap": 0.625, "lambda_gap": 0.375 }
"#,
    ),
];

pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
}

#[test]
fn the_corpus_is_that_of_the_reference() {
    let mut files = Files::new();
    add_rates(&mut files);
    add_equilibria(&mut files);
    normed::add(&mut files);
    opened::add(&mut files);
    paired::add(&mut files);
    ranged::add(&mut files);
    wrong::add(&mut files);
    for (path, text) in &files {
        let path = folder().join(path);
        if std::env::var_os("WRITE_CORPUS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == *text, "{} is not what the reference writes: set WRITE_CORPUS to write it", path.display());
    }
    assert!(files.len() > 150, "{}", files.len());
}
