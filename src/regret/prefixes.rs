//! The lambda-player's regret over the first rounds of a run, for many numbers of rounds: how it fell while it was played.
//!
//! One pass, by the sums that certificates are made of: at each end the averages so far are taken and the pass goes on. So
//! the regret of all rounds is the measured one, whatever the norm and the weights of the rounds.

use super::arithmetic::Fast;
use super::{Averages, LagrangianRegret, MOST_SWAPPED, external, swap};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::product::BLOCK;
use crate::numerics::{Enclosure, Norm, Number as _};
use crate::trace::Trace;

/// Which regret of the lambda-player is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// In the Lagrangian game: against all multipliers of the ball.
    External,
    /// In the proxy game: against every way of swapping its actions.
    Swap,
    /// In the proxy game with more than [`MOST_SWAPPED`] constraints: against the `m + 1` deviations of Theorem 2.
    Deviation,
}

impl Followed {
    /// The regret that a run of this game with so many constraints is measured by.
    pub fn of(game: Game, constraints: usize) -> Self {
        match game {
            Game::Lagrangian => Self::External,
            Game::ProxyLagrangian if constraints <= MOST_SWAPPED => Self::Swap,
            Game::ProxyLagrangian => Self::Deviation,
        }
    }

    /// The quantities of a certificate of which it is the largest.
    pub fn measured(self) -> &'static [&'static str] {
        match self {
            Self::External => &["lambda_regret"],
            Self::Swap => &["swap_regret"],
            Self::Deviation => &["deviation_to_constraints", "deviation_to_objective"],
        }
    }
}

/// The average regret over the first `end` rounds, for each of these ends that has rounds of some weight before it.
///
/// ```
/// use referee::numerics::Norm;
/// use referee::regret::{Averages, prefixes};
/// use referee::trace::Trace;
/// let text = "objective,constraint_1,lambda_1\n0,1,0\n0,1,1\n0,-1,1\n";
/// let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
/// let regrets = prefixes(&trace, Averages::default(), (Norm::One, Some(2.0)), &[1, 2, 3])?;
/// assert!(regrets[0].1.contains(2.0)); // 2 * 1 - 0
/// assert!(regrets[1].1.contains(1.5)); // 2 * 1 - 1/2
/// assert!(regrets[2].1.contains(2.0 / 3.0)); // 2 * 1/3 - 0
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If the ends do not increase or exceed the rounds, points and multipliers are weighed differently, or the Lagrangian
/// game has no radius.
pub fn prefixes(
    trace: &Trace,
    averages: Averages,
    (norm, radius): (Norm, Option<f64>),
    ends: &[usize],
) -> Result<Vec<(usize, Enclosure)>> {
    if !ends.is_sorted_by(|a, b| a < b) || ends.last().is_some_and(|end| *end > trace.rounds()) {
        return Err(Error::new("the ends of prefixes must increase, and end with the run"));
    }
    if averages.theta != averages.lambda {
        return Err(Error::new("points and multipliers are weighed differently: then no regret is defined"));
    }
    match Followed::of(trace.layout().game(), trace.layout().num_constraints()) {
        Followed::External => {
            let radius = radius.ok_or_else(|| Error::new("the regret of multipliers needs their radius: give it"))?;
            let pass = external::Pass::<Fast>::new(trace.layout(), averages);
            let push = |pass: &mut external::Pass<Fast>, from, to| {
                pass.push_rounds(trace, from, to);
                Ok(())
            };
            follow(averages, ends, pass, push, |pass| {
                let regret = LagrangianRegret::new(&pass.averages()?, norm, Some(radius), None);
                Ok(regret.lambda_regret.expect("the radius is there, and rounds are weighed alike"))
            })
        }
        kind => {
            let pass = swap::Pass::<Fast>::new(trace.layout(), averages.theta);
            let push = |pass: &mut swap::Pass<Fast>, from, to| pass.push_rounds(trace, from, to);
            follow(averages, ends, pass, push, |pass| {
                let averages = pass.averages()?;
                Ok(match averages.swap_regret().filter(|_| kind == Followed::Swap) {
                    Some(swap) => swap,
                    None => averages.deviation_to_constraints().larger(averages.deviation_to_objective()),
                })
            })
        }
    }
}

/// Pushes the rounds up to each end, and asks for the regret there.
fn follow<P>(
    averages: Averages,
    ends: &[usize],
    mut pass: P,
    push: impl Fn(&mut P, usize, usize) -> Result<()>,
    regret: impl Fn(&mut P) -> Result<Enclosure>,
) -> Result<Vec<(usize, Enclosure)>> {
    let (mut from, mut regrets) = (0, Vec::with_capacity(ends.len()));
    for &end in ends {
        while from < end {
            let to = end.min(from + BLOCK);
            push(&mut pass, from, to)?;
            from = to;
        }
        if averages.theta.total(end as u64) > 0 {
            regrets.push((end, regret(&mut pass)?));
        }
    }
    Ok(regrets)
}
