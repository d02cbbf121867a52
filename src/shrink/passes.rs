//! Passes over all candidates, by blocks of panels on several threads; what they find does not depend on how many.

use super::Candidates;
use super::candidates::PANEL;
use super::floating::OPTIMAL;
use super::pricing::Price;
use crate::parallel::in_parallel;
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Numbers that are priced together by one thread, about: fewer are not worth a second one.
const BLOCK: usize = 1 << 20;

/// Works on all panels by blocks, in order; the blocks depend on the candidates alone.
pub(super) fn by_blocks<R: Send>(
    candidates: &Candidates,
    threads: NonZeroUsize,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    let panels = candidates.num_panels();
    let size = BLOCK.div_ceil(PANEL * (candidates.num_constraints() + 1));
    let blocks: Vec<Range<usize>> = (0..panels).step_by(size).map(|at| at..panels.min(at + size)).collect();
    if threads.get() == 1 || blocks.len() == 1 {
        return blocks.into_iter().map(work).collect();
    }
    in_parallel(&blocks, threads, |block| work(block.clone()), &mut |_| ())
}

/// A search for the candidates with the least prices.
pub(super) struct Pass<'a> {
    pub(super) candidates: &'a Candidates,
    pub(super) price: &'a Price,
    /// If given, its price has to be about 0.
    pub(super) face: Option<&'a Price>,
    /// Prices below this count.
    pub(super) bound: f64,
    /// Every which panel is looked at.
    pub(super) stride: usize,
    pub(super) threads: NonZeroUsize,
}

impl Pass<'_> {
    /// Up to `most` candidates, the best first, from each panel up to four times its share and at least `from_each`; and
    /// the least price of every panel.
    pub(super) fn least(&self, most: usize, from_each: usize) -> (Vec<usize>, Vec<f64>) {
        let looked_at = self.candidates.num_panels().div_ceil(self.stride);
        let from_each = (4 * most).div_ceil(looked_at).clamp(from_each, PANEL);
        let mut found: Vec<(f64, usize)> = Vec::new();
        let mut minima = Vec::with_capacity(looked_at);
        for (mut best, mut least) in by_blocks(self.candidates, self.threads, |block| self.over(block, most, from_each))
        {
            found.append(&mut best);
            minima.append(&mut least);
        }
        found.sort_unstable_by(better);
        found.truncate(most);
        (found.into_iter().map(|(_, t)| t).collect(), minima)
    }

    fn over(&self, block: Range<usize>, most: usize, from_each: usize) -> (Vec<(f64, usize)>, Vec<f64>) {
        let (mut found, mut minima) = (Vec::new(), Vec::with_capacity(block.len()));
        let (mut prices, mut offs) = ([0.0; PANEL], [0.0; PANEL]);
        let mut bound = self.bound;
        for number in block.filter(|number| number.is_multiple_of(self.stride)) {
            let panel = self.candidates.panel(number);
            self.price.over(&panel, &mut prices);
            let prices = &prices[..panel.len];
            let minimum = prices.iter().fold(f64::INFINITY, |least, &x| if x < least { x } else { least });
            minima.push(minimum);
            if minimum >= bound {
                continue;
            }
            if let Some(face) = self.face {
                face.over(&panel, &mut offs);
            }
            let start = found.len();
            let fit = prices.iter().zip(&offs).enumerate();
            let fit = fit.filter(|(_, (price, off))| **price < bound && off.abs() <= OPTIMAL);
            found.extend(fit.map(|(j, (price, _))| (*price, panel.first + j)));
            if found.len() > start + from_each {
                found[start..].select_nth_unstable_by(from_each, better);
                found.truncate(start + from_each);
            }
            // What comes later has to be better than the `most` best so far.
            if found.len() > 2 * most {
                bound = found.select_nth_unstable_by(most, better).1.0;
                found.truncate(most);
            }
        }
        (found, minima)
    }
}

/// The order of what is found: by price, then by number.
fn better(a: &(f64, usize), b: &(f64, usize)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}
