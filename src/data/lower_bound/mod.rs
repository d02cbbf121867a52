//! A proved lower bound of the theta-player's loss over the ball of models.
//!
//! **Statement.** Let `f = K + sum_h a_h max(0, 1 + sigma_h s(x_h))` with `a_h >= 0`, and `0 <= tau_h <= 1`. Then over
//! `||theta|| <= r`, `f >= K + sum_h a_h tau_h - r || sum_h a_h tau_h sigma_h x_h ||`.
//! *Proof.* `max(0, z) >= tau z`, and `s` is linear in `theta`; Cauchy's inequality. QED.
//!
//! **Which `tau`.** Those of a minimiser of the smoothed function make the norm vanish (or, on the boundary of the ball,
//! parallel to `theta`), and the bound then misses the minimum by no more than the smoothing. So the evidence is a
//! model and a list of thresholds: `tau_h` is the share of thresholds below the argument of the hinge at that model. Any
//! model and any thresholds give a true bound; nothing about how they were found is used.
//!
//! **Arithmetic.** Model and thresholds are multiples of 2^-40, so shares are counts; the weights are exact rationals.
//! All is put over one denominator and summed in whole numbers; the norm is rounded up, the bound down.

mod smooth;

use super::evaluate::evaluate;
use super::grid::{self, ONE, units};
use super::{Cells, Dataset, Snapshot, coefficients};
use crate::certificate::LowerBound;
use crate::domain::{Ball, Domain as _};
use crate::error::{Error, Result};
use crate::game::{Evidence, Function, Game, Range};
use crate::numerics::rational::{enclose, exact, power_of_two};
use crate::parallel::in_parallel;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use smooth::Smoothed;
use std::num::NonZeroUsize;

/// When to stop refining a lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundOptions {
    /// Stop when the bound is known to be within this of the infimum.
    pub gap: f64,
    /// Halve the zone of the smoothing at most so often, from 4: at the model 0 every row lies in it.
    pub halvings: i32,
    /// The largest number of thresholds.
    pub thresholds: usize,
    /// How many threads go over the rows; the bound does not depend on it.
    pub threads: NonZeroUsize,
}

impl Default for BoundOptions {
    fn default() -> Self {
        Self { gap: 1e-4, halvings: 16, thresholds: 4096, threads: NonZeroUsize::MIN }
    }
}

/// A lower bound and how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    /// The bound with its evidence.
    pub bound: LowerBound,
    /// The least value met at a model in the ball less the bound, rounded up: the infimum lies between.
    pub gap: f64,
}

/// The exact mean weights of `(g_0, h_1, .., h_m)` in the theta-player's loss.
pub fn mean_weights(game: Option<Game>, snapshots: &[Snapshot]) -> Vec<RBig> {
    let width = snapshots.first().map_or(0, |snapshot| snapshot.lambda.len());
    let mean = |i: usize| {
        let sum = snapshots.iter().fold(RBig::ZERO, |sum, snapshot| sum + exact(snapshot.lambda[i]));
        sum / RBig::from(snapshots.len())
    };
    let objective = (game != Some(Game::ProxyLagrangian)).then(|| RBig::from(1));
    objective.into_iter().chain((0..width).map(mean)).collect()
}

/// A lower bound of `weights_0 hinge loss + sum of weights_i hinge_i` over the ball.
///
/// # Errors
/// If the number of weights is not one more than that of the constraints, or one is negative.
pub fn lower_bound(
    dataset: &Dataset,
    cells: &Cells,
    weights: &[RBig],
    radius: f64,
    options: BoundOptions,
) -> Result<Bounded> {
    let sum = HingeSum::new(cells, weights)?;
    let near = |x: &[RBig]| x.iter().map(|x| x.to_f64().value()).collect::<Vec<f64>>();
    let mut search = Smoothed::new(dataset, cells, near(&sum.plus), near(&sum.minus), radius, options.threads);
    let ball = Ball::new(dataset.num_features(), radius)?;
    let mut best: Option<(Bounded, RBig)> = None;
    let mut least: Option<RBig> = None;
    for halving in 0..=options.halvings {
        let width = power_of_two(2 - halving);
        search.minimize(width);
        let mut theta = search.theta.clone();
        if !theta.iter().all(|x| x.abs() <= 4096.0) {
            break; // the smoothing is too narrow for doubles
        }
        grid::truncate(&mut theta);
        // The zone and the number of thresholds shrink and grow together: both cost accuracy.
        let count = (256_usize << (halving / 2)).min(options.thresholds);
        let mut inside = theta.clone();
        ball.project(&mut inside);
        grid::truncate(&mut inside);
        let value = sum.at(dataset, cells, &inside, options.threads)?;
        let evidence = Evidence::Margins { thresholds: thresholds(width, count), theta: theta.clone() };
        let bound = evaluate_bound(dataset, cells, weights, radius, &evidence, options.threads)?;
        if least.as_ref().is_none_or(|least| value < *least) {
            least = Some(value);
        }
        if best.as_ref().is_none_or(|(best, _)| bound > best.bound.value) {
            best = Some((Bounded { bound: LowerBound { value: bound, evidence }, gap: f64::INFINITY }, exact(bound)));
        }
        if let (Some((best, exact)), Some(least)) = (&mut best, &least) {
            best.gap = enclose(&(least - &*exact)).hi();
            if best.gap <= options.gap || search.is_spent() {
                break;
            }
        }
    }
    best.map(|(best, _)| best)
        .ok_or_else(|| Error::new("no lower bound was found: the search left the range of doubles"))
}

