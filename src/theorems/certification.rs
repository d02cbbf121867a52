//! The whole way from a trace and a problem to a certificate: measure, compare with the problem, bound, conclude.

use super::agreement::{Agreement, Disagreement, lacks_proxies};
use super::certify::{conclude_lagrangian, conclude_proxy};
use super::evidence;
use super::thm1_lagrangian::Theorem1;
use super::thm2_proxy_lagrangian::Theorem2;
use super::thm3_lagrangian_pnorm::Theorem3;
use crate::arena::{Live, Match};
use crate::certificate::{Certificate, Compared, Given, LowerBound};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::{Enclosure, Norm};
use crate::oracle::Options;
use crate::problem::{Problem, record};
use crate::regret::{self, LagrangianAverages, ProxyAverages};
use crate::trace::{Layout, Rounds, Trace};

/// A certificate, and in words what kept it from saying more.
#[derive(Clone, Debug)]
pub struct Certification {
    /// What is certified.
    pub certificate: Certificate,
    /// Why the trace is not known to be one of the problem, if there is a problem.
    pub disagreement: Option<Disagreement>,
    /// Why the problem gave no lower bound, if it was asked for one.
    pub no_lower_bound: Option<String>,
    /// If an oracle was asked for the lower bound: by how much a value that it reached is above it, at most.
    pub lower_bound_gap: Option<f64>,
}

/// The averages of a trace.
pub(super) enum Measured {
    Lagrangian(LagrangianAverages<Enclosure>),
    Proxy(ProxyAverages<Enclosure>),
}

/// A trace that was measured and compared with its problem, ready for a theorem.
pub(super) struct Prepared {
    pub(super) given: Given,
    pub(super) measured: Measured,
    pub(super) disagreement: Option<Disagreement>,
    pub(super) no_lower_bound: Option<String>,
    pub(super) lower_bound_gap: Option<f64>,
}

/// Measures a trace in one pass, compares it with the problem, and finds a lower bound unless one is given; `also` sees
/// every block.
pub(super) fn prepare(
    rounds: &mut dyn Rounds,
    problem: Option<&dyn Problem>,
    given: Given,
    options: Options,
    also: &mut dyn FnMut(&Trace),
) -> Result<Prepared> {
    let game = rounds.layout().game();
    let agreement = problem.map(|problem| Agreement::new(problem, game));
    prepare_with(rounds, agreement, problem, given, options, also)
}

fn prepare_with(
    rounds: &mut dyn Rounds,
    mut agreement: Option<Agreement<'_>>,
    problem: Option<&dyn Problem>,
    mut given: Given,
    options: Options,
    also: &mut dyn FnMut(&Trace),
) -> Result<Prepared> {
    let game = rounds.layout().game();
    if let Some(problem) = problem {
        expect_constraints(problem, rounds.layout())?;
    }
    let mut look = |block: &Trace| {
        if let Some(agreement) = &mut agreement {
            agreement.look(block);
        }
        also(block);
        Ok(())
    };
    let measured = match game {
        Game::Lagrangian => Measured::Lagrangian(regret::lagrangian(rounds, given.averages, &mut look)?),
        Game::ProxyLagrangian => Measured::Proxy(regret::proxy(rounds, given.averages, &mut look)?),
    };
    let disagreement = agreement.and_then(Agreement::disagreement);
    if let (Some(problem), Some(_)) = (problem, &given.problem)
        && record(problem) != given.problem
    {
        let name = problem.name();
        return Err(Error::new(format!("what is given speaks of another problem than `{name}`: give its own record")));
    }
    // Without the problem nothing was compared, and without its record the certificate does not speak of it.
    given.values = match &disagreement {
        _ if problem.is_none() || given.problem.is_none() => Compared::Not,
        None => Compared::Verified,
        Some(Disagreement::NotCompared(_)) => Compared::Not,
        Some(Disagreement::Different(_)) => Compared::Different,
    };
    let (mut no_lower_bound, mut lower_bound_gap) = (None, None);
    let without_proxies = problem.is_some_and(|problem| lacks_proxies(problem, rounds.layout(), game));
    if without_proxies && given.lower_bound.is_none() {
        no_lower_bound = Some(
            "the problem's is about its proxies, and the trace has no columns `proxy_*`: record them, or recompute the values"
                .to_owned(),
        );
    } else if let (Some(problem), None) = (problem, &given.lower_bound) {
        let weights = match &measured {
            Measured::Lagrangian(averages) => evidence::lagrangian_weights(averages),
            Measured::Proxy(averages) => evidence::proxy_weights(averages),
        };
        match evidence::lower_bound(problem, game.side(), &weights, options) {
            Ok((bound, _)) if !bound.value.is_finite() => {
                no_lower_bound = Some("the oracle found no finite lower bound".to_owned());
            }
            Ok((bound, gap)) => {
                lower_bound_gap = Some(gap);
                // Evidence without the problem it speaks of is somebody's word.
                let is_known = given.problem.is_some();
                given.lower_bound = Some(if is_known { bound } else { LowerBound::declared(bound.value) });
            }
            Err(error) => no_lower_bound = Some(error.to_string()),
        }
    }
    Ok(Prepared { given, measured, disagreement, no_lower_bound, lower_bound_gap })
}

