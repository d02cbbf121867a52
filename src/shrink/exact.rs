//! The simplex method in exact arithmetic, started where doubles ended.
//!
//! If the basis found in doubles is optimal this is one solution of its system and one pass over the candidates; if
//! not, exact pivots repair it. The entering column is the most promising one as long as the cost falls, and the first
//! one (Bland's rule) after a few pivots that did not move: so the method ends, whatever the ties.

use super::Candidates;
use super::basis::{Basis, Column, Coordinates, Dual, Factored, Level, Program};
use super::candidates::PANEL;
use super::dyadic::{Dyadic, dot, quotient, sign_of};
use super::linear::Matrix;
use super::passes::by_blocks;
use super::pricing::Screen;
use super::scan::Scan;
use super::sifting::Proposal;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::num::NonZeroUsize;

/// Pivots without progress before the choice of the entering column becomes careful.
const PATIENCE: usize = 12;

/// An optimal basis with its numbers.
pub(super) struct Optimum {
    pub(super) basis: Basis,
    pub(super) values: Coordinates,
    /// Of the last level that was minimised.
    pub(super) dual: Dual,
    /// Of the excess, if its minimum is positive.
    pub(super) excess: Option<Dual>,
}

/// The method and its state.
pub(super) struct Simplex<'a> {
    program: Program<'a>,
    basis: Basis,
    /// Passes in doubles over the prices of the excess and of the objective.
    screens: [Option<Screen>; 2],
    threads: NonZeroUsize,
    /// The matrix and the values of the basis, if they are known.
    known: Option<(Matrix, Coordinates)>,
    /// Whether the excess may enter while the objective is minimised.
    penalized: bool,
    /// Exact pivots made.
    pub(super) pivots: usize,
}

impl<'a> Simplex<'a> {
    /// Starts at a basis that somebody proposes, or at a single candidate if that is none.
    pub(super) fn new(
        candidates: &'a Candidates,
        epsilon: RBig,
        proposed: Option<Proposal>,
        threads: NonZeroUsize,
    ) -> Self {
        let program = Program { candidates, epsilon, penalty: 0.0, artificial: Vec::new() };
        let (basis, screens) = match proposed {
            None => (None, [None, None]),
            Some(Proposal { basis, screens, .. }) => (Some(basis), screens),
        };
        let mut known = None;
        let usable = basis.filter(|basis| {
            let factored = Factored::new(&program, basis);
            let values = factored.values();
            known = values.map(|values| (factored.into_matrix(), values));
            known.is_some()
        });
        let basis = usable.unwrap_or_else(|| program.single());
        Self { program, basis, screens, threads, known, penalized: false, pivots: 0 }
    }

    /// Minimises the excess. If that ends above 0 and `on_the_face` is false, stops there; otherwise goes on to the
    /// least objective among the points of least excess.
    pub(super) fn minimize(mut self, on_the_face: bool) -> (Optimum, usize) {
        self.make_feasible();
        let mut excess = None;
        if self.basis.structural.contains(&Column::Excess) {
            let dual = self.improve(Level::Excess, None);
            if let Some(j) = self.basis.position(Column::Excess) {
                let (_, values) = self.known.as_ref().expect("an optimal basis is known");
                if sign_of(&values.structural[j]) == Ordering::Greater {
                    if !on_the_face {
                        return self.ended(dual.clone(), Some(dual));
                    }
                    excess = Some(dual);
                } else {
                    self.expel(Column::Excess, &dual);
                }
            }
        }
        let dual = self.improve(Level::Objective, excess.as_ref());
        let dual = match &excess {
            Some(excess) => self.dual_without_excess(&dual, excess),
            None => dual,
        };
        self.ended(dual, excess)
    }

    fn ended(self, dual: Dual, excess: Option<Dual>) -> (Optimum, usize) {
        let (_, values) = self.known.expect("an optimal basis is known");
        (Optimum { basis: self.basis, values, dual, excess }, self.pivots)
    }

