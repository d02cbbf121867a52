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
mod game;
mod linear;
mod numbers;
mod oracle;
mod recorded;
mod reference;
mod solution;

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
    let mut possible = BTreeMap::new();
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let it = Certificate::of(Game::random(&mut rng), &mut rng);
        match check(&it) {
            Ok(accepted) => {
                let found = accepted.claims().iter().find(|claim| claim.name == "lower_bound_possible");
                let found = found.map_or("absent", |claim| claim.verdict.name());
                *possible.entry((it.game.proxy, found)).or_insert(0) += i32::from(it.game.lower.is_some());
                for claim in accepted.claims() {
                    *verdicts.entry(format!("{:?}", claim.verdict)).or_insert(0) += 1;
                    *claims.entry(claim.name).or_insert(0) += 1;
                }
                *statements.entry(accepted.statement()).or_insert(0) += 1;
            }
            Err(refusal) => panic!("seed {seed}: {refusal}\n{}\n{}", it.csv, it.json()),
        }
    }
    // Every statement, claim and verdict was met.
    assert_eq!((statements.len(), claims.len(), verdicts.len()), (6, 17, 3), "{statements:?} {claims:?} {verdicts:?}");
    assert!(claims.values().all(|count| *count > 10), "{claims:?}");
    // In both games a lower bound was refuted, not refuted, and not compared at all.
    assert!(possible.len() >= 6 && possible.values().all(|count| *count > 5), "{possible:?}");
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
        let Some(is_true) = it.is_true() else { continue };
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
    let refused: i32 = met.iter().filter(|((_, is_true), _)| !is_true).map(|(_, count)| count).sum();
    assert!(refused > 1500, "{refused} {met:?}");
    let kinds: std::collections::BTreeSet<_> =
        met.keys().filter(|(_, is_true)| !is_true).map(|(what, _)| what).collect();
    assert!(kinds.len() >= 16, "{met:?}");
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
    assert!(reasons.len() >= 9, "{reasons:?}");
}
