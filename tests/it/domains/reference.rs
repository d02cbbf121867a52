//! What the answers are, in exact rational arithmetic, from definitions and by textbook methods.

use super::laws::law_support_encloses;
use dashu_ratio::RBig;
use referee::domain::{AnyDomain, Domain};
use referee::numerics::rational::exact;
use referee::testing::Outcome;

fn rationals(x: &[f64]) -> Vec<RBig> {
    x.iter().map(|&x| exact(x)).collect()
}

fn dot(a: &[RBig], b: &[RBig]) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (x, y)| sum + x * y)
}

fn total(a: &[RBig]) -> RBig {
    a.iter().fold(RBig::ZERO, |sum, x| sum + x)
}

fn squared_distance(a: &[RBig], b: &[RBig]) -> RBig {
    let apart: Vec<RBig> = a.iter().zip(b).map(|(x, y)| x - y).collect();
    dot(&apart, &apart)
}

fn positive_part(x: RBig) -> RBig {
    if x > RBig::ZERO { x } else { RBig::ZERO }
}

/// The projection on `{x >= 0, sum x = radius}` by sorting: the largest k whose k-th coordinate stays positive.
fn project_on_simplex(y: &[RBig], radius: &RBig) -> Vec<RBig> {
    let mut sorted = y.to_vec();
    sorted.sort_by(|a, b| b.cmp(a));
    let mut sum = RBig::ZERO;
    let mut threshold = RBig::ZERO;
    for (k, x) in (1_u32..).zip(&sorted) {
        sum += x;
        let candidate = (&sum - radius) / RBig::from(k);
        // At radius 0 nothing is positive, and the largest coordinate is the threshold.
        if *x > candidate || k == 1 {
            threshold = candidate;
        }
    }
    y.iter().map(|x| positive_part(x - &threshold)).collect()
}

/// The exact projection, where it is rational (not for the ball).
pub(crate) fn exact_projection(domain: &AnyDomain, y: &[f64]) -> Option<Vec<RBig>> {
    let y = rationals(y);
    match domain {
        AnyDomain::Ball(_) => None,
        AnyDomain::Cuboid(cuboid) => {
            let (lower, upper) = (rationals(cuboid.lower()), rationals(cuboid.upper()));
            Some((0..y.len()).map(|i| y[i].clone().max(lower[i].clone()).min(upper[i].clone())).collect())
        }
        AnyDomain::Simplex(_) => Some(project_on_simplex(&y, &RBig::ONE)),
        AnyDomain::L1Orthant(orthant) => {
            let clipped: Vec<RBig> = y.iter().map(|x| positive_part(x.clone())).collect();
            let radius = exact(orthant.radius());
            Some(if total(&clipped) <= radius { clipped } else { project_on_simplex(&y, &radius) })
        }
        AnyDomain::FiniteSet(set) => {
            let points: Vec<Vec<RBig>> = set.points().map(rationals).collect();
            points.into_iter().min_by_key(|point| squared_distance(point, &y)) // the first of the minima
        }
    }
}

/// Membership in exact arithmetic.
pub(crate) fn is_inside(domain: &AnyDomain, point: &[f64]) -> bool {
    let x = rationals(point);
    let non_negative = x.iter().all(|x| *x >= RBig::ZERO);
    match domain {
        AnyDomain::Cuboid(cuboid) => {
            let (lower, upper) = (rationals(cuboid.lower()), rationals(cuboid.upper()));
            (0..x.len()).all(|i| lower[i] <= x[i] && x[i] <= upper[i])
        }
        AnyDomain::Ball(ball) => dot(&x, &x) <= exact(ball.radius()) * exact(ball.radius()),
        AnyDomain::Simplex(_) => non_negative && total(&x) == RBig::ONE,
        AnyDomain::L1Orthant(orthant) => non_negative && total(&x) <= exact(orthant.radius()),
        AnyDomain::FiniteSet(set) => set.points().any(|point| rationals(point) == x),
    }
}

