//! Finite problems given by tables of doubles: one row `(g_0, g_1, .., g_m)` for each candidate.
//!
//! Candidate `j` is the point `[j]` of a one-dimensional finite set, so every number of such a problem is exact: a
//! value is a table entry, an enclosure is a point, and the checker can hold the whole problem in its hand. There is
//! nothing to differentiate, so a player that follows gradients does not apply.

use super::{Facts, Problem, Workspace};
use crate::domain::{AnyDomain, FiniteSet};
use crate::error::{Error, Result};
use crate::game::Side;
use crate::numerics::Enclosure;

/// A problem with finitely many candidates.
///
/// ```
/// use referee::game::Side;
/// use referee::problem::{Problem, TableProblem, Workspace};
/// // Cost 1 and slack 0.5, or cost 0 and violation 1: a third of the second is as much as is allowed.
/// let problem = TableProblem::new("two", &[vec![1.0, -0.5], vec![0.0, 1.0]], None)?;
/// let (mut values, mut work) = ([0.0; 2], Workspace::default());
/// problem.values(&[1.0], Side::Constraints, &mut values, &mut work)?;
/// assert_eq!(values, [0.0, 1.0]);
/// let error = problem.values(&[0.5], Side::Constraints, &mut values, &mut work).unwrap_err();
/// assert_eq!(error.to_string(), "the problem `two` has no candidate 0.5: its candidates are 0 to 1");
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TableProblem {
    name: String,
    domain: AnyDomain,
    /// `m + 1`, the length of a row.
    width: usize,
    /// The rows `(g_0, g_1, .., g_m)`, one after the other.
    constraints: Vec<f64>,
    /// The rows `(g_0, h_1, .., h_m)`, if the problem has proxies.
    proxies: Option<Vec<f64>>,
    facts: Facts,
}

impl TableProblem {
    /// The problem with a row `(g_0, g_1, .., g_m)` for each candidate and, if there are proxies, a row
    /// `(h_1, .., h_m)` for each.
    ///
    /// # Errors
    /// If there is no candidate, a row is empty, rows differ in length, a number is not finite, or a proxy is below
    /// its constraint.
    pub fn new(name: &str, rows: &[Vec<f64>], proxies: Option<&[Vec<f64>]>) -> Result<Self> {
        let points: Vec<_> = (0..rows.len()).map(|candidate| vec![candidate as f64]).collect();
        let domain = FiniteSet::new(&points).map_err(|cause| cause.context(format!("the problem `{name}`")))?;
        let width = rows[0].len();
        if width == 0 {
            return Err(Error::new(format!("candidate 0 of the problem `{name}` has no objective")));
        }
        check_rows(name, "the row", rows, width)?;
        let proxies = match proxies {
            None => None,
            Some(proxies) => {
                if proxies.len() != rows.len() {
                    let message = format!("has {} candidates, but proxies for {}", rows.len(), proxies.len());
                    return Err(Error::new(format!("the problem `{name}` {message}")));
                }
                check_rows(name, "the row of proxies", proxies, width - 1)?;
                Some(with_objectives(name, rows, proxies)?)
            }
        };
        Ok(Self {
            name: name.to_owned(),
            domain: domain.into(),
            width,
            constraints: rows.concat(),
            proxies,
            facts: Facts::UNKNOWN,
        })
    }

    /// The same problem with what is known of it.
    #[must_use]
    pub fn with_facts(mut self, facts: Facts) -> Self {
        self.facts = facts;
        self
    }

    /// The number of candidates.
    pub fn num_candidates(&self) -> usize {
        self.constraints.len() / self.width
    }

    /// The row `(g_0, h_1, .., h_m)` of a candidate.
    ///
    /// # Panics
    /// If `candidate` is not below [`TableProblem::num_candidates`].
    pub fn row(&self, candidate: usize, side: Side) -> &[f64] {
        &self.side(side)[candidate * self.width..][..self.width]
    }

    /// The rows of all candidates, in order.
    pub fn rows(&self, side: Side) -> impl ExactSizeIterator<Item = &[f64]> {
        self.side(side).chunks_exact(self.width)
    }

    fn side(&self, side: Side) -> &[f64] {
        match (side, &self.proxies) {
            (Side::Proxies, Some(proxies)) => proxies,
            _ => &self.constraints,
        }
    }

    /// The candidate that a point is.
    fn candidate(&self, theta: f64) -> Result<usize> {
        let count = self.num_candidates();
        if theta >= 0.0 && theta < count as f64 && theta.fract() == 0.0 {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in range")]
            return Ok(theta as usize);
        }
        let message = format!("has no candidate {theta}: its candidates are 0 to {}", count - 1);
        Err(Error::new(format!("the problem `{}` {message}", self.name)))
    }
}

fn check_rows(name: &str, what: &str, rows: &[Vec<f64>], width: usize) -> Result<()> {
    for (candidate, row) in rows.iter().enumerate() {
        let place = || format!("{what} of candidate {candidate} of the problem `{name}`");
        if row.len() != width {
            return Err(Error::new(format!("{} has {} numbers, not {width}", place(), row.len())));
        }
        if let Some(number) = row.iter().find(|number| !number.is_finite()) {
            return Err(Error::new(format!("{} holds {number}, but its numbers must be finite", place())));
        }
    }
    Ok(())
}

/// The rows on the side of the proxies; refuses a proxy below its constraint.
fn with_objectives(name: &str, rows: &[Vec<f64>], proxies: &[Vec<f64>]) -> Result<Vec<f64>> {
    let mut all = Vec::with_capacity(rows.len() * rows[0].len());
    for (candidate, (row, proxies)) in rows.iter().zip(proxies).enumerate() {
        all.push(row[0]);
        for (i, (&constraint, &proxy)) in row[1..].iter().zip(proxies).enumerate() {
            if proxy < constraint {
                let place = format!("proxy {} of candidate {candidate} of the problem `{name}`", i + 1);
                return Err(Error::new(format!("{place} is {proxy}, which is below its constraint {constraint}")));
            }
            all.push(proxy);
        }
    }
    Ok(all)
}

impl Problem for TableProblem {
    fn name(&self) -> &str {
        &self.name
    }

    fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    fn num_constraints(&self) -> usize {
        self.width - 1
    }

    fn has_proxies(&self) -> bool {
        self.proxies.is_some()
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn table(&self) -> Option<&TableProblem> {
        Some(self)
    }

    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(self.row(self.candidate(theta[0])?, side));
        Ok(())
    }

    fn subgradient(&self, _: &[f64], _: Side, _: &[f64], _: &mut [f64], _: &mut Workspace) -> Result<()> {
        let message = "is a table, which has no subgradients: use a player that asks an oracle";
        Err(Error::new(format!("the problem `{}` {message}", self.name)))
    }

    /// The hull of the rows of the candidates in the box: exact values where the box is one candidate.
    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], _: &mut Workspace) -> Result<()> {
        let mut found = false;
        for (candidate, row) in self.rows(side).enumerate() {
            if !over[0].contains(candidate as f64) {
                continue;
            }
            for (hull, &value) in out.iter_mut().zip(row) {
                let value = Enclosure::point(value);
                *hull = if found { hull.hull(value) } else { value };
            }
            found = true;
        }
        if found {
            return Ok(());
        }
        Err(Error::new(format!("the problem `{}` has no candidate in {}", self.name, over[0])))
    }
}
