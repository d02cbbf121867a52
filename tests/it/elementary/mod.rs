//! The enclosures of the elementary functions against big integers: containment, width, exact values, intervals, and
//! wrong twins that the same checks must reject.

mod reference;

use dashu_int::IBig;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::numerics::Enclosure;
use referee::numerics::elementary::{
    constants::{HALF_PI, INVERSE_ROOT_TWO_PI, LN_2, MILLS},
    cos, cos_over, exp, ln, normal_cdf, normal_pdf, sigmoid, sin, sin_over,
};
use reference::Bracket;
use std::f64::consts;

const TINY: f64 = f64::from_bits(1);

/// How many doubles apart the ends are.
fn steps(x: Enclosure) -> u64 {
    let order = |x: f64| if x < 0.0 { -(x.abs().to_bits().cast_signed()) } else { x.abs().to_bits().cast_signed() };
    order(x.hi()).abs_diff(order(x.lo()))
}

fn contains(enclosure: Enclosure, truth: &Bracket) -> bool {
    truth.is_inside(enclosure.lo(), enclosure.hi())
}

/// The law of this file: the enclosure contains the true value, and its ends are at most two doubles apart.
fn law(enclosure: Enclosure, truth: &Bracket) -> Result<(), String> {
    if !contains(enclosure, truth) {
        return Err(format!("{enclosure:?} misses the value"));
    }
    if steps(enclosure) > 2 {
        return Err(format!("{enclosure:?} is {} steps wide", steps(enclosure)));
    }
    Ok(())
}

struct Function {
    name: &'static str,
    enclosure: fn(f64) -> Enclosure,
    truth: fn(f64) -> Bracket,
    arguments: fn(&mut ChaCha8Rng) -> f64,
    /// Arguments that are hard, besides the random ones.
    hard: &'static [f64],
    samples: usize,
}

/// A double of either sign whose size is log-uniform between two powers of two.
fn log_uniform(rng: &mut ChaCha8Rng, from: i32, to: i32) -> f64 {
    let size = rng.random_range(1.0..2.0) * 2.0_f64.powi(rng.random_range(from..to));
    if rng.random() { size } else { -size }
}

fn between(rng: &mut ChaCha8Rng, limit: f64) -> f64 {
    // Half of the arguments spread evenly, half over all magnitudes.
    if rng.random() { rng.random_range(-limit..limit) } else { log_uniform(rng, -1060, 0) * limit }
}

