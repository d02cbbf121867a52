//! Random games on finitely many points, and traces that nobody's algorithm played. Every certificate is handed to the
//! independent checker: an identity holds whatever was recorded, so only other formulas can find a wrong one.

use crate::common::{Outcome, catches, holds};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::certificate::{Certificate, Claim, Given, GivenMargin, GivenRange, LowerBound, Verdict};
use referee::game::Game;
use referee::numerics::{Enclosure, Norm};
use referee::strategies::{DrawnRounds, EXPONENTS, drawn_rounds};
use referee::testing::certified_run::{Files, files, proofs_check};
use referee::theorems::{Lemma6, Lemma7, Statement, Theorem1, Theorem2, Theorem3, Theorem4};
use referee::trace::{Layout, Round, Trace};
use referee::verification::Finding;

const STATEMENTS: [&dyn Statement; 6] = [&Theorem1, &Theorem3, &Lemma6, &Theorem2, &Theorem4, &Lemma7];

/// Rounds of either game.
fn game() -> impl Strategy<Value = DrawnRounds> {
    prop_oneof![drawn_rounds(Game::Lagrangian), drawn_rounds(Game::ProxyLagrangian)]
}

/// The certificate of every statement about the game, with its files, after what is given and what is certified were
/// spoiled.
fn certificates(game: &DrawnRounds, spoil: &Spoil<'_>) -> Vec<(Certificate, Files)> {
    let mut found = Vec::new();
    let trace = game.trace();
    for statement in STATEMENTS.into_iter().filter(|statement| statement.game() == Some(game.game)) {
        let mut given = game.given();
        given.norm = ["theorem-3", "lemma-6"].contains(&statement.name()).then(|| game.norm());
        (spoil.given)(&mut given);
        let mut kept = None;
        let written = files(&trace, |file| {
            let mut certificate = statement.certify_trace(file, given)?;
            (spoil.certificate)(&mut certificate);
            kept = Some(certificate.clone());
            Ok(certificate)
        });
        found.push((kept, written.expect("a certificate")));
    }
    found.into_iter().map(|(certificate, files)| (certificate.expect("it was certified"), files)).collect()
}

/// What is done to an honest certificate.
struct Spoil<'a> {
    given: &'a dyn Fn(&mut Given),
    certificate: &'a dyn Fn(&mut Certificate),
}

const NOTHING: Spoil<'_> = Spoil { given: &|_| (), certificate: &|_| () };

/// Whatever was played: if what is given is true, no conclusion is violated, and what exact data leave undecided is a tie
/// at a norm that only enclosures give.
fn law(game: &DrawnRounds, spoil: &Spoil<'_>) -> Outcome {
    for (certificate, files) in certificates(game, spoil) {
        let finding = Finding::of(&certificate);
        prop_assert!(finding.wrong.is_empty(), "{}: {:?}", certificate.statement, finding.wrong);
        let norm = certificate.given.norm();
        if game.width == 0.0 && (norm == Norm::Two || norm.is_rational(game.constraints())) {
            prop_assert_eq!(finding.counts().undecided, 0, "exact data leave nothing undecided");
        }
        let possible = certificate.claim("lower_bound_possible").map(|claim| claim.verdict);
        prop_assert!(possible != Some(Verdict::Violated), "the lower bound is one");
        prop_assert!(game.width > 0.0 || possible != Some(Verdict::Undecided), "exact data decide it");
        agrees(&certificate, &files)?;
    }
    Ok(())
}

/// Whatever was played and whatever is given: the checker derives the same numbers, claims and verdicts.
fn agrees(certificate: &Certificate, files: &Files) -> Outcome {
    let answer = proofs_check(files);
    prop_assert!(answer.is_ok(), "{}: {:?}\n{}", certificate.statement, answer, files.document);
    Ok(())
}

#[test]
fn implication_on_random_games_and_random_play() {
    holds(256, &game(), |game| law(&game, &NOTHING));
}

#[test]
fn a_lower_bound_above_the_infimum_is_caught() {
    let raise = |given: &mut Given| given.lower_bound = given.lower().map(|lower| LowerBound::declared(lower + 1.0));
    catches(256, &game(), |game| law(&game, &Spoil { given: &raise, ..NOTHING }));
}

