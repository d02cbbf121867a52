//! Regrets computed from a trace alone.
//!
//! Nothing here knows who played. One pass over the rounds takes a few averages, with memory of `O(m^2)` and none that
//! grows with the rounds, and every regret of both games is a closed formula of these: [`external`] for the Lagrangian
//! game, [`swap`] for the proxy game. The pass runs in enclosures at the price of plain matrix products
//! ([`lagrangian`], [`proxy`]), or exactly where that cannot decide ([`lagrangian_exact`], [`proxy_exact`]).
//!
//! Values that are enclosed give intervals: an average of lower ends to an average of upper ends, since weights are
//! not negative.
//!
//! ```
//! use referee::regret::{Averages, proxy};
//! use referee::trace::Trace;
//! let text = "objective,constraint_1,lambda_0,lambda_1\n0,1,1,0\n0,-1,0,1\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
//! let averages = proxy(&mut &trace, Averages::default(), &mut |_| Ok(()))?;
//! // Both rounds were played on the wrong side: swapping the two actions gains 1 in each.
//! assert!(averages.swap_regret().unwrap().contains(1.0));
//! assert!(averages.external_regret().unwrap().contains(0.5));
//! # Ok::<(), referee::error::Error>(())
//! ```

mod arithmetic;
mod average;
mod columns;
pub mod external;
mod prefixes;
mod singles;
mod sizes;
pub mod swap;

pub use average::{Average, Averages};
pub use external::{LagrangianAverages, LagrangianRegret};
pub use prefixes::{Followed, prefixes};
pub use singles::{Single, Singles, SinglesOfRounds, Tail, Watched};
pub use sizes::{PlaySizes, Sizes};
pub use swap::{MOST_SWAPPED, ProxyAverages};

use crate::error::Result;
use crate::numerics::{Enclosure, ExactInterval};
use crate::trace::{Rounds, Trace};
use arithmetic::{Exact, Fast};

/// The averages of a run of the Lagrangian game, enclosed, in one pass; `also` sees every block of rounds.
///
/// # Errors
/// If the rounds cannot be read, `also` fails, or an average leaves out all rounds.
pub fn lagrangian(
    rounds: &mut dyn Rounds,
    averages: Averages,
    also: &mut dyn FnMut(&Trace) -> Result<()>,
) -> Result<LagrangianAverages<Enclosure>> {
    external::averages::<Fast>(rounds, averages, also)
}

/// The same, exactly.
///
/// # Errors
/// As [`lagrangian`].
pub fn lagrangian_exact(rounds: &mut dyn Rounds, averages: Averages) -> Result<LagrangianAverages<ExactInterval>> {
    external::averages::<Exact>(rounds, averages, &mut |_| Ok(()))
}

/// The averages of a run of the proxy game, enclosed, in one pass; `also` sees every block of rounds.
///
/// # Errors
/// If the rounds cannot be read, `also` fails, points and multipliers are weighed differently, or an average leaves out all
/// rounds.
pub fn proxy(
    rounds: &mut dyn Rounds,
    averages: Averages,
    also: &mut dyn FnMut(&Trace) -> Result<()>,
) -> Result<ProxyAverages<Enclosure>> {
    swap::averages::<Fast>(rounds, averages, also)
}

/// The same, exactly.
///
/// # Errors
/// As [`proxy`].
pub fn proxy_exact(rounds: &mut dyn Rounds, averages: Averages) -> Result<ProxyAverages<ExactInterval>> {
    swap::averages::<Exact>(rounds, averages, &mut |_| Ok(()))
}
