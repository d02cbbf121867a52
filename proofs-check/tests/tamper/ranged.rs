//! The files of the corpus about ranges: lower bounds by what each function is at least.

use crate::corpus::{Files, certificate, folder, game, rate, traces, wrong_certificate};
use crate::game::{Game, Range, Round, Weights};
use crate::numbers::next_up;
use crate::paired::{oscillating, replace, with_proxies};
use crate::wrong::{add_with_data, claim_of};

/// Two rounds of the Lagrangian game: `mu` is 1/4.
fn lagrangian(ranges: &[(&str, f64, Option<f64>)], lower: f64) -> Game {
    let rounds: [(&[f64], &[f64], &[f64]); 2] = [(&[1.0, 0.5], &[], &[0.5]), (&[0.0, -0.5], &[], &[0.0])];
    with(Game { statement: "theorem-1", radius: Some(2.0), ..game(false, false, &rounds) }, ranges, lower)
}

/// Two rounds of the proxy game: `mu` is (3/4, 1/4).
fn proxy(ranges: &[(&str, f64, Option<f64>)], lower: f64) -> Game {
    let rounds: [(&[f64], &[f64], &[f64]); 2] =
        [(&[1.0, 0.5], &[0.75], &[0.5, 0.5]), (&[0.0, -0.5], &[-0.25], &[1.0, 0.0])];
    with(Game { statement: "theorem-2", ..game(true, false, &rounds) }, ranges, lower)
}

fn with(game: Game, ranges: &[(&str, f64, Option<f64>)], lower: f64) -> Game {
    let ranges = ranges.iter().map(|(column, lo, hi)| Range::new(column, *lo, *hi)).collect();
    Game { ranges: Some(ranges), lower: Some(lower), ..game }
}

/// The game with enclosures of the width 1/8.
fn enclosed(mut game: Game) -> Game {
    game.enclosed = true;
    for round in &mut game.rounds {
        round.values.iter_mut().chain(&mut round.proxies).for_each(|ends| ends.1 += 0.125);
    }
    game
}

fn without_proxies(mut game: Game) -> Game {
    game.has_proxies = false;
    game.rounds.iter_mut().for_each(|round| round.proxies.clear());
    game
}

fn in_the_other_game(mut round: Round) -> Round {
    round.lambda.remove(0);
    round
}

const OBJECTIVE: (&str, f64, Option<f64>) = ("objective", 0.0, None);