    /// Minimises the objective plus `penalty >= 0` times the excess, which is then a variable like any other.
    pub(super) fn minimize_penalized(mut self, penalty: f64) -> Optimum {
        self.program.penalty = penalty;
        self.penalized = true;
        self.screens = [None, None]; // their prices are those of another program
        self.make_feasible();
        let dual = self.improve(Level::Objective, None);
        self.ended(dual, None).0
    }

    /// If some basic variables are negative, brings in an artificial one that lifts them to 0 and minimises it.
    fn make_feasible(&mut self) {
        let (matrix, values) = self.known.take().unwrap_or_else(|| solve(&self.program, &self.basis));
        let mut negative = Vec::new();
        // The artificial variable takes the place of the most negative one.
        let mut worst: Option<(Column, Dyadic)> = None;
        for (column, value) in values.with_columns(&self.basis) {
            if value.sign() == Ordering::Less {
                negative.push(column);
                if worst.as_ref().is_none_or(|(_, least)| value.minus(least).sign() == Ordering::Less) {
                    worst = Some((column, value));
                }
            }
        }
        let Some((worst, _)) = worst else {
            self.known = Some((matrix, values));
            return;
        };
        self.program.set_artificial(&negative);
        self.basis.exchange(Column::Artificial, worst);
        let dual = self.improve(Level::Artificial, None);
        if self.basis.structural.contains(&Column::Artificial) {
            self.expel(Column::Artificial, &dual); // it is 0, because the program with excess has solutions
        }
    }

    /// Takes a variable out of the basis that is 0 and alone has a cost: any column with a reduced cost other than 0
    /// may take its place, without any value changing.
    fn expel(&mut self, leaving: Column, dual: &Dual) {
        let slack = dual.multipliers.iter().find(|(_, u)| !u.is_zero()).map(|(i, _)| Column::Slack(*i));
        let candidates = self.program.candidates;
        let candidate = || {
            let found = (0..candidates.len()).find(|&t| dual.reduced(candidates, t).sign() != Ordering::Equal);
            Column::Candidate(found.expect("a basic variable with a cost is moved by some column"))
        };
        self.basis.exchange(slack.unwrap_or_else(candidate), leaving);
        self.known = None;
        self.pivots += 1;
    }

    /// Minimises a cost, if given only over the face on which the `face`'s reduced costs are 0. Ends early when the
    /// variable that has the cost leaves the basis. The basis is known then.
    fn improve(&mut self, level: Level, face: Option<&Dual>) -> Dual {
        let mut idle = 0;
        loop {
            let (matrix, values) = self.known.take().unwrap_or_else(|| solve(&self.program, &self.basis));
            let factored = Factored::again(&self.program, &self.basis, matrix);
            let dual = factored.dual(level).expect("pivots lead from basis to basis");
            let costly = match level {
                Level::Artificial => Some(Column::Artificial),
                Level::Excess => Some(Column::Excess),
                Level::Objective => None,
            };
            let gone = costly.is_some_and(|column| !self.basis.structural.contains(&column));
            let chosen = if gone { None } else { self.entering(&dual, face, idle > PATIENCE) };
            let Some(entering) = chosen else {
                self.known = Some((factored.into_matrix(), values));
                return dual;
            };
            let direction = factored.coordinates(entering);
            let leaving = leaving(&self.basis, &values, &direction);
            let (column, value) = leaving.expect("costs are bounded below, so every direction ends somewhere");
            idle = if value.sign() == Ordering::Equal { idle + 1 } else { 0 };
            self.basis.exchange(entering, column);
            self.pivots += 1;
        }
    }

