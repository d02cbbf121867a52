//! Constrained problems: minimise `g_0(theta)` subject to `g_i(theta) <= 0`, `theta` in `Theta` (equation 1).
//!
//! A [`Problem`] answers with whole vectors `(g_0, h_1, .., h_m)`, where `h` is either the constraints or, on the
//! proxy [`Side`], the functions that stand in for them when the theta-player differentiates. The vector is laid out
//! like the multipliers of the proxy game: entry 0 is the objective, entry `i` the file's constraint `i`. So the
//! function that the theta-player minimises is always `<weights, (g_0, h)>`, in both games.
//!
//! Problems come from a TOML file ([`ExpressionProblem::open`]), from the [families] whose answers are known in closed
//! form ([`families`]), from a table ([`TableProblem`]) or from code: a researcher's own problem implements the
//! five required methods and inherits the rest.

mod affine;
mod constants;
pub(crate) mod document;
mod domination;
mod expression;
mod facts;
pub mod families;
mod file;
mod kept;
mod noise;
mod record;
mod sampling;
mod stated;
mod table;

pub use constants::{Constants, constants, not_convex};
pub use domination::Domination;
pub use expression::{Constraint, ExpressionProblem};
pub use facts::{Fact, Facts, Margin};
pub use file::names_file;
pub use kept::{Keeper, Kept};
pub use noise::{Noise, Noisy, Shape};
pub use record::record;
pub use sampling::probes;
pub use table::TableProblem;

use crate::domain::AnyDomain;
use crate::error::{Error, Result};
use crate::expr;
use crate::game::{RatesRecord, Side};
use crate::numerics::Enclosure;

/// Buffers that a problem may use while it evaluates, so that a round of a game allocates nothing.
///
/// One workspace serves any number of problems; but for what is [`Kept`], what it holds between two calls means nothing.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Room for evaluation in doubles.
    pub numbers: expr::Workspace<f64>,
    /// Room for evaluation in enclosures.
    pub enclosures: expr::Workspace<Enclosure>,
    /// Room for one gradient.
    pub gradient: Vec<f64>,
    /// What a problem computed at the last point, for its other functions there.
    pub kept: Kept,
}

/// A constrained problem over a domain, with what is known of it.
///
/// Evaluation may fail (`1/x` at 0): the error says where. A point passed in has the domain's dimension, and output
/// slices have length `num_constraints() + 1`, or the dimension for a gradient; other lengths are a bug of the
/// caller and may panic.
pub trait Problem: Send + Sync {
    /// A short name, for tables.
    fn name(&self) -> &str;

    /// The set `Theta`.
    fn domain(&self) -> &AnyDomain;

    /// The number `m` of constraints; it may be 0.
    fn num_constraints(&self) -> usize;

    /// `(g_0, h_1, .., h_m)` at a point, in doubles.
    ///
    /// # Errors
    /// If a function is undefined at the point or leaves the finite range.
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], work: &mut Workspace) -> Result<()>;

    /// A subgradient of `<weights, (g_0, h)>` at a point, up to the rounding of doubles (the derivative where there is
    /// one). For a function that is not convex it is the derivative of one active branch.
    ///
    /// # Errors
    /// If a function is undefined at the point or a derivative leaves the finite range.
    fn subgradient(
        &self,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()>;

    /// Whether some constraint has a proxy of its own.
    fn has_proxies(&self) -> bool {
        false
    }

    /// What is known of the problem besides its functions.
    fn facts(&self) -> &Facts {
        const UNKNOWN: &Facts = &Facts::UNKNOWN;
        UNKNOWN
    }

    /// The expressions, if the problem is made of them: then others can enclose it, bound it and check it.
    fn expressions(&self) -> Option<&ExpressionProblem> {
        None
    }

    /// The table, if the problem is one: then others can enumerate it exactly.
    fn table(&self) -> Option<&TableProblem> {
        None
    }

    /// The problem as certificates carry it, if it is one of rates over data.
    fn over_data(&self) -> Option<RatesRecord> {
        None
    }

    /// How draws are made, if others may know: then they can take expectations without sampling.
    fn noise(&self) -> Option<&Noise> {
        None
    }

    /// Whether every draw of a stochastic subgradient is the subgradient itself, so that the exact player may take its
    /// place. A problem that draws in its own way says no.
    fn is_noiseless(&self) -> bool {
        (self.expressions().is_some() || self.table().is_some()) && self.facts().noise == 0.0
    }

    /// Widens bounds on the functions so that they hold for every draw too: of [`Problem::stochastic_values`] and, but for
    /// the noise that the facts state, which comes on top, of [`Problem::stochastic_subgradient`]. [`constants`] asks it.
    ///
    /// # Errors
    /// If the draws have no finite bound on the domain.
    fn cover_draws(&self, bounds: Constants, side: Side) -> Result<Constants> {
        let _ = side;
        Ok(bounds)
    }

    /// Whether [`Problem::enclose`] works; if not, values in doubles are all there is.
    fn gives_enclosures(&self) -> bool {
        self.expressions().is_some() || self.table().is_some()
    }

    /// Enclosures of `(g_0, h_1, .., h_m)` over a box; over a box of points, of the values there.
    ///
    /// # Errors
    /// If a function may be undefined in the box, or the problem has neither expressions nor enclosures of its own.
    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], work: &mut Workspace) -> Result<()> {
        match self.expressions() {
            Some(expressions) => expressions.enclose(over, side, out, work),
            None => Err(Error::new(format!("the problem `{}` gives values in doubles only", self.name()))),
        }
    }

    /// What [`Problem::enclose`] gives at each of many points, on both sides, if one pass over data serves them all;
    /// nothing where they are better asked for one by one.
    fn enclose_points(&self, points: &[&[f64]]) -> Option<Vec<[Vec<Enclosure>; 2]>> {
        let _ = points;
        None
    }

    /// A random vector with mean the [`Problem::subgradient`], the same for the same `sample`.
    ///
    /// The default adds independent uniform noise of half-width [`Facts::noise`] to every coordinate. A problem over
    /// data draws its minibatch from `sample` instead; the loop passes one fresh sample a round to this method and to
    /// [`Problem::stochastic_values`], so that both players see the same minibatch.
    ///
    /// # Errors
    /// As [`Problem::subgradient`].
    fn stochastic_subgradient(
        &self,
        sample: u64,
        theta: &[f64],
        side: Side,
        weights: &[f64],
        out: &mut [f64],
        work: &mut Workspace,
    ) -> Result<()> {
        self.subgradient(theta, side, weights, out, work)?;
        noise::add(Shape::Uniform, self.facts().noise, sample, 0, out);
        Ok(())
    }

    /// A random vector with mean [`Problem::values`] on the side of the constraints, the same for the same `sample`.
    ///
    /// The default is exact. The bounds of a lambda-player take a bound on these values, not only on their means.
    ///
    /// # Errors
    /// As [`Problem::values`].
    fn stochastic_values(&self, sample: u64, theta: &[f64], out: &mut [f64], work: &mut Workspace) -> Result<()> {
        let _ = sample;
        self.values(theta, Side::Constraints, out, work)
    }
}
