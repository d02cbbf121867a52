//! The whole way from a trace and a problem to certificates: measure once, compare with the problem, bound, conclude.

use super::agreement::{Agreement, Disagreement, lacks_proxies};
use super::certify::{LagrangianStatement, ProxyStatement, conclude_lagrangian, conclude_proxy};
use super::evidence;
use super::lem6_lagrangian_feasibility::Lemma6;
use super::lem7_proxy_lagrangian_feasibility::Lemma7;
use super::thm1_lagrangian::Theorem1;
use super::thm2_proxy_lagrangian::Theorem2;
use super::thm3_lagrangian_pnorm::Theorem3;
use super::thm4_proxy_lagrangian_joint::Theorem4;
use crate::arena::{Live, Match};
use crate::certificate::{Certificate, Compared, Given, LowerBound};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::{Enclosure, ExactInterval, Norm};
use crate::oracle::Options;
use crate::problem::{Problem, record};
use crate::regret::{self, LagrangianAverages, PlaySizes, ProxyAverages, Sizes};
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

/// Averages in enclosures and, once somebody asked for them, exactly: the second pass is made at most once, whatever
/// the number of statements that need it.
pub(super) struct Twice<F, E> {
    pub(super) fast: F,
    exact: Option<E>,
}

impl<F, E> Twice<F, E> {
    pub(super) fn new(fast: F) -> Self {
        Self { fast, exact: None }
    }

    pub(super) fn exact(&mut self, find: impl FnOnce() -> Result<E>) -> Result<&E> {
        if self.exact.is_none() {
            self.exact = Some(find()?);
        }
        Ok(self.exact.as_ref().expect("just found"))
    }
}

pub(super) type LagrangianTwice = Twice<LagrangianAverages<Enclosure>, LagrangianAverages<ExactInterval>>;
pub(super) type ProxyTwice = Twice<ProxyAverages<Enclosure>, ProxyAverages<ExactInterval>>;

/// The averages of a trace.
pub(super) enum Measured {
    Lagrangian(LagrangianTwice),
    Proxy(ProxyTwice),
}

/// A trace that was measured in one pass and compared with its problem, ready for every statement about it.
///
/// A statement is concluded from the averages alone. What doubles leave open is decided by exact averages, which take
/// another pass, made once for all statements.
pub struct Measurement<'r> {
    pub(super) rounds: &'r mut dyn Rounds,
    pub(super) measured: Measured,
    pub(super) sizes: Option<PlaySizes>,
    /// What was given, and what the problem added: its lower bound, and whether the recorded values are its own.
    pub given: Given,
    disagreement: Option<Disagreement>,
    no_lower_bound: Option<String>,
    lower_bound_gap: Option<f64>,
}

impl<'r> Measurement<'r> {
    /// Measures a trace in one pass, compares it with the problem, and finds a lower bound unless one is given.
    ///
    /// # Errors
    /// If the rounds cannot be read, the problem has another number of constraints, or something given is of another
    /// problem.
    pub fn new(
        rounds: &'r mut dyn Rounds,
        problem: Option<&dyn Problem>,
        given: Given,
        options: Options,
    ) -> Result<Self> {
        let game = rounds.layout().game();
        let agreement = problem.map(|problem| Agreement::new(problem, game));
        Self::with(rounds, agreement, problem, given, options)
    }

    fn with(
        rounds: &'r mut dyn Rounds,
        mut agreement: Option<Agreement<'_>>,
        problem: Option<&dyn Problem>,
        mut given: Given,
        options: Options,
    ) -> Result<Self> {
        let game = rounds.layout().game();
        if let Some(problem) = problem {
            expect_constraints(problem, rounds.layout())?;
        }
        // Only rates speak of how large single plays were.
        let mut sizes = given.rate.is_some().then(|| Sizes::new(rounds.layout()));
        let mut look = |block: &Trace| {
            if let Some(agreement) = &mut agreement {
                agreement.look(block);
            }
            if let Some(sizes) = &mut sizes {
                sizes.look(block);
            }
            Ok(())
        };
        let measured = match game {
            Game::Lagrangian => {
                Measured::Lagrangian(Twice::new(regret::lagrangian(rounds, given.averages, &mut look)?))
            }
            Game::ProxyLagrangian => Measured::Proxy(Twice::new(regret::proxy(rounds, &mut look)?)),
        };
        let disagreement = agreement.and_then(Agreement::disagreement);
        if let (Some(problem), Some(_)) = (problem, &given.problem)
            && record(problem) != given.problem
        {
            let name = problem.name();
            let message = format!("what is given speaks of another problem than `{name}`: give its own record");
            return Err(Error::new(message));
        }
        // Without the problem nothing was compared, and without its record the certificate does not speak of it.
        given.values = match &disagreement {
            _ if problem.is_none() || given.problem.is_none() => Compared::Not,
            None => Compared::Verified,
            Some(Disagreement::NotCompared(_)) => Compared::Not,
            Some(Disagreement::Different(_)) => Compared::Different,
        };
        let sizes = sizes.map(Sizes::finish);
        let (no_lower_bound, lower_bound_gap) = (None, None);
        let mut found = Self { rounds, measured, sizes, given, disagreement, no_lower_bound, lower_bound_gap };
        if let (Some(problem), None) = (problem, &found.given.lower_bound) {
            found.find_lower_bound(problem, options);
        }
        Ok(found)
    }

