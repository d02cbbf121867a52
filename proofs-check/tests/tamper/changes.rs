//! Random changes of one thing in a certificate.

use crate::game::{Game, Weights};
use crate::numbers::{Rng, next_up};
use crate::rates::{self, Mirror, Rate};
use crate::recorded::{Certificate, digest};

/// A double changed in one of the ways in which one is forged.
fn forged(rng: &mut Rng, x: f64) -> f64 {
    match rng.below(6) {
        0 => -x,
        1 => next_up(x, rng.chance(2)),
        2 => x + [1.0, -1.0, 0.125, -0.125][rng.below(4)],
        3 => x * 2.0,
        4 => x / 2.0,
        _ => digit(rng, x),
    }
}

/// One digit of the text changed.
fn digit(rng: &mut Rng, x: f64) -> f64 {
    let mut text: Vec<u8> = format!("{x:?}").into_bytes();
    let digits: Vec<usize> = (0..text.len()).filter(|&i| text[i].is_ascii_digit()).collect();
    text[*rng.pick(&digits)] = b'0' + u8::try_from(rng.below(10)).unwrap();
    String::from_utf8(text).unwrap().parse().unwrap()
}

fn forge_pair(rng: &mut Rng, pair: &mut (f64, f64)) {
    match rng.below(4) {
        0 => pair.0 = forged(rng, pair.0),
        1 => pair.1 = forged(rng, pair.1),
        2 => *pair = (pair.0, pair.0), // narrowed to one end
        _ => {
            let moved = forged(rng, pair.0) - pair.0;
            *pair = (pair.0 + moved, pair.1 + moved);
        }
    }
}

fn other<'a>(rng: &mut Rng, now: &str, all: &[&'a str]) -> &'a str {
    let others: Vec<&str> = all.iter().copied().filter(|x| *x != now).collect();
    others[rng.below(others.len())]
}

#[expect(clippy::too_many_lines, reason = "a list of kinds")]
/// Changes one thing and says which, or returns `None` if there was nothing of that kind to change.
pub fn change(rng: &mut Rng, it: &mut Certificate) -> Option<&'static str> {
    const NAMES: [&str; 12] = [
        "ranges_possible",
        "suboptimality",
        "margin_positive",
        "infeasibility",
        "objective_weight",
        "lower_bound_possible",
        "step_keeps_bound",
        "theta_regret_oracle",
        "swap_regret_step",
        "subgradients_bounded",
        "step",
        "rounding_small",
    ];
    const ENTRIES: [&str; 8] = [
        "epsilon",
        "swap_regret",
        "theta_regret",
        "infeasibility_norm",
        "suboptimality",
        "largest_payoff",
        "off_simplex",
        "theta_regret_seen",
    ];
    let is_newer = !it.game.equalities.is_empty() || it.game.ranges.is_some();
    if is_newer && rng.chance(4) {
        return if rng.chance(2) { change_equalities(rng, &mut it.game) } else { change_ranges(rng, &mut it.game) };
    }
    let kind = rng.below(if it.game.rate.is_some() { 24 } else { 21 });
    let (claims, rounds) = (it.claims.len(), it.game.rounds.len());
    if (4..=10).contains(&kind) && claims == 0 {
        return None;
    }
    let at = rng.below(claims.max(1));
    Some(match kind {
        0..=1 => {
            let at = rng.below(it.measured.len());
            forge_pair(rng, &mut it.measured[at].1);
            "a measured enclosure"
        }
        2 => {
            let at = rng.below(it.measured.len());
            it.measured.remove(at);
            "an entry dropped"
        }
        3 => {
            let name = *rng.pick(&ENTRIES);
            if it.measured.iter().any(|(found, _)| found == name) {
                return None;
            }
            it.measured.push((name.into(), (-1e6, 1e6)));
            "an entry invented"
        }
        4 => {
            let claim = &mut it.claims[at];
            let side = if rng.chance(2) { &mut claim.lhs } else { &mut claim.rhs };
            forge_pair(rng, side);
            "a side"
        }
        5 => {
            it.claims[at].verdict = other(rng, &it.claims[at].verdict, &["holds", "violated", "undecided"]).into();
            "a verdict"
        }
        6 => {
            it.claims[at].grade = other(rng, &it.claims[at].grade, &["proved", "declared", "sampled"]).into();
            "a grade"
        }
        7 => {
            it.claims[at].relation = other(rng, &it.claims[at].relation, &["<", "<="]).into();
            "a relation"
        }
        8 => {
            it.claims[at].role = other(rng, &it.claims[at].role, &["hypothesis", "conclusion"]).into();
            "a role"
        }
        9 => {
            it.claims.remove(at);
            "a claim dropped"
        }
        10 => {
            let name = *rng.pick(&NAMES);
            if it.claims.iter().any(|claim| claim.name == name) {
                return None;
            }
            let claim = crate::recorded::Claim { name: name.into(), ..it.claims[at].clone() };
            it.claims.push(claim);
            "a claim invented"
        }
        11 => {
            it.rounds += 1;
            "the number of rounds"
        }
        12 => {
            it.constraints += 1;
            "the number of constraints"
        }
        13 => {
            let at = rng.below(64);
            let digit = if &it.sha256[at..=at] == "0" { "1" } else { "0" };
            it.sha256.replace_range(at..=at, digit);
            "the digest"
        }
        14 => {
            let (a, b) = (rng.below(rounds), rng.below(rounds));
            it.game.rounds.swap(a, b);
            redo_trace(rng, it);
            "swapped rounds"
        }
        15..=16 => {
            let round = &mut it.game.rounds[rng.below(rounds)];
            if rng.chance(2) && !round.lambda.is_empty() {
                let at = rng.below(round.lambda.len());
                round.lambda[at] = forged(rng, round.lambda[at]).abs();
            } else {
                let (values, proxies) = (round.values.len(), round.proxies.len());
                let at = rng.below(values + proxies);
                let cell = if at < values { &mut round.values[at] } else { &mut round.proxies[at - values] };
                let moved = forged(rng, cell.0);
                *cell = (moved, if cell.0 == cell.1 { moved } else { moved.max(cell.1) });
            }
            redo_trace(rng, it);
            "a cell"
        }
        17 => {
            let game = &mut it.game;
            let fields = [&mut game.radius, &mut game.margin, &mut game.lower, &mut game.range];
            let mut there: Vec<_> = fields.into_iter().flatten().collect();
            if there.is_empty() {
                return None;
            }
            let at = rng.below(there.len());
            *there[at] = forged(rng, *there[at]);
            game.radius = game.radius.map(f64::abs);
            game.range = game.range.map(f64::abs);
            "something given"
        }
        18 => {
            let game = &mut it.game;
            match rng.below(4) {
                0 => game.lower = None,
                1 => game.range = None,
                2 => game.radius = None,
                _ => game.margin_objective = None,
            }
            "something given dropped"
        }
        19 => {
            let (plain, rates): (&[&'static str], _) = if it.game.proxy {
                (&["theorem-2", "theorem-4", "lemma-7"], rates::PROXY)
            } else {
                (&["theorem-3", "lemma-6"], rates::LAGRANGIAN)
            };
            let is_rate = it.game.rate.is_some() && !rng.chance(8);
            it.game.statement = other(rng, it.game.statement, if is_rate { &rates } else { plain });
            "the statement"
        }
        20 if it.game.rate.is_none() => {
            let other = Weights::random(rng, rounds);
            let (theta, lambda) = it.game.weights.get_or_insert((Weights::Uniform, Weights::Uniform));
            match rng.below(3) {
                0 => *theta = other,
                1 => *lambda = other,
                _ => (*theta, *lambda) = (other.clone(), other),
            }
            "weights"
        }
        20 => return change_mirror(rng, &mut it.game),
        _ => return change_rate(rng, it.game.rate.as_mut()?),
    })
}