/// The bound from what functions are on any data: a hinge is not negative but for its constant, nor is the hinge loss. It
/// needs no search, so it stands in where that fails; `proxies` says whether the hinges are the proxies of the rates.
///
/// # Errors
/// As [`lower_bound`].
pub fn bound_by_ranges(dataset: &Dataset, cells: &Cells, weights: &[RBig], proxies: bool) -> Result<Bounded> {
    let sum = HingeSum::new(cells, weights)?;
    let least = sum.at(dataset, cells, &vec![0.0; dataset.num_features()], NonZeroUsize::MIN)?;
    let hinge = |(i, sums): (usize, coefficients::Exact)| {
        let of = if proxies { Function::Proxy(i) } else { Function::Constraint(i) };
        Range { of, lo: enclose(&sums.hinge_constant).lo(), hi: None }
    };
    let objective = Range { of: Function::Objective, lo: 0.0, hi: None };
    let ranges: Vec<Range> =
        std::iter::once(objective).chain((1..).zip(coefficients::exact(cells)).map(hinge)).collect();
    let bound = weights.iter().zip(&ranges).fold(RBig::ZERO, |bound, (weight, range)| bound + weight * exact(range.lo));
    let value = enclose(&bound).lo();
    let gap = enclose(&(least - exact(value))).hi();
    Ok(Bounded { bound: LowerBound { value, evidence: Evidence::Ranges(ranges) }, gap })
}

/// So many thresholds, spread evenly over a zone of this width around 0, on the grid.
fn thresholds(width: f64, count: usize) -> Vec<f64> {
    let place = |j: usize| width * ((j as f64 + 0.5) / count as f64 - 0.5);
    let mut thresholds: Vec<f64> = (0..count).map(place).collect();
    grid::truncate(&mut thresholds);
    thresholds
}