    /// A column with a negative reduced cost: the first one if `careful`, else the one that looks best.
    fn entering(&self, dual: &Dual, face: Option<&Dual>, careful: bool) -> Option<Column> {
        let mut best: Option<(Column, f64)> = None;
        let candidates = self.program.candidates;
        let mut look = |column: Column, price: f64| {
            if best.is_none_or(|(_, least)| price < least) {
                best = Some((column, price));
            }
            careful
        };
        let excess = self.basis.structural.contains(&Column::Excess);
        let penalized = dual.level == Level::Objective && self.penalized;
        if !excess && (dual.level == Level::Artificial || penalized) {
            let cost = if penalized { self.program.penalty } else { 0.0 };
            let reduced = dot([(&dual.denominator, cost), (&dual.sum(), -1.0)].into_iter());
            let price = cost - quotient(&dual.sum(), &dual.denominator);
            if reduced.sign() == Ordering::Less && look(Column::Excess, price) {
                return Some(Column::Excess); // the first in the order of Bland's rule
            }
        }
        let on_face = |t: usize| face.is_none_or(|face| face.reduced(candidates, t).sign() == Ordering::Equal);
        let done =
            self.scan(&self.basis, dual, face).negative(|t, price| on_face(t) && look(Column::Candidate(t), price));
        if done {
            return best.map(|(column, _)| column);
        }
        let free = |i: usize| face.is_none_or(|face| face.multipliers.iter().all(|(k, u)| *k != i || u.is_zero()));
        for (i, u) in &dual.multipliers {
            if sign_of(u) == Ordering::Less && free(*i) && look(Column::Slack(*i), quotient(u, &dual.denominator)) {
                break;
            }
        }
        best.map(|(column, _)| column)
    }

    fn scan<'b>(&'b self, basis: &'b Basis, dual: &'b Dual, face: Option<&'b Dual>) -> Scan<'b> {
        Scan { candidates: self.program.candidates, basis, dual, face, screens: &self.screens, threads: self.threads }
    }

    /// Multipliers at the least epsilon. The basis contains the excess, so its multipliers are those of the face.
    /// Adding a multiple of the excess's multipliers makes them those of the whole program: with the right multiple one
    /// column that is not on the face has reduced cost 0, and takes the place of the excess.
    fn dual_without_excess(&self, dual: &Dual, excess: &Dual) -> Dual {
        let ratio = |on: &IBig, off: &IBig| -quotient(on, &dual.denominator) / quotient(off, &excess.denominator);
        let (mut column, mut largest) = (None, f64::NEG_INFINITY);
        for (i, off) in excess.multipliers.iter().filter(|(_, u)| !u.is_zero()) {
            // Off the face the row is still active, whatever pivots the face has seen.
            let (_, on) = dual.multipliers.iter().find(|(k, _)| k == i).expect("a row off the face stays active");
            if column.is_none() || ratio(on, off) > largest {
                (column, largest) = (Some(Column::Slack(*i)), ratio(on, off));
            }
        }
        let candidates = self.program.candidates;
        let (price, off) = (dual.price(), excess.price());
        let of_blocks = by_blocks(candidates, self.threads, |block| {
            let mut best = (column, largest);
            let (mut prices, mut offs) = ([0.0; PANEL], [0.0; PANEL]);
            for panel in block.map(|number| candidates.panel(number)) {
                price.over(&panel, &mut prices);
                off.over(&panel, &mut offs);
                let radius = off.radius(&panel);
                for (j, (price, off)) in prices.iter().zip(&offs).enumerate().take(panel.len) {
                    if *off > radius && -price / off > best.1 {
                        best = (Some(Column::Candidate(panel.first + j)), -price / off);
                    }
                }
            }
            best
        });
        for best in of_blocks {
            if best.1 > largest {
                (column, largest) = best;
            }
        }
        // The multipliers of the excess sum to 1, so some slack is off the face.
        let mut column = column.expect("some slack is off the face");
        loop {
            let mut basis = self.basis.clone();
            basis.exchange(column, Column::Excess);
            let raised = match column {
                Column::Candidate(t) => {
                    dual.raised(excess, &dual.reduced(candidates, t), &excess.reduced(candidates, t))
                }
                Column::Slack(i) => dual.raised(excess, &dual.of(i), &excess.of(i)),
                Column::Excess | Column::Artificial => unreachable!("neither moves the excess"),
            };
            // A column that is still negative asks for a larger multiple. There are finitely many.
            let negative = raised.multipliers.iter().find(|(_, u)| sign_of(u) == Ordering::Less);
            let mut next = negative.map(|(i, _)| (Column::Slack(*i), f64::NEG_INFINITY));
            if next.is_none() {
                self.scan(&basis, &raised, None).negative(|t, price| {
                    if next.is_none_or(|(_, least)| price < least) {
                        next = Some((Column::Candidate(t), price));
                    }
                    false
                });
            }
            match next {
                Some((found, _)) => column = found,
                None => return raised,
            }
        }
    }
}

