//! The files of the corpus about equalities: constraints in opposite pairs, whose multipliers cancel.

use crate::corpus::{Files, certificate, game, wrong_certificate};
use crate::game::{Game, Weights};
use crate::recorded::digest;
use crate::wrong::{add_with_data, claim_of};

/// Two rounds in which a multiplier changes its sign: its mean is 0, though both halves have the mean 1/4.
pub fn oscillating() -> Game {
    Game {
        statement: "theorem-1",
        radius: Some(0.25),
        lower: Some(-1.0),
        equalities: vec![vec![1, 2]],
        ..game(false, false, &[(&[1.0, 0.5, -0.5], &[], &[0.5, 0.0]), (&[0.0, -0.5, 0.5], &[], &[0.0, 0.5])])
    }
}

/// One round with the mean multipliers (4, 4, 1), of which (3, 4, 0) is left.
fn with_norm_2(radius: f64) -> Game {
    Game {
        statement: "theorem-3",
        norm: Some(2.0),
        radius: Some(radius),
        lower: Some(-1.0),
        equalities: vec![vec![1, 3]],
        ..game(false, false, &[(&[1.0, 0.5, 0.25, -0.5], &[], &[4.0, 4.0, 1.0])])
    }
}

/// The proxy game with opposite constraints and opposite proxies.
pub fn with_proxies() -> Game {
    let rounds: [(&[f64], &[f64], &[f64]); 2] =
        [(&[1.0, 0.5, -0.5], &[0.75, -0.75], &[0.5, 0.25, 0.25]), (&[2.0, -0.0, 0.0], &[0.0, 0.0], &[0.5, 0.25, 0.25])];
    Game { statement: "theorem-2", lower: Some(-1.0), equalities: vec![vec![1, 2]], ..game(true, false, &rounds) }
}

/// The same game with something changed.
fn changed(mut game: Game, change: impl FnOnce(&mut Game)) -> Game {
    change(&mut game);
    game
}

/// Adds them, true and false.
pub fn add(files: &mut Files) {
    // Pairs of columns with both ends are exact where the ends are equal.
    let points = changed(oscillating(), |game| {
        game.enclosed = true;
        game.rounds[0].values[0] = (1.0, 1.5);
    });
    let two_pairs = Game {
        equalities: vec![vec![1, 3], vec![2, 4]],
        radius: Some(2.5),
        ..changed(oscillating(), |game| {
            let rounds: [(&[f64], &[f64], &[f64]); 1] = [(&[1.0, 0.5, -2.0, -0.5, 2.0], &[], &[1.0, 0.5, 3.0, 0.5])];
            (game.m, game.rounds) = (4, crate::corpus::game(false, false, &rounds).rounds);
        })
    };
    for (name, game, wanted) in [
        ("equal-theorem-1", oscillating(), "\"multiplier_norm\": [0.0, 0.0]"),
        ("equal-theorem-1-points", points, "\"multiplier_norm\": [0.0, 0.0]"),
        ("equal-two-pairs", two_pairs, "\"multiplier_norm\": [2.0, 2.0]"),
        ("equal-theorem-3", with_norm_2(5.5), "\"multiplier_norm\": [5.0, 5.0]"),
        ("equal-theorem-3-tie", with_norm_2(5.0), "\"multiplier_norm\": [5.0, 5.0]"),
        ("equal-theorem-2", with_proxies(), "\"domination_gap\": [0.0, 0.0]"),
        ("equal-theorem-4", Game { statement: "theorem-4", ..with_proxies() }, "\"domination_gap\": [0.0, 0.0]"),
    ] {
        let text = certificate(name, game.clone());
        assert!(text.contains(wanted), "{name}: {wanted} is not in {text}");
        files.insert(format!("accept/{name}.csv"), game.csv());
        files.insert(format!("accept/{name}.json"), text);
    }
    // epsilon = 1/2 + 1, and R - n = 1/4: without the pair the norm would be above the radius, and no claim there.
    let claim = claim_of(&files["accept/equal-theorem-1.json"], "infeasibility");
    assert!(claim.contains("\"lhs\": [0.0, 0.0], \"rhs\": [6.0, 6.0]"), "{claim}");
    let claim = claim_of(&files["accept/equal-theorem-3-tie.json"], "norm_below_radius");
    assert!(claim.contains("\"verdict\": \"violated\""), "{claim}");
    add_unpaired(files);
    add_forms(files);
    add_solutions(files);
}

