//! Numbers worked out by hand, refusals, names.

use referee::domain::{AnyDomain, Ball, Cuboid, Domain, FiniteSet, L1Orthant, Simplex};

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