/// The matrix of a basis, and the values of its variables.
fn solve(program: &Program<'_>, basis: &Basis) -> (Matrix, Coordinates) {
    let factored = Factored::new(program, basis);
    let values = factored.values().expect("pivots lead from basis to basis");
    (factored.into_matrix(), values)
}

/// The basic variable that reaches 0 first along a direction, with its value: of several the excess or the artificial
/// one, else the first. `None` if none does.
fn leaving(basis: &Basis, values: &Coordinates, direction: &Coordinates) -> Option<(Column, Dyadic)> {
    let mut best: Option<(Column, Dyadic, Dyadic)> = None;
    for ((column, value), (_, slope)) in values.with_columns(basis).into_iter().zip(direction.with_columns(basis)) {
        if slope.sign() != Ordering::Greater {
            continue;
        }
        let better = best.as_ref().is_none_or(|(other, least, steepest)| {
            let order = value.ratio_cmp(&slope, least, steepest);
            order.then_with(|| rank(column).cmp(&rank(*other))) == Ordering::Less
        });
        if better {
            best = Some((column, value, slope));
        }
    }
    best.map(|(column, value, _)| (column, value))
}

/// The order of Bland's rule.
fn rank(column: Column) -> (u8, usize) {
    match column {
        Column::Artificial => (0, 0),
        Column::Excess => (0, 1),
        Column::Candidate(t) => (1, t),
        Column::Slack(i) => (2, i),
    }
}

impl Coordinates {
    /// Every basic variable with its number.
    fn with_columns(&self, basis: &Basis) -> Vec<(Column, Dyadic)> {
        let structural = basis.structural.iter().copied().zip(self.structural.iter().cloned().map(Dyadic::integer));
        structural.chain(self.slacks.iter().map(|(i, value)| (Column::Slack(*i), value.clone()))).collect()
    }
}

impl Basis {
    fn position(&self, column: Column) -> Option<usize> {
        self.structural.iter().position(|&own| own == column)
    }

    /// Puts one column in the place of another.
    fn exchange(&mut self, entering: Column, leaving: Column) {
        match leaving {
            Column::Slack(i) => {
                let place = self.active.partition_point(|&row| row < i);
                self.active.insert(place, i); // its row becomes active
            }
            _ => self.structural.retain(|&column| column != leaving),
        }
        match entering {
            Column::Slack(i) => self.active.retain(|&row| row != i),
            _ => self.structural.push(entering),
        }
    }
}

impl Program<'_> {
    /// The candidate whose worst constraint is least, with the excess if that is above epsilon.
    fn single(&self) -> Basis {
        let worst = |t: usize| {
            let rows = (0..self.candidates.num_constraints()).map(|i| (i, self.candidates.constraint(t, i)));
            rows.max_by(|a, b| a.1.total_cmp(&b.1))
        };
        let value = |t: usize| worst(t).map_or(f64::NEG_INFINITY, |(_, value)| value);
        let t = (0..self.candidates.len()).min_by(|&a, &b| value(a).total_cmp(&value(b))).expect("a candidate");
        match worst(t) {
            Some((i, value)) if RBig::try_from(value).is_ok_and(|value| value > self.epsilon) => {
                Basis { structural: vec![Column::Candidate(t), Column::Excess], active: vec![i] }
            }
            _ => Basis { structural: vec![Column::Candidate(t)], active: Vec::new() },
        }
    }
}