#[test]
fn a_margin_that_is_not_there_is_caught() {
    let widen = |given: &mut Given| given.margin.iter_mut().for_each(|margin| margin.value *= 64.0);
    catches(256, &game(), |game| law(&game, &Spoil { given: &widen, ..NOTHING }));
}

/// Radii next to the norm of the multipliers, and lower bounds next to where epsilon is 0: signs hang on the last bit.
#[test]
fn the_checker_agrees_at_ties_and_next_to_them() {
    let ties = (game(), 0_usize..4, 0_usize..4);
    let law = |(game, radius, lower): (DrawnRounds, usize, usize)| {
        let means: Vec<f64> = game.weights()[1..].iter().map(|mean| mean.to_f64().value()).collect();
        let norm = game.norm().norm(&means);
        let near = |x: Enclosure, which: usize| [x.lo(), x.hi(), x.hi().next_up(), x.midpoint()][which];
        let spoil = |given: &mut Given| {
            if given.radius.is_none() {
                return;
            }
            // Quotients by the smallest doubles are beyond the largest.
            given.radius = Some(near(norm, radius)).map(|radius| if radius < 1e-300 { 0.0 } else { radius });
            let certificate = Theorem3.certify_trace(&mut &game.trace(), given.clone());
            let epsilon = certificate.expect("a certificate").measured("epsilon").expect("all is given");
            let moved = Enclosure::point(given.lower().expect("it is given")) + epsilon;
            given.lower_bound = Some(LowerBound::declared(near(moved, lower)));
        };
        let spoil = Spoil { given: &spoil, ..NOTHING };
        certificates(&game, &spoil).iter().try_for_each(|(certificate, files)| agrees(certificate, files))
    };
    holds(64, &ties, law);
}

/// So many rounds that enclosures decide, not rationals: what they record is as tight, and as wide, as the checker asks.
#[test]
fn the_checker_agrees_with_enclosures_of_long_runs() {
    const ROUNDS: usize = 8000;
    let layout = Layout::new(Game::Lagrangian, 3);
    let mut trace = Trace::with_capacity(layout.clone(), ROUNDS);
    let (mut round, mut generator) = (Round::new(&layout), ChaCha8Rng::seed_from_u64(18));
    for _ in 0..ROUNDS {
        round.objective = Enclosure::point(generator.random());
        round.constraints.iter_mut().for_each(|g| *g = Enclosure::point(generator.random::<f64>() - 0.25));
        round.lambda.iter_mut().for_each(|x| *x = generator.random());
        trace.push(&round).expect("the round fits");
    }
    for exponent in EXPONENTS {
        let given = Given {
            radius: Some(2.0),
            norm: Some(Norm::new(exponent).expect("at least 1")),
            lower_bound: Some(LowerBound::declared(0.25)),
            margin: Some(GivenMargin { value: 0.5, point: None, objective: Some(Enclosure::point(1.0)) }),
            objective_range: Some(GivenRange { value: 1.0, enclosed: false }),
            ..Given::default()
        };
        let written = files(&trace, |file| Theorem3.certify_trace(file, given)).expect("a certificate");
        assert_eq!(proofs_check(&written), Ok(()), "{exponent}");
    }
}

/// What is true whatever the data are has two sides all the same, and each has a formula that can be wrong.
#[test]
fn a_wrong_side_of_an_identity_is_caught() {
    let one = Enclosure::point(1.0);
    let wrong: [&dyn Fn(&mut Claim); 2] = [&|claim| claim.rhs = claim.rhs + one, &|claim| claim.lhs = claim.lhs - one];
    for name in ["suboptimality", "infeasibility", "infeasibility_deviation", "suboptimality_deviation"] {
        for wrong in wrong {
            let spoil = |certificate: &mut Certificate| {
                certificate.claims.iter_mut().filter(|claim| claim.identity && claim.name == name).for_each(wrong);
            };
            catches(256, &game(), |game| law(&game, &Spoil { certificate: &spoil, ..NOTHING }));
        }
    }
}

