//! Random games, with ties, duplicates and constant rows among them.

use crate::common::any_double;
use proptest::prelude::*;
use referee::equilibrium::FiniteGame;

/// The values of every candidate: objective, constraints and, if the game has them, proxies.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) m: usize,
    pub(crate) proxies: bool,
    pub(crate) rows: Vec<Vec<f64>>,
}

impl Game {
    pub(crate) fn finite(&self) -> FiniteGame {
        let m = self.m;
        let mut game = if self.proxies { FiniteGame::with_proxies(m) } else { FiniteGame::new(m) };
        for row in &self.rows {
            let pushed = if self.proxies {
                game.push_with_proxies(row[0], &row[1..=m], &row[m + 1..])
            } else {
                game.push(row[0], &row[1..])
            };
            pushed.expect("finite numbers");
        }
        game
    }

    /// What the theta-player of the proxy game pays for candidate `j` when the lambda-player plays action `i`.
    pub(crate) fn cost(&self, i: usize, j: usize) -> f64 {
        let at = if i > 0 && self.proxies { self.m + i } else { i };
        self.rows[j][at]
    }
}

/// One number: whole (ties), dyadic with few bits, with all its bits, or of an extreme size.
fn number(kind: u8) -> BoxedStrategy<f64> {
    match kind {
        0 => (-2_i32..3).prop_map(f64::from).boxed(),
        1 => (-64_i32..65).prop_map(|x| f64::from(x) / 16.0).boxed(),
        2 => (-1.0..1.0_f64).boxed(),
        3 => prop_oneof![Just(0.0), Just(1.0), Just(-1.0)].boxed(),
        _ => any_double().boxed(),
    }
}

/// Games with up to `most` candidates, some of them repeated, and up to four constraints, some of them constant.
pub(crate) fn games(most: usize) -> impl Strategy<Value = Game> {
    (1..=most, 0_usize..5, 0_u8..5, any::<bool>()).prop_flat_map(|(count, m, kind, proxies)| {
        let proxies = proxies && m > 0;
        let width = 1 + m * (1 + usize::from(proxies));
        let rows = prop::collection::vec(prop::collection::vec(number(kind), width), count);
        let copies = prop::collection::vec((0..count, 0..count), 0..4);
        (rows, copies, prop::option::weighted(0.2, 0..width)).prop_map(move |(mut rows, copies, constant)| {
            for (from, to) in copies {
                let row = rows[from].clone();
                rows[to] = row;
            }
            if let Some(k) = constant {
                let value = rows[0][k];
                for row in &mut rows {
                    row[k] = value;
                }
            }
            Game { m, proxies, rows }
        })
    })
}

/// A radius: nothing, little, much.
pub(crate) fn radius() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(0.25), Just(1.0), Just(7.5), Just(1e6), 0.0..10.0_f64]
}
