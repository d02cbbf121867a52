//! Numbers worked out by hand, refusals, names.

use super::laws::law_tau_covers_error;
use super::reference::{ball_tau_covers_error, exact_projection};
use referee::domain::{AnyDomain, Ball, Cuboid, Domain, FiniteSet, L1Orthant, Simplex};
use referee::testing::laws_domain::law_projection_lands_inside;

#[test]
fn worked_projections() {
    let project = |domain: &dyn Domain, y: &[f64]| {
        let mut p = y.to_vec();
        (domain.project(&mut p), p)
    };
    assert_eq!(project(&Ball::new(1, 2.0).unwrap(), &[-7.0]), (0.0, vec![-2.0]));
    assert_eq!(project(&Ball::new(2, 0.0).unwrap(), &[1.0, 1e300]), (0.0, vec![0.0, 0.0]));
    assert_eq!(project(&Simplex::new(1).unwrap(), &[-1e300]), (0.0, vec![1.0]));
    assert_eq!(project(&Simplex::new(2).unwrap(), &[1e300, -1e300]).1, [1.0, 0.0]);
    assert_eq!(project(&Simplex::new(4).unwrap(), &[3.0; 4]).1, [0.25; 4]);
    assert_eq!(project(&L1Orthant::new(1, 2.0).unwrap(), &[3.0]), (0.0, vec![2.0]));
    assert_eq!(project(&L1Orthant::new(2, 0.0).unwrap(), &[3.0, 4.0]), (0.0, vec![0.0, 0.0]));
    assert_eq!(project(&L1Orthant::new(3, 2.0).unwrap(), &[3.0, -1.0, 2.0]).1, [1.5, 0.0, 0.5]);
    assert_eq!(project(&Cuboid::new(vec![1.0, 0.0], vec![1.0, 2.0]).unwrap(), &[5.0, 1.0]), (0.0, vec![1.0, 1.0]));
    // 2^-60 decides between the points, and no double sees it in the squared distances.
    let set = FiniteSet::new(&[vec![-1.0], vec![1.0]]).unwrap();
    assert_eq!(project(&set, &[2_f64.powi(-60)]).1, [1.0]);
    assert_eq!(project(&set, &[0.0]).1, [-1.0]);
}

fn check_tau(domain: &AnyDomain, y: &[f64]) {
    law_projection_lands_inside(domain, y).unwrap();
    law_tau_covers_error(domain, y, &exact_projection(domain, y).unwrap()).unwrap();
}

/// The shift by the largest coordinate rounds 3000 others by up to 2^-54 each: in some of these cases that is most of
/// the error.
#[test]
fn tau_covers_the_shift() {
    for k in 0..8 {
        let largest = 0.9 + 0.01 * f64::from(k);
        let small = (1..=3000_u32).map(|i| f64::from(i * i % 2999) * 1e-7);
        let y: Vec<f64> = std::iter::once(largest).chain(small).collect();
        check_tau(&L1Orthant::new(y.len(), 1.0).unwrap().into(), &y);
    }
}

/// At the bottom of the range a product is off by half the smallest double, here in every coordinate to the same
/// side: up, which would leave the ball, or down, which adds to the distance moved.
#[test]
fn balls_of_subnormal_radius_allow_for_underflow() {
    let up = std::iter::once(1.0).chain(std::iter::repeat_n(0.0104, 119)).collect::<Vec<f64>>();
    for (y, units) in [(up, 50), (vec![1.49; 100], 36)] {
        let ball = Ball::new(y.len(), f64::from_bits(units)).unwrap();
        law_projection_lands_inside(&ball, &y).unwrap();
        ball_tau_covers_error(&ball, &y).unwrap();
    }
}

/// 4000 coordinates of the exact projection are 2^-53, half a unit of the grid, which rounds to 0: the largest
/// coordinate takes what they lose, a thousand times what the other roundings amount to.
#[test]
fn tau_covers_mass_that_vanishes_on_the_grid() {
    let half_unit = 2_f64.powi(-53);
    let y: Vec<f64> = (0..=4000).map(|i| if i == 0 { 1.0 } else { 4001.0 * half_unit }).collect();
    let simplex: AnyDomain = Simplex::new(y.len()).unwrap().into();
    check_tau(&simplex, &y);
    let mut p = y;
    assert!(simplex.project(&mut p) >= 4000.0 * half_unit);
    assert_eq!(p[0], 1.0);
}

#[test]
fn constructors_refuse_what_is_not_a_domain() {
    let message = |result: referee::error::Result<AnyDomain>| result.unwrap_err().to_string();
    assert_eq!(message(Simplex::new(0).map(Into::into)), "a simplex needs at least one variable");
    assert_eq!(message(Cuboid::cube(1, 1.0, 0.0).map(Into::into)), "the interval [1, 0] of variable 1 is empty");
    assert_eq!(message(Ball::new(2, -1.0).map(Into::into)), "the radius of a ball is -1, but it must not be negative");
    for radius in [f64::NAN, f64::INFINITY, 1e200] {
        assert!(Ball::new(2, radius).is_err() && L1Orthant::new(2, radius).is_err());
        assert!(Cuboid::cube(2, -radius, radius).is_err() && FiniteSet::new(&[vec![radius]]).is_err());
    }
    assert!(Ball::new(0, 1.0).is_err() && L1Orthant::new(0, 1.0).is_err() && Cuboid::cube(0, 0.0, 1.0).is_err());
    assert!(Cuboid::new(vec![0.0], vec![1.0, 2.0]).is_err());
    assert_eq!(message(FiniteSet::new(&[]).map(Into::into)), "a finite set needs at least one point");
    assert_eq!(
        message(FiniteSet::new(&[vec![0.0], vec![0.0, 1.0]]).map(Into::into)),
        "point 2 has 2 coordinates and the first has 1"
    );
}

#[test]
fn domains_have_names() {
    let name = |domain: AnyDomain| domain.to_string();
    assert_eq!(name(Cuboid::cube(2, -1.0, 1.0).unwrap().into()), "box [-1, 1]^2");
    assert_eq!(name(Cuboid::new(vec![0.0, -1.0], vec![1.0, 0.5]).unwrap().into()), "box [0, 1] x [-1, 0.5]");
    assert_eq!(name(Ball::new(3, 2.0).unwrap().into()), "ball of radius 2 in 3 variables");
    assert_eq!(name(Simplex::new(1).unwrap().into()), "simplex in 1 variable");
    assert_eq!(name(L1Orthant::new(2, 0.5).unwrap().into()), "l1 orthant of radius 0.5 in 2 variables");
    assert_eq!(name(FiniteSet::new(&[vec![0.0, 1.0]]).unwrap().into()), "1 point in 2 variables");
}
