//! Mirror descent: what it has in common with the players that it generalises, and mirrors that lie.

use crate::common::holds;
use crate::lambda_players::measure::{any_case, keeps_its_bounds};
use proptest::prelude::*;
use referee::domain::{Domain, L1Orthant};
use referee::game::{Game, MirrorKind};
use referee::numerics::Enclosure;
use referee::players::bounds::hedge_step;
use referee::players::{LambdaPlayer, LambdaSettings, Mirror, MirrorDescent, PNorm, ProjectedGradient, ThetaSettings};
use referee::problem::ExpressionProblem;
use referee::registry::Registry;

const GAME: Game = Game::Lagrangian;

fn settings(step: Option<f64>) -> LambdaSettings {
    LambdaSettings { constraints: 3, horizon: 50, bound: 1.0, bound2: 2.0, range: 2.0, radius: 4.0, step }
}

fn payoffs() -> impl Strategy<Value = Vec<[f64; 3]>> {
    proptest::collection::vec([-1.0..1.0_f64, -1.0..1.0, -1.0..1.0], 1..50)
}

/// The entropic mirror is the exponentiated gradient, bit for bit, at a step that is `R` times as long.
#[test]
fn worked_the_entropic_mirror_is_the_exponentiated_gradient() {
    holds(64, &payoffs(), |payoffs| {
        let step = hedge_step(4, 50, 2.0);
        let mut hedge = Registry::ours().lambda_player("exponentiated-gradient", GAME, &settings(Some(step))).unwrap();
        let mut mirror = Registry::ours().lambda_player("mirror-entropic", GAME, &settings(Some(4.0 * step))).unwrap();
        for payoff in payoffs {
            let (mut one, mut two) = ([0.0; 3], [0.0; 3]);
            hedge.play(&mut one);
            mirror.play(&mut two);
            prop_assert_eq!(one, two);
            hedge.observe(&payoff);
            mirror.observe(&payoff);
        }
        Ok(())
    });
}

/// The square of the 2-norm is the mirror of projected gradients: in both accounts the points are within 2^-40.
#[test]
fn worked_the_2_norm_mirror_is_projected_gradient_ascent() {
    holds(64, &payoffs(), |payoffs| {
        let mut gradient = ProjectedGradient::new("gradient", 3, 50, 4.0, 2.0, 0.75).unwrap();
        let set = L1Orthant::new(3, 4.0).unwrap();
        let mut mirror = MirrorDescent::new("mirror", PNorm::new(2.0, set).unwrap(), 0.75, 50, 2.0);
        for payoff in payoffs {
            let (mut one, mut two) = ([0.0; 3], [0.0; 3]);
            gradient.play(&mut one);
            mirror.play(&mut two);
            prop_assert!(one.iter().zip(&two).all(|(x, y)| (x - y).abs() <= 1.0 / (1_u64 << 40) as f64));
            gradient.observe(&payoff);
            mirror.observe(&payoff);
        }
        Ok(())
    });
}

/// A mirror with a fault.
struct Faulty {
    honest: PNorm,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// It never leaves the start: a bad player, whose bounds say so.
    Stuck,
    /// Its dual norm is too small.
    Norm,
    /// Its reach is too small.
    Reach,
    /// Its gradient is that of another mirror, and so is the gap.
    Gradient,
}

impl Mirror for Faulty {
    fn set(&self) -> &dyn Domain {
        self.honest.set()
    }

    fn kind(&self) -> MirrorKind {
        self.honest.kind()
    }

    fn reach(&self) -> f64 {
        if self.fault == Fault::Reach { self.honest.reach() / 64.0 } else { self.honest.reach() }
    }

    fn dual_norm(&self, payoff: &[f64]) -> f64 {
        if self.fault == Fault::Norm { self.honest.dual_norm(payoff) / 64.0 } else { self.honest.dual_norm(payoff) }
    }

    fn gradient(&self, x: &[f64], out: &mut [Enclosure]) {
        self.honest.gradient(x, out);
        if self.fault == Fault::Gradient {
            out.fill(Enclosure::ZERO);
        }
    }

    fn start(&self, x: &mut [f64]) {
        self.honest.start(x);
    }

    fn nearest(&self, y: &[f64], x: &mut [f64]) {
        match self.fault {
            Fault::Stuck => self.honest.start(x),
            Fault::Gradient => {
                // With a gradient of 0 the gap vanishes only at a vertex that the payoff points to.
                x.fill(0.0);
                let best = (0..y.len()).max_by(|&i, &j| y[i].total_cmp(&y[j])).expect("a coordinate");
                x[best] = if y[best] > 0.0 { self.honest.set().radius() } else { 0.0 };
            }
            _ => self.honest.nearest(y, x),
        }
    }
}

/// How many of the duels break a bound.
fn broken(fault: Fault) -> usize {
    let count = std::cell::Cell::new(0);
    holds(128, &any_case(GAME), |case| {
        if case.constraints > 0 && case.radius > 0.0 {
            let settings = case.settings();
            let honest = PNorm::new(1.5, L1Orthant::new(case.constraints, case.radius).unwrap()).unwrap();
            let step = (honest.reach() / case.horizon as f64).sqrt() / settings.bound2;
            let faulty = Faulty { honest, fault };
            let mut player = MirrorDescent::new("faulty", faulty, step, case.horizon, settings.bound2);
            count.set(count.get() + usize::from(keeps_its_bounds(&mut player, &case).is_err()));
        }
        Ok(())
    });
    count.get()
}

/// The bound of a run holds for any points, so a player that does not move keeps it. A mirror that lies about its norm, its
/// reach or its gradient is caught.
#[test]
fn mirrors_that_lie_break_their_bounds() {
    assert_eq!(broken(Fault::Stuck), 0);
    for fault in [Fault::Norm, Fault::Reach, Fault::Gradient] {
        assert!(broken(fault) > 0, "nobody noticed");
    }
}

/// Where there is no projection that a gap could be taken of, there is one sentence.
#[test]
fn a_ball_has_no_p_norm_mirror_here() {
    let text = "minimize = \"x\"\nvariables = [\"x\", \"y\"]\n[domain]\nball = 2.0";
    let problem = &ExpressionProblem::from_toml(text, "ball").expect("a problem");
    let (horizon, bound_subgradient) = (10, 1.0);
    let settings = ThetaSettings { problem, horizon, bound_subgradient, convex: true, step: None, oracle: None };
    let error = Registry::ours().theta_player("mirror-p-norm", settings).err().expect("it is refused").to_string();
    assert!(error.starts_with("the p-norm mirror is for boxes, and the domain is a ball"), "{error}");
    let error = PNorm::new(2.5, L1Orthant::new(2, 1.0).unwrap()).unwrap_err().to_string();
    assert_eq!(error, "the exponent of a mirror is 2.5, but it must be above 1 and at most 2");
}