/// Adds them, true and false.
#[expect(clippy::too_many_lines, reason = "a list of games")]
pub fn add(files: &mut Files) {
    let (held, violated, open) = ("holds", "violated", "undecided");
    let weights = Some((Weights::Tail(1), Weights::Tail(1)));
    let unweighted = |lo| with(lagrangian(&[], 0.0), &[OBJECTIVE, ("constraint_1", lo, Some(0.25))], 0.0);
    let rate_of = |statement: &'static str, is_proxy: bool, ranges: &[(&str, f64, Option<f64>)], lower: f64| {
        let rate = Some(rate(statement, is_proxy));
        with(Game { statement, rate, ..traces(is_proxy)[0].1.clone() }, ranges, lower)
    };
    let all = [OBJECTIVE, ("constraint_1", -2.0, None), ("constraint_2", -1.0, Some(4.0))];
    for (name, game, verdict, distance) in [
        // 0 - 1/4, and without an upper end.
        ("ranges-theorem-1", lagrangian(&[OBJECTIVE, ("constraint_1", -1.0, Some(1.0))], -0.25), held, "[0.0, 0.0]"),
        ("ranges-at-the-ends", lagrangian(&[OBJECTIVE, ("constraint_1", -0.5, Some(0.5))], -0.5), held, "[0.0, 0.0]"),
        (
            "ranges-lemma-6",
            Game { statement: "lemma-6", ..lagrangian(&[OBJECTIVE, ("constraint_1", -1.0, None)], -0.25) },
            held,
            "[0.0, 0.0]",
        ),
        // Proxies play no part in the Lagrangian game.
        (
            "ranges-beside-proxies",
            Game {
                has_proxies: true,
                rounds: proxy(&[], 0.0).rounds.into_iter().map(in_the_other_game).collect(),
                ..lagrangian(&[OBJECTIVE, ("constraint_1", -1.0, None)], -0.25)
            },
            held,
            "[0.0, 0.0]",
        ),
        // The recorded -1/2 is below, 1/2 above; the objective 0 is below 1/8.
        ("ranges-refuted", lagrangian(&[OBJECTIVE, ("constraint_1", -0.25, None)], -0.0625), violated, "[0.25, 0.25]"),
        (
            "ranges-refuted-above",
            lagrangian(&[("objective", 0.125, None), ("constraint_1", -1.0, Some(0.25))], -0.125),
            violated,
            "[0.25, 0.25]",
        ),
        ("ranges-refuted-without-weight", Game { weights, ..unweighted(-1.0) }, violated, "[0.25, 0.25]"),
        // [-1/2, -3/8] may be below -7/16, and [1/2, 5/8] above 9/16.
        (
            "ranges-open",
            enclosed(lagrangian(&[OBJECTIVE, ("constraint_1", -0.4375, None)], -1.0)),
            open,
            "[0.0, 0.0625]",
        ),
        (
            "ranges-open-above",
            enclosed(lagrangian(&[OBJECTIVE, ("constraint_1", -0.5, Some(0.5625))], -1.0)),
            open,
            "[0.0, 0.0625]",
        ),
        (
            "ranges-refuted-enclosed",
            enclosed(lagrangian(&[OBJECTIVE, ("constraint_1", -0.25, None)], -1.0)),
            violated,
            "[0.125, 0.25]",
        ),
        (
            "ranges-open-objective",
            enclosed(proxy(&[("objective", 0.0625, None), ("proxy_1", -0.25, Some(0.875))], -1.0)),
            open,
            "[0.0, 0.0625]",
        ),
        ("ranges-theorem-2", proxy(&[OBJECTIVE, ("proxy_1", -0.5, Some(1.0))], -0.125), held, "[0.0, 0.0]"),
        (
            "ranges-lemma-7",
            Game { statement: "lemma-7", ..proxy(&[OBJECTIVE, ("proxy_1", -0.5, None)], -0.125) },
            held,
            "[0.0, 0.0]",
        ),
        // The constraint does not count in the bound, and refutes its own range all the same.
        (
            "ranges-refuted-beside",
            proxy(&[("proxy_1", -0.25, None), OBJECTIVE, ("constraint_1", -0.25, None)], -0.0625),
            violated,
            "[0.25, 0.25]",
        ),
        (
            "ranges-theorem-4",
            without_proxies(Game {
                statement: "theorem-4",
                ..proxy(&[OBJECTIVE, ("constraint_1", -1.0, None)], -0.25)
            }),
            held,
            "[0.0, 0.0]",
        ),
        // Both halves of an equality have the same mean, so they need no range.
        ("ranges-equal", with(oscillating(), &[("objective", -0.5, None)], -0.5), held, "[0.0, 0.0]"),
        ("ranges-equal-proxies", with(with_proxies(), &[("objective", 1.0, None)], 0.5), held, "[0.0, 0.0]"),
        // mu = (3/4, 11/8), and (5/8, 3/8).
        ("ranges-lemma-1", rate_of("lemma-1", false, &all, -2.875), held, "[0.0, 0.0]"),
        ("ranges-lemma-10", rate_of("lemma-10", false, &all[..3], -3.0), held, "[0.0, 0.0]"),
        (
            "ranges-lemma-8",
            rate_of("lemma-8", true, &[OBJECTIVE, ("proxy_1", 0.5, None)], 0.1875),
            violated,
            "[0.5, 0.5]",
        ),
        ("ranges-lemma-4", rate_of("lemma-4", true, &[OBJECTIVE, ("proxy_1", 0.0, None)], 0.0), held, "[0.0, 0.0]"),
    ] {
        let text = certificate(name, game.clone());
        let claim = claim_of(&text, "ranges_possible");
        let wanted =
            format!("\"lhs\": {distance}, \"rhs\": [0.0, 0.0], \"grade\": \"proved\", \"verdict\": \"{verdict}\"");
        assert!(claim.contains(&wanted), "{name}: {claim}");
        files.insert(format!("accept/{name}.csv"), game.csv());
        files.insert(format!("accept/{name}.json"), text);
    }
    add_wrong(files);
    add_forms(files);
}

