//! Candidates as tables of doubles: the programs of Lemma 3 and the games of Lemmas 2 and 5.

use super::{DrawnProblem, Instance};
use crate::equilibrium::FiniteGame;
use crate::error::Result;
use crate::game::{Game, Rules};
use crate::numerics::rational::power_of_two;
use crate::problem::TableProblem;
use crate::shrink::Epsilon;
use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::Index;
use std::ops::RangeInclusive;

/// The values of every candidate: objective, constraints and, if it has them, proxies.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The number of constraints.
    pub m: usize,
    /// Whether the constraints are followed by as many proxies.
    pub proxies: bool,
    /// One row per candidate, at least one, all of one length.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// The game on these candidates.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn finite(&self) -> Result<FiniteGame> {
        let mut game = if self.proxies { FiniteGame::with_proxies(self.m) } else { FiniteGame::new(self.m) };
        for row in &self.rows {
            game.push_with_proxies(row[0], &row[1..=self.m], &row[self.m + 1..])?;
        }
        Ok(game)
    }

    /// The problem with these points.
    ///
    /// # Errors
    /// If a number is not finite, or a proxy is below its constraint.
    pub fn problem(&self) -> Result<TableProblem> {
        let part = |from: usize, to: usize| self.rows.iter().map(|row| row[from..to].to_vec()).collect::<Vec<_>>();
        let proxies = self.proxies.then(|| part(self.m + 1, 2 * self.m + 1));
        TableProblem::new("drawn", &part(0, self.m + 1), proxies.as_deref())
    }

    /// What the theta-player of a game sees of a candidate in the place of `(g_0, g_1, .., g_m)`.
    pub fn seen(&self, game: Game, candidate: usize) -> impl Iterator<Item = f64> {
        let skip = if self.proxies && game == Game::ProxyLagrangian { self.m } else { 0 };
        let row = &self.rows[candidate];
        std::iter::once(row[0]).chain(row[1 + skip..=self.m + skip].iter().copied())
    }
}

/// A linear program of Lemma 3.
#[derive(Clone, Debug)]
pub struct DrawnProgram {
    /// The candidates.
    pub table: Table,
    /// What a mixture has to keep.
    pub epsilon: Epsilon,
}

/// A game of Lemma 2 or 5.
#[derive(Clone, Debug)]
pub struct DrawnGame {
    /// The candidates.
    pub table: Table,
    /// The game.
    pub rules: Rules,
}

/// A problem of which Theorem 5 looks for an equilibrium.
#[derive(Clone, Debug)]
pub struct DrawnSearch {
    /// The problem.
    pub problem: DrawnProblem,
    /// The game.
    pub rules: Rules,
    /// How often the oracle may be asked: a search that is cut short has gaps that are not 0.
    pub rounds: usize,
}

/// How many ways there are to draw the numbers of a table; the first half has few bits, the last is any double at all.
const KINDS: u8 = 6;

fn number(kind: u8) -> BoxedStrategy<f64> {
    match kind {
        0 => (-2_i32..3).prop_map(f64::from).boxed(),
        1 => (-64_i32..65).prop_map(|x| f64::from(x) / 16.0).boxed(),
        2 => (-1_i32..2).prop_map(f64::from).boxed(),
        3 => (-1.0..1.0_f64).boxed(),
        4 => (-1.0..1.0_f64, -40_i32..41).prop_map(|(x, power)| x * power_of_two(power)).boxed(),
        _ => (POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO).boxed(),
    }
}

/// Tables with up to `most` candidates: rows that repeat, constant columns, and constraints that nobody keeps among
/// them. Half of those with proxies have them above the constraints.
pub fn tables(most: usize, constraints: RangeInclusive<usize>, proxies: bool) -> BoxedStrategy<Table> {
    drawn(most, constraints, proxies, KINDS).boxed()
}

fn drawn(
    most: usize,
    constraints: RangeInclusive<usize>,
    proxies: bool,
    kinds: u8,
) -> impl Strategy<Value = Table> + use<> {
    (constraints, 0..kinds).prop_flat_map(move |(m, kind)| {
        let proxies = proxies && m > 0;
        let width = 1 + m * (1 + usize::from(proxies));
        let copies = vec((any::<Index>(), any::<Index>()), 0..4);
        let shape = (copies, weighted(0.2, 0..width), 0_u8..4, any::<bool>());
        (vec(vec(number(kind), width), 1..=most), shape).prop_map(move |(rows, (copies, constant, side, above))| {
            let mut table = Table { m, proxies, rows };
            table.shape(&copies, constant, side);
            if above && proxies {
                table.lift();
            }
            table
        })
    })
}

