//! Numbers worked out by hand, for the default members.

use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, enclose};
use referee::problem::families::{Instance, Optimum};
use referee::registry::Registry;

use dashu_ratio::RBig;

fn member(spec: &str) -> Instance {
    Registry::ours().open(spec).unwrap_or_else(|error| panic!("{error}"))
}

fn value(optimum: Option<&Optimum>) -> Enclosure {
    optimum.expect("feasible").value
}

/// The enclosure is narrow and near a number that was worked out in decimals, which the doubles only approximate.
fn near(enclosure: Enclosure, number: f64) -> bool {
    let width = 1e-12;
    enclosure.width() <= width && enclosure.lo() <= number + width && number - width <= enclosure.hi()
}

#[test]
fn optima() {
    let cases = [
        ("qp-box", 0.5 * (0.25 + 1.0), None),
        ("qp-half", 0.18, None),
        ("knapsack", 0.5, None),
        ("bilinear", 0.0, None),
        ("triangle", -0.425, Some(-1.175)),
        ("step-hinge", 0.0, Some(-0.5)),
        ("robust", 0.625, None),
        ("extremal", 1.0, Some(1.0 / 3.0)),
        // Phi(1.2815515655446008 - 1), from another implementation of Phi and its inverse
        ("neyman-pearson", 0.610_856_308_354_639_1, None),
        ("polygon", 0.08, None),
        ("qp-box-tied", 0.625, None),
        ("extremal-duplicated", 1.0, Some(1.0 / 3.0)),
        ("qp-box-scaled", 625.0, None),
        ("zero-pair", 0.5, None),
        ("zero-no-kkt", 0.0, None),
        ("no-constraints", 0.0, None),
        ("noisy", 0.18, None),
        ("minibatch", 7.0 / 48.0, None),
    ];
    for (spec, pure, mixed) in cases {
        let known = member(spec).known;
        assert!(near(value(known.optimum.as_ref()), pure), "{spec}: {}", value(known.optimum.as_ref()));
        let mixed = mixed.unwrap_or(value(known.optimum.as_ref()).midpoint());
        assert!(near(value(known.mixed_optimum.as_ref()), mixed), "{spec}: {}", value(known.mixed_optimum.as_ref()));
    }
    assert_eq!(value(member("step-hinge").known.proxy_optimum.as_ref()), Enclosure::point(0.5));
    let infeasible = member("infeasible").known;
    assert!(!infeasible.feasible && infeasible.optimum.is_none() && infeasible.mixed_optimum.is_none());
    assert_eq!(value(infeasible.least_violation.as_ref()), Enclosure::ONE);
}

#[test]
fn a_sample_of_four_by_hand() {
    // Counts above: f = 1/2, 1/4, -1/2, -3/4, -1 at counts 0 to 4; kappa n = 1. The hull goes from (0, 1/2) to
    // (2, -1/2), which is 0 at 1; f(1) = 1/4 is above it. Proxy: with s = 1/2 the terms vanish at 1, 3/4, 0, -1/4;
    // the root with two active terms is (1 + 3/4 - 1/2) / 2 = 5/8, which is below 3/4 and above 0.
    let known = member("step-sample:z=-0.75/0.5/0.25/-0.5,kappa=0.25,s=0.5").known;
    assert_eq!(value(known.optimum.as_ref()), Enclosure::point(0.25));
    assert_eq!(value(known.mixed_optimum.as_ref()), Enclosure::ZERO);
    let multipliers = |optimum: Option<Optimum>| optimum.and_then(|optimum| optimum.multipliers);
    assert_eq!(multipliers(known.mixed_optimum), Some(vec![Enclosure::point(2.0)]));
    assert_eq!(value(known.proxy_optimum.as_ref()), Enclosure::point(0.625));
    assert_eq!(multipliers(known.proxy_optimum), Some(vec![Enclosure::ONE]));
}

