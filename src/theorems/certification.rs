//! The whole way from a trace and a problem to a certificate: measure, compare with the problem, bound, conclude.

use super::agreement::{Agreement, Disagreement, lacks_proxies};
use super::ranges::{self, OutOfRange, Outside};
use super::statement::Statement;
use super::{Theorem1, Theorem2, Theorem3, evidence};
use crate::arena::{Live, Match};
use crate::certificate::{Certificate, Compared, Given, LowerBound};
use crate::error::{Error, Result};
use crate::game::{Evidence, Function, Game, MirrorKind};
use crate::numerics::directed::{add_up, sub_up};
use crate::numerics::{Enclosure, ExactInterval, Norm};
use crate::oracle::Options;
use crate::problem::{Problem, record};
use crate::regret::{self, Averages, LagrangianAverages, PlaySizes, ProxyAverages, Sizes};
use crate::trace::{Equalities, Layout, Rounds, Trace};
use std::cell::OnceCell;

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
    /// The recorded value that surely lies furthest outside the range that was given for it, if one does.
    pub out_of_range: Option<OutOfRange>,
}

/// Averages in enclosures and, once a statement asked for them, exactly: the second pass is made at most once, whatever
/// the number of statements that need it.
pub(super) struct Twice<F, E> {
    pub(super) fast: F,
    exact: OnceCell<E>,
}

impl<F, E> Twice<F, E> {
    fn new(fast: F) -> Self {
        Self { fast, exact: OnceCell::new() }
    }

    pub(super) fn exact(&self, find: impl FnOnce() -> Result<E>) -> Result<&E> {
        match self.exact.get() {
            Some(found) => Ok(found),
            None => find().map(|found| self.exact.get_or_init(|| found)),
        }
    }
}

pub(super) type LagrangianTwice = Twice<LagrangianAverages<Enclosure>, LagrangianAverages<ExactInterval>>;
pub(super) type ProxyTwice = Twice<ProxyAverages<Enclosure>, ProxyAverages<ExactInterval>>;

/// The averages of a trace.
pub(super) enum Means {
    Lagrangian(LagrangianTwice),
    Proxy(ProxyTwice),
}

/// What one pass over a trace found: enough for every statement about its game.
pub struct Measured {
    means: Means,
    averages: Averages,
    sizes: Option<(MirrorKind, PlaySizes)>,
    /// How far recorded values are outside of the ranges that were given, if any were, and the pairs that were found to be
    /// mirrored in every round.
    outside: Option<Outside>,
    equalities: Equalities,
}

impl Measured {
    /// Measures a trace in one pass, for the weights, the ranges and the equalities that are given, with the sizes that
    /// rates ask for, in the dual norm of a mirror, if they are wanted; `also` sees every block.
    ///
    /// # Errors
    /// If the trace cannot be read, lacks a function that has a range, or does not mirror an equality in every round.
    pub fn take(
        rounds: &mut dyn Rounds,
        given: &Given,
        sizes: Option<MirrorKind>,
        also: &mut dyn FnMut(&Trace),
    ) -> Result<Self> {
        let averages = given.averages;
        given.check()?;
        ranges::check(given.stated_ranges(), rounds.layout())?;
        let mut outside = Some(given.stated_ranges()).filter(|ranges| !ranges.is_empty()).map(Outside::of);
        let mut found = sizes.map(|mirror| Sizes::new(rounds.layout()).in_dual_norm_of(mirror));
        let mut before = 0;
        let mut look = |block: &Trace| {
            if let Some(found) = &mut found {
                found.look(block);
            }
            if let Some(outside) = &mut outside {
                outside.look(block);
            }
            given.equalities.check(block, before)?;
            before += block.rounds();
            also(block);
            Ok(())
        };
        let means = match rounds.layout().game() {
            Game::Lagrangian => Means::Lagrangian(Twice::new(regret::lagrangian(rounds, averages, &mut look)?)),
            Game::ProxyLagrangian => Means::Proxy(Twice::new(regret::proxy(rounds, averages, &mut look)?)),
        };
        let sizes = sizes.zip(found.map(Sizes::finish));
        let outside = outside.map(Outside::finish).transpose()?;
        Ok(Self { means, averages, sizes, outside, equalities: given.equalities.clone() })
    }

    /// The averages, if they are those that a certificate is to speak of.
    pub(super) fn means<S: Statement + ?Sized>(&self, statement: &S, given: &Given) -> Result<&Means> {
        expect_game(self.game(), statement)?;
        if self.averages != given.averages {
            return Err(Error::new("the trace was measured with other weights of rounds than those given"));
        }
        if self.equalities != given.equalities {
            return Err(Error::new("the trace was measured with other equalities than those given"));
        }
        Ok(&self.means)
    }