/// Traces in which a pair is not exact and opposite in every round.
fn add_unpaired(files: &mut Files) {
    let ulp = f64::from_bits(0.5_f64.to_bits() + 1);
    for (name, game) in [
        ("equal-but-in-one-round", changed(oscillating(), |game| game.rounds[1].values[2] = (0.75, 0.75))),
        ("equal-but-for-one-ulp", changed(oscillating(), |game| game.rounds[1].values[2] = (ulp, ulp))),
        ("equal-with-the-same-sign", changed(oscillating(), |game| game.rounds[0].values[2] = (0.5, 0.5))),
        (
            "equal-but-enclosed",
            changed(oscillating(), |game| {
                game.enclosed = true;
                (game.rounds[0].values[1], game.rounds[0].values[2]) = ((0.5, 0.625), (-0.625, -0.5));
            }),
        ),
        (
            "equal-but-half-enclosed",
            changed(oscillating(), |game| {
                game.enclosed = true;
                game.rounds[1].values[1] = (-0.5, -0.25);
            }),
        ),
        (
            "equal-but-in-a-round-without-weight",
            changed(oscillating(), |game| {
                game.rounds[0].values[2] = (0.75, 0.75);
                game.weights = Some((Weights::Tail(1), Weights::Tail(1)));
            }),
        ),
        (
            "equal-but-for-proxies-beside",
            changed(oscillating(), |game| {
                game.has_proxies = true;
                game.rounds.iter_mut().for_each(|round| round.proxies = vec![(0.5, 0.5); 2]);
            }),
        ),
        ("equal-but-for-a-proxy", changed(with_proxies(), |game| game.rounds[1].proxies[0] = (0.25, 0.25))),
        (
            "equal-but-for-an-enclosed-proxy",
            changed(with_proxies(), |game| {
                game.enclosed = true;
                (game.rounds[0].proxies[0], game.rounds[0].proxies[1]) = ((0.5, 0.75), (-0.75, -0.5));
            }),
        ),
    ] {
        files.insert(format!("reject/Equalities/{name}.json"), wrong_certificate(name, game.clone()));
        files.insert(format!("reject/Equalities/{name}.csv"), game.csv());
    }
    // A norm of all multipliers beside equalities, and one of what is left of them without.
    let all = certificate("equal-theorem-1", Game { equalities: vec![], ..oscillating() });
    let said = all.replacen("\n \"measured\"", "\n \"equalities\": [[1, 2]],\n \"measured\"", 1);
    assert!(said != all);
    add_with_data(files, "reject/NotEnclosed", "equal-norm-of-all", said);
}

fn add_forms(files: &mut Files) {
    let pair = "\"equalities\": [[1, 3]]";
    let both = "\"equalities\": [[1, 3], [2, 4]]";
    let to = |pairs: &str| format!("\"equalities\": {pairs}");
    for (name, base, from, to) in [
        ("equal-upside-down", "equal-theorem-3", pair, to("[[3, 1]]")),
        ("equal-to-itself", "equal-theorem-3", pair, to("[[1, 1]]")),
        ("equal-to-the-objective", "equal-theorem-3", pair, to("[[0, 3]]")),
        ("equal-to-no-constraint", "equal-theorem-3", pair, to("[[1, 4]]")),
        ("equal-to-half-a-constraint", "equal-theorem-3", pair, to("[[1, 2.5]]")),
        ("equal-of-nothing", "equal-theorem-3", pair, to("[]")),
        ("equal-of-three", "equal-theorem-3", pair, to("[[1, 2, 3]]")),
        ("equal-of-one", "equal-theorem-3", pair, to("[[1]]")),
        ("equal-not-in-pairs", "equal-theorem-3", pair, to("[1, 3]")),
        ("equal-in-two-pairs", "equal-theorem-3", pair, to("[[1, 3], [2, 3]]")),
        ("equal-in-two-pairs-first", "equal-theorem-3", pair, to("[[1, 2], [1, 3]]")),
        ("equal-in-a-chain", "equal-theorem-3", pair, to("[[1, 2], [2, 3]]")),
        ("equal-twice", "equal-theorem-3", pair, to("[[1, 3], [1, 3]]")),
        ("equal-out-of-order", "equal-two-pairs", both, to("[[2, 4], [1, 3]]")),
        ("equal-with-a-margin", "equal-theorem-1", "\"given\": { ", "\"given\": { \"margin\": 0.5, ".to_owned()),
        ("equal-in-lemma-6", "equal-theorem-3", "\"theorem-3\"", "\"lemma-6\"".to_owned()),
        ("equal-in-lemma-7", "equal-theorem-2", "\"theorem-2\"", "\"lemma-7\"".to_owned()),
        (
            "equal-in-a-rate",
            "rate-lemma-1",
            "\n \"measured\"",
            "\n \"equalities\": [[1, 2]],\n \"measured\"".to_owned(),
        ),
    ] {
        replace(files, "malformed", name, base, from, &to);
    }
    replace(files, "NotEnclosed", "equal-unsaid", "equal-theorem-3", "\n \"equalities\": [[1, 3]],", "");
}

