//! Family 7: a rate over a sample, and the mean hinge that stands in for it.
//!
//! Minimise `x` over `[-1, 1]` subject to `#{k : z_k > x} / n - kappa <= 0` for a sample `z_1 >= .. >= z_n` in `[-1, 1]`
//! (sorted here; given in any order), with the proxy `1/n sum_k max(0, 1 - (x - z_k) / s) - kappa`, where `0 < kappa < 1`,
//! `s > 0` and the proxy is negative at 1. Everything below is computed in exact rationals.
//!
//! **Optimum** `z_(j+1)` with `j = floor(kappa n)`: there at most `j` of the sample are above, and below it more than
//! `kappa n` are.
//!
//! **Mixed optimum.** Let `f(i) = z_(i+1)` for `i < n` and `f(n) = -1`: the least `x` with at most `i` of the sample above
//! it. So every `x` has `x >= f(i)` where `i` is its count. Take `i <= kappa n <= k`, `i < k`, whose chord of `f` is
//! lowest at `kappa n` (and falls most steeply, among equals): the chord is a side of the lower convex hull of `f`, so the
//! line through it is nowhere above `f`. With `y = n` times minus its slope, which is not negative as `f` does not
//! increase, `x + y (count / n - kappa)` is at least the line at `kappa n`; weak duality. The mixture of `f(i)` and `f(k)`
//! whose mean of `i` and `k` is `kappa n` attains it, and is feasible as the counts are at most `i` and `k`.
//!
//! **Proxy optimum.** The proxy decreases until it is 0. Where just the `r` largest `z_k + s` are above `x`, it is
//! `(sum_{k <= r} (z_k + s - x)) / (s n) - kappa`, with root `(sum_{k <= r} (z_k + s) - kappa n s) / r`; the root is the one
//! that lies between `z_(r+1) + s` and `z_r + s`. The slope is `-r / (s n)` there, so `x + (s n / r) proxy` is convex and
//! stationary at the root: the multiplier is `s n / r`.
//!
//! **Constants** as for `step-hinge`; the margin is minus the proxy at 1.

use super::build::{Answers, Draft, Line, cube, minus, number, over, point};
use super::known::Atom;
use super::random::{between, list};
use super::spec::Arguments;
use super::{Family, Optimum, Parameter};
use crate::error::Result;
use crate::numerics::Enclosure;
use crate::numerics::directed::mul_down;
use crate::numerics::rational::{enclose, exact};
use dashu_ratio::RBig;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

pub(super) const KAPPA: Parameter =
    Parameter { name: "kappa", default: "0.3", meaning: "the share allowed, above 0 and below 1" };
pub(super) const S: Parameter =
    Parameter { name: "s", default: "0.5", meaning: "the width of the hinge, from 0.001 to 1000" };

pub(super) const STEP_SAMPLE: Family = Family {
    name: "step-sample",
    summary: "x over [-1, 1] with at most a share kappa of a sample above x, and a mean hinge as proxy",
    parameters: &[
        Parameter {
            name: "z",
            default: "-0.9/-0.6/-0.5/-0.3/-0.1/0/0.2/0.4",
            meaning: "the sample, from -1 to 1, at most 512",
        },
        KAPPA,
        S,
    ],
    build: |arguments, name| draft(&read(arguments)?, arguments)?.finish(name),
    random: Some(|g, _| {
        let n = g.random_range(1..12);
        random(g, n)
    }),
};

pub(super) fn random(g: &mut ChaCha8Rng, n: usize) -> String {
    format!("z={},kappa={:?},s={:?}", list(g, n, -1.0, 1.0), between(g, 0.0, 1.0), between(g, 0.0, 2.0))
}

/// What is chosen: the sample, from the largest down, the share and the width.
pub(super) struct Chosen {
    pub(super) z: Vec<f64>,
    kappa: f64,
    s: f64,
}

pub(super) fn read(arguments: &Arguments<'_>) -> Result<Chosen> {
    let z = sample(arguments)?;
    let kappa = arguments.number("kappa", "above 0 and below 1", |kappa| kappa > 0.0 && kappa < 1.0)?;
    let s = arguments.number("s", "from 0.001 to 1000", |s| (0.001..=1000.0).contains(&s))?;
    Ok(Chosen { z, kappa, s })
}

/// The sample `z`, from the largest down.
pub(super) fn sample(arguments: &Arguments<'_>) -> Result<Vec<f64>> {
    let mut z = arguments.list("z", "from -1 to 1", |z| z.abs() <= 1.0)?;
    arguments.need(z.len() <= 512, "a sample of at most 512 numbers")?;
    z.sort_by(|a, b| b.total_cmp(a));
    Ok(z)
}

