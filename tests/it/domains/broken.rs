//! Domains with one mistake each: a law must reject them, or it has no teeth.

use super::laws::{law_membership_is_exact, law_tau_covers_error, law_tau_is_small};
use super::reference::{ball_tau_covers_error, check_support, exact_projection, is_inside, tau_limit};
use referee::domain::{AnyDomain, Ball, Domain, L1Orthant, Simplex};
use referee::numerics::Enclosure;
use referee::testing::Outcome;
use referee::testing::laws_domain::*;

/// A domain with one method replaced.
struct Twin {
    honest: AnyDomain,
    project: fn(&AnyDomain, &mut [f64]) -> f64,
    contains: fn(&AnyDomain, &[f64]) -> bool,
    diameter: fn(&AnyDomain) -> f64,
    support: fn(&AnyDomain, &[f64]) -> Enclosure,
}

impl Twin {
    fn of(honest: impl Into<AnyDomain>) -> Self {
        Self {
            honest: honest.into(),
            project: |domain, x| domain.project(x),
            contains: |domain, x| domain.contains(x),
            diameter: |domain| domain.diameter(),
            support: |domain, d| domain.support(d),
        }
    }
}

impl Domain for Twin {
    fn dim(&self) -> usize {
        self.honest.dim()
    }
    fn contains(&self, point: &[f64]) -> bool {
        (self.contains)(&self.honest, point)
    }
    fn project(&self, point: &mut [f64]) -> f64 {
        (self.project)(&self.honest, point)
    }
    fn radius(&self) -> f64 {
        self.honest.radius()
    }
    fn diameter(&self) -> f64 {
        (self.diameter)(&self.honest)
    }
    fn support(&self, direction: &[f64]) -> Enclosure {
        (self.support)(&self.honest, direction)
    }
    fn bounds(&self, coordinate: usize) -> Enclosure {
        self.honest.bounds(coordinate)
    }
}

/// 60 points of `[-2, 2]^3` from a fixed linear congruence.
fn points() -> Vec<[f64; 3]> {
    let mut state = 12_345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX) * 4.0 - 2.0
    };
    (0..60).map(|_| [next(), next(), next()]).collect()
}

/// On how many of the 60 points the law rejects the domain; `law` gets the next point as well.
fn rejections(law: impl Fn(&[f64], &[f64]) -> Outcome) -> usize {
    let points = points();
    points.iter().zip(points.iter().cycle().skip(1)).filter(|(y, z)| law(*y, *z).is_err()).count()
}

fn member_of(domain: &AnyDomain, seed: &[f64]) -> Vec<f64> {
    let mut member = seed.to_vec();
    domain.project(&mut member);
    member
}

#[test]
fn clipping_and_renormalising_is_not_a_projection() {
    let twin = Twin {
        project: |domain, x| {
            for x in x.iter_mut() {
                *x = x.max(0.0);
            }
            let sum: f64 = x.iter().sum();
            for x in x.iter_mut() {
                *x = if sum > 0.0 { *x / sum } else { 0.0 };
            }
            domain.project(x) // only lands: moves by rounding, and reports so
        },
        ..Twin::of(Simplex::new(3).unwrap())
    };
    assert_eq!(rejections(|y, _| law_projection_lands_inside(&twin, y)), 0, "this law does not see it");
    assert!(rejections(|y, _| law_tau_covers_error(&twin, y, &exact_projection(&twin.honest, y).unwrap())) > 30);
    assert!(rejections(|y, z| law_projection_is_variational(&twin, y, &member_of(&twin.honest, z))) > 10);
    assert!(rejections(|y, z| law_projection_is_nearest(&twin, y, &member_of(&twin.honest, z))) > 3);
}

#[test]
fn a_projection_that_forgets_the_orthant_lands_outside() {
    let twin = Twin {
        project: |domain, x| {
            let excess = (x.iter().sum::<f64>() - domain.radius()).max(0.0) / x.len() as f64;
            for x in x {
                *x -= excess;
            }
            1e-12
        },
        ..Twin::of(L1Orthant::new(3, 1.0).unwrap())
    };
    assert!(rejections(|y, _| law_projection_lands_inside(&twin, y)) > 40);
}