const FUNCTIONS: [Function; 7] = [
    Function {
        name: "exp",
        enclosure: exp,
        truth: reference::exp,
        arguments: |rng| between(rng, 745.0),
        hard: &[
            1.0,
            -1.0,
            709.782_712_893_384,
            709.782_712_893_383_9,
            709.782_712_893_384_1,
            709.9,
            -708.396_418_532_264_1,
            -744.0,
            -744.440_071_921_381_2,
            -745.0,
            -745.133_219_101_941_2,
            -745.2,
            -745.9,
            consts::LN_2,
            -consts::LN_2,
            355.0,
            TINY,
            -TINY,
            1e-17,
            -1e-17,
            -1.11e-16,
            512.0,
            -512.0,
        ],
        samples: 1500,
    },
    Function {
        name: "ln",
        enclosure: ln,
        truth: reference::ln,
        arguments: |rng| match rng.random_range(0..3) {
            0 => f64::from_bits(rng.random_range(1..f64::INFINITY.to_bits())),
            1 => 1.0 + log_uniform(rng, -52, -1),
            _ => rng.random_range(0.4..2.5),
        },
        hard: &[
            0.5,
            2.0,
            4.0,
            0.999_999_999_999_999_9,
            1.000_000_000_000_000_2,
            f64::MAX,
            f64::MIN_POSITIVE,
            TINY,
            3.0 * TINY,
            consts::E,
            consts::SQRT_2.next_down(),
            consts::SQRT_2,
            0.707_106_781_186_547_5,
            355.0,
            10.0,
        ],
        samples: 1500,
    },
    Function {
        name: "sin",
        enclosure: sin,
        truth: |x| reference::sin_turned(x, 0),
        arguments: trigonometric,
        hard: &TRIGONOMETRIC,
        samples: 1500,
    },
    Function {
        name: "cos",
        enclosure: cos,
        truth: |x| reference::sin_turned(x, 1),
        arguments: trigonometric,
        hard: &TRIGONOMETRIC,
        samples: 1500,
    },
    Function {
        name: "sigmoid",
        enclosure: sigmoid,
        truth: reference::sigmoid,
        arguments: |rng| between(rng, 745.0),
        hard: &[1.0, -1.0, TINY, -TINY, 1e-17, -1e-17, 36.7, 37.5, -36.7, -744.5, -745.9, 745.9, 709.9, -709.9],
        samples: 800,
    },
    Function {
        name: "normal_pdf",
        enclosure: normal_pdf,
        truth: reference::normal_pdf,
        arguments: |rng| between(rng, 38.9),
        hard: &[0.0, TINY, 1.0, -1.0, 37.5, 38.5, -38.56, 38.6, 38.99, 1e-9],
        samples: 500,
    },
    Function {
        name: "normal_cdf",
        enclosure: normal_cdf,
        truth: reference::normal_cdf,
        arguments: |rng| match rng.random_range(0..4) {
            0 => rng.random_range(-38.9..38.9),
            1 => between(rng, 9.0),
            2 => rng.random_range(-9.0..-7.0),
            _ => rng.random_range(-8.0..8.0),
        },
        hard: &[
            TINY,
            -TINY,
            1e-17,
            -1e-17,
            0.25,
            -0.25,
            -0.250_000_000_000_000_06,
            -0.249_999_999_999_999_97,
            -0.5,
            -1.0,
            1.0,
            -7.75,
            -7.999_999_999_999_999,
            -8.0,
            -8.000_000_000_000_002,
            8.0,
            8.3,
            -37.5,
            -38.4,
            -38.5,
            -38.9,
            38.9,
        ],
        samples: 800,
    },
];

fn trigonometric(rng: &mut ChaCha8Rng) -> f64 {
    match rng.random_range(0..4) {
        0 => log_uniform(rng, -1074, 0),
        1 => rng.random_range(-7.0..7.0),
        2 => log_uniform(rng, 0, 30),
        // The doubles next to a multiple of pi/2.
        _ => f64::from(rng.random_range(-600_000_000..600_000_000)) * consts::FRAC_PI_2,
    }
}

const TRIGONOMETRIC: [f64; 20] = [
    consts::PI,
    consts::FRAC_PI_2,
    3.0 * consts::FRAC_PI_2,
    -consts::TAU,
    consts::FRAC_PI_4,
    0.785,
    0.785_000_000_000_000_1,
    355.0,
    710.0,
    103_993.0,
    1e-8,
    -1e-160,
    TINY,
    -TINY,
    f64::MIN_POSITIVE,
    0.5,
    1_073_741_824.0,
    -1_073_741_824.0,
    1_073_741_823.999_999_9,
    22.0,
];

fn samples(function: &Function) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(20_260_101);
    let random = (0..function.samples).map(|_| (function.arguments)(&mut rng));
    function.hard.iter().copied().chain(random).filter(|&x| x != 0.0 || function.name == "normal_pdf").collect()
}

#[test]
fn constants_are_what_series_of_big_integers_say() {
    let ln_2 = reference::ln_2(400);
    let half_pi = Bracket { places: 401, ..reference::pi(400) };
    let parts = (IBig::from(HALF_PI[0]) << 120) + (IBig::from(HALF_PI[1]) << 60) + HALF_PI[2];
    let root = reference::inverse_root_two_pi(400);
    assert!(ln_2.has_floor(116, &IBig::from(LN_2)));
    assert!(half_pi.has_floor(180, &parts));
    assert!(HALF_PI.iter().skip(1).all(|part| (0..1 << 60).contains(part)));
    assert!(root.has_floor(65, &IBig::from(INVERSE_ROOT_TWO_PI)));
    let mut x = 0.0;
    for constant in MILLS {
        x += 0.25;
        assert!(reference::mills(x).has_floor(126, &IBig::from(constant)), "Mills' ratio at {x}");
        assert!(!reference::mills(x).has_floor(126, &IBig::from(constant ^ 1)));
    }
    // The check sees a change of the last bit.
    assert!(!ln_2.has_floor(116, &IBig::from(LN_2 ^ 1)));
    assert!(!half_pi.has_floor(180, &(parts ^ IBig::ONE)));
    assert!(!root.has_floor(65, &IBig::from(INVERSE_ROOT_TWO_PI ^ 1)));
}

