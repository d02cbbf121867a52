//! Lemma 3: the best mixture of candidates on at most m + 1 of them, exactly.
//!
//! Given candidates with values `(g_0, g_1, .., g_m)`, minimise the mean of `g_0` over mixtures whose mean of every
//! `g_i` is at most epsilon. The answer is the exact optimal vertex of the exact linear program on the given doubles:
//! weights, multipliers and means are rationals, and which constraints are active is a fact, not a tolerance.
//!
//! How: a linear program with few rows and many columns is solved in doubles on a small working set that is priced
//! against all candidates in one pass over memory; then its basis is solved in exact arithmetic, checked against all
//! candidates, and repaired by exact pivots if doubles misled. Nothing computed in doubles is believed.
//!
//! ```
//! use referee::shrink::{Candidates, Epsilon, Outcome, shrink};
//! let mut candidates = Candidates::new(1);
//! candidates.push(0.0, &[1.0])?; // good, but not allowed
//! candidates.push(1.0, &[-0.5])?; // allowed, but expensive
//! let Outcome::Optimal(best) = shrink(&candidates, &Epsilon::Minimal)? else { panic!("it is feasible") };
//! assert_eq!(best.objective.to_string(), "2/3");
//! assert_eq!(best.support[0].weight.to_string(), "1/3");
//! # Ok::<(), referee::error::Error>(())
//! ```

mod basis;
mod bisection;
mod candidates;
mod deterministic;
mod document;
pub(crate) mod dyadic;
mod exact;
mod floating;
mod interior;
mod lanes;
mod lifting;
pub(crate) mod linear;
mod master;
mod modular;
mod passes;
mod penalized;
mod pricing;
mod purification;
mod rows;
mod scan;
mod sifting;
mod solution;
#[cfg(test)]
#[path = "../../tests/inside/shrink.rs"]
mod tests;
mod working;

pub use bisection::bisect;
pub use candidates::{Candidates, Source};
pub use deterministic::{average_parameters, best_model};
pub use penalized::{Penalized, penalized};
pub use purification::purify;
pub use solution::{Atom, Farkas, Outcome, Record, Solution};

use crate::error::{Error, Result};
use basis::Column;
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs as _;
use dashu_ratio::RBig;
use dyadic::{dot, sign_of};
use exact::{Optimum, Simplex};
use std::cmp::Ordering;
use std::num::NonZeroUsize;

/// How much every constraint may have on average.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Epsilon {
    /// The least number that is not negative and that a mixture can keep.
    Minimal,
    /// This number, which must not be negative.
    Given(RBig),
}

/// What a shrinking took, for benchmarks and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Seconds spent in doubles.
    pub floating: f64,
    /// Seconds spent in exact arithmetic.
    pub exact: f64,
    /// Pivots made in exact arithmetic.
    pub exact_pivots: usize,
}

/// The best mixture of candidates whose mean of every constraint is at most epsilon, or the proof that there is none.
///
/// # Errors
/// If there are no candidates or epsilon is negative.
pub fn shrink(candidates: &Candidates, epsilon: &Epsilon) -> Result<Outcome> {
    shrink_with_effort(candidates, epsilon, NonZeroUsize::MIN).map(|(outcome, _)| outcome)
}

/// The best mixture at the least epsilon, which some mixture always keeps.
#[cfg(feature = "data")]
pub(crate) fn minimal(candidates: &Candidates) -> Result<Solution> {
    match shrink(candidates, &Epsilon::Minimal)? {
        Outcome::Optimal(solution) => Ok(solution),
        Outcome::Infeasible(_) => unreachable!("some epsilon can always be kept"),
    }
}

/// The same on so many threads, which change nothing but the time, and what it took.
///
/// # Errors
/// As [`shrink`].
pub fn shrink_with_effort(
    candidates: &Candidates,
    epsilon: &Epsilon,
    threads: NonZeroUsize,
) -> Result<(Outcome, Effort)> {
    if candidates.is_empty() {
        return Err(Error::new("there are no candidates to mix"));
    }
    let bound = match epsilon {
        Epsilon::Minimal => RBig::ZERO,
        Epsilon::Given(epsilon) if *epsilon < RBig::ZERO => {
            return Err(Error::new(format!("epsilon is {epsilon}, but it must not be negative")));
        }
        Epsilon::Given(epsilon) => epsilon.clone(),
    };
    let minimal = *epsilon == Epsilon::Minimal;
    let start = std::time::Instant::now();
    let proposed = sifting::propose(candidates, bound.to_f64().value(), minimal, threads);
    let floating = start.elapsed().as_secs_f64();
    let (optimum, exact_pivots) = Simplex::new(candidates, bound.clone(), proposed, threads).minimize(minimal);
    let outcome = report(candidates, &bound, &optimum, minimal);
    let exact = start.elapsed().as_secs_f64() - floating;
    Ok((outcome, Effort { floating, exact, exact_pivots }))
}

/// Turns the numbers of an optimal basis into rationals in lowest terms.
fn report(candidates: &Candidates, bound: &RBig, optimum: &Optimum, minimal: bool) -> Outcome {
    let m = candidates.num_constraints();
    let (basis, values) = (&optimum.basis, &optimum.values);
    let positive: IBig = values.denominator.clone();
    let over = |x: &IBig| RBig::from_parts(x.clone(), positive.clone().unsigned_abs());
    let excess = basis.structural.iter().position(|&column| column == Column::Excess);
    let epsilon = excess.map_or_else(|| bound.clone(), |j| bound + over(&values.structural[j]));
    if let (Some(dual), false) = (&optimum.excess, minimal) {
        return Outcome::Infeasible(Farkas { epsilon: bound.clone(), weights: dual.rationals(m), least: epsilon });
    }
    let atoms = atoms(optimum);
    let mean = |k: usize| dot(atoms.iter().map(|(t, weight)| (*weight, candidates.value(*t, k)))).over(&positive);
    // Active rows are kept exactly, the others may be by chance.
    let constraints: Vec<RBig> =
        (0..m).map(|i| if basis.active.contains(&i) { epsilon.clone() } else { mean(i + 1) }).collect();
    Outcome::Optimal(Solution {
        epsilon_is_minimal: minimal,
        support: atoms.iter().map(|(t, weight)| Atom { candidate: *t, weight: over(weight) }).collect(),
        objective: mean(0),
        active: (0..m).filter(|&i| constraints[i] == epsilon).collect(),
        constraints,
        duals: optimum.dual.rationals(m),
        mass: RBig::from_parts(optimum.dual.mass.clone(), optimum.dual.denominator.clone().unsigned_abs()),
        epsilon_duals: optimum.excess.as_ref().map(|dual| dual.rationals(m)),
        epsilon,
    })
}

/// The candidates of a basis that have a positive weight, by their numbers, with the weight times the denominator.
fn atoms(optimum: &Optimum) -> Vec<(usize, &IBig)> {
    let mut atoms: Vec<(usize, &IBig)> = Vec::new();
    for (column, weight) in optimum.basis.structural.iter().zip(&optimum.values.structural) {
        if let (Column::Candidate(t), Ordering::Greater) = (column, sign_of(weight)) {
            atoms.push((*t, weight));
        }
    }
    atoms.sort_unstable_by_key(|(t, _)| *t);
    atoms
}
