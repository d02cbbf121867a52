//! Rounds as somebody recorded them, as rounds of a trace: equalities are split.

use super::foreign::value_functions;
use super::{Equalities, Labels, Layout, Round};
use crate::numerics::Enclosure;

/// From rounds as they were recorded to rounds of a trace: an equality becomes two mirrored constraints, and its
/// multiplier the two parts of it.
#[derive(Clone)]
pub(super) struct Split {
    layout: Layout,
    /// For each constraint of the trace the recorded one, and whether it is the second half of an equality.
    halves: Vec<(usize, Half)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Whole,
    Plus,
    Minus,
}

impl Split {
    /// For recorded columns, whose constraints of these numbers (from 0) are equalities.
    pub(super) fn new(recorded: &Layout, equalities: &[usize]) -> Self {
        let mut halves = Vec::new();
        for i in 0..recorded.num_constraints() {
            if equalities.contains(&i) {
                halves.extend([(i, Half::Plus), (i, Half::Minus)]);
            } else {
                halves.push((i, Half::Whole));
            }
        }
        let m = recorded.num_constraints();
        let mut layout = Layout::new(recorded.game(), halves.len()).with_theta(recorded.num_thetas());
        if recorded.has_proxies() {
            layout = layout.with_proxies();
        }
        let enclosed = |group: usize| halves.iter().map(move |(i, _)| recorded.is_enclosed(group + 1 + i));
        let groups = [0, m].into_iter().take(1 + usize::from(recorded.has_proxies()));
        let values = std::iter::once(recorded.is_enclosed(0)).chain(groups.flat_map(enclosed));
        let layout =
            values.enumerate().filter(|(_, enclosed)| *enclosed).fold(layout, |l, (value, _)| l.enclose(value));
        Self { layout, halves }
    }

    /// The columns of the trace.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pairs.
    pub(super) fn equalities(&self) -> Equalities {
        let first = |c: &usize| self.halves[*c].1 == Half::Plus;
        let pairs = (0..self.halves.len()).filter(first).map(|c| (c, c + 1)).collect();
        Equalities::new(pairs).expect("halves stand side by side")
    }

    /// What the functions of the trace are called, by the names of the recorded value columns.
    pub(super) fn labels(&self, recorded: &[String]) -> Labels {
        let m = recorded.len() / 2; // only proxies need it, and with these there is one for each constraint
        let name = |group: usize, (i, half): &(usize, Half)| {
            let minus = if *half == Half::Minus { "-" } else { "" };
            format!("{minus}{}", recorded[group + 1 + i])
        };
        let groups = [0, m].into_iter().take(1 + usize::from(self.layout.has_proxies()));
        let names = groups.flat_map(|group| self.halves.iter().map(move |half| name(group, half)));
        let names = std::iter::once(recorded[0].clone()).chain(names);
        Labels { functions: value_functions(&self.layout).zip(names).collect() }
    }

    /// Fills a round of the trace.
    pub(super) fn fill(&self, recorded: &Round, round: &mut Round) {
        round.objective = recorded.objective;
        round.theta.copy_from_slice(&recorded.theta);
        let value = |values: &[Enclosure], (i, half): (usize, Half)| match half {
            Half::Minus => -values[i],
            Half::Whole | Half::Plus => values[i],
        };
        let before = recorded.lambda.len() - recorded.constraints.len();
        round.lambda[..before].copy_from_slice(&recorded.lambda[..before]);
        for (c, &half) in self.halves.iter().enumerate() {
            round.constraints[c] = value(&recorded.constraints, half);
            if let Some(proxy) = round.proxies.get_mut(c) {
                *proxy = value(&recorded.proxies, half);
            }
            let multiplier = recorded.lambda[before + half.0];
            round.lambda[before + c] = match half.1 {
                Half::Whole => multiplier,
                Half::Plus => {
                    if multiplier > 0.0 {
                        multiplier
                    } else {
                        0.0
                    }
                }
                Half::Minus => {
                    if multiplier < 0.0 {
                        -multiplier
                    } else {
                        0.0
                    }
                }
            };
        }
    }
}