/// Checks one function on all its samples, and that the same law refuses its enclosures once they are displaced.
fn check(name: &str) {
    let function = FUNCTIONS.iter().find(|function| function.name == name).expect("the function is in the table");
    let (mut widths, mut caught, mut total) = ([0_u32; 3], 0, 0);
    for x in samples(function) {
        let (enclosure, truth) = ((function.enclosure)(x), (function.truth)(x));
        if let Err(reason) = law(enclosure, &truth) {
            panic!("{name}({x:e}): {reason}");
        }
        widths[usize::try_from(steps(enclosure)).expect("at most 2")] += 1;
        if enclosure.is_finite() {
            // Twins: wrong by three doubles is always caught, and so is an end drawn in by two.
            let moved = |x: f64, by: u8| (0..by).fold(x, |x, _| x.next_up());
            assert!(law(Enclosure::new(moved(enclosure.lo(), 3), moved(enclosure.hi(), 3)), &truth).is_err());
            assert!(law(Enclosure::point(moved(enclosure.lo(), 2)), &truth).is_err());
            // Wrong by a single double is caught unless the enclosure was one double too wide.
            total += 1;
            caught +=
                u32::from(law(Enclosure::new(moved(enclosure.lo(), 1), moved(enclosure.hi(), 1)), &truth).is_err());
        }
    }
    println!("{name}: {widths:?} enclosures of 1, 2, 3 doubles; {caught} of {total} shifts by one double caught");
    assert!(widths[2] * 20 < widths[1], "{name}: more than a twentieth of the enclosures are three doubles");
    assert!(caught * 20 > total * 19, "{name}: {caught} of {total}");
}

#[test]
fn exp_is_contained_and_tight() {
    check("exp");
}

#[test]
fn ln_is_contained_and_tight() {
    check("ln");
}

#[test]
fn sin_is_contained_and_tight() {
    check("sin");
}

#[test]
fn cos_is_contained_and_tight() {
    check("cos");
}

#[test]
fn sigmoid_is_contained_and_tight() {
    check("sigmoid");
}

#[test]
fn normal_pdf_is_contained_and_tight() {
    check("normal_pdf");
}

#[test]
fn normal_cdf_is_contained_and_tight() {
    check("normal_cdf");
}

#[test]
fn an_exp_reduced_with_a_wrong_ln_2_is_caught() {
    // A reduction that takes ln 2 wrong by 2^-53, the last bit of a double, returns e^x (1 + k 2^-53) to first order.
    let wrong = |x: f64| {
        let k = Enclosure::point((x / consts::LN_2).floor());
        exp(x) * (Enclosure::ONE + k * Enclosure::point(0.5 * f64::EPSILON))
    };
    for x in (0..4000).map(|i| f64::from(i - 2000) * 0.35).filter(|x| x.abs() > 7.0) {
        assert!(!contains(wrong(x), &reference::exp(x)), "at {x}");
    }
}

#[test]
fn exact_values_are_points() {
    let point = Enclosure::point;
    for zero in [0.0, -0.0] {
        assert_eq!(exp(zero), point(1.0));
        assert_eq!(sin(zero), point(0.0));
        assert_eq!(cos(zero), point(1.0));
        assert_eq!(normal_cdf(zero), point(0.5));
        assert_eq!(sigmoid(zero), point(0.5));
    }
    assert_eq!(ln(1.0), point(0.0));
}