/// The bound that the evidence proves, rounded down to a double; so many threads go over the rows.
///
/// # Errors
/// If the evidence is of another kind, has the wrong size, or numbers that are not multiples of 2^-40.
pub fn evaluate_bound(
    dataset: &Dataset,
    cells: &Cells,
    weights: &[RBig],
    radius: f64,
    evidence: &Evidence,
    threads: NonZeroUsize,
) -> Result<f64> {
    let Evidence::Margins { theta, thresholds } = evidence else {
        return Err(Error::new("only evidence of the kind `margins` bounds a sum of hinges"));
    };
    if theta.len() != dataset.num_features() || thresholds.is_empty() {
        return Err(Error::new("the evidence needs a number for each feature, and at least one threshold"));
    }
    let sum = HingeSum::new(cells, weights)?;
    let model = units(theta)?;
    let mut steps = units(thresholds)?;
    steps.sort_unstable();
    // Most arguments lie outside of the zone.
    let (first, last) = (steps[0], steps[steps.len() - 1]);
    let below = |z: i64| {
        let count = match z {
            _ if z <= first => 0,
            _ if z > last => steps.len(),
            _ => steps.partition_point(|&step| step < z),
        };
        i64::try_from(count).expect("a count")
    };
    let (d, count) = (dataset.num_features(), cells.len());
    // How many thresholds lie below the arguments: in all, and over the rows that have a feature. Whole numbers: the order
    // of their sums does not matter.
    let part = |rows: &std::ops::Range<usize>| {
        let mut totals = vec![[0_i64; 2]; count];
        let mut by_feature = vec![[0_i64; 2]; count * d];
        for row in rows.clone() {
            let (place, active) = (cells.of_row()[row] as usize, dataset.active(row));
            let score: i64 = active.iter().map(|&j| model[j as usize]).sum();
            let shares = [below(ONE + score), below(ONE - score)];
            for side in 0..2 {
                totals[place][side] += shares[side];
            }
            for &j in active {
                for (sum, share) in by_feature[place * d + j as usize].iter_mut().zip(shares) {
                    *sum += share;
                }
            }
        }
        (totals, by_feature)
    };
    let size = dataset.len().div_ceil(threads.get()).max(1);
    let parts: Vec<_> = (0..dataset.len()).step_by(size).map(|row| row..dataset.len().min(row + size)).collect();
    let mut parts = in_parallel(&parts, threads, part, &mut |_| ()).into_iter();
    let (mut totals, mut by_feature) = parts.next().ok_or_else(|| Error::new("a bound needs at least one row"))?;
    for (more_totals, more_by_feature) in parts {
        let sums = totals.iter_mut().zip(more_totals).chain(by_feature.iter_mut().zip(more_by_feature));
        sums.for_each(|(sum, more)| *sum = [sum[0] + more[0], sum[1] + more[1]]);
    }
    let scaled = Scaled::new(&sum);
    let total: IBig = (0..count).map(|c| &scaled.plus[c] * totals[c][0] + &scaled.minus[c] * totals[c][1]).sum();
    let component = |j: usize| -> IBig {
        let of = |c: usize| &scaled.plus[c] * by_feature[c * d + j][0] - &scaled.minus[c] * by_feature[c * d + j][1];
        (0..count).map(of).sum()
    };
    let squares: IBig = (0..d).map(component).map(|x| &x * &x).sum();
    let denominator = &scaled.denominator * UBig::from(steps.len());
    let square = RBig::from_parts(squares, &denominator * &denominator);
    let norm = enclose(&square).sqrt().expect("a sum of squares").hi();
    let bound = sum.constant + RBig::from_parts(total, denominator) - exact(radius) * exact(norm);
    Ok(enclose(&bound).lo())
}

/// A weighted sum of the hinge loss and of hinges: a constant, and the weights of `max(0, 1 + s)` and `max(0, 1 - s)` in
/// each cell.
struct HingeSum {
    constant: RBig,
    plus: Vec<RBig>,
    minus: Vec<RBig>,
}

impl HingeSum {
    fn new(cells: &Cells, weights: &[RBig]) -> Result<Self> {
        let constraints = coefficients::exact(cells);
        if weights.len() != constraints.len() + 1 || weights.iter().any(|weight| *weight < RBig::ZERO) {
            return Err(Error::new(
                "a bound needs a weight that is not negative for the objective and each constraint",
            ));
        }
        let each = &weights[0] / RBig::from(cells.of_row().len());
        let loss = |label: bool| {
            cells.labels().iter().map(|&of| if of == label { each.clone() } else { RBig::ZERO }).collect::<Vec<_>>()
        };
        let (mut plus, mut minus, mut constant) = (loss(false), loss(true), RBig::ZERO);
        for (weight, sums) in weights[1..].iter().zip(&constraints) {
            constant += weight * &sums.hinge_constant;
            for cell in 0..cells.len() {
                plus[cell] += weight * &sums.plus[cell];
                minus[cell] += weight * &sums.minus[cell];
            }
        }
        Ok(Self { constant, plus, minus })
    }

    /// The value at a model on the grid, exactly.
    fn at(&self, dataset: &Dataset, cells: &Cells, theta: &[f64], threads: NonZeroUsize) -> Result<RBig> {
        let hinges = evaluate(dataset, cells, &[theta], threads)?[0].hinge_sums();
        let terms = self.plus.iter().zip(hinges.above).chain(self.minus.iter().zip(hinges.below));
        Ok(terms.fold(self.constant.clone(), |sum, (weight, hinge)| sum + weight * hinge))
    }
}

/// The weights as whole numbers over one denominator.
struct Scaled {
    denominator: UBig,
    plus: Vec<IBig>,
    minus: Vec<IBig>,
}

impl Scaled {
    fn new(sum: &HingeSum) -> Self {
        use dashu_int::ops::Gcd as _;
        let denominator = sum.plus.iter().chain(&sum.minus).fold(UBig::ONE, |common, weight| {
            let gcd = common.clone().gcd(weight.denominator());
            common / gcd * weight.denominator()
        });
        let scale = |weights: &[RBig]| {
            weights.iter().map(|w| w.numerator() * (&denominator / w.denominator())).collect::<Vec<IBig>>()
        };
        let (plus, minus) = (scale(&sum.plus), scale(&sum.minus));
        Self { denominator, plus, minus }
    }
}