pub(super) fn expect_constraints(problem: &dyn Problem, layout: &Layout) -> Result<()> {
    let (name, found, wanted) = (problem.name(), layout.num_constraints(), problem.num_constraints());
    if found == wanted {
        return Ok(());
    }
    let found = if found == 1 { "1 constraint".to_owned() } else { format!("{found} constraints") };
    Err(Error::new(format!(
        "the trace has {found} and the problem `{name}` has {wanted}: name the problem that was played"
    )))
}

/// Certifies a trace by Theorem 1 (Theorem 3 for a norm other than the 1-norm) or, in the proxy game, Theorem 2.
///
/// With a problem the recorded values are compared with its functions, and a lower bound that is not given is found by
/// an oracle at the exact mean multipliers. `given.problem` should then be the problem's
/// [`record`](crate::problem::record).
///
/// # Errors
/// If the rounds cannot be read, the problem has another number of constraints, or something given makes no sense.
pub fn certify(
    rounds: &mut dyn Rounds,
    problem: Option<&dyn Problem>,
    given: Given,
    options: Options,
) -> Result<Certification> {
    let prepared = prepare(rounds, problem, given, options, &mut |_| ())?;
    conclude(rounds, prepared)
}

/// Certifies a match while it is played, in memory that does not grow with the rounds: there is no trace, so no file
/// that somebody else could check, and no grade above computed. The values are enclosures by the problem itself.
///
/// # Errors
/// If a player or the problem fails, the problem gives values in doubles only, or something given makes no sense.
pub fn certify_live<'a, F: FnMut() -> Result<Match<'a>>>(
    live: &mut Live<'a, F>,
    problem: &dyn Problem,
    given: Given,
    options: Options,
) -> Result<Certification> {
    if !problem.gives_enclosures() {
        let name = problem.name();
        return Err(Error::new(format!("the problem `{name}` gives values in doubles only: record a trace of them")));
    }
    let given = Given { no_trace: true, ..given };
    let agreement = Agreement::of_played(problem, live.layout().game());
    let prepared = prepare_with(live, Some(agreement), Some(problem), given, options, &mut |_| ())?;
    conclude(live, prepared)
}

/// By Theorem 1 (Theorem 3 for a norm other than the 1-norm) or, in the proxy game, Theorem 2.
fn conclude(rounds: &mut dyn Rounds, prepared: Prepared) -> Result<Certification> {
    let Prepared { given, measured, disagreement, no_lower_bound, lower_bound_gap } = prepared;
    let certificate = match &measured {
        Measured::Lagrangian(averages) if given.norm() == Norm::One => {
            conclude_lagrangian::<Theorem1>(averages, rounds, given)?
        }
        Measured::Lagrangian(averages) => conclude_lagrangian::<Theorem3>(averages, rounds, given)?,
        Measured::Proxy(averages) => conclude_proxy::<Theorem2>(averages, rounds, given)?,
    };
    Ok(Certification { certificate, disagreement, no_lower_bound, lower_bound_gap })
}
