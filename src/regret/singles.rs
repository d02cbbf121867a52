//! What single rounds do, beside the mixture of all: the last one, the best and the worst one, how many violate something,
//! and the means over the last tenth and the last half.
//!
//! Theorems speak of mixtures, and people ship a model. Values are the recorded ones, of enclosures the upper ends; the
//! violation of a round is `max(0, g_1, .., g_m)`.

use super::arithmetic::Fast;
use super::columns::Columns;
use crate::game::Game;
use crate::numerics::product::BLOCK;
use crate::numerics::{EnclosedSum, Enclosure, ExactSum};
use crate::trace::{Layout, Rounds, Trace, Values};
use std::collections::VecDeque;

/// Segments of rounds that are kept, at most, and numbers in all of them together: so many, however long a run is.
const MOST_SEGMENTS: usize = 2048;
const MOST_NUMBERS: usize = 1 << 21;

/// What one round does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Single {
    /// Its number, counted from 0.
    pub round: usize,
    /// Its objective.
    pub objective: f64,
    /// `max(0, g_1, .., g_m)`.
    pub violation: f64,
}

impl Single {
    /// Whether it is the better choice: one that keeps all constraints before one that does not, then the smaller
    /// objective; of those that violate something the least violation, then the smaller objective.
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.violation, self.objective) < (other.violation, other.objective)
    }
}

/// The means over the last rounds; in the proxy game weighed by `lambda_0`, as in the mixture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// The first round, counted from 0.
    pub first: usize,
    /// At least the mean objective.
    pub objective: f64,
    /// At least `max(0, E[g_1], .., E[g_m])`.
    pub violation: f64,
}

/// What was seen of the rounds of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Singles {
    /// How many rounds there are.
    pub rounds: usize,
    /// How many of them violate a constraint.
    pub violating: usize,
    /// The last one.
    pub last: Single,
    /// The best one, as [`Single::is_better_than`] says.
    pub best: Single,
    /// The one with the largest violation; of several the first.
    pub worst: Single,
    /// The best one among those that were named, if any were.
    pub best_named: Option<Single>,
    /// The means over the last tenth and the last half, where these have a weight.
    pub tails: [Option<Tail>; 2],
    /// Whether some value is an enclosure of more than one number, of which the upper end was taken.
    pub rounded_up: bool,
}

/// Looks at rounds, block by block.
pub struct SinglesOfRounds<'a> {
    /// Rounds among which the best is asked for, in order.
    named: &'a [usize],
    rounds: usize,
    violating: usize,
    found: Option<[Single; 3]>,
    best_named: Option<Single>,
    rounded_up: bool,
    /// Made for the columns of the first block.
    segments: Option<Segments>,
}

impl<'a> SinglesOfRounds<'a> {
    /// Nothing seen yet; the best is asked for among the rounds of these numbers too, which must be in order.
    pub fn new(named: &'a [usize]) -> Self {
        Self { named, rounds: 0, violating: 0, found: None, best_named: None, rounded_up: false, segments: None }
    }

    /// Looks at the next rounds.
    pub fn look(&mut self, block: &Trace) {
        for t in 0..block.rounds() {
            let constraints = block.constraints().row_hi(t);
            let violation = constraints.iter().fold(0.0, |most: f64, &g| most.max(g));
            let single = Single { round: self.rounds, objective: block.objective().row_hi(t)[0], violation };
            self.violating += usize::from(violation > 0.0);
            let [last, best, worst] = self.found.get_or_insert([single; 3]);
            *last = single;
            if single.is_better_than(best) {
                *best = single;
            }
            if single.violation > worst.violation {
                *worst = single;
            }
            if self.named.first() == Some(&self.rounds) {
                self.named = &self.named[1..];
                if self.best_named.is_none_or(|best| single.is_better_than(&best)) {
                    self.best_named = Some(single);
                }
            }
            self.rounds += 1;
        }
        let wide = |values: &Values| !values.is_exact() && values.lo() != values.hi();
        self.rounded_up |= wide(block.objective()) || wide(block.constraints());
        self.segments.get_or_insert_with(|| Segments::new(block.layout())).look(block);
    }

    /// What was seen; nothing of no rounds.
    pub fn finish(self) -> Option<Singles> {
        let Self { rounds, violating, found, best_named, rounded_up, segments, .. } = self;
        let [last, best, worst] = found?;
        let mut segments = segments?;
        segments.close();
        let tails = [10, 2].map(|part| segments.tail(rounds, rounds.div_ceil(part)));
        Some(Singles { rounds, violating, last, best, worst, best_named, tails, rounded_up })
    }
}

/// Sums over stretches of rounds, all of one length but for the last; when they are too many, each two become one. So a
/// tail is exact while the run is short, and begins within a thousandth of the run of where it should when it is long.
struct Segments {
    proxy: bool,
    m: usize,
    enclosed: [bool; 2],
    most: usize,
    length: usize,
    sums: VecDeque<Segment>,
    current: Option<Current>,
}

struct Segment {
    rounds: usize,
    weight: Enclosure,
    /// The objective, then the constraints.
    values: Vec<Enclosure>,
}

