//! Every change that makes a file false is caught: random games and solutions with their true certificates, one random
//! change each, and a verdict by formulas that share nothing with the checker's way of computing.

#![expect(
    clippy::float_arithmetic,
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    reason = "tests make numbers and mistakes freely"
)]

mod changes;
mod corpus;
mod equilibrium;
mod game;
mod linear;
mod mixtures;
mod normed;
mod numbers;
mod opened;
mod oracle;
mod paired;
mod ranged;
mod rates;
mod recorded;
mod reference;
mod solution;
mod wrong;

use equilibrium::Equilibrium;
use game::Game;
use numbers::Rng;
use proofs_check::check_bytes;
use recorded::Certificate;
use solution::Solution;
use std::collections::BTreeMap;

fn check(it: &Certificate) -> Result<proofs_check::Accepted, proofs_check::Refusal> {
    check_bytes(it.json().as_bytes(), "certificate.json", |_| Ok(it.csv.as_bytes()))
}

#[test]
fn true_certificates_are_accepted() {
    let (mut verdicts, mut claims, mut statements) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (mut possible, mut weighted) = (BTreeMap::new(), 0);
    let (mut ranged, mut paired) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let it = Certificate::of(Game::random(&mut rng), &mut rng);
        match check(&it) {
            Ok(accepted) => {
                let found = accepted.claims().iter().find(|claim| claim.name == "lower_bound_possible");
                let found = found.map_or("absent", |claim| claim.verdict.name());
                if it.game.lower.is_some() {
                    *possible.entry((it.game.proxy, found)).or_insert(0) += 1;
                }
                if let Some(claim) = accepted.claims().iter().find(|claim| claim.name == "ranges_possible") {
                    *ranged.entry((it.game.proxy, claim.verdict.name())).or_insert(0) += 1;
                }
                if !it.game.equalities.is_empty() {
                    *paired.entry((accepted.statement(), it.game.ranges.is_some())).or_insert(0) += 1;
                }
                for claim in accepted.claims() {
                    // With exact columns everything is decided, ties and norms included, but for ties at other norms.
                    let decides = !it.game.enclosed && it.game.norm.is_none_or(|p| p == 2.0 || it.game.m < 2);
                    let open = claim.verdict == proofs_check::Verdict::Undecided;
                    assert!(!(decides && open), "seed {seed}: {}\n{}", claim.name, it.json());
                    *verdicts.entry(format!("{:?}", claim.verdict)).or_insert(0) += 1;
                    *claims.entry(claim.name).or_insert(0) += 1;
                }
                *statements.entry(accepted.statement()).or_insert(0) += 1;
                weighted += i32::from(it.game.proxy && it.game.weights.is_some());
            }
            Err(refusal) => panic!("seed {seed}: {refusal}\n{}\n{}", it.csv, it.json()),
        }
    }
    // Every statement, claim and verdict was met, and weights in both games.
    assert!(weighted > 100, "{weighted}");
    assert_eq!((statements.len(), claims.len(), verdicts.len()), (6, 18, 3), "{statements:?} {claims:?} {verdicts:?}");
    assert!(claims.values().all(|count| *count > 10), "{claims:?}");
    // Ranges with each verdict in both games, and equalities in all four theorems, with ranges and without.
    assert!(ranged.len() == 6 && ranged.values().sum::<i32>() > 100, "{ranged:?}");
    assert!(paired.len() == 8 && paired.values().sum::<i32>() > 80, "{paired:?}");
    // In both games a lower bound was refuted and not refuted; it is not compared only where the objective has no weight.
    let often: Vec<_> = possible.iter().filter(|(_, count)| **count > 5).map(|(key, _)| *key).collect();
    let wanted = [(false, "holds"), (false, "violated"), (true, "absent"), (true, "holds"), (true, "violated")];
    assert_eq!(often, wanted, "{possible:?}");
    assert!(!possible.contains_key(&(false, "absent")), "{possible:?}");
}

