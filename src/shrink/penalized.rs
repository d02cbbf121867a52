//! The linear program in which violations are paid for: `E[g_0] + R max(0, E[g_1], .., E[g_m])` over mixtures.
//!
//! With the excess `z` as a variable of cost `R` it is a linear program, always feasible:
//!
//! ```text
//! minimise sum_t p_t g_0(t) + R z    subject to    sum_t p_t = 1,  sum_t p_t g_i(t) <= z,  p, z >= 0,
//! maximise min_t (g_0(t) + sum_i u_i g_i(t))    over    u >= 0,  sum_i u_i <= R,
//! ```
//!
//! and the second is its dual. A basis has one column more than active rows, so at most m + 1 candidates.

use super::exact::Simplex;
use super::{Atom, Candidates, atoms, sifting};
use crate::error::{Error, Result};
use dashu_int::ops::UnsignedAbs as _;
use dashu_ratio::RBig;
use std::num::NonZeroUsize;

/// Optimal solutions of both programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Penalized {
    /// The mixture, by increasing candidate: at most m + 1 of them.
    pub support: Vec<Atom>,
    /// The multipliers `u >= 0`, whose sum is at most the radius.
    pub multipliers: Vec<RBig>,
    /// The common value of both programs.
    pub value: RBig,
}

/// Solves both programs exactly, with `radius` for `R`.
///
/// ```
/// use referee::shrink::{Candidates, penalized};
/// let mut candidates = Candidates::new(1);
/// candidates.push(0.0, &[1.0])?; // good, but not allowed
/// candidates.push(1.0, &[-1.0])?; // allowed, but expensive
/// let paid = penalized(&candidates, 0.25)?; // too cheap: nobody cares for the constraint
/// assert_eq!((paid.value.to_string(), paid.support.len()), ("1/4".to_owned(), 1));
/// let kept = penalized(&candidates, 2.0)?;
/// assert_eq!((kept.value.to_string(), kept.multipliers[0].to_string()), ("1/2".to_owned(), "1/2".to_owned()));
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If there are no candidates, or the radius is negative or not finite.
pub fn penalized(candidates: &Candidates, radius: f64) -> Result<Penalized> {
    if candidates.is_empty() {
        return Err(Error::new("there are no candidates to mix"));
    }
    if !(0.0..=f64::MAX).contains(&radius) {
        return Err(Error::new(format!("the radius is {radius}, but it must be a finite number that is not negative")));
    }
    // With a large radius the best mixture without violations is the answer: a good place to start.
    let proposed = sifting::propose(candidates, 0.0, true, NonZeroUsize::MIN);
    let optimum = Simplex::new(candidates, RBig::ZERO, proposed, NonZeroUsize::MIN).minimize_penalized(radius);
    let (values, dual) = (&optimum.values, &optimum.dual);
    let weight = |x: &dashu_int::IBig| RBig::from_parts(x.clone(), values.denominator.clone().unsigned_abs());
    Ok(Penalized {
        support: atoms(&optimum).into_iter().map(|(t, x)| Atom { candidate: t, weight: weight(x) }).collect(),
        multipliers: dual.rationals(candidates.num_constraints()),
        value: RBig::from_parts(dual.mass.clone(), dual.denominator.clone().unsigned_abs()),
    })
}
