//! Mirror descent as a theta-player, on the linear losses of [`theta_linear`](super::super::theta_linear).
//!
//! Its bounds are the theorem of the [module](super) with `-s_t` for the payoffs. They are about the losses where these are
//! convex and the subgradients exact, as those of every gradient player.

use super::super::theta_linear::{GradientSetting, LinearLosses, check_step};
use super::super::{Loss, ThetaPlayer, bounds};
use super::{Mirror as _, MirrorDescent, PNorm, usual_exponent};
use crate::domain::Domain as _;
use crate::error::Result;
use crate::game::MirrorKind;
use crate::numerics::Enclosure;
use crate::problem::Workspace;

/// The theta-player with a p-norm mirror, on a box.
///
/// ```
/// use referee::domain::{AnyDomain, Ball, Cuboid};
/// use referee::players::{GradientSetting, ThetaMirror, ThetaPlayer};
/// let on = |domain: &AnyDomain| {
///     let setting = GradientSetting { domain, horizon: 16, gradient_bound: 3.0, convex: true, stochastic: false };
///     ThetaMirror::new(1.5, None, &setting).map(|player| player.bound())
/// };
/// // (3/2) B sqrt(B_Psi / T) with B_Psi = 4^(2 / 1.5) / 2 / (1/2)
/// let bound = on(&Cuboid::cube(4, -1.0, 1.0)?.into())?.unwrap();
/// assert!((bound - 1.5 * 3.0 * (4_f64.powf(4.0 / 3.0) / 16.0).sqrt()).abs() < 1e-12);
/// assert!(on(&Ball::new(2, 1.0)?.into()).is_err());
/// # Ok::<(), referee::error::Error>(())
/// ```
pub struct ThetaMirror {
    losses: LinearLosses,
    descent: MirrorDescent<PNorm>,
}

impl ThetaMirror {
    /// A player at the start, with the step given or that of Theorem 6.
    ///
    /// # Errors
    /// If the domain is neither a box nor `{x >= 0, sum x <= R}`, or a constant makes no sense.
    pub fn new(p: f64, step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        let losses = LinearLosses::new(setting)?;
        let mirror = PNorm::new(p, setting.domain.clone())?;
        let (bound, horizon) = (setting.gradient_bound, setting.horizon);
        let usual = bounds::step(mirror.reach().max(f64::MIN_POSITIVE) / horizon as f64, bound);
        let step = step.map_or(Ok(usual), check_step)?;
        let name = if setting.stochastic { "stochastic-mirror-p-norm" } else { "mirror-p-norm" };
        Ok(Self { losses, descent: MirrorDescent::new(name, mirror, step, horizon, bound) })
    }

    /// The same with the usual exponent for so many variables.
    ///
    /// # Errors
    /// As [`ThetaMirror::new`].
    pub fn usual(step: Option<f64>, setting: &GradientSetting<'_>) -> Result<Self> {
        Self::new(usual_exponent(setting.domain.dim()), step, setting)
    }
}

impl ThetaPlayer for ThetaMirror {
    fn name(&self) -> &'static str {
        self.descent.name
    }

    fn play(&mut self, _: &Loss<'_>, theta: &mut [f64]) -> Result<()> {
        theta.copy_from_slice(&self.descent.x);
        Ok(())
    }

    fn observe(&mut self, loss: &Loss<'_>, theta: &[f64], work: &mut Workspace) -> Result<()> {
        self.losses.learn(loss, theta, work)?;
        self.descent.advance(-1.0, &self.losses.slope);
        Ok(())
    }

    fn bound(&self) -> Option<f64> {
        self.losses.promise(self.descent.promise(), 0.0)
    }

    fn runtime_bound(&self) -> Option<f64> {
        self.linear_bound().filter(|_| self.losses.covers_the_losses())
    }

    fn linear_bound(&self) -> Option<f64> {
        let rounds = self.descent.gaps.terms() as f64;
        let sum = self.descent.proved().map_or(f64::INFINITY, |bound| crate::numerics::directed::mul_up(bound, rounds));
        self.losses.average(sum)
    }

    fn linearised_regret(&self) -> Option<Enclosure> {
        self.losses.regret()
    }

    fn step(&self) -> Option<f64> {
        Some(self.descent.step)
    }

    fn mirror(&self) -> Option<MirrorKind> {
        Some(self.descent.mirror.kind())
    }

    fn rounding(&self) -> Option<f64> {
        self.descent.price()
    }

    /// In the Euclidean norm, which is at least the dual norm of the mirror.
    fn largest_subgradient(&self) -> Option<f64> {
        Some(self.losses.largest())
    }
}