#[test]
fn every_false_certificate_is_refused() {
    let (mut met, mut reasons) = (BTreeMap::new(), BTreeMap::new());
    let (mut seed, mut about_the_bound) = (0, 0);
    while seed < 2400 {
        seed += 1;
        let mut rng = Rng::new(1_000_000 + seed);
        let mut it = Certificate::of(Game::random(&mut rng), &mut rng);
        let Some(what) = changes::change(&mut rng, &mut it) else { continue };
        let is_true = it.is_true();
        let answer = check(&it);
        assert_eq!(answer.is_ok(), is_true, "seed {seed}, changed {what}: {answer:?}\n{}\n{}", it.csv, it.json());
        if let Err(refusal) = &answer {
            let reason = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            *reasons.entry(reason).or_insert(0) += 1;
            about_the_bound += i32::from(refusal.to_string().contains("claim lower_bound_possible"));
        }
        *met.entry((what, is_true)).or_insert(0) += 1;
    }
    assert!(about_the_bound > 20, "{about_the_bound}");
    assert!(reasons["Equalities"] > 2 && reasons["LowerBound"] > 4, "{reasons:?}");
    let refused: i32 = met.iter().filter(|((_, is_true), _)| !is_true).map(|(_, count)| count).sum();
    assert!(refused > 1500, "{refused} {met:?}");
    let kinds: std::collections::BTreeSet<_> =
        met.keys().filter(|(_, is_true)| !is_true).map(|(what, _)| what).collect();
    assert!(kinds.len() >= 16, "{met:?}");
    assert!(reasons.len() >= 12, "{reasons:?}");
}

#[test]
fn true_rates_are_accepted() {
    let (mut claims, mut statements, mut sampled) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut mirrors = BTreeMap::new();
    for seed in 0..700 {
        let mut rng = Rng::new(4_000_000 + seed);
        let it = Certificate::of(rates::random(&mut rng), &mut rng);
        assert!(it.is_true(), "seed {seed}: a true rate is called false\n{}", it.json());
        let accepted = check(&it).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{}\n{}", it.csv, it.json()));
        for claim in accepted.claims() {
            *claims.entry((it.game.proxy, claim.name)).or_insert(0) += 1;
            *sampled.entry((claim.grade, claim.verdict.name())).or_insert(0) += 1;
        }
        *statements.entry(accepted.statement()).or_insert(0) += 1;
        let mirror = it.game.mirror.as_ref().map_or_else(String::new, rates::Mirror::json);
        *mirrors.entry((accepted.statement(), mirror)).or_insert(0) += 1;
    }
    // Theorem 6 with no mirror and with six, Theorem 7 without the entropic one, and the others with none.
    assert_eq!(mirrors.len(), 7 + 6 + 10, "{mirrors:?}");
    // Every statement and every name of the two tables was met, with every verdict that a grade can have.
    assert_eq!((statements.len(), claims.len(), sampled.len()), (12, 36, 8), "{statements:?} {claims:?} {sampled:?}");
    assert!(claims.values().all(|count| *count > 5), "{claims:?}");
}

#[test]
fn every_false_rate_is_refused() {
    let (mut met, mut reasons) = (BTreeMap::new(), BTreeMap::new());
    for seed in 0..1000 {
        let mut rng = Rng::new(5_000_000 + seed);
        let mut it = Certificate::of(rates::random(&mut rng), &mut rng);
        let Some(what) = changes::change(&mut rng, &mut it) else { continue };
        let is_true = it.is_true();
        let answer = check(&it);
        assert_eq!(answer.is_ok(), is_true, "seed {seed}, changed {what}: {answer:?}\n{}\n{}", it.csv, it.json());
        if let Err(refusal) = &answer {
            let reason = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            *reasons.entry(reason).or_insert(0) += 1;
        }
        *met.entry((what, is_true)).or_insert(0) += 1;
    }
    let refused: i32 = met.iter().filter(|((_, is_true), _)| !is_true).map(|(_, count)| count).sum();
    assert!(refused > 700, "{refused} {met:?}");
    assert!(met.keys().filter(|(_, is_true)| !is_true).count() >= 18, "{met:?}");
    assert!(reasons.len() >= 12, "{reasons:?}");
}

#[test]
fn true_solutions_are_accepted_and_false_ones_refused() {
    let (mut kinds, mut met, mut reasons) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for seed in 0..4000 {
        let mut rng = Rng::new(2_000_000 + seed);
        let Some(mut it) = Solution::random(&mut rng) else { continue };
        let check = |it: &Solution| check_bytes(it.json().as_bytes(), "solution.json", |_| Ok(it.csv.as_bytes()));
        assert!(it.is_true(), "seed {seed}: {it:?}");
        if let Err(refusal) = check(&it) {
            panic!("seed {seed}: {refusal}\n{}\n{}", it.csv, it.json());
        }
        let kind = if it.infeasible {
            "infeasible"
        } else if it.certificate.is_empty() {
            "optimal"
        } else {
            "least epsilon"
        };
        *kinds.entry(kind).or_insert(0) += 1;
        let Some(what) = it.change(&mut rng) else { continue };
        let (is_true, answer) = (it.is_true(), check(&it));
        assert_eq!(answer.is_ok(), is_true, "seed {seed}, changed {what}: {answer:?}\n{}\n{}", it.csv, it.json());
        if let Err(refusal) = &answer {
            let reason = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            *reasons.entry(reason).or_insert(0) += 1;
        }
        *met.entry((what, is_true)).or_insert(0) += 1;
    }
    assert!(kinds.len() == 3 && kinds.values().all(|count| *count > 100), "{kinds:?}");
    let refused: i32 = met.iter().filter(|((_, is_true), _)| !is_true).map(|(_, count)| count).sum();
    assert!(refused > 1000, "{met:?}");
    assert!(reasons.len() >= 10 && reasons["Equalities"] > 5, "{reasons:?}");
}

