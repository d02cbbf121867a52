//! Every shape, points of every size: all laws.

use super::laws::{law_membership_is_exact, law_sizes_are_attained, law_tau_covers_error, law_tau_is_small};
use super::reference::{ball_tau_covers_error, check_support, exact_projection, exact_sizes, is_inside, tau_limit};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::domain::{AnyDomain, Ball, Cuboid, Domain, FiniteSet, L1Orthant, Simplex};
use referee::numerics::rational::exact;
use referee::testing::Outcome;
use referee::testing::laws_domain::*;

/// Numbers with ties, exact halves, cancellations, and every size.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -2.0..2.0_f64,
        3 => (-8_i8..=8).prop_map(|k| f64::from(k) / 4.0),
        1 => (any::<bool>(), 1.0..10.0_f64, -323_i32..=307)
            .prop_map(|(minus, x, k)| format!("{}{x}e{k}", if minus { "-" } else { "" }).parse().unwrap()),
        1 => prop_oneof![Just(0.0), Just(-0.0), Just(f64::MAX), Just(f64::MIN), Just(5e-324)],
    ]
}

/// A vector of mixed sizes, or of one common size.
fn vector(n: usize) -> impl Strategy<Value = Vec<f64>> {
    let same_size = (prop::collection::vec(-2.0..2.0_f64, n), -300_i32..=300)
        .prop_map(|(x, k)| x.iter().map(|x| x * 2_f64.powi(k)).collect::<Vec<f64>>());
    prop_oneof![3 => prop::collection::vec(number(), n), 1 => prop::collection::vec(-2.0..2.0_f64, n), 1 => same_size]
}

fn radius() -> impl Strategy<Value = f64> {
    let extreme = prop_oneof![Just(0.0), Just(5e-324), Just(1e-310), Just(1e-200), Just(1e150)];
    let subnormal = (1_u64..100).prop_map(f64::from_bits);
    prop_oneof![2 => Just(1.0), 4 => 0.1..10.0_f64, 2 => extreme, 1 => subnormal]
}

fn domain(n: usize) -> impl Strategy<Value = AnyDomain> {
    let side = (number(), number()).prop_map(|(a, b)| {
        let limited = |x: f64| x.clamp(-1e150, 1e150);
        (limited(a.min(b)), limited(a.max(b)))
    });
    let cuboid = prop::collection::vec(side, n)
        .prop_map(|sides| Cuboid::new(sides.iter().map(|s| s.0).collect(), sides.iter().map(|s| s.1).collect()));
    let quarter = (-8_i8..=8).prop_map(|k| f64::from(k) / 4.0);
    // The same coordinates in another order: equally far from 0, but not for sums that round.
    let rotations = prop::collection::vec(-2.0..2.0_f64, n).prop_map(move |x| {
        let rotated = |k: usize| (0..n).map(|i| x[(i + k) % n]).collect();
        (0..n).map(rotated).collect::<Vec<Vec<f64>>>()
    });
    let points = prop_oneof![
        prop::collection::vec(prop::collection::vec(quarter, n), 1..6), // ties and repetitions
        prop::collection::vec(prop::collection::vec(-2.0..2.0_f64, n), 1..6),
        rotations,
    ];
    prop_oneof![
        cuboid.prop_map(|x| x.unwrap().into()),
        radius().prop_map(move |r| Ball::new(n, r).unwrap().into()),
        Just(Simplex::new(n).unwrap().into()),
        radius().prop_map(move |r| L1Orthant::new(n, r).unwrap().into()),
        points.prop_map(|points| FiniteSet::new(&points).unwrap().into()),
    ]
}

/// A domain, a point, a direction, and two points whose projections serve as members.
fn case() -> impl Strategy<Value = (AnyDomain, [Vec<f64>; 4])> {
    (1_usize..=9).prop_flat_map(|n| (domain(n), [vector(n), vector(n), vector(n), vector(n)]))
}

fn check(law: Outcome) -> Result<(), TestCaseError> {
    law.map_err(TestCaseError::fail)
}

fn check_projection(domain: &AnyDomain, y: &[f64]) -> Outcome {
    law_projection_lands_inside(domain, y)?;
    law_projection_is_idempotent(domain, y)?;
    law_tau_is_small(domain, y, tau_limit(domain))?;
    match exact_projection(domain, y) {
        Some(nearest) => law_tau_covers_error(domain, y, &nearest),
        None => ball_tau_covers_error(domain, y),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_domain_obeys_every_law((domain, [y, direction, a, b]) in case()) {
        check(check_projection(&domain, &y))?;
        check(check_projection(&domain, &vec![0.0; y.len()]))?;
        check(check_support(&domain, &domain, &direction))?;
        check(law_start_is_projection_of_zero(&domain))?;
        let (mut member, mut other) = (a, b);
        domain.project(&mut member);
        domain.project(&mut other);
        check(law_projection_is_nearest(&domain, &y, &member))?;
        if !matches!(domain, AnyDomain::FiniteSet(_)) {
            check(law_projection_is_variational(&domain, &y, &member))?;
        }
        check(law_support_covers(&domain, &direction, &member))?;
        check(law_sizes_cover(&domain, &member, &other))?;
    }

    /// One ulp to either side of a projected point, which lies on the boundary more often than not.
    #[test]
    fn membership_is_exact_around_the_boundary((domain, [y, _, _, _]) in case()) {
        check(law_membership_is_exact(&domain, &y, is_inside(&domain, &y)))?;
        let mut p = y;
        domain.project(&mut p);
        for i in 0..p.len() {
            for x in [p[i].next_up(), p[i].next_down(), p[i] + f64::EPSILON, p[i] - f64::EPSILON] {
                let mut moved = p.clone();
                moved[i] = x;
                check(law_membership_is_exact(&domain, &moved, is_inside(&domain, &moved)))?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Hundreds of coordinates: blocks, lanes and tails of the sums, many active coordinates, vanishing ones.
    #[test]
    fn long_points_are_projected_with_a_small_error(
        (y, k) in (100_usize..=400).prop_flat_map(|n| (prop::collection::vec(-1.0..1.0_f64, n), -60_i32..=10)),
        radius in radius(),
    ) {
        let mut y: Vec<f64> = y.iter().map(|x| x * 2_f64.powi(k)).collect();
        y[7] += 0.9;
        let n = y.len();
        let domains: [AnyDomain; 3] = [
            Simplex::new(n).unwrap().into(),
            L1Orthant::new(n, radius).unwrap().into(),
            Ball::new(n, radius).unwrap().into(),
        ];
        for domain in domains {
            check(check_projection(&domain, &y))?;
        }
    }

    /// Radius and diameter are attained up to rounding: `(2 n + 16) 2^-52`, see the sums of squares in `FiniteSet`.
    #[test]
    fn sizes_are_attained(domain in (1_usize..=9).prop_flat_map(domain)) {
        let (norm, distance) = exact_sizes(&domain);
        // The square of a smaller size is below the doubles, and its root is rounded up from the smallest of them.
        prop_assume!([&norm, &distance].iter().all(|x| **x == RBig::ZERO || **x >= exact(1e-290)));
        let slack = exact((2 * domain.dim() + 16) as f64 * f64::EPSILON);
        check(law_sizes_are_attained(&domain, &norm, &distance, &slack))?;
    }
}
