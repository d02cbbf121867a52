//! Random games on finitely many points, and traces that nobody's algorithm played. Every certificate is handed to the
//! independent checker: an identity holds whatever was recorded, so only other formulas can find a wrong one.

use super::{Outcome, catches, holds};
use proptest::collection::vec;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::certificate::{Certificate, Claim, Given, GivenMargin, GivenRange, LowerBound, Verdict};
use referee::game::Game;
use referee::numerics::{Enclosure, Norm};
use referee::testing::certified_run::{Files, files, proofs_check};
use referee::theorems::{Lemma6, Lemma7, Statement, Theorem1, Theorem2, Theorem3, Theorem4};
use referee::trace::{Layout, Round, Trace};
use referee::verification::Finding;

const STATEMENTS: [&dyn Statement; 6] = [&Theorem1, &Theorem3, &Lemma6, &Theorem2, &Theorem4, &Lemma7];

const EXPONENTS: [f64; 6] = [1.0, 1.5, 2.0, 3.0, 7.3, f64::INFINITY];

/// A table of points, and what was played: points and multipliers, drawn at random.
#[derive(Clone, Debug)]
struct DrawnGame {
    /// `(g_0, g_1, .., g_m)` of each point.
    points: Vec<Vec<i32>>,
    /// By how much the proxy of each constraint is above it; where that is negative, it does not dominate.
    above: Vec<i32>,
    /// Which point, and the multipliers `lambda_0..m`, in eighths.
    rounds: Vec<(prop::sample::Index, Vec<u8>)>,
    /// The exponent of the norm of Theorem 3 and Lemma 6.
    exponent: f64,
    /// By how much the recorded values may be off.
    width: f64,
}

fn game() -> impl Strategy<Value = DrawnGame> {
    (0_usize..5).prop_flat_map(|m| {
        let points = vec(vec(-4_i32..5, m + 1), 1..6);
        let rounds = vec((any::<prop::sample::Index>(), vec(0_u8..9, m + 1)), 1..12);
        let exponent = prop::sample::select(EXPONENTS.to_vec());
        let width = prop_oneof![3 => Just(0.0), 1 => Just(0.25)];
        let drawn = (points, vec(-1_i32..3, m), rounds, exponent, width);
        drawn.prop_map(|(points, above, rounds, exponent, width)| DrawnGame { points, above, rounds, exponent, width })
    })
}

impl DrawnGame {
    fn constraints(&self) -> usize {
        self.above.len()
    }

    /// `(g_0, h_1, .., h_m)` with the proxies in the proxy game.
    fn seen(&self, point: usize, game: Game) -> Vec<f64> {
        let above = |i: usize| if game == Game::ProxyLagrangian && i > 0 { self.above[i - 1] } else { 0 };
        self.points[point].iter().enumerate().map(|(i, &value)| f64::from(value + above(i))).collect()
    }

    fn trace(&self, game: Game) -> Trace {
        let m = self.constraints();
        let mut layout = Layout::new(game, m);
        if game == Game::ProxyLagrangian && m > 0 {
            layout = layout.with_proxies();
        }
        if self.width > 0.0 {
            layout = layout.enclose_all();
        }
        let mut trace = Trace::with_capacity(layout.clone(), self.rounds.len());
        for (index, lambda) in &self.rounds {
            let point = index.index(self.points.len());
            let mut round = Round::new(&layout);
            let values = self.seen(point, Game::Lagrangian);
            let around = |value: f64| Enclosure::new(value - self.width, value + self.width);
            round.objective = around(values[0]);
            round.constraints = values[1..].iter().map(|&value| around(value)).collect();
            if game == Game::ProxyLagrangian && m > 0 {
                round.proxies = self.seen(point, game)[1..].iter().map(|&value| around(value)).collect();
            }
            let first = usize::from(game == Game::Lagrangian);
            round.lambda = lambda[first..].iter().map(|&eighths| f64::from(eighths) / 8.0).collect();
            trace.push(&round).expect("the round fits");
        }
        trace
    }

    /// The exact infimum at the mean multipliers, rounded down to a double.
    fn lower(&self, game: Game) -> f64 {
        let count = self.rounds.len() as f64;
        let weight = |i: usize| {
            let eighths: u32 = self.rounds.iter().map(|(_, lambda)| u32::from(lambda[i])).sum();
            if i == 0 && game == Game::Lagrangian { 8.0 * count } else { f64::from(eighths) }
        };
        let loss = |point: usize| -> f64 {
            // Small whole numbers: exact.
            self.seen(point, game).iter().enumerate().map(|(i, value)| weight(i) * value).sum()
        };
        let least = (0..self.points.len()).map(loss).fold(f64::INFINITY, f64::min);
        (Enclosure::point(least).divide(Enclosure::point(8.0 * count)).expect("some rounds")).lo()
    }

    fn given(&self, game: Game) -> Given {
        let objectives: Vec<i32> = self.points.iter().map(|point| point[0]).collect();
        let range = objectives.iter().max().unwrap_or(&0) - objectives.iter().min().unwrap_or(&0);
        let slack = |point: usize| self.seen(point, game)[1..].iter().fold(f64::INFINITY, |least, g| least.min(-g));
        let best = (0..self.points.len()).max_by(|&a, &b| slack(a).total_cmp(&slack(b))).expect("some points");
        let margin = Some(slack(best)).filter(|slack| slack.is_finite() && *slack > 0.0);
        Given {
            radius: (game == Game::Lagrangian).then_some(4.0),
            lower_bound: Some(LowerBound::declared(self.lower(game))),
            margin: margin.map(|value| GivenMargin {
                value,
                point: None,
                objective: Some(Enclosure::point(f64::from(self.points[best][0]))),
            }),
            objective_range: Some(GivenRange { value: f64::from(range), enclosed: false }),
            ..Given::default()
        }
    }

