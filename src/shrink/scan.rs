//! Which candidates have a negative reduced cost: doubles decide where the price is farther from 0 than its error bound,
//! exact arithmetic elsewhere.

use super::Candidates;
use super::basis::{Basis, Column, Dual, Level};
use super::candidates::PANEL;
use super::passes::by_blocks;
use super::pricing::{Screen, Shift};
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::ops::Range;

/// A pass over all candidates at exact multipliers.
pub(super) struct Scan<'a> {
    pub(super) candidates: &'a Candidates,
    pub(super) basis: &'a Basis,
    pub(super) dual: &'a Dual,
    /// If given, candidates whose reduced cost there is surely positive are left out.
    pub(super) face: Option<&'a Dual>,
    /// Earlier passes: panels whose prices they show to be positive are not priced again.
    pub(super) screens: &'a [Option<Screen>; 2],
    pub(super) threads: NonZeroUsize,
}

/// A candidate whose price is not surely positive, and whether it is surely negative.
struct Open {
    number: usize,
    price: f64,
    surely: bool,
}

impl Scan<'_> {
    /// Calls `negative` with every candidate whose reduced cost is surely negative and its price, in order, until it
    /// returns true; returns whether it did.
    pub(super) fn negative(&self, mut negative: impl FnMut(usize, f64) -> bool) -> bool {
        let duals = [Some(self.dual), self.face].into_iter().flatten();
        let screens: Vec<_> = duals.filter_map(|dual| self.shift(dual)).collect();
        let open = by_blocks(self.candidates, self.threads, |block| self.open(block, &screens));
        open.into_iter().flatten().any(|Open { number, price, surely }| {
            let is_negative = || {
                !repeats_basic(self.candidates, self.basis, number)
                    && self.dual.reduced(self.candidates, number).sign() == Ordering::Less
            };
            (surely || is_negative()) && negative(number, if surely { price } else { -f64::MIN_POSITIVE })
        })
    }

    /// The earlier pass at nearly these multipliers, and how far they are apart.
    fn shift(&self, dual: &Dual) -> Option<(&Screen, Shift)> {
        let screen = match dual.level {
            Level::Artificial => None,
            Level::Excess => self.screens[0].as_ref(),
            Level::Objective => self.screens[1].as_ref(),
        }?;
        Some((screen, screen.shift(&dual.price(), self.candidates.num_constraints() + 1)?))
    }

    fn open(&self, block: Range<usize>, screens: &[(&Screen, Shift)]) -> Vec<Open> {
        let (price, off) = (self.dual.price(), self.face.map(Dual::price));
        let mut found = Vec::new();
        let (mut prices, mut offs) = ([0.0; PANEL], [0.0; PANEL]);
        for number in block {
            let panel = self.candidates.panel(number);
            if screens.iter().any(|(screen, shift)| screen.is_positive(shift, &panel, number)) {
                continue;
            }
            price.over(&panel, &mut prices);
            let radius = price.radius(&panel);
            // `!(a > b)` also where the price is not a number.
            #[allow(clippy::neg_cmp_op_on_partial_ord, reason = "a price that is not a number has to be looked at")]
            let open = |x: f64| !(x > radius);
            if !prices[..panel.len].iter().any(|&x| open(x)) {
                continue;
            }
            let mut off_radius = 0.0;
            if let Some(off) = &off {
                off.over(&panel, &mut offs);
                off_radius = off.radius(&panel);
            }
            for (j, &price) in prices.iter().enumerate().take(panel.len).filter(|(_, x)| open(**x)) {
                if off.is_some() && offs[j] > off_radius {
                    continue;
                }
                found.push(Open { number: panel.first + j, price, surely: price < -radius });
            }
        }
        found
    }
}

/// Whether a candidate is basic or equal to one that is, so that its reduced cost is 0.
fn repeats_basic(candidates: &Candidates, basis: &Basis, t: usize) -> bool {
    let functions = 0..=candidates.num_constraints();
    basis.structural.iter().any(|column| match column {
        Column::Candidate(s) => *s == t || functions.clone().all(|k| candidates.value(*s, k) == candidates.value(t, k)),
        _ => false,
    })
}