fn add_wrong(files: &mut Files) {
    let up = |x: f64| next_up(x, true);
    for (name, game) in [
        ("ranges-too-high", lagrangian(&[OBJECTIVE, ("constraint_1", -1.0, None)], up(-0.25))),
        ("ranges-too-high-for-proxies", proxy(&[OBJECTIVE, ("proxy_1", -0.5, None)], up(-0.125))),
        ("ranges-of-the-objective-alone", lagrangian(&[OBJECTIVE], -10.0)),
        ("ranges-of-the-constraint-alone", lagrangian(&[("constraint_1", -1.0, None)], -10.0)),
        ("ranges-of-the-constraint-for-the-proxy", proxy(&[OBJECTIVE, ("constraint_1", -1.0, None)], -10.0)),
        (
            "ranges-of-proxies-that-are-not-there",
            without_proxies(proxy(&[OBJECTIVE, ("constraint_1", -1.0, None), ("proxy_1", -1.0, None)], -10.0)),
        ),
        ("ranges-equal-unsaid", Game { equalities: vec![], ..with(with_proxies(), &[("objective", 1.0, None)], 0.5) }),
    ] {
        files.insert(format!("reject/LowerBound/{name}.json"), wrong_certificate(name, game.clone()));
        files.insert(format!("reject/LowerBound/{name}.csv"), game.csv());
    }
    for base in ["ranges-refuted", "ranges-theorem-1", "ranges-theorem-2", "ranges-lemma-1", "ranges-lemma-8"] {
        let before = files[&format!("accept/{base}.json")].clone();
        let claim = claim_of(&before, "ranges_possible");
        let without = before.replace(&format!("{claim},\n  "), "").replace(&format!(",\n  {claim}"), "");
        assert!(without != before);
        add_with_data(files, "reject/MissingClaim", &format!("{base}-unsaid"), without);
    }
    for (reason, name, base, from, to) in [
        ("WrongVerdict", "ranges-refuted-called-possible", "ranges-refuted", "violated", "holds"),
        ("WrongVerdict", "ranges-open-called-possible", "ranges-open", "undecided", "holds"),
        ("WrongVerdict", "ranges-open-called-refuted", "ranges-open", "undecided", "violated"),
        ("WrongVerdict", "ranges-of-a-rate-called-possible", "ranges-lemma-8", "violated", "holds"),
        ("WrongVerdict", "ranges-called-undecided", "ranges-theorem-2", "holds", "undecided"),
        ("WrongGrade", "ranges-called-declared", "ranges-theorem-1", "proved", "declared"),
        ("WrongRole", "ranges-as-a-conclusion", "ranges-theorem-1", "hypothesis", "conclusion"),
        ("WrongRelation", "ranges-strict", "ranges-theorem-1", "<=", "<"),
        ("NotEnclosed", "ranges-refuted-by-less", "ranges-refuted", "[0.25, 0.25]", "[0.125, 0.125]"),
        ("NotEnclosed", "ranges-open-less", "ranges-open", "[0.0, 0.0625]", "[0.0, 0.0]"),
    ] {
        let before = files[&format!("accept/{base}.json")].clone();
        let old = claim_of(&before, "ranges_possible");
        let new = old.replacen(from, to, 1);
        assert!(old != new, "{name}");
        add_with_data(files, &format!("reject/{reason}"), name, before.replacen(&old, &new, 1));
    }
    // A bound by ranges of a trace is as good as the ranges.
    let before = files["accept/ranges-theorem-1.json"].clone();
    let old = claim_of(&before, "suboptimality");
    let proved = before.replacen(&old, &old.replace("declared", "proved"), 1);
    add_with_data(files, "reject/WrongGrade", "ranges-taken-for-proofs", proved);
    let evidence = "\"kind\": \"ranges\", \"ranges\": [{ \"column\": \"objective\", \"lo\": 0.0 }, \
                    { \"column\": \"constraint_1\", \"lo\": -1.0, \"hi\": 1.0 }]";
    replace(files, "UnexpectedClaim", "ranges-not-given", "ranges-theorem-1", evidence, "\"kind\": \"declared\"");
}