/// `|p - p*| <= tau` for the ball, `p* = (r / N) y`, where `N` is irrational: `|p|^2 + r^2 - tau^2 <= 2 (r / N) <p, y>`
/// is decided by squaring.
pub(crate) fn ball_tau_covers_error(ball: &dyn Domain, y: &[f64]) -> Outcome {
    let mut p = y.to_vec();
    let (tau, r) = (exact(ball.project(&mut p)), exact(ball.radius()));
    let (p, y) = (rationals(&p), rationals(y));
    let squared = dot(&y, &y);
    if squared <= &r * &r {
        return if p == y { Ok(()) } else { Err("a point inside was moved".into()) };
    }
    let left = dot(&p, &p) + &r * &r - &tau * &tau;
    let inner = dot(&p, &y);
    let holds = left <= RBig::ZERO
        || (inner > RBig::ZERO && &left * &left * squared <= RBig::from(4) * &r * &r * &inner * &inner);
    if holds { Ok(()) } else { Err(format!("{p:?} is farther than {tau} from the exact projection")) }
}

/// Whether the support function of `domain`, which claims to be `shape`, encloses the exact maximum (squared for the
/// ball, where it is irrational).
pub(crate) fn check_support(shape: &AnyDomain, domain: &dyn Domain, d: &[f64]) -> Outcome {
    let exact_d = rationals(d);
    let largest = || exact_d.iter().max().unwrap().clone();
    let maximum = match shape {
        AnyDomain::Cuboid(cuboid) => {
            let (lower, upper) = (rationals(cuboid.lower()), rationals(cuboid.upper()));
            (0..d.len()).fold(RBig::ZERO, |sum, i| sum + (&exact_d[i] * &lower[i]).max(&exact_d[i] * &upper[i]))
        }
        AnyDomain::Ball(ball) => {
            let (support, r) = (domain.support(d), exact(ball.radius()));
            let squared = dot(&exact_d, &exact_d) * &r * r;
            let below = exact(support.lo()) * exact(support.lo()) <= squared;
            let above = support.hi().is_infinite() || squared <= exact(support.hi()) * exact(support.hi());
            return if below && above { Ok(()) } else { Err(format!("{support} misses the norm of {d:?}")) };
        }
        AnyDomain::Simplex(_) => largest(),
        AnyDomain::L1Orthant(orthant) => positive_part(largest()) * exact(orthant.radius()),
        AnyDomain::FiniteSet(set) => set.points().map(|x| dot(&rationals(x), &exact_d)).max().unwrap(),
    };
    law_support_encloses(domain, d, &maximum)
}

/// The exact largest squared norm and squared distance.
pub(crate) fn exact_sizes(domain: &AnyDomain) -> (RBig, RBig) {
    let several = i32::from(domain.dim() > 1);
    let r = exact(domain.radius());
    match domain {
        AnyDomain::Cuboid(cuboid) => {
            let (lower, upper) = (rationals(cuboid.lower()), rationals(cuboid.upper()));
            let norm =
                (0..lower.len()).fold(RBig::ZERO, |sum, i| sum + (&lower[i] * &lower[i]).max(&upper[i] * &upper[i]));
            (norm, squared_distance(&lower, &upper))
        }
        AnyDomain::Ball(_) => (&r * &r, RBig::from(4) * &r * &r),
        AnyDomain::Simplex(_) => (RBig::ONE, RBig::from(2 * several)),
        AnyDomain::L1Orthant(_) => (&r * &r, RBig::from(1 + several) * &r * &r),
        AnyDomain::FiniteSet(set) => {
            let points: Vec<Vec<RBig>> = set.points().map(rationals).collect();
            let norm = points.iter().map(|x| dot(x, x)).max().unwrap();
            (norm, points.iter().flat_map(|x| points.iter().map(|y| squared_distance(x, y))).max().unwrap())
        }
    }
}

/// What `tau` may be, in units of 2^-52 times the radius (plus the grid of subnormal numbers).
///
/// Ball: the norm's enclosure is `2 (n + 3)` roundings wide each way in the square, half in the root, plus four
/// roundings: below `n + 12`. Simplex and orthant: `sqrt(n) / 2` from the shift; the excess where Newton stops is at
/// most `2 n` and its enclosure adds `n + 3`; the grid adds `1.5 sqrt(n)` and at most half a unit a coordinate and
/// what the excess was; the rise of the orthant's threshold at most doubles the excess: below `9 n + 8` in all.
pub(crate) fn tau_limit(domain: &AnyDomain) -> f64 {
    let n = domain.dim() as f64;
    let units = match domain {
        AnyDomain::Cuboid(_) | AnyDomain::FiniteSet(_) => return 0.0,
        AnyDomain::Ball(_) => n + 12.0,
        AnyDomain::Simplex(_) | AnyDomain::L1Orthant(_) => 9.0 * n + 8.0,
    };
    units * f64::EPSILON * domain.radius() + 8.0 * n * f64::from_bits(1)
}
