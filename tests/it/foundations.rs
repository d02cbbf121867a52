//! Every law of the foundations holds on ours and fails on a broken twin.

use referee::domain::{AnyDomain, Domain};
use referee::numerics::rational::exact;
use referee::numerics::{Enclosure, ExactSum};
use referee::testing::Outcome;
use referee::testing::foundations::{self as laws, LAWS};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

const INSTANCES: usize = 500;

/// The first violation of a law in many instances.
fn violation(law: impl Fn(&mut ChaCha8Rng) -> Outcome) -> Option<String> {
    let mut generator = ChaCha8Rng::seed_from_u64(20_181_104);
    (0..INSTANCES).find_map(|_| law(&mut generator).err())
}

#[test]
fn every_law_holds_on_what_we_ship() {
    for law in LAWS {
        assert_eq!(violation(law.check), None, "{}: {}", law.name, law.says);
    }
}

/// Each law, given a broken implementation of what it judges.
fn broken() -> Vec<(&'static str, Option<String>)> {
    let nearest = |operation: u8, a: f64, b: f64| {
        let rounded = [a + b, a - b, a * b, a / b][usize::from(operation)];
        if rounded.is_finite() { Some(Enclosure::point(rounded)) } else { laws::enclosed_operation(operation, a, b) }
    };
    vec![
        ("arithmetic", violation(|g| laws::arithmetic(g, nearest))),
        ("elementary", violation(|g| laws::elementary(g, |x| Enclosure::point(x.lo().exp().min(f64::MAX))))),
        ("exact sum", violation(|g| laws::exact_dot(g, plain_dot))),
        ("certified product", violation(|g| laws::certified_product(g, plain_product))),
        ("simplex", violation(|g| laws::simplex(g, divide_by_the_sum))),
        ("stationary", violation(|g| laws::stationary(g, |_, _, _| 0.0))),
        ("norms", violation(|g| laws::hoelder(g, referee::numerics::Norm::norm))),
        ("projection", violation(|g| laws::projection(g, |domain| Box::new(Clipped(domain))))),
        ("expressions", violation(|g| laws::expressions(g, |_, _| Some(Enclosure::ZERO)))),
        ("traces", violation(|g| laws::traces(g, write_digits))),
    ]
}

#[test]
fn every_law_catches_its_broken_twin() {
    let broken = broken();
    assert_eq!(
        broken.iter().map(|twin| twin.0).collect::<Vec<_>>(),
        LAWS.iter().map(|law| law.name).collect::<Vec<_>>()
    );
    for (law, caught) in broken {
        assert!(caught.is_some(), "the law `{law}` did not notice its broken twin");
    }
}

fn plain_dot(a: &[f64], b: &[f64]) -> dashu_ratio::RBig {
    let sum: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
    exact(if sum.is_finite() { sum } else { 0.0 })
}

fn plain_product(left: &[f64], rows: usize, right: &[f64], cols: usize) -> Vec<Enclosure> {
    let entry = |i: usize, j: usize| -> f64 {
        left[i..].iter().step_by(rows).zip(right[j..].iter().step_by(cols)).map(|(x, y)| x * y).sum()
    };
    (0..rows * cols).map(|k| Enclosure::point(entry(k / cols, k % cols))).collect()
}

fn divide_by_the_sum(weights: &mut [f64]) -> bool {
    let sum = ExactSum::of(weights).enclose().lo();
    for weight in weights {
        *weight /= sum;
    }
    true
}

/// A projection onto the bounding box only.
struct Clipped(AnyDomain);

impl Domain for Clipped {
    fn dim(&self) -> usize {
        self.0.dim()
    }
    fn contains(&self, point: &[f64]) -> bool {
        self.0.contains(point)
    }
    fn project(&self, point: &mut [f64]) -> f64 {
        for (j, x) in point.iter_mut().enumerate() {
            *x = x.clamp(self.bounds(j).lo(), self.bounds(j).hi());
        }
        0.0
    }
    fn radius(&self) -> f64 {
        self.0.radius()
    }
    fn diameter(&self) -> f64 {
        self.0.diameter()
    }
    fn support(&self, direction: &[f64]) -> Enclosure {
        self.0.support(direction)
    }
    fn bounds(&self, coordinate: usize) -> Enclosure {
        self.0.bounds(coordinate)
    }
}

/// Writes sixteen significant digits, which is one too few.
fn write_digits(trace: &referee::trace::Trace, path: &std::path::Path) -> referee::error::Result<()> {
    trace.write(path)?;
    let text = std::fs::read_to_string(path).expect("the file was just written");
    let shorten = |cell: &str| cell.parse::<f64>().map_or(cell.to_owned(), |x| format!("{x:.15e}"));
    let line = |line: &str| line.split(',').map(shorten).collect::<Vec<_>>().join(",");
    std::fs::write(path, text.lines().map(line).collect::<Vec<_>>().join("\n")).expect("the folder is ours");
    Ok(())
}