    fn norm(&self) -> Norm {
        Norm::new(self.exponent).expect("at least 1")
    }

    /// The certificate of every statement, with its files, after what is given and what is certified were spoiled.
    fn certificates(&self, spoil: &Spoil<'_>) -> Vec<(Certificate, Files)> {
        let mut found = Vec::new();
        for (place, statement) in STATEMENTS.into_iter().enumerate() {
            let game = statement.game().expect("it is about a game");
            let mut given = self.given(game);
            given.norm = (place == 1 || place == 2).then(|| self.norm());
            (spoil.given)(&mut given);
            let mut kept = None;
            let written = files(&self.trace(game), |file| {
                let mut certificate = statement.certify_trace(file, given)?;
                (spoil.certificate)(&mut certificate);
                kept = Some(certificate.clone());
                Ok(certificate)
            });
            found.push((kept, written.expect("a certificate")));
        }
        found.into_iter().map(|(certificate, files)| (certificate.expect("it was certified"), files)).collect()
    }

    /// The mean multipliers of the constraints, up to a rounding.
    fn mean_multipliers(&self) -> Vec<f64> {
        let mean = |i: usize| {
            let eighths: u32 = self.rounds.iter().map(|(_, lambda)| u32::from(lambda[i])).sum();
            f64::from(eighths) / (8.0 * self.rounds.len() as f64)
        };
        (1..=self.constraints()).map(mean).collect()
    }
}

/// What is done to an honest certificate.
struct Spoil<'a> {
    given: &'a dyn Fn(&mut Given),
    certificate: &'a dyn Fn(&mut Certificate),
}

const NOTHING: Spoil<'_> = Spoil { given: &|_| (), certificate: &|_| () };

/// Whatever was played: if what is given is true, no conclusion is violated, and what exact data leave undecided is a tie
/// at a norm that only enclosures give.
fn law(game: &DrawnGame, spoil: &Spoil<'_>) -> Outcome {
    for (certificate, _) in game.certificates(spoil) {
        let finding = Finding::of(&certificate);
        prop_assert!(finding.wrong.is_empty(), "{}: {:?}", certificate.statement, finding.wrong);
        let norm = certificate.given.norm();
        if game.width == 0.0 && (norm == Norm::Two || norm.is_rational(game.constraints())) {
            prop_assert_eq!(finding.counts().undecided, 0, "exact data leave nothing undecided");
        }
        let possible = certificate.claim("lower_bound_possible").map(|claim| claim.verdict);
        prop_assert!(possible != Some(Verdict::Violated), "the lower bound is one");
        prop_assert!(game.width > 0.0 || possible != Some(Verdict::Undecided), "exact data decide it");
    }
    agreement(game, spoil)
}

/// Whatever was played and whatever is given: the checker derives the same numbers, claims and verdicts.
fn agreement(game: &DrawnGame, spoil: &Spoil<'_>) -> Outcome {
    for (certificate, files) in game.certificates(spoil) {
        let answer = proofs_check(&files);
        prop_assert!(answer.is_ok(), "{}: {:?}\n{}", certificate.statement, answer, files.document);
    }
    Ok(())
}

#[test]
fn implication_on_random_games_and_random_play() {
    holds(&game(), |game| law(&game, &NOTHING), |_| String::new());
}

#[test]
fn a_lower_bound_above_the_infimum_is_caught() {
    let raise = |given: &mut Given| given.lower_bound = given.lower().map(|lower| LowerBound::declared(lower + 1.0));
    catches(&game(), |game| law(&game, &Spoil { given: &raise, ..NOTHING }));
}

#[test]
fn a_margin_that_is_not_there_is_caught() {
    let widen = |given: &mut Given| given.margin.iter_mut().for_each(|margin| margin.value *= 64.0);
    catches(&game(), |game| law(&game, &Spoil { given: &widen, ..NOTHING }));
}

/// Radii next to the norm of the multipliers, and lower bounds next to where epsilon is 0: signs hang on the last bit.
#[test]
fn the_checker_agrees_at_ties_and_next_to_them() {
    let ties = (game(), 0_usize..4, 0_usize..4);
    let law = |(game, radius, lower): (DrawnGame, usize, usize)| {
        let norm = game.norm().norm(&game.mean_multipliers());
        let near = |x: Enclosure, which: usize| [x.lo(), x.hi(), x.hi().next_up(), x.midpoint()][which];
        let spoil = |given: &mut Given| {
            if given.radius.is_none() {
                return;
            }
            // Quotients by the smallest doubles are beyond the largest.
            given.radius = Some(near(norm, radius)).map(|radius| if radius < 1e-300 { 0.0 } else { radius });
            let certificate = Theorem3.certify_trace(&mut &game.trace(Game::Lagrangian), given.clone());
            let epsilon = certificate.expect("a certificate").measured("epsilon").expect("all is given");
            let moved = Enclosure::point(given.lower().expect("it is given")) + epsilon;
            given.lower_bound = Some(LowerBound::declared(near(moved, lower)));
        };
        agreement(&game, &Spoil { given: &spoil, ..NOTHING })
    };
    holds(&ties, law, |_| String::new());
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
            catches(&game(), |game| law(&game, &Spoil { certificate: &spoil, ..NOTHING }));
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
