//! How a box lies to a domain, decided to the safe side.

use crate::domain::AnyDomain;
use crate::numerics::Enclosure;

/// How a box lies to a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Surely inside.
    Inside,
    /// Perhaps some of it.
    Across,
    /// Surely without a common point.
    Outside,
}

/// The position of a box to a domain. For a ball the nearest point of the box to 0 has in each coordinate the
/// smallest absolute value and the farthest has the largest; the sets with sums are handled likewise.
pub(super) fn position(domain: &AnyDomain, sides: &[Enclosure]) -> Position {
    let sum = |term: fn(Enclosure) -> Enclosure| sides.iter().fold(Enclosure::ZERO, |sum, &side| sum + term(side));
    let (inside, outside) = match domain {
        AnyDomain::Cuboid(cuboid) => {
            let pairs = || sides.iter().zip(cuboid.lower().iter().zip(cuboid.upper()));
            let inside = pairs().all(|(side, (&lo, &hi))| lo <= side.lo() && side.hi() <= hi);
            (inside, pairs().any(|(side, (&lo, &hi))| side.hi() < lo || hi < side.lo()))
        }
        AnyDomain::Ball(_) => {
            let squares = sum(Enclosure::square);
            let radius = Enclosure::point(crate::domain::Domain::radius(domain)).square();
            (squares.hi() <= radius.lo(), squares.lo() > radius.hi())
        }
        AnyDomain::Simplex(_) => {
            let total = sum(|side| side);
            (false, !total.contains(1.0) || sides.iter().any(|side| side.hi() < 0.0))
        }
        AnyDomain::L1Orthant(orthant) => {
            let radius = crate::domain::Domain::bounds(orthant, 0).hi();
            let inside = sides.iter().all(|side| side.lo() >= 0.0) && sum(|side| side).hi() <= radius;
            let least = sum(Enclosure::positive_part).lo();
            (inside, least > radius || sides.iter().any(|side| side.hi() < 0.0))
        }
        AnyDomain::FiniteSet(set) => {
            let hit = |point: &[f64]| sides.iter().zip(point).all(|(side, &x)| side.contains(x));
            (false, !set.points().any(hit))
        }
    };
    match (inside, outside) {
        (_, true) => Position::Outside,
        (true, false) => Position::Inside,
        (false, false) => Position::Across,
    }
}
