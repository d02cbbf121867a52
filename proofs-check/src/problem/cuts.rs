//! The lower bound of a convex function from tangents at some points.
//!
//! If `f` is convex and its slopes at `theta` hold a subgradient, then for any `m` and all `y`, with `r_j` the largest
//! distance of `m_j` from a slope of `S_j`: `f(y) >= f(theta) + <m, y - theta> - sum_j r_j |y_j - theta_j|`. The
//! mixture of these is a sum over the coordinates of functions that are concave in one `y_j`, so over a box each is
//! least at an end of its side.

use super::curvature::{Sides, shapes};
use super::domain::{Domain, intervals, scaled_double};
use super::interval::Interval;
use super::number::{Dyadic, Round::Up};
use super::slopes::Kinks;
use super::weighted::{Room, Weighted};
use crate::exact::Rational;
use num_bigint::BigInt;

/// A tangent at a point, and its weight in the mixture.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The point.
    pub theta: Vec<f64>,
    /// The weight; all weights sum to 1.
    pub weight: f64,
}

/// Checks that the mixture of the tangents is at least `lower` over the domain.
pub(crate) fn verify(
    f: &Weighted,
    domain: &Domain,
    sides: &[(f64, f64)],
    lower: &Rational,
    cuts: &[Cut],
) -> Result<(), String> {
    let mut sum = BigInt::from(0);
    for (number, cut) in cuts.iter().enumerate() {
        let weight = scaled_double(cut.weight).filter(|_| cut.weight >= 0.0);
        sum += weight.ok_or_else(|| format!("the weight of cut {number} is not a finite number of at least 0"))?;
        if cut.theta.len() != sides.len() || !domain.contains(&cut.theta) {
            return Err(format!("the point of cut {number}, {:?}, is not in the domain", cut.theta));
        }
    }
    if Some(sum) != scaled_double(1.0) {
        return Err("the weights of the cuts do not sum to exactly 1".to_owned());
    }
    let over = intervals(sides).ok_or("the domain has no bounding box of finite numbers")?;
    let goal = Dyadic::from_rational(lower, Up);
    let mut room = Room::default();
    f.evaluate(&over, &mut room).map_err(|why| format!("a function may have no value on the domain: {why}"))?;
    let ranges = room.values.clone();
    // At a kink the slopes of both sides are safe with shapes that rest on touching ranges; the slope of one side needs
    // ranges apart. Any of these choices may give the best bound.
    let mut failure = "the mixed bound of the cuts is below the lower bound".to_owned();
    for kinks in Kinks::all() {
        let sides = if kinks == Kinks::BOTH { Sides::Touching } else { Sides::Apart };
        let shapes = shapes(&f.program, &ranges, sides);
        let convex = |root: usize| shapes.get(root).is_some_and(|shape| shape.convex);
        if let Some(k) = f.program.roots.iter().position(|&root| !convex(root)) {
            let name = f.names.get(k).map_or("a function", String::as_str);
            failure = format!("{name} is not convex over the domain by the rules, so cuts prove nothing");
            continue;
        }
        if mixed_bound(f, domain, &over, cuts, kinks, &mut room)? >= goal {
            return Ok(());
        }
    }
    Err(failure)
}

/// What the mixture is in one coordinate: `slope * y - sum_k w_k r_k |y - theta_k|`.
#[derive(Clone)]
struct Coordinate {
    slope: Interval,
    kinks: Vec<(Interval, Interval)>,
}

impl Coordinate {
    fn lost(&self, y: Dyadic) -> Interval {
        let distance = |theta: Interval| Interval::point(y).minus(theta).abs();
        self.kinks.iter().fold(Interval::ZERO, |sum, &(theta, r)| sum.plus(r.times(distance(theta))))
    }
}

fn mixed_bound(
    f: &Weighted,
    domain: &Domain,
    over: &[Interval],
    cuts: &[Cut],
    kinks: Kinks,
    room: &mut Room,
) -> Result<Dyadic, String> {
    let mut constant = Interval::ZERO;
    let mut coordinates = vec![Coordinate { slope: Interval::ZERO, kinks: Vec::new() }; over.len()];
    for (number, cut) in cuts.iter().enumerate() {
        let weight = Interval::from_doubles(cut.weight, cut.weight).unwrap_or(Interval::ZERO);
        if weight.is_zero() {
            continue;
        }
        let pairs: Vec<(f64, f64)> = cut.theta.iter().map(|&x| (x, x)).collect();
        let theta = intervals(&pairs).ok_or_else(|| format!("the point of cut {number} is not finite"))?;
        let value = f.evaluate(&theta, room);
        let mut tangent = value.map_err(|why| format!("a function may have no value at cut {number}: {why}"))?;
        for ((coordinate, &theta), slope) in coordinates.iter_mut().zip(&theta).zip(f.slopes(kinks, room)) {
            if !(slope.lo.is_finite() && slope.hi.is_finite()) {
                return Err(format!("the function has no slopes at cut {number}"));
            }
            let m = Interval::point(slope.middle());
            let r = slope.minus(m).abs().hi;
            tangent = tangent.minus(m.times(theta));
            coordinate.slope = coordinate.slope.plus(weight.times(m));
            if r > Dyadic::ZERO {
                coordinate.kinks.push((theta, weight.times(Interval::point(r))));
            }
        }
        constant = constant.plus(weight.times(tangent));
    }
    if let Domain::Ball { radius } = domain {
        // <M, y> >= -radius |M|; the rest is largest at an end of the side, because it is convex.
        let radius = Interval::from_doubles(*radius, *radius).unwrap_or(Interval::WHOLE);
        let mut square = Interval::ZERO;
        for (coordinate, side) in coordinates.iter().zip(over) {
            let size = coordinate.slope.abs();
            square = square.plus(size.times(size));
            constant = constant.minus(coordinate.lost(side.lo).max(coordinate.lost(side.hi)));
        }
        let norm = Interval::point(square.hi.sqrt(Up));
        return Ok(constant.minus(radius.times(norm)).lo);
    }
    for (coordinate, side) in coordinates.iter().zip(over) {
        let at = |y: Dyadic| coordinate.slope.times(Interval::point(y)).minus(coordinate.lost(y));
        constant = constant.plus(at(side.lo).min(at(side.hi)));
    }
    Ok(constant.lo)
}
