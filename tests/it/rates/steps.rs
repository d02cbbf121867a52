//! The hypothesis on steps is decided: an honest step is the printed one, and what is not its neighbour is not.

use crate::common::holds;
use crate::rates::arena::{certify, verdict};
use proptest::prelude::*;
use referee::certificate::{Given, GivenRate, Verdict};
use referee::game::Game;
use referee::numerics::rational::power_of_two;
use referee::numerics::{Enclosure, Number as _};
use referee::players::bounds::{gradient_step_paper, matrix_step_paper};
use referee::players::{formulas, theta_bounds};
use referee::theorems::rates;
use referee::trace::{Layout, Round, Trace};

/// Any significand, and a size at which products, quotients and steps are in the range of doubles.
fn constant() -> impl Strategy<Value = f64> {
    (1023_u64 - 200..1023 + 200, 0_u64..1 << 52).prop_map(|(exponent, bits)| f64::from_bits(exponent << 52 | bits))
}

fn trace(game: Game, constraints: usize, rounds: usize) -> Trace {
    let layout = Layout::new(game, constraints);
    let round = Round::new(&layout);
    let mut trace = Trace::with_capacity(layout, rounds);
    (0..rounds).for_each(|_| trace.push(&round).expect("a round of this trace"));
    trace
}

/// Both players' steps, as they compute them, are the printed ones; off by 2^-47 of their size they are not.
#[test]
fn honest_steps_are_the_printed_ones() {
    let rounds = prop_oneof![Just(1_usize), 2..64_usize, 64..4096_usize];
    let constants = [(); 4].map(|()| constant());
    holds(96, &(constants, rounds, 1..6_usize), |([radius, bound, domain, slopes], rounds, constraints)| {
        for statement in rates().filter(|statement| statement.takes_confidence()) {
            let lagrangian = statement.game() == Some(Game::Lagrangian);
            let step = if lagrangian {
                gradient_step_paper(radius, bound, rounds)
            } else {
                matrix_step_paper(constraints + 1, rounds, bound)
            };
            let theta_step = theta_bounds::paper_step(domain, slopes, rounds);
            let of = |value: f64| statement.takes_subgradients().then_some(value);
            for (factor, expected) in [
                (1.0, Verdict::Holds),
                (1.0 - power_of_two(-47), Verdict::Violated),
                (1.0 + power_of_two(-47), Verdict::Violated),
            ] {
                let rate = GivenRate {
                    step: statement.takes_step().then_some(step * factor),
                    domain_radius: of(domain),
                    subgradient_bound: of(slopes),
                    theta_step: of(theta_step * factor),
                    confidence: Some(0.05),
                    ..GivenRate::new(bound)
                };
                let given = Given { radius: lagrangian.then_some(radius), rate: Some(rate), ..Given::default() };
                let certificate =
                    certify(statement, &trace(statement.game().expect("a game"), constraints, rounds), given);
                prop_assert_eq!(certificate.claim("step").is_some(), statement.takes_step());
                prop_assert_eq!(certificate.claim("theta_step").is_some(), statement.takes_subgradients());
                for name in ["step", "theta_step"] {
                    if certificate.claim(name).is_some() {
                        prop_assert_eq!(verdict(&certificate, name), expected, "{} {}", statement.name(), name);
                    }
                }
            }
        }
        Ok(())
    });
}

/// The same for more rounds and actions than a test can record: what is played is within 2^-49 of all that the printed
/// step may be by its enclosure.
#[test]
fn printed_steps_are_enclosed_tightly() {
    let strategy = ([(); 2].map(|()| constant()), 0..48_u32, any::<u64>(), 1..100_000_usize);
    holds(4096, &strategy, |([radius, bound], bits, draw, constraints)| {
        let rounds = usize::try_from((draw >> (63 - bits)).max(1)).expect("a count");
        let actions = constraints + 1;
        for (printed, played) in [
            (formulas::gradient_paper_step(radius, bound, rounds as u64), gradient_step_paper(radius, bound, rounds)),
            (
                formulas::gradient_paper_step(radius, bound, rounds as u64),
                theta_bounds::paper_step(radius, bound, rounds),
            ),
            (
                formulas::matrix_paper_step(actions as u64, bound, rounds as u64),
                matrix_step_paper(actions, rounds, bound),
            ),
        ] {
            let printed = printed.enclosure();
            let off = (printed - Enclosure::point(played)).abs();
            prop_assert!(off.hi() <= power_of_two(-49) * printed.lo(), "{played} is not {printed}");
        }
        Ok(())
    });
}