    fn find_lower_bound(&mut self, problem: &dyn Problem, options: Options) {
        let game = self.rounds.layout().game();
        if lacks_proxies(problem, self.rounds.layout(), game) {
            self.no_lower_bound = Some(
                "the problem's is about its proxies, and the trace has no columns `proxy_*`: record them, or recompute the values"
                    .to_owned(),
            );
            return;
        }
        let weights = match &self.measured {
            Measured::Lagrangian(averages) => evidence::lagrangian_weights(&averages.fast),
            Measured::Proxy(averages) => evidence::proxy_weights(&averages.fast),
        };
        match evidence::lower_bound(problem, game.side(), &weights, options) {
            Ok((bound, _)) if !bound.value.is_finite() => {
                self.no_lower_bound = Some("the oracle found no finite lower bound".to_owned());
            }
            Ok((bound, gap)) => {
                self.lower_bound_gap = Some(gap);
                // Evidence without the problem it speaks of is somebody's word.
                let is_known = self.given.problem.is_some();
                self.given.lower_bound = Some(if is_known { bound } else { LowerBound::declared(bound.value) });
            }
            Err(error) => self.no_lower_bound = Some(error.to_string()),
        }
    }

    /// By Theorem 1 (Theorem 3 for a norm other than the 1-norm) or, in the proxy game, Theorem 2.
    ///
    /// # Errors
    /// If something given makes no sense, or a number is beyond the largest double.
    pub fn certify(&mut self) -> Result<Certificate> {
        match (&self.measured, self.given.norm()) {
            (Measured::Lagrangian(_), Norm::One) => self.lagrangian::<Theorem1>(self.given.clone()),
            (Measured::Lagrangian(_), _) => self.lagrangian::<Theorem3>(self.given.clone()),
            (Measured::Proxy(_), _) => self.proxy::<Theorem2>(self.given.clone()),
        }
    }

    /// By every statement about the game as it was played; the first is that of [`certify`](Self::certify).
    ///
    /// # Errors
    /// As [`certify`](Self::certify).
    pub fn certify_all(&mut self) -> Result<Vec<Certificate>> {
        let given = || self.given.clone();
        Ok(match &self.measured {
            Measured::Lagrangian(_) => {
                let [two, most] = [Norm::Two, Norm::Infinity].map(|norm| Given { norm: Some(norm), ..given() });
                vec![
                    self.certify()?,
                    self.lagrangian::<Lemma6>(self.given.clone())?,
                    self.lagrangian::<Theorem3>(two)?,
                    self.lagrangian::<Theorem3>(most)?,
                ]
            }
            Measured::Proxy(_) => vec![
                self.certify()?,
                self.proxy::<Theorem4>(self.given.clone())?,
                self.proxy::<Lemma7>(self.given.clone())?,
            ],
        })
    }

    /// By a statement about the Lagrangian game, with what is given in place of its own.
    pub(super) fn lagrangian<S: LagrangianStatement>(&mut self, given: Given) -> Result<Certificate> {
        match &mut self.measured {
            Measured::Lagrangian(averages) => conclude_lagrangian::<S>(averages, self.rounds, given),
            Measured::Proxy(_) => Err(super::certify::other_game(Game::ProxyLagrangian, S::NAME)),
        }
    }

    /// By a statement about the proxy game, with what is given in place of its own.
    pub(super) fn proxy<S: ProxyStatement>(&mut self, given: Given) -> Result<Certificate> {
        match &mut self.measured {
            Measured::Proxy(averages) => conclude_proxy::<S>(averages, self.rounds, given),
            Measured::Lagrangian(_) => Err(super::certify::other_game(Game::Lagrangian, S::NAME)),
        }
    }

    /// By how much a value that the oracle reached is above the lower bound that it found, at most.
    pub fn lower_bound_gap(&self) -> Option<f64> {
        self.lower_bound_gap
    }

    /// A certificate of this trace, with what kept it from saying more.
    pub fn certification(&self, certificate: Certificate) -> Certification {
        Certification {
            certificate,
            disagreement: self.disagreement.clone(),
            no_lower_bound: self.no_lower_bound.clone(),
            lower_bound_gap: self.lower_bound_gap,
        }
    }
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
    let mut measurement = Measurement::new(rounds, problem, given, options)?;
    let certificate = measurement.certify()?;
    Ok(measurement.certification(certificate))
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
    let mut measurement = Measurement::with(live, Some(agreement), Some(problem), given, options)?;
    let certificate = measurement.certify()?;
    Ok(measurement.certification(certificate))
}
