//! The whole way from a trace and a problem to a certificate: measure, compare with the problem, bound, conclude.

use super::certify::{conclude_lagrangian, conclude_proxy};
use super::evidence::{self, Agreement};
use super::thm1_lagrangian::Theorem1;
use super::thm2_proxy_lagrangian::Theorem2;
use super::thm3_lagrangian_pnorm::Theorem3;
use crate::certificate::{Certificate, Given, LowerBound};
use crate::error::{Error, Result};
use crate::numerics::{Enclosure, Norm};
use crate::oracle::Options;
use crate::play::{Live, Match};
use crate::problem::{Problem, record};
use crate::regret::{self, LagrangianAverages, ProxyAverages};
use crate::trace::{GameKind, Rounds, Trace};

/// A certificate, and in words what kept it from saying more.
#[derive(Clone, Debug)]
pub struct Certification {
    /// What is certified.
    pub certificate: Certificate,
    /// Why the trace is not known to be one of the problem, if there is a problem.
    pub disagreement: Option<String>,
    /// Why the problem gave no lower bound, if it was asked for one.
    pub no_lower_bound: Option<String>,
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
    pub(super) disagreement: Option<String>,
    pub(super) no_lower_bound: Option<String>,
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
    let (game, constraints) = (rounds.layout().game(), rounds.layout().num_constraints());
    if let Some(problem) = problem.filter(|problem| problem.num_constraints() != constraints) {
        let (name, wanted) = (problem.name(), problem.num_constraints());
        let found = if constraints == 1 { "1 constraint".to_owned() } else { format!("{constraints} constraints") };
        return Err(Error::new(format!(
            "the trace has {found} and the problem `{name}` has {wanted}: name the problem that was played"
        )));
    }
    let mut look = |block: &Trace| {
        if let Some(agreement) = &mut agreement {
            agreement.look(block);
        }
        also(block);
        Ok(())
    };
    let measured = match game {
        GameKind::Lagrangian => Measured::Lagrangian(regret::lagrangian(rounds, given.averages, &mut look)?),
        GameKind::ProxyLagrangian => Measured::Proxy(regret::proxy(rounds, &mut look)?),
    };
    let disagreement = agreement.and_then(|agreement| agreement.disagreement().map(str::to_owned));
    if let (Some(problem), Some(_)) = (problem, &given.problem)
        && record(problem) != given.problem
    {
        let name = problem.name();
        return Err(Error::new(format!("what is given speaks of another problem than `{name}`: give its own record")));
    }
    // Without the problem nothing was compared.
    given.values_verified = problem.is_some() && given.problem.is_some() && disagreement.is_none();
    let mut no_lower_bound = None;
    if let (Some(problem), None) = (problem, &given.lower_bound) {
        let weights = match &measured {
            Measured::Lagrangian(averages) => evidence::lagrangian_weights(averages),
            Measured::Proxy(averages) => evidence::proxy_weights(averages),
        };
        match evidence::lower_bound(problem, evidence::side(game), &weights, options) {
            Ok(bound) if !bound.value.is_finite() => {
                no_lower_bound = Some("the oracle found no finite lower bound".to_owned());
            }
            Ok(bound) if given.problem.is_some() => given.lower_bound = Some(bound),
            // Evidence without the problem it speaks of is somebody's word.
            Ok(bound) => given.lower_bound = Some(LowerBound::declared(bound.value)),
            Err(error) => no_lower_bound = Some(error.to_string()),
        }
    }
    Ok(Prepared { given, measured, disagreement, no_lower_bound })
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
    let Prepared { given, measured, disagreement, no_lower_bound } = prepared;
    let certificate = match &measured {
        Measured::Lagrangian(averages) if given.norm() == Norm::One => {
            conclude_lagrangian::<Theorem1>(averages, rounds, given)?
        }
        Measured::Lagrangian(averages) => conclude_lagrangian::<Theorem3>(averages, rounds, given)?,
        Measured::Proxy(averages) => conclude_proxy::<Theorem2>(averages, rounds, given)?,
    };
    Ok(Certification { certificate, disagreement, no_lower_bound })
}
