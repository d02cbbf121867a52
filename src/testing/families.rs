//! Random members of the problem families.

use crate::error::Result;
use crate::problem::families::{Instance, open};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Draws before giving up; at least one draw in ten is a member, so this many failures have no other cause than a bug.
const ATTEMPTS: usize = 1000;

/// A random member of a family, with the text that names it.
///
/// Half of the numbers have few bits, so that ties and exact results occur.
///
/// # Errors
/// If there is no such family.
pub fn draw(family: &str, generator: &mut ChaCha8Rng) -> Result<(String, Instance)> {
    for _ in 0..ATTEMPTS {
        let spec = spec(family, generator);
        if let Ok(instance) = open(&spec) {
            return Ok((spec, instance));
        }
    }
    open(family).map(|instance| (family.to_owned(), instance))
}

/// Parameters that may be refused: some families have conditions on several of them together.
fn spec(family: &str, generator: &mut ChaCha8Rng) -> String {
    let d = generator.random_range(1..5_usize);
    let g = generator;
    let parameters = match family {
        "qp-box" => box_parameters(g, d),
        "qp-box-tied" => format!("{},copies={}", box_parameters(g, d), g.random_range(1..5_u8)),
        "qp-box-scaled" => {
            let (parameters, e0, e1) =
                (box_parameters(g, d), g.random_range(-60..=60_i32), g.random_range(-60..=60_i32));
            format!("{parameters},s0=1e{e0},s1=1e{e1}")
        }
        "qp-half" => {
            format!("a={},b={:?},c={}", list(g, d, -1.0, 1.0), between(g, -1.0, 1.0), list(g, d, -1.0, 1.0))
        }
        "knapsack" => format!("c={},k={:?}", list(g, d, 0.0, 2.0), between(g, 0.0, d as f64)),
        "bilinear" => format!("a={:?}", between(g, -1.0, 1.5)),
        "triangle" => format!("px={:?},py={:?}", between(g, -1.0, 1.0), between(g, 0.0, 1.0)),
        "step-hinge" => {
            format!("tau={:?},kappa={:?},s={:?}", between(g, -1.0, 1.0), between(g, 0.0, 1.0), between(g, 0.0, 2.0))
        }
        "step-sample" => {
            let n = g.random_range(1..12);
            format!("z={},kappa={:?},s={:?}", list(g, n, -1.0, 1.0), between(g, 0.0, 1.0), between(g, 0.0, 2.0))
        }
        "robust" => format!("a={},m={}", list(g, d, -1.0, 1.0), g.random_range(4..9_u8)),
        "extremal" => extremal_parameters(g),
        "extremal-duplicated" => format!("{},copies={}", extremal_parameters(g), g.random_range(1..3_u8)),
        "neyman-pearson" => format!("mu={:?},alpha={:?}", between(g, 0.0, 4.0), between(g, 0.0, 0.5)),
        "polygon" => {
            let m = g.random_range(1..40_u8);
            format!("m={m},rho={:?},k={:?}", between(g, 0.0, 1.0), between(g, 0.0, 1.0))
        }
        "no-constraints" => format!("c={}", list(g, d, -1.0, 1.0)),
        _ => return family.to_owned(),
    };
    format!("{family}:{parameters}")
}

fn box_parameters(generator: &mut ChaCha8Rng, d: usize) -> String {
    format!("c={},b={}", list(generator, d, -1.0, 1.0), list(generator, d, -1.0, 1.5))
}

fn extremal_parameters(generator: &mut ChaCha8Rng) -> String {
    let m = generator.random_range(1..4_u8);
    format!("m={m},v={:?},gamma={:?}", between(generator, 0.0, 4.0), between(generator, 0.0, 4.0))
}

/// A number of the range: a multiple of 1/8, or any double.
fn between(generator: &mut ChaCha8Rng, lo: f64, hi: f64) -> f64 {
    let x = generator.random_range(lo..=hi);
    if generator.random() { ((8.0 * x).round() / 8.0).clamp(lo, hi) } else { x }
}

fn list(generator: &mut ChaCha8Rng, count: usize, lo: f64, hi: f64) -> String {
    let numbers: Vec<_> = (0..count).map(|_| format!("{:?}", between(generator, lo, hi))).collect();
    numbers.join("/")
}