/// The hinge is active: of the eight numbers three are above the root (7/8 + 3/4 + 3/4 - 1/4) / 3, where the slope of the
/// mean distance is 2/8 and that of the hinge -3/8. Where it allows more, the upper median 5/8 is best, at distance 9/8 / 8.
#[test]
fn a_median_by_hand() {
    let optimum = member("minibatch").known.optimum.expect("feasible");
    let third = |k: u32, n: u32| RBig::from(k) / RBig::from(n);
    assert!(contains(optimum.mixture[0].point[0], &third(17, 24)), "{optimum:?}");
    assert!(contains(optimum.value, &third(7, 48)) && optimum.value.width() < 1e-15, "{optimum:?}");
    assert!(optimum.multipliers.is_some_and(|y| contains(y[0], &third(2, 3))));
    let free = member("minibatch:b=0.5").known.optimum.expect("feasible");
    assert_eq!(free.mixture[0].point, [Enclosure::point(0.625)]);
    assert_eq!((free.value, free.multipliers), (Enclosure::point(0.140_625 - 0.015_625), Some(vec![Enclosure::ZERO])));
}

#[test]
fn constants_of_the_triangle() {
    let constants = member("triangle").known.constants;
    let margin = constants.margin.expect("it has one");
    let eleven_thirtieths = enclose(&(RBig::from(11) / RBig::from(30)));
    assert!(margin.value <= eleven_thirtieths.hi() && near(eleven_thirtieths, margin.value));
    let above = |bound: f64, number: f64| near(Enclosure::point(bound), number);
    assert!(above(constants.bound_constraints, 1.9), "{}", constants.bound_constraints);
    assert!(above(constants.bound_subgradient.expect("smooth"), 2.65_f64.sqrt()));
    assert!(above(constants.objective_range, 1.325));
    assert!(above(constants.radius, 2.0_f64.sqrt()));
    // At (1, -1): -y - 1/2 = 1/2 and 1.1 - 0.5 - 0.3, -1.1 - 0.5 - 0.3; at (1, 1): -3/2, 1.3, -0.9: the norms are
    // sqrt(0.25 + 0.09 + 3.61) and sqrt(2.25 + 1.69 + 0.81).
    assert!(above(constants.bound_payoff_2, 4.75_f64.sqrt()), "{}", constants.bound_payoff_2);
}

#[test]
fn the_answers_are_those_of_the_doubles_not_of_the_decimals() {
    // 1.1 and 0.3 are not doubles, so the corner is not at -1/2 exactly, and the optimum is not -17/40.
    let optimum = value(member("triangle").known.optimum.as_ref());
    let decimal = RBig::from(-17) / RBig::from(40);
    assert!(optimum.width() < 1e-15);
    let corner = member("triangle").known.optimum.expect("feasible").mixture[0].point[0];
    let a = referee::numerics::rational::exact;
    let exact_corner = -(a(0.3) + a(0.25)) / a(1.1);
    assert!(contains(corner, &exact_corner) && exact_corner != RBig::from(-1) / RBig::from(2));
    let (x, y) = (exact_corner - a(0.2), a(-0.5) - a(0.1));
    let exact_value = -(&x * &x + &y * &y) / RBig::from(2);
    assert!(contains(optimum, &exact_value) && exact_value != decimal);
}

#[test]
fn without_multipliers_the_dual_value_is_minus_one_over_four_y() {
    let instance = member("zero-no-kkt");
    assert_eq!(instance.known.optimum.as_ref().map(|optimum| optimum.multipliers.is_none()), Some(true));
    for y in [1.0, 4.0, 1024.0] {
        let at = Enclosure::point(0.5 / y);
        let row = crate::families::laws::values(&*instance.problem, &[at], referee::game::Side::Constraints)
            .expect("defined");
        assert_eq!(row[0] + Enclosure::point(y) * row[1], Enclosure::point(-0.25 / y));
    }
}