pub fn replace(files: &mut Files, reason: &str, name: &str, base: &str, from: &str, to: &str) {
    let before = files[&format!("accept/{base}.json")].clone();
    assert!(before.contains(from), "{name}: {from} is not in {base}");
    add_with_data(files, &format!("reject/{reason}"), name, before.replacen(from, to, 1));
}

/// Candidates with `h` = 1, -1 and 0, and objectives 0, 1 and 1/2: every mixture with the mean 0 of `h` has the objective 1/2.
const CANDIDATES: &str = "objective,constraint_1,constraint_2\n0,1,-1\n1,-1,1\n0.5,0,-0\n";

fn solution(name: &str, csv: &str, fields: &str) -> String {
    let (count, sha256) = (csv.lines().count() - 1, digest(csv));
    format!(
        "{{ \"format\": \"referee-solution/1\",\n  \"candidates\": {{ \"file\": \"{name}.csv\", \"sha256\": \"{sha256}\", \
         \"count\": {count}, \"constraints\": 2 }},\n  \"equalities\": [[1, 2]], {fields} }}\n"
    )
}

fn optimal(epsilon: &str, support: &str, objective: &str, constraints: &str, active: &str) -> String {
    format!(
        "\"status\": \"optimal\", \"epsilon\": \"{epsilon}\", \"epsilon_is_minimal\": {},\n  \"support\": [{support}],\n  \
         \"objective\": \"{objective}\", \"constraints\": [{constraints}], \"active\": [{active}],\n  \
         \"duals\": {{ \"constraints\": [\"1/2\", \"0\"], \"mass\": \"1/2\" }},\n  \
         \"claims\": [\"feasible\", \"optimal\", \"vertex\", \"support\"]",
        epsilon == "0"
    )
}

fn add_solutions(files: &mut Files) {
    let item = |candidate: usize, weight: &str| format!("{{ \"candidate\": {candidate}, \"weight\": \"{weight}\" }}");
    let zeros = "\"0\", \"0\"";
    let halves = optimal("0", &[item(0, "1/2"), item(1, "1/2")].join(", "), "1/2", zeros, "1, 2");
    // Of a pair that is active on one side only, nothing is counted less.
    let one_side = [item(0, "5/8"), item(1, "3/8")].join(", ");
    let one_side = optimal("1/4", &one_side, "3/8", "\"1/4\", \"-1/4\"", "1");
    let wide = "objective,constraint_1.lo,constraint_1.hi,constraint_2\n0,0.5,1,-1\n1,-1,-1,1\n0.5,0,0,0\n";
    let above = "objective,constraint_1,constraint_2\n0,1,-1\n0,2,-2\n";
    let farkas =
        "\"status\": \"infeasible\", \"epsilon\": \"1/2\", \"epsilon_is_minimal\": false, \"farkas\": [\"1\", \"0\"]";
    for (name, csv, fields) in [
        ("equal-solution", CANDIDATES, halves.as_str()),
        ("equal-solution-on-one-side", CANDIDATES, one_side.as_str()),
        ("equal-solution-by-upper-ends", wide, halves.as_str()),
        ("equal-infeasible", above, farkas),
    ] {
        files.insert(format!("accept/{name}.csv"), csv.to_owned());
        files.insert(format!("accept/{name}.json"), solution(name, csv, fields));
    }
    // As good as the others, but with one candidate more than a vertex has: the pair counts once.
    let thirds = [item(0, "1/3"), item(1, "1/3"), item(2, "1/3")].join(", ");
    let thirds = solution("equal-solution", CANDIDATES, &optimal("0", &thirds, "1/2", zeros, "1, 2"));
    let unsaid = thirds.replace("\"equalities\": [[1, 2]], ", "");
    add_with_data(files, "reject/Support", "equal-solution-of-three", thirds);
    add_with_data(files, "reject/NotVertex", "equal-solution-of-three-unsaid", unsaid);
    for (name, csv) in [
        ("equal-solution-but-for-one", CANDIDATES.replace("0.5,0,-0", "0.5,0,-0.25")),
        ("equal-solution-by-lower-ends", wide.replace("0.5,1,-1", "1,1.5,-1")),
    ] {
        files.insert(format!("reject/Equalities/{name}.csv"), csv.clone());
        files.insert(format!("reject/Equalities/{name}.json"), solution(name, &csv, &halves));
    }
    replace(files, "malformed", "equal-solution-upside-down", "equal-solution", "[[1, 2]]", "[[2, 1]]");
    replace(files, "malformed", "equal-solution-of-nothing", "equal-solution", "[[1, 2]]", "[]");
    replace(files, "malformed", "equal-solution-to-no-constraint", "equal-solution", "[[1, 2]]", "[[1, 3]]");
}