struct Current {
    rounds: usize,
    weight: EnclosedSum,
    objective: Columns<Fast>,
    constraints: Columns<Fast>,
}

impl Segments {
    fn new(layout: &Layout) -> Self {
        let m = layout.num_constraints();
        Self {
            proxy: layout.game() == Game::ProxyLagrangian,
            m,
            enclosed: [layout.is_enclosed(0), (1..=m).any(|value| layout.is_enclosed(value))],
            most: (MOST_NUMBERS / (m + 1)).clamp(32, MOST_SEGMENTS),
            length: 1,
            sums: VecDeque::new(),
            current: None,
        }
    }

    fn look(&mut self, block: &Trace) {
        let mut from = 0;
        while self.length == 1 && from < block.rounds() {
            let weight = Enclosure::point(if self.proxy { block.lambda(from)[0] } else { 1.0 });
            let constraints = (0..self.m).map(|i| block.constraints().get(from, i));
            let values = std::iter::once(block.objective().get(from, 0)).chain(constraints);
            let values = values.map(|value| weight * value).collect();
            self.push(Segment { rounds: 1, weight, values });
            from += 1;
        }
        while from < block.rounds() {
            let current = self.current.get_or_insert_with(|| Current {
                rounds: 0,
                weight: EnclosedSum::new(),
                objective: Columns::new(1, 1, self.enclosed[0]),
                constraints: Columns::new(1, self.m, self.enclosed[1]),
            });
            let to = (from + (self.length - current.rounds).min(BLOCK)).min(block.rounds());
            let weight = |t: usize| if self.proxy { block.lambda(t)[0] } else { 1.0 };
            let weights: Vec<f64> = (from..to).map(weight).collect();
            current.weight.add_products(&weights, &[1.0; BLOCK][..weights.len()]);
            current.objective.push(&weights, block.objective(), from, to);
            current.constraints.push(&weights, block.constraints(), from, to);
            current.rounds += to - from;
            from = to;
            if current.rounds == self.length {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        let Some(mut current) = self.current.take() else { return };
        let values = current.objective.sums().into_iter().chain(current.constraints.sums()).collect();
        self.push(Segment { rounds: current.rounds, weight: current.weight.enclose(), values });
    }

    fn push(&mut self, segment: Segment) {
        self.sums.push_back(segment);
        if self.sums.len() == self.most {
            let mut merged = VecDeque::with_capacity(self.most);
            while let Some(mut first) = self.sums.pop_front() {
                if let Some(second) = self.sums.pop_front() {
                    first.add(&second);
                }
                merged.push_back(first);
            }
            self.sums = merged;
            self.length *= 2;
        }
    }

    /// The means over at least that many of the last rounds, if they have a weight.
    fn tail(&self, rounds: usize, wanted: usize) -> Option<Tail> {
        let (mut count, mut seen) = (0, 0);
        for segment in self.sums.iter().rev() {
            if count < wanted {
                count += segment.rounds;
                seen += 1;
            }
        }
        // Of ends that are summed exactly nothing is lost: the mean of what a double holds is itself.
        // A sum beyond the largest double is not known, and its tail is left out.
        let total = |of: &dyn Fn(&Segment) -> Enclosure| {
            let (mut lo, mut hi) = (ExactSum::new(), ExactSum::new());
            for sum in self.sums.iter().rev().take(seen).map(of) {
                if !sum.is_finite() {
                    return None;
                }
                lo.add(sum.lo());
                hi.add(sum.hi());
            }
            Some(Enclosure::new(lo.enclose().lo(), hi.enclose().hi()))
        };
        let weight = total(&|segment| segment.weight)?;
        let mean = |k: usize| total(&|segment| segment.values[k])?.divide(weight).ok().map(Enclosure::hi);
        let means = (0..=self.m).map(mean).collect::<Option<Vec<f64>>>()?;
        let violation = means[1..].iter().fold(0.0, |most: f64, &mean| most.max(mean));
        Some(Tail { first: rounds - count, objective: means[0], violation })
    }
}

impl Segment {
    fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.weight = self.weight + other.weight;
        self.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum = *sum + *value);
    }
}

/// Rounds that somebody watches while they are read for the first time.
pub struct Watched<'a> {
    rounds: &'a mut dyn Rounds,
    watch: Option<&'a mut dyn FnMut(&Trace)>,
}

impl<'a> Watched<'a> {
    /// `watch` sees each block of the first pass.
    pub fn new(rounds: &'a mut dyn Rounds, watch: &'a mut dyn FnMut(&Trace)) -> Self {
        Self { rounds, watch: Some(watch) }
    }
}

impl Rounds for Watched<'_> {
    fn layout(&self) -> &Layout {
        self.rounds.layout()
    }

    fn pass(&mut self, visit: &mut dyn FnMut(&Trace) -> crate::error::Result<()>) -> crate::error::Result<()> {
        let mut watch = self.watch.take();
        self.rounds.pass(&mut |block| {
            if let Some(watch) = &mut watch {
                watch(block);
            }
            visit(block)
        })
    }
}