#[test]
fn true_equilibria_are_accepted_and_false_ones_refused() {
    let (mut kinds, mut met, mut reasons) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for seed in 0..4000 {
        let mut rng = Rng::new(6_000_000 + seed);
        let Some(mut it) = Equilibrium::random(&mut rng) else { continue };
        let check = |it: &Equilibrium| check_bytes(it.json().as_bytes(), "equilibrium.json", |_| Ok(it.csv.as_bytes()));
        assert!(it.is_true(), "seed {seed}: {it:?}");
        match check(&it) {
            Ok(accepted) => assert_eq!(accepted.statement(), it.statement),
            Err(refusal) => panic!("seed {seed}: {refusal}\n{}\n{}", it.csv, it.json()),
        }
        *kinds.entry((it.proxy, it.on_problem, it.statement)).or_insert(0) += 1;
        let Some(what) = it.change(&mut rng) else { continue };
        let (is_true, answer) = (it.is_true(), check(&it));
        assert_eq!(answer.is_ok(), is_true, "seed {seed}, changed {what}: {answer:?}\n{}\n{}", it.csv, it.json());
        if let Err(refusal) = &answer {
            let reason = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            *reasons.entry(reason).or_insert(0) += 1;
        }
        *met.entry((what, is_true)).or_insert(0) += 1;
    }
    assert!(kinds.len() == 6 && kinds.values().all(|count| *count > 100), "{kinds:?}");
    let refused: i32 = met.iter().filter(|((_, is_true), _)| !is_true).map(|(_, count)| count).sum();
    assert!(refused > 1000, "{met:?}");
    assert!(reasons.len() >= 11, "{reasons:?}");
}

/// Every number of a certificate, moved by one step up and down: what is still true is accepted, the rest refused.
#[test]
fn every_number_of_a_rate_counts() {
    let (mut tried, mut refused) = (0, 0);
    for statement in rates::LAGRANGIAN.into_iter().chain(rates::PROXY) {
        let is_it = |it: &Certificate| it.game.statement == statement && it.game.m == 2 && it.game.lower.is_some();
        let mut all = (0..100_000).map(|seed| Certificate::plain(rates::random(&mut Rng::new(7_000_000 + seed))));
        let honest = all.find(is_it).unwrap();
        let truth = reference::Truth::of(&honest.game);
        let mut see = |it: &Certificate, is_true: bool, what: &str| {
            let answer = check(it);
            assert_eq!(answer.is_ok(), is_true, "{statement}, {what}: {answer:?}\n{}\n{}", it.csv, it.json());
            tried += 1;
            refused += i32::from(answer.is_err());
        };
        for above in [true, false] {
            for end in 0..2 * (honest.measured.len() + 2 * honest.claims.len()) {
                let mut it = honest.clone();
                let measured = it.measured.iter_mut().map(|(_, pair)| pair);
                let sides = it.claims.iter_mut().flat_map(|claim| [&mut claim.lhs, &mut claim.rhs]);
                let pair = measured.chain(sides).nth(end / 2).unwrap();
                let x = if end % 2 == 0 { &mut pair.0 } else { &mut pair.1 };
                *x = numbers::next_up(*x, above);
                let is_true = pair.0 <= pair.1 && it.is_true_by(&truth);
                // The enclosures are as narrow as doubles can be: none may be narrower.
                assert!(!is_true || above != (end % 2 == 0), "{statement}, end {end}");
                see(&it, is_true, "an end");
            }
            for field in rates::FIELDS {
                let mut it = honest.clone();
                let Some(x) = it.game.rate.as_mut().unwrap().get_mut(field) else { continue };
                *x = numbers::next_up(*x, above);
                let is_true = it.is_true();
                see(&it, is_true, field);
            }
        }
    }
    assert!(tried > 900 && 2 * refused >= tried, "{refused} of {tried} refused");
}
