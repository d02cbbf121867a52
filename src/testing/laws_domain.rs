//! Laws of a [`Domain`]: projection, support function, sizes.
//!
//! Throughout, `y` is the given point, `p` the computed projection, `tau` what [`Domain::project`] returned and `p*`
//! the exact projection, so that the contract is `|p - p*| <= tau`. Doubles are taken as the rationals they are;
//! a square root, which only the right side of an inequality holds, is bounded from above by a rational, so a law
//! never rejects a domain that keeps the contract.

use super::{Outcome, require};
use crate::domain::Domain;
use crate::numerics::rational::exact;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The projection of `y` and its `tau`.
fn projected(domain: &dyn Domain, y: &[f64]) -> (Vec<f64>, f64) {
    let mut p = y.to_vec();
    let tau = domain.project(&mut p);
    (p, tau)
}

fn dot(a: &[RBig], b: &[RBig]) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (x, y)| sum + x * y)
}

fn exact_vector(a: &[f64]) -> Vec<RBig> {
    a.iter().map(|&x| exact(x)).collect()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<RBig> {
    a.iter().zip(b).map(|(&x, &y)| exact(x) - exact(y)).collect()
}

/// A rational at least the square root of `squared`, and at most one part in 2^60 above it.
fn sqrt_up(squared: &RBig) -> RBig {
    let (numerator, denominator) = squared.clone().into_parts();
    let (_, numerator) = numerator.into_parts();
    if numerator == UBig::ZERO {
        return RBig::ZERO;
    }
    // sqrt(a / b) = sqrt(a b 4^64) / (b 2^64), and the whole part of that root is at least 2^64.
    let scaled: UBig = (numerator * &denominator) << 128;
    let root = dashu_int::ops::SquareRoot::sqrt(&scaled) + UBig::ONE;
    RBig::from_parts(IBig::from(root), denominator << 64)
}

/// `project` ends inside the set, and `tau` is a finite non-negative number.
pub fn law_projection_lands_inside(domain: &dyn Domain, y: &[f64]) -> Outcome {
    let (p, tau) = projected(domain, y);
    require(domain.contains(&p), || format!("the projection {p:?} of {y:?} is not in the domain"))?;
    require(tau.is_finite() && tau >= 0.0, || format!("the projection of {y:?} reports tau = {tau}"))
}

/// A point inside is not touched: the bits stay and `tau` is 0. Checked at the projection of `y`.
pub fn law_projection_is_idempotent(domain: &dyn Domain, y: &[f64]) -> Outcome {
    let (p, _) = projected(domain, y);
    law_members_stay(domain, &p)
}

/// A point inside is not touched: the bits stay and `tau` is 0.
pub fn law_members_stay(domain: &dyn Domain, member: &[f64]) -> Outcome {
    let (p, tau) = projected(domain, member);
    let same = member.iter().zip(&p).all(|(a, b)| a.to_bits() == b.to_bits());
    require(same, || format!("the projection moves {member:?}, which is inside, to {p:?}"))?;
    require(tau == 0.0, || format!("the projection reports tau = {tau} for {member:?}, which is inside"))
}

/// On a convex domain, `<y - p, z - p> <= tau (|y - p| + D)` for every member `z`, with `D` the diameter.
///
/// Proof: let `e = p - p*`, so `|e| <= tau`. The exact projection satisfies `<y - p*, z - p*> <= 0`. Expanding,
/// `<y - p, z - p> = <y - p*, z - p*> - <y - p*, e> - <e, z - p*> + |e|^2`, and `y - p* = y - p + e`, so the left
/// side is at most `-<y - p, e> - <e, z - p*> <= tau (|y - p| + |z - p*|)`, and `z` and `p*` are both members.
pub fn law_projection_is_variational(domain: &dyn Domain, y: &[f64], member: &[f64]) -> Outcome {
    let (p, tau) = projected(domain, y);
    let residual = difference(y, &p);
    let toward = difference(member, &p);
    let bound = exact(tau) * (sqrt_up(&dot(&residual, &residual)) + exact(domain.diameter()));
    require(dot(&residual, &toward) <= bound, || {
        format!("the projection {p:?} of {y:?} with tau = {tau:e} leaves a descent direction towards {member:?}")
    })
}

/// `|y - p| <= |y - z| + tau` for every member `z`, on any domain: `p*` is a nearest point.
pub fn law_projection_is_nearest(domain: &dyn Domain, y: &[f64], member: &[f64]) -> Outcome {
    let (p, tau) = projected(domain, y);
    let (to_p, to_member) = (difference(y, &p), difference(y, member));
    let (tau, squared) = (exact(tau), dot(&to_member, &to_member));
    // The square of the right side, with its only square root bounded from above.
    let bound = &squared + RBig::from(2) * &tau * sqrt_up(&squared) + &tau * &tau;
    require(dot(&to_p, &to_p) <= bound, || format!("{member:?} is nearer to {y:?} than its projection {p:?}"))
}

/// `<d, z> <= support(d)` for every member `z`.
pub fn law_support_covers(domain: &dyn Domain, direction: &[f64], member: &[f64]) -> Outcome {
    let support = domain.support(direction);
    let reached = dot(&exact_vector(direction), &exact_vector(member));
    require(support.hi() == f64::INFINITY || reached <= exact(support.hi()), || {
        format!("{member:?} reaches beyond the support {support} in direction {direction:?}")
    })
}

/// The radius, the diameter and the coordinate bounds cover the members.
pub fn law_sizes_cover(domain: &dyn Domain, member: &[f64], other: &[f64]) -> Outcome {
    let coordinates = exact_vector(member);
    let (radius, diameter) = (exact(domain.radius()), exact(domain.diameter()));
    require(dot(&coordinates, &coordinates) <= &radius * &radius, || format!("{member:?} is beyond the radius"))?;
    let apart = difference(member, other);
    require(dot(&apart, &apart) <= &diameter * &diameter, || {
        format!("{member:?} and {other:?} are farther apart than the diameter")
    })?;
    let outside = member.iter().enumerate().find(|&(i, &x)| !domain.bounds(i).contains(x));
    require(outside.is_none(), || format!("a coordinate of {member:?} is outside its bounds"))
}

/// Play starts at the projection of 0.
pub fn law_start_is_projection_of_zero(domain: &dyn Domain) -> Outcome {
    let (p, _) = projected(domain, &vec![0.0; domain.dim()]);
    let mut start = vec![f64::NAN; domain.dim()];
    domain.start(&mut start);
    require(start == p, || format!("play starts at {start:?}, but the projection of 0 is {p:?}"))
}