fn add_forms(files: &mut Files) {
    let one = "{ \"column\": \"constraint_1\", \"lo\": -1.0, \"hi\": 1.0 }";
    let objective = "{ \"column\": \"objective\", \"lo\": 0.0 }";
    let column = "\"column\": \"constraint_1\"";
    let both = format!("{objective}, {one}");
    let twice = format!("{one}, {one}");
    for (name, base, from, to) in [
        ("ranges-of-nothing", "ranges-theorem-1", both.as_str(), ""),
        ("ranges-twice", "ranges-theorem-1", one, twice.as_str()),
        ("ranges-upside-down", "ranges-theorem-1", "\"hi\": 1.0", "\"hi\": -1.5"),
        ("ranges-without-lo", "ranges-theorem-1", ", \"lo\": 0.0", ""),
        ("ranges-without-a-column", "ranges-theorem-1", "\"column\": \"objective\", ", ""),
        ("ranges-with-a-middle", "ranges-theorem-1", "\"hi\": 1.0", "\"hi\": 1.0, \"middle\": 0.0"),
        ("ranges-without-end", "ranges-theorem-1", "\"hi\": 1.0", "\"hi\": \"inf\""),
        ("ranges-of-a-proxy", "ranges-theorem-1", column, "\"column\": \"proxy_1\""),
        ("ranges-of-no-constraint", "ranges-theorem-1", column, "\"column\": \"constraint_2\""),
        ("ranges-of-no-proxy", "ranges-theorem-2", "\"proxy_1\"", "\"proxy_2\""),
        ("ranges-of-a-multiplier", "ranges-theorem-1", column, "\"column\": \"lambda_1\""),
        ("ranges-of-a-variable", "ranges-theorem-1", column, "\"column\": \"theta_1\""),
        ("ranges-of-an-end", "ranges-theorem-1", column, "\"column\": \"constraint_1.lo\""),
        ("ranges-of-something", "ranges-theorem-1", column, "\"column\": \"loss\""),
        ("ranges-of-a-rate-of-a-proxy", "ranges-lemma-1", column, "\"column\": \"proxy_1\""),
    ] {
        replace(files, "malformed", name, base, from, to);
    }
    // Beside a problem there is better evidence.
    let ranges = "\"evidence\": { \"kind\": \"ranges\", \"ranges\": [{ \"column\": \"objective\", \"lo\": -9.0 }, \
                  { \"column\": \"constraint_1\", \"lo\": -9.0 }] }";
    let on_disk = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap();
    let exchanged = |text: &str| {
        let start = text.find("\"evidence\": {").unwrap();
        let end = start + text[start..].find('}').unwrap() + 1;
        format!("{}{ranges}{}", &text[..start], &text[end..])
    };
    for name in ["tv-l-vertices", "tv-l-table"] {
        let text = exchanged(&on_disk(&format!("problems/accept/{name}.json")));
        files.insert(format!("problems/reject/malformed/{name}-by-ranges.json"), text);
        files.insert(format!("problems/reject/malformed/{name}.csv"), on_disk(&format!("problems/accept/{name}.csv")));
    }
    for name in ["bound-thirds", "bound-table", "eq-vertices"] {
        let text = exchanged(&on_disk(&format!("accept/{name}.json")));
        files.insert(format!("reject/LowerBound/{name}-by-ranges.json"), text);
    }
}
