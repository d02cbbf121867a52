//! Problems with one fault each, and the law that must name it.

use crate::conformance::teeth::Teeth;
use crate::stochastic::problems::{Twin, rate};
use referee::domain::{AnyDomain, Cuboid};
use referee::error::Result;
use referee::game::{Grade, Side};
use referee::numerics::Enclosure;
use referee::problem::families::Instance;
use referee::problem::{ExpressionProblem, Fact, Facts, Margin, Noise, Noisy, Problem, Shape, Workspace};
use referee::registry::Registry;
use referee::testing::conformance::{broken, skipped};
use referee::testing::problem::{LAWS, Subjects, convex};
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    ProxyBelow,
    SlopeFlipped,
    OneWeightOnly,
    SlopeIsNan,
    OptimumTooHigh,
    OptimaSwapped,
    MarginTooLarge,
    RangeTooSmall,
    TightEnclosure,
    NarrowOverBoxes,
    Moody,
    DoublesOnly,
}

static MOOD: AtomicU32 = AtomicU32::new(0);

/// Minimise `x^2` subject to `1/4 - x <= 0` on `[-1, 1]`, with the proxy `1/2 - x`.
struct Parabola {
    fault: Fault,
    domain: AnyDomain,
    facts: Facts,
}

impl Parabola {
    fn new(fault: Fault) -> Self {
        let value = |x: f64| Some(Fact::declared(x));
        let mut facts = Facts {
            optimum: value(0.0625),
            mixed_optimum: value(0.0625),
            proxy_optimum: value(0.25),
            margin: Some(Margin { value: 0.5, point: Some(vec![1.0]), grade: Grade::Declared }),
            objective_range: value(1.0),
            noise: 0.0,
        };
        match fault {
            Fault::OptimumTooHigh => facts.optimum = value(0.125),
            Fault::OptimaSwapped => std::mem::swap(&mut facts.optimum, &mut facts.proxy_optimum),
            Fault::MarginTooLarge => facts.margin.as_mut().expect("just set").value = 0.75,
            Fault::RangeTooSmall => facts.objective_range = value(0.5),
            _ => {}
        }
        Self { fault, domain: Cuboid::cube(1, -1.0, 1.0).expect("an interval").into(), facts }
    }

    fn proxy_shift(&self, side: Side) -> f64 {
        match (side, self.fault) {
            (Side::Constraints, _) => 0.25,
            (Side::Proxies, Fault::ProxyBelow) => 0.125,
            (Side::Proxies, _) => 0.5,
        }
    }
}

impl Problem for Parabola {
    fn name(&self) -> &'static str {
        "parabola"
    }
    fn domain(&self) -> &AnyDomain {
        &self.domain
    }
    fn num_constraints(&self) -> usize {
        1
    }
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        let moody = self.fault == Fault::Moody && MOOD.fetch_add(1, Ordering::Relaxed).is_multiple_of(7);
        out[0] = theta[0] * theta[0] + if moody { 1e-9 } else { 0.0 };
        out[1] = self.proxy_shift(side) - theta[0];
        Ok(())
    }
    fn subgradient(&self, theta: &[f64], _: Side, w: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = match self.fault {
            Fault::SlopeFlipped => -2.0 * w[0] * theta[0] - w[1],
            Fault::OneWeightOnly => 2.0 * w[0] * theta[0] - if w[0] > 0.0 { 0.0 } else { w[1] },
            Fault::SlopeIsNan => f64::NAN,
            _ => 2.0 * w[0] * theta[0] - w[1],
        };
        Ok(())
    }
    fn has_proxies(&self) -> bool {
        true
    }
    fn facts(&self) -> &Facts {
        &self.facts
    }
    fn gives_enclosures(&self) -> bool {
        self.fault != Fault::DoublesOnly
    }
    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], _: &mut Workspace) -> Result<()> {
        out[0] = over[0].square();
        out[1] = Enclosure::point(self.proxy_shift(side)) - over[0];
        match self.fault {
            Fault::TightEnclosure if over[0].is_point() => out[0] = Enclosure::point(out[0].hi() + 1e-16),
            // The middle of the box for all of it.
            Fault::NarrowOverBoxes => out[0] = Enclosure::point(over[0].midpoint()).square(),
            _ => {}
        }
        Ok(())
    }
}

fn parabola(fault: Fault) -> Subjects {
    Subjects::new(convex([Parabola::new(fault)]))
}

fn family(name: &str, change: impl Fn(&mut Instance)) -> Subjects {
    let mut instance = Registry::ours().open(name).expect("it exists");
    change(&mut instance);
    Subjects::new([instance])
}

/// Everything is 0, so that draws are the noise alone.
fn flat(shape: Shape) -> Noisy {
    let text =
        "minimize = \"0 * x\"\nvariables = { x = [-1, 1] }\n[[constraint]]\nname = \"none\"\nexpression = \"0 * x\"";
    let flat = ExpressionProblem::from_toml(text, "flat").expect("a problem");
    Noisy::new(flat, Noise::Added { shape, slopes: 0.5, values: 0.25 }).expect("two widths")
}