/// The mean over a sample of what stands for a number of it.
pub(super) fn mean(z: &[f64], term: impl Fn(f64) -> String) -> String {
    format!("({}) / {}", z.iter().map(|&z| term(z)).collect::<Vec<_>>().join(" + "), z.len())
}

impl Chosen {
    /// The constraint over a sample, which may be a part of the whole.
    pub(super) fn line(&self, z: &[f64]) -> Line {
        let steps = mean(z, |z| format!("step({} - x)", number(z)));
        let hinges = mean(z, |z| format!("max(0, 1 - (x{}) / {})", minus(z), number(self.s)));
        let line = |mean: String| format!("{mean}{}", minus(self.kappa));
        Line { name: "rate".into(), expression: line(steps), proxy: Some(line(hinges)) }
    }
}

pub(super) fn draft(chosen: &Chosen, arguments: &Arguments<'_>) -> Result<Draft> {
    let &Chosen { ref z, kappa, s } = chosen;
    let n = z.len();
    let sample = Sample { allowed: exact(kappa) * RBig::from(n), z: z.clone(), kappa };
    let ends: Vec<RBig> = z.iter().map(|&z| exact(z) + exact(s)).collect();
    let (relaxed, active) = hinge_root(&ends, &(&sample.allowed * exact(s)));
    arguments
        .need(relaxed < RBig::ONE, "a sample whose proxy is negative at 1, so that a point is strictly feasible")?;

    let relaxed = enclose(&relaxed);
    let multiplier = enclose(&(exact(s) * RBig::from(n) / RBig::from(active)));
    let optimum = point(sample.least(sample.whole()));
    let bound = point(kappa).max(Enclosure::ONE - point(kappa));
    Ok(Draft {
        variables: vec!["x".into()],
        domain: cube(1)?,
        objective: "x".into(),
        constraints: vec![chosen.line(z)],
        answers: Answers {
            optimum: Some(Optimum::at(optimum, vec![optimum])),
            mixed_optimum: Some(sample.mixed_optimum()),
            proxy_optimum: Some(Optimum::at(relaxed, vec![relaxed]).proved_by(vec![multiplier])),
            least_violation: None,
        },
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: Enclosure::ONE.max(over(Enclosure::ONE, point(s))),
        objective_range: point(2.0),
        margin_point: Some(vec![1.0]),
        convex: true,
    })
}

/// Where the sum of `max(0, end - x)` is `total > 0`, and how many of its terms are positive there. Ends are sorted from the
/// largest down.
pub(super) fn hinge_root(ends: &[RBig], total: &RBig) -> (RBig, usize) {
    let (mut sum, mut root) = (RBig::ZERO, RBig::ZERO);
    for (k, end) in ends.iter().enumerate() {
        sum += end;
        root = (&sum - total) / RBig::from(k + 1);
        if ends.get(k + 1).is_some_and(|next| root >= *next) {
            return (root, k + 1);
        }
    }
    (root, ends.len())
}

struct Sample {
    /// From the largest down.
    z: Vec<f64>,
    kappa: f64,
    /// `kappa n`.
    allowed: RBig,
}

impl Sample {
    /// The least `x` with at most `count` of the sample above it.
    fn least(&self, count: usize) -> f64 {
        self.z.get(count).copied().unwrap_or(-1.0)
    }

    /// `floor(kappa n)`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 < kappa n < n")]
    fn whole(&self) -> usize {
        // Rounding down passes no whole number, so the floor is that of the exact product.
        mul_down(self.kappa, self.z.len() as f64).floor() as usize
    }

    /// The slope of the chord of `f` from `i` to `k`.
    fn slope(&self, i: usize, k: usize) -> RBig {
        (exact(self.least(k)) - exact(self.least(i))) / RBig::from(k - i)
    }

    fn mixed_optimum(&self) -> Optimum {
        let whole = self.whole();
        let chords = (0..=whole).flat_map(|i| (whole + 1..=self.z.len()).map(move |k| (i, k)));
        let (value, slope, i, k) = chords
            .map(|(i, k)| {
                let slope = self.slope(i, k);
                let value = exact(self.least(i)) + &slope * (&self.allowed - RBig::from(i));
                (value, slope, i, k)
            })
            .min()
            .expect("kappa < 1, so there is a count above kappa n");
        let later = (&self.allowed - RBig::from(i)) / RBig::from(k - i);
        let atom =
            |weight: &RBig, count: usize| Atom { weight: enclose(weight), point: vec![point(self.least(count))] };
        Optimum {
            value: enclose(&value),
            mixture: vec![atom(&(RBig::ONE - &later), i), atom(&later, k)],
            multipliers: Some(vec![enclose(&(-slope * RBig::from(self.z.len())))]),
        }
    }
}
