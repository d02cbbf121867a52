//! Random games on finitely many points, and traces that nobody's algorithm played.

use super::{Outcome, catches, holds};
use proptest::collection::vec;
use proptest::prelude::*;
use referee::certificate::{Certificate, Given, GivenMargin, GivenRange, LowerBound};
use referee::numerics::Enclosure;
use referee::theorems::{lem6_lagrangian_feasibility, thm1_lagrangian, thm2_proxy_lagrangian};
use referee::trace::{GameKind, Layout, Round, Trace};
use referee::verification::Finding;

/// A table of points, and what was played: points and multipliers, drawn at random.
#[derive(Clone, Debug)]
struct Game {
    /// `(g_0, g_1, .., g_m)` of each point.
    points: Vec<Vec<i32>>,
    /// By how much the proxy of each constraint is above it.
    above: Vec<i32>,
    /// Which point, and the multipliers `lambda_0..m`, in eighths.
    rounds: Vec<(prop::sample::Index, Vec<u8>)>,
}

fn game() -> impl Strategy<Value = Game> {
    (0_usize..4).prop_flat_map(|m| {
        let points = vec(vec(-4_i32..5, m + 1), 1..6);
        let rounds = vec((any::<prop::sample::Index>(), vec(0_u8..9, m + 1)), 1..12);
        (points, vec(0_i32..3, m), rounds).prop_map(|(points, above, rounds)| Game { points, above, rounds })
    })
}

impl Game {
    fn constraints(&self) -> usize {
        self.above.len()
    }

    /// `(g_0, h_1, .., h_m)` with the proxies in the proxy game.
    fn seen(&self, point: usize, game: GameKind) -> Vec<f64> {
        let above = |i: usize| if game == GameKind::ProxyLagrangian && i > 0 { self.above[i - 1] } else { 0 };
        self.points[point].iter().enumerate().map(|(i, &value)| f64::from(value + above(i))).collect()
    }

    fn trace(&self, game: GameKind) -> Trace {
        let m = self.constraints();
        let mut layout = Layout::new(game, m);
        if game == GameKind::ProxyLagrangian && m > 0 {
            layout = layout.with_proxies();
        }
        let mut trace = Trace::with_capacity(layout.clone(), self.rounds.len());
        for (index, lambda) in &self.rounds {
            let point = index.index(self.points.len());
            let mut round = Round::new(&layout);
            let values = self.seen(point, GameKind::Lagrangian);
            round.objective = Enclosure::point(values[0]);
            round.constraints = values[1..].iter().map(|&value| Enclosure::point(value)).collect();
            if game == GameKind::ProxyLagrangian && m > 0 {
                round.proxies = self.seen(point, game)[1..].iter().map(|&value| Enclosure::point(value)).collect();
            }
            let first = usize::from(game == GameKind::Lagrangian);
            round.lambda = lambda[first..].iter().map(|&eighths| f64::from(eighths) / 8.0).collect();
            trace.push(&round).expect("the round fits");
        }
        trace
    }

    /// The exact infimum at the mean multipliers, rounded down to a double.
    fn lower(&self, game: GameKind) -> f64 {
        let count = self.rounds.len() as f64;
        let weight = |i: usize| {
            let eighths: u32 = self.rounds.iter().map(|(_, lambda)| u32::from(lambda[i])).sum();
            if i == 0 && game == GameKind::Lagrangian { 8.0 * count } else { f64::from(eighths) }
        };
        let loss = |point: usize| -> f64 {
            // Small whole numbers: exact.
            self.seen(point, game).iter().enumerate().map(|(i, value)| weight(i) * value).sum()
        };
        let least = (0..self.points.len()).map(loss).fold(f64::INFINITY, f64::min);
        (Enclosure::point(least).divide(Enclosure::point(8.0 * count)).expect("some rounds")).lo()
    }

    fn given(&self, game: GameKind) -> Given {
        let objectives: Vec<i32> = self.points.iter().map(|point| point[0]).collect();
        let range = objectives.iter().max().unwrap_or(&0) - objectives.iter().min().unwrap_or(&0);
        let slack = |point: usize| self.seen(point, game)[1..].iter().fold(f64::INFINITY, |least, g| least.min(-g));
        let best = (0..self.points.len()).max_by(|&a, &b| slack(a).total_cmp(&slack(b))).expect("some points");
        let margin = Some(slack(best)).filter(|slack| slack.is_finite() && *slack > 0.0);
        Given {
            radius: (game == GameKind::Lagrangian).then_some(4.0),
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

    fn certificates(&self, spoil: fn(&mut Given)) -> Vec<Certificate> {
        let mut certificates = Vec::new();
        for game in [GameKind::Lagrangian, GameKind::ProxyLagrangian] {
            let trace = self.trace(game);
            let mut given = self.given(game);
            spoil(&mut given);
            match game {
                GameKind::Lagrangian => {
                    certificates.push(thm1_lagrangian::certify(&mut &trace, given.clone()));
                    certificates.push(lem6_lagrangian_feasibility::certify(&mut &trace, given));
                }
                GameKind::ProxyLagrangian => certificates.push(thm2_proxy_lagrangian::certify(&mut &trace, given)),
            }
        }
        certificates.into_iter().map(|certificate| certificate.expect("a certificate")).collect()
    }
}

/// Whatever was played: if what is given is true, no conclusion is violated, and every hypothesis is decided.
fn law(game: &Game, spoil: fn(&mut Given)) -> Outcome {
    for certificate in game.certificates(spoil) {
        let finding = Finding::of(&certificate);
        prop_assert!(finding.wrong.is_empty(), "{}: {:?}", certificate.statement, finding.wrong);
        prop_assert_eq!(finding.conclusions[1], 0, "exact data leave nothing undecided");
        let possible = certificate.claim("lower_bound_possible");
        prop_assert!(possible.is_none_or(|claim| claim.verdict == referee::certificate::Verdict::Holds));
    }
    Ok(())
}

#[test]
fn implication_on_random_games_and_random_play() {
    holds(&game(), |game| law(&game, |_| ()), |_| String::new());
}

#[test]
fn a_lower_bound_above_the_infimum_is_caught() {
    catches(&game(), |game| {
        law(&game, |given| given.lower_bound = given.lower().map(|lower| LowerBound::declared(lower + 1.0)))
    });
}

#[test]
fn a_margin_that_is_not_there_is_caught() {
    catches(&game(), |game| law(&game, |given| given.margin.iter_mut().for_each(|margin| margin.value *= 64.0)));
}