#[test]
fn a_ball_projection_one_ulp_outside_is_caught() {
    let twin = Twin {
        project: |domain, x| {
            let tau = domain.project(x);
            if domain.contains(&x.iter().map(|x| x * (1.0 + 1e-13)).collect::<Vec<_>>()) {
                return tau; // well inside: leave it
            }
            while domain.contains(x) {
                let i = (0..x.len()).max_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs())).unwrap();
                x[i] = if x[i] > 0.0 { x[i].next_up() } else { x[i].next_down() };
            }
            tau + 1e-14
        },
        ..Twin::of(Ball::new(3, 1.0).unwrap())
    };
    assert!(rejections(|y, _| law_projection_lands_inside(&twin, y)) > 40);
}

#[test]
fn a_tau_of_zero_is_caught() {
    let project = |domain: &AnyDomain, x: &mut [f64]| domain.project(x).min(0.0);
    // Near the origin most coordinates stay active, so that there is something to round.
    let small = |y: &[f64]| y.iter().map(|x| x / 3.0).collect::<Vec<f64>>();
    for honest in [AnyDomain::from(Simplex::new(3).unwrap()), L1Orthant::new(3, 0.7).unwrap().into()] {
        let twin = Twin { project, ..Twin::of(honest) };
        let reference = |y: &[f64]| exact_projection(&twin.honest, y).unwrap();
        let caught = rejections(|y, _| law_tau_covers_error(&twin, &small(y), &reference(&small(y))));
        assert!(caught > 5, "{caught} of 60");
    }
    let ball = Twin { project, ..Twin::of(Ball::new(3, 1.0).unwrap()) };
    assert!(rejections(|y, _| ball_tau_covers_error(&ball, y)) > 40);
    let large = Twin { project: |domain, x| domain.project(x) + 1e-12, ..Twin::of(Simplex::new(3).unwrap()) };
    assert_eq!(rejections(|y, _| law_tau_is_small(&large, y, tau_limit(&large.honest))), 60);
}

#[test]
fn a_projection_that_moves_members_is_caught() {
    let twin = Twin {
        project: |domain, x| {
            let tau = domain.project(x);
            for x in x {
                *x *= 1.0 - f64::EPSILON; // "to be safe"
            }
            tau + 1e-15
        },
        ..Twin::of(Ball::new(3, 1.0).unwrap())
    };
    assert_eq!(rejections(|y, _| law_projection_lands_inside(&twin, y)), 0);
    assert_eq!(rejections(|y, _| law_projection_is_idempotent(&twin, y)), 60);
}

#[test]
fn tolerances_and_wrong_sizes_are_caught() {
    let tolerant = Twin {
        contains: |domain, x| x.iter().all(|&x| x >= 0.0) && (x.iter().sum::<f64>() - domain.radius()) < 1e-9,
        ..Twin::of(L1Orthant::new(3, 1.0).unwrap())
    };
    let moved = |y: &[f64]| member_of(&tolerant.honest, y).iter().map(|x| x * (1.0 + 1e-12)).collect::<Vec<f64>>();
    let law = |x: &[f64]| law_membership_is_exact(&tolerant, x, is_inside(&tolerant.honest, x));
    assert!(rejections(|y, _| law(&moved(y))) > 30);

    let short = Twin { diameter: |domain| domain.radius(), ..Twin::of(L1Orthant::new(3, 1.0).unwrap()) };
    let member = |y: &[f64]| member_of(&short.honest, y);
    assert!(rejections(|y, z| law_sizes_cover(&short, &member(y), &member(z))) > 5);

    let nearest = Twin {
        support: |domain, d| Enclosure::point(domain.radius() * d.iter().map(|d| d * d).sum::<f64>().sqrt()),
        ..Twin::of(Ball::new(3, 1.0).unwrap())
    };
    assert!(rejections(|d, _| check_support(&nearest.honest, &nearest, d)) > 30);
}