/// Changes the pairs of constraints, or takes them away.
fn change_equalities(rng: &mut Rng, game: &mut Game) -> Option<&'static str> {
    let pair = game.equalities.first_mut()?;
    match rng.below(6) {
        0 => {
            game.equalities.clear();
            return Some("the equalities dropped");
        }
        1 => pair.reverse(),
        2 => pair[1] = pair[0],
        3 => pair[rng.below(2)] = rng.below(5),
        4 => pair.push(3),
        _ => {
            let other = [[1, 2], [1, 3], [2, 3], [3, 4]][rng.below(4)].to_vec();
            game.equalities.push(other);
        }
    }
    Some("the equalities")
}

/// Changes a range, or whether it is there.
fn change_ranges(rng: &mut Rng, game: &mut Game) -> Option<&'static str> {
    let ranges = game.ranges.as_mut()?;
    let at = rng.below(ranges.len());
    match rng.below(6) {
        0 => {
            ranges.remove(at);
        }
        1 => ranges.push(ranges[at].clone()),
        2 => ranges[at].lo = forged(rng, ranges[at].lo),
        3 => ranges[at].hi = ranges[at].hi.map(|hi| forged(rng, hi)),
        4 => ranges[at].hi = if ranges[at].hi.is_some() { None } else { Some(ranges[at].lo) },
        _ => {
            let columns = ["objective", "constraint_1", "constraint_4", "proxy_1", "lambda_1"];
            ranges[at].column = (*rng.pick(&columns)).into();
        }
    }
    Some("a range")
}

/// Changes the mirror of a rate, gives it one or takes it away.
fn change_mirror(rng: &mut Rng, game: &mut Game) -> Option<&'static str> {
    let before = game.mirror.clone();
    game.mirror = (!rng.chance(5)).then(|| rng.pick(&Mirror::ALL).clone());
    (game.mirror != before).then_some("the mirror")
}

/// Changes a number of a rate, or whether it is there.
fn change_rate(rng: &mut Rng, rate: &mut Rate) -> Option<&'static str> {
    let field = *rng.pick(&rates::FIELDS);
    if rng.chance(3) {
        return if rate.remove(field).is_some() {
            Some("a number of the rate dropped")
        } else {
            rate.insert(field, rng.double());
            Some("a number of the rate invented")
        };
    }
    let x = rate.get_mut(field)?;
    *x = forged(rng, *x);
    Some("a number of the rate")
}

/// Writes the trace anew; half of the forgers think of the digest.
fn redo_trace(rng: &mut Rng, it: &mut Certificate) {
    it.csv = it.game.csv();
    if rng.chance(2) {
        it.sha256 = digest(&it.csv);
    }
}
