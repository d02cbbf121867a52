//! `referee plan`: how many rounds a rate asks for, at which steps, and what it promises.

mod notes;
mod print;

use super::call::finite;
use super::prose::with_flags;
use super::{Common, Outcome};
use crate::arena::{Algorithm, Setup};
use crate::cli::prose::open as open_problem;
use crate::error::{Error, Result};
use crate::game::Side;
use crate::problem::not_convex;
use crate::registry::Registry;
use crate::run::Subject;
use crate::theorems::Statement;
use crate::theorems::plan::{Inputs, MOST_ROUNDS, Shape, Targets, plan, rate};
use clap::Args;

/// Plan a run: the rounds, the steps and the epsilons of a rate, in all its forms side by side
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee plan --statement lemma-4 --constraints 4 --margin 0.1 \\\n      \
    --objective-range 1 --payoff-bound 1 --domain-radius 1 \\\n      \
    --subgradient-bound 10 --confidence 0.05 --infeasibility 0.05 --suboptimality 0.1\n  \
    referee plan --statement lemma-11 --problem triangle --infeasibility 0.01 \\\n      \
    --suboptimality 0.01\n  \
    referee plan --statement lemma-1 --problem polygon:m=16 --rounds 4096\n  \
    referee plan --statement corollary-1 --domain-radius 1 --subgradient-bound 2 \\\n      \
    --regret 0.01\n\n\
    One row per form of the statement: as the paper prints it, what its proof gives at the same step and at the best one, \
    repaired where the proof has a gap, and ours. All are about exact arithmetic.\n\
    Exit status: 0 if the plan was made, even where a target cannot be reached (it says why); 2 if the call is wrong.")]
pub(super) struct Arguments {
    /// The rate: lemma-1, -4, -8, -9, -10, -11, corollary-1 to -4, theorem-6 or -7
    #[arg(long, value_name = "NAME")]
    statement: String,
    /// The number of rounds to print steps and epsilons for; if absent, the number at which a form meets all its
    /// targets
    #[arg(long, value_name = "T", value_parser = super::whole::<u64>(1, MOST_ROUNDS), allow_hyphen_values = true)]
    rounds: Option<u64>,
    /// Target: the regrets that the statement speaks of are at most this
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    regret: Option<f64>,
    /// Target: no constraint is violated by more than this on average
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    infeasibility: Option<f64>,
    /// Target: the mean objective is at most this above that of every feasible point, if there is one (in the proxy
    /// game: of every point that satisfies the proxies)
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    suboptimality: Option<f64>,
    /// A problem file (*.toml) or a built-in problem: fills in the constants that its bounds know; flags override them
    #[arg(long, value_name = "PROBLEM")]
    problem: Option<String>,
    /// The number of constraints m
    #[arg(long, value_name = "M", value_parser = super::whole::<u64>(0, u64::MAX), allow_hyphen_values = true)]
    constraints: Option<u64>,
    /// At least the size of every payoff of a constraint (`B_Delta`, largest coordinate)
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    payoff_bound: Option<f64>,
    /// At least the Euclidean norm of the payoffs; sqrt(m) times the bound if absent
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    payoff_norm: Option<f64>,
    /// The length of an interval that contains 0 and every payoff; twice the bound if absent
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    payoff_range: Option<f64>,
    /// The radius R of the multipliers (Lagrangian game); twice the objective's range over the margin if absent, and 0
    /// without constraints
    #[arg(long, value_name = "R", value_parser = finite, allow_hyphen_values = true)]
    radius: Option<f64>,
    /// At least the Euclidean norm of every point (`B_Theta`)
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    domain_radius: Option<f64>,
    /// At least the norm of every (stochastic) subgradient of the theta-player's loss; in the Lagrangian game that loss
    /// has multipliers of sum up to R in it
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    subgradient_bound: Option<f64>,
    /// The largest value of the regulariser (`B_Psi` of Theorems 6 and 7); half the squared domain radius if absent
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    regulariser: Option<f64>,
    /// How far from the best the oracle's answers may be (rho); 0 if absent
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    oracle_error: Option<f64>,
    /// The probability delta of FAILURE of a stochastic statement: small, such as 0.05; above 0 and at most 1
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    confidence: Option<f64>,
    /// At some point every constraint (every proxy, in the proxy game) is at most minus this (gamma); 0 if there is no
    /// such point
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    margin: Option<f64>,
    /// At least sup - inf of the objective (`B_g0`)
    #[arg(long, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    objective_range: Option<f64>,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Outcome> {
    let statement = rate(&arguments.statement)?; // before a problem is opened for nothing
    let (inputs, source) = inputs(arguments, statement, registry)?;
    let targets = Targets {
        regret: arguments.regret,
        infeasibility: arguments.infeasibility,
        suboptimality: arguments.suboptimality,
    };
    let plan = plan(&arguments.statement, &inputs, &targets).map_err(with_flags::<Arguments>)?;
    if arguments.rounds.is_none() && plan.rows.iter().all(|row| row.answers.is_empty()) {
        let message = "there is nothing to plan for: give --rounds, or a target";
        return Err(Error::new(format!("{message} (--regret, --infeasibility or --suboptimality)")));
    }
    let report = print::Report { plan: &plan, rounds: arguments.rounds, source };
    arguments.common.print(&if arguments.common.json { report.json() } else { report.text(arguments.common.quiet) })?;
    Ok(Outcome::Holds)
}