    /// How far recorded values are outside of the ranges that a lower bound rests on, if it rests on ranges.
    pub(super) fn outside(&self, given: &Given) -> Result<Option<Enclosure>> {
        let Some(Evidence::Ranges(ranges)) = given.lower_bound.as_ref().map(|bound| &bound.evidence) else {
            return Ok(None);
        };
        let found = self.outside.as_ref().filter(|outside| outside.ranges == *ranges);
        let missing = || Error::new("the trace was measured without the ranges that the lower bound rests on");
        found.map(|outside| Some(outside.distance())).ok_or_else(missing)
    }

    pub(super) fn sizes(&self, mirror: Option<MirrorKind>) -> Result<PlaySizes> {
        let found = self.sizes.filter(|(of, _)| Some(*of) == mirror);
        let missing = || Error::new("the trace was measured without the sizes that a rate asks for");
        found.map(|(_, sizes)| sizes).ok_or_else(missing)
    }

    fn game(&self) -> Game {
        match self.means {
            Means::Lagrangian(_) => Game::Lagrangian,
            Means::Proxy(_) => Game::ProxyLagrangian,
        }
    }
}

/// A trace that was measured and compared with its problem, ready for every statement about it.
pub struct Prepared {
    /// What is given, with what the problem proved.
    pub given: Given,
    /// What was measured.
    pub measured: Measured,
    /// Why the trace is not known to be one of the problem, if there is a problem.
    pub disagreement: Option<Disagreement>,
    /// Why the problem gave no lower bound, if it was asked for one.
    pub no_lower_bound: Option<String>,
    /// If an oracle was asked for the lower bound: by how much a value that it reached is above it, at most.
    pub lower_bound_gap: Option<f64>,
}

impl Prepared {
    /// Certifies by one statement.
    ///
    /// # Errors
    /// As [`Statement::certify`].
    pub fn certify(self, statement: &dyn Statement, rounds: &mut dyn Rounds) -> Result<Certification> {
        let Self { given, measured, disagreement, no_lower_bound, lower_bound_gap } = self;
        let certificate = statement.certify(&measured, rounds, given)?;
        let out_of_range = measured.outside.and_then(|outside| outside.furthest);
        Ok(Certification { certificate, disagreement, no_lower_bound, lower_bound_gap, out_of_range })
    }
}

/// Measures a trace in one pass, compares it with the problem, and finds a lower bound unless one is given.
///
/// # Errors
/// If the rounds cannot be read, or the problem is not the one that is given or has another number of constraints.
pub fn prepare(
    rounds: &mut dyn Rounds,
    problem: Option<&dyn Problem>,
    given: Given,
    options: Options,
    sizes: Option<MirrorKind>,
) -> Result<Prepared> {
    let game = rounds.layout().game();
    let agreement = problem.map(|problem| Agreement::new(problem, game));
    prepare_with(rounds, agreement, problem, given, options, sizes)
}

fn prepare_with(
    rounds: &mut dyn Rounds,
    mut agreement: Option<Agreement<'_>>,
    problem: Option<&dyn Problem>,
    mut given: Given,
    options: Options,
    sizes: Option<MirrorKind>,
) -> Result<Prepared> {
    let game = rounds.layout().game();
    if let Some(problem) = problem {
        expect_constraints(problem, rounds.layout())?;
    }
    let measured = Measured::take(rounds, &given, sizes, &mut |block| {
        if let Some(agreement) = &mut agreement {
            agreement.look(block);
        }
    })?;
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
        let weights = match &measured.means {
            Means::Lagrangian(averages) => evidence::lagrangian_weights(&averages.fast),
            Means::Proxy(averages) => evidence::proxy_weights(&averages.fast),
        };
        match evidence::lower_bound(problem, game.side(), &weights, options) {
            Ok((bound, _)) if !bound.value.is_finite() => {
                no_lower_bound = Some("the oracle found no finite lower bound".to_owned());
            }
            Ok((mut bound, gap)) => {
                let reached = match &measured.means {
                    Means::Lagrangian(averages) => Some(averages.fast.loss_at_mean()),
                    Means::Proxy(averages) => averages.fast.loss_at_mean(),
                };
                // What was reached is recorded as an enclosure, and the oracle's may be tighter. A bound inside the recorded
                // one is a bound at its lower end too, where nothing is left open; one above it is wrong, and stays.
                let below =
                    reached.filter(|loss| loss.lo() < bound.value && bound.value <= loss.hi()).map(Enclosure::lo);
                lower_bound_gap = Some(below.map_or(gap, |value| add_up(gap, sub_up(bound.value, value))));
                bound.value = below.unwrap_or(bound.value);
                // Evidence without the problem it speaks of is somebody's word.
                let is_known = given.problem.is_some();
                given.lower_bound = Some(if is_known { bound } else { LowerBound::declared(bound.value) });
            }
            Err(error) => no_lower_bound = Some(error.to_string()),
        }
    } else if let (None, None, false) = (problem, &given.lower_bound, given.ranges.is_empty()) {
        match by_ranges(&measured, rounds, &given)? {
            Ok(bound) => given.lower_bound = Some(bound),
            Err(function) => {
                let own = match function {
                    Function::Proxy(_) => " of it is known (that of its constraint does not serve)",
                    _ => " is known",
                };
                no_lower_bound = Some(format!("`{function}` has a positive weight on average, and no range{own}"));
            }
        }
    }
    Ok(Prepared { given, measured, disagreement, no_lower_bound, lower_bound_gap })
}

