//! Problems whose players see draws: noise of several shapes on slopes and values, or a few members of a mean.
//!
//! A [`Noisy`] problem is the problem of expressions that it is made from, for everybody who asks for exact values; only
//! what [`Problem::stochastic_subgradient`] and [`Problem::stochastic_values`] answer is drawn. Every draw has the exact
//! answer as its mean, up to the rounding of doubles, and is bounded: both are hypotheses of the stochastic statements.
//!
//! | noise | a coordinate of a draw is off by |
//! |---|---|
//! | [`Shape::Uniform`] | anything up to the width, equally likely |
//! | [`Shape::Sign`] | the width, up or down: the most that the width allows |
//! | [`Shape::Heavy`] | the width, once in 64 draws, else at most a quarter of it: a small variance, a large bound |
//! | [`Noise::Members`] | what the mean of a few members is off from the mean of all |
//!
//! ```
//! use referee::game::Side;
//! use referee::problem::{ExpressionProblem, Noise, Noisy, Problem, Shape, Workspace};
//! let text = "minimize = \"x^2\"\nvariables = { x = [-1, 1] }";
//! let noise = Noise::Added { shape: Shape::Sign, slopes: 0.5, values: 0.0 };
//! let problem = Noisy::new(ExpressionProblem::from_toml(text, "bowl")?, noise)?;
//! let (mut slope, mut work) = ([0.0], Workspace::default());
//! let mut draw = |sample| {
//!     problem.stochastic_subgradient(sample, &[1.0], Side::Constraints, &[1.0], &mut slope, &mut work).map(|()| slope[0])
//! };
//! assert!((0..8).all(|sample| [1.5, 2.5].contains(&draw(sample).unwrap())));
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::{Constants, ExpressionProblem, Facts, Problem, Workspace, constants};
use crate::domain::AnyDomain;
use crate::error::{Error, Result};
use crate::game::Side;
use crate::numerics::Enclosure;
use crate::numerics::directed::{add_up, mul_up, sqrt_up};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How noise that is added is distributed, in units of its width. Every shape is symmetric, so its mean is 0 exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Uniform on `[-1, 1]`.
    Uniform,
    /// 1 or -1.
    Sign,
    /// 1 or -1 once in 64 draws, else `2^-k` or its negative for a random `k` from 2 to 9.
    Heavy,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Sign, Self::Heavy];

    /// Its name, for the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Sign => "sign",
            Self::Heavy => "heavy",
        }
    }

    /// The draw that 64 random bits stand for, at most 1 in size. With every bit flipped it is the opposite number, which
    /// is as likely: so the mean is 0 exactly.
    pub fn draw(self, bits: u64) -> f64 {
        let (sign, rest) = if bits >> 63 == 0 { (1.0, bits) } else { (-1.0, !bits) };
        match self {
            // 2u - 1 with u on a grid of [0, 1) has mean -2^-53: the half step makes the noise exactly centred.
            Self::Uniform => (bits >> 11) as f64 * f64::EPSILON - 1.0 + f64::EPSILON / 2.0,
            Self::Sign => sign,
            Self::Heavy if rest.is_multiple_of(64) => sign,
            Self::Heavy => sign / f64::from(4_u32 << (rest / 64 % 8)),
        }
    }
}

/// Where the draws of a problem come from.
#[derive(Clone, Debug)]
pub enum Noise {
    /// Independent noise on every coordinate of a subgradient, and on the value of every constraint: the width times the
    /// draw of the shape. The bits of coordinate `j` are the `j`-th number of `ChaCha8` seeded with the sample, in stream 0
    /// for subgradients and in stream 1 for values.
    Added {
        /// Its distribution.
        shape: Shape,
        /// How far a coordinate of a subgradient is off at most.
        slopes: f64,
        /// How far the value of a constraint is off at most.
        values: f64,
    },
    /// Every function is the mean of the same function over the members; a round sees the mean over `batch` of them, drawn
    /// with replacement. Both players see the same members.
    ///
    /// The number of batches is a power of two, so it divides 2^64, and the low bits of a uniform `sample` are a uniform
    /// batch *exactly*: to average over [all of them](Noisy::batches) is to take the expectation.
    Members {
        /// Problems over the same domain with as many constraints.
        members: Vec<ExpressionProblem>,
        /// How many of them a round sees.
        batch: u32,
    },
}

/// A problem of expressions whose players see draws.
#[derive(Clone, Debug)]
pub struct Noisy {
    whole: ExpressionProblem,
    noise: Noise,
}

impl Noisy {
    /// The problem `whole` with draws. That its functions are the means of those of the members is the caller's word.
    ///
    /// # Errors
    /// If a width is negative or not finite, the members are not a power of two in number, the batches are more than
    /// 2^32, or a member has another number of variables or constraints.
    pub fn new(mut whole: ExpressionProblem, noise: Noise) -> Result<Self> {
        match &noise {
            Noise::Added { slopes, values, .. } => {
                if let Some(width) = [slopes, values].into_iter().find(|width| !(width.is_finite() && **width >= 0.0)) {
                    return Err(Error::new(format!("a width of noise is {width}: give a finite one of at least 0")));
                }
                whole.facts.noise = *slopes;
            }
            Noise::Members { members, batch } => {
                let bits = members.len().trailing_zeros().saturating_mul(*batch);
                if !members.len().is_power_of_two() || *batch == 0 || bits > 32 {
                    return Err(Error::new(format!(
                        "{} members in batches of {batch}: the members must be a power of two, the batches at most 2^32",
                        members.len()
                    )));
                }
                let size = |problem: &ExpressionProblem| (problem.variables.len(), problem.constraints.len());
                if let Some(member) = members.iter().find(|member| size(member) != size(&whole)) {
                    let message = "has other variables or constraints than the whole";
                    return Err(Error::new(format!("the member `{}` {message}", member.name)));
                }
            }
        }
        Ok(Self { whole, noise })
    }