/// A problem on a domain is only as good as the domain, which its laws look at too; shipped domains are sound.
const ABOUT_THE_DOMAIN: [&str; 2] = ["law_projection_lands_inside", "law_projection_is_idempotent"];

#[test]
fn every_law_has_teeth() {
    let mut teeth = Teeth::new(LAWS);
    teeth.spare("a parabola", &parabola(Fault::None));
    for (fault, law) in [
        (Fault::ProxyBelow, "law_proxies_dominate"),
        (Fault::SlopeFlipped, "law_subgradients_support"),
        (Fault::OneWeightOnly, "law_subgradients_support"),
        (Fault::SlopeIsNan, "law_subgradients_support"),
        (Fault::OptimumTooHigh, "law_optima_are_not_beaten"),
        (Fault::OptimaSwapped, "law_optima_are_in_order"),
        (Fault::MarginTooLarge, "law_margin_holds"),
        (Fault::RangeTooSmall, "law_bounds_cover"),
        (Fault::TightEnclosure, "law_values_are_enclosed"),
        (Fault::NarrowOverBoxes, "law_enclosures_are_isotonic"),
        (Fault::Moody, "law_replays"),
    ] {
        teeth.bite(&format!("a parabola with {fault:?}"), law, &parabola(fault));
    }
    let wrong = |shift: f64| {
        family("qp-half", move |instance| {
            let optimum = instance.known.optimum.as_mut().expect("it is feasible");
            optimum.value = optimum.value + Enclosure::point(shift);
        })
    };
    teeth.bite("an optimum that nothing attains", "law_optima_are_attained", &wrong(-0.01));
    teeth.bite("an optimum that is too high", "law_optima_are_not_beaten", &wrong(0.01));
    teeth.bite("an optimum that is too high", "law_multipliers_prove_the_optima", &wrong(0.01));
    let bound = family("qp-half", |instance| instance.known.constants.bound_constraints *= 0.5);
    teeth.bite("half a bound", "law_bounds_cover", &bound);
    let uncovered = family("noisy", |instance| instance.known.constants.bound_constraints -= 0.25);
    teeth.bite("a bound without the noise", "law_bounds_cover", &uncovered);
    for shape in Shape::ALL {
        teeth.spare("noise of a shape", &Subjects::new([Twin::of(flat(shape))]));
        let biased = Twin { slope: f64::abs, ..Twin::of(flat(shape)) };
        teeth.bite("noise on slopes that is never negative", "law_draws_are_unbiased", &Subjects::new([biased]));
        let biased = Twin { value: f64::abs, ..Twin::of(flat(shape)) };
        teeth.bite("noise on values that is never negative", "law_draws_are_unbiased", &Subjects::new([biased]));
    }
    teeth.spare("members", &Subjects::new([Twin::of(rate())]));
    let preferred = Twin { sample: |sample| if sample % 8 == 7 { 0 } else { sample }, ..Twin::of(rate()) };
    teeth.bite("a member that is never seen", "law_draws_are_unbiased", &Subjects::new([preferred]));
    let biased = Twin { slope: f64::abs, ..Twin::of(rate()) };
    teeth.bite("slopes of members without their sign", "law_draws_are_unbiased", &Subjects::new([biased]));
    for law in ABOUT_THE_DOMAIN {
        assert!(LAWS.iter().any(|known| known.name == law));
        teeth.elsewhere(law); // the same functions as in domains.rs, where broken domains break them
    }
    teeth.all_bite();
}

/// The doubles of a problem without enclosures are the problem, so faults show there too.
#[test]
fn a_problem_in_doubles_is_judged_by_its_doubles() {
    let plain = parabola(Fault::DoublesOnly);
    assert_eq!(broken(LAWS, &plain), []);
    let reasons: Vec<&str> = skipped(LAWS, &plain).iter().map(|(law, _)| *law).collect();
    let unknown = ["law_optima_are_attained", "law_multipliers_prove_the_optima"];
    assert_eq!(reasons, [&["law_values_are_enclosed", "law_enclosures_are_isotonic"][..], &unknown].concat());
}

/// Without a declaration nobody knows that a problem in code is convex, and the kit says so.
#[test]
fn an_undeclared_shape_is_reported() {
    let reasons = skipped(LAWS, &Subjects::new([Parabola::new(Fault::SlopeFlipped)]));
    let reason = reasons.iter().find(|(law, _)| *law == "law_subgradients_support").map(|(_, reason)| reason.as_str());
    assert_eq!(reason, Some("its functions are not given as expressions"));
    assert_eq!(skipped(LAWS, &Subjects::new(Vec::<Instance>::new())).len(), LAWS.len(), "nothing was there to judge");
}