#[test]
fn limits_are_kept_at_infinity_and_beyond_the_range_of_doubles() {
    let inf = f64::INFINITY;
    for large in [inf, f64::MAX, 710.0] {
        assert_eq!(exp(large), Enclosure::new(f64::MAX, inf));
    }
    for small in [-inf, f64::MIN, -746.0] {
        assert_eq!(exp(small), Enclosure::new(0.0, TINY));
        assert_eq!(normal_cdf(small), Enclosure::new(0.0, TINY));
        assert_eq!(normal_pdf(small), Enclosure::new(0.0, TINY));
        assert_eq!(normal_pdf(-small), Enclosure::new(0.0, TINY));
        assert_eq!(sigmoid(small), Enclosure::new(0.0, TINY));
        assert_eq!(normal_cdf(-small), Enclosure::new(1.0_f64.next_down(), 1.0));
        assert_eq!(sigmoid(-small), Enclosure::new(1.0_f64.next_down(), 1.0));
    }
    assert_eq!(ln(inf), Enclosure::new(ln(f64::MAX).lo(), inf));
    let all = Enclosure::new(-1.0, 1.0);
    let hardest = 6_381_956_970_095_103.0 * 2.0_f64.powi(797);
    for x in [inf, -inf, f64::NAN, hardest, 1_073_741_824.000_000_2] {
        assert_eq!((sin(x), cos(x)), (all, all));
    }
    assert_eq!(sin_over(Enclosure::EVERYTHING), all);
    assert_eq!(cos_over(Enclosure::new(1.0, inf)), all);
    assert_eq!(normal_cdf(f64::NAN), Enclosure::new(0.0, 1.0));
    assert_eq!(sigmoid(f64::NAN), Enclosure::new(0.0, 1.0));
    assert_eq!(exp(f64::NAN), Enclosure::new(0.0, inf));
}

#[test]
fn the_sine_and_cosine_of_an_interval_are_the_hull_of_endpoints_and_extrema() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..600 {
        let lo = trigonometric(&mut rng);
        let hi = (lo + log_uniform(&mut rng, -40, 4).abs()).min(1_073_741_824.0);
        let x = Enclosure::new(lo.min(hi), hi);
        let multiples = |turns: i8| {
            let (first, last): (IBig, IBig) = (
                reference::quadrant(x.lo(), reference::PLACES).0 + turns + 1,
                reference::quadrant(x.hi(), reference::PLACES).0 + turns,
            );
            let has = |which: i8| (0..4).any(|i| &first + i <= last && (&first + i - which) % 4 == 0);
            (has(1), has(3))
        };
        for (over, at, turns) in [(sin_over as fn(_) -> _, sin as fn(_) -> _, 0), (cos_over, cos, 1)] {
            let image: Enclosure = over(x);
            let (maximum, minimum) = multiples(turns);
            let ends: Enclosure = at(x.lo()).hull(at(x.hi()));
            let expected =
                Enclosure::new(if minimum { -1.0 } else { ends.lo() }, if maximum { 1.0 } else { ends.hi() });
            assert_eq!(image, expected, "over {x:?}");
            for _ in 0..3 {
                let inside = rng.random_range(x.lo()..=x.hi());
                let truth = reference::sin_turned(inside, turns.unsigned_abs());
                assert!(contains(image, &truth), "{inside} in {x:?}");
            }
        }
    }
}

#[test]
fn the_monotone_functions_of_an_interval_contain_every_value_inside() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..100 {
        let lo = rng.random_range(-30.0..30.0);
        let x = Enclosure::new(lo, lo + log_uniform(&mut rng, -50, 4).abs());
        let inside = rng.random_range(x.lo()..=x.hi());
        assert!(contains(x.exp(), &reference::exp(inside)));
        assert!(contains(x.phi(), &reference::normal_cdf(inside)));
        assert!(contains(x.sigmoid(), &reference::sigmoid(inside)));
        if x.lo() > 0.0 {
            assert!(contains(x.ln().expect("the interval is positive"), &reference::ln(inside)));
        }
    }
}