/// The lower bound that the ranges give at the mean multipliers, or the function that lacks one. It is taken of the exact
/// means where these cost little, or where enclosures leave open whether a function without a range counts.
fn by_ranges(
    measured: &Measured,
    rounds: &mut dyn Rounds,
    given: &Given,
) -> Result<std::result::Result<LowerBound, Function>> {
    let layout = rounds.layout().clone();
    let (fast, length) = match &measured.means {
        Means::Lagrangian(means) => (ranges::lower_bound(&layout, &means.fast.multipliers, given), means.fast.rounds),
        Means::Proxy(means) => (ranges::lower_bound(&layout, &means.fast.multipliers, given), means.fast.rounds),
    };
    if fast.is_ok() && !Certificate::is_cheap(length, layout.num_constraints()) {
        return Ok(fast);
    }
    Ok(match &measured.means {
        Means::Lagrangian(means) => {
            let exact = means.exact(|| regret::lagrangian_exact(rounds, given.averages))?;
            ranges::lower_bound(&layout, &exact.multipliers, given)
        }
        Means::Proxy(means) => {
            let exact = means.exact(|| regret::proxy_exact(rounds, given.averages))?;
            ranges::lower_bound(&layout, &exact.multipliers, given)
        }
    })
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
    certify_by(fitting(rounds.layout().game(), given.norm()), rounds, problem, given, options)
}

/// The same by a statement that is named.
///
/// # Errors
/// As [`certify`], or if the trace is of another game, or what is given is not what the statement takes.
pub fn certify_by(
    statement: &dyn Statement,
    rounds: &mut dyn Rounds,
    problem: Option<&dyn Problem>,
    given: Given,
    options: Options,
) -> Result<Certification> {
    expect_game(rounds.layout().game(), statement)?;
    statement.check(&given)?;
    let sizes = statement.sizes(&given);
    prepare(rounds, problem, given, options, sizes)?.certify(statement, rounds)
}

/// Theorem 1 (Theorem 3 for a norm other than the 1-norm) or, in the proxy game, Theorem 2.
pub fn fitting(game: Game, norm: Norm) -> &'static dyn Statement {
    match game {
        Game::Lagrangian if norm == Norm::One => &Theorem1,
        Game::Lagrangian => &Theorem3,
        Game::ProxyLagrangian => &Theorem2,
    }
}

/// Refuses a trace of another game than a statement is about.
pub(super) fn expect_game<S: Statement + ?Sized>(found: Game, statement: &S) -> Result<()> {
    if statement.game() == Some(found) { Ok(()) } else { Err(other_game(found, statement)) }
}

/// Why a trace of that game is refused.
pub(super) fn other_game<S: Statement + ?Sized>(found: Game, statement: &S) -> Error {
    let (name, Some(wanted)) = (statement.name(), statement.game()) else {
        return Error::new(format!("{} is not certified on a trace", statement.name()));
    };
    let column = match found {
        Game::Lagrangian => "it has no column `lambda_0`",
        Game::ProxyLagrangian => "it has the column `lambda_0`",
    };
    Error::new(format!("{name} is about the {wanted} game, and the trace is of the {found} game: {column}"))
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
    let statement = fitting(live.layout().game(), given.norm());
    prepare_with(live, Some(agreement), Some(problem), given, options, None)?.certify(statement, live)
}