/// The constants, and where those of the problem come from.
fn inputs(
    arguments: &Arguments,
    statement: &dyn Statement,
    registry: &Registry,
) -> Result<(Inputs, Option<&'static str>)> {
    let given = Inputs {
        constraints: arguments.constraints,
        payoff_bound: arguments.payoff_bound,
        payoff_norm: arguments.payoff_norm,
        payoff_range: arguments.payoff_range,
        radius: arguments.radius,
        domain_radius: arguments.domain_radius,
        subgradient_bound: arguments.subgradient_bound,
        regulariser: arguments.regulariser,
        oracle_error: arguments.oracle_error,
        confidence: arguments.confidence,
        margin: arguments.margin,
        objective_range: arguments.objective_range,
    };
    given.refuse_unused(statement).map_err(with_flags::<Arguments>)?;
    let Some(name) = &arguments.problem else { return Ok((given, None)) };
    let (filled, source) = filled(given, &open_problem(name, registry)?, statement)?;
    Ok((filled.used_by(statement), Some(source)))
}

/// The algorithm whose constants a statement speaks of. Rates of one player are taken in the proxy game, where the
/// theta-player's weights sum to 1.
fn algorithm(statement: &dyn Statement) -> Algorithm {
    let of_both = statement.promise().is_some_and(|promise| promise.shape != Shape::Regret);
    let seats = statement.algorithm().filter(|_| of_both);
    seats.map_or(Algorithm::StochasticProxyLagrangian, |seats| seats.algorithm)
}

/// Fills in what the problem's bounds know and the call did not say.
fn filled(mut given: Inputs, subject: &Subject<'_>, statement: &dyn Statement) -> Result<(Inputs, &'static str)> {
    let algorithm = algorithm(statement);
    let problem = &*subject.problem;
    let side = if problem.has_proxies() { algorithm.side() } else { Side::Constraints };
    let follows = statement.promise().is_some_and(|promise| promise.takes("subgradient-bound"));
    if let Some(obstacle) = not_convex(problem, side).filter(|_| follows) {
        let (statement, name) = (statement.name(), problem.name());
        return Err(Error::new(format!(
            "{statement} is about convex losses, and those of `{name}` are not: {obstacle}; plan lemma-1 or lemma-11, \
             which an oracle plays"
        )));
    }
    let (bounds, source) = subject.bounds(side)?;
    // A bound on coordinates that was given must not be undercut by the problem's Euclidean one, nor the reverse.
    if given.payoff_bound.is_none() && given.payoff_norm.is_none() {
        given.payoff_bound = Some(bounds.bound_constraints);
        given.payoff_norm = given.constraints.is_none().then_some(bounds.bound_payoff_2);
    }
    given.constraints = given.constraints.or(Some(problem.num_constraints() as u64));
    given.margin = given.margin.or(bounds.margin.as_ref().map(|margin| margin.value));
    // A family in closed form without a margin has no strictly feasible point; other bounds only did not find one.
    let closed = subject.known.as_ref().is_some_and(|known| known.constants == *bounds);
    if closed && problem.num_constraints() > 0 {
        given.margin = given.margin.or(Some(0.0));
    }
    given.objective_range = given.objective_range.or(Some(bounds.objective_range));
    given.domain_radius = given.domain_radius.or(Some(bounds.radius));
    if given.subgradient_bound.is_none() && bounds.bound_subgradient.is_some() {
        // In the Lagrangian game it grows with the radius; without one, the statement asks for it itself.
        let radius = given.radius().unwrap_or(0.0);
        let setup = Setup::new(problem, bounds, 1, radius);
        given.subgradient_bound = Some(algorithm.subgradient_bound(&setup, "stochastic-subgradient")?);
    }
    Ok((given, source))
}
