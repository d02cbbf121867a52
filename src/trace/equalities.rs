//! Equality constraints: pairs of mirrored columns, whose multipliers cancel.

use super::{Trace, Values};
use crate::error::{Error, Result};
use crate::game::Function;
use crate::numerics::Number;

/// Pairs of constraints of which the second is minus the first: `h <= 0` and `-h <= 0` for `h = 0`.
///
/// A multiplier of either sign is split into its parts, which are not negative. Only their difference acts on `h`, so what
/// the means of a pair have in common may be taken from both: a multiplier that oscillates around 0 has mean parts as
/// large as its swings, and a difference near 0.
///
/// ```
/// use referee::numerics::Enclosure;
/// use referee::trace::Equalities;
/// let pairs = Equalities::new(vec![(0, 2)])?;
/// let multipliers = [2.5, 1.0, 2.0].map(Enclosure::point);
/// assert_eq!(pairs.reduced(&multipliers), [0.5, 1.0, 0.0].map(Enclosure::point));
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equalities(Vec<(usize, usize)>);

impl Equalities {
    /// Pairs of constraints counted from 0, in the order of their first members.
    ///
    /// # Errors
    /// If a pair is not in order, or a constraint is in two pairs.
    pub fn new(pairs: Vec<(usize, usize)>) -> Result<Self> {
        let mut members: Vec<usize> = pairs.iter().flat_map(|&(i, j)| [i, j]).collect();
        members.sort_unstable();
        if members.windows(2).any(|two| two[0] == two[1]) {
            return Err(Error::new("a constraint is in two pairs of an equality: each belongs to one"));
        }
        if pairs.iter().any(|(i, j)| i > j) || !pairs.is_sorted() {
            return Err(Error::new("the pairs of equalities, and the two of each pair, must be in order"));
        }
        Ok(Self(pairs))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pairs, counted from 0.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.0
    }

    /// The first half of the equality whose second half is this function, if it is one.
    pub fn first_half(&self, of: Function) -> Option<Function> {
        let first = |i: usize| self.0.iter().find(|(_, second)| second + 1 == i).map(|(first, _)| first + 1);
        of.renumbered(first)
    }

    /// The second half of the equality whose first half is this function, if it is one.
    pub fn second_half(&self, of: Function) -> Option<Function> {
        let second = |i: usize| self.0.iter().find(|(first, _)| first + 1 == i).map(|(_, second)| second + 1);
        of.renumbered(second)
    }

    /// How many pairs are among these constraints as a whole.
    pub fn within(&self, constraints: &[usize]) -> usize {
        self.0.iter().filter(|(i, j)| constraints.contains(i) && constraints.contains(j)).count()
    }

    /// The multipliers of the constraints without what the two of each pair have in common.
    pub fn reduced<N: Number>(&self, multipliers: &[N]) -> Vec<N> {
        let mut reduced = multipliers.to_vec();
        for &(i, j) in &self.0 {
            let difference = multipliers[i].clone() - multipliers[j].clone();
            reduced[i] = difference.clone().positive();
            reduced[j] = (-difference).positive();
        }
        reduced
    }

    /// Refuses rounds, of which the first has this number, whose pairs are not exact and mirrored.
    pub(crate) fn check(&self, block: &Trace, first: usize) -> Result<()> {
        let m = block.layout().num_constraints();
        for &(i, j) in &self.0 {
            if j >= m {
                return Err(Error::new(format!("an equality names constraint {}, and the trace has {m}", j + 1)));
            }
            let groups = [("constraint", block.constraints()), ("proxy", block.proxy_constraints())];
            for (kind, values) in groups.into_iter().take(1 + usize::from(block.layout().has_proxies())) {
                if let Some(t) = (0..block.rounds()).find(|&t| !mirrored(values, t, i, j)) {
                    let (round, i, j) = (first + t, i + 1, j + 1);
                    return Err(Error::new(format!(
                        "`{kind}_{j}` is not exactly minus `{kind}_{i}` in round {round} (counted from 0), so they are not an equality"
                    )));
                }
            }
        }
        Ok(())
    }
}

/// Whether two values of a round are points, and opposite.
fn mirrored(values: &Values, t: usize, i: usize, j: usize) -> bool {
    let (a, b) = (values.get(t, i), values.get(t, j));
    a.is_point() && b.is_point() && a.lo() == -b.lo()
}