/// A round with these constraints and multipliers, certified by Theorem 3 and accepted by the checker.
fn one_round(constraints: &[f64], lambda: &[f64], norm: &str, radius: f64, lower: f64) -> Certificate {
    let layout = Layout::new(Game::Lagrangian, lambda.len());
    let mut round = Round::new(&layout);
    round.constraints = constraints.iter().map(|&g| Enclosure::point(g)).collect();
    round.lambda = lambda.to_vec();
    let mut trace = Trace::new(layout);
    trace.push(&round).expect("the round fits");
    let given = Given {
        radius: Some(radius),
        norm: Some(Norm::parse(norm).expect("a norm")),
        lower_bound: Some(LowerBound::declared(lower)),
        margin: Some(GivenMargin { value: 1.0, point: None, objective: None }),
        objective_range: Some(GivenRange { value: 0.0, enclosed: false }),
        ..Given::default()
    };
    let mut kept = None;
    let written = files(&trace, |file| {
        let certificate = Theorem3.certify_trace(file, given)?;
        kept = Some(certificate.clone());
        Ok(certificate)
    });
    assert_eq!(proofs_check(&written.expect("a certificate")), Ok(()), "{norm} {constraints:?} {lambda:?}");
    kept.expect("it was certified")
}

#[test]
fn euclidean_ties_are_decided() {
    let verdict = |certificate: &Certificate, name: &str| certificate.claim(name).map(|claim| claim.verdict);
    // The norm of (3, 4) is the radius, so it is not below it, and nothing may be divided by the difference.
    let tie = one_round(&[1.0, 1.0], &[3.0, 4.0], "2", 5.0, 0.0);
    assert_eq!(verdict(&tie, "norm_below_radius"), Some(Verdict::Violated));
    assert_eq!(verdict(&tie, "infeasibility"), None);
    let above = one_round(&[1.0, 1.0], &[3.0, 4.0], "2", 5.0_f64.next_up(), 0.0);
    assert_eq!(verdict(&above, "norm_below_radius"), Some(Verdict::Holds));
    assert_eq!(verdict(&above, "infeasibility"), Some(Verdict::Holds));
    // The product of two roots is the rational 2, and equal roots cancel: both slacks are 0.
    let equal = one_round(&[1.0, 1.0], &[1.0, 1.0], "2", 2.0, 2.0);
    assert_eq!(verdict(&equal, "infeasibility"), Some(Verdict::Holds));
    assert_eq!(verdict(&one_round(&[1.0, 1.0], &[1.0, 1.0], "2", 1.0, 0.0), "multiplier_norm"), Some(Verdict::Holds));
    let lower = 2.0_f64.next_up();
    assert_eq!(
        verdict(&one_round(&[1.0, 1.0], &[1.0, 1.0], "2", 2.0, lower), "infeasibility"),
        Some(Verdict::Violated)
    );
    // epsilon is 0.
    let epsilon = one_round(&[3.0, 4.0], &[0.0, 0.0], "2", 1.0, 5.0);
    assert!(epsilon.measured("epsilon").expect("all is given").contains(0.0));
    assert_eq!(verdict(&epsilon, "multiplier_norm"), Some(Verdict::Holds));
}

#[test]
fn other_norms_leave_only_ties_open() {
    let verdict = |certificate: &Certificate, name: &str| certificate.claim(name).map(|claim| claim.verdict);
    // 3^3 + 4^3 + 5^3 = 6^3, which enclosures cannot know; one double away they can.
    let at = |radius: f64| one_round(&[1.0, 1.0, 1.0], &[3.0, 4.0, 5.0], "3", radius, 0.0);
    assert_eq!(verdict(&at(6.0), "norm_below_radius"), Some(Verdict::Undecided));
    assert_eq!(verdict(&at(6.0), "infeasibility"), None);
    assert_eq!(verdict(&at(6.0_f64.next_up()), "norm_below_radius"), Some(Verdict::Holds));
    assert_eq!(verdict(&at(6.0_f64.next_up()), "infeasibility"), Some(Verdict::Holds));
    assert_eq!(verdict(&at(6.0_f64.next_down()), "norm_below_radius"), Some(Verdict::Violated));
    // With at most one constraint, or one multiplier that is not 0, every norm is rational.
    for norm in ["1.5", "2", "3", "7.3"] {
        for (constraints, lambda) in [(&[1.0][..], &[2.0][..]), (&[1.0, 1.0], &[0.0, 2.0])] {
            let tie = one_round(constraints, lambda, norm, 2.0, 0.0);
            assert_eq!(verdict(&tie, "norm_below_radius"), Some(Verdict::Violated), "{norm} {lambda:?}");
        }
    }
}