impl Table {
    /// Repeats rows, makes a column constant, and decides who keeps the constraints: some, none, or the first at least.
    fn shape(&mut self, copies: &[(Index, Index)], constant: Option<usize>, side: u8) {
        let count = self.rows.len();
        for (from, to) in copies {
            let row = self.rows[from.index(count)].clone();
            self.rows[to.index(count)] = row;
        }
        if let Some(k) = constant {
            let value = self.rows[0][k];
            self.rows.iter_mut().for_each(|row| row[k] = value);
        }
        match side {
            0 => self.rows.iter_mut().for_each(|row| row[1..].iter_mut().for_each(|x| *x = x.abs())),
            1 => self.rows[0][1..].iter_mut().for_each(|x| *x = -x.abs()),
            _ => {}
        }
    }

    /// Makes every proxy at least its constraint.
    fn lift(&mut self) {
        for row in &mut self.rows {
            let (own, proxies) = row.split_at_mut(self.m + 1);
            proxies.iter_mut().zip(&own[1..]).for_each(|(proxy, own)| *proxy = proxy.max(*own));
        }
    }
}

/// Many constraints that are linear functions of points in a small space: their rank is low, so all of it is degenerate.
fn linear_tables() -> impl Strategy<Value = Table> {
    (1_usize..4).prop_flat_map(|dimension| {
        let functions = vec(vec(-3_i32..4, dimension + 1), 2..=201);
        (vec(vec(-8_i32..9, dimension), 1..=40), functions).prop_map(|(points, functions)| {
            let value = |point: &[i32], function: &[i32]| {
                let (constant, slopes) = function.split_first().expect("it has a constant");
                f64::from(slopes.iter().zip(point).fold(*constant, |sum, (a, x)| sum + a * x))
            };
            let row = |point: &Vec<i32>| functions.iter().map(|function| value(point, function)).collect();
            Table { m: functions.len() - 1, proxies: false, rows: points.iter().map(row).collect() }
        })
    })
}

/// What to ask of a program: the least epsilon, or one that is given.
pub fn epsilon() -> BoxedStrategy<Epsilon> {
    let given = (0_i32..12, 1_u32..9).prop_map(|(top, bottom)| Epsilon::Given(RBig::from(top) / RBig::from(bottom)));
    prop_oneof![3 => Just(Epsilon::Minimal), 2 => given].boxed()
}

/// A radius: nothing, little, much.
pub fn radius() -> BoxedStrategy<f64> {
    prop_oneof![Just(0.0), Just(0.25), Just(1.0), Just(7.5), Just(1e6), 0.0..10.0_f64].boxed()
}

fn rules(game: Game) -> BoxedStrategy<Rules> {
    radius().prop_map(move |radius| Rules::new(game, radius)).boxed()
}

/// For Lemma 3: small programs, of which the answer can be enumerated, and some with hundreds of rows or constraints.
pub fn programs() -> BoxedStrategy<Instance> {
    let table = prop_oneof![
        20 => tables(8, 0..=3, false),
        8 => tables(40, 0..=6, false),
        2 => tables(300, 0..=12, false),
        1 => linear_tables(),
    ];
    (table, epsilon()).prop_map(|(table, epsilon)| Instance::Program(DrawnProgram { table, epsilon })).boxed()
}

/// For Lemmas 2 and 5.
pub fn finite_games(game: Game) -> BoxedStrategy<Instance> {
    let table = prop_oneof![tables(16, 0..=4, false), tables(16, 0..=4, game == Game::ProxyLagrangian)];
    (table, rules(game)).prop_map(|(table, rules)| Instance::Game(DrawnGame { table, rules })).boxed()
}

/// For Theorem 5: points that are given, and problems that are drawn elsewhere.
pub fn searches(problems: BoxedStrategy<DrawnProblem>) -> BoxedStrategy<Instance> {
    let table = |proxies| drawn(16, 0..=4, proxies, KINDS - 1);
    let finite = prop_oneof![table(false), table(true)].prop_map(|mut table| {
        if table.proxies {
            table.lift();
        }
        DrawnProblem::new(table.problem().expect("the numbers are finite and the proxies above the constraints"))
    });
    let rules = prop_oneof![rules(Game::Lagrangian), rules(Game::ProxyLagrangian)];
    (prop_oneof![finite.boxed(), problems], rules, 1_usize..13)
        .prop_map(|(problem, rules, rounds)| Instance::Search(DrawnSearch { problem, rules, rounds }))
        .boxed()
}