    /// The number of batches of members, all equally likely; `None` if the noise is added.
    pub fn batches(&self) -> Option<u64> {
        match &self.noise {
            Noise::Added { .. } => None,
            Noise::Members { members, batch } => Some((members.len() as u64).pow(*batch)),
        }
    }
}

/// Adds noise of that width to each number. Slopes and values draw from streams of their own.
pub(super) fn add(shape: Shape, width: f64, sample: u64, stream: u64, out: &mut [f64]) {
    if width > 0.0 {
        let mut generator = ChaCha8Rng::seed_from_u64(sample);
        generator.set_stream(stream);
        for x in out {
            *x += width * shape.draw(generator.next_u64());
        }
    }
}

/// Writes the mean over a batch of what `of` writes for a member. The low bits of a sample say which batch.
fn mean(
    (members, batch): (&[ExpressionProblem], u32),
    sample: u64,
    out: &mut [f64],
    mut of: impl FnMut(&ExpressionProblem, &mut [f64]) -> Result<()>,
) -> Result<()> {
    out.fill(0.0);
    let mut one = vec![0.0; out.len()];
    let count = members.len() as u64;
    for place in 0..batch {
        #[expect(clippy::cast_possible_truncation, reason = "an index below the number of members")]
        let member = &members[(sample / count.pow(place) % count) as usize];
        of(member, &mut one)?;
        out.iter_mut().zip(&one).for_each(|(sum, value)| *sum += value);
    }
    for sum in out {
        *sum /= f64::from(batch);
    }
    Ok(())
}

impl Problem for Noisy {
    fn name(&self) -> &str {
        self.whole.name()
    }

    fn domain(&self) -> &AnyDomain {
        self.whole.domain()
    }

    fn num_constraints(&self) -> usize {
        self.whole.num_constraints()
    }

    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()> {
        self.whole.values(theta, side, out, work)
    }

    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.whole.subgradient(theta, side, weights, out, work)
    }

    fn has_proxies(&self) -> bool {
        self.whole.has_proxies()
    }

    fn facts(&self) -> &Facts {
        self.whole.facts()
    }

    fn expressions(&self) -> Option<&ExpressionProblem> {
        Some(&self.whole)
    }

    fn noise(&self) -> Option<&Noise> {
        Some(&self.noise)
    }

    fn is_noiseless(&self) -> bool {
        match self.noise {
            Noise::Added { slopes, values, .. } => slopes == 0.0 && values == 0.0,
            Noise::Members { .. } => false,
        }
    }

    fn cover_draws(&self, mut bounds: Constants, side: Side) -> Result<Constants> {
        match &self.noise {
            Noise::Added { values, .. } => {
                bounds.bound_constraints = add_up(bounds.bound_constraints, *values);
                let length = mul_up(*values, sqrt_up(self.num_constraints() as f64));
                bounds.bound_payoff_2 = add_up(bounds.bound_payoff_2, length);
            }
            Noise::Members { members, .. } => {
                for member in members {
                    let of = constants(member, side)?;
                    bounds.bound_constraints = bounds.bound_constraints.max(of.bound_constraints);
                    bounds.bound_payoff_2 = bounds.bound_payoff_2.max(of.bound_payoff_2);
                    let slopes = bounds.bound_subgradient.zip(of.bound_subgradient);
                    bounds.bound_subgradient = slopes.map(|(one, other)| one.max(other));
                }
            }
        }
        Ok(bounds)
    }

    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], work: &mut Workspace) -> Result<()> {
        self.whole.enclose(over, side, out, work)
    }

    fn stochastic_subgradient(
        &self,
        sample: u64,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        match &self.noise {
            Noise::Added { shape, slopes, .. } => {
                self.whole.subgradient(theta, side, weights, out, work)?;
                add(*shape, *slopes, sample, 0, out);
                Ok(())
            }
            Noise::Members { members, batch } => {
                mean((members, *batch), sample, out, |member, out| member.subgradient(theta, side, weights, out, work))
            }
        }
    }

    fn stochastic_values(&self, sample: u64, theta: &[f64], out: &mut [f64], work: &mut Workspace) -> Result<()> {
        match &self.noise {
            Noise::Added { shape, values, .. } => {
                self.whole.values(theta, Side::Constraints, out, work)?;
                add(*shape, *values, sample, 1, &mut out[1..]);
                Ok(())
            }
            Noise::Members { members, batch } => {
                mean((members, *batch), sample, out, |member, out| member.values(theta, Side::Constraints, out, work))
            }
        }
    }
}
