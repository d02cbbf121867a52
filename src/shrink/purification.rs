//! Purification: any mixture, without a linear program, becomes one on at most m + 1 candidates.
//!
//! While the vectors `(1, g_1, .., g_m)` of the candidates in use are dependent, there is a direction in which weights
//! move and neither their sum nor any mean of a constraint does. In one of its two senses the mean objective does not
//! rise; going there until a weight is 0 removes a candidate. What remains is independent, so at most m + 1 candidates:
//! every mean of a constraint is exactly what it was, and the mean objective is not larger.

use super::{Atom, Candidates};
use crate::error::{Error, Result};
use crate::numerics::rational::exact;
use dashu_ratio::RBig;

/// An equally good mixture on at most m + 1 candidates: the same mean of every constraint, exactly, and a mean
/// objective that is not larger.
///
/// # Errors
/// If a weight is negative, the weights do not sum to 1, or a candidate does not exist.
pub fn purify(candidates: &Candidates, mixture: &[Atom]) -> Result<Vec<Atom>> {
    check(candidates, mixture)?;
    let mut kept: Vec<Atom> = Vec::new();
    for atom in mixture.iter().filter(|atom| !atom.weight.is_zero()) {
        if let Some(same) = kept.iter_mut().find(|kept| kept.candidate == atom.candidate) {
            same.weight += &atom.weight;
            continue;
        }
        kept.push(atom.clone());
        // Without the newcomer the kept ones are independent, so there is at most one direction.
        if let Some(direction) = dependence(candidates, &kept) {
            step(candidates, &mut kept, direction);
        }
    }
    kept.sort_by_key(|atom| atom.candidate);
    Ok(kept)
}

fn check(candidates: &Candidates, mixture: &[Atom]) -> Result<()> {
    for Atom { candidate, weight } in mixture {
        if *candidate >= candidates.len() {
            let count = candidates.len();
            return Err(Error::new(format!(
                "there is no candidate {candidate}: they are counted from 0 to {}",
                count - 1
            )));
        }
        if *weight < RBig::ZERO {
            return Err(Error::new(format!(
                "the weight of candidate {candidate} is {weight}, but must not be negative"
            )));
        }
    }
    let sum = mixture.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight);
    if sum != RBig::ONE {
        return Err(Error::new(format!("the weights of the mixture sum to {sum}, not to 1: divide them by their sum")));
    }
    Ok(())
}

/// Moves along the direction that does not raise the mean objective, until a weight is 0.
fn step(candidates: &Candidates, kept: &mut Vec<Atom>, mut direction: Vec<RBig>) {
    let gains = kept.iter().zip(&direction).map(|(atom, d)| d * exact(candidates.objective(atom.candidate)));
    let slope = gains.fold(RBig::ZERO, |sum, gain| sum + gain);
    if slope > RBig::ZERO {
        for d in &mut direction {
            *d = -&*d;
        }
    }
    // The entries of a direction sum to 0 and are not all 0, so some are negative.
    let shrinking = kept.iter().zip(&direction).filter(|(_, d)| **d < RBig::ZERO);
    let length = shrinking.map(|(atom, d)| -&atom.weight / d).min().expect("some weight falls");
    for (atom, d) in kept.iter_mut().zip(&direction) {
        atom.weight += &length * d;
    }
    kept.retain(|atom| !atom.weight.is_zero());
}

/// Numbers, not all 0, with which the vectors `(1, g_1, .., g_m)` of the candidates sum to 0; `None` if these are
/// independent.
fn dependence(candidates: &Candidates, atoms: &[Atom]) -> Option<Vec<RBig>> {
    let count = atoms.len();
    let entry =
        |row: usize, atom: &Atom| if row == 0 { RBig::ONE } else { exact(candidates.value(atom.candidate, row)) };
    let mut rows: Vec<Vec<RBig>> =
        (0..=candidates.num_constraints()).map(|row| atoms.iter().map(|atom| entry(row, atom)).collect()).collect();
    // To reduced echelon form; a column without a pivot is a combination of those before it.
    for column in 0..count {
        // Every column before had a pivot, in the row of its own number.
        let Some(pivot) = (column..rows.len()).find(|&i| !rows[i][column].is_zero()) else {
            let mut direction = vec![RBig::ZERO; count];
            for (entry, row) in direction.iter_mut().zip(&rows[..column]) {
                *entry = -&row[column];
            }
            direction[column] = RBig::ONE;
            return Some(direction);
        };
        rows.swap(column, pivot);
        let inverse = RBig::ONE / &rows[column][column];
        let scaled: Vec<RBig> = rows[column].iter().map(|x| x * &inverse).collect();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column].clone();
            if !factor.is_zero() {
                row.iter_mut().zip(&scaled).for_each(|(x, y)| *x -= &factor * y);
            }
        }
        rows[column] = scaled;
    }
    None
}
