//! Laws that need an exact answer to compare with.
//!
//! As in the kit, `p` is the computed projection of `y`, `tau` what `project` returned and `p*` the exact projection.

use dashu_ratio::RBig;
use referee::domain::Domain;
use referee::numerics::rational::{contains as enclosure_contains, exact};
use referee::testing::Outcome;

fn projected(domain: &dyn Domain, y: &[f64]) -> (Vec<f64>, f64) {
    let mut p = y.to_vec();
    let tau = domain.project(&mut p);
    (p, tau)
}

fn require(holds: bool, violation: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(violation()) }
}

/// `|p - p*| <= tau`, decided exactly from the exact projection.
pub(crate) fn law_tau_covers_error(domain: &dyn Domain, y: &[f64], exact_projection: &[RBig]) -> Outcome {
    let (p, tau) = projected(domain, y);
    let error: Vec<RBig> = p.iter().zip(exact_projection).map(|(&x, e)| exact(x) - e).collect();
    let squared = error.iter().fold(RBig::ZERO, |sum, x| sum + x * x);
    require(squared <= exact(tau) * exact(tau), || {
        format!("the projection {p:?} of {y:?} is farther from the exact one than tau = {tau:e}")
    })
}

/// `tau <= limit`: the reported error is not only true but small.
pub(crate) fn law_tau_is_small(domain: &dyn Domain, y: &[f64], limit: f64) -> Outcome {
    let (_, tau) = projected(domain, y);
    require(tau <= limit, || format!("the projection of {y:?} reports tau = {tau:e}, above {limit:e}"))
}

/// `contains` says what exact arithmetic says.
pub(crate) fn law_membership_is_exact(domain: &dyn Domain, point: &[f64], inside: bool) -> Outcome {
    require(domain.contains(point) == inside, || {
        format!("{point:?} is {} the domain, but contains says otherwise", if inside { "in" } else { "not in" })
    })
}

/// The enclosure of the support function holds the exact maximum.
pub(crate) fn law_support_encloses(domain: &dyn Domain, direction: &[f64], maximum: &RBig) -> Outcome {
    let support = domain.support(direction);
    require(enclosure_contains(support, maximum), || {
        format!("the support {support} in direction {direction:?} misses the exact maximum {maximum}")
    })
}

/// The radius and the diameter are not too large: `radius^2 <= (1 + slack) largest` where `largest` is the exact
/// largest squared norm, and the same for the diameter and the largest squared distance.
pub(crate) fn law_sizes_are_attained(domain: &dyn Domain, norm: &RBig, distance: &RBig, slack: &RBig) -> Outcome {
    let (radius, diameter) = (exact(domain.radius()), exact(domain.diameter()));
    let factor = slack + RBig::ONE;
    require(&radius * &radius <= &factor * norm, || format!("the radius {} is too large", domain.radius()))?;
    require(&diameter * &diameter <= factor * distance, || format!("the diameter {} is too large", domain.diameter()))
}
